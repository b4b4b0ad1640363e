//! Reasons why a server's certificate is refused, from the errors of TLS.

use std::{error::Error, io};

use chrono::{DateTime, NaiveDate};
use rustls::{CertificateError, pki_types::UnixTime};

use crate::messages::CertificateProblem;

/// Most names of a certificate that a message has.
const MOST_NAMES: usize = 3;
/// Longest name of a certificate in a message, in characters.
const LONGEST_NAME: usize = 100;

/// Returns the reason why the certificate of a host was refused, if an error or one of its causes
/// is that.
pub(super) fn problem_of(error: &(dyn Error + 'static), host: &str) -> Option<CertificateProblem> {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(rustls::Error::InvalidCertificate(why)) = error.downcast_ref() {
            return Some(problem(why, host));
        }
        // The source of an I/O error is that of the error in it.
        cause = match error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref)
        {
            Some(inner) => Some(inner),
            None => error.source(),
        };
    }
    None
}

fn problem(why: &CertificateError, host: &str) -> CertificateProblem {
    let host = host.to_owned();
    match why {
        // An authority of the same name with another key did not sign it.
        CertificateError::UnknownIssuer | CertificateError::BadSignature => {
            Some(CertificateProblem::UnknownAuthority)
        }
        CertificateError::ExpiredContext { not_after, .. } => {
            day(*not_after).map(|day| CertificateProblem::Expired { day })
        }
        CertificateError::NotValidYetContext { not_before, .. } => {
            day(*not_before).map(|day| CertificateProblem::NotYet { day })
        }
        CertificateError::NotValidForName => Some(CertificateProblem::NotThisHost { host }),
        CertificateError::NotValidForNameContext { presented, .. } => {
            Some(match names(presented) {
                names if names.is_empty() => CertificateProblem::NotThisHost { host },
                names => CertificateProblem::OtherHost { host, names },
            })
        }
        _ => None,
    }
    .unwrap_or_else(|| CertificateProblem::Other {
        why: why.to_string(),
    })
}

fn day(time: UnixTime) -> Option<NaiveDate> {
    let seconds = i64::try_from(time.as_secs()).ok()?;
    Some(DateTime::from_timestamp(seconds, 0)?.date_naive())
}

/// Returns the first names of hosts in a certificate, which come as `DnsName("host")`. The server
/// chose them, so each is cut and has no odd characters.
fn names(presented: &[String]) -> String {
    let host = |name: &String| {
        let name = name
            .strip_prefix("DnsName(")
            .or(name.strip_prefix("IpAddress("))?;
        let is_usual = |sign: &char| sign.is_ascii_alphanumeric() || "*.-_:".contains(*sign);
        let name: String = name.chars().filter(is_usual).take(LONGEST_NAME).collect();
        (!name.is_empty()).then_some(name)
    };
    let names: Vec<String> = presented.iter().filter_map(host).take(MOST_NAMES).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_cannot_write_a_long_or_odd_message() {
        let names = names(&[
            "DirectoryName".to_owned(),
            "DnsName(\"other.example\")".to_owned(),
            "DnsName(\"\u{1b}[2J\n\")".to_owned(),
            "IpAddress(192.0.2.1)".to_owned(),
            format!("DnsName(\"{}\")", "a".repeat(10_000)),
            "DnsName(\"fourth.example\")".to_owned(),
        ]);
        assert_eq!(names, "other.example, 2J, 192.0.2.1");
    }
}
