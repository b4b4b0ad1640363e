//! `dataset preview`, `values`, `contributions`, `import`, `list`, `show`, `remove`, `seal`.

use poundwise_words::Text;
use std::path::Path;

use poundwise_documents::kinds::{Adjacency, ColumnType};
use poundwise_market::view::{
    ColumnView, ContributingRows, CsvPreview, DatasetState, DatasetView, Encoding, ImportOptions,
    ProposedColumn, SealPreview, SealedQuestion, TableFileKind, TableForm, UnreadDays,
    UnreadReason,
};
use poundwise_market::{
    Error, ErrorCode, Home, Job, Result, Roles, Schema, Sealing, cap_pair, contributing_rows,
    format, offered_caps, preview_csv, seen_values,
};

use crate::args::{Dataset, Form, Global, Import, cap_texts};
use crate::commands::population::{People, ask_people, guesses_at, state};
use crate::commands::table_form::{
    around, decimal_sign, form_options, header_rows, numbers, quotes, read_with, separator, way_out,
};
use crate::confirm::{Question, answer, can_ask, confirmed};
use crate::messages::{CommandMessage, FinalAct, NoteMessage};
use crate::opening::{Outcome, open};
use crate::output::{Output, ask, note};
use crate::shell::in_quotes;
use crate::table::{Side, fields, table};
use crate::working::working;

pub(crate) fn run(out: &mut Output, global: &Global, command: Dataset) -> Result<Outcome> {
    match command {
        Dataset::Preview { file, form } => {
            let form = TableForm::from(form);
            let preview = working(|work| preview_csv(&file, &form, work))?;
            out.answer(&preview, || {
                format!(
                    "{}\nNothing is stored. Import it: poundwise dataset import FILE {}{}\n",
                    foreseen(&preview),
                    types_option(&preview.types),
                    form_options(&form, &preview)
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
                    known: &format!(
                        "Removing {name} erases its table and the numbers of its listings from \
                         this home, for good. What was sold of it stays in its population's loss.\n"
                    ),
                    word: "remove",
                    command: "dataset remove",
                })?;
            }
            home.seller().remove_dataset(&name)?;
            let dataset = home.seller().dataset(&name)?;
            out.answer(&dataset, || format!("Removed.\n{}", whole(&dataset)))?;
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
                    format!("{}\nNothing was erased.\n", sealing(&preview))
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
    let store = |options: &ImportOptions| {
        working(|work| {
            home.seller()
                .begin_import(&file, options)
                .and_then(|job| job.complete(&home, work))
        })
    };
    let dataset = match store(&options) {
        Err(error) if error.code() == ErrorCode::RepeatedIds && can_ask() => {
            settle_rows(&error, &mut options)?;
            store(&options)?
        }
        stored => stored?,
    };
    out.answer(&dataset, || format!("Imported.\n{}", whole(&dataset)))
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
            known: &format!(
                "{}\nSealing erases the table, the numbers and the seeds of the top noise from \
                 this home, for good; no opening can be granted to an auditor any more.\n",
                sealing(preview)
            ),
            word: "seal",
            command: "dataset seal",
        })?;
    }
    let sealed = working(|work| begun.run(work))?;
    let dataset = Sealing::finish(home, sealed)?;
    out.answer(&dataset, || format!("\nSealed.\n{}", whole(&dataset)))
}

/// Returns the parts that stay and those that go when a dataset is sealed.
fn sealing(preview: &SealPreview) -> String {
    let mut text = format!("Sealing {}\n", preview.dataset);
    text.push_str(&fields(&[
        ("population", preview.population.clone()),
        (
            "an attacker has then",
            format!(
                "{}: responses at the tops, and what was sold of the rest",
                format::pair_of(
                    (preview.stolen_micro_epsilon, preview.stolen_nano_rho),
                    (preview.cap_micro_epsilon, preview.cap_nano_rho)
                )
            ),
        ),
        (
            "exactly, too",
            match preview.still_held.as_slice() {
                [] => String::new(),
                held => format!("the tables that stay: {}", held.join(", ")),
            },
        ),
    ]));
    for (heading, questions) in [
        ("sells on from its top", &preview.kept),
        ("erased wholly, sold up to", &preview.erased),
    ] {
        text.push_str(&sealed_rows(heading, questions));
    }
    text
}

