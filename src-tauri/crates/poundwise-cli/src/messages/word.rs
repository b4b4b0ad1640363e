use poundwise_words::plain_texts;

plain_texts! {
    /// A state, or another value of a field or a cell.
    pub(crate) enum Word {
        // Anything.
        None => "none", "keine";
        Nothing => "nothing", "nichts";
        NothingYet => "nothing yet", "noch nichts";
        NothingNow => "nothing now", "derzeit nichts";
        NothingNowStated =>
            "nothing now, as stated to buyers",
            "derzeit nichts, laut Angabe an Käufer";
        New => "new", "neu";
        NoLimit => "no limit", "ohne Grenze";
        NotKnown => "not known", "nicht bekannt";
        OwnNumbers => "own numbers", "eigene Zahlen";
        StatedToBuyers => "stated to buyers", "wird Käufern angegeben";
        NotStated => "not stated", "wird nicht angegeben";
        Withdrawn => "withdrawn", "zurückgezogen";
        Yours => "yours", "Ihr eigenes";

        // Accuracies and guesses.
        AlmostAlways => "almost always (over 99.9%)", "fast immer (über 99,9\u{a0}%)";
        RightAlmostAlways =>
            "right almost always (over 99.9%)",
            "fast immer richtig (über 99,9\u{a0}%)";
        Afterwards => "afterwards", "danach";
        WithAllSold => "with all sold that fits", "wenn alles verkauft ist, was passt,";
        NotProtected => "not protected", "nicht geschützt";
        TooFewRows => "too few rows", "zu wenige Zeilen";
        NoEpsilon => "none", "keines";

        // Contacts and buyers.
        NoContact =>
            "none: the owner of that key chose this name",
            "keiner: Diesen Namen hat der Inhaber des Schlüssels gewählt";
        Anyone => "anyone", "allen";
        OrCreditOrFree => "or credit, or free", "oder credit, oder free";

        // Orders.
        Pending => "pending", "ausstehend";
        PendingDoNotPay => "pending: do not pay", "ausstehend: nicht bezahlen";
        Delivered => "delivered", "geliefert";
        Declined => "declined", "abgelehnt";
        Cancelled => "cancelled", "storniert";
        Discarded => "discarded", "verworfen";
        Expired => "expired", "abgelaufen";
        NothingToPay => "nothing to pay", "nichts zu zahlen";
        NoAddress =>
            "the listing names no address: settle it with the seller",
            "Das Angebot nennt keine Adresse: Klären Sie es mit dem Verkäufer";
        NoReason => "no reason given", "ohne Angabe von Gründen";

        // Listings.
        OnSale => "open", "offen";
        Replaced => "replaced", "ersetzt";
        Tried => "tried", "zur Probe";

        // Datasets and populations.
        InADatabase => "in a database", "in einer Datenbank";
        NotUsable => "not usable", "nicht nutzbar";
        Sealed => "sealed", "versiegelt";
        Removed => "removed", "entfernt";
        NoTableHere => "no table here", "keine Tabelle hier";
        FirstEntry => "first entry", "erster Eintrag";
        TrailingSeparators =>
            "separators after the last column are left out",
            "Trennzeichen hinter der letzten Spalte werden ausgelassen";

        // The home.
        NewestCopy => "newest copy; it can sell", "neueste Kopie; sie kann verkaufen";
        CopyBehind =>
            "old copy; it can sell after it has caught up",
            "alte Kopie; sie verkauft, sobald sie aufgeholt hat";
        CopyLacking =>
            "old copy; the market lacks entries that it needs",
            "alte Kopie; dem Markt fehlen Einträge, die sie braucht";
        TwoHistories =>
            "closed: another copy of it has sold",
            "geschlossen: Eine andere Kopie hat verkauft";
        GivenUp => "given up; it no longer sells", "aufgegeben; sie verkauft nichts mehr";
        Unconfirmed => "not confirmed as the newest copy", "nicht als neueste Kopie bestätigt";

        // Statements and invoices.
        Came => "came", "eingegangen";
        Went => "went", "ausgegangen";
        AllRows => "all rows", "alle Zeilen";
        NotIssuedYet => "not issued yet", "noch nicht ausgestellt";
        Issued => "issued", "ausgestellt";
        IssuedPaid => "issued, paid", "ausgestellt, bezahlt";
        NothingPaid => "nothing: paid already", "nichts: schon bezahlt";
        ReverseCharge =>
            "reverse charge: the buyer owes it",
            "Reverse Charge: Der Käufer schuldet sie";

        // Audits.
        Right => "right", "richtig";
        Wrong => "WRONG", "FALSCH";
        Newer => "NEWER", "NEUER";
        OwnerWithoutName => "An owner without a name", "Ein Eigentümer ohne Namen";
        NotKnownWithoutLedger =>
            "not known without the whole ledger",
            "ohne das ganze Hauptbuch nicht bekannt";
        NotShown => "not shown", "nicht gezeigt";
    }
}

