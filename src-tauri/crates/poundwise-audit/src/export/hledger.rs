//! The books as a plain-text journal, for hledger (<https://hledger.org>) and for people.
//!
//! Every receipt is one transaction, in which money, ε and ρ balance each by itself:
//!
//! ```text
//! 2026-11-21 * (5) Bob | Ages  ; receipt: <id>, time: 2026-11-21T00:41:00Z
//!     assets:received                          10.00 EUR = 80.02 EUR
//!     income:Ages:Bob                         -10.00 EUR
//!     epsilon:loss:<population>:Ages                0 ε = 1.5 ε
//!     epsilon:loss:<population>                     0 ε =* 2.5 ε
//!     epsilon:shared:Ages                         0.5 ε
//!     epsilon:held:Ages:Bob                      -0.5 ε = -1.5 ε
//! ```
//!
//! `epsilon:loss` is the privacy spent, by population and question; `epsilon:shared` what was
//! delivered without spending more, because a release on the same noise path had already spent it;
//! `epsilon:held` the levels that buyers hold. A population's carried loss is a transaction of its
//! own against `epsilon:carried`. Losses over Gaussian-like families are amounts of ρ in the same
//! accounts, and the commodity `ρ` is declared before the first of them. A question that has been in
//! more than one population counts in each: what it adds to the further ones stands against
//! `epsilon:counted again`.
//!
//! A sale on credit goes to `assets:owed` instead of `assets:received`; a free one moves no money.
//! Payments of such sales that came later are transactions of their own, to
//! `assets:received:later`, since no receipt states their total. What a bank took back goes from
//! `assets:received:taken back` to what is owed again. Both are the owner's record alone: a journal
//! that is made of a ledger without it has neither.
//! Grants, population entries and cap changes are comments at their place in the sequence. Each
//! assumed loss is a separate transaction against `epsilon:assumed`. The amounts come from the
//! sales. The totals, losses and levels that receipts state are asserted after each posting.
//! `hledger check` therefore repeats every sum and fails at a receipt that does not add up.
//!
//! Names are those of the documents, with what the format could take for its own left out, and
//! numbered where two would be the same; each account's comment has the full id.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write as _};
use std::hash::Hash;
use std::io::{self, BufRead, Write};

use crate::messages::JournalProblem;
use chrono::NaiveDate;
use gradual_release::accountant::PrivacyLoss;
use poundwise_documents::finding::SideValue;
use poundwise_documents::jws::{AnyDocument, JwsError, Signed};
use poundwise_documents::kinds::{
    AssumedLoss, Family, Grant, Listing, Order, PopulationEntry, Receipt, Settlement,
};
use poundwise_documents::ledger::{LedgerReadError, LedgerReader};
use poundwise_documents::log::entry_number;
use poundwise_documents::units::{
    Currency, Digest, DocumentId, Kid, LossPair, MicroEpsilon, MinorUnits, Salt, Timestamp,
    signed_decimal,
};
use poundwise_words::{Language, Localize};

/// Reason why no journal can be made of a ledger. The audit tells all that is wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The ledger cannot be read.
    Ledger(#[from] LedgerReadError),
    /// A document that is not acceptable.
    Document {
        /// The line, from 1.
        line: u64,
        /// Error of the document.
        #[source]
        error: JwsError,
    },
    /// A receipt whose listing or order does not stand before it.
    Alone(u64),
    /// The journal cannot be written.
    Write(#[source] io::Error),
}

impl Localize for JournalError {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = match self {
            Self::Ledger(error) => return error.localize(language, f),
            Self::Document { line, error } => JournalProblem::Document {
                line: *line,
                why: error.clone(),
            },
            Self::Alone(line) => JournalProblem::Alone { line: *line },
            Self::Write(error) => JournalProblem::NotWritten {
                why: error.to_string(),
            },
        };
        problem.localize(language, f)
    }
}

poundwise_words::in_english!(JournalError);

/// Direction of money that moved after its sale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaterWay {
    /// A payment of a sale on credit came.
    Came,
    /// A bank took back the payment of a sale.
    TakenBack,
}

