//! English words of a report.

use poundwise_documents::Language;
use poundwise_documents::finding::{CheckId, Code};

use super::{
    Appendix, BooksWords, Bundles, BundlesTable, CheckWords, Checks, Copies, Counted, Details,
    Files, Findings, Found, Gaps, Headline, Law, NoiseWords, Page, Words,
};
use crate::report::{FileKind, LimitCode, Needed};

const COMPARISONS: Counted = Counted {
    one: "{0} comparison",
    many: "{0} comparisons",
};

pub(crate) const WORDS: Words = Words {
    language: Language::English,
    check,
    compared,
    finding: |_| None,
    limit,
    details: Details {
        log_unreadable: "The log at {0} could not be read: {1}.",
        log_without_key: "Whether the log at {0} is its owner's: no document of the owner was \
                          given that carries its key.",
        unpublished: Counted {
            one: "Whether the last {0} entry of {1} will be published: the log at {2} has {3}.",
            many: "Whether the last {0} entries of {1} will be published: the log at {2} has {3}.",
        },
        not_replayed: Counted {
            one: "Whether {0} other sale of “{1}” in the ledger were delivered as the path has \
                  them: no bundle of theirs was given ({2}).",
            many: "Whether {0} other sales of “{1}” in the ledger were delivered as the path has \
                   them: no bundle of theirs was given ({2}).",
        },
        sale: "receipt {0} at {1}",
        more_sales: ", and {0} more",
    },
    sides: None,
    unit: |_| None,
    needed,
    file_kind,
    found: Found {
        nothing: "nothing of this kind was given",
        right: "{0}, all right",
        wrong: "{0} of {1} wrong",
        replayed: "{0} computed again, all the same bit for bit",
        lacks: "{0}; lacks {1}",
        and: " and ",
    },
    headline: Headline {
        numbers: &[
            "No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten",
        ],
        wrong: Counted {
            one: "{0} thing is wrong.",
            many: "{0} things are wrong.",
        },
        newer: Counted {
            one: "{0} document was made by a newer version of Poundwise, so not everything could \
                  be checked. Update Poundwise and repeat the audit.",
            many: "{0} documents were made by a newer version of Poundwise, so not everything \
                   could be checked. Update Poundwise and repeat the audit.",
        },
        nothing: "Nothing could be checked.",
        signatures: "Signatures hold.",
        log: "Signatures and log hold.",
        copies: Counted {
            one: "One holder's copy holds: signed by its maker; the owner did not sign its values.",
            many: "{0} holders' copies hold: signed by their makers; no owner signed their values.",
        },
        purchases: Counted {
            one: "{0} purchase holds: signed, in the log and at the tariff's price.",
            many: "{0} purchases hold: signed, in the log and at the tariff's price.",
        },
        receipts: Counted {
            one: "{0} receipt holds: {1}, ε and money add up.",
            many: "{0} receipts hold: {1}, ε and money add up.",
        },
        everything: Counted {
            one: "Everything holds: {0} receipt, {1}, ε and money add up.",
            many: "Everything holds: {0} receipts, {1}, ε and money add up.",
        },
        logs: Counted {
            one: "one unbroken log",
            many: "{0} unbroken logs",
        },
    },
    gaps: Gaps {
        sales: Counted {
            one: "Sales were not checked: add a ledger.",
            many: "Sales of {0} owners were not checked: add their ledgers.",
        },
        other_sales: Counted {
            one: "Other sales were not checked: add a ledger.",
            many: "Other sales of {0} owners were not checked: add their ledgers.",
        },
        deliveries: "Deliveries were not checked: add the bundles.",
        some_deliveries: Counted {
            one: "{0} of {1} was not checked: add the bundles.",
            many: "{0} of {1} were not checked: add the bundles.",
        },
        delivery: Counted {
            one: "{0} delivery",
            many: "{0} deliveries",
        },
        copies: Counted {
            one: "{0} copy was not compared with its release: add its bundle.",
            many: "{0} copies were not compared with their releases: add their bundles.",
        },
        history: Counted {
            one: "Whether all are shown one history was not checked: add a checkpoint that \
                  somebody else kept.",
            many: "Whether all are shown one history was not checked of {0} owners: add \
                   checkpoints that somebody else kept.",
        },
        values: "Values were not computed again: add an opening.",
        some_values: Counted {
            one: "Only {0} release was computed again: add an opening of the others.",
            many: "Only {0} releases were computed again: add an opening of the others.",
        },
    },
    bundles: Bundles {
        given: Counted {
            one: "{0} bundle was given",
            many: "{0} bundles were given",
        },
        unknown: "“{0}”: {1}; without the whole ledger it is not known which are missing.",
        missing: Counted {
            one: "“{1}”: {2}; {0} missing, of receipt {3}{4}.",
            many: "“{1}”: {2}; {0} missing, of receipts {3}{4}.",
        },
        more: " and {0} more",
    },
    noise: NoiseWords {
        too_few: "too few values to tell",
        no_pairs: "too few values to tell: no two releases of one listing at different levels \
                   were given",
        consistent: "consistent with honest noise",
        not_consistent: "not consistent with honest noise",
        of_all: "{0}, in all bundles of the ledger",
        of_some: "{0}, in the bundles given; which are missing is not known",
        if_not_chosen: "{0}, in the bundles given, if they were not chosen by their values. {1}",
        test: Counted {
            one: "{1}: {2}. {3} increments between {0} pair of releases, {4} unchanged ({5} \
                  expected).",
            many: "{1}: {2}. {3} increments between {0} pairs of releases, {4} unchanged ({5} \
                   expected).",
        },
    },
    page: Page {
        audit: "Audit",
        audit_of_one: "Audit of {0}",
        audit_of_several: "Audit of {0} owners",
        made: "Made on {0} by Poundwise {1}.",
        checks_made: "{0} of {1} checks were made.",
        more: "and {0} more.",
        line: ", line {0}",
        entry: ", entry {0}",
        listing_beside: "{0} (a listing of its owner)",
        nothing: "nothing",
        millionths: "{0} millionths",
        billionths: "{0} billionths",
        files: Files {
            heading: "Files",
            file: "File",
            kind: "Kind",
            owner: "Owner",
        },
        findings: Findings {
            heading: "What is wrong",
            newer: "Not checked",
            place: "Where",
            what: "What",
            code: "Code",
        },
        checks: Checks {
            heading: "Checks",
            check: "Check",
            what: "What",
            against: "Compared with",
            found: "Found",
        },
        books: BooksWords {
            heading: "Books of {0}",
            partial: "Of the purchases shown only, not of a whole ledger.",
            money_counts: "Money: receipts settled as paid. A receipt on credit stays on credit \
                           here, even once it is paid, since no receipt says so. A free one has \
                           no money; its price stands beside it.",
            openings_granted: "Openings granted, each of which gives the data of its question \
                               away: {0}.",
            totals: "Totals",
            in_currency: "in {0}",
            in_all: Counted {
                one: "in all, one buyer",
                many: "in all, {0} buyers",
            },
            not_received: "on credit, not received",
            free: "free, instead of",
            sold: "Increments of ε sold",
            by_question: "By question",
            by_population: "By population",
            by_buyer: "By buyer",
            question: "Question",
            questions: "Questions",
            receipts: "Receipts",
            openings: "Openings granted",
            buyer: "Buyer",
            buyers: "Buyers",
            highest: "Highest ε",
            ceiling: "Ceiling",
            independent: "With independent noise",
            money: "Money",
            credit: "On credit",
            population: "Population",
            unit: "Unit",
            carried: "Carried",
            loss: "Loss",
            cap: "Cap in force",
            holds: "Holds",
            held: "{0} at {1}",
            held_in_all: "In all",
            more_bars: "and {0} more, in the tables below.",
            level_of: "{0} of {1}",
            population_named: "population {0}",
            income: "Income of each question, in {0}",
            loss_against_cap: "Privacy loss of each population, against its cap",
            sold_against_ceiling: "Highest ε sold of each question, against its ceiling",
        },
        copies: Copies {
            heading: "Holders' copies",
            about: "Made more private by a holder, who signed them. The owner of the data did \
                    not sign these values. Copies made by several holders together can tell up \
                    to what those holders hold.",
            of: "Of",
            made_by: "Made by",
            level: "Level",
            values: "Values",
            release: "From release",
            shown_in: "in {0}",
            not_shown: "not shown",
        },
        bundles: BundlesTable {
            heading: "Bundles given and missing",
            given: "Given",
            missing: "Missing",
            receipts: "Receipts without a bundle",
            unknown: "not known",
            unknown_why: "not known: no whole ledger was given",
        },
        law: Law {
            heading: "The law of the noise",
            about: "A verdict keeps its false-alarm rate only for bundles that were not chosen \
                    by their values.",
            counted: Counted {
                one: "{1} increments between one pair of releases at successive levels. {2} of \
                      them are 0; honest noise leaves {3} so, between {4} and {5} in 95 of 100 \
                      cases.",
                many: "{1} increments between {0} pairs of releases at successive levels. {2} of \
                       them are 0; honest noise leaves {3} so, between {4} and {5} in 95 of 100 \
                       cases.",
            },
            too_few: "There are too few of them to tell their sizes apart; of the number \
                      unchanged, p = {0}.",
            outcome: "Over all sizes of change, χ² = {0} on {1} degrees of freedom, p = {2}; of \
                      the number unchanged, p = {3}. Below {4} the noise is called dishonest, \
                      which happens to honest noise in fewer than 1 of {5} audits.",
            from: "From",
            to: "To",
            values: "Values",
            unchanged: "Unchanged",
            by_the_law: "By the law",
            more_pairs: "and {0} more pairs.",
            caption: "Changes between releases, by size in lattice steps: bars for what was \
                      released, the line for what honest noise gives",
            figure: "{0}: observed and expected changes",
            axis: "change in lattice steps",
            all: "all",
        },
        limits: "What this audit cannot know",
        appendix: Appendix {
            heading: "Each check, and how to repeat it",
            looked_at: "Looked at",
            compared_with: "Compared with",
            times: "Times",
            wrong: "Wrong",
            by_hand: "By hand: {0}",
            first_of: "The first {0} of {1}",
            one_by_one: "One by one",
            outcome: "Outcome",
            agrees: "agrees",
        },
    },
};