fn sealed_rows(heading: &'static str, questions: &[SealedQuestion]) -> String {
    if questions.is_empty() {
        return String::new();
    }
    let rows: Vec<Vec<String>> = questions
        .iter()
        .map(|question| vec![question.title.clone(), format::epsilon(question.level)])
        .collect();
    format!(
        "\n{}",
        table(&[("listing", Side::Left), (heading, Side::Left)], &rows)
    )
}

fn rows(datasets: &[DatasetView]) -> String {
    if datasets.is_empty() {
        return "No datasets yet. Import one: poundwise dataset import FILE\n".to_owned();
    }
    let rows: Vec<Vec<String>> = datasets
        .iter()
        .map(|dataset| {
            vec![
                format!("{}{}", dataset.name, state(dataset.state)),
                match dataset.state {
                    DatasetState::Held => format::integer(dataset.rows),
                    DatasetState::Sealed | DatasetState::Removed => String::new(),
                },
                dataset.columns.len().to_string(),
                dataset.privacy_unit.clone(),
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
            ("dataset", Side::Left),
            ("rows", Side::Right),
            ("columns", Side::Right),
            ("protects", Side::Left),
            ("listings", Side::Right),
            ("population", Side::Left),
            ("its loss", Side::Left),
        ],
        &rows,
    )
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
        short => format!("{}, whose last cells are missing", format::integer(short)),
    };
    if dataset.person_column.is_some() {
        rows_per_person = format!("at most {} count", format::integer(dataset.rows_per_unit));
        if dataset.rows_without_person > 0 {
            rows_of_nobody = format!(
                "{}, which never count",
                format::integer(dataset.rows_without_person)
            );
        }
    }
    if dataset.state == DatasetState::Held {
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
        ("rows", rows),
        ("short rows", short_rows),
        (
            "read with",
            (dataset.kind.zip(dataset.form.as_ref()))
                .map(|(kind, form)| read_with(kind, form))
                .unwrap_or_default(),
        ),
        ("protects", dataset.privacy_unit.clone()),
        (
            "person column",
            dataset.person_column.clone().unwrap_or_default(),
        ),
        ("rows per person", rows_per_person),
        ("rows of nobody", rows_of_nobody),
        ("adjacency", dataset.adjacency.to_string()),
        ("population", dataset.population.clone()),
        ("its loss", loss),
        ("listings", format::integer(dataset.listings)),
        ("imported", format::time(&dataset.imported_at)),
        ("sealed", ended(DatasetState::Sealed)),
        ("removed", ended(DatasetState::Removed)),
    ]));
    text.push('\n');
    text.push_str(&columns(&dataset.columns, dataset.state));
    text
}

fn contributions(rows: &ContributingRows) -> String {
    fields(&[
        ("rows", format::integer(rows.rows)),
        ("units", format::integer(rows.units)),
        ("most of one", format::integer(rows.most)),
        ("rows of nobody", format::integer(rows.without_unit)),
        ("rows that count", format::integer(rows.counted)),
    ])
}

