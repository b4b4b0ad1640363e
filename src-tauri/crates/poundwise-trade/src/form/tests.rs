//! Reading of forms.
#![allow(clippy::unwrap_used)]

use poundwise_documents::kinds::{
    BinnedColumn, Blocks, Count, CrossTabulation, Filter, FilterOperator, Histogram, Mean,
    MissingCells, Moments, Question, Sum, Value, Variable, VariableRole,
};

use poundwise_query::SchemaColumn;

use super::*;

fn column(name: &str, column_type: ColumnType, values: &[&str]) -> SchemaColumn {
    SchemaColumn {
        values: values.iter().map(|value| (*value).to_owned()).collect(),
        ..SchemaColumn::new(name, column_type)
    }
}

fn schema() -> Schema {
    Schema::new(vec![
        column("age", ColumnType::Number, &[]),
        column("town", ColumnType::Text, &["Ulm", "Bonn"]),
    ])
    .unwrap()
}

fn form(kind: AttributeKind) -> ListingForm {
    let dataset = if kind.is_own() { OWN } else { "people" };
    ListingForm::new(dataset, kind)
}

fn sum() -> ListingForm {
    ListingForm {
        column: " age ".into(),
        low: "0".into(),
        high: "1".into(),
        step: "1".into(),
        ..form(AttributeKind::Sum)
    }
}

/// Every field has something that cannot be read.
fn nonsense(kind: AttributeKind) -> ListingForm {
    let text = || "x".to_owned();
    ListingForm {
        column: "age".into(),
        filters: vec![Condition::new("age", FilterOperator::Equal, " ")],
        crossed: vec![CrossedForm {
            column: "age".into(),
            bin_way: BinWay::Edges,
            bins: Vec::new(),
            edges: vec!["10.000".into()],
        }],
        variables: vec![VariableForm {
            column: "age".into(),
            role: VariableRole::Squares,
            low: text(),
            high: "1,000".into(),
            values: Default::default(),
        }],
        groups: vec![CrossedForm {
            column: "age".into(),
            bins: vec!["1,000".into()],
            ..CrossedForm::default()
        }],
        low: text(),
        high: text(),
        step: text(),
        bin_way: BinWay::Edges,
        edges: vec!["1,500".into()],
        value: text(),
        file: text(),
        protect: text(),
        public_rows: text(),
        reckoned_rows: text(),
        ..form(kind)
    }
}

fn faults(form: &ListingForm) -> Vec<FormFault> {
    form.read(&schema()).readings().faults
}

fn fields(form: &ListingForm) -> Vec<FormField> {
    faults(form).iter().map(|fault| fault.field).collect()
}

fn draft(form: &ListingForm) -> ListingDraft {
    let read = form.read(&schema()).draft();
    read.map_err(|error| error.to_string()).unwrap()
}

fn refused(form: &ListingForm) -> (&'static str, String) {
    let error = form.read(&schema()).draft().err().unwrap();
    assert!(!error.hints().is_empty());
    (error.code().as_str(), error.message().to_owned())
}

#[test]
fn only_the_fields_of_the_kind_are_read() {
    use FormField::{
        Bins, Filters, Groups, High, Low, Protect, PublicRows, Step, Value, Variables,
    };
    for (kind, marked) in [
        (AttributeKind::Count, vec![Filters]),
        (AttributeKind::Sum, vec![Filters, Low, High, Step]),
        (
            AttributeKind::Mean,
            vec![Filters, Low, High, Step, PublicRows],
        ),
        (AttributeKind::Histogram, vec![Filters, Bins]),
        (AttributeKind::CrossTabulation, vec![Filters, Bins]),
        (
            AttributeKind::Moments,
            vec![Filters, Variables, Variables, Groups],
        ),
        (AttributeKind::Value, vec![Value, Low, High, Step, Protect]),
        (AttributeKind::Vector, vec![Low, High, Step, Protect]),
    ] {
        assert_eq!(fields(&nonsense(kind)), marked, "{kind}");
    }
}

