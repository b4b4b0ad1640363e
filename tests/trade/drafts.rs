//! Drafts of listings, in a few words.

#![allow(dead_code)] // Each test binary uses some of them.

use poundwise_documents::units::Decimal;
use poundwise_market::view::Condition;
use poundwise_market::{
    AttributeSpec, BinSpec, CopiedQuestion, HistogramSpec, ListingDraft, ListingSubject, MeanSpec,
};

use super::parsed;

/// Bounds, as `LO..HI`.
#[track_caller]
pub(crate) fn ends(bounds: &str) -> [Decimal; 2] {
    let (low, high) = bounds.split_once("..").unwrap();
    [parsed(low), parsed(high)]
}

/// The dataset of that name.
#[track_caller]
pub(crate) fn dataset(name: &str) -> ListingSubject {
    ListingSubject::Dataset(parsed(name))
}

/// Own numbers about a population.
#[track_caller]
pub(crate) fn own_numbers(population: &str) -> ListingSubject {
    ListingSubject::OwnNumbers {
        population: Some(parsed(population)),
    }
}

/// Bins that are single values; the declared ones without any.
pub(crate) fn texts(values: &[&str]) -> BinSpec {
    if values.is_empty() {
        return BinSpec::Stated;
    }
    BinSpec::Values(values.iter().map(|value| (*value).to_owned()).collect())
}

/// Bins between edges.
#[track_caller]
pub(crate) fn edges(edges: &[&str]) -> BinSpec {
    BinSpec::Edges(edges.iter().map(|edge| parsed(*edge)).collect())
}

/// The draft with other conditions.
#[track_caller]
pub(crate) fn filtered(mut draft: ListingDraft, filters: Vec<Condition>) -> ListingDraft {
    match &mut draft.question {
        AttributeSpec::Count(spec) => spec.filters = filters,
        AttributeSpec::Sum(spec) => spec.filters = filters,
        AttributeSpec::Mean(spec) => spec.filters = filters,
        AttributeSpec::Histogram(spec) => spec.filters = filters,
        AttributeSpec::CrossTabulation(spec) => spec.filters = filters,
        AttributeSpec::Moments(spec) => spec.filters = filters,
        AttributeSpec::Value(_) | AttributeSpec::Vector(_) => panic!("own numbers have no rows"),
    }
    draft
}

/// The draft of a histogram, with other bins.
#[track_caller]
pub(crate) fn binned(draft: ListingDraft, bins: BinSpec) -> ListingDraft {
    histogram_of(draft, |histogram| histogram.bins = bins)
}

/// The draft of a histogram, changed.
#[track_caller]
pub(crate) fn histogram_of(
    mut draft: ListingDraft,
    change: impl FnOnce(&mut HistogramSpec),
) -> ListingDraft {
    match &mut draft.question {
        AttributeSpec::Histogram(histogram) => change(histogram),
        _ => panic!("no histogram"),
    }
    draft
}

/// The draft of a mean, changed.
#[track_caller]
pub(crate) fn mean_of(mut draft: ListingDraft, change: impl FnOnce(&mut MeanSpec)) -> ListingDraft {
    match &mut draft.question {
        AttributeSpec::Mean(mean) => change(mean),
        _ => panic!("no mean"),
    }
    draft
}

/// The draft that asks the same as the listing that it is copied from.
#[track_caller]
pub(crate) fn restated(copy: ListingDraft<CopiedQuestion>) -> ListingDraft {
    let mut question = copy.question.clone();
    let question = AttributeSpec::read(question.question.kind(), &mut question);
    copy.asking(question.expect("own numbers are not in a copy"))
}
