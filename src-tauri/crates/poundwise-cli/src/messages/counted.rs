use poundwise_words::messages;

messages! {
    /// A number of things.
    pub(crate) enum Counted {
        Bins { count: u64 } => {
            en: { count; 1 => "1 bin", _ => "{count} bins" },
            de: { count; 1 => "1 Klasse", _ => "{count} Klassen" },
        }
        Bookings { count: u64 } => {
            en: { count; 1 => "1 booking", _ => "{count} bookings" },
            de: { count; 1 => "1 Buchung", _ => "{count} Buchungen" },
        }
        Buyers { count: u64 } => {
            en: { count; 1 => "1 buyer", _ => "{count} buyers" },
            de: { count; 1 => "1 Käufer", _ => "{count} Käufer" },
        }
        Decimals { count: u64 } => {
            en: { count; 1 => "1 decimal", _ => "{count} decimals" },
            de: { count; 1 => "1 Nachkommastelle", _ => "{count} Nachkommastellen" },
        }
        Documents { count: u64 } => {
            en: { count; 1 => "1 document", _ => "{count} documents" },
            de: { count; 1 => "1 Dokument", _ => "{count} Dokumente" },
        }
        Entries { count: u64 } => {
            en: { count; 1 => "1 entry", _ => "{count} entries" },
            de: { count; 1 => "1 Eintrag", _ => "{count} Einträge" },
        }
        Files { count: u64 } => {
            en: { count; 1 => "1 file", _ => "{count} files" },
            de: { count; 1 => "1 Datei", _ => "{count} Dateien" },
        }
        Grants { count: u64 } => {
            en: { count; 1 => "1 grant", _ => "{count} grants" },
            de: { count; 1 => "1 gewährte Öffnung", _ => "{count} gewährte Öffnungen" },
        }
        Increments { count: u64 } => {
            en: { count; 1 => "1 increment", _ => "{count} increments" },
            de: { count; 1 => "1 Zuwachs", _ => "{count} Zuwächse" },
        }
        LatticeSteps { count: u64 } => {
            en: { count; 1 => "1 lattice step", _ => "{count} lattice steps" },
            de: { count; 1 => "1 Schritt", _ => "{count} Schritte" },
        }
        LedgerEntries { count: u64 } => {
            en: { count; 1 => "1 ledger entry", _ => "{count} ledger entries" },
            de: { count; 1 => "1 Hauptbucheintrag", _ => "{count} Hauptbucheinträge" },
        }
        Listings { count: u64 } => {
            en: { count; 1 => "1 listing", _ => "{count} listings" },
            de: { count; 1 => "1 Angebot", _ => "{count} Angebote" },
        }
        Numbers { count: u64 } => {
            en: { count; 1 => "1 number", _ => "{count} numbers" },
            de: { count; 1 => "1 Zahl", _ => "{count} Zahlen" },
        }
        Openings { count: u64 } => {
            en: { count; 1 => "1 opening", _ => "{count} openings" },
            de: { count; 1 => "1 Öffnung", _ => "{count} Öffnungen" },
        }
        Orders { count: u64 } => {
            en: { count; 1 => "1 order", _ => "{count} orders" },
            de: { count; 1 => "1 Bestellung", _ => "{count} Bestellungen" },
        }
        PopulationEntries { count: u64 } => {
            en: { count; 1 => "1 population entry", _ => "{count} population entries" },
            de: {
                count;
                1 => "1 Eintrag einer Population",
                _ => "{count} Einträge von Populationen",
            },
        }
        Questions { count: u64 } => {
            en: { count; 1 => "1 question", _ => "{count} questions" },
            de: { count; 1 => "1 Frage", _ => "{count} Fragen" },
        }
        Receipts { count: u64 } => {
            en: { count; 1 => "1 receipt", _ => "{count} receipts" },
            de: { count; 1 => "1 Quittung", _ => "{count} Quittungen" },
        }
        Rows { count: u64 } => {
            en: { count; 1 => "1 row", _ => "{count} rows" },
            de: { count; 1 => "1 Zeile", _ => "{count} Zeilen" },
        }
        Tables { count: u64 } => {
            en: { count; 1 => "1 table", _ => "{count} tables" },
            de: { count; 1 => "1 Tabelle", _ => "{count} Tabellen" },
        }
    }
}

#[cfg(test)]
impl poundwise_words::catalogue::MessageSample for Counted {
    fn samples(field: &str) -> Vec<Self> {
        let sample = |count| match field {
            "receipts" => Self::Receipts { count },
            "rows" => Self::Rows { count },
            "documents" => Self::Documents { count },
            _ => Self::Questions { count },
        };
        [1, 12].map(sample).into()
    }
}
