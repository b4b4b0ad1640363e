//! What an owner is told while drafting a listing: from the law alone, before there is a price.

use crate::fixture::drafts::{binned, dataset, ends, filtered, mean_of, texts as values};
use crate::fixture::{PEOPLE, Town, histogram, list, mean_income, parsed, tree, typed};
use poundwise_documents::{
    kinds::TextFault,
    tariff::{PointFault, TariffDraft},
};
use poundwise_market::ListingDraft;
use poundwise_market::{AttributeSpec, CountSpec, CrossTabulationSpec, HistogramSpec, SumSpec};
use poundwise_market::{
    Roles,
    error::ErrorPlace,
    view::{
        ColumnType, Condition, DraftPreview, FilterOperator, HalfWidth, ImportOptions, Money,
        Quantity,
    },
};

fn first(widths: &[HalfWidth]) -> f64 {
    widths[0].number
}

fn near(ratio: f64, expected: f64) -> bool {
    (ratio - expected).abs() < 0.02 * expected
}

#[test]
fn a_draft_without_a_price_is_foreseen_all_the_same() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("6"));
    let mut draft = ListingDraft {
        price: TariffDraft::default(),
        ..mean_income()
    };
    let before = tree(&town.path("owner"));
    let sketch = owner.seller().sketch_listing(&draft).unwrap();
    assert_eq!(sketch.problem.as_ref().unwrap().code.as_str(), "tariff");
    assert!(sketch.price.is_empty());
    assert_eq!(sketch.laws.len(), 3);
    assert_eq!((sketch.ceiling, sketch.guess_at_ceiling), (None, None));
    assert!(sketch.advice.at_ceiling.is_empty());
    assert!(sketch.guess_at_cap.unwrap().guess_presence.unwrap() > 0.997);
    assert_eq!(
        owner
            .seller()
            .preview_listing(&draft)
            .unwrap_err()
            .code()
            .as_str(),
        "tariff"
    );

    // A ceiling says what it reveals before it is priced.
    draft.ceiling = Some(parsed("5"));
    let sketch = owner.seller().sketch_listing(&draft).unwrap();
    assert_eq!(sketch.ceiling.unwrap(), 5_000_000);
    let guess = sketch.guess_at_ceiling.unwrap();
    // e^5/(1+e^5) and e^10/(1+e^10), rounded up.
    assert_eq!(guess.guess_presence, Some(0.993_308));
    assert_eq!(guess.guess_value, 0.999_955);

    // No level is shown that is not sold.
    for (ceiling, shown) in [
        ("2", &[100_000, 1_000_000, 2_000_000][..]),
        ("1", &[100_000, 1_000_000]),
        ("0.05", &[50_000]),
    ] {
        draft.ceiling = Some(parsed(ceiling));
        let sketch = owner.seller().sketch_listing(&draft).unwrap();
        let levels: Vec<u64> = sketch.laws.iter().map(|law| law.level.get()).collect();
        assert_eq!(levels, shown);
    }

    // A wrong query has no preview.
    draft = mean_of(draft, |mean| mean.bounds = ends("5..5"));
    assert_eq!(
        owner
            .seller()
            .sketch_listing(&draft)
            .unwrap_err()
            .code()
            .as_str(),
        "bounds"
    );
    assert_eq!(before, tree(&town.path("owner")), "a sketch writes nothing");
}

#[test]
fn bounds_twice_as_wide_cost_twice_the_accuracy() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let sketch =
        |draft: &ListingDraft| -> DraftPreview { owner.seller().sketch_listing(draft).unwrap() };
    let sum = SumSpec::new("income", ends("0..100000")).into();
    for draft in [mean_income(), mean_income().asking(sum)] {
        let kind = draft.question.kind();
        let advice = sketch(&draft).advice;
        let ratio = first(&advice.at_one) / first(&advice.half_bounds);
        assert!(near(ratio, 2.0), "{kind}: {ratio}");
    }
    assert!(sketch(&histogram()).advice.half_bounds.is_empty());
}

