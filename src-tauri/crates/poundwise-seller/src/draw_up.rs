//! A new listing: the draft is made definite and its numbers are computed without the home; then
//! the home signs it.

use std::{path::PathBuf, sync::Arc};

use chrono::Duration;
use poundwise_documents::{
    jws::Signed,
    keys::Jwk,
    kinds::{Family, Listing, TextRule},
    units::{Digest, DocumentId, MicroEpsilon, Salt, Timestamp},
};
use zeroize::Zeroizing;

use crate::{
    Seller,
    availability::state_levels,
    datasets::DatasetTable,
    draft::{ListingDraft, ListingSubject, OWN},
    error::{Error, ErrorCode, Result},
    form::{FormReading, ListingForm},
    hint::{Act, Field},
    home::{DATASETS, Home},
    ids::ListingId,
    job::Job,
    link::LinkedRows,
    make_views::{own_listing, own_listing_view},
    messages::ListingMessage,
    names::PopulationName,
    open_questions::{OpenQuestions, open_already},
    secrets::OpenSecrets,
    store::{Dataset, Population, QuestionRow, SecretName, Writing},
    tables::DatasetRecord,
    terms::{Subject, Terms, statement, title},
    text_error::{text_error, unsignable},
    vault::Vault,
    view::ListingView,
    work::{Stage, Steps, Work, WorkStep},
};
use poundwise_query::Schema;

/// An open listing that a new one takes the place of, and why it is withdrawn.
pub(super) struct Replaced {
    pub(super) listing: ListingId,
    pub(super) reason: String,
}

/// A listing that is asked for, and what of its subject is public.
pub struct Draft {
    pub(super) draft: ListingDraft,
    replaces: Option<Replaced>,
    pub(super) subject: Subject,
    pub(super) signer: Signer,
    pub(super) open: OpenQuestions,
    /// None for own numbers.
    source: Option<Source>,
    vault: Arc<Vault>,
    /// Error in the levels or the words of a form, which a sketch shows beside the preview.
    pub(super) unread: Option<Error>,
}

/// A home as its listings name it.
#[derive(Clone)]
pub(super) struct Signer {
    name: String,
    recipient: String,
    jwk: Jwk,
    now: Timestamp,
}

/// Source of the rows of a dataset.
#[derive(Clone)]
pub(super) struct Source {
    /// The dataset's record, encrypted.
    record: Vec<u8>,
    folder: PathBuf,
}

/// A listing whose numbers are computed, and only waits to be signed.
pub struct Drawn {
    draft: ListingDraft,
    replaces: Option<Replaced>,
    terms: Terms,
    vault: Arc<Vault>,
    seed_commitment: Digest,
    data_commitment: Digest,
    /// Digest by which a question of a dataset is recognised; none for own numbers.
    statement: Option<Digest>,
    /// The secrets as they are to be stored.
    secrets: Vec<u8>,
    /// The SQL text of a question of a linked table, as it is to be stored.
    sql: Option<Vec<u8>>,
}

/// The computed numbers of a question.
pub(super) struct Computed {
    secrets: OpenSecrets,
    statement: Option<Digest>,
    sql: Option<String>,
}

