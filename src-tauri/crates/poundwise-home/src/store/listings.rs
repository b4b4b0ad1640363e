//! Questions, and this home's own listings of them.

use std::sync::Arc;

use gradual_release::accountant::PrivacyLoss;
use poundwise_documents::{
    jws::Signed,
    kinds::{Family, Listing, Withdrawal},
    units::{Digest, DocumentId, MicroEpsilon, Salt, Timestamp},
};

use super::rows::Row;
use super::table::{Cell, Kind, Table};
use super::{Reading, Writing, damaged};
use crate::{
    error::Result,
    messages::{DamageMessage, StoredThing},
    view::ListingStatus,
};

pub(super) static QUESTIONS: Table = Table {
    name: "questions",
    kind: Kind::Small(5),
    key: &["id"],
    columns: &[
        "id",
        "population",
        "dataset",
        "statement",
        "data_commitment",
        "family",
        "sold_micro",
        "assumed_micro",
        "sealed_at",
    ],
    sealed: &[],
    body: None,
};

pub(super) static LISTINGS: Table = Table {
    name: "listings",
    kind: Kind::Small(6),
    key: &["id"],
    columns: &[
        "id",
        "question",
        "series",
        "version",
        "status",
        "position",
        "withdrawal",
        "closed_position",
    ],
    sealed: &[],
    body: None,
};

/// An attribute with everything that defines its noise.
pub struct QuestionRow {
    /// The seed commitment.
    pub id: Digest,
    /// Id of the population in which it counts.
    pub population: Salt,
    /// `None` for the owner's own numbers.
    pub dataset: Option<Salt>,
    /// Digest that recognises the same statement; `None` for own numbers, and for a question that
    /// was only seen on the market.
    pub statement: Option<Digest>,
    /// The commitment to x.
    pub data_commitment: Digest,
    /// The family of its noise.
    pub family: Family,
    /// The highest level that was sold to anyone.
    pub sold: MicroEpsilon,
    /// The assumed loss that the population's entries state. It counts without a receipt.
    pub assumed: MicroEpsilon,
    /// Time at which it was sealed.
    pub sealed_at: Option<Timestamp>,
}

impl QuestionRow {
    /// Returns the loss of the question: the maximum of the sold and the assumed loss.
    #[must_use]
    pub fn loss(&self) -> MicroEpsilon {
        self.sold.max(self.assumed)
    }

    /// Returns its privacy loss.
    #[must_use]
    pub fn charge(&self) -> PrivacyLoss {
        self.family.charge(self.loss())
    }

    fn of(row: &Row) -> Result<Self> {
        Ok(Self {
            id: row.parsed("id")?,
            population: row.parsed("population")?,
            dataset: row.parsed_if("dataset")?,
            statement: row.bytes_if("statement")?.map(Digest::from_bytes),
            data_commitment: row.parsed("data_commitment")?,
            family: row.parsed("family")?,
            sold: row.level("sold_micro")?,
            assumed: row.level("assumed_micro")?,
            sealed_at: row.parsed_if("sealed_at")?,
        })
    }
}

/// One version of a listing of this home.
#[derive(Clone)]
pub struct OwnListing {
    /// The signed listing.
    pub listing: Arc<Signed<Listing>>,
    /// Seed commitment of its question.
    pub question: Digest,
    /// Id of the first version.
    pub series: DocumentId,
    /// Number of the version, counted from 0.
    pub version: u64,
    /// Id of the population in which it counts.
    pub population: Salt,
    /// The dataset's name; `None` for own numbers.
    pub dataset: Option<String>,
    /// Sale status of the listing.
    pub status: ListingStatus,
}

/// A version of a listing that is to be stored.
pub struct NewListing<'a> {
    /// The signed listing.
    pub signed: &'a Signed<Listing>,
    /// Id of the first version.
    pub series: DocumentId,
    /// Number of the version, counted from 0.
    pub version: u64,
    /// Sale status of the listing.
    pub status: ListingStatus,
    /// Number of entries in the ledger when it was signed.
    pub position: u64,
}

