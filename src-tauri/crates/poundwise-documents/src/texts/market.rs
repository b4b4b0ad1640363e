//! Texts about published logs on a market.

use poundwise_words::messages;

messages! {
    /// Reasons why a published checkpoint cannot be used, as they follow a colon.
    pub(crate) enum NoteProblem {
        NotText { path: String } => {
            en: "{path} is not text",
            de: "{path} ist kein Text",
        }
        Missing { path: String } => {
            en: "{path} is not on the market",
            de: "{path} ist nicht auf dem Markt",
        }
    }
}
