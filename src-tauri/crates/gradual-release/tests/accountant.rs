//! The accountant against a reference in 60 digits, `vectors/accountant.py`.

use gradual_release::accountant::{Delta, PrivacyLoss};

/// Checks each row: the smallest ε of the reference is found, neither less nor more.
fn check(rows: &str) -> usize {
    let mut lines = rows.lines();
    assert_eq!(lines.next(), Some("micro_epsilon,nano_rho,delta,epsilon"));
    let mut count = 0;
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |n: usize| fields[n].parse::<u64>().unwrap();
        let loss = PrivacyLoss {
            micro_epsilon: number(0),
            nano_rho: number(1),
        };
        let delta: Delta = fields[2].parse().unwrap();
        assert_eq!(loss.epsilon_at(delta), number(3), "{line}");
        count += 1;
    }
    count
}

#[test]
fn promises_are_those_of_the_reference() {
    assert_eq!(check(include_str!("vectors/accountant-v1.csv")), 1_000);
}

/// Run it on `accountant.py 10000 > FILE` with the file's name in `ACCOUNTANT_VECTORS`.
#[test]
#[ignore = "needs a file that the reference writes"]
fn promises_are_those_of_a_larger_reference() {
    let name = std::env::var("ACCOUNTANT_VECTORS").unwrap();
    assert!(check(&std::fs::read_to_string(name).unwrap()) > 1_000);
}
