use poundwise_base::error::NumberOf;
use poundwise_documents::tariff::TariffError;
use poundwise_documents::units::RhoError;
use poundwise_words::{Text, messages};

messages! {
    /// Messages about numbers and prices as typed.
    pub(crate) enum NumberMessage {
        NotADecimal { of: NumberOf, text: String } => {
            en: "{of}: '{text}' is not a decimal number.",
            de: "{of}: „{text}“ ist keine Dezimalzahl.",
        }
        TooLong { of: NumberOf, text: String } => {
            en: "{of}: '{text}' has too many digits. At most 18 decimals and 38 digits are kept.",
            de: "{of}: „{text}“ hat zu viele Stellen. Möglich sind höchstens 38 Stellen, davon \
                 höchstens 18 Nachkommastellen.",
        }
        NotPositive { of: NumberOf, text: String } => {
            en: "{of}: '{text}' is not above 0.",
            de: "{of}: „{text}“ liegt nicht über 0.",
        }
        TooLarge { of: NumberOf, text: String } => {
            en: "{of}: '{text}' is too large.",
            de: "{of}: „{text}“ ist zu groß.",
        }
        NotWhole { of: NumberOf, text: String } => {
            en: "{of}: '{text}' is not a whole number.",
            de: "{of}: „{text}“ ist keine ganze Zahl.",
        }
        StepNotPositive { step: String } => {
            en: "The step {step} is not above 0.",
            de: "Die Schrittweite {step} liegt nicht über 0.",
        }
        GiveStep => {
            en: "Give a step such as 0.01.",
            de: "Geben Sie eine Schrittweite über 0 an, etwa 0,01.",
        }
        WriteRows => {
            en: "Write the number of rows without a sign and without separators, such as 1000.",
            de: "Schreiben Sie die Zeilenzahl ohne Vorzeichen und ohne Trennzeichen, etwa 1000.",
        }
        TwoReadings => {
            en: "A number is ambiguous: it can be read with thousands or with decimals.",
            de: "Eine Zahl ist mehrdeutig: Sie lässt sich mit Tausendern oder mit Nachkommastellen \
                 lesen.",
        }
        WriteOneReading => {
            en: "Write a whole number without separators, such as 200000, or add a zero to a \
                 decimal number, such as 1.1250.",
            de: "Schreiben Sie eine ganze Zahl ohne Trennzeichen, etwa 200000, oder hängen Sie \
                 einer Dezimalzahl eine Null an, etwa 1,1250.",
        }
        RowsPerPersonOutside { text: String, most: u64 } => {
            en: "Rows per person must be from 1 to {most}, not '{text}'.",
            de: "Höchstzahl der zählenden Zeilen: „{text}“ liegt nicht zwischen 1 und {most}.",
        }
        StateRowsPerPerson => {
            en: "State how many rows of one person count, as a whole number such as 5.",
            de: "Geben Sie an, wie viele Zeilen einer Einheit zählen: eine ganze Zahl, etwa 5.",
        }
        UnusableFactor { factor: String } => {
            en: "The price cannot be multiplied by '{factor}'.",
            de: "Mit „{factor}“ lässt sich der Preis nicht multiplizieren.",
        }
        GiveFactor => {
            en: "Give a number above 0 with a point, such as 1.5, or leave it out.",
            de: "Geben Sie eine Zahl über 0 an, etwa 1,5, oder lassen Sie sie weg.",
        }

        // Currencies.
        NotACurrency { text: String } => {
            en: "'{text}' is not a currency: a currency is three capital letters of ISO 4217.",
            de: "„{text}“ ist keine Währung: Eine Währung hat drei Großbuchstaben nach ISO 4217.",
        }
        UnlistedCurrency { text: String } => {
            en: "'{text}' is not a currency: ISO 4217 has no such code.",
            de: "„{text}“ ist keine Währung: ISO 4217 enthält dieses Kürzel nicht.",
        }
        UseCurrencyCode => {
            en: "Use an ISO 4217 code such as EUR.",
            de: "Verwenden Sie ein Kürzel nach ISO 4217, etwa EUR.",
        }

        // Losses.
        NotARho { text: String, why: RhoError } => {
            en: "'{text}' is not a loss ρ: {why}.",
            de: "„{text}“ ist kein Verlust ρ: {why}.",
        }
        WriteRho => {
            en: "Write ρ as a decimal with at most nine places, such as 0.1.",
            de: "Schreiben Sie ρ als Dezimalzahl mit höchstens neun Nachkommastellen, etwa 0,1.",
        }

        // Prices.
        NoPrice => {
            en: "The price is missing.",
            de: "Der Preis fehlt.",
        }
        Point { point: u32, problem: Text } => {
            en: "The price, point {point}: {problem}.",
            de: "Preis, Punkt {point}: {problem}.",
        }
        WrongPrice { why: TariffError } => {
            en: "The price: {why}.",
            de: "Preis: {why}.",
        }
        GivePrice => {
            en: "State rising levels and prices. Each price is for everything up to its level.",
            de: "Geben Sie steigende Stufen und Preise an. Jeder Preis gilt für alles bis zu \
                 seiner Stufe.",
        }
    }
}

messages! {
    /// A level of a listing, as the name before an error.
    pub enum LevelName {
        Ceiling => {
            en: "Ceiling",
            de: "Obergrenze",
        }
        Highest => {
            en: "Highest level",
            de: "Höchste Stufe",
        }
        SmallestStep => {
            en: "Smallest step",
            de: "Kleinster Schritt",
        }
        Top => {
            en: "Top of the noise path",
            de: "Ende des Rauschpfads",
        }
    }
}
