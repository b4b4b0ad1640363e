use poundwise_words::{messages, plain_texts};

plain_texts! {
    /// The name of a fact in a step of the story.
    pub(crate) enum FactLabel {
        Key => "key", "Schlüssel";
        Folder => "folder", "Ordner";
        Market => "market", "Markt";
        Columns => "columns", "Spalten";
        Rows => "rows", "Zeilen";
        Unit => "unit", "Einheit";
        Cap => "cap", "Grenze";
        Price => "price", "Preis";
        Accuracy => "accuracy", "Genauigkeit";
        Loss => "loss", "Verlust";
        Receipt => "receipt", "Quittung";
        Number => "number", "Zahl";
        Changed => "changed", "geändert";
        Same => "same", "gleich";
        Instead => "instead", "statt";
        Paid => "paid", "bezahlt";
        Declined => "declined", "abgelehnt";
        Pending => "pending", "ausstehend";
        Ledger => "ledger", "Hauptbuch";
        Bundle => "bundle", "Bündel";
        Income => "income", "Einnahmen";
        Checked => "checked", "geprüft";
        Verdict => "verdict", "Ergebnis";
    }
}

messages! {
    /// Titles and facts of the story.
    pub(crate) enum StoryText {
        // Titles.
        FourHomes { clinic: String, insurance: String, lab: String, weather: String } => {
            en: "{clinic}, {insurance}, {lab} and the {weather} create a home each",
            de: "{clinic}, {insurance}, {lab} und {weather} legen je eine Mappe an",
        }
        Import { clinic: String } => {
            en: "{clinic} imports a table, which never leaves its home",
            de: "{clinic} importiert eine Tabelle, die ihre Mappe nie verlässt",
        }
        Offers { clinic: String } => {
            en: "{clinic} offers three answers by the pound",
            de: "{clinic} bietet drei Antworten pfundweise an",
        }
        Buys { buyer: String, level: String, title: String } => {
            en: "{buyer} buys {level}: {title}",
            de: "{buyer} kauft {level}: {title}",
        }
        TopsUp { buyer: String, level: String } => {
            en: "{buyer} tops up to {level}",
            de: "{buyer} stockt auf {level} auf",
        }
        ComesLater { buyer: String, level: String } => {
            en: "{buyer} comes later and buys {level}",
            de: "{buyer} kommt später und kauft {level}",
        }
        TopsUpToo { buyer: String, level: String } => {
            en: "{buyer} tops up to {level} too",
            de: "{buyer} stockt auch auf {level} auf",
        }
        ClinicBuys { clinic: String, seller: String, level: String, title: String } => {
            en: "{clinic} buys as well, {level} from the {seller}: {title}",
            de: "{clinic} kauft auch selbst, {level} bei {seller}: {title}",
        }
        Unanswered { clinic: String } => {
            en: "{clinic} declines one order and leaves one in its inbox",
            de: "{clinic} lehnt eine Bestellung ab und lässt eine im Eingang",
        }
        Audit => {
            en: "An auditor checks the clinic's ledger and a buyer's bundle, offline, without keys \
                 or data",
            de: "Ein Prüfer prüft das Hauptbuch der Klinik und das Bündel eines Käufers, \
                 offline, ohne Schlüssel und Daten",
        }

        // Facts.
        RowsCount { rows: String } => {
            en: "{rows}; one visit of each patient counts in each question",
            de: "{rows}; in jeder Frage zählt ein Besuch je Patient",
        }
        Cap { cap: String, population: String } => {
            en: "{cap} for the population “{population}”: the highest privacy loss of one patient \
                 over all sales",
            de: "{cap} für die Population „{population}“: der höchste Verlust an Privatheit eines \
                 Patienten über alle Verkäufe",
        }
        AtLevel { price: String, level: String } => {
            en: "{price} at {level}",
            de: "{price} bei {level}",
        }
        ForStep { price: String, from: String, in_all: String } => {
            en: "{price} for the step from {from}, {in_all} in all",
            de: "{price} für den Schritt von {from}, insgesamt {in_all}",
        }
        Before { then: String, now: String } => {
            en: "{then}; before {now}",
            de: "{then}; vorher {now}",
        }
        Loss { before: String, after: String } => {
            en: "{before} to {after}",
            de: "{before}, danach {after}",
        }
        Receipt { number: u64, id: String, payment: String } => {
            en: "number {number}, {id} (paid by {payment})",
            de: "Nummer {number}, {id} (bezahlt mit {payment})",
        }
        AllChanged { changed: u64 } => {
            en: {
                changed;
                1 => "the coordinate since the previous answer",
                _ => "all {changed} coordinates since the previous answer",
            },
            de: {
                changed;
                1 => "die Koordinate seit der vorigen Antwort",
                _ => "alle {changed} Koordinaten seit der vorigen Antwort",
            },
        }
        SomeChanged { changed: u64, all: u64 } => {
            en: "{changed} of {all} coordinates since the previous answer; the others are unchanged",
            de: "{changed} von {all} Koordinaten seit der vorigen Antwort; die anderen sind gleich \
                 geblieben",
        }
        LossUnmoved => {
            en: "the loss stays the same: all buyers together know what the best informed of them \
                 knows",
            de: "der Verlust bleibt gleich: Alle Käufer zusammen wissen, was der am besten \
                 informierte weiß",
        }
        Same { other: String, level: String } => {
            en: "number for number what {other} holds at {level}, after other steps",
            de: "Zahl für Zahl, was {other} bei {level} hat, nach anderen Schritten",
        }
        Instead { loss: String } => {
            en: "of {loss}, the loss of four answers with fresh noise",
            de: "{loss}, dem Verlust von vier Antworten mit neuem Rauschen",
        }
        Paid { paid: String, other: String } => {
            en: "{paid} in all, as {other} did: the steps of a purchase do not change its price",
            de: "insgesamt {paid}, wie {other}: Die Schritte eines Kaufs ändern den Preis nicht",
        }
        DeclinedOrder { buyer: String, title: String, level: String } => {
            en: "{buyer}, {title} at {level}",
            de: "{buyer}, {title} bei {level}",
        }
        Refusal { reason: String } => {
            en: "“{reason}”, signed; no money moved and no answer was given",
            de: "„{reason}“, signiert; es floss kein Geld, und es gab keine Antwort",
        }
        PendingOrder { buyer: String, title: String, level: String, price: String } => {
            en: "{buyer}, {title} at {level}, {price}",
            de: "{buyer}, {title} bei {level}, {price}",
        }
        Ledger { file: String, receipts: u64, size: String } => {
            en: {
                receipts;
                1 => "{file} (1 receipt, {size})",
                _ => "{file} ({receipts} receipts, {size})",
            },
            de: {
                receipts;
                1 => "{file} (1 Quittung, {size})",
                _ => "{file} ({receipts} Quittungen, {size})",
            },
        }
        Checked { comparisons: u64 } => {
            en: {
                comparisons;
                1 => "1 comparison: signatures, links, log, prices, levels, losses, totals, values",
                _ => "{comparisons} comparisons: signatures, links, log, prices, levels, losses, \
                      totals, values",
            },
            de: {
                comparisons;
                1 => "1 Vergleich: Signaturen, Verweise, Protokoll, Preise, Stufen, Verluste, Summen, \
                      Werte",
                _ => "{comparisons} Vergleiche: Signaturen, Verweise, Protokoll, Preise, Stufen, \
                      Verluste, Summen, Werte",
            },
        }
    }
}
