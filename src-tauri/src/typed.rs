//! Values that the page gives as a person typed them.
//!
//! They are read where a command begins, so that what is wrong with one is told as every other
//! error is: with its code, by which a form finds the field, and the way out.

use std::marker::PhantomData;

use poundwise_documents::units::{Kid, MicroEpsilon};
use poundwise_market::{
    BankName, CodebookName, ContactName, ContactNote, ContactRef, DatasetName, HalfWidthWanted,
    HomeName, IdPrefix, InvoiceNumber, ListingName, MarketUrl, PaymentNote, PopulationName,
    Recipient, Result, key, level,
};
use serde::Deserialize;

use crate::session::Answer;

/// A text that stands for a value.
#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct Typed<T> {
    text: String,
    #[serde(skip)]
    of: PhantomData<fn() -> T>,
}

impl<T: FromTyped> Typed<T> {
    /// Returns the value.
    pub(crate) fn read(&self) -> Answer<T> {
        T::from_typed(&self.text).map_err(|error| error.view())
    }
}

/// A value that people type.
pub(crate) trait FromTyped: Sized {
    /// Reads a text, with the error of the market.
    fn from_typed(text: &str) -> Result<Self>;
}

impl<D> FromTyped for IdPrefix<D> {
    fn from_typed(text: &str) -> Result<Self> {
        text.parse()
    }
}

macro_rules! from_typed {
    ($($name:ty: $read:expr;)+) => {$(
        impl FromTyped for $name {
            fn from_typed(text: &str) -> Result<Self> {
                $read(text)
            }
        }
    )+};
}

from_typed! {
    BankName: str::parse;
    CodebookName: str::parse;
    ContactName: str::parse;
    ContactNote: str::parse;
    ContactRef: str::parse;
    DatasetName: str::parse;
    MicroEpsilon: level;
    HalfWidthWanted: str::parse;
    HomeName: str::parse;
    InvoiceNumber: str::parse;
    Kid: key;
    ListingName: str::parse;
    MarketUrl: str::parse;
    PaymentNote: str::parse;
    PopulationName: str::parse;
    Recipient: str::parse;
}

#[cfg(test)]
impl<T: 'static> ts_rs::TS for Typed<T> {
    type WithoutGenerics = String;
    type OptionInnerType = Self;

    fn name(config: &ts_rs::Config) -> String {
        <String as ts_rs::TS>::name(config)
    }

    fn inline(config: &ts_rs::Config) -> String {
        <String as ts_rs::TS>::inline(config)
    }
}
