//! A new listing: the draft is made definite and its numbers are computed without the home; then the home signs it.

use std::{path::PathBuf, sync::Arc};

use gradual_release::{Epsilon, Path, Sensitivity};
use poundwise_documents::{
    kinds::Listing,
    tariff::Tariff,
    units::{Currency, Digest, MicroEpsilon},
};
use zeroize::Zeroizing;

use crate::{
    data::{
        attribute::{self, Plan, Unit},
        draft::DEFAULT_CURRENCY,
    },
    error::{Error, ErrorCode, Result},
    home::{DATASETS, Home},
    rules::level,
    secrets::OpenSecrets,
    sell::{
        datasets::{Dataset, read_table},
        listings::tariff_error,
    },
    vault::Vault,
    view::{ListingDraft, ListingView, PrivacyUnit},
    work::{Step, Work},
};

/// The smallest increment where the owner states none: ε 0.001.
const DEFAULT_GRAIN: u64 = 1_000;

/// A draft made definite, all but what is drawn at random or computed from the data.
pub(crate) struct Terms {
    pub(crate) plan: Plan,
    pub(crate) dataset: Option<Dataset>,
    pub(crate) tariff: Tariff,
    pub(crate) currency: Currency,
    pub(crate) ceiling: MicroEpsilon,
    pub(crate) top: MicroEpsilon,
    pub(crate) grain: MicroEpsilon,
}

/// A listing that is asked for, and what of its dataset is public.
pub struct Draft {
    pub(super) draft: ListingDraft,
    pub(super) dataset: Option<Dataset>,
    folder: PathBuf,
    vault: Arc<Vault>,
}

/// A listing whose numbers are computed, and only waits to be signed.
pub struct Drawn {
    draft: ListingDraft,
    terms: Terms,
    vault: Arc<Vault>,
    seed_commitment: Digest,
    data_commitment: Digest,
    /// The secrets as they are to be stored.
    secrets: Vec<u8>,
}

impl Home {
    /// Lists an attribute: draws its seeds, computes x once, signs and publishes the listing. Cost: one pass over
    /// the columns of the dataset that it is about.
    ///
    /// # Errors
    /// What is wrong with the draft, or what the disk says; then nothing is listed. An unreachable market is no
    /// error: the listing is published by the next [`Home::deliver`].
    pub fn create_listing(&self, draft: &ListingDraft) -> Result<ListingView> {
        self.create_listing_with(draft, &Work::silent())
    }

    /// As [`Home::create_listing`], telling how far it is: rows read, then rows computed from.
    ///
    /// # Errors
    /// As there; `stopped`.
    pub fn create_listing_with(
        &self,
        draft: &ListingDraft,
        work: &Work<'_>,
    ) -> Result<ListingView> {
        self.finish_listing(self.begin_listing(draft)?.run(work)?)
    }

    /// Notes what of the dataset the draft needs.
    ///
    /// # Errors
    /// `no-such-dataset`.
    pub fn begin_listing(&self, draft: &ListingDraft) -> Result<Draft> {
        Ok(Draft {
            draft: draft.clone(),
            dataset: match draft.dataset.as_str() {
                "-" => None,
                name => Some(self.require_dataset(name)?),
            },
            folder: self.dir.join(DATASETS),
            vault: Arc::clone(&self.vault),
        })
    }

