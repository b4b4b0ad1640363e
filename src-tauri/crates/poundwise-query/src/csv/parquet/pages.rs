//! The pages of a column, checked before they are unpacked and decoded. The Parquet reader allocates
//! as much as a page says that it has.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ::parquet::basic::{Compression, Encoding};
use ::parquet::column::page::{Page, PageMetadata, PageReader};
use ::parquet::errors::{ParquetError, Result};
use ::parquet::file::metadata::ColumnChunkMetaData;
use ::parquet::file::properties::ReaderProperties;
use ::parquet::file::reader::ChunkReader;
use ::parquet::file::serialized_reader::SerializedPageReader;
use flate2::read::MultiGzDecoder;
use poundwise_documents::values::thrift::{self, Struct};

use crate::messages::FileFlaw;

/// The largest page, unpacked.
const MAX_PAGE: u64 = 256 << 20;
/// The most bytes of all pages of a row group that are in memory at once: as many as 4096 columns
/// with a page and a dictionary of 1 MiB.
const MAX_PAGES: u64 = 8 << 30;
/// The most values of a page in a delta encoding.
const MAX_DELTAS: u64 = 1 << 24;
/// Bytes in memory for each value of a dictionary, and for each length in a delta encoding.
const VALUE_BYTES: u64 = 40;
/// First bytes of a page that are read for its header. Long statistics need more.
const HEADERS: [u64; 3] = [1 << 12, 1 << 17, 1 << 24];

// Fields of structs in parquet.thrift.
const PAGE_TYPE: i16 = 1;
const PAGE_UNPACKED: i16 = 2;
const PAGE_PACKED: i16 = 3;
const PAGE_DICTIONARY: i16 = 7;
const PAGE_DATA_V2: i16 = 8;
const DICTIONARY_VALUES: i16 = 1;
const V2_DEFINITION_LENGTH: i16 = 5;
const V2_REPETITION_LENGTH: i16 = 6;
// Types of pages.
const INDEX_PAGE: i64 = 1;
const DICTIONARY_PAGE: i64 = 2;

/// The bytes of pages that are in memory.
#[derive(Default)]
pub(super) struct Budget {
    used: AtomicU64,
    /// Bytes of pages that were read to their end. Their values may still be in memory.
    passed: AtomicU64,
}

impl Budget {
    fn take(&self, bytes: u64) -> Result<()> {
        let before = self.used.fetch_add(bytes, Ordering::Relaxed);
        if before.saturating_add(bytes) > MAX_PAGES {
            return Err(refused(FileFlaw::PagesTooLarge));
        }
        Ok(())
    }

    /// Gives back the pages that were read to their end, once none of their values is in memory.
    pub(super) fn release(&self) {
        let passed = self.passed.swap(0, Ordering::Relaxed);
        self.used.fetch_sub(passed, Ordering::Relaxed);
    }
}

/// The pages of a column in one row group.
pub(super) struct CheckedPages {
    pages: SerializedPageReader<File>,
    file: Arc<File>,
    /// The offset of the next page.
    at: u64,
    /// Bytes of the column from there.
    left: u64,
    compression: Compression,
    /// Whether the column has no missing cells, and so no levels before its values.
    is_required: bool,
    /// Whether its metadata has the encoding in which values share their beginnings.
    shares_beginnings: bool,
    budget: Arc<Budget>,
    /// Bytes of the last page of values.
    held: u64,
}

impl CheckedPages {
    pub(super) fn new(
        file: &Arc<File>,
        column: &ColumnChunkMetaData,
        rows: usize,
        budget: &Arc<Budget>,
    ) -> Result<Self> {
        let properties = ReaderProperties::builder()
            .set_backward_compatible_lz4(false)
            .build();
        let pages = SerializedPageReader::new_with_properties(
            Arc::clone(file),
            column,
            rows,
            None,
            Arc::new(properties),
        )?;
        let (at, left) = column.byte_range();
        Ok(Self {
            pages,
            file: Arc::clone(file),
            at,
            left,
            compression: column.compression(),
            is_required: column.column_descr().max_def_level() == 0,
            shares_beginnings: shares_beginnings(column),
            budget: Arc::clone(budget),
            held: 0,
        })
    }

