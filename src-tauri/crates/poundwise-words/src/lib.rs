//! Messages for people, in English and German.
//!
//! [`messages!`] declares an enum of messages with typed fields. The texts of both languages stand
//! side by side. A text that is missing, or that names a field that the message does not have, does
//! not compile. A field that a text does not use is a warning. [`plain_texts!`] declares texts
//! without fields.
//!
//! ```
//! use poundwise_words::{Language, messages};
//!
//! messages! {
//!     /// Messages about files.
//!     pub enum FileMessage {
//!         Empty { file: String } => {
//!             en: "{file} is empty.",
//!             de: "{file} ist leer.",
//!         }
//!         Rows { rows: u64 } => {
//!             en: { rows; 1 => "The file has one row.", _ => "The file has {rows} rows." },
//!             de: { rows; 1 => "Die Datei hat eine Zeile.", _ => "Die Datei hat {rows} Zeilen." },
//!         }
//!     }
//! }
//!
//! let message = FileMessage::Rows { rows: 12345 };
//! assert_eq!(message.to_string(), "The file has 12\u{202f}345 rows.");
//! assert_eq!(
//!     Language::German.write(&message).to_string(),
//!     "Die Datei hat 12\u{202f}345 Zeilen.",
//! );
//! ```

#[doc(hidden)]
pub mod catalogue;
mod language;
mod localize;
mod macros;
mod number;
mod text;

pub use language::Language;
pub use localize::{Localize, Localized};
pub use text::Text;
