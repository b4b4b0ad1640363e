//! `range`, `quantile`.

use poundwise_documents::units::Decimal;
use poundwise_market::view::{Estimate, RangesView};
use poundwise_market::{Home, ListingId, ListingName, RangeCells, RangesWanted, Result, Roles};

use crate::args::{Bounds, OfCells};
use crate::format;
use crate::language::{line, say};
use crate::messages::{Label, Sentence, Word};
use crate::opening::Outcome;
use crate::output::{Output, noise_interval};
use crate::table::{Side, fields, table};

pub(crate) fn range(
    out: &mut Output,
    home: &Home,
    listing: ListingId,
    ranges: Vec<Bounds>,
    of: OfCells,
) -> Result<Outcome> {
    let wanted = RangesWanted {
        ranges: ranges.into_iter().map(Bounds::into_ends).collect(),
        ..of_cells(of)
    };
    let view = home.buyer().ranges(&ListingName::Id(listing), &wanted)?;
    out.answer(&view, || {
        let rows: Vec<Vec<String>> = view
            .ranges
            .iter()
            .map(|range| {
                let rows = &range.rows;
                let share = range.share.as_ref();
                vec![
                    range.cells.clone().unwrap_or_default(),
                    format::between(&range.low, &range.high),
                    format::decimal(&rows.text),
                    format::interval(rows),
                    share.map_or_else(too_few, |share| format::decimal(&share.text)),
                    share.map_or_else(String::new, format::interval),
                ]
            })
            .collect();
        let columns = [
            Label::Cells.if_any(),
            (view.column.clone(), Side::Whole),
            Label::Rows.right(),
            Label::NoiseInterval95.whole(),
            Label::Share.right(),
            Label::NoiseInterval95.whole(),
        ];
        heading(&view) + &table(&columns, &rows) + &noise_interval()
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn quantile(
    out: &mut Output,
    home: &Home,
    listing: ListingId,
    quantiles: Vec<Decimal>,
    of: OfCells,
) -> Result<Outcome> {
    let wanted = RangesWanted {
        quantiles,
        ..of_cells(of)
    };
    let view = home.buyer().ranges(&ListingName::Id(listing), &wanted)?;
    out.answer(&view, || {
        let row = |cells: Option<&String>, name: String, value: Option<&Estimate>| {
            vec![
                cells.cloned().unwrap_or_default(),
                name,
                value.map_or_else(too_few, |value| format::decimal(&value.text)),
                value.map_or_else(String::new, format::interval),
            ]
        };
        let quantiles = view.quantiles.iter();
        let mut rows: Vec<Vec<String>> = quantiles
            .map(|quantile| {
                let cells = quantile.cells.as_ref();
                row(
                    cells,
                    format::decimal(&quantile.share),
                    quantile.value.as_ref(),
                )
            })
            .collect();
        if let Some(range) = &view.interquartile_range {
            rows.push(row(None, say(Label::InterquartileRange), Some(range)));
        }
        let columns = [
            Label::Cells.if_any(),
            Label::ShareBelow.whole(),
            (view.column.clone(), Side::Right),
            Label::NoiseInterval95.whole(),
        ];
        [
            heading(&view),
            table(&columns, &rows),
            line(Sentence::EvenlySpread),
            noise_interval(),
        ]
        .concat()
    })?;
    Ok(Outcome::Done)
}

fn of_cells(OfCells { along, cells }: OfCells) -> RangesWanted {
    RangesWanted {
        along,
        cells: cells.map_or(RangeCells::All, RangeCells::Of),
        ..RangesWanted::default()
    }
}

fn heading(view: &RangesView) -> String {
    let level = format::epsilon(view.level);
    format!("{}\n{}\n", view.title, fields(&[(Label::LevelHeld, level)]))
}

fn too_few() -> String {
    say(Word::TooFewRows)
}