impl Seller<'_> {
    /// Lists an attribute: computes x, derives the question's seeds, signs and publishes the
    /// listing. The same question of the same dataset has the same seeds whenever it is listed; the
    /// owner's own numbers draw fresh ones. Cost: one pass over the columns of the dataset that it
    /// is about.
    ///
    /// # Errors
    /// What is wrong with the draft; I/O errors, such as `disk-full`; `question-open` where a
    /// listing of the same question is open. Then nothing is listed. An unreachable market is no
    /// error: the listing is published by the next [`crate::Home::deliver`].
    pub fn create_listing(&self, draft: &ListingDraft) -> Result<ListingView> {
        self.begin_listing(draft)?
            .complete(self.home, &Work::silent())
    }

    /// Notes what of the dataset the draft needs.
    ///
    /// # Errors
    /// `no-such-dataset`, `dataset-gone`; for own numbers `no-population`, `no-such-population`.
    pub fn begin_listing(&self, draft: &ListingDraft) -> Result<Draft> {
        let subject = match &draft.subject {
            ListingSubject::OwnNumbers { population } => self.own_numbers(population.as_ref())?,
            ListingSubject::Dataset(name) => self.subject(name.as_str())?,
        };
        let dataset = subject.dataset.as_ref();
        Ok(Draft {
            draft: draft.clone(),
            replaces: None,
            open: OpenQuestions::of(&self.context.read(), dataset)?,
            source: dataset.map(|dataset| self.source(dataset)).transpose()?,
            subject,
            signer: self.signer()?,
            vault: Arc::clone(&self.context.vault),
            unread: None,
        })
    }

    /// Reads the form of a listing by the columns of its dataset.
    ///
    /// # Errors
    /// `no-such-dataset`.
    pub fn read_listing_form(&self, form: &ListingForm) -> Result<FormReading> {
        let schema = match form.dataset.trim() {
            OWN => Schema::default(),
            name => self.require_dataset(name)?.schema,
        };
        Ok(form.read(&schema))
    }

    /// Returns the dataset of that name as what listings are of.
    ///
    /// # Errors
    /// `no-such-dataset`, `dataset-gone`.
    pub(super) fn subject(&self, name: &str) -> Result<Subject> {
        let dataset = self.require_dataset(name)?;
        dataset.held()?;
        let population = &dataset.population.id;
        Ok(Subject {
            states_rows: self.context.read().states_rows(population)?,
            population: dataset.population.clone(),
            dataset: Some(dataset),
        })
    }

    /// Returns from where the rows of a dataset are read.
    pub(super) fn source(&self, dataset: &Dataset) -> Result<Source> {
        let reading = self.context.read();
        Ok(Source {
            record: reading.secret(SecretName::Dataset(dataset.id))?,
            folder: self.context.dir.join(DATASETS),
        })
    }

    /// Returns the time of a new listing of a question: not before the last entry, and after the
    /// listing before it, from which it may differ in nothing else.
    fn listed_at(&self, question: &Digest) -> Result<Timestamp> {
        let reading = self.context.read();
        let now = self.moment(&reading)?.now;
        let Some(before) = reading.newest_of(question)? else {
            return Ok(now);
        };
        let after = before.listing.payload().issued_at.to_datetime() + Duration::seconds(1);
        let after = Timestamp::new(after).map_err(|e| {
            Error::failed(
                ErrorCode::Clock,
                ListingMessage::NoTimeForListing { why: e.to_string() },
            )
            .hint(ListingMessage::SetClock)
        })?;
        Ok(now.max(after))
    }

    /// Returns the subject of own numbers: the population that the draft names.
    fn own_numbers(&self, name: Option<&PopulationName>) -> Result<Subject> {
        let name = name.ok_or_else(|| {
            Error::usage(
                ErrorCode::NoPopulation,
                ListingMessage::OwnNumbersWithoutPopulation,
            )
            .hint(Field::Population.to(ListingMessage::NamePopulation))
            .hint(Act::CreatePopulation.to(ListingMessage::CreatePopulationFirst))
        })?;
        let population = self.require_live_population(name.as_str())?;
        Ok(Subject {
            dataset: None,
            states_rows: self.context.read().states_rows(&population.id)?,
            population,
        })
    }

    /// Signs, stores and publishes a listing.
    ///
    /// # Errors
    /// `other-home` if the listing was begun in another home or before the recovery key was
    /// changed; I/O errors, such as `disk-full`; `question-open` where a listing of the same
    /// question is open, but the one that it takes the place of; `withdrawn`, `replaced` where that
    /// one is no longer open; `question-differs` where the same question had other numbers before,
    /// which must never be; as [`Seller::approve`] where this home may be an older copy of itself.
    /// Then nothing is listed.
    fn finish_listing(&self, drawn: &Drawn) -> Result<ListingView> {
        self.check_may_list(drawn)?;
        let signed = self.sign_drawn(drawn)?;
        let writing = self.context.db.begin()?;
        self.insert_drawn(&writing, drawn, &signed)?;
        state_levels(self.context, &writing)?;
        self.context.commit_and_send(writing)?;
        self.listed(drawn, &signed)
    }

    /// Refuses a listing that was begun elsewhere, and any where this home may be an older copy of
    /// itself.
    pub(super) fn check_may_list(&self, drawn: &Drawn) -> Result<()> {
        self.context.check_begun_here(&drawn.vault)?;
        // A listing states cap and carried loss as last recorded, which an old copy does not know.
        self.context.check_own_history()
    }

    /// Signs a listing; nothing is stored.
    pub(super) fn sign_drawn(&self, drawn: &Drawn) -> Result<Signed<Listing>> {
        let Drawn { draft, terms, .. } = drawn;
        let population = self
            .context
            .read()
            .population(&terms.subject.population.id)?;
        let listing = listing(draft, terms, &population, &self.signer()?)?;
        self.context.sign(Listing {
            seed_commitment: drawn.seed_commitment,
            data_commitment: drawn.data_commitment,
            issued_at: self.listed_at(&drawn.seed_commitment)?,
            ..listing
        })
    }

    /// Returns this home as its listings name it.
    pub(super) fn signer(&self) -> Result<Signer> {
        Ok(Signer {
            name: self.context.name.clone(),
            recipient: self.context.vault.recipient(),
            jwk: self.context.identity.jwk(),
            now: self.context.now()?,
        })
    }

    /// Stores a signed listing with its question and its secrets, in the caller's transaction.
    pub(super) fn insert_drawn(
        &self,
        writing: &Writing<'_>,
        drawn: &Drawn,
        signed: &Signed<Listing>,
    ) -> Result<()> {
        if let Some(Replaced { listing, reason }) = &drawn.replaces {
            self.end_listing(writing, listing, reason)?;
        }
        let subject = &drawn.terms.subject;
        let listing = signed.payload();
        let question = NewQuestion {
            id: drawn.seed_commitment,
            population: listing.population,
            dataset: subject.dataset.as_ref().map(|dataset| dataset.id),
            statement: drawn.statement,
            data_commitment: drawn.data_commitment,
            family: listing.family,
        };
        if let Some(dataset) = &subject.dataset {
            // It may have been sealed or removed while x was computed.
            writing.dataset(&dataset.id)?.held()?;
        }
        question.insert(writing, &drawn.secrets, &listing.title)?;
        if let Some(sql) = &drawn.sql {
            writing.insert_secret(SecretName::Statement(question.id), sql)?;
        }
        self.insert_listing(writing, signed, signed.id(), 0)
    }

    /// Returns a listing that was signed and stored.
    pub(super) fn listed(&self, drawn: &Drawn, signed: &Signed<Listing>) -> Result<ListingView> {
        let own = own_listing(&self.context.read(), &signed.id().into())?;
        Ok(ListingView {
            step_advised: drawn.terms.plan.step_advised(),
            ..own_listing_view(self.context, &own)?
        })
    }
}

