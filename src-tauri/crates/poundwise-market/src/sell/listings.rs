//! The owner's listings: drawn up, signed, published, repriced, withdrawn.

use std::sync::Arc;

use gradual_release::{Epsilon, Path, Sensitivity};
use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, Payload, Withdrawal},
    tariff::Tariff,
    units::{Currency, DocumentId, MicroEpsilon},
};
use rusqlite::{Connection, OptionalExtension, params};
use zeroize::Zeroizing;

use crate::{
    catalogue::find_by_prefix,
    data::attribute::{self, Plan, Unit},
    db::{self, insert_signed, parsed, stored},
    error::{Error, Result},
    home::Home,
    rules::level,
    secrets::OpenSecrets,
    sell::datasets::Dataset,
    store::listing_path,
    view::{ListingDraft, ListingStatus, ListingView},
};

/// The smallest increment where the owner states none: ε 0.001.
const DEFAULT_GRAIN: u64 = 1_000;
const DEFAULT_CURRENCY: &str = "EUR";

/// One version of a listing of this home.
#[derive(Clone)]
pub(crate) struct OwnListing {
    pub(crate) listing: Arc<Signed<Listing>>,
    pub(crate) series: DocumentId,
    pub(crate) version: u64,
    pub(crate) dataset: Option<String>,
    pub(crate) status: ListingStatus,
}

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

/// The ceiling, if the draft states one.
pub(crate) fn stated_ceiling(draft: &ListingDraft) -> Result<Option<MicroEpsilon>> {
    draft
        .ceiling
        .as_deref()
        .map(|text| level(text, "the ceiling"))
        .transpose()
}

fn tariff_error(error: impl std::fmt::Display) -> Error {
    Error::usage("tariff", format!("the price: {error}"))
        .hint("Give EPS:AMOUNT[,EPS:AMOUNT...], the price of everything up to each level: --price '0.5:5,8:80'")
}

impl Home {
    /// What a draft asks for, checked against the dataset's columns: its query, not yet its price. Reads no data.
    pub(crate) fn planned(&self, draft: &ListingDraft) -> Result<(Plan, Option<Dataset>)> {
        let dataset = match draft.dataset.as_str() {
            "-" => None,
            name => Some(self.require_dataset(name)?),
        };
        let columns: Vec<_> = dataset
            .iter()
            .flat_map(|d| d.columns.iter().map(|c| (c.name.clone(), c.column_type)))
            .collect();
        let unit = dataset.as_ref().map_or(
            Unit {
                adjacency: poundwise_documents::kinds::Adjacency::Replace,
                rows_per_unit: 1,
            },
            |d| d.unit,
        );
        Ok((attribute::plan(draft, &columns, &unit)?, dataset))
    }

