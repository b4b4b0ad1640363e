//! German words of a report.

use poundwise_documents::Language;
use poundwise_documents::finding::{CheckId, Code, SidePhrase};
use poundwise_documents::kinds::Adjacency;

use super::{
    Appendix, BooksWords, Bundles, BundlesTable, CheckWords, Checks, Copies, Counted, Details,
    Files, Findings, Found, Gaps, Headline, Law, NoiseWords, Page, Sides, Words,
};
use crate::report::{FileKind, LimitCode, Needed};

const COMPARISONS: Counted = Counted {
    one: "{0} Vergleich",
    many: "{0} Vergleiche",
};

pub(crate) const WORDS: Words = Words {
    language: Language::German,
    check,
    compared,
    finding: |code| Some(finding(code)),
    limit,
    details: Details {
        log_unreadable: "Das Protokoll unter {0} war nicht zu lesen.",
        log_without_key: "Ob das Protokoll unter {0} von seinem Eigentümer ist: Kein Dokument mit \
                          seinem Schlüssel liegt vor.",
        unpublished: Counted {
            one: "Ob der letzte Eintrag von {1} noch veröffentlicht wird: Das Protokoll unter {2} \
                  hat {3}.",
            many: "Ob die letzten {0} Einträge von {1} noch veröffentlicht werden: Das Protokoll \
                   unter {2} hat {3}.",
        },
        not_replayed: Counted {
            one: "Ob ein weiterer Verkauf von „{1}“ so geliefert wurde, wie der Rauschpfad es \
                  verlangt: Sein Bündel liegt nicht vor ({2}).",
            many: "Ob {0} weitere Verkäufe von „{1}“ so geliefert wurden, wie der Rauschpfad es \
                   verlangt: Ihre Bündel liegen nicht vor ({2}).",
        },
        sale: "Quittung {0} bei {1}",
        more_sales: " und {0} weitere",
    },
    sides: Some(Sides {
        phrase: side,
        adjacency,
        entries: Counted {
            one: "{0} Eintrag",
            many: "{0} Einträge",
        },
        rows: Counted {
            one: "{0} Zeile",
            many: "{0} Zeilen",
        },
        labels: Counted {
            one: "{0} Bezeichnung",
            many: "{0} Bezeichnungen",
        },
        values: Counted {
            one: "{0} Wert",
            many: "{0} Werte",
        },
        increments: Counted {
            one: "{0} Zuwachs",
            many: "{0} Zuwächse",
        },
        hashes: Counted {
            one: "{0} Hash",
            many: "{0} Hashes",
        },
        found: "Gefunden: {0}. Verglichen mit: {1}.",
    }),
    unit,
    needed,
    file_kind,
    found: Found {
        nothing: "in diesen Dateien nichts zu prüfen",
        right: "{0}, alles richtig",
        wrong: "{0} falsch, {1}",
        replayed: "{0} neu berechnet, alle gleich, Bit für Bit",
        lacks: "{0}; dazu fehlt: {1}",
        and: " und ",
    },
    headline: Headline {
        numbers: &[],
        wrong: Counted {
            one: "Etwas stimmt nicht.",
            many: "{0} Dinge stimmen nicht.",
        },
        newer: Counted {
            one: "{0} Dokument stammt von einer neueren Version von Poundwise. Darum konnte nicht \
                  alles geprüft werden. Aktualisieren Sie Poundwise und wiederholen Sie die \
                  Prüfung.",
            many: "{0} Dokumente stammen von einer neueren Version von Poundwise. Darum konnte \
                   nicht alles geprüft werden. Aktualisieren Sie Poundwise und wiederholen Sie \
                   die Prüfung.",
        },
        nothing: "Nichts konnte geprüft werden.",
        signatures: "Die Signaturen stimmen.",
        log: "Signaturen und Protokoll stimmen.",
        copies: Counted {
            one: "Eine Kopie eines Käufers stimmt: von ihm signiert; der Eigentümer hat ihre \
                  Werte nicht signiert.",
            many: "{0} Kopien von Käufern stimmen: von ihnen signiert; kein Eigentümer hat ihre \
                   Werte signiert.",
        },
        purchases: Counted {
            one: "{0} Kauf stimmt: signiert, im Protokoll und zum Preis des Tarifs.",
            many: "{0} Käufe stimmen: signiert, im Protokoll und zum Preis des Tarifs.",
        },
        receipts: Counted {
            one: "{0} Quittung stimmt: {1}, ε und Geld gehen auf.",
            many: "{0} Quittungen stimmen: {1}, ε und Geld gehen auf.",
        },
        everything: Counted {
            one: "Alles stimmt: {0} Quittung, {1}, ε und Geld gehen auf.",
            many: "Alles stimmt: {0} Quittungen, {1}, ε und Geld gehen auf.",
        },
        logs: Counted {
            one: "ein lückenloses Protokoll",
            many: "{0} lückenlose Protokolle",
        },
    },
    gaps: Gaps {
        sales: Counted {
            one: "Verkäufe wurden nicht geprüft: Fügen Sie ein Hauptbuch hinzu.",
            many: "Verkäufe von {0} Eigentümern wurden nicht geprüft: Fügen Sie ihre Hauptbücher \
                   hinzu.",
        },
        other_sales: Counted {
            one: "Andere Verkäufe wurden nicht geprüft: Fügen Sie ein Hauptbuch hinzu.",
            many: "Andere Verkäufe von {0} Eigentümern wurden nicht geprüft: Fügen Sie ihre \
                   Hauptbücher hinzu.",
        },
        deliveries: "Lieferungen wurden nicht geprüft: Fügen Sie die Bündel hinzu.",
        some_deliveries: Counted {
            one: "{0} von {1} wurde nicht geprüft: Fügen Sie die Bündel hinzu.",
            many: "{0} von {1} wurden nicht geprüft: Fügen Sie die Bündel hinzu.",
        },
        delivery: Counted {
            one: "{0} Lieferung",
            many: "{0} Lieferungen",
        },
        copies: Counted {
            one: "{0} Kopie wurde nicht mit ihrer Freigabe verglichen: Fügen Sie deren Bündel \
                  hinzu.",
            many: "{0} Kopien wurden nicht mit ihren Freigaben verglichen: Fügen Sie deren \
                   Bündel hinzu.",
        },
        history: Counted {
            one: "Ob alle dasselbe Protokoll sehen, wurde nicht geprüft: Fügen Sie einen \
                  Prüfpunkt hinzu, den jemand anderes aufbewahrt hat.",
            many: "Ob alle dasselbe Protokoll sehen, wurde bei {0} Eigentümern nicht geprüft: \
                   Fügen Sie Prüfpunkte hinzu, die jemand anderes aufbewahrt hat.",
        },
        values: "Die Werte wurden nicht neu berechnet: Fügen Sie eine Öffnung hinzu.",
        some_values: Counted {
            one: "Nur {0} Freigabe wurde neu berechnet: Fügen Sie eine Öffnung der anderen hinzu.",
            many: "Nur {0} Freigaben wurden neu berechnet: Fügen Sie eine Öffnung der anderen \
                   hinzu.",
        },
    },
    bundles: Bundles {
        given: Counted {
            one: "{0} Bündel liegt vor",
            many: "{0} Bündel liegen vor",
        },
        unknown: "„{0}“: {1}; ohne das ganze Hauptbuch ist nicht bekannt, welche fehlen.",
        missing: Counted {
            one: "„{1}“: {2}; {0} fehlt, zu Quittung Nr. {3}{4}.",
            many: "„{1}“: {2}; {0} fehlen, zu den Quittungen Nr. {3}{4}.",
        },
        more: " und {0} weiteren",
    },
    noise: NoiseWords {
        too_few: "zu wenige Werte, um es zu sagen",
        no_pairs: "zu wenige Werte, um es zu sagen: keine zwei Freigaben eines Angebots auf \
                   verschiedenen Stufen vorgelegt",
        consistent: "mit ehrlichem Rauschen vereinbar",
        not_consistent: "mit ehrlichem Rauschen nicht vereinbar",
        of_all: "{0}, in allen Bündeln des Hauptbuchs",
        of_some: "{0}, in den vorgelegten Bündeln; welche fehlen, ist nicht bekannt",
        if_not_chosen: "{0}, in den vorgelegten Bündeln, wenn sie nicht nach ihren Werten \
                        ausgewählt sind. {1}",
        test: Counted {
            one: "{1}: {2}. Zuwächse: {3}; Paare von Freigaben: {0}; unverändert: {4} (erwartet: \
                  {5}).",
            many: "{1}: {2}. Zuwächse: {3}; Paare von Freigaben: {0}; unverändert: {4} (erwartet: \
                   {5}).",
        },
    },
    page: Page {
        audit: "Prüfung",
        audit_of_one: "Prüfung der Aufzeichnungen von {0}",
        audit_of_several: "Prüfung der Aufzeichnungen von {0} Eigentümern",
        made: "Erstellt am {0} von Poundwise {1}.",
        checks_made: "{0} von {1} Prüfungen wurden durchgeführt.",
        more: "und {0} weitere.",
        line: ", Zeile {0}",
        entry: ", Eintrag Nr. {0}",
        listing_beside: "{0} (ein Angebot seines Eigentümers)",
        nothing: "nichts",
        millionths: "{0} Millionstel",
        billionths: "{0} Milliardstel",
        files: Files {
            heading: "Dateien",
            file: "Datei",
            kind: "Art",
            owner: "Eigentümer",
        },
        findings: Findings {
            heading: "Was nicht stimmt",
            newer: "Nicht geprüft",
            place: "Ort",
            what: "Befund",
            code: "Kürzel",
        },
        checks: Checks {
            heading: "Prüfungen",
            check: "Prüfung",
            what: "Was",
            against: "Verglichen mit",
            found: "Gefunden",
        },
        books: BooksWords {
            heading: "Bücher von {0}",
            partial: "Nur aus einzelnen Bündeln: Andere Verkäufe erscheinen hier nicht.",
            money_counts: "Geld: Quittungen, die als bezahlt gelten. Ein Verkauf auf Rechnung \
                           bleibt hier auf Rechnung, auch wenn er bezahlt ist: Das steht in \
                           keiner Quittung. Kostenloses bringt kein Geld; wie viel es sonst \
                           gekostet hätte, steht dabei.",
            openings_granted: "Gewährte Öffnungen, deren jede die Daten ihrer Frage preisgibt: \
                               {0}.",
            totals: "Summen",
            in_currency: "in {0}",
            in_all: Counted {
                one: "insgesamt, ein Käufer",
                many: "insgesamt, {0} Käufer",
            },
            not_received: "auf Rechnung, nicht erhalten",
            free: "kostenlos, statt",
            sold: "Verkaufte Zuwächse an ε",
            by_question: "Nach Fragen",
            by_population: "Nach Populationen",
            by_buyer: "Nach Käufern",
            question: "Frage",
            questions: "Fragen",
            receipts: "Quittungen",
            openings: "Gewährte Öffnungen",
            buyer: "Käufer",
            buyers: "Käufer",
            highest: "Höchstes ε",
            ceiling: "Obergrenze",
            independent: "Mit unabhängigem Rauschen",
            money: "Geld",
            credit: "Auf Rechnung",
            population: "Population",
            unit: "Einheit",
            carried: "Mitgebracht",
            loss: "Verlust",
            cap: "Geltende Grenze",
            holds: "Bestand",
            held: "{0} bei {1}",
            held_in_all: "Insgesamt",
            more_bars: "und {0} weitere, in den Tabellen darunter.",
            level_of: "{0} von {1}",
            population_named: "Population {0}",
            income: "Einnahmen je Frage, in {0}",
            loss_against_cap: "Verlust jeder Population und ihre Grenze",
            sold_against_ceiling: "Höchstes verkauftes ε jeder Frage und ihre Obergrenze",
        },
        copies: Copies {
            heading: "Kopien von Käufern",
            about: "Von einem Käufer stärker verrauscht und signiert. Der Eigentümer der Daten \
                    hat diese Werte nicht signiert. Kopien mehrerer Käufer zusammen können bis \
                    zu dem verraten, was diese Käufer halten.",
            of: "Von",
            made_by: "Ersteller",
            level: "Stufe",
            values: "Werte",
            release: "Aus Freigabe",
            shown_in: "in {0}",
            not_shown: "liegt nicht vor",
        },
        bundles: BundlesTable {
            heading: "Vorgelegte und fehlende Bündel",
            given: "Vorgelegt",
            missing: "Fehlend",
            receipts: "Quittungen ohne Bündel",
            unknown: "nicht bekannt",
            unknown_why: "nicht bekannt: Das ganze Hauptbuch liegt nicht vor",
        },
        law: Law {
            heading: "Das Gesetz des Rauschens",
            about: "Ein Urteil behält seine Fehlalarmrate nur bei Bündeln, die nicht nach ihren \
                    Werten ausgewählt wurden.",
            counted: Counted {
                one: "Zuwächse zwischen einem Paar von Freigaben auf aufeinander folgenden \
                      Stufen: {1}. Davon sind 0: {2}; bei ehrlichem Rauschen sind es {3}, in 95 \
                      von 100 Fällen {4} bis {5}.",
                many: "Zuwächse zwischen {0} Paaren von Freigaben auf aufeinander folgenden \
                       Stufen: {1}. Davon sind 0: {2}; bei ehrlichem Rauschen sind es {3}, in 95 \
                       von 100 Fällen {4} bis {5}.",
            },
            too_few: "Es sind zu wenige, um ihre Größen zu unterscheiden; für die Zahl der \
                      unveränderten ist p = {0}.",
            outcome: "Über alle Größen der Änderung ist χ² = {0} bei {1} Freiheitsgraden, p = \
                      {2}; für die Zahl der unveränderten ist p = {3}. Unter {4} gilt das \
                      Rauschen als nicht ehrlich, was bei ehrlichem Rauschen in weniger als 1 \
                      von {5} Prüfungen vorkommt.",
            from: "Von",
            to: "Bis",
            values: "Werte",
            unchanged: "Unverändert",
            by_the_law: "Nach dem Gesetz",
            more_pairs: "und {0} weitere Paare.",
            caption: "Änderungen von Freigabe zu Freigabe, nach ihrer Größe in Gitterschritten: \
                      Balken für das, was freigegeben wurde, die Linie für das, was ehrliches \
                      Rauschen ergibt",
            figure: "{0}: beobachtete und erwartete Änderungen",
            axis: "Änderung in Gitterschritten",
            all: "alle",
        },
        limits: "Was diese Prüfung nicht wissen kann",
        appendix: Appendix {
            heading: "Jede Prüfung, und wie man sie wiederholt",
            looked_at: "Betrachtet",
            compared_with: "Verglichen mit",
            times: "Anzahl",
            wrong: "Falsch",
            by_hand: "Von Hand: {0}",
            first_of: "Die ersten {0} von {1}",
            one_by_one: "Im Einzelnen",
            outcome: "Ergebnis",
            agrees: "stimmt überein",
        },
    },
};

