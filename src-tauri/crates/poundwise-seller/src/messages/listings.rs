use chrono::NaiveDate;
use poundwise_documents::kinds::MechanismError;
use poundwise_documents::units::{DocumentId, LossPair, MicroEpsilon, SumOfLosses};
use poundwise_words::{Text, messages};

messages! {
    /// Messages and hints about listings and openings.
    pub(crate) enum ListingMessage {
        // New listings.
        QuestionListedTwice => {
            en: "The same question is in the table twice.",
            de: "Dieselbe Frage steht zweimal in der Tabelle.",
        }
        ListOnce => {
            en: "List it once, or change one of the two questions.",
            de: "Bieten Sie sie nur einmal an, oder ändern Sie eine der beiden Fragen.",
        }
        NoColumnChosen => {
            en: "No column is chosen.",
            de: "Es ist keine Spalte gewählt.",
        }
        ChooseColumns => {
            en: "Choose the columns to be listed. In a file, write 'yes' into the column 'take' of \
                 their rows.",
            de: "Wählen Sie die Spalten, die angeboten werden sollen. Schreiben Sie in einer Datei \
                 „yes“ in die Spalte „take“ ihrer Zeilen.",
        }
        NoTimeForListing { why: String } => {
            en: "A listing cannot have the time that this machine's clock shows: {why}.",
            de: "Die Uhr dieses Rechners zeigt eine Zeit, die ein Angebot nicht haben kann \
                 ({why}).",
        }
        SetClock => {
            en: "Set the machine's clock.",
            de: "Stellen Sie die Uhr des Rechners.",
        }
        OwnNumbersWithoutPopulation => {
            en: "Own numbers need a population.",
            de: "Eigene Zahlen brauchen eine Population.",
        }
        NamePopulation => {
            en: "One unit of the population may move the numbers by at most the protected \
                 distance. Name the population.",
            de: "Eine Einheit der Population darf die Zahlen höchstens um den zu schützenden \
                 Abstand verschieben. Nennen Sie die Population.",
        }
        CreatePopulationFirst => {
            en: "Or create one first.",
            de: "Oder legen Sie zuerst eine an.",
        }
        QuestionDiffers { title: String } => {
            en: "The question of “{title}” gave other numbers before. The same noise on \
                 different numbers would reveal the data.",
            de: "Die Frage von „{title}“ ergab früher andere Zahlen. Dasselbe Rauschen zu \
                 verschiedenen Zahlen würde die Daten verraten.",
        }
        RestoreAndReport => {
            en: "Nothing was listed. The stored table or this program has changed. Restore the \
                 home from a backup, and report the fault.",
            de: "Es wurde nichts angeboten. Die gespeicherte Tabelle oder dieses Programm hat sich \
                 geändert. Stellen Sie die Mappe aus einer Sicherung wieder her, und melden Sie \
                 den Fehler.",
        }
        QuestionListed { listing: DocumentId } => {
            en: "The same question is listed already, as {listing}.",
            de: "Dieselbe Frage wird schon angeboten, als {listing}.",
        }
        ChangePrice => {
            en: "Change the price of that listing.",
            de: "Ändern Sie den Preis dieses Angebots.",
        }
        OrWithdrawFirst => {
            en: "Or withdraw it first. The new listing then has the same numbers.",
            de: "Oder ziehen Sie es zuerst zurück. Das neue Angebot hat dann dieselben Zahlen.",
        }

        // Open listings.
        NoReasonForBuyers => {
            en: "A withdrawal that corrects a listing needs a reason.",
            de: "Eine Rücknahme, die ein Angebot berichtigt, braucht einen Grund.",
        }
        StateReasonForBuyers => {
            en: "State a reason for buyers. It is signed and published.",
            de: "Nennen Sie einen Grund für die Käufer. Er wird signiert und veröffentlicht.",
        }
        PriceTooShort { level: MicroEpsilon, ceiling: MicroEpsilon } => {
            en: "The price ends at ε {level}, below the ceiling of ε {ceiling}.",
            de: "Der Preis endet bei ε {level}, unter der Obergrenze von ε {ceiling}.",
        }
        PriceEveryLevel => {
            en: "State a price for every level up to the ceiling.",
            de: "Geben Sie für jede Stufe bis zur Obergrenze einen Preis an.",
        }
        PriceUnchanged { title: String } => {
            en: "The price of “{title}” is unchanged.",
            de: "Der Preis von „{title}“ ist unverändert.",
        }
        StateOtherPrice => {
            en: "Nothing was changed. State another price, or leave the listing as it is.",
            de: "Es wurde nichts geändert. Geben Sie einen anderen Preis an, oder lassen Sie das \
                 Angebot, wie es ist.",
        }
        NotLinked { title: String } => {
            en: "There is no statement of “{title}”: no database computed its numbers, or its \
                 dataset was removed or sealed.",
            de: "Zu „{title}“ gibt es keine Anweisung: Keine Datenbank hat die Zahlen berechnet, \
                 oder der Datensatz wurde entfernt oder versiegelt.",
        }
        Withdrawn { title: String } => {
            en: "The listing “{title}” is withdrawn already.",
            de: "Das Angebot „{title}“ ist schon zurückgezogen.",
        }
        CreateNewListing => {
            en: "Create a new listing to offer the attribute again.",
            de: "Legen Sie ein neues Angebot an, um das Merkmal wieder anzubieten.",
        }
        Replaced { title: String } => {
            en: "This version of “{title}” was replaced by a newer one.",
            de: "Diese Fassung von „{title}“ wurde durch eine neuere ersetzt.",
        }
        UseNewest { listing: String } => {
            en: "Use the newest version, {listing}.",
            de: "Verwenden Sie die neueste Fassung, {listing}.",
        }
        OfOtherPopulation { title: String, population: String } => {
            en: "The listing “{title}” does not belong to the population '{population}'.",
            de: "Das Angebot „{title}“ gehört nicht zur Population „{population}“.",
        }
        NoRelease { why: MechanismError } => {
            en: "This cannot be released: {why}.",
            de: "Das lässt sich nicht freigeben: {why}.",
        }

        // Openings.
        GrantUnpublished { entry: u64, why: Text } => {
            en: "The grant is entry {entry} of the ledger, but the market does not have it yet. \
                 {why}",
            de: "Die Gewährung ist Eintrag {entry} des Hauptbuchs, aber der Markt hat ihn noch \
                 nicht. {why}",
        }
        GrantAgain => {
            en: "No opening was written. Grant it again when the market can be reached. That adds \
                 no second entry.",
            de: "Es wurde keine Öffnung geschrieben. Gewähren Sie sie noch einmal, sobald der \
                 Markt erreichbar ist. Dabei entsteht kein zweiter Eintrag.",
        }
        NothingToOpen { id: String } => {
            en: "No listing of yours and no order has the id {id}.",
            de: "Keines Ihrer Angebote und keine Bestellung hat die Kennung {id}.",
        }
        SeeApproved => {
            en: "See the orders that you approved.",
            de: "Sehen Sie sich die Bestellungen an, die Sie genehmigt haben.",
        }
        NotAnOpening { file: String, why: String } => {
            en: "{file} is not an opening: {why}.",
            de: "{file} ist keine Öffnung ({why}).",
        }
        OpeningNotText { file: String } => {
            en: "{file} is not an opening: it is not text.",
            de: "{file} ist keine Öffnung: Die Datei ist kein Text.",
        }
        GrantedToOther { file: String, recipient: String } => {
            en: "{file} was granted to another auditor, {recipient}.",
            de: "{file} wurde einem anderen Prüfer gewährt: {recipient}.",
        }
        AskForOpening => {
            en: "The owner can grant an opening to this home.",
            de: "Der Eigentümer kann dieser Mappe eine Öffnung gewähren.",
        }
    }
}

