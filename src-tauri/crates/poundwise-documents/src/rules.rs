//! The rules of one sale, between listing, order, receipt and release; and those of a holder's
//! copy. Bundles, copies and ledgers are checked by them.

use gradual_release::accountant::PrivacyLoss;

use crate::commitment::IntegersHash;
use crate::finding::{At, Code, ComparisonSide, SidePhrase, SideValue, sides};
use crate::jws::Signed;
use crate::kinds::{Family, HolderCopy, Listing, Order, Receipt, Release};
use crate::log::entry_number;
use crate::tariff::Tariff;
use crate::units::{
    Currency, Digest, DocumentId, Kid, LossPair, MicroEpsilon, Salt, Timestamp, loss_text,
};
use crate::values::{self, ValueRow};

/// The terms of sale of a listing, without its labels and words.
pub struct Terms {
    /// The listing.
    id: DocumentId,
    /// Its owner, who signs receipts and releases.
    owner: Kid,
    /// The highest level sold.
    ceiling: MicroEpsilon,
    /// The smallest increment sold.
    grain: MicroEpsilon,
    /// The price of each level.
    tariff: Tariff,
    /// The currency of its prices.
    currency: Currency,
    /// The population whose loss its sales raise.
    pub population: Salt,
    /// The population's cap as the listing states it.
    pub cap: LossPair,
    /// The population's carried loss as the listing states it.
    carried: LossPair,
    /// The family of the question's noise, which charges the population for it.
    family: Family,
    /// Time of signing.
    pub issued_at: Timestamp,
}

impl Terms {
    /// Returns the terms of a listing.
    #[must_use]
    pub fn of(listing: &Signed<Listing>) -> Self {
        let payload = listing.payload();
        Self {
            id: listing.id(),
            owner: listing.signer(),
            ceiling: payload.ceiling,
            grain: payload.grain,
            tariff: payload.tariff.clone(),
            currency: payload.currency,
            population: payload.population,
            cap: payload.population_cap(),
            carried: payload.population_carried(),
            family: payload.family,
            issued_at: payload.issued_at,
        }
    }
}

