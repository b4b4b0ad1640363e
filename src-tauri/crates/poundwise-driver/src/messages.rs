//! Errors of drivers and databases.

use std::path::PathBuf;

use poundwise_words::messages;

messages! {
    /// Reason why a driver is not used or a statement has no answer.
    pub enum DriverMessage {
        NoDriver { file: PathBuf } => {
            en: "The driver {file} cannot be read.",
            de: "Der Treiber {file} lässt sich nicht lesen.",
        }
        NotAFile { file: PathBuf } => {
            en: "The driver {file} is not a file with an absolute path.",
            de: "Der Treiber {file} ist keine Datei mit absolutem Pfad.",
        }
        WritableByOthers { file: PathBuf, place: PathBuf } => {
            en: "The driver {file} is not loaded, because {place} can be changed by others than you \
                 and root. Remove their write access.",
            de: "Der Treiber {file} wird nicht geladen, weil andere als Sie und root {place} ändern \
                 können. Entziehen Sie ihnen das Schreibrecht.",
        }
        NoPostgreSqlDriver => {
            en: "No driver for PostgreSQL is installed. Run 'dbc install postgresql'. Or run 'pip \
                 install adbc-driver-postgresql', and choose the file \
                 adbc_driver_postgresql/libadbc_driver_postgresql.so in the folder that 'pip show \
                 adbc-driver-postgresql' prints as Location.",
            de: "Es ist kein Treiber für PostgreSQL installiert. Führen Sie „dbc install \
                 postgresql“ aus. Oder führen Sie „pip install adbc-driver-postgresql“ aus, und \
                 wählen Sie die Datei adbc_driver_postgresql/libadbc_driver_postgresql.so in dem \
                 Ordner, den „pip show adbc-driver-postgresql“ als Location ausgibt.",
        }
        NoDuckDbDriver => {
            en: "No driver for DuckDB is installed. Download the archive libduckdb for this machine \
                 from https://duckdb.org/install/, and choose its file libduckdb.so.",
            de: "Es ist kein Treiber für DuckDB installiert. Laden Sie das Archiv libduckdb für \
                 diesen Rechner von https://duckdb.org/install/ herunter, und wählen Sie darin die \
                 Datei libduckdb.so.",
        }
        NoSparkDriver => {
            en: "No driver for Spark is installed. Run 'pip install adbc-driver-spark', and choose \
                 the file adbc_driver_spark/libadbc_driver_spark.so in the folder that 'pip show \
                 adbc-driver-spark' prints as Location.",
            de: "Es ist kein Treiber für Spark installiert. Führen Sie „pip install \
                 adbc-driver-spark“ aus, und wählen Sie die Datei \
                 adbc_driver_spark/libadbc_driver_spark.so in dem Ordner, den „pip show \
                 adbc-driver-spark“ als Location ausgibt.",
        }
        BadManifest { file: PathBuf } => {
            en: "The driver manifest {file} names no driver for this machine. Install the driver \
                 again.",
            de: "Die Manifestdatei {file} nennt keinen Treiber für diesen Rechner. Installieren Sie \
                 den Treiber neu.",
        }
        ManifestWritableByOthers { file: PathBuf, place: PathBuf } => {
            en: "The driver manifest {file} is not used, because {place} can be changed by others \
                 than you and root. Remove their write access.",
            de: "Die Manifestdatei {file} des Treibers wird nicht verwendet, weil andere als Sie und \
                 root {place} ändern können. Entziehen Sie ihnen das Schreibrecht.",
        }
        ProgramWritableByOthers { file: PathBuf, place: PathBuf } => {
            en: "The program {file} is not started, because {place} can be changed by others than \
                 you and root. Remove their write access.",
            de: "Das Programm {file} wird nicht gestartet, weil andere als Sie und root {place} \
                 ändern können. Entziehen Sie ihnen das Schreibrecht.",
        }
        Address => {
            en: "The address of the database is not valid. Write postgresql://USER@HOST/DATABASE, \
                 without the parameters 'options' and 'client_encoding', the absolute path of a \
                 DuckDB file, or sc://HOST:15002 for Spark. In user and password, write %40 for @, \
                 %2F for /, %3F for a question mark and %25 for a percent sign.",
            de: "Die Adresse der Datenbank ist ungültig. Schreiben Sie \
                 postgresql://USER@HOST/DATABASE ohne die Parameter „options“ und \
                 „client_encoding“, den absoluten Pfad einer DuckDB-Datei oder sc://HOST:15002 für \
                 Spark. Schreiben Sie in Benutzer und Passwort %40 für @, %2F für /, %3F für ein \
                 Fragezeichen und %25 für ein Prozentzeichen.",
        }
        NotStarted => {
            en: "The program poundwise-engine cannot be started. Install Poundwise again.",
            de: "Das Programm poundwise-engine lässt sich nicht starten. Installieren Sie Poundwise \
                 neu.",
        }
        NotLoaded => {
            en: "The driver cannot be loaded. Install the driver of this database for this machine.",
            de: "Der Treiber lässt sich nicht laden. Installieren Sie den Treiber dieser Datenbank \
                 für diesen Rechner.",
        }
        NotConnected => {
            en: "The database cannot be reached with this address. Check host, database, user and \
                 password.",
            de: "Die Datenbank ist unter dieser Adresse nicht erreichbar. Prüfen Sie Rechner, \
                 Datenbank, Benutzer und Passwort.",
        }
        NotExecuted => {
            en: "The database could not run the statement. Its own message says why. Check the \
                 table and its cells, and that the user may read it.",
            de: "Die Datenbank konnte die Anweisung nicht ausführen. Ihre eigene Meldung nennt den \
                 Grund. Prüfen Sie die Tabelle und ihre Zellen, und ob der Benutzer sie lesen darf.",
        }
        WrongLogin => {
            en: "The database does not accept this user and password from this machine. Check both \
                 in the address, or ask the administrator of the database.",
            de: "Die Datenbank nimmt diesen Benutzer und dieses Passwort von diesem Rechner nicht \
                 an. Prüfen Sie beides in der Adresse, oder fragen Sie die Verwaltung der \
                 Datenbank.",
        }
        NoDatabase => {
            en: "There is no database at this address. Check the name of the database or the path \
                 of its file.",
            de: "Unter dieser Adresse gibt es keine Datenbank. Prüfen Sie den Namen der Datenbank \
                 oder den Pfad ihrer Datei.",
        }
        ServerAway => {
            en: "The server of the database does not answer. Check host and port of the address, \
                 the network, and whether the server runs. Then try again.",
            de: "Der Server der Datenbank antwortet nicht. Prüfen Sie Rechner und Port der Adresse, \
                 das Netz und ob der Server läuft. Versuchen Sie es dann noch einmal.",
        }
        NoTls => {
            en: "No encrypted connection to the database is possible. Check the certificate of the \
                 server and the parameters 'sslmode' and 'sslrootcert' of the address.",
            de: "Es ist keine verschlüsselte Verbindung zur Datenbank möglich. Prüfen Sie das \
                 Zertifikat des Servers und die Parameter „sslmode“ und „sslrootcert“ der Adresse.",
        }
        Pooler => {
            en: "The address is one of a connection pooler. It does not take the settings by which \
                 a session only reads. State the address of the database server itself.",
            de: "Die Adresse gehört einem Verbindungspooler. Er übernimmt die Einstellungen nicht, \
                 mit denen eine Sitzung nur liest. Geben Sie die Adresse des Datenbankservers \
                 selbst an.",
        }
        Busy => {
            en: "The database takes no more connections at present. Try again later.",
            de: "Die Datenbank nimmt zurzeit keine weiteren Verbindungen an. Versuchen Sie es später \
                 noch einmal.",
        }
        Locked => {
            en: "Another program has the file of the database open for writing. Close it there, or \
                 choose a copy of the file.",
            de: "Ein anderes Programm hat die Datei der Datenbank zum Schreiben geöffnet. Schließen \
                 Sie sie dort, oder wählen Sie eine Kopie der Datei.",
        }
        OtherFile => {
            en: "The file is not a DuckDB database, or it is one of a version that the driver does \
                 not read. Check the path, or install another version of the driver.",
            de: "Die Datei ist keine DuckDB-Datenbank, oder der Treiber kann ihre Version nicht \
                 lesen. Prüfen Sie den Pfad, oder installieren Sie eine andere Version des Treibers.",
        }
        FileNotReadable => {
            en: "The file of the database cannot be read. Check its path and its access rights.",
            de: "Die Datei der Datenbank lässt sich nicht lesen. Prüfen Sie ihren Pfad und ihre \
                 Zugriffsrechte.",
        }
        OtherFiles => {
            en: "The table reads other files than that of the database, and they cannot be read. \
                 Copy their rows into a table of the database.",
            de: "Die Tabelle liest andere Dateien als die der Datenbank, und diese lassen sich nicht \
                 lesen. Kopieren Sie ihre Zeilen in eine Tabelle der Datenbank.",
        }
        NotAllowed => {
            en: "The user of the address may not read this table. Ask the owner of the table for \
                 the right SELECT on the table and the right USAGE on its schema.",
            de: "Der Benutzer der Adresse darf diese Tabelle nicht lesen. Bitten Sie den Eigentümer \
                 der Tabelle um das Recht SELECT an der Tabelle und das Recht USAGE an ihrem Schema.",
        }
        NoTable => {
            en: "The database has no table with this name. Check its name and its schema. If the \
                 table was renamed, link it again.",
            de: "Die Datenbank hat keine Tabelle mit diesem Namen. Prüfen Sie ihren Namen und ihr \
                 Schema. Wenn die Tabelle umbenannt wurde, verknüpfen Sie sie neu.",
        }
        NoColumn => {
            en: "A column that the statement reads is no longer in the table, or the files of the \
                 table are gone. Put them back, or link the table again.",
            de: "Eine Spalte, die die Anweisung liest, ist nicht mehr in der Tabelle, oder die Dateien \
                 der Tabelle fehlen. Stellen Sie sie wieder her, oder verknüpfen Sie die Tabelle neu.",
        }
        OtherType => {
            en: "A column has another type than when the table was linked, or the version of the \
                 database is too old for the statement. Link the table again.",
            de: "Eine Spalte hat einen anderen Typ als beim Verknüpfen der Tabelle, oder die Version \
                 der Datenbank ist zu alt für die Anweisung. Verknüpfen Sie die Tabelle neu.",
        }
        RefusedCell => {
            en: "The database cannot compute with one of the cells, or not exactly. Its own message \
                 says why. Correct the cell, or leave its row out in a view.",
            de: "Die Datenbank kann mit einer der Zellen nicht oder nicht genau rechnen. Ihre eigene \
                 Meldung nennt den Grund. Berichtigen Sie die Zelle, oder lassen Sie ihre Zeile in \
                 einer Sicht weg.",
        }
        Cancelled => {
            en: "The database ended the statement, since it took too long or was cancelled there. \
                 Allow more time, or try again later.",
            de: "Die Datenbank hat die Anweisung beendet, weil sie zu lange dauerte oder dort \
                 abgebrochen wurde. Erlauben Sie mehr Zeit, oder versuchen Sie es später noch einmal.",
        }
        NoSpace => {
            en: "The database has too little memory or disk space for the statement. Free some, or \
                 ask about fewer columns.",
            de: "Die Datenbank hat zu wenig Arbeitsspeicher oder Plattenplatz für die Anweisung. \
                 Schaffen Sie Platz, oder fragen Sie nach weniger Spalten.",
        }
        WrongTypes => {
            en: "The driver returned other types than text.",
            de: "Der Treiber hat andere Typen als Text zurückgegeben.",
        }
        TooLarge => {
            en: "The driver returned more than the statement can give.",
            de: "Der Treiber hat mehr zurückgegeben, als die Anweisung ergeben kann.",
        }
        Broken => {
            en: "The driver ended without an answer. Install another version of the driver.",
            de: "Der Treiber hat ohne Antwort geendet. Installieren Sie eine andere Version des \
                 Treibers.",
        }
        TooSlow { seconds: u64 } => {
            en: "The database had not answered after {seconds} seconds.",
            de: "Die Datenbank hat nach {seconds} Sekunden nicht geantwortet.",
        }
        Stopped => {
            en: "The statement was stopped.",
            de: "Die Anweisung wurde abgebrochen.",
        }
    }
}

/// An error of a driver or a database. It has no `Debug`, since a database may quote cells.
pub struct DriverError {
    /// The message. It does not depend on the data.
    pub message: DriverMessage,
    /// The own message of the driver or the database, for the owner alone. It may quote cells, so it
    /// must not enter logs, documents or messages to buyers.
    pub private: Option<String>,
}

impl From<DriverMessage> for DriverError {
    fn from(message: DriverMessage) -> Self {
        Self {
            message,
            private: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::DriverMessage;

    #[test]
    fn the_printed_catalogue_has_each_message() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        poundwise_words::catalogue::check(&docs, "driver", &DriverMessage::samples());
    }
}
