use std::path::PathBuf;

use poundwise_documents::kinds::MechanismError;
use poundwise_documents::units::DocumentId;
use poundwise_words::{Text, messages};

messages! {
    /// Messages about audits.
    pub(crate) enum AuditMessage {
        NothingToAudit => {
            en: "There is nothing to audit.",
            de: "Es gibt nichts zu prüfen.",
        }
        Folder { path: PathBuf } => {
            en: "{path} is a folder.",
            de: "{path} ist ein Ordner.",
        }
        UnknownListing { file: String, listing: DocumentId } => {
            en: "{file} opens listing {listing}, but none of the given files contains that \
                 listing.",
            de: "{file} öffnet das Angebot {listing}. Keine der angegebenen Dateien enthält es.",
        }
        OtherLayout { made: String, known: &'static str } => {
            en: "The noise path of the listing has the layout '{made}', but this program knows \
                 only '{known}'.",
            de: "Der Rauschpfad des Angebots hat den Aufbau „{made}“; dieses Programm kennt nur \
                 „{known}“.",
        }
        NoNoise { why: MechanismError } => {
            en: "The noise of the listing cannot be computed: {why}.",
            de: "Das Rauschen des Angebots lässt sich nicht berechnen: {why}.",
        }
        ReportNotEncoded { why: String } => {
            en: "The report could not be encoded: {why}.",
            de: "Der Bericht ließ sich nicht kodieren ({why}).",
        }
        ReportFormat { file: PathBuf } => {
            en: "{file} is neither .html nor .json.",
            de: "{file} ist weder .html noch .json.",
        }

        // Published ledgers.
        NoLedgers { place: String } => {
            en: "There is no published ledger at {place}.",
            de: "Unter {place} ist kein Hauptbuch veröffentlicht.",
        }
        NotAKey { text: String, place: String } => {
            en: "'{text}' in {place} is not an owner's key.",
            de: "„{text}“ in {place} ist nicht der Schlüssel eines Eigentümers.",
        }
        NoLedger { market: String, why: Text } => {
            en: "{market}: {why}.",
            de: "{market}: {why}.",
        }
    }
}

messages! {
    /// Hints about audits.
    pub(crate) enum AuditHint {
        NameFiles => {
            en: "Name ledgers (.ledger), bundles (.bundle), saved checkpoints or a market \
                 (file:///path/to/market).",
            de: "Nennen Sie Hauptbücher (.ledger), Bündel (.bundle), gespeicherte Prüfpunkte oder \
                 einen Markt (file:///pfad/zum/markt).",
        }
        NameFilesInFolder => {
            en: "Name the files in it, or a market's folder with published ledgers.",
            de: "Nennen Sie die Dateien darin, oder den Ordner eines Marktes mit veröffentlichten \
                 Hauptbüchern.",
        }
        AddLedger => {
            en: "Give the owner's ledger, or a bundle of that listing, too.",
            de: "Geben Sie auch das Hauptbuch des Eigentümers oder ein Bündel dieses Angebots an.",
        }
        UseOtherVersion => {
            en: "Replay it with the version of Poundwise that made it.",
            de: "Berechnen Sie es mit der Version von Poundwise neu, die es erzeugt hat.",
        }
        AuditListing => {
            en: "Audit the listing: its levels or its sensitivity are out of range.",
            de: "Prüfen Sie das Angebot: Seine Stufen oder seine Sensitivität liegen außerhalb des \
                 erlaubten Bereichs.",
        }
        EndInHtmlOrJson => {
            en: "Give the report a name that ends in .html or .json.",
            de: "Geben Sie dem Bericht einen Namen, der auf .html oder .json endet.",
        }
        NameMarket => {
            en: "Name a market's folder (file:///path/to/market). For the ledger of one owner, add \
                 # and the owner's key.",
            de: "Nennen Sie den Ordner eines Marktes (file:///pfad/zum/markt). Für das Hauptbuch \
                 eines Eigentümers fügen Sie # und seinen Schlüssel an.",
        }
        NameExportedLedger => {
            en: "A ledger that was exported is a file. Name that file.",
            de: "Ein exportiertes Hauptbuch ist eine Datei. Nennen Sie diese.",
        }
        FindKey => {
            en: "A listing shows the key of its seller. An owner's home shows its own key.",
            de: "Ein Angebot zeigt den Schlüssel seines Verkäufers. Die Mappe eines Eigentümers \
                 zeigt ihren eigenen.",
        }
        OwnerPublishes => {
            en: "The owner publishes it with the first sale, and can send it again.",
            de: "Der Eigentümer veröffentlicht es mit dem ersten Verkauf und kann es noch einmal \
                 senden.",
        }
        OwnersPublish => {
            en: "Owners publish their ledgers with the first sale.",
            de: "Eigentümer veröffentlichen ihre Hauptbücher mit dem ersten Verkauf.",
        }
    }
}