/// Checks a listing as it will be signed, before its numbers are computed: by the rules of the
/// document.
///
/// # Errors
/// `no-title`; `text` with the field whose text is refused; `document`.
pub(super) fn check_signable(draft: &ListingDraft, terms: &Terms, signer: &Signer) -> Result<()> {
    // The shape has it without what is not seen.
    TextRule::LINE
        .check(draft.question.unit().trim())
        .map_err(|fault| text_error("unit", fault))?;
    let listing = listing(draft, terms, &terms.subject.population, signer)?;
    listing.check().map_err(|error| unsignable(&error))
}

/// Returns a listing as it is signed, all but its commitments and its own time.
///
/// # Errors
/// `no-title`.
fn listing(
    draft: &ListingDraft,
    terms: &Terms,
    population: &Population,
    signer: &Signer,
) -> Result<Listing> {
    let offered = &terms.offered;
    let shape = terms.plan.shape();
    let listing = Listing {
        title: title(draft)?,
        description: draft.description.clone().unwrap_or_default(),
        seller_name: signer.name.clone(),
        question: shape.question.clone(),
        unit: shape.unit.clone(),
        dimension: shape.dimension,
        labels: shape.labels.clone(),
        sensitivity: shape.sensitivity,
        adjacency: shape.adjacency,
        unit_name: population.unit_name.clone(),
        unit_column: terms.plan.unit_column(),
        rows_per_unit: shape.rows_per_unit,
        protects: String::new(),
        family: shape.family,
        ceiling: offered.ceiling,
        top: offered.top,
        grain: offered.grain,
        tariff: offered.tariff.clone(),
        currency: offered.currency,
        pay_to: offered.pay_to.clone(),
        terms: draft.terms.clone().unwrap_or_default(),
        deliver_to: signer.recipient.clone(),
        population: population.id,
        population_cap_micro_epsilon: population.cap.micro_epsilon,
        population_cap_nano_rho: population.cap.nano_rho,
        population_carried_micro_epsilon: population.carried.micro_epsilon,
        population_carried_nano_rho: population.carried.nano_rho,
        path_layout: terms.mechanism.layout().to_owned(),
        seed_commitment: Digest::from_bytes([0; 32]),
        data_commitment: Digest::from_bytes([0; 32]),
        previous: None,
        jwk: signer.jwk.clone(),
        issued_at: signer.now,
    };
    Ok(Listing {
        protects: listing.protects_words(),
        ..listing
    })
}

