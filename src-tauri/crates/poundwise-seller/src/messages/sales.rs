use poundwise_documents::kinds::Settlement;
use poundwise_documents::units::{MicroEpsilon, Timestamp};
use poundwise_words::{messages, words_of};

use super::number::Number;

messages! {
    /// The reason why an order can never be approved. "It" is the order.
    pub(crate) enum HopelessOrder {
        Blocked => {
            en: "its buyer's key is blocked",
            de: "Der Schlüssel des Käufers ist gesperrt",
        }
        NoListing => {
            en: "it names no listing of this home",
            de: "Sie nennt kein Angebot dieser Mappe",
        }
        OtherPrice => {
            en: "its price is not that of its listing",
            de: "Ihr Preis ist nicht der des Angebots",
        }
        Expired { expired: Timestamp } => {
            en: "it expired on {expired}",
            de: "Sie ist am {expired} abgelaufen",
        }
        FromOtherLevel { from: MicroEpsilon, held: MicroEpsilon } => {
            en: "it starts from ε {from}, but its buyer holds ε {held}",
            de: "Sie beginnt bei ε {from}, aber ihr Käufer hat ε {held}",
        }
        OtherReceipt => {
            en: "its previous receipt is not its buyer's last",
            de: "Ihre vorige Quittung ist nicht die letzte ihres Käufers",
        }
    }
}

messages! {
    /// Messages about orders and their approval.
    pub(crate) enum SaleMessage {
        SettlementMissing => {
            en: "The settlement is missing: paid, on credit or free. It cannot be changed later.",
            de: "Die Angabe der Begleichung fehlt: bezahlt, auf Rechnung oder kostenlos. Das lässt \
                 sich später nicht ändern.",
        }
        ApprovedAs { receipt: Number, settlement: Settlement } => {
            en: "This order is already approved. Receipt {receipt} states the settlement as \
                 {settlement}.",
            de: "Diese Bestellung ist schon genehmigt. Auf Quittung {receipt} steht als \
                 Begleichung: {settlement}.",
        }
        ApprovedWithReference { receipt: Number, settlement: Settlement, reference: String } => {
            en: "This order is already approved. Receipt {receipt} states the settlement as \
                 {settlement}, with the payment reference {reference}.",
            de: "Diese Bestellung ist schon genehmigt. Auf Quittung {receipt} steht als \
                 Begleichung: {settlement}, mit der Zahlungsreferenz {reference}.",
        }
        NoAnswer => {
            en: "This order has no answer yet, so there is no delivery to save.",
            de: "Diese Bestellung hat noch keine Antwort. Es gibt also keine Lieferung zu speichern.",
        }
        Approved => {
            en: "This order is already approved, which cannot be undone.",
            de: "Diese Bestellung ist schon genehmigt. Das lässt sich nicht rückgängig machen.",
        }
        Declined => {
            en: "This order is already declined, which cannot be undone.",
            de: "Diese Bestellung ist schon abgelehnt. Das lässt sich nicht rückgängig machen.",
        }
        Cancelled => {
            en: "The buyer cancelled this order.",
            de: "Der Käufer hat diese Bestellung storniert.",
        }
        Discarded => {
            en: "You discarded this order.",
            de: "Sie haben diese Bestellung verworfen.",
        }
        NumbersMissing { receipt: Number, title: String } => {
            en: "Receipt {receipt} cannot be delivered again: the numbers of “{title}” are not in \
                 this home.",
            de: "Quittung {receipt} lässt sich nicht noch einmal liefern: Die Zahlen von \
                 „{title}“ sind nicht in dieser Mappe.",
        }
        OtherRelease { receipt: Number } => {
            en: "Receipt {receipt} names another release than the one that this home computes.",
            de: "Quittung {receipt} nennt eine andere Freigabe als die, die diese Mappe berechnet.",
        }
        HoldingChanged => {
            en: "The buyer's holding changed while the release was computed.",
            de: "Der Bestand des Käufers hat sich geändert, während die Freigabe berechnet wurde.",
        }
        NotMade { file: DeliveryFile, why: String } => {
            en: "The {file} cannot be made: {why}.",
            de: "{file} lässt sich nicht erstellen ({why}).",
        }
        RefusalWithoutReason => {
            en: "A refusal needs a reason.",
            de: "Eine Ablehnung braucht einen Grund.",
        }
        NoListingOfThisHome => {
            en: "The order names no listing of this home.",
            de: "Die Bestellung nennt kein Angebot dieser Mappe.",
        }
    }
}

messages! {
    /// Hints about orders and their approval.
    pub(crate) enum SaleHint {
        StateSettlement => {
            en: "State the settlement.",
            de: "Geben Sie an, wie der Verkauf beglichen wird.",
        }
        ReceiptIsFinal => {
            en: "A receipt cannot be changed.",
            de: "Eine Quittung lässt sich nicht ändern.",
        }
        RecordLaterPayment => {
            en: "Record a payment that came later.",
            de: "Tragen Sie eine Zahlung ein, die später kam.",
        }
        ListReceipts => {
            en: "See the receipts of this home.",
            de: "Sehen Sie sich die Quittungen dieser Mappe an.",
        }
        MayOrderAgain => {
            en: "The buyer may order again.",
            de: "Der Käufer kann neu bestellen.",
        }
        PayBackOrOrderAgain => {
            en: "If the order was paid, pay the money back. The buyer may order again.",
            de: "Wenn die Bestellung bezahlt wurde, zahlen Sie das Geld zurück. Der Käufer kann \
                 neu bestellen.",
        }
        ApproveIfPaid => {
            en: "Nothing was sent. If the order was paid, approve it.",
            de: "Es wurde nichts gesendet. Wenn die Bestellung bezahlt wurde, genehmigen Sie sie.",
        }
        ListQuestionAgain => {
            en: "If they come from a dataset of this home, list the same question again, and then \
                 approve the order again.",
            de: "Wenn sie aus einem Datensatz dieser Mappe stammen, bieten Sie dieselbe Frage \
                 noch einmal an, und genehmigen Sie dann die Bestellung noch einmal.",
        }
        AgreeOnRefund => {
            en: "Otherwise agree with the buyer on a refund.",
            de: "Sonst einigen Sie sich mit dem Käufer über eine Rückzahlung.",
        }
        ReportOtherRelease => {
            en: "Nothing was sent. Please report this: the same question must always have the \
                 same numbers.",
            de: "Es wurde nichts gesendet. Bitte melden Sie das: Dieselbe Frage muss immer \
                 dieselben Zahlen ergeben.",
        }
        ApproveAgain => {
            en: "Nothing was written. Approve the order again.",
            de: "Es wurde nichts geschrieben. Genehmigen Sie die Bestellung noch einmal.",
        }
        StateReason => {
            en: "State a reason for the buyer.",
            de: "Geben Sie einen Grund für den Käufer an.",
        }
        ReasonExample => {
            en: "“the payment did not arrive”",
            de: "„die Zahlung kam nicht an“",
        }
        Decline => {
            en: "Decline the order.",
            de: "Lehnen Sie die Bestellung ab.",
        }
        ListInbox => {
            en: "See the orders that wait.",
            de: "Sehen Sie sich die wartenden Bestellungen an.",
        }
    }
}

/// A file of a delivery.
#[derive(Clone, Copy)]
pub(crate) enum DeliveryFile {
    Bundle,
    Values,
}

words_of! {
    DeliveryFile {
        Bundle => "bundle", "Das Bündel";
        Values => "values file", "Die Datei mit den Werten";
    }
}
