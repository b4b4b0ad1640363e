use std::path::PathBuf;

use chrono::NaiveDate;
use poundwise_words::{Text, messages, words_of};

messages! {
    /// Messages about a market.
    pub(crate) enum MarketMessage {
        NoAddress => {
            en: "The address of the market is empty.",
            de: "Die Adresse des Marktes ist leer.",
        }
        NotAUrl { text: String, why: String } => {
            en: "The market '{text}' is not a URL: {why}.",
            de: "Die Adresse „{text}“ des Marktes ist keine URL ({why}).",
        }
        OtherScheme { text: String } => {
            en: "The market '{text}' is neither a folder nor an address that begins with s3:// or \
                 https://.",
            de: "Der Markt „{text}“ ist weder ein Ordner noch eine Adresse, die mit s3:// oder \
                 https:// beginnt.",
        }
        LongAddress => {
            en: "The address of the market is too long.",
            de: "Die Adresse des Marktes ist zu lang.",
        }
        BadAddress { text: String, why: Text } => {
            en: "The market '{text}' is not a valid address: {why}.",
            de: "Der Markt „{text}“ ist keine gültige Adresse: {why}.",
        }
        Credentials => {
            en: "The address of the market contains a user name, a password or an access key.",
            de: "Die Adresse des Marktes enthält einen Benutzernamen, ein Passwort oder einen \
                 Zugangsschlüssel.",
        }
        PlainHttp { host: String } => {
            en: "The market on {host} would be reached by http, without encryption.",
            de: "Der Markt auf {host} würde über http erreicht, also ohne Verschlüsselung.",
        }
        BadFile { why: Text } => {
            en: "This is not a valid .market file: {why}.",
            de: "Das ist keine gültige .market-Datei: {why}.",
        }
        NewerFile { version: u64 } => {
            en: "This .market file has format {version}, which a newer version of the program \
                 wrote.",
            de: "Diese .market-Datei hat das Format {version} einer neueren Version des \
                 Programms.",
        }
        FileNotEncoded { why: String } => {
            en: "The .market file cannot be encoded: {why}.",
            de: "Die .market-Datei lässt sich nicht kodieren ({why}).",
        }
        NoFolderHere { text: String } => {
            en: "The market '{text}' is not a folder on this machine.",
            de: "Der Markt „{text}“ ist kein Ordner auf diesem Rechner.",
        }
        NotAPath { text: String, why: String } => {
            en: "The market '{text}' is not a path: {why}.",
            de: "Die Adresse „{text}“ des Marktes ist kein Pfad ({why}).",
        }
        NoFolder { folder: PathBuf } => {
            en: "There is no market in {folder}: the folder does not exist.",
            de: "In {folder} ist kein Markt: Den Ordner gibt es nicht.",
        }
        Missing { market: String } => {
            en: "The market {market} is missing: its folder does not exist.",
            de: "Der Markt {market} fehlt: Seinen Ordner gibt es nicht.",
        }
        Full { doing: MarketDoing, path: String, market: String } => {
            en: "Cannot {doing} {path}: the disk of the market {market} is full.",
            de: "{path} {doing}: Der Datenträger des Marktes {market} ist voll.",
        }
        NoRoom { doing: MarketDoing, path: String, market: String } => {
            en: "Cannot {doing} {path}: the market {market} has no room left.",
            de: "{path} {doing}: Der Markt {market} hat keinen Platz mehr.",
        }
        NoPlace { market: String } => {
            en: "The market {market} is missing: its server has no such bucket or folder.",
            de: "Der Markt {market} fehlt: Sein Server hat keinen solchen Bucket oder Ordner.",
        }
        Offline { doing: MarketDoing, path: String, market: String, why: String } => {
            en: "Cannot {doing} {path}: the market {market} cannot be reached ({why}).",
            de: "{path} {doing}: Der Markt {market} ist nicht erreichbar ({why}).",
        }
        NotTrusted { doing: MarketDoing, path: String, market: String, why: Text } => {
            en: "Cannot {doing} {path}: the certificate of the market {market} cannot be trusted: \
                 {why}.",
            de: "{path} {doing}: Dem Zertifikat des Marktes {market} kann nicht vertraut werden: \
                 {why}.",
        }
        Denied { doing: MarketDoing, path: String, market: String, answer: String } => {
            en: "Cannot {doing} {path}: the market {market} denies access ({answer}).",
            de: "{path} {doing}: Der Markt {market} verweigert den Zugriff ({answer}).",
        }
        Clock { doing: MarketDoing, path: String, market: String } => {
            en: "Cannot {doing} {path}: the clock of this machine differs too much from that of \
                 the market {market}.",
            de: "{path} {doing}: Die Uhr dieses Rechners weicht zu sehr von der des Marktes \
                 {market} ab.",
        }
        ClockDiffers { market: String, seconds: u64 } => {
            en: "The clock of this machine differs by {seconds} seconds from that of the market \
                 {market}.",
            de: "Die Uhr dieses Rechners weicht um {seconds} Sekunden von der des Marktes {market} \
                 ab.",
        }
        ReadDiffers { path: String, market: String } => {
            en: "The market {market} returns other bytes for {path} than were written.",
            de: "Der Markt {market} gibt für {path} andere Bytes zurück, als geschrieben wurden.",
        }
        StillListed { path: String, market: String } => {
            en: "The market {market} still has {path} after it was deleted.",
            de: "Der Markt {market} hat {path} noch, nachdem es gelöscht wurde.",
        }
        NotListed { path: String, market: String } => {
            en: "The market {market} does not list {path} after it was written.",
            de: "Der Markt {market} listet {path} nicht auf, nachdem es geschrieben wurde.",
        }
        NotTaken { path: String, market: String, answer: String } => {
            en: "The market {market} does not take {path}: its server answered {answer}.",
            de: "Der Markt {market} nimmt {path} nicht an: Sein Server antwortet {answer}.",
        }
        Cannot { doing: MarketDoing, path: String, market: String, why: String } => {
            en: "Cannot {doing} {path} on the market {market}: {why}.",
            de: "{path} auf dem Markt {market} {doing} ({why}).",
        }
        Unreadable { path: String, why: Text } => {
            en: "{path} on the market cannot be read: {why}.",
            de: "{path} auf dem Markt lässt sich nicht lesen: {why}.",
        }
        NotAName { path: String } => {
            en: "'{path}' is not a name on a market.",
            de: "„{path}“ ist kein Name auf einem Markt.",
        }
    }
}

