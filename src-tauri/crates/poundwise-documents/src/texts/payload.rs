use std::fmt;

use poundwise_words::{Language, Localize, catalogue::MessageSample, messages};

use crate::kinds::PayloadError;

/// With the field in front, as named in the JSON.
impl Localize for PayloadError {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, language.write(&self.problem))
    }
}

poundwise_words::in_english!(PayloadError);

impl MessageSample for PayloadError {
    fn samples(_: &str) -> Vec<Self> {
        vec![Self::new("level", PayloadProblem::NotAboveZero)]
    }
}

messages! {
    /// Faults of a field of a document, as they stand behind its name.
    pub(crate) enum PayloadProblem {
        NotAboveZero => {
            en: "must be above 0",
            de: "muss über 0 liegen",
        }
        NoCap => {
            en: "must be above 0, unless the cap of rho is",
            de: "muss über 0 liegen, außer wenn die Grenze für ρ über 0 liegt",
        }
        NotAWord { words: String } => {
            en: "must be one of: {words}",
            de: "muss eines von diesen sein: {words}",
        }
        TooMany { most: usize } => {
            en: "must be at most {most}",
            de: "dürfen höchstens {most} sein",
        }
        NotAsRows => {
            en: "must be from 1 to 2^24",
            de: "muss zwischen 1 und 2^24 liegen",
        }
        NumberOfValues => {
            en: "there must be from 1 to 2^24",
            de: "müssen 1 bis 2^24 sein",
        }
        NotARecipient => {
            en: "is not an age recipient (age1...)",
            de: "ist kein öffentlicher age-Schlüssel (age1…)",
        }

        // Entries.
        GrantCount => {
            en: "must be from 1 to sequence + 1",
            de: "muss zwischen 1 und sequence + 1 liegen",
        }
        TooManyAssumed => {
            en: "has more than 400 losses",
            de: "hat mehr als 400 Verluste",
        }
        AssumedNotAboveZero => {
            en: "each loss must be above 0",
            de: "Jeder Verlust muss über 0 liegen",
        }
        AssumedNotRising => {
            en: "must rise by question",
            de: "muss nach Fragen aufsteigen",
        }
        NotChained => {
            en: "must be null for the first entry, and only for it",
            de: "muss beim ersten Eintrag null sein, und nur bei ihm",
        }

        // Orders, receipts and releases.
        WrongHolding => {
            en: "must name the receipt for the level held, or be null if nothing is held",
            de: "muss die Quittung für die Stufe im Bestand nennen oder ohne Bestand null sein",
        }
        ExpiresBeforeIssue => {
            en: "must be after issued_at",
            de: "muss nach issued_at liegen",
        }
        QuestionLoss => {
            en: "must not be below the level sold",
            de: "darf nicht unter der verkauften Stufe liegen",
        }
        ReceiptCount => {
            en: "must be at least 1, and together with total_grants at most sequence + 1",
            de: "muss mindestens 1 und zusammen mit total_grants höchstens sequence + 1 sein",
        }
        TotalsNotByCurrency => {
            en: "must be by currency, in rising order, each once",
            de: "muss nach Währungen aufsteigen, jede einmal",
        }
        TotalWithoutSale => {
            en: "must include this sale's price",
            de: "muss den Preis dieses Verkaufs enthalten",
        }
        LevelNotRising => {
            en: "must be above from",
            de: "muss über from liegen",
        }
        LevelsNotByListing => {
            en: "must rise by listing",
            de: "muss nach Angeboten aufsteigen",
        }

        // Listings.
        PayTo => {
            en: "must be empty or a payto:// address",
            de: "muss leer oder eine payto://-Adresse sein",
        }
        OwnNumbersHaveNoColumn => {
            en: "own numbers have no column",
            de: "Eigene Zahlen haben keine Spalte",
        }
        RowsPerUnit => {
            en: "must be from 1 to 2^40",
            de: "muss zwischen 1 und 2^40 liegen",
        }
        EachRowAUnit => {
            en: "must be 1 where every row is a different unit",
            de: "muss 1 sein, wenn jede Zeile eine eigene Einheit ist",
        }
        OtherProtected => {
            en: "must be what the fields of the privacy unit say",
            de: "muss zu den Feldern der Schutzeinheit passen",
        }
        OtherDimension => {
            en: "is not the number of coordinates of the question",
            de: "ist nicht die Zahl der Koordinaten der Frage",
        }
        NumberOfLabels => {
            en: "there must be one label for each coordinate",
            de: "Zu jeder Koordinate muss es eine Bezeichnung geben",
        }
        Sensitivity => {
            en: "must be from 1 to 2^40 lattice steps",
            de: "muss 1 bis 2^40 Schritte sein",
        }
        AboveTop => {
            en: "must not be above top",
            de: "darf nicht über top liegen",
        }
        Grain => {
            en: "must be above 0 and not above the ceiling",
            de: "muss über 0 liegen, und nicht über der Obergrenze",
        }
        Tariff => {
            en: "must price every level up to the ceiling",
            de: "muss für jede Stufe bis zur Obergrenze einen Preis haben",
        }

        // Questions.
        NoBins => {
            en: "a column has bins or edges",
            de: "Eine Spalte hat Klassen oder Klassengrenzen",
        }
        BinsAndEdges => {
            en: "a column has bins or edges, not both",
            de: "Eine Spalte hat Klassen oder Klassengrenzen, nicht beides",
        }
        DoubledBin => {
            en: "two bins have the same value",
            de: "Zwei Klassen haben denselben Wert",
        }
        OverlappingPeriods => {
            en: "two bins have a day in common",
            de: "Zwei Klassen haben einen Tag gemeinsam",
        }
        EdgesOfNumbers => {
            en: "only numbers lie between edges",
            de: "Nur Zahlen haben Klassengrenzen",
        }
        EdgesNotRising => {
            en: "must be at least two numbers that rise",
            de: "müssen mindestens zwei aufsteigende Zahlen sein",
        }
        BlocksOfEdges => {
            en: "only bins between edges have blocks",
            de: "Nur Klassen zwischen Klassengrenzen haben Blöcke",
        }
        TooManyBinsOfBlocks => {
            en: "a histogram with blocks has at most 2^16 bins",
            de: "Ein Histogramm mit Blöcken hat höchstens 2^16 Klassen",
        }
        LevelsOfBlocks => {
            en: "must be rising levels from 1 to the first with one block",
            de: "müssen aufsteigende Ebenen von 1 bis zur ersten mit nur einem Block sein",
        }
        NotShortest => {
            en: "a number must be in its shortest form",
            de: "Eine Zahl muss ihre kürzeste Form haben",
        }
        NotADay => {
            en: "a date is a day, YYYY-MM-DD",
            de: "Ein Datum ist ein Tag, JJJJ-MM-TT",
        }
        EmptyValue => {
            en: "a value is empty",
            de: "Ein Wert ist leer",
        }
        LowerBoundFirst => {
            en: "the lower bound must be below the upper one",
            de: "Die untere Schranke muss unter der oberen liegen",
        }
        NumberOfCrossed => {
            en: "must be two or three",
            de: "müssen zwei oder drei sein",
        }
        SameColumns => {
            en: "must be different ones",
            de: "müssen verschieden sein",
        }
        NumberOfVariables => {
            en: "must be from 1 to 7",
            de: "müssen 1 bis 7 sein",
        }
        NumberOfGroups => {
            en: "must be at most 3",
            de: "dürfen höchstens 3 sein",
        }
        VariableOfNumbers => {
            en: "a variable must be a numeric column, or a text column with two stated values",
            de: "Eine Variable muss eine Spalte mit Zahlen sein oder eine Textspalte mit zwei \
                 angegebenen Werten",
        }
        BoundsOfVariable => {
            en: "a variable that is not two-valued has bounds and no values",
            de: "Eine Variable, die nicht zweiwertig ist, hat Schranken und keine Werte",
        }
        TwoValues => {
            en: "a two-valued variable has two different values, the lower number first, and no \
                 bounds",
            de: "Eine zweiwertige Variable hat zwei verschiedene Werte, die kleinere Zahl zuerst, \
                 und keine Schranken",
        }
        TooManyMoments => {
            en: "all groups together have at most 2^14 coordinates",
            de: "Alle Gruppen zusammen haben höchstens 2^14 Koordinaten",
        }
        TextsAreEqualOrNot => {
            en: "texts are compared by == and != alone",
            de: "Texte werden nur mit == und != verglichen",
        }
        MissingAsMiddle => {
            en: "missing cells can count as the middle only in a mean of all rows: the number of \
                 rows must be public, each row a unit of its own, and the adjacency replacement",
            de: "Fehlende Zellen können nur beim Mittelwert aller Zeilen als Mitte zählen: Die \
                 Zeilenzahl muss öffentlich, jede Zeile eine eigene Einheit und die Nachbarschaft \
                 Ersetzen sein",
        }
    }
}