#[test]
fn every_unreadable_field_has_its_fault() {
    let number = |fault| FieldFault::Number { fault };
    let of = |change: fn(&mut ListingForm)| {
        let mut form = sum();
        change(&mut form);
        let faults = faults(&form);
        faults
            .iter()
            .map(|one| (one.field, one.fault))
            .collect::<Vec<_>>()
    };
    assert_eq!(of(|_| {}), []);
    assert_eq!(
        of(|f| f.high.clear()),
        [(FormField::High, number(NumberFault::NoNumber))]
    );
    assert_eq!(
        of(|f| f.low = "1..2".into()),
        [(FormField::Low, number(NumberFault::NoNumber))]
    );
    assert_eq!(
        of(|f| f.step = "-1".into()),
        [(FormField::Step, number(NumberFault::NotPositive))]
    );
    // Two readings: neither is taken.
    assert_eq!(
        of(|f| f.high = "10.000".into()),
        [(FormField::High, number(NumberFault::Grouped))]
    );
    assert_eq!(of(|f| f.high = "1,5".into()), []);
    for text in ["0", "1,0000001", "x"] {
        let mut form = sum();
        (form.ceiling, form.grain, form.top) = (text.into(), text.into(), text.into());
        let marked = [FormField::Ceiling, FormField::Grain, FormField::Top];
        assert_eq!(fields(&form), marked, "{text}");
    }
    let price = |price: &str| {
        let mut form = sum();
        form.tariff = vec![TypedPoint {
            level: "0,5".into(),
            price: price.into(),
        }]
        .into();
        let reading = form.read(&schema()).readings();
        (reading.faults, reading.price.to_string())
    };
    let (faults, _) = price("1,000");
    assert_eq!(
        (faults[0].field, faults[0].row),
        (FormField::Tariff, Some(0))
    );
    assert_eq!(price("1,0000").1, "0.5:1.000");
    assert_eq!(price("10,50"), (Vec::new(), "0.5:10.50".into()));
    let counted = ListingForm {
        public_rows: "12a".into(),
        ..ListingForm {
            kind: AttributeKind::Mean,
            ..sum()
        }
    };
    let fault = FieldFault::Count {
        fault: NumberFault::NotWhole,
    };
    let at = FormFault {
        field: FormField::PublicRows,
        row: None,
        fault,
    };
    assert_eq!(self::faults(&counted), [at]);
}

#[test]
fn a_condition_is_read_by_the_type_of_its_column() {
    let of = |filters: &[(&str, &str)]| ListingForm {
        filters: filters
            .iter()
            .map(|(column, value)| Condition::new(*column, FilterOperator::Equal, *value))
            .collect(),
        ..form(AttributeKind::Count)
    };
    let AttributeSpec::Count(count) = draft(&of(&[("age", " 1,5 "), ("town", "1,5")])).question
    else {
        panic!("no count");
    };
    let values: Vec<&str> = count.filters.iter().map(|one| one.value.as_str()).collect();
    assert_eq!(values, ["1.5", "1,5"]);
    // The first wrong condition is marked, and blank ones are left out of a preview.
    let blank = of(&[("age", "3"), ("town", " "), ("age", "x")]);
    let fault = FieldFault::NoValue;
    let field = FormField::Filters;
    assert_eq!(
        faults(&blank),
        [FormFault {
            field,
            row: Some(1),
            fault
        }]
    );
    assert_eq!(refused(&blank).0, "filter");
    let (sketched, problem) = blank.read(&schema()).sketch().map_err(|_| ()).unwrap();
    assert!(problem.is_none());
    assert_eq!(sketched.question.filters().len(), 2);
}

