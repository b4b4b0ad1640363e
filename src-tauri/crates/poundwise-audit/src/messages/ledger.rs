//! Findings about the lines of a ledger.

use poundwise_documents::finding::{ComparisonSide, SideValue};
use poundwise_documents::log::Hash;
use poundwise_documents::units::{DocumentId, Kid, MicroEpsilon, Timestamp};
use poundwise_words::{messages, words_of};

/// A document of a ledger, at the beginning of a sentence.
#[derive(Clone, Copy)]
pub(crate) enum LedgerDocument {
    Listing,
    Withdrawal,
    Receipt,
    Grant,
    PopulationEntry,
    Entry,
}

words_of! {
    LedgerDocument {
        Listing => "the listing", "Das Angebot";
        Withdrawal => "the withdrawal", "Die Rücknahme";
        Receipt => "the receipt", "Die Quittung";
        Grant => "the grant", "Die Gewährung";
        PopulationEntry => "the population entry", "Der Eintrag der Population";
        Entry => "the entry", "Der Eintrag";
    }
}

messages! {
    /// Findings about the lines of a ledger.
    pub(crate) enum LedgerProblem {
        Signer { document: LedgerDocument, signer: Kid, owner: Kid } => {
            en: "{document} is signed by {signer}, not by the ledger's owner {owner}",
            de: "{document} ist von {signer} signiert, nicht vom Eigentümer des Hauptbuchs, {owner}",
        }
        UnexpectedKind => {
            en: "a ledger has only listings, withdrawals, orders, receipts, grants and population \
                 entries",
            de: "Ein Hauptbuch hat nur Angebote, Rücknahmen, Bestellungen, Quittungen, \
                 Gewährungen und Einträge von Populationen",
        }
        NoReceipt { order: DocumentId } => {
            en: "no receipt follows order {order}",
            de: "Auf die Bestellung {order} folgt keine Quittung",
        }
        NoOrder => {
            en: "the line before the receipt is not its order",
            de: "Die Zeile vor der Quittung ist nicht ihre Bestellung",
        }
        SoldTwice { order: DocumentId } => {
            en: "order {order} was sold before",
            de: "Die Bestellung {order} wurde schon verkauft",
        }
        RefusedAndSold { order: DocumentId, file: SideValue } => {
            en: "order {order} was sold, and {file} is its refusal: the owner signed both",
            de: "Die Bestellung {order} wurde verkauft, und {file} ist ihre Ablehnung: Der \
                 Eigentümer hat beides signiert",
        }
        OrderListing { listing: DocumentId } => {
            en: "the order is for listing {listing}, which the ledger does not show before it",
            de: "Die Bestellung nennt das Angebot {listing}, das im Hauptbuch nicht davor steht",
        }
        ReceiptListing { listing: DocumentId } => {
            en: "the receipt is for listing {listing}, which the ledger does not show",
            de: "Die Quittung nennt das Angebot {listing}, das nicht im Hauptbuch steht",
        }
        WithdrawalListing { listing: DocumentId } => {
            en: "the withdrawal is of listing {listing}, which the ledger does not show",
            de: "Die Rücknahme nennt das Angebot {listing}, das nicht im Hauptbuch steht",
        }
        SoldAfterWithdrawal { time: Timestamp, withdrawn: Timestamp } => {
            en: "the receipt is of {time}, the listing was withdrawn on {withdrawn}",
            de: "Die Quittung ist vom {time}, das Angebot wurde am {withdrawn} zurückgezogen",
        }
        WithdrawnBefore { receipt: u64, withdrawn: Timestamp } => {
            en: "receipt {receipt} is later than the withdrawal of its listing on {withdrawn}",
            de: "Quittung {receipt} ist später als die Rücknahme ihres Angebots am {withdrawn}",
        }
        ListingTwice { listing: DocumentId } => {
            en: "listing {listing} is in the ledger twice",
            de: "Das Angebot {listing} steht zweimal im Hauptbuch",
        }
        PreviousVersion { listing: DocumentId } => {
            en: "the listing replaces {listing}, which the ledger does not show before it",
            de: "Das Angebot ersetzt {listing}, das im Hauptbuch nicht davor steht",
        }
        OtherVersion { listing: DocumentId } => {
            en: "the listing replaces {listing} but changes more than words, price, payment, \
                 ceiling and cap",
            de: "Das Angebot ersetzt {listing}, ändert aber mehr als Texte, Preis, Zahlung, \
                 Obergrenze und Grenze der Population",
        }
        OlderVersion { time: Timestamp, replaced: Timestamp } => {
            en: "the listing is of {time}, the one it replaces of {replaced}",
            de: "Das Angebot ist vom {time}, das ersetzte vom {replaced}",
        }
        OpenTwice { listing: DocumentId } => {
            en: "listing {listing} of the same question is still open",
            de: "Das Angebot {listing} derselben Frage ist noch offen",
        }
        BrokenChain { document: LedgerDocument } => {
            en: "{document} does not name the entry before it",
            de: "{document} nennt nicht den Eintrag davor",
        }
        Backdated { document: LedgerDocument, entry: u64, time: Timestamp, previous: Timestamp } => {
            en: "{document} (entry {entry}) is backdated: its time is {time}, that of the previous \
                 entry {previous}",
            de: "{document} (Eintrag {entry}) ist zurückdatiert auf {time}; der vorige Eintrag \
                 ist vom {previous}",
        }
        EntryTwice { entry: u64 } => {
            en: "entry {entry} occurs here a second time",
            de: "Eintrag {entry} kommt hier zum zweiten Mal vor",
        }
        EntryOutOfOrder { entry: u64, previous: u64 } => {
            en: "entry {entry} follows entry {previous}",
            de: "Eintrag {entry} folgt auf Eintrag {previous}",
        }
        EntryMissing { entry: u64, found: u64 } => {
            en: "entry {entry} is missing: entry {found} stands in its place",
            de: "Eintrag {entry} fehlt: An seiner Stelle steht Eintrag {found}",
        }
        EntriesMissing { first: u64, last: u64, found: u64 } => {
            en: "entries {first} to {last} are missing: entry {found} stands in their place",
            de: "Die Einträge {first} bis {last} fehlen: An ihrer Stelle steht Eintrag {found}",
        }
        WrongFrom { from: MicroEpsilon, held: MicroEpsilon } => {
            en: "the sale goes from ε {from}, the buyer held ε {held}",
            de: "Der Verkauf beginnt bei ε {from}, der Käufer hatte ε {held}",
        }
        WrongHolding => {
            en: "the order does not name the buyer's receipt for the level held",
            de: "Die Bestellung nennt nicht die Quittung des Käufers für die Stufe im Bestand",
        }
        Receipts { stated: u64, counted: u64 } => {
            en: {
                stated;
                1 => "the receipt counts {stated} receipt, there are {counted}",
                _ => "the receipt counts {stated} receipts, there are {counted}",
            },
            de: {
                stated;
                1 => "Die Quittung zählt {stated} Quittung, es sind {counted}",
                _ => "Die Quittung zählt {stated} Quittungen, es sind {counted}",
            },
        }
        Grants { stated: u64, counted: u64 } => {
            en: {
                stated;
                1 => "the entry counts {stated} grant, there are {counted}",
                _ => "the entry counts {stated} grants, there are {counted}",
            },
            de: {
                stated;
                1 => "Der Eintrag zählt {stated} Gewährung, es sind {counted}",
                _ => "Der Eintrag zählt {stated} Gewährungen, es sind {counted}",
            },
        }
        Total { stated: ComparisonSide, sales: ComparisonSide } => {
            en: "the receipt states a total of {stated}, but the sales add up to {sales}",
            de: "Die Quittung nennt als Summe {stated}; nach den Verkäufen ist sie {sales}",
        }
        LogSize { entries: SideValue, size: u64 } => {
            en: "the ledger has {entries}, its checkpoint counts {size}",
            de: "Das Hauptbuch hat {entries}, sein Prüfpunkt zählt {size}",
        }
        LogRoot { found: Hash, signed: Hash } => {
            en: "the root over the entries is {found}, the checkpoint's is {signed}",
            de: "Die Wurzel über die Einträge ist {found}, die des Prüfpunkts {signed}",
        }
    }
}
