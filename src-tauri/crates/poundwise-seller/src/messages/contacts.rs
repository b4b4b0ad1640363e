use poundwise_documents::units::Kid;
use poundwise_words::messages;

use super::TextList;

messages! {
    /// Messages and hints about contacts and blocked keys.
    pub(crate) enum ContactMessage {
        OwnKey => {
            en: "That is this home's own key.",
            de: "Das ist der Schlüssel dieser Mappe.",
        }
        AskForKey => {
            en: "A contact is another home. Ask its owner for its key.",
            de: "Ein Kontakt ist eine andere Mappe. Fragen Sie deren Inhaber nach dem Schlüssel.",
        }
        Known { contact: String } => {
            en: "This key is your contact '{contact}'. Nothing was changed.",
            de: "Dieser Schlüssel ist Ihr Kontakt „{contact}“. Es wurde nichts geändert.",
        }
        EditContact => {
            en: "Change its name or its note.",
            de: "Ändern Sie seinen Namen oder die Notiz.",
        }
        NameTaken { contact: String, kid: Kid } => {
            en: "The contact '{contact}' has another key, {kid}.",
            de: "Der Kontakt „{contact}“ hat einen anderen Schlüssel: {kid}.",
        }
        ChooseOtherName => {
            en: "Choose another name for this key, or remove the other contact first.",
            de: "Wählen Sie für diesen Schlüssel einen anderen Namen, oder entfernen Sie zuerst \
                 den anderen Kontakt.",
        }
        InRules { contact: String, count: usize, rules: TextList } => {
            en: {
                count;
                1 => "Orders of '{contact}' are approved by rule {rules}.",
                _ => "Orders of '{contact}' are approved by {count} rules: {rules}.",
            },
            de: {
                count;
                1 => "Regel {rules} genehmigt Bestellungen von „{contact}“.",
                _ => "{count} Regeln genehmigen Bestellungen von „{contact}“: {rules}.",
            },
        }
        RemoveRule { rule: u64 } => {
            en: "Remove rule {rule} first.",
            de: "Entfernen Sie zuerst Regel {rule}.",
        }
        NoSuchContact { contact: String } => {
            en: "There is no contact '{contact}'.",
            de: "Es gibt keinen Kontakt „{contact}“.",
        }
        SeeContacts => {
            en: "See the contacts.",
            de: "Sehen Sie sich die Kontakte an.",
        }
        AddContact => {
            en: "Or add one.",
            de: "Oder fügen Sie einen hinzu.",
        }
        BlockOtherKey => {
            en: "Block the key of another home. The inbox shows whose orders wait.",
            de: "Sperren Sie den Schlüssel einer anderen Mappe. Der Eingang zeigt, wessen \
                 Bestellungen warten.",
        }
        NotBlocked { kid: Kid } => {
            en: "The key {kid} is not blocked.",
            de: "Der Schlüssel {kid} ist nicht gesperrt.",
        }
        SeeBlocked => {
            en: "See the blocked keys.",
            de: "Sehen Sie sich die gesperrten Schlüssel an.",
        }
    }
}
