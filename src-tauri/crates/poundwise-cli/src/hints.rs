//! The command line's words for what to do about an error.

use poundwise_market::hint::{Act, Field, Hint, without_stop};
use poundwise_words::Language;

use crate::shell::quoted;

/// Returns the hint with the command or the option that does it.
pub(crate) fn words(language: Language, hint: &Hint) -> String {
    match hint {
        Hint::Query(_) | Hint::Words(_) => language.write(hint).to_string(),
        Hint::Act { words, act } => {
            let words = without_stop(language, words);
            format!("{words}: `poundwise {}`.", command(act))
        }
        Hint::State {
            words,
            field,
            example,
        } => {
            let (option, value) = option(*field);
            let words = without_stop(language, words);
            let example = example
                .as_ref()
                .map(|text| word(&language.write(text).to_string()));
            match example.as_deref().or(value) {
                Some(value) => format!("{words}: `--{option} {value}`."),
                None => format!("{words}: `--{option}`."),
            }
        }
    }
}

/// Returns an example as one word of a shell. Examples of several words can have the quotes of their
/// language.
fn word(example: &str) -> String {
    let inner = example.strip_prefix(['\'', '“', '„']);
    let inner = inner.and_then(|rest| rest.strip_suffix(['\'', '”', '“']));
    quoted(inner.unwrap_or(example))
}

/// Returns whether the German text of a hint writes a decimal with a comma, which no argument has.
pub(crate) fn has_decimal_comma(hint: &Hint) -> bool {
    let has = |language: Language, sign: u8| {
        let text = language.write(hint).to_string();
        text.as_bytes()
            .windows(3)
            .any(|three| three[1] == sign && three[0].is_ascii_digit() && three[2].is_ascii_digit())
    };
    has(Language::German, b',') && has(Language::English, b'.')
}

/// Returns the command that does an act, with what it needs in capitals.
fn command(act: &Act) -> String {
    match act {
        Act::AddContact => "contact add KEY --name NAME",
        Act::AddRule => "rule add",
        Act::BankColumns => "bank columns FILE",
        Act::CancelOrder => "order cancel ORDER",
        Act::CatchUp => "home catch-up",
        Act::CheckHome => "home check",
        Act::Collect => "collect",
        Act::ConfirmHome => "home confirm CODE",
        Act::CreatePopulation => "population create NAME --cap EPS",
        Act::CreditInvoice => "invoice credit NUMBER --reason TEXT",
        Act::Deliver => "deliver",
        Act::DismissAlarm(number) => {
            return format!("alarm dismiss {number} --trust DOCUMENT --reason TEXT");
        }
        Act::EditContact(key) => return format!("contact edit {key} --name NAME --note TEXT"),
        Act::ExportBundle => "holding export RECEIPT -o FILE",
        Act::GiveUp => "home give-up FILE --yes",
        Act::Grant(recipient) => {
            return format!("grant LISTING --to {recipient} --yes -o FILE");
        }
        Act::ImportCodebook => "codebook import NAME FILE",
        Act::ImportDataset => "dataset import FILE",
        Act::Init => "init --name NAME",
        Act::JoinMarket => "market join FILE",
        Act::ListAlarms => "alarm list",
        Act::ListAnswered => "inbox list --answered",
        Act::ListBanks => "bank list",
        Act::ListBlocked => "block list",
        Act::ListBookings => "payments list",
        Act::ListCodebooks => "codebook list",
        Act::ListContacts => "contact list",
        Act::ListDatasets => "dataset list",
        Act::ListHoldings => "holding list",
        Act::ListInbox => "inbox list",
        Act::ListInvoices => "invoice list",
        Act::ListListings => "listing list",
        Act::ListMarket => "market list",
        Act::ListOrders => "order list",
        Act::ListPopulations => "population list",
        Act::ListReceipts => "receipt list",
        Act::ListRules => "rule list --all",
        Act::NumberInvoices => "invoice set-next NUMBER",
        Act::ProposeListings => "listing propose DATASET",
        Act::RecordPayment => "receipt paid RECEIPT",
        Act::RelinkDataset => "dataset relink NAME --uri-file FILE",
        Act::RemoveRule(number) => return format!("rule remove {number}"),
        Act::Reprice => "listing reprice LISTING",
        Act::SealDataset(name) => return format!("dataset seal {}", quoted(name)),
        Act::SetBank => "bank set NAME",
        Act::SetUpInvoices => "invoice setup",
        Act::ShowAlarm(number) => return format!("alarm show {number}"),
        Act::ShowBooking(number) => return format!("payments show {number}"),
        Act::ShowListing(id) => return format!("listing show {id}"),
        Act::ShowOffer(id) => return format!("market show {id}"),
        Act::ShowKeys => "whoami",
        Act::ShowReceipt => "receipt show RECEIPT",
        Act::TestDatabase => "engine test --engine ENGINE --uri-file FILE",
        Act::TestMarket => "market test",
    }
    .to_owned()
}