messages! {
    /// Hints about a market.
    pub(crate) enum MarketHint {
        GiveAddress => {
            en: "Give a folder (file:///path/to/market), a bucket \
                 (s3://bucket/prefix?endpoint=URL&region=REGION) or a WebDAV folder \
                 (https://host/path).",
            de: "Geben Sie einen Ordner (file:///pfad/zum/markt), einen Bucket \
                 (s3://bucket/prefix?endpoint=URL&region=REGION) oder einen WebDAV-Ordner \
                 (https://host/pfad) an.",
        }
        BucketForm => {
            en: "Give it as s3://bucket/prefix?endpoint=https://host&region=REGION. Prefix and \
                 endpoint may be left out.",
            de: "Geben Sie ihn als s3://bucket/prefix?endpoint=https://host&region=REGION an. \
                 Prefix und Endpoint können fehlen.",
        }
        WebDavForm => {
            en: "Give it as https://host/path.",
            de: "Geben Sie ihn als https://host/pfad an.",
        }
        UseMarketFile => {
            en: "Leave them out, and join the market with its .market file.",
            de: "Lassen Sie sie weg, und treten Sie dem Markt mit seiner .market-Datei bei.",
        }
        UseHttps => {
            en: "Use https. Only this machine itself (localhost) is reached by http.",
            de: "Verwenden Sie https. Nur dieser Rechner selbst (localhost) wird über http \
                 erreicht.",
        }
        AskForFile => {
            en: "Ask the operator of the market for a new file.",
            de: "Bitten Sie den Betreiber des Marktes um eine neue Datei.",
        }
        UseNewerProgram => {
            en: "Install a newer version of Poundwise.",
            de: "Installieren Sie eine neuere Version von Poundwise.",
        }
        CheckConnection => {
            en: "Check the connection, and try again later. Signed documents are kept.",
            de: "Prüfen Sie die Verbindung, und versuchen Sie es später noch einmal. Signierte \
                 Dokumente bleiben erhalten.",
        }
        TrustAuthority => {
            en: "Check the address. If your institution issues its own certificates, add the \
                 certificate of its authority to those that this system trusts. Signed documents \
                 are kept.",
            de: "Prüfen Sie die Adresse. Wenn Ihre Einrichtung eigene Zertifikate ausstellt, fügen \
                 Sie das Zertifikat ihrer Zertifizierungsstelle zu denen hinzu, denen dieses System \
                 vertraut. Signierte Dokumente bleiben erhalten.",
        }
        RenewCertificate => {
            en: "Check the clock of this machine. If it is right, ask the operator of the market \
                 for a new certificate. Signed documents are kept.",
            de: "Prüfen Sie die Uhr dieses Rechners. Wenn sie stimmt, bitten Sie den Betreiber des \
                 Marktes um ein neues Zertifikat. Signierte Dokumente bleiben erhalten.",
        }
        CheckHost => {
            en: "Check the address. If it is right, ask the operator of the market for a \
                 certificate for this host. Signed documents are kept.",
            de: "Prüfen Sie die Adresse. Wenn sie stimmt, bitten Sie den Betreiber des Marktes um \
                 ein Zertifikat für diesen Host. Signierte Dokumente bleiben erhalten.",
        }
        InstallAuthorities => {
            en: "Install the certificates of public authorities, which are in the package \
                 ca-certificates on most systems, or check SSL_CERT_FILE and SSL_CERT_DIR. Signed \
                 documents are kept.",
            de: "Installieren Sie die Zertifikate der öffentlichen Zertifizierungsstellen, die auf \
                 den meisten Systemen im Paket ca-certificates sind, oder prüfen Sie SSL_CERT_FILE \
                 und SSL_CERT_DIR. Signierte Dokumente bleiben erhalten.",
        }
        CheckCertificate => {
            en: "Ask the operator of the market to check the certificate. Signed documents are \
                 kept.",
            de: "Bitten Sie den Betreiber des Marktes, das Zertifikat zu prüfen. Signierte \
                 Dokumente bleiben erhalten.",
        }
        CheckServer => {
            en: "Test the market. If the error persists, ask its operator. Signed documents are \
                 kept.",
            de: "Testen Sie den Markt. Wenn der Fehler bleibt, fragen Sie den Betreiber. Signierte \
                 Dokumente bleiben erhalten.",
        }
        CheckAddress => {
            en: "Check the address, or ask the operator of the market. Signed documents are kept.",
            de: "Prüfen Sie die Adresse, oder fragen Sie den Betreiber des Marktes. Signierte \
                 Dokumente bleiben erhalten.",
        }
        AskForAccess => {
            en: "Ask the operator whether your access key is still valid and may do this.",
            de: "Fragen Sie den Betreiber, ob Ihr Zugangsschlüssel noch gilt und das darf.",
        }
        JoinAgain => {
            en: "Join the market again with a new .market file.",
            de: "Treten Sie dem Markt mit einer neuen .market-Datei noch einmal bei.",
        }
        SetClock => {
            en: "Set the clock of this machine. Signed documents are kept.",
            de: "Stellen Sie die Uhr dieses Rechners. Signierte Dokumente bleiben erhalten.",
        }
        AskForRoom => {
            en: "Ask the operator of the market for more room. Signed documents are kept.",
            de: "Bitten Sie den Betreiber des Marktes um mehr Platz. Signierte Dokumente bleiben \
                 erhalten.",
        }
        AskToTake => {
            en: "Ask the operator of the market why. Answer 413 means that the server limits the \
                 size of an object, and that the limit is too low. The signed document is kept and \
                 tried again.",
            de: "Fragen Sie den Betreiber des Marktes nach dem Grund. Die Antwort 413 bedeutet, \
                 dass der Server die Größe eines Objekts begrenzt und die Grenze zu niedrig ist. \
                 Das signierte Dokument bleibt erhalten und wird wieder gesendet.",
        }
        CheckPathOrCreate => {
            en: "Check the path, and that its disk is mounted. For a new market, create the \
                 folder first.",
            de: "Prüfen Sie den Pfad, und ob der Datenträger eingehängt ist. Für einen neuen Markt \
                 legen Sie zuerst den Ordner an.",
        }
        CheckPath => {
            en: "Check the path, and that its disk is mounted. Signed documents are kept, and \
                 nothing was written there.",
            de: "Prüfen Sie den Pfad, und ob der Datenträger eingehängt ist. Signierte Dokumente \
                 bleiben erhalten, und dort wurde nichts geschrieben.",
        }
        CheckFolder => {
            en: "Check that the market's folder exists and is writable. Signed documents are kept.",
            de: "Prüfen Sie, ob der Ordner des Marktes da und beschreibbar ist. Signierte \
                 Dokumente bleiben erhalten.",
        }
        MakeRoom => {
            en: "Make room there. Signed documents are kept.",
            de: "Schaffen Sie dort Platz. Signierte Dokumente bleiben erhalten.",
        }
        SendAgain => {
            en: "Then send them again.",
            de: "Senden Sie sie dann noch einmal.",
        }
        LookAtObject => {
            en: "Look at it in the market's folder, and remove it if it is not yours.",
            de: "Sehen Sie im Ordner des Marktes nach, und entfernen Sie es, wenn es nicht von \
                 Ihnen ist.",
        }
    }
}

