//! Hints of errors, as data: each shell has its own words for commands and fields.

use std::fmt;

use poundwise_words::{Language, Localize, Text};

/// A way out of an error. Its text is a plain sentence, which names no command and no option of a
/// command line; a shell may add its own way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// A hint of the query crate.
    Query(poundwise_query::QueryHint),
    /// A whole sentence.
    Words(Text),
    /// Something that another act of the app does.
    Act {
        /// The hint, as a sentence.
        words: Text,
        /// Act that does it.
        act: Act,
    },
    /// Something that the same request has a field for.
    State {
        /// Request for a value, as a sentence.
        words: Text,
        /// The field.
        field: Field,
        /// A value that could stand there.
        example: Option<Text>,
    },
}

impl Hint {
    /// Gives the field's value an example; other hints stay as they are.
    #[must_use]
    pub fn such_as(mut self, value: impl Into<Text>) -> Self {
        if let Self::State { example, .. } = &mut self {
            *example = Some(value.into());
        }
        self
    }
}

/// Returns a sentence in a language, without its full stop.
#[must_use]
pub fn without_stop(language: Language, sentence: &Text) -> String {
    let mut text = language.write(sentence).to_string();
    text.truncate(text.trim_end_matches('.').len());
    text
}

impl Localize for Hint {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Query(hint) => hint.localize(language, f),
            Self::Words(words) => words.localize(language, f),
            Self::Act { words, .. }
            | Self::State {
                words,
                example: None,
                ..
            } => write!(f, "{}.", without_stop(language, words)),
            Self::State {
                words,
                example: Some(example),
                ..
            } => {
                let such_as = match language {
                    Language::English => "such as",
                    Language::German => "etwa",
                };
                let words = without_stop(language, words);
                write!(f, "{words}, {such_as} {}.", language.write(example))
            }
        }
    }
}

poundwise_words::in_english!(Hint);

impl<T: Into<Text>> From<T> for Hint {
    fn from(words: T) -> Self {
        Self::Words(words.into())
    }
}

/// An act of the app, by which a person gets out of an error.
#[derive(Clone, Debug, PartialEq, Eq, strum::EnumIter)]
pub enum Act {
    /// Adds a contact.
    AddContact,
    /// Adds a standing rule.
    AddRule,
    /// Shows the columns of a bank's CSV file.
    BankColumns,
    /// Cancels an order.
    CancelOrder,
    /// Lets an old copy of a home catch up with what it has published.
    CatchUp,
    /// Looks for damage in the home.
    CheckHome,
    /// Fetches the answers to orders.
    Collect,
    /// Confirms that a home without a mark is its newest copy.
    ConfirmHome,
    /// Creates a population.
    CreatePopulation,
    /// Takes an invoice back.
    CreditInvoice,
    /// Sends the signed documents that wait.
    Deliver,
    /// Dismisses the alarm with this number.
    DismissAlarm(u64),
    /// Changes the name or the note of the contact with this key.
    EditContact(String),
    /// Writes the bundle of a receipt.
    ExportBundle,
    /// Writes the losses of a home that sells no more.
    GiveUp,
    /// Grants the opening of a listing to the auditor with this key.
    Grant(String),
    /// Keeps a codebook from a file.
    ImportCodebook,
    /// Imports a dataset.
    ImportDataset,
    /// Creates a home.
    Init,
    /// Joins a market with a `.market` file.
    JoinMarket,
    /// Shows the alarms.
    ListAlarms,
    /// Shows the orders that were answered.
    ListAnswered,
    /// Shows the banks whose columns were chosen.
    ListBanks,
    /// Shows the keys that are blocked.
    ListBlocked,
    /// Shows the bookings of bank statements.
    ListBookings,
    /// Shows the codebooks.
    ListCodebooks,
    /// Shows the contacts.
    ListContacts,
    /// Shows the datasets.
    ListDatasets,
    /// Shows what was bought.
    ListHoldings,
    /// Shows the orders that wait.
    ListInbox,
    /// Shows the invoices that were issued.
    ListInvoices,
    /// Shows the home's own listings.
    ListListings,
    /// Shows what is on the market.
    ListMarket,
    /// Shows the orders that were placed.
    ListOrders,
    /// Shows the populations.
    ListPopulations,
    /// Shows the receipts.
    ListReceipts,
    /// Shows the rules, the removed ones too.
    ListRules,
    /// Says the number of the next invoice.
    NumberInvoices,
    /// Proposes listings for several columns of a dataset.
    ProposeListings,
    /// Records a payment that came after its receipt.
    RecordPayment,
    /// Changes the address of a linked dataset.
    RelinkDataset,
    /// Removes the rule with this number.
    RemoveRule(u64),
    /// Changes the price of a listing.
    Reprice,
    /// Seals the dataset of this name.
    SealDataset(String),
    /// Chooses the columns of a bank's CSV files.
    SetBank,
    /// Says what all invoices have in common.
    SetUpInvoices,
    /// Shows the alarm with this number.
    ShowAlarm(u64),
    /// Shows the booking with this number.
    ShowBooking(u64),
    /// Shows the home's own listing with this id.
    ShowListing(String),
    /// Shows the listing on the market with this id.
    ShowOffer(String),
    /// Shows the keys of a home.
    ShowKeys,
    /// Shows one receipt.
    ShowReceipt,
    /// Tests the connection to a database.
    TestDatabase,
    /// Tests what works on the market.
    TestMarket,
}

impl Act {
    /// Returns the hint to do it, from a sentence.
    pub fn to(self, words: impl Into<Text>) -> Hint {
        Hint::Act {
            words: words.into(),
            act: self,
        }
    }
}

/// A field of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumIter)]
pub enum Field {
    /// Consent to a loss above the cap if the home is stolen.
    AcceptOverCap,
    /// A rule for any buyer.
    Anyone,
    /// Confirmation of an order that the owner may not be able to deliver.
    Anyway,
    /// The bank whose columns a statement has.
    Bank,
    /// Between which values each number counts.
    Bounds,
    /// The most that a population may lose.
    Cap,
    /// Confirmation that the machine's clock is right.
    ClockIsRight,
    /// Number of coordinates.
    Count,
    /// The currency of a rule.
    Currency,
    /// The sign before the decimals of a table's numbers.
    Decimal,
    /// Statement that every row is a different person, although ids repeat.
    EachRowDiffers,
    /// The first coordinate.
    First,
    /// The contact that a rule is for.
    For,
    /// The listing that a rule is for.
    Listing,
    /// The name of what is made.
    Name,
    /// Statement that the people of a new population are not in any other population.
    NewPeople,
    /// Payment reference in the receipts of a rule.
    Payment,
    /// The column that names the person.
    PersonColumn,
    /// The population.
    Population,
    /// The price.
    Price,
    /// One of the quantities of a response.
    Quantity,
    /// A reason that others read.
    Reason,
    /// Consent to the replacement of a file.
    Replace,
    /// Statement that a public number of rows is already known elsewhere.
    RowsKnownElsewhere,
    /// The most rows of one person that count.
    RowsPerPerson,
    /// The seed of noise to look at.
    Seed,
    /// Settlement of a sale: paid, on credit or free.
    Settlement,
    /// The title of a listing.
    Title,
}

impl Field {
    /// Returns the hint to state it, from a sentence.
    pub fn to(self, words: impl Into<Text>) -> Hint {
        Hint::State {
            words: words.into(),
            field: self,
            example: None,
        }
    }
}
