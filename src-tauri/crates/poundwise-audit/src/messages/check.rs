//! Texts of checks.

use poundwise_documents::finding::CheckId;
use poundwise_words::{Text, messages};

use super::by::texts_by;
use super::list::{Levels, NeededFiles};

texts_by! {
    /// Title of a check.
    pub(crate) struct CheckTitle(CheckId) {
        Files => "Files", "Dateien";
        Signatures => "Signatures", "Signaturen";
        Documents => "Documents and links", "Dokumente und Verweise";
        Orders => "Orders", "Bestellungen";
        Log => "Log", "Protokoll";
        Inclusion => "Inclusion", "Enthaltensein";
        Consistency => "One history", "Eine Historie";
        Prices => "Prices", "Preise";
        Levels => "Levels", "Stufen";
        Losses => "Privacy loss", "Verlust an Privatheit";
        Totals => "Totals", "Summen";
        Releases => "Releases", "Freigaben";
        Times => "Times", "Zeiten";
        Withdrawals => "Withdrawals", "Rücknahmen";
        Noise => "Law of the noise", "Verteilung des Rauschens";
        Replay => "Replay", "Neuberechnung";
    }
}

texts_by! {
    /// Object of a check.
    pub(crate) struct CheckObject(CheckId) {
        Files => "each file's form, byte by byte", "die Form jeder Datei, Byte für Byte";
        Signatures =>
            "signature and signer of each document and checkpoint",
            "Signatur und Unterzeichner jedes Dokuments und Prüfpunkts";
        Documents =>
            "kinds and ids of the documents, and the links between them",
            "Arten und Kennungen der Dokumente, und ihre Verweise aufeinander";
        Orders =>
            "the order of each sale, and its buyer's signature",
            "die Bestellung zu jedem Verkauf und die Signatur des Käufers";
        Log =>
            "the hash tree over all entries, computed again",
            "der Hashbaum über alle Einträge, neu berechnet";
        Inclusion => "each entry given by itself", "jeder einzeln vorgelegte Eintrag";
        Consistency => "all checkpoints of one owner", "alle Prüfpunkte eines Eigentümers";
        Prices => "the price in order and receipt", "der Preis in Bestellung und Quittung";
        Levels =>
            "the ε before and after each sale, and of each copy",
            "das ε vor und nach jedem Verkauf, und das jeder Kopie";
        Losses =>
            "the losses of question and population in each receipt, and each stated cap",
            "die Verluste von Frage und Population in jeder Quittung, und jede angegebene Grenze";
        Totals =>
            "number, chain, counts and running totals of each entry",
            "Nummer, Kette, Anzahlen und laufende Summen jedes Eintrags";
        Releases =>
            "the values file: integers, rows, labels, marks of change",
            "die Wertedatei: Zahlen, Zeilen, Bezeichnungen, Änderungsmarken";
        Times =>
            "the owner's times, from document to document",
            "die Zeiten des Eigentümers, von Dokument zu Dokument";
        Withdrawals =>
            "each sale of a listing that was withdrawn",
            "jeder Verkauf eines zurückgezogenen Angebots";
        Noise =>
            "the changes of the values from release to release",
            "die Änderungen der Werte von Freigabe zu Freigabe";
        Replay =>
            "each release of an opened listing, computed again from its seeds and data",
            "jede Freigabe eines geöffneten Angebots, neu berechnet aus Startwerten und Daten";
    }
}

texts_by! {
    /// Counterpart of the object of a check.
    pub(crate) struct CheckCounterpart(CheckId) {
        Files =>
            "the formats of ledger, bundle, copy, checkpoint and document",
            "die Formate von Hauptbuch, Bündel, Kopie, Prüfpunkt und Dokument";
        Signatures =>
            "the keys that the documents contain and name",
            "die Schlüssel, die die Dokumente enthalten und nennen";
        Documents => "the documents themselves", "die Dokumente selbst";
        Orders => "the receipts", "die Quittungen";
        Log =>
            "size and root hash in the signed checkpoint",
            "Größe und Wurzel im signierten Prüfpunkt";
        Inclusion =>
            "the log that must contain it, by inclusion proof and by ledger",
            "das Protokoll, das ihn enthalten muss, nach Prüfpfad und Hauptbuch";
        Consistency =>
            "each other: the earlier must be the beginning of the later",
            "einander: Der frühere muss der Anfang des späteren sein";
        Prices =>
            "the listing's tariff for the increment",
            "der Tarif des Angebots für den Zuwachs";
        Levels =>
            "the level held, the ceiling and the smallest step; for a copy, the level of its \
             release",
            "die Stufe im Bestand, die Obergrenze und der kleinste Schritt; bei einer Kopie die \
             Stufe ihrer Freigabe";
        Losses =>
            "the highest levels sold or assumed, added up again, and the cap in force",
            "die höchsten verkauften oder angenommenen Stufen, neu zusammengezählt, und die \
             geltende Grenze";
        Totals =>
            "the entries before it, counted and added up again",
            "die Einträge davor, neu gezählt und zusammengezählt";
        Releases =>
            "the signed release or copy, the listing, and the release before",
            "die signierte Freigabe oder Kopie, das Angebot und die Freigabe davor";
        Times => "their order", "deren Reihenfolge";
        Withdrawals => "the time of the withdrawal", "die Zeit der Rücknahme";
        Noise =>
            "the law of the changes under honest noise",
            "die Verteilung der Änderungen bei ehrlichem Rauschen";
        Replay => "the releases delivered, bit for bit", "die gelieferten Freigaben, Bit für Bit";
    }
}