#[test]
fn a_step_far_below_the_noise_gains_nothing_and_a_coarse_one_costs() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let advice = |step: &str| {
        let draft = ListingDraft {
            rows_known_elsewhere: true,
            ..mean_of(mean_income(), |mean| {
                mean.step = Some(parsed(step));
                mean.public_rows = Some(500);
            })
        };
        owner.seller().sketch_listing(&draft).unwrap().advice
    };
    let fine = advice("1");
    assert!(fine.steps_at_ceiling.unwrap() > 1_000);
    assert!(near(first(&fine.finer) / first(&fine.at_ceiling), 1.0));
    let coarse = advice("50000");
    assert!(coarse.steps_at_ceiling.unwrap() < 5);
    assert!(first(&coarse.finer) < first(&coarse.at_ceiling));
    // A bound that is not a whole number of the coarser steps away from the other makes no advice,
    // and no error.
    assert!(!advice("10").at_ceiling.is_empty());
}

#[test]
fn a_person_of_many_rows_costs_as_many_times() {
    let town = Town::new();
    let owner = town.home("owner");
    owner
        .seller()
        .import_dataset(
            &town.table(),
            &ImportOptions {
                person_column: Some("income".into()),
                rows_per_person: Some("4".to_owned()),
                ..typed(PEOPLE)
            },
        )
        .unwrap();
    let advice = owner.seller().sketch_listing(&histogram()).unwrap().advice;
    assert_eq!(advice.rows_per_unit, 4);
    let ratio = first(&advice.at_one) / first(&advice.one_row);
    assert!((3.5..=4.5).contains(&ratio), "{ratio}");
    // A person of one row is not told what one row would do.
    let others = ImportOptions {
        name: Some("others".into()),
        population: Some("people".into()),
        cap: None,
        ..typed(PEOPLE)
    };
    let seller = owner.seller();
    seller
        .import_dataset(&town.path("people.csv"), &others)
        .unwrap();
    let draft = ListingDraft {
        subject: dataset("others"),
        ..histogram()
    };
    let advice = seller.sketch_listing(&draft).unwrap().advice;
    assert_eq!((advice.rows_per_unit, advice.one_row.len()), (1, 0));
}

#[test]
fn the_laws_are_stated_as_a_quote_would() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let buyer = town.home("bea");
    for public_rows in [None, Some(500)] {
        let draft = ListingDraft {
            rows_known_elsewhere: true,
            ..mean_of(mean_income(), |mean| mean.public_rows = public_rows)
        };
        let preview = owner.seller().preview_listing(&draft).unwrap();
        // With a public number of rows, presence is not protected.
        let presence = preview.guess_at_ceiling.unwrap().guess_presence;
        assert_eq!(presence.is_none(), public_rows.is_some());
        let listing = owner.seller().create_listing(&draft).unwrap();
        let levels = preview.levels.iter();
        let levels = levels.map(|level| (level.level.get(), &level.widths));
        assert_eq!(levels.len(), listing.tariff.len());
        let laws: Vec<(u64, &Vec<HalfWidth>)> = match public_rows {
            // What a mean of unknown rows is made of; its own half-widths are reckoned.
            None => {
                let parts = preview.laws.iter();
                parts.map(|law| (law.level.get(), &law.parts)).collect()
            }
            Some(_) => {
                let laws = preview.laws.iter();
                let laws = laws.map(|law| (law.level.get(), &law.widths));
                laws.chain(levels).collect()
            }
        };
        for (micro, told) in laws {
            let level = format!("{}.{:06}", micro / 1_000_000, micro % 1_000_000);
            let quote = buyer
                .buyer()
                .quote(&parsed(&listing.id), parsed(&level))
                .unwrap();
            assert_eq!(texts(told), texts(&quote.then));
        }
        assert!(preview.problem.is_none());
        owner
            .seller()
            .withdraw(&parsed(&listing.id), "again")
            .unwrap();
    }
}

fn texts(widths: &[HalfWidth]) -> Vec<String> {
    widths
        .iter()
        .map(|width| format!("{} {} {}", width.of, width.text, width.unit))
        .collect()
}