    /// Checks the header of the next page that is not an index.
    fn check_next(&mut self) -> Result<()> {
        while self.left > 0 {
            let (length, header) = self.sizes()?;
            self.at += length;
            self.left -= length;
            let Some(left) = self.left.checked_sub(header.packed) else {
                return Err(refused(FileFlaw::PageBeyondColumn));
            };
            let start = self.at;
            self.at += header.packed;
            self.left = left;
            if header.page_type == INDEX_PAGE {
                continue;
            }
            if header.unpacked.max(header.packed) > MAX_PAGE {
                return Err(refused(FileFlaw::PageTooLarge));
            }
            let size = header.unpacked.max(header.packed);
            if header.page_type == DICTIONARY_PAGE {
                // A dictionary stays until the end of its column.
                if header.values > size {
                    return Err(refused(FileFlaw::DictionaryTooSmall));
                }
                self.budget.take(size + header.values * VALUE_BYTES)?;
            } else {
                self.budget.take(size)?;
                self.budget.passed.fetch_add(self.held, Ordering::Relaxed);
                self.held = size;
            }
            if matches!(self.compression, Compression::GZIP(_)) {
                self.check_unpacked(start, &header)?;
            }
            return Ok(());
        }
        Ok(())
    }

    /// Returns the length of the next page's header, and its sizes.
    fn sizes(&self) -> Result<(u64, PageSizes)> {
        for most in HEADERS {
            let mut bytes = Vec::new();
            self.file
                .get_read(self.at)?
                .take(most.min(self.left))
                .read_to_end(&mut bytes)?;
            let mut rest = bytes.as_slice();
            if let Some(header) = thrift::read(&mut rest) {
                let sizes =
                    PageSizes::of(&header).ok_or_else(|| refused(FileFlaw::PageHeaderDamaged))?;
                return Ok(((bytes.len() - rest.len()) as u64, sizes));
            }
            if most >= self.left {
                break;
            }
        }
        Err(refused(FileFlaw::PageHeaderDamaged))
    }

    /// Checks that a page in gzip is not longer than it says: the Parquet reader unpacks all of it.
    fn check_unpacked(&self, start: u64, header: &PageSizes) -> Result<()> {
        let mut packed = self.file.get_read(start + header.levels)?;
        let packed = packed
            .by_ref()
            .take(header.packed.saturating_sub(header.levels));
        let unpacked = MultiGzDecoder::new(packed).take(header.unpacked + 1);
        // Bytes that are not gzip are a fault that the Parquet reader names.
        let length = io::copy(&mut { unpacked }, &mut io::sink()).unwrap_or(0);
        if length > header.unpacked {
            return Err(refused(FileFlaw::PageBeyondHeader));
        }
        Ok(())
    }

    /// Checks the number of values that a page says to have in a delta encoding.
    fn check_deltas(&mut self, page: &Page) -> Result<()> {
        let values = match page {
            Page::DictionaryPage { .. } => return Ok(()),
            Page::DataPage { buf, .. } if self.is_required => buf.get(..),
            Page::DataPage {
                buf,
                num_values,
                def_level_encoding,
                ..
            } => match *def_level_encoding {
                Encoding::RLE => {
                    let length = buf.first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
                    let start =
                        length.and_then(|length| usize::try_from(length).ok()?.checked_add(4));
                    start.and_then(|start| buf.get(start..))
                }
                // One bit for each value.
                _ => usize::try_from(num_values.div_ceil(8))
                    .ok()
                    .and_then(|start| buf.get(start..)),
            },
            Page::DataPageV2 {
                buf,
                def_levels_byte_len,
                rep_levels_byte_len,
                ..
            } => usize::try_from(u64::from(*def_levels_byte_len) + u64::from(*rep_levels_byte_len))
                .ok()
                .and_then(|start| buf.get(start..)),
        };
        let lists = match page.encoding() {
            Encoding::DELTA_BINARY_PACKED | Encoding::DELTA_LENGTH_BYTE_ARRAY => 1,
            Encoding::DELTA_BYTE_ARRAY if !self.shares_beginnings => {
                return Err(refused(FileFlaw::UnstatedEncoding));
            }
            Encoding::DELTA_BYTE_ARRAY => 2,
            _ => return Ok(()),
        };
        let mut values = values.ok_or_else(|| refused(FileFlaw::PageCut))?;
        for _ in 0..lists {
            // An empty page may have no list.
            if values.is_empty() {
                return Ok(());
            }
            let found = after_deltas(values, u64::from(page.num_values()));
            let (rest, count) = found.ok_or_else(|| refused(FileFlaw::PageDamaged))?;
            values = rest;
            self.budget.take(count * VALUE_BYTES)?;
            self.held += count * VALUE_BYTES;
        }
        Ok(())
    }
}

