//! The sheets of a workbook.

/// The most rows of a sheet.
pub(super) const MAX_ROWS: u64 = 1 << 20;
/// The most columns of a sheet.
pub(super) const MAX_COLUMNS: u64 = 1 << 14;

/// A sheet of a workbook.
pub(super) struct Sheet {
    pub(super) name: String,
    pub(super) is_visible: bool,
}
