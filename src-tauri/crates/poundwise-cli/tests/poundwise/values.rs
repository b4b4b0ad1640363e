//! Values are checked before a passphrase is asked for: with none to be had, what is wrong with the
//! value is still what the program says, naming the option and the form.

use crate::support::{Refusal, World, refused};

const ID: &str = "abcdefgh";
const KEY: &str = "8clZYPzd_7l9mQuw5yGQBNQl31Q1DuMKnHchFRcV3k";

/// The refusal of a line, in a home that exists and with no passphrase in reach.
fn without_passphrase(world: &World, arguments: &[&str]) -> Refusal {
    let home = world.trader("home");
    let command = |more: &[&str]| {
        let mut command = home.command(&[arguments, more].concat());
        command.env_remove("POUNDWISE_PASSPHRASE");
        command
    };
    refused(command(&[]), command(&["--json"]))
}

/// A line, the argument at fault, the error's code, and what the message has to say.
type Case<'a> = (&'a [&'a str], &'a str, &'a str, &'a str);

#[track_caller]
fn each_is_refused(cases: &[Case<'_>]) {
    let world = World::new();
    world.home("home");
    for (line, argument, code, said) in cases {
        without_passphrase(&world, line).is(2, code, &[argument, said]);
    }
    // The same home with a value that is right: it is the passphrase that is missing.
    without_passphrase(&world, &["quote", ID, "--to", "0.5"]).is(
        2,
        "passphrase-needed",
        &["no terminal"],
    );
}

#[test]
fn levels() {
    let world = World::new();
    world.home("home");
    for (value, code, said) in [
        ("abc", "epsilon", "is not a level"),
        ("-1", "epsilon", "negative"),
        ("0", "zero-epsilon", "ε 0"),
        ("0,5", "epsilon", "use a point"),
        ("1e3", "epsilon", "exponent"),
        ("0.1234567", "epsilon", "at most 6"),
        ("", "epsilon", "a number is missing"),
        ("2000000", "epsilon", "highest level"),
    ] {
        without_passphrase(&world, &["order", ID, "--to", value]).is(
            2,
            code,
            &["--to <EPS>", said],
        );
    }
    for days in ["0", "366", "1.5"] {
        without_passphrase(&world, &["order", ID, "--to", "1", "--days", days]).is(
            2,
            "order-days",
            &["--days <N>", "cannot wait"],
        );
    }
    let cases: &[Case<'_>] = &[
        (&["quote", ID, "--to", "x"], "--to <EPS>", "epsilon", "'x'"),
        (
            &["tighten", ID, "--to", "x", "-o", "f"],
            "--to <EPS>",
            "epsilon",
            "'x'",
        ),
        (
            &["population", "create", "p", "--cap", "x"],
            "--cap <EPS[,RHO]>",
            "epsilon",
            "'x'",
        ),
        (
            &["population", "create", "p", "--cap", "1", "--carried", "x"],
            "--carried <EPS[,RHO]|FILE>",
            "epsilon",
            "neither a loss nor a file",
        ),
        (
            &["population", "cap", "p", "x"],
            "<EPS[,RHO]>",
            "epsilon",
            "'x'",
        ),
        (
            &["dataset", "import", "f", "--cap", "x"],
            "--cap <EPS[,RHO]>",
            "epsilon",
            "'x'",
        ),
        (
            &[
                "listing",
                "create",
                "d",
                "count",
                "--title",
                "A listing",
                "--price",
                "1:1",
                "--ceiling",
                "x",
            ],
            "--ceiling <EPS>",
            "epsilon",
            "'x'",
        ),
        (
            &[
                "listing", "create", "d", "count", "--price", "1:1", "--top", "x",
            ],
            "--top <EPS>",
            "epsilon",
            "'x'",
        ),
        (
            &[
                "listing", "create", "d", "count", "--price", "1:1", "--grain", "x",
            ],
            "--grain <EPS>",
            "epsilon",
            "'x'",
        ),
        (
            &[
                "rule",
                "add",
                "--anyone",
                "--listing",
                ID,
                "--up-to",
                "x",
                "--per-order",
                "1",
                "--payment",
                "x",
            ],
            "--up-to <EPS>",
            "epsilon",
            "'x'",
        ),
    ];
    each_is_refused(cases);
}

#[test]
fn ids() {
    let mut cases: Vec<Case<'_>> = Vec::new();
    let lines: &[(&[&str], &[&str], &str)] = &[
        (&["quote"], &["--to", "1"], "<LISTING>"),
        (&["order"], &["--to", "1"], "<LISTING>"),
        (&["order", "show"], &[], "<ORDER>"),
        (&["order", "cancel"], &[], "<ORDER>"),
        (&["inbox", "show"], &[], "<ORDER>"),
        (&["approve"], &[], "<ORDER>"),
        (&["decline"], &["--reason", "no"], "<ORDER>"),
        (&["discard"], &[], "<ORDER>"),
        (&["market", "show"], &[], "<LISTING>"),
        (&["listing", "show"], &[], "<ID>"),
        (&["listing", "withdraw"], &[], "<ID>"),
        (&["listing", "seal"], &["--yes"], "<ID>"),
        (&["listing", "reprice"], &["--price", "1:1"], "<ID>"),
        (&["holding", "show"], &[], "<LISTING>"),
        (&["holding", "export"], &["-o", "f"], "<RECEIPT>"),
        (&["receipt", "show"], &[], "<RECEIPT>"),
        (&["export"], &[], "<LISTING>"),
        (&["tighten"], &["--to", "1", "-o", "f"], "<LISTING>"),
        (
            &["grant"],
            &["--to", "age1", "-o", "f", "--yes"],
            "<ORDER|LISTING>",
        ),
    ];
    let whole: Vec<[Vec<&str>; 3]> = lines
        .iter()
        .map(|(before, after, _)| {
            ["abc", "not/an/id", KEY_AND_MORE].map(|id| [*before, &[id][..], *after].concat())
        })
        .collect();
    for ((_, _, argument), [short, strange, long]) in lines.iter().zip(&whole) {
        cases.push((short, argument, "short-id", "'abc' is too short"));
        cases.push((strange, argument, "usage", "is not an id"));
        cases.push((long, argument, "usage", "is too long"));
    }
    each_is_refused(&cases);
}

const KEY_AND_MORE: &str = "8clZYPzd_7l9mQuw5yGQBNQl31Q1DuMKnHchFRcV3kAAAAAA";

#[test]
fn amounts_tariffs_and_currencies() {
    let rule = |option: &'static str, value: &'static str| {
        let mut line = vec![
            "rule",
            "add",
            "--anyone",
            "--listing",
            ID,
            "--up-to",
            "1",
            "--payment",
            "x",
        ];
        if option != "--per-order" {
            line.extend(["--per-order", "1"]);
        }
        line.extend([option, value]);
        line
    };
    let amounts = [
        rule("--per-order", "-1"),
        rule("--per-order", "1,50"),
        rule("--per-month", "much"),
        rule("--currency", "euro"),
        rule("--per-order", "€5"),
    ];
    let mut decimals = rule("--per-order", "1.5");
    decimals.extend(["--currency", "JPY"]);
    let cases: &[Case<'_>] = &[
        (
            &amounts[0],
            "--per-order <AMOUNT>",
            "rule-amount",
            "negative",
        ),
        (
            &amounts[1],
            "--per-order <AMOUNT>",
            "rule-amount",
            "use a point",
        ),
        (&amounts[2], "--per-month <AMOUNT>", "rule-amount", "'much'"),
        (
            &amounts[3],
            "--currency <CODE>",
            "currency",
            "three capital letters",
        ),
        (&amounts[4], "--per-order <AMOUNT>", "rule-amount", "'€5'"),
        (&decimals, "--per-order", "rule-amount", "JPY"),
        (
            &[
                "listing",
                "create",
                "d",
                "count",
                "--title",
                "A listing",
                "--price",
                "much",
            ],
            "--price <EPS:AMOUNT,...>",
            "tariff",
            "\"much\" is not EPS:AMOUNT",
        ),
        (
            &["listing", "create", "d", "count", "--price", "1:5,2:4"],
            "--price <EPS:AMOUNT,...>",
            "tariff",
            "4.00 is less than 5.00",
        ),
        (
            &["listing", "create", "d", "count", "--price", "1:1.001"],
            "--price",
            "tariff",
            "too many decimals",
        ),
        (
            &["listing", "reprice", ID, "--price", "0:1"],
            "--price <TARIFF>",
            "tariff",
            "ε 0",
        ),
        (
            &[
                "listing",
                "create",
                "d",
                "count",
                "--price",
                "1:1",
                "--currency",
                "euro",
            ],
            "--currency <CODE>",
            "currency",
            "three capital letters",
        ),
    ];
    each_is_refused(cases);
}

#[test]
fn dates_keys_and_recipients() {
    let until = |day: &'static str| {
        vec![
            "rule",
            "add",
            "--anyone",
            "--listing",
            ID,
            "--up-to",
            "1",
            "--per-order",
            "1",
            "--payment",
            "x",
            "--until",
            day,
        ]
    };
    let (german, none) = (until("31.1.2027"), until("2027-02-30"));
    let cases: &[Case<'_>] = &[
        (&german, "--until <YYYY-MM-DD>", "rule-until", "31.1.2027"),
        (&none, "--until <YYYY-MM-DD>", "rule-until", "2027-02-30"),
        (
            &["contact", "add", &KEY[..12], "--name", "Bea"],
            "<KEY>",
            "contact-key",
            "43 characters",
        ),
        (&["block", "add", "bea"], "<KEY>", "contact-key", "'bea'"),
        (&["block", "show", "bea"], "<KEY>", "contact-key", "'bea'"),
        (&["block", "remove", "bea"], "<KEY>", "contact-key", "'bea'"),
        (
            &["grant", ID, "--to", "bea", "-o", "f", "--yes"],
            "--to <AGE_RECIPIENT>",
            "recipient",
            "'bea'",
        ),
    ];
    each_is_refused(cases);
}