/// Money that moved after its sale, as the owner recorded it.
#[derive(Clone, Debug)]
pub struct LaterMoney {
    /// The receipt of the sale.
    pub receipt: DocumentId,
    /// The day.
    pub on: NaiveDate,
    /// Amount, in the receipt's currency.
    pub amount: MinorUnits,
    /// Direction.
    pub way: LaterWay,
    /// Payment reference; may be empty.
    pub reference: String,
}

/// Writes the journal of a ledger file, line by line as it is read, with the money that moved
/// `later` between by its days, and gives the number of its transactions. Signatures are
/// verified; whether the ledger adds up is for the audit, and for `hledger check`, to say. Money
/// for a receipt that is not in the ledger is left out.
///
/// # Errors
/// [`JournalError::Ledger`], [`JournalError::Document`], [`JournalError::Alone`]: the ledger cannot
/// be read or verified. [`JournalError::Write`]: the sink failed.
pub fn write_journal(
    source: impl BufRead,
    later: &[LaterMoney],
    sink: impl Write,
) -> Result<u64, JournalError> {
    let mut reader = LedgerReader::new(source)?;
    let owner = reader.checkpoint().owner();
    let mut journal = Journal::new(sink);
    journal.moved = later.iter().map(|one| (one.receipt, None)).collect();
    journal.later = later.to_vec();
    // What is taken back on the day on which it came came first.
    journal
        .later
        .sort_by_key(|one| (one.on, one.way == LaterWay::TakenBack));
    let heading = format!(
        "; The books of poundwise/{owner}, from a ledger of {}.\n\
         ; Income in money, privacy loss in ε. `hledger check --strict` adds both up again.\n\n\
         decimal-mark .\n\
         commodity 1000.000000 ε\n\
         account assets:received  ; type: Cash\n",
        SideValue::Entries(reader.checkpoint().size())
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
            AnyDocument::Listing(listing) => {
                let text = journal.listing(&listing);
                journal.write(&text)?;
            }
            AnyDocument::Grant(grant) => {
                let text = journal.grant(&grant);
                journal.write(&text)?;
            }
            AnyDocument::PopulationEntry(entry) => {
                let text = journal.population(&entry);
                journal.write(&text)?;
            }
            AnyDocument::Order(next) => order = Some(next),
            AnyDocument::Receipt(receipt) => {
                let before = before.filter(|order| order.id() == receipt.payload().order);
                let Some(text) = before.and_then(|order| journal.sale(&order, &receipt)) else {
                    return Err(JournalError::Alone(line.number));
                };
                journal.write(&text)?;
            }
            AnyDocument::Withdrawal(_)
            | AnyDocument::Cancellation(_)
            | AnyDocument::Release(_)
            | AnyDocument::Refusal(_)
            | AnyDocument::Opening(_)
            | AnyDocument::HolderCopy(_) => {}
        }
    }
    let rest = journal.moved_before(None);
    journal.write(&rest)?;
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

    /// Returns the name of `key`: on first sight `text`, made safe, with a number if it is taken.
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

/// Returns letters, digits and a few signs, single spaces between: nothing that an account's or
/// payee's name must not have.
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

/// One question, all its listings together.
struct Question {
    name: String,
    /// The populations that a listing of it has named, with the account of its loss in each; the
    /// first is that of the first listing.
    losses: Vec<(Salt, String)>,
    family: Family,
    highest: MicroEpsilon,
}

/// The commodity of one part of a privacy loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Commodity {
    Epsilon,
    Rho,
}

impl Commodity {
    /// Returns the commodities in which a loss is above 0.
    fn all_of(loss: PrivacyLoss) -> impl Iterator<Item = Self> {
        [Self::Epsilon, Self::Rho]
            .into_iter()
            .filter(move |commodity| commodity.units(loss) > 0)
    }

    /// Returns this part of a loss, in the smallest unit.
    fn units(self, loss: impl Into<PrivacyLoss>) -> i64 {
        let loss = loss.into();
        let units = match self {
            Self::Epsilon => loss.micro_epsilon,
            Self::Rho => loss.nano_rho,
        };
        i64::try_from(units).unwrap_or(i64::MAX)
    }

