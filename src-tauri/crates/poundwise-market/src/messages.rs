//! Messages and hints of this crate, in English and German.

mod audit;
mod noise;

pub(crate) use audit::{AuditHint, AuditMessage};
pub(crate) use noise::{NoiseHint, NoiseMessage};

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_printed_catalogue_has_each_message() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        let samples = [
            AuditHint::samples(),
            AuditMessage::samples(),
            NoiseHint::samples(),
            NoiseMessage::samples(),
        ];
        poundwise_words::catalogue::check(&docs, "market", &samples.concat());
    }
}
