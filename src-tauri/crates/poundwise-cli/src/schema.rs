//! The JSON Schema of what `--json` prints: one table of the commands and their answers.
//!
//! [`Output::answer`](crate::output::Output::answer) takes nothing that has no schema, and what the
//! table does not foresee stops a debug build.

use std::any::type_name;

use poundwise_market::view::{
    AlarmView, AnswerRow, AvailabilityView, BankRemoval, BankView, BatchPreview, BlockedKey,
    Blocking, BookingView, BookingsApproved, BooksView, BudgetPlan, CapGuess, CapPreview, CaughtUp,
    CodebookView, Collected, ContactView, ContributingRows, CopyView, CorrelationsView, CsvHead,
    CsvPreview, DatabaseView, DatasetView, Delivered, DraftPreview, EngineView, Exported,
    FiguresExported, FitView, Granted, GroupsView, HoldingView, HomeChecked, HomeView, InboxItem,
    InvoiceNumbers, InvoiceView, Invoicing, LinkPreview, ListingStatement, ListingView,
    ListingsMade, ListingsProposed, LogStanding, LossesWritten, MarketChange, MarketOffer,
    MergePreview, OrderView, PopulationView, PromiseView, Quote, RangesView, ReceiptView,
    ReceivedMail, ReleaseExported, RepricePreview, RuleView, RuleWorst, SealPreview, SeenValues,
    StatementImported, StatementPreview,
};
use poundwise_market::{AuditReport, Error, ErrorCode, MarketTestView, Result};
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};

use crate::commands::block::Unblocked;
use crate::commands::demo::Told;
use crate::commands::home::Created;
use crate::commands::invoices::InvoiceDetails;
use crate::commands::member::{Invited, Joined};
use crate::commands::pages::Completions;
use crate::commands::rule::Swept;
use crate::commands::sell::Answered;
use crate::messages::CommandMessage;
use crate::opening::Outcome;
use crate::output::{Failure, Output};

/// Version of the answers' form: raised with each field that comes, goes or changes its meaning.
const VERSION: u32 = 1;

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Answers that one command may give: one of these.
struct Answers {
    command: &'static str,
    kinds: &'static [Kind],
}

struct Kind {
    name: fn() -> &'static str,
    schema: fn(&mut SchemaGenerator) -> Schema,
}

macro_rules! answers {
    ($($command:literal: $($kind:ty)|+,)+) => {
        &[$(Answers {
            command: $command,
            kinds: &[$(Kind {
                name: type_name::<$kind>,
                schema: SchemaGenerator::subschema_for::<$kind>,
            }),+],
        },)+]
    };
}

