//! Query and privacy unit of a signed listing in parts, read from its fields: no words are parsed.

use poundwise_documents::kinds::{AttributeKind, ColumnType, Listing, MissingCells};

use super::ratio::Ratio;
use crate::parts::{PrivacyUnit, QueryCondition, QueryParts, QuerySubject};

/// Returns the question of a listing.
#[must_use]
pub fn query_parts(listing: &Listing) -> QueryParts {
    let column = || listing.column.clone().unwrap_or_default();
    let bounds = || {
        let bound = |index: usize| {
            listing
                .bounds
                .get(index)
                .map(ToString::to_string)
                .unwrap_or_default()
        };
        [bound(0), bound(1)]
    };
    QueryParts {
        of: match listing.kind {
            AttributeKind::Count => QuerySubject::Rows,
            AttributeKind::Histogram => QuerySubject::RowsBy { column: column() },
            AttributeKind::CrossTabulation => QuerySubject::RowsByColumns {
                columns: listing
                    .columns
                    .iter()
                    .map(|one| one.column.clone())
                    .collect(),
            },
            AttributeKind::Sum => QuerySubject::Sum {
                column: column(),
                bounds: bounds(),
            },
            AttributeKind::Mean => QuerySubject::Mean {
                column: column(),
                bounds: bounds(),
                missing_as: match listing.missing {
                    MissingCells::Excluded => None,
                    MissingCells::AsMid => middle(listing),
                },
            },
            AttributeKind::Value => QuerySubject::OwnNumber { bounds: bounds() },
            AttributeKind::Vector => QuerySubject::OwnNumbers {
                count: listing.dimension,
                bounds: bounds(),
            },
        },
        conditions: listing
            .filters
            .iter()
            .map(|filter| QueryCondition {
                column: filter.column.clone(),
                operator: filter.operator.into(),
                value: filter.value.clone(),
                text: filter.column_type == ColumnType::Text,
            })
            .collect(),
    }
}

/// Returns the middle of a listing's bounds.
fn middle(listing: &Listing) -> Option<String> {
    match listing.bounds.as_slice() {
        [low, high] => Some(Ratio::from(low).plus(&Ratio::from(high)).half().exact()),
        _ => None,
    }
}

/// Returns the privacy unit of a listing.
#[must_use]
pub fn privacy_unit(listing: &Listing) -> PrivacyUnit {
    let of = listing.unit_name.clone();
    match (&listing.distance, &listing.unit_column) {
        (Some(distance), _) => PrivacyUnit::Distance {
            of,
            distance: distance.to_string(),
            unit: listing.unit.clone(),
        },
        (None, Some(column)) => PrivacyUnit::Person {
            of,
            column: column.clone(),
            rows: listing.rows_per_unit,
        },
        (None, None) => PrivacyUnit::Row { of },
    }
}
