//! A new listing: the draft is made definite and its numbers are computed without the home; then
//! the home signs it.

use std::{path::PathBuf, sync::Arc};

use chrono::Duration;
use gradual_release::{Epsilon, Path, Sensitivity};
use poundwise_documents::{
    kinds::{Family, Filter, Listing, MissingCells},
    tariff::Tariff,
    units::{Currency, Digest, MicroEpsilon, Salt, Timestamp},
};
use zeroize::Zeroizing;

use crate::{
    Seller,
    attribute::{DEFAULT_CURRENCY, OWN, attribute, stated_ceiling},
    datasets::read_table,
    error::{Error, ErrorCode, Result},
    hint::{Act, Field},
    home::{DATASETS, Home},
    ids::ListingId,
    job::Job,
    listings::tariff_error,
    names::PayTo,
    secrets::OpenSecrets,
    store::{Dataset, Population, QuestionRow, SecretName, Writing},
    tables::DatasetRecord,
    typed::level,
    vault::Vault,
    view::{ListingDraft, ListingView},
    views::{own_listing, own_listing_view},
    work::{Step, Work},
};
use poundwise_query::{Plan, Schema, Unit, plan};

/// The smallest increment where the owner states none: ε 0.001.
const DEFAULT_GRAIN: u64 = 1_000;

/// A draft made definite, all but what is drawn at random or computed from the data.
pub(crate) struct Terms {
    pub(crate) plan: Plan,
    pub(crate) subject: Subject,
    pub(crate) tariff: Tariff,
    pub(crate) currency: Currency,
    pub(crate) ceiling: MicroEpsilon,
    pub(crate) top: MicroEpsilon,
    pub(crate) grain: MicroEpsilon,
    /// Where buyers pay, or empty.
    pub(crate) pay_to: String,
}

/// What an attribute is of: a dataset, or own numbers about the units of a population.
#[derive(Clone)]
pub(crate) struct Subject {
    /// None for the owner's own numbers.
    pub(crate) dataset: Option<Dataset>,
    pub(crate) population: Population,
}

impl Subject {
    pub(super) fn schema(&self) -> Schema {
        self.dataset
            .as_ref()
            .map_or_else(Schema::default, |dataset| dataset.schema.clone())
    }

    /// Returns the privacy unit, as plans want it.
    pub(crate) fn unit(&self) -> Unit {
        self.dataset.as_ref().map_or(
            Unit {
                adjacency: self.population.adjacency,
                rows_per_unit: 1,
                person_column: None,
            },
            Dataset::unit,
        )
    }

    /// Returns what an attribute of it asks, checked: its query, not yet its price.
    pub(crate) fn planned(&self, draft: &ListingDraft) -> Result<Plan> {
        Ok(plan(&attribute(draft)?, &self.schema(), &self.unit())?)
    }
}

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
    /// The dataset's record, encrypted; none for own numbers.
    record: Option<Vec<u8>>,
    folder: PathBuf,
    vault: Arc<Vault>,
}

/// A listing whose numbers are computed, and only waits to be signed.
pub struct Drawn {
    draft: ListingDraft,
    replaces: Option<Replaced>,
    terms: Terms,
    vault: Arc<Vault>,
    seed_commitment: Digest,
    data_commitment: Digest,
    /// What a question of a dataset is known again by; none for own numbers.
    statement: Option<Digest>,
    /// The secrets as they are to be stored.
    secrets: Vec<u8>,
}

