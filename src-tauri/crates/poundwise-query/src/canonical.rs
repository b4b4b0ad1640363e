//! Byte strings that are equal for equal content only: every part is preceded by its length, every
//! list by how many parts it has, so that no two contents run together.

/// A canonical byte string that is being written.
pub(crate) struct Canonical(Vec<u8>);

impl Canonical {
    /// Returns a string about what `label` names.
    pub(crate) fn new(label: &str) -> Self {
        let mut canonical = Self(Vec::new());
        canonical.text(label);
        canonical
    }

    /// Writes a number, as 64 bits, the lowest byte first.
    pub(crate) fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    /// Writes a text: its length in bytes, then its UTF-8.
    pub(crate) fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    /// Writes a list: how many texts, then each.
    pub(crate) fn texts<T: AsRef<str>>(&mut self, texts: &[T]) {
        self.number(texts.len() as u64);
        for text in texts {
            self.text(text.as_ref());
        }
    }

    /// Writes an optional text: a list of one text or of none.
    pub(crate) fn optional(&mut self, text: Option<&str>) {
        self.texts(text.as_slice());
    }

    /// Returns the bytes.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.0
    }
}
