//! The books as a plain-text journal, for hledger (<https://hledger.org>) and for people.
//!
//! Every receipt is one transaction, in which money and ε balance each by itself:
//!
//! ```text
//! 2026-11-21 * (5) Bob | Ages  ; receipt: <id>, time: 2026-11-21T00:41:00Z
//!     assets:received                          10.00 EUR = 80.02 EUR
//!     income:Ages:Bob                         -10.00 EUR
//!     epsilon:loss:<dataset>:Ages                   0 ε = 1.5 ε
//!     epsilon:loss:<dataset>                        0 ε =* 2.5 ε
//!     epsilon:shared:Ages                         0.5 ε
//!     epsilon:held:Ages:Bob                      -0.5 ε = -1.5 ε
//! ```
//!
//! `epsilon:loss` is the privacy spent, by dataset and listing; `epsilon:shared` what was delivered without spending
//! more, because a release on the same noise path had already spent it; `epsilon:held` the levels that buyers hold. The
//! amounts come from the sales, and what receipts state (totals, losses, levels) is asserted after each posting: so
//! `hledger check` adds everything up again, and a receipt that does not add up fails there.
//!
//! Names are those of the documents, with what the format could take for its own left out, and numbered where two
//! would be the same; each account's comment has the full id.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::hash::Hash;
use std::io::{self, BufRead, Write};

use crate::jws::{AnyDocument, JwsError, Signed};
use crate::kinds::{Listing, Order, Receipt};
use crate::ledger::{LedgerError, LedgerReader};
use crate::units::{Currency, Digest, DocumentId, Kid, MicroEpsilon, Salt, signed_epsilon};

/// Why no journal can be made of a ledger. The audit says what is wrong in full.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The ledger cannot be read.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A document that is not acceptable.
    #[error("line {line}: {error}; audit the ledger to see all that is wrong")]
    Document {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        error: JwsError,
    },
    /// A receipt whose listing or order does not stand before it.
    #[error(
        "line {0}: the receipt's listing or order is not before it; audit the ledger to see all that is wrong"
    )]
    Alone(u64),
    /// The journal cannot be written.
    #[error("the journal cannot be written: {0}")]
    Write(#[source] io::Error),
}

/// Writes the journal of a ledger file, line by line as it is read, and gives the number of its transactions. Signatures
/// are verified; whether the ledger adds up is for the audit, and for `hledger check`, to say.
///
/// # Errors
/// The ledger cannot be read or is not signed as it must be; or the sink's.
pub fn write_journal(source: impl BufRead, sink: impl Write) -> Result<u64, JournalError> {
    let mut reader = LedgerReader::new(source)?;
    let owner = reader.checkpoint().owner();
    let mut journal = Journal::new(sink);
    let heading = format!(
        "; The books of poundwise/{owner}, from a ledger of {} receipts.\n\
         ; Income in money, privacy loss in ε. `hledger check --strict` adds both up again.\n\n\
         decimal-mark .\n\
         commodity 1000.000000 ε\n\
         account assets:received  ; type: Cash\n",
        reader.checkpoint().size()
    );
    journal.write(&heading)?;
    let mut order = None;
    while let Some(line) = reader.next_line()? {
        let document =
            AnyDocument::verify(&line.compact).map_err(|error| JournalError::Document {
                line: line.number,
                error,
            })?;
        let before = order.take();
        match document {
            AnyDocument::Listing(listing) => journal.listing(&listing),
            AnyDocument::Order(next) => order = Some(next),
            AnyDocument::Receipt(receipt) => {
                let before = before.filter(|order| order.id() == receipt.payload().order);
                let Some(text) = before.and_then(|order| journal.sale(&order, &receipt)) else {
                    return Err(JournalError::Alone(line.number));
                };
                journal.write(&text)?;
            }
            AnyDocument::Withdrawal(_)
            | AnyDocument::Release(_)
            | AnyDocument::Refusal(_)
            | AnyDocument::Opening(_)
            | AnyDocument::HolderCopy(_) => {}
        }
    }
    journal.sink.flush().map_err(JournalError::Write)?;
    Ok(journal.transactions)
}

/// Distinct names for distinct things.
struct Names<K> {
    by_key: HashMap<K, String>,
    used: HashSet<String>,
}

impl<K: Eq + Hash> Names<K> {
    fn new() -> Self {
        Self {
            by_key: HashMap::new(),
            used: HashSet::new(),
        }
    }

    /// The name of `key`: on first sight `text`, made safe, with a number if it is taken.
    fn of(&mut self, key: K, text: &str) -> &str {
        let used = &mut self.used;
        self.by_key.entry(key).or_insert_with(|| {
            let plain = safe(text);
            let mut name = plain.clone();
            let mut number = 1u64;
            while !used.insert(name.to_lowercase()) {
                number += 1;
                name = format!("{plain} {number}");
            }
            name
        })
    }
}

/// Letters, digits and a few signs, single spaces between: nothing that an account's or payee's name must not have.
fn safe(text: &str) -> String {
    let clean: String = text
        .chars()
        .map(|c| match c {
            c if c.is_alphanumeric() => c,
            ' ' | '.' | ',' | '-' | '_' | '\'' | '&' | '/' | '+' | '%' => c,
            _ => ' ',
        })
        .collect();
    let words: Vec<&str> = clean.split(' ').filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        "unnamed".to_owned()
    } else {
        words.join(" ")
    }
}

/// All versions of a listing.
struct Series {
    name: String,
    /// The account of its loss, and that above it where there is a dataset.
    loss: String,
    dataset: Option<String>,
    highest: MicroEpsilon,
}