texts_by! {
    /// Instructions to repeat a check without this program: in `coreutils`, `openssl`, `unzip`, any
    /// JOSE library, or on paper.
    pub(crate) struct CheckByHand(CheckId) {
        Files =>
            "A ledger is a text file with the checkpoint's note, an empty line and one document \
             on each line. `unzip -l` lists the seven files in a bundle and the three files in a \
             copy.",
            "Ein Hauptbuch ist eine Textdatei mit dem Prüfpunkt, einer leeren Zeile und je einem \
             Dokument in einer Zeile. `unzip -l` zeigt die sieben Dateien in einem Bündel und die \
             drei Dateien in einer Kopie.";
        Signatures =>
            "Each line of a ledger, and each .jws file of a bundle, is a JWS (RFC 7515, EdDSA). \
             Any JOSE library verifies it with the key in its payload. The key's id is its \
             thumbprint (RFC 7638). A checkpoint is a signed note (C2SP). The same key signs its \
             text up to the empty line, which for example `openssl pkeyutl -verify -rawin` \
             verifies.",
            "Jede Zeile eines Hauptbuchs und jede .jws-Datei eines Bündels ist eine JWS (RFC \
             7515, EdDSA). Jede JOSE-Bibliothek prüft sie mit dem Schlüssel in ihrer Nutzlast. \
             Die Kennung des Schlüssels ist sein Fingerabdruck (RFC 7638). Ein Prüfpunkt ist eine \
             signierte Notiz (C2SP). Derselbe Schlüssel signiert ihren Text bis zur leeren Zeile, \
             was etwa `openssl pkeyutl -verify -rawin` prüft.";
        Documents =>
            "A document's id is the SHA-256 of its line without the newline, in base64url: \
             `printf %s \"$line\" | openssl dgst -sha256 -binary | basenc --base64url`, without \
             the `=` at its end. Decode the payloads (the second of the three parts, base64url) \
             and compare the ids in them.",
            "Die Kennung eines Dokuments ist der SHA-256 seiner Zeile ohne Zeilenende, in \
             base64url: `printf %s \"$line\" | openssl dgst -sha256 -binary | basenc \
             --base64url`, ohne das `=` am Ende. Lesen Sie die Nutzlasten (der zweite der drei \
             Teile, in base64url) und vergleichen Sie die Kennungen darin.";
        Orders =>
            "In a ledger the line before each receipt is its order. Decode both payloads: the \
             receipt names the id of the order, its buyer is the key that signed the order, and \
             each order has one receipt.",
            "Im Hauptbuch steht vor jeder Quittung ihre Bestellung. Lesen Sie beide Nutzlasten: \
             Die Quittung nennt die Kennung der Bestellung, ihr Käufer ist der Schlüssel, der die \
             Bestellung signiert hat, und jede Bestellung hat eine Quittung.";
        Log =>
            "The log is a hash tree (RFC 6962). A leaf is the SHA-256 of a zero byte and the 32 \
             bytes of the SHA-256 of an entry's line (receipt, grant or population). A node is \
             the SHA-256 of a one byte and its two children. The root hash over all entries in \
             their order is the third line of the checkpoint, in base64. Their number is its \
             second line.",
            "Das Protokoll ist ein Hashbaum (RFC 6962). Ein Blatt ist der SHA-256 eines \
             Null-Bytes und der 32 Bytes des SHA-256 der Zeile eines Eintrags (Quittung, \
             Gewährung oder Population). Ein Knoten ist der SHA-256 eines Eins-Bytes und seiner \
             beiden Kinder. Die Wurzel über alle Einträge in ihrer Reihenfolge ist die dritte \
             Zeile des Prüfpunkts, in base64. Ihre Anzahl ist die zweite Zeile.";
        Inclusion =>
            "In a bundle the file `inclusion` contains the inclusion proof (RFC 6962, section \
             2.1.1). Hash the receipt's leaf with its hashes upwards, and compare the result with \
             the root in the bundle's checkpoint. In a ledger, compare the receipt with the line \
             of its entry.",
            "Im Bündel enthält die Datei `inclusion` den Prüfpfad (RFC 6962, Abschnitt 2.1.1). \
             Verrechnen Sie das Blatt der Quittung mit seinen Hashwerten nach oben und \
             vergleichen Sie das Ergebnis mit der Wurzel im Prüfpunkt des Bündels. Im Hauptbuch \
             vergleichen Sie die Quittung mit der Zeile ihres Eintrags.";
        Consistency =>
            "Compute the root hash over as many of the first entries of the longest log as the \
             earlier checkpoint counts. If it differs from the root hash of that checkpoint, the \
             owner signed two histories.",
            "Berechnen Sie die Wurzel über so viele der ersten Einträge des längsten Protokolls, \
             wie der frühere Prüfpunkt zählt. Ist es nicht die Wurzel jenes Prüfpunkts, so hat \
             der Eigentümer zwei Historien signiert.";
        Prices =>
            "Decode listing, order and receipt. The tariff's points give the price of a level, \
             with straight lines between them, rounded half up to the smallest unit of the \
             currency. The price of a sale is the price of its upper level minus the price of its \
             lower level.",
            "Lesen Sie Angebot, Bestellung und Quittung. Die Stützpunkte des Tarifs geben den \
             Preis einer Stufe, dazwischen gerade Linien, jeweils kaufmännisch auf die kleinste \
             Einheit der Währung gerundet. Der Preis eines Verkaufs ist der Preis seiner oberen \
             Stufe abzüglich des Preises seiner unteren.";
        Levels =>
            "Follow one buyer through the receipts of one question (all listings with one seed \
             commitment). Each sale starts at the level at which the last one ended. It ends \
             higher by a multiple of the smallest step, and not above the ceiling.",
            "Folgen Sie einem Käufer durch die Quittungen einer Frage (alle Angebote mit \
             derselben Festlegung auf Startwerte). Jeder Verkauf beginnt bei der Stufe, bei der \
             der vorige endete. Er endet um ein Vielfaches des kleinsten Schritts höher und nicht \
             über der Obergrenze.";
        Losses =>
            "Go through the receipts in their order and keep the highest level of each question \
             (all listings with one seed commitment), sold or assumed by an entry. This is its \
             loss. The loss of a population is its carried loss plus the sum over all questions \
             that a listing has ever put into it. A merge adds the stated loss to the carried \
             loss of the other population. Compare both with the losses in each receipt, with the \
             cap of the population (that of the first listing, then that of each entry) and with \
             the cap of the listing sold.",
            "Gehen Sie die Quittungen der Reihe nach durch und behalten Sie die höchste Stufe \
             jeder Frage (alle Angebote mit derselben Festlegung auf Startwerte), verkauft oder \
             von einem Eintrag angenommen. Das ist ihr Verlust. Der Verlust einer Population ist \
             die Summe aus ihrem mitgebrachten Verlust und den Verlusten aller Fragen, die je ein \
             Angebot zu ihr gestellt hat. Eine Vereinigung erhöht den mitgebrachten Verlust der \
             anderen Population um den angegebenen. Vergleichen Sie beide mit den Verlusten in \
             jeder Quittung, mit der Grenze der Population (der des ersten Angebots, dann der \
             jedes Eintrags) und mit der Grenze des verkauften Angebots.";
        Totals =>
            "Go through the entries in their order: `sequence` counts up from 0 (entry 1 in the \
             reports), and each entry names the id of the one before it. The total of a receipt \
             is that of the previous receipt, plus its own price if it is settled as paid, by \
             currency. Its counts are those of the receipts and grants so far.",
            "Gehen Sie die Einträge der Reihe nach durch: `sequence` zählt von 0 aufwärts (das \
             ist Eintrag 1 der Berichte), und jeder nennt die Kennung des vorigen. Die Summe \
             einer Quittung ist die der vorigen Quittung und, wenn sie bezahlt ist, ihr eigener \
             Preis, je Währung. Ihre Anzahlen sind die der bisherigen Quittungen und Gewährungen.";
        Releases =>
            "Open the Parquet file with any reader. The SHA-256 of the number of rows and then \
             each value, as 8 bytes each, least significant first, is stated in release.jws. Rows \
             and labels are those of the listing, and `changed` is true exactly where the values \
             differ from those of the release before.",
            "Öffnen Sie die Parquet-Datei mit beliebiger Software. Der SHA-256 der Zeilenzahl und \
             dann jedes Werts, je 8 Bytes, das niederwertigste zuerst, steht in release.jws. \
             Zeilen und Bezeichnungen sind die des Angebots, und `changed` ist genau dort wahr, \
             wo die Werte von denen der Freigabe davor abweichen.";
        Times =>
            "Decode the payloads. The time `issued_at` of an entry is not before that of the \
             previous entry, and that of a sale is not before that of its listing.",
            "Lesen Sie die Nutzlasten. Die Zeit `issued_at` eines Eintrags liegt nicht vor der \
             des vorigen Eintrags, und die eines Verkaufs nicht vor der seines Angebots.";
        Withdrawals =>
            "Decode each withdrawal. No receipt for its listing has a later `issued_at`.",
            "Lesen Sie jede Rücknahme. Keine Quittung für ihr Angebot hat ein späteres \
             `issued_at`.";
        Noise =>
            "Take two releases of one question at different levels and subtract the values, row \
             by row. Count how many differences are 0, and how many fall into each class of size. \
             Compare with the law: 0 has probability p + (1-p)(1-a)/(1+a), where a = exp(-ε1/D), \
             b = exp(-ε2/D) and p = (b/a)((1-a)/(1-b))². Size k, with either sign, has a \
             probability in proportion to a^k. Take all bundles of the question, since the law \
             does not hold for bundles that were chosen by their values.",
            "Nehmen Sie zwei Freigaben einer Frage auf verschiedenen Stufen und ziehen Sie die \
             Werte Zeile für Zeile voneinander ab. Zählen Sie, wie viele Unterschiede 0 sind und \
             wie viele in jede Größenklasse fallen. Vergleichen Sie mit der Verteilung: 0 hat die \
             Wahrscheinlichkeit p + (1-p)(1-a)/(1+a), wobei a = exp(-ε1/D), b = exp(-ε2/D) und p \
             = (b/a)((1-a)/(1-b))². Die Größe k, mit beiden Vorzeichen, hat eine \
             Wahrscheinlichkeit im Verhältnis zu a^k. Nehmen Sie alle Bündel der Frage, denn für \
             Bündel, die nach ihren Werten ausgewählt wurden, gilt die Verteilung nicht.";
        Replay =>
            "Decrypt the opening with `age`. The SHA-256 values of its salts, seeds and data are \
             the two commitments of the listing. The noise of each coordinate follows from the \
             seeds alone (ChaCha20, in the word layout that the listing names). The sum of data \
             and noise gives the values of the release.",
            "Entschlüsseln Sie die Öffnung mit `age`. Die SHA-256-Werte ihrer Salze, Startwerte \
             und Daten sind die beiden Festlegungen des Angebots. Das Rauschen jeder Koordinate \
             folgt allein aus den Startwerten (ChaCha20, in der Wortfolge, die das Angebot \
             nennt). Die Summe aus Daten und Rauschen ergibt die Werte der Freigabe.";
    }
}