/// What could not be done on a market.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarketDoing {
    List,
    Read,
    Remove,
    Write,
}

words_of! {
    MarketDoing {
        List => "list", "lässt sich nicht auflisten";
        Read => "read", "lässt sich nicht lesen";
        Remove => "remove", "lässt sich nicht entfernen";
        Write => "write to", "lässt sich nicht schreiben";
    }
}

messages! {
    /// Reasons why a server's certificate is not valid, as they follow a colon.
    pub(crate) enum CertificateProblem {
        UnknownAuthority => {
            en: "it was issued by an authority that this system does not trust",
            de: "Es wurde von einer Stelle ausgestellt, der dieses System nicht vertraut",
        }
        Expired { day: NaiveDate } => {
            en: "it expired on {day}",
            de: "Es ist am {day} abgelaufen",
        }
        NotYet { day: NaiveDate } => {
            en: "it is valid from {day} on",
            de: "Es gilt erst ab {day}",
        }
        OtherHost { host: String, names: String } => {
            en: "it is for {names} and not for {host}",
            de: "Es ist für {names} und nicht für {host} ausgestellt",
        }
        NotThisHost { host: String } => {
            en: "it is not for {host}",
            de: "Es ist nicht für {host} ausgestellt",
        }
        NoAuthorities => {
            en: "this system has no certificates of authorities to check it with",
            de: "Dieses System hat keine Zertifikate von Zertifizierungsstellen, um es zu prüfen",
        }
        Other { why: String } => {
            en: "it does not verify ({why})",
            de: "Es lässt sich nicht bestätigen ({why})",
        }
    }
}