#[test]
fn bins_and_edges_are_numbers_where_the_column_is() {
    let of = |column: &str, bin_way, bins: &[&str], edges: &[&str]| {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        ListingForm {
            column: column.into(),
            bin_way,
            bins: owned(bins),
            edges: owned(edges),
            ..form(AttributeKind::Histogram)
        }
    };
    let bins = |form: &ListingForm| match draft(form).question {
        AttributeSpec::Histogram(histogram) => histogram.bins,
        _ => panic!("no histogram"),
    };
    let values =
        |values: &[&str]| BinSpec::Values(values.iter().map(|value| (*value).to_owned()).collect());
    use BinWay::{Edges, Values};
    assert_eq!(
        bins(&of("town", Values, &[" ", ""], &["1"])),
        BinSpec::Stated
    );
    let texts = of("town", Values, &[" a, b ", "1,5"], &[]);
    assert_eq!(bins(&texts), values(&["a, b", "1,5"]));
    assert_eq!(bins(&of("age", Values, &["1,5"], &[])), values(&["1.5"]));
    // Texts have no edges.
    let edged = of("town", Edges, &["Ulm"], &["1", "2"]);
    assert_eq!(bins(&edged), values(&["Ulm"]));
    let edges = ["-2.5", "9", "65"].map(|edge| edge.parse().unwrap());
    let rising = bins(&of("age", Edges, &["x"], &["65", "-2,50", "9", ""]));
    assert_eq!(rising, BinSpec::Edges(edges.to_vec()));
    assert_eq!(
        fields(&of("age", Values, &["10.000"], &[])),
        [FormField::Bins]
    );
    let unread = of("age", Edges, &[], &["2", "old"]);
    assert_eq!(refused(&unread).0, "edges");
}

#[test]
fn what_is_missing_is_named() {
    let without = |change: fn(&mut ListingForm)| {
        let mut form = sum();
        change(&mut form);
        refused(&form)
    };
    for (change, code, message) in [
        (
            (|f| f.column.clear()) as fn(&mut ListingForm),
            "no-column",
            "The kind sum needs a column.",
        ),
        (
            |f| (f.low, f.high) = (String::new(), " ".into()),
            "no-bounds",
            "The kind sum needs bounds.",
        ),
        (
            |f| f.dataset = OWN.into(),
            "kind",
            "The kind sum needs a dataset.",
        ),
        (
            |f| f.currency = "euro".into(),
            "currency",
            "'euro' is not a currency",
        ),
        (
            |f| f.pay_to = "http://example.org".into(),
            "pay-to",
            "neither an IBAN",
        ),
    ] {
        let (of, said) = without(change);
        assert_eq!(of, code, "{said}");
        assert!(said.contains(message), "{said}");
    }
    let value = ListingForm {
        low: "0".into(),
        high: "200".into(),
        step: "0,1".into(),
        value: "81,3".into(),
        protect: "0,25".into(),
        population: "me".into(),
        ..form(AttributeKind::Value)
    };
    let read = draft(&value);
    let population = Some("me".parse().unwrap());
    assert!(read.subject == ListingSubject::OwnNumbers { population });
    let AttributeSpec::Value(own) = read.question else {
        panic!("no value");
    };
    assert_eq!(
        (own.value.to_string(), own.step.to_string()),
        ("81.3".into(), "0.1".into())
    );
    let own = |change: fn(&mut ListingForm)| {
        let mut form = value.clone();
        change(&mut form);
        refused(&form).0
    };
    assert_eq!(own(|f| f.value.clear()), "no-value");
    assert_eq!(own(|f| f.value = "much".into()), "not-a-number");
    assert_eq!(own(|f| f.value = "1e3".into()), "not-a-number");
    assert_eq!(own(|f| f.step.clear()), "no-step");
    assert_eq!(own(|f| f.protect.clear()), "no-protect");
    assert_eq!(own(|f| f.dataset = "people".into()), "kind");
    assert_eq!(own(|f| f.kind = AttributeKind::Vector), "no-file");
}