#[test]
fn a_mean_of_unknown_rows_is_reckoned_with_stated_ones() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let sketch = |draft: &ListingDraft| owner.seller().sketch_listing(draft).unwrap();
    let reckoned = |rows: Option<u64>| {
        sketch(&ListingDraft {
            reckoned_rows: rows,
            ..mean_income()
        })
    };
    let (usual, few) = (reckoned(None), reckoned(Some(100)));
    assert_eq!(
        (usual.reckoned_rows, few.reckoned_rows),
        (Some(1000), Some(100))
    );
    for (usual, few) in usual.laws.iter().zip(&few.laws).skip(1) {
        assert_eq!(
            (usual.widths.len(), usual.widths[0].of),
            (1, Quantity::Mean)
        );
        assert_eq!(usual.parts.len(), 2);
        assert_eq!(texts(&usual.parts), texts(&few.parts));
        let ratio = first(&few.widths) / first(&usual.widths);
        assert!(near(ratio, 10.0), "{ratio}");
    }
    // As a listing that states them tells it.
    let public = sketch(&ListingDraft {
        rows_known_elsewhere: true,
        ..mean_of(mean_income(), |mean| mean.public_rows = Some(1000))
    });
    assert_eq!(public.reckoned_rows, None);
    assert_eq!(texts(&public.laws[1].widths), texts(&usual.laws[1].widths));
    assert!(public.laws[1].parts.is_empty());
    assert_eq!(sketch(&histogram()).reckoned_rows, None);
}

#[test]
fn each_level_that_is_typed_has_its_accuracy_before_the_price_is_whole() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let sketch = |price: &str| {
        let draft = ListingDraft {
            price: price.into(),
            ..histogram()
        };
        owner.seller().sketch_listing(&draft).unwrap()
    };
    // The second price is missing, the third level is none, the fourth comes twice.
    let half = sketch("2:10, 4:, x:3, 2:5, 0:1");
    assert_eq!(half.problem.as_ref().unwrap().code.as_str(), "tariff");
    let told: Vec<_> = half
        .levels
        .iter()
        .map(|level| (level.level.get(), level.price.is_none()))
        .collect();
    assert_eq!(told, [(2_000_000, true), (4_000_000, true)]);
    let whole = sketch("2:10, 4:15.50");
    let prices = whole.levels.iter().map(|level| {
        let price = level.price.as_ref().unwrap();
        (price.minor, price.exponent)
    });
    assert_eq!(prices.collect::<Vec<_>>(), [(1000, 2), (1550, 2)]);
    for (half, whole) in half.levels.iter().zip(&whole.levels) {
        assert_eq!(texts(&half.widths), texts(&whole.widths));
    }
}

/// What the documents refuse is told while it is typed, at its field and with its sign.
#[test]
fn a_text_that_no_document_takes_is_told_before_it_is_signed() {
    type Spoil = fn(&mut ListingDraft, &str);
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let texts: [(Spoil, &str, &str, char); 5] = [
        (
            |d, text| d.title = Some(text.into()),
            "title",
            "a\u{200b}b",
            '\u{200b}',
        ),
        (|d, text| d.title = Some(text.into()), "title", "a\nb", '\n'),
        (
            |d, text| d.description = Some(text.into()),
            "description",
            "a\u{202e}b",
            '\u{202e}',
        ),
        (
            |d, text| d.terms = Some(text.into()),
            "terms",
            "a\u{7}b",
            '\u{7}',
        ),
        (
            |d, text| match &mut d.question {
                AttributeSpec::Mean(mean) => mean.unit = text.into(),
                _ => panic!("no mean"),
            },
            "unit",
            "E\u{ad}UR",
            '\u{ad}',
        ),
    ];
    for (spoil, field, text, sign) in texts {
        let mut draft = mean_income();
        spoil(&mut draft, text);
        let sketch = owner.seller().sketch_listing(&draft).unwrap();
        let problem = sketch.problem.unwrap();
        let fault = TextFault::Hidden { sign };
        assert_eq!(problem.code.as_str(), "text", "{field}");
        assert_eq!(
            problem.at.as_deref(),
            Some(&ErrorPlace::Text { field, fault })
        );
        assert!(!problem.message.contains("listing"), "{}", problem.message);
        // The price is shown all the same.
        assert!(!sketch.price.is_empty() && sketch.ceiling.is_some());
        let refused = owner.seller().create_listing(&draft).unwrap_err();
        assert_eq!(refused.message(), problem.message);
        assert!(owner.seller().my_listings().unwrap().is_empty());
    }
    // What cells are compared with is published sign by sign, or not at all.
    let hidden = "col\u{600}lege";
    let crossed = CrossTabulationSpec {
        columns: vec![
            ("education".into(), values(&["1", "2"])),
            ("sex".into(), values(&[hidden])),
        ],
        filters: Vec::new(),
        unit: String::new(),
    };
    let compared = [
        (
            "bins",
            histogram().asking(HistogramSpec::new("sex", values(&["m", hidden])).into()),
        ),
        ("columns", histogram().asking(crossed.into())),
        (
            "filters",
            filtered(
                histogram(),
                vec![Condition::new("sex", FilterOperator::Equal, hidden)],
            ),
        ),
    ];
    for (field, draft) in compared {
        let problem = owner
            .seller()
            .sketch_listing(&draft)
            .unwrap()
            .problem
            .unwrap();
        let fault = TextFault::Hidden { sign: '\u{600}' };
        assert_eq!(
            problem.at.as_deref(),
            Some(&ErrorPlace::Text { field, fault })
        );
        let refused = owner.seller().create_listing(&draft).unwrap_err();
        assert_eq!(refused.message(), problem.message);
        assert!(owner.seller().my_listings().unwrap().is_empty());
    }
    let untitled = ListingDraft {
        title: Some(" ".into()),
        ..mean_income()
    };
    let sketch = owner.seller().sketch_listing(&untitled).unwrap();
    assert_eq!(sketch.problem.unwrap().code.as_str(), "no-title");
}