/// Returns a kind of file as the object of a sentence.
const fn needed(kind: Needed) -> &'static str {
    match kind {
        Needed::Ledger => "ein Hauptbuch",
        Needed::Bundles => "Bündel",
        Needed::Checkpoint => "ein Prüfpunkt, den jemand anderes aufbewahrt hat",
        Needed::Opening => "eine Öffnung",
    }
}

const fn file_kind(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Ledger => "Hauptbuch",
        FileKind::Bundle => "Bündel",
        FileKind::Copy => "Kopie eines Käufers",
        FileKind::Checkpoint => "Prüfpunkt",
        FileKind::Document => "Dokument",
        FileKind::Unknown => "nicht lesbar",
        FileKind::LeftOut => "kein Teil der Bücher: ausgelassen",
    }
}

/// Returns the words of a check.
const fn check(id: CheckId) -> CheckWords {
    match id {
        CheckId::Files => CheckWords {
            title: "Dateien",
            what: "die Form jeder Datei, Byte für Byte",
            against: "die Formate von Hauptbuch, Bündel, Kopie, Prüfpunkt und Dokument",
            made: Counted {
                one: "{0} Datei",
                many: "{0} Dateien",
            },
            by_hand: "Ein Hauptbuch ist Text: der Prüfpunkt, eine leere Zeile, dann ein Dokument \
             je Zeile. `unzip -l` zeigt, was in einem Bündel (sieben Dateien) oder einer Kopie \
             (drei) liegt.",
        },
        CheckId::Signatures => CheckWords {
            title: "Signaturen",
            what: "Signatur und Unterzeichner jedes Dokuments und Prüfpunkts",
            against: "die Schlüssel, die die Dokumente tragen und nennen",
            made: COMPARISONS,
            by_hand: "Jede Zeile eines Hauptbuchs und jede .jws-Datei eines Bündels ist eine JWS \
             (RFC 7515, EdDSA): Jede JOSE-Bibliothek prüft sie mit dem Schlüssel, der in der \
             Nutzlast steht. Die Kennung des Schlüssels ist sein Fingerabdruck (RFC 7638). Ein \
             Prüfpunkt ist eine signierte Notiz (C2SP): der Text bis zur leeren Zeile, mit \
             demselben Schlüssel geprüft, etwa mit `openssl pkeyutl -verify -rawin`.",
        },
        CheckId::Documents => CheckWords {
            title: "Dokumente und Verweise",
            what: "Arten, Kennungen, und welches Dokument welches nennt",
            against: "die Dokumente selbst",
            made: Counted {
                one: "{0} Verweis",
                many: "{0} Verweise",
            },
            by_hand: "Die Kennung eines Dokuments ist der SHA-256 seiner Zeile ohne Zeilenende, \
             in base64url: `printf %s \"$line\" | openssl dgst -sha256 -binary | basenc \
             --base64url`, ohne das `=` am Ende. Lesen Sie die Nutzlasten (der zweite der drei \
             Teile, in base64url), und vergleichen Sie die Kennungen, die sie nennen.",
        },
        CheckId::Orders => CheckWords {
            title: "Bestellungen",
            what: "dass jeder Verkauf seine eigene Bestellung hat, vom Käufer signiert",
            against: "die Quittungen",
            made: COMPARISONS,
            by_hand: "Im Hauptbuch steht vor jeder Quittung ihre Bestellung. Lesen Sie beide \
             Nutzlasten: Die Quittung nennt die Kennung der Bestellung, ihr Käufer ist der \
             Schlüssel, der die Bestellung signiert hat, und keine Kennung einer Bestellung kommt \
             zweimal vor.",
        },
        CheckId::Log => CheckWords {
            title: "Protokoll",
            what: "der Baum über alle Einträge, neu berechnet",
            against: "Größe und Wurzel im signierten Prüfpunkt",
            made: COMPARISONS,
            by_hand: "RFC 6962: Ein Blatt ist der SHA-256 eines Null-Bytes und der 32 Bytes des \
             SHA-256 der Zeile eines Eintrags (Quittung, Gewährung, Population oder Grenze); ein Knoten ist \
             der SHA-256 eines Eins-Bytes und seiner beiden Kinder. Die Wurzel über alle Einträge \
             in ihrer Reihenfolge ist die dritte Zeile des Prüfpunkts, in base64; ihre Anzahl ist \
             die zweite.",
        },
        CheckId::Inclusion => CheckWords {
            title: "Enthaltensein",
            what: "jeder einzeln vorgelegte Eintrag",
            against: "das Protokoll, in dem er stehen muss, nach Beweis und Hauptbuch",
            made: COMPARISONS,
            by_hand: "Im Bündel enthält die Datei `inclusion` den Prüfpfad (RFC 6962, Abschnitt \
             2.1.1): Verrechnen Sie das Blatt der Quittung mit seinen Hashes nach oben, und \
             vergleichen Sie das Ergebnis mit der Wurzel im Prüfpunkt des Bündels. Gegen ein \
             Hauptbuch: Die Zeile des Eintrags ist die mit seiner Nummer.",
        },
        CheckId::Consistency => CheckWords {
            title: "Eine Geschichte",
            what: "alle Prüfpunkte eines Eigentümers",
            against: "einander: Der frühere muss der Anfang des späteren sein",
            made: Counted {
                one: "{0} Paar",
                many: "{0} Paare",
            },
            by_hand: "Berechnen Sie die Wurzel über so viele der ersten Einträge des längsten \
             Protokolls, wie der frühere Prüfpunkt zählt: Es ist die Wurzel jenes Prüfpunkts, \
             oder der Eigentümer hat zwei Geschichten signiert.",
        },
        CheckId::Prices => CheckWords {
            title: "Preise",
            what: "der Preis in Bestellung und Quittung",
            against: "der Tarif des Angebots für den Zuwachs",
            made: COMPARISONS,
            by_hand: "Lesen Sie Angebot, Bestellung und Quittung. Die Stützpunkte des Tarifs \
             geben den Preis einer Stufe, dazwischen gerade Linien, jeweils kaufmännisch auf die \
             kleinste Einheit der Währung gerundet; der Preis eines Verkaufs ist der seiner \
             oberen Stufe weniger der seiner unteren.",
        },
        CheckId::Levels => CheckWords {
            title: "Stufen",
            what: "das ε vor und nach jedem Verkauf, und jeder Kopie",
            against: "was der Käufer hatte, die Obergrenze und der kleinste Schritt; bei einer \
             Kopie: unter ihrer Freigabe",
            made: COMPARISONS,
            by_hand: "Folgen Sie einem Käufer durch die Quittungen einer Frage (alle Angebote mit \
             derselben Festlegung auf Startwerte): Jeder Verkauf beginnt, wo der vorige endete, \
             endet höher, um ein Vielfaches des kleinsten Schritts, und nicht über der \
             Obergrenze.",
        },
        CheckId::Losses => CheckWords {
            title: "Verlust an Privatheit",
            what: "der Verlust von Frage und Population in jeder Quittung, und jede genannte \
             Grenze",
            against: "die höchsten verkauften oder angenommenen Stufen, neu zusammengezählt, und \
             die geltende Grenze",
            made: COMPARISONS,
            by_hand: "Gehen Sie die Quittungen der Reihe nach durch, und behalten Sie die höchste \
             Stufe jeder Frage (alle Angebote mit derselben Festlegung auf Startwerte), verkauft \
             oder von einem Eintrag angenommen: Das ist ihr Verlust. Der einer Population ist der \
             mitgebrachte Verlust und die Summe über alle Fragen, die je ein Angebot zu ihr \
             gestellt hat. Eine Vereinigung erhöht den mitgebrachten Verlust der anderen \
             Population um den, den sie nennt. Vergleichen Sie beide mit dem, was jede Quittung \
             angibt, und mit der Grenze der Population: der des ersten Angebots, dann der jedes \
             Eintrags; und mit der des Angebots, aus dem verkauft wurde.",
        },
        CheckId::Totals => CheckWords {
            title: "Summen",
            what: "Nummer, Kette, Anzahlen und laufende Summen jedes Eintrags",
            against: "die Einträge davor, neu gezählt und zusammengezählt",
            made: COMPARISONS,
            by_hand: "Gehen Sie die Einträge der Reihe nach durch: `sequence` zählt von 0 \
             aufwärts (das ist Eintrag Nr. 1 der Berichte), und jeder nennt die Kennung des \
             vorigen. Die Summe einer Quittung ist die der vorigen Quittung und, wenn sie bezahlt \
             ist, ihr eigener Preis, je Währung; ihre Anzahlen sind die der bisherigen Quittungen \
             und Gewährungen.",
        },
        CheckId::Releases => CheckWords {
            title: "Freigaben",
            what: "die Wertedatei: Zahlen, Zeilen, Bezeichnungen, Änderungsmarken",
            against: "die signierte Freigabe oder Kopie, das Angebot und die Freigabe davor",
            made: COMPARISONS,
            by_hand: "Öffnen Sie die Parquet-Datei mit beliebiger Software. Der SHA-256 der \
             Zeilenzahl und dann jedes Werts, je 8 Bytes, das niederwertigste zuerst, ist, was \
             release.jws angibt; Zeilen und Bezeichnungen sind die des Angebots, und `changed` \
             ist genau da wahr, wo die Werte von denen der Freigabe davor abweichen.",
        },
        CheckId::Times => CheckWords {
            title: "Zeiten",
            what: "die Zeiten des Eigentümers, von Dokument zu Dokument",
            against: "deren Reihenfolge",
            made: COMPARISONS,
            by_hand: "Lesen Sie die Nutzlasten: `issued_at` fällt nie von einem Eintrag zum \
             nächsten, auch nicht von einem Angebot zu seinen Verkäufen.",
        },
        CheckId::Withdrawals => CheckWords {
            title: "Rücknahmen",
            what: "jeder Verkauf eines zurückgezogenen Angebots",
            against: "die Zeit der Rücknahme",
            made: COMPARISONS,
            by_hand: "Lesen Sie jede Rücknahme: Keine Quittung für ihr Angebot hat ein späteres \
             `issued_at`.",
        },
        CheckId::Noise => CheckWords {
            title: "Gesetz des Rauschens",
            what: "wie sich die Werte von Freigabe zu Freigabe ändern",
            against: "das Gesetz, nach dem ehrliches Rauschen sich ändert",
            made: Counted {
                one: "{0} Test",
                many: "{0} Tests",
            },
            by_hand: "Nehmen Sie zwei Freigaben einer Frage auf verschiedenen Stufen, und ziehen \
             Sie die Werte Zeile für Zeile voneinander ab. Zählen Sie, wie viele Unterschiede 0 \
             sind und wie viele in jede Größenklasse fallen; vergleichen Sie mit dem Gesetz: 0 \
             mit Wahrscheinlichkeit p + (1-p)(1-a)/(1+a), wobei a = exp(-ε1/D), b = exp(-ε2/D) \
             und p = (b/a)((1-a)/(1-b))²; sonst von der Größe k mit Wahrscheinlichkeit im \
             Verhältnis zu a^k, mit beiden Vorzeichen. Nehmen Sie alle Bündel der Frage: Für \
             Bündel, die nach ihren Werten ausgewählt wurden, gilt das Gesetz nicht.",
        },
        CheckId::Replay => CheckWords {
            title: "Wiederholung",
            what: "jede Freigabe eines geöffneten Angebots, neu berechnet aus Startwerten und \
             Daten",
            against: "die gelieferten Freigaben, Bit für Bit",
            made: Counted {
                one: "{0} Freigabe",
                many: "{0} Freigaben",
            },
            by_hand: "Entschlüsseln Sie die Öffnung mit `age`. Der SHA-256 ihrer Salze, \
             Startwerte und Daten sind die beiden Festlegungen des Angebots. Das Rauschen jeder \
             Koordinate folgt allein aus den Startwerten (ChaCha20, in der Wortfolge, die das \
             Angebot nennt); Daten und Rauschen zusammen sind die Werte der Freigabe.",
        },
    }
}