/// The window has fields for both ends: `LO..HI` is the command line's to word.
#[test]
fn missing_bounds_are_told_without_syntax() {
    let mut form = sum();
    (form.low, form.high) = (String::new(), String::new());
    let error = form.read(&schema()).draft().err().unwrap().view();
    let said = [vec![error.message], error.hints].concat().join(" ");
    assert!(!said.contains(".."), "{said}");
}

#[test]
fn an_unreadable_level_stands_beside_a_preview() {
    let mut form = sum();
    form.ceiling = "much".into();
    let (draft, problem) = form.read(&schema()).sketch().map_err(|_| ()).unwrap();
    assert_eq!(problem.unwrap().code().as_str(), "epsilon");
    assert_eq!(draft.ceiling, None);
    // No step is advised for another ceiling.
    form.step.clear();
    let refused = form.read(&schema()).sketch().err().unwrap();
    assert_eq!(refused.code().as_str(), "epsilon");
    // A bound with two readings is previewed in one, and not signed.
    let mut form = sum();
    form.high = "10.000".into();
    assert!(form.read(&schema()).sketch().is_ok());
    assert_eq!(self::refused(&form).0, "not-a-number");
}

#[test]
fn rows_are_known_elsewhere_and_missing_cells_count_only_beside_public_rows() {
    let mean = |public: &str| {
        let form = ListingForm {
            kind: AttributeKind::Mean,
            unit: " kg ".into(),
            public_rows: public.into(),
            reckoned_rows: "50".into(),
            rows_known_elsewhere: true,
            missing_as_mid: true,
            ..sum()
        };
        let draft = draft(&form);
        let AttributeSpec::Mean(mean) = draft.question else {
            panic!("no mean");
        };
        assert_eq!(mean.unit, "kg");
        (
            mean.public_rows,
            draft.rows_known_elsewhere,
            mean.missing_as_mid,
            draft.reckoned_rows,
        )
    };
    assert_eq!(mean("1000"), (Some(1000), true, true, None));
    assert_eq!(mean(" "), (None, false, false, Some(50)));
    // What is counted is in rows.
    let count = ListingForm {
        unit: "kg".into(),
        ..form(AttributeKind::Count)
    };
    assert_eq!(draft(&count).question.unit(), "");
}