const ANSWERS: &[Answers] = answers! {
    "demo": Told<'static>,
    "init": Created<'static>,
    "whoami": HomeView,
    "home show": LogStanding,
    "home confirm": CaughtUp,
    "home check": HomeChecked,
    "home change-passphrase": HomeView,
    "home change-recovery-key": Created<'static>,
    "home catch-up": CaughtUp,
    "home availability": AvailabilityView,
    "home give-up": LossesWritten,
    "population create": PopulationView,
    "population list": Vec<PopulationView>,
    "population show": PopulationView,
    "population cap": PopulationView | CapPreview,
    "population guess": Vec<CapGuess>,
    "population plan": BudgetPlan,
    "population promise": PromiseView,
    "population merge": PopulationView | MergePreview,
    "dataset preview": CsvPreview,
    "dataset values": SeenValues,
    "dataset contributions": ContributingRows,
    "dataset import": DatasetView,
    "dataset link": DatasetView,
    "dataset relink": DatasetView,
    "dataset list": Vec<DatasetView>,
    "dataset show": DatasetView,
    "dataset remove": DatasetView,
    "dataset seal": DatasetView | SealPreview,
    "engine list": Vec<EngineView>,
    "engine test": DatabaseView | LinkPreview,
    "listing create": ListingView | DraftPreview,
    "listing duplicate": ListingView | DraftPreview,
    "listing propose": ListingsProposed | Exported,
    "listing create-all": ListingsMade | BatchPreview,
    "listing list": Vec<ListingView>,
    "listing show": ListingView,
    "listing statement": ListingStatement,
    "listing withdraw": ListingView,
    "listing seal": ListingView,
    "listing reprice": ListingView | RepricePreview,
    "codebook import": CodebookView,
    "codebook list": Vec<CodebookView>,
    "codebook show": CodebookView,
    "codebook export": Exported,
    "codebook remove": CodebookView,
    "market list": Vec<MarketOffer>,
    "market compare": Vec<MarketOffer>,
    "market show": MarketOffer,
    "market set": MarketChange,
    "market invite": Invited,
    "market join": Joined,
    "market test": MarketTestView,
    "quote": Quote,
    "order": OrderView,
    "order list": Vec<OrderView>,
    "order show": OrderView,
    "order cancel": OrderView,
    "inbox list": Vec<InboxItem> | Vec<OrderView>,
    "inbox show": InboxItem | Answered<'static>,
    "contact add": ContactView,
    "contact edit": ContactView,
    "contact list": Vec<ContactView>,
    "contact show": ContactView,
    "contact remove": ContactView,
    "rule add": RuleView | RuleWorst,
    "rule list": Vec<RuleView>,
    "rule show": RuleView,
    "rule apply": Swept<'static>,
    "rule pause": RuleView,
    "rule resume": RuleView,
    "rule remove": RuleView,
    "block add": Blocking,
    "block list": Vec<BlockedKey>,
    "block show": BlockedKey,
    "block remove": Unblocked,
    "approve": ReceiptView,
    "decline": OrderView,
    "discard": OrderView,
    "deliver": Delivered,
    "collect": Collected,
    "save listing": Exported,
    "save order": Exported,
    "save delivery": Exported,
    "receive": Vec<ReceivedMail>,
    "alarm list": Vec<AlarmView>,
    "alarm show": AlarmView,
    "alarm dismiss": AlarmView,
    "holding list": Vec<HoldingView>,
    "holding show": HoldingView,
    "holding export": Exported,
    "range": RangesView,
    "quantile": RangesView,
    "groups": GroupsView | FiguresExported,
    "correlations": CorrelationsView | FiguresExported,
    "fit": FitView | FiguresExported,
    "export": Exported | ReleaseExported | Vec<AnswerRow<'static>>,
    "tighten": CopyView,
    "receipt list": Vec<ReceiptView>,
    "receipt show": ReceiptView,
    "receipt export": Exported,
    "receipt paid": ReceiptView,
    "receipt unpaid": ReceiptView,
    "invoice setup": Invoicing,
    "invoice details": InvoiceDetails,
    "invoice set-next": InvoiceNumbers,
    "invoice list": Vec<InvoiceView>,
    "invoice show": InvoiceView,
    "invoice issue": InvoiceView,
    "invoice credit": InvoiceView,
    "invoice export": Exported,
    "payments import": StatementImported,
    "payments list": Vec<BookingView>,
    "payments show": BookingView,
    "payments approve": BookingsApproved,
    "payments deliver-anyway": ReceiptView,
    "payments set-aside": BookingView,
    "payments restore": BookingView,
    "payments refunded": BookingView,
    "bank columns": CsvHead,
    "bank set": BankView,
    "bank preview": StatementPreview,
    "bank list": Vec<BankView>,
    "bank show": BankView,
    "bank remove": BankRemoval,
    "books": BooksView,
    "ledger export": Exported,
    "audit": AuditReport,
    "grant": Granted,
    "replay": AuditReport,
    "noise sample": Exported | Noise,
    "schema": Schema,
    "completions": Completions,
    "manual": Vec<Exported>,
};

/// A path's integers, as `noise sample` writes them piece by piece.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "it says what is written elsewhere")]
struct Noise {
    /// The layout of the words by which they are found again.
    path_layout: String,
    sensitivity: u64,
    /// The level at which the path begins.
    top: u64,
    /// The levels, one a column.
    levels: Vec<u64>,
    /// The first coordinate.
    first: u64,
    /// Number of coordinates.
    count: u64,
    /// One row a coordinate.
    noise: Vec<Vec<i64>>,
}

/// Returns whether the table says that a command may answer with a value of the type of this name.
pub(crate) fn foresees(command: &str, answer: &str) -> bool {
    of(command).is_some_and(|one| one.kinds.iter().any(|kind| (kind.name)() == answer))
}

