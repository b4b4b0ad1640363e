//! Errors of statements and their answers.

use poundwise_words::{Text, messages};

messages! {
    /// Reason why a question is not sent to a database or its answer is refused.
    pub enum SqlFault {
        OwnNumbers => {
            en: "The owner's own numbers are in no table.",
            de: "Eigene Zahlen stehen in keiner Tabelle.",
        }
        OtherColumns => {
            en: "The linked table has other columns than the question. State the columns again.",
            de: "Die verknüpfte Tabelle hat andere Spalten als die Frage. Geben Sie die Spalten \
                 neu an.",
        }
        Name { engine: Text, name: String } => {
            en: "{engine} cannot have a table or column named '{name}'.",
            de: "{engine} kann keine Tabelle oder Spalte „{name}“ haben.",
        }
        DeclaredType { column: String } => {
            en: "Column '{column}' is declared with another type than it has in the database. \
                 Declare that type, or cast the column in a view.",
            de: "Die Spalte „{column}“ ist mit einem anderen Typ angegeben, als sie in der \
                 Datenbank hat. Geben Sie diesen Typ an, oder wandeln Sie die Spalte in einer \
                 Sicht um.",
        }
        LongDecimal { column: String } => {
            en: "The numbers of column '{column}' can have more digits than can be added up \
                 exactly. Declare fewer decimals, or cast them in a view to a decimal type with fewer \
                 digits.",
            de: "Die Zahlen der Spalte „{column}“ können mehr Stellen haben, als sich genau \
                 addieren lassen. Geben Sie weniger Nachkommastellen an, oder wandeln Sie die Zahlen \
                 in einer Sicht in einen Dezimaltyp mit weniger Stellen um.",
        }
        LongNumber { column: String } => {
            en: "The numbers of column '{column}' can have more digits than can be added up \
                 exactly. Cast them in a view to a decimal type with fewer digits.",
            de: "Die Zahlen der Spalte „{column}“ können mehr Stellen haben, als sich genau \
                 addieren lassen. Wandeln Sie sie in einer Sicht in einen Dezimaltyp mit weniger \
                 Stellen um.",
        }
        DroppedDecimals { engine: Text, column: String } => {
            en: "Column '{column}' has more decimals than are declared, and {engine} does not \
                 round them as a file's are. Declare all of its decimals.",
            de: "Die Spalte „{column}“ hat mehr Nachkommastellen als angegeben, und {engine} rundet \
                 sie nicht wie die einer Datei. Geben Sie alle Nachkommastellen an.",
        }
        TooWide { engine: Text } => {
            en: "The sums of this question do not fit into the widest integer of {engine}. Narrow \
                 the bounds, or declare fewer decimals.",
            de: "Die Summen dieser Frage passen nicht in die größte ganze Zahl von {engine}. Wählen \
                 Sie engere Schranken, oder geben Sie weniger Nachkommastellen an.",
        }
        TooLong { bytes: usize } => {
            en: "The statement of this question would be longer than {bytes} bytes. State fewer \
                 bins.",
            de: "Die Anweisung zu dieser Frage wäre länger als {bytes} Byte. Geben Sie weniger \
                 Klassen an.",
        }
        ChangedTypes => {
            en: "A column has another type in the database than when the table was linked, or the \
                 database does not use UTF-8. Link the table again.",
            de: "Eine Spalte hat in der Datenbank einen anderen Typ als beim Verknüpfen, oder die \
                 Datenbank verwendet nicht UTF-8. Verknüpfen Sie die Tabelle neu.",
        }
        Answer { engine: Text } => {
            en: "The answer of {engine} is not possible for this question. Check the driver.",
            de: "Die Antwort von {engine} ist für diese Frage nicht möglich. Prüfen Sie den \
                 Treiber.",
        }
    }
}

impl std::error::Error for SqlFault {}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::SqlFault;

    #[test]
    fn the_printed_catalogue_has_each_message() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        poundwise_words::catalogue::check(&docs, "sql", &SqlFault::samples());
    }
}
