//! `dataset preview`, `values`, `contributions`, `import`, `link`, `relink`, `list`, `show`,
//! `remove`, `seal`.

use poundwise_words::Text;
use std::path::Path;

use poundwise_documents::kinds::{Adjacency, ColumnType};
use poundwise_market::view::{
    ColumnView, ContributingRows, CsvPreview, DatabaseEngine, DatasetState, DatasetView, Encoding,
    ImportOptions, LinkMode, ProposedColumn, SealPreview, SealedQuestion, TableFileKind, TableForm,
    UnreadDays, UnreadReason,
};
use poundwise_market::{
    Error, ErrorCode, Home, Job, Result, Roles, Schema, Sealing, cap_pair, contributing_rows,
    offered_caps, preview_csv, seen_values,
};

use crate::args::{Dataset, Form, Global, Import, Link, Relink, cap_texts};
use crate::commands::population::{People, ask_people, guesses_at, with_state};
use crate::commands::shown::problem;
use crate::commands::table_form::{
    around, decimal_sign, form_options, header_rows, numbers, quotes, read_with, separator, way_out,
};
use crate::confirm::{Question, answer, can_ask, confirmed};
use crate::format;
use crate::language::{line, say};
use crate::messages::{
    CellText, CommandMessage, DatasetText, FinalAct, Label, NoteMessage, Sentence, Word,
};
use crate::opening::{Outcome, open};
use crate::output::{Output, ask, note};
use crate::shell::in_quotes;
use crate::table::{fields, table};
use crate::working::working;

pub(crate) fn run(out: &mut Output, global: &Global, command: Dataset) -> Result<Outcome> {
    match command {
        Dataset::Preview { file, form } => {
            let form = TableForm::from(form);
            let preview = working(|work| preview_csv(&file, &form, work))?;
            out.answer(&preview, || {
                let options = types_option(&preview.types) + &form_options(&form, &preview);
                format!(
                    "{}\n{}",
                    foreseen(&preview),
                    line(DatasetText::ImportIt { options })
                )
            })?;
        }
        Dataset::Values { file, column, form } => {
            let form = TableForm::from(form);
            let seen = working(|work| seen_values(&file, &form, &column, work))?;
            note(NoteMessage::ValuesArePublic);
            out.answer(&seen, || {
                seen.values
                    .iter()
                    .map(|value| format!("{value}\n"))
                    .collect()
            })?;
        }
        Dataset::Contributions {
            file,
            column,
            rows_per_person,
            types,
            form,
        } => {
            let form = TableForm::from(form);
            let rows = working(|work| {
                contributing_rows(&file, &form, types.as_ref(), &column, rows_per_person, work)
            })?;
            note(NoteMessage::CountsAreYours);
            out.answer(&rows, || contributions(&rows))?;
        }
        Dataset::Import(asked) => import(out, global, *asked)?,
        Dataset::Link(asked) => link(out, global, *asked)?,
        Dataset::Relink(asked) => relink(out, global, asked)?,
        Dataset::List => {
            let datasets = open(global)?.seller().datasets()?;
            out.answer(&datasets, || rows(&datasets))?;
        }
        Dataset::Show { name } => {
            let dataset = open(global)?.seller().dataset(&name)?;
            out.answer(&dataset, || whole(&dataset))?;
        }
        Dataset::Remove { name, yes } => {
            let home = open(global)?;
            // Whether it is there is said before anybody is asked.
            if home.seller().dataset(&name)?.state == DatasetState::Held && !yes {
                confirmed(Question {
                    act: FinalAct::RemoveDataset {
                        name: name.to_string(),
                    },
                    known: &line(DatasetText::RemovingErases {
                        name: name.to_string(),
                    }),
                    word: "remove",
                    command: "dataset remove",
                })?;
            }
            home.seller().remove_dataset(&name)?;
            let dataset = home.seller().dataset(&name)?;
            out.answer(&dataset, || line(Sentence::Removed) + &whole(&dataset))?;
        }
        Dataset::Seal {
            name,
            accept_over_cap,
            dry_run,
            yes,
        } => {
            let home = open(global)?;
            let preview = home.seller().preview_seal(&name)?;
            if dry_run {
                out.answer(&preview, || {
                    format!("{}\n{}", sealing(&preview), line(Sentence::NothingErased))
                })?;
            } else {
                seal(out, &home, &preview, accept_over_cap, yes)?;
            }
        }
    }
    Ok(Outcome::Done)
}

