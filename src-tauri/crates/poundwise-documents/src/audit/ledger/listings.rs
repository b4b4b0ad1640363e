//! What the lines about a listing say of it: its versions, and their withdrawals.

use std::collections::HashMap;

use super::series::fixed_parts;
use super::{LedgerAudit, Series, Version};
use crate::finding::{Code, Recorder, sides};
use crate::jws::Signed;
use crate::kinds::{Listing, Withdrawal};
use crate::rules::Terms;
use crate::units::MicroEpsilon;

impl LedgerAudit {
    pub(super) fn listing(&mut self, recorder: &mut Recorder, listing: &Signed<Listing>) {
        let (id, payload) = (listing.id(), listing.payload());
        if !recorder.expect(
            !self.versions.contains_key(&id),
            Code::DoubleDocument,
            || format!("listing {id} is in the ledger twice"),
        ) {
            return;
        }
        let fixed = fixed_parts(payload);
        let known = self.seeds.get(&payload.seed_commitment).copied();
        match payload.previous {
            Some(previous) => {
                let before = self.versions.get(&previous);
                recorder.compare(self.gap || before.is_some(), Code::WrongVersion, || sides(previous, if before.is_some() { "shown before" } else { "not shown before" }), || {
                    format!(
                        "the listing replaces {previous}, which the ledger does not show before it"
                    )
                });
                if let Some(before) = before {
                    recorder.expect(before.fixed == fixed, Code::WrongVersion, || {
                        format!(
                            "the listing replaces {previous} but changes more than words, price, ceiling and grain"
                        )
                    });
                    recorder.compare(
                        before.terms.issued_at <= payload.issued_at,
                        Code::TimeGoesBack,
                        || {
                            sides(
                                payload.issued_at,
                                format_args!("not before {}", before.terms.issued_at),
                            )
                        },
                        || {
                            format!(
                                "the listing is of {}, the one it replaces of {}",
                                payload.issued_at, before.terms.issued_at
                            )
                        },
                    );
                }
            }
            None => {
                recorder.expect(self.gap || known.is_none(), Code::SharedSeeds, || {
                    "the listing uses the seeds of another one without replacing it".to_owned()
                });
            }
        }
        let series = known.unwrap_or_else(|| {
            self.series.push(Series {
                seeds: payload.seed_commitment,
                dataset: payload.dataset,
                highest: MicroEpsilon::ZERO,
                holders: HashMap::new(),
            });
            self.series.len() - 1
        });
        self.seeds.insert(payload.seed_commitment, series);
        let version = Version {
            terms: Terms::of(listing),
            series,
            previous: payload.previous,
            fixed,
            last_sale: None,
            withdrawn: None,
        };
        self.versions.insert(id, version);
        self.book.listing(listing);
    }

    pub(super) fn withdrawal(&mut self, recorder: &mut Recorder, withdrawal: &Signed<Withdrawal>) {
        let payload = withdrawal.payload();
        let shown = self.versions.contains_key(&payload.listing);
        recorder.compare(
            self.gap || shown,
            Code::UnknownListing,
            || {
                sides(
                    payload.listing,
                    if shown {
                        "shown before"
                    } else {
                        "not shown before"
                    },
                )
            },
            || {
                format!(
                    "the withdrawal is of listing {}, which the ledger does not show",
                    payload.listing
                )
            },
        );
        // The version named and all that it replaced, up to one that was withdrawn before.
        let mut next = Some(payload.listing);
        while let Some(version) = next.and_then(|id| self.versions.get_mut(&id)) {
            if version
                .withdrawn
                .is_some_and(|time| time <= payload.issued_at)
            {
                break;
            }
            version.withdrawn = Some(payload.issued_at);
            let sold_later = version
                .last_sale
                .filter(|(time, _)| *time > payload.issued_at);
            recorder.expect(sold_later.is_none(), Code::SoldAfterWithdrawal, || {
                let sequence = sold_later.map_or(0, |(_, sequence)| sequence);
                format!(
                    "receipt {sequence} is later than the withdrawal of its listing on {}",
                    payload.issued_at
                )
            });
            next = version.previous;
        }
    }
}
