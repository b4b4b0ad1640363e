use poundwise_words::messages;

messages! {
    /// Texts around numbers.
    pub(crate) enum NumberText {
        // Bounds on guesses.
        RightAtMost { percent: String } => {
            en: "at most {percent}%",
            de: "höchstens {percent}\u{a0}%",
        }
        RightOfTheTime { percent: String } => {
            en: "right at most {percent}% of the time",
            de: "in höchstens {percent}\u{a0}% der Fälle richtig",
        }
        GuessBoth { presence: String, value: String } => {
            en: "{presence} presence, {value} value",
            de: "{presence} bei der Anwesenheit, {value} beim Wert",
        }
        GuessValue { value: String } => {
            en: "{value} value",
            de: "{value} beim Wert",
        }
        GuessAddRemove { unit: String, presence: String, value: String, value_share: String } => {
            en: (
                "Someone who knows everything else and guesses from even odds is {presence} about \
                 whether one given {unit} is in the data, and {value_share} about which of two \
                 values that {unit} has.",
                value
            ),
            de: (
                "Wer alles andere weiß und bei gleichen Chancen rät, liegt bei der Frage, ob eine \
                 bestimmte Einheit ({unit}) in den Daten ist, {presence}. Bei der Frage, welchen \
                 von zwei Werten sie hat, liegt er {value}.",
                value_share
            ),
        }
        GuessPublicRows { unit: String, value: String } => {
            en: "Someone who knows everything else and guesses from even odds is {value} about \
                 which of two values one given {unit} has. A number of rows is public, so whether \
                 the {unit} is in the data is not protected.",
            de: "Wer alles andere weiß und bei gleichen Chancen rät, liegt bei der Frage, welchen \
                 von zwei Werten eine bestimmte Einheit ({unit}) hat, {value}. Eine Zeilenzahl ist \
                 öffentlich: Ob die Einheit in den Daten ist, ist darum nicht geschützt.",
        }
        GuessReplace { unit: String, value: String } => {
            en: "Someone who knows everything else and guesses from even odds is {value} about \
                 which of two values one given {unit} has, or which of two units is in the data. \
                 The number of rows is not protected.",
            de: "Wer alles andere weiß und bei gleichen Chancen rät, liegt bei der Frage, welchen \
                 von zwei Werten eine bestimmte Einheit ({unit}) hat oder welche von zwei \
                 Einheiten in den Daten ist, {value}. Die Zahl der Zeilen ist nicht geschützt.",
        }
        GuessOwnNumbers { value: String } => {
            en: "Someone who knows everything else and guesses from even odds is {value} about \
                 which of two numbers within the stated distance is yours.",
            de: "Wer alles andere weiß und bei gleichen Chancen rät, liegt bei der Frage, welche \
                 von zwei Zahlen innerhalb des genannten Abstands Ihre ist, {value}.",
        }
        GuessesThen { unit: String, now: String, later: String, then: String } => {
            en: "right about one {unit}, from even odds: {now}; {later} {then}",
            de: "richtig geraten über eine Einheit ({unit}), bei gleichen Chancen: {now}; {later} \
                 {then}",
        }

        // Privacy units.
        PresenceIsProtected { unit: String, how: String } => {
            en: "whether one {unit} is in the data; {how}",
            de: "ob eine Einheit ({unit}) in den Daten ist; {how}",
        }
        ValuesAreProtected { unit: String, how: String } => {
            en: "what the data say of one {unit}; {how}",
            de: "was die Daten über eine Einheit ({unit}) sagen; {how}",
        }
        EveryRowDiffers { unit: String } => {
            en: "every row is a different {unit}",
            de: ("jede Zeile ist eine andere Einheit", unit),
        }
        ColumnNamesUnit { unit: String, column: String, rows: u64 } => {
            en: {
                rows;
                1 => "the column {column} names the {unit}, 1 row each",
                _ => "the column {column} names the {unit}, at most {rows} rows each",
            },
            de: {
                rows;
                1 => "die Spalte {column} nennt die Einheit, je 1 Zeile",
                _ => "die Spalte {column} nennt die Einheit, je höchstens {rows} Zeilen",
            },
        }
        UnitMovesNumbers { unit: String, distance: String } => {
            en: "one {unit} moves the owner's numbers by at most {distance} in all",
            de: (
                "eine Einheit verschiebt die Zahlen des Eigentümers um insgesamt höchstens \
                 {distance}",
                unit
            ),
        }

        // Sealed listings.
        SealDone { since: String, level: String } => {
            en: "since {since}: its numbers and the seed of its top noise are gone from this home. \
                 It is still sold, from its response at {level}. An attacker who copies this home \
                 learns no more than that response.",
            de: "seit {since}: Die Zahlen und der Startwert des obersten Rauschens sind aus dieser \
                 Mappe gelöscht. Es wird weiter verkauft, und zwar aus der Antwort bei {level}. \
                 Mehr könnte ein Angreifer, der diese Mappe kopiert, nicht über die Zahlen \
                 erfahren.",
        }
        SealPending { since: String, level: String } => {
            en: "since {since}: its numbers and the seed of its top noise are replaced, but not \
                 yet overwritten on the disk: open the home again. It is still sold, from its \
                 response at {level}. An attacker who copies this home learns no more than that \
                 response.",
            de: "seit {since}: Die Zahlen und der Startwert des obersten Rauschens sind ersetzt, \
                 aber auf dem Datenträger noch nicht überschrieben: Öffnen Sie die Mappe noch \
                 einmal. Es wird weiter verkauft, und zwar aus der Antwort bei {level}. Mehr \
                 könnte ein Angreifer, der diese Mappe kopiert, nicht über die Zahlen erfahren.",
        }
    }
}
