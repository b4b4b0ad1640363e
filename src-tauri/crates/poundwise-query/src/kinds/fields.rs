//! The fields of a question, before its kind takes them.

use std::path::PathBuf;

use poundwise_documents::units::{Decimal, LatticeStep};

use super::{BinSpec, BlockSpec, VariableSpec};
use crate::filter::Condition;
use crate::number::Number;

/// A source of the fields of a question: options of a command line, texts of a form, or a copied
/// listing.
///
/// [`AttributeSpec::read`](crate::AttributeSpec::read) asks for the fields of the kind and for no
/// other, so that a source can refuse stray fields. A missing or unreadable field is `None`. The
/// source keeps the reason.
pub trait QuestionFields {
    /// Returns the column.
    fn column(&mut self) -> Option<String>;
    /// Returns the columns that are crossed, with their bins.
    fn columns(&mut self) -> Option<Vec<(String, BinSpec)>>;
    /// Returns the variables of moments.
    fn variables(&mut self) -> Option<Vec<VariableSpec>>;
    /// Returns the columns that rows are grouped by, with their bins; none if all rows are one
    /// group.
    fn groups(&mut self) -> Option<Vec<(String, BinSpec)>>;
    /// Returns the conditions of the rows that count.
    fn filters(&mut self) -> Vec<Condition>;
    /// Returns the bounds, the lower one first.
    fn bounds(&mut self) -> Option<[Decimal; 2]>;
    /// Returns the step of a question for which one is advised, if it is stated.
    fn step(&mut self) -> Option<LatticeStep>;
    /// Returns the step of own numbers, which is required.
    fn own_step(&mut self) -> Option<LatticeStep>;
    /// Returns the bins of the column.
    fn bins(&mut self) -> Option<BinSpec>;
    /// Returns the blocks of bins that are counted too.
    fn blocks(&mut self) -> Option<BlockSpec>;
    /// Returns the owner's own number.
    fn value(&mut self) -> Option<Number>;
    /// Returns the file of the owner's own numbers.
    fn file(&mut self) -> Option<PathBuf>;
    /// Returns the distance to be protected.
    fn distance(&mut self) -> Option<Decimal>;
    /// Returns the public number of rows, if it is stated.
    fn public_rows(&mut self) -> Option<u64>;
    /// Returns whether a missing cell counts as the middle of the bounds.
    fn missing_as_mid(&mut self) -> bool;
    /// Returns the unit of the values, or an empty text.
    fn unit(&mut self) -> String;
}
