//! `range`, `quantile`.

use poundwise_documents::units::Decimal;
use poundwise_market::view::{Estimate, RangesView};
use poundwise_market::{
    Home, ListingId, ListingName, RangeCells, RangesWanted, Result, Roles, format,
};

use crate::args::{Bounds, OfCells};
use crate::opening::Outcome;
use crate::output::{NOISE_INTERVAL, Output};
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
                    format!("{} to {}", range.low, range.high),
                    rows.text.clone(),
                    interval(rows),
                    share.map_or_else(too_few, |share| share.text.clone()),
                    share.map_or_else(String::new, interval),
                ]
            })
            .collect();
        let columns = [
            ("cells", Side::IfAny),
            (view.column.as_str(), Side::Whole),
            ("rows", Side::Right),
            ("95% noise interval", Side::Whole),
            ("share", Side::Right),
            ("95% noise interval", Side::Whole),
        ];
        format!(
            "{}{}{NOISE_INTERVAL}",
            heading(&view),
            table(&columns, &rows)
        )
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
                value.map_or_else(too_few, |value| value.text.clone()),
                value.map_or_else(String::new, interval),
            ]
        };
        let quantiles = view.quantiles.iter();
        let mut rows: Vec<Vec<String>> = quantiles
            .map(|quantile| {
                let cells = quantile.cells.as_ref();
                row(cells, quantile.share.clone(), quantile.value.as_ref())
            })
            .collect();
        if let Some(range) = &view.interquartile_range {
            rows.push(row(None, "interquartile range".to_owned(), Some(range)));
        }
        let columns = [
            ("cells", Side::IfAny),
            ("share of rows below", Side::Whole),
            (view.column.as_str(), Side::Right),
            ("95% noise interval", Side::Whole),
        ];
        format!(
            "{}{}Within a bin, rows count as evenly spread.\n{NOISE_INTERVAL}",
            heading(&view),
            table(&columns, &rows)
        )
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
    format!("{}\n{}\n", view.title, fields(&[("level held", level)]))
}

fn interval(estimate: &Estimate) -> String {
    match (&estimate.noise_low, &estimate.noise_high) {
        (Some(low), Some(high)) => format!("{low} to {high}"),
        _ => String::new(),
    }
}

fn too_few() -> String {
    "too few rows".to_owned()
}
