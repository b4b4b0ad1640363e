use std::path::PathBuf;

use poundwise_documents::kinds::AttributeKind;
use poundwise_documents::tariff::TariffError;
use poundwise_documents::units::{Currency, DecimalError, MoneyError, NumberError};
use poundwise_words::messages;

messages! {
    /// Messages about values of arguments and options.
    pub(crate) enum ValueMessage {
        // Numbers.
        NotANumber { text: String, why: DecimalError } => {
            en: "'{text}' is not a number: {why}.",
            de: "„{text}“ ist keine Zahl: {why}.",
        }
        WriteNumber => {
            en: "Write it with a point and without separators, such as 1250.5.",
            de: "Schreiben Sie sie mit einem Punkt und ohne Trennzeichen, etwa 1250.5.",
        }
        NotAStep { text: String, why: DecimalError } => {
            en: "'{text}' is not a step: {why}.",
            de: "„{text}“ ist keine Schrittweite: {why}.",
        }
        NumberTooLong { text: String } => {
            en: "'{text}' has more than 37 digits.",
            de: "„{text}“ hat mehr als 37 Stellen.",
        }
        NotAboveZero { text: String } => {
            en: "'{text}' is not above 0.",
            de: "„{text}“ liegt nicht über 0.",
        }
        ZeroProtectsNothing => {
            en: "A distance of 0 protects nothing.",
            de: "Ein Abstand von 0 schützt nichts.",
        }
        WriteWholeNumber => {
            en: "Write a whole number from 1, such as 1000.",
            de: "Schreiben Sie eine ganze Zahl ab 1, etwa 1000.",
        }
        WriteStep => {
            en: "Write a decimal above 0, such as 0.01.",
            de: "Schreiben Sie eine Dezimalzahl über 0, etwa 0.01.",
        }
        NotBounds { text: String } => {
            en: "'{text}' is not LO..HI.",
            de: "„{text}“ hat nicht die Form LO..HI.",
        }
        BoundsReversed { text: String } => {
            en: "The lower bound of '{text}' is not below the upper bound.",
            de: "In „{text}“ liegt die untere Schranke nicht unter der oberen.",
        }
        WriteBounds => {
            en: "Write two numbers with two points between them, such as -10..37.5.",
            de: "Schreiben Sie zwei Zahlen mit zwei Punkten dazwischen, etwa -10..37.5.",
        }
        NotBands { text: String } => {
            en: "'{text}' is not LO..HI:WIDTH.",
            de: "„{text}“ hat nicht die Form LO..HI:WIDTH.",
        }
        WriteBands => {
            en: "Write both ends and the width, such as 0..120:10.",
            de: "Schreiben Sie beide Enden und die Breite, etwa 0..120:10.",
        }
        NotEdges { text: String } => {
            en: "'{text}' is not two or more different numbers.",
            de: "„{text}“ besteht nicht aus zwei oder mehr verschiedenen Zahlen.",
        }
        WriteEdges => {
            en: "Write each edge once, such as 0,18,65,120.",
            de: "Schreiben Sie jede Klassengrenze einmal, etwa 0,18,65,120.",
        }

        // Money.
        NotAnAmount { text: String, why: NumberError } => {
            en: "'{text}' is not an amount: {why}.",
            de: "„{text}“ ist kein Betrag: {why}.",
        }
        NotAnAmountIn { text: String, currency: Currency, why: NumberError } => {
            en: "'{text}' is not an amount in {currency}: {why}.",
            de: "„{text}“ ist kein Betrag in {currency}: {why}.",
        }
        AmountTooLarge { text: String } => {
            en: "'{text}' is above the largest amount, 2^53 - 1 minor units.",
            de: "„{text}“ liegt über dem größten Betrag, 2^53 - 1 der kleinsten Einheit.",
        }
        WriteAmount => {
            en: "Write a decimal without a currency sign, such as 20 or 12.50.",
            de: "Schreiben Sie eine Dezimalzahl ohne Währungszeichen, etwa 20 oder 12.50.",
        }
        WrongPrice { currency: Currency, why: TariffError } => {
            en: "--price in {currency}: {why}.",
            de: "--price in {currency}: {why}.",
        }
        WritePrice => {
            en: "Give EPS:AMOUNT[,EPS:AMOUNT...], the price of everything up to each level: \
                 --price '0.5:5,8:80'.",
            de: "Geben Sie EPS:AMOUNT[,EPS:AMOUNT...] an, zu jeder Stufe den Preis für alles bis \
                 dorthin: --price '0.5:5,8:80'.",
        }

        NotACurrencyMark { text: String } => {
            en: "'{text}' is not a currency sign or code.",
            de: "„{text}“ ist kein Währungszeichen und kein Währungskürzel.",
        }

        // Losses and days.
        NeitherLossNorFile { text: String } => {
            en: "'{text}' is neither a loss nor a file.",
            de: "„{text}“ ist weder ein Verlust noch eine Datei.",
        }
        WriteLoss => {
            en: "Write ε as a decimal with at most six places, such as 0.5; or ε,ρ: 0.5,0.1.",
            de: "Schreiben Sie ε als Dezimalzahl mit höchstens sechs Nachkommastellen, etwa 0.5; \
                 oder ε,ρ: 0.5,0.1.",
        }
        NameLossFile => {
            en: "Or name the file that `poundwise home give-up FILE` wrote in the other home.",
            de: "Oder nennen Sie die Datei, die `poundwise home give-up FILE` in der anderen Mappe \
                 geschrieben hat.",
        }
        NotADay { text: String } => {
            en: "'{text}' is not a day.",
            de: "„{text}“ ist kein Tag.",
        }
        WriteDay => {
            en: "Write a day as YYYY-MM-DD, such as 2027-01-31. It ends at midnight UTC.",
            de: "Schreiben Sie den Tag als JJJJ-MM-TT, etwa 2027-01-31. Er endet um Mitternacht \
                 UTC.",
        }

        // Lists.
        OpenQuote => {
            en: "A double quote is not closed.",
            de: "Ein Anführungszeichen ist nicht geschlossen.",
        }
        EmptyList => {
            en: "The list is empty.",
            de: "Die Liste ist leer.",
        }
        ListOfLines => {
            en: "The list is more than one line.",
            de: "Die Liste hat mehr als eine Zeile.",
        }
        NotAList { why: String } => {
            en: "The list cannot be read: {why}.",
            de: "Die Liste lässt sich nicht lesen ({why}).",
        }
        WriteList => {
            en: "Separate with commas, and put a bin that contains a comma into double quotes: \
                 '\"a, b\",c'.",
            de: "Trennen Sie mit Kommas, und setzen Sie eine Klasse mit Komma in doppelte \
                 Anführungszeichen: '\"a, b\",c'.",
        }
        WriteColumnNames => {
            en: "Write the names with commas between them, such as age,\"name, in full\".",
            de: "Schreiben Sie die Namen mit Kommas dazwischen, etwa age,\"name, in full\".",
        }
        NotACondition { text: String } => {
            en: "'{text}' is not a condition.",
            de: "„{text}“ ist keine Bedingung.",
        }
        WriteCondition => {
            en: "Write COLUMN OP VALUE, with ==, !=, <, <=, > or >= as OP, such as 'married == 1'.",
            de: "Schreiben Sie SPALTE OP WERT, mit ==, !=, <, <=, > oder >= als OP, etwa 'married \
                 == 1'.",
        }
        QuoteColumn => {
            en: "Put the name of a column that contains one of these into double quotes.",
            de: "Setzen Sie den Namen einer Spalte, der eines davon enthält, in doppelte \
                 Anführungszeichen.",
        }
        ConditionWithoutAValue { text: String, column: String } => {
            en: "The condition '{text}' has no value to compare '{column}' with.",
            de: "In der Bedingung „{text}“ fehlt der Wert, mit dem „{column}“ verglichen wird.",
        }
        MissingMatchesNothing => {
            en: "Rows with a missing cell meet no condition.",
            de: "Zeilen mit fehlender Zelle erfüllen keine Bedingung.",
        }
        NoColumnNamed { option: String, text: String } => {
            en: "{option} '{text}' names none of the columns.",
            de: "{option} „{text}“ nennt keine der Spalten.",
        }
        WriteColumnAndBins { columns: String } => {
            en: "Write a column, a colon and what is stated of it, such as 'sex:f,m'. The columns \
                 are: {columns}.",
            de: "Schreiben Sie eine Spalte, einen Doppelpunkt und die Angabe dazu, etwa 'sex:f,m'. \
                 Die Spalten sind: {columns}.",
        }
        ColumnTwice { text: String } => {
            en: "'{text}' states the bins of a column a second time.",
            de: "„{text}“ gibt die Klassen einer Spalte ein zweites Mal an.",
        }
        StateBinsOnce => {
            en: "State the bins of each column once.",
            de: "Geben Sie die Klassen jeder Spalte einmal an.",
        }
        NoEquals { text: String } => {
            en: "'{text}' has no =.",
            de: "In „{text}“ fehlt das Zeichen =.",
        }
        WriteTrial => {
            en: "Write the listing, then =, then the value to try, such as 7Qx3v9=4.",
            de: "Schreiben Sie das Angebot, dann =, dann den Wert zum Ausprobieren, etwa 7Qx3v9=4.",
        }

        // Options that do not belong.
        NoUseFor { kind: AttributeKind, option: String } => {
            en: "The kind {kind} does not use {option}.",
            de: "Bei dieser Art ({kind}) ist {option} nicht möglich.",
        }
        LeaveOutOption => {
            en: "Leave it out, or state another kind.",
            de: "Lassen Sie die Option weg, oder geben Sie eine andere Art an.",
        }
        DatasetHasPopulation => {
            en: "A dataset belongs to a population already.",
            de: "Ein Datensatz gehört schon zu einer Population.",
        }
        RowsOfAMean => {
            en: "A preview assumes a number of rows only for a mean.",
            de: "Eine Vorschau nimmt nur für einen Mittelwert eine Zeilenzahl an.",
        }
        TooManyColumns { kind: AttributeKind, columns: usize } => {
            en: "The kind {kind} has one column, not {columns}.",
            de: "Diese Art ({kind}) hat eine Spalte, nicht {columns}.",
        }
        NotAVariable { text: String } => {
            en: "'{text}' is not a variable.",
            de: "„{text}“ ist keine Variable.",
        }
        WriteVariable => {
            en: "Write a column with its bounds, such as age:18..95, or with two values, such as \
                 sex=0,1.",
            de: "Schreiben Sie eine Spalte mit ihren Schranken, etwa age:18..95, oder mit zwei \
                 Werten, etwa sex=0,1.",
        }
        UseCrossTabulation => {
            en: "For two or three columns there is the kind cross-tabulation.",
            de: "Für zwei oder drei Spalten gibt es die Art cross-tabulation.",
        }
        QuoteName => {
            en: "Put a name with spaces into quotes.",
            de: "Setzen Sie einen Namen mit Leerzeichen in Anführungszeichen.",
        }
        UnreadOptions => {
            en: "The options cannot be read, although they have no error.",
            de: "Die Optionen lassen sich nicht lesen, obwohl sie keinen Fehler haben.",
        }
        NotAReport { file: PathBuf } => {
            en: "A report is saved as .html or .json, not as {file}.",
            de: "Ein Bericht wird als .html oder .json gespeichert, nicht als {file}.",
        }
        GiveReportEnding => {
            en: "Give the file one of these endings.",
            de: "Geben Sie der Datei eine dieser Endungen.",
        }
    }
}

impl ValueMessage {
    /// Returns the message of a text that is not an amount of money.
    pub(crate) fn not_an_amount(text: &str, why: MoneyError) -> Self {
        let text = text.to_owned();
        match why {
            MoneyError::Number(why) => Self::NotAnAmount { text, why },
            _ => Self::AmountTooLarge { text },
        }
    }

    /// Returns the message of a text that is not an amount of a currency.
    pub(crate) fn not_an_amount_in(currency: Currency, text: &str, why: MoneyError) -> Self {
        match Self::not_an_amount(text, why) {
            Self::NotAnAmount { text, why } => Self::NotAnAmountIn {
                text,
                currency,
                why,
            },
            other => other,
        }
    }
}
