//! `contact` and its commands, and the names of contacts beside those that keys give themselves.

use poundwise_market::view::ContactView;
use poundwise_market::{Home, Result, Roles, format};

use crate::args::Contact;
use crate::opening::Outcome;
use crate::output::Output;
use crate::table::{Column, Side, fields, table};

pub(crate) fn run(out: &mut Output, home: &Home, command: Contact) -> Result<Outcome> {
    match command {
        Contact::Add { key, name, note } => {
            let contact = home.seller().add_contact(key, &name, &note)?;
            out.answer(&contact, || format!("A contact.\n{}", one(&contact)))?;
        }
        Contact::Edit { who, name, note } => {
            let contact = home
                .seller()
                .edit_contact(&who, name.as_ref(), note.as_ref())?;
            out.answer(&contact, || format!("Changed.\n{}", one(&contact)))?;
        }
        Contact::List => {
            let contacts = home.seller().contacts()?;
            out.answer(&contacts, || match contacts.as_slice() {
                [] => {
                    "No contacts yet. Add one: poundwise contact add KEY --name NAME\n".to_owned()
                }
                some => rows(some),
            })?;
        }
        Contact::Show { who } => {
            let contact = home.seller().contact(&who)?;
            out.answer(&contact, || one(&contact))?;
        }
        Contact::Remove { who } => {
            let contact = home.seller().remove_contact(&who)?;
            out.answer(&contact, || {
                format!("No longer a contact.\n{}", one(&contact))
            })?;
        }
    }
    Ok(Outcome::Done)
}

fn one(contact: &ContactView) -> String {
    fields(&[
        ("name", contact.name.clone()),
        ("key", contact.kid.to_string()),
        ("note", contact.note.clone()),
        ("added", format::time(&contact.added_at)),
    ])
}

fn rows(contacts: &[ContactView]) -> String {
    let rows: Vec<Vec<String>> = contacts
        .iter()
        .map(|contact| {
            vec![
                contact.name.clone(),
                contact.kid.to_string(),
                format::time(&contact.added_at),
                contact.note.clone(),
            ]
        })
        .collect();
    table(
        &[
            ("name", Side::Left),
            ("key", Side::Left),
            ("added", Side::Left),
            ("note", Side::Left),
        ],
        &rows,
    )
}

/// Returns this home's own name for the other side, in a field of its own: the other side's name is
/// its own word.
pub(crate) fn own_name(contact: Option<&String>) -> String {
    contact.map_or_else(
        || "none: the name is what that key calls itself".to_owned(),
        Clone::clone,
    )
}

/// Returns a table with a column of contacts after the column `after`, if any row is of a contact.
pub(crate) fn table_with_contacts<'a>(
    columns: &[Column<'_>],
    mut rows: Vec<Vec<String>>,
    after: usize,
    contacts: impl Iterator<Item = Option<&'a String>>,
) -> String {
    let contacts: Vec<_> = contacts.collect();
    let mut columns = columns.to_vec();
    if contacts.iter().any(Option::is_some) {
        columns.insert(after + 1, ("contact", Side::Left));
        for (row, contact) in rows.iter_mut().zip(contacts) {
            row.insert(after + 1, contact.cloned().unwrap_or_default());
        }
    }
    table(&columns, &rows)
}