    /// Checks a draft against the dataset's columns and makes it definite. Reads no data.
    pub(crate) fn terms(&self, draft: &ListingDraft) -> Result<Terms> {
        let (plan, dataset) = self.planned(draft)?;
        let currency: Currency = draft
            .currency
            .as_deref()
            .unwrap_or(DEFAULT_CURRENCY)
            .parse()
            .map_err(|e| {
                Error::usage("currency", format!("the currency: {e}"))
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
                "tariff-too-short",
                format!(
                    "the price ends at ε {}, below the ceiling of ε {ceiling}",
                    tariff.last_level()
                ),
            )
            .hint("Price every level up to the ceiling, or lower the ceiling."));
        }
        if top < ceiling {
            return Err(Error::usage(
                "top-below-ceiling",
                format!("the top, ε {top}, is below the ceiling, ε {ceiling}"),
            )
            .hint("The path starts at the top; nothing above it can be sold."));
        }
        if grain > ceiling || !ceiling.get().is_multiple_of(grain.get()) {
            return Err(Error::usage("grain", format!("the ceiling, ε {ceiling}, is not a multiple of the grain, ε {grain}"))
                .hint("Every level sold is a multiple of the grain; choose them so that the ceiling is one."));
        }
        let cap = dataset.as_ref().and_then(|d| d.cap);
        if let Some(cap) = cap.filter(|cap| ceiling > *cap) {
            return Err(Error::usage(
                "ceiling-over-cap",
                format!("the ceiling, ε {ceiling}, is over the dataset's cap, ε {cap}"),
            )
            .hint("Nothing above the cap can ever be sold; lower the ceiling."));
        }
        supported(&plan, grain)?;
        Ok(Terms {
            plan,
            dataset,
            tariff,
            currency,
            ceiling,
            top,
            grain,
        })
    }

    /// Lists an attribute: draws its seeds, computes x once, signs and publishes the listing. Cost: one pass over
    /// the dataset.
    ///
    /// # Errors
    /// What is wrong with the draft, or what the disk says; then nothing is listed. An unreachable market is no
    /// error: the listing is published by the next [`Home::deliver`].
    pub fn create_listing(&self, draft: &ListingDraft) -> Result<ListingView> {
        let terms = self.terms(draft)?;
        let values = match &terms.dataset {
            Some(dataset) => terms.plan.compute(Some(&self.load_table(dataset)?))?,
            None => terms.plan.compute(None)?,
        };
        let secrets = OpenSecrets::draw(Zeroizing::new(values))?;
        let shape = terms.plan.shape();
        let listing = Listing {
            title: text_or(draft.title.as_ref(), || terms.plan.query().to_owned()),
            description: draft.description.clone().unwrap_or_default(),
            seller_name: self.name.clone(),
            kind: shape.kind,
            query: terms.plan.query().to_owned(),
            unit: shape.unit.clone(),
            dimension: shape.labels.len() as u64,
            labels: shape.labels.clone(),
            step: shape.step,
            bounds: shape.bounds.map(Vec::from).unwrap_or_default(),
            sensitivity: shape.sensitivity,
            adjacency: shape.adjacency,
            privacy_unit: terms.dataset.as_ref().map_or_else(
                || protected_distance(draft, &shape.unit),
                Dataset::privacy_unit,
            ),
            public_rows: shape.public_rows,
            ceiling_micro_epsilon: terms.ceiling,
            top_micro_epsilon: terms.top,
            grain_micro_epsilon: terms.grain,
            tariff: terms.tariff,
            currency: terms.currency,
            pay_to: draft.pay_to.clone().unwrap_or_default().trim().to_owned(),
            terms: draft.terms.clone().unwrap_or_default(),
            deliver_to: self.vault.recipient(),
            dataset: terms.dataset.as_ref().map(|d| d.public_id),
            dataset_cap_micro_epsilon: terms.dataset.as_ref().and_then(|d| d.cap),
            path_layout: Path::LAYOUT.to_owned(),
            seed_commitment: secrets.seed_commitment(),
            data_commitment: secrets.data_commitment(),
            previous: None,
            jwk: self.identity.jwk(),
            issued_at: self.now()?,
        };
        let signed = self.sign(listing)?;
        let series = signed.id();
        let transaction = self.db.begin()?;
        secrets.insert(&transaction, &self.vault, &series)?;
        self.insert_listing(
            &transaction,
            &signed,
            series,
            0,
            terms.dataset.as_ref().map(|d| d.name.as_str()),
        )?;
        transaction.commit()?;
        self.send();
        self.own_listing_view(&self.own_listing(&series.to_string())?)
    }

    /// A new version of a listing at another tariff, on the same seeds. Levels already owned are not repriced.
    ///
    /// # Errors
    /// As for a new listing; `withdrawn` or `replaced` where it is no longer open.
    pub fn reprice(&self, id: &str, price: &str) -> Result<ListingView> {
        let own = self.open_listing(id)?;
        let old = own.listing.payload();
        let tariff = Tariff::parse(price, old.currency).map_err(tariff_error)?;
        if tariff.last_level() < old.ceiling_micro_epsilon {
            return Err(Error::usage(
                "tariff-too-short",
                format!(
                    "the price ends at ε {}, below the ceiling of ε {}",
                    tariff.last_level(),
                    old.ceiling_micro_epsilon
                ),
            )
            .hint("Price every level up to the ceiling."));
        }
        let signed = self.sign(Listing {
            tariff,
            previous: Some(own.listing.id()),
            seller_name: self.name.clone(),
            deliver_to: self.vault.recipient(),
            issued_at: self.now()?,
            ..old.clone()
        })?;
        let transaction = self.db.begin()?;
        transaction.execute(
            "UPDATE listings SET status = 'replaced' WHERE id = ?1",
            [own.listing.id().to_string()],
        )?;
        self.insert_listing(
            &transaction,
            &signed,
            own.series,
            own.version + 1,
            own.dataset.as_deref(),
        )?;
        transaction.commit()?;
        self.send();
        self.own_listing_view(&self.own_listing(&signed.id().to_string())?)
    }

    /// Takes a listing back: no more of it is sold; what was sold stays valid.
    ///
    /// # Errors
    /// `no-such-id`, `withdrawn`, `replaced`.
    pub fn withdraw(&self, id: &str, reason: &str) -> Result<ListingView> {
        let own = self.open_listing(id)?;
        let listing = own.listing.id();
        let signed = self.sign(Withdrawal {
            listing,
            reason: reason.trim().to_owned(),
            jwk: self.identity.jwk(),
            issued_at: self.now()?,
        })?;
        let transaction = self.db.begin()?;
        insert_signed(&transaction, &signed)?;
        transaction.execute(
            "UPDATE listings SET status = 'withdrawn', withdrawal = ?2, closed_position = (SELECT coalesce(max(size), 0) FROM checkpoints) WHERE id = ?1",
            params![listing.to_string(), signed.id().to_string()],
        )?;
        db::enqueue(
            &transaction,
            &format!("withdrawals/{}.jws", signed.id()),
            signed.compact().as_bytes(),
        )?;
        transaction.commit()?;
        self.send();
        self.own_listing_view(&self.own_listing(&listing.to_string())?)
    }

    fn insert_listing(
        &self,
        connection: &Connection,
        signed: &Signed<Listing>,
        series: DocumentId,
        version: u64,
        dataset: Option<&str>,
    ) -> Result<()> {
        insert_signed(connection, signed)?;
        connection.execute(
            "INSERT INTO listings (id, series, version, dataset, status, position)
             VALUES (?1, ?2, ?3, ?4, 'open', (SELECT coalesce(max(size), 0) FROM checkpoints))",
            params![
                signed.id().to_string(),
                series.to_string(),
                version,
                dataset
            ],
        )?;
        db::enqueue(
            connection,
            &listing_path(&signed.id()),
            signed.compact().as_bytes(),
        )
    }

    /// Signs a document as this home; what the document's own rules refuse is the user's to mend.
    pub(crate) fn sign<T: Payload>(&self, payload: T) -> Result<Signed<T>> {
        Signed::sign(&self.identity, payload).map_err(|e| {
            Error::usage("document", format!("this cannot be signed: {e}"))
                .hint("Mend that part and do it again; nothing was changed.")
        })
    }

    /// The versions of this home's listings, newest first.
    pub(crate) fn own_listings(&self) -> Result<Vec<OwnListing>> {
        let mut statement = self.read().prepare(
            "SELECT d.compact, l.series, l.version, l.dataset, l.status FROM listings l JOIN documents d ON d.id = l.id ORDER BY l.rowid DESC",
        )?;
        let rows = statement
            .query_map([], own_row)?
            .collect::<std::result::Result<Vec<_>, _>>()?;
        rows.into_iter().map(OwnRow::verified).collect()
    }

    /// The listing of this home with exactly that id, if it is one.
    pub(crate) fn find_own_listing(&self, id: &DocumentId) -> Result<Option<OwnListing>> {
        self.read()
            .prepare_cached(
                "SELECT d.compact, l.series, l.version, l.dataset, l.status FROM listings l JOIN documents d ON d.id = l.id WHERE l.id = ?1",
            )?
            .query_row([id.to_string()], own_row)
            .optional()?
            .map(OwnRow::verified)
            .transpose()
    }

    /// The listing of this home whose id starts with what was typed.
    pub(crate) fn own_listing(&self, typed: &str) -> Result<OwnListing> {
        find_by_prefix(
            typed,
            "listing of yours",
            self.own_listings()?.into_iter(),
            |l| l.listing.id().to_string(),
        )
        .map_err(|e| e.hint("`poundwise listing list` shows your listings."))
    }

    fn open_listing(&self, typed: &str) -> Result<OwnListing> {
        let own = self.own_listing(typed)?;
        let title = &own.listing.payload().title;
        match own.status {
            ListingStatus::Open => Ok(own),
            ListingStatus::Withdrawn => Err(Error::refused(
                "withdrawn",
                format!("the listing “{title}” is withdrawn already"),
            )
            .hint("Create a new listing to offer the attribute again.")),
            ListingStatus::Replaced => Err(Error::refused(
                "replaced",
                format!("this version of “{title}” was replaced by a newer one"),
            )
            .hint("Use the newest version's id; `poundwise listing list` shows it.")),
        }
    }
}

