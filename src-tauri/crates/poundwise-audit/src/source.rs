//! A file to audit, opened as often as it is read.

use std::io::{self, BufRead, BufReader, Read};

use crate::Input;

type Opener<'a> = Box<dyn Fn() -> io::Result<Box<dyn Read + 'a>> + 'a>;

/// A file to audit. It is read twice: as a document, and for the values that it shows.
pub struct Source<'a> {
    name: String,
    pub(crate) bytes: u64,
    opener: Opener<'a>,
}

impl<'a> Source<'a> {
    /// Returns a file of so many bytes that `open` opens at its beginning. `name` is only shown.
    pub fn new<R: Read + 'a>(
        name: impl Into<String>,
        bytes: u64,
        open: impl Fn() -> io::Result<R> + 'a,
    ) -> Self {
        Self {
            name: name.into(),
            bytes,
            opener: Box::new(move || Ok(Box::new(open()?))),
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn open(&self) -> io::Result<impl BufRead + use<'a>> {
        (self.opener)().map(BufReader::new)
    }

    pub(crate) fn input(&self) -> Input<'a> {
        match (self.opener)() {
            Ok(file) => Input::from_reader(self.name.clone(), file).or_stray(),
            Err(error) => Input::from_reader(self.name.clone(), Failing(Some(error))),
        }
    }
}

/// A file that could not be opened, which the audit reports as it reports one that cannot be read.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(self.0.take().unwrap_or_else(|| io::ErrorKind::Other.into()))
    }
}
