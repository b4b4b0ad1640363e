use poundwise_words::{messages, plain_texts};

messages! {
    /// Answers about joining markets, inviting to them and testing them.
    pub(crate) enum MemberText {
        Joined { home: String, name: String, market: String } => {
            en: "{home} joined {name} and trades there from now on: {market}",
            de: "{home} ist {name} beigetreten und handelt von nun an dort: {market}",
        }
        Invited { file: String, market: String } => {
            en: "Wrote {file}, an invitation to {market}.",
            de: "{file} ist geschrieben, eine Einladung zu {market}.",
        }
        WithKey { key: String } => {
            en: "It contains the access key '{key}' with its secret. Whoever has the file can use \
                 it: send it over a channel that only the member reads.",
            de: "Sie enthält den Zugangsschlüssel „{key}“ mit seinem Geheimnis. Wer die Datei hat, \
                 kann ihn benutzen: Senden Sie sie auf einem Weg, den nur das Mitglied liest.",
        }
        WithOwnKey => {
            en: "This is the access key of this home. With an access key of its own (--key-id), a \
                 member can be excluded later without the others.",
            de: "Das ist der Zugangsschlüssel dieser Mappe. Mit einem eigenen Zugangsschlüssel \
                 (--key-id) lässt sich ein Mitglied später ohne die anderen ausschließen.",
        }
        WithoutKey => {
            en: "It contains no access key: the market must be open to everybody who reaches it.",
            de: "Sie enthält keinen Zugangsschlüssel: Der Markt muss allen offen sein, die ihn erreichen.",
        }
        AllWorks { market: String } => {
            en: "Everything works on {market}.",
            de: "Auf {market} funktioniert alles.",
        }
        SomeFails { market: String } => {
            en: "Not everything works on {market}:",
            de: "Auf {market} funktioniert nicht alles:",
        }
        Fault { step: String, why: String } => {
            en: "{step}: {why}",
            de: "{step}: {why}",
        }
        WayOut { way: String } => {
            en: "    {way}",
            de: "    {way}",
        }
    }
}

plain_texts! {
    /// A step of a test of a market, and its outcome.
    pub(crate) enum TrialWord {
        List => "list", "Auflisten";
        Clock => "clock", "Uhr";
        Write => "write", "Schreiben";
        Read => "read", "Lesen";
        Delete => "delete", "Löschen";
        Works => "works", "funktioniert";
        Fails => "does not work", "funktioniert nicht";
        Skipped => "not tried", "nicht versucht";
    }
}
