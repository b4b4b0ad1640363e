use std::path::PathBuf;

use poundwise_documents::{kinds::Adjacency, units::LossPair};
use poundwise_words::{messages, words_of};

use super::TextList;

messages! {
    /// Messages and hints about populations and their caps.
    pub(crate) enum PopulationMessage {
        NoSuchPopulation { population: String } => {
            en: "There is no population '{population}' in this home.",
            de: "In dieser Mappe gibt es keine Population „{population}“.",
        }
        SeePopulations => {
            en: "See the populations.",
            de: "Sehen Sie sich die Populationen an.",
        }
        CreatePopulation => {
            en: "Or create one.",
            de: "Oder legen Sie eine an.",
        }

        // New populations.
        PopulationExists { population: String } => {
            en: "There is a population '{population}' already.",
            de: "Es gibt schon eine Population „{population}“.",
        }
        JoinPopulation => {
            en: "If these are the same people, name this population for the table, and state no \
                 cap.",
            de: "Sind es dieselben Menschen, geben Sie für die Tabelle diese Population an, und \
                 geben Sie keine Grenze an.",
        }
        OtherPopulationName => {
            en: "If these are other people, choose another name for their population.",
            de: "Sind es andere Menschen, wählen Sie für ihre Population einen anderen Namen.",
        }
        ArePeopleHere { populations: TextList } => {
            en: "Are these people already in one of this home's populations? The populations are: \
                 {populations}.",
            de: "Gehören diese Menschen schon zu einer Population dieser Mappe? Die Populationen \
                 sind: {populations}.",
        }
        LacksTables { population: String, lacking: LackingTables } => {
            en: "'{population}' ({lacking})",
            de: "„{population}“ ({lacking})",
        }
        ImportIntoPopulation => {
            en: "If some of these people are already in a population, import the table into that \
                 population, and state no cap.",
            de: "Gehören einige dieser Menschen schon zu einer Population, importieren Sie die \
                 Tabelle in diese, und geben Sie keine Grenze an.",
        }
        StateNewPeople => {
            en: "If none of them is in a population, state that they are new people.",
            de: "Wenn niemand von ihnen zu einer Population gehört, geben Sie an, dass es neue \
                 Menschen sind.",
        }
        NoCap => {
            en: "A population needs a cap.",
            de: "Eine Population braucht eine Grenze.",
        }
        StateCap => {
            en: "State the highest loss that all sales together may reach.",
            de: "Geben Sie an, welchen Verlust alle Verkäufe zusammen höchstens erreichen dürfen.",
        }
        NoAdjacency { text: String } => {
            en: "'{text}' is not an adjacency.",
            de: "„{text}“ ist keine Nachbarschaft.",
        }
        WriteAdjacency => {
            en: "Write add-remove (one privacy unit more or less) or replace (one replaced).",
            de: "Schreiben Sie add-remove (eine Schutzeinheit mehr oder weniger) oder replace \
                 (eine ersetzt).",
        }
        FileStatesRho => {
            en: "The file of losses states the carried ρ.",
            de: "Die Datei mit den Verlusten enthält das mitgebrachte ρ.",
        }
        LeaveOutRho => {
            en: "Leave the carried ρ out.",
            de: "Lassen Sie das mitgebrachte ρ weg.",
        }
        FileOfOtherUnit { unit: String } => {
            en: "The losses in the file are of another privacy unit, {unit}. Losses of different \
                 units cannot be added.",
            de: "Die Verluste in der Datei gelten für eine andere Schutzeinheit, „{unit}“. \
                 Verluste verschiedener Einheiten lassen sich nicht addieren.",
        }
        FileOfOtherAdjacency { adjacency: Adjacency } => {
            en: "The losses in the file are of another adjacency, {adjacency}. Losses of different \
                 adjacencies cannot be added.",
            de: "Die Verluste in der Datei gelten für eine andere Nachbarschaft: {adjacency}. \
                 Verluste verschiedener Nachbarschaften lassen sich nicht addieren.",
        }
        TakenFromFile => {
            en: "Leave it out. It is then taken from the file.",
            de: "Lassen Sie die Angabe weg. Sie wird dann aus der Datei übernommen.",
        }

        // Caps.
        CapUnchanged { population: String, cap: LossPair } => {
            en: "The cap of '{population}' is {cap} already.",
            de: "Die Grenze von „{population}“ ist schon {cap}.",
        }
        NoReasonForCap { population: String, from: LossPair, to: LossPair } => {
            en: "Raising the cap of '{population}' from {from} to {to} needs a reason.",
            de: "Um die Grenze von „{population}“ von {from} auf {to} anzuheben, ist ein Grund \
                 nötig.",
        }
        StateReasonForAuditors => {
            en: "State a reason. The ledger shows it to every auditor.",
            de: "Nennen Sie einen Grund. Das Hauptbuch zeigt ihn jedem Prüfer.",
        }
        ExampleReason => {
            en: "“second study year, approved by the board”",
            de: "„zweites Studienjahr, vom Vorstand genehmigt“",
        }

        // Merges.
        ListingOpen { listing: String } => {
            en: "The listing “{listing}” of one of the two populations is open.",
            de: "Das Angebot „{listing}“ einer der beiden Populationen ist offen.",
        }
        WithdrawBoth => {
            en: "Withdraw the listings of both populations first. If their questions are listed \
                 again after the merge, they have the same numbers, and their loss counts once \
                 more.",
            de: "Ziehen Sie zuerst die Angebote beider Populationen zurück. Werden ihre Fragen \
                 nach der Vereinigung wieder angeboten, haben sie dieselben Zahlen, und ihr \
                 Verlust zählt noch einmal.",
        }
        MergedIntoItself => {
            en: "A population cannot be merged into itself.",
            de: "Eine Population lässt sich nicht mit sich selbst vereinigen.",
        }
        NameTwo => {
            en: "Name two populations.",
            de: "Nennen Sie zwei Populationen.",
        }
        UnitsDiffer {
            from: String,
            from_unit: String,
            from_adjacency: Adjacency,
            into: String,
            into_unit: String,
            into_adjacency: Adjacency,
        } => {
            en: "The privacy unit of '{from}' is {from_unit} ({from_adjacency}), that of '{into}' \
                 is {into_unit} ({into_adjacency}). Their losses cannot be added.",
            de: "Die Schutzeinheit von „{from}“ ist „{from_unit}“ ({from_adjacency}), die von \
                 „{into}“ ist „{into_unit}“ ({into_adjacency}). Ihre Verluste lassen sich nicht \
                 addieren.",
        }
        ImportIntoOne => {
            en: "Import the tables again, into one population with one privacy unit and \
                 adjacency.",
            de: "Importieren Sie die Tabellen noch einmal, in eine Population mit einer \
                 Schutzeinheit und einer Nachbarschaft.",
        }
        Merged { population: String, into: String } => {
            en: "The population '{population}' was merged into '{into}'.",
            de: "Die Population „{population}“ wurde mit „{into}“ vereinigt.",
        }
        UsePopulation { population: String } => {
            en: "Use '{population}'.",
            de: "Verwenden Sie „{population}“.",
        }
    }
}