    fn amount(self, units: i64) -> String {
        match self {
            Self::Epsilon => format!("{} ε", signed_decimal(units, 6)),
            Self::Rho => format!("{} ρ", signed_decimal(units, 9)),
        }
    }

    /// Returns an amount, and the stated balance of its account after it.
    fn asserted(self, units: i64, sign: &str, stated: i64) -> String {
        format!("{} {sign} {}", self.amount(units), self.amount(stated))
    }
}

/// The changes of one sale in one commodity, in its smallest unit.
#[derive(Debug, PartialEq, Eq)]
struct Change {
    commodity: Commodity,
    /// Rise of the question's loss.
    spent: i64,
    /// Loss of the question after the sale, as the receipt states it.
    stated: i64,
    /// Rise of the loss that the buyer holds.
    rise: i64,
    /// Loss that the buyer holds after the sale.
    held: i64,
}

impl Change {
    /// Returns the changes of a sale between two levels, one for each commodity that the family
    /// charges. `before` is the question's highest level before the sale, `stated` the one that the
    /// receipt states after it.
    fn all_of(
        charge: impl Fn(MicroEpsilon) -> PrivacyLoss,
        (from, to): (MicroEpsilon, MicroEpsilon),
        before: MicroEpsilon,
        stated: MicroEpsilon,
    ) -> Vec<Self> {
        let highest = before.max(to);
        Commodity::all_of(charge(to))
            .map(|commodity| {
                let units = |level| commodity.units(charge(level));
                Self {
                    commodity,
                    spent: units(highest) - units(before),
                    stated: units(stated),
                    rise: units(to) - units(from),
                    held: units(to),
                }
            })
            .collect()
    }
}

/// Returns the account of a population's loss.
fn population_account(population: Salt) -> String {
    format!("epsilon:loss:population {population}")
}

/// Writes one posting of a transaction.
fn posting(text: &mut String, account: &str, amount: &str) {
    let width = 78usize.saturating_sub(account.chars().count());
    let _ = writeln!(text, "    {account}  {amount:>width$}");
}

/// Returns the end of a comment: a colon and the reason. It is empty if the reason is.
fn reason_text(reason: &str) -> String {
    if reason.is_empty() {
        String::new()
    } else {
        format!(": {}", safe(reason))
    }
}

/// Returns a loss as amounts of hledger: `3 ε`, or `3 ε and 0.1 ρ`.
fn amounts(loss: LossPair) -> String {
    let epsilon = format!("{} ε", loss.micro_epsilon);
    if loss.nano_rho.is_zero() {
        epsilon
    } else {
        format!("{epsilon} and {} ρ", loss.nano_rho)
    }
}

fn population_comment(entry: &Signed<PopulationEntry>) -> String {
    let payload = entry.payload();
    let ended = payload.into.map_or_else(String::new, |into| {
        format!(", is merged into population {into}")
    });
    let verb = if payload.into.is_some() {
        "brings a loss of"
    } else {
        "carries"
    };
    format!(
        "\n; ({}) {}: population {} has a cap of {}, {verb} {}{ended}{}\n",
        entry_number(payload.sequence),
        payload.issued_at,
        payload.population,
        amounts(payload.cap()),
        amounts(payload.carried()),
        reason_text(&payload.reason)
    )
}

struct Journal<W> {
    sink: W,
    listings: HashMap<DocumentId, (Digest, Salt)>,
    questions: HashMap<Digest, Question>,
    question_names: Names<Digest>,
    buyers: Names<Kid>,
    /// Carried loss of each population, as far as it is written.
    carried: HashMap<Salt, LossPair>,
    declared: HashSet<String>,
    currencies: HashSet<Currency>,
    /// Whether ρ is declared.
    has_rho: bool,
    last_date: String,
    /// The receipts whose money moved later, as far as their sales are written.
    moved: HashMap<DocumentId, Option<Sale>>,
    /// The money that is not written yet, by its days.
    later: Vec<LaterMoney>,
    transactions: u64,
}

