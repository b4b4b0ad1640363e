use poundwise_documents::units::EpsilonError;
use poundwise_words::messages;

use super::{HiddenSign, Identified, NameProblem, NamedThing, TextField, Typed};

messages! {
    /// Messages about names, ids, keys and levels as people type them.
    pub(crate) enum NameMessage {
        HomeName { most: u32, problem: NameProblem } => {
            en: "A home's name has 1 to {most} visible characters: {problem}.",
            de: "Der Name einer Mappe hat 1 bis {most} sichtbare Zeichen: {problem}.",
        }
        ContactName { most: u32, problem: NameProblem } => {
            en: "A contact's name has 1 to {most} visible characters: {problem}.",
            de: "Der Name eines Kontakts hat 1 bis {most} sichtbare Zeichen: {problem}.",
        }
        BankName { most: u32, problem: NameProblem } => {
            en: "A bank's name has 1 to {most} visible characters: {problem}.",
            de: "Der Name einer Bank hat 1 bis {most} sichtbare Zeichen: {problem}.",
        }
        ContactNote { most: u32, problem: NameProblem } => {
            en: "A contact's note has at most {most} visible characters: {problem}.",
            de: "Die Notiz zu einem Kontakt hat höchstens {most} sichtbare Zeichen: {problem}.",
        }
        NotAName { name: Typed, thing: NamedThing, problem: NameProblem } => {
            en: "'{name}' is not a name for {thing}: {problem}.",
            de: "„{name}“ ist kein Name für {thing}: {problem}.",
        }
        StandsForOwnNumbers { name: Typed } => {
            en: "'{name}' is not a name for a dataset: it means your own numbers.",
            de: "„{name}“ ist kein Name für einen Datensatz: Es steht für eigene Zahlen.",
        }
        StandsForNone { name: Typed, thing: NamedThing } => {
            en: "'{name}' is not a name for {thing}: it means that no name is given.",
            de: "„{name}“ ist kein Name für {thing}: Es bedeutet, dass kein Name angegeben ist.",
        }
        NotAnInvoiceNumber { number: Typed, problem: NameProblem } => {
            en: "'{number}' is not the number of an invoice: {problem}.",
            de: "„{number}“ ist keine Rechnungsnummer: {problem}.",
        }
        NotAPaymentAddress { text: Typed } => {
            en: "'{text}' is neither an IBAN nor a payto:// address.",
            de: "„{text}“ ist weder eine IBAN noch eine Adresse mit payto://.",
        }

        // Ids and keys.
        NotAnId { text: Typed } => {
            en: "'{text}' is not an id. An id has letters, digits, - and _.",
            de: "„{text}“ ist keine Kennung. Eine Kennung hat Buchstaben, Ziffern, - und _.",
        }
        ShortId { text: Typed } => {
            en: "'{text}' is too short for an id.",
            de: "„{text}“ ist zu kurz für eine Kennung.",
        }
        LongId { text: Typed } => {
            en: "'{text}' is too long for an id.",
            de: "„{text}“ ist zu lang für eine Kennung.",
        }
        NoSuchId { what: Identified, id: String } => {
            en: "There is no {what} with the id {id}.",
            de: "Es gibt {what} mit der Kennung {id}.",
        }
        AmbiguousId { what: Identified, id: String } => {
            en: "More than one {what} has an id that begins with {id}.",
            de: ("Mehr als eine Kennung beginnt mit {id}.", what),
        }
        NotAKey { text: Typed } => {
            en: "'{text}' is not a key. A key has 43 characters: letters, digits, - and _.",
            de: "„{text}“ ist kein Schlüssel. Ein Schlüssel hat 43 Zeichen: Buchstaben, Ziffern, \
                 - und _.",
        }

        // Numbers.
        NotAWholeNumber { text: Typed } => {
            en: "'{text}' is not a whole number.",
            de: "„{text}“ ist keine ganze Zahl.",
        }
        ZeroLevel { text: Typed } => {
            en: "'{text}' is ε 0, which is not a level.",
            de: "„{text}“ ist ε 0. Das ist keine Stufe.",
        }
        NotALevel { text: Typed, why: EpsilonError } => {
            en: "'{text}' is not a level: {why}.",
            de: "„{text}“ ist keine Stufe: {why}.",
        }
    }
}