struct OwnRow {
    compact: String,
    series: DocumentId,
    version: u64,
    dataset: Option<String>,
    status: String,
}

fn own_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<OwnRow> {
    Ok(OwnRow {
        compact: row.get(0)?,
        series: parsed(row, 1)?,
        version: row.get(2)?,
        dataset: row.get(3)?,
        status: row.get(4)?,
    })
}

impl OwnRow {
    fn verified(self) -> Result<OwnListing> {
        Ok(OwnListing {
            listing: Arc::new(stored(&self.compact)?),
            series: self.series,
            version: self.version,
            dataset: self.dataset,
            status: match self.status.as_str() {
                "withdrawn" => ListingStatus::Withdrawn,
                "replaced" => ListingStatus::Replaced,
                _ => ListingStatus::Open,
            },
        })
    }
}

/// Whether the mechanism reaches from the grain to the top at this sensitivity.
fn supported(plan: &Plan, grain: MicroEpsilon) -> Result<()> {
    let fault = |e: gradual_release::Error| {
        Error::usage("sensitivity", format!("this cannot be released: {e}"))
            .hint("Narrow the bounds, choose a coarser step, or a larger grain.")
    };
    let sensitivity = Sensitivity::new(plan.shape().sensitivity).map_err(fault)?;
    let grain = Epsilon::new(grain.get()).map_err(fault)?;
    gradual_release::law::DiscreteLaplace::new(grain, sensitivity)
        .map(|_| ())
        .map_err(fault)
}

/// The privacy unit of the owner's own numbers: the distance that is protected.
fn protected_distance(draft: &ListingDraft, unit: &str) -> String {
    let distance = draft.protect.as_deref().unwrap_or_default().trim();
    format!("a change of the numbers by {distance} {unit} in all").replace("  ", " ")
}

fn text_or(given: Option<&String>, otherwise: impl FnOnce() -> String) -> String {
    given
        .map(|t| t.trim())
        .filter(|t| !t.is_empty())
        .map_or_else(otherwise, str::to_owned)
}