messages! {
    /// Messages and hints about sealing.
    pub(crate) enum SealMessage {
        OverCap { loss: SumOfLosses, population: String, cap: LossPair } => {
            en: "If the home is copied after sealing, the loss of '{population}' is {loss}, above \
                 its cap of {cap}. Sealing keeps the answers at the tops of the noise paths.",
            de: "Wird die Mappe nach dem Versiegeln kopiert, ist der Verlust von „{population}“ \
                 {loss}, mehr als die Grenze von {cap}. Beim Versiegeln bleiben die Antworten an \
                 den Enden der Rauschpfade erhalten.",
        }
        WithdrawBefore => {
            en: "Withdraw listings of the dataset first. Withdrawn questions are erased \
                 completely.",
            de: "Ziehen Sie zuerst Angebote des Datensatzes zurück. Zurückgezogene Fragen werden \
                 ganz gelöscht.",
        }
        AcceptOverCap => {
            en: "Or accept this loss.",
            de: "Oder akzeptieren Sie diesen Verlust.",
        }
        ListingsChanged => {
            en: "Listings of the dataset changed while it was being sealed.",
            de: "Angebote des Datensatzes haben sich während des Versiegelns geändert.",
        }
        SealAgain => {
            en: "Nothing was changed. Seal the dataset again.",
            de: "Es wurde nichts geändert. Versiegeln Sie den Datensatz noch einmal.",
        }
        OfADataset { title: String, dataset: String } => {
            en: "The listing “{title}” belongs to the dataset '{dataset}', which is sealed as a \
                 whole.",
            de: "Das Angebot „{title}“ gehört zum Datensatz „{dataset}“. Er wird nur als Ganzes \
                 versiegelt.",
        }
        SealDataset => {
            en: "Seal the dataset.",
            de: "Versiegeln Sie den Datensatz.",
        }
        SealedAlready { title: String, day: NaiveDate } => {
            en: "The listing “{title}” is sealed already, since {day}.",
            de: "Das Angebot „{title}“ ist schon versiegelt, seit {day}.",
        }
        NothingToErase => {
            en: "Its data are erased. It is still sold up to its ceiling.",
            de: "Seine Daten sind gelöscht. Es wird weiter bis zu seiner Obergrenze verkauft.",
        }
    }
}
