//! The market as a buyer looks over it: what is chosen, in which order, and what each offers.

use crate::fixture::drafts::mean_of;
use crate::fixture::{Town, buy, histogram, list, mean_income, parsed};
use poundwise_documents::kinds::AttributeKind;
use poundwise_documents::units::DocumentId;
use poundwise_market::{
    ErrorCode, Home, Roles,
    view::{ListingDraft, ListingView, MarketOffer, MarketQuery, MarketSort},
};

/// Of euros: bins of education up to ε 8 for 80, a mean of income up to ε 2 for 5. Of yen, by
/// another owner: bins up to ε 1 for 1 000.
fn shops(town: &Town) -> (Home, Home) {
    let owner = town.owner_with_table(None);
    let titled = |title: &str, draft: ListingDraft| ListingDraft {
        title: Some(title.to_owned()),
        ..draft
    };
    list(
        &owner,
        &titled(
            "Education",
            ListingDraft {
                price: "8:80".into(),
                ..histogram()
            },
        ),
    );
    list(
        &owner,
        &titled(
            "income, mean",
            ListingDraft {
                price: "1:4,2:5".into(),
                ceiling: Some(parsed("2")),
                rows_known_elsewhere: true,
                ..mean_of(mean_income(), |mean| mean.public_rows = Some(500))
            },
        ),
    );
    let other = town.home("zoe");
    other
        .seller()
        .import_dataset(
            &town.table(),
            &crate::fixture::typed(crate::fixture::PEOPLE),
        )
        .unwrap();
    list(
        &other,
        &titled(
            "Bins in yen",
            ListingDraft {
                price: "1:1000".into(),
                currency: Some(parsed("JPY")),
                ..histogram()
            },
        ),
    );
    (owner, town.home("bea"))
}

fn titles(buyer: &Home, query: &MarketQuery) -> Vec<String> {
    let offers = buyer.buyer().market(query).unwrap().offers;
    offers
        .into_iter()
        .map(|offer| offer.listing.title)
        .collect()
}

fn sorted(sort: MarketSort) -> MarketQuery {
    MarketQuery {
        sort,
        ..MarketQuery::default()
    }
}

#[test]
fn listings_are_compared_each_once() {
    let town = Town::new();
    let (_owner, buyer) = shops(&town);
    let offers = buyer
        .buyer()
        .market(&MarketQuery::default())
        .unwrap()
        .offers;
    let ids: Vec<DocumentId> = offers.iter().map(|offer| offer.listing.id).collect();
    let compared = buyer.buyer().compare(&[ids[1].into(), ids[0].into()]);
    let titles = compared.unwrap().into_iter().map(|one| one.listing.title);
    let told = [1, 0].map(|at| offers[at].listing.title.clone());
    assert_eq!(titles.collect::<Vec<_>>(), told);
    // However much of its id is written.
    let twice = [
        ids[0].into(),
        ids[1].into(),
        parsed(&ids[0].to_string()[..10]),
    ];
    let refused = buyer.buyer().compare(&twice).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::ListingTwice);
}