impl Seller<'_> {
    /// Lists an attribute: computes x, derives the question's seeds, signs and publishes the
    /// listing. The same question of the same dataset has the same seeds whenever it is listed; the
    /// owner's own numbers draw fresh ones. Cost: one pass over the columns of the dataset that it
    /// is about.
    ///
    /// # Errors
    /// What is wrong with the draft, or what the disk says; `question-open` where a listing of the
    /// same question is open. Then nothing is listed. An unreachable market is no error: the
    /// listing is published by the next [`crate::Home::deliver`].
    pub fn create_listing(&self, draft: &ListingDraft) -> Result<ListingView> {
        self.begin_listing(draft)?
            .complete(self.home, &Work::silent())
    }

    /// Notes what of the dataset the draft needs.
    ///
    /// # Errors
    /// `no-such-dataset`, `dataset-gone`; for own numbers `no-population`, `no-such-population`.
    pub fn begin_listing(&self, draft: &ListingDraft) -> Result<Draft> {
        let (subject, record) = match draft.dataset.as_str() {
            OWN => (self.own_numbers(draft)?, None),
            name => {
                let dataset = self.require_dataset(name)?;
                dataset.held()?;
                let record = self
                    .context
                    .read()
                    .secret(SecretName::Dataset(dataset.id))?;
                let subject = Subject {
                    population: dataset.population.clone(),
                    dataset: Some(dataset),
                };
                (subject, Some(record))
            }
        };
        Ok(Draft {
            draft: draft.clone(),
            replaces: None,
            subject,
            record,
            folder: self.context.dir.join(DATASETS),
            vault: Arc::clone(&self.context.vault),
        })
    }

    /// Returns the time of a new listing of a question: after the one before it, from which it may
    /// differ in nothing else.
    fn listed_at(&self, question: &Digest) -> Result<Timestamp> {
        let now = self.context.now()?;
        let Some(before) = self.context.read().newest_of(question)? else {
            return Ok(now);
        };
        let after = before.listing.payload().issued_at.to_datetime() + Duration::seconds(1);
        let after = Timestamp::new(after).map_err(|e| {
            Error::failed(
                ErrorCode::Clock,
                format!("No listing can be dated by this machine's clock: {e}."),
            )
            .hint("Set the clock right.")
        })?;
        Ok(now.max(after))
    }

    /// Returns the subject of own numbers: the population that the draft names.
    fn own_numbers(&self, draft: &ListingDraft) -> Result<Subject> {
        let name = draft
            .population
            .as_deref()
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .ok_or_else(|| {
                Error::usage(
                    ErrorCode::NoPopulation,
                    "Own numbers need a population: those whom they are about.",
                )
                .hint(Field::Population.to(
                    "Name it, and see that one of its units moves the numbers by at most the \
                     distance stated",
                ))
                .hint(Act::CreatePopulation.to("Or create one first"))
            })?;
        Ok(Subject {
            dataset: None,
            population: self.require_live_population(name)?,
        })
    }

    /// Signs, stores and publishes a listing.
    ///
    /// # Errors
    /// `other-home` if the listing was begun in another home or before the recovery key was
    /// changed, or what the disk says; `question-open` where a listing of the same question is
    /// open, but the one that it takes the place of; `withdrawn`, `replaced` where that one is no
    /// longer open; `question-differs` where the same question had other numbers before, which must
    /// never be; as [`Seller::approve`] where this home may be an older copy of itself. Then
    /// nothing is listed.
    fn finish_listing(&self, drawn: Drawn) -> Result<ListingView> {
        let Drawn {
            draft,
            replaces,
            terms,
            vault,
            seed_commitment,
            data_commitment,
            statement,
            secrets,
        } = drawn;
        self.context.check_begun_here(&vault)?;
        // A listing states cap and carried loss as last recorded, which an old copy does not know.
        self.context.check_own_history()?;
        let shape = terms.plan.shape();
        let asked = terms.plan.question();
        let population = self
            .context
            .read()
            .population(&terms.subject.population.id)?;
        let listing = Listing {
            title: title(&draft)?,
            description: draft.description.clone().unwrap_or_default(),
            seller_name: self.context.name.clone(),
            kind: shape.kind,
            column: asked.column,
            column_type: asked.column_type,
            filters: asked
                .filters
                .into_iter()
                .map(|(column, column_type, operator, value)| Filter {
                    column,
                    column_type,
                    operator: operator.into(),
                    value,
                })
                .collect(),
            bins: asked.bins,
            edges: asked.edges,
            columns: asked.columns,
            missing: if asked.missing_as_mid {
                MissingCells::AsMid
            } else {
                MissingCells::Excluded
            },
            unit: shape.unit.clone(),
            dimension: shape.labels.len() as u64,
            labels: shape.labels.clone(),
            step: shape.step,
            bounds: shape.bounds.map(Vec::from).unwrap_or_default(),
            sensitivity: shape.sensitivity,
            adjacency: shape.adjacency,
            unit_name: population.unit_name.clone(),
            unit_column: asked.unit_column,
            rows_per_unit: asked.rows_per_unit,
            distance: asked.distance,
            protects: String::new(),
            public_rows: shape.public_rows,
            family: Family::DiscreteLaplace,
            ceiling_micro_epsilon: terms.ceiling,
            top_micro_epsilon: terms.top,
            grain_micro_epsilon: terms.grain,
            tariff: terms.tariff.clone(),
            currency: terms.currency,
            pay_to: terms.pay_to.clone(),
            terms: draft.terms.clone().unwrap_or_default(),
            deliver_to: self.context.vault.recipient(),
            population: population.id,
            population_cap_micro_epsilon: population.cap,
            population_carried_micro_epsilon: population.carried,
            path_layout: Path::LAYOUT.to_owned(),
            seed_commitment,
            data_commitment,
            previous: None,
            jwk: self.context.identity.jwk(),
            issued_at: self.listed_at(&seed_commitment)?,
        };
        let listing = Listing {
            protects: listing.protects_words(),
            ..listing
        };
        let signed = self.context.sign(listing)?;
        let series = signed.id();
        let writing = self.context.db.begin()?;
        if let Some(Replaced { listing, reason }) = &replaces {
            self.end_listing(&writing, listing, reason)?;
        }
        let question = NewQuestion {
            id: seed_commitment,
            population: population.id,
            dataset: terms.subject.dataset.as_ref().map(|dataset| dataset.id),
            statement,
            data_commitment,
        };
        if let Some(dataset) = &terms.subject.dataset {
            // It may have been sealed or removed while x was computed.
            writing.dataset(&dataset.id)?.held()?;
        }
        question.insert(&writing, &secrets, &signed.payload().title)?;
        self.insert_listing(&writing, &signed, series, 0)?;
        self.context.commit(writing)?;
        self.context.send();
        Ok(ListingView {
            step_advised: terms.plan.step_advised(),
            ..own_listing_view(
                self.context,
                &own_listing(&self.context.read(), &series.into())?,
            )?
        })
    }
}

