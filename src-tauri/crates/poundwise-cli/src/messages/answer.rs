use std::path::PathBuf;

use poundwise_documents::units::{DocumentId, Kid};
use poundwise_words::messages;

messages! {
    /// Texts that several commands show.
    pub(crate) enum SharedText {
        Wrote { file: String, size: String } => {
            en: "Wrote {file} ({size}).",
            de: "{file} ist geschrieben ({size}).",
        }
        WroteAuditable { file: String, size: String } => {
            en: "Wrote {file} ({size}). Anyone can check it: poundwise audit FILE",
            de: "{file} ist geschrieben ({size}). Jeder kann die Datei prüfen: poundwise audit \
                 FILE",
        }
        WroteJournal { file: String, size: String } => {
            en: "Wrote {file} ({size}). To check its sums: hledger -f FILE check",
            de: "{file} ist geschrieben ({size}). Die Summen lassen sich nachrechnen: hledger -f \
                 FILE check",
        }
        WrotePages { pages: usize, folder: PathBuf } => {
            en: "Wrote {pages} pages into {folder}.",
            de: "{pages} Seiten sind in {folder} geschrieben.",
        }
        NameAndKey { name: String, key: Kid } => {
            en: "{name} (key {key})",
            de: "{name} (Schlüssel {key})",
        }
        OfDataset { dataset: String } => {
            en: "dataset {dataset}",
            de: "Datensatz {dataset}",
        }
        Quoted { text: String } => {
            en: "“{text}”",
            de: "„{text}“",
        }
        RemovedNamed { name: String } => {
            en: "Removed “{name}”.",
            de: "„{name}“ ist entfernt.",
        }
        StillWaiting { documents: u64 } => {
            en: {
                documents;
                1 => "1 document is still waiting here. Nothing is lost: run `poundwise deliver` \
                      again when the market can be reached.",
                _ => "{documents} documents are still waiting here. Nothing is lost: run \
                      `poundwise deliver` again when the market can be reached.",
            },
            de: {
                documents;
                1 => "1 Dokument wartet noch hier. Nichts ist verloren: Starten Sie `poundwise \
                      deliver` noch einmal, wenn der Markt erreichbar ist.",
                _ => "{documents} Dokumente warten noch hier. Nichts ist verloren: Starten Sie \
                      `poundwise deliver` noch einmal, wenn der Markt erreichbar ist.",
            },
        }
        UpTo { level: String } => {
            en: "up to {level}",
            de: "bis {level}",
        }
        WithCap { population: String, cap: String } => {
            en: "{population}, cap {cap}",
            de: "{population}, Grenze {cap}",
        }
        WithCapAndCarried { population: String, cap: String, carried: String } => {
            en: "{population}, cap {cap}, carries {carried}",
            de: "{population}, Grenze {cap}, bringt {carried} mit",
        }
    }
}

messages! {
    /// The text and the citation of an answer.
    pub(crate) enum ExportText {
        Heading { title: String, level: String } => {
            en: "{title}, at {level}, with 95% noise intervals:",
            de: "{title}, bei {level}, mit Rauschintervallen (95\u{a0}%):",
        }
        Estimate { label: String, estimate: String, interval: String } => {
            en: "{label}: {estimate} (noise interval {interval})",
            de: "{label}: {estimate} (Rauschintervall {interval})",
        }
        AndMore { more: u64 } => {
            en: "and {more} more",
            de: "und {more} weitere",
        }
        Citation {
            seller: String,
            title: String,
            query: String,
            level: String,
            day: String,
            listing: DocumentId,
            receipt: DocumentId,
            key: Kid,
            version: &'static str,
        } => {
            en: "{seller}: “{title}” ({query}), {level}, {day}. Listing {listing}, receipt \
                 {receipt}, owner\u{2019}s key {key}. Poundwise {version}.",
            de: "{seller}: „{title}“ ({query}), {level}, {day}. Angebot {listing}, Quittung \
                 {receipt}, Schlüssel des Eigentümers {key}. Poundwise {version}.",
        }
    }
}