#[test]
fn a_copied_listing_is_typed_and_read_again() {
    let decimal = |text: &str| -> Decimal { text.parse().unwrap() };
    let filters = || {
        vec![Filter {
            column: "age".into(),
            column_type: ColumnType::Number,
            operator: FilterOperator::AtLeast,
            value: "1.5".into(),
        }]
    };
    let binned = |column: &str, column_type, bins: &[&str], edges: &[&str]| BinnedColumn {
        column: column.into(),
        column_type,
        bins: bins.iter().map(|bin| (*bin).to_owned()).collect(),
        edges: edges.iter().map(|edge| decimal(edge)).collect(),
    };
    let bounds = [decimal("-0.5"), decimal("1200")];
    let step: LatticeStep = "0.25".parse().unwrap();
    let questions = [
        Question::Count(Count { filters: filters() }),
        Question::Sum(Sum {
            column: "age".into(),
            filters: filters(),
            bounds,
            step,
        }),
        Question::Mean(Mean {
            column: "age".into(),
            filters: Vec::new(),
            bounds,
            step,
            missing: MissingCells::AsMid,
            public_rows: Some(7),
        }),
        Question::Histogram(Histogram {
            column: binned("age", ColumnType::Number, &[], &["0", "18.5"]),
            filters: filters(),
            blocks: Blocks::default(),
        }),
        Question::Histogram(Histogram {
            column: binned("town", ColumnType::Text, &["Ulm", "a, b"], &[]),
            filters: filters(),
            blocks: Blocks::default(),
        }),
        Question::CrossTabulation(CrossTabulation {
            columns: vec![
                binned("town", ColumnType::Text, &["Ulm"], &[]),
                binned("age", ColumnType::Number, &[], &["0", "18.5"]),
            ],
            filters: Vec::new(),
        }),
        Question::Moments(Moments {
            variables: vec![Variable {
                column: "age".into(),
                column_type: ColumnType::Number,
                role: VariableRole::MeanOnly,
                bounds: Some(bounds),
                values: Vec::new(),
            }],
            groups: vec![binned("town", ColumnType::Text, &["Ulm", "a, b"], &[])],
            filters: filters(),
        }),
        Question::Value(Value {
            bounds,
            step,
            distance: decimal("2.5"),
        }),
    ];
    for question in questions {
        let kind = question.kind();
        let subject = if kind.is_own() {
            let population = Some("people".parse().unwrap());
            ListingSubject::OwnNumbers { population }
        } else {
            ListingSubject::Dataset("people".parse().unwrap())
        };
        let copied = CopiedQuestion {
            question: question.clone(),
            unit: if kind.has_bounds() { "kg" } else { "" }.into(),
            schema: schema(),
        };
        let copy = ListingDraft {
            title: Some("A title".into()),
            ceiling: Some("1.5".parse().unwrap()),
            rows_known_elsewhere: question.public_rows().is_some(),
            ..ListingDraft::new(subject, copied)
        };
        let mut form = ListingForm::of(copy.clone());
        let mut signed = copy.question.clone();
        let Some(same) = AttributeSpec::read(kind, &mut signed) else {
            form.value = "12".into();
            let AttributeSpec::Value(own) = draft(&form).question else {
                panic!("no value");
            };
            assert!(own.bounds == bounds && own.step == step);
            continue;
        };
        let read = draft(&form);
        let json = |spec: &AttributeSpec| serde_json::to_string(spec).unwrap();
        assert_eq!(json(&read.question), json(&same));
        assert_eq!((read.ceiling, read.title), (copy.ceiling, copy.title));
        assert_eq!(read.rows_known_elsewhere, copy.rows_known_elsewhere);
    }
}

fn batch_row(column: &str, kind: AttributeKind) -> BatchRowForm {
    BatchRowForm::new(column, kind)
}

fn bounded(low: &str, high: &str) -> BatchRowForm {
    BatchRowForm {
        low: low.into(),
        high: high.into(),
        ..batch_row(" age ", AttributeKind::Mean)
    }
}

fn batch_of(rows: Vec<BatchRowForm>) -> BatchForm {
    BatchForm {
        tariff: TariffDraft::from("1:5,4:15"),
        ..BatchForm::new("people", rows)
    }
}

fn codes(row: &crate::batch::RowReading) -> [&'static str; 2] {
    let code = |error: Option<&Error>| error.map_or("", |error| error.code().as_str());
    [code(row.question.as_ref().err()), code(row.unread.as_ref())]
}

#[test]
fn batch_reads_each_row_with_decimal_commas() {
    let rows = vec![
        BatchRowForm {
            step: "0,5".into(),
            unit: " years ".into(),
            title: " Age ".into(),
            ceiling: "1,5".into(),
            factor: " 0,5 ".into(),
            public_rows: " 80 ".into(),
            // No field of a mean.
            value: "7".into(),
            bins: vec!["1".into()],
            ..bounded(" -1,5 ", "120")
        },
        BatchRowForm {
            bin_way: BinWay::Edges,
            edges: vec!["18,5".into(), " ".into(), "0".into()],
            ..batch_row("age", AttributeKind::Histogram)
        },
        BatchRowForm {
            value: " yes ".into(),
            ..batch_row("town", AttributeKind::Count)
        },
        BatchRowForm {
            take: false,
            ..bounded("x", "")
        },
    ];
    let form = BatchForm {
        ceiling: "3,5".into(),
        currency: " EUR ".into(),
        ..batch_of(rows)
    };
    let reading = form.read(&schema()).unwrap();
    assert!(reading.faults().is_empty(), "{:?}", reading.faults());
    assert!(reading.rows[3].is_none());
    let batch = reading.batch().unwrap();
    assert_eq!(batch.shared.ceiling, MicroEpsilon::new(3_500_000).ok());
    let age = &batch.rows[0];
    assert_eq!(age.title.as_deref(), Some("Age"));
    assert_eq!(age.ceiling, MicroEpsilon::new(1_500_000).ok());
    assert_eq!(age.factor, "0.5".parse().ok());
    let questions: Vec<&AttributeSpec> = batch.rows.iter().map(|row| &row.question).collect();
    assert_eq!(
        serde_json::to_value(questions).unwrap(),
        serde_json::json!([
            { "kind": "mean", "column": "age", "filters": [], "bounds": ["-1.5", "120"],
              "step": "0.5", "public_rows": 80, "missing_as_mid": false, "unit": "years" },
            { "kind": "histogram", "column": "age", "filters": [],
              "bins": { "edges": ["0", "18.5"] }, "unit": "" },
            { "kind": "count", "unit": "",
              "filters": [{ "column": "town", "operator": "==", "value": "yes" }] },
        ])
    );
}