/// Prints the schema of all commands, or of the one named.
pub(crate) fn print(out: &mut Output, words: &[String]) -> Result<Outcome> {
    let schema = if words.is_empty() {
        whole()
    } else {
        let command = words.join(" ");
        single(of(&command).ok_or_else(|| {
            Error::usage(
                ErrorCode::Usage,
                CommandMessage::NoAnswerOf {
                    command: command.clone(),
                },
            )
            .hint(CommandMessage::SeeCommands)
        })?)
    };
    out.document(&schema)?;
    Ok(Outcome::Done)
}

fn of(command: &str) -> Option<&'static Answers> {
    ANSWERS.iter().find(|one| one.command == command)
}

/// Returns all answers by their commands, among the types that they name.
fn whole() -> Schema {
    let mut generator = generator();
    let mut answers: Map<String, Value> = ANSWERS
        .iter()
        .map(|one| (one.command.to_owned(), answer(one, &mut generator).into()))
        .collect();
    let failure = generator.subschema_for::<Failure>();
    answers.insert("error".to_owned(), failure.into());
    let mut types = generator.take_definitions(true);
    types.append(&mut answers);
    closed(json_schema!({
        "$schema": DIALECT,
        "$id": format!("urn:poundwise:json:{VERSION}"),
        "title": format!("What poundwise --json prints, version {VERSION}"),
        "description": "In $defs: the answer of each command by the command's name, `error` for \
            what stderr has where a command fails, and the types that they are made of.",
        "$defs": types,
    }))
}

/// Returns the answer of one command.
fn single(one: &Answers) -> Schema {
    let mut generator = generator();
    let mut schema = answer(one, &mut generator);
    schema.insert("$schema".to_owned(), DIALECT.into());
    let id = one.command.replace(' ', "-");
    schema.insert(
        "$id".to_owned(),
        format!("urn:poundwise:json:{VERSION}:{id}").into(),
    );
    schema.insert(
        "title".to_owned(),
        format!(
            "What poundwise --json {} prints, version {VERSION}",
            one.command
        )
        .into(),
    );
    schema.insert("$defs".to_owned(), generator.take_definitions(true).into());
    closed(schema)
}

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
}

fn answer(one: &Answers, generator: &mut SchemaGenerator) -> Schema {
    let mut kinds = one.kinds.iter().map(|kind| (kind.schema)(generator));
    match (kinds.next(), kinds.len()) {
        (Some(only), 0) => only,
        (first, _) => json_schema!({ "anyOf": first.into_iter().chain(kinds).collect::<Vec<_>>() }),
    }
}

/// Checks that nothing is printed that the schema does not know.
fn closed(mut schema: Schema) -> Schema {
    struct Closed;
    impl Transform for Closed {
        fn transform(&mut self, schema: &mut Schema) {
            transform_subschemas(self, schema);
            if schema.get("properties").is_some() && schema.get("additionalProperties").is_none() {
                schema.insert("additionalProperties".to_owned(), false.into());
            }
        }
    }
    Closed.transform(&mut schema);
    schema
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::{Command, CommandFactory};

    use super::*;
    use crate::args::Arguments;

    /// Collects the commands that do something, by their full names.
    fn leaves(command: &Command, above: &str, found: &mut BTreeSet<String>) {
        let name = format!("{above} {}", command.get_name());
        let mut below = command.get_subcommands().peekable();
        if below.peek().is_none() || command.is_args_conflicts_with_subcommands_set() {
            found.insert(name.trim().to_owned());
        }
        below.for_each(|one| leaves(one, &name, found));
    }

    #[test]
    fn every_command_of_the_grammar_has_an_answer() {
        let mut found = BTreeSet::new();
        for command in Arguments::command().get_subcommands() {
            leaves(command, "", &mut found);
        }
        let known: BTreeSet<String> = ANSWERS.iter().map(|one| one.command.to_owned()).collect();
        assert_eq!(found, known);
        assert_eq!(known.len(), ANSWERS.len());
    }

    #[test]
    fn an_answer_that_the_table_does_not_name_is_not_foreseen() {
        assert!(foresees("inbox list", type_name::<Vec<OrderView>>()));
        assert!(foresees("rule apply", type_name::<Swept<'_>>()));
        assert!(!foresees("inbox list", type_name::<OrderView>()));
        assert!(!foresees("no command", type_name::<HomeView>()));
    }
}