impl Draft {
    /// Checks a definite draft as far as it can be without its numbers. Returns the SQL text that
    /// computes them for a linked table.
    ///
    /// # Errors
    /// As [`check_signable`]; `question-open`; `engine-question` if the database cannot compute the
    /// question exactly; errors of the link's file.
    pub(super) fn check(&self, terms: &Terms) -> Result<Option<String>> {
        check_signable(&self.draft, terms, &self.signer)?;
        self.open.check(terms)?;
        self.sql(terms)
    }

    fn sql(&self, terms: &Terms) -> Result<Option<String>> {
        let linked = terms.subject.dataset.as_ref();
        let linked = linked.filter(|dataset| dataset.is_linked());
        let (Some(source), Some(dataset)) = (&self.source, linked) else {
            return Ok(None);
        };
        let (rows, key) = source.linked(dataset, &self.vault)?;
        let statement = rows.statement(&terms.plan, &key)?;
        Ok(Some(statement.sql().to_owned()))
    }

    /// Leaves the question of a listing free, which is to be withdrawn for this one.
    pub(super) fn correcting(self, listing: &DocumentId) -> Self {
        Self {
            open: self.open.without(listing),
            ..self
        }
    }

    /// Notes an error in the levels or the words of a form, for [`Draft::sketch`].
    #[must_use]
    pub fn with_unread(self, unread: Option<Error>) -> Self {
        Self { unread, ..self }
    }

    pub(super) fn in_place_of(self, replaced: Replaced) -> Self {
        Self {
            replaces: Some(replaced),
            ..self
        }
    }
}

impl Job for Draft {
    type Made = Drawn;
    type Answer = ListingView;

    const CHECKS_OWN_LOG: bool = true;

    /// Reads the dataset, computes x and draws the seeds. Needs no home.
    ///
    /// # Errors
    /// What is wrong with the draft, or with the stored table; `stopped`.
    fn run(self, work: &Work<'_>) -> Result<Drawn> {
        let terms = Terms::of(&self.draft, self.subject.clone())?;
        self.check(&terms)?;
        let steps = work.through(steps_of(terms.subject.dataset.as_ref()));
        let computed = match (self.source, terms.subject.dataset.clone()) {
            (Some(source), Some(dataset)) => {
                let opened = source.open(dataset, &self.vault, steps)?;
                opened.compute(&terms, &opened.computing(steps))?
            }
            _ => {
                // No key: own numbers have no rows to pick from.
                let values = Zeroizing::new(terms.plan.compute(None, &[0; 32])?);
                Computed {
                    secrets: OpenSecrets::draw(values)?,
                    statement: None,
                    sql: None,
                }
            }
        };
        Ok(Drawn {
            replaces: self.replaces,
            ..Drawn::new(self.draft, terms, &computed, self.vault)?
        })
    }

