//! An owner's published log, read from a store by the names of its objects.

use std::fmt;

use poundwise_words::{Language, Localize, Text};

use super::log_path;
use crate::checkpoint::MAX_NOTE;
use crate::texts::NoteProblem;
use crate::tiles::{CHECKPOINT, TileId, TileSource};
use crate::units::Kid;

/// Outcome of reading an object by its name.
pub enum ObjectRead<E> {
    /// The object's bytes.
    Bytes(Vec<u8>),
    /// The store has no such object.
    Missing,
    /// The object is longer than any of its kind. The text names it.
    TooLarge(Text),
    /// The object cannot be read. The others are unaffected.
    Unreadable(E),
}

/// A store of bytes by name, which need not be trusted.
pub trait ObjectSource {
    /// Error of reading.
    type Error: Localize + Send + Sync + 'static;

    /// Reads an object of at most `limit` bytes.
    ///
    /// # Errors
    /// The store could not be read: whether it has the object is not known.
    fn object(&self, name: &str, limit: u64) -> Result<ObjectRead<Self::Error>, Self::Error>;
}

/// An owner's published log on a market, as a source for the readers of documents.
pub struct MarketLog<'a, S> {
    /// The market.
    pub store: &'a S,
    /// Id of the owner's key.
    pub owner: Kid,
}

/// A checkpoint's note, or why it cannot be used.
type Note = Result<String, Text>;

impl<S: ObjectSource> MarketLog<'_, S> {
    /// Returns the checkpoint's note, or why the object there is not one; `None` if there is no
    /// object.
    ///
    /// # Errors
    /// The errors of the market, also if only this object cannot be read, as it may then be
    /// anything.
    pub fn found(&self) -> Result<Option<Note>, S::Error> {
        match self.read()? {
            ObjectRead::Bytes(note) => Ok(Some(self.text(note))),
            ObjectRead::Missing => Ok(None),
            ObjectRead::TooLarge(why) => Ok(Some(Err(why))),
            ObjectRead::Unreadable(error) => Err(error),
        }
    }

    /// Returns the checkpoint's note, or why there is none to use. An owner's own home does not use
    /// this: to it, an object that cannot be read may be anything.
    ///
    /// # Errors
    /// The errors of the market, unless only this object cannot be read.
    pub fn note(&self) -> Result<Note, S::Error> {
        Ok(match self.read()? {
            ObjectRead::Bytes(note) => self.text(note),
            ObjectRead::Missing => Err(NoteProblem::Missing { path: self.path() }.into()),
            ObjectRead::TooLarge(why) => Err(why),
            ObjectRead::Unreadable(error) => Err(Text::of(Clause(error))),
        })
    }

    fn path(&self) -> String {
        log_path(&self.owner, CHECKPOINT)
    }

    fn read(&self) -> Result<ObjectRead<S::Error>, S::Error> {
        self.store.object(&self.path(), MAX_NOTE as u64)
    }

    fn text(&self, note: Vec<u8>) -> Note {
        String::from_utf8(note).map_err(|_| NoteProblem::NotText { path: self.path() }.into())
    }
}

/// An error inside another message: without its full stop.
struct Clause<E>(E);

impl<E: Localize> Localize for Clause<E> {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = language.write(&self.0).to_string();
        f.write_str(text.trim_end_matches('.'))
    }
}

impl<S: ObjectSource> TileSource for MarketLog<'_, S> {
    type Error = S::Error;

    fn tile(&self, tile: TileId) -> Result<Option<Vec<u8>>, S::Error> {
        let path = log_path(&self.owner, &tile.to_string());
        match self.store.object(&path, tile.length() as u64)? {
            ObjectRead::Bytes(bytes) => Ok(Some(bytes)),
            ObjectRead::Missing => Ok(None),
            // One byte too many is enough for it to be refused as a tile.
            ObjectRead::TooLarge(_) => Ok(Some(vec![0; tile.length() + 1])),
            ObjectRead::Unreadable(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A store with one outcome for each object.
    struct Store(fn() -> Result<ObjectRead<Text>, Text>);

    impl ObjectSource for Store {
        type Error = Text;

        fn object(&self, _: &str, _: u64) -> Result<ObjectRead<Text>, Text> {
            (self.0)()
        }
    }

    type Outcome = Result<Option<String>, String>;

    /// What the readers of a checkpoint and of a tile make of an outcome.
    fn read(outcome: fn() -> Result<ObjectRead<Text>, Text>) -> (Outcome, Outcome, Option<usize>) {
        let store = Store(outcome);
        let owner = Kid::from_bytes([1; 32]);
        let log = MarketLog {
            store: &store,
            owner,
        };
        let shown = |note: Note| note.unwrap_or_else(|why| format!("not used: {why}"));
        let tile = log.tile("tile/0/000.p/1".parse().unwrap());
        (
            log.found()
                .map(|found| found.map(shown))
                .map_err(|e| e.to_string()),
            log.note()
                .map(|note| Some(shown(note)))
                .map_err(|e| e.to_string()),
            tile.ok().flatten().map(|tile| tile.len()),
        )
    }

    #[test]
    fn an_object_that_cannot_be_read_is_told_apart_from_a_store_that_is_away() {
        let some = |text: &str| Ok(Some(text.to_owned()));
        let away = || Err("The disk is away.".to_owned());
        assert_eq!(
            read(|| Ok(ObjectRead::Bytes(b"note".to_vec()))),
            (some("note"), some("note"), Some(4))
        );
        let (found, note, tile) = read(|| Ok(ObjectRead::Bytes(vec![0xff])));
        assert!(found == note && tile == Some(1));
        assert!(note.unwrap().unwrap().ends_with("checkpoint is not text"));
        let (found, note, tile) = read(|| Ok(ObjectRead::Missing));
        assert_eq!((found, tile), (Ok(None), None));
        assert!(
            note.unwrap()
                .unwrap()
                .ends_with("checkpoint is not on the market")
        );
        assert_eq!(
            read(|| Ok(ObjectRead::TooLarge(Text::verbatim("long")))),
            (some("not used: long"), some("not used: long"), Some(33))
        );
        assert_eq!(
            read(|| Ok(ObjectRead::Unreadable(Text::verbatim("The disk is away.")))),
            (away(), some("not used: The disk is away"), None)
        );
        assert_eq!(
            read(|| Err(Text::verbatim("The disk is away."))),
            (away(), away(), None)
        );
    }
}