/// Returns the option of a field, and what stands for its value if it takes one.
fn option(field: Field) -> (&'static str, Option<&'static str>) {
    match field {
        Field::AcceptOverCap => ("accept-over-cap", None),
        Field::Anyone => ("anyone", None),
        Field::Anyway => ("anyway", None),
        Field::Bank => ("bank", Some("NAME")),
        Field::Bounds => ("bounds", Some("LO..HI")),
        Field::Cap => ("cap", Some("EPS")),
        Field::ClockIsRight => ("clock-is-right", None),
        Field::Count => ("count", Some("N")),
        Field::Currency => ("currency", Some("CODE")),
        Field::Decimal => ("decimal", Some("comma|point")),
        Field::EachRowDiffers => ("each-row-differs", None),
        Field::First => ("first", Some("N")),
        Field::For => ("for", Some("CONTACT")),
        Field::Listing => ("listing", Some("ID")),
        Field::Name => ("name", Some("NAME")),
        Field::NewPeople => ("new-people", None),
        Field::Payment => ("payment", Some("TEXT")),
        Field::PersonColumn => ("person-column", Some("NAME")),
        Field::Population => ("population", Some("NAME")),
        Field::Price => ("price", Some("EPS:AMOUNT[,EPS:AMOUNT...]")),
        Field::Quantity => ("of", Some("NAME")),
        Field::Reason => ("reason", Some("TEXT")),
        Field::Replace => ("replace", None),
        Field::RowsKnownElsewhere => ("rows-known-elsewhere", None),
        Field::RowsPerPerson => ("rows-per-person", Some("K")),
        Field::Seed => ("seed", Some("HEX")),
        Field::Settlement => ("settlement", Some("paid|credit|free")),
        Field::Title => ("title", Some("TEXT")),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use strum::IntoEnumIterator;

    use super::*;
    use poundwise_words::Text;

    use crate::args::Arguments;
    use crate::messages::{HomeMessage, ValueMessage};

    /// What clap requires of a command, and what the hint gives it.
    #[test]
    fn every_act_is_a_command_with_all_that_it_requires() {
        for act in Act::iter() {
            let text = command(&act);
            let root = Arguments::command();
            let mut at = &root;
            let mut rest = text.split(' ').peekable();
            while let Some(next) = rest.peek().and_then(|word| at.find_subcommand(word)) {
                at = next;
                rest.next();
            }
            assert!(!at.has_subcommands(), "{text}");
            let (mut given, mut positional) = (Vec::new(), 0);
            while let Some(word) = rest.next() {
                let option = at.get_arguments().find(|arg| {
                    word.strip_prefix("--")
                        .is_some_and(|long| arg.get_long() == Some(long))
                        || word == "-o" && arg.get_short() == Some('o')
                });
                match option {
                    Some(arg) => {
                        given.push(arg.get_id().clone());
                        if arg.get_action().takes_values() {
                            assert!(rest.next().is_some(), "{text}");
                        }
                    }
                    None => {
                        assert!(!word.starts_with('-'), "{text}");
                        positional += 1;
                        let arg = at.get_positionals().nth(positional - 1);
                        given.push(arg.unwrap_or_else(|| panic!("{text}")).get_id().clone());
                    }
                }
            }
            for arg in at.get_arguments().filter(|arg| arg.is_required_set()) {
                let left_to_look_up = matches!(
                    act,
                    Act::AddRule | Act::Reprice | Act::SetBank | Act::SetUpInvoices
                );
                assert!(
                    left_to_look_up || given.contains(arg.get_id()),
                    "{text}: {}",
                    arg.get_id()
                );
            }
        }
    }

    #[test]
    fn every_field_is_an_option_that_takes_a_value_or_none() {
        fn holds(command: &clap::Command, option: &str, value: bool) -> bool {
            command.get_arguments().any(|arg| {
                arg.get_long() == Some(option) && arg.get_action().takes_values() == value
            }) || command
                .get_subcommands()
                .any(|sub| holds(sub, option, value))
        }
        for field in Field::iter() {
            let (option, value) = option(field);
            assert!(
                holds(&Arguments::command(), option, value.is_some()),
                "{option}"
            );
        }
    }

    #[test]
    fn a_name_is_one_word_of_the_shell() {
        let seal = Act::SealDataset("it's 1".to_owned()).to(Text::verbatim("Seal the dataset."));
        assert_eq!(
            words(Language::English, &seal),
            r"Seal the dataset: `poundwise dataset seal 'it'\''s 1'`."
        );
        let cap = Field::Cap.to(Text::verbatim("State a cap."));
        let cap = cap.such_as(Text::verbatim("8"));
        assert_eq!(words(Language::English, &cap), "State a cap: `--cap 8`.");
        assert_eq!(cap.to_string(), "State a cap, such as 8.");
        for example in [
            "“second year”",
            "„second year“",
            "'second year'",
            "second year",
        ] {
            let reason = Field::Reason.to(Text::verbatim("State a reason."));
            let reason = reason.such_as(Text::verbatim(example));
            let shown = words(Language::English, &reason);
            assert_eq!(shown, "State a reason: `--reason 'second year'`.");
        }
    }

    #[test]
    fn german_decimal_with_a_comma_is_found() {
        let decimal: Hint = HomeMessage::TryAgain.into();
        assert!(!has_decimal_comma(&decimal));
        let list: Hint = ValueMessage::WriteEdges.into();
        assert!(!has_decimal_comma(&list));
        let error = poundwise_market::bands("low", "1", "1").unwrap_err();
        assert!(has_decimal_comma(&error.hints()[0]), "{error}");
    }
}
