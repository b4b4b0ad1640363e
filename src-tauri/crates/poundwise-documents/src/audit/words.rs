//! What each check is called, and what it compares.

use crate::finding::CheckId;

/// Title, what, against, and what is counted (one, many).
pub(super) const fn words(id: CheckId) -> [&'static str; 5] {
    match id {
        CheckId::Files => [
            "Files",
            "each file's form, byte by byte",
            "the formats of ledger, bundle, copy, checkpoint and document",
            "file",
            "files",
        ],
        CheckId::Signatures => [
            "Signatures",
            "every document's and checkpoint's signature and signer",
            "the keys that the documents carry and name",
            "comparison",
            "comparisons",
        ],
        CheckId::Documents => [
            "Documents and links",
            "kinds, ids, and which document names which",
            "the documents themselves",
            "link",
            "links",
        ],
        CheckId::Orders => [
            "Orders",
            "that each sale has its own order, signed by its buyer",
            "the receipts",
            "comparison",
            "comparisons",
        ],
        CheckId::Log => [
            "Log",
            "the tree over all receipts, computed again",
            "size and root in the signed checkpoint",
            "comparison",
            "comparisons",
        ],
        CheckId::Inclusion => [
            "Inclusion",
            "each receipt shown by itself",
            "the log it must be in, by proof and by ledger",
            "comparison",
            "comparisons",
        ],
        CheckId::Consistency => [
            "One history",
            "all checkpoints of one owner",
            "each other: the earlier must be the beginning of the later",
            "pair",
            "pairs",
        ],
        CheckId::Prices => [
            "Prices",
            "the price in order and receipt",
            "the listing's tariff for the increment",
            "comparison",
            "comparisons",
        ],
        CheckId::Levels => [
            "Levels",
            "the ε before and after each sale, and of each copy",
            "what the buyer held, the ceiling and the grain; of a copy, below its release",
            "comparison",
            "comparisons",
        ],
        CheckId::Losses => [
            "Privacy loss",
            "the loss of listing and dataset in each receipt",
            "the highest levels sold, added up again, and the cap",
            "comparison",
            "comparisons",
        ],
        CheckId::Totals => [
            "Totals",
            "number, chain and running totals of each receipt",
            "the receipts before it, counted and added up again",
            "comparison",
            "comparisons",
        ],
        CheckId::Releases => [
            "Releases",
            "the values file: hash, rows, labels, marks of change",
            "the signed release or copy, the listing, and the release before",
            "comparison",
            "comparisons",
        ],
        CheckId::Times => [
            "Times",
            "the owner's times, from document to document",
            "their order",
            "comparison",
            "comparisons",
        ],
        CheckId::Withdrawals => [
            "Withdrawals",
            "each sale of a listing that was withdrawn",
            "the time of the withdrawal",
            "comparison",
            "comparisons",
        ],
        CheckId::Noise => [
            "Law of the noise",
            "how the values change from release to release",
            "the law by which honest noise changes",
            "test",
            "tests",
        ],
        CheckId::Replay => [
            "Replay",
            "every release of an opened listing, computed again from its seeds and data",
            "the releases delivered, bit for bit",
            "release",
            "releases",
        ],
    }
}