/// Returns both sides of the comparison that fails with `code`.
const fn compared(code: Code) -> [&'static str; 2] {
    match code {
        Code::NotRecognised => [
            "die ersten Bytes der Datei",
            "die Arten von Dateien, die es gibt",
        ],
        Code::Unreadable => ["die Datei", "ihr eigenes Ende"],
        Code::LedgerMalformed => ["jede Zeile des Hauptbuchs", "das Format des Hauptbuchs"],
        Code::BundleMalformed => ["die Bytes des Bündels", "die eine Form, die ein Bündel hat"],
        Code::CopyMalformed => ["die Bytes der Kopie", "die eine Form, die eine Kopie hat"],
        Code::DocumentRefused => [
            "Form, Kopf, Nutzlast und Signatur des Dokuments",
            "der Schlüssel in seiner Nutzlast",
        ],
        Code::NewerVersion => [
            "Art, Version und Begriffe des Dokuments",
            "was diese Version von Poundwise kennt",
        ],
        Code::CheckpointRefused => [
            "die Signatur des Prüfpunkts",
            "der Schlüssel seines Eigentümers",
        ],
        Code::SignerNotOwner => ["wer das Dokument signiert hat", "der Eigentümer"],
        Code::UnexpectedKind => ["die Art des Dokuments", "die Arten, die dort hingehören"],
        Code::DoubleDocument => ["die Kennung des Dokuments", "die Kennungen davor"],
        Code::UnknownListing => ["das genannte Angebot", "die zuvor gezeigten Angebote"],
        Code::WrongListing => ["das genannte Angebot", "das verkaufte Angebot"],
        Code::WrongOrder => ["die genannte Bestellung", "die gezeigte Bestellung"],
        Code::WrongRelease => [
            "die von der Quittung genannte Freigabe",
            "die gezeigte Freigabe",
        ],
        Code::WrongVersion => [
            "die neue Fassung des Angebots",
            "die Fassung, die sie ersetzt",
        ],
        Code::UnequalData => [
            "die Festlegung des Angebots auf seine Daten",
            "die des Angebots mit denselben Startwerten",
        ],
        Code::UnequalQuestions => [
            "die Frage, die das Angebot stellt",
            "die des Angebots mit denselben Startwerten",
        ],
        Code::OpenTwice => ["das Angebot", "die offenen Angebote seiner Frage"],
        Code::PopulationDiffers => [
            "Einheit und Nachbarschaft des Dokuments",
            "die seiner Population zuvor",
        ],
        Code::UnknownQuestion => [
            "Frage und Population des Eintrags",
            "die der Angebote davor",
        ],
        Code::UnstatedPopulation => [
            "die genannte Population",
            "die Einträge der Populationen davor",
        ],
        Code::EndedPopulation => ["die genannte Population", "die Vereinigungen davor"],
        Code::WrongMerge => [
            "die Population, mit der eine andere vereinigt wird",
            "die Einträge der Populationen davor",
        ],
        Code::WrongOpening => [
            "Unterzeichner, Startwerte und Daten der Öffnung",
            "worauf sich das Angebot festgelegt hat",
        ],
        Code::WrongBuyer => ["der Käufer der Quittung", "wer die Bestellung signiert hat"],
        Code::DoubleOrder => [
            "die Kennung der Bestellung",
            "die zuvor verkauften Bestellungen",
        ],
        Code::RefusedAndSold => [
            "die Bestellung der Quittung",
            "die Bestellungen, die der Eigentümer abgelehnt hat",
        ],
        Code::OrderWithoutReceipt => ["die Bestellung", "die Zeile danach"],
        Code::ReceiptWithoutOrder => ["die Quittung", "die Zeile davor"],
        Code::LogSize => ["die Anzahl der Einträge", "die Größe im Prüfpunkt"],
        Code::LogRoot => ["die Wurzel über die Einträge", "die Wurzel im Prüfpunkt"],
        Code::NotIncluded => ["die Quittung und ihr Beweis", "die Wurzel im Prüfpunkt"],
        Code::NotInLedger => ["der Eintrag", "das Protokoll an seinem Platz"],
        Code::Fork => [
            "die Wurzel, oder der Eintrag an einem Platz",
            "die einer anderen Datei dieses Eigentümers",
        ],
        Code::RolledBack => ["die Größe im Prüfpunkt", "die Länge des Protokolls"],
        Code::WrongPrice => ["der Preis", "der des Tarifs für den Zuwachs"],
        Code::WrongCurrency => ["die Währung der Quittung", "die des Angebots"],
        Code::LevelMismatch => ["die Stufen in einem Dokument", "die im anderen"],
        Code::OverCeiling => ["die verkaufte Stufe", "die Obergrenze des Angebots"],
        Code::CopyLevel => [
            "die Stufe der Kopie",
            "woraus sie gemacht wurde, oder die Obergrenze",
        ],
        Code::OffGrain => ["der Zuwachs", "der kleinste Schritt des Angebots"],
        Code::WrongFrom => [
            "die Stufe, bei der der Verkauf beginnt",
            "die Stufe im Bestand",
        ],
        Code::WrongHolding => [
            "die frühere Quittung, die die Bestellung nennt",
            "die letzte des Käufers für diese Frage",
        ],
        Code::QuestionLoss => [
            "der angegebene Verlust der Frage",
            "die höchste verkaufte oder angenommene Stufe",
        ],
        Code::PopulationLoss => [
            "der angegebene Verlust der Population",
            "der mitgebrachte Verlust und die höchsten Stufen ihrer Fragen, zusammengezählt",
        ],
        Code::OverCap => ["der Verlust der Population", "ihre damalige Grenze"],
        Code::WrongCap => ["die angegebene Grenze", "die geltende Grenze"],
        Code::CapWithoutReason => ["die ohne Grund angegebene Grenze", "die geltende Grenze"],
        Code::CarriedFalls => [
            "der angegebene mitgebrachte Verlust",
            "der zuvor angegebene",
        ],
        Code::WrongCarried => [
            "der angegebene mitgebrachte Verlust",
            "der aus den Einträgen der Population",
        ],
        Code::MergeLoss => [
            "der Verlust, den eine Population in eine andere mitbringt",
            "ihr eigener Verlust, zusammengezählt",
        ],
        Code::MissingEntry => ["die Nummer des Eintrags", "die nächste Nummer"],
        Code::DoubledEntry => ["die Nummer des Eintrags", "die Nummern davor"],
        Code::ReorderedEntry => ["der Platz des Eintrags", "seine Nummer"],
        Code::BrokenChain => ["der als voriger genannte Eintrag", "der Eintrag davor"],
        Code::ReceiptCount => [
            "die angegebene Anzahl der Quittungen",
            "die Quittungen, gezählt",
        ],
        Code::GrantCount => [
            "die angegebene Anzahl der Gewährungen",
            "die Gewährungen, gezählt",
        ],
        Code::WrongTotal => [
            "das angegebene erhaltene Geld",
            "die bezahlten Preise, zusammengezählt",
        ],
        Code::ValuesHash => ["der SHA-256 der Zahlen", "der signierte Hash"],
        Code::ValuesUnreadable => ["die Wertedatei", "die Form einer Wertedatei"],
        Code::ValuesRows => ["die Zeilen und ihre Bezeichnungen", "die des Angebots"],
        Code::ValuesChanged => [
            "die als geändert markierten Zeilen",
            "die Zeilen, die von der Freigabe davor abweichen",
        ],
        Code::WrongBase => [
            "die Freigabe, auf der diese aufbaut",
            "die vorige Freigabe des Käufers",
        ],
        Code::CopiesDiffer => [
            "die Werte der Kopie",
            "die andere Kopie desselben Käufers auf dieser Stufe",
        ],
        Code::TimeGoesBack => ["die Zeit des Dokuments", "die des Dokuments davor"],
        Code::SoldAfterWithdrawal => ["die Zeit des Verkaufs", "die der Rücknahme"],
        Code::NoiseLaw => [
            "die Unterschiede zwischen Freigaben einer Frage",
            "das Gesetz ehrlichen Rauschens",
        ],
        Code::ReplayDiffers => [
            "die Werte der Freigabe",
            "Daten und Rauschen, neu berechnet",
        ],
    }
}

