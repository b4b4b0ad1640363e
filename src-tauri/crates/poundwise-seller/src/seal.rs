//! Sealing: the data and the top seeds are erased, and selling goes on from the responses at the
//! tops (Andersson, Pagh, Retschmeier and Nelson, arXiv 2505.22449, Appendix A.1).
//!
//! A dataset is sealed as a whole: the responses at the top of its open listings and the seeds of
//! the jumps below them stay; the table, x, the salts, the dataset's secret, the digests by which
//! the table is known, every count of its rows, and the questions that are withdrawn are erased.
//! Own numbers are sealed by their listing.

use std::sync::Arc;

use crate::{
    Seller,
    error::{Error, ErrorCode, Result},
    hint::{Act, Field},
    home::Home,
    ids::ListingId,
    job::Job,
    make_views::{own_listing, own_listing_view},
    messages::SealMessage,
    names::DatasetName,
    secrets::ListingSecrets,
    store::{Dataset, OwnListing, SecretName},
    vault::Vault,
    view::{DatasetState, DatasetView, ListingStatus, ListingView, SealPreview, SealedQuestion},
    work::{Stage, Work, WorkStep},
};
use gradual_release::accountant::{LossSum, PrivacyLoss};
use poundwise_documents::units::SumOfLosses;

/// The sealing of a dataset that is asked for.
pub struct Sealing {
    dataset: Box<Dataset>,
    /// Whether the cap may be passed.
    accept_over_cap: bool,
    kept: Vec<Kept>,
    vault: Arc<Vault>,
}

/// Source of a sealed dataset's sales, encrypted, which only waits for its place.
pub struct SealedDataset(Sealing);

/// The sealing of the own numbers of a listing that is asked for.
pub struct NumbersSealing {
    kept: Kept,
    vault: Arc<Vault>,
}

/// Source of sealed own numbers' sales, encrypted, which only waits for its place.
pub struct SealedNumbers(NumbersSealing);

/// A question that sells on.
struct Kept {
    own: OwnListing,
    /// Its secrets as they are stored: open in a [`Sealing`], sealed in a [`SealedDataset`].
    secrets: Vec<u8>,
}

