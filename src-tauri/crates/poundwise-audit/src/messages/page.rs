//! Headings, columns and sentences of the page.

use poundwise_documents::finding::SideValue;
use poundwise_documents::units::{Currency, MicroEpsilon, Timestamp};
use poundwise_words::messages;

use super::check::CheckByHand;

messages! {
    /// Headings, columns and sentences of the page.
    pub(crate) enum PageText {
        Audit => {
            en: "Audit",
            de: "Prüfung",
        }
        AuditOf { owner: String } => {
            en: "Audit of {owner}",
            de: "Prüfung der Aufzeichnungen von {owner}",
        }
        AuditOfSeveral { owners: usize } => {
            en: "Audit of {owners} owners",
            de: "Prüfung der Aufzeichnungen von {owners} Eigentümern",
        }
        Made { time: Timestamp, version: &'static str } => {
            en: "Made on {time} by Poundwise {version}.",
            de: "Erstellt am {time} von Poundwise {version}.",
        }
        ChecksMade { made: u64, all: u64 } => {
            en: "{made} of {all} checks were made.",
            de: "{made} von {all} Prüfschritten wurden durchgeführt.",
        }
        More { count: u64 } => {
            en: "and {count} more.",
            de: "und {count} weitere.",
        }
        NoMoney => {
            en: "nothing",
            de: "nichts",
        }

        Files => {
            en: "Files",
            de: "Dateien",
        }
        File => {
            en: "File",
            de: "Datei",
        }
        Kind => {
            en: "Kind",
            de: "Art",
        }
        Owner => {
            en: "Owner",
            de: "Eigentümer",
        }

        Findings => {
            en: "Findings",
            de: "Befunde",
        }
        /// If all findings are documents of a newer version.
        NotChecked => {
            en: "Not checked",
            de: "Nicht geprüft",
        }
        Place => {
            en: "Where",
            de: "Ort",
        }
        Finding => {
            en: "Finding",
            de: "Befund",
        }
        Code => {
            en: "Code",
            de: "Kürzel",
        }

        Checks => {
            en: "Checks",
            de: "Prüfschritte",
        }
        Check => {
            en: "Check",
            de: "Prüfschritt",
        }
        Checked => {
            en: "Checked",
            de: "Geprüft",
        }
        ComparedWith => {
            en: "Compared with",
            de: "Verglichen mit",
        }
        Found => {
            en: "Found",
            de: "Gefunden",
        }

        BooksOf { owner: String } => {
            en: "Books of {owner}",
            de: "Bücher von {owner}",
        }
        BooksArePartial => {
            en: "These books contain only the purchases in the bundles given, not a whole ledger.",
            de: "Diese Bücher enthalten nur die Käufe in den vorgelegten Bündeln, nicht ein ganzes \
                 Hauptbuch.",
        }
        MoneyCounts => {
            en: "Money is the sum of the receipts settled as paid. A receipt on credit stays on \
                 credit here even after it is paid, since no receipt records the payment. Free \
                 receipts count no money; their list price is shown beside them.",
            de: "Geld ist die Summe der Quittungen, die als bezahlt gelten. Ein Verkauf auf \
                 Rechnung bleibt hier auf Rechnung, auch wenn er später bezahlt wird, denn keine \
                 Quittung vermerkt die Zahlung. Kostenlose Quittungen zählen nicht als Geld; ihr \
                 Listenpreis steht daneben.",
        }
        OpeningsGranted { openings: u64 } => {
            en: "Openings granted: {openings}. Each one reveals the data of its question.",
            de: "Gewährte Öffnungen: {openings}. Jede gibt die Daten ihrer Frage preis.",
        }
        Totals => {
            en: "Totals",
            de: "Summen",
        }
        InCurrency { currency: Currency } => {
            en: "in {currency}",
            de: "in {currency}",
        }
        InAll { buyers: u64 } => {
            en: { buyers; 1 => "in all, one buyer", _ => "in all, {buyers} buyers" },
            de: { buyers; 1 => "insgesamt, ein Käufer", _ => "insgesamt, {buyers} Käufer" },
        }
        NotReceived => {
            en: "on credit, not received",
            de: "auf Rechnung, nicht erhalten",
        }
        Free => {
            en: "free, at list price",
            de: "kostenlos, zum Listenpreis",
        }
        IncrementsSold => {
            en: "Increments of ε sold",
            de: "Verkaufte Zuwächse an ε",
        }
        ByQuestion => {
            en: "By question",
            de: "Nach Fragen",
        }
        ByPopulation => {
            en: "By population",
            de: "Nach Populationen",
        }
        ByBuyer => {
            en: "By buyer",
            de: "Nach Käufern",
        }
        Question => {
            en: "Question",
            de: "Frage",
        }
        Questions => {
            en: "Questions",
            de: "Fragen",
        }
        Receipts => {
            en: "Receipts",
            de: "Quittungen",
        }
        Openings => {
            en: "Openings granted",
            de: "Gewährte Öffnungen",
        }
        Buyer => {
            en: "Buyer",
            de: "Käufer",
        }
        Buyers => {
            en: "Buyers",
            de: "Käufer",
        }
        HighestLevel => {
            en: "Highest ε",
            de: "Höchstes ε",
        }
        Ceiling => {
            en: "Ceiling",
            de: "Obergrenze",
        }
        IndependentNoise => {
            en: "With independent noise",
            de: "Mit unabhängigem Rauschen",
        }
        Money => {
            en: "Money",
            de: "Geld",
        }
        OnCredit => {
            en: "On credit",
            de: "Auf Rechnung",
        }
        Population => {
            en: "Population",
            de: "Population",
        }
        Unit => {
            en: "Unit",
            de: "Einheit",
        }
        Carried => {
            en: "Carried",
            de: "Mitgebracht",
        }
        Loss => {
            en: "Loss",
            de: "Verlust",
        }
        CapInForce => {
            en: "Cap in force",
            de: "Geltende Grenze",
        }
        Holdings => {
            en: "Holds",
            de: "Bestand",
        }
        Holding { title: String, level: MicroEpsilon } => {
            en: "{title} at ε {level}",
            de: "{title} bei ε {level}",
        }
        HeldInAll => {
            en: "In all",
            de: "Insgesamt",
        }
        MoreInTables { count: u64 } => {
            en: "and {count} more, in the tables below.",
            de: "und {count} weitere, in den Tabellen darunter.",
        }
        LevelOf { level: SideValue, limit: SideValue } => {
            en: "ε {level} of {limit}",
            de: "ε {level} von {limit}",
        }
        PopulationNamed { population: String } => {
            en: "population {population}",
            de: "Population {population}",
        }
        Income { currency: Currency } => {
            en: "Income of each question, in {currency}",
            de: "Einnahmen je Frage, in {currency}",
        }
        LossAgainstCap => {
            en: "Privacy loss of each population, against its cap",
            de: "Verlust jeder Population und ihre Grenze",
        }
        SoldAgainstCeiling => {
            en: "Highest ε sold of each question, against its ceiling",
            de: "Höchstes verkauftes ε jeder Frage und ihre Obergrenze",
        }

        Copies => {
            en: "Holders' copies",
            de: "Kopien von Käufern",
        }
        AboutCopies => {
            en: "Each holder added noise to the values and signed them. The owner of the data did \
                 not sign these values. Copies of several holders together can reveal as much as \
                 those holders hold.",
            de: "Jeder Käufer hat die Werte stärker verrauscht und signiert. Der Eigentümer der \
                 Daten hat diese Werte nicht signiert. Kopien mehrerer Käufer zusammen können so \
                 viel verraten, wie diese Käufer haben.",
        }
        CopyOf => {
            en: "Of",
            de: "Von",
        }
        Maker => {
            en: "Made by",
            de: "Ersteller",
        }
        Level => {
            en: "Level",
            de: "Stufe",
        }
        Values => {
            en: "Values",
            de: "Werte",
        }
        FromRelease => {
            en: "From release",
            de: "Aus Freigabe",
        }
        InFile { file: String } => {
            en: "in {file}",
            de: "in {file}",
        }
        NotGiven => {
            en: "not given",
            de: "liegt nicht vor",
        }

        Bundles => {
            en: "Bundles given and missing",
            de: "Vorgelegte und fehlende Bündel",
        }
        Given => {
            en: "Given",
            de: "Vorgelegt",
        }
        Missing => {
            en: "Missing",
            de: "Fehlend",
        }
        ReceiptsWithoutBundle => {
            en: "Receipts without a bundle",
            de: "Quittungen ohne Bündel",
        }
        NotKnown => {
            en: "not known",
            de: "nicht bekannt",
        }
        NotKnownWithoutLedger => {
            en: "not known: no whole ledger was given",
            de: "nicht bekannt: Das ganze Hauptbuch liegt nicht vor",
        }

        LawOfNoise => {
            en: "The law of the noise",
            de: "Die Verteilung des Rauschens",
        }
        AboutLaw => {
            en: "A verdict keeps its false-alarm rate only for bundles that were not chosen by \
                 their values.",
            de: "Ein Urteil behält seine Fehlalarmrate nur bei Bündeln, die nicht nach ihren \
                 Werten ausgewählt wurden.",
        }
        From => {
            en: "From",
            de: "Von",
        }
        To => {
            en: "To",
            de: "Bis",
        }
        Unchanged => {
            en: "Unchanged",
            de: "Unverändert",
        }
        ByTheLaw => {
            en: "By the law",
            de: "Nach der Verteilung",
        }
        MorePairs { count: u64 } => {
            en: "and {count} more pairs.",
            de: "und {count} weitere Paare.",
        }
        ChangesCaption => {
            en: "Changes between releases, by size in lattice steps. Bars: the values released. \
                 Line: honest noise.",
            de: "Änderungen von Freigabe zu Freigabe, nach ihrer Größe in Schrittweiten. Balken: \
                 die freigegebenen Werte. Linie: ehrliches Rauschen.",
        }
        ChangesOf { title: String } => {
            en: "{title}: observed and expected changes",
            de: "{title}: beobachtete und erwartete Änderungen",
        }
        ChangeAxis => {
            en: "change in lattice steps",
            de: "Änderung in Schrittweiten",
        }
        AllChanges => {
            en: "all",
            de: "alle",
        }

        Limits => {
            en: "Limits of this audit",
            de: "Grenzen dieser Prüfung",
        }

        Appendix => {
            en: "Each check, and how to repeat it",
            de: "Jeder Prüfschritt und wie man ihn wiederholt",
        }
        Times => {
            en: "Times",
            de: "Anzahl",
        }
        Wrong => {
            en: "Wrong",
            de: "Falsch",
        }
        ByHand { instructions: CheckByHand } => {
            en: "By hand: {instructions}",
            de: "Von Hand: {instructions}",
        }
        FirstOf { shown: u64, all: u64 } => {
            en: "The first {shown} of {all}",
            de: "Die ersten {shown} von {all}",
        }
        OneByOne => {
            en: "One by one",
            de: "Im Einzelnen",
        }
        Outcome => {
            en: "Outcome",
            de: "Ergebnis",
        }
        Agrees => {
            en: "agrees",
            de: "stimmt überein",
        }
    }
}