    fn finish(home: &Home, made: Drawn) -> Result<ListingView> {
        Seller::of(home).finish_listing(&made)
    }
}

impl Drawn {
    /// Returns the title as typed.
    pub(super) fn title(&self) -> &str {
        self.draft.title.as_deref().unwrap_or_default()
    }

    /// Returns a listing that only waits to be signed.
    pub(super) fn new(
        draft: ListingDraft,
        terms: Terms,
        computed: &Computed,
        vault: Arc<Vault>,
    ) -> Result<Self> {
        let secrets = &computed.secrets;
        let name = SecretName::Statement(secrets.seed_commitment());
        let sealed = |sql: &String| vault.encrypt_named(name, sql.as_bytes());
        Ok(Self {
            draft,
            replaces: None,
            terms,
            statement: computed.statement,
            sql: computed.sql.as_ref().map(sealed).transpose()?,
            seed_commitment: secrets.seed_commitment(),
            data_commitment: secrets.data_commitment(),
            secrets: secrets.ciphertext(&vault)?,
            vault,
        })
    }
}

/// Returns the steps of computing questions of a dataset.
pub(super) fn steps_of(dataset: Option<&Dataset>) -> &'static [WorkStep] {
    match dataset.is_some_and(Dataset::is_linked) {
        true => &[WorkStep::Query],
        false => &[WorkStep::Load, WorkStep::Compute],
    }
}

/// A dataset's table, with the dataset's secrets.
pub(super) struct OpenDataset {
    dataset: Dataset,
    record: DatasetRecord,
    table: OpenTable,
}

/// The rows of a dataset.
enum OpenTable {
    /// In the home.
    Stored(DatasetTable),
    /// In a database.
    Linked(LinkedRows),
}

impl Source {
    /// Returns the rows of a linked dataset, with the key that chooses the rows of a person that
    /// count.
    ///
    /// # Errors
    /// As [`LinkedRows::open`].
    pub(super) fn linked(
        &self,
        dataset: &Dataset,
        vault: &Vault,
    ) -> Result<(LinkedRows, Zeroizing<[u8; 32]>)> {
        let record = DatasetRecord::unseal(&self.record, vault, &dataset.id)?;
        let rows = LinkedRows::open(&self.folder, dataset, vault)?;
        Ok((rows, record.secret.contributions_key()?))
    }

    /// Opens the table of a dataset.
    ///
    /// # Errors
    /// What is wrong with the stored table; `stopped`.
    pub(super) fn open(
        self,
        dataset: Dataset,
        vault: &Vault,
        steps: Steps<'_, '_>,
    ) -> Result<OpenDataset> {
        let record = DatasetRecord::unseal(&self.record, vault, &dataset.id)?;
        if dataset.is_linked() {
            let table = OpenTable::Linked(LinkedRows::open(&self.folder, &dataset, vault)?);
            return Ok(OpenDataset {
                dataset,
                record,
                table,
            });
        }
        let loading = steps.at(WorkStep::Load, record.report.rows);
        loading.tell(0)?;
        let table = OpenTable::Stored(DatasetTable::open(&self.folder, &dataset, vault)?);
        loading.tell(loading.total())?;
        Ok(OpenDataset {
            dataset,
            record,
            table,
        })
    }
}

impl OpenDataset {
    /// Returns the step of computing from its rows.
    pub(super) fn computing<'a>(&self, steps: Steps<'a, '_>) -> Stage<'a> {
        match &self.table {
            OpenTable::Stored(_) => steps.at(WorkStep::Compute, self.record.report.rows),
            OpenTable::Linked(_) => steps.at(WorkStep::Query, 0),
        }
    }