#[test]
fn numbers_bounds_and_lists() {
    let list = |more: &[&'static str]| {
        let mut line = vec![
            "listing",
            "create",
            "d",
            "mean",
            "c",
            "--title",
            "A listing",
            "--price",
            "1:1",
        ];
        line.extend(more);
        line
    };
    let lines: Vec<(Vec<&str>, &str, &str, &str)> = vec![
        (
            list(&["--bounds", "100..0"]),
            "--bounds <LO..HI>",
            "bounds",
            "not below the upper bound",
        ),
        (
            list(&["--bounds", "5"]),
            "--bounds <LO..HI>",
            "bounds",
            "LO..HI",
        ),
        (list(&["--step", "0"]), "--step <G>", "step", "above 0"),
        (list(&["--step", "fine"]), "--step <G>", "step", "'fine'"),
        (
            list(&["--protect", "0"]),
            "--protect <DISTANCE>",
            "protect",
            "above 0",
        ),
        (
            list(&["--value", "1,5"]),
            "--value <V>",
            "not-a-number",
            "'1,5'",
        ),
        (list(&["--edges", "2,2"]), "--edges", "edges", "different"),
        (
            list(&["--bins", "\"a"]),
            "--bins <A,B,C>",
            "bad-list",
            "not closed",
        ),
        (
            list(&["--public-rows", "-1"]),
            "--public-rows <N>",
            "usage",
            "whole number",
        ),
        (
            list(&["--public-rows", "0"]),
            "--public-rows <N>",
            "count",
            "above 0",
        ),
        (
            list(&["--public-rows", "1.5"]),
            "--public-rows <N>",
            "usage",
            "whole number",
        ),
        (
            vec!["quote", ID, "--accuracy", "-3"],
            "--accuracy <HALF>",
            "half-width",
            "-3",
        ),
        (
            vec!["rule", "show", "one"],
            "<NUMBER>",
            "usage",
            "whole number",
        ),
        (
            vec!["alarm", "show", "1.0"],
            "<NUMBER>",
            "usage",
            "whole number",
        ),
        (
            vec!["dataset", "import", "f", "--types", "a:day"],
            "--types <NAME:TYPE,...>",
            "schema",
            "date",
        ),
        (
            vec![
                "dataset",
                "import",
                "f",
                "--person-column",
                "p",
                "--rows-per-person",
                "0",
            ],
            "--rows-per-person <K>",
            "count",
            "above 0",
        ),
        (
            vec!["replay", "o", "f", "--report", "report.pdf"],
            "--report <FILE>",
            "report-format",
            "report.pdf",
        ),
        (
            vec!["market", "set", "ftp://example.org/m"],
            "<URL>",
            "market-url",
            "ftp://example.org/m",
        ),
        (
            vec!["whoami", "--market", "ftp://example.org/m"],
            "--market <URL>",
            "market-url",
            "ftp://example.org/m",
        ),
    ];
    let cases: Vec<Case<'_>> = lines
        .iter()
        .map(|(line, argument, code, said)| (&line[..], *argument, *code, *said))
        .collect();
    each_is_refused(&cases);
}