messages! {
    /// Numbers of things that an audit counts.
    pub(crate) enum Counted {
        Comparisons { count: u64 } => {
            en: { count; 1 => "{count} comparison", _ => "{count} comparisons" },
            de: { count; 1 => "{count} Vergleich", _ => "{count} Vergleiche" },
        }
        Files { count: u64 } => {
            en: { count; 1 => "{count} file", _ => "{count} files" },
            de: { count; 1 => "{count} Datei", _ => "{count} Dateien" },
        }
        Links { count: u64 } => {
            en: { count; 1 => "{count} link", _ => "{count} links" },
            de: { count; 1 => "{count} Verweis", _ => "{count} Verweise" },
        }
        Pairs { count: u64 } => {
            en: { count; 1 => "{count} pair", _ => "{count} pairs" },
            de: { count; 1 => "{count} Paar", _ => "{count} Paare" },
        }
        Tests { count: u64 } => {
            en: { count; 1 => "{count} test", _ => "{count} tests" },
            de: { count; 1 => "{count} Test", _ => "{count} Tests" },
        }
        Releases { count: u64 } => {
            en: { count; 1 => "{count} release", _ => "{count} releases" },
            de: { count; 1 => "{count} Freigabe", _ => "{count} Freigaben" },
        }
        Deliveries { count: u64 } => {
            en: { count; 1 => "{count} delivery", _ => "{count} deliveries" },
            de: { count; 1 => "{count} Lieferung", _ => "{count} Lieferungen" },
        }
        Logs { count: u64 } => {
            en: { count; 1 => "one unbroken log", _ => "{count} unbroken logs" },
            de: { count; 1 => "ein lückenloses Protokoll", _ => "{count} lückenlose Protokolle" },
        }
        Bundles { count: u64 } => {
            en: { count; 1 => "{count} bundle was given", _ => "{count} bundles were given" },
            de: { count; 1 => "{count} Bündel liegt vor", _ => "{count} Bündel liegen vor" },
        }
    }
}