struct Journal<W> {
    sink: W,
    listings: HashMap<DocumentId, Digest>,
    series: HashMap<Digest, Series>,
    series_names: Names<Digest>,
    buyers: Names<Kid>,
    declared: HashSet<String>,
    currencies: HashSet<Currency>,
    transactions: u64,
}

impl<W: Write> Journal<W> {
    fn new(sink: W) -> Self {
        Self {
            sink,
            listings: HashMap::new(),
            series: HashMap::new(),
            series_names: Names::new(),
            buyers: Names::new(),
            declared: HashSet::new(),
            currencies: HashSet::new(),
            transactions: 0,
        }
    }

    fn write(&mut self, text: &str) -> Result<(), JournalError> {
        self.sink
            .write_all(text.as_bytes())
            .map_err(JournalError::Write)
    }

    fn listing(&mut self, listing: &Signed<Listing>) {
        let payload = listing.payload();
        let seeds = payload.seed_commitment;
        self.listings.insert(listing.id(), seeds);
        let name = self.series_names.of(seeds, &payload.title).to_owned();
        self.series.entry(seeds).or_insert_with(|| {
            let account = |dataset: &Salt| format!("epsilon:loss:dataset {dataset}");
            let dataset = payload.dataset.as_ref().map(account);
            let above = dataset.as_deref().unwrap_or("epsilon:loss:no dataset");
            Series {
                loss: format!("{above}:{name}"),
                name,
                dataset,
                highest: MicroEpsilon::ZERO,
            }
        });
    }

    /// The text of one sale, with the declarations that it is the first to need.
    fn sale(&mut self, order: &Signed<Order>, receipt: &Signed<Receipt>) -> Option<String> {
        let payload = receipt.payload();
        let seeds = self.listings.get(&payload.listing)?;
        let series = self.series.get_mut(seeds)?;
        let buyer = self.buyers.of(payload.buyer, &order.payload().buyer_name);
        let (title, currency) = (series.name.as_str(), payload.currency);
        let [income, shared, held] = [
            format!("income:{title}:{buyer}"),
            format!("epsilon:shared:{title}"),
            format!("epsilon:held:{title}:{buyer}"),
        ];

        let mut text = String::new();
        if self.currencies.insert(currency) {
            let digits = currency.exponent();
            // A format has a decimal mark even where there are no decimals.
            let decimals = "0".repeat(usize::try_from(digits).unwrap_or(0));
            let _ = writeln!(text, "commodity 1000.{decimals} {currency}");
        }
        let listing = payload.listing;
        let mut accounts = vec![
            (&income, format!("buyer: {}", payload.buyer)),
            (&held, format!("buyer: {}", payload.buyer)),
            (&series.loss, format!("listing: {listing}")),
            (&shared, format!("listing: {listing}")),
        ];
        if let Some(dataset) = &series.dataset {
            accounts.push((dataset, String::new()));
        }
        for (account, comment) in accounts {
            if self.declared.insert(account.clone()) {
                let mark = if comment.is_empty() { "" } else { "  ; " };
                let _ = writeln!(text, "account {account}{mark}{comment}");
            }
        }
        if self.declared.insert(format!("payee {buyer}")) {
            let _ = writeln!(text, "payee {buyer}");
        }

        if !text.is_empty() {
            text.insert(0, '\n');
        }

        let price = currency.format(payload.price_minor);
        let total = payload
            .total_money
            .iter()
            .find(|(of, _)| *of == currency)
            .map_or_else(String::new, |(_, total)| {
                format!(" = {} {currency}", currency.format(*total))
            });
        let highest = series.highest.max(payload.to_micro_epsilon);
        // Levels are at most 2^40.
        let micro = |level: MicroEpsilon| i64::try_from(level.get()).unwrap_or(i64::MAX);
        let spent = micro(highest) - micro(series.highest);
        let rise = micro(payload.to_micro_epsilon) - micro(payload.from_micro_epsilon);
        series.highest = highest;

        let time = payload.issued_at.to_string();
        let date = time.get(..10)?;
        let _ = writeln!(
            text,
            "\n{date} * ({}) {buyer} | {title}  ; receipt: {}, time: {time}",
            payload.sequence,
            receipt.id()
        );
        if !payload.payment_reference.is_empty() {
            let _ = writeln!(text, "    ; payment: {}", safe(&payload.payment_reference));
        }
        let mut posting = |account: &str, amount: String| {
            let width = 78usize.saturating_sub(account.chars().count());
            let _ = writeln!(text, "    {account}  {amount:>width$}");
        };
        posting("assets:received", format!("{price} {currency}{total}"));
        let paid = if payload.price_minor.get() == 0 {
            ""
        } else {
            "-"
        };
        posting(&income, format!("{paid}{price} {currency}"));
        let shows = |amount: i64, sign: &str, stated: i64| {
            format!(
                "{} ε {sign} {} ε",
                signed_epsilon(amount),
                signed_epsilon(stated)
            )
        };
        let stated = micro(payload.listing_loss_micro_epsilon);
        posting(&series.loss, shows(spent, "=", stated));
        if let Some(dataset) = &series.dataset {
            let stated = micro(payload.dataset_loss_micro_epsilon);
            posting(dataset, shows(0, "=*", stated));
        }
        posting(&shared, format!("{} ε", signed_epsilon(rise - spent)));
        let level = micro(payload.to_micro_epsilon);
        posting(&held, shows(-rise, "=", -level));
        self.transactions += 1;
        Some(text)
    }
}