    /// Signs, stores and publishes a listing.
    ///
    /// # Errors
    /// `other-home` if the listing was begun in another home or before the recovery key was changed, or what the
    /// disk says; then nothing is listed.
    pub fn finish_listing(&self, drawn: Drawn) -> Result<ListingView> {
        let Drawn {
            draft,
            terms,
            vault,
            seed_commitment,
            data_commitment,
            secrets,
        } = drawn;
        self.check_begun_here(&vault)?;
        let shape = terms.plan.shape();
        let listing = Listing {
            title: text_or(draft.title.as_ref(), || terms.plan.query().to_string()),
            description: draft.description.clone().unwrap_or_default(),
            seller_name: self.name.clone(),
            kind: shape.kind,
            query: terms.plan.query().to_string(),
            unit: shape.unit.clone(),
            dimension: shape.labels.len() as u64,
            labels: shape.labels.clone(),
            step: shape.step,
            bounds: shape.bounds.map(Vec::from).unwrap_or_default(),
            sensitivity: shape.sensitivity,
            adjacency: shape.adjacency,
            privacy_unit: terms
                .dataset
                .as_ref()
                .map_or_else(
                    || protected_distance(&draft, &shape.unit),
                    Dataset::privacy_unit,
                )
                .to_string(),
            public_rows: shape.public_rows,
            ceiling_micro_epsilon: terms.ceiling,
            top_micro_epsilon: terms.top,
            grain_micro_epsilon: terms.grain,
            tariff: terms.tariff.clone(),
            currency: terms.currency,
            pay_to: draft.pay_to.clone().unwrap_or_default().trim().to_owned(),
            terms: draft.terms.clone().unwrap_or_default(),
            deliver_to: self.vault.recipient(),
            dataset: terms.dataset.as_ref().map(|d| d.public_id),
            dataset_cap_micro_epsilon: terms.dataset.as_ref().and_then(|d| d.cap),
            path_layout: Path::LAYOUT.to_owned(),
            seed_commitment,
            data_commitment,
            previous: None,
            jwk: self.identity.jwk(),
            issued_at: self.now()?,
        };
        let signed = self.sign(listing)?;
        let series = signed.id();
        let transaction = self.db.begin()?;
        OpenSecrets::insert(&transaction, &secrets, &series)?;
        self.insert_listing(
            &transaction,
            &signed,
            series,
            0,
            terms.dataset.as_ref().map(|d| d.name.as_str()),
        )?;
        transaction.commit()?;
        self.send();
        let view = self.own_listing_view(&self.own_listing(&series.to_string())?)?;
        Ok(ListingView {
            step_advised: terms.plan.step_advised(),
            ..view
        })
    }
}

impl Draft {
    /// Reads the dataset, computes x and draws the seeds. Needs no home.
    ///
    /// # Errors
    /// What is wrong with the draft, or with the stored table; `stopped`.
    pub fn run(self, work: &Work<'_>) -> Result<Drawn> {
        let terms = Terms::of(&self.draft, self.dataset)?;
        let values = match &terms.dataset {
            Some(dataset) => {
                let loading = work.stage(Step::Load, dataset.rows, 0..600);
                let columns = terms.plan.columns();
                let table = read_table(&self.folder, dataset, &self.vault, &columns, &loading)?;
                let computing = work.stage(Step::Compute, dataset.rows, 600..1000);
                let key = dataset.contribution_key();
                terms.plan.compute_with(Some(&table), &key, &computing)?
            }
            // Own numbers have no rows to choose from.
            None => terms.plan.compute(None, &[0; 32])?,
        };
        let secrets = OpenSecrets::draw(Zeroizing::new(values))?;
        Ok(Drawn {
            seed_commitment: secrets.seed_commitment(),
            data_commitment: secrets.data_commitment(),
            secrets: secrets.ciphertext(&self.vault)?,
            draft: self.draft,
            terms,
            vault: self.vault,
        })
    }
}