#[test]
fn listings_are_chosen_by_seller_kind_and_price() {
    let town = Town::new();
    let (owner, buyer) = shops(&town);
    let all = buyer.buyer().market(&MarketQuery::default()).unwrap();
    assert_eq!(all.kinds, [AttributeKind::Histogram, AttributeKind::Mean]);
    let names: Vec<&str> = all.sellers.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["owner", "zoe"]);
    for (seller, kind, max_price, found) in [
        ("", None, "", 3),
        ("owner", None, "", 2),
        ("OWNER", Some(AttributeKind::Mean), "", 1),
        ("zoe", Some(AttributeKind::Mean), "", 0),
        ("", Some(AttributeKind::Histogram), "", 2),
        // One grain of 0.001 costs a cent of euros or one yen; of the mean 0.4 cents, which is
        // rounded to nothing.
        ("", None, "0.01", 2),
        ("", None, "0.009", 1),
        ("", None, "1", 3),
    ] {
        let query = MarketQuery {
            seller: seller.to_owned(),
            kind,
            max_price: max_price.to_owned(),
            ..MarketQuery::default()
        };
        assert_eq!(titles(&buyer, &query).len(), found, "{query:?}");
        // What there is to choose from does not shrink with the choice.
        let view = buyer.buyer().market(&query).unwrap();
        assert_eq!((view.kinds.len(), view.sellers.len()), (2, 2));
    }
    let by_key = MarketQuery {
        seller: owner.view().kid.to_string(),
        ..MarketQuery::default()
    };
    assert_eq!(titles(&buyer, &by_key).len(), 2);
    // A name of one's own counts, too.
    let kid = owner.view().kid;
    buyer
        .seller()
        .add_contact(parsed(&kid), &parsed("The clinic"), &parsed(""))
        .unwrap();
    let by_contact = MarketQuery {
        seller: "the clinic".to_owned(),
        ..MarketQuery::default()
    };
    assert_eq!(titles(&buyer, &by_contact).len(), 2);
    // A key or a contact may have nothing on the market; another name is nobody's.
    let nothing = |seller: &str| {
        let query = MarketQuery {
            seller: seller.to_owned(),
            ..MarketQuery::default()
        };
        let view = buyer.buyer().market(&query);
        view.map(|view| view.offers.len()).map_err(|e| e.code())
    };
    let idle = town.home("idle").view().kid;
    assert_eq!(nothing(&idle.to_string()), Ok(0));
    assert_eq!(nothing("The clinics"), Err(ErrorCode::NoSuchSeller));
    buyer
        .seller()
        .add_contact(parsed(&idle), &parsed("The clinics"), &parsed(""))
        .unwrap();
    assert_eq!(nothing("the clinics"), Ok(0));
    for wrong in ["-1", "€5", "1,50", "five", "1e3", "."] {
        let query = MarketQuery {
            max_price: wrong.to_owned(),
            ..MarketQuery::default()
        };
        let error = buyer.buyer().market(&query).unwrap_err();
        assert_eq!(error.code().as_str(), "max-price", "{wrong}");
    }
}

#[test]
fn listings_are_sorted_by_what_is_asked_for() {
    let town = Town::new();
    let (_owner, buyer) = shops(&town);
    for (sort, expected) in [
        (
            MarketSort::Title,
            ["Bins in yen", "Education", "income, mean"],
        ),
        // €5, then €80, then yen.
        (
            MarketSort::Price,
            ["income, mean", "Education", "Bins in yen"],
        ),
        // Rows by their widths, then euros.
        (
            MarketSort::Accuracy,
            ["Education", "Bins in yen", "income, mean"],
        ),
    ] {
        assert_eq!(titles(&buyer, &sorted(sort)), expected, "{sort:?}");
        let backwards = MarketQuery {
            reverse: true,
            ..sorted(sort)
        };
        let mut expected = expected.to_vec();
        expected.reverse();
        assert_eq!(titles(&buyer, &backwards), expected, "{sort:?}");
    }
    let sellers = titles(&buyer, &sorted(MarketSort::Seller));
    assert_eq!(sellers[2], "Bins in yen");
    let kinds = titles(&buyer, &sorted(MarketSort::Kind));
    assert_eq!(kinds[2], "income, mean");
}