/// Why tables of a population may be missing in this home.
#[derive(Clone, Copy)]
pub(crate) enum LackingTables {
    NoTable,
    NumbersWithoutTable,
    Removed,
    Sealed,
    SealedAndRemoved,
}

words_of! {
    LackingTables {
        NoTable => "no table here", "keine Tabelle hier";
        NumbersWithoutTable => "some numbers without a table here", "einige Zahlen ohne Tabelle hier";
        Removed => "table removed", "Tabelle entfernt";
        Sealed => "table sealed", "Tabelle versiegelt";
        SealedAndRemoved => "tables sealed and removed", "Tabellen versiegelt und entfernt";
    }
}

messages! {
    /// Messages and hints about promises.
    pub(crate) enum PromiseMessage {
        NotADelta { text: String } => {
            en: "'{text}' is not a δ.",
            de: "„{text}“ ist kein δ.",
        }
        WriteDelta => {
            en: "Write a number between 0 and 1, such as 1e-6.",
            de: "Schreiben Sie eine Zahl zwischen 0 und 1, etwa 1e-6.",
        }
        NotALoss { text: String, why: String } => {
            en: "'{text}' is not a loss: {why}.",
            de: "„{text}“ ist kein Verlust ({why}).",
        }
        WriteLoss => {
            en: "Write ε, or ε and ρ with a comma between them, such as 3,0.1.",
            de: "Schreiben Sie ε, oder ε und ρ mit einem Komma dazwischen und mit Dezimalpunkten, \
                 etwa 3,0.1.",
        }
        NotAWish { text: String, why: String } => {
            en: "'{text}' is not a pair of ε and δ: {why}.",
            de: "„{text}“ ist kein Paar aus ε und δ ({why}).",
        }
        NoCommaInWish { text: String } => {
            en: "'{text}' is not a pair of ε and δ: it has no comma.",
            de: "„{text}“ ist kein Paar aus ε und δ: Das Komma fehlt.",
        }
        WriteWish => {
            en: "Write ε and δ with a comma between them, such as 5,1e-6.",
            de: "Schreiben Sie ε und δ mit einem Komma dazwischen, etwa 5,1e-6.",
        }
        NoGroup => {
            en: "A group without people has no promise.",
            de: "Für eine Gruppe ohne Menschen gibt es keine Zusage.",
        }
        GroupTooLarge { persons: u64 } => {
            en: "A group of {persons} is too large for a promise.",
            de: "Eine Gruppe von {persons} ist für eine Zusage zu groß.",
        }
        StateGroup => {
            en: "State a group of 1 or more people.",
            de: "Geben Sie eine Gruppe mit mindestens einem Menschen an.",
        }
        SmallerGroup => {
            en: "State a smaller group.",
            de: "Geben Sie eine kleinere Gruppe an.",
        }
    }
}

messages! {
    /// Messages and hints about the losses of a home that sells no more.
    pub(crate) enum LossesMessage {
        SellsStill => {
            en: "This home can still sell. No other home needs to carry its losses.",
            de: "Diese Mappe kann noch verkaufen. Keine andere Mappe muss ihre Verluste \
                 mitbringen.",
        }
        NotLosses { path: PathBuf } => {
            en: "{path} is not a file of losses.",
            de: "{path} ist keine Datei mit Verlusten.",
        }
        WriteLosses => {
            en: "The home that no longer sells writes such a file.",
            de: "Die Mappe, die nicht mehr verkauft, schreibt eine solche Datei.",
        }
        NoPopulation { path: PathBuf, population: String } => {
            en: "{path} has no population '{population}'.",
            de: "{path} enthält keine Population „{population}“.",
        }
        NothingInFile => {
            en: "The file has no populations.",
            de: "In der Datei steht keine Population.",
        }
        GiveSameName { populations: TextList } => {
            en: "The file has {populations}. Give the new population the same name as in the file.",
            de: "Die Datei enthält {populations}. Geben Sie der neuen Population denselben Namen \
                 wie in der Datei.",
        }
    }
}
