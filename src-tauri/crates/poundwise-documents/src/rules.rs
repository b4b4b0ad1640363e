//! The rules of one sale, between listing, order, receipt and release; and those of a holder's
//! copy. Bundles, copies and ledgers are checked by them.

use gradual_release::accountant::PrivacyLoss;
use poundwise_words::Text;

use crate::commitment::IntegersHash;
use crate::finding::{At, Code, ComparisonSide, SidePhrase, SideValue, sides};
use crate::jws::Signed;
use crate::kinds::{Family, HolderCopy, Listing, Order, Receipt, Release};
use crate::log::entry_number;
use crate::tariff::Tariff;
use crate::texts::{RuleProblem, SignedValues};
use crate::units::{
    Currency, Digest, DocumentId, Kid, LossPair, MicroEpsilon, MinorUnits, Money, Salt, Timestamp,
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
        || RuleProblem::ReceiptSigner {
            signer: receipt.signer(),
            owner: terms.owner,
        },
    );
    at.compare(
        o.listing == terms.id && r.listing == terms.id,
        Code::WrongListing,
        || sides(SidePhrase::Pair.with([o.listing, r.listing]), terms.id),
        || RuleProblem::SaleListing {
            order: o.listing,
            receipt: r.listing,
            listing: terms.id,
        },
    );
    at.compare(
        r.order == order.id(),
        Code::WrongOrder,
        || sides(r.order, order.id()),
        || RuleProblem::ReceiptOrder {
            named: r.order,
            order: order.id(),
        },
    );
    at.compare(
        r.buyer == order.signer(),
        Code::WrongBuyer,
        || sides(r.buyer, order.signer()),
        || RuleProblem::ReceiptBuyer {
            named: r.buyer,
            signer: order.signer(),
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
        || RuleProblem::SaleLevels {
            order_from: o.from,
            order_to: o.to,
            from,
            to,
        },
    );
    at.compare(
        to <= terms.ceiling,
        Code::OverCeiling,
        || sides(to, SidePhrase::AtMostLevel.with([terms.ceiling])),
        || RuleProblem::OverCeiling {
            level: to,
            ceiling: terms.ceiling,
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
        || RuleProblem::OffGrain {
            from,
            to,
            grain: terms.grain,
        },
    );
    at.compare(
        r.currency == terms.currency,
        Code::WrongCurrency,
        || sides(r.currency, terms.currency),
        || RuleProblem::SaleCurrency {
            receipt: r.currency,
            listing: terms.currency,
        },
    );
    let money = |amount: MinorUnits| Money::new(amount, terms.currency);
    match terms.tariff.increment(from, to) {
        Ok(price) => {
            at.compare(
                o.price_minor == price && r.price_minor == price,
                Code::WrongPrice,
                || {
                    let [paid, price] =
                        [r.price_minor, price].map(|n| SideValue::money(terms.currency, n));
                    let paid = [paid, from.into(), to.into()];
                    sides(SidePhrase::PriceOfStep.with(paid), price)
                },
                || RuleProblem::SalePrice {
                    from,
                    to,
                    price: money(price),
                    order: money(o.price_minor),
                    receipt: money(r.price_minor),
                },
            );
        }
        Err(error) => at.fail(Code::WrongPrice, || Text::of(error)),
    }
    let loss = r.population_loss();
    at.compare(
        loss.is_within(cap),
        Code::OverCap,
        || sides(loss, ComparisonSide::at_most(cap)),
        || RuleProblem::OverCap {
            loss: loss.into(),
            cap: cap.into(),
        },
    );
    let charge = terms.family.charge(r.question_loss);
    let least = PrivacyLoss::from(terms.carried).saturating_plus(charge);
    at.compare(
        least.is_within(loss.into()),
        Code::PopulationLoss,
        || sides(loss, ComparisonSide::at_least(least)),
        || RuleProblem::LossTooLow {
            stated: loss.into(),
            least: least.into(),
        },
    );
    at.compare(
        terms.issued_at <= r.issued_at,
        Code::TimeGoesBack,
        || sides(r.issued_at, SidePhrase::NotBefore.with([terms.issued_at])),
        || RuleProblem::Backdated {
            receipt: entry_number(r.sequence),
            time: r.issued_at,
            listing: terms.issued_at,
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
        || RuleProblem::ReleaseSigner {
            signer: release.signer(),
            owner: listing.signer(),
        },
    );
    at.compare(
        r.release == release.id(),
        Code::WrongRelease,
        || sides(r.release, release.id()),
        || RuleProblem::ReleaseNamed {
            named: r.release,
            release: release.id(),
        },
    );
    at.compare(
        d.listing == r.listing,
        Code::WrongListing,
        || sides(d.listing, r.listing),
        || RuleProblem::ReleaseListing {
            release: d.listing,
            receipt: r.listing,
        },
    );
    at.compare(
        d.order == r.order,
        Code::WrongOrder,
        || sides(d.order, r.order),
        || RuleProblem::ReleaseOrder {
            release: d.order,
            receipt: r.order,
        },
    );
    at.compare(
        d.level == r.to,
        Code::LevelMismatch,
        || sides(d.level, r.to),
        || RuleProblem::ReleaseLevel {
            release: d.level,
            receipt: r.to,
        },
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
        || RuleProblem::ReleaseBase,
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
        || RuleProblem::ReleaseTime {
            listing: l.issued_at,
            release: d.issued_at,
            receipt: r.issued_at,
        },
    );
    let rows = check_values(at, l, &Claim::of_release(d), file)?;
    if d.base.is_none() {
        all_changed(at, &rows, RuleProblem::FirstReleaseMarks);
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
        || RuleProblem::CopyListing {
            copy: c.listing,
            listing: listing.id(),
        },
    );
    let ceiling = l.ceiling;
    at.compare(
        c.level < ceiling,
        Code::CopyLevel,
        || sides(c.level, SidePhrase::BelowLevel.with([ceiling])),
        || RuleProblem::CopyLevel {
            level: c.level,
            ceiling,
        },
    );
    let claim = Claim {
        signed: SignedValues::Copy,
        hash: c.integers_sha256,
        rows: c.rows,
    };
    let rows = check_values(at, l, &claim, file)?;
    all_changed(at, &rows, RuleProblem::CopyMarks);
    Some(rows)
}

/// Hash and number of the values, as a signed document states them.
struct Claim {
    signed: SignedValues,
    hash: Digest,
    rows: u64,
}

impl Claim {
    fn of_release(release: &Release) -> Self {
        Self {
            signed: SignedValues::Release,
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
            at.fail(Code::ValuesUnreadable, || Text::of(error));
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
        || RuleProblem::ValuesHash {
            hash,
            signed,
            stated: claim.hash,
        },
    ) {
        return None;
    }
    let count = rows.len() as u64;
    at.compare(
        count == claim.rows && count == listing.dimension,
        Code::ValuesRows,
        || sides(SideValue::Rows(count), SideValue::Rows(claim.rows)),
        || RuleProblem::ValuesRows {
            rows: SideValue::Rows(count),
            signed,
            stated: claim.rows,
            listing: listing.dimension,
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
        || RuleProblem::Labels,
    );
    Some(rows)
}

/// Checks that every row is marked as changed, as it must be without an earlier release. Otherwise
/// `problem` is the finding.
fn all_changed(at: &mut At<'_>, rows: &[ValueRow], problem: RuleProblem) {
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
        || problem,
    );
}
