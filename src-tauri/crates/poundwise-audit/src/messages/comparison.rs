//! Both sides of the comparison that fails with a code.

use poundwise_documents::finding::Code;

use super::by::texts_by;

texts_by! {
    /// Object of a comparison.
    pub(crate) struct ComparedObject(Code) {
        NotRecognised => "the first bytes of the file", "die ersten Bytes der Datei";
        Unreadable => "the file", "die Datei";
        LedgerMalformed => "each line of the ledger", "jede Zeile des Hauptbuchs";
        BundleMalformed => "the bundle's bytes", "die Bytes des Bündels";
        CopyMalformed => "the copy's bytes", "die Bytes der Kopie";
        DocumentRefused =>
            "form, header, payload and signature of the document",
            "Form, Kopf, Nutzlast und Signatur des Dokuments";
        NewerVersion =>
            "kind, version and words of the document",
            "Art, Version und Begriffe des Dokuments";
        CheckpointRefused => "the checkpoint's signature", "die Signatur des Prüfpunkts";
        SignerNotOwner => "the signer of the document", "der Unterzeichner des Dokuments";
        UnexpectedKind => "the kind of the document", "die Art des Dokuments";
        DoubleDocument => "the document's id", "die Kennung des Dokuments";
        UnknownListing => "the listing named", "das genannte Angebot";
        WrongListing => "the listing named", "das genannte Angebot";
        WrongOrder => "the order named", "die genannte Bestellung";
        WrongRelease =>
            "the release named by the receipt",
            "die von der Quittung genannte Freigabe";
        WrongVersion => "the new version of the listing", "die neue Fassung des Angebots";
        UnequalData =>
            "the listing's commitment to its data",
            "die Festlegung des Angebots auf seine Daten";
        UnequalQuestions =>
            "the question that the listing states",
            "die Frage, die das Angebot stellt";
        OpenTwice => "the listing", "das Angebot";
        PopulationDiffers =>
            "the document's unit and adjacency",
            "Einheit und Nachbarschaft des Dokuments";
        UnknownQuestion =>
            "the entry's question and population",
            "Frage und Population des Eintrags";
        UnstatedPopulation => "the population named", "die genannte Population";
        EndedPopulation => "the population named", "die genannte Population";
        WrongMerge =>
            "the population that another one is merged into",
            "die Population, mit der eine andere vereinigt wird";
        WrongOpening =>
            "the opening's signer, seeds and data",
            "Unterzeichner, Startwerte und Daten der Öffnung";
        WrongBuyer => "the receipt's buyer", "der Käufer der Quittung";
        DoubleOrder => "the order's id", "die Kennung der Bestellung";
        RefusedAndSold => "the receipt's order", "die Bestellung der Quittung";
        OrderWithoutReceipt => "the order", "die Bestellung";
        ReceiptWithoutOrder => "the receipt", "die Quittung";
        LogSize => "the number of entries", "die Anzahl der Einträge";
        LogRoot => "the root hash over the entries", "die Wurzel über die Einträge";
        NotIncluded => "the receipt and its inclusion proof", "die Quittung und ihr Prüfpfad";
        NotInLedger => "the entry's line", "die Zeile des Eintrags";
        Fork =>
            "the root hash, or the entry in one place",
            "die Wurzel oder der Eintrag an einer Stelle";
        RolledBack => "the size in the checkpoint", "die Größe im Prüfpunkt";
        WrongPrice => "the price", "der Preis";
        WrongCurrency => "the receipt's currency", "die Währung der Quittung";
        LevelMismatch => "the levels in one document", "die Stufen in einem Dokument";
        OverCeiling => "the level sold", "die verkaufte Stufe";
        CopyLevel => "the copy's level", "die Stufe der Kopie";
        OffGrain => "the increment", "der Zuwachs";
        WrongFrom => "the first level of the sale", "die Anfangsstufe des Verkaufs";
        WrongHolding =>
            "the earlier receipt that the order names",
            "die frühere Quittung, die die Bestellung nennt";
        QuestionLoss => "the question's loss as stated", "der angegebene Verlust der Frage";
        PopulationLoss =>
            "the population's loss as stated",
            "der angegebene Verlust der Population";
        OverCap => "the population's loss", "der Verlust der Population";
        WrongCap => "the cap stated", "die angegebene Grenze";
        CapWithoutReason => "the cap stated without a reason", "die ohne Grund angegebene Grenze";
        CarriedFalls => "the carried loss stated", "der angegebene mitgebrachte Verlust";
        WrongCarried => "the carried loss stated", "der angegebene mitgebrachte Verlust";
        MergeLoss =>
            "the loss that the merge adds to the other population",
            "der Verlust, den die Vereinigung der anderen Population hinzufügt";
        MissingEntry => "the entry's number", "die Nummer des Eintrags";
        DoubledEntry => "the entry's number", "die Nummer des Eintrags";
        ReorderedEntry => "the entry's place", "die Stelle des Eintrags";
        BrokenChain =>
            "the previous entry that the entry names",
            "der vorige Eintrag, den der Eintrag nennt";
        ReceiptCount => "the number of receipts stated", "die angegebene Anzahl der Quittungen";
        GrantCount => "the number of grants stated", "die angegebene Anzahl der Gewährungen";
        WrongTotal =>
            "the stated sum of money received",
            "die angegebene Summe des erhaltenen Geldes";
        ValuesHash => "the SHA-256 of the integers", "der SHA-256 der Zahlen";
        ValuesUnreadable => "the values file", "die Wertedatei";
        ValuesRows => "the rows and their labels", "die Zeilen und ihre Bezeichnungen";
        ValuesChanged => "the rows marked as changed", "die als geändert markierten Zeilen";
        WrongBase => "the release that this one follows", "die Freigabe, auf die diese folgt";
        CopiesDiffer => "the copy's values", "die Werte der Kopie";
        TimeGoesBack => "the document's time", "die Zeit des Dokuments";
        SoldAfterWithdrawal => "the time of the sale", "die Zeit des Verkaufs";
        NoiseLaw =>
            "the differences between releases of one question",
            "die Unterschiede zwischen Freigaben einer Frage";
        ReplayDiffers => "the release's values", "die Werte der Freigabe";
    }
}

