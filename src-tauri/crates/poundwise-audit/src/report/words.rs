//! Names of the checks, and the sides that each compares.

use poundwise_documents::finding::{CheckId, Code};

/// Returns title, what, against, and what is counted (one, many).
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
            "the tree over all entries, computed again",
            "size and root in the signed checkpoint",
            "comparison",
            "comparisons",
        ],
        CheckId::Inclusion => [
            "Inclusion",
            "each entry shown by itself",
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
            "the loss of question and population in each receipt, and every cap stated",
            "the highest levels sold, added up again, and the cap in force",
            "comparison",
            "comparisons",
        ],
        CheckId::Totals => [
            "Totals",
            "number, chain, counts and running totals of each entry",
            "the entries before it, counted and added up again",
            "comparison",
            "comparisons",
        ],
        CheckId::Releases => [
            "Releases",
            "the values file: integers, rows, labels, marks of change",
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

/// Returns both sides of the comparison that fails with `code`.
pub(super) const fn compared(code: Code) -> [&'static str; 2] {
    match code {
        Code::NotRecognised => ["the first bytes of the file", "the kinds of file there are"],
        Code::Unreadable => ["the file", "its own end"],
        Code::LedgerMalformed => ["each line of the ledger", "the ledger's format"],
        Code::BundleMalformed => ["the bundle's bytes", "the one form a bundle has"],
        Code::CopyMalformed => ["the copy's bytes", "the one form a copy has"],
        Code::DocumentRefused => [
            "form, header, payload and signature of the document",
            "the key in its payload",
        ],
        Code::CheckpointRefused => ["the checkpoint's signature", "its owner's key"],
        Code::SignerNotOwner => ["who signed the document", "the owner"],
        Code::UnexpectedKind => ["the kind of the document", "the kinds that belong there"],
        Code::DoubleDocument => ["the document's id", "the ids before it"],
        Code::UnknownListing => ["the listing named", "the listings shown before"],
        Code::WrongListing => ["the listing named", "the listing sold"],
        Code::WrongOrder => ["the order named", "the order shown"],
        Code::WrongRelease => ["the release named by the receipt", "the release shown"],
        Code::WrongVersion => [
            "the new version of the listing",
            "the version that it replaces",
        ],
        Code::UnequalData => [
            "the listing's commitment to its data",
            "that of the listing with the same seeds",
        ],
        Code::UnequalQuestions => [
            "the question that the listing states",
            "that of the listing with the same seeds",
        ],
        Code::OpenTwice => ["the listing", "the open listings of its question"],
        Code::PopulationDiffers => [
            "the listing's unit and adjacency",
            "those of its population before",
        ],
        Code::UnknownQuestion => [
            "the grant's question and population",
            "those of the listings before",
        ],
        Code::WrongOpening => [
            "the opening's signer, seeds and data",
            "what the listing committed to",
        ],
        Code::WrongBuyer => ["the receipt's buyer", "who signed the order"],
        Code::DoubleOrder => ["the order's id", "the orders sold before"],
        Code::RefusedAndSold => ["the receipt's order", "the orders that its owner refused"],
        Code::OrderWithoutReceipt => ["the order", "the line after it"],
        Code::ReceiptWithoutOrder => ["the receipt", "the line before it"],
        Code::LogSize => ["the number of entries", "the checkpoint's size"],
        Code::LogRoot => ["the root over the entries", "the checkpoint's root"],
        Code::NotIncluded => ["the receipt and its proof", "the checkpoint's root"],
        Code::NotInLedger => ["the entry", "the log at its place"],
        Code::Fork => [
            "the root, or the entry at a place",
            "that of another file of this owner",
        ],
        Code::RolledBack => ["the checkpoint's size", "the length of the log"],
        Code::WrongPrice => ["the price", "the tariff's for the increment"],
        Code::WrongCurrency => ["the receipt's currency", "the listing's"],
        Code::LevelMismatch => ["the levels in one document", "those in the other"],
        Code::OverCeiling => ["the level sold", "the listing's ceiling"],
        Code::CopyLevel => ["the copy's level", "what it was made from, or the ceiling"],
        Code::OffGrain => ["the increment", "the listing's smallest step"],
        Code::WrongFrom => ["the level that the sale starts at", "the level held"],
        Code::WrongHolding => [
            "the earlier receipt that the order names",
            "the buyer's last of this question",
        ],
        Code::QuestionLoss => ["the question's loss as stated", "the highest level sold"],
        Code::PopulationLoss => [
            "the population's loss as stated",
            "the carried loss and the highest levels of its questions, added up",
        ],
        Code::OverCap => ["the population's loss", "its cap then"],
        Code::WrongCap => ["the cap stated", "the cap in force"],
        Code::CarriedFalls => ["the carried loss stated", "the one stated before"],
        Code::MissingEntry => ["the entry's number", "the next number"],
        Code::DoubledEntry => ["the entry's number", "the numbers seen"],
        Code::ReorderedEntry => ["the entry's place", "its number"],
        Code::BrokenChain => ["the entry named as the one before", "the entry before"],
        Code::ReceiptCount => ["the number of receipts stated", "the receipts, counted"],
        Code::GrantCount => ["the number of grants stated", "the grants, counted"],
        Code::WrongTotal => ["the money received as stated", "the prices paid, added up"],
        Code::ValuesHash => ["the integers' SHA-256", "the hash that was signed"],
        Code::ValuesUnreadable => ["the values file", "the form of a values file"],
        Code::ValuesRows => ["the rows and their labels", "the listing's"],
        Code::ValuesChanged => [
            "the rows marked as changed",
            "the rows that differ from the release before",
        ],
        Code::WrongBase => [
            "the release that this one builds on",
            "the buyer's release before",
        ],
        Code::CopiesDiffer => ["the copy's values", "its maker's other copy at that level"],
        Code::TimeGoesBack => ["the document's time", "that of the document before"],
        Code::SoldAfterWithdrawal => ["the time of the sale", "that of the withdrawal"],
        Code::NoiseLaw => [
            "the differences between releases of one question",
            "the law of honest noise",
        ],
        Code::ReplayDiffers => ["the release's values", "data and noise, computed again"],
    }
}

/// Returns instructions to repeat a check without this program: in `coreutils`, `openssl`, `unzip`,
/// any JOSE library, or on paper.
pub(super) const fn by_hand(id: CheckId) -> &'static str {
    match id {
        CheckId::Files => {
            "A ledger is text: the checkpoint's note, an empty line, then one document a line. \
             `unzip -l` lists what is in a bundle (seven files) or a copy (three)."
        }
        CheckId::Signatures => {
            "Every line of a ledger, and every .jws file of a bundle, is a JWS (RFC 7515, EdDSA): \
             any JOSE library verifies it with the key that stands in its payload. The key's id is \
             its thumbprint (RFC 7638). A checkpoint is a signed note (C2SP): the text up to the \
             empty line, verified with the same key, for example by `openssl pkeyutl -verify \
             -rawin`."
        }
        CheckId::Documents => {
            "A document's id is the SHA-256 of its line without the newline, in base64url: `printf \
             %s \"$line\" | openssl dgst -sha256 -binary | basenc --base64url`, less the `=` at \
             its end. Decode the payloads (the second of the three parts, base64url) and compare \
             the ids that they name."
        }
        CheckId::Orders => {
            "In a ledger the line before each receipt is its order. Decode both payloads: the \
             receipt names the order's id, its buyer is the key that signed the order, and no \
             order's id comes twice."
        }
        CheckId::Log => {
            "RFC 6962: a leaf is SHA-256 of a zero byte and the 32 bytes of the SHA-256 of an \
             entry's line (receipt, grant or cap); a node is SHA-256 of a one byte and its two \
             children. The root over all entries in their order is the checkpoint's third line, in \
             base64; their number is its second."
        }
        CheckId::Inclusion => {
            "In a bundle the file `inclusion` has the audit path (RFC 6962, section 2.1.1): hash \
             the receipt's leaf with its hashes upwards, and compare the result with the root in \
             the bundle's checkpoint. Against a ledger: the entry's line is the one with its \
             number."
        }
        CheckId::Consistency => {
            "Compute the root over the first so many entries of the longest log as the earlier \
             checkpoint counts: it is that checkpoint's root, or the owner signed two histories."
        }
        CheckId::Prices => {
            "Decode listing, order and receipt. The tariff's knots give the price of a level, \
             straight lines between them, each rounded half up to the currency's smallest unit; \
             the price of a sale is that of its upper level less that of its lower."
        }
        CheckId::Levels => {
            "Follow one buyer through the receipts of one question (all listings with one seed \
             commitment): each sale starts where the one before ended, ends higher, by a multiple \
             of the grain, and not above the ceiling."
        }
        CheckId::Losses => {
            "Go through the receipts in their order and keep the highest level sold of each \
             question (all listings with one seed commitment): that is its loss. A population's is \
             the carried loss and the sum over all questions that a listing has ever put into it. \
             Compare both with what each receipt states, and with the population's cap: the first \
             listing's, then that of each cap entry; and with that of the listing sold from."
        }
        CheckId::Totals => {
            "Go through the entries in their order: `sequence` counts up from 0 (the reports' \
             entry 1), and each names the id of the one before it. A receipt's total is that of \
             the receipt before plus its own price if it is settled as paid, by currency; its \
             counts are those of the receipts and grants so far."
        }
        CheckId::Releases => {
            "Open the Parquet file with any reader. SHA-256 of the number of rows and then each \
             value, as 8 bytes each, least significant first, is what release.jws states; rows and \
             labels are the listing's, and `changed` is true just where the values differ from \
             those of the release before."
        }
        CheckId::Times => {
            "Decode the payloads: `issued_at` never falls from one entry to the next, nor from a \
             listing to its sales."
        }
        CheckId::Withdrawals => {
            "Decode each withdrawal: no receipt for its listing has a later `issued_at`."
        }
        CheckId::Noise => {
            "Take two releases of one question at different levels and subtract the values, row by \
             row. Count how many differences are 0, and how many fall into each class of size; \
             compare with the law: 0 with probability p + (1-p)(1-a)/(1+a), where a = exp(-ε1/D), \
             b = exp(-ε2/D) and p = (b/a)((1-a)/(1-b))²; else of size k with probability in \
             proportion to a^k, with either sign. Take all bundles of the question: the law does \
             not hold of bundles that were chosen by their values."
        }
        CheckId::Replay => {
            "Decrypt the opening with `age`. SHA-256 of its salts, seeds and data are the \
             listing's two commitments. The noise of each coordinate follows from the seeds alone \
             (ChaCha20, in the word layout that the listing names); data and noise added are the \
             release's values."
        }
    }
}
