//! Findings of the rules of one sale, of bundles and of copies.

use poundwise_words::{messages, words_of};

use crate::finding::SideValue;
use crate::jws::JwsError;
use crate::texts::SumOfLosses;
use crate::units::{Currency, Digest, DocumentId, Kid, MicroEpsilon, Money, Timestamp};

/// A document with a values file.
#[derive(Clone, Copy)]
pub(crate) enum SignedValues {
    Release,
    Copy,
}

words_of! {
    SignedValues {
        Release => "release", "Freigabe";
        Copy => "copy", "Kopie";
    }
}

messages! {
    /// Findings of the rules of one sale and of a holder's copy.
    pub(crate) enum RuleProblem {
        ReceiptSigner { signer: Kid, owner: Kid } => {
            en: "the receipt is signed by {signer}, the listing by {owner}",
            de: "Die Quittung ist von {signer} signiert, das Angebot von {owner}",
        }
        SaleListing { order: DocumentId, receipt: DocumentId, listing: DocumentId } => {
            en: "the order is for listing {order}, the receipt for {receipt}, the listing is \
                 {listing}",
            de: "Die Bestellung nennt das Angebot {order}, die Quittung {receipt}; das Angebot \
                 ist {listing}",
        }
        ReceiptOrder { named: DocumentId, order: DocumentId } => {
            en: "the receipt is for order {named}, the order is {order}",
            de: "Die Quittung nennt die Bestellung {named}; die Bestellung ist {order}",
        }
        ReceiptBuyer { named: Kid, signer: Kid } => {
            en: "the receipt names buyer {named}, the order is signed by {signer}",
            de: "Die Quittung nennt den Käufer {named}; die Bestellung ist von {signer} signiert",
        }
        SaleLevels {
            order_from: MicroEpsilon,
            order_to: MicroEpsilon,
            from: MicroEpsilon,
            to: MicroEpsilon,
        } => {
            en: "the order goes from ε {order_from} to ε {order_to}, the receipt from ε {from} to \
                 ε {to}",
            de: "Die Bestellung geht von ε {order_from} bis ε {order_to}, die Quittung von \
                 ε {from} bis ε {to}",
        }
        OverCeiling { level: MicroEpsilon, ceiling: MicroEpsilon } => {
            en: "ε {level} was sold, above the listing's ceiling of ε {ceiling}",
            de: "Verkauft wurde ε {level}, mehr als die Obergrenze des Angebots von ε {ceiling}",
        }
        OffGrain { from: MicroEpsilon, to: MicroEpsilon, grain: MicroEpsilon } => {
            en: "from ε {from} to ε {to} is not a multiple of the listing's smallest step of \
                 ε {grain}",
            de: "Von ε {from} bis ε {to} ist kein Vielfaches des kleinsten Schritts des Angebots \
                 von ε {grain}",
        }
        SaleCurrency { receipt: Currency, listing: Currency } => {
            en: "the receipt is in {receipt}, the listing in {listing}",
            de: "Die Quittung ist in {receipt}, das Angebot in {listing}",
        }
        SalePrice {
            from: MicroEpsilon,
            to: MicroEpsilon,
            price: Money,
            order: Money,
            receipt: Money,
        } => {
            en: "from ε {from} to ε {to} costs {price} by the tariff; the order states {order}, \
                 the receipt {receipt}",
            de: "Von ε {from} bis ε {to} kostet es nach dem Tarif {price}; die Bestellung nennt \
                 {order}, die Quittung {receipt}",
        }
        OverCap { loss: SumOfLosses, cap: SumOfLosses } => {
            en: "the population's loss became {loss}, above its cap of {cap}",
            de: "Der Verlust der Population stieg auf {loss}, über ihre Grenze von {cap}",
        }
        LossTooLow { stated: SumOfLosses, least: SumOfLosses } => {
            en: "the receipt states the population's loss as {stated}, but the carried loss and \
                 that of the question add up to at least {least}",
            de: "Die Quittung nennt als Verlust der Population {stated}; mit dem mitgebrachten \
                 Verlust und dem der Frage ist er mindestens {least}",
        }
        Backdated { receipt: u64, time: Timestamp, listing: Timestamp } => {
            en: "receipt {receipt} is backdated: its time is {time}, that of its listing {listing}",
            de: "Quittung {receipt} ist zurückdatiert: Sie ist vom {time}, ihr Angebot vom \
                 {listing}",
        }
        ReleaseSigner { signer: Kid, owner: Kid } => {
            en: "the release is signed by {signer}, the listing by {owner}",
            de: "Die Freigabe ist von {signer} signiert, das Angebot von {owner}",
        }
        ReleaseNamed { named: DocumentId, release: DocumentId } => {
            en: "the receipt names release {named}, the release is {release}",
            de: "Die Quittung nennt die Freigabe {named}; die Freigabe ist {release}",
        }
        ReleaseListing { release: DocumentId, receipt: DocumentId } => {
            en: "the release is for listing {release}, the receipt for {receipt}",
            de: "Die Freigabe nennt das Angebot {release}, die Quittung {receipt}",
        }
        ReleaseOrder { release: DocumentId, receipt: DocumentId } => {
            en: "the release is for order {release}, the receipt for {receipt}",
            de: "Die Freigabe nennt die Bestellung {release}, die Quittung {receipt}",
        }
        ReleaseLevel { release: MicroEpsilon, receipt: MicroEpsilon } => {
            en: "the release is at ε {release}, the receipt at ε {receipt}",
            de: "Die Freigabe hat die Stufe ε {release}, die Quittung ε {receipt}",
        }
        ReleaseBase => {
            en: "a release must name the previous one if the buyer held a level before, and \
                 otherwise none",
            de: "Eine Freigabe muss die vorige nennen, wenn der Käufer schon eine Stufe hatte, \
                 und sonst keine",
        }
        ReleaseTime { listing: Timestamp, release: Timestamp, receipt: Timestamp } => {
            en: "listing {listing}, release {release}, receipt {receipt}: these times are not in \
                 order",
            de: "Angebot {listing}, Freigabe {release}, Quittung {receipt}: Diese Zeiten sind \
                 nicht in der richtigen Reihenfolge",
        }
        CopyListing { copy: DocumentId, listing: DocumentId } => {
            en: "the copy is of listing {copy}, the listing is {listing}",
            de: "Die Kopie nennt das Angebot {copy}; das Angebot ist {listing}",
        }
        CopyLevel { level: MicroEpsilon, ceiling: MicroEpsilon } => {
            en: "the copy is at ε {level}, not below the listing's ceiling of ε {ceiling}",
            de: "Die Kopie hat die Stufe ε {level}; sie liegt nicht unter der Obergrenze des \
                 Angebots von ε {ceiling}",
        }
        ValuesHash { hash: Digest, signed: SignedValues, stated: Digest } => {
            en: "the integers in the values file have the hash {hash}, the {signed} was signed \
                 for {stated}",
            de: "Die ganzen Zahlen der Wertedatei haben den Hashwert {hash}; die {signed} wurde \
                 für {stated} signiert",
        }
        ValuesRows { rows: SideValue, signed: SignedValues, stated: u64, listing: u64 } => {
            en: "the values file has {rows}, the {signed} states {stated}, the listing {listing}",
            de: "Die Wertedatei hat {rows}; die {signed} nennt {stated}, das Angebot {listing}",
        }
        Labels => {
            en: "the rows' labels are not the listing's",
            de: "Die Bezeichnungen der Zeilen sind nicht die des Angebots",
        }
        FirstReleaseMarks => {
            en: "a first release must mark every row as changed",
            de: "Eine erste Freigabe muss jede Zeile als geändert markieren",
        }
        CopyMarks => {
            en: "a copy must mark every row as changed",
            de: "Eine Kopie muss jede Zeile als geändert markieren",
        }
    }
}