/// Returns title and meaning of a finding.
const fn finding(code: Code) -> [&'static str; 2] {
    match code {
        Code::NotRecognised => [
            "Unbekannte Datei",
            "Sie beginnt wie keine der Dateien, die geprüft werden können.",
        ],
        Code::Unreadable => [
            "Datei nicht lesbar",
            "Sie ließ sich nicht bis zu ihrem Ende lesen.",
        ],
        Code::LedgerMalformed => [
            "Kein gültiges Hauptbuch",
            "Eine Stelle hat nicht die Form, die ein Hauptbuch hat.",
        ],
        Code::BundleMalformed => [
            "Kein gültiges Bündel",
            "Die Bytes haben nicht die eine Form, die ein Bündel hat.",
        ],
        Code::CopyMalformed => [
            "Keine gültige Kopie",
            "Die Bytes haben nicht die eine Form, die eine Kopie hat.",
        ],
        Code::DocumentRefused => [
            "Dokument ungültig",
            "Form oder Signatur stimmen nicht: Es ist nicht, was unterschrieben wurde.",
        ],
        Code::NewerVersion => [
            "Von einer neueren Version",
            "Das Dokument ist gültig signiert, aber diese Version von Poundwise kennt es nicht. Es \
             wurde nicht geprüft.",
        ],
        Code::CheckpointRefused => [
            "Prüfpunkt ungültig",
            "Form oder Signatur stimmen nicht: Es ist nicht, was unterschrieben wurde.",
        ],
        Code::SignerNotOwner => [
            "Falscher Unterzeichner",
            "Was der Eigentümer signieren musste, hat ein anderer signiert.",
        ],
        Code::UnexpectedKind => [
            "Falsche Art von Dokument",
            "Ein Dokument dieser Art gehört nicht an diese Stelle.",
        ],
        Code::DoubleDocument => ["Dokument doppelt", "Dasselbe Dokument kommt zweimal vor."],
        Code::UnknownListing => [
            "Angebot fehlt",
            "Ein Dokument nennt ein Angebot, das hier nicht gezeigt wird.",
        ],
        Code::WrongListing => [
            "Falsches Angebot",
            "Bestellung, Quittung und Freigabe nennen nicht dasselbe Angebot.",
        ],
        Code::WrongOrder => [
            "Falsche Bestellung",
            "Ein Dokument nennt eine andere Bestellung als die gezeigte.",
        ],
        Code::WrongRelease => [
            "Falsche Freigabe",
            "Die Quittung nennt eine andere Freigabe als die gezeigte.",
        ],
        Code::WrongVersion => [
            "Falsche Fassung",
            "Ein Angebot setzt keine gezeigte Fassung fort, oder es ändert, was gleich \
                 bleiben muss.",
        ],
        Code::UnequalData => [
            "Ein Rauschen für zweierlei Daten",
            "Zwei Angebote haben dieselben Startwerte und verschiedene Daten: Ihre Differenz \
                 ist dann ohne jedes Rauschen zu sehen.",
        ],
        Code::UnequalQuestions => [
            "Ein Rauschen für zweierlei Fragen",
            "Zwei Angebote haben dieselben Startwerte und stellen verschiedene Fragen: Ihr \
                 Rauschen schützt dann nicht.",
        ],
        Code::OpenTwice => [
            "Frage zweimal offen",
            "Von einer Frage ist ein zweites Angebot offen, bevor das erste zurückgezogen \
                 war.",
        ],
        Code::PopulationDiffers => [
            "Ungleiche Population",
            "Dokumente einer Population haben verschiedene Einheiten oder Nachbarschaften: \
                 Ihre Verluste lassen sich nicht zusammenzählen.",
        ],
        Code::UnknownQuestion => [
            "Unbekannte Frage",
            "Ein Eintrag nennt eine Frage, die kein Angebot davor in dieser Population hat.",
        ],
        Code::UnstatedPopulation => [
            "Population ohne Eintrag",
            "Ein Angebot oder eine Quittung gehört zu einer Population, die kein Eintrag davor \
                 nennt.",
        ],
        Code::EndedPopulation => [
            "Beendete Population",
            "Ein Dokument gehört zu einer Population, die zuvor mit einer anderen \
                 vereinigt wurde.",
        ],
        Code::WrongMerge => [
            "Falsche Vereinigung",
            "Eine Population wird mit sich selbst, einer unbekannten oder einer beendeten \
                 vereinigt.",
        ],
        Code::WrongOpening => [
            "Öffnung passt nicht",
            "Sie öffnet nicht, worauf sich das Angebot festgelegt hat.",
        ],
        Code::WrongBuyer => [
            "Falscher Käufer",
            "Die Bestellung hat ein anderer signiert als der Käufer der Quittung.",
        ],
        Code::DoubleOrder => [
            "Bestellung doppelt verkauft",
            "Zu einer Bestellung gibt es zwei Quittungen.",
        ],
        Code::RefusedAndSold => [
            "Abgelehnt und verkauft",
            "Zu einer Bestellung gibt es eine Ablehnung und eine Quittung desselben \
                 Eigentümers.",
        ],
        Code::OrderWithoutReceipt => [
            "Bestellung ohne Quittung",
            "Auf eine Bestellung folgt keine Quittung.",
        ],
        Code::ReceiptWithoutOrder => [
            "Quittung ohne Bestellung",
            "Vor einer Quittung steht keine Bestellung.",
        ],
        Code::LogSize => [
            "Falsche Größe des Protokolls",
            "Der Prüfpunkt zählt anders viele Einträge, als da sind.",
        ],
        Code::LogRoot => [
            "Falsche Wurzel des Protokolls",
            "Die Einträge ergeben nicht die Wurzel, die signiert wurde.",
        ],
        Code::NotIncluded => [
            "Beweis trägt nicht",
            "Er zeigt nicht, dass die Quittung im Protokoll steht.",
        ],
        Code::NotInLedger => [
            "Eintrag fehlt im Hauptbuch",
            "Das Hauptbuch hat ihn nicht an seinem Platz.",
        ],
        Code::Fork => [
            "Zwei Geschichten",
            "Der Eigentümer hat zwei Hauptbücher signiert, die einander widersprechen.",
        ],
        Code::RolledBack => [
            "Einträge zurückgenommen",
            "Dem Hauptbuch fehlen Einträge, die ein Prüfpunkt schon zählt.",
        ],
        Code::WrongPrice => ["Falscher Preis", "Er ist nicht der des Tarifs."],
        Code::WrongCurrency => ["Falsche Währung", "Sie ist nicht die des Angebots."],
        Code::LevelMismatch => [
            "Verschiedene Stufen",
            "Bestellung, Quittung und Freigabe nennen verschiedene Stufen.",
        ],
        Code::OverCeiling => [
            "Über der Obergrenze",
            "Verkauft wurde mehr, als das Angebot erlaubt.",
        ],
        Code::CopyLevel => [
            "Falsche Stufe einer Kopie",
            "Sie liegt nicht unter der Freigabe, aus der sie gemacht ist.",
        ],
        Code::OffGrain => [
            "Falscher Zuwachs",
            "Er ist kein Vielfaches des kleinsten Schritts.",
        ],
        Code::WrongFrom => [
            "Falscher Anfang",
            "Der Verkauf beginnt bei einer anderen Stufe, als der Käufer hielt.",
        ],
        Code::WrongHolding => [
            "Falsche frühere Quittung",
            "Die Bestellung nennt nicht die letzte Quittung des Käufers.",
        ],
        Code::QuestionLoss => [
            "Falscher Verlust der Frage",
            "Er ist nicht die höchste verkaufte oder angenommene Stufe.",
        ],
        Code::PopulationLoss => [
            "Falscher Verlust der Population",
            "Er ist nicht der mitgebrachte Verlust und die Summe über ihre Fragen.",
        ],
        Code::OverCap => [
            "Über der Grenze",
            "Der Verlust der Population übersteigt ihre Grenze.",
        ],
        Code::WrongCap => [
            "Falsche Grenze",
            "Angegeben ist eine andere Grenze, als gilt.",
        ],
        Code::CapWithoutReason => [
            "Grenze ohne Grund erhöht",
            "Eine höhere Grenze braucht einen Grund.",
        ],
        Code::CarriedFalls => [
            "Mitgebrachter Verlust fällt",
            "Er ist niedriger angegeben als zuvor.",
        ],
        Code::WrongCarried => [
            "Falscher mitgebrachter Verlust",
            "Die Einträge der Population ergeben einen anderen.",
        ],
        Code::MergeLoss => [
            "Vereinigung mit zu wenig Verlust",
            "Die Population bringt weniger mit, als ihre Dokumente ergeben.",
        ],
        Code::MissingEntry => ["Eintrag fehlt", "Eine Nummer hat keinen Eintrag."],
        Code::DoubledEntry => ["Nummer doppelt", "Zwei Einträge haben dieselbe Nummer."],
        Code::ReorderedEntry => [
            "Falsche Reihenfolge",
            "Ein Eintrag steht hinter einem mit höherer Nummer.",
        ],
        Code::BrokenChain => ["Kette gebrochen", "Ein Eintrag nennt nicht den vorigen."],
        Code::ReceiptCount => [
            "Quittungen falsch gezählt",
            "Die angegebene Anzahl ist nicht die der bisherigen Quittungen.",
        ],
        Code::GrantCount => [
            "Öffnungen falsch gezählt",
            "Die angegebene Anzahl ist nicht die der bisher gewährten Öffnungen.",
        ],
        Code::WrongTotal => ["Falsche Summe", "Das Geld geht nicht auf."],
        Code::ValuesHash => [
            "Werte verändert",
            "Die Zahlen der Wertedatei sind nicht die signierten.",
        ],
        Code::ValuesUnreadable => [
            "Werte nicht lesbar",
            "Die Wertedatei hat nicht die Form einer Wertedatei.",
        ],
        Code::ValuesRows => [
            "Falsche Zeilen",
            "Zeilen oder Bezeichnungen sind nicht die des Angebots.",
        ],
        Code::ValuesChanged => [
            "Falsche Änderungsmarken",
            "Als geändert ist markiert, was gleich blieb, oder umgekehrt.",
        ],
        Code::WrongBase => [
            "Falsche Grundlage",
            "Die Freigabe baut nicht auf der vorigen des Käufers auf.",
        ],
        Code::CopiesDiffer => [
            "Kopien weichen ab",
            "Zwei Kopien desselben Käufers auf einer Stufe sind nicht gleich.",
        ],
        Code::TimeGoesBack => [
            "Zeit läuft rückwärts",
            "Ein Dokument ist älter als eines, auf das es folgt.",
        ],
        Code::SoldAfterWithdrawal => [
            "Nach der Rücknahme verkauft",
            "Das Angebot war beim Verkauf schon zurückgezogen.",
        ],
        Code::NoiseLaw => [
            "Kein ehrliches Rauschen",
            "Die Werte weichen anders voneinander ab, als ehrliches Rauschen es täte.",
        ],
        Code::ReplayDiffers => [
            "Wiederholung weicht ab",
            "Aus Startwerten und Daten ergibt sich eine andere Freigabe.",
        ],
    }
}