/// Checks everything that a listing, an order and its receipt show by themselves.
///
/// `cap` is the lowest cap that the population's loss had to keep to; where only the listing is
/// known, the one that it states.
pub fn check_sale(
    at: &mut At<'_>,
    terms: &Terms,
    cap: LossPair,
    order: &Signed<Order>,
    receipt: &Signed<Receipt>,
) {
    let (o, r) = (order.payload(), receipt.payload());
    at.compare(
        receipt.signer() == terms.owner,
        Code::SignerNotOwner,
        || sides(receipt.signer(), terms.owner),
        || {
            format!(
                "the receipt is signed by {}, the listing by {}",
                receipt.signer(),
                terms.owner
            )
        },
    );
    at.compare(
        o.listing == terms.id && r.listing == terms.id,
        Code::WrongListing,
        || sides(SidePhrase::Pair.with([o.listing, r.listing]), terms.id),
        || {
            format!(
                "the order is for listing {}, the receipt for {}, the listing is {}",
                o.listing, r.listing, terms.id
            )
        },
    );
    at.compare(
        r.order == order.id(),
        Code::WrongOrder,
        || sides(r.order, order.id()),
        || {
            format!(
                "the receipt is for order {}, the order is {}",
                r.order,
                order.id()
            )
        },
    );
    at.compare(
        r.buyer == order.signer(),
        Code::WrongBuyer,
        || sides(r.buyer, order.signer()),
        || {
            format!(
                "the receipt names buyer {}, the order is signed by {}",
                r.buyer,
                order.signer()
            )
        },
    );
    let (from, to) = (r.from, r.to);
    at.compare(
        (o.from, o.to) == (from, to),
        Code::LevelMismatch,
        || {
            sides(
                SidePhrase::LevelStep.with([from, to]),
                SidePhrase::LevelStep.with([o.from, o.to]),
            )
        },
        || {
            format!(
                "the order goes from ε {} to ε {}, the receipt from ε {from} to ε {to}",
                o.from, o.to
            )
        },
    );
    at.compare(
        to <= terms.ceiling,
        Code::OverCeiling,
        || sides(to, SidePhrase::AtMostLevel.with([terms.ceiling])),
        || {
            format!(
                "ε {to} was sold, above the listing's ceiling of ε {}",
                terms.ceiling
            )
        },
    );
    // A listing's grain is above 0 (checked when it was read).
    let rise = to.get().saturating_sub(from.get());
    at.compare(
        rise.checked_rem(terms.grain.get()) == Some(0),
        Code::OffGrain,
        || {
            sides(
                SidePhrase::LevelStep.with([from, to]),
                SidePhrase::StepsOfLevel.with([terms.grain]),
            )
        },
        || {
            format!(
                "from ε {from} to ε {to} is not a multiple of the listing's grain of ε {}",
                terms.grain
            )
        },
    );
    at.compare(
        r.currency == terms.currency,
        Code::WrongCurrency,
        || sides(r.currency, terms.currency),
        || {
            format!(
                "the receipt is in {}, the listing in {}",
                r.currency, terms.currency
            )
        },
    );
    let money = |amount| SideValue::money(terms.currency, amount);
    match terms.tariff.increment(from, to) {
        Ok(price) => {
            at.compare(
                o.price_minor == price && r.price_minor == price,
                Code::WrongPrice,
                || {
                    let paid = [money(r.price_minor), from.into(), to.into()];
                    sides(SidePhrase::PriceOfStep.with(paid), money(price))
                },
                || {
                    format!(
                        "from ε {from} to ε {to} costs {} by the tariff; the order says {}, the \
                         receipt {}",
                        money(price),
                        money(o.price_minor),
                        money(r.price_minor)
                    )
                },
            );
        }
        Err(error) => at.fail(Code::WrongPrice, || error.to_string()),
    }
    let loss = r.population_loss();
    at.compare(
        loss.is_within(cap),
        Code::OverCap,
        || sides(loss, ComparisonSide::at_most(cap)),
        || format!("the population's loss became {loss}, above its cap of {cap}"),
    );
    let charge = terms.family.charge(r.question_loss);
    let least = PrivacyLoss::from(terms.carried).saturating_plus(charge);
    at.compare(
        least.is_within(loss.into()),
        Code::PopulationLoss,
        || sides(loss, ComparisonSide::at_least(least)),
        || {
            format!(
                "the receipt states the population's loss as {loss}, the carried loss and the \
                 question's make it at least {}",
                loss_text(least)
            )
        },
    );
    at.compare(
        terms.issued_at <= r.issued_at,
        Code::TimeGoesBack,
        || sides(r.issued_at, SidePhrase::NotBefore.with([terms.issued_at])),
        || {
            format!(
                "receipt {} is backdated: it is of {}, its listing of {}",
                entry_number(r.sequence),
                r.issued_at,
                terms.issued_at
            )
        },
    );
}

/// Checks everything that a release and its values file show beside their sale. Returns the rows,
/// if they can be read and are those that were signed.
pub(crate) fn check_release(
    at: &mut At<'_>,
    listing: &Signed<Listing>,
    receipt: &Signed<Receipt>,
    release: &Signed<Release>,
    file: &[u8],
) -> Option<Vec<ValueRow>> {
    let (l, r, d) = (listing.payload(), receipt.payload(), release.payload());
    at.compare(
        release.signer() == listing.signer(),
        Code::SignerNotOwner,
        || sides(release.signer(), listing.signer()),
        || {
            format!(
                "the release is signed by {}, the listing by {}",
                release.signer(),
                listing.signer()
            )
        },
    );
    at.compare(
        r.release == release.id(),
        Code::WrongRelease,
        || sides(r.release, release.id()),
        || {
            format!(
                "the receipt names release {}, the release is {}",
                r.release,
                release.id()
            )
        },
    );
    at.compare(
        d.listing == r.listing,
        Code::WrongListing,
        || sides(d.listing, r.listing),
        || {
            format!(
                "the release is for listing {}, the receipt for {}",
                d.listing, r.listing
            )
        },
    );
    at.compare(
        d.order == r.order,
        Code::WrongOrder,
        || sides(d.order, r.order),
        || {
            format!(
                "the release is for order {}, the receipt for {}",
                d.order, r.order
            )
        },
    );
    at.compare(
        d.level == r.to,
        Code::LevelMismatch,
        || sides(d.level, r.to),
        || format!("the release is at ε {}, the receipt at ε {}", d.level, r.to),
    );
    let from = r.from;
    at.compare(
        d.base.is_none() == from.is_zero(),
        Code::WrongBase,
        || {
            sides(
                ComparisonSide::id_or_none(d.base),
                SidePhrase::HeldLevel.with([from]),
            )
        },
        || {
            "a release must name the one before it exactly when something was held before"
                .to_owned()
        },
    );
    at.compare(
        l.issued_at <= d.issued_at && d.issued_at <= r.issued_at,
        Code::TimeGoesBack,
        || {
            sides(
                d.issued_at,
                SidePhrase::Between.with([l.issued_at, r.issued_at]),
            )
        },
        || {
            format!(
                "listing {}, release {}, receipt {}: not in this order",
                l.issued_at, d.issued_at, r.issued_at
            )
        },
    );
    let rows = check_values(at, l, &Claim::of_release(d), file)?;
    if d.base.is_none() {
        all_changed(at, &rows, "a first release");
    }
    Some(rows)
}

