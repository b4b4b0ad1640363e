use poundwise_documents::checkpoint::CheckpointError;
use poundwise_words::messages;

messages! {
    /// Messages about alarms.
    pub(crate) enum AlarmMessage {
        NotStored => {
            en: "The alarm could not be stored.",
            de: "Der Alarm ließ sich nicht speichern.",
        }
        Open { open: usize, numbers: String, name: String } => {
            en: {
                open;
                1 => "Alarm {numbers} about {name} is open: the owner contradicted itself. Nothing \
                      was ordered.",
                _ => "Alarms {numbers} about {name} are open: the owner contradicted itself. \
                      Nothing was ordered.",
            },
            de: {
                open;
                1 => "Der Alarm {numbers} zu {name} ist offen: Der Eigentümer hat sich \
                      widersprochen. Es wurde nichts bestellt.",
                _ => "Die Alarme {numbers} zu {name} sind offen: Der Eigentümer hat sich \
                      widersprochen. Es wurde nichts bestellt.",
            },
        }
        NoReason => {
            en: "The dismissal of an alarm needs a reason.",
            de: "Um einen Alarm zu erledigen, ist ein Grund nötig.",
        }
        NoSuchAlarm { number: u64 } => {
            en: "There is no alarm {number}.",
            de: "Es gibt keinen Alarm {number}.",
        }
        DismissedAlready { number: u64 } => {
            en: "Alarm {number} was dismissed in favour of the other document.",
            de: "Der Alarm {number} ist schon zugunsten des anderen Dokuments erledigt.",
        }
        AboutAnswers { number: u64, trusted: &'static str } => {
            en: "Alarm {number} is about a receipt and a refusal, not about '{trusted}'.",
            de: "Im Alarm {number} geht es um eine Quittung und eine Ablehnung, nicht um \
                 „{trusted}“.",
        }
        AboutCheckpoints { number: u64, trusted: &'static str } => {
            en: "Alarm {number} is about two checkpoints, not about '{trusted}'.",
            de: "Im Alarm {number} geht es um zwei Prüfpunkte, nicht um „{trusted}“.",
        }
    }
}

messages! {
    /// Hints about alarms.
    pub(crate) enum AlarmHint {
        LookAtEvidence => {
            en: "Look at the evidence.",
            de: "Sehen Sie sich die Beweise an.",
        }
        DecideToGoOn => {
            en: "If you want to go on buying from this owner, decide which document to trust.",
            de: "Wenn Sie weiter bei diesem Eigentümer kaufen wollen, entscheiden Sie, welchem \
                 Dokument Sie trauen.",
        }
        StateReason => {
            en: "It is kept beside the alarm. State a reason.",
            de: "Er wird beim Alarm aufbewahrt. Geben Sie einen an.",
        }
        ReasonExample => {
            en: "“the market was restored from a backup”",
            de: "„Der Markt wurde aus einer Sicherung wiederhergestellt“",
        }
        ListAlarms => {
            en: "See the alarms with their numbers.",
            de: "Sehen Sie sich die Alarme mit ihren Nummern an.",
        }
        DecisionIsFinal => {
            en: "This decision is final. If the trusted document is contradicted too, there is a \
                 new alarm.",
            de: "Diese Entscheidung ist endgültig. Wird auch diesem Dokument widersprochen, gibt \
                 es einen neuen Alarm.",
        }
        ChooseAnswer => {
            en: "Choose one to trust: receipt or refusal.",
            de: "Wählen Sie, was gilt: die Quittung (receipt) oder die Ablehnung (refusal).",
        }
        ChooseCheckpoint => {
            en: "Choose one to trust: kept or found.",
            de: "Wählen Sie, was gilt: der zuvor gesehene Prüfpunkt (kept) oder der dann gefundene \
                 (found).",
        }
    }
}

messages! {
    /// Clauses about alarms, as they follow a colon.
    pub(crate) enum AlarmClause {
        CheckpointDamaged { alarm: u64, why: CheckpointError } => {
            en: "a checkpoint of alarm {alarm} cannot be read: {why}",
            de: "Ein Prüfpunkt von Alarm {alarm} lässt sich nicht lesen: {why}",
        }
        TwoLedgers { entries: u64 } => {
            en: {
                entries;
                1 => "the owner signed two different ledgers of one entry: one of its records is \
                      false",
                _ => "the owner signed two different ledgers of {entries} entries: one of its \
                      records is false",
            },
            de: {
                entries;
                1 => "Der Eigentümer hat zwei verschiedene Hauptbücher mit einem Eintrag signiert: \
                      Eines davon ist falsch",
                _ => "Der Eigentümer hat zwei verschiedene Hauptbücher mit {entries} Einträgen \
                      signiert: Eines davon ist falsch",
            },
        }
        OtherBeginning { found: u64, kept: u64 } => {
            en: {
                kept;
                1 => "the owner's ledger of {found} entries does not begin with the entry that was \
                      seen before: entries were changed, removed or inserted",
                _ => "the owner's ledger of {found} entries does not begin with the {kept} entries \
                      that were seen before: entries were changed, removed or inserted",
            },
            de: {
                kept;
                1 => "Das Hauptbuch des Eigentümers mit {found} Einträgen beginnt nicht mit dem \
                      Eintrag, der zuvor gesehen wurde: Einträge wurden geändert, entfernt oder \
                      eingefügt",
                _ => "Das Hauptbuch des Eigentümers mit {found} Einträgen beginnt nicht mit den \
                      {kept} Einträgen, die zuvor gesehen wurden: Einträge wurden geändert, \
                      entfernt oder eingefügt",
            },
        }
        TwoAnswers => {
            en: "the owner signed a refusal and a receipt for one order: one of the two is false",
            de: "Der Eigentümer hat für eine Bestellung eine Ablehnung und eine Quittung signiert: \
                 Eine davon ist falsch",
        }
        RolledBack { found: u64, kept: u64 } => {
            en: "the owner's published ledger has {found} entries, and {kept} were seen before: \
                 entries were removed, or the market shows an old copy",
            de: "Das veröffentlichte Hauptbuch des Eigentümers hat {found} Einträge, und zuvor \
                 wurden {kept} gesehen: Einträge wurden entfernt, oder der Markt zeigt eine alte \
                 Fassung",
        }
    }
}