messages! {
    /// Messages about texts of documents.
    pub(crate) enum TextMessage {
        Empty { field: TextField } => {
            en: {
                field;
                TextField("terms") => "{field} are empty.",
                _ => "{field} is empty.",
            },
            de: "{field} steht nichts.",
        }
        TooLong { field: TextField, most: u32 } => {
            en: {
                field;
                TextField("terms") => "{field} are longer than {most} characters.",
                _ => "{field} is longer than {most} characters.",
            },
            de: "{field} stehen mehr als {most} Zeichen.",
        }
        Hidden { field: TextField, sign: HiddenSign } => {
            en: {
                field;
                TextField("terms") => "{field} have {sign}.",
                _ => "{field} has {sign}.",
            },
            de: "{field} steht {sign}.",
        }
        NotSignable { why: String } => {
            en: "This cannot be signed: {why}.",
            de: "Das lässt sich nicht signieren ({why}).",
        }
    }
}

messages! {
    /// Hints about names, texts, ids, keys and levels.
    pub(crate) enum NameHint {
        WriteSomeWords => {
            en: "Write it in a few words.",
            de: "Schreiben Sie ein paar Worte.",
        }
        Shorten => {
            en: "Shorten it.",
            de: "Kürzen Sie den Text.",
        }
        OneLine => {
            en: "Write it on one line.",
            de: "Schreiben Sie alles in eine Zeile.",
        }
        TypeAnew => {
            en: "Type it again instead of copying it: such a character is invisible, and can make \
                 two texts look alike.",
            de: "Tippen Sie den Text neu ein, statt ihn zu kopieren: Ein solches Zeichen sieht \
                 man nicht, und mit ihm können zwei Texte gleich aussehen.",
        }
        CorrectPart => {
            en: "Nothing was changed. Correct that part and try again.",
            de: "Es wurde nichts geändert. Ändern Sie die genannte Stelle, und versuchen Sie es \
                 noch einmal.",
        }

        // Names.
        GiveHomeName => {
            en: "Give the name that your trading partners see, such as Harbour Clinic.",
            de: "Geben Sie den Namen an, den Ihre Handelspartner sehen, etwa Hafenklinik.",
        }
        GiveDatasetName => {
            en: "Give a name of 1 to 100 visible characters.",
            de: "Geben Sie einen Namen mit 1 bis 100 sichtbaren Zeichen an.",
        }
        GiveNameOnOneLine => {
            en: "Give a name of 1 to 100 visible characters on one line.",
            de: "Geben Sie einen Namen mit 1 bis 100 sichtbaren Zeichen in einer Zeile an.",
        }
        GiveContactName => {
            en: "Give your own name for that key, such as Northern Insurance.",
            de: "Geben Sie Ihren eigenen Namen für diesen Schlüssel an, etwa Nordversicherung.",
        }
        GiveBankName => {
            en: "Give your own name for the bank, such as Harbour Bank.",
            de: "Geben Sie Ihren eigenen Namen für die Bank an, etwa Hafenbank.",
        }
        ShortenNote => {
            en: "Shorten it. State only how the key was checked.",
            de: "Kürzen Sie die Notiz. Schreiben Sie nur, wie der Schlüssel geprüft wurde.",
        }
        SeeInvoices => {
            en: "See the issued invoices.",
            de: "Sehen Sie nach, welche Rechnungen es gibt.",
        }
        CopyIban => {
            en: "Copy the IBAN of the account, or leave it out: buyers then do not see where to \
                 pay.",
            de: "Geben Sie die IBAN des Kontos an, oder lassen Sie sie weg: Dann erfahren Käufer \
                 nicht, wohin sie zahlen sollen.",
        }

        // Ids and keys.
        GiveWholeId { whole: usize, shortest: usize } => {
            en: "Give the whole id of {whole} characters, or its first {shortest} or more.",
            de: "Geben Sie die ganze Kennung mit {whole} Zeichen an, oder mindestens ihre ersten \
                 {shortest}.",
        }
        GiveMoreOfId => {
            en: "Give more characters of the id.",
            de: "Geben Sie mehr Zeichen der Kennung an.",
        }
        GiveWholeKey => {
            en: "Give the whole key: a prefix can be imitated.",
            de: "Geben Sie den ganzen Schlüssel an: Sein Anfang lässt sich nachmachen.",
        }
        OtherHomeShowsKey => {
            en: "The other home shows its key.",
            de: "Die andere Mappe zeigt ihren Schlüssel.",
        }

        // Numbers.
        WriteDigits => {
            en: "Write digits alone, without a sign or separators, such as 1000.",
            de: "Schreiben Sie nur Ziffern, ohne Vorzeichen und Trennzeichen, etwa 1000.",
        }
        WriteLevel => {
            en: "Write ε as a decimal above 0 with at most six places, such as 1.5.",
            de: "Schreiben Sie ε als Dezimalzahl über 0 mit höchstens sechs Nachkommastellen, \
                 etwa 1,5.",
        }
    }
}