messages! {
    /// Reasons why an object on the market cannot be read, as they follow a colon.
    pub(crate) enum ObjectProblem {
        Gone => {
            en: "it is gone",
            de: "Es ist nicht mehr da",
        }
        NotOrdinary => {
            en: "it is not an ordinary file",
            de: "Es ist keine gewöhnliche Datei",
        }
        OddPath => {
            en: "a part of its path is a link, or neither a folder nor an ordinary file",
            de: "Ein Teil seines Pfads ist eine Verknüpfung oder weder ein Ordner noch eine \
                 gewöhnliche Datei",
        }
        System { why: String } => {
            en: "{why}",
            de: "Das System meldet einen Fehler ({why})",
        }
    }
}

messages! {
    /// Reasons why a text is not the address of a market, as they follow a colon.
    pub(crate) enum AddressProblem {
        Bucket => {
            en: "the name of the bucket is not valid",
            de: "Der Name des Buckets ist nicht gültig",
        }
        Prefix => {
            en: "the prefix has other characters than letters, digits, '-', '_' and '.'",
            de: "Der Prefix hat andere Zeichen als Buchstaben, Ziffern, „-“, „_“ und „.“",
        }
        Option => {
            en: "only 'endpoint' and 'region' may follow the question mark, each once",
            de: "Nach dem Fragezeichen können nur „endpoint“ und „region“ stehen, jedes einmal",
        }
        Endpoint => {
            en: "the endpoint is not a URL of a server",
            de: "Der Endpoint ist keine URL eines Servers",
        }
        Region => {
            en: "the name of the region is not valid",
            de: "Der Name der Region ist nicht gültig",
        }
        NoRegion => {
            en: "it states neither a region nor an endpoint",
            de: "Weder eine Region noch ein Endpoint ist angegeben",
        }
        Query => {
            en: "it has more than a server and a path",
            de: "Sie enthält mehr als einen Server und einen Pfad",
        }
    }
}

messages! {
    /// Reasons why a file is not a `.market` file, as they follow a colon.
    pub(crate) enum FileProblem {
        Json { line: u64, column: u64 } => {
            en: "a field is missing, unknown or wrong at line {line}, column {column}",
            de: "In Zeile {line}, Spalte {column} fehlt ein Feld, oder es ist unbekannt oder \
                 falsch",
        }
        Long => {
            en: "it is too long",
            de: "Sie ist zu lang",
        }
        Version => {
            en: "its format is unknown",
            de: "Ihr Format ist unbekannt",
        }
        Name => {
            en: "the name of the market is empty, too long or has invisible characters",
            de: "Der Name des Marktes ist leer, zu lang oder hat unsichtbare Zeichen",
        }
        Folder => {
            en: "its address is a folder of this machine",
            de: "Die Adresse ist ein Ordner dieses Rechners",
        }
        Region => {
            en: "its address has another region",
            de: "Die Adresse hat eine andere Region",
        }
        HalfKey => {
            en: "it has only one of 'key_id' and 'secret'",
            de: "Von „key_id“ und „secret“ ist nur eines da",
        }
        KeyId => {
            en: "the key id or user name is empty, too long or has characters that it cannot have",
            de: "Die Schlüssel-ID oder der Benutzername ist leer, zu lang oder hat unzulässige \
                 Zeichen",
        }
        Secret => {
            en: "the secret is empty, too long or has characters that it cannot have",
            de: "Das Geheimnis ist leer, zu lang oder hat unzulässige Zeichen",
        }
    }
}