impl Draft {
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

    /// Reads the dataset, computes x and draws the seeds. Needs no home.
    ///
    /// # Errors
    /// What is wrong with the draft, or with the stored table; `stopped`.
    fn run(self, work: &Work<'_>) -> Result<Drawn> {
        let terms = Terms::of(&self.draft, self.subject)?;
        title(&self.draft)?;
        let (secrets, statement) = match (&terms.subject.dataset, self.record) {
            (Some(dataset), Some(record)) => {
                let record = DatasetRecord::unseal(&record, &self.vault, &dataset.id)?;
                let rows = record.report.rows;
                let steps = work.through(&[Step::Load, Step::Compute]);
                let loading = steps.at(Step::Load, rows);
                let columns = terms.plan.columns();
                let table = read_table(&self.folder, dataset, &self.vault, &columns, &loading)?;
                let computing = steps.at(Step::Compute, rows);
                let key = record.secret.contributions_key()?;
                let values = computing
                    .query(|progress| terms.plan.compute_with(Some(&table), &key, progress))?;
                let statement = statement(dataset, &terms.plan, terms.top);
                let secrets = record.secret.question(&statement, Zeroizing::new(values))?;
                (secrets, Some(Digest::of(&statement)))
            }
            _ => {
                // No key: own numbers have no rows to pick from.
                let values = Zeroizing::new(terms.plan.compute(None, &[0; 32])?);
                (OpenSecrets::draw(values)?, None)
            }
        };
        Ok(Drawn {
            statement,
            seed_commitment: secrets.seed_commitment(),
            data_commitment: secrets.data_commitment(),
            secrets: secrets.ciphertext(&self.vault)?,
            draft: self.draft,
            replaces: self.replaces,
            terms,
            vault: self.vault,
        })
    }