fn import(out: &mut Output, global: &Global, asked: Import) -> Result<()> {
    let (file, mut options) = asked.options()?;
    let home = open(global)?;
    // What is wrong with the options is said before the file is read, and before anybody is asked.
    let whose_missing = match home.seller().begin_import(&file, &options) {
        Ok(_) => None,
        Err(error) if [ErrorCode::NoPopulation, ErrorCode::NewPeople].contains(&error.code()) => {
            Some(error)
        }
        Err(error) => return Err(error),
    };
    if options.schema.is_none() {
        let schema = settle_types(&file, &mut options.form, whose_missing.as_ref())?;
        options.schema = Some(schema);
    }
    if let Some(error) = whose_missing {
        if out.json() || !can_ask() {
            return Err(error);
        }
        settle_whose(&home, &mut options)?;
    }
    let dataset = stored(&home, options, |options| {
        home.seller().begin_import(&file, options)
    })?;
    out.answer(&dataset, || line(Sentence::Imported) + &whole(&dataset))
}

/// Stores a table. If ids repeat, asks whether its rows are of different people, and stores it then.
fn stored<J: Job<Answer = DatasetView>>(
    home: &Home,
    mut options: ImportOptions,
    begin: impl Fn(&ImportOptions) -> Result<J>,
) -> Result<DatasetView> {
    let store = |options: &ImportOptions| {
        working(|work| begin(options).and_then(|job| job.complete(home, work)))
    };
    match store(&options) {
        Err(error) if error.code() == ErrorCode::RepeatedIds && can_ask() => {
            settle_rows(&error, &mut options)?;
            store(&options)
        }
        stored => stored,
    }
}

fn link(out: &mut Output, global: &Global, asked: Link) -> Result<()> {
    let (source, options) = asked.options()?;
    let home = open(global)?;
    let dataset = stored(&home, options, |options| {
        home.seller().begin_link(&source, options)
    })?;
    note_writable(&dataset);
    let done = match source.mode {
        LinkMode::Link => Sentence::Linked,
        LinkMode::Snapshot => Sentence::Imported,
    };
    out.answer(&dataset, || line(done) + &whole(&dataset))
}

fn relink(out: &mut Output, global: &Global, asked: Relink) -> Result<()> {
    let home = open(global)?;
    let name = asked.name.clone();
    // A dataset that is not linked has no engine. It is refused with any.
    let link = home.seller().dataset(&name)?.link;
    let engine = link.map_or(DatabaseEngine::PostgreSql, |link| link.engine);
    let source = asked.source(engine)?;
    let dataset = working(|work| {
        home.seller()
            .begin_relink(&name, &source)
            .and_then(|job| job.complete(&home, work))
    })?;
    note_writable(&dataset);
    out.answer(&dataset, || line(Sentence::Relinked) + &whole(&dataset))
}

/// Warns of a user of the database who can change the linked table.
fn note_writable(dataset: &DatasetView) {
    if dataset.link.as_ref().is_some_and(|link| link.writable) {
        note(NoteMessage::RoleCanWrite);
    }
}

fn seal(
    out: &mut Output,
    home: &Home,
    preview: &SealPreview,
    accept_over_cap: bool,
    yes: bool,
) -> Result<()> {
    // Refused before anybody is asked.
    let begun = home
        .seller()
        .begin_seal(&preview.dataset.parse()?, accept_over_cap)?;
    if yes {
        out.words(&sealing(preview))?;
    } else {
        confirmed(Question {
            act: FinalAct::SealDataset {
                name: preview.dataset.clone(),
            },
            known: &format!("{}\n{}", sealing(preview), line(Sentence::SealingErases)),
            word: "seal",
            command: "dataset seal",
        })?;
    }
    let sealed = working(|work| begun.run(work))?;
    let dataset = Sealing::finish(home, sealed)?;
    out.answer(&dataset, || {
        format!("\n{}{}", line(Sentence::Sealed), whole(&dataset))
    })
}

