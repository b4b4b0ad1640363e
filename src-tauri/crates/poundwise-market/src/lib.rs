//! The two roles of a home's owner: the API that every shell of Poundwise calls.
//!
//! A shell opens a [`Home`] and asks for the role in which its owner acts ([`Roles`]): [`Seller`]
//! or [`Buyer`]. What takes its time is a [`Job`]. All of it returns the plain structures of
//! [`view`], or an [`Error`] that names the thing and the way out. No rule of the market lives
//! anywhere else. This crate never talks to the user and never reads the environment.
//!
//! ```no_run
//! # use poundwise_market::{Home, OrderId};
//! # fn sell(home: &Home, order: &OrderId) -> poundwise_market::Result<()> {
//! use poundwise_market::{Approval, Job, PaymentNote, Roles, Work};
//!
//! let paid: PaymentNote = "INV 17".parse()?;
//! let approval = home.seller().begin_approval(order, paid)?;
//! let made = approval.run(&Work::silent())?; // the home is free
//! let receipt = Approval::finish(home, made)?;
//! # let _ = receipt;
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]

pub mod audit;
#[cfg(test)]
mod keys_tests;
mod mail;
mod messages;
mod noise;
mod roles;

use poundwise_base::{clock, work};
pub use poundwise_base::{error, hint};
use poundwise_exchange::{exchange, files};
pub use poundwise_home::holder;
use poundwise_home::home;
pub use poundwise_trade::{format, view};

pub use audit::{
    AuditReport, AuditView, Copied, Opened, audit_files, audit_files_as, audit_files_with,
    save_report,
};
pub use gradual_release::accountant::Delta;
pub use mail::{ToMail, receive_mail, save_mail};
pub use noise::{NoiseFormat, NoiseRequest, NoiseSample, NoiseSeed};
pub use poundwise_base::clock::{Clock, SystemClock};
pub use poundwise_base::error::{Error, ErrorCode, ErrorKind, Result, stopped};
pub use poundwise_base::random::random_bytes;
pub use poundwise_base::sending;
pub use poundwise_base::stop::StopFlag;
pub use poundwise_base::work::{Work, WorkProgress, WorkStep, WorkUnit};
pub use poundwise_buyer::{
    BundleExport, Buyer, ExportFormat, FigureChoice, FigureTable, HalfWidthWanted, HeldMoments,
    OrderDays, RangeCells, RangesWanted, ReleaseExport, Tightened, Tightening, alarm_words,
    collect, deliveries_waiting,
};
pub use poundwise_documents::mail::MailKind;
pub use poundwise_exchange::exchange::{
    MarketAccess, MarketFile, MarketTestStep, MarketTestView, MarketTrial, MarketUrl, StepOutcome,
    TrialOutcome, TrialStep,
};
pub use poundwise_exchange::files::{check_new, write_file};
#[doc(hidden)]
pub use poundwise_exchange::operations;
pub use poundwise_exchange::private::make_private;
pub use poundwise_exchange::reserved::check_output;
pub use poundwise_home::glance::{Name, NameKind, listings_on, market_of, names_in};
pub use poundwise_home::holder::Holder;
pub use poundwise_home::home::{
    Home, HomeOptions, default_home_dir, default_market_url, market_folder,
};
pub use poundwise_home::ids::{
    AlarmNumber, BookingNumber, IdPrefix, ListingId, ListingName, ListingOrOrder, OrderId,
    PaymentNumber, ReceiptId, RuleNumber, key, level, level_or_zero, whole_number,
};
pub use poundwise_home::joining::{test_market, test_market_of};
pub use poundwise_home::look::{SeenMarket, look_at_hand, look_at_market};
pub use poundwise_home::mail::Mailing;
pub use poundwise_home::mark::default_state_dir;
pub use poundwise_home::messages::Identified;
pub use poundwise_home::moving::{NewMarket, market_to_join, market_to_move_to};
pub use poundwise_home::names::{
    BankName, CodebookName, ContactName, ContactNote, ContactRef, DatasetName, HomeName,
    InvoiceNumber, PayTo, PaymentNote, PopulationName, Recipient, UnitName,
};
pub use poundwise_home::own_log::LogCode;
pub use poundwise_home::own_log::{OwnLogSeen, look_at_own_log};
pub use poundwise_home::reach::Reach;
pub use poundwise_home::sending::{Sent, deliver, send_waiting, turn_to_send};
pub use poundwise_home::turn::{MyTurn, Sends};
pub use poundwise_home::vault::{Passphrase, RecoveryKey, SHORTEST_PASSPHRASE};
pub use poundwise_home::watching::{LISTINGS_EACH, MarketSight};
pub use poundwise_query::kinds::{
    BinSpec, BlockSpec, CountSpec, CrossTabulationSpec, HistogramSpec, MeanSpec, MomentsSpec,
    QuestionFields, SumSpec, ValueSpec, VariableSpec, VariableValues, VectorSpec,
};
pub use poundwise_query::{
    AttributeSpec, LabelWords, Number, QueryWords, Schema, TableForm, block_sizes, unit_name,
};
pub use poundwise_seller::{
    Approval, Approved, ApprovedByRule, Batch, BatchDrawn, BookingDelivered, BookingDelivery,
    BookingsApproval, BookingsMade, ByRule, Draft, Drawn, Import, Imported, JournalExport,
    LedgerExport, Link, LinkMade, NumbersSealing, PaidLater, Payment, PaymentDay, PromiseRequest,
    Relink, Relinked, SealedDataset, SealedNumbers, Sealing, Seller, Sweep, Wish, bank_columns,
    cap_guess, engines, explore_database, fetch_orders, offered_caps, preview_link,
    preview_statement, promise_delta, promise_loss, read_losses,
};
pub use poundwise_trade::batch::{BatchReading, BatchRow, ListingBatch, RowName, RowReading};
pub use poundwise_trade::batch_files::{codebook_text, listing_rows_text, read_listing_rows};
pub use poundwise_trade::draft::{
    CopiedQuestion, ListingDraft, ListingSubject, NeededPart, bins_and_edges, check_subject,
};
pub use poundwise_trade::form::{BatchForm, BatchRowForm, FormReading, ListingForm};
pub use poundwise_trade::job::Job;
pub use poundwise_trade::pay::qr_rows;
pub use poundwise_trade::source::{
    bands, codebook, column_names, contributing_rows, periods, preview_csv, read_codebook,
    read_schema, seen_values,
};
pub use poundwise_trade::spreadsheet::{CsvForm, save_table};
pub use poundwise_trade::typed::{
    cap_of_form, cap_pair, currency, loss_pair, price, rows_per_person,
};
pub use roles::Roles;
