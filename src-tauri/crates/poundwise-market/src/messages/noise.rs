use poundwise_documents::units::MicroEpsilon;
use poundwise_words::messages;

messages! {
    /// Messages about noise from a given seed.
    pub(crate) enum NoiseMessage {
        NoLevel => {
            en: "No level is given.",
            de: "Es ist keine Stufe angegeben.",
        }
        AboveTop { level: MicroEpsilon, top: MicroEpsilon } => {
            en: "The level ε {level} is above the top, ε {top}.",
            de: "Die Stufe ε {level} liegt über dem Ende des Rauschpfads, ε {top}.",
        }
        CountIsZero => {
            en: "The count is 0.",
            de: "Die Anzahl ist 0.",
        }
        LastTooFar => {
            en: "The last coordinate would be 2^63 or above.",
            de: "Die letzte Koordinate läge bei 2^63 oder darüber.",
        }
        TooManyAtOnce => {
            en: "These are too many coordinates at once.",
            de: "Das sind zu viele Koordinaten auf einmal.",
        }
        HeaderTooLong => {
            en: "The header does not fit the format.",
            de: "Die Kopfzeile passt nicht in das Format.",
        }
        NotASeed => {
            en: "The seed is not 64 hexadecimal digits.",
            de: "Der Startwert hat nicht 64 hexadezimale Ziffern.",
        }
        NotWritten { why: String } => {
            en: "The noise cannot be written: {why}.",
            de: "Das Rauschen lässt sich nicht schreiben ({why}).",
        }
        NoSuchNoise { why: String } => {
            en: "This noise cannot be computed: {why}.",
            de: "Dieses Rauschen lässt sich nicht berechnen ({why}).",
        }
    }
}

messages! {
    /// Hints about noise from a given seed.
    pub(crate) enum NoiseHint {
        AskForLevel => {
            en: "Ask for one level or more, such as 0.5 and 1.",
            de: "Verlangen Sie eine Stufe oder mehrere, etwa 0,5 und 1.",
        }
        StayBelowTop => {
            en: "The noise path ends at its top. Ask for levels up to it.",
            de: "Verlangen Sie Stufen bis zum Ende des Rauschpfads.",
        }
        AskForCoordinate => {
            en: "Ask for one coordinate or more.",
            de: "Verlangen Sie eine Koordinate oder mehr.",
        }
        BeginLower => {
            en: "Begin at a lower coordinate.",
            de: "Beginnen Sie bei einer niedrigeren Koordinate.",
        }
        OrAskForFewer => {
            en: "Or ask for fewer.",
            de: "Oder verlangen Sie weniger.",
        }
        GiveSeed => {
            en: "Give 32 bytes in hexadecimal digits.",
            de: "Geben Sie 32 Bytes in hexadezimalen Ziffern an.",
        }
        Limits => {
            en: "The sensitivity is from 1 to 2^40 lattice steps, ε is at most 1099511, and the \
                 sensitivity divided by ε is below 2^50.",
            de: "Die Sensitivität ist 1 bis 2^40 Schritte, ε höchstens 1099511, und die \
                 Sensitivität geteilt durch ε liegt unter 2^50.",
        }
    }
}
