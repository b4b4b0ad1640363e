//! `groups`, `correlations`, `fit`.

use std::fmt::Write as _;

use poundwise_market::view::{
    CorrelationsView, Estimate, Exported, FiguresOf, FitRequest, FitView, GroupsView,
};
use poundwise_market::{
    Error, ErrorCode, ExportFormat, FigureTable, HeldMoments, Home, ListingId, ListingName, Result,
    Roles, check_new,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{FigureOptions, Snippet};
use crate::commands::export::check_stdout;
use crate::commands::shown::wrote_file;
use crate::format;
use crate::language::{line, say};
use crate::messages::{CommandMessage, FigureText, Label, Sentence};
use crate::opening::Outcome;
use crate::output::{Output, noise_interval};
use crate::table::{fields, table};

pub(crate) fn groups(
    out: &mut Output,
    home: &Home,
    listing: ListingId,
    merged: &[String],
    options: &FigureOptions,
) -> Result<Outcome> {
    let held = held(home, listing, options)?;
    let merged = merged.iter().map(|list| held.groups_in(list));
    let view = held.groups(&merged.collect::<Result<Vec<_>>>()?)?;
    let figures = FigureTable::of_groups(&view);
    answer(out, &held, &view, &figures, options, || groups_text(&view))
}

pub(crate) fn correlations(
    out: &mut Output,
    home: &Home,
    listing: ListingId,
    groups: &[String],
    options: &FigureOptions,
) -> Result<Outcome> {
    let held = held(home, listing, options)?;
    let view = held.correlations(groups)?;
    let figures = FigureTable::of_correlations(&view);
    answer(out, &held, &view, &figures, options, || {
        correlations_text(&view)
    })
}

pub(crate) fn fit(
    out: &mut Output,
    home: &Home,
    listing: ListingId,
    request: &FitRequest,
    options: &FigureOptions,
) -> Result<Outcome> {
    let held = held(home, listing, options)?;
    let view = held.fit(request)?;
    let figures = FigureTable::of_fit(&view);
    answer(out, &held, &view, &figures, options, || fit_text(&view))
}

fn held(home: &Home, listing: ListingId, options: &FigureOptions) -> Result<HeldMoments> {
    home.buyer()
        .held_moments(&ListingName::Id(listing), options.level)
}

/// Writes the files that are asked for, and answers. Everything that can be refused is refused
/// before.
fn answer(
    out: &mut Output,
    held: &HeldMoments,
    view: &(impl Serialize + JsonSchema),
    figures: &FigureTable,
    options: &FigureOptions,
    text: impl FnOnce() -> String,
) -> Result<Outcome> {
    let file = options.file.path()?;
    let format = options.format.map(ExportFormat::from);
    if file.is_some() && format.is_none() {
        return Err(
            Error::usage(ErrorCode::Usage, CommandMessage::FileNeedsFormat)
                .hint(CommandMessage::NameFormat),
        );
    }
    let to_stdout = format.filter(|_| file.is_none());
    if let Some(format) = to_stdout {
        if options.snippet.is_some() {
            return Err(
                Error::usage(ErrorCode::Usage, CommandMessage::SnippetNeedsFile)
                    .hint(CommandMessage::NameTableFile),
            );
        }
        check_stdout(out, format)?;
    }
    if let Some(matrix) = &options.matrix {
        check_new(matrix, options.file.replace)?;
    }
    let matrix = options.matrix.as_deref();
    let of_code = |file: &str| match options.snippet {
        Some(Snippet::Python) => Some(figures.python(file)),
        Some(Snippet::R) => Some(figures.r(file)),
        None => None,
    };
    let form = |format| (format, options.csv.form());
    match (format, file) {
        (Some(format), Some(file)) => {
            let integers = matrix.map(|_| held.matrix()).transpose()?;
            let written = figures.write_file(&file, form(format), matrix.zip(integers.as_ref()))?;
            out.answer(&written, || {
                let beside = written.matrix.as_ref();
                let code = beside.and_then(|matrix| of_code(&matrix.file));
                code.unwrap_or_else(|| {
                    let table = Exported {
                        file: written.file.clone(),
                        bytes: written.bytes,
                    };
                    wrote_file(&table) + &beside.map(wrote_file).unwrap_or_default()
                })
            })?;
        }
        (format, _) => {
            let beside = matrix.map(|file| held.write_matrix(file)).transpose()?;
            match (format, &beside) {
                (Some(format), _) => out.bytes(&figures.to_bytes(form(format))?)?,
                (None, Some(matrix)) => out.answer(view, || {
                    of_code(&matrix.file).unwrap_or_else(|| wrote_file(matrix))
                })?,
                (None, None) => out.answer(view, text)?,
            }
        }
    }
    Ok(Outcome::Done)
}

fn heading(of: &FiguresOf, rows: Option<&Estimate>) -> String {
    let mut lines = vec![(Label::Level, format::epsilon(of.level))];
    lines.extend(rows.map(|rows| (Label::Rows, format::estimate(rows, ""))));
    format!("{}\n{}\n", of.title, fields(&lines))
}

/// Returns an estimate and its interval, or that it is too uncertain.
fn cells(estimate: Option<&Estimate>, least: Option<&String>) -> [String; 2] {
    match estimate {
        Some(estimate) => [format::decimal(&estimate.text), format::interval(estimate)],
        None => [String::new(), uncertain(least)],
    }
}

/// Returns that a figure is too uncertain, and from which level it can be expected.
fn uncertain(least: Option<&String>) -> String {
    say(match least {
        Some(level) => FigureText::TooUncertainBelow {
            level: format::decimal(level),
        },
        None => FigureText::TooUncertain,
    })
}

fn groups_text(view: &GroupsView) -> String {
    let mut rows = Vec::new();
    let mut has_merged = false;
    for group in &view.table.rows {
        has_merged |= group.groups > 1;
        let [count, between] = cells(Some(&group.rows), None);
        rows.push(vec![group.label.clone(), say(Label::Rows), count, between]);
        for figure in &group.figures {
            let column = &figure.column;
            let mut push = |what: String, [number, between]: [String; 2]| {
                rows.push(vec![String::new(), what, number, between]);
            };
            let mean = cells(figure.mean.as_ref(), figure.least_epsilon.as_ref());
            push(
                match &figure.share_of {
                    Some(value) => say(FigureText::ShareOf {
                        column: column.clone(),
                        value: value.clone(),
                    }),
                    None => say(FigureText::MeanOf {
                        column: column.clone(),
                    }),
                },
                mean,
            );
            let sum = FigureText::SumOf {
                column: column.clone(),
            };
            push(say(sum), cells(Some(&figure.sum), None));
            if let Some(deviation) = &figure.deviation {
                let of = FigureText::DeviationOf {
                    column: column.clone(),
                };
                push(say(of), cells(Some(deviation), None));
            }
        }
    }
    let by = view.table.by.join(", ");
    let columns = [
        (by, crate::table::Side::Left),
        Label::Quantity.left(),
        Label::Estimate.right(),
        Label::NoiseInterval95.whole(),
    ];
    let mut text = heading(&view.of, None) + &table(&columns, &rows);
    text += &line(Sentence::OfClampedNumbers);
    text += &line(Sentence::DeviationsByRows);
    if has_merged {
        text += &line(Sentence::GroupsAdded);
    }
    text + &noise_interval()
}

fn correlations_text(view: &CorrelationsView) -> String {
    let rows: Vec<Vec<String>> = view
        .table
        .pairs
        .iter()
        .map(|pair| {
            let [number, between] = cells(pair.correlation.as_ref(), pair.least_epsilon.as_ref());
            vec![pair.one.clone(), pair.other.clone(), number, between]
        })
        .collect();
    let columns = [
        Label::Column.left(),
        Label::Column.left(),
        Label::Correlation.right(),
        Label::NoiseInterval95.whole(),
    ];
    [
        heading(&view.of, Some(&view.table.rows)),
        table(&columns, &rows),
        line(Sentence::OfClampedNumbers),
        noise_interval(),
    ]
    .concat()
}

fn fit_text(view: &FitView) -> String {
    let fit = &view.table;
    let mut text = heading(&view.of, Some(&fit.rows));
    if fit.terms.is_empty() {
        let _ = writeln!(text, "{}", uncertain(fit.least_epsilon.as_ref()));
        return text + &line(Sentence::OfClampedNumbers);
    }
    let rows: Vec<Vec<String>> = fit
        .terms
        .iter()
        .map(|term| {
            let name = match term.term.as_str() {
                "intercept" => say(Label::Intercept),
                name => name.to_owned(),
            };
            let error = term.standard_error.as_ref();
            let [number, between] = cells(Some(&term.estimate), None);
            vec![
                name,
                number,
                between,
                error.map_or_else(String::new, |error| format::decimal(&error.text)),
                term.both
                    .as_ref()
                    .map_or_else(String::new, format::interval),
            ]
        })
        .collect();
    let columns = [
        (fit.request.response.clone(), crate::table::Side::Left),
        Label::Estimate.right(),
        Label::NoiseInterval95.whole(),
        (say(Label::StandardError), crate::table::Side::IfAny),
        Label::BothInterval95.if_any(),
    ];
    text += &table(&columns, &rows);
    let mut lines = Vec::new();
    if let Some(share) = &fit.r_squared {
        let [number, between] = cells(Some(share), None);
        lines.push((Label::RSquared, format!("{number}  {between}")));
    }
    if let Some(deviation) = &fit.residual_deviation {
        lines.push((Label::ResidualDeviation, format::decimal(&deviation.text)));
    }
    text += &fields(&lines);
    text += &line(Sentence::OfClampedNumbers);
    if view.of.rows_per_unit > 1 {
        text += &line(Sentence::NoStandardErrors);
    } else if fit.terms.iter().any(|term| term.both.is_some()) {
        text += &line(Sentence::BothAreForAPublic);
    }
    text + &line(Sentence::ChosenAfterwards)
}
