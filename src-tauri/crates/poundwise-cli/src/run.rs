//! The program, from its arguments to the exit code.

use std::env;
use std::process::ExitCode;

use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory, FromArgMatches};
use clap_complete::CompleteEnv;
use poundwise_documents::kinds::Settlement;
use poundwise_market::error::{leave_out_german, sentence};
use poundwise_market::view::FitRequest;
use poundwise_market::view::MarketQuery;
use poundwise_market::{Error, ErrorCode, Payment, Result, check_new};
use poundwise_words::Text;

use crate::args::{
    Arguments, Command, Format, HomeCommand, Inbox, Market, OrderCommand, Switch, shield,
};
use crate::commands::{
    audit, batch, block, buy, contact, dataset, demo, engine, export, figures, history, home,
    invoices, listing, mail, member, noise, pages, payments, population, ranges, rule, sell,
};
use crate::language;
use crate::messages::CommandMessage;
use crate::opening::{Outcome, open};
use crate::output::{Output, complain, hold_notes, print_notes};
use crate::schema;
use crate::working::STOPPED;

/// Runs the program.
pub(crate) fn run() -> ExitCode {
    // A shell that completes a line: answered, and no command is run.
    CompleteEnv::with_factory(Arguments::command).complete();
    let (arguments, command) = match parse() {
        Ok(parsed) => parsed,
        Err(error) => {
            if let Some(language) = language::of_arguments(env::args_os().skip(1)) {
                language::choose(language);
            }
            return misused(&error);
        }
    };
    if let Some(language) = arguments.global.language() {
        language::choose(language);
    }
    let json = arguments.global.json;
    if json {
        leave_out_german();
        hold_notes();
    }
    let done = dispatch(arguments, command);
    if done.is_ok() {
        print_notes();
    }
    match done {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Wrong) => ExitCode::from(1),
        Err(error) => {
            complain(&error, json);
            ExitCode::from(match error.code() {
                ErrorCode::Stopped => STOPPED,
                _ => error.exit_code(),
            })
        }
    }
}

/// Returns the parsed command, with its full name.
fn parse() -> clap::error::Result<(Arguments, String)> {
    let mut grammar = Arguments::command();
    let matches = grammar.try_get_matches_from_mut(env::args_os().map(shield))?;
    let arguments =
        Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut grammar))?;
    let mut names = Vec::new();
    let mut level = &matches;
    while let Some((name, below)) = level.subcommand() {
        names.push(name);
        level = below;
    }
    Ok((arguments, names.join(" ")))
}

/// Answers wrong usage, or a wish for help, which is an answer and no error.
fn misused(error: &clap::Error) -> ExitCode {
    let json = env::args_os().any(|argument| argument == "--json");
    if let Some(wrong) = wrong_value(error) {
        complain(&wrong, json);
        return ExitCode::from(wrong.exit_code());
    }
    let asked = matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    );
    if json && !asked {
        // clap's own text: what is wrong, then usage and tips, each a paragraph.
        let text = error.render().to_string();
        let mut paragraphs = text
            .split("\n\n")
            .map(str::trim)
            .filter(|paragraph| !paragraph.is_empty());
        let message = paragraphs
            .next()
            .unwrap_or("wrong usage")
            .trim_start_matches("error: ")
            .to_owned();
        let wrong = paragraphs.fold(
            Error::usage(ErrorCode::Usage, Text::verbatim(sentence(message))),
            |error, paragraph| error.hint(Text::verbatim(paragraph)),
        );
        complain(&wrong, true);
    } else {
        // Help that nobody reads any more is no failure.
        let _ = error.print();
    }
    ExitCode::from(if asked { 0 } else { 2 })
}

/// Returns a value that its option does not take, in the words of its parser with the option before
/// them.
fn wrong_value(error: &clap::Error) -> Option<Error> {
    let why = std::error::Error::source(error)?.downcast_ref::<Error>()?;
    Some(match error.get(ContextKind::InvalidArg) {
        Some(argument) => why.clone().about(Text::verbatim(argument)),
        None => why.clone(),
    })
}

