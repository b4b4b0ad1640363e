use poundwise_words::{Text, messages, plain_texts};

use super::Ungrouped;

messages! {
    /// A privacy unit in words.
    pub(crate) enum UnitText {
        Row { unit: Text } => {
            en: "one {unit} (every row is a different one)",
            de: "{unit} (jede Zeile eine andere Einheit)",
        }
        Person { unit: Text, column: String, rows: u64 } => {
            en: {
                rows;
                1 => "one {unit} ({column}), 1 row",
                _ => "one {unit} ({column}), at most {rows} rows",
            },
            de: {
                rows;
                1 => "{unit} ({column}), 1 Zeile",
                _ => "{unit} ({column}), höchstens {rows} Zeilen",
            },
        }
        Distance { unit: Text, distance: Text } => {
            en: "one {unit}, who moves the numbers by at most {distance} in all",
            de: "{unit}, verschiebt die Zahlen um insgesamt höchstens {distance}",
        }
        Measured { number: Ungrouped, unit: String } => {
            en: "{number} {unit}",
            de: "{number} {unit}",
        }
    }
}

plain_texts! {
    /// The name of a usual privacy unit.
    pub(crate) enum UnitName {
        Person => "person", "Person";
        Household => "household", "Haushalt";
        Company => "company", "Firma";
    }
}
