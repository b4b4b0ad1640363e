use poundwise_words::{messages, texts_of};

use crate::kinds::TextFault;
use crate::tariff::{MAX_KNOTS, TariffError};
use crate::texts::{HiddenSign, Quoted};
use crate::units::{
    DecimalError, EpsilonError, IdError, LossPairError, MicroEpsilon, MoneyError, NanoRho,
    NumberError, PeriodError, REFERENCE_EXAMPLE, ReferenceError, RhoError, TimestampError,
};

texts_of! {
    NumberError {
        Empty => {
            en: "a number is missing",
            de: "Es fehlt eine Zahl",
        }
        Negative => {
            en: "a negative number is not allowed here",
            de: "Die Zahl darf nicht negativ sein",
        }
        Exponent => {
            en: "write the number out in full, without an exponent",
            de: "Schreiben Sie die Zahl aus, ohne Exponenten",
        }
        Comma => {
            en: "use a point, not a comma, before the decimals",
            de: "Vor den Dezimalstellen steht ein Punkt, kein Komma",
        }
        Thousands => {
            en: "write the digits without a point or a comma between thousands, and a point before \
                 the decimals, such as 1000.50",
            de: "Schreiben Sie die Zahl ohne Trennzeichen zwischen den Tausendern und mit einem \
                 Punkt vor den Dezimalstellen, etwa 1000.50",
        }
        TooManyPlaces(most) => {
            en: {
                most;
                0 => "too many decimals: none are allowed",
                1 => "too many decimals: at most one is allowed",
                _ => "too many decimals: at most {most} are allowed",
            },
            de: {
                most;
                0 => "Die Zahl darf keine Nachkommastellen haben",
                1 => "Die Zahl darf höchstens eine Nachkommastelle haben",
                _ => "Die Zahl darf höchstens {most} Nachkommastellen haben",
            },
        }
        NotANumber => {
            en: "not a decimal number (digits, with at most one point between them)",
            de: "Das ist keine Dezimalzahl (Ziffern mit höchstens einem Punkt dazwischen)",
        }
        TooLarge => {
            en: "the number is too large",
            de: "Die Zahl ist zu groß",
        }
    }
}

texts_of! {
    DecimalError {
        Syntax => {
            en: "not a decimal number (an optional minus, digits, at most one point between them)",
            de: "Das ist keine Dezimalzahl (Ziffern mit höchstens einem Punkt dazwischen, davor \
                 höchstens ein Minus)",
        }
        TooLong => {
            en: "the number has too many digits: at most 18 decimals and 38 digits are kept",
            de: "Die Zahl hat zu viele Ziffern: Höchstens 18 Nachkommastellen und 38 Ziffern werden \
                 gespeichert",
        }
        NotCanonical => {
            en: "the number is not in its shortest form",
            de: "Die Zahl hat nicht ihre kürzeste Form",
        }
        NotPositive => {
            en: "a step must be above 0",
            de: "Eine Schrittweite muss über 0 liegen",
        }
    }
}

texts_of! {
    EpsilonError {
        Number(why) => {
            en: "{why}",
            de: "{why}",
        }
        TooLarge [most = MicroEpsilon::MAX] => {
            en: "it is above the highest level, {most}",
            de: "Sie liegt über der höchsten Stufe, {most}",
        }
    }
}

texts_of! {
    RhoError {
        Number(why) => {
            en: "{why}",
            de: "{why}",
        }
        TooLarge [most = NanoRho::MAX] => {
            en: "it is above the highest ρ, {most}",
            de: "Es liegt über dem höchsten ρ, {most}",
        }
    }
}

texts_of! {
    LossPairError {
        Epsilon(why) => {
            en: "ε: {why}",
            de: "ε: {why}",
        }
        Rho(why) => {
            en: "ρ: {why}",
            de: "ρ: {why}",
        }
    }
}

texts_of! {
    MoneyError {
        Currency => {
            en: "a currency is three capital letters of ISO 4217, such as EUR",
            de: "Eine Währung hat drei Großbuchstaben nach ISO 4217, etwa EUR",
        }
        Number(why) => {
            en: "amount: {why}",
            de: "Betrag: {why}",
        }
        TooLarge => {
            en: "the amount is above the largest one, 2^53 - 1 minor units",
            de: "Der Betrag liegt über dem größten, 2^53 - 1 der kleinsten Einheit",
        }
    }
}

