use chrono::NaiveDate;
use poundwise_documents::kinds::MechanismError;
use poundwise_documents::units::{Currency, MicroEpsilon};
use poundwise_words::messages;

use super::number::Number;

messages! {
    /// Messages about standing rules.
    pub(crate) enum RuleMessage {
        Unknown { rule: Number } => {
            en: "There is no rule {rule}.",
            de: "Es gibt keine Regel {rule}.",
        }
        Removed { rule: Number } => {
            en: "Rule {rule} was removed.",
            de: "Regel {rule} ist entfernt.",
        }
        Over { rule: Number } => {
            en: "The last day of rule {rule} is over.",
            de: "Der letzte Tag von Regel {rule} ist vorbei.",
        }
        Buyer => {
            en: "A rule is for one contact or for anyone.",
            de: "Eine Regel gilt für einen Kontakt oder für alle Käufer.",
        }
        Scope => {
            en: "A rule is for one listing, or for the listings of one population.",
            de: "Eine Regel gilt für ein Angebot oder für die Angebote einer Population.",
        }
        Withdrawn { title: String } => {
            en: "The listing “{title}” is withdrawn.",
            de: "Das Angebot „{title}“ ist zurückgezogen.",
        }
        OverCeiling { level: MicroEpsilon, title: String, ceiling: MicroEpsilon } => {
            en: "ε {level} is over the ceiling of the listing “{title}”, ε {ceiling}: no buyer \
                 can hold that much.",
            de: "ε {level} liegt über der Obergrenze des Angebots „{title}“, ε {ceiling}: So viel \
                 kann kein Käufer haben.",
        }
        NoCurrency => {
            en: "The population has no open listing, so the rule must state its currency.",
            de: "Die Population hat kein offenes Angebot. Darum muss die Regel ihre Währung \
                 angeben.",
        }
        SeveralCurrencies { currencies: String } => {
            en: "The population's listings are in {currencies}, but a rule has one currency.",
            de: "Die Angebote der Population sind in {currencies}, aber eine Regel hat nur eine \
                 Währung.",
        }
        NotOfListing { currencies: String, currency: Currency } => {
            en: "The listing is in {currencies}, not in {currency}.",
            de: "Das Angebot ist in {currencies}, nicht in {currency}.",
        }
        NotOfPopulation { currencies: String, currency: Currency } => {
            en: "The population's listings are in {currencies}, not in {currency}.",
            de: "Die Angebote der Population sind in {currencies}, nicht in {currency}.",
        }
        NoReference => {
            en: "A rule needs a payment reference.",
            de: "Eine Regel braucht eine Zahlungsreferenz.",
        }
        ReferenceTooLong { most: u32 } => {
            en: "The payment reference of the rule is longer than {most} characters.",
            de: "Die Zahlungsreferenz der Regel hat mehr als {most} Zeichen.",
        }
        ReferenceNotVisible { sign: String } => {
            en: "The payment reference of the rule has the invisible character {sign}.",
            de: "Die Zahlungsreferenz der Regel enthält das unsichtbare Zeichen {sign}.",
        }
        Changed => {
            en: "The rule does not fit this order any more.",
            de: "Die Regel passt nicht mehr zu dieser Bestellung.",
        }
        NoPrice { title: String, level: MicroEpsilon } => {
            en: "The tariff of the listing “{title}” has no price for ε {level}.",
            de: "Der Tarif des Angebots „{title}“ hat keinen Preis für ε {level}.",
        }
    }
}

messages! {
    /// Hints about standing rules.
    pub(crate) enum RuleHint {
        AddWithLaterDay => {
            en: "Add a new rule with a later last day.",
            de: "Legen Sie eine neue Regel mit einem späteren letzten Tag an.",
        }
        Add => {
            en: "Add a new rule.",
            de: "Legen Sie eine neue Regel an.",
        }
        List => {
            en: "See all rules, including the removed ones.",
            de: "Sehen Sie sich alle Regeln an, auch die entfernten.",
        }
        NameContact => {
            en: "Name the contact.",
            de: "Nennen Sie den Kontakt.",
        }
        OrAnyone => {
            en: "Or state that it is for anyone.",
            de: "Oder geben Sie an, dass sie für alle Käufer gilt.",
        }
        NameListing => {
            en: "Name the listing.",
            de: "Nennen Sie das Angebot.",
        }
        OrNamePopulation => {
            en: "Or name the population.",
            de: "Oder nennen Sie die Population.",
        }
        SoldNoMore => {
            en: "It is not sold any more, so there is nothing to approve.",
            de: "Es wird nicht mehr verkauft. Darum gibt es nichts zu genehmigen.",
        }
        UpToCeiling { ceiling: MicroEpsilon } => {
            en: "Choose ε {ceiling} or less for the rule.",
            de: "Wählen Sie für die Regel höchstens ε {ceiling}.",
        }
        GiveAmount { currency: Currency } => {
            en: "Give an amount in {currency}, such as 20.",
            de: "Geben Sie einen Betrag in {currency} an, etwa 20.",
        }
        WriteLastDay { day: NaiveDate } => {
            en: "Write the last day like {day}. It ends at midnight UTC.",
            de: "Schreiben Sie den letzten Tag in der Form {day}. Er endet um Mitternacht UTC.",
        }
        FutureDayOrNone => {
            en: "Give a future day, or none.",
            de: "Geben Sie einen künftigen Tag an, oder keinen.",
        }
        StateCurrency => {
            en: "State the currency.",
            de: "Geben Sie die Währung an.",
        }
        RuleForEachCurrency => {
            en: "Add one rule for each currency, and state the currency.",
            de: "Legen Sie für jede Währung eine Regel an, und geben Sie die Währung an.",
        }
        LeaveOutCurrency => {
            en: "Leave the currency out, or state the right one.",
            de: "Lassen Sie die Währung weg, oder geben Sie die richtige an.",
        }
        StateReference => {
            en: "State the reference for the receipts of the rule.",
            de: "Geben Sie die Referenz für die Quittungen der Regel an.",
        }
        ReferenceExample => {
            en: "“invoice monthly”",
            de: "„Rechnung monatlich“",
        }
        WaitsInInbox => {
            en: "The order waits in the inbox.",
            de: "Die Bestellung wartet im Eingang.",
        }
    }
}

