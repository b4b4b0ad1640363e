use poundwise_documents::units::Kid;
use poundwise_words::messages;

messages! {
    /// Messages about commands and what they print.
    pub(crate) enum CommandMessage {
        // Output.
        NoReader => {
            en: "The program that reads stdout has closed it.",
            de: "Das Programm, das stdout liest, hat es geschlossen.",
        }
        AnswerNotJson { why: String } => {
            en: "Cannot write the answer as JSON: {why}.",
            de: "Die Antwort lässt sich nicht als JSON schreiben ({why}).",
        }
        StdoutClosed { why: String } => {
            en: "Cannot write to stdout: {why}.",
            de: "Auf stdout lässt sich nicht schreiben ({why}).",
        }
        OnlyAnswerLost => {
            en: "The command was carried out. Only its answer was lost.",
            de: "Der Befehl wurde ausgeführt. Nur seine Antwort ging verloren.",
        }
        WritePoints => {
            en: "Arguments have a point before the decimals, such as 0.5.",
            de: "In Argumenten steht vor den Nachkommastellen ein Punkt, etwa 0.5.",
        }
        JsonAlone => {
            en: "With --json, stdout contains only JSON.",
            de: "Mit --json wird auf stdout nur JSON ausgegeben.",
        }
        NameFileOrJson => {
            en: "Name a file with -o FILE, or ask for --format json.",
            de: "Nennen Sie mit -o FILE eine Datei, oder verlangen Sie --format json.",
        }
        NameFileOrNoFormat => {
            en: "Name a file with -o FILE, or leave out --format.",
            de: "Nennen Sie mit -o FILE eine Datei, oder lassen Sie --format weg.",
        }
        ParquetOnTerminal => {
            en: "A Parquet file cannot be shown on a terminal.",
            de: "Eine Parquet-Datei lässt sich nicht auf einem Terminal zeigen.",
        }
        NumpyOnTerminal => {
            en: "A NumPy file cannot be shown on a terminal.",
            de: "Eine NumPy-Datei lässt sich nicht auf einem Terminal zeigen.",
        }
        NameFileOrRedirect => {
            en: "Name a file with -o FILE, or redirect stdout.",
            de: "Nennen Sie mit -o FILE eine Datei, oder leiten Sie stdout um.",
        }
        FileNeedsFormat => {
            en: "The form of the file is missing.",
            de: "Die Form der Datei fehlt.",
        }
        NameFormat => {
            en: "Add --format csv, json or parquet.",
            de: "Ergänzen Sie --format csv, json oder parquet.",
        }
        LatticeNeedsTable => {
            en: "--lattice and --snippet go with a table in a file.",
            de: "--lattice und --snippet gehören zu einer Tabelle in einer Datei.",
        }
        SnippetNeedsFile => {
            en: "The table and the code of --snippet cannot both go to standard output.",
            de: "Die Tabelle und der Code von --snippet können nicht beide auf die \
                 Standardausgabe gehen.",
        }
        NameTableFile => {
            en: "Name the file with -o FILE, and ask for --format csv, json or parquet.",
            de: "Nennen Sie die Datei mit -o FILE, und verlangen Sie --format csv, json oder \
                 parquet.",
        }
        CsvOptions => {
            en: "--separator, --decimal and --bom go with CSV.",
            de: "--separator, --decimal und --bom gehören zu CSV.",
        }
        LeaveOutCsvOptions => {
            en: "Leave them out, or ask for --format csv.",
            de: "Lassen Sie sie weg, oder verlangen Sie --format csv.",
        }
        NoDemoFolder { why: String } => {
            en: "Cannot create a folder for the demo: {why}.",
            de: "Für die Vorführung lässt sich kein Ordner anlegen ({why}).",
        }
        NameDemoFolder => {
            en: "Name one that you can write to: `poundwise demo --keep DIR`.",
            de: "Nennen Sie einen, in den Sie schreiben dürfen: `poundwise demo --keep DIR`.",
        }

        // Commands.
        ArgumentMissing => {
            en: "An argument is missing.",
            de: "Ein Argument fehlt.",
        }
        NoAnswerOf { command: String } => {
            en: "“{command}” is not a command with an answer.",
            de: "„{command}“ ist kein Befehl mit einer Antwort.",
        }
        SeeCommands => {
            en: "`poundwise help` lists the commands; `poundwise schema` describes all of them.",
            de: "`poundwise help` zeigt die Befehle; `poundwise schema` beschreibt sie alle.",
        }
        NotGenerated { name: String, why: String } => {
            en: "{name} cannot be generated: {why}.",
            de: "{name} lässt sich nicht erzeugen ({why}).",
        }
        SignalsNotHandled { why: String } => {
            en: "Signals cannot be handled: {why}.",
            de: "Signale lassen sich nicht behandeln ({why}).",
        }

        // Entries that are not there.
        NotBlocked { key: Kid } => {
            en: "The key {key} is not blocked.",
            de: "Der Schlüssel {key} ist nicht gesperrt.",
        }
        SeeBlocked => {
            en: "`poundwise block list` shows the blocked keys.",
            de: "`poundwise block list` zeigt die gesperrten Schlüssel.",
        }
        NoSuchRule { number: u64 } => {
            en: "There is no rule {number}.",
            de: "Es gibt keine Regel {number}.",
        }
        SeeRules => {
            en: "`poundwise rule list --all` shows all rules, the removed ones too.",
            de: "`poundwise rule list --all` zeigt alle Regeln, auch die entfernten.",
        }
        NoSuchAlarm { number: u64 } => {
            en: "There is no alarm {number}.",
            de: "Es gibt keinen Alarm {number}.",
        }
        SeeAlarms => {
            en: "`poundwise alarm list` shows the alarms with their numbers.",
            de: "`poundwise alarm list` zeigt die Alarme mit ihren Nummern.",
        }
        SeeWaiting => {
            en: "`poundwise inbox list` shows the orders that wait, `poundwise inbox list \
                 --answered` the others.",
            de: "`poundwise inbox list` zeigt die wartenden Bestellungen, `poundwise inbox list \
                 --answered` die anderen.",
        }
        SeeReceipts => {
            en: "`poundwise receipt list` shows the receipts signed here.",
            de: "`poundwise receipt list` zeigt die hier signierten Quittungen.",
        }
        SeeOrders => {
            en: "`poundwise order list` shows the orders of this home.",
            de: "`poundwise order list` zeigt die Bestellungen dieser Mappe.",
        }
        ListingOfAnother { title: String } => {
            en: "The listing “{title}” belongs to another home.",
            de: "Das Angebot „{title}“ gehört zu einer anderen Mappe.",
        }
        LookAtListing { id: String } => {
            en: "Look at it with: poundwise market show {id}.",
            de: "Sehen Sie es sich so an: poundwise market show {id}.",
        }
        OpeningReveals => {
            en: "An opening reveals the data: the exact numbers of the listing, and the seeds that \
                 take the noise off every release of it. It cannot be taken back.",
            de: "Eine Öffnung gibt die Daten preis: die exakten Zahlen des Angebots und die \
                 Startwerte, mit denen sich das Rauschen von jeder Freigabe abziehen lässt. Sie \
                 lässt sich nicht zurücknehmen.",
        }
        ConfirmOpening => {
            en: "If this auditor may know all that, confirm with --yes.",
            de: "Wenn dieser Prüfer all das wissen darf, bestätigen Sie es mit --yes.",
        }

        // Imports.
        PeopleKnown { population: String } => {
            en: "These people are in the population '{population}'. No other one was created.",
            de: "Diese Menschen sind in der Population „{population}“. Eine andere wurde nicht \
                 angelegt.",
        }
        ImportIntoPopulation => {
            en: "Import their tables into it.",
            de: "Importieren Sie ihre Tabellen in diese Population.",
        }
        TypesUnknown => {
            en: "The types of the columns are not confirmed, and there is no terminal to ask on. \
                 Nothing was imported.",
            de: "Die Typen der Spalten sind nicht bestätigt, und es gibt kein Terminal, um danach \
                 zu fragen. Es wurde nichts importiert.",
        }
        StateTypes => {
            en: "Most cells suggest these types. Look at them, change what is wrong, and state \
                 them:",
            de: "Die meisten Zellen sehen nach diesen Typen aus. Sehen Sie sie sich an, ändern \
                 Sie, was falsch ist, und geben Sie sie an:",
        }
        TypesNotConfirmed => {
            en: "The types of the columns are not confirmed. Nothing was imported.",
            de: "Die Typen der Spalten sind nicht bestätigt. Es wurde nichts importiert.",
        }
        StateTypesOrSchema => {
            en: "Do it again, or state them with --types or --schema.",
            de: "Beginnen Sie noch einmal, oder geben Sie sie mit --types oder --schema an.",
        }
        HeaderLooksLikeData { names: String } => {
            en: "The first line looks like data: {names}. If the file has no header, use \
                 --no-header --columns NAME,NAME,...",
            de: "Die erste Zeile sieht nach Daten aus: {names}. Wenn die Datei keine Kopfzeile \
                 hat, geben Sie --no-header --columns NAME,NAME,... an",
        }
        PersonsNotConfirmed => {
            en: "It is not confirmed which rows are of one person. Nothing was imported.",
            de: "Es ist nicht bestätigt, welche Zeilen zu derselben Einheit gehören. Es wurde \
                 nichts importiert.",
        }
        StatePersonColumn => {
            en: "Do it again, or state --person-column or --each-row-differs.",
            de: "Beginnen Sie noch einmal, oder geben Sie --person-column oder --each-row-differs \
                 an.",
        }
        PopulationMissing => {
            en: "The population is missing. Nothing was imported.",
            de: "Die Population fehlt. Es wurde nichts importiert.",
        }
        StatePopulation => {
            en: "Do it again, or name it with --population, or create one with --cap and \
                 --new-people.",
            de: "Beginnen Sie noch einmal, oder nennen Sie sie mit --population, oder legen Sie \
                 mit --cap und --new-people eine an.",
        }
        Cap => {
            en: "Cap",
            de: "Grenze",
        }
    }
}