/// Returns the parts that stay and those that go when a dataset is sealed.
fn sealing(preview: &SealPreview) -> String {
    let mut text = line(DatasetText::Sealing {
        dataset: preview.dataset.clone(),
    });
    text.push_str(&fields(&[
        (Label::Population, preview.population.clone()),
        (
            Label::AttackerHas,
            say(DatasetText::AttackerHas {
                loss: format::pair_of(
                    (preview.stolen_micro_epsilon, preview.stolen_nano_rho),
                    (preview.cap_micro_epsilon, preview.cap_nano_rho),
                ),
            }),
        ),
        (
            Label::ExactlyToo,
            match preview.still_held.as_slice() {
                [] => String::new(),
                held => say(DatasetText::TablesThatStay {
                    tables: held.join(", "),
                }),
            },
        ),
    ]));
    for (heading, questions) in [
        (Label::SellsOn, &preview.kept),
        (Label::ErasedWholly, &preview.erased),
    ] {
        text.push_str(&sealed_rows(heading, questions));
    }
    text
}

fn sealed_rows(heading: Label, questions: &[SealedQuestion]) -> String {
    if questions.is_empty() {
        return String::new();
    }
    let rows: Vec<Vec<String>> = questions
        .iter()
        .map(|question| vec![question.title.clone(), format::epsilon(question.level)])
        .collect();
    format!(
        "\n{}",
        table(&[Label::Listing.left(), heading.left()], &rows)
    )
}

fn rows(datasets: &[DatasetView]) -> String {
    if datasets.is_empty() {
        return line(Sentence::NoDatasets);
    }
    let rows: Vec<Vec<String>> = datasets
        .iter()
        .map(|dataset| {
            vec![
                with_state(&dataset.name, dataset.state),
                match dataset.state {
                    DatasetState::Held if is_linked(dataset) => say(Word::InADatabase),
                    DatasetState::Held => format::integer(dataset.rows),
                    DatasetState::Sealed | DatasetState::Removed => String::new(),
                },
                dataset.columns.len().to_string(),
                say(&dataset.unit_parts),
                dataset.listings.to_string(),
                dataset.population.clone(),
                format::pair_of(
                    (dataset.loss_micro_epsilon, dataset.loss_nano_rho),
                    (dataset.cap_micro_epsilon, dataset.cap_nano_rho),
                ),
            ]
        })
        .collect();
    table(
        &[
            Label::Dataset.left(),
            Label::Rows.right(),
            Label::Columns.right(),
            Label::Protects.left(),
            Label::Listings.right(),
            Label::Population.left(),
            Label::ItsLoss.left(),
        ],
        &rows,
    )
}

/// Returns whether the rows of a dataset are in a database.
fn is_linked(dataset: &DatasetView) -> bool {
    dataset.link.is_some() || dataset.link_problem.is_some()
}

