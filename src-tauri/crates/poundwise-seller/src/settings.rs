//! Settings that are kept as JSON.

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Seller,
    error::{Error, Result},
    messages::{FaultMessage, StoredJson},
    store::{Setting, Writing},
};

impl Seller<'_> {
    /// Returns the value of a setting, if it is set.
    pub(crate) fn json_of<T: DeserializeOwned>(&self, setting: Setting) -> Result<Option<T>> {
        self.context
            .read()
            .setting(setting)?
            .map(|json| serde_json::from_str(&json).map_err(|e| no_json(&e)))
            .transpose()
    }

    /// Sets it in a transaction of its own.
    pub(crate) fn store_json(&self, setting: Setting, value: &impl Serialize) -> Result<()> {
        let writing = self.context.db.begin()?;
        note_json(&writing, setting, value)?;
        self.context.commit(writing)
    }
}

/// Stores a setting as JSON in a transaction.
pub(crate) fn note_json(
    writing: &Writing<'_>,
    setting: Setting,
    value: &impl Serialize,
) -> Result<()> {
    let json = serde_json::to_string(value).map_err(|e| no_json(&e))?;
    writing.note(setting, &json)
}

pub(crate) fn no_json(why: &serde_json::Error) -> Error {
    Error::fault(FaultMessage::Json {
        what: StoredJson::Setting,
        why: why.to_string(),
    })
}
