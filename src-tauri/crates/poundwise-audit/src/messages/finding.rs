//! Titles and meanings of findings.

use poundwise_documents::finding::Code;

use super::by::texts_by;

texts_by! {
    /// Title of a finding.
    pub(crate) struct FindingTitle(Code) {
        NotRecognised => "Unknown file", "Unbekannte Datei";
        Unreadable => "File not readable", "Datei nicht lesbar";
        LedgerMalformed => "Invalid ledger", "Ungültiges Hauptbuch";
        BundleMalformed => "Invalid bundle", "Ungültiges Bündel";
        CopyMalformed => "Invalid copy", "Ungültige Kopie";
        DocumentRefused => "Invalid document", "Ungültiges Dokument";
        NewerVersion => "From a newer version", "Von einer neueren Version";
        CheckpointRefused => "Invalid checkpoint", "Ungültiger Prüfpunkt";
        SignerNotOwner => "Wrong signer", "Falscher Unterzeichner";
        UnexpectedKind => "Wrong kind of document", "Falsche Art von Dokument";
        DoubleDocument => "Repeated document", "Doppeltes Dokument";
        UnknownListing => "Missing listing", "Fehlendes Angebot";
        WrongListing => "Wrong listing", "Falsches Angebot";
        WrongOrder => "Wrong order", "Falsche Bestellung";
        WrongRelease => "Wrong release", "Falsche Freigabe";
        WrongVersion => "Wrong version", "Falsche Fassung";
        UnequalData => "One noise for two sets of data", "Ein Rauschen für zweierlei Daten";
        UnequalQuestions => "One noise for two questions", "Ein Rauschen für zweierlei Fragen";
        OpenTwice => "Question open twice", "Frage zweimal offen";
        PopulationDiffers => "Unequal population", "Ungleiche Population";
        UnknownQuestion => "Unknown question", "Unbekannte Frage";
        UnstatedPopulation => "Population without an entry", "Population ohne Eintrag";
        EndedPopulation => "Ended population", "Beendete Population";
        WrongMerge => "Wrong merge", "Falsche Vereinigung";
        WrongOpening => "Opening does not fit", "Öffnung passt nicht";
        WrongBuyer => "Wrong buyer", "Falscher Käufer";
        DoubleOrder => "Order sold twice", "Bestellung doppelt verkauft";
        RefusedAndSold => "Refused and sold", "Abgelehnt und verkauft";
        OrderWithoutReceipt => "Order without a receipt", "Bestellung ohne Quittung";
        ReceiptWithoutOrder => "Receipt without an order", "Quittung ohne Bestellung";
        LogSize => "Wrong size of the log", "Falsche Größe des Protokolls";
        LogRoot => "Wrong root hash of the log", "Falsche Wurzel des Protokolls";
        NotIncluded => "Invalid inclusion proof", "Ungültiger Prüfpfad";
        NotInLedger => "Entry not in the ledger", "Eintrag fehlt im Hauptbuch";
        Fork => "Two histories", "Zwei Historien";
        RolledBack => "Entries removed", "Einträge entfernt";
        WrongPrice => "Wrong price", "Falscher Preis";
        WrongCurrency => "Wrong currency", "Falsche Währung";
        LevelMismatch => "Different levels", "Verschiedene Stufen";
        OverCeiling => "Above the ceiling", "Über der Obergrenze";
        CopyLevel => "Wrong level of a copy", "Falsche Stufe einer Kopie";
        OffGrain => "Wrong increment", "Falscher Zuwachs";
        WrongFrom => "Wrong first level", "Falsche Anfangsstufe";
        WrongHolding => "Wrong earlier receipt", "Falsche frühere Quittung";
        QuestionLoss => "Wrong loss of the question", "Falscher Verlust der Frage";
        PopulationLoss => "Wrong loss of the population", "Falscher Verlust der Population";
        OverCap => "Above the cap", "Über der Grenze";
        WrongCap => "Wrong cap", "Falsche Grenze";
        CapWithoutReason => "Cap raised without a reason", "Grenze ohne Grund erhöht";
        CarriedFalls => "Carried loss falls", "Mitgebrachter Verlust fällt";
        WrongCarried => "Wrong carried loss", "Falscher mitgebrachter Verlust";
        MergeLoss => "Merge with too little loss", "Vereinigung mit zu wenig Verlust";
        MissingEntry => "Missing entry", "Fehlender Eintrag";
        DoubledEntry => "Repeated number", "Doppelte Nummer";
        ReorderedEntry => "Wrong order of entries", "Falsche Reihenfolge";
        BrokenChain => "Broken chain", "Unterbrochene Kette";
        ReceiptCount => "Receipts miscounted", "Quittungen falsch gezählt";
        GrantCount => "Openings miscounted", "Öffnungen falsch gezählt";
        WrongTotal => "Wrong total", "Falsche Summe";
        ValuesHash => "Values altered", "Werte verändert";
        ValuesUnreadable => "Values not readable", "Werte nicht lesbar";
        ValuesRows => "Wrong rows", "Falsche Zeilen";
        ValuesChanged => "Wrong marks of change", "Falsche Änderungsmarken";
        WrongBase => "Wrong base", "Falsche Grundlage";
        CopiesDiffer => "Different copies", "Kopien weichen ab";
        TimeGoesBack => "Time goes back", "Zeit läuft rückwärts";
        SoldAfterWithdrawal => "Sold after the withdrawal", "Nach der Rücknahme verkauft";
        NoiseLaw => "No honest noise", "Kein ehrliches Rauschen";
        ReplayDiffers => "Different replay", "Neuberechnung weicht ab";
    }
}

