//! Quotes by accuracy: the least level on the grain that reaches a half-width, or why there is
//! none.

use crate::fixture::drafts::ends;
use crate::fixture::drafts::mean_of;
use crate::fixture::{
    Town, buy,
    dishonest::{Keys, database, published},
    histogram, list, mean_income, owner_and_ann, paid, parsed,
};
use poundwise_documents::kinds::Listing;
use poundwise_market::SumSpec;
use poundwise_market::{
    HalfWidthWanted, Home, Roles,
    error::ErrorPlace,
    view::{HalfWidth, ListingDraft, ListingView, MarketQuery, Quantity, Quote, WidthBasis},
};

const GRAIN: u64 = 1_000;

fn decimal(micro: u64) -> String {
    format!("{}.{:06}", micro / 1_000_000, micro % 1_000_000)
}

/// The half-width of a quantity in a quote.
fn reached(quote: &Quote, of: Quantity) -> f64 {
    quote.then.iter().find(|w| w.of == of).unwrap().number
}

/// The quote meets what was asked, a grain less does not, and the price is what a quote of that
/// level says.
#[track_caller]
fn least(buyer: &Home, listing: &ListingView, wanted: &str, of: Quantity) -> u64 {
    let quote = buyer
        .buyer()
        .quote_for_accuracy(&parsed(&listing.id), parsed(wanted), Some(of))
        .unwrap();
    let limit: f64 = wanted.parse().unwrap();
    assert!(reached(&quote, of) <= limit, "{:?}", quote.then);
    let (from, to) = (quote.from.get(), quote.to.get());
    assert_eq!((to - from) % GRAIN, 0);
    let same = buyer
        .buyer()
        .quote(&parsed(&listing.id), parsed(&decimal(to)))
        .unwrap();
    assert_eq!(same.price, quote.price);
    assert_eq!(same.then[0].text, quote.then[0].text);
    if to > from + GRAIN {
        let less = buyer
            .buyer()
            .quote(&parsed(&listing.id), parsed(&decimal(to - GRAIN)))
            .unwrap();
        assert!(
            reached(&less, of) > limit,
            "{} suffices: {:?}",
            to - GRAIN,
            less.then
        );
    }
    to
}

#[test]
fn the_least_level_that_reaches_it_is_quoted() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let listing = list(&owner, &histogram());
    let buyer = town.home("bea");
    let mut before = u64::MAX;
    for wanted in ["1", "1.0", "2.9", "3", "6", "30.5", "299"] {
        let level = least(&buyer, &listing, wanted, Quantity::EachBin);
        assert!(
            level <= before,
            "± {wanted} takes ε {level}, more than a smaller one"
        );
        before = level;
    }
    // With nothing named, the only quantity is meant.
    let unnamed = buyer
        .buyer()
        .quote_for_accuracy(&parsed(&listing.id), parsed("3"), None)
        .unwrap();
    assert_eq!(unnamed.to, least(&buyer, &listing, "3", Quantity::EachBin));
}

#[test]
fn what_is_held_counts_and_so_does_the_grain_from_there() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let listing = list(&owner, &histogram());
    let buyer = town.home("bea");
    buy(&owner, &buyer, &listing, "0.5");
    let level = least(&buyer, &listing, "2", Quantity::EachBin);
    assert!(level > 500_000);
    // ± 6 is what ε 0.5 gives.
    let held = buyer
        .buyer()
        .quote_for_accuracy(&parsed(&listing.id), parsed("6"), None)
        .unwrap_err();
    assert_eq!(held.code().as_str(), "accurate-already");
    assert!(
        held.message().contains("accurate to ± 6 rows already"),
        "{held}"
    );
    assert_eq!(
        held.place().cloned(),
        Some(ErrorPlace::Accuracy {
            held: "0.5".parse().unwrap(),
            half_width: "6".to_owned(),
            unit: "rows".to_owned()
        })
    );
}