    fn finish(home: &Home, made: Drawn) -> Result<ListingView> {
        Seller::of(home).finish_listing(made)
    }
}

impl Terms {
    /// Checks a draft against the dataset's columns and makes it definite. Reads no data but the
    /// owner's own numbers.
    pub(crate) fn of(draft: &ListingDraft, subject: Subject) -> Result<Self> {
        let plan = subject.planned(draft)?;
        let currency = currency(draft.currency.as_deref())?;
        let tariff = Tariff::parse(&draft.price, currency).map_err(tariff_error)?;
        let ceiling = stated_ceiling(draft)?.unwrap_or_else(|| tariff.last_level());
        let top = match draft.top.as_deref() {
            Some(text) => level(text, "the top")?,
            None => ceiling,
        };
        let grain = grain(draft.grain.as_deref(), ceiling)?;
        levels_fit(ceiling, top, grain, Some(&tariff))?;
        let pay_to: PayTo = draft.pay_to.as_deref().unwrap_or_default().parse()?;
        let cap = subject.population.cap;
        if ceiling > cap {
            return Err(Error::usage(
                ErrorCode::CeilingOverCap,
                format!("The ceiling, ε {ceiling}, is over the population's cap, ε {cap}."),
            )
            .hint("Nothing above the cap can be sold; lower the ceiling."));
        }
        supported(&plan, grain)?;
        Ok(Self {
            plan,
            subject,
            tariff,
            currency,
            ceiling,
            top,
            grain,
            pay_to: pay_to.to_string(),
        })
    }
}

/// Reads the currency of a listing as typed.
///
/// # Errors
/// `currency`.
pub(super) fn currency(text: Option<&str>) -> Result<Currency> {
    text.unwrap_or(DEFAULT_CURRENCY).parse().map_err(|e| {
        Error::usage(ErrorCode::Currency, format!("The currency: {e}."))
            .hint("Use an ISO 4217 code such as EUR.")
    })
}

/// Reads the smallest increment of a listing as typed.
///
/// # Errors
/// `epsilon`, `zero-epsilon`.
pub(super) fn grain(text: Option<&str>, ceiling: MicroEpsilon) -> Result<MicroEpsilon> {
    match text {
        Some(text) => level(text, "the grain"),
        None => Ok(MicroEpsilon::new(DEFAULT_GRAIN.min(ceiling.get())).unwrap_or(ceiling)),
    }
}

/// Checks that the levels of a listing and its price, if it has one, go together.
///
/// # Errors
/// `tariff-too-short`, `top-below-ceiling`, `grain`.
pub(super) fn levels_fit(
    ceiling: MicroEpsilon,
    top: MicroEpsilon,
    grain: MicroEpsilon,
    tariff: Option<&Tariff>,
) -> Result<()> {
    if let Some(last) = tariff
        .map(Tariff::last_level)
        .filter(|last| *last < ceiling)
    {
        return Err(Error::usage(
            ErrorCode::TariffTooShort,
            format!("The price ends at ε {last}, below the ceiling of ε {ceiling}."),
        )
        .hint("Price every level up to the ceiling, or lower the ceiling."));
    }
    if top < ceiling {
        return Err(Error::usage(
            ErrorCode::TopBelowCeiling,
            format!("The top, ε {top}, is below the ceiling, ε {ceiling}."),
        )
        .hint("The path starts at the top; nothing above it can be sold."));
    }
    if grain > ceiling || !ceiling.get().is_multiple_of(grain.get()) {
        return Err(Error::usage(
            ErrorCode::Grain,
            format!("The ceiling, ε {ceiling}, is not a multiple of the grain, ε {grain}."),
        )
        .hint(
            "Every level sold is a multiple of the grain; choose them so that the ceiling is one.",
        ));
    }
    Ok(())
}

