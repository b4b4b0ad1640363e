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
                 DuckDB file, or sc://HOST:15002 for Spark.",
            de: "Die Adresse der Datenbank ist ungültig. Schreiben Sie \
                 postgresql://USER@HOST/DATABASE ohne die Parameter „options“ und \
                 „client_encoding“, den absoluten Pfad einer DuckDB-Datei oder sc://HOST:15002 für \
                 Spark.",
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
                 Datenbank, Benutzer und Kennwort.",
        }
        NotExecuted => {
            en: "The database refused the statement. Check that the table is there and that the \
                 user may read it.",
            de: "Die Datenbank hat die Anweisung abgelehnt. Prüfen Sie, ob es die Tabelle gibt und \
                 der Benutzer sie lesen darf.",
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