messages! {
    /// Texts about the home and the demo.
    pub(crate) enum HomeText {
        NothingDamaged { counts: String } => {
            en: "Nothing is damaged: {counts}.",
            de: "Nichts ist beschädigt: {counts}.",
        }
        PassphraseChanged { folder: String } => {
            en: "The passphrase of {folder} is changed. The recovery key stays as it is.",
            de: "Die Passphrase von {folder} ist geändert. Der Wiederherstellungsschlüssel \
                 bleibt, wie er ist.",
        }
        TradesOn { name: String, market: String } => {
            en: "{name} trades on {market} from now on.",
            de: "{name} handelt von nun an auf {market}.",
        }
        YetToReachMarket { objects: u64 } => {
            en: {
                objects;
                1 => "1 signed document has not reached it yet: poundwise deliver",
                _ => "{objects} signed documents have not reached it yet: poundwise deliver",
            },
            de: {
                objects;
                1 => "1 signiertes Dokument hat ihn noch nicht erreicht: poundwise deliver",
                _ => "{objects} signierte Dokumente haben ihn noch nicht erreicht: poundwise \
                      deliver",
            },
        }
        LevelsStated { listings: String } => {
            en: "The available levels are stated to buyers: {listings}.",
            de: "Die verfügbaren Stufen werden den Käufern mitgeteilt: {listings}.",
        }
        Confirmed { entries: String } => {
            en: "Confirmed: this is the newest copy of the home, with {entries} in its ledger.",
            de: "Bestätigt: Dies ist die neueste Kopie der Mappe, mit {entries} im Hauptbuch.",
        }
        IsNewestCopy { entries: String } => {
            en: "This is the newest copy of the home: {entries} in its ledger.",
            de: "Dies ist die neueste Kopie der Mappe: {entries} im Hauptbuch.",
        }
        CaughtUp {
            entries: String,
            receipts: String,
            grants: String,
            population_entries: String,
        } => {
            en: "Caught up: {entries} in the ledger now. Recovered: {receipts}, {grants}, \
                 {population_entries}.",
            de: "Aufgeholt: jetzt {entries} im Hauptbuch. Zurückgeholt: {receipts}, {grants}, \
                 {population_entries}.",
        }
        Counts { level: String } => {
            en: "counts {level}",
            de: "zählt mit {level}",
        }
        PopulationsRecovered { names: String } => {
            en: "Populations recovered: {names}",
            de: "Zurückgeholte Populationen: {names}",
        }
        RulesPaused { rules: String } => {
            en: "Rules paused until you have looked at them: {rules}. Go on with: poundwise rule \
                 resume NUMBER",
            de: "Angehaltene Regeln, bis Sie sie angesehen haben: {rules}. Weiter mit: poundwise \
                 rule resume NUMBER",
        }
        CopiesEnded { questions: u64 } => {
            en: {
                questions;
                1 => "This home makes no new copies of 1 question in its holdings.",
                _ => "This home makes no new copies of {questions} questions in its holdings.",
            },
            de: {
                questions;
                1 => "Von 1 Frage im Bestand erstellt diese Mappe keine neuen Kopien.",
                _ => "Von {questions} Fragen im Bestand erstellt diese Mappe keine neuen Kopien.",
            },
        }
        DeliveredAgain { entries: String } => {
            en: "Delivered again, by entry: {entries}",
            de: "Noch einmal geliefert, nach Eintrag: {entries}",
        }
        SoldNotHere { entries: String } => {
            en: "Sold, but the numbers to deliver are not in this home, by entry: {entries}. To \
                 see the reason, approve such an order again.",
            de: "Verkauft, aber nicht lieferbar, weil die Zahlen nicht in dieser Mappe sind, nach \
                 Eintrag: {entries}. Wenn Sie eine solche Bestellung noch einmal genehmigen, \
                 erfahren Sie den Grund.",
        }
        LossesWritten { file: String } => {
            en: "Written to {file}. Make the populations of the new home with it: poundwise \
                 population create NAME --cap EPS --carried FILE",
            de: "In {file} geschrieben. Legen Sie damit die Populationen der neuen Mappe an: \
                 poundwise population create NAME --cap EPS --carried FILE",
        }
        TypeWord { word: &'static str } => {
            en: "Type {word} to go on:",
            de: "Geben Sie „{word}“ ein, um fortzufahren:",
        }
        DemoIsIn { folder: PathBuf } => {
            en: "Everything is in {folder}. To go on from here:",
            de: "Alles ist in {folder}. Von hier geht es so weiter:",
        }
    }
}

