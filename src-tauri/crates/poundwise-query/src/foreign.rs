//! Formats of files that are recognised and not read.

use serde::Serialize;

/// A format of files that is recognised and not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::Display, strum::VariantArray)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs, reason = "each variant's text says it")]
pub enum ForeignFile {
    #[strum(to_string = "an SPSS file")]
    Spss,
    #[strum(to_string = "a portable SPSS file")]
    SpssPortable,
    #[strum(to_string = "a Stata file")]
    Stata,
    #[strum(to_string = "a SAS file")]
    Sas,
    #[strum(to_string = "a SAS transport file")]
    SasTransport,
    #[strum(to_string = "a file of R data")]
    R,
    #[strum(to_string = "a Feather or Arrow file")]
    Arrow,
    #[strum(to_string = "an ORC file")]
    Orc,
    #[strum(to_string = "an Avro file")]
    Avro,
    #[strum(to_string = "an HDF5 or NetCDF 4 file")]
    Hdf5,
    #[strum(to_string = "a NetCDF file")]
    NetCdf,
    #[strum(to_string = "an encrypted Parquet file")]
    EncryptedParquet,
    #[strum(to_string = "an SQLite database")]
    Sqlite,
    #[strum(to_string = "a DuckDB database")]
    DuckDb,
    #[strum(to_string = "an Access database")]
    Access,
    #[strum(to_string = "a dBase file")]
    Dbase,
    #[strum(to_string = "a MATLAB file")]
    Matlab,
    #[strum(to_string = "a NumPy file")]
    NumPy,
    #[strum(to_string = "a Python pickle")]
    Pickle,
    #[strum(to_string = "an Excel workbook of before 1997")]
    OldExcel,
    #[strum(to_string = "an Office file with a password")]
    OfficeWithPassword,
    #[strum(to_string = "a Word document")]
    Word,
    #[strum(to_string = "a PowerPoint presentation")]
    PowerPoint,
    #[strum(to_string = "an OpenDocument file without sheets")]
    OpenDocument,
    #[strum(to_string = "a document of Numbers, Pages or Keynote")]
    Numbers,
    #[strum(to_string = "an Office file without a workbook")]
    OtherOffice,
    #[strum(to_string = "a PDF document")]
    Pdf,
    #[strum(to_string = "an RTF document")]
    Rtf,
    #[strum(to_string = "a web page (HTML)")]
    Html,
    #[strum(to_string = "an XML file")]
    Xml,
    #[strum(to_string = "a JSON file")]
    Json,
    #[strum(to_string = "a ZIP archive")]
    Zip,
    #[strum(to_string = "a gzip archive")]
    Gzip,
    #[strum(to_string = "a bzip2 archive")]
    Bzip2,
    #[strum(to_string = "an xz archive")]
    Xz,
    #[strum(to_string = "a zstd archive")]
    Zstd,
    #[strum(to_string = "a 7z archive")]
    SevenZip,
    #[strum(to_string = "a RAR archive")]
    Rar,
    #[strum(to_string = "a tar archive")]
    Tar,
    #[strum(to_string = "a PNG picture")]
    Png,
    #[strum(to_string = "a JPEG picture")]
    Jpeg,
    #[strum(to_string = "a GIF picture")]
    Gif,
    #[strum(to_string = "a TIFF picture")]
    Tiff,
}

impl ForeignFile {
    /// Returns whether the file holds other files.
    pub(crate) fn is_archive(self) -> bool {
        matches!(
            self,
            Self::Zip
                | Self::Gzip
                | Self::Bzip2
                | Self::Xz
                | Self::Zstd
                | Self::SevenZip
                | Self::Rar
                | Self::Tar
        )
    }
}