#[test]
fn a_mean_is_reached_with_the_count_that_is_held() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let listing = list(&owner, &mean_income());
    let buyer = town.home("bea");
    // With nothing held there is no half-width of the mean, only of its two parts.
    least(&buyer, &listing, "1000000", Quantity::Sum);
    least(&buyer, &listing, "20", Quantity::Count);
    let error = buyer
        .buyer()
        .quote_for_accuracy(&parsed(&listing.id), parsed("500"), Some(Quantity::Mean))
        .unwrap_err();
    assert_eq!(error.code().as_str(), "no-such-quantity");
    assert!(
        error.hints()[0].to_string().contains("sum, count"),
        "{:?}",
        error.hints()
    );
    // Of two, none is meant before it is named.
    let unnamed = || {
        let buyer = buyer.buyer();
        buyer.quote_for_accuracy(&parsed(&listing.id), parsed("100"), None)
    };
    let error = unnamed().unwrap_err();
    assert_eq!(error.code().as_str(), "no-such-quantity");
    assert!(error.message().contains("sum, count"), "{error}");
    buy(&owner, &buyer, &listing, "1");
    least(&buyer, &listing, "100", Quantity::Mean);
    assert!(unnamed().is_ok());
}

#[test]
fn what_cannot_be_had_says_what_can() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let listing = list(
        &owner,
        &ListingDraft {
            ceiling: Some(parsed("2")),
            price: "2:20".into(),
            ..histogram()
        },
    );
    let buyer = town.home("bea");
    let refused = |wanted: &str| {
        buyer
            .buyer()
            .quote_for_accuracy(&parsed(&listing.id), parsed(wanted), None)
            .unwrap_err()
    };
    let error = refused("0.5");
    assert_eq!(error.code().as_str(), "too-accurate");
    let best = buyer
        .buyer()
        .quote(&parsed(&listing.id), parsed("2"))
        .unwrap()
        .then[0]
        .text
        .clone();
    assert!(
        error.message().contains(&format!("gives ± {best}")),
        "{error}"
    );
    for wrong in ["", "-1", "1,5", "many", "1e3"] {
        let error = wrong.parse::<HalfWidthWanted>().unwrap_err();
        assert_eq!(error.code().as_str(), "half-width", "{wrong}");
        assert!(!error.hints().is_empty());
    }
    // The highest level sold is a whole number of grains away, not the ceiling itself.
    buy(&owner, &buyer, &listing, "2");
    assert_eq!(refused("0.5").code().as_str(), "too-accurate");
}

#[test]
fn a_withdrawn_listing_is_quoted_no_more() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let listing = list(&owner, &mean_income());
    let buyer = town.home("bea");
    owner
        .seller()
        .withdraw(&parsed(&listing.id), "no longer")
        .unwrap();
    // Whether or not it was ever sold as accurately.
    for wanted in ["1000000", "0.001"] {
        let error = buyer
            .buyer()
            .quote_for_accuracy(&parsed(&listing.id), parsed(wanted), None)
            .unwrap_err();
        assert_eq!(error.code().as_str(), "withdrawn");
    }
}

/// Puts a listing on the market whose lowest levels have no law, changed as this program changes
/// none; gives its id.
fn low(town: &Town, owner: &Home, change: fn(Listing) -> Listing) -> String {
    let listing = list(
        owner,
        &ListingDraft {
            grain: Some(parsed("1")),
            ..mean_income().asking(
                SumSpec {
                    step: Some(parsed("0.1")),
                    ..SumSpec::new("income", ends("0..100000000000"))
                }
                .into(),
            )
        },
    );
    relisted(town, &listing, change)
}

/// Puts another listing of the owner in the place of one on the market; gives its id.
fn relisted(town: &Town, listing: &ListingView, change: impl FnOnce(Listing) -> Listing) -> String {
    let before = published(&town.path("market"), &listing.id.to_string());
    let other = Keys::of(town, "owner").sign(change(before.into_payload()));
    let file = town.path(&format!("market/listings/{}.jws", listing.id));
    std::fs::remove_file(&file).unwrap();
    let id = other.id().to_string();
    std::fs::write(file.with_file_name(format!("{id}.jws")), other.compact()).unwrap();
    id
}