texts_of! {
    ReferenceError {
        Form [example = REFERENCE_EXAMPLE] => {
            en: "a payment reference has 13 characters of 0-9 and A-Z without U, such as {example}",
            de: "Eine Zahlungsreferenz hat 13 Zeichen aus 0-9 und A-Z ohne U, etwa {example}",
        }
        Check => {
            en: "the payment reference is mistyped: its last character does not fit the others",
            de: "Die Zahlungsreferenz ist vertippt: Ihr letztes Zeichen passt nicht zu den anderen",
        }
    }
}

texts_of! {
    PeriodError => {
        en: "a period is a day (2026-11-28), a week (2026-W48), a month (2026-11) or a year (2026)",
        de: "Ein Zeitraum ist ein Tag (2026-11-28), eine Woche (2026-W48), ein Monat (2026-11) \
             oder ein Jahr (2026)",
    }
}

texts_of! {
    TimestampError => {
        en: "a time is written in UTC with whole seconds, such as 2026-11-21T13:40:00Z",
        de: "Eine Zeit wird in UTC mit ganzen Sekunden geschrieben, etwa 2026-11-21T13:40:00Z",
    }
}

texts_of! {
    IdError [bytes, characters] => {
        en: "not the base64url form of {bytes} bytes: exactly {characters} characters of A-Z a-z \
             0-9 - _",
        de: "Das sind nicht {bytes} Bytes in base64url: genau {characters} Zeichen aus A-Z a-z 0-9 - _",
    }
}

texts_of! {
    TariffError {
        Empty => {
            en: "a price needs at least one point: a level and its price",
            de: "Ein Tarif braucht mindestens einen Punkt: eine Stufe und ihren Preis",
        }
        TooMany [most = MAX_KNOTS] => {
            en: "a price has at most {most} points",
            de: "Ein Tarif hat höchstens {most} Punkte",
        }
        LevelsNotRising(level) => {
            en: "the tariff's levels must rise: ε {level} is not above the level before it",
            de: "Die Stufen des Tarifs müssen steigen: ε {level} liegt nicht über der Stufe davor",
        }
        PriceFalls(level) => {
            en: "the tariff's price must never fall: at ε {level} it is below the price before it",
            de: "Der Preis des Tarifs darf nicht fallen: Bei ε {level} liegt er unter dem Preis davor",
        }
        Syntax(part) [part = Quoted(part)] => {
            en: "{part} is not EPS:AMOUNT, such as 1:10.50, with a point before the decimals",
            de: "{part} ist nicht EPS:AMOUNT, etwa 1:10.50, mit einem Punkt vor den \
                 Dezimalstellen",
        }
        Point { row, fault, problem } [point = row.saturating_add(1), problem = problem] => {
            en: "point {point}: {problem}",
            de: "Punkt {point}: {problem}",
        }
        BeyondLastKnot { level, last } => {
            en: "ε {level} is above ε {last}, the highest level that the tariff prices",
            de: "ε {level} liegt über ε {last}, der höchsten Stufe mit einem Preis im Tarif",
        }
        Downwards { from, to } => {
            en: "a level can only be raised: ε {to} is below ε {from}",
            de: "Eine Stufe kann nur steigen: ε {to} liegt unter ε {from}",
        }
    }
}

messages! {
    /// Faults of a point of a tariff, as they stand after a colon.
    pub(crate) enum PointProblem {
        NoLevel => {
            en: "its level ε is missing",
            de: "Die Stufe ε fehlt",
        }
        NotALevel { level: String, why: EpsilonError } => {
            en: "'{level}' is not a level: {why}",
            de: "„{level}“ ist keine Stufe: {why}",
        }
        NoPrice => {
            en: "its price is missing",
            de: "Der Preis fehlt",
        }
        NotAnAmount { price: String, why: NumberError } => {
            en: "'{price}' is not an amount: {why}",
            de: "„{price}“ ist kein Betrag: {why}",
        }
        AmountTooLarge { price: String, why: MoneyError } => {
            en: "'{price}': {why}",
            de: "„{price}“: {why}",
        }
        LevelNotRising { level: MicroEpsilon, before: MicroEpsilon } => {
            en: "ε {level} is not above ε {before}, the level before it",
            de: "ε {level} liegt nicht über ε {before}, der Stufe davor",
        }
        PriceFalls { price: String, before: String } => {
            en: "{price} is less than {before}, the price before it",
            de: "{price} ist weniger als {before}, der Preis davor",
        }
    }
}

texts_of! {
    TextFault {
        Empty => {
            en: "is empty",
            de: "ist leer",
        }
        TooLong { most } => {
            en: "longer than {most} characters",
            de: "hat mehr als {most} Zeichen",
        }
        Hidden { sign } [shown = HiddenSign(*sign)] => {
            en: "has {shown}",
            de: "enthält {shown}",
        }
    }
}