/// Checks everything that a holder's copy and its values file show beside the listing. Returns the
/// rows, if they can be read and are those that were signed.
pub(crate) fn check_copy(
    at: &mut At<'_>,
    listing: &Signed<Listing>,
    copy: &Signed<HolderCopy>,
    file: &[u8],
) -> Option<Vec<ValueRow>> {
    let (l, c) = (listing.payload(), copy.payload());
    at.compare(
        c.listing == listing.id(),
        Code::WrongListing,
        || sides(c.listing, listing.id()),
        || {
            format!(
                "the copy is of listing {}, the listing is {}",
                c.listing,
                listing.id()
            )
        },
    );
    let ceiling = l.ceiling;
    at.compare(
        c.level < ceiling,
        Code::CopyLevel,
        || sides(c.level, SidePhrase::BelowLevel.with([ceiling])),
        || {
            format!(
                "the copy is at ε {}, but nothing above the listing's ceiling of ε {ceiling} is \
                 sold that it could have been made from",
                c.level
            )
        },
    );
    let claim = Claim {
        signed: "copy",
        hash: c.integers_sha256,
        rows: c.rows,
    };
    let rows = check_values(at, l, &claim, file)?;
    all_changed(at, &rows, "a copy");
    Some(rows)
}

/// Hash and number of the values, as a signed document states them.
struct Claim {
    /// Name of the document in messages.
    signed: &'static str,
    hash: Digest,
    rows: u64,
}

impl Claim {
    fn of_release(release: &Release) -> Self {
        Self {
            signed: "release",
            hash: release.integers_sha256,
            rows: release.rows,
        }
    }
}

/// Checks form, integers, rows and labels of a values file. The file is an encoding: what is signed
/// is its integers.
fn check_values(
    at: &mut At<'_>,
    listing: &Listing,
    claim: &Claim,
    file: &[u8],
) -> Option<Vec<ValueRow>> {
    let signed = claim.signed;
    let rows = match values::read(file) {
        Ok(rows) => rows,
        Err(error) => {
            at.fail(Code::ValuesUnreadable, || error.to_string());
            return None;
        }
    };
    let mut hash = IntegersHash::new(rows.len());
    rows.iter().for_each(|row| hash.add(row.value));
    let hash = hash.finish();
    if !at.compare(
        claim.hash == hash,
        Code::ValuesHash,
        || sides(hash, claim.hash),
        || {
            format!(
                "the integers in the values file have the hash {hash}, the {signed} was signed for \
                 {}",
                claim.hash
            )
        },
    ) {
        return None;
    }
    let count = rows.len() as u64;
    at.compare(
        count == claim.rows && count == listing.dimension,
        Code::ValuesRows,
        || sides(SideValue::Rows(count), SideValue::Rows(claim.rows)),
        || {
            format!(
                "the values file has {count} rows, the {signed} states {}, the listing {}",
                claim.rows, listing.dimension
            )
        },
    );
    let labelled = rows.iter().map(|row| &row.label).eq(listing.labels.iter());
    at.compare(
        labelled,
        Code::ValuesRows,
        || {
            let labels = listing.labels.len() as u64;
            sides(SideValue::Labels(count), SideValue::Labels(labels))
        },
        || "the rows' labels are not the listing's".to_owned(),
    );
    Some(rows)
}

/// Checks that every row is marked as changed, which is so where there is no release before.
fn all_changed(at: &mut At<'_>, rows: &[ValueRow], what: &str) {
    at.compare(
        rows.iter().all(|row| row.changed),
        Code::ValuesChanged,
        || {
            let marked = rows.iter().filter(|row| row.changed).count();
            let of = |phrase: SidePhrase, n: usize| phrase.with([SideValue::Count(n as u64)]);
            sides(
                of(SidePhrase::Marked, marked),
                of(SidePhrase::AllMarked, rows.len()),
            )
        },
        || format!("{what} must mark every row as changed"),
    );
}
