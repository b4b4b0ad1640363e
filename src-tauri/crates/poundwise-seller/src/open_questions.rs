//! Questions of a dataset of which a listing is open, told before anything is computed.

use std::collections::BTreeMap;

use poundwise_documents::units::{Digest, DocumentId};

use crate::{
    error::{Error, ErrorCode, Result},
    hint::Act,
    store::{Dataset, Reading},
    terms::{Terms, question_of},
};

/// Open listings of a dataset's questions, by the digest of what is asked. Own numbers have none:
/// each listing of them is a question of its own.
#[derive(Default)]
pub(super) struct OpenQuestions(BTreeMap<Digest, DocumentId>);

impl OpenQuestions {
    /// Notes the open questions of a dataset. Reads no rows. Cost: one look-up for each of its
    /// questions.
    pub(super) fn of(reading: &Reading<'_>, dataset: Option<&Dataset>) -> Result<Self> {
        let Some(dataset) = dataset else {
            return Ok(Self::default());
        };
        let mut open = BTreeMap::new();
        for question in reading.questions_of_dataset(&dataset.id)? {
            if let Some(statement) = question.statement
                && let Some(listing) = reading.open_of(&question.id)?
            {
                open.insert(statement, listing);
            }
        }
        Ok(Self(open))
    }

    /// Leaves out the question of a listing that is about to be withdrawn.
    pub(super) fn without(mut self, withdrawn: &DocumentId) -> Self {
        self.0.retain(|_, listing| listing != withdrawn);
        self
    }

    /// Refuses a question of which a listing is open.
    ///
    /// # Errors
    /// `question-open`.
    pub(super) fn check(&self, terms: &Terms) -> Result<()> {
        match question_of(terms).and_then(|asked| self.0.get(&asked)) {
            Some(listing) => Err(open_already(listing)),
            None => Ok(()),
        }
    }
}

/// Returns the error of a question of which a listing is open.
pub(super) fn open_already(listing: &DocumentId) -> Error {
    Error::refused(
        ErrorCode::QuestionOpen,
        format!("The same question is listed already, as {listing}."),
    )
    .hint(Act::Reprice.to("Change its price"))
    .hint("Or withdraw it first. Its numbers stay the same in any case.")
}