/// The number of the rules by which a statement is put into bytes.
const STATEMENT_LABEL: &[u8] = b"poundwise-statement-v1";

/// Returns the canonical bytes of everything that with the table determines x, and of everything
/// that defines the noise, each part length-prefixed: two questions of equal bytes have equal x and
/// equal noise.
fn statement(dataset: &Dataset, plan: &Plan, top: MicroEpsilon) -> Vec<u8> {
    let schema = dataset.schema.canonical_bytes();
    let asked = plan.canonical_bytes();
    let parts: [&[u8]; 7] = [
        STATEMENT_LABEL,
        dataset.id.as_bytes(),
        &schema,
        &asked,
        Family::DiscreteLaplace.as_str().as_bytes(),
        Path::LAYOUT.as_bytes(),
        &top.get().to_le_bytes(),
    ];
    let mut bytes = Vec::new();
    for part in parts {
        bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
        bytes.extend_from_slice(part);
    }
    bytes
}

/// A question that is listed, perhaps not for the first time.
struct NewQuestion {
    id: Digest,
    population: Salt,
    dataset: Option<Salt>,
    statement: Option<Digest>,
    data_commitment: Digest,
}

impl NewQuestion {
    /// Stores the question, or finds it, in the caller's transaction.
    fn insert(&self, writing: &Writing<'_>, secrets: &[u8], title: &str) -> Result<()> {
        if let Some(statement) = &self.statement
            && let Some(known) = writing.question_stated(statement)?
        {
            return self.again(writing, &known, title);
        }
        let recovered = writing
            .question(&self.id)?
            .filter(|known| known.statement.is_none());
        if let Some(before) = recovered {
            return self.adopt(writing, &before, secrets, title);
        }
        writing.insert_question(&QuestionRow {
            id: self.id,
            population: self.population,
            dataset: self.dataset,
            statement: self.statement,
            data_commitment: self.data_commitment,
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
                format!(
                    "The same question as “{title}” gave other numbers before, so that equal \
                     noise would lie on different numbers."
                ),
            )
            .hint(
                "Nothing was listed. The stored table or this program has changed: bring the \
                 home back from a backup, and report it.",
            ));
        }
        if let Some(listing) = writing.open_of(&self.id)? {
            return Err(Error::refused(
                ErrorCode::QuestionOpen,
                format!("The same question is listed already, as {listing}."),
            )
            .hint(Act::Reprice.to("Change its price"))
            .hint("Or withdraw it first. Its numbers stay the same in any case."));
        }
        // A question of a population that was merged counts in the one that it was merged into from
        // now on.
        writing.move_question(&self.id, &self.population)
    }
}

/// Checks that the mechanism reaches from the grain to the top at this sensitivity.
fn supported(plan: &Plan, grain: MicroEpsilon) -> Result<()> {
    let fault = |e: gradual_release::Error| {
        Error::usage(
            ErrorCode::Sensitivity,
            format!("This cannot be released: {e}."),
        )
        .hint("Narrow the bounds, choose a coarser step, or a larger grain.")
    };
    let sensitivity = Sensitivity::new(plan.shape().sensitivity).map_err(fault)?;
    let grain = Epsilon::from_micro(grain.get()).map_err(fault)?;
    gradual_release::distribution::DiscreteLaplace::new(grain, sensitivity)
        .map(|_| ())
        .map_err(fault)
}

/// Returns the title that a draft gives.
///
/// # Errors
/// `no-title`.
fn title(draft: &ListingDraft) -> Result<String> {
    let title = draft.title.as_deref().unwrap_or_default().trim();
    if title.is_empty() {
        return Err(
            Error::usage(ErrorCode::NoTitle, "The listing has no title.")
                .hint(Field::Title.to("Give it a title of a few words, by which buyers find it")),
        );
    }
    Ok(title.to_owned())
}
