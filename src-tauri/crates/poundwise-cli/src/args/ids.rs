//! Ids on the command line: shortened, and now and then with a hyphen in front.

use std::{ffi::OsString, fmt::Display};

use poundwise_market::format;

/// Returns an id for a command to paste: short, but whole where a short one could be taken for an
/// option.
pub(crate) fn typed(id: impl Display) -> String {
    let id = id.to_string();
    if id.starts_with('-') {
        id
    } else {
        format::short_id(id)
    }
}

/// Keeps an id that begins with `-`, as one in 64 does, from being read as an option: a space
/// before it does, and its parser takes it away again. A whole id cannot be mistaken; of a
/// shortened one only `-h` would be.
pub(crate) fn shield(argument: OsString) -> OsString {
    const ID: usize = 43;
    let is_id = argument.to_str().is_some_and(|text| {
        let in_alphabet = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
        text.starts_with('-')
            && text.bytes().all(in_alphabet)
            && (text.len() == ID || (text.starts_with("-h") && (6..ID).contains(&text.len())))
    });
    if is_id {
        let mut shielded = OsString::from(" ");
        shielded.push(argument);
        shielded
    } else {
        argument
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Arguments, Command};

    #[test]
    fn ids_may_begin_with_a_hyphen() {
        let parse = |line: &str| {
            let words = line.split(' ').map(OsString::from).map(shield);
            match Arguments::try_parse_from(words).map(|arguments| arguments.command) {
                Ok(Command::Approve { order, payment, .. }) => {
                    (order.to_string(), payment.to_string())
                }
                Ok(_) => panic!("{line}: another command"),
                Err(error) => panic!("{line}: {error}"),
            }
        };
        for second in "abhoVZ09-_".chars() {
            let whole = format!("-{second}{}", "x".repeat(41));
            let expected = (whole.clone(), "cash".to_owned());
            assert_eq!(
                parse(&format!("poundwise approve {whole} --payment cash")),
                expected
            );
            assert_eq!(
                parse(&format!("poundwise --json approve --payment cash {whole}")),
                expected
            );
            let short = &whole[..10];
            assert_eq!(
                parse(&format!("poundwise approve --payment cash -- {short}")).0,
                short
            );
            if second != '-' {
                assert_eq!(
                    parse(&format!("poundwise approve {short} --payment cash")).0,
                    short
                );
            }
        }
    }
}
