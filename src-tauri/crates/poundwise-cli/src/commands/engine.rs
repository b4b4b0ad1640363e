//! `engine list` and `engine test`.

use poundwise_market::view::{DatabaseView, EngineView, LinkPreview};
use poundwise_market::{Result, engines, explore_database, preview_link};

use crate::args::Engine;
use crate::commands::shown::problem;
use crate::format;
use crate::language::{line, say};
use crate::messages::{Label, NoteMessage, Sentence, Word};
use crate::opening::Outcome;
use crate::output::{Output, note};
use crate::table::{fields, table};
use crate::working::working;

pub(crate) fn run(out: &mut Output, command: Engine) -> Result<Outcome> {
    match command {
        Engine::List => {
            let engines = engines();
            out.answer(&engines, || rows(&engines))?;
        }
        Engine::Test {
            database,
            table: None,
        } => {
            let source = database.source()?;
            let database = working(|work| explore_database(&source, work))?;
            if !database.confined {
                note(NoteMessage::PartlyConfined);
            }
            out.answer(&database, || reached(&database))?;
        }
        Engine::Test {
            database,
            table: Some(name),
        } => {
            let source = database.source()?;
            let preview = working(|work| preview_link(&source, &name, work))?;
            if preview.writable {
                note(NoteMessage::RoleCanWrite);
            }
            out.answer(&preview, || columns(&preview))?;
        }
    }
    Ok(Outcome::Done)
}

fn rows(engines: &[EngineView]) -> String {
    let rows: Vec<Vec<String>> = engines
        .iter()
        .map(|engine| {
            let missing = engine
                .problem
                .as_ref()
                .map(|error| problem(error).to_owned());
            let driver = engine.driver.clone().or(missing);
            vec![engine.engine.to_string(), driver.unwrap_or_default()]
        })
        .collect();
    table(&[Label::Engine.left(), Label::Driver.left()], &rows)
}

fn reached(database: &DatabaseView) -> String {
    let mut text = fields(&[
        (
            Label::Database,
            format!("{} {}", database.engine, database.database),
        ),
        (Label::Driver, database.driver.clone()),
    ]);
    if let Some(tables) = &database.tables {
        let rows: Vec<Vec<String>> = tables.iter().map(|name| vec![name.clone()]).collect();
        text.push('\n');
        text.push_str(&table(&[Label::Table.left()], &rows));
    }
    text
}

fn columns(preview: &LinkPreview) -> String {
    let rows: Vec<Vec<String>> = preview
        .columns
        .iter()
        .map(|column| {
            vec![
                column.name.clone(),
                column.stored.clone(),
                match &column.declared {
                    Some(declared) => {
                        format::declared_type(declared.column_type, declared.decimals)
                    }
                    None => say(Word::NotUsable),
                },
            ]
        })
        .collect();
    let mut text = table(
        &[
            Label::Column.left(),
            Label::StoredType.left(),
            Label::Type.left(),
        ],
        &rows,
    );
    if preview
        .columns
        .iter()
        .any(|column| column.declared.is_none())
    {
        text.push_str(&format!("\n{}", line(Sentence::CastUnusable)));
    }
    text.push_str(&format!(
        "\n--types {}\n",
        crate::shell::in_quotes(&preview.types)
    ));
    for grant in &preview.grants {
        text.push_str(&format!("{grant}\n"));
    }
    text
}