impl Seller<'_> {
    /// Returns the parts that sealing a dataset would keep and erase, and the loss of its
    /// population to an attacker who copies the home then.
    ///
    /// # Errors
    /// `no-such-dataset`, `dataset-gone`.
    pub fn preview_seal(&self, dataset: &DatasetName) -> Result<SealPreview> {
        let dataset = self.require_dataset(dataset.as_str())?;
        dataset.held()?;
        self.seal_preview(&dataset)
    }

    fn seal_preview(&self, dataset: &Dataset) -> Result<SealPreview> {
        let population = &dataset.population;
        let (mut kept, mut erased) = (Vec::new(), Vec::new());
        let mut stolen = LossSum::new(population.carried.into());
        let reading = self.context.read();
        for question in reading.questions_of(&population.id)? {
            let Some(own) = reading.newest_of(&question.id)? else {
                continue;
            };
            let listing = own.listing.payload();
            let of_this = question.dataset == Some(dataset.id);
            // What is sealed keeps the response at its top, now or since before.
            let keeps = if of_this {
                own.status == ListingStatus::Open
            } else {
                question.sealed_at.is_some()
            };
            let level = if keeps {
                listing.top
            } else {
                reading.question_loss(&question.id)?
            };
            stolen.raise(PrivacyLoss::ZERO, listing.family.charge(level));
            if of_this {
                let shown = SealedQuestion {
                    title: listing.title.clone(),
                    level,
                };
                if keeps {
                    kept.push(shown);
                } else {
                    erased.push(shown);
                }
            }
        }
        let stolen = stolen.loss();
        Ok(SealPreview {
            dataset: dataset.name.clone(),
            population: population.name.clone(),
            kept,
            erased,
            stolen_micro_epsilon: stolen.micro_epsilon,
            stolen_nano_rho: stolen.nano_rho,
            cap_micro_epsilon: population.cap.micro_epsilon.get(),
            cap_nano_rho: population.cap.nano_rho.get(),
            still_held: reading.held_beside(&population.id, &dataset.id)?,
        })
    }

    /// Seals a dataset: keeps, of each open listing, the response at the top of its path and the
    /// seed of the jumps below it, and erases everything else: the table, x, the top seeds, the
    /// salts of the commitments, the dataset's secret, the digests by which the table would be
    /// known again, every count of its rows, and the questions that are withdrawn. Every level is
    /// sold as before, with the same numbers; from then on a sale is post-processing of those
    /// responses, which are all that the home still holds of the data.
    ///
    /// Erased means: the file is removed, and the old ciphertexts are overwritten in the database
    /// and its log (WAL), the whole of which is written anew. What is not erased: backups made
    /// before; blocks that the file system or the disk set aside by themselves. What is encrypted
    /// in those opens with the vault key.
    ///
    /// It cannot be undone: nothing new can be asked of the dataset, no opening of it can be
    /// granted any more, and an import of the same table is not recognised.
    ///
    /// # Errors
    /// `no-such-dataset`, `dataset-gone`; `over-cap` where an attacker who copies the home would
    /// then have more of the population than its cap, unless `accept_over_cap`;
    /// `erasure-unfinished` when the dataset is sealed but what was removed could not be
    /// overwritten yet, which opening the home again does.
    pub fn seal(&self, dataset: &DatasetName, accept_over_cap: bool) -> Result<DatasetView> {
        self.begin_seal(dataset, accept_over_cap)?
            .complete(self.home, &Work::silent())
    }

    /// Checks whether a dataset can be sealed.
    ///
    /// # Errors
    /// As [`Seller::seal`].
    pub fn begin_seal(&self, dataset: &DatasetName, accept_over_cap: bool) -> Result<Sealing> {
        let dataset = self.require_dataset(dataset.as_str())?;
        dataset.held()?;
        self.context.check_own_history()?;
        self.check_stolen(&dataset, accept_over_cap)?;
        Ok(Sealing {
            kept: self.open_of(&dataset)?,
            dataset: Box::new(dataset),
            accept_over_cap,
            vault: Arc::clone(&self.context.vault),
        })
    }

    fn check_stolen(&self, dataset: &Dataset, accept_over_cap: bool) -> Result<()> {
        let preview = self.seal_preview(dataset)?;
        let stolen = PrivacyLoss {
            micro_epsilon: preview.stolen_micro_epsilon,
            nano_rho: preview.stolen_nano_rho,
        };
        let cap = dataset.population.cap;
        if accept_over_cap || stolen.is_within(cap.into()) {
            return Ok(());
        }
        Err(Error::refused(
            ErrorCode::OverCap,
            SealMessage::OverCap {
                loss: SumOfLosses(stolen),
                population: preview.population,
                cap,
            },
        )
        .hint(SealMessage::WithdrawBefore)
        .hint(Field::AcceptOverCap.to(SealMessage::AcceptOverCap)))
    }

    /// Returns the open listings of a dataset, with their secrets as they are stored.
    fn open_of(&self, dataset: &Dataset) -> Result<Vec<Kept>> {
        let reading = self.context.read();
        let mut open = Vec::new();
        for question in reading.questions_of_dataset(&dataset.id)? {
            let Some(listing) = reading.open_of(&question.id)? else {
                continue;
            };
            if let Some(own) = reading.own_listing(&listing)? {
                open.push(Kept {
                    secrets: ListingSecrets::ciphertext(&reading, &own.question)?,
                    own,
                });
            }
        }
        Ok(open)
    }

    /// Puts what a sealed dataset sells from in the place of its secrets, and erases those from the
    /// home's files. It takes as long as the database is large, cannot be stopped, and holds the
    /// home.
    ///
    /// # Errors
    /// As [`Seller::seal`]; `holding-changed` if a listing of it was opened or withdrawn meanwhile;
    /// `other-home` if it was begun in another home, or before the recovery key was changed.
    fn finish_seal(&self, sealed: SealedDataset) -> Result<DatasetView> {
        let SealedDataset(Sealing {
            dataset,
            accept_over_cap,
            kept,
            vault,
        }) = sealed;
        self.context.check_begun_here(&vault)?;
        let now = self.context.now()?.to_string();
        let writing = self.context.db.begin()?;
        let dataset = writing.dataset(&dataset.id)?;
        let file = dataset.held()?.to_owned();
        self.check_stolen(&dataset, accept_over_cap)?;
        let open = self.open_of(&dataset)?;
        let same = open.len() == kept.len()
            && open
                .iter()
                .zip(&kept)
                .all(|(now, then)| now.own.listing.id() == then.own.listing.id());
        if !same {
            return Err(
                Error::refused(ErrorCode::HoldingChanged, SealMessage::ListingsChanged)
                    .hint(SealMessage::SealAgain),
            );
        }
        for Kept { own, secrets } in &kept {
            ListingSecrets::replace(&writing, secrets, &own.question)?;
            writing.seal_question(&own.question, &now)?;
        }
        // Withdrawn questions go wholly.
        for question in writing.questions_of_dataset(&dataset.id)? {
            if question.sealed_at.is_none() {
                writing.remove_secret(SecretName::Question(question.id))?;
            }
            writing.remove_secret(SecretName::Statement(question.id))?;
        }
        writing.forget_table(&dataset.id)?;
        self.end_dataset(&writing, &dataset.id, DatasetState::Sealed, &now)?;
        self.context.commit(writing)?;
        self.erase_table(&file)?;
        self.dataset_view(self.require_dataset(&dataset.name)?)
    }

    /// Seals the own numbers of a listing: as [`Seller::seal`], for numbers that are of no dataset.
    ///
    /// # Errors
    /// `no-such-id`, `sealed-already`; `of-a-dataset` for a listing of a dataset, which is sealed
    /// with it; `erasure-unfinished`.
    pub fn seal_own_numbers(&self, id: &ListingId) -> Result<ListingView> {
        self.begin_seal_own_numbers(id)?
            .complete(self.home, &Work::silent())
    }

    /// Checks whether the own numbers of a listing can be sealed.
    ///
    /// # Errors
    /// As [`Seller::seal_own_numbers`].
    pub fn begin_seal_own_numbers(&self, id: &ListingId) -> Result<NumbersSealing> {
        let own = own_listing(&self.context.read(), id)?;
        let title = || own.listing.payload().title.clone();
        if let Some(dataset) = &own.dataset {
            return Err(Error::refused(
                ErrorCode::OfADataset,
                SealMessage::OfADataset {
                    title: title(),
                    dataset: dataset.to_string(),
                },
            )
            .hint(Act::SealDataset(dataset.to_string()).to(SealMessage::SealDataset)));
        }
        if let Some(since) = self
            .context
            .read()
            .question(&own.question)?
            .and_then(|known| known.sealed_at)
        {
            return Err(Error::refused(
                ErrorCode::SealedAlready,
                SealMessage::SealedAlready {
                    title: title(),
                    day: since.to_datetime().date_naive(),
                },
            )
            .hint(SealMessage::NothingToErase));
        }
        self.context.check_own_history()?;
        Ok(NumbersSealing {
            kept: Kept {
                secrets: ListingSecrets::ciphertext(&self.context.read(), &own.question)?,
                own,
            },
            vault: Arc::clone(&self.context.vault),
        })
    }

    /// Puts what sealed own numbers are sold from in the place of their secrets. It takes as long
    /// as the database is large, cannot be stopped, and holds the home.
    ///
    /// # Errors
    /// As [`Seller::seal_own_numbers`]; `other-home`.
    fn finish_seal_own_numbers(&self, sealed: SealedNumbers) -> Result<ListingView> {
        let SealedNumbers(NumbersSealing { kept, vault }) = sealed;
        self.context.check_begun_here(&vault)?;
        let Kept { own, secrets } = &kept;
        let now = self.context.now()?.to_string();
        let writing = self.context.db.begin()?;
        if self
            .context
            .read()
            .question(&own.question)?
            .and_then(|known| known.sealed_at)
            .is_none()
        {
            ListingSecrets::replace(&writing, secrets, &own.question)?;
            writing.seal_question(&own.question, &now)?;
            writing.note_erasure()?;
        }
        self.context.commit(writing)?;
        self.context
            .db
            .finish_erasure()
            .map_err(crate::datasets::unfinished)?;
        own_listing_view(
            self.context,
            &own_listing(&self.context.read(), &own.listing.id().into())?,
        )
    }
}

