use poundwise_words::messages;

use super::words::{HiddenSign, PartyLine};

messages! {
    /// Messages about the parties and the VAT of invoices.
    pub(crate) enum InvoiceMessage {
        // Parties.
        PartyMissing { what: PartyLine } => {
            en: "{what} is missing.",
            de: "{what} fehlt.",
        }
        CompleteParty => {
            en: "An invoice has name, street, city and country.",
            de: "Auf einer Rechnung stehen Name, Straße, Ort und Land.",
        }
        PartyTooLong { what: PartyLine, characters: usize, most: usize } => {
            en: "{what} has {characters} characters; at most {most} fit.",
            de: "{what} hat {characters} Zeichen. Höchstens {most} passen in eine Zeile.",
        }
        Shorten => {
            en: "Shorten it.",
            de: "Kürzen Sie die Angabe.",
        }
        PartyHidden { what: PartyLine, sign: HiddenSign } => {
            en: "{what} has {sign}.",
            de: "{what} enthält {sign}.",
        }
        TypeWithoutIt => {
            en: "Type it again without that character.",
            de: "Tippen Sie die Angabe ohne dieses Zeichen neu ein.",
        }
        NotACountry { what: PartyLine, text: String } => {
            en: "{what}: “{text}” is not a country code of two letters (ISO 3166).",
            de: "{what}: „{text}“ ist kein Länderkürzel aus zwei Buchstaben (ISO 3166).",
        }
        GiveCountry => {
            en: "Give its code of two letters, such as DE, or GB for the United Kingdom.",
            de: "Geben Sie das Kürzel aus zwei Buchstaben an, etwa DE, oder GB für das Vereinigte \
                 Königreich.",
        }
        NotAVatId { what: PartyLine, text: String } => {
            en: "{what}: “{text}” is not a VAT identifier.",
            de: "{what}: „{text}“ ist keine USt-IdNr.",
        }
        WriteVatId => {
            en: "It begins with the two letters of its country (EL for Greece), and 2 to 13 \
                 letters and digits follow, such as DE123456789. A Swiss one may end with MWST, \
                 TVA or IVA.",
            de: "Sie beginnt mit den zwei Buchstaben ihres Landes (EL für Griechenland), und 2 \
                 bis 13 Buchstaben und Ziffern folgen, etwa DE123456789. Eine schweizerische kann \
                 mit MWST, TVA oder IVA enden.",
        }

        // VAT.
        NoVatIdOfBuyer => {
            en: "The buyer's VAT identifier is missing. An invoice under reverse charge states it.",
            de: "Die USt-IdNr. des Käufers fehlt. Bei Reverse Charge steht sie auf der Rechnung.",
        }
        AskBuyer => {
            en: "Ask the buyer for it, or choose another VAT treatment.",
            de: "Fragen Sie den Käufer danach, oder geben Sie die Umsatzsteuer anders an.",
        }
        NotAVatRate { percent: String } => {
            en: "“{percent}” is not a rate of VAT. A rate is a percentage above 0 and below 100 \
                 with at most two decimals.",
            de: "„{percent}“ ist kein Umsatzsteuersatz. Ein Satz liegt über 0 und unter 100 \
                 Prozent und hat höchstens zwei Nachkommastellen.",
        }
        WritePoint { percent: String } => {
            en: "Write it with a point: {percent}.",
            de: "Schreiben Sie ihn mit einem Punkt: {percent}.",
        }
        WriteVatRate => {
            en: "Write it as 19 or 5.5.",
            de: "Schreiben Sie ihn in der Form 19 oder 5.5.",
        }
        NoVatReason => {
            en: "An invoice without VAT needs a reason in one line.",
            de: "Eine Rechnung ohne Umsatzsteuer braucht eine Begründung in einer Zeile.",
        }
        NameVatRule => {
            en: "Name the rule, such as: exempt as a small business.",
            de: "Nennen Sie die Vorschrift, etwa: steuerfrei als Kleinunternehmer.",
        }
        NoVatIdOfSeller => {
            en: "Your VAT identifier is missing. An invoice under reverse charge states it.",
            de: "Ihre USt-IdNr. fehlt. Bei Reverse Charge steht sie auf der Rechnung.",
        }
        AddVatId => {
            en: "Add it, or choose another VAT treatment.",
            de: "Tragen Sie sie ein, oder geben Sie die Umsatzsteuer anders an.",
        }
        NoTaxNumberEither => {
            en: "Your VAT identifier and your tax number are missing. A seller who charges VAT, or \
                 is exempt from it, states one of them.",
            de: "Ihre USt-IdNr. und Ihre Steuernummer fehlen. Wer Umsatzsteuer ausweist oder von \
                 ihr befreit ist, gibt eine davon an.",
        }
        AddTaxNumber => {
            en: "Add one of them, or state that your sales are not subject to VAT.",
            de: "Tragen Sie eine davon ein, oder geben Sie an, dass Ihre Verkäufe nicht steuerbar \
                 sind.",
        }
    }
}
