use poundwise_words::plain_texts;

plain_texts! {
    /// A sentence of an answer without values.
    pub(crate) enum Sentence {
        // Outcomes.
        Added => "Added.", "Hinzugefügt.";
        Approved => "Approved.", "Genehmigt.";
        ApprovedBefore =>
            "Approved before: the same delivery is sent again, with the same receipt.",
            "Schon genehmigt: Dieselbe Lieferung wird noch einmal gesendet, mit derselben \
             Quittung.";
        ApprovedByRule => "Approved by rule.", "Nach einer Regel genehmigt.";
        Blocked =>
            "Blocked. No more orders of this key are stored.",
            "Gesperrt. Bestellungen dieses Schlüssels werden nicht mehr gespeichert.";
        Cancelled => "Cancelled.", "Storniert.";
        Changed => "Changed.", "Geändert.";
        Chosen => "Chosen.", "Gewählt.";
        ContactAdded => "A contact.", "Ein Kontakt.";
        ContactRemoved => "No longer a contact.", "Kein Kontakt mehr.";
        CopyMade => "Made a noisier copy.", "Eine stärker verrauschte Kopie ist erstellt.";
        CountsAgain => "It counts again.", "Sie zählt wieder.";
        DealtWith => "Recorded as dealt with.", "Als geklärt vermerkt.";
        CountProposedBlocks =>
            "--blocks auto counts these blocks too.",
            "--blocks auto zählt auch diese Blöcke.";
        Declined => "Declined.", "Abgelehnt.";
        Dismissed => "Dismissed.", "Erledigt.";
        CastUnusable =>
            "Cast the columns that are not usable in a view to an integer, a decimal number with a stated \
             scale, a text or a date, and link the view.",
            "Wandeln Sie die nicht nutzbaren Spalten in einer Sicht in eine ganze Zahl, eine Dezimalzahl \
             mit fester Stellenzahl, einen Text oder ein Datum um, und verknüpfen Sie die Sicht.";
        Imported => "Imported.", "Importiert.";
        Issued => "Issued.", "Ausgestellt.";
        Kept => "Saved.", "Gespeichert.";
        Linked => "Linked. The rows stay in the database.",
            "Verknüpft. Die Zeilen bleiben in der Datenbank.";
        Listed => "Listed.", "Angeboten.";
        ListedAgain =>
            "Listed, and the previous listing is withdrawn.",
            "Angeboten. Das vorige Angebot ist zurückgezogen.";
        Made => "Made.", "Angelegt.";
        NothingChanged => "Nothing was changed.", "Es wurde nichts geändert.";
        Ordered => "Ordered.", "Bestellt.";
        OrderDiscarded =>
            "Discarded. The buyer is not informed.",
            "Verworfen. Der Käufer erfährt nichts.";
        PaidBack => "Recorded as paid back.", "Als zurückgezahlt vermerkt.";
        Paused => "Paused.", "Angehalten.";
        Recorded => "Recorded.", "Eingetragen.";
        Relinked => "The address is changed. Listings and losses are as before.",
            "Die Adresse ist geändert. Angebote und Verluste sind unverändert.";
        Removed => "Removed.", "Entfernt.";
        Repriced =>
            "Repriced, as a new version.",
            "Der Preis ist geändert, in einer neuen Fassung.";
        RuleResumed =>
            "It approves again, beginning with: poundwise rule apply",
            "Sie genehmigt wieder, beginnend mit: poundwise rule apply";
        SameCopy =>
            "The copy made before, byte for byte.",
            "Die schon erstellte Kopie, Byte für Byte.";
        Sealed => "Sealed.", "Versiegelt.";
        SetAside => "Set aside.", "Beiseitegelegt.";
        PaymentRemoved => "The payment is removed.", "Die Zahlung ist entfernt.";
        Unblocked =>
            "No longer blocked. Orders that came meanwhile are not stored. The buyer can order \
             again.",
            "Nicht mehr gesperrt. Bestellungen aus der Zwischenzeit sind nicht gespeichert. Der \
             Käufer kann neu bestellen.";
        Withdrawn => "Withdrawn.", "Zurückgezogen.";

        // Empty lists.
        NoAlarm => "No owner has contradicted itself.", "Kein Eigentümer hat sich widersprochen.";
        NoBanks =>
            "No bank's columns are chosen yet. CAMT files do not need them. Choose them: poundwise \
             bank set --help",
            "Noch sind für keine Bank Spalten gewählt. Dateien in CAMT brauchen keine. Wählen Sie \
             sie so: poundwise bank set --help";
        NoBookingWaits =>
            "No booking waits. Import a statement: poundwise payments import FILE",
            "Keine Buchung wartet. Importieren Sie einen Kontoauszug: poundwise payments import \
             FILE";
        NoCodebooks =>
            "No codebooks yet. Import one: poundwise codebook import NAME FILE",
            "Noch kein Codebuch. Importieren Sie eines: poundwise codebook import NAME FILE";
        NoContacts =>
            "No contacts yet. Add one: poundwise contact add KEY --name NAME",
            "Noch kein Kontakt. Fügen Sie einen hinzu: poundwise contact add KEY --name NAME";
        NoDatasets =>
            "No datasets yet. Import one: poundwise dataset import FILE",
            "Noch kein Datensatz. Importieren Sie einen: poundwise dataset import FILE";
        NoInvoice =>
            "No invoice was issued: poundwise invoice issue RECEIPT",
            "Noch keine Rechnung ausgestellt: poundwise invoice issue RECEIPT";
        NoKeyBlocked => "No key is blocked.", "Es ist kein Schlüssel gesperrt.";
        NoOpenListing => "No listing of it is open.", "Zu ihr ist kein Angebot offen.";
        NoOrderAnswered =>
            "No order has been answered yet.",
            "Noch keine Bestellung ist beantwortet.";
        NoOrderWaits => "No order is waiting.", "Es wartet keine Bestellung.";
        NoOrders =>
            "No orders yet. Look around: poundwise market list",
            "Noch keine Bestellung. Sehen Sie sich um: poundwise market list";
        NoPopulations =>
            "No populations yet. An import makes one: poundwise dataset import FILE --cap EPS",
            "Noch keine Population. Ein Import legt eine an: poundwise dataset import FILE --cap \
             EPS";
        NoReceipts => "No receipts yet.", "Noch keine Quittung.";
        NoRuleFits =>
            "No rule fits an order that is waiting.",
            "Keine Regel passt zu einer wartenden Bestellung.";
        NoRules =>
            "No rules: every order waits for you. Add one: poundwise rule add --help",
            "Keine Regeln: Jede Bestellung wartet auf Sie. Fügen Sie eine hinzu: poundwise rule \
             add --help";
        NothingHeld =>
            "Nothing is held yet. Look around: poundwise market list",
            "Sie haben noch keinen Bestand. Sehen Sie sich um: poundwise market list";
        NothingListed =>
            "Nothing is listed yet. List an attribute: poundwise listing create --help",
            "Noch kein Angebot. Bieten Sie ein Merkmal an: poundwise listing create --help";
        NothingNew => "Nothing new.", "Nichts Neues.";
        NothingOnMarket => "Nothing is on the market yet.", "Auf dem Markt ist noch nichts.";
        NothingOnMarketFits =>
            "No listing matches.",
            "Kein Angebot passt zu Ihrer Suche.";
        NothingOwed => "Nothing is owed.", "Nichts ist offen.";

        // Dry runs.
        NothingAdded =>
            "Nothing was added. At worst:",
            "Es wurde nichts hinzugefügt. Schlimmstenfalls:";
        NothingApprovedYet =>
            "Nothing is approved yet: poundwise payments approve",
            "Noch ist nichts genehmigt: poundwise payments approve";
        NothingErased => "Nothing was erased.", "Es wurde nichts gelöscht.";
        NothingIssued => "Nothing is issued yet.", "Noch ist nichts ausgestellt.";
        NothingListedOfThem =>
            "Nothing is signed or published. Leave out --dry-run to list them.",
            "Nichts ist signiert oder veröffentlicht. Lassen Sie --dry-run weg, um sie anzubieten.";
        NothingListedYet =>
            "Nothing is signed or published. Leave out --dry-run to list it.",
            "Nichts ist signiert oder veröffentlicht. Lassen Sie --dry-run weg, um es anzubieten.";
        NothingRepriced =>
            "Nothing is signed or published. Leave out --dry-run to reprice it.",
            "Nichts ist signiert oder veröffentlicht. Lassen Sie --dry-run weg, um den Preis zu \
             ändern.";
        NothingSigned => "Nothing was signed.", "Es wurde nichts signiert.";

        // Orders and purchases.
        AllOnMarket => "Everything is on the market.", "Alles ist auf dem Markt.";
        ApproveSome =>
            "Each can be approved alone. Approve some of them and decline the others, or raise \
             the cap:",
            "Jede allein lässt sich genehmigen. Genehmigen Sie einige und lehnen Sie die anderen \
             ab, oder erhöhen Sie die Grenze:";
        CollectOnceApproved =>
            "Once the seller approves, fetch the numbers: poundwise collect",
            "Sobald der Verkäufer genehmigt, holen Sie die Zahlen ab: poundwise collect";
        LevelNotAvailable =>
            "The seller states that this level is not available now. Ask before you order it.",
            "Der Verkäufer gibt an, dass diese Stufe derzeit nicht verfügbar ist. Fragen Sie, \
             bevor Sie sie bestellen.";
        MeanNeedsRows =>
            "The interval of the mean needs the number of rows, which the owner does not state. It \
             is shown from your first purchase on, computed from the count that you then hold.",
            "Das Intervall des Mittelwerts braucht die Zeilenzahl, und der Eigentümer gibt sie \
             nicht an. Es wird ab Ihrem ersten Kauf gezeigt, berechnet aus der Anzahl, die Sie \
             dann haben.";
        NoiseInterval =>
            "± is the noise interval (95%): it contains the exact answer on this table. It does \
             not describe people outside the table.",
            "± ist das Rauschintervall (95\u{a0}%): Es enthält die genaue Antwort über diese \
             Tabelle. Menschen außerhalb der Tabelle beschreibt es nicht.";
        OfClampedNumbers =>
            "All figures are of numbers clamped to the bounds of the listing, and of rows in which \
             no variable is missing.",
            "Alle Angaben beziehen sich auf Zahlen, die auf die Schranken des Angebots begrenzt \
             sind, und auf Zeilen, in denen keine Variable fehlt.";
        DeviationsByRows =>
            "Standard deviations have the number of rows as the divisor.",
            "Standardabweichungen haben die Zeilenzahl als Nenner.";
        GroupsAdded =>
            "Figures of several groups together have the noise of all of them.",
            "Angaben über mehrere Gruppen zusammen haben das Rauschen aller dieser Gruppen.";
        BothAreForAPublic =>
            "The noise interval contains the coefficient of this table. Both together are an \
             interval for a wider public of which the table is a sample, if the model holds.",
            "Das Rauschintervall enthält den Koeffizienten dieser Tabelle. Beides zusammen ist ein \
             Intervall für alle, aus denen die Tabelle eine Stichprobe ist, wenn das Modell \
             zutrifft.";
        NoStandardErrors =>
            "There are no standard errors: rows of one person are not independent.",
            "Es gibt keine Standardfehler: Zeilen einer Person sind nicht unabhängig.";
        ChosenAfterwards =>
            "Intervals of models that are chosen after looking at others hold each by itself, not \
             all at once.",
            "Intervalle von Modellen, die nach dem Blick auf andere gewählt werden, gelten jedes \
             für sich, nicht alle zugleich.";
        NoInterval95 =>
            "The residual standard deviation has no noise interval.",
            "Die Standardabweichung der Residuen hat kein Rauschintervall.";
        EvenlySpread =>
            "Within a bin, rows count as evenly spread.",
            "In einer Klasse gelten Zeilen als gleichmäßig verteilt.";
        Pay => "Pay:", "Zu zahlen:";
        PayOnCredit =>
            "Delivered on credit. Pay it if you have not:",
            "Auf Rechnung geliefert. Bezahlen Sie, falls Sie noch nicht bezahlt haben:";
        ReceiptStands =>
            "If the seller has already approved it, the receipt is valid: poundwise collect",
            "Hat der Verkäufer schon genehmigt, gilt die Quittung: poundwise collect";
        RejectedNotStored =>
            "Rejected deliveries are not stored.",
            "Zurückgewiesene Lieferungen sind nicht gespeichert.";
        SeeNumbers =>
            "See the numbers: poundwise holding list",
            "Sehen Sie sich die Zahlen an: poundwise holding list";
        SettledCounts =>
            "These sums are computed from its receipts. A receipt on credit stays on credit, even \
             after it is paid.",
            "Diese Summen sind aus den Quittungen berechnet. Eine Quittung auf Rechnung bleibt \
             hier auf Rechnung, auch wenn sie später bezahlt ist.";
        NeitherTaken =>
            "Neither is accepted, and no document of this owner is stored until you decide. Ask \
             the owner, and show the evidence to others.",
            "Keine von beiden gilt. Bis Sie entscheiden, wird kein Dokument dieses Eigentümers \
             gespeichert. Fragen Sie den Eigentümer, und zeigen Sie anderen die Beweise.";
        NothingStored =>
            "No document of this owner is stored until you decide. Ask the owner, and show the \
             evidence to others: poundwise audit FILE...",
            "Bis Sie entscheiden, wird kein Dokument dieses Eigentümers gespeichert. Fragen Sie \
             den Eigentümer, und zeigen Sie anderen die Beweise: poundwise audit FILE...";

        // Rules.
        AtWorst => "At worst, from now on:", "Schlimmstenfalls, von nun an:";

        // Books.
        AuditorRuns =>
            "The auditor runs: poundwise replay FILE LEDGER BUNDLE...",
            "Der Prüfer startet: poundwise replay FILE LEDGER BUNDLE...";
        BuyersCount =>
            "Received and owed: of all receipts of the buyer, with later payments.",
            "Erhalten und offen: aus allen Quittungen des Käufers, mit späteren Zahlungen.";
        IncomeCounts =>
            "Income: receipts settled as paid, and payments of sales on credit that came later; \
             reversed payments stay in it.",
            "Einnahmen: bezahlte Quittungen und spätere Zahlungen für Verkäufe auf Rechnung. \
             Rückbuchungen sind nicht abgezogen.";
        MonthsCount =>
            "Received: by the day of the payment, for all receipts. Owed: of the receipts of the \
             month (UTC).",
            "Erhalten: nach dem Tag des Eingangs, für alle Quittungen. Offen: aus den Quittungen \
             des Monats (UTC).";
        OpeningReveals =>
            "IT REVEALS THE DATA to anyone who has that key: the numbers without noise, and the \
             noise of every release.",
            "SIE GIBT DIE DATEN PREIS, und zwar jedem, der diesen Schlüssel hat: die Zahlen ohne \
             Rauschen, und das Rauschen jeder Freigabe.";
        OpeningsGranted =>
            "Openings granted, each of which gave exact numbers to an auditor:",
            "Gewährte Öffnungen; jede gab einem Prüfer exakte Zahlen:";

        // Statements and invoices.
        CorrectDays =>
            "Correct the day in these lines, and import the file again.",
            "Berichtigen Sie den Tag in diesen Zeilen, und importieren Sie die Datei noch einmal.";
        DetailsNotSet =>
            "Your details are not set: poundwise invoice setup --help",
            "Ihre Angaben fehlen noch: poundwise invoice setup --help";
        IfInAnotherLine =>
            "If they are in another: poundwise bank columns FILE --header LINE",
            "Wenn sie in einer anderen stehen: poundwise bank columns FILE --header LINE";
        IfLineHasNames =>
            "If a line has names: poundwise bank columns FILE --header LINE",
            "Wenn eine Zeile Namen hat: poundwise bank columns FILE --header LINE";
        ListingNamesNoAccount =>
            "Its listing names no account. If it is your money, approve the order as paid: then \
             this is its payment.",
            "Ihr Angebot nennt kein Konto. Ist es Ihr Geld, genehmigen Sie die Bestellung als \
             bezahlt: Dann ist dies ihre Zahlung.";
        LookAtRows =>
            "Look at these rows in your account: a payment in them is not counted.",
            "Prüfen Sie diese Zeilen auf Ihrem Konto: Eine Zahlung darin zählt nicht.";
        NextUnknown =>
            "The number of the next invoice is not known: poundwise invoice set-next NUMBER",
            "Die Nummer der nächsten Rechnung ist nicht bekannt: poundwise invoice set-next NUMBER";
        NoNames =>
            "No line has names of columns: each column has its number.",
            "Keine Zeile hat Namen von Spalten: Jede Spalte hat ihre Nummer.";
        OpenCounts =>
            "Total: as issued, with VAT. Open: the amount that is still owed for its receipts, by \
             the books of today.",
            "Gesamtbetrag: wie ausgestellt, mit Umsatzsteuer. Offen: der Betrag, der nach den \
             Büchern heute noch für die Quittungen offen ist.";
        PerhapsPaidBack =>
            "It may be paid back already: this home was restored from a backup, and what it \
             recorded since may be missing. Look at the account first.",
            "Vielleicht ist das schon zurückgezahlt: Diese Mappe wurde aus einer Sicherung \
             wiederhergestellt, und spätere Vermerke können fehlen. Sehen Sie erst auf dem Konto \
             nach.";

        // Populations and datasets.
        CannotBeUndone => "It cannot be undone.", "Das lässt sich nicht rückgängig machen.";
        LessProtected =>
            "People who relied on the present cap are protected less than promised. What is sold \
             under the new cap stays sold.",
            "Wer sich auf die jetzige Grenze verlassen hat, ist weniger geschützt als \
             versprochen. Was unter der neuen Grenze verkauft wird, bleibt verkauft.";
        LossAboveCap =>
            "The loss is above the cap: nothing is sold until the cap is raised.",
            "Der Verlust liegt über der Grenze: Verkauft wird erst wieder, wenn die Grenze \
             erhöht ist.";
        NothingAddsToLoss =>
            "No more is sold that adds to the loss.",
            "Es wird nichts mehr verkauft, was den Verlust erhöht.";
        SealingErases =>
            "Sealing erases the table, the numbers and the seeds of the top noise from this home, \
             for good. Afterwards, no opening can be granted to an auditor.",
            "Das Versiegeln löscht die Tabelle, die Zahlen und die Startwerte des obersten \
             Rauschens endgültig aus dieser Mappe. Einem Prüfer lässt sich danach keine Öffnung \
             mehr gewähren.";

        // The home.
        CopiesOpenWithOldPassphrase =>
            "Older copies of the folder still open with the previous passphrase.",
            "Ältere Kopien des Ordners lassen sich weiterhin mit der vorigen Passphrase öffnen.";
        DemoIsGone =>
            "All of it was made in a temporary folder and is gone. To look around in it and go \
             on trading:",
            "Alles lag in einem vorläufigen Ordner und ist wieder gelöscht. Um sich darin \
             umzusehen und weiter zu handeln:";
        GivingUpIsFinal =>
            "This home then never sells again. Its losses are written to the file, and the \
             populations of a new home carry them.",
            "Diese Mappe verkauft von da an nie mehr. Ihre Verluste kommen in die Datei, und die \
             Populationen einer neuen Mappe bringen sie mit.";
        HomeCreated => "Home created.", "Die Mappe ist angelegt.";
        LevelsNotStated =>
            "The available levels are not stated to buyers.",
            "Die verfügbaren Stufen werden den Käufern nicht mitgeteilt.";
        MarketNotCompared =>
            "The market was not compared: `poundwise home show` shows the reason.",
            "Der Markt wurde nicht verglichen: `poundwise home show` nennt den Grund.";
        NewRecoveryKey =>
            "New recovery key, shown this once. Print it or write it down, and keep it away from \
             this computer:",
            "Neuer Wiederherstellungsschlüssel, nur dieses eine Mal gezeigt. Drucken Sie ihn aus \
             oder schreiben Sie ihn auf, und bewahren Sie ihn nicht bei diesem Rechner auf:";
        NoValidMark =>
            "This machine has no valid mark of this home. Confirm it before you sell: poundwise \
             home confirm CODE",
            "Dieser Rechner hat keine gültige Marke dieser Mappe. Bestätigen Sie sie, bevor Sie \
             verkaufen: poundwise home confirm CODE";
        OldKeyOpensCopies =>
            "The previous key no longer opens this home. It still opens older copies of the \
             folder.",
            "Der vorige Schlüssel öffnet diese Mappe nicht mehr. Ältere Kopien des Ordners öffnet \
             er weiterhin.";
        OldKeyStops =>
            "The recovery key that you have kept stops working, and a new one is shown once.",
            "Der bisherige Wiederherstellungsschlüssel gilt dann nicht mehr, und ein neuer wird \
             einmal gezeigt.";
        PaymentMarksMissing =>
            "Marks that a payment was paid back, or recorded later, may be missing. Before you \
             pay one back, look at the account: poundwise payments list",
            "Vermerke, dass eine Zahlung zurückgezahlt oder später eingetragen wurde, können \
             fehlen. Sehen Sie auf dem Konto nach, bevor Sie eine zurückzahlen: poundwise \
             payments list";
        RecoveryKey =>
            "Recovery key, shown this once. Print it or write it down, and keep it away from \
             this computer:",
            "Wiederherstellungsschlüssel, nur dieses eine Mal gezeigt. Drucken Sie ihn aus oder \
             schreiben Sie ihn auf, und bewahren Sie ihn nicht bei diesem Rechner auf:";
        RecoveryKeyOpens =>
            "It opens everything in this home if the passphrase is lost. Tables and releases \
             also open with `age`.",
            "Er öffnet alles in dieser Mappe, wenn die Passphrase verloren ist. Tabellen und \
             Freigaben öffnet auch `age`.";
        RecoveryKeyReads =>
            "Anyone who has it can read the home's data.",
            "Wer ihn hat, kann die Daten der Mappe lesen.";
        SecondHistory =>
            "If the operator of the market hides newer entries, this home signs a second history, \
             and may sell more than a cap allows. An entry of each population records that you \
             accepted this.",
            "Verbirgt der Betreiber des Marktes neuere Einträge, signiert diese Mappe eine zweite \
             Historie und verkauft vielleicht mehr, als eine Grenze erlaubt. Ein Eintrag jeder \
             Population hält fest, dass Sie das akzeptiert haben.";

        // Audits.
        HoldersCopies =>
            "Holders' copies, signed by who made them; the owner did not sign these values",
            "Kopien von Käufern, von ihnen selbst signiert; der Eigentümer hat diese Werte nicht \
             signiert";
        NoAuditCanKnow =>
            "Limits of an audit of these files:",
            "Grenzen einer Prüfung dieser Dateien:";
        ReceivedCounts =>
            "Received: receipts settled as paid. A sale on credit stays on credit here, even after \
             it is paid.",
            "Erhalten: bezahlte Quittungen. Ein Verkauf auf Rechnung bleibt hier auf Rechnung, \
             auch wenn er später bezahlt ist.";

        // Questions on the terminal.
        ArePeopleHere =>
            "Are these people already in one of this home's populations? The populations are:",
            "Gehören diese Menschen schon zu einer Population dieser Mappe? Die Populationen sind:";
        Code => "Code:", "Code:";
        NewPassphrase => "New passphrase:", "Neue Passphrase:";
        MarketSecret =>
            "Secret key or password of the member:",
            "Geheimer Schlüssel oder Passwort des Mitglieds:";
        Passphrase => "Passphrase:", "Passphrase:";
        PassphraseOfNewHome => "Passphrase for the new home:", "Passphrase der neuen Mappe:";
        TheSameAgain => "The same again:", "Noch einmal dieselbe:";
        TypeCap =>
            "Type the cap of their population, or press Enter alone to stop:",
            "Geben Sie die Grenze ihrer Population ein. Die Eingabetaste allein bricht ab:";
        TypeCode =>
            "The market shows no newer entries, but its operator could hide them. Type the code of \
             your last receipt or change. Do not ask the operator.",
            "Auf dem Markt liegen keine neueren Einträge, aber sein Betreiber könnte sie \
             verbergen. Geben Sie den Code Ihrer letzten Quittung oder Änderung ein. Fragen Sie \
             nicht den Betreiber.";
        TypeNumberOrNew =>
            "Type the number of their population, type 'new' if none of these people is in a \
             listed population, or press Enter alone to stop:",
            "Geben Sie die Nummer ihrer Population ein, oder „new“, wenn keiner dieser Menschen zu \
             einer der genannten Populationen gehört. Die Eingabetaste allein bricht ab:";
        TypePersonColumn =>
            "Type the column that names the person, 'different' if every row is another person, or \
             press Enter alone to stop:",
            "Geben Sie die Spalte ein, die die Schutzeinheit nennt, oder „different“, wenn jede \
             Zeile eine andere Einheit ist. Die Eingabetaste allein bricht ab:";
        TypeRowsPerPerson =>
            "How many rows of one person count in a question? Type the number:",
            "Wie viele Zeilen einer Einheit zählen in einer Frage? Geben Sie die Zahl ein:";
        TypeYesOrTypes =>
            "Type yes to import in this form and with these types. Type NAME:number or NAME:text \
             to change a type. To read the file again, type an option of the form without its \
             dashes, such as 'separator comma', 'decimal comma', 'quotes none', 'encoding \
             utf-16le' or 'header 4'. Press Enter alone to stop:",
            "Geben Sie „yes“ ein, um in dieser Form und mit diesen Typen zu importieren. Geben Sie \
             NAME:number oder NAME:text ein, um einen Typ zu ändern. Um die Datei noch einmal zu \
             lesen, geben Sie eine Option der Form ohne ihre Striche ein, etwa „separator comma“, \
             „decimal comma“, „quotes none“, „encoding utf-16le“ oder „header 4“. Die Eingabetaste \
             allein bricht ab:";
        WhatACapIs =>
            "A cap is the highest loss that their population may ever reach. The table below is \
             for a cap that is sold completely. It shows how often someone who knows everything \
             else and guesses from even odds is right: about whether one person is in the data, \
             and about which of two values the person has:",
            "Eine Grenze ist der höchste Verlust, den ihre Population je erreichen darf. Die \
             Tabelle gilt für eine Grenze, die ganz verkauft ist. Sie zeigt, wie oft jemand \
             richtig liegt, der alles andere weiß und bei gleichen Chancen rät: ob eine Person in \
             den Daten ist, und welchen von zwei Werten sie hat:";
    }
}
