//! Each receipt against the receipts before it.

use super::{Held, LedgerAudit};
use crate::finding::{Code, Recorder, named_or_none, sides};
use crate::jws::Signed;
use crate::kinds::{Order, Receipt};
use crate::units::{Currency, DocumentId, MicroEpsilon};

impl LedgerAudit {
    /// Sequence, link to the receipt before, time.
    pub(super) fn chain(
        &mut self,
        recorder: &mut Recorder,
        line: Option<u64>,
        receipt: &Signed<Receipt>,
    ) {
        let payload = receipt.payload();
        let in_place = self.sequence.take(recorder, payload.sequence, line);
        let linked = recorder.compare(
            payload.previous_receipt == self.last_receipt,
            Code::BrokenChain,
            || {
                sides(
                    named_or_none(payload.previous_receipt),
                    named_or_none(self.last_receipt),
                )
            },
            || "the receipt does not name the receipt before it".to_owned(),
        );
        // Receipts are missing or moved: what is held and summed up is not known from here on.
        self.gap |= !in_place && !linked;
        if let Some(last) = self.last_time {
            recorder.compare(
                last <= payload.issued_at,
                Code::TimeGoesBack,
                || sides(payload.issued_at, format_args!("not before {last}")),
                || {
                    format!(
                        "receipt {} is backdated: it is of {}, the one before it of {last}",
                        payload.sequence, payload.issued_at
                    )
                },
            );
        }
        self.last_receipt = Some(receipt.id());
        self.last_time = Some(payload.issued_at);
    }

    /// What the buyer held before against what the documents say; gives the release held before.
    pub(super) fn holding(
        &mut self,
        recorder: &mut Recorder,
        series: usize,
        order: Option<&Signed<Order>>,
        receipt: &Signed<Receipt>,
    ) -> Option<DocumentId> {
        let payload = receipt.payload();
        let held = Held {
            level: payload.to_micro_epsilon,
            receipt: receipt.id(),
            release: payload.release,
        };
        let before = self
            .series
            .get_mut(series)?
            .holders
            .insert(payload.buyer, held);
        if !self.gap {
            let level = before
                .as_ref()
                .map_or(MicroEpsilon::ZERO, |held| held.level);
            recorder.compare(
                payload.from_micro_epsilon == level,
                Code::WrongFrom,
                || {
                    sides(
                        format_args!("from ε {}", payload.from_micro_epsilon),
                        format_args!("held: ε {level}"),
                    )
                },
                || {
                    format!(
                        "the sale goes from ε {}, the buyer held ε {level}",
                        payload.from_micro_epsilon
                    )
                },
            );
            if let Some(order) = order {
                let named = order.payload().previous_receipt;
                recorder.compare(
                    named == before.as_ref().map(|held| held.receipt),
                    Code::WrongHolding,
                    || {
                        sides(
                            named_or_none(named),
                            named_or_none(before.as_ref().map(|held| held.receipt)),
                        )
                    },
                    || "the order does not name the buyer's receipt for the level held".to_owned(),
                );
            }
        }
        before.map(|held| held.release)
    }

    pub(super) fn losses(&mut self, recorder: &mut Recorder, series: usize, payload: &Receipt) {
        let Some(series) = self.series.get_mut(series) else {
            return;
        };
        let before = series.highest;
        let highest = before.max(payload.to_micro_epsilon);
        let stated = payload.listing_loss_micro_epsilon;
        series.highest = highest.max(stated);
        let mut dataset = highest.get();
        if let Some(name) = series.dataset {
            let sum = self.datasets.entry(name).or_default();
            *sum = sum.saturating_add(highest.get() - before.get());
            dataset = *sum;
            *sum = dataset.max(payload.dataset_loss_micro_epsilon.get());
        }
        if self.gap {
            return;
        }
        recorder.compare(stated == highest, Code::ListingLoss, || sides(format_args!("ε {stated}"), format_args!("ε {highest}")), || {
            format!(
                "the receipt states the listing's loss as ε {stated}, the sales make it ε {highest}"
            )
        });
        let stated = payload.dataset_loss_micro_epsilon;
        recorder.compare(
            stated.get() == dataset,
            Code::DatasetLoss,
            || {
                sides(
                    format_args!("ε {stated}"),
                    format_args!("ε {}", shown(dataset)),
                )
            },
            || {
                format!(
                    "the receipt states the dataset's loss as ε {stated}, the sales make it ε {}",
                    shown(dataset)
                )
            },
        );
    }

    pub(super) fn totals(&mut self, recorder: &mut Recorder, payload: &Receipt) {
        let total = self.money.entry(payload.currency).or_default();
        *total = total.saturating_add(payload.price_minor.get());
        let stated = payload
            .total_money
            .iter()
            .map(|(currency, amount)| (*currency, amount.get()));
        let agrees = self
            .money
            .iter()
            .map(|(currency, amount)| (*currency, *amount))
            .eq(stated.clone());
        if !self.gap {
            let show =
                |(currency, minor): (Currency, u64)| format!("{currency} {minor} minor units");
            let list = |items: Vec<String>| items.join(", ");
            let both = || {
                sides(
                    list(stated.clone().map(show).collect()),
                    list(self.money.iter().map(|(c, m)| show((*c, *m))).collect()),
                )
            };
            recorder.compare(agrees, Code::WrongTotal, both, || {
                let [stated, made] = both();
                format!("the receipt states a total of {stated}, the sales make it {made}")
            });
        }
        // From here on as stated, so that one wrong total is one finding.
        self.money = stated.collect();
    }
}

/// A sum of levels, which may be above the highest level there is.
pub(in crate::audit) fn shown(micro: u64) -> String {
    MicroEpsilon::new(micro)
        .map_or_else(|_| format!("{micro} millionths"), |level| level.to_string())
}
