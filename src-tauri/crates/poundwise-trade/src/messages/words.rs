use std::fmt;

use poundwise_documents::kinds::hidden_in;
use poundwise_words::{Language, Localize, catalogue::MessageSample, words_of};

use crate::batch::RowName;
use crate::error::InvoiceSide;
use crate::held::StoredDocument;

words_of! {
    StoredDocument {
        Bundle => "stored bundle", "das gespeicherte Bündel";
        Copy => "stored copy", "die gespeicherte Kopie";
    }
}

/// With its file and line: `people.csv, line 3, “Age”`.
impl Localize for RowName {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = self.title();
        if let Some(place) = self.place() {
            let line = language.write(&place.line);
            match language {
                Language::English => write!(f, "{}, line {line}", place.file)?,
                Language::German => write!(f, "{}, Zeile {line}", place.file)?,
            }
            if title.is_empty() {
                return Ok(());
            }
            f.write_str(", ")?;
        }
        match language {
            Language::English => write!(f, "“{title}”"),
            Language::German => write!(f, "„{title}“"),
        }
    }
}

/// A field of a party on invoices.
#[derive(Clone, Copy)]
pub(crate) enum PartyField {
    Name,
    Street,
    PostCode,
    City,
    Country,
    VatId,
    TaxNumber,
    Email,
    Reference,
}

impl PartyField {
    /// Returns the field that JSON names so.
    pub(crate) fn of(json: &str) -> Self {
        match json {
            "street" => Self::Street,
            "post_code" => Self::PostCode,
            "city" => Self::City,
            "country" => Self::Country,
            "vat_id" => Self::VatId,
            "tax_number" => Self::TaxNumber,
            "email" => Self::Email,
            "reference" => Self::Reference,
            _ => Self::Name,
        }
    }
}

/// A line of a party on invoices, as the subject of a sentence.
#[derive(Clone, Copy)]
pub(crate) struct PartyLine {
    pub(crate) whose: InvoiceSide,
    pub(crate) field: PartyField,
}

impl Localize for PartyLine {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // In German with the pronoun and with the article, of which the gender decides.
        let (english, yours, its, german) = match self.field {
            PartyField::Name => ("name", "Ihr", "Der", "Name"),
            PartyField::Street => ("street", "Ihre", "Die", "Straße"),
            PartyField::PostCode => ("post code", "Ihre", "Die", "Postleitzahl"),
            PartyField::City => ("city", "Ihr", "Der", "Ort"),
            PartyField::Country => ("country", "Ihr", "Das", "Land"),
            PartyField::VatId => ("VAT identifier", "Ihre", "Die", "USt-IdNr."),
            PartyField::TaxNumber => ("tax number", "Ihre", "Die", "Steuernummer"),
            PartyField::Email => ("e-mail address", "Ihre", "Die", "E-Mail-Adresse"),
            PartyField::Reference => ("reference", "Ihr", "Das", "Zeichen"),
        };
        match (language, self.whose) {
            (Language::English, InvoiceSide::Seller) => write!(f, "Your {english}"),
            (Language::English, InvoiceSide::Buyer) => write!(f, "The buyer's {english}"),
            (Language::German, InvoiceSide::Seller) => write!(f, "{yours} {german}"),
            (Language::German, InvoiceSide::Buyer) => write!(f, "{its} {german} des Käufers"),
        }
    }
}

impl MessageSample for PartyLine {
    fn samples(_: &str) -> Vec<Self> {
        vec![
            Self {
                whose: InvoiceSide::Seller,
                field: PartyField::Name,
            },
            Self {
                whose: InvoiceSide::Buyer,
                field: PartyField::PostCode,
            },
        ]
    }
}

/// A character that is not seen, as the object of a sentence.
#[derive(Clone, Copy)]
pub(crate) struct HiddenSign(pub(crate) char);

impl Localize for HiddenSign {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = u32::from(self.0);
        match (language, self.0.is_control()) {
            (Language::English, _) => {
                f.write_str(&hidden_in(self.0.encode_utf8(&mut [0; 4])).unwrap_or_default())
            }
            (Language::German, true) => write!(f, "das Steuerzeichen U+{code:04X}"),
            (Language::German, false) => write!(f, "das unsichtbare Zeichen U+{code:04X}"),
        }
    }
}

impl MessageSample for HiddenSign {
    fn samples(_: &str) -> Vec<Self> {
        vec![Self('\u{7}'), Self('\u{200b}')]
    }
}