/// A sale, as its transaction says it.
struct Sale {
    number: u64,
    kid: Kid,
    buyer: String,
    title: String,
    currency: Currency,
}

impl<W: Write> Journal<W> {
    fn new(sink: W) -> Self {
        Self {
            sink,
            listings: HashMap::new(),
            questions: HashMap::new(),
            // The account of a carried loss stands beside those of the questions.
            question_names: Names {
                by_key: HashMap::new(),
                used: HashSet::from(["carried".to_owned()]),
            },
            buyers: Names::new(),
            carried: HashMap::new(),
            declared: HashSet::new(),
            currencies: HashSet::new(),
            has_rho: false,
            last_date: String::new(),
            moved: HashMap::new(),
            later: Vec::new(),
            transactions: 0,
        }
    }

    fn write(&mut self, text: &str) -> Result<(), JournalError> {
        self.sink
            .write_all(text.as_bytes())
            .map_err(JournalError::Write)
    }

    /// Declares accounts that were not used before.
    fn declare<'a>(
        &mut self,
        text: &mut String,
        accounts: impl IntoIterator<Item = (&'a str, String)>,
    ) {
        for (account, comment) in accounts {
            if self.declared.insert(account.to_owned()) {
                let mark = if comment.is_empty() { "" } else { "  ; " };
                let _ = writeln!(text, "account {account}{mark}{comment}");
            }
        }
    }

    /// Declares ρ if a loss is its first use. ε is declared in the heading.
    fn declare_rho(&mut self, text: &mut String, loss: PrivacyLoss) {
        if loss.nano_rho > 0 && !self.has_rho {
            self.has_rho = true;
            text.push_str("commodity 1000.000000000 ρ\n");
        }
    }

    fn payee(&mut self, text: &mut String, name: &str) {
        let declaration = format!("payee {name}");
        if !self.declared.contains(&declaration) {
            let _ = writeln!(text, "{declaration}");
            self.declared.insert(declaration);
        }
    }

    /// Returns the date of a transaction that no receipt makes: not before the last one.
    fn date(&mut self, time: Timestamp) -> String {
        let time = time.to_string();
        let date = time.get(..10).unwrap_or_default().to_owned();
        self.last_date = date.max(std::mem::take(&mut self.last_date));
        self.last_date.clone()
    }

    /// Takes note of a listing. The text is what it adds to its population: the loss that this one
    /// carries, and what was sold of the question in another one before.
    fn listing(&mut self, listing: &Signed<Listing>) -> String {
        let payload = listing.payload();
        let (seeds, population) = (payload.seed_commitment, payload.population);
        self.listings.insert(listing.id(), (seeds, population));
        let name = self.question_names.of(seeds, &payload.title).to_owned();
        let above = population_account(population);
        let mut text = String::new();
        let before = self.carried.get(&population).copied().unwrap_or_default();
        let carried = before.max(payload.population_carried());
        if carried != before {
            self.carried.insert(population, carried);
            let account = format!("{above}:carried");
            let date = self.date(payload.issued_at);
            let rise = PrivacyLoss::from(before).rise_to(carried.into());
            self.declare_rho(&mut text, rise);
            self.declare(
                &mut text,
                [
                    (account.as_str(), String::new()),
                    ("epsilon:carried", String::new()),
                ],
            );
            let payee = format!("carried loss of population {population}");
            self.payee(&mut text, &payee);
            let _ = writeln!(text, "\n{date} * {payee}");
            for commodity in Commodity::all_of(rise) {
                let rise = commodity.units(rise);
                let amount = commodity.asserted(rise, "=", commodity.units(carried));
                posting(&mut text, &account, &amount);
                posting(&mut text, "epsilon:carried", &commodity.amount(-rise));
            }
        }
        let question = self.questions.entry(seeds).or_insert_with(|| Question {
            name: name.clone(),
            losses: Vec::new(),
            family: payload.family,
            highest: MicroEpsilon::ZERO,
        });
        if question
            .losses
            .iter()
            .all(|(known, _)| *known != population)
        {
            let account = format!("{above}:{name}");
            let highest = question.family.charge(question.highest);
            question.losses.push((population, account.clone()));
            if highest != PrivacyLoss::ZERO {
                let again = format!("epsilon:counted again:{name}");
                let comment = format!("question: {seeds}");
                let date = self.date(payload.issued_at);
                self.declare(
                    &mut text,
                    [
                        (account.as_str(), comment.clone()),
                        (again.as_str(), comment),
                    ],
                );
                let payee = format!("{name} joins population {population}");
                self.payee(&mut text, &payee);
                let _ = writeln!(text, "\n{date} * {payee}");
                for commodity in Commodity::all_of(highest) {
                    let highest = commodity.units(highest);
                    let amount = commodity.asserted(highest, "=", highest);
                    posting(&mut text, &account, &amount);
                    posting(&mut text, &again, &commodity.amount(-highest));
                }
            }
        }
        if !text.is_empty() {
            text.insert(0, '\n');
        }
        text
    }