impl Terms {
    /// Checks a draft against the dataset's columns and makes it definite. Reads no data but the owner's own numbers.
    pub(crate) fn of(draft: &ListingDraft, dataset: Option<Dataset>) -> Result<Self> {
        let plan = planned(draft, dataset.as_ref())?;
        let currency: Currency = draft
            .currency
            .as_deref()
            .unwrap_or(DEFAULT_CURRENCY)
            .parse()
            .map_err(|e| {
                Error::usage(ErrorCode::Currency, format!("the currency: {e}"))
                    .hint("Use an ISO 4217 code such as EUR.")
            })?;
        let tariff = Tariff::parse(&draft.price, currency).map_err(tariff_error)?;
        let ceiling = stated_ceiling(draft)?.unwrap_or_else(|| tariff.last_level());
        let top = match draft.top.as_deref() {
            Some(text) => level(text, "the top")?,
            None => ceiling,
        };
        let grain = match draft.grain.as_deref() {
            Some(text) => level(text, "the grain")?,
            None => MicroEpsilon::new(DEFAULT_GRAIN.min(ceiling.get())).unwrap_or(ceiling),
        };
        if tariff.last_level() < ceiling {
            return Err(Error::usage(
                ErrorCode::TariffTooShort,
                format!(
                    "the price ends at ε {}, below the ceiling of ε {ceiling}",
                    tariff.last_level()
                ),
            )
            .hint("Price every level up to the ceiling, or lower the ceiling."));
        }
        if top < ceiling {
            return Err(Error::usage(
                ErrorCode::TopBelowCeiling,
                format!("the top, ε {top}, is below the ceiling, ε {ceiling}"),
            )
            .hint("The path starts at the top; nothing above it can be sold."));
        }
        if grain > ceiling || !ceiling.get().is_multiple_of(grain.get()) {
            return Err(Error::usage(ErrorCode::Grain, format!("the ceiling, ε {ceiling}, is not a multiple of the grain, ε {grain}"))
                .hint("Every level sold is a multiple of the grain; choose them so that the ceiling is one."));
        }
        let cap = dataset.as_ref().and_then(|d| d.cap);
        if let Some(cap) = cap.filter(|cap| ceiling > *cap) {
            return Err(Error::usage(
                ErrorCode::CeilingOverCap,
                format!("the ceiling, ε {ceiling}, is over the dataset's cap, ε {cap}"),
            )
            .hint("Nothing above the cap can ever be sold; lower the ceiling."));
        }
        supported(&plan, grain)?;
        Ok(Self {
            plan,
            dataset,
            tariff,
            currency,
            ceiling,
            top,
            grain,
        })
    }
}

/// What a draft asks for, checked against the dataset's columns: its query, not yet its price.
pub(crate) fn planned(draft: &ListingDraft, dataset: Option<&Dataset>) -> Result<Plan> {
    let schema = dataset.map(Dataset::schema).unwrap_or_default();
    let unit = dataset.map_or_else(Unit::own_numbers, |d| d.unit.clone());
    attribute::plan(draft, &schema, &unit)
}

/// The ceiling, if the draft states one.
pub(crate) fn stated_ceiling(draft: &ListingDraft) -> Result<Option<MicroEpsilon>> {
    draft
        .ceiling
        .as_deref()
        .map(|text| level(text, "the ceiling"))
        .transpose()
}

/// Whether the mechanism reaches from the grain to the top at this sensitivity.
fn supported(plan: &Plan, grain: MicroEpsilon) -> Result<()> {
    let fault = |e: gradual_release::Error| {
        Error::usage(
            ErrorCode::Sensitivity,
            format!("this cannot be released: {e}"),
        )
        .hint("Narrow the bounds, choose a coarser step, or a larger grain.")
    };
    let sensitivity = Sensitivity::new(plan.shape().sensitivity).map_err(fault)?;
    let grain = Epsilon::new(grain.get()).map_err(fault)?;
    gradual_release::law::DiscreteLaplace::new(grain, sensitivity)
        .map(|_| ())
        .map_err(fault)
}

/// The privacy unit of the owner's own numbers: the distance that is protected.
fn protected_distance(draft: &ListingDraft, unit: &str) -> PrivacyUnit {
    PrivacyUnit::Distance {
        distance: draft
            .protect
            .as_deref()
            .unwrap_or_default()
            .trim()
            .to_owned(),
        unit: unit.to_owned(),
    }
}

fn text_or(given: Option<&String>, otherwise: impl FnOnce() -> String) -> String {
    given
        .map(|t| t.trim())
        .filter(|t| !t.is_empty())
        .map_or_else(otherwise, str::to_owned)
}
