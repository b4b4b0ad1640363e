//! Contacts: keys to which this home's owner has given a name.
//!
//! A document's signer is a key, and the name in the document is what that key calls itself; anyone
//! may call itself anything. A contact's name is the owner's own, so it stands for what the owner
//! knows of that key.

use poundwise_documents::units::Kid;

use crate::{
    Seller,
    error::{Error, ErrorCode, ErrorPlace, Result},
    hint::Act,
    messages::{ContactMessage, TextList},
    names::{ContactName, ContactNote, ContactRef},
    view::ContactView,
};

impl Seller<'_> {
    /// Adds a key with a name that only this home uses.
    ///
    /// # Errors
    /// `own-key`; `contact-known` if the key is a contact; `contact-name-taken` if another key has
    /// that name.
    pub fn add_contact(
        &self,
        kid: Kid,
        name: &ContactName,
        note: &ContactNote,
    ) -> Result<ContactView> {
        if kid == self.context.identity.kid() {
            return Err(Error::usage(ErrorCode::OwnKey, ContactMessage::OwnKey)
                .hint(ContactMessage::AskForKey));
        }
        if let Some(known) = self.context.read().contact_name(&kid)? {
            return Err(Error::refused(
                ErrorCode::ContactKnown,
                ContactMessage::Known { contact: known },
            )
            .hint(Act::EditContact(kid.to_string()).to(ContactMessage::EditContact))
            .at(ErrorPlace::Contact { kid }));
        }
        self.put_contact(kid, name.as_str(), note.as_str())
    }

    /// Changes the name or the note of a contact. An omitted value is not changed.
    ///
    /// # Errors
    /// `no-such-contact`; `contact-name-taken` if another key has that name.
    pub fn edit_contact(
        &self,
        who: &ContactRef,
        name: Option<&ContactName>,
        note: Option<&ContactNote>,
    ) -> Result<ContactView> {
        let contact = self.contact(who)?;
        self.put_contact(
            contact.kid,
            name.map_or(&contact.name, ContactName::as_str),
            note.map_or(&contact.note, ContactNote::as_str),
        )
    }

    fn put_contact(&self, kid: Kid, name: &str, note: &str) -> Result<ContactView> {
        let taken = self
            .context
            .read()
            .contact_named(name)?
            .map(|other| other.kid);
        if let Some(other) = taken.filter(|other| *other != kid) {
            return Err(Error::refused(
                ErrorCode::ContactNameTaken,
                ContactMessage::NameTaken {
                    contact: name.to_owned(),
                    kid: other,
                },
            )
            .hint(ContactMessage::ChooseOtherName)
            .at(ErrorPlace::Contact { kid: other }));
        }
        let writing = self.context.db.begin()?;
        writing.put_contact(&kid, name, note, &self.context.now()?.to_string())?;
        self.context.commit(writing)?;
        self.contact(&ContactRef::Key(kid))
    }

    /// Returns the contacts, by name.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn contacts(&self) -> Result<Vec<ContactView>> {
        self.context.read().contacts()
    }

    /// Takes a contact's name away; what was traded with its key stays.
    ///
    /// # Errors
    /// `no-such-contact`; `contact-in-rules` while a rule names it.
    pub fn remove_contact(&self, who: &ContactRef) -> Result<ContactView> {
        let contact = self.contact(who)?;
        let kid = contact.kid;
        let rules = self.rules_for(kid)?;
        if let Some(first) = rules.first() {
            return Err(Error::refused(
                ErrorCode::ContactInRules,
                ContactMessage::InRules {
                    contact: contact.name,
                    count: rules.len(),
                    rules: TextList::verbatim(&rules),
                },
            )
            .hint(Act::RemoveRule(*first).to(ContactMessage::RemoveRule { rule: *first })));
        }
        let writing = self.context.db.begin()?;
        writing.remove_contact(&kid)?;
        self.context.commit(writing)?;
        Ok(contact)
    }

    /// Returns the contact with that name, capitals aside, or that key.
    ///
    /// # Errors
    /// `no-such-contact`.
    pub fn contact(&self, who: &ContactRef) -> Result<ContactView> {
        let is_meant = |contact: &ContactView| match who {
            ContactRef::Key(kid) => contact.kid == *kid,
            ContactRef::Name(name) => contact.name.eq_ignore_ascii_case(name.as_str()),
        };
        self.contacts()?.into_iter().find(is_meant).ok_or_else(|| {
            Error::refused(
                ErrorCode::NoSuchContact,
                ContactMessage::NoSuchContact {
                    contact: who.to_string(),
                },
            )
            .hint(Act::ListContacts.to(ContactMessage::SeeContacts))
            .hint(Act::AddContact.to(ContactMessage::AddContact))
        })
    }
}