/// A listing none of whose levels has a law offers nothing, and hides no other.
#[test]
fn a_listing_without_a_law_hides_no_other() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    list(&owner, &histogram());
    let id = low(&town, &owner, |listing| Listing {
        grain: "0.000001".parse().unwrap(),
        ceiling: "0.000001".parse().unwrap(),
        ..listing
    });

    let buyer = town.home("bea");
    let offers = buyer
        .buyer()
        .market(&MarketQuery::default())
        .unwrap()
        .offers;
    assert_eq!(offers.len(), 2);
    let offer = offers
        .iter()
        .find(|offer| offer.listing.id == id.parse().unwrap())
        .unwrap();
    assert!(offer.from_price.is_none() && offer.best_price.is_none());
    assert!(offer.from.is_empty() && offer.best.is_empty());
    assert_eq!(offer.best_level, None);
}

/// What is held under the seeds of a listing may be numbers of another one: those say nothing of
/// its accuracy, and it hides no other.
#[test]
fn a_mean_under_the_seeds_of_a_histogram_hides_no_other() {
    let town = Town::new();
    let (owner, ann, counts) = owner_and_ann(&town);
    let mean = list(&owner, &mean_income());
    buy(&owner, &ann, &counts, "1");
    let of_counts = published(&town.path("market"), &counts.id.to_string()).into_payload();
    let id = relisted(&town, &mean, |listing| Listing {
        seed_commitment: of_counts.seed_commitment,
        ..listing
    });

    let buyer = ann.buyer();
    let offers = buyer.market(&MarketQuery::default()).unwrap().offers;
    assert_eq!(offers.len(), 2);
    let offer = offers
        .iter()
        .find(|offer| offer.listing.id == id.parse().unwrap())
        .unwrap();
    let parts = |widths: &[HalfWidth]| widths.iter().map(|one| one.of).collect::<Vec<_>>();
    assert_eq!(parts(&offer.best), [Quantity::Sum, Quantity::Count]);
    let quote = buyer.quote(&parsed(&id), parsed("2")).unwrap();
    assert_eq!(parts(&quote.now), [Quantity::Sum, Quantity::Count]);
}

/// A level whose noise is so wide that it has no law reaches nothing: this program lists none, but
/// another might.
#[test]
fn a_level_without_a_law_is_too_low() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let id = low(&town, &owner, |listing| Listing {
        grain: "0.0001".parse().unwrap(),
        ..listing
    });

    let buyer = town.home("bea");
    let quote = buyer
        .buyer()
        .quote_for_accuracy(&parsed(&id), parsed("1000000000000000000"), None)
        .unwrap();
    let less = decimal(quote.to.get() - 100);
    let error = buyer
        .buyer()
        .quote(&parsed(&id), parsed(&less))
        .unwrap_err();
    assert_eq!(error.code().as_str(), "no-law");
    // What no quote is given of is not offered either.
    let offer = buyer.buyer().offer(&parsed(&id)).unwrap();
    assert_eq!(offer.from_level, Some(quote.to));
    assert_eq!(offer.from[0].text, quote.then[0].text);
    // A number without a unit is one.
    let error = buyer
        .buyer()
        .quote_for_accuracy(&parsed(&id), parsed("1"), None)
        .unwrap_err();
    let best = buyer.buyer().quote(&parsed(&id), parsed("8")).unwrap().then[0]
        .text
        .clone();
    let best = poundwise_documents::Language::English.grouped(&best);
    let named = format!("gives ± {best}, so ± 1 is not reached");
    assert!(error.message().contains(&named), "{error}");
}

#[test]
fn the_curves_of_a_listing_know_what_was_bought_and_what_the_cap_leaves() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("9"));
    let one = list(&owner, &histogram());
    let other = list(&owner, &mean_income());
    let buyer = town.home("bea");
    buy(&owner, &buyer, &one, "0.5");
    buy(&owner, &buyer, &one, "2");
    let seen = buyer.seller().curves(&parsed(&one.id)).unwrap();
    assert_eq!(seen.bought, [500_000, 2_000_000]);
    assert_eq!(seen.limit_micro_epsilon, None, "nobody else's matter");
    let limit = |id: &str| {
        owner
            .seller()
            .curves(&parsed(id))
            .unwrap()
            .limit_micro_epsilon
    };
    assert_eq!(
        limit(&one.id.to_string()),
        None,
        "its ceiling of 8 is below the cap of 9"
    );
    assert_eq!(
        limit(&other.id.to_string()),
        Some(7_000_000),
        "9 less the 2 sold of the histogram"
    );
    assert!(
        owner
            .seller()
            .curves(&parsed(&one.id))
            .unwrap()
            .bought
            .is_empty()
    );
    // A cap that leaves exactly the ceiling takes nothing of it away.
    let last = list(
        &owner,
        &ListingDraft {
            ceiling: Some(parsed("7")),
            ..mean_income()
        },
    );
    assert_eq!(limit(&last.id.to_string()), None);
    // What its tariff prices above the ceiling is not sold.
    let price = buyer.seller().curves(&parsed(&last.id)).unwrap().price;
    assert_eq!(price.last().unwrap().x, 7.0);
}