texts_by! {
    /// Meaning of a finding.
    pub(crate) struct FindingMeaning(Code) {
        NotRecognised =>
            "The file does not begin like a file that can be audited.",
            "Die Datei beginnt nicht wie eine Datei, die geprüft werden kann.";
        Unreadable =>
            "The file could not be read to its end.",
            "Die Datei ließ sich nicht bis zu ihrem Ende lesen.";
        LedgerMalformed =>
            "A line of the ledger does not have the required form.",
            "Eine Zeile des Hauptbuchs hat nicht die vorgeschriebene Form.";
        BundleMalformed =>
            "The bytes do not have the form of a bundle.",
            "Die Bytes haben nicht die Form eines Bündels.";
        CopyMalformed =>
            "The bytes do not have the form of a copy.",
            "Die Bytes haben nicht die Form einer Kopie.";
        DocumentRefused =>
            "The form or the signature is wrong: the document differs from the signed one.",
            "Form oder Signatur stimmt nicht: Das Dokument ist nicht das signierte.";
        NewerVersion =>
            "The document is validly signed, but unknown to this version of Poundwise. It was not \
             checked.",
            "Das Dokument ist gültig signiert, aber diese Version von Poundwise kennt es nicht. \
             Es wurde nicht geprüft.";
        CheckpointRefused =>
            "The form or the signature is wrong: the checkpoint differs from the signed one.",
            "Form oder Signatur stimmt nicht: Der Prüfpunkt ist nicht der signierte.";
        SignerNotOwner =>
            "Another key signed a document that the owner must sign.",
            "Ein Dokument, das der Eigentümer signieren muss, hat ein anderer signiert.";
        UnexpectedKind =>
            "A document of this kind does not belong here.",
            "Ein Dokument dieser Art gehört nicht an diese Stelle.";
        DoubleDocument =>
            "The same document occurs twice.",
            "Dasselbe Dokument kommt zweimal vor.";
        UnknownListing =>
            "A document names a listing that was not given.",
            "Ein Dokument nennt ein Angebot, das nicht vorliegt.";
        WrongListing =>
            "Order, receipt and release do not name the same listing.",
            "Bestellung, Quittung und Freigabe nennen nicht dasselbe Angebot.";
        WrongOrder =>
            "A document names another order than the given one.",
            "Ein Dokument nennt eine andere Bestellung als die vorgelegte.";
        WrongRelease =>
            "The receipt names another release than the given one.",
            "Die Quittung nennt eine andere Freigabe als die vorgelegte.";
        WrongVersion =>
            "A listing does not continue a given version, or changes a part that must stay the \
             same.",
            "Ein Angebot setzt keine vorgelegte Fassung fort, oder es ändert, was gleich bleiben \
             muss.";
        UnequalData =>
            "Two listings have the same seeds and different data. Their difference can be \
             computed without any noise.",
            "Zwei Angebote haben dieselben Startwerte und verschiedene Daten. Ihre Differenz \
             lässt sich ohne jedes Rauschen berechnen.";
        UnequalQuestions =>
            "Two listings have the same seeds and ask different questions. Their noise does not \
             protect the data.",
            "Zwei Angebote haben dieselben Startwerte und stellen verschiedene Fragen. Ihr \
             Rauschen schützt die Daten nicht.";
        OpenTwice =>
            "A second listing of a question was signed before the first one was withdrawn.",
            "Ein zweites Angebot einer Frage wurde signiert, bevor das erste zurückgezogen war.";
        PopulationDiffers =>
            "Documents of one population have different units or adjacencies. Their losses cannot \
             be added.",
            "Dokumente einer Population haben verschiedene Einheiten oder Nachbarschaften. Ihre \
             Verluste lassen sich nicht addieren.";
        UnknownQuestion =>
            "An entry names a question that no earlier listing has in this population.",
            "Ein Eintrag nennt eine Frage, die kein Angebot davor in dieser Population hat.";
        UnstatedPopulation =>
            "A listing or receipt belongs to a population that no earlier entry names.",
            "Ein Angebot oder eine Quittung gehört zu einer Population, die kein Eintrag davor \
             nennt.";
        EndedPopulation =>
            "A document belongs to a population that was merged into another one before.",
            "Ein Dokument gehört zu einer Population, die zuvor mit einer anderen vereinigt \
             wurde.";
        WrongMerge =>
            "A population is merged into itself, an unknown one or an ended one.",
            "Eine Population wird mit sich selbst, einer unbekannten oder einer beendeten \
             vereinigt.";
        WrongOpening =>
            "The opening does not match the commitments of the listing.",
            "Die Öffnung entspricht nicht den Festlegungen des Angebots.";
        WrongBuyer =>
            "Another key than that of the receipt's buyer signed the order.",
            "Die Bestellung hat ein anderer als der Käufer der Quittung signiert.";
        DoubleOrder =>
            "One order has two receipts.",
            "Zu einer Bestellung gibt es zwei Quittungen.";
        RefusedAndSold =>
            "One order has a refusal and a receipt of the same owner.",
            "Zu einer Bestellung gibt es eine Ablehnung und eine Quittung desselben Eigentümers.";
        OrderWithoutReceipt =>
            "An order is not followed by its receipt.",
            "Auf eine Bestellung folgt keine Quittung.";
        ReceiptWithoutOrder =>
            "A receipt does not follow an order.",
            "Vor einer Quittung steht keine Bestellung.";
        LogSize =>
            "The checkpoint counts another number of entries than the ledger has.",
            "Der Prüfpunkt zählt eine andere Anzahl von Einträgen, als das Hauptbuch hat.";
        LogRoot =>
            "The entries do not give the signed root hash.",
            "Die Einträge ergeben nicht die signierte Wurzel.";
        NotIncluded =>
            "The inclusion proof does not show that the receipt is in the log.",
            "Der Prüfpfad zeigt nicht, dass die Quittung im Protokoll steht.";
        NotInLedger =>
            "The ledger does not have the entry in its place.",
            "Das Hauptbuch hat den Eintrag nicht an seiner Stelle.";
        Fork =>
            "The owner signed two ledgers that contradict each other.",
            "Der Eigentümer hat zwei Hauptbücher signiert, die einander widersprechen.";
        RolledBack =>
            "The ledger lacks entries that a checkpoint already counts.",
            "Dem Hauptbuch fehlen Einträge, die ein Prüfpunkt schon zählt.";
        WrongPrice =>
            "The price is not the price of the tariff.",
            "Der Preis ist nicht der des Tarifs.";
        WrongCurrency =>
            "The currency of the receipt is not the currency of the listing.",
            "Die Währung der Quittung ist nicht die des Angebots.";
        LevelMismatch =>
            "Order, receipt and release state different levels.",
            "Bestellung, Quittung und Freigabe nennen verschiedene Stufen.";
        OverCeiling =>
            "The level sold is higher than the listing allows.",
            "Die verkaufte Stufe ist höher, als das Angebot erlaubt.";
        CopyLevel =>
            "The level of the copy is not below the level of its release.",
            "Die Stufe der Kopie liegt nicht unter der Stufe ihrer Freigabe.";
        OffGrain =>
            "The increment is not a multiple of the smallest step.",
            "Der Zuwachs ist kein Vielfaches des kleinsten Schritts.";
        WrongFrom =>
            "The sale starts at another level than the buyer held.",
            "Der Verkauf beginnt bei einer anderen Stufe als der im Bestand.";
        WrongHolding =>
            "The order does not name the buyer's last receipt.",
            "Die Bestellung nennt nicht die letzte Quittung des Käufers.";
        QuestionLoss =>
            "The stated loss of the question is not the highest level sold or assumed.",
            "Der angegebene Verlust der Frage ist nicht die höchste verkaufte oder angenommene \
             Stufe.";
        PopulationLoss =>
            "The stated loss of the population is not its carried loss plus the sum over its \
             questions.",
            "Der angegebene Verlust der Population ist nicht die Summe aus ihrem mitgebrachten \
             Verlust und den Verlusten ihrer Fragen.";
        OverCap =>
            "The loss of the population exceeds its cap.",
            "Der Verlust der Population übersteigt ihre Grenze.";
        WrongCap =>
            "The stated cap is not the cap in force.",
            "Die angegebene Grenze ist nicht die geltende.";
        CapWithoutReason =>
            "A higher cap needs a reason.",
            "Eine höhere Grenze braucht einen Grund.";
        CarriedFalls =>
            "The carried loss is stated lower than before.",
            "Der mitgebrachte Verlust ist niedriger angegeben als zuvor.";
        WrongCarried =>
            "The entries of the population give another carried loss.",
            "Die Einträge der Population ergeben einen anderen mitgebrachten Verlust.";
        MergeLoss =>
            "The population adds less than its documents give.",
            "Die Population bringt weniger mit, als ihre Dokumente ergeben.";
        MissingEntry => "A number has no entry.", "Eine Nummer hat keinen Eintrag.";
        DoubledEntry =>
            "Two entries have the same number.",
            "Zwei Einträge haben dieselbe Nummer.";
        ReorderedEntry =>
            "An entry follows one with a higher number.",
            "Ein Eintrag folgt auf einen mit höherer Nummer.";
        BrokenChain =>
            "An entry does not name the one before it.",
            "Ein Eintrag nennt nicht den vorigen.";
        ReceiptCount =>
            "The stated number is not that of the receipts so far.",
            "Die angegebene Anzahl ist nicht die der bisherigen Quittungen.";
        GrantCount =>
            "The stated number is not that of the openings granted so far.",
            "Die angegebene Anzahl ist nicht die der bisher gewährten Öffnungen.";
        WrongTotal =>
            "The stated sum of money is not the sum of the prices paid.",
            "Die angegebene Summe ist nicht die Summe der bezahlten Preise.";
        ValuesHash =>
            "The numbers in the values file are not the signed ones.",
            "Die Zahlen der Wertedatei sind nicht die signierten.";
        ValuesUnreadable =>
            "The values file does not have the required form.",
            "Die Wertedatei hat nicht die vorgeschriebene Form.";
        ValuesRows =>
            "Rows or labels are not those of the listing.",
            "Zeilen oder Bezeichnungen sind nicht die des Angebots.";
        ValuesChanged =>
            "Unchanged values are marked as changed, or the other way round.",
            "Unveränderte Werte sind als geändert markiert, oder umgekehrt.";
        WrongBase =>
            "The release does not follow the buyer's last one.",
            "Die Freigabe folgt nicht auf die vorige des Käufers.";
        CopiesDiffer =>
            "Two copies of one maker at one level differ.",
            "Zwei Kopien desselben Käufers auf einer Stufe unterscheiden sich.";
        TimeGoesBack =>
            "A document is older than one that it follows.",
            "Ein Dokument ist älter als eines, auf das es folgt.";
        SoldAfterWithdrawal =>
            "The listing was already withdrawn at the time of the sale.",
            "Das Angebot war beim Verkauf schon zurückgezogen.";
        NoiseLaw =>
            "The values change in another way than honest noise changes them.",
            "Die Werte ändern sich anders als bei ehrlichem Rauschen.";
        ReplayDiffers =>
            "Seeds and data give another release.",
            "Startwerte und Daten ergeben eine andere Freigabe.";
    }
}