impl Job for Sealing {
    type Made = SealedDataset;
    type Answer = DatasetView;

    /// Reads the responses at the tops of the paths. Needs no home.
    ///
    /// # Errors
    /// `secret-damaged`; `stopped`.
    fn run(self, work: &Work<'_>) -> Result<SealedDataset> {
        let total: u64 = self.kept.iter().map(Kept::dimension).sum();
        let stage = work.stage(WorkStep::Seal, total);
        stage.tell(0)?;
        let mut done = 0;
        let mut kept = Vec::with_capacity(self.kept.len());
        for open in self.kept {
            let before = done;
            done += open.dimension();
            kept.push(open.sealed(&self.vault, &stage.after(before))?);
            stage.tell(done)?;
        }
        Ok(SealedDataset(Self { kept, ..self }))
    }

    fn finish(home: &Home, made: SealedDataset) -> Result<DatasetView> {
        Seller::of(home).finish_seal(made)
    }
}

impl Job for NumbersSealing {
    type Made = SealedNumbers;
    type Answer = ListingView;

    /// Reads the response at the top of the path. Needs no home.
    ///
    /// # Errors
    /// `secret-damaged`; `stopped`.
    fn run(self, work: &Work<'_>) -> Result<SealedNumbers> {
        let stage = work.stage(WorkStep::Seal, self.kept.dimension());
        stage.tell(0)?;
        let kept = self.kept.sealed(&self.vault, &stage)?;
        stage.tell(stage.total())?;
        Ok(SealedNumbers(Self { kept, ..self }))
    }

    fn finish(home: &Home, made: SealedNumbers) -> Result<ListingView> {
        Seller::of(home).finish_seal_own_numbers(made)
    }
}

impl Kept {
    /// Returns the coordinates of the question.
    fn dimension(&self) -> u64 {
        self.own.listing.payload().dimension
    }

    /// Returns the same, with the response that it sells on from in the place of its secrets. Reports
    /// its coordinates.
    fn sealed(self, vault: &Vault, stage: &Stage<'_>) -> Result<Self> {
        let listing = self.own.listing.payload();
        let secrets = match ListingSecrets::unseal(&self.secrets, vault, listing)? {
            ListingSecrets::Open(open) => open
                .seal(listing, stage)?
                .ciphertext(vault, &self.own.question)?,
            ListingSecrets::Sealed(_) => self.secrets,
        };
        Ok(Self {
            own: self.own,
            secrets,
        })
    }
}