impl Counted {
    /// Returns the number of comparisons of a check, in its own noun.
    pub(crate) const fn of(check: CheckId, count: u64) -> Self {
        match check {
            CheckId::Files => Self::Files { count },
            CheckId::Documents => Self::Links { count },
            CheckId::Consistency => Self::Pairs { count },
            CheckId::Noise => Self::Tests { count },
            CheckId::Replay => Self::Releases { count },
            CheckId::Signatures
            | CheckId::Orders
            | CheckId::Log
            | CheckId::Inclusion
            | CheckId::Prices
            | CheckId::Levels
            | CheckId::Losses
            | CheckId::Totals
            | CheckId::Releases
            | CheckId::Times
            | CheckId::Withdrawals => Self::Comparisons { count },
        }
    }
}

messages! {
    /// Outcomes of checks.
    pub(crate) enum FoundMessage {
        OpeningDoesNotFit => {
            en: "not made: the opening does not match the commitments of the listing",
            de: "nicht durchgeführt: Die Öffnung entspricht nicht den Festlegungen des Angebots",
        }
        NothingToCheck => {
            en: "nothing to check in these files",
            de: "in diesen Dateien nichts zu prüfen",
        }
        AllRight { counted: Counted } => {
            en: "{counted}, all right",
            de: "{counted}, alles richtig",
        }
        SomeWrong { failed: u64, counted: Counted } => {
            en: "{failed} of {counted} wrong",
            de: "{counted}, davon {failed} falsch",
        }
        Replayed { releases: Counted } => {
            en: "{releases} computed again, all the same bit for bit",
            de: "{releases} neu berechnet, alle gleich, Bit für Bit",
        }
        NotReplayed { title: String } => {
            en: "no release of “{title}” computed again from seeds and data: no bundle of it was \
                 given",
            de: "keine Freigabe von „{title}“ aus Startwerten und Daten neu berechnet: Kein \
                 Bündel davon liegt vor",
        }
        ReplayedOf { releases: Counted, title: String, levels: Levels } => {
            en: "{releases} of “{title}” computed again from seeds and data ({levels}), all the \
                 same bit for bit",
            de: "{releases} von „{title}“ aus Startwerten und Daten neu berechnet ({levels}), \
                 alle gleich, Bit für Bit",
        }
        ReplayDiffers { failed: u64, releases: Counted, title: String, levels: Levels } => {
            en: {
                failed;
                1 => "{failed} of {releases} of “{title}” differs from the values computed again \
                      from seeds and data ({levels})",
                _ => "{failed} of {releases} of “{title}” differ from the values computed again \
                      from seeds and data ({levels})",
            },
            de: "{releases} von „{title}“ aus Startwerten und Daten neu berechnet ({levels}), \
                 davon {failed} abweichend",
        }
        Lacks { found: Text, needed: NeededFiles } => {
            en: "{found}; lacks {needed}",
            de: "{found}; dazu fehlt: {needed}",
        }
    }
}

impl FoundMessage {
    /// Returns the outcome of a check from its counts.
    pub(crate) const fn of(check: CheckId, made: u64, failed: u64) -> Self {
        let counted = Counted::of(check, made);
        match (check, made, failed) {
            (_, 0, _) => Self::NothingToCheck,
            (CheckId::Replay, _, 0) => Self::Replayed { releases: counted },
            (_, _, 0) => Self::AllRight { counted },
            _ => Self::SomeWrong { failed, counted },
        }
    }
}

#[cfg(test)]
impl poundwise_words::catalogue::MessageSample for Counted {
    fn samples(field: &str) -> Vec<Self> {
        let sample = |count| match field {
            "logs" => Self::Logs { count },
            "all" => Self::Deliveries { count: 12 },
            "given" => Self::Bundles { count },
            "releases" => Self::Releases { count },
            _ => Self::Comparisons { count },
        };
        [1, 12].map(sample).into()
    }
}