fn foreseen(preview: &CsvPreview) -> String {
    let otherwise = |is: bool| {
        if is {
            ""
        } else {
            "; the file suggests another"
        }
    };
    let short_rows = preview.first_short_row.map(|line| {
        format!(
            "{}, the first at line {line}: the cells at their end are missing",
            format::integer(preview.short_rows)
        )
    });
    let over_lines = preview.first_row_over_lines.map(|line| {
        format!(
            "inside the cells of {}, the first at line {line}",
            format::count(preview.rows_over_lines, "row", "rows")
        )
    });
    let is_csv = preview.kind == TableFileKind::Csv;
    let of_csv = |text: String| if is_csv { text } else { String::new() };
    let sheet = preview
        .sheet
        .as_ref()
        .map(|sheet| match preview.sheets.len() {
            1 => sheet.clone(),
            all => format!("{sheet}, one of {all}: {}", preview.sheets.join(", ")),
        });
    let mut text = fields(&[
        ("file", preview.file.clone()),
        ("kind", preview.kind.to_string()),
        ("sheet", sheet.unwrap_or_default()),
        ("name", preview.suggested_name.clone()),
        ("lines above", around(&preview.lines_above, "above")),
        ("header rows", header_rows(&preview.form)),
        ("lines below", around(&preview.lines_below, "below")),
        (
            "trailing",
            if preview.form.trailing_separators() {
                "separators after the last column are left out".to_owned()
            } else {
                String::new()
            },
        ),
        ("left out", preview.form.ignored.join(", ")),
        (
            "separator",
            of_csv(format!(
                "{}{}",
                separator(preview.delimiter),
                otherwise(preview.delimiter == preview.proposed_delimiter)
            )),
        ),
        ("decimal sign", of_csv(decimal_sign(preview))),
        ("numbers", numbers(&preview.form).join("; ")),
        (
            "quotes",
            of_csv(format!(
                "{}{}",
                quotes(preview.quotes),
                otherwise(preview.quotes == preview.proposed_quotes)
            )),
        ),
        ("rows", format::integer(preview.rows)),
        ("short rows", short_rows.unwrap_or_default()),
        ("line ends", over_lines.unwrap_or_default()),
        (
            "encoding",
            of_csv(format!(
                "{}{}",
                preview.encoding,
                otherwise(preview.encoding == preview.proposed_encoding)
            )),
        ),
    ]);
    if preview.encoding != Encoding::Utf8 || preview.encoding != preview.proposed_encoding {
        for cell in &preview.first_not_ascii {
            text.push_str(&format!(
                "\nRead in {}, the row at line {}: '{}'\n",
                preview.encoding, cell.line, cell.text
            ));
        }
    }
    text.push('\n');
    text.push_str(&proposed(preview));
    for ids in &preview.repeated_ids {
        text.push_str(&format!(
            "\n{} looks like ids, and one of them is in {} rows. If it names the person, say so \
             with --person-column.\n",
            ids.column,
            format::integer(ids.most)
        ));
    }
    if let Some(warning) = header_warning(preview) {
        text.push_str(&format!("\n{warning}\n"));
    }
    for name in &preview.nameless {
        text.push_str(&format!(
            "\n{name} has no name in the header. If it is not needed, leave it out with --ignore {}\n",
            in_quotes(name)
        ));
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
        ask(
            "\nType yes to import in this form and with these types, NAME:number or NAME:text to \
             change a type, an option of the form without its dashes, such as 'separator comma', \
             'decimal comma', 'quotes none', 'encoding utf-16le' or 'header 4', to read the file \
             again, or nothing to stop: ",
        );
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
                Err(error) => ask(&format!("\nThis does not fit: {}", error.message())),
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
            None => ask(&format!("There is no column or type '{line}'.")),
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
        "\n{}\nType the column that names the person, 'different' if every row is another person, \
         or nothing to stop: ",
        asks.message()
    ));
    match answer() {
        Some(line) if line == "different" => options.each_row_differs = true,
        Some(line) if !line.is_empty() => {
            options.person_column = Some(line);
            ask("How many rows of one person count in a question? Type the number: ");
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
        "\nA cap is the most that the loss of their population may ever become. Once all of it is \
         sold, someone who knows everything else and guesses about one person from even odds is \
         right this often about whether the person is in the data, and about which of two values \
         the person has:\n{}\
         Type the cap of their population, or nothing to stop: ",
        guesses_at(&offered_caps(adjacency))
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
        ("column", Side::Left),
        ("suggested type", Side::Left),
        ("empty cells", Side::Right),
        ("missing too, if number", Side::Right),
        ("missing too, if date", Side::Right),
    ];
    let mut text = table(&headings[..if has_days { 5 } else { 4 }], &rows);
    for column in columns {
        for remark in remarks(column, preview) {
            text.push_str(&format!("\nIn {}, {remark}\n", column.name));
        }
    }
    text
}