/// Returns a limit in a sentence.
const fn limit(code: LimitCode) -> &'static str {
    match code {
        LimitCode::Keys => {
            "Wem die Schlüssel gehören: Vergleichen Sie ihre Kennungen mit dem, was Eigentümer \
             und Käufer anderswo darüber sagen."
        }
        LimitCode::Truth => "Ob die Daten wahr sind, und ob wirklich Geld geflossen ist.",
        LimitCode::Unreceipted => "Ob es Verkäufe ohne Quittung gab.",
        LimitCode::Undelivered => {
            "Was geliefert wurde: Es lag kein Bündel vor, also wurde keine Wertedatei eines \
             Verkaufs betrachtet."
        }
        LimitCode::Unreplayed => {
            "Ob die Werte die des Rauschpfads sind: Dazu braucht es eine Öffnung vom Eigentümer \
             und eine Wiederholung."
        }
        LimitCode::Copy => {
            "Ob die Kopie ist, was ihr Ersteller sagt, nämlich die genannte Freigabe mit \
             zusätzlichem Rauschen: Der Eigentümer hat ihre Werte nicht signiert. Auch neben der \
             Freigabe könnte das Rauschen ein anderes sein."
        }
        LimitCode::CopyMaker => {
            "Was die Ersteller von Kopien sonst noch haben oder anderen gegeben haben: Kopien \
             mehrerer Käufer zusammen können bis zu dem verraten, was diese Käufer halten."
        }
        LimitCode::Chosen => {
            "Ob die Bündel nach ihren Werten ausgewählt wurden: Die Prüfung des Rauschens behält \
             ihre Fehlalarmrate nur bei Bündeln, bei denen das nicht so ist."
        }
        LimitCode::NoLedger => {
            "Ob Verluste und Summen stimmen, und ob das Protokoll nur eine Geschichte hat: Dazu \
             braucht es das Hauptbuch."
        }
        LimitCode::CutOff => {
            "Ob am Ende Einträge fehlen oder andere ein anderes Hauptbuch sehen: Ein späteres \
             Hauptbuch oder ein Prüfpunkt, den jemand anderes aufbewahrt hat, würde es zeigen."
        }
        LimitCode::LeftOut => {
            "Ob eine Rücknahme fehlt, oder ein Angebot, von dem nichts verkauft wurde: Das \
             Protokoll zählt nur Quittungen, Gewährungen und Populationen."
        }
        LimitCode::UnknownOwner => {
            "Wer einen Prüfpunkt signiert hat, zu dem kein Dokument seines Eigentümers vorliegt."
        }
        LimitCode::Times => {
            "Wann es war: Die Zeit einer Bestellung ist von der Uhr des Käufers, die einer \
             Quittung von der des Eigentümers. Fest steht nur die Reihenfolge der Einträge."
        }
        LimitCode::UnknownLog => {
            "Ob ein veröffentlichtes Protokoll von seinem Eigentümer ist: Kein Dokument mit \
             seinem Schlüssel liegt vor."
        }
        LimitCode::Unpublished => {
            "Ob die letzten Einträge eines Hauptbuchs noch veröffentlicht werden."
        }
        LimitCode::NotAllReplayed => {
            "Ob andere Verkäufe des Angebots so geliefert wurden, wie der Rauschpfad es verlangt: \
             Ihre Bündel liegen nicht vor."
        }
    }
}