    /// Returns a population entry as a comment, followed by transactions for its assumed losses.
    fn population(&mut self, entry: &Signed<PopulationEntry>) -> String {
        let payload = entry.payload();
        let mut text = population_comment(entry);
        for assumed in &payload.assumed {
            let transaction = self.assumed(assumed, payload.issued_at);
            text.push_str(&transaction);
        }
        text
    }

    /// Returns the transaction of an assumed loss, or an empty text unless it raises the loss of a
    /// known question.
    fn assumed(&mut self, assumed: &AssumedLoss, issued_at: Timestamp) -> String {
        let mut text = String::new();
        let Some(question) = self.questions.get_mut(&assumed.question) else {
            return text;
        };
        if assumed.level <= question.highest {
            return text;
        }
        let before = question.family.charge(question.highest);
        let after = question.family.charge(assumed.level);
        question.highest = assumed.level;
        let (name, losses) = (question.name.clone(), question.losses.clone());
        let comment = format!("question: {}", assumed.question);
        let against = format!("epsilon:assumed:{name}");
        let date = self.date(issued_at);
        let accounts = losses.iter().map(|(_, account)| account.as_str());
        let accounts = accounts.chain([against.as_str()]);
        let accounts: Vec<_> = accounts.map(|account| (account, comment.clone())).collect();
        self.declare_rho(&mut text, after);
        self.declare(&mut text, accounts);
        let payee = format!("assumed loss of {name}");
        self.payee(&mut text, &payee);
        if !text.is_empty() {
            text.insert(0, '\n');
        }
        let _ = writeln!(text, "\n{date} * {payee}");
        let places = i64::try_from(losses.len()).unwrap_or(i64::MAX);
        for commodity in Commodity::all_of(after) {
            let stated = commodity.units(after);
            let rise = stated - commodity.units(before);
            for (_, account) in &losses {
                posting(&mut text, account, &commodity.asserted(rise, "=", stated));
            }
            let amount = commodity.amount(-rise.saturating_mul(places));
            posting(&mut text, &against, &amount);
        }
        text
    }

    fn grant(&self, grant: &Signed<Grant>) -> String {
        let payload = grant.payload();
        let question = self.questions.get(&payload.question);
        let name = question.map_or("an unknown question", |question| question.name.as_str());
        format!(
            "\n; ({}) {}: an opening of {name} was granted, population {}; grants so far: {}\n",
            entry_number(payload.sequence),
            payload.issued_at,
            payload.population,
            payload.total_grants
        )
    }