#[test]
fn every_unreadable_field_of_a_batch_has_its_row_and_fault() {
    let rows = vec![
        bounded("0", "120"),
        BatchRowForm {
            step: "fine".into(),
            public_rows: "12,5".into(),
            ceiling: "0".into(),
            factor: "x".into(),
            ..bounded("many", "")
        },
    ];
    let form = BatchForm {
        grain: "x".into(),
        ..batch_of(rows)
    };
    let reading = form.read(&schema()).unwrap();
    assert_eq!(reading.of_all.as_ref().unwrap().code().as_str(), "epsilon");
    let number = |fault| FieldFault::Number { fault };
    let level = |fault| FieldFault::Level { fault };
    let found: Vec<_> = reading
        .faults()
        .iter()
        .map(|one| (one.row, one.at.field, one.at.fault))
        .collect();
    assert_eq!(
        found,
        [
            (None, FormField::Grain, level(NumberFault::NoNumber)),
            (Some(1), FormField::Low, number(NumberFault::NoNumber)),
            (Some(1), FormField::High, number(NumberFault::NoNumber)),
            (Some(1), FormField::Step, number(NumberFault::NoNumber)),
            (
                Some(1),
                FormField::PublicRows,
                FieldFault::Count {
                    fault: NumberFault::NotWhole
                }
            ),
            (Some(1), FormField::Ceiling, level(NumberFault::NotPositive)),
            (Some(1), FormField::Factor, number(NumberFault::NoNumber)),
        ]
    );
    let row = reading.rows[1].as_ref().unwrap();
    assert_eq!(codes(row), ["not-a-number", "zero-epsilon"]);
    assert!(reading.batch().is_err());
}