/// Returns a kind of file as the object of a sentence.
const fn needed(kind: Needed) -> &'static str {
    match kind {
        Needed::Ledger => "a ledger",
        Needed::Bundles => "bundles",
        Needed::Checkpoint => "a checkpoint that somebody else kept",
        Needed::Opening => "an opening",
    }
}

const fn file_kind(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Ledger => "ledger",
        FileKind::Bundle => "bundle",
        FileKind::Copy => "holder's copy",
        FileKind::Checkpoint => "checkpoint",
        FileKind::Document => "document",
        FileKind::Unknown => "not readable",
        FileKind::LeftOut => "not part of the books: left out",
    }
}

/// Returns the words of a check.
const fn check(id: CheckId) -> CheckWords {
    match id {
        CheckId::Files => CheckWords {
            title: "Files",
            what: "each file's form, byte by byte",
            against: "the formats of ledger, bundle, copy, checkpoint and document",
            made: Counted {
                one: "{0} file",
                many: "{0} files",
            },
            by_hand: "A ledger is text: the checkpoint's note, an empty line, then one document a \
             line. `unzip -l` lists what is in a bundle (seven files) or a copy (three).",
        },
        CheckId::Signatures => CheckWords {
            title: "Signatures",
            what: "every document's and checkpoint's signature and signer",
            against: "the keys that the documents carry and name",
            made: COMPARISONS,
            by_hand: "Every line of a ledger, and every .jws file of a bundle, is a JWS (RFC \
             7515, EdDSA): any JOSE library verifies it with the key that stands in its payload. \
             The key's id is its thumbprint (RFC 7638). A checkpoint is a signed note (C2SP): the \
             text up to the empty line, verified with the same key, for example by `openssl \
             pkeyutl -verify -rawin`.",
        },
        CheckId::Documents => CheckWords {
            title: "Documents and links",
            what: "kinds, ids, and which document names which",
            against: "the documents themselves",
            made: Counted {
                one: "{0} link",
                many: "{0} links",
            },
            by_hand: "A document's id is the SHA-256 of its line without the newline, in \
             base64url: `printf %s \"$line\" | openssl dgst -sha256 -binary | basenc \
             --base64url`, less the `=` at its end. Decode the payloads (the second of the three \
             parts, base64url) and compare the ids that they name.",
        },
        CheckId::Orders => CheckWords {
            title: "Orders",
            what: "that each sale has its own order, signed by its buyer",
            against: "the receipts",
            made: COMPARISONS,
            by_hand: "In a ledger the line before each receipt is its order. Decode both \
             payloads: the receipt names the order's id, its buyer is the key that signed the \
             order, and no order's id comes twice.",
        },
        CheckId::Log => CheckWords {
            title: "Log",
            what: "the tree over all entries, computed again",
            against: "size and root in the signed checkpoint",
            made: COMPARISONS,
            by_hand: "RFC 6962: a leaf is SHA-256 of a zero byte and the 32 bytes of the SHA-256 \
             of an entry's line (receipt, grant, population or cap); a node is SHA-256 of a one byte and its \
             two children. The root over all entries in their order is the checkpoint's third \
             line, in base64; their number is its second.",
        },
        CheckId::Inclusion => CheckWords {
            title: "Inclusion",
            what: "each entry shown by itself",
            against: "the log it must be in, by proof and by ledger",
            made: COMPARISONS,
            by_hand: "In a bundle the file `inclusion` has the audit path (RFC 6962, section \
             2.1.1): hash the receipt's leaf with its hashes upwards, and compare the result with \
             the root in the bundle's checkpoint. Against a ledger: the entry's line is the one \
             with its number.",
        },
        CheckId::Consistency => CheckWords {
            title: "One history",
            what: "all checkpoints of one owner",
            against: "each other: the earlier must be the beginning of the later",
            made: Counted {
                one: "{0} pair",
                many: "{0} pairs",
            },
            by_hand: "Compute the root over the first so many entries of the longest log as the \
             earlier checkpoint counts: it is that checkpoint's root, or the owner signed two \
             histories.",
        },
        CheckId::Prices => CheckWords {
            title: "Prices",
            what: "the price in order and receipt",
            against: "the listing's tariff for the increment",
            made: COMPARISONS,
            by_hand: "Decode listing, order and receipt. The tariff's knots give the price of a \
             level, straight lines between them, each rounded half up to the currency's smallest \
             unit; the price of a sale is that of its upper level less that of its lower.",
        },
        CheckId::Levels => CheckWords {
            title: "Levels",
            what: "the ε before and after each sale, and of each copy",
            against: "what the buyer held, the ceiling and the grain; of a copy, below its \
             release",
            made: COMPARISONS,
            by_hand: "Follow one buyer through the receipts of one question (all listings with \
             one seed commitment): each sale starts where the one before ended, ends higher, by a \
             multiple of the grain, and not above the ceiling.",
        },
        CheckId::Losses => CheckWords {
            title: "Privacy loss",
            what: "the loss of question and population in each receipt, and every cap stated",
            against: "the highest levels sold or assumed, added up again, and the cap in force",
            made: COMPARISONS,
            by_hand: "Go through the receipts in their order and keep the highest level of each \
             question (all listings with one seed commitment), sold or assumed by an entry: that \
             is its loss. A population's is the carried loss and the sum over all questions that \
             a listing has ever put into it. A merge adds the loss that it states to what the \
             other population carries. Compare both with what each receipt states, and with the \
             population's cap: the first listing's, then that of each entry; and with that of \
             the listing sold from.",
        },
        CheckId::Totals => CheckWords {
            title: "Totals",
            what: "number, chain, counts and running totals of each entry",
            against: "the entries before it, counted and added up again",
            made: COMPARISONS,
            by_hand: "Go through the entries in their order: `sequence` counts up from 0 (the \
             reports' entry 1), and each names the id of the one before it. A receipt's total is \
             that of the receipt before plus its own price if it is settled as paid, by currency; \
             its counts are those of the receipts and grants so far.",
        },
        CheckId::Releases => CheckWords {
            title: "Releases",
            what: "the values file: integers, rows, labels, marks of change",
            against: "the signed release or copy, the listing, and the release before",
            made: COMPARISONS,
            by_hand: "Open the Parquet file with any reader. SHA-256 of the number of rows and \
             then each value, as 8 bytes each, least significant first, is what release.jws \
             states; rows and labels are the listing's, and `changed` is true just where the \
             values differ from those of the release before.",
        },
        CheckId::Times => CheckWords {
            title: "Times",
            what: "the owner's times, from document to document",
            against: "their order",
            made: COMPARISONS,
            by_hand: "Decode the payloads: `issued_at` never falls from one entry to the next, \
             nor from a listing to its sales.",
        },
        CheckId::Withdrawals => CheckWords {
            title: "Withdrawals",
            what: "each sale of a listing that was withdrawn",
            against: "the time of the withdrawal",
            made: COMPARISONS,
            by_hand: "Decode each withdrawal: no receipt for its listing has a later `issued_at`.",
        },
        CheckId::Noise => CheckWords {
            title: "Law of the noise",
            what: "how the values change from release to release",
            against: "the law by which honest noise changes",
            made: Counted {
                one: "{0} test",
                many: "{0} tests",
            },
            by_hand: "Take two releases of one question at different levels and subtract the \
             values, row by row. Count how many differences are 0, and how many fall into each \
             class of size; compare with the law: 0 with probability p + (1-p)(1-a)/(1+a), where \
             a = exp(-ε1/D), b = exp(-ε2/D) and p = (b/a)((1-a)/(1-b))²; else of size k with \
             probability in proportion to a^k, with either sign. Take all bundles of the \
             question: the law does not hold of bundles that were chosen by their values.",
        },
        CheckId::Replay => CheckWords {
            title: "Replay",
            what: "every release of an opened listing, computed again from its seeds and data",
            against: "the releases delivered, bit for bit",
            made: Counted {
                one: "{0} release",
                many: "{0} releases",
            },
            by_hand: "Decrypt the opening with `age`. SHA-256 of its salts, seeds and data are \
             the listing's two commitments. The noise of each coordinate follows from the seeds \
             alone (ChaCha20, in the word layout that the listing names); data and noise added \
             are the release's values.",
        },
    }
}