/// A mistake in the price is told at its row, and of a mean before its step is missed.
#[test]
fn a_mistake_in_the_price_is_told_at_its_point() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let of = |price: &str, step: Option<&str>| {
        let draft = ListingDraft {
            price: price.into(),
            ..mean_of(mean_income(), |mean| mean.step = step.map(parsed))
        };
        let sketch = owner.seller().sketch_listing(&draft);
        let problem = sketch.map_or_else(|error| error.view(), |sketch| sketch.problem.unwrap());
        let at = match problem.at.as_deref() {
            Some(ErrorPlace::Point { row, fault }) => Some((*row, *fault)),
            _ => None,
        };
        (problem.code.as_str(), at, problem.message)
    };
    for step in [None, Some("1")] {
        let (code, at, said) = of(",1:10,2:9", step);
        assert_eq!((code, at), ("tariff", Some((2, PointFault::PriceFalls))));
        assert_eq!(
            said,
            "The price, point 3: 9.00 is less than 10.00, the price before it."
        );
    }
    let (code, at, _) = of("", Some("1"));
    assert_eq!((code, at), ("tariff", Some((0, PointFault::NoLevel))));
    let (code, at, said) = of("", None);
    assert_eq!((code, at), ("no-step-advised", None));
    assert!(said.contains("A price or a ceiling is missing"), "{said}");
}

#[test]
fn another_tariff_is_seen_beside_the_present_one_before_it_is_signed() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let listing = crate::fixture::list(
        &owner,
        &ListingDraft {
            price: "1:10, 4:30".into(),
            ..histogram()
        },
    );
    let id = parsed(&listing.id);
    let before = tree(&town.path("owner"));
    let preview = owner
        .seller()
        .preview_reprice(&id, &"2:40, 5:50".parse().unwrap())
        .unwrap();
    let minor = |price: &Option<Money>| price.as_ref().map(|price| price.minor);
    let told = preview.levels.iter().map(|level| {
        let [now, then] = [&level.price_now, &level.price].map(minor);
        (level.level.get(), now, then)
    });
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            (1_000_000, Some(1000), Some(2000)),
            (2_000_000, Some(1667), Some(4000)),
            (4_000_000, Some(3000), Some(4667)),
            (5_000_000, None, Some(5000)),
        ]
    );
    assert!(preview.problem.is_none());
    // What is wrong with it is told beside the accuracy, or refuses it.
    for (price, code) in [("4", "tariff"), ("1:10", "tariff-too-short")] {
        let sketch = owner.seller().sketch_reprice(&id, &price.into()).unwrap();
        assert_eq!(sketch.problem.unwrap().code.as_str(), code);
        assert!(!sketch.levels[0].widths.is_empty());
    }
    let short = owner
        .seller()
        .preview_reprice(&id, &"1:10".parse().unwrap());
    assert_eq!(short.unwrap_err().code().as_str(), "tariff-too-short");
    assert_eq!(before, tree(&town.path("owner")), "nothing is written");
}