#[test]
fn conditions_names_and_where_to_pay() {
    const LISTING: [&str; 8] = [
        "listing",
        "create",
        "d",
        "count",
        "--title",
        "A listing",
        "--price",
        "1:1",
    ];
    let with = |more: [&'static str; 2]| [&LISTING[..], &more[..]].concat();
    let (operator, value) = (with(["--where", "age ~ 3"]), with(["--where", "age =="]));
    let pay_to = with(["--pay-to", "https://bank.example"]);
    each_is_refused(&[
        (
            &operator,
            "--where <COL OP VALUE>",
            "filter",
            "'age ~ 3' is not a condition",
        ),
        (
            &value,
            "--where <COL OP VALUE>",
            "filter",
            "has no value to compare 'age' with",
        ),
        (
            &pay_to,
            "--pay-to <PAYTO>",
            "pay-to",
            "'https://bank.example' is neither an IBAN nor a payto:// address",
        ),
        (
            &["dataset", "import", "f", "--cap", "1", "--name", "-"],
            "--name <NAME>",
            "dataset-name",
            "it means your own numbers",
        ),
        (
            &["dataset", "show", "a\u{202e}b"],
            "<NAME>",
            "dataset-name",
            "not a name for a dataset",
        ),
        (
            &["dataset", "import", "f", "--cap", "1", "--population", " "],
            "--population <NAME>",
            "population-name",
            "it is empty",
        ),
        (
            &["population", "create", "-", "--cap", "1"],
            "<NAME>",
            "population-name",
            "it means that no name is given",
        ),
        (
            &[
                "population",
                "create",
                "p",
                "--cap",
                "1",
                "--unit-name",
                "a\nb",
            ],
            "--unit-name <W>",
            "unit-name",
            "not a name for a privacy unit",
        ),
        (
            &["init", "--name", " "],
            "--name <NAME>",
            "name",
            "it is empty",
        ),
    ]);
}
