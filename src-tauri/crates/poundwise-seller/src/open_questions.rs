//! Questions of a dataset that are listed, or whose loss its population carries, told before
//! anything is computed.

use std::collections::BTreeMap;

use poundwise_documents::{
    kinds::Question,
    units::{Digest, DocumentId, MicroEpsilon},
};

use crate::{
    error::{Error, ErrorCode, Result},
    hint::Act,
    messages::ListingMessage,
    store::{Dataset, Reading},
    terms::{Terms, question_of},
    view::ListedBefore,
};

/// A dataset's questions that are listed, or were sold before its population was merged, by the
/// digest of what is asked. Own numbers have none: each listing of them is a question of its own.
#[derive(Default)]
pub(super) struct OpenQuestions {
    open: BTreeMap<Digest, DocumentId>,
    /// The losses that the population carries since it was merged.
    carried: BTreeMap<Digest, MicroEpsilon>,
    /// The questions of a linked dataset, with the title of the newest listing and the loss of each.
    linked: Vec<(Question, ListedBefore)>,
}

impl OpenQuestions {
    /// Notes the open questions of a dataset. Reads no rows. Cost: one look-up for each of its
    /// questions.
    pub(super) fn of(reading: &Reading<'_>, dataset: Option<&Dataset>) -> Result<Self> {
        let Some(dataset) = dataset else {
            return Ok(Self::default());
        };
        let mut questions = Self::default();
        for question in reading.questions_of_dataset(&dataset.id)? {
            if dataset.is_linked() {
                if let Some(own) = reading.newest_of(&question.id)? {
                    let listing = own.listing.payload();
                    let before = ListedBefore {
                        title: listing.title.clone(),
                        loss_micro_epsilon: reading.question_loss(&question.id)?.get(),
                    };
                    questions.linked.push((listing.question.clone(), before));
                }
                continue;
            }
            let Some(statement) = question.statement else {
                continue;
            };
            if let Some(listing) = reading.open_of(&question.id)? {
                questions.open.insert(statement, listing);
            }
            if question.population != dataset.population.id {
                let loss = reading.question_loss(&question.id)?;
                if !loss.is_zero() {
                    questions.carried.insert(statement, loss);
                }
            }
        }
        Ok(questions)
    }

    /// Leaves out the question of a listing that is about to be withdrawn.
    pub(super) fn without(mut self, withdrawn: &DocumentId) -> Self {
        self.open.retain(|_, listing| listing != withdrawn);
        self
    }

    /// Returns the loss of a question that the population carries already, since it was sold before
    /// its population was merged: listed again it counts once more.
    pub(super) fn carried(&self, terms: &Terms) -> Option<MicroEpsilon> {
        question_of(terms).and_then(|asked| self.carried.get(&asked).copied())
    }

    /// Returns the earlier listings of the same question of a linked table. The loss of each is added
    /// to that of a new one.
    pub(super) fn listed_before(&self, question: &Question) -> Vec<ListedBefore> {
        let asked = question.without_stated_rows();
        let linked = self.linked.iter();
        let same = linked.filter(|(question, _)| question.without_stated_rows() == asked);
        same.map(|(_, before)| before.clone()).collect()
    }

    /// Refuses a question of which a listing is open.
    ///
    /// # Errors
    /// `question-open`.
    pub(super) fn check(&self, terms: &Terms) -> Result<()> {
        match question_of(terms).and_then(|asked| self.open.get(&asked)) {
            Some(listing) => Err(open_already(listing)),
            None => Ok(()),
        }
    }
}

/// Returns the error of a question of which a listing is open.
pub(super) fn open_already(listing: &DocumentId) -> Error {
    Error::refused(
        ErrorCode::QuestionOpen,
        ListingMessage::QuestionListed { listing: *listing },
    )
    .hint(Act::Reprice.to(ListingMessage::ChangePrice))
    .hint(ListingMessage::OrWithdrawFirst)
}
