//! A column of a file, as far as it was read.

use std::borrow::Cow;

use poundwise_documents::kinds::ColumnType;
use poundwise_documents::units::DecimalSign;
use poundwise_text::DayOrder;
use poundwise_text::number::{Grouping, NumberForm, UnreadReason};

use crate::number::{CellForm, Number};
use crate::report::{UnreadCell, UnreadCount};
use crate::schema::SchemaColumn;
use crate::table::Fit;
use crate::text::canonical_text;
use crate::words::label;

use super::days::Days;
use crate::repeats::Repeats;

/// The most cells of a column that are shown because they are no number.
const SHOWN_OTHERS: usize = 3;
/// The most reasons that are counted for one column.
const MAX_REASONS: usize = 12;

/// A column as far as it was seen.
pub(super) struct Seen {
    pub(super) name: String,
    /// Its place in the rows of the file, from 0.
    pub(super) place: usize,
    /// Declaration of the owner, or `None` while types are only proposed.
    pub(super) declared: Option<SchemaColumn>,
    /// Cells of spaces or of no character.
    pub(super) empty: u64,
    /// The other cells, as numbers.
    pub(super) numbers: Numbers,
    /// The other cells, as days.
    pub(super) days: Days,
    /// Fit of the numbers.
    pub(super) fit: Fit,
    /// Whether a cell repeats the header.
    header_seen: bool,
    /// Number of rows of each value.
    pub(super) repeats: Repeats,
    /// Number of cells with a canonical form that differs from their text in more than outer
    /// spaces.
    pub(super) rewritten: u64,
}

impl Seen {
    /// Returns a column without cells, of a file with numbers of this form.
    pub(super) fn new(
        name: String,
        place: usize,
        form: &NumberForm,
        declared: Option<SchemaColumn>,
    ) -> Self {
        let own = declared.as_ref().and_then(|column| column.numbers.clone());
        let plain = CellForm::of(own.unwrap_or_else(|| form.clone()));
        let scale = declared.as_ref().and_then(|column| column.decimals);
        let order = declared.as_ref().and_then(|column| column.day_order);
        Self {
            repeats: Repeats::of(&name),
            name,
            place,
            declared,
            empty: 0,
            numbers: Numbers::of(CellForm {
                scale: scale.unwrap_or(plain.scale),
                days: order.unwrap_or(plain.days),
                ..plain
            }),
            days: Days::default(),
            fit: Fit::default(),
            header_seen: false,
            rewritten: 0,
        }
    }

    /// Takes a cell; `at` is the byte of the text before its row.
    pub(super) fn see(&mut self, text: &str, at: u64) {
        let canonical = canonical_text(text);
        if let Cow::Owned(rewritten) = &canonical {
            self.rewritten += u64::from(text.trim() != rewritten);
        }
        let trimmed = &*canonical;
        if trimmed.is_empty() {
            self.empty += 1;
            return;
        }
        let declared = self.declared.as_ref().map(|column| column.column_type);
        if declared != Some(ColumnType::Number) || self.repeats.is_id() {
            self.repeats.see(trimmed);
        }
        match declared {
            Some(ColumnType::Text) => {}
            Some(ColumnType::Date) => self.days.see(trimmed, at),
            Some(ColumnType::Number) => {
                if let Some(number) = self.numbers.see(trimmed, at) {
                    self.fit.see(&number);
                }
            }
            None => {
                self.numbers.see(trimmed, at);
                self.days.see(trimmed, at);
                self.header_seen |= trimmed == self.name;
            }
        }
    }

    /// Returns the column as a schema proposes it.
    pub(super) fn proposed(&self) -> SchemaColumn {
        let column_type = self.column_type();
        SchemaColumn {
            day_order: match column_type {
                // Without an order, the order is that of ISO 8601.
                ColumnType::Date => self
                    .days
                    .proposal()
                    .filter(|order| *order != DayOrder::YearMonthDay),
                ColumnType::Number | ColumnType::Text => None,
            },
            ..SchemaColumn::new(self.name.clone(), column_type)
        }
    }

    pub(super) fn column_type(&self) -> ColumnType {
        match &self.declared {
            Some(column) => column.column_type,
            None if self.numbers.are_proposed() => ColumnType::Number,
            None if self.days.proposal().is_some() => ColumnType::Date,
            None => ColumnType::Text,
        }
    }

    /// Cells that are not empty, and missing because they do not conform to the column's type.
    pub(super) fn not_conforming(&self) -> u64 {
        match self.column_type() {
            ColumnType::Number => self.numbers.others,
            ColumnType::Date => self.days.not_days(self.numbers.form.days),
            ColumnType::Text => 0,
        }
    }

    pub(super) fn missing(&self) -> u64 {
        self.empty + self.not_conforming()
    }

    /// Returns whether the header may be a row of data: it is a number, or a cell below it says the
    /// same.
    pub(super) fn header_is_like_data(&self) -> bool {
        self.header_seen || self.numbers.form.read(&self.name).is_some()
    }
}