impl Iterator for CheckedPages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl PageReader for CheckedPages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        self.check_next()?;
        let page = self.pages.get_next_page()?;
        if let Some(page) = &page {
            self.check_deltas(page)?;
        }
        Ok(page)
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.check_next()?;
        self.pages.skip_next_page()
    }
}

/// Returns whether values of a column may share their beginnings: a page then has values that are
/// together much longer than itself.
pub(super) fn shares_beginnings(column: &ColumnChunkMetaData) -> bool {
    let mut encodings = column.encodings();
    encodings.any(|encoding| encoding == Encoding::DELTA_BYTE_ARRAY)
}

/// What the header of a page says.
struct PageSizes {
    page_type: i64,
    unpacked: u64,
    packed: u64,
    /// Number of values of a dictionary.
    values: u64,
    /// Bytes before the values that are not packed.
    levels: u64,
}

impl PageSizes {
    fn of(header: &Struct<'_>) -> Option<Self> {
        let positive = |of: &Struct<'_>, field| u64::try_from(of.int(field)?).ok();
        Some(Self {
            page_type: header.int(PAGE_TYPE)?,
            unpacked: positive(header, PAGE_UNPACKED)?,
            packed: positive(header, PAGE_PACKED)?,
            values: match header.structure(PAGE_DICTIONARY) {
                Some(dictionary) => positive(dictionary, DICTIONARY_VALUES)?,
                None => 0,
            },
            levels: match header.structure(PAGE_DATA_V2) {
                Some(data) => {
                    positive(data, V2_DEFINITION_LENGTH)? + positive(data, V2_REPETITION_LENGTH)?
                }
                None => 0,
            },
        })
    }
}

/// Returns the bytes after a list of integers in Parquet's delta encoding, and their number, which
/// is at most `most`. `None` if there are more, or the list is damaged.
///
/// <https://parquet.apache.org/docs/file-format/data-pages/encodings/#DELTAENC>
fn after_deltas(mut bytes: &[u8], most: u64) -> Option<(&[u8], u64)> {
    let block = varint(&mut bytes)?;
    let parts = varint(&mut bytes)?;
    let count = varint(&mut bytes)?;
    varint(&mut bytes)?;
    let part_size = block.checked_div(parts)?;
    if count > most.min(MAX_DELTAS) || part_size == 0 {
        return None;
    }
    let parts = usize::try_from(parts).ok()?;
    let mut left = count.saturating_sub(1);
    while left > 0 {
        varint(&mut bytes)?;
        let (widths, rest) = bytes.split_at_checked(parts)?;
        bytes = rest;
        for width in widths {
            if left == 0 {
                break;
            }
            let size = part_size.checked_mul(u64::from(*width))? / 8;
            bytes = bytes.get(usize::try_from(size).ok()?..)?;
            left = left.saturating_sub(part_size);
        }
    }
    Some((bytes, count))
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(first & 0x7f).checked_shl(shift)?;
        if first & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

fn refused(why: FileFlaw) -> ParquetError {
    ParquetError::External(Box::new(why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_deltas_has_no_more_values_than_its_page() {
        // 128 values a block in 4 parts: 3 values, the first 7, one part of 2 bits.
        let list = [128, 1, 4, 3, 14, 2, 2, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 99];
        assert_eq!(after_deltas(&list, 3), Some((&[99][..], 3)));
        assert_eq!(after_deltas(&list, 2), None);
        assert_eq!(after_deltas(&list[..12], 3), None);
        // Two thousand million values in a few bytes.
        let many = [128, 1, 4, 0x80, 0xa8, 0xd6, 0xb9, 7, 14, 2, 0, 0, 0, 0];
        assert_eq!(after_deltas(&many, u64::MAX), None);
        assert_eq!(after_deltas(&[128, 1, 0, 3, 14], 3), None);
    }

    #[test]
    fn the_pages_in_memory_are_bounded() {
        let budget = Budget::default();
        assert!(budget.take(MAX_PAGES).is_ok());
        assert!(budget.take(1).is_err());
        budget.passed.fetch_add(MAX_PAGES, Ordering::Relaxed);
        budget.release();
        assert!(budget.take(MAX_PAGES - 1).is_ok());
    }
}