fn word(status: ListingStatus) -> &'static str {
    match status {
        ListingStatus::Open => "open",
        ListingStatus::Withdrawn => "withdrawn",
        ListingStatus::Replaced => "replaced",
    }
}

impl Reading<'_> {
    /// Checks that no question is missing, as that would be a missing loss. O(questions).
    pub(super) fn all_questions(&self) -> Result<()> {
        self.add_up(&QUESTIONS, &mut |_| Ok(())).map(drop)
    }

    /// Returns a question, if the home knows it.
    pub fn question(&self, id: &Digest) -> Result<Option<QuestionRow>> {
        self.row(&QUESTIONS, "WHERE id = ?1", [id.to_string()])?
            .as_ref()
            .map(QuestionRow::of)
            .transpose()
    }

    fn questions_where(&self, rest: &str, value: &str) -> Result<Vec<QuestionRow>> {
        self.rows(&QUESTIONS, rest, [value])?
            .iter()
            .map(QuestionRow::of)
            .collect()
    }

    /// Returns the questions of a population, oldest first.
    pub fn questions_of(&self, population: &Salt) -> Result<Vec<QuestionRow>> {
        self.questions_where(
            "WHERE population = ?1 ORDER BY rowid",
            &population.to_string(),
        )
    }

    /// Returns the questions of a dataset, oldest first.
    pub fn questions_of_dataset(&self, dataset: &Salt) -> Result<Vec<QuestionRow>> {
        self.questions_where("WHERE dataset = ?1 ORDER BY rowid", &dataset.to_string())
    }

    /// Returns all questions, newest first.
    pub fn questions(&self) -> Result<Vec<QuestionRow>> {
        self.rows(&QUESTIONS, "ORDER BY rowid DESC", [0; 0])?
            .iter()
            .map(QuestionRow::of)
            .collect()
    }

    /// Returns the question with that statement.
    pub fn question_stated(&self, statement: &Digest) -> Result<Option<QuestionRow>> {
        self.row(&QUESTIONS, "WHERE statement = ?1", [statement.as_bytes()])?
            .as_ref()
            .map(QuestionRow::of)
            .transpose()
    }

    fn own(&self, row: &Row) -> Result<OwnListing> {
        let id: DocumentId = row.parsed("id")?;
        let question: Digest = row.parsed("question")?;
        let known = self.question(&question)?.ok_or_else(|| {
            damaged(DamageMessage::Missing {
                thing: StoredThing::Question,
                id: question.to_string(),
            })
        })?;
        Ok(OwnListing {
            listing: Arc::new(self.signed(&id)?),
            question,
            series: row.parsed("series")?,
            version: row.number("version")?,
            population: known.population,
            dataset: known
                .dataset
                .map(|dataset| self.dataset_name(&dataset))
                .transpose()?,
            status: match row.text("status")? {
                "open" => ListingStatus::Open,
                "withdrawn" => ListingStatus::Withdrawn,
                "replaced" => ListingStatus::Replaced,
                other => return Err(row.unknown("status", other)),
            },
        })
    }

    /// Returns all versions of this home's listings, newest first.
    pub fn own_listings(&self) -> Result<Vec<OwnListing>> {
        self.rows(&LISTINGS, "ORDER BY rowid DESC", [0; 0])?
            .iter()
            .map(|row| self.own(row))
            .collect()
    }

    /// Returns whether this home has a listing, in any version.
    pub fn has_listings(&self) -> Result<bool> {
        Ok(!self.rows(&LISTINGS, "LIMIT 1", [0; 0])?.is_empty())
    }

    /// Returns whether a listing about the population states its number of rows, in any version.
    pub fn states_rows(&self, population: &Salt) -> Result<bool> {
        for question in self.questions_of(population)? {
            let of_question = [question.id.to_string()];
            for row in self.rows(&LISTINGS, "WHERE question = ?1", of_question)? {
                let listing: Signed<Listing> = self.signed(&row.parsed("id")?)?;
                if listing.payload().question.public_rows().is_some() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn own_where(&self, rest: &str, value: &str) -> Result<Option<OwnListing>> {
        self.row(&LISTINGS, rest, [value])?
            .map(|row| self.own(&row))
            .transpose()
    }

    /// Returns the listing of this home with exactly that id, if there is one.
    pub fn own_listing(&self, id: &DocumentId) -> Result<Option<OwnListing>> {
        self.own_where("WHERE id = ?1", &id.to_string())
    }

    /// Returns the newest listing of a question, open or not.
    pub fn newest_of(&self, question: &Digest) -> Result<Option<OwnListing>> {
        self.own_where(
            "WHERE question = ?1 ORDER BY rowid DESC",
            &question.to_string(),
        )
    }

    /// Returns the question of a listing of this home.
    pub fn question_of(&self, listing: &DocumentId) -> Result<Digest> {
        self.row(&LISTINGS, "WHERE id = ?1", [listing.to_string()])?
            .ok_or_else(|| {
                damaged(DamageMessage::Missing {
                    thing: StoredThing::Listing,
                    id: listing.to_string(),
                })
            })?
            .parsed("question")
    }

    /// Returns the open listing of a question.
    pub fn open_of(&self, question: &Digest) -> Result<Option<DocumentId>> {
        self.row(
            &LISTINGS,
            "WHERE question = ?1 AND status = 'open'",
            [question.to_string()],
        )?
        .map(|row| row.parsed("id"))
        .transpose()
    }

    /// Returns listings of this home with their questions.
    pub(super) fn listings_where(&self, rest: &str) -> Result<Vec<(DocumentId, Digest)>> {
        self.rows(&LISTINGS, rest, [0; 0])?
            .iter()
            .map(|row| Ok((row.parsed("id")?, row.parsed("question")?)))
            .collect()
    }

    /// Returns the titles of the open listings of these questions, in their order.
    pub fn open_among(&self, questions: &[QuestionRow]) -> Result<Vec<String>> {
        let mut titles = Vec::new();
        for question in questions {
            if let Some(open) = self.open_of(&question.id)? {
                let listing: Signed<Listing> = self.signed(&open)?;
                titles.push(listing.payload().title.clone());
            }
        }
        Ok(titles)
    }

    /// Returns the number of listings of a question; all versions of a listing count as one.
    pub fn series_of(&self, question: &Digest) -> Result<u64> {
        self.count(
            "SELECT count(*) FROM listings WHERE question = ?1 AND version = 0",
            [question.to_string()],
        )
    }

    /// Returns the owner's documents that stand between the ledger's entries, each with the number
    /// of entries before it, in the order of a ledger file.
    pub fn between_entries(&self) -> Result<Vec<(u64, DocumentId)>> {
        let mut between = Vec::new();
        for (turn, row) in self
            .rows(&LISTINGS, "ORDER BY rowid", [0; 0])?
            .iter()
            .enumerate()
        {
            between.push((row.number("position")?, 2 * turn, row.parsed("id")?));
            if let Some(withdrawal) = row.parsed_if("withdrawal")? {
                between.push((row.number("closed_position")?, 2 * turn + 1, withdrawal));
            }
        }
        between.sort_by_key(|(place, turn, _)| (*place, *turn));
        Ok(between
            .into_iter()
            .map(|(place, _, document)| (place, document))
            .collect())
    }

    /// Returns the withdrawal of a listing of this home, if there is one.
    pub fn withdrawal_of(&self, id: &DocumentId) -> Result<Option<Signed<Withdrawal>>> {
        let row = self.row(&LISTINGS, "WHERE id = ?1", [id.to_string()])?;
        let withdrawal = match row {
            Some(row) => row.parsed_if::<DocumentId>("withdrawal")?,
            None => None,
        };
        withdrawal.map(|id| self.signed(&id)).transpose()
    }
}

impl Writing<'_> {
    /// Stores a question.
    pub fn insert_question(&self, new: &QuestionRow) -> Result<()> {
        self.insert(
            &QUESTIONS,
            &[
                ("id", Cell::of(new.id)),
                ("population", Cell::of(new.population)),
                ("dataset", new.dataset.map(Cell::of).into()),
                (
                    "statement",
                    new.statement.as_ref().map(Digest::as_bytes).into(),
                ),
                ("data_commitment", Cell::of(new.data_commitment)),
                ("family", new.family.as_str().into()),
                ("sold_micro", new.sold.into()),
                ("assumed_micro", new.assumed.into()),
                ("sealed_at", new.sealed_at.map(Cell::of).into()),
            ],
        )
    }

    fn set_question(&self, id: &Digest, cells: &[(&str, Cell<'_>)]) -> Result<()> {
        self.set(&QUESTIONS, "id = ?1", &[&id.to_string()], cells)
            .map(drop)
    }

    /// Adopts a question that the home only knew from the market, and sets its dataset. Its assumed
    /// loss stays, because an entry states it.
    pub fn adopt_question(
        &self,
        id: &Digest,
        dataset: Option<Salt>,
        statement: Option<&Digest>,
    ) -> Result<()> {
        self.set_question(
            id,
            &[
                ("dataset", dataset.map(Cell::of).into()),
                ("statement", statement.map(Digest::as_bytes).into()),
            ],
        )
    }

    /// Records the population in which a question counts.
    pub fn move_question(&self, id: &Digest, population: &Salt) -> Result<()> {
        self.set_question(id, &[("population", Cell::of(population))])
    }

    /// Records a sale of a question.
    pub(super) fn sold(&self, id: &Digest, level: MicroEpsilon) -> Result<()> {
        let known = self.question(id)?.ok_or_else(|| {
            damaged(DamageMessage::Missing {
                thing: StoredThing::Question,
                id: id.to_string(),
            })
        })?;
        if level > known.sold {
            self.set_question(id, &[("sold_micro", level.into())])?;
        }
        Ok(())
    }

    /// Records the least loss that is counted for a question.
    pub fn assume(&self, id: &Digest, loss: MicroEpsilon) -> Result<()> {
        self.set_question(id, &[("assumed_micro", loss.into())])
    }

    /// Records that only the response at the top and the seed of the jumps are left of a question.
    pub fn seal_question(&self, id: &Digest, now: &str) -> Result<()> {
        self.set_question(id, &[("sealed_at", now.into())])
    }

    /// Stores a version of a listing of this home, with its document.
    pub fn insert_listing(&self, new: &NewListing<'_>) -> Result<()> {
        self.insert_signed(new.signed)?;
        self.insert(
            &LISTINGS,
            &[
                ("id", Cell::of(new.signed.id())),
                ("question", Cell::of(new.signed.payload().seed_commitment)),
                ("series", Cell::of(new.series)),
                ("version", new.version.into()),
                ("status", word(new.status).into()),
                ("position", new.position.into()),
                ("withdrawal", Cell::Null),
                ("closed_position", Cell::Null),
            ],
        )
    }

    fn set_listing(&self, id: &DocumentId, cells: &[(&str, Cell<'_>)]) -> Result<()> {
        self.set(&LISTINGS, "id = ?1", &[&id.to_string()], cells)
            .map(drop)
    }

    /// Records that a newer version replaced a listing.
    pub fn replace_listing(&self, id: &DocumentId) -> Result<()> {
        self.set_listing(id, &[("status", word(ListingStatus::Replaced).into())])
    }

    /// Ends a listing at a ledger of `position` entries, and stores the withdrawal.
    pub fn end_listing(&self, withdrawal: &Signed<Withdrawal>, position: u64) -> Result<()> {
        self.insert_signed(withdrawal)?;
        self.set_listing(
            &withdrawal.payload().listing,
            &[
                ("status", word(ListingStatus::Withdrawn).into()),
                ("withdrawal", Cell::of(withdrawal.id())),
                ("closed_position", position.into()),
            ],
        )
    }
}