fn whole(dataset: &DatasetView) -> String {
    let loss = format!(
        "{}  {}",
        format::pair_of(
            (dataset.loss_micro_epsilon, dataset.loss_nano_rho),
            (dataset.cap_micro_epsilon, dataset.cap_nano_rho)
        ),
        format::gauge(dataset.loss_micro_epsilon, dataset.cap_micro_epsilon)
    );
    let (mut rows, mut rows_per_person, mut rows_of_nobody) =
        (String::new(), String::new(), String::new());
    let short_rows = match dataset.short_rows {
        0 => String::new(),
        rows => say(DatasetText::ShortRows { rows }),
    };
    if dataset.person_column.is_some() {
        rows_per_person = say(DatasetText::AtMostCount {
            rows: dataset.rows_per_unit,
        });
        if dataset.rows_without_person > 0 {
            rows_of_nobody = say(DatasetText::NeverCount {
                rows: dataset.rows_without_person,
            });
        }
    }
    if dataset.state == DatasetState::Held && !is_linked(dataset) {
        rows = format::integer(dataset.rows);
    }
    let ended = |state: DatasetState| {
        if dataset.state == state {
            dataset
                .ended_at
                .as_deref()
                .map(format::time)
                .unwrap_or_default()
        } else {
            String::new()
        }
    };
    let mut text = format!("{}\n", dataset.name);
    text.push_str(&fields(&[
        (Label::Rows, rows),
        (
            Label::Database,
            match (&dataset.link, &dataset.link_problem) {
                (Some(link), _) => format!("{} {}", link.engine, link.database),
                (None, Some(error)) => problem(error).to_owned(),
                (None, None) => String::new(),
            },
        ),
        (
            Label::Table,
            dataset
                .link
                .as_ref()
                .map_or_else(String::new, |link| link.table.clone()),
        ),
        (
            Label::Driver,
            dataset
                .link
                .as_ref()
                .map_or_else(String::new, |link| link.driver.clone()),
        ),
        (Label::ShortRows, short_rows),
        (
            Label::ReadWith,
            (dataset.kind.zip(dataset.form.as_ref()))
                .map(|(kind, form)| read_with(kind, form))
                .unwrap_or_default(),
        ),
        (Label::Protects, say(&dataset.unit_parts)),
        (
            Label::PersonColumn,
            dataset.person_column.clone().unwrap_or_default(),
        ),
        (Label::RowsPerPerson, rows_per_person),
        (Label::RowsOfNobody, rows_of_nobody),
        (Label::Adjacency, say(dataset.adjacency)),
        (Label::Population, dataset.population.clone()),
        (Label::ItsLoss, loss),
        (Label::Listings, format::integer(dataset.listings)),
        (
            match is_linked(dataset) {
                true => Label::Linked,
                false => Label::Imported,
            },
            format::time(&dataset.imported_at),
        ),
        (Label::Sealed, ended(DatasetState::Sealed)),
        (Label::Removed, ended(DatasetState::Removed)),
    ]));
    text.push('\n');
    text.push_str(&columns(
        &dataset.columns,
        dataset.state,
        is_linked(dataset),
    ));
    text
}

fn contributions(rows: &ContributingRows) -> String {
    fields(&[
        (Label::Rows, format::integer(rows.rows)),
        (Label::Units, format::integer(rows.units)),
        (Label::MostOfOne, format::integer(rows.most)),
        (Label::RowsOfNobody, format::integer(rows.without_unit)),
        (Label::RowsCounted, format::integer(rows.counted)),
    ])
}