/// Returns both sides of the comparison that fails with `code`.
const fn compared(code: Code) -> [&'static str; 2] {
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
        Code::NewerVersion => [
            "kind, version and words of the document",
            "those that this version of Poundwise knows",
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
            "the document's unit and adjacency",
            "those of its population before",
        ],
        Code::UnknownQuestion => [
            "the entry's question and population",
            "those of the listings before",
        ],
        Code::UnstatedPopulation => ["the population named", "the populations' entries before"],
        Code::EndedPopulation => ["the population named", "the merges before"],
        Code::WrongMerge => [
            "the population that another one is merged into",
            "the populations' entries before",
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
        Code::QuestionLoss => [
            "the question's loss as stated",
            "the highest level sold or assumed",
        ],
        Code::PopulationLoss => [
            "the population's loss as stated",
            "the carried loss and the highest levels of its questions, added up",
        ],
        Code::OverCap => ["the population's loss", "its cap then"],
        Code::WrongCap => ["the cap stated", "the cap in force"],
        Code::CapWithoutReason => ["the cap stated without a reason", "the cap in force"],
        Code::CarriedFalls => ["the carried loss stated", "the one stated before"],
        Code::WrongCarried => [
            "the carried loss stated",
            "the one that the population's entries make",
        ],
        Code::MergeLoss => [
            "the loss that a population brings to another one",
            "its own loss, added up",
        ],
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

/// Returns a limit in a sentence.
const fn limit(code: LimitCode) -> &'static str {
    match code {
        LimitCode::Keys => {
            "Whose the keys are: compare the key ids with what owner and buyers say of them \
             elsewhere."
        }
        LimitCode::Truth => "Whether the data are true, and whether money really changed hands.",
        LimitCode::Unreceipted => "Whether there were sales without a receipt.",
        LimitCode::Undelivered => {
            "What was delivered: no bundle was given, so no values file of a sale was looked at."
        }
        LimitCode::Unreplayed => {
            "Whether the values are the noise path's: that takes an opening granted by the owner, \
             and a replay."
        }
        LimitCode::Copy => {
            "Whether a holder's copy is what its maker says, the release it names with noise \
             added: the owner did not sign its values. A copy with its release at hand could \
             still have been made with other noise."
        }
        LimitCode::CopyMaker => {
            "What else the makers of copies hold, or gave to others: copies made by several \
             holders together can tell up to what those holders hold."
        }
        LimitCode::Chosen => {
            "Whether the bundles were chosen by their values: the law-of-noise check keeps its \
             false-alarm rate only for bundles that were not."
        }
        LimitCode::NoLedger => {
            "Whether losses and totals are right, and whether the log is one history: that takes \
             the ledger."
        }
        LimitCode::CutOff => {
            "Whether entries were cut off at the end, or others are shown another ledger: a later \
             ledger, or a checkpoint kept by somebody else, would show it."
        }
        LimitCode::LeftOut => {
            "Whether a withdrawal was left out, or a listing of which nothing was sold: the log \
             counts receipts, grants and populations only."
        }
        LimitCode::UnknownOwner => {
            "Who signed a checkpoint that came without any document of its owner."
        }
        LimitCode::Times => {
            "When it was: an order's time is by the buyer's clock and a receipt's by the owner's. \
             Only the order of the entries is fixed."
        }
        LimitCode::UnknownLog => {
            "Whether a published log is its owner's: no document with its key was given."
        }
        LimitCode::Unpublished => "Whether the last entries of a ledger will be published.",
        LimitCode::NotAllReplayed => {
            "Whether other sales of the listing were delivered as the path has them: no bundle of \
             theirs was given."
        }
    }
}
