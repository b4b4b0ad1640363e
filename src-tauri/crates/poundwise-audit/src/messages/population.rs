//! Findings about the losses of questions and populations in a ledger.

use poundwise_documents::finding::ComparisonSide;
use poundwise_documents::units::{Digest, MicroEpsilon, Salt, SumOfLosses};
use poundwise_words::messages;

messages! {
    /// Findings about the losses of questions and populations in a ledger.
    pub(crate) enum PopulationProblem {
        QuestionLoss { stated: MicroEpsilon, highest: MicroEpsilon } => {
            en: "the receipt states the question's loss as ε {stated}, but the sales give \
                 ε {highest}",
            de: "Die Quittung nennt als Verlust der Frage ε {stated}; nach den Verkäufen ist er \
                 ε {highest}",
        }
        PopulationLoss { stated: SumOfLosses, sales: SumOfLosses } => {
            en: "the receipt states the population's loss as {stated}, but the carried loss and \
                 the sales add up to {sales}",
            de: "Die Quittung nennt als Verlust der Population {stated}; mit dem mitgebrachten \
                 Verlust und den Verkäufen ist er {sales}",
        }
        Unstated { population: Salt } => {
            en: "no entry before it states population {population}",
            de: "Kein Eintrag davor nennt die Population {population}",
        }
        Ended { population: Salt } => {
            en: "population {population} was merged into another one before",
            de: "Die Population {population} wurde zuvor mit einer anderen vereinigt",
        }
        ListingUnits { stated: ComparisonSide, known: ComparisonSide } => {
            en: "the listing protects by {stated}, an earlier one of the same population by \
                 {known}: their losses cannot be added",
            de: "Das Angebot schützt nach „{stated}“, ein früheres derselben Population nach \
                 „{known}“: Ihre Verluste lassen sich nicht addieren",
        }
        EntryUnits { stated: ComparisonSide, known: ComparisonSide } => {
            en: "the entry states a population that protects by {stated}, an earlier document by \
                 {known}: their losses cannot be added",
            de: "Der Eintrag nennt eine Population, die nach „{stated}“ schützt, ein früheres \
                 Dokument nach „{known}“: Ihre Verluste lassen sich nicht addieren",
        }
        MergedUnits { stated: ComparisonSide, known: ComparisonSide } => {
            en: "a population that protects by {stated} is merged into one that protects by \
                 {known}: their losses cannot be added",
            de: "Eine Population, die nach „{stated}“ schützt, wird mit einer vereinigt, die nach \
                 „{known}“ schützt: Ihre Verluste lassen sich nicht addieren",
        }
        ListingCarriedFalls { carried: SumOfLosses, earlier: SumOfLosses } => {
            en: "the listing states a carried loss of {carried}, less than the {earlier} that an \
                 earlier listing of the same population states",
            de: "Das Angebot nennt einen mitgebrachten Verlust von {carried}, weniger als ein \
                 früheres Angebot derselben Population mit {earlier}",
        }
        EntryCarriedFalls { carried: SumOfLosses, earlier: SumOfLosses } => {
            en: "the entry states a carried loss of {carried}, less than the {earlier} that an \
                 earlier document of the same population states",
            de: "Der Eintrag nennt einen mitgebrachten Verlust von {carried}, weniger als ein \
                 früheres Dokument derselben Population mit {earlier}",
        }
        WrongCarried { carried: SumOfLosses, entries: SumOfLosses } => {
            en: "the listing states a carried loss of {carried}, but the entries of its population \
                 give {entries}",
            de: "Das Angebot nennt einen mitgebrachten Verlust von {carried}; nach den Einträgen \
                 seiner Population ist er {entries}",
        }
        WrongCap { stated: SumOfLosses, in_force: SumOfLosses } => {
            en: "the listing states a cap of {stated}, but {in_force} is in force",
            de: "Das Angebot nennt die Grenze {stated}, es gilt aber {in_force}",
        }
        CapWithoutReason { in_force: SumOfLosses, cap: SumOfLosses } => {
            en: "the cap is raised from {in_force} to {cap} without a reason",
            de: "Die Grenze wird ohne Grund von {in_force} auf {cap} erhöht",
        }
        MergeLoss { brought: SumOfLosses, documents: SumOfLosses } => {
            en: "the population brings a loss of {brought} into the merge, but its documents give \
                 {documents}",
            de: "Die Population bringt in die Vereinigung einen Verlust von {brought} ein; nach \
                 ihren Dokumenten ist er {documents}",
        }
        WrongMerge { population: Salt } => {
            en: "the population is merged into {population}, which is the population itself, has \
                 ended, or is stated by no entry",
            de: "Die Population wird mit {population} vereinigt. Das ist dieselbe Population, eine \
                 beendete oder eine, die kein Eintrag nennt",
        }
        AssumedQuestion { question: Digest } => {
            en: "the entry assumes a loss for question {question}, but no earlier listing has this \
                 question",
            de: "Der Eintrag nimmt einen Verlust der Frage {question} an, aber kein früheres \
                 Angebot enthält diese Frage",
        }
        GrantedQuestion { question: Digest, population: Salt } => {
            en: "the entry grants an opening of question {question} in population {population}, \
                 but no earlier listing has this question in this population",
            de: "Der Eintrag gewährt eine Öffnung der Frage {question} in der Population \
                 {population}, aber kein früheres Angebot hat diese Frage in dieser Population",
        }
    }
}