fn dispatch(arguments: Arguments, name: String) -> Result<Outcome> {
    let Arguments { global, command } = arguments;
    let mut out = Output::new(global.json, name, schema::foresees);
    let out = &mut out;
    let page_language = global.language().unwrap_or_default();
    match command {
        Command::Demo { keep } => demo::demo(out, keep),
        Command::Init { name } => home::init(out, &global, &name),
        Command::Whoami => home::whoami(out, &open(&global)?),
        Command::Home(HomeCommand::Check) => home::check(out, &open(&global)?),
        Command::Home(HomeCommand::ChangePassphrase) => home::change_passphrase(out, &global),
        Command::Home(HomeCommand::ChangeRecoveryKey { yes }) => {
            home::change_recovery_key(out, &global, yes)
        }
        Command::Home(HomeCommand::Show) => history::show(out, &open(&global)?),
        Command::Home(HomeCommand::Confirm {
            code,
            without_code,
            yes,
        }) => {
            let home = open(&global)?;
            if without_code {
                history::confirm_without_code(out, &home, yes)
            } else {
                history::confirm(out, &home, code)
            }
        }
        Command::Home(HomeCommand::CatchUp { with }) => {
            history::catch_up(out, &open(&global)?, &with)
        }
        Command::Home(HomeCommand::Availability { choice }) => {
            history::availability(out, &open(&global)?, choice == Switch::On)
        }
        Command::Home(HomeCommand::GiveUp { file, yes, replace }) => {
            check_new(&file, replace)?;
            history::give_up(out, &open(&global)?, &file, yes)
        }
        Command::Population(command) => population::run(out, &global, command),
        Command::Dataset(command) => dataset::run(out, &global, command),
        Command::Engine(command) => engine::run(out, command),
        Command::Listing(command) => listing::run(out, &global, command),
        Command::Market(Market::List {
            search,
            seller,
            kind,
            max_price,
            sort,
            reverse,
        }) => {
            let query = MarketQuery {
                search,
                seller,
                kind,
                max_price,
                sort: sort.into(),
                reverse,
            };
            buy::market(out, &open(&global)?, &query)
        }
        Command::Market(Market::Compare {
            first,
            second,
            third,
            fourth,
        }) => {
            let listings = [Some(first), Some(second), third, fourth];
            let listings: Vec<_> = listings.into_iter().flatten().collect();
            buy::compare(out, &open(&global)?, &listings)
        }
        Command::Market(Market::Show { listing }) => {
            listing::show_offer(out, &open(&global)?, &listing)
        }
        Command::Market(Market::Set { url, anyway }) => {
            home::set_market(out, &mut open(&global)?, &url, anyway)
        }
        Command::Market(Market::Invite {
            file,
            name,
            key_id,
            read_url,
            replace,
        }) => {
            let asked = member::Invitation {
                file,
                replace,
                name,
                key_id,
                read_url,
            };
            member::invite(out, &global, asked)
        }
        Command::Market(Market::Join { file, anyway }) => member::join(out, &global, &file, anyway),
        Command::Market(Market::Test { file }) => member::test(out, &global, file.as_deref()),
        Command::Quote {
            listing,
            to,
            accuracy,
            of,
        } => {
            let wanted = match (to, accuracy) {
                (Some(to), _) => buy::Wanted::Level(to),
                (None, Some(half_width)) => buy::Wanted::Accuracy { half_width, of },
                (None, None) => return Err(incomplete("quote LISTING --to EPS")),
            };
            buy::quote(out, &open(&global)?, &listing, &wanted)
        }
        Command::Order {
            command: Some(command),
            ..
        } => match command {
            OrderCommand::List => buy::orders(out, &open(&global)?),
            OrderCommand::Show { order } => buy::show_order(out, &open(&global)?, &order),
            OrderCommand::Cancel { order } => buy::cancel(out, &open(&global)?, &order),
        },
        Command::Order {
            listing,
            to,
            days,
            anyway,
            ..
        } => {
            let (Some(listing), Some(to)) = (listing, to) else {
                return Err(incomplete("order LISTING --to EPS"));
            };
            buy::order(out, &open(&global)?, &listing, to, days, anyway)
        }
        Command::Inbox(Inbox::List { answered: false }) => sell::inbox(out, &open(&global)?),
        Command::Inbox(Inbox::List { answered: true }) => sell::answered(out, &open(&global)?),
        Command::Inbox(Inbox::Show { order }) => sell::show_order(out, &open(&global)?, &order),
        Command::Block(command) => block::run(out, &open(&global)?, &command),
        Command::Contact(command) => contact::run(out, &open(&global)?, command),
        Command::Rule(command) => rule::run(out, &global, command),
        Command::Approve {
            order,
            payment,
            settlement,
        } => {
            let payment = Payment::told(settlement.map(Settlement::from), payment);
            sell::approve(out, &open(&global)?, &order, payment)
        }
        Command::Decline { order, reason } => sell::decline(out, &open(&global)?, &order, &reason),
        Command::Discard { order } => sell::discard(out, &open(&global)?, &order),
        Command::Deliver => sell::deliver(out, &open(&global)?),
        Command::Collect => buy::collect(out, &open(&global)?),
        Command::Save(command) => {
            let (what, file) = command.asked();
            // Refused before a passphrase is asked for.
            let file = file.path()?;
            mail::save(out, &open(&global)?, what, file)
        }
        Command::Receive { files } => mail::receive(out, &open(&global)?, &files),
        Command::Range {
            listing,
            ranges,
            of,
        } => ranges::range(out, &open(&global)?, listing, ranges, of),
        Command::Quantile {
            listing,
            shares,
            of,
        } => ranges::quantile(out, &open(&global)?, listing, shares, of),
        Command::Groups {
            listing,
            merge,
            options,
        } => figures::groups(out, &open(&global)?, listing, &merge, &options),
        Command::Correlations {
            listing,
            group,
            options,
        } => figures::correlations(out, &open(&global)?, listing, &group, &options),
        Command::Fit {
            listing,
            response,
            predictors,
            factor,
            without_other,
            options,
        } => {
            let request = FitRequest {
                response,
                predictors,
                factors: factor,
                without_other,
            };
            figures::fit(out, &open(&global)?, listing, &request, &options)
        }
        Command::Holding(command) => buy::holding(out, &open(&global)?, command),
        Command::Export {
            listing,
            format,
            file,
            csv,
            lattice,
            ranges,
            snippet,
        } => {
            if let Some(lattice) = &lattice {
                check_new(lattice, file.replace)?;
            }
            let file = file.path()?;
            match format.of_table() {
                Some(format) => {
                    let asked = export::Asked {
                        format,
                        csv: csv.form(),
                        file,
                        lattice,
                        ranges,
                        snippet,
                    };
                    export::table(out, &global, &listing, asked)
                }
                None if lattice.is_some() || ranges.is_some() || snippet.is_some() => {
                    Err(export::of_a_table())
                }
                None => export::words(
                    out,
                    &global,
                    &listing,
                    format == Format::Citation,
                    file.as_deref(),
                ),
            }
        }
        Command::Receipt(command) => sell::receipt(out, &open(&global)?, &command),
        Command::Invoice(command) => {
            invoices::run(out, &open(&global)?, command, global.language())
        }
        Command::Payments(command) => payments::run(out, &open(&global)?, command),
        Command::Bank(command) => payments::bank(out, &global, command),
        Command::Codebook(command) => batch::codebook(out, &global, command),
        Command::Books => sell::books(out, &open(&global)?),
        Command::Ledger(command) => sell::ledger(out, &open(&global)?, command),
        Command::Tighten { listing, to, file } => {
            let file = file.path()?;
            buy::tighten(out, &open(&global)?, &listing, to, file)
        }
        Command::Noise(command) => noise::run(out, command),
        Command::Alarm(command) => buy::alarm(out, &open(&global)?, &command),
        Command::Audit {
            files,
            market_file,
            report,
        } => {
            let report = report.path()?.map(|file| (file, page_language));
            audit::audit(out, files, market_file.as_deref(), report)
        }
        Command::Grant {
            what,
            to,
            file,
            yes,
        } => sell::grant(out, &global, &what, &to, file.path()?, yes),
        Command::Replay {
            opening,
            files,
            report,
        } => {
            let report = report.path()?.map(|file| (file, page_language));
            audit::replay(out, &global, &opening, &files, report)
        }
        Command::Schema { command } => schema::print(out, &command),
        Command::Completions { shell } => pages::completions(out, shell),
        Command::Manual { folder } => pages::manual(out, &folder),
    }
}

/// Returns the error of a missing argument, which the grammar does not let through.
fn incomplete(form: &str) -> Error {
    Error::usage(ErrorCode::Usage, CommandMessage::ArgumentMissing)
        .hint(Text::verbatim(format_args!("poundwise {form}")))
}