fn foreseen(preview: &CsvPreview) -> String {
    let unless_proposed = |text: String, is_proposed: bool| {
        if is_proposed {
            text
        } else {
            say(CellText::SuggestsAnother { text })
        }
    };
    let short_rows = preview.first_short_row.map(|line| {
        say(DatasetText::ShortRowsFrom {
            rows: preview.short_rows,
            line,
        })
    });
    let over_lines = preview.first_row_over_lines.map(|line| {
        say(DatasetText::RowsOverLines {
            rows: preview.rows_over_lines,
            line,
        })
    });
    let is_csv = preview.kind == TableFileKind::Csv;
    let of_csv = |text: String| if is_csv { text } else { String::new() };
    let sheet = preview
        .sheet
        .as_ref()
        .map(|sheet| match preview.sheets.len() {
            1 => sheet.clone(),
            sheets => say(DatasetText::OneSheetOf {
                sheet: sheet.clone(),
                sheets,
                names: preview.sheets.join(", "),
            }),
        });
    let mut text = fields(&[
        (Label::File, preview.file.clone()),
        (Label::Kind, say(preview.kind)),
        (Label::Sheet, sheet.unwrap_or_default()),
        (Label::Name, preview.suggested_name.clone()),
        (Label::LinesAbove, around(&preview.lines_above, true)),
        (Label::HeaderRows, header_rows(&preview.form)),
        (Label::LinesBelow, around(&preview.lines_below, false)),
        (
            Label::Trailing,
            if preview.form.trailing_separators() {
                say(Word::TrailingSeparators)
            } else {
                String::new()
            },
        ),
        (Label::LeftOut, preview.form.ignored.join(", ")),
        (
            Label::Separator,
            of_csv(unless_proposed(
                say(separator(preview.delimiter)),
                preview.delimiter == preview.proposed_delimiter,
            )),
        ),
        (Label::DecimalSign, of_csv(decimal_sign(preview))),
        (Label::Numbers, numbers(&preview.form).join("; ")),
        (
            Label::Quotes,
            of_csv(unless_proposed(
                say(quotes(preview.quotes)),
                preview.quotes == preview.proposed_quotes,
            )),
        ),
        (Label::Rows, format::integer(preview.rows)),
        (Label::ShortRows, short_rows.unwrap_or_default()),
        (Label::LineEnds, over_lines.unwrap_or_default()),
        (
            Label::Encoding,
            of_csv(unless_proposed(
                say(preview.encoding),
                preview.encoding == preview.proposed_encoding,
            )),
        ),
    ]);
    if preview.encoding != Encoding::Utf8 || preview.encoding != preview.proposed_encoding {
        for cell in &preview.first_not_ascii {
            text.push('\n');
            text.push_str(&line(CellText::ReadIn {
                encoding: say(preview.encoding),
                line: cell.line,
                text: cell.text.clone(),
            }));
        }
    }
    text.push('\n');
    text.push_str(&proposed(preview));
    for ids in &preview.repeated_ids {
        text.push('\n');
        text.push_str(&line(CellText::LooksLikeIds {
            column: ids.column.clone(),
            rows: ids.most,
        }));
    }
    if let Some(warning) = header_warning(preview) {
        text.push('\n');
        text.push_str(&line(warning));
    }
    for name in &preview.nameless {
        text.push('\n');
        text.push_str(&line(CellText::NoNameInHeader {
            column: name.clone(),
            ignored: in_quotes(name),
        }));
    }
    text
}

/// Returns a warning about headers that look like data.
fn header_warning(preview: &CsvPreview) -> Option<CommandMessage> {
    let names = &preview.header_like_data;
    (!names.is_empty()).then(|| CommandMessage::HeaderLooksLikeData {
        names: names.join(", "),
    })
}

/// Returns the option that states `line`, as a shell reads it.
fn types_option(line: &str) -> String {
    format!("--types {}", in_quotes(line))
}

