//! Messages and hints of this crate, in English and German.

mod file;
mod market;

pub(crate) use file::{FileHint, FileMessage};
pub(crate) use market::{
    AddressProblem, CertificateProblem, FileProblem, MarketDoing, MarketHint, MarketMessage,
    ObjectProblem,
};

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::exchange::TooLarge;

    #[test]
    fn the_printed_catalogue_has_each_message() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        let samples = [
            AddressProblem::samples(),
            CertificateProblem::samples(),
            FileHint::samples(),
            FileMessage::samples(),
            FileProblem::samples(),
            MarketHint::samples(),
            MarketMessage::samples(),
            ObjectProblem::samples(),
            TooLarge::texts(),
        ];
        poundwise_words::catalogue::check(&docs, "exchange", &samples.concat());
    }
}
