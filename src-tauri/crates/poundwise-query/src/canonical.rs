//! Byte strings that are equal for equal content only: every part is preceded by its length, every
//! list by how many parts it has, so that no two contents run together.

use poundwise_documents::kinds::ColumnType;
use poundwise_documents::units::{Decimal, LatticeStep};

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

    /// Writes a list of decimals, each as its text.
    pub(crate) fn decimals(&mut self, decimals: &[Decimal]) {
        let texts: Vec<String> = decimals.iter().map(Decimal::to_string).collect();
        self.texts(&texts);
    }

    /// Writes a column of a table: its place, its name and its type.
    pub(crate) fn column(&mut self, index: usize, name: &str, column_type: ColumnType) {
        self.number(index as u64);
        self.text(name);
        self.text(column_type.as_str());
    }

    /// Writes which values a question asks for, as each kind states it.
    pub(crate) fn values(&mut self, stated: &StatedValues<'_>) {
        self.texts(stated.bins);
        self.decimals(stated.edges);
        self.decimals(stated.bounds);
        self.text(&stated.step.to_string());
        match stated.rows_as_mid {
            Some(rows) => {
                self.text("as-mid");
                self.number(rows);
            }
            None => self.text("excluded"),
        }
    }

    /// Returns the bytes.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.0
    }
}

/// The values that a question asks for, in the order of its canonical bytes. Each kind gives the
/// fields that it has.
pub(crate) struct StatedValues<'a> {
    /// The values of the bins of one column.
    pub(crate) bins: &'a [String],
    /// The edges of the bins of one column.
    pub(crate) edges: &'a [Decimal],
    /// The lower and the upper bound, or none.
    pub(crate) bounds: &'a [Decimal],
    pub(crate) step: LatticeStep,
    /// The public number of rows, if missing cells count as the middle.
    pub(crate) rows_as_mid: Option<u64>,
}

/// Of rows that are counted.
impl Default for StatedValues<'_> {
    fn default() -> Self {
        Self {
            bins: &[],
            edges: &[],
            bounds: &[],
            step: LatticeStep::ONE,
            rows_as_mid: None,
        }
    }
}