/// Asks on the terminal for the types of the columns and the format of the file. Proposals are
/// never accepted without an answer: if there is no terminal, the error lists the proposed types
/// and other missing values.
fn settle_types(
    file: &Path,
    form: &mut TableForm,
    whose_missing: Option<&Error>,
) -> Result<Schema> {
    let look = |form: &TableForm| working(|work| preview_csv(file, form, work));
    let mut preview = look(form)?;
    if !can_ask() {
        let mut error = Error::usage(ErrorCode::TypesNeeded, CommandMessage::TypesUnknown)
            .hint(CommandMessage::StateTypes)
            .hint(Text::verbatim(
                types_option(&preview.types) + &form_options(form, &preview),
            ));
        if let Some(warning) = header_warning(&preview) {
            error = error.hint(warning);
        }
        for hint in whose_missing.map(Error::hints).unwrap_or_default() {
            error = error.hint(hint.clone());
        }
        return Err(error);
    }
    let stopped = || {
        Error::refused(ErrorCode::TypesNeeded, CommandMessage::TypesNotConfirmed)
            .hint(CommandMessage::StateTypesOrSchema)
    };
    ask(&foreseen(&preview));
    let mut columns = Schema::parse_types(&preview.types)?.columns().to_vec();
    loop {
        ask(&format!("\n{} ", say(Sentence::TypeYesOrTypes)));
        let line = match answer() {
            None => return Err(stopped()),
            Some(line) if line.is_empty() => return Err(stopped()),
            Some(line) if line == "yes" => {
                *form = preview.form;
                return Ok(Schema::new(columns)?);
            }
            Some(line) => line,
        };
        if let Some(stated) = Form::typed(&line) {
            let mut changed = form.clone();
            stated.change(&mut changed);
            match look(&changed) {
                Ok(seen) => {
                    *form = changed;
                    preview = seen;
                    ask(&foreseen(&preview));
                    columns = Schema::parse_types(&preview.types)?.columns().to_vec();
                }
                Err(error) => ask(&format!(
                    "\n{}",
                    say(CellText::DoesNotFit { why: say(&error) })
                )),
            }
            continue;
        }
        // The words of types are those of --types.
        let change = line.rsplit_once(':').and_then(|(name, word)| {
            let stated = Schema::parse_types(&format!("x:{word}")).ok()?;
            let stated = stated.columns().first()?;
            let column = columns.iter_mut().find(|one| one.name == name.trim())?;
            (column.column_type, column.decimals) = (stated.column_type, stated.decimals);
            Some(())
        });
        match change {
            Some(()) => ask(&types_option(&Schema::new(columns.clone())?.types_line())),
            None => ask(&say(CellText::NoColumnOrType { typed: line })),
        }
    }
}

/// Asks on the terminal whether every row is a different person although ids repeat.
fn settle_rows(asks: &Error, options: &mut ImportOptions) -> Result<()> {
    let stopped = || {
        Error::refused(ErrorCode::RepeatedIds, CommandMessage::PersonsNotConfirmed)
            .hint(CommandMessage::StatePersonColumn)
    };
    ask(&format!(
        "\n{}{} ",
        line(asks),
        say(Sentence::TypePersonColumn)
    ));
    match answer() {
        Some(line) if line == "different" => options.each_row_differs = true,
        Some(line) if !line.is_empty() => {
            options.person_column = Some(line);
            ask(&format!("{} ", say(Sentence::TypeRowsPerPerson)));
            let rows = answer().and_then(|line| line.parse().ok());
            options.rows_per_person = Some(rows.ok_or_else(stopped)?);
        }
        _ => return Err(stopped()),
    }
    Ok(())
}

/// Asks a person on the terminal whose data a table holds.
fn settle_whose(home: &Home, options: &mut ImportOptions) -> Result<()> {
    let stopped = || {
        Error::refused(ErrorCode::NoPopulation, CommandMessage::PopulationMissing)
            .hint(CommandMessage::StatePopulation)
    };
    let here = home.seller().populations_here()?;
    if !here.is_empty() && !options.new_people {
        match ask_people(&here).ok_or_else(stopped)? {
            People::Of(name) => {
                options.population = Some(name);
                (options.cap, options.cap_rho) = (None, None);
                return Ok(());
            }
            People::New => options.new_people = true,
        }
    }
    if options.cap.is_some() {
        return Ok(());
    }
    let stated = options.adjacency.as_deref();
    let adjacency = stated
        .and_then(|one| one.parse().ok())
        .unwrap_or(Adjacency::AddRemove);
    ask(&format!(
        "\n{}{}{} ",
        line(Sentence::WhatACapIs),
        guesses_at(&offered_caps(adjacency)),
        say(Sentence::TypeCap),
    ));
    match answer() {
        Some(cap) if !cap.is_empty() => {
            let cap = cap_pair(&cap).map_err(|error| error.about(CommandMessage::Cap))?;
            let (epsilon, rho) = cap_texts(cap);
            (options.cap, options.cap_rho) = (Some(epsilon), rho);
            Ok(())
        }
        _ => Err(stopped()),
    }
}