/// A document inside a bundle or a copy, at the beginning of a sentence.
#[derive(Clone, Copy)]
pub(crate) enum BundledDocument {
    Listing,
    Order,
    Receipt,
    Release,
    Copy,
}

words_of! {
    BundledDocument {
        Listing => "the listing", "Das Angebot";
        Order => "the order", "Die Bestellung";
        Receipt => "the receipt", "Die Quittung";
        Release => "the release", "Die Freigabe";
        Copy => "the copy", "Die Kopie";
    }
}

messages! {
    /// Findings about the documents inside a bundle or a copy.
    pub(crate) enum BundleProblem {
        Refused { document: BundledDocument, why: JwsError } => {
            en: "{document} is refused: {why}",
            de: "{document} wird nicht angenommen: {why}",
        }
        NotIncluded { receipt: u64, size: u64 } => {
            en: {
                size;
                1 => "the proof does not show receipt {receipt} at its place in the log of {size} \
                      entry",
                _ => "the proof does not show receipt {receipt} at its place in the log of {size} \
                      entries",
            },
            de: {
                size;
                1 => "Der Prüfpfad zeigt nicht, dass Quittung {receipt} an ihrer Stelle im \
                      Protokoll mit {size} Eintrag steht",
                _ => "Der Prüfpfad zeigt nicht, dass Quittung {receipt} an ihrer Stelle im \
                      Protokoll mit {size} Einträgen steht",
            },
        }
    }
}