texts_by! {
    /// Counterpart of the object of a comparison.
    pub(crate) struct ComparedWith(Code) {
        NotRecognised => "the known kinds of file", "die bekannten Arten von Dateien";
        Unreadable => "the end of the file", "das Ende der Datei";
        LedgerMalformed => "the ledger's format", "das Format des Hauptbuchs";
        BundleMalformed => "the form of a bundle", "die Form eines Bündels";
        CopyMalformed => "the form of a copy", "die Form einer Kopie";
        DocumentRefused => "the key in its payload", "der Schlüssel in seiner Nutzlast";
        NewerVersion =>
            "kinds, versions and words known to this version of Poundwise",
            "Arten, Versionen und Begriffe, die diese Version von Poundwise kennt";
        CheckpointRefused => "the owner's key", "der Schlüssel des Eigentümers";
        SignerNotOwner => "the owner", "der Eigentümer";
        UnexpectedKind =>
            "the kinds allowed in this place",
            "die an dieser Stelle erlaubten Arten";
        DoubleDocument => "the ids before it", "die Kennungen davor";
        UnknownListing => "the listings given before it", "die zuvor vorgelegten Angebote";
        WrongListing => "the listing sold", "das verkaufte Angebot";
        WrongOrder => "the order given", "die vorgelegte Bestellung";
        WrongRelease => "the release given", "die vorgelegte Freigabe";
        WrongVersion => "the version that it replaces", "die Fassung, die sie ersetzt";
        UnequalData =>
            "the commitment of the listing with the same seeds",
            "die Festlegung des Angebots mit denselben Startwerten";
        UnequalQuestions =>
            "the question of the listing with the same seeds",
            "die Frage des Angebots mit denselben Startwerten";
        OpenTwice => "the open listings of its question", "die offenen Angebote seiner Frage";
        PopulationDiffers =>
            "unit and adjacency of its population before",
            "Einheit und Nachbarschaft seiner Population zuvor";
        UnknownQuestion =>
            "questions and populations of the listings before",
            "Fragen und Populationen der Angebote davor";
        UnstatedPopulation =>
            "the populations' entries before",
            "die Einträge der Populationen davor";
        EndedPopulation => "the merges before", "die Vereinigungen davor";
        WrongMerge => "the populations' entries before", "die Einträge der Populationen davor";
        WrongOpening => "the commitments of the listing", "die Festlegungen des Angebots";
        WrongBuyer => "the signer of the order", "der Unterzeichner der Bestellung";
        DoubleOrder => "the orders sold before", "die zuvor verkauften Bestellungen";
        RefusedAndSold =>
            "the orders refused by its owner",
            "die Bestellungen, die der Eigentümer abgelehnt hat";
        OrderWithoutReceipt => "the line after it", "die Zeile danach";
        ReceiptWithoutOrder => "the line before it", "die Zeile davor";
        LogSize => "the size in the checkpoint", "die Größe im Prüfpunkt";
        LogRoot => "the root hash in the checkpoint", "die Wurzel im Prüfpunkt";
        NotIncluded => "the root hash in the checkpoint", "die Wurzel im Prüfpunkt";
        NotInLedger => "the log at its place", "das Protokoll an seiner Stelle";
        Fork =>
            "root hash or entry of another file of this owner",
            "Wurzel oder Eintrag einer anderen Datei dieses Eigentümers";
        RolledBack => "the length of the log", "die Länge des Protokolls";
        WrongPrice => "the tariff's price of the increment", "der Preis des Tarifs für den Zuwachs";
        WrongCurrency => "the listing's currency", "die Währung des Angebots";
        LevelMismatch => "the levels in the other document", "die Stufen im anderen Dokument";
        OverCeiling => "the listing's ceiling", "die Obergrenze des Angebots";
        CopyLevel =>
            "the level of its release, or the ceiling",
            "die Stufe ihrer Freigabe oder die Obergrenze";
        OffGrain => "the listing's smallest step", "der kleinste Schritt des Angebots";
        WrongFrom => "the level held", "die Stufe im Bestand";
        WrongHolding =>
            "the buyer's last receipt for this question",
            "die letzte Quittung des Käufers für diese Frage";
        QuestionLoss =>
            "the highest level sold or assumed",
            "die höchste verkaufte oder angenommene Stufe";
        PopulationLoss =>
            "the carried loss and the highest levels of its questions, added up",
            "der mitgebrachte Verlust und die höchsten Stufen ihrer Fragen, zusammengezählt";
        OverCap => "the population's cap at that time", "die damalige Grenze der Population";
        WrongCap => "the cap in force", "die geltende Grenze";
        CapWithoutReason => "the cap in force", "die geltende Grenze";
        CarriedFalls =>
            "the carried loss stated before",
            "der zuvor angegebene mitgebrachte Verlust";
        WrongCarried =>
            "the carried loss that follows from the population's entries",
            "der mitgebrachte Verlust, der aus den Einträgen der Population folgt";
        MergeLoss =>
            "the merged population's own loss, added up",
            "der zusammengezählte Verlust der vereinigten Population";
        MissingEntry => "the next number", "die nächste Nummer";
        DoubledEntry => "the numbers seen", "die Nummern davor";
        ReorderedEntry => "the entry's number", "die Nummer des Eintrags";
        BrokenChain => "the entry before", "der Eintrag davor";
        ReceiptCount => "the counted receipts", "die gezählten Quittungen";
        GrantCount => "the counted grants", "die gezählten Gewährungen";
        WrongTotal => "the sum of the prices paid", "die Summe der bezahlten Preise";
        ValuesHash => "the signed hash", "der signierte Hashwert";
        ValuesUnreadable => "the form of a values file", "die Form einer Wertedatei";
        ValuesRows => "rows and labels of the listing", "Zeilen und Bezeichnungen des Angebots";
        ValuesChanged =>
            "the rows that differ from the release before",
            "die Zeilen, die von der Freigabe davor abweichen";
        WrongBase => "the buyer's previous release", "die vorige Freigabe des Käufers";
        CopiesDiffer =>
            "the other copy of its maker at that level",
            "die andere Kopie desselben Käufers auf dieser Stufe";
        TimeGoesBack => "the time of the document before", "die Zeit des Dokuments davor";
        SoldAfterWithdrawal => "the time of the withdrawal", "die Zeit der Rücknahme";
        NoiseLaw => "the law of honest noise", "die Verteilung ehrlichen Rauschens";
        ReplayDiffers =>
            "the sum of data and noise, computed again",
            "die Summe aus Daten und Rauschen, neu berechnet";
    }
}
