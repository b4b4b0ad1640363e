//! Connections to PostgreSQL that are encrypted, through the process.

use poundwise_driver::{DriverMessage, Session};

use crate::databases::postgresql_driver;
use crate::hostile::LIMITS;
use crate::interop::apache::{Certificate, authority, certificate};
use crate::interop::postgresql::Postgresql;
use crate::sessions::asked;

/// The process opens the stated certificates, and finds those of the system.
#[test]
fn certificates_of_a_server_are_verified() {
    let folder = tempfile::tempdir().unwrap();
    let trusted = authority(folder.path(), "authority");
    let other = authority(folder.path(), "other");
    certificate(folder.path(), Certificate::Valid);
    let Some((_server, port)) = Postgresql::start_with_tls(folder.path()) else {
        return;
    };
    let Some(driver) = postgresql_driver() else {
        return;
    };
    let ask = |parameters: &str| {
        let address = format!("postgresql://owner@localhost:{port}/postgres?{parameters}");
        let session = Session::postgresql(&address, 60).ok().unwrap();
        asked((&driver, session), "SELECT '7'", LIMITS, &|| false)
    };
    let verified = ask(&format!(
        "sslmode=verify-full&sslrootcert={}",
        trusted.display()
    ));
    let verified =
        verified.unwrap_or_else(|error| panic!("{}: {:?}", error.message, error.private));
    assert_eq!(verified.rows, [[Some("7".to_owned())]]);
    for root in [other.display().to_string(), "system".to_owned()] {
        let error = ask(&format!("sslmode=verify-full&sslrootcert={root}"));
        let error = error.err().unwrap();
        let said = error.private.unwrap_or_default();
        assert!(
            matches!(error.message, DriverMessage::NoTls),
            "{root}: {said:?}"
        );
        assert!(
            said.contains("certificate verify failed"),
            "{root}: {said:?}"
        );
    }
}