/// Quoted, ordered, asked for in the inbox, receipted and held: one number for one thing, on both
/// sides, and what was quoted is not exceeded.
#[test]
fn buyer_and_owner_are_told_the_same_of_a_purchase() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let buyer = town.home("bea");
    let listing = list(
        &owner,
        &ListingDraft {
            rows_known_elsewhere: true,
            ..mean_of(mean_income(), |mean| mean.public_rows = Some(500))
        },
    );
    let mut widths_held: Vec<(String, WidthBasis)> = Vec::new();
    for (to, basis) in [("1", WidthBasis::AboutRows), ("2", WidthBasis::About)] {
        let quote = buyer
            .buyer()
            .quote(&parsed(&listing.id), parsed(to))
            .unwrap();
        let quoted = said(&quote.then);
        assert_eq!(quoted[0].1, basis);
        assert_eq!(said(&quote.now), widths_held);
        let order = buyer
            .buyer()
            .order(&parsed(&listing.id), parsed(to))
            .unwrap();
        assert_eq!(said(&order.accuracy), quoted);
        assert_eq!(said(&buyer.buyer().orders().unwrap()[0].accuracy), quoted);
        let waiting = &owner.seller().inbox().unwrap()[0];
        assert_eq!(said(&waiting.order.accuracy), quoted);
        assert_eq!(said(&waiting.now), widths_held);
        assert!(
            waiting.order.stale.is_none(),
            "what the owner holds is no matter"
        );

        let receipt = owner
            .seller()
            .approve(&parsed(&order.id), paid("cash"))
            .unwrap();
        buyer.buyer().collect().unwrap();
        let holding = crate::fixture::holding(&buyer, &listing);
        let newest = holding.responses.last().unwrap();
        let own = vec![(
            newest.estimates[0].half_width.clone().unwrap(),
            WidthBasis::Exact,
        )];
        assert_eq!(said(&newest.receipt.accuracy), own);
        assert_eq!(said(&buyer.buyer().orders().unwrap()[0].accuracy), own);
        assert_eq!(said(&receipt.accuracy), own);
        assert_eq!(said(&owner.seller().receipts().unwrap()[0].accuracy), own);
        assert_eq!(said(&owner.seller().answered().unwrap()[0].accuracy), own);
        let [quoted, had] = [&quoted, &own].map(|one| one[0].0.parse::<f64>().unwrap());
        assert!(basis == WidthBasis::About || had < quoted, "{had} {quoted}");
        widths_held = own;
    }
}

/// A secret that is lost is reported elsewhere; one that cannot be read just now is not lost, and
/// no other half-width is told in the place of its own.
#[test]
fn numbers_that_cannot_be_read_now_are_told_as_that() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let buyer = town.home("bea");
    let listing = list(&owner, &mean_income());
    buy(&owner, &buyer, &listing, "1");
    let accuracy = || -> poundwise_market::Result<_> {
        let receipts = owner.seller().receipts()?;
        Ok(said(&receipts[0].accuracy))
    };
    let own = accuracy().unwrap();
    let db = database(&town, "owner");
    db.execute_batch("ALTER TABLE secrets RENAME TO aside")
        .unwrap();
    assert_eq!(accuracy().unwrap_err().code().as_str(), "database");
    db.execute_batch("ALTER TABLE aside RENAME TO secrets")
        .unwrap();
    assert_eq!(accuracy().unwrap(), own);
}

fn said(widths: &[HalfWidth]) -> Vec<(String, WidthBasis)> {
    widths
        .iter()
        .map(|width| (width.text.clone(), width.basis))
        .collect()
}