messages! {
    /// Texts about audits.
    pub(crate) enum AuditText {
        ChecksMade { made: u64, all: u64 } => {
            en: "{made} of {all} checks were made.",
            de: "{made} von {all} Prüfschritten wurden durchgeführt.",
        }
        LeftOut { file: String } => {
            en: "{file}: not part of the books: left out.",
            de: "{file}: kein Teil der Bücher, ausgelassen.",
        }
        Subject { name: String, key: Kid } => {
            en: "{name}, key {key}",
            de: "{name}, Schlüssel {key}",
        }
        InFiles { files: String } => {
            en: "in {files}",
            de: "in {files}",
        }
        AndMore { more: u64 } => {
            en: "… and {more} more",
            de: "… und {more} weitere",
        }
        Compared { what: String, against: String } => {
            en: "{what}, against {against}",
            de: "{what} – {against}",
        }
        MissingReceipts { missing: u64, numbers: String } => {
            en: { missing; 1 => "1: receipt {numbers}", _ => "{missing}: receipts {numbers}" },
            de: { missing; 1 => "1: Quittung {numbers}", _ => "{missing}: Quittungen {numbers}" },
        }
        Saved { file: String } => {
            en: "Report saved as {file}",
            de: "Der Bericht ist als {file} gespeichert",
        }

        // Books.
        Books { owner: String, sales: String } => {
            en: "Books of {owner}: {sales}",
            de: "Bücher von {owner}: {sales}",
        }
        BooksOfBundles { owner: String, sales: String } => {
            en: "Books of {owner}, of the bundles alone: {sales}",
            de: "Bücher von {owner}, nur aus den Bündeln: {sales}",
        }
        Received { amounts: String } => {
            en: "{amounts} received",
            de: "{amounts} erhalten",
        }
        OnCredit { amounts: String } => {
            en: "{amounts} on credit",
            de: "{amounts} auf Rechnung",
        }
        FreeInstead { free: u64, amounts: String } => {
            en: "{free} free instead of {amounts}",
            de: "{free} kostenlos statt {amounts}",
        }
        Granted { openings: u64 } => {
            en: { openings; 1 => "1 opening granted", _ => "{openings} openings granted" },
            de: { openings; 1 => "1 Öffnung gewährt", _ => "{openings} Öffnungen gewährt" },
        }
        Population { population: String, questions: String } => {
            en: "population {population} of {questions}",
            de: "Population {population} mit {questions}",
        }
        PopulationCarried { population: String, questions: String, carried: String } => {
            en: "population {population} of {questions}, {carried} of it carried",
            de: "Population {population} mit {questions}, davon {carried} mitgebracht",
        }

        // Noise.
        Noise { titles: String, verdict: String } => {
            en: "Noise of {titles}: {verdict}",
            de: "Rauschen von {titles}: {verdict}",
        }
        Increments { increments: String, pairs: u64 } => {
            en: {
                pairs;
                1 => "{increments} between 1 pair of releases",
                _ => "{increments} between {pairs} pairs of releases",
            },
            de: {
                pairs;
                1 => "{increments} zwischen 1 Paar von Freigaben",
                _ => "{increments} zwischen {pairs} Paaren von Freigaben",
            },
        }
        Unchanged { unchanged: u64, expected: String, low: u64, high: u64, p: String } => {
            en: "{unchanged} unchanged; by the law {expected}, {low} to {high} in 95 of 100 cases \
                 (p {p})",
            de: "{unchanged} unverändert; nach der Verteilung {expected}, {low} bis {high} in 95 \
                 von 100 Fällen (p {p})",
        }
        ChiSquare { statistic: String, degrees: String, p: String } => {
            en: "χ² {statistic} on {degrees} over all sizes of change (p {p})",
            de: "χ² {statistic} bei {degrees} Freiheitsgraden über alle Größen der Änderung (p \
                 {p})",
        }
    }
}

messages! {
    /// Texts about the progress of long work.
    pub(crate) enum WorkText {
        Far { percent: u16, doing: String, done: String, total: String } => {
            en: "{percent} %  {doing}: {done} of {total}",
            de: "{percent} %  {doing}: {done} von {total}",
        }
        Sending { doing: String, done: String, total: String } => {
            en: "{doing}: {done} of {total}",
            de: "{doing}: {done} von {total}",
        }
        FewSeconds => {
            en: "a few seconds left",
            de: "noch einige Sekunden",
        }
        SecondsLeft { seconds: u64 } => {
            en: "about {seconds} s left",
            de: "noch etwa {seconds} s",
        }
        MinutesLeft { minutes: u64 } => {
            en: "about {minutes} min left",
            de: "noch etwa {minutes} min",
        }
        SecondsPassed { doing: String, seconds: u64 } => {
            en: "{doing}, for {seconds} s",
            de: "{doing}, seit {seconds} s",
        }
        MinutesPassed { doing: String, minutes: u64 } => {
            en: "{doing}, for {minutes} min",
            de: "{doing}, seit {minutes} min",
        }
    }
}
