use std::fmt;

use poundwise_documents::units::MicroEpsilon;
use poundwise_market::view::MarketMended;
use poundwise_words::{Language, Localize, Text, catalogue::MessageSample, messages};

messages! {
    /// Notes beside an answer.
    pub(crate) enum NoteMessage {
        // Databases.
        RoleCanWrite => {
            en: "The database user can change the table. Poundwise only reads, but use a role that \
                 can do no more. `poundwise engine test --table SCHEMA.TABLE` shows the statements \
                 that create such a role.",
            de: "Der Datenbankbenutzer darf die Tabelle ändern. Poundwise liest nur. Verwenden Sie \
                 trotzdem eine Rolle, die nur lesen darf. `poundwise engine test --table \
                 SCHEMA.TABELLE` zeigt die Anweisungen, die eine solche Rolle anlegen.",
        }
        PartlyConfined => {
            en: "The driver is confined only in part. Linux 6.12 or newer confines it fully, unless \
                 it connects through a socket of this machine.",
            de: "Der Treiber ist nur teilweise eingeschränkt. Linux ab Version 6.12 schränkt ihn ganz \
                 ein, außer wenn er sich über einen Socket dieses Rechners verbindet.",
        }
        ColumnListedBefore { column: String, listings: usize } => {
            en: { listings;
                1 => "The question about '{column}' of this linked table is in 1 other listing. Each \
                      listing has its own noise, so the losses add.",
                _ => "The question about '{column}' of this linked table is in {listings} other \
                      listings. Each listing has its own noise, so the losses add.",
            },
            de: { listings;
                1 => "Die Frage nach „{column}“ an diese verknüpfte Tabelle steht in 1 anderen \
                      Angebot. Jedes Angebot hat eigenes Rauschen. Die Verluste addieren sich.",
                _ => "Die Frage nach „{column}“ an diese verknüpfte Tabelle steht in {listings} \
                      anderen Angeboten. Jedes Angebot hat eigenes Rauschen. Die Verluste addieren \
                      sich.",
            },
        }
        ListedBefore { listings: usize } => {
            en: { listings;
                1 => "The same question of this linked table is in 1 other listing. Each listing has \
                      its own noise, so the losses add.",
                _ => "The same question of this linked table is in {listings} other listings. Each \
                      listing has its own noise, so the losses add.",
            },
            de: { listings;
                1 => "Dieselbe Frage an diese verknüpfte Tabelle steht in 1 anderen Angebot. Jedes \
                      Angebot hat eigenes Rauschen. Die Verluste addieren sich.",
                _ => "Dieselbe Frage an diese verknüpfte Tabelle steht in {listings} anderen \
                      Angeboten. Jedes Angebot hat eigenes Rauschen. Die Verluste addieren sich.",
            },
        }

        // Documents that are left out.
        EntriesSkipped { entries: u64 } => {
            en: { entries;
                1 => "1 entry of the market was left out. It is not an ordinary file, or not \
                      readable: look in the market's folder.",
                _ => "{entries} entries of the market were left out. They are not ordinary files, \
                      or not readable: look in the market's folder.",
            },
            de: {
                entries;
                1 => "1 Eintrag des Marktes wurde ausgelassen. Er ist keine gewöhnliche Datei oder \
                      nicht lesbar: Sehen Sie im Ordner des Marktes nach.",
                _ => "{entries} Einträge des Marktes wurden ausgelassen. Sie sind keine \
                      gewöhnlichen Dateien oder nicht lesbar: Sehen Sie im Ordner des Marktes \
                      nach.",
            },
        }
        NewerListings { documents: u64 } => {
            en: { documents;
                1 => "1 listing or withdrawal was left out. A newer version of Poundwise made it: \
                      update Poundwise to see it.",
                _ => "{documents} listings or withdrawals were left out. A newer version of \
                      Poundwise made them: update Poundwise to see them.",
            },
            de: { documents;
                1 => "1 Angebot oder eine Rücknahme wurde ausgelassen. Das Dokument stammt von \
                      einer neueren Version von Poundwise: Aktualisieren Sie Poundwise.",
                _ => "{documents} Angebote oder Rücknahmen wurden ausgelassen. Sie stammen von \
                      einer neueren Version von Poundwise: Aktualisieren Sie Poundwise.",
            },
        }
        NewerOrders { documents: u64 } => {
            en: { documents;
                1 => "1 order was left out. A newer version of Poundwise made it: update Poundwise \
                      to see it.",
                _ => "{documents} orders were left out. A newer version of Poundwise made them: \
                      update Poundwise to see them.",
            },
            de: { documents;
                1 => "1 Bestellung wurde ausgelassen. Sie stammt von einer neueren Version von \
                      Poundwise: Aktualisieren Sie Poundwise.",
                _ => "{documents} Bestellungen wurden ausgelassen. Sie stammen von einer neueren \
                      Version von Poundwise: Aktualisieren Sie Poundwise.",
            },
        }
        OnlyFiles { why: Text } => {
            en: "Only files were collected. The market could not be read: {why}",
            de: "Nur Dateien wurden abgeholt. Der Markt ließ sich nicht lesen: {why}",
        }
        NewerDeliveries { documents: u64 } => {
            en: { documents;
                1 => "1 delivery was left out. A newer version of Poundwise made it: update \
                      Poundwise to see it.",
                _ => "{documents} deliveries were left out. A newer version of Poundwise made \
                      them: update Poundwise to see them.",
            },
            de: { documents;
                1 => "1 Lieferung wurde ausgelassen. Sie stammt von einer neueren Version von \
                      Poundwise: Aktualisieren Sie Poundwise.",
                _ => "{documents} Lieferungen wurden ausgelassen. Sie stammen von einer neueren \
                      Version von Poundwise: Aktualisieren Sie Poundwise.",
            },
        }
        ListingsNotRead { documents: u64 } => {
            en: { documents;
                1 => "1 listing or withdrawal is not shown. One seller, or the market, has more of \
                      them than are read.",
                _ => "{documents} listings or withdrawals are not shown. One seller, or the \
                      market, has more of them than are read.",
            },
            de: { documents;
                1 => "1 Angebot oder eine Rücknahme wird nicht gezeigt. Ein Verkäufer oder der \
                      ganze Markt hat mehr davon, als gelesen werden.",
                _ => "{documents} Angebote oder Rücknahmen werden nicht gezeigt. Ein Verkäufer \
                      oder der ganze Markt hat mehr davon, als gelesen werden.",
            },
        }
        OrdersLeft { orders: u64 } => {
            en: {
                orders;
                1 => "1 more order stays on the market: it was not opened yet, or the inbox has no \
                      room for it. Open the inbox again, or make room: poundwise discard, \
                      poundwise block add.",
                _ => "{orders} more orders stay on the market: they were not opened yet, or the \
                      inbox has no room for them. Open the inbox again, or make room: poundwise \
                      discard, poundwise block add.",
            },
            de: {
                orders;
                1 => "1 weitere Bestellung bleibt auf dem Markt: Sie ist noch nicht geöffnet, oder \
                      der Eingang hat für sie keinen Platz. Öffnen Sie den Eingang noch einmal, \
                      oder schaffen Sie Platz: poundwise discard, poundwise block add.",
                _ => "{orders} weitere Bestellungen bleiben auf dem Markt: Sie sind noch nicht \
                      geöffnet, oder der Eingang hat für sie keinen Platz. Öffnen Sie den Eingang \
                      noch einmal, oder schaffen Sie Platz: poundwise discard, poundwise block \
                      add.",
            },
        }

        // Sending.
        SentAgain { parts: MendedParts } => {
            en: "Missing or damaged on the market, and sent again: {parts}.",
            de: "Auf dem Markt fehlte oder war beschädigt, und wurde noch einmal gesendet: \
                 {parts}.",
        }
        JunkRemoved { files: u64 } => {
            en: { files;
                1 => "Removed from the own copies on the market: 1 file that this home did not \
                      write.",
                _ => "Removed from the own copies on the market: {files} files that this home did \
                      not write.",
            },
            de: { files;
                1 => "Aus den eigenen Kopien auf dem Markt entfernt: 1 Datei, die diese Mappe \
                      nicht geschrieben hat.",
                _ => "Aus den eigenen Kopien auf dem Markt entfernt: {files} Dateien, die diese \
                      Mappe nicht geschrieben hat.",
            },
        }
        Undelivered { documents: u64 } => {
            en: { documents;
                1 => "1 document is not on the market yet; the sale is safe. Try again: poundwise \
                      deliver.",
                _ => "{documents} documents are not on the market yet; the sale is safe. Try \
                      again: poundwise deliver.",
            },
            de: { documents;
                1 => "1 Dokument ist noch nicht auf dem Markt; der Verkauf ist sicher. Versuchen \
                      Sie es noch einmal: poundwise deliver.",
                _ => "{documents} Dokumente sind noch nicht auf dem Markt; der Verkauf ist sicher. \
                      Versuchen Sie es noch einmal: poundwise deliver.",
            },
        }
        NotSent { why: Text } => {
            en: "Not on the market yet. {why} The signed documents are safe. Try again: poundwise \
                 deliver.",
            de: "Noch nicht auf dem Markt. {why} Die signierten Dokumente sind sicher. Versuchen \
                 Sie es noch einmal: poundwise deliver.",
        }

        // Listings and tables.
        UndeclaredBins { column: String, number: usize, bins: String } => {
            en: { number;
                1 => "1 bin is not a declared value of “{column}”: {bins}.",
                _ => "{number} bins are not declared values of “{column}”: {bins}.",
            },
            de: { number;
                1 => "1 Klasse ist kein angegebener Wert von „{column}“: {bins}.",
                _ => "{number} Klassen sind keine angegebenen Werte von „{column}“: {bins}.",
            },
        }
        UndeclaredValue { column: String, value: String } => {
            en: "“{value}” is not a declared value of “{column}”.",
            de: "„{value}“ ist kein angegebener Wert von „{column}“.",
        }
        NeverSold { levels: LevelList } => {
            en: "The price states levels above the ceiling, which are never sold: {levels}.",
            de: "Der Preis nennt Stufen über der Obergrenze, die nie verkauft werden: {levels}.",
        }
        ColumnAbsent { column: String } => {
            en: "“{column}” of the codebook is not used: the dataset has no such column.",
            de: "„{column}“ aus dem Codebuch wird nicht verwendet: Der Datensatz hat keine solche \
                 Spalte.",
        }
        CodebookNamesPerson { column: String } => {
            en: "“{column}” of the codebook is not used: the column names the person.",
            de: "„{column}“ aus dem Codebuch wird nicht verwendet: Die Spalte nennt die \
                 Schutzeinheit.",
        }
        NoNumbersInColumn { column: String } => {
            en: "“{column}” of the codebook is not used: the column holds no numbers.",
            de: "„{column}“ aus dem Codebuch wird nicht verwendet: Die Spalte enthält keine \
                 Zahlen.",
        }
        PersonColumnLeftOut { column: String } => {
            en: "“{column}” is left out: it names the person.",
            de: "„{column}“ wird ausgelassen: Die Spalte nennt die Schutzeinheit.",
        }
        ValuesArePublic => {
            en: "Stated values are public. Stating a value that only one person has reveals that \
                 this person is in the data. State the values that are possible, not those that \
                 this table happens to have.",
            de: "Angegebene Werte sind öffentlich. Ein Wert, den nur eine Person hat, verrät, dass \
                 diese Person in den Daten ist. Geben Sie die Werte an, die möglich sind, nicht \
                 die, die in dieser Tabelle vorkommen.",
        }
        CountsAreYours => {
            en: "These counts come from the data, and are for you alone. A number that is stated \
                 because of them can reveal whether one person is in the data. Choose the number \
                 of rows that count as you would without them.",
            de: "Diese Zahlen stammen aus den Daten und sind nur für Sie. Wenn Sie ihretwegen eine \
                 Zahl angeben, kann diese verraten, ob eine Person in den Daten ist. Wählen Sie \
                 die Höchstzahl der zählenden Zeilen so, wie Sie sie ohne diese Zahlen wählen \
                 würden.",
        }
    }
}