    /// Computes x of a question. Derives its seeds from the dataset's secret, or draws them for a
    /// linked table, since that table may change.
    ///
    /// # Errors
    /// What is wrong with the table; the errors of [`LinkedRows::compute`]; `stopped`.
    pub(super) fn compute(&self, terms: &Terms, computing: &Stage<'_>) -> Result<Computed> {
        let key = self.record.secret.contributions_key()?;
        let mut statement = statement(&self.dataset, terms);
        match &self.table {
            OpenTable::Stored(table) => {
                let values = computing
                    .query(|progress| terms.plan.compute_with(Some(&table.rows), &key, progress))
                    .map_err(|error| table.error(error))?;
                let secret = &self.record.secret;
                Ok(Computed {
                    secrets: secret.question(&statement, Zeroizing::new(values))?,
                    statement: Some(Digest::of(&statement)),
                    sql: None,
                })
            }
            OpenTable::Linked(rows) => {
                let asked = rows.statement(&terms.plan, &key)?;
                let values = Zeroizing::new(rows.compute(&terms.plan, &asked, computing)?);
                let secrets = OpenSecrets::draw(values)?;
                // Each listing is a question of its own.
                statement.extend_from_slice(secrets.seed_commitment().as_bytes());
                Ok(Computed {
                    secrets,
                    statement: Some(Digest::of(&statement)),
                    sql: Some(asked.sql().to_owned()),
                })
            }
        }
    }
}

/// A question that is listed, perhaps not for the first time.
struct NewQuestion {
    id: Digest,
    population: Salt,
    dataset: Option<Salt>,
    statement: Option<Digest>,
    data_commitment: Digest,
    family: Family,
}

impl NewQuestion {
    /// Stores the question, or finds it, in the caller's transaction.
    fn insert(&self, writing: &Writing<'_>, secrets: &[u8], title: &str) -> Result<()> {
        if let Some(statement) = &self.statement
            && let Some(known) = writing.question_stated(statement)?
        {
            return self.again(writing, &known, title);
        }
        // A question that is found by its id and not by its statement was caught up with.
        if let Some(before) = writing.question(&self.id)? {
            return self.adopt(writing, &before, secrets, title);
        }
        writing.insert_question(&QuestionRow {
            id: self.id,
            population: self.population,
            dataset: self.dataset,
            statement: self.statement,
            data_commitment: self.data_commitment,
            family: self.family,
            sold: MicroEpsilon::ZERO,
            assumed: MicroEpsilon::ZERO,
            sealed_at: None,
        })?;
        OpenSecrets::insert(writing, secrets, &self.id)
    }

    /// Takes up a question that this home only knew from the market, after it had caught up: it is
    /// of a dataset that the home has, so that what was sold of it is what the ledger says.
    fn adopt(
        &self,
        writing: &Writing<'_>,
        before: &QuestionRow,
        secrets: &[u8],
        title: &str,
    ) -> Result<()> {
        self.again(writing, before, title)?;
        writing.adopt_question(&self.id, self.dataset, self.statement.as_ref())?;
        OpenSecrets::insert(writing, secrets, &self.id)
    }

    /// Lists a question again: on the same path, if no listing of it is open.
    fn again(&self, writing: &Writing<'_>, known: &QuestionRow, title: &str) -> Result<()> {
        if (known.id, known.data_commitment) != (self.id, self.data_commitment) {
            return Err(Error::unverified(
                ErrorCode::QuestionDiffers,
                ListingMessage::QuestionDiffers {
                    title: title.to_owned(),
                },
            )
            .hint(ListingMessage::RestoreAndReport));
        }
        if let Some(listing) = writing.open_of(&self.id)? {
            return Err(open_already(&listing));
        }
        // A question of a population that was merged counts in the one that it was merged into from
        // now on.
        writing.move_question(&self.id, &self.population)
    }
}