#[test]
fn what_is_priced_above_the_ceiling_is_told() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let draft = ListingDraft {
        price: "1:10, 4:30, 6:40, 8:50".into(),
        ceiling: Some(parsed("4")),
        ..histogram()
    };
    let above = [6_000_000, 8_000_000];
    let preview = owner.seller().preview_listing(&draft).unwrap();
    assert_eq!(preview.doubts.never_sold, above);
    let begun = owner.seller().begin_listing(&draft).unwrap();
    assert_eq!(begun.doubts().unwrap().never_sold, above);
    let all = ListingDraft {
        ceiling: None,
        ..draft.clone()
    };
    let preview = owner.seller().preview_listing(&all).unwrap();
    assert!(preview.doubts.never_sold.is_empty());
    let listing = crate::fixture::list(&owner, &draft);
    for (price, told) in [("4:31", &[][..]), ("3:20, 5:31", &[5_000_000][..])] {
        let id = parsed(&listing.id);
        let preview = owner.seller().preview_reprice(&id, &price.parse().unwrap());
        assert_eq!(preview.unwrap().never_sold, told, "{price}");
    }
}

#[test]
fn a_preview_is_refused_where_the_listing_would_be_for_its_title() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    for title in [None, Some(" ".to_owned())] {
        let draft = ListingDraft {
            title,
            ..histogram()
        };
        let refused = owner.seller().preview_listing(&draft).unwrap_err();
        assert_eq!(refused.code().as_str(), "no-title");
        // While it is being written, it need not have one yet.
        assert!(owner.seller().sketch_listing(&draft).is_ok());
    }
}

#[test]
fn a_condition_says_whether_it_is_of_text() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let listing = crate::fixture::list(
        &owner,
        &filtered(
            histogram(),
            vec![
                Condition::new("income", FilterOperator::AtLeast, "10"),
                Condition::new("sex", FilterOperator::Equal, "f"),
            ],
        ),
    );
    let filters = listing.query_parts.filters().iter();
    let said: Vec<(&str, &str, ColumnType)> = filters
        .map(|filter| (&*filter.column, &*filter.value, filter.column_type))
        .collect();
    let (number, text) = (ColumnType::Number, ColumnType::Text);
    assert_eq!(said, [("income", "10", number), ("sex", "f", text)]);
}

#[test]
fn bins_and_conditions_are_compared_with_declared_values_and_never_with_rows() {
    let town = Town::new();
    // The same declaration over two tables: in one of them a declared value has no row.
    let told = [
        "town,hours\nUlm,7\nBonn,8\nKiel,9\n",
        "town,hours\nKiel,9\nKiel,9\nulm,9\n",
    ]
    .map(|rows| {
        let name = if rows.contains("Bonn") { "all" } else { "few" };
        let owner = town.home(name);
        let file = town.path(&format!("{name}.csv"));
        std::fs::write(&file, rows).unwrap();
        let schema = r#"{ "columns": [
            { "name": "town", "type": "text", "values": ["Ulm", "Bonn", "Kiel"] },
            { "name": "hours", "type": "number" }
        ] }"#;
        let options = ImportOptions {
            schema: Some(serde_json::from_str(schema).unwrap()),
            name: Some("towns".into()),
            ..typed("town:text,hours:number")
        };
        owner.seller().import_dataset(&file, &options).unwrap();
        let of = |bins: &[&str]| {
            let draft = ListingDraft {
                price: "1:1".into(),
                ..ListingDraft::new(
                    dataset("towns"),
                    HistogramSpec::new("town", values(bins)).into(),
                )
            };
            owner.seller().sketch_listing(&draft).unwrap().doubts
        };
        assert!(of(&[]).undeclared_bins.is_empty());
        assert!(of(&["Ulm", " Bonn "]).undeclared_bins.is_empty());
        let picked = |column: &str, operator: FilterOperator, value: &str| {
            let draft = ListingDraft {
                price: "1:1".into(),
                ..ListingDraft::new(
                    dataset("towns"),
                    CountSpec {
                        filters: vec![Condition::new(column, operator, value)],
                        ..CountSpec::default()
                    }
                    .into(),
                )
            };
            let doubts = owner.seller().sketch_listing(&draft).unwrap().doubts;
            doubts.undeclared_values
        };
        for (column, operator, value) in [
            ("town", FilterOperator::Equal, " Bonn "),
            ("town", FilterOperator::NotEqual, "Ulm"),
            // Nothing is declared of it.
            ("hours", FilterOperator::Equal, "7"),
        ] {
            assert!(
                picked(column, operator, value).is_empty(),
                "{column} {value}"
            );
        }
        let wrong = [
            picked("town", FilterOperator::Equal, " bonn"),
            picked("town", FilterOperator::NotEqual, "Born"),
        ];
        (of(&["ulm", "Bonn", "Born"]), wrong)
    });
    assert_eq!(told[0], told[1]);
    let (bins, wrong) = &told[0];
    assert_eq!(bins.undeclared_bins.len(), 1);
    assert_eq!(
        (
            &*bins.undeclared_bins[0].column,
            &*bins.undeclared_bins[0].bins
        ),
        ("town", &["ulm".to_owned(), "Born".to_owned()][..])
    );
    let wrong = wrong
        .iter()
        .flatten()
        .map(|one| (&*one.column, &*one.value));
    assert_eq!(
        wrong.collect::<Vec<_>>(),
        [("town", "bonn"), ("town", "Born")]
    );
}

