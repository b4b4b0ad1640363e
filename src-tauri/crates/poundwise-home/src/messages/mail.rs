use std::path::PathBuf;

use poundwise_documents::units::Kid;
use poundwise_words::{Text, messages};

messages! {
    /// Messages about files that are sent by mail.
    pub(crate) enum MailMessage {
        Refused { file: PathBuf, why: Text } => {
            en: "{file} was not received: {why}.",
            de: "{file} wurde nicht angenommen. {why}.",
        }
        OtherHome { file: PathBuf, to: Kid } => {
            en: "{file} is for another home, with the key {to}.",
            de: "{file} ist für eine andere Mappe, mit dem Schlüssel {to}.",
        }
        Twice { file: PathBuf } => {
            en: "{file} was received before.",
            de: "{file} wurde schon angenommen.",
        }
        OwnListing { file: PathBuf } => {
            en: "{file} has a listing of this home itself.",
            de: "{file} enthält ein Angebot dieser Mappe selbst.",
        }
        NotSent { object: String } => {
            en: "{object} has not reached this home's own market yet.",
            de: "{object} hat den eigenen Markt dieser Mappe noch nicht erreicht.",
        }
        NotHere { object: String } => {
            en: "This home does not have {object}: another copy of it sent it.",
            de: "Diese Mappe hat {object} nicht: Eine andere Kopie von ihr hat es gesendet.",
        }
        NotSaved { why: Text } => {
            en: "The file could not be made: {why}.",
            de: "Die Datei ließ sich nicht erzeugen. {why}.",
        }
    }
}

messages! {
    /// Hints about files that are sent by mail.
    pub(crate) enum MailHint {
        NothingStored => {
            en: "Nothing was stored.",
            de: "Es wurde nichts gespeichert.",
        }
        OthersStored { files: String } => {
            en: "Nothing of this file was stored. Received: {files}.",
            de: "Aus dieser Datei wurde nichts gespeichert. Empfangen: {files}.",
        }
        SendAgain => {
            en: "Ask the sender to send the file again, as an attachment that mail programs leave as \
                 it is.",
            de: "Bitten Sie den Absender, die Datei noch einmal zu senden, als Anhang, den \
                 Mailprogramme unverändert lassen.",
        }
        GiveToOther => {
            en: "Open it in that home, or tell the sender.",
            de: "Öffnen Sie sie in jener Mappe, oder sagen Sie es dem Absender.",
        }
        SendFirst => {
            en: "A sale leaves this home only once its ledger entry is on its own market. Send it \
                 there, and then save the file.",
            de: "Ein Verkauf verlässt diese Mappe erst, wenn sein Eintrag auf ihrem eigenen Markt \
                 ist. Senden Sie ihn dorthin, und speichern Sie dann die Datei.",
        }
        ApproveAgain => {
            en: "Approve the order again: the same delivery is then made again.",
            de: "Genehmigen Sie die Bestellung noch einmal: Dieselbe Lieferung wird dann noch einmal \
                 erzeugt.",
        }
        ChooseFile => {
            en: "Choose a .listing, .order or .delivery file.",
            de: "Wählen Sie eine Datei, die auf .listing, .order oder .delivery endet.",
        }
    }
}

messages! {
    /// Verdicts on the objects of a mail file, as they follow a colon.
    pub(crate) enum MailVerdict {
        OtherOwner => {
            en: "its documents are of several owners",
            de: "Ihre Dokumente sind von mehreren Eigentümern",
        }
        NotContinued => {
            en: "the earlier versions of its listing are missing, or are of another listing",
            de: "Frühere Fassungen ihres Angebots fehlen oder gehören zu einem anderen Angebot",
        }
        TwoListings => {
            en: "it has several listings",
            de: "Sie enthält mehrere Angebote",
        }
        OtherWithdrawal => {
            en: "it withdraws a listing that it does not contain",
            de: "Sie zieht ein Angebot zurück, das sie nicht enthält",
        }
        OwnLog => {
            en: "it has a ledger of this home",
            de: "Sie enthält ein Hauptbuch dieser Mappe",
        }
    }
}