    /// Returns the text of one sale, with the declarations that it is the first to need.
    fn sale(&mut self, order: &Signed<Order>, receipt: &Signed<Receipt>) -> Option<String> {
        let payload = receipt.payload();
        let (seeds, population) = *self.listings.get(&payload.listing)?;
        let question = self.questions.get_mut(&seeds)?;
        let family = question.family;
        let changes = Change::all_of(
            |level| family.charge(level),
            (payload.from, payload.to),
            question.highest,
            payload.question_loss,
        );
        question.highest = question.highest.max(payload.to);
        let title = question.name.clone();
        let losses = question.losses.clone();
        let currency = payload.currency;
        let buyer = self
            .buyers
            .of(payload.buyer, &order.payload().buyer_name)
            .to_owned();
        let [income, owed, shared, held, again] = [
            format!("income:{title}:{buyer}"),
            format!("assets:owed:{buyer}"),
            format!("epsilon:shared:{title}"),
            format!("epsilon:held:{title}:{buyer}"),
            format!("epsilon:counted again:{title}"),
        ];

        let mut text = String::new();
        if self.currencies.insert(currency) {
            let digits = currency.exponent();
            // A format has a decimal mark even where there are no decimals.
            let decimals = "0".repeat(usize::try_from(digits).unwrap_or(0));
            let _ = writeln!(text, "commodity 1000.{decimals} {currency}");
        }
        self.declare_rho(&mut text, family.charge(payload.to));
        self.declare_rho(&mut text, payload.population_loss().into());
        let of_buyer = format!("buyer: {}", payload.buyer);
        let of_question = format!("question: {seeds}");
        let mut accounts = vec![
            (held.as_str(), of_buyer.clone()),
            (shared.as_str(), of_question.clone()),
        ];
        if payload.settlement != Settlement::Free {
            accounts.push((&income, of_buyer.clone()));
        }
        if payload.settlement == Settlement::Credit {
            accounts.push((&owed, of_buyer));
        }
        if losses.len() > 1 {
            accounts.push((&again, of_question.clone()));
        }
        let populations: Vec<String> = losses
            .iter()
            .map(|(population, _)| population_account(*population))
            .collect();
        for ((_, loss), above) in losses.iter().zip(&populations) {
            accounts.push((loss, of_question.clone()));
            accounts.push((above, String::new()));
        }
        self.declare(&mut text, accounts);
        self.payee(&mut text, &buyer);
        if !text.is_empty() {
            text.insert(0, '\n');
        }

        let time = payload.issued_at.to_string();
        let date = time.get(..10)?;
        text.insert_str(0, &self.moved_before(Some(date)));
        date.clone_into(&mut self.last_date);
        let _ = writeln!(
            text,
            "\n{date} * ({}) {buyer} | {title}  ; receipt: {}, time: {time}",
            entry_number(payload.sequence),
            receipt.id()
        );
        if !payload.payment_reference.is_empty() {
            let _ = writeln!(text, "    ; payment: {}", safe(&payload.payment_reference));
        }
        money_postings(&mut text, payload, &income, &owed);

        for change in &changes {
            let amount = change.commodity.asserted(change.spent, "=", change.stated);
            for (_, loss) in &losses {
                posting(&mut text, loss, &amount);
            }
        }
        let account = population_account(population);
        // Without a ρ in the books so far, a balance of 0 ρ needs no assertion.
        let rho = self.has_rho.then_some(Commodity::Rho);
        for commodity in [Commodity::Epsilon].into_iter().chain(rho) {
            let stated = commodity.units(payload.population_loss());
            posting(&mut text, &account, &commodity.asserted(0, "=*", stated));
        }
        let further = i64::try_from(losses.len()).unwrap_or(i64::MAX) - 1;
        for change in &changes {
            let commodity = change.commodity;
            if further > 0 {
                let counted = -change.spent.saturating_mul(further);
                posting(&mut text, &again, &commodity.amount(counted));
            }
            let free = commodity.amount(change.rise - change.spent);
            posting(&mut text, &shared, &free);
            let amount = commodity.asserted(-change.rise, "=", -change.held);
            posting(&mut text, &held, &amount);
        }
        if let Some(sale) = self.moved.get_mut(&receipt.id()) {
            *sale = Some(Sale {
                number: entry_number(payload.sequence),
                kid: payload.buyer,
                buyer,
                title,
                currency,
            });
        }
        self.transactions += 1;
        Some(text)
    }

    /// Returns the text of the money of what was sold so far that moved before a day, or of all.
    fn moved_before(&mut self, day: Option<&str>) -> String {
        let is_due = |money: &LaterMoney| day.is_none_or(|day| *money.on.to_string() < *day);
        let due = self.later.partition_point(is_due);
        let mut text = String::new();
        if due > 0 {
            let rest = self.later.split_off(due);
            for money in std::mem::replace(&mut self.later, rest) {
                match self.movement(&money) {
                    Some(transaction) => text.push_str(&transaction),
                    // It moved before its receipt was signed.
                    None => self.later.insert(0, money),
                }
            }
        }
        text
    }