/// Returns the cells of a column that would be missing if it held dates of the order that fits best.
fn not_days(column: &ProposedColumn) -> Option<&UnreadDays> {
    column.days.iter().min_by_key(|days| days.not_days)
}

/// Returns the words before the number of a row.
fn row(kind: TableFileKind) -> &'static str {
    match kind {
        TableFileKind::Csv => "the row at line",
        _ => "row",
    }
}

/// Returns what is to be known of a column's numbers and dates before its type is settled.
fn remarks(column: &ProposedColumn, preview: &CsvPreview) -> Vec<String> {
    let count = |n, one: &str, more: &str| (n > 0).then(|| format::count(n, one, more));
    let mut remarks = Vec::new();
    if column.column_type == ColumnType::Date {
        for cell in not_days(column)
            .iter()
            .flat_map(|days| &days.first_not_days)
        {
            remarks.push(format!(
                "{} {}: '{}' is not a date.",
                row(preview.kind),
                cell.line,
                cell.text
            ));
        }
        return remarks;
    }
    // A column without a number is one of text.
    let has_numbers = column.empty + column.not_numbers < preview.rows;
    let mut reasons = column.reasons.iter();
    if has_numbers || reasons.any(|one| one.reason != UnreadReason::NoNumber) {
        for cell in &column.first_not_numbers {
            remarks.push(format!(
                "{} {}: '{}' is not a number{}.",
                row(preview.kind),
                cell.line,
                cell.text,
                way_out(&cell.reason)
            ));
        }
    }
    remarks.extend(
        count(column.with_comma, "cell is a number", "cells are numbers").map(|cells| {
            format!(
                "{cells} with a comma, and not read as such. If the comma is before the decimals, \
                 say --decimal comma; if it is between thousands, say --decimal point."
            )
        }),
    );
    remarks.extend(
        count(column.with_point, "number has", "numbers have").map(|cells| {
            format!(
                "{cells} points between thousands: 1.234 is read as 1234. If the point is before \
                     the decimals, say --decimal point."
            )
        }),
    );
    remarks.extend(count(column.rewritten, "cell is", "cells are").map(|cells| {
        format!(
            "{cells} compared in another form than written: without characters that show nothing, \
             and with one form of each letter."
        )
    }));
    remarks.extend(
        count(column.with_percent, "number has", "numbers have").map(|cells| {
            let how = if preview.percent {
                "12 % is read as 12."
            } else {
                "it is missing; --percent reads 12 % as 12."
            };
            format!("{cells} a percent sign: {how}")
        }),
    );
    remarks
}

/// Returns the columns; their counts only while the table is here.
fn columns(columns: &[ColumnView], state: DatasetState) -> String {
    let held = state == DatasetState::Held;
    let rows: Vec<Vec<String>> = columns
        .iter()
        .map(|column| {
            let mut row = vec![column.name.clone(), column.column_type.to_string()];
            if held {
                row.push(format::integer(column.empty));
                row.push(format::integer(column.not_conforming));
                row.push(format::integer(column.empty + column.not_conforming));
            }
            row
        })
        .collect();
    let headings = [
        ("column", Side::Left),
        ("type", Side::Left),
        ("empty cells", Side::Right),
        ("not conforming", Side::Right),
        ("rows that a question loses", Side::Right),
    ];
    table(&headings[..if held { 5 } else { 2 }], &rows)
}