fn proposed(preview: &CsvPreview) -> String {
    let columns = &preview.columns;
    let has_days = columns.iter().any(|column| not_days(column).is_some());
    let rows: Vec<Vec<String>> = columns
        .iter()
        .map(|column| {
            let mut row = vec![
                column.name.clone(),
                column.type_word(),
                format::integer(column.empty),
                format::integer(column.not_numbers),
            ];
            if has_days {
                let days = not_days(column);
                row.push(days.map_or_else(String::new, |days| format::integer(days.not_days)));
            }
            row
        })
        .collect();
    let headings = [
        Label::Column.left(),
        Label::SuggestedType.left(),
        Label::EmptyCells.right(),
        Label::MissingIfNumber.right(),
        Label::MissingIfDate.right(),
    ];
    let mut text = table(&headings[..if has_days { 5 } else { 4 }], &rows);
    for column in columns {
        for remark in remarks(column, preview) {
            text.push('\n');
            text.push_str(&line(CellText::InColumn {
                column: column.name.clone(),
                remark,
            }));
        }
    }
    text
}

/// Returns the cells of a column that would be missing if it held dates of the order that fits best.
fn not_days(column: &ProposedColumn) -> Option<&UnreadDays> {
    column.days.iter().min_by_key(|days| days.not_days)
}

/// Returns the place of a row in its file.
fn row(kind: TableFileKind, line: u64) -> String {
    say(match kind {
        TableFileKind::Csv => CellText::RowAtLine { line },
        _ => CellText::Row { row: line },
    })
}

/// Returns what is to be known of a column's numbers and dates before its type is settled.
fn remarks(column: &ProposedColumn, preview: &CsvPreview) -> Vec<String> {
    let mut remarks = Vec::new();
    if column.column_type == ColumnType::Date {
        let days = not_days(column);
        for cell in days.iter().flat_map(|days| &days.first_not_days) {
            remarks.push(CellText::NotADate {
                row: row(preview.kind, cell.line),
                text: cell.text.clone(),
            });
        }
        return remarks.into_iter().map(say).collect();
    }
    // A column without a number is one of text.
    let has_numbers = column.empty + column.not_numbers < preview.rows;
    let mut reasons = column.reasons.iter();
    if has_numbers || reasons.any(|one| one.reason != UnreadReason::NoNumber) {
        for cell in &column.first_not_numbers {
            let (row, text) = (row(preview.kind, cell.line), cell.text.clone());
            remarks.push(match way_out(&cell.reason) {
                Some(way) => CellText::NotANumberWay { row, text, way },
                None => CellText::NotANumber { row, text },
            });
        }
    }
    let doubts = [
        (
            column.with_comma,
            CellText::WithComma {
                cells: column.with_comma,
            },
        ),
        (
            column.with_point,
            CellText::WithPoint {
                cells: column.with_point,
            },
        ),
        (
            column.rewritten,
            CellText::Rewritten {
                cells: column.rewritten,
            },
        ),
        (
            column.with_percent,
            if preview.percent {
                CellText::PercentRead {
                    cells: column.with_percent,
                }
            } else {
                CellText::PercentMissing {
                    cells: column.with_percent,
                }
            },
        ),
    ];
    let doubts = doubts.into_iter().filter(|(cells, _)| *cells > 0);
    remarks.extend(doubts.map(|(_, remark)| remark));
    remarks.into_iter().map(say).collect()
}

/// Returns the columns; their counts only while the table is here.
fn columns(columns: &[ColumnView], state: DatasetState, linked: bool) -> String {
    let held = state == DatasetState::Held && !linked;
    let rows: Vec<Vec<String>> = columns
        .iter()
        .map(|column| {
            let declared = format::declared_type(column.column_type, column.decimals);
            let mut row = vec![column.name.clone(), declared];
            if held {
                row.push(format::integer(column.empty));
                row.push(format::integer(column.not_conforming));
                row.push(format::integer(column.empty + column.not_conforming));
            }
            row
        })
        .collect();
    let headings = [
        Label::Column.left(),
        Label::Type.left(),
        Label::EmptyCells.right(),
        Label::NotConforming.right(),
        Label::RowsLost.right(),
    ];
    table(&headings[..if held { 5 } else { 2 }], &rows)
}