/// A cell that is not a number of its form.
#[derive(Clone)]
pub(super) struct OtherCell {
    /// The byte of the text before its row.
    pub(super) at: u64,
    pub(super) text: String,
    pub(super) reason: UnreadReason,
}

impl OtherCell {
    /// Returns the cell in a row that begins at this line.
    pub(super) fn on(self, line: u64) -> UnreadCell {
        UnreadCell {
            line,
            text: self.text,
            reason: self.reason,
        }
    }
}

/// Counts of a column's cells, as numbers of one form.
#[derive(Clone)]
pub(super) struct Numbers {
    /// How its numbers are read.
    pub(super) form: CellForm,
    /// Cells that are not empty.
    cells: u64,
    /// Those of them that are no number.
    pub(super) others: u64,
    /// The first of these.
    pub(super) first_others: Vec<OtherCell>,
    /// The first of these that would be a number in a form with another declaration.
    pub(super) first_undeclared: Option<OtherCell>,
    /// Number of these by reason.
    pub(super) reasons: Vec<UnreadCount>,
    /// Numbers with points between thousands, which are left out.
    pub(super) with_point: u64,
    /// Cells that are numbers, or are none, for their percent sign alone.
    pub(super) with_percent: u64,
    /// Whether one is an identifier with leading zeros.
    leading_zero: bool,
}

impl Numbers {
    /// Returns counts of no cell.
    fn of(form: CellForm) -> Self {
        Self {
            form,
            cells: 0,
            others: 0,
            first_others: Vec::new(),
            first_undeclared: None,
            reasons: Vec::new(),
            with_point: 0,
            with_percent: 0,
            leading_zero: false,
        }
    }

    /// Takes one cell, without the spaces around it, that is not empty; `at` is the byte of the
    /// text before its row. Gives the number.
    fn see(&mut self, text: &str, at: u64) -> Option<Number> {
        self.cells += 1;
        let number = self.form.read(text);
        let written = &self.form.written;
        if number.is_some() {
            self.with_percent += u64::from(written.percent && text.ends_with('%'));
            let grouped = written.decimal == DecimalSign::Comma && text.contains('.');
            self.with_point += u64::from(grouped);
            return number;
        }
        let reason = written.unread(text).unwrap_or(UnreadReason::TooManyDigits);
        self.others += 1;
        self.with_percent += u64::from(reason == UnreadReason::Percent);
        self.leading_zero |= reason == UnreadReason::LeadingZeros && is_of_digits(text);
        let shown = self.first_others.len() < SHOWN_OTHERS;
        let is_first = self.first_undeclared.is_none() && is_undeclared(&reason);
        if shown || is_first {
            let cell = OtherCell {
                at,
                text: label(text),
                reason: reason.clone(),
            };
            if is_first {
                self.first_undeclared = Some(cell.clone());
            }
            if shown {
                self.first_others.push(cell);
            }
        }
        if let Some(one) = self.reasons.iter_mut().find(|one| one.reason == reason) {
            one.cells += 1;
        } else if self.reasons.len() < MAX_REASONS {
            self.reasons.push(UnreadCount { reason, cells: 1 });
        }
        None
    }

    /// Returns the number of cells that would be numbers if a comma in them were the decimal sign,
    /// or left out.
    pub(super) fn with_comma(&self) -> u64 {
        let is_comma = |reason: &UnreadReason| match reason {
            UnreadReason::DecimalSign => self.form.written.decimal == DecimalSign::Point,
            UnreadReason::Grouping(grouping) => {
                matches!(grouping, Grouping::Comma | Grouping::Indian)
            }
            _ => false,
        };
        let all = self.reasons.iter().filter(|one| is_comma(&one.reason));
        all.map(|one| one.cells).sum()
    }

    /// Returns whether numbers are proposed to a person, who settles the type: at least nine of ten
    /// cells are, and none is an identifier with leading zeros.
    pub(super) fn are_proposed(&self) -> bool {
        let numbers = self.cells - self.others;
        numbers > 0 && !self.leading_zero && self.others * 10 <= self.cells
    }
}

/// Returns whether `text` consists of digits after an optional minus, as identifiers do.
fn is_of_digits(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a cell is certainly a number that lacks a declaration. A percent sign may mean
/// hundredths, and leading zeros an identifier.
fn is_undeclared(reason: &UnreadReason) -> bool {
    match reason {
        UnreadReason::DecimalSign
        | UnreadReason::Grouping(_)
        | UnreadReason::Plus
        | UnreadReason::Dash
        | UnreadReason::TrailingSign
        | UnreadReason::Brackets
        | UnreadReason::Currency(_) => true,
        UnreadReason::Percent
        | UnreadReason::LeadingZeros
        | UnreadReason::TooManyDigits
        | UnreadReason::NoNumber => false,
    }
}
