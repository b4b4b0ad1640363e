//! Keys to which this home's owner has given a name.

use poundwise_documents::units::Kid;

use super::{
    Reading, Writing,
    rows::Row,
    table::{Cell, Kind, Table},
};
use crate::{error::Result, view::ContactView};

pub(super) static CONTACTS: Table = Table {
    name: "contacts",
    kind: Kind::Small(16),
    key: &["kid"],
    columns: &["kid", "added_at"],
    sealed: &["name", "note"],
    body: None,
};

fn view(row: &Row) -> Result<ContactView> {
    let text = |column| row.text(column).map(str::to_owned);
    Ok(ContactView {
        kid: row.parsed("kid")?,
        name: text("name")?,
        note: text("note")?,
        added_at: text("added_at")?,
    })
}

impl Reading<'_> {
    /// Returns the contacts by name.
    pub fn contacts(&self) -> Result<Vec<ContactView>> {
        let rows = self.rows(&CONTACTS, "", [0; 0])?;
        let mut contacts: Vec<ContactView> = rows.iter().map(view).collect::<Result<_>>()?;
        contacts.sort_by_cached_key(|contact| contact.name.to_ascii_lowercase());
        Ok(contacts)
    }

    /// Returns the contact of that name, ignoring case.
    pub fn contact_named(&self, name: &str) -> Result<Option<ContactView>> {
        let contacts = self.contacts()?;
        let named = |contact: &ContactView| contact.name.eq_ignore_ascii_case(name);
        Ok(contacts.into_iter().find(named))
    }

    /// Returns this home's own name for a key, if there is one. Cost: one index look-up.
    pub fn contact_name(&self, kid: &Kid) -> Result<Option<String>> {
        self.row(&CONTACTS, "WHERE kid = ?1", [kid.to_string()])?
            .map(|row| row.text("name").map(str::to_owned))
            .transpose()
    }
}

impl Writing<'_> {
    /// Sets the name and the note of a key, replacing earlier ones.
    pub fn put_contact(&self, kid: &Kid, name: &str, note: &str, now: &str) -> Result<()> {
        let kid = kid.to_string();
        let told: [(&str, Cell<'_>); 2] = [("name", name.into()), ("note", note.into())];
        if self.set(&CONTACTS, "kid = ?1", &[&kid], &told)? == 0 {
            let [name, note] = told;
            self.insert(
                &CONTACTS,
                &[
                    ("kid", kid.as_str().into()),
                    name,
                    note,
                    ("added_at", now.into()),
                ],
            )?;
        }
        Ok(())
    }

    /// Removes the name of a key.
    pub fn remove_contact(&self, kid: &Kid) -> Result<()> {
        let kid = kid.to_string();
        self.remove(&CONTACTS, "kid = ?1", &[&kid]).map(drop)
    }
}