/// Levels, each with its unit.
#[derive(Clone)]
pub(crate) struct LevelList(pub(crate) Vec<MicroEpsilon>);

impl Localize for LevelList {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels: Vec<String> = self
            .0
            .iter()
            .map(|level| format!("ε {}", language.write(level)))
            .collect();
        // In German a comma stands before decimals.
        f.write_str(&levels.join(match language {
            Language::English => ", ",
            Language::German => " und ",
        }))
    }
}

impl MessageSample for LevelList {
    fn samples(field: &str) -> Vec<Self> {
        let level = MicroEpsilon::samples(field);
        vec![Self([level.clone(), level].concat())]
    }
}

/// Documents that were sent to the market again, by kind.
#[derive(Clone)]
pub(crate) struct MendedParts {
    documents: u64,
    tiles: u64,
    own_copies: u64,
}

impl MendedParts {
    /// Returns the documents that were sent again, if there are any.
    pub(crate) fn of(mended: &MarketMended) -> Option<Self> {
        let parts = Self {
            documents: mended.documents,
            tiles: mended.tiles,
            own_copies: mended.own_copies,
        };
        (parts.documents + parts.tiles + parts.own_copies > 0).then_some(parts)
    }
}

impl Localize for MendedParts {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: [(u64, [&str; 2]); 3] = match language {
            Language::English => [
                (
                    self.documents,
                    ["listing or withdrawal", "listings and withdrawals"],
                ),
                (self.tiles, ["file of the ledger", "files of the ledger"]),
                (self.own_copies, ["own copy", "own copies"]),
            ],
            Language::German => [
                (
                    self.documents,
                    ["Angebot oder Rücknahme", "Angebote und Rücknahmen"],
                ),
                (
                    self.tiles,
                    ["Datei des Hauptbuchs", "Dateien des Hauptbuchs"],
                ),
                (self.own_copies, ["eigene Kopie", "eigene Kopien"]),
            ],
        };
        let parts: Vec<String> = words
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, [one, many])| {
                let word = if number == 1 { one } else { many };
                format!("{} {word}", language.write(&number))
            })
            .collect();
        f.write_str(&parts.join(", "))
    }
}

impl MessageSample for MendedParts {
    fn samples(_: &str) -> Vec<Self> {
        vec![
            Self {
                documents: 2,
                tiles: 0,
                own_copies: 1,
            },
            Self {
                documents: 1,
                tiles: 12,
                own_copies: 0,
            },
        ]
    }
}