/// Returns the name of a privacy unit that the program proposes.
fn unit(name: &str) -> Option<&'static str> {
    match name {
        "" | "person" => Some("Person"),
        "household" => Some("Haushalt"),
        "company" => Some("Firma"),
        _ => None,
    }
}

/// Returns the relation of two sets of data.
const fn adjacency(adjacency: Adjacency) -> &'static str {
    match adjacency {
        Adjacency::AddRemove => "eine Einheit hinzugefügt oder entfernt",
        Adjacency::Replace => "eine Einheit ersetzt",
    }
}

/// Returns the template of a side's phrase.
const fn side(phrase: SidePhrase) -> &'static str {
    match phrase {
        SidePhrase::Plain => "{0}",
        SidePhrase::PlainIn => "{0} ({1})",
        SidePhrase::Pair => "{0}, {1}",
        SidePhrase::PairIn => "{0}, {1} ({2})",
        SidePhrase::Level => "ε {0}",
        SidePhrase::LevelStep => "ε {0} → {1}",
        SidePhrase::AtMostLevel => "höchstens ε {0}",
        SidePhrase::AtLeastLevel => "mindestens ε {0}",
        SidePhrase::AtLeastLevelIn => "mindestens ε {0} ({1})",
        SidePhrase::AtMostLoss => "höchstens {0}",
        SidePhrase::AtLeastLossIn => "mindestens {0} ({1})",
        SidePhrase::BelowLevel => "unter ε {0}",
        SidePhrase::BelowLevelIn => "unter ε {0} ({1})",
        SidePhrase::StepsOfLevel => "in Schritten von ε {0}",
        SidePhrase::FromLevel => "von ε {0} an",
        SidePhrase::HeldLevel => "im Bestand: ε {0}",
        SidePhrase::HeldLevelIn => "im Bestand: ε {0} ({1})",
        SidePhrase::PriceOfStep => "{0} (ε {1} → {2})",
        SidePhrase::AtLeastLoss | SidePhrase::AtLeastMoney => "mindestens {0}",
        SidePhrase::NotBefore => "nicht vor {0}",
        SidePhrase::NotAfter => "nicht nach {0}",
        SidePhrase::Between => "{0} bis {1}",
        SidePhrase::Key => "Schlüssel {0}",
        SidePhrase::SignedBy => "signiert von {0}",
        SidePhrase::Owner => "der Eigentümer, {0}",
        SidePhrase::EntriesRoot => "{0}, Wurzel {1}",
        SidePhrase::Root => "Wurzel {0}",
        SidePhrase::RootIn => "Wurzel {0} ({1})",
        SidePhrase::RootOf => "Wurzel {0} bei Größe {1}",
        SidePhrase::InclusionProof => "Quittung an Stelle {0}, {1}",
        SidePhrase::Published => "{0} veröffentlicht",
        SidePhrase::PublishedAt => "das Protokoll, veröffentlicht unter {0}",
        SidePhrase::Marked => "{0} markiert",
        SidePhrase::AllMarked => "{0}, also alle",
        SidePhrase::MarkedOf => "{0} von {1} als geändert markiert",
        SidePhrase::RowsThatDiffer => "die Zeilen, die von {0} abweichen",
        SidePhrase::ValuesAt => "{0} bei ε {1}",
        SidePhrase::ValuesOf => "die von {0}",
        SidePhrase::OtherValuesAt => "andere Werte bei ε {0}",
        SidePhrase::WrongValues => "{1}, davon {0} falsch, zuerst Wert {2}",
        SidePhrase::SameBits => "dieselben, Bit für Bit",
        SidePhrase::Unchanged => "{0}, {1} unverändert",
        SidePhrase::UnchangedBetween => "{0} bis {1} unverändert; p = {2}",
        SidePhrase::CountAt => "{0} bei Eintrag {1}",
        SidePhrase::AmongOrders => "unter den Bestellungen davor",
        SidePhrase::NotAmongOrders => "nicht unter den Bestellungen davor",
        SidePhrase::ShownBefore => "zuvor gezeigt",
        SidePhrase::NotShownBefore => "nicht zuvor gezeigt",
        SidePhrase::NoDocument => "keines",
        SidePhrase::Nothing => "nichts",
        SidePhrase::NoRefusal => "keine Ablehnung",
        SidePhrase::Bundle => "ein Bündel",
        SidePhrase::Copy => "eine Kopie",
        SidePhrase::Checkpoint => "ein Prüfpunkt",
        SidePhrase::Ledger => "ein Hauptbuch",
        SidePhrase::OneForm => "die eine Form, die es dafür gibt",
        SidePhrase::Question => "Frage {0}",
        SidePhrase::Population => "Population {0}",
        SidePhrase::OrderOfReceipt => "Bestellung zu Quittung {0}",
        SidePhrase::ReceiptIn => "Quittung {0} ({1})",
        SidePhrase::ReceiptOfTime => "Quittung {0} vom {1}",
        SidePhrase::ReceiptOfOrder => "Quittung zu Bestellung {0}",
        SidePhrase::AfterEntry => "nach Eintrag {0}",
        SidePhrase::Seeds => "Startwerte: {0}",
        SidePhrase::Data => "Daten: {0}",
        SidePhrase::CommittedTo => "festgelegt auf: {0}",
    }
}
