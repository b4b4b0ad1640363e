use poundwise_words::messages;

messages! {
    /// Texts around numbers.
    pub(crate) enum FormatText {
        Pair { epsilon: String, rho: String } => {
            en: "{epsilon}, ρ {rho}",
            de: "{epsilon} und ρ {rho}",
        }
        Of { part: String, whole: String } => {
            en: "{part} of {whole}",
            de: "{part} von {whole}",
        }
        NoCap { loss: String } => {
            en: "{loss}, no cap",
            de: "{loss}, keine Grenze",
        }
        Between { low: String, high: String } => {
            en: "{low} to {high}",
            de: "{low} bis {high}",
        }
        Rows => {
            en: "rows",
            de: "Zeilen",
        }

        // Accuracies.
        PlusMinus { width: String } => {
            en: "± {width} (95%)",
            de: "± {width} (95\u{a0}%)",
        }
        ExactIn95 => {
            en: "exact in 95 of 100",
            de: "genau in 95 von 100",
        }
        AtMost { shown: String } => {
            en: "at most {shown}",
            de: "höchstens {shown}",
        }
        About { shown: String } => {
            en: "about {shown}",
            de: "etwa {shown}",
        }
        AboutRows { shown: String } => {
            en: "about {shown}, if the answer counts the rows stated",
            de: "etwa {shown}, falls die Antwort die angegebenen Zeilen zählt",
        }
        TooFewRows => {
            en: "too few rows for an estimate",
            de: "zu wenige Zeilen für eine Schätzung",
        }
        NothingYet => {
            en: "nothing yet",
            de: "noch nichts",
        }
    }
}
