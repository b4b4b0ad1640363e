//! Findings about bundles, copies and lone documents that are compared without a ledger.

use poundwise_documents::finding::{ComparisonSide, SideValue};
use poundwise_documents::units::{MicroEpsilon, SumOfLosses};
use poundwise_words::messages;

messages! {
    /// Findings about documents that are compared with each other.
    pub(crate) enum ShownProblem {
        CarriedFalls { carried: SumOfLosses, earlier: SumOfLosses, file: SideValue } => {
            en: "the listing states a carried loss of {carried}, less than the {earlier} that an \
                 earlier listing of the same population states ({file})",
            de: "Das Angebot nennt einen mitgebrachten Verlust von {carried}, weniger als ein \
                 früheres Angebot derselben Population mit {earlier} ({file})",
        }
        OtherUnits { stated: ComparisonSide, known: ComparisonSide, file: SideValue } => {
            en: "the listing protects by {stated}, an earlier one of the same population by \
                 {known} ({file}): their losses cannot be added",
            de: "Das Angebot schützt nach „{stated}“, ein früheres derselben Population nach \
                 „{known}“ ({file}): Ihre Verluste lassen sich nicht addieren",
        }
        OtherHolder { file: SideValue } => {
            en: "the order names a receipt of another buyer or of another question ({file})",
            de: "Die Bestellung nennt eine Quittung eines anderen Käufers oder einer anderen \
                 Frage ({file})",
        }
        WrongFrom { from: MicroEpsilon, held: MicroEpsilon, file: SideValue } => {
            en: "the sale goes from ε {from}, the buyer held ε {held} ({file})",
            de: "Der Verkauf beginnt bei ε {from}, der Käufer hatte ε {held} ({file})",
        }
        OtherBase { file: SideValue } => {
            en: "the release does not build on the one that the buyer held ({file})",
            de: "Die Freigabe baut nicht auf der auf, die der Käufer hatte ({file})",
        }
        OtherBaseInLedger => {
            en: "the release does not build on the one that the buyer held by the ledger",
            de: "Die Freigabe baut nicht auf der auf, die der Käufer nach dem Hauptbuch hatte",
        }
        Marks { file: SideValue } => {
            en: "the rows marked as changed are not those that differ from {file}",
            de: "Die als geändert markierten Zeilen sind nicht die, die von {file} abweichen",
        }
        Opening => {
            en: "the opening does not match the commitments of the listing",
            de: "Die Öffnung entspricht nicht den Festlegungen des Angebots",
        }
        CopyQuestion { file: SideValue } => {
            en: "the copy was made from a release of another question ({file})",
            de: "Die Kopie wurde aus einer Freigabe einer anderen Frage gemacht ({file})",
        }
        CopyLevel { level: MicroEpsilon, held: MicroEpsilon, file: SideValue } => {
            en: "the copy is at ε {level}, not below the ε {held} of the release that it was made \
                 from ({file})",
            de: "Die Kopie hat die Stufe ε {level}; sie liegt nicht unter der Stufe ε {held} der \
                 Freigabe, aus der sie gemacht wurde ({file})",
        }
        TwoCopies { level: MicroEpsilon, file: SideValue } => {
            en: "the maker made another copy of this question at ε {level}, with other values \
                 ({file}): together they reveal more than ε {level}",
            de: "Der Ersteller hat noch eine Kopie dieser Frage bei ε {level} mit anderen Werten \
                 gemacht ({file}): Zusammen verraten sie mehr als ε {level}",
        }
        QuestionLoss { stated: MicroEpsilon, earlier: MicroEpsilon } => {
            en: "the receipt states the question's loss as ε {stated}, an earlier one as \
                 ε {earlier}",
            de: "Die Quittung nennt als Verlust der Frage ε {stated}, eine frühere ε {earlier}",
        }
        PopulationLoss { stated: SumOfLosses, least: SumOfLosses } => {
            en: "the receipt states the population's loss as {stated}, but the carried loss and \
                 the receipts so far add up to at least {least}",
            de: "Die Quittung nennt als Verlust der Population {stated}; mit dem mitgebrachten \
                 Verlust und den bisherigen Quittungen ist er mindestens {least}",
        }
        ReceiptCount { receipts: u64, entry: u64, before: u64 } => {
            en: {
                receipts;
                1 => "the receipt counts {receipts} receipt, entry {entry} counted {before}",
                _ => "the receipt counts {receipts} receipts, entry {entry} counted {before}",
            },
            de: {
                receipts;
                1 => "Die Quittung zählt {receipts} Quittung, Eintrag {entry} zählte {before}",
                _ => "Die Quittung zählt {receipts} Quittungen, Eintrag {entry} zählte {before}",
            },
        }
        GrantCount { grants: u64, entry: u64, before: u64 } => {
            en: {
                grants;
                1 => "the receipt counts {grants} grant, entry {entry} counted {before}",
                _ => "the receipt counts {grants} grants, entry {entry} counted {before}",
            },
            de: {
                grants;
                1 => "Die Quittung zählt {grants} Gewährung, Eintrag {entry} zählte {before}",
                _ => "Die Quittung zählt {grants} Gewährungen, Eintrag {entry} zählte {before}",
            },
        }
        Total { stated: ComparisonSide, least: ComparisonSide } => {
            en: "the receipt states a total of {stated}, but the receipts so far give {least}",
            de: "Die Quittung nennt als Summe {stated}; nach den bisherigen Quittungen ist sie \
                 {least}",
        }
    }
}
