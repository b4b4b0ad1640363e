//! Saving objects of a home as a file.

use std::{cell::RefCell, collections::BTreeMap, path::Path};

use poundwise_documents::{
    ReaderError,
    checkpoint::Checkpoint,
    mail::{MailError, MailFile, MailKind, MailObject},
    tiles::{TileId, TileSource, check_growth},
    units::DocumentId,
};
use poundwise_words::Text;

use crate::{
    error::{Error, ErrorCode, Result},
    files::{Exported, write_file},
    hint::Act,
    home::Context,
    messages::{MailHint, MailMessage},
};

/// A file to send: the objects of a listing, an order or a delivery.
pub struct Mailing {
    id: DocumentId,
    kind: MailKind,
    bytes: Vec<u8>,
}

impl Mailing {
    /// Returns the file of these objects. `id` is the document that it is about.
    ///
    /// # Errors
    /// `internal` if the objects are too long, or not those of the kind.
    pub fn new(id: DocumentId, kind: MailKind, objects: &[(MailObject, Vec<u8>)]) -> Result<Self> {
        let objects = objects
            .iter()
            .map(|(object, bytes)| (object.clone(), bytes.as_slice()))
            .collect();
        let fault = |why: MailError| Error::fault(MailMessage::NotSaved { why: why.text() });
        let bytes = MailFile::new(kind, objects)
            .and_then(|file| file.to_bytes())
            .map_err(fault)?;
        Ok(Self { id, kind, bytes })
    }

    /// Returns the id of the document that the file is about.
    pub fn id(&self) -> DocumentId {
        self.id
    }

    /// Returns the kind.
    pub fn kind(&self) -> MailKind {
        self.kind
    }

    /// Returns a name for the file.
    pub fn name(&self) -> String {
        let id = self.id.to_string();
        format!("{}.{}", id.get(..8).unwrap_or(&id), self.kind)
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    /// As [`write_file`].
    pub fn write(&self, file: &Path) -> Result<Exported> {
        write_file(file, &self.bytes)
    }
}

/// The tiles of a home's own log that somebody has read.
struct ReadTiles<'a> {
    context: &'a Context,
    tiles: RefCell<BTreeMap<TileId, Vec<u8>>>,
}

impl TileSource for ReadTiles<'_> {
    type Error = Error;

    fn tile(&self, tile: TileId) -> Result<Option<Vec<u8>>> {
        let bytes = self.context.tile(tile)?;
        self.tiles.borrow_mut().insert(tile, bytes.clone());
        Ok(Some(bytes))
    }
}

impl Context {
    /// Returns an object as this home put it into its outbox, to be saved in a file. Documents that
    /// follow the log of this home are saved only once they are on its market, and then the log and
    /// the own copies are there too. Orders to others may be saved before.
    ///
    /// # Errors
    /// `mail-not-here` if another copy of this home made it; `outbox-waiting` if it was not sent.
    pub fn outgoing_object(&self, object: MailObject) -> Result<(MailObject, Vec<u8>)> {
        let (reading, path) = (self.read(), object.path());
        let Some(number) = reading.outgoing_number(&path)? else {
            let refused = Error::refused(
                ErrorCode::MailNotHere,
                MailMessage::NotHere { object: path },
            );
            return Err(match object {
                MailObject::Delivery(..) => refused.hint(MailHint::ApproveAgain),
                _ => refused,
            });
        };
        if !matches!(object, MailObject::Order(..)) && !reading.is_sent(number)? {
            return Err(Error::refused(
                ErrorCode::OutboxWaiting,
                MailMessage::NotSent { object: path },
            )
            .hint(Act::Deliver.to(MailHint::SendFirst)));
        }
        Ok((object, reading.sent_body(number)?))
    }

    /// Returns the newest checkpoint on this home's market, and the tiles of the consistency proofs
    /// from each of the `known` ones. Empty if no entry is published.
    ///
    /// # Errors
    /// The database's errors.
    pub fn published_log(&self, known: &[Checkpoint]) -> Result<Vec<(MailObject, Vec<u8>)>> {
        let reading = self.read();
        let size = reading.published(self.store.url())?;
        if size == 0 {
            return Ok(Vec::new());
        }
        let newest = self.own_checkpoint(&reading.checkpoint_note(size)?)?;
        let read = ReadTiles {
            context: self,
            tiles: RefCell::default(),
        };
        for checkpoint in known.iter().filter(|known| known.size() <= size) {
            match check_growth(&read, checkpoint, &newest) {
                Ok(()) => {}
                Err(ReaderError::Source(error)) => return Err(error),
                Err(why) => {
                    return Err(Error::fault(MailMessage::NotSaved { why: Text::of(why) }));
                }
            }
        }
        let owner = self.identity.kid();
        let mut objects = vec![(
            MailObject::Checkpoint(owner),
            newest.note().as_bytes().to_vec(),
        )];
        let tiles = read.tiles.into_inner().into_iter();
        objects.extend(tiles.map(|(tile, bytes)| (MailObject::Tile(owner, tile), bytes)));
        Ok(objects)
    }
}