/// What an offer says is what a quote of that level says.
#[test]
fn an_offer_is_what_a_quote_says() {
    let town = Town::new();
    let (owner, buyer) = shops(&town);
    let offer = |max_price: &str| -> MarketOffer {
        let query = MarketQuery {
            search: "education".into(),
            kind: Some(AttributeKind::Histogram),
            seller: "owner".into(),
            max_price: max_price.into(),
            ..MarketQuery::default()
        };
        buyer.buyer().market(&query).unwrap().offers.remove(0)
    };
    let agrees = |offer: &MarketOffer| {
        let id = parsed(&offer.listing.id);
        let quote = |micro: u64| {
            let level = format!("{}.{:06}", micro / 1_000_000, micro % 1_000_000);
            buyer.buyer().quote(&id, parsed(&level)).unwrap()
        };
        let least = quote(offer.from_level.unwrap().get());
        assert_eq!(Some(&least.price), offer.from_price.as_ref());
        assert_eq!(least.then[0].text, offer.from[0].text);
        let best = quote(offer.best_level.unwrap().get());
        assert_eq!(Some(&best.price), offer.best_price.as_ref());
        assert_eq!(best.then[0].text, offer.best[0].text);
    };
    let all = offer("");
    // One grain, though the tariff names ε 8 only.
    assert_eq!(all.from_level.unwrap(), 1_000);
    assert_eq!(all.best_level.unwrap(), 8_000_000);
    agrees(&all);
    // ε 0.1 for a euro.
    for (budget, level) in [("20", 2_000_000), ("20.01", 2_001_000), ("80", 8_000_000)] {
        let bound = offer(budget);
        assert_eq!(bound.best_level.unwrap(), level, "{budget}");
        assert_eq!(bound.from_level.unwrap(), 1_000, "{budget}");
        agrees(&bound);
    }
    buy(&owner, &buyer, &all.listing, "2");
    let more = offer("");
    assert_eq!(more.from_level.unwrap(), 2_001_000);
    agrees(&more);
    buy(&owner, &buyer, &all.listing, "8");
    // Nothing more is sold: what is held is the best.
    let full = offer("");
    assert_eq!((&full.from_price, &full.best_price), (&None, &None));
    assert_eq!(full.best_level.unwrap(), 8_000_000);
    assert_eq!(full.best[0].text, all.best[0].text);
    let one = buyer.buyer().offer(&parsed(&all.listing.id)).unwrap();
    assert_eq!(one.best[0].text, all.best[0].text);
}

/// The price that an offer begins with is that of the cheapest purchase, whichever levels the
/// tariff names.
#[test]
fn an_offer_begins_with_the_least_level_that_is_sold() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let buyer = town.home("bea");
    let offered = |listing: &ListingView| {
        let offer = buyer.buyer().offer(&parsed(&listing.id)).unwrap();
        let price = offer.from_price.map(|price| price.minor);
        (
            offer
                .from_level
                .map(poundwise_documents::units::MicroEpsilon::get),
            price,
        )
    };
    let listed = |price: &str, grain: &str, ceiling: &str| {
        list(
            &owner,
            &ListingDraft {
                title: Some(format!("Education at {price}")),
                price: price.into(),
                grain: Some(parsed(grain)),
                ceiling: Some(parsed(ceiling)),
                // Another question each: one listing of a question is open at a time.
                top: Some(parsed(&format!("{ceiling}.{}", price.len()))),
                ..histogram()
            },
        )
    };
    let several = listed("0.1:4,1:20,8:80", "0.001", "8");
    assert_eq!(offered(&several), (Some(1_000), Some(4)));
    buy(&owner, &buyer, &several, "0.5");
    // 11.13 less 11.11 for what is held.
    assert_eq!(offered(&several), (Some(501_000), Some(2)));
    buy(&owner, &buyer, &several, "1");
    assert_eq!(offered(&several), (Some(1_001_000), Some(1)));
    buy(&owner, &buyer, &several, "8");
    assert_eq!(offered(&several), (None, None));

    // A grain that is larger than the first level named, and a tariff beyond the ceiling.
    let coarse = listed("0.1:4,4:40", "0.2", "4");
    assert_eq!(offered(&coarse), (Some(200_000), Some(492)));
    let over = listed("12:120", "0.001", "3");
    assert_eq!(offered(&over), (Some(1_000), Some(1)));
    // Nothing to pay is said as such.
    let free = listed("0.5:0,2:10", "0.001", "2");
    assert_eq!(offered(&free), (Some(1_000), Some(0)));
}
