//! Ways out of an error, as data: each shell may word them; `Display` is plain English.

use std::fmt;

use poundwise_documents::units::Decimal;
use poundwise_text::Encoding;

/// A way out of an error. Its text names no option of a command line.
#[derive(Clone, Debug, PartialEq, Eq, strum::Display)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each variant's text says it")]
pub enum QueryHint {
    #[strum(to_string = "Import the file again, or restore the home from a backup.")]
    ImportAgainOrRestore,
    #[strum(to_string = "Rows whose cell is missing match no filter.")]
    MissingMatchesNothing,
    #[strum(to_string = "Write the number with a point and without separators, such as 1250.5.")]
    WritePlainNumber,
    #[strum(to_string = "Compare text with == or != only.")]
    CompareTextForEquality,
    #[strum(to_string = "State the number of rows, or leave it out.")]
    StatePublicRows,
    #[strum(to_string = "State a price or a ceiling.")]
    StatePriceOrCeiling,
    #[strum(
        to_string = "Or state a step: the grid that the result lies on, such as 0.01, far below \
        the accuracy you sell."
    )]
    OrStateStep,
    #[strum(to_string = "State a step, or choose wider bounds or a smaller unit.")]
    StateStepOrWiderBounds,
    #[strum(to_string = "A distance of 0 protects nothing.")]
    ZeroProtectsNothing,
    #[strum(to_string = "A level is a decimal above 0 with at most six places, such as 0.5.")]
    WriteLevel,
    #[strum(
        to_string = "State the bins, such as A,B,C, or for numbers the edges, such as 0,18,65; \
        or state the column's values in its schema when you import it."
    )]
    StateBins,
    #[strum(to_string = "Bins are never read off the data: that would tell what is in it.")]
    BinsNotFromData,
    #[strum(to_string = "Write each bin as a number, such as 1.5.")]
    WriteBinsAsNumbers,
    #[strum(to_string = "State its bins, such as A,B,C.")]
    StateTextBins,
    #[strum(
        to_string = "State periods: days (2026-11-28), weeks (2026-W48), months (2026-11) or years \
        (2026), or a range of them (2026-01..2026-12)."
    )]
    WritePeriods,
    #[strum(to_string = "State periods that have no day in common.")]
    SeparatePeriods,
    #[strum(to_string = "Write a day as YYYY-MM-DD, such as 2026-11-28.")]
    WriteDay,
    #[strum(
        to_string = "Declare the order of its dates in its type: date(dmy) if the day is first, \
        date(mdy) if the month is first."
    )]
    DeclareDayOrder,
    #[strum(to_string = "Write edges as rising numbers, such as 0,18,65,120.")]
    WriteRisingEdges,
    #[strum(to_string = "Write each edge once, from the lowest to the highest.")]
    WriteEachEdgeOnce,
    #[strum(to_string = "Write one value a line, such as 1 = never.")]
    WriteCodebook,
    #[strum(to_string = "Give a width above 0, such as 10.")]
    WidthAboveZero,
    #[strum(to_string = "Give at least two edges, such as 0,18.")]
    GiveTwoEdges,
    #[strum(to_string = "Missing cells fall into 'other', which is always there.")]
    MissingFallIntoOther,
    #[strum(to_string = "State each bin once.")]
    StateEachBinOnce,
    #[strum(to_string = "Name two or three columns; over one column it is a histogram.")]
    OneColumnIsHistogram,
    #[strum(to_string = "Name each column once.")]
    NameEachColumnOnce,
    #[strum(
        to_string = "A cross-tabulation has a cell for each combination of bins: state fewer or \
        wider bins, or leave out a column."
    )]
    FewerBins,
    #[strum(to_string = "Sell it as several listings.")]
    SellAsSeveral,
    #[strum(to_string = "Without a person column every row is a unit of its own.")]
    RowsAreUnits,
    #[strum(to_string = "Choose a larger step: far below the noise it adds no accuracy.")]
    ChooseLargerStep,
    #[strum(to_string = "Or narrower bounds, or fewer rows per person.")]
    NarrowBoundsOrRows,
    #[strum(
        to_string = "Where missing cells count as the middle, state the number of all rows of \
        the dataset."
    )]
    StateAllRows,
    #[strum(
        to_string = "Or do not count missing cells as the middle: the count is then released \
        with noise."
    )]
    LeaveOutMissingAsMid,
    #[strum(to_string = "State the attribute again for this dataset.")]
    StateAgain,
    #[strum(to_string = "Give a text file with one number a line.")]
    GiveNumbersFile,
    #[strum(to_string = "Write one number a line, with a point and without separators.")]
    WriteOneNumberALine,
    #[strum(to_string = "State the values by hand, or leave them out.")]
    StateValuesByHand,
    #[strum(to_string = "A table needs a line of column names and at least one row below it.")]
    GiveHeaderAndRow,
    #[strum(to_string = "The file may have been cut short: get it again.")]
    GetFileAgain,
    #[strum(to_string = "Name every column of the file, in its order.")]
    NameEveryColumn,
    #[strum(to_string = "Leave out columns that you do not need.")]
    LeaveOutColumns,
    #[strum(
        to_string = "If lines end with separators that divide nothing, declare trailing \
        separators."
    )]
    DeclareTrailing,
    #[strum(
        to_string = "If the header is not in the first line, or other lines are below the rows, \
        declare the line of the header and the number of lines below."
    )]
    DeclareLines,
    #[strum(to_string = "Columns that are not needed can be declared to be left out.")]
    DeclareIgnored,
    #[strum(to_string = "Rename one of the columns.")]
    RenameColumn,
    #[strum(
        to_string = "If these are not column names but data, import the file without a header \
        and name the columns."
    )]
    ImportWithoutHeader,
    #[strum(to_string = "Put double quotes around a field that contains the separator.")]
    QuoteField,
    #[strum(
        to_string = "If quotes are characters like any other in this file, declare it as a file \
        without quotes."
    )]
    DeclareNoQuotes,
    #[strum(
        to_string = "If another character is between the cells, declare it: comma, semicolon or \
        tab. It is never guessed from the rows."
    )]
    DeclareSeparator,
    #[strum(to_string = "Save its content as a file first, and give the path of that file.")]
    SaveAsFile,
    #[strum(
        to_string = "Give the path of a CSV file, a Parquet file or a workbook, or of a folder that \
        has Parquet files."
    )]
    GiveTablePath,
    #[strum(
        to_string = "Write the table as one Parquet file, or as one folder of Parquet files with \
        every column in each file."
    )]
    WriteWithoutPartitions,
    #[strum(to_string = "Save it as CSV or Parquet.")]
    SaveAsTable,
    #[strum(to_string = "Unpack it, and import the file that was in it.")]
    Unpack,
    #[strum(to_string = "Save it without a password.")]
    RemovePassword,
    #[strum(to_string = "Save it again as CSV or as a newer workbook (xlsx).")]
    SaveAsXlsx,
    #[strum(to_string = "Write all files of the folder with the same columns.")]
    WriteSameColumns,
    #[strum(to_string = "Leave this declaration out.")]
    LeaveOutDeclaration,
    #[strum(to_string = "Choose one of its sheets: {sheets}.")]
    ChooseSheet {
        /// Their names, in the workbook's order.
        sheets: List,
    },
    #[strum(to_string = "Or write it as a column of single values.")]
    WritePlainColumn,
    #[strum(
        to_string = "Give each column of the sheet a name, or delete the cells beside the table."
    )]
    NameSheetColumns,
    #[strum(to_string = "Export it again as CSV.")]
    ExportAsCsv,
    #[strum(to_string = "Save it again with the encoding UTF-8.")]
    SaveAsUtf8,
    #[strum(to_string = "Its bytes suggest the encoding {proposed}: declare it.")]
    DeclareEncoding {
        /// The encoding that its first bytes suggest.
        proposed: Encoding,
    },
    #[strum(to_string = "If the file is in another encoding, declare that one.")]
    DeclareOtherEncoding,
    #[strum(to_string = "A quote may be missing: a quote inside a quoted field is written twice.")]
    DoubleQuotesInside,
    #[strum(to_string = "Nothing was stored. Import it when no program writes to it any more.")]
    ImportWhenUnchanged,
    #[strum(to_string = "Split the file, or leave out columns that you do not need.")]
    SplitFile,
    #[strum(to_string = "If it is no text, export it as CSV or Parquet.")]
    ExportSpreadsheet,
    #[strum(to_string = "Choose a larger unit.")]
    ChooseLargerUnit,
    #[strum(to_string = "Its type was declared at import. To change it, import the file again.")]
    TypeWasDeclared,
    #[strum(to_string = "A column of texts can be counted: use count or histogram.")]
    CountTexts,
    #[strum(to_string = "A column of dates can be counted: use count or histogram.")]
    CountDates,
    #[strum(
        to_string = "Missing cells can count as the middle in a mean of all rows whose number \
        is public: each row a unit of its own, replaced by another."
    )]
    MissingAsMidIsFor,
    #[strum(
        to_string = "Own numbers are never rounded: state bounds that are multiples of the \
        step."
    )]
    BoundsOnTheStep,
    #[strum(to_string = "Choose a larger step or narrower bounds.")]
    LargerStepOrNarrowerBounds,
    #[strum(
        to_string = "Round your numbers to the step first, or choose a step that divides them \
        all."
    )]
    RoundToStep,
    #[strum(to_string = "Rounding them here could move them further than the protected distance.")]
    RoundingIsNotProtected,
    #[strum(to_string = "Choose a higher ε or a larger step.")]
    HigherLevelOrStep,
    #[strum(to_string = "Collect the response again.")]
    CollectAgain,
    #[strum(to_string = "Split the table, or leave the column out.")]
    SplitTable,
    #[strum(to_string = "Import the file again.")]
    ImportAgain,
    #[strum(
        to_string = "Write the columns as NAME:TYPE with commas between them, such as \
        age:number,\"name, in full\":text."
    )]
    WriteColumnTypes,
    #[strum(to_string = "Rows per person are a whole number from 1 to {most}.")]
    RowsPerPerson {
        /// The largest number taken.
        most: u64,
    },
    #[strum(to_string = "A vector has at most {most} numbers.")]
    VectorLength {
        /// The largest number of numbers.
        most: usize,
    },
    #[strum(to_string = "The lower bound must be below the upper one.")]
    LowerBoundFirst,
    #[strum(to_string = "Did you mean {low} to {high}?")]
    SwapBounds {
        /// The lower of the two numbers.
        low: Decimal,
        /// The higher of the two numbers.
        high: Decimal,
    },
    #[strum(to_string = "The file's columns are: {columns}.")]
    FileColumns {
        /// Their names, in the file's order.
        columns: List,
    },
    #[strum(to_string = "The columns are: {columns}.")]
    Columns {
        /// Their names and types.
        columns: List,
    },
    /// With an example of a schema file.
    #[strum(to_string = "A schema is a JSON file such as {example}.")]
    WriteSchemaFile {
        /// A whole schema.
        example: &'static str,
    },
}

/// Names, of which some may be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// The names given.
    pub names: Vec<String>,
    /// Number of further ones.
    pub more: usize,
}

impl List {
    /// Returns a list of at most `limit` of the names.
    pub(crate) fn of<'a>(names: impl IntoIterator<Item = &'a str>, limit: usize) -> Self {
        let mut names = names.into_iter().map(str::to_owned);
        Self {
            names: names.by_ref().take(limit).collect(),
            more: names.count(),
        }
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names.join(", "))?;
        match self.more {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}