plain_texts! {
    /// The state of a booking, or of an order that it names.
    pub(crate) enum BookingWord {
        Pays => "pays", "bezahlt Bestellungen";
        PaidNotDelivered => "paid, not delivered", "bezahlt, nicht geliefert";
        OtherAmount => "other amount", "anderer Betrag";
        OtherCurrency => "other currency", "andere Währung";
        OtherAccount => "other account", "anderes Konto";
        NoAccountNamed => "no account named", "kein Konto genannt";
        SeveralTransfers => "several transfers", "mehrere Überweisungen";
        Ambiguous => "ambiguous", "mehrdeutig";
        PaidAgain => "paid again", "noch einmal bezahlt";
        OrderNotTaken => "order not taken", "Bestellung nicht angenommen";
        RestToPayBack => "rest to pay back", "Rest zurückzuzahlen";
        TakenBackDelivered => "reversed after delivery", "nach der Lieferung zurückgebucht";
        TakenBack => "reversed", "zurückgebucht";
        Settled => "settled", "beglichen";
        SettledByHand => "settled by hand", "von Hand beglichen";
        PaidBack => "paid back", "zurückgezahlt";
        SetAside => "set aside", "beiseitegelegt";

        WaitsPaid => "waits, and is paid", "wartet und ist bezahlt";
        WaitsUnpaid =>
            "waits; this booking does not pay it",
            "wartet; diese Buchung bezahlt sie nicht";
        CreditPaid =>
            "delivered on credit, and paid now",
            "auf Rechnung geliefert und jetzt bezahlt";
        CreditUnpaid =>
            "delivered on credit; this booking does not pay it",
            "auf Rechnung geliefert; diese Buchung bezahlt sie nicht";
        NotDeliveredUnpaid =>
            "not delivered; this booking does not pay it",
            "nicht geliefert; diese Buchung bezahlt sie nicht";
        PaidByThis => "paid by this booking", "mit dieser Buchung bezahlt";
        PaidByHand => "paid; you recorded it by hand", "bezahlt; von Ihnen eingetragen";
        PaidAlready => "paid already", "schon bezahlt";
    }
}

plain_texts! {
    /// A part of the form of a table's file.
    pub(crate) enum FormWord {
        Comma => "comma", "Komma";
        Semicolon => "semicolon", "Semikolon";
        Tab => "tab", "Tabulator";
        Bar => "bar", "senkrechter Strich";
        QuotesAroundCells => "double, around cells", "doppelte, um Zellen";
        QuotesAreCharacters =>
            "none: they are characters like any other",
            "keine: Sie sind Zeichen wie alle anderen";
        NoQuotes => "no quotes", "ohne Anführungszeichen";
        DecimalComma => "decimal comma", "Dezimalkomma";
        DecimalPoint => "decimal point", "Dezimalpunkt";
        CommaAsIn => "comma, as in 1.234,5", "Komma, wie in 1.234,5";
        PointAsIn => "point, as in 1234.5", "Punkt, wie in 1234.5";
        NoTrailingSeparators => "without trailing separators", "ohne Trennzeichen am Zeilenende";

        Commas => "commas between thousands (1,234)", "Kommas zwischen Tausendern (1,234)";
        Points => "points between thousands (1.234)", "Punkte zwischen Tausendern (1.234)";
        Spaces => "spaces between thousands (1 234)", "Leerzeichen zwischen Tausendern (1 234)";
        Apostrophes =>
            "apostrophes between thousands (1'234)",
            "Apostrophe zwischen Tausendern (1'234)";
        Lakhs =>
            "commas between lakhs and thousands (12,34,567)",
            "Kommas zwischen Lakhs und Tausendern (12,34,567)";
        AnyWithComma =>
            "points, spaces or apostrophes between thousands (1.234)",
            "Punkte, Leerzeichen oder Apostrophe zwischen Tausendern (1.234)";
        AnyWithPoint =>
            "commas, spaces or apostrophes between thousands (1,234)",
            "Kommas, Leerzeichen oder Apostrophe zwischen Tausendern (1,234)";
        Plus => "a plus (+5)", "ein Plus (+5)";
        Dashes => "dashes as a minus (\u{2212}5)", "Striche als Minus (\u{2212}5)";
        TrailingSigns => "signs after the number (5-)", "Vorzeichen hinter der Zahl (5-)";
        Brackets => "parentheses as a minus ((5))", "Klammern als Minus ((5))";
        Percent => "percent signs (12 % is 12)", "Prozentzeichen (12 % ist 12)";
        LeadingZeros => "leading zeros (007 is 7)", "führende Nullen (007 ist 7)";
    }
}

plain_texts! {
    /// A step of long work.
    pub(crate) enum WorkWord {
        Check => "reading the file through", "die Datei wird durchgelesen";
        Store => "storing its rows", "die Zeilen werden gespeichert";
        Load => "opening the stored table", "die gespeicherte Tabelle wird geöffnet";
        Compute => "computing the attribute", "das Merkmal wird berechnet";
        Query => "waiting for the database", "auf die Datenbank wird gewartet";
        Before => "reading the noise held before", "das bisherige Rauschen wird gelesen";
        Noise => "reading the noise to be sold", "das zu verkaufende Rauschen wird gelesen";
        Verify => "verifying", "es wird geprüft";
        Compare =>
            "comparing with what is published",
            "es wird mit dem Veröffentlichten verglichen";
        Replay => "computing the releases again", "die Freigaben werden neu berechnet";
        Fetch => "fetching and verifying", "es wird abgeholt und geprüft";
        Keep => "comparing and encrypting", "es wird verglichen und verschlüsselt";
        Open => "opening what is held", "der Bestand wird geöffnet";
        Write => "writing the numbers", "die Zahlen werden geschrieben";
        Ledger => "writing the ledger", "das Hauptbuch wird geschrieben";
        Draw => "drawing the copy", "die Kopie wird erzeugt";
        Seal =>
            "reading the response to sell on from",
            "die Antwort, die weiter verkauft wird, wird gelesen";
        Send => "sending to the market", "es wird an den Markt gesendet";
    }
}
