use std::fmt;

use poundwise_words::{Language, Localize, catalogue::MessageSample, words_of};

use crate::fault::StatedNumber;
use crate::foreign::ForeignFile;
use crate::form::{FormPart, TableFileKind};
use crate::hint::List;
use crate::quantity::Quantity;

/// A row of a file, by its line or its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RowPlace {
    pub(crate) kind: TableFileKind,
    pub(crate) number: u64,
}

impl Localize for RowPlace {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match (language, self.kind) {
            (Language::German, _) => "Zeile",
            (Language::English, TableFileKind::Csv) => "line",
            (Language::English, _) => "row",
        };
        write!(f, "{word} {}", language.write(&self.number))
    }
}

impl MessageSample for RowPlace {
    fn samples(_: &str) -> Vec<Self> {
        let (csv, other) = (TableFileKind::Csv, TableFileKind::Xlsx);
        vec![
            Self {
                kind: csv,
                number: 7,
            },
            Self {
                kind: other,
                number: 7,
            },
        ]
    }
}

impl Localize for List {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names.join(", "))?;
        match (self.more, language) {
            (0, _) => Ok(()),
            (more, Language::English) => write!(f, " and {} more", language.write(&more)),
            (more, Language::German) => write!(f, " und {} weitere", language.write(&more)),
        }
    }
}

impl MessageSample for List {
    fn samples(_: &str) -> Vec<Self> {
        let names = || vec!["age".to_owned(), "town".to_owned()];
        let list = |more| Self {
            names: names(),
            more,
        };
        vec![list(0), list(3)]
    }
}

words_of! {
    StatedNumber {
        Bounds => "bound", "Schranke";
        Step => "step", "Schrittweite";
        Distance => "protected distance", "Zu schützender Abstand";
    }
}

words_of! {
    TableFileKind {
        Csv => "CSV file", "CSV-Datei";
        Parquet => "Parquet file", "Parquet-Datei";
        Xlsx => "Excel workbook (xlsx)", "Excel-Arbeitsmappe (xlsx)";
        Xlsm => "Excel workbook (xlsm)", "Excel-Arbeitsmappe (xlsm)";
        Xlsb => "Excel workbook (xlsb)", "Excel-Arbeitsmappe (xlsb)";
        Xls => "Excel workbook (xls)", "Excel-Arbeitsmappe (xls)";
        Ods => "OpenDocument workbook (ods)", "OpenDocument-Arbeitsmappe (ods)";
    }
}

words_of! {
    FormPart {
        Columns => "a list of column names", "eine Liste von Spaltennamen";
        Separator => "a separator", "ein Trennzeichen";
        Decimal => "a decimal comma", "ein Dezimalkomma";
        Quotes => "the meaning of quotes", "die Bedeutung der Anführungszeichen";
        FirstLine => "the line of the header", "die Nummer der Kopfzeile";
        HeaderRows => "the rows of the header", "die Zahl der Kopfzeilen";
        LinesBelow => "the lines below the table", "die Zahl der Zeilen unter der Tabelle";
        TrailingSeparators => "trailing separators", "ein Trennzeichen am Zeilenende";
        Encoding => "an encoding", "eine Zeichenkodierung";
        Sheet => "a sheet", "ein Blatt";
    }
}

words_of! {
    ForeignFile {
        Spss => "an SPSS file", "eine Datei von SPSS";
        SpssPortable => "a portable SPSS file", "eine portable Datei von SPSS";
        Stata => "a Stata file", "eine Datei von Stata";
        Sas => "a SAS file", "eine Datei von SAS";
        SasTransport => "a SAS transport file", "eine Transportdatei von SAS";
        R => "a file of R data", "eine Datei von R";
        Arrow => "a Feather or Arrow file", "eine Datei von Feather oder Arrow";
        Orc => "an ORC file", "eine ORC-Datei";
        Avro => "an Avro file", "eine Avro-Datei";
        Hdf5 => "an HDF5 or NetCDF 4 file", "eine Datei von HDF5 oder NetCDF 4";
        NetCdf => "a NetCDF file", "eine NetCDF-Datei";
        EncryptedParquet => "an encrypted Parquet file", "eine verschlüsselte Parquet-Datei";
        Sqlite => "an SQLite database", "eine Datenbank von SQLite";
        DuckDb => "a DuckDB database", "eine Datenbank von DuckDB";
        Access => "an Access database", "eine Datenbank von Access";
        Dbase => "a dBase file", "eine dBase-Datei";
        Matlab => "a MATLAB file", "eine Datei von MATLAB";
        NumPy => "a NumPy file", "eine Datei von NumPy";
        Pickle => "a Python pickle", "eine Pickle-Datei von Python";
        OldExcel => "an Excel workbook from before 1997", "eine alte Excel-Arbeitsmappe (vor 1997)";
        OfficeWithPassword => "an Office file with a password", "eine Office-Datei mit Passwort";
        Word => "a Word document", "ein Word-Dokument";
        PowerPoint => "a PowerPoint presentation", "eine PowerPoint-Präsentation";
        OpenDocument => "an OpenDocument file without sheets", "eine OpenDocument-Datei ohne Blätter";
        Numbers => "a document of Numbers, Pages or Keynote", "ein Dokument von Numbers, Pages oder Keynote";
        OtherOffice => "an Office file without a workbook", "eine Office-Datei ohne Arbeitsmappe";
        Pdf => "a PDF document", "ein PDF-Dokument";
        Rtf => "an RTF document", "ein RTF-Dokument";
        Html => "a web page (HTML)", "eine Webseite (HTML)";
        Xml => "an XML file", "eine XML-Datei";
        Json => "a JSON file", "eine JSON-Datei";
        Zip => "a ZIP archive", "ein ZIP-Archiv";
        Gzip => "a gzip archive", "ein gzip-Archiv";
        Bzip2 => "a bzip2 archive", "ein bzip2-Archiv";
        Xz => "an xz archive", "ein xz-Archiv";
        Zstd => "a zstd archive", "ein zstd-Archiv";
        SevenZip => "a 7z archive", "ein 7z-Archiv";
        Rar => "a RAR archive", "ein RAR-Archiv";
        Tar => "a tar archive", "ein tar-Archiv";
        Png => "a PNG picture", "ein PNG-Bild";
        Jpeg => "a JPEG picture", "ein JPEG-Bild";
        Gif => "a GIF picture", "ein GIF-Bild";
        Tiff => "a TIFF picture", "ein TIFF-Bild";
    }
}

words_of! {
    Quantity {
        Count => "count", "Anzahl";
        Sum => "sum", "Summe";
        Mean => "mean", "Mittelwert";
        Value => "value", "Wert";
        EachBin => "each bin", "jede Klasse";
        EachCell => "each cell", "jede Zelle";
        EachGroup => "each group", "jede Gruppe";
        Correlation => "correlation", "Korrelation";
        EachValue => "each value", "jeder Wert";
    }
}

poundwise_words::in_english!(RowPlace, StatedNumber, TableFileKind, FormPart, ForeignFile);
