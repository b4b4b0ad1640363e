//! Formats of files that are recognised and not read.

use serde::Serialize;

/// A format of files that is recognised and not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::VariantArray)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs, reason = "each variant's text says it")]
pub enum ForeignFile {
    Spss,
    SpssPortable,
    Stata,
    Sas,
    SasTransport,
    R,
    Arrow,
    Orc,
    Avro,
    Hdf5,
    NetCdf,
    EncryptedParquet,
    Sqlite,
    DuckDb,
    Access,
    Dbase,
    Matlab,
    NumPy,
    Pickle,
    OldExcel,
    OfficeWithPassword,
    Word,
    PowerPoint,
    OpenDocument,
    Numbers,
    OtherOffice,
    Pdf,
    Rtf,
    Html,
    Xml,
    Json,
    Zip,
    Gzip,
    Bzip2,
    Xz,
    Zstd,
    SevenZip,
    Rar,
    Tar,
    Png,
    Jpeg,
    Gif,
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
