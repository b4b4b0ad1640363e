//! `contact` and its commands, and the names of contacts beside those that keys give themselves.

use poundwise_market::view::ContactView;
use poundwise_market::{Home, Result, Roles};

use crate::args::Contact;
use crate::format;
use crate::language::{line, say};
use crate::messages::{Label, Sentence, Word};
use crate::opening::Outcome;
use crate::output::Output;
use crate::table::{Column, fields, table};

pub(crate) fn run(out: &mut Output, home: &Home, command: Contact) -> Result<Outcome> {
    match command {
        Contact::Add { key, name, note } => {
            let contact = home.seller().add_contact(key, &name, &note)?;
            out.answer(&contact, || line(Sentence::ContactAdded) + &one(&contact))?;
        }
        Contact::Edit { who, name, note } => {
            let contact = home
                .seller()
                .edit_contact(&who, name.as_ref(), note.as_ref())?;
            out.answer(&contact, || line(Sentence::Changed) + &one(&contact))?;
        }
        Contact::List => {
            let contacts = home.seller().contacts()?;
            out.answer(&contacts, || match contacts.as_slice() {
                [] => line(Sentence::NoContacts),
                some => rows(some),
            })?;
        }
        Contact::Show { who } => {
            let contact = home.seller().contact(&who)?;
            out.answer(&contact, || one(&contact))?;
        }
        Contact::Remove { who } => {
            let contact = home.seller().remove_contact(&who)?;
            out.answer(&contact, || line(Sentence::ContactRemoved) + &one(&contact))?;
        }
    }
    Ok(Outcome::Done)
}

fn one(contact: &ContactView) -> String {
    fields(&[
        (Label::Name, contact.name.clone()),
        (Label::Key, contact.kid.to_string()),
        (Label::Note, contact.note.clone()),
        (Label::Added, format::time(&contact.added_at)),
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
            Label::Name.left(),
            Label::Key.left(),
            Label::Added.left(),
            Label::Note.left(),
        ],
        &rows,
    )
}

/// Returns this home's own name for the other side, in a field of its own: the other side's name is
/// its own word.
pub(crate) fn own_name(contact: Option<&String>) -> String {
    contact.map_or_else(|| say(Word::NoContact), Clone::clone)
}

/// Returns a table with a column of contacts after the column `after`, if any row is of a contact.
pub(crate) fn table_with_contacts<'a>(
    columns: &[Column],
    mut rows: Vec<Vec<String>>,
    after: usize,
    contacts: impl Iterator<Item = Option<&'a String>>,
) -> String {
    let contacts: Vec<_> = contacts.collect();
    let mut columns = columns.to_vec();
    if contacts.iter().any(Option::is_some) {
        columns.insert(after + 1, Label::Contact.left());
        for (row, contact) in rows.iter_mut().zip(contacts) {
            row.insert(after + 1, contact.cloned().unwrap_or_default());
        }
    }
    table(&columns, &rows)
}