#[test]
fn a_question_that_is_open_is_told_while_it_is_drafted() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let problem = |draft: &ListingDraft| {
        let sketch = owner.seller().sketch_listing(draft).unwrap();
        sketch.problem.map(|problem| problem.code.to_string())
    };
    let open = Some("question-open".to_owned());
    assert_eq!(problem(&histogram()), None);
    let first = owner.seller().create_listing(&histogram()).unwrap();

    // Other words and another price ask the same.
    let reworded = ListingDraft {
        title: Some("Another title".into()),
        price: "2:9, 8:90".into(),
        ..histogram()
    };
    assert_eq!(problem(&reworded), open);
    let refused = owner.seller().preview_listing(&reworded).unwrap_err();
    assert!(
        refused.to_string().contains(&first.id.to_string()),
        "{refused}"
    );
    // No draft that differs in the question, and no own words' mistake is covered by it.
    let other = binned(histogram(), values(&["1", "2"]));
    assert_eq!(problem(&other), None);
    // The noise begins at another level.
    let lower = ListingDraft {
        price: "4:40".into(),
        ..histogram()
    };
    assert_eq!(problem(&lower), None);
    let untitled = ListingDraft {
        title: None,
        ..histogram()
    };
    assert_eq!(problem(&untitled), Some("no-title".to_owned()));

    // What is to replace it may ask the same; what is to replace another may not.
    let second = owner.seller().create_listing(&other).unwrap();
    let correcting = |id: &str| {
        let begun = owner.seller().begin_correction(&parsed(id), &reworded);
        let problem = begun.unwrap().sketch().unwrap().problem;
        problem.map(|problem| problem.code.to_string())
    };
    assert_eq!(correcting(&first.id.to_string()), None);
    assert_eq!(correcting(&second.id.to_string()), open);

    // A new version of it is open too; a withdrawn one is not.
    let newer = owner
        .seller()
        .reprice(&parsed(&first.id), &"8:100".into())
        .unwrap();
    assert_eq!(problem(&reworded), open);
    assert_eq!(correcting(&newer.id.to_string()), None);
    owner
        .seller()
        .withdraw(&parsed(&newer.id), "no longer")
        .unwrap();
    assert_eq!(problem(&reworded), None);
}

/// No step is larger than all that is sold.
#[test]
fn a_ceiling_below_the_usual_step_is_sold_in_one() {
    let step = |ceiling: &str| {
        let town = Town::new();
        let owner = town.owner_with_table(Some("6"));
        let draft = ListingDraft {
            ceiling: Some(parsed(ceiling)),
            price: format!("{ceiling}:20").as_str().into(),
            ..histogram()
        };
        list(&owner, &draft).grain
    };
    assert_eq!(step("0.002"), 1_000);
    assert_eq!(step("0.0005"), 500);
}
