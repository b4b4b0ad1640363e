//! Contacts: keys to which this home's owner has given a name.
//!
//! A document's signer is a key, and the name in the document is what that key calls itself; anyone may call itself
//! anything. A contact's name is the owner's own, so it stands for what the owner knows of that key.

use poundwise_documents::units::Kid;

use crate::{
    error::{Error, ErrorCode, Result},
    names::{check_name, check_visible},
    sell::Seller,
    view::ContactView,
};

/// As long as a home's own name.
const NAME_LIMIT: usize = 100;
/// Longer than what one writes down of how a key was checked.
const NOTE_LIMIT: usize = 1000;

impl Seller<'_> {
    /// Gives a key a name of this home's own; a key that has one gets the new name and note. The key must be whole:
    /// a beginning of one can be imitated.
    ///
    /// # Errors
    /// `contact-key` where it is no whole key, `own-key`, `contact-name` and `contact-note` where those are too long or not all visible,
    /// `contact-name-taken` where another key has that name.
    pub fn add_contact(&self, kid: &str, name: &str, note: &str) -> Result<ContactView> {
        let kid: Kid = kid.trim().parse().map_err(|e| {
            Error::usage(ErrorCode::ContactKey, format!("{:?} is no key: {e}", kid.trim())).hint(
                "Give the whole key, as `poundwise whoami` shows it in the other home, not the beginning of one: \
                 a beginning can be imitated.",
            )
        })?;
        if kid == self.context.identity.kid() {
            return Err(
                Error::usage(ErrorCode::OwnKey, "that is this home's own key")
                    .hint("A contact is another home; ask its owner for its key."),
            );
        }
        let (name, note) = (name.trim(), note.trim());
        check_name(name, NAME_LIMIT).map_err(|why| {
            Error::usage(
                ErrorCode::ContactName,
                format!("a contact's name has 1 to {NAME_LIMIT} visible characters: {why}"),
            )
            .hint("It is your own name for that key: --name \"Northern Insurance\"")
        })?;
        check_visible(&note.replace('\n', " "), NOTE_LIMIT).map_err(|why| {
            Error::usage(
                ErrorCode::ContactNote,
                format!("a contact's note has at most {NOTE_LIMIT} visible characters: {why}"),
            )
            .hint("Keep what tells how the key was checked.")
        })?;
        let taken = self
            .context
            .read()
            .contact_named(name)?
            .map(|other| other.kid);
        if let Some(other) = taken.filter(|other| *other != kid.to_string()) {
            return Err(Error::refused(
                ErrorCode::ContactNameTaken,
                format!("the contact {name:?} has another key, {other}"),
            )
            .hint(
                "Give this key a name that tells the two apart, or remove the other contact first.",
            ));
        }
        let writing = self.context.db.begin()?;
        writing.put_contact(&kid, name, note, &self.context.now()?.to_string())?;
        self.context.commit(writing)?;
        self.contact(&kid.to_string())
    }

    /// The contacts, by name.
    ///
    /// # Errors
    /// What the database says.
    pub fn contacts(&self) -> Result<Vec<ContactView>> {
        self.context.read().contacts()
    }

    /// Takes a contact's name away; what was traded with its key stays.
    ///
    /// # Errors
    /// `no-such-contact`; `contact-in-rules` while a rule names it.
    pub fn remove_contact(&self, who: &str) -> Result<ContactView> {
        let contact = self.contact(who)?;
        let rules = self.rules_for(&contact.kid)?;
        if let Some(first) = rules.first() {
            let numbers: Vec<String> = rules.iter().map(u64::to_string).collect();
            return Err(Error::refused(
                ErrorCode::ContactInRules,
                format!(
                    "orders of {:?} are approved by rule {}",
                    contact.name,
                    numbers.join(", ")
                ),
            )
            .hint(format!("Remove that first: poundwise rule remove {first}")));
        }
        let writing = self.context.db.begin()?;
        writing.remove_contact(&contact.kid)?;
        self.context.commit(writing)?;
        Ok(contact)
    }

    /// The contact with that name or that whole key.
    ///
    /// # Errors
    /// `no-such-contact`.
    pub fn contact(&self, who: &str) -> Result<ContactView> {
        let who = who.trim();
        self.contacts()?
            .into_iter()
            .find(|c| c.kid == who || c.name.eq_ignore_ascii_case(who))
            .ok_or_else(|| {
                Error::refused(ErrorCode::NoSuchContact, format!("there is no contact {who:?}")).hint(
                    "`poundwise contact list` shows them; `poundwise contact add KEY --name NAME` adds one.",
                )
            })
    }
}