/// A batch is not signed with such a number, but a preview shows one reading of it.
#[test]
fn grouped_number_of_a_batch_is_marked_at_its_field() {
    let bins = |bins: &[&str]| BatchRowForm {
        bins: bins.iter().map(|bin| (*bin).to_owned()).collect(),
        ..batch_row("age", AttributeKind::Histogram)
    };
    let counted = |column: &str, value: &str| BatchRowForm {
        value: value.into(),
        ..batch_row(column, AttributeKind::Count)
    };
    for (row, field) in [
        (bounded("0", "10.000"), Some(FormField::High)),
        (bounded("1,000", "9999"), Some(FormField::Low)),
        (
            BatchRowForm {
                step: "1,000".into(),
                ..bounded("0", "9999")
            },
            Some(FormField::Step),
        ),
        (
            BatchRowForm {
                factor: "1,500".into(),
                ..bounded("0", "9")
            },
            Some(FormField::Factor),
        ),
        (bins(&["2,000"]), Some(FormField::Bins)),
        (bins(&["1,1250", "2"]), None),
        (
            BatchRowForm {
                bin_way: BinWay::Edges,
                edges: vec!["0".into(), "1.125".into()],
                ..batch_row("age", AttributeKind::Histogram)
            },
            Some(FormField::Bins),
        ),
        (counted("age", "2,000"), Some(FormField::Value)),
        (counted("town", "2,000"), None),
        (
            BatchRowForm {
                take: false,
                ..bounded("0", "10.000")
            },
            None,
        ),
    ] {
        let reading = batch_of(vec![row]).read(&schema()).unwrap();
        let faults: Vec<_> = reading.faults().to_vec();
        let fault = NumberFault::Grouped;
        let expected = field.map(|field| BatchFault {
            row: Some(0),
            at: FormFault {
                field,
                row: None,
                fault: FieldFault::Number { fault },
            },
        });
        assert_eq!(faults, Vec::from_iter(expected));
        for row in reading.rows.iter().flatten() {
            assert_eq!(codes(row), ["", ""]);
        }
        match (reading.batch(), field) {
            (Ok(_), None) => {}
            (Err(error), Some(_)) => {
                assert_eq!(error.code().as_str(), "not-a-number");
                assert!(error.message().starts_with("“age”: "), "{error}");
            }
            (read, field) => panic!("{}: {field:?}", read.is_ok()),
        }
    }
    let form = BatchForm {
        tariff: TariffDraft::from("1:1.000"),
        ..batch_of(vec![])
    };
    let reading = form.read(&schema()).unwrap();
    assert_eq!(reading.faults()[0].row, None);
    assert_eq!(reading.faults()[0].at.field, FormField::Tariff);
    assert!(reading.batch().is_err());
}

#[test]
fn proposed_row_is_read_again_as_its_question() {
    let rows = vec![
        BatchRowForm {
            step: "0.5".into(),
            unit: "years".into(),
            public_rows: "3".into(),
            ..bounded("0", "120")
        },
        BatchRowForm {
            kind: AttributeKind::Sum,
            ..bounded("0", "120")
        },
        batch_row("town", AttributeKind::Histogram),
        BatchRowForm {
            bins: vec!["Ulm".into()],
            ..batch_row("town", AttributeKind::Histogram)
        },
        BatchRowForm {
            bin_way: BinWay::Edges,
            edges: vec!["0".into(), "18.5".into()],
            ..batch_row("age", AttributeKind::Histogram)
        },
        BatchRowForm {
            value: "Ulm".into(),
            ..batch_row("town", AttributeKind::Count)
        },
    ];
    let batch = batch_of(rows.clone()).read(&schema()).unwrap().batch();
    for (read, row) in batch.unwrap().rows.into_iter().zip(rows) {
        let proposed = crate::view::ProposedRow {
            take: true,
            column: row.column.clone(),
            title: row.title.clone(),
            kind: row.kind,
            question: Some(read.question),
        };
        assert_eq!(BatchRowForm::of(proposed), row);
    }
}

#[test]
fn codebook_of_a_form_has_its_ticked_rows_without_prices() {
    let rows = vec![
        BatchRowForm {
            title: "Age".into(),
            ceiling: "x".into(),
            factor: "x".into(),
            public_rows: "80".into(),
            ..bounded("0", "89,5")
        },
        BatchRowForm {
            take: false,
            ..bounded("", "")
        },
    ];
    let columns = batch_of(rows).codebook(&schema()).unwrap();
    assert_eq!(columns.len(), 1);
    assert_eq!(
        (columns[0].title.as_str(), columns[0].column()),
        ("Age", "age")
    );
    let AttributeSpec::Mean(mean) = &columns[0].question else {
        panic!("no mean")
    };
    assert_eq!(mean.bounds[1], "89.5".parse().unwrap());
    assert_eq!(mean.public_rows, None);
    let refused = batch_of(vec![bounded("", "")]).codebook(&schema());
    let refused = refused.err().unwrap();
    assert!(refused.message().starts_with("“age”: "), "{refused}");
}
