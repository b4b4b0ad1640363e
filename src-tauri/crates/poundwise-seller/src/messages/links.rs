use poundwise_words::messages;

messages! {
    /// Messages and hints about tables in databases.
    pub(crate) enum LinkMessage {
        TableName { name: String } => {
            en: "'{name}' is not the name of a table.",
            de: "„{name}“ ist kein Name einer Tabelle.",
        }
        WriteTableName => {
            en: "Write SCHEMA.TABLE, or parquet.\"/FOLDER\" for files that Spark or Sail reads. Put a \
                 name with a point into double quotes.",
            de: "Schreiben Sie SCHEMA.TABELLE, oder parquet.\"/ORDNER\" für Dateien, die Spark oder \
                 Sail liest. Setzen Sie einen Namen mit Punkt in doppelte Anführungszeichen.",
        }
        TypesNeeded => {
            en: "The types of the columns are not stated. Nothing was linked.",
            de: "Die Typen der Spalten sind nicht angegeben. Es wurde nichts verknüpft.",
        }
        NoTable { table: String } => {
            en: "The database has no table {table} that this user can read.",
            de: "Die Datenbank hat keine Tabelle {table}, die dieser Benutzer lesen darf.",
        }
        CheckNameAndRights => {
            en: "Check schema, name and spelling, and whether the user has SELECT on it.",
            de: "Prüfen Sie Schema, Namen und Schreibweise, und ob der Benutzer das Recht SELECT \
                 hat.",
        }
        NoColumn { column: String, table: String } => {
            en: "{table} has no column '{column}'.",
            de: "{table} hat keine Spalte „{column}“.",
        }
        ChooseDriver => {
            en: "Install the driver, or choose the driver's file.",
            de: "Installieren Sie den Treiber, oder wählen Sie die Datei des Treibers.",
        }
        CorrectDriver => {
            en: "Correct the path of the driver, or state none to use an installed driver. If a \
                 linked table uses this driver, put its file back.",
            de: "Berichtigen Sie den Pfad des Treibers, oder geben Sie keinen an, um einen \
                 installierten Treiber zu verwenden. Verwendet eine verknüpfte Tabelle diesen \
                 Treiber, stellen Sie seine Datei wieder her.",
        }
        ProtectDriver => {
            en: "Try again afterwards, or choose a driver in a folder that only you and root can \
                 change.",
            de: "Versuchen Sie es danach noch einmal, oder wählen Sie einen Treiber in einem Ordner, \
                 den nur Sie und root ändern können.",
        }
        TryAfterwards => {
            en: "Try again afterwards.",
            de: "Versuchen Sie es danach noch einmal.",
        }
        OtherDriver => {
            en: "Try again with another version of the driver.",
            de: "Versuchen Sie es noch einmal mit einer anderen Version des Treibers.",
        }
        TestConnection => {
            en: "Test the connection.",
            de: "Prüfen Sie die Verbindung.",
        }
        ChangeAddress => {
            en: "If address or password of a linked table has changed, state it for the dataset.",
            de: "Hat sich Adresse oder Passwort einer verknüpften Tabelle geändert, geben Sie sie beim \
                 Datensatz an.",
        }
        ChangeQuestion => {
            en: "Change the question, and try again.",
            de: "Ändern Sie die Frage, und versuchen Sie es noch einmal.",
        }
        CorrectLink => {
            en: "Correct address, table or types, and try again.",
            de: "Berichtigen Sie Adresse, Tabelle oder Typen, und versuchen Sie es noch einmal.",
        }
        CheckTypes => {
            en: "The columns that can be used have the types below. Leave out the columns that you do \
                 not need, and state the others.",
            de: "Die nutzbaren Spalten haben die Typen unten. Lassen Sie die Spalten weg, die Sie \
                 nicht brauchen, und geben Sie die anderen an.",
        }
        CheckTypesOf => {
            en: "Correct the name. The columns that can be used have these types.",
            de: "Berichtigen Sie den Namen. Die nutzbaren Spalten haben diese Typen.",
        }
        UnsupportedColumn { column: String, stored: String } => {
            en: "Column '{column}' has the type {stored}, which cannot be linked.",
            de: "Die Spalte „{column}“ hat den Typ {stored}, der sich nicht verknüpfen lässt.",
        }
        PersonNotDeclared { column: String } => {
            en: "The person column '{column}' is in the table, but its type is not stated.",
            de: "Die Spalte „{column}“ der Schutzeinheit ist in der Tabelle, aber ihr Typ ist nicht \
                 angegeben.",
        }
        AddPersonColumn => {
            en: "Add it to the types of the columns.",
            de: "Fügen Sie sie den Typen der Spalten hinzu.",
        }
        ChangedColumn { column: String, stored: String } => {
            en: "Column '{column}' has the type {stored} now, and had another one when the table was \
                 linked.",
            de: "Die Spalte „{column}“ hat jetzt den Typ {stored} und hatte beim Verknüpfen der \
                 Tabelle einen anderen.",
        }
        LinkAgain => {
            en: "Cast the column in a view as before. Or link the table again, under another name and \
                 into the population of this dataset.",
            de: "Wandeln Sie die Spalte in einer Sicht wie vorher um. Oder verknüpfen Sie die Tabelle \
                 noch einmal, unter einem anderen Namen und in die Population dieses Datensatzes.",
        }
        CastInAView => {
            en: "Leave the column out, or cast it in a view to an integer, a decimal number with a \
                 stated scale, a text or a date, and link the view.",
            de: "Lassen Sie die Spalte weg, oder wandeln Sie sie in einer Sicht in eine ganze Zahl, \
                 eine Dezimalzahl mit fester Stellenzahl, einen Text oder ein Datum um, und \
                 verknüpfen Sie die Sicht.",
        }
        OtherEncoding => {
            en: "The database does not store its texts in UTF-8.",
            de: "Die Datenbank speichert ihre Texte nicht in UTF-8.",
        }
        ImportInstead => {
            en: "Copy the table into a database with the encoding UTF8, or export it to a file and \
                 import the file.",
            de: "Kopieren Sie die Tabelle in eine Datenbank mit der Kodierung UTF8, oder exportieren \
                 Sie sie in eine Datei und importieren Sie diese.",
        }
        OtherLink { dataset: String } => {
            en: "the file of the link of '{dataset}' is missing, or it is not the one that was written",
            de: "Die Datei der Verknüpfung von „{dataset}“ fehlt, oder sie ist nicht die geschriebene",
        }
        RestoreLink => {
            en: "If the address was changed at the same time, try again. Otherwise put the file back \
                 from a backup of the home, or remove the dataset and link the table again.",
            de: "Wurde die Adresse gleichzeitig geändert, versuchen Sie es noch einmal. Stellen Sie \
                 sonst die Datei aus einer Sicherung der Mappe wieder her, oder entfernen Sie den \
                 Datensatz und verknüpfen Sie die Tabelle neu.",
        }
        NotLinked { dataset: String } => {
            en: "'{dataset}' is not a linked table: its rows are in this home.",
            de: "„{dataset}“ ist keine verknüpfte Tabelle: Ihre Zeilen sind in dieser Mappe.",
        }
        SeeLinked => {
            en: "See which datasets are linked.",
            de: "Sehen Sie nach, welche Datensätze verknüpft sind.",
        }
        OtherEngine { dataset: String, engine: String } => {
            en: "'{dataset}' is linked to a table of another engine, {engine}.",
            de: "„{dataset}“ ist mit einer Tabelle eines anderen Datenbanksystems verknüpft, {engine}.",
        }
        LinkUnderAnotherName => {
            en: "Link the other table under another name.",
            de: "Verknüpfen Sie die andere Tabelle unter einem anderen Namen.",
        }
        ChangedMeanwhile => {
            en: "The dataset was changed meanwhile. The address was not changed.",
            de: "Der Datensatz wurde inzwischen geändert. Die Adresse ist unverändert.",
        }
        LookAgain => {
            en: "Look at the dataset, and try again.",
            de: "Sehen Sie sich den Datensatz an, und versuchen Sie es noch einmal.",
        }
        StatementDamaged { secret: String } => {
            en: "the secret {secret} is not a text",
            de: "Das Geheimnis {secret} ist kein Text",
        }
        DatabaseSaid { said: String } => {
            en: "The database's own message, which can quote data: {said}",
            de: "Meldung der Datenbank, die Daten enthalten kann: {said}",
        }
    }
}