    /// Returns the text of money that moved after its receipt; none where that is not there.
    fn movement(&mut self, money: &LaterMoney) -> Option<String> {
        let Sale {
            number,
            kid,
            buyer,
            title,
            currency,
        } = self.moved.get(&money.receipt)?.as_ref()?;
        let amount = format!("{} {currency}", currency.format(money.amount));
        let minus = format!("-{amount}");
        let (what, account, signed) = match money.way {
            LaterWay::Came => ("paid", "assets:received:later", [&amount, &minus]),
            LaterWay::TakenBack => (
                "taken back",
                "assets:received:taken back",
                [&minus, &amount],
            ),
        };
        let transaction = format!(
            "\n{} * ({number}) {buyer} | {title}  ; {what}: {}, receipt: {}\n",
            self.last_date.clone().max(money.on.to_string()),
            money.on,
            money.receipt
        );
        let (owed, of_buyer) = (format!("assets:owed:{buyer}"), format!("buyer: {kid}"));
        let mut postings = String::new();
        if !money.reference.is_empty() {
            let _ = writeln!(postings, "    ; payment: {}", safe(&money.reference));
        }
        for (account, amount) in [account, &owed].into_iter().zip(signed) {
            posting(&mut postings, account, amount);
        }
        let mut text = String::new();
        self.declare(
            &mut text,
            [(account, "type: Cash".to_owned()), (&owed, of_buyer)],
        );
        if !text.is_empty() {
            text.insert(0, '\n');
        }
        self.transactions += 1;
        Some(text + &transaction + &postings)
    }
}

/// Writes the money of one sale, with the total received so far as the receipt states it.
fn money_postings(text: &mut String, receipt: &Receipt, income: &str, owed: &str) {
    let currency = receipt.currency;
    let total = receipt
        .total_money
        .iter()
        .find(|(of, _)| *of == currency)
        .map_or_else(String::new, |(_, total)| {
            format!(" = {} {currency}", currency.format(*total))
        });
    let price = currency.format(receipt.price_minor);
    let received = if receipt.settlement == Settlement::Paid {
        price.clone()
    } else {
        currency.format(MinorUnits::ZERO)
    };
    // What is paid is in the total: a receipt without is refused.
    if !total.is_empty() {
        posting(
            text,
            "assets:received",
            &format!("{received} {currency}{total}"),
        );
    }
    if receipt.settlement == Settlement::Credit {
        posting(text, owed, &format!("{price} {currency}"));
    }
    if receipt.settlement != Settlement::Free {
        let sign = if receipt.price_minor.get() == 0 {
            ""
        } else {
            "-"
        };
        posting(text, income, &format!("{sign}{price} {currency}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sale_changes_what_its_family_charges() {
        let level = |text: &str| text.parse::<MicroEpsilon>().unwrap();
        let amounts = |charge: &dyn Fn(MicroEpsilon) -> PrivacyLoss| {
            let levels = (level("0.2"), level("1"));
            let changes = Change::all_of(charge, levels, level("0.5"), level("1"));
            let texts = changes.iter().map(|change| {
                let commodity = change.commodity;
                [
                    commodity.asserted(change.spent, "=", change.stated),
                    commodity.asserted(-change.rise, "=", -change.held),
                ]
            });
            texts.collect::<Vec<_>>()
        };
        let pure = |level| Family::DiscreteLaplace.charge(level);
        assert_eq!(amounts(&pure), [["0.5 ε = 1 ε", "-0.8 ε = -1 ε"]]);
        // No family charges ρ yet.
        let gaussian = |level: MicroEpsilon| PrivacyLoss {
            micro_epsilon: 0,
            nano_rho: level.get() * 10,
        };
        assert_eq!(
            amounts(&gaussian),
            [["0.005 ρ = 0.01 ρ", "-0.008 ρ = -0.01 ρ"]]
        );
    }
}