messages! {
    /// Messages about the levels and the price of a listing.
    pub(crate) enum TermsMessage {
        RowsNotPublic => {
            en: "The population hides whether a person is in the data, and a public number of \
                 rows could reveal it.",
            de: "Die Population verbirgt, ob eine Person in den Daten ist. Eine öffentliche \
                 Zeilenzahl könnte das verraten.",
        }
        CeilingOverCap { ceiling: MicroEpsilon, cap: MicroEpsilon } => {
            en: "The ceiling, ε {ceiling}, is over the population's cap, ε {cap}.",
            de: "Die Obergrenze, ε {ceiling}, liegt über der Grenze der Population, ε {cap}.",
        }
        TariffTooShort { last: MicroEpsilon, ceiling: MicroEpsilon } => {
            en: "The price ends at ε {last}, below the ceiling of ε {ceiling}.",
            de: "Der Preis endet bei ε {last}, unter der Obergrenze, ε {ceiling}.",
        }
        TopBelowCeiling { top: MicroEpsilon, ceiling: MicroEpsilon } => {
            en: "The top of the noise path, ε {top}, is below the ceiling, ε {ceiling}.",
            de: "Das Ende des Rauschpfads, ε {top}, liegt unter der Obergrenze, ε {ceiling}.",
        }
        CeilingOffGrain { ceiling: MicroEpsilon, grain: MicroEpsilon } => {
            en: "The ceiling, ε {ceiling}, is not a multiple of the smallest step, ε {grain}.",
            de: "Die Obergrenze, ε {ceiling}, ist kein Vielfaches des kleinsten Schritts, \
                 ε {grain}.",
        }
        NothingMoves => {
            en: "The result cannot be released: no privacy unit can change it by a lattice step.",
            de: "Das Ergebnis lässt sich nicht freigeben: Keine Schutzeinheit kann es um eine \
                 Schrittweite ändern.",
        }
        NoiseTooWide { steps: u64, level: MicroEpsilon } => {
            en: {
                steps;
                1 => "One privacy unit changes the result by one lattice step. At ε {level}, the \
                      noise for it would be at least 2^50 lattice steps wide, which is not \
                      supported.",
                _ => "One privacy unit changes the result by {steps} lattice steps. At ε {level}, \
                      the noise for it would be at least 2^50 lattice steps wide, which is not \
                      supported.",
            },
            de: {
                steps;
                1 => "Eine Schutzeinheit ändert das Ergebnis um eine Schrittweite. Bei ε {level} \
                      wäre das Rauschen dazu 2^50 Schrittweiten breit oder breiter. Das ist nicht \
                      möglich.",
                _ => "Eine Schutzeinheit ändert das Ergebnis um {steps} Schrittweiten. Bei ε \
                      {level} wäre das Rauschen dazu 2^50 Schrittweiten breit oder breiter. Das \
                      ist nicht möglich.",
            },
        }
        NotReleased { why: MechanismError } => {
            en: "The result cannot be released: {why}.",
            de: "Das Ergebnis lässt sich nicht freigeben: {why}.",
        }
        NoTitle => {
            en: "The listing has no title.",
            de: "Das Angebot hat keinen Titel.",
        }
    }
}

messages! {
    /// Hints about the levels and the price of a listing.
    pub(crate) enum TermsHint {
        RowsKnownElsewhere => {
            en: "If the number is known elsewhere, for example from a published report, state \
                 that.",
            de: "Wenn die Zahl anderswo bekannt ist, etwa aus einem veröffentlichten Bericht, \
                 geben Sie das an.",
        }
        LeaveRowsOut => {
            en: "Otherwise leave the number out. Buyers then see the accuracy of sum and count.",
            de: "Lassen Sie die Zahl sonst weg. Käufer sehen dann die Genauigkeit von Summe und \
                 Anzahl.",
        }
        LowerCeiling => {
            en: "No level above the cap can be sold: lower the ceiling.",
            de: "Über der Grenze lässt sich keine Stufe verkaufen: Senken Sie die Obergrenze.",
        }
        PriceUpToCeiling => {
            en: "State prices up to the ceiling, or lower the ceiling.",
            de: "Geben Sie Preise bis zur Obergrenze an, oder senken Sie die Obergrenze.",
        }
        RaiseTop => {
            en: "No level above the top of the noise path can be sold: raise the top, or lower the \
                 ceiling.",
            de: "Über dem Ende des Rauschpfads lässt sich keine Stufe verkaufen: Setzen Sie das \
                 Ende höher, oder senken Sie die Obergrenze.",
        }
        ChooseMultiple => {
            en: "Choose a ceiling that is a multiple of the smallest step.",
            de: "Wählen Sie eine Obergrenze, die ein Vielfaches des kleinsten Schritts ist.",
        }
        NarrowBounds => {
            en: "Narrow the bounds, or choose a larger lattice step or a larger smallest step.",
            de: "Wählen Sie engere Schranken, eine größere Schrittweite oder einen größeren \
                 kleinsten Schritt.",
        }
        GiveTitle => {
            en: "Give it a short title that helps buyers find it.",
            de: "Geben Sie ihm einen kurzen Titel, mit dem Käufer es finden.",
        }
    }
}
