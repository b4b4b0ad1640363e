//! Several columns of one dataset listed together: proposed from what is declared of them, priced
//! by one rule, looked at as a whole, and signed all or none.

use std::{collections::BTreeSet, sync::Arc};

use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, TextRule},
    units::Digest,
};

use crate::{
    Drawn, Seller,
    availability::state_levels,
    batch_row::{priced, unpriced},
    catalogue::LABELS_SHOWN,
    codebooks::fits,
    draft::{ListingDraft, ListingSubject, kinds_of},
    draw_up::{Source, check_signable, steps_of},
    error::{Error, ErrorCode, QueryErrorCode, Result},
    hint::Act,
    home::Home,
    job::Job,
    link::LinkedRows,
    messages::{ListingMessage, ThingName},
    names::{CodebookName, DatasetName},
    open_questions::OpenQuestions,
    preview::{doubts, price_at, priced_levels, reckoned},
    terms::{Offered, Subject, Terms, statement},
    text_error::text_error,
    vault::Vault,
    view::{
        BatchForm, BatchPreview, BatchRowPreview, BudgetTrial, CodebookColumn, CodebookMisfit,
        ListingsMade, ListingsProposed, MisfitReason, ProposedRow,
    },
    work::Work,
};
use poundwise_query::AttributeSpec;
use poundwise_query::{SchemaColumn, estimate::half_widths, missing_as, table::unknown_column};
use poundwise_trade::batch::{BatchReading, BatchRow, ListingBatch, RowReading};
use zeroize::Zeroizing;

/// Several listings of a dataset that are asked for together.
pub struct Batch {
    drafts: Vec<(ListingDraft, Terms)>,
    source: Source,
    vault: Arc<Vault>,
}

/// What a row of a table of listings may not ask again, and how a linked table is asked.
struct Asked {
    open: OpenQuestions,
    /// The questions of the rows above it.
    above: BTreeSet<Digest>,
    linked: Option<(LinkedRows, Zeroizing<[u8; 32]>)>,
}

impl Asked {
    /// Notes a row's question.
    ///
    /// # Errors
    /// `question-open` where a listing of it is open, or a row above asks the same;
    /// `engine-question` if the database of a linked table cannot compute it exactly.
    fn check(&mut self, terms: &Terms) -> Result<()> {
        if let Some((rows, key)) = &self.linked {
            rows.statement(&terms.plan, key)?;
        }
        if let Some(dataset) = &terms.subject.dataset
            && !self.above.insert(Digest::of(&statement(dataset, terms)))
        {
            return Err(Error::refused(
                ErrorCode::QuestionOpen,
                ListingMessage::QuestionListedTwice,
            )
            .hint(ListingMessage::ListOnce));
        }
        self.open.check(terms)
    }
}

/// Several listings whose numbers are computed, and that only wait to be signed.
pub struct BatchDrawn(Vec<Drawn>);

impl Seller<'_> {
    /// Returns a listing for each of these columns of a dataset, or for all but the one that names
    /// the person: as a codebook states it, else as the declared type suggests. A row is taken
    /// where its column was asked for, or where nothing more needs to be stated. No row of the
    /// table is looked at, so that neighbouring tables get the same proposal.
    ///
    /// # Errors
    /// `no-such-dataset`, `dataset-gone`, `no-such-codebook`; `unknown-column`.
    pub fn propose_listings(
        &self,
        dataset: &DatasetName,
        columns: &[String],
        codebook: Option<&CodebookName>,
    ) -> Result<ListingsProposed> {
        let subject = self.subject(dataset.as_str())?;
        let schema = subject.schema();
        let person = subject.unit().person_column;
        let book = match codebook {
            Some(name) => self.codebook(name)?.columns,
            None => Vec::new(),
        };
        let asked = !columns.is_empty();
        let wanted: Vec<&SchemaColumn> = if asked {
            columns
                .iter()
                .map(|name| {
                    let found = schema.find(name.trim()).map(|(_, column)| column);
                    found.ok_or_else(|| unknown_column(name.trim(), schema.names()))
                })
                .collect::<std::result::Result<_, _>>()?
        } else {
            let columns = schema.columns().iter();
            columns
                .filter(|column| person.as_ref() != Some(&column.name))
                .collect()
        };
        let rows = wanted
            .into_iter()
            .map(|column| {
                let stated = book
                    .iter()
                    .find(|one| one.column() == column.name && fits(one, column));
                let row = stated.map_or_else(|| proposed(column), |one| as_stated(one, column));
                ProposedRow {
                    take: asked || row.take,
                    ..row
                }
            })
            .collect();
        let misfits = book
            .into_iter()
            .filter_map(|one| {
                let name = one.column();
                let why = match schema.find(name) {
                    None => MisfitReason::Absent,
                    Some(_) if !asked && person.as_deref() == Some(name) => {
                        MisfitReason::PersonColumn
                    }
                    Some((_, column)) if !fits(&one, column) => MisfitReason::NoNumbers,
                    Some(_) => return None,
                };
                let column = name.to_owned();
                Some(CodebookMisfit { column, why })
            })
            .collect();
        Ok(ListingsProposed {
            dataset: dataset.to_string(),
            population: subject.population.name,
            rows,
            person_column: person.filter(|_| !asked),
            misfits,
        })
    }

    /// Reads the form of several listings by the columns of its dataset.
    ///
    /// # Errors
    /// `no-such-dataset`.
    pub fn read_batch_form(&self, form: &BatchForm) -> Result<BatchReading> {
        form.read(&self.require_dataset(form.dataset.trim())?.schema)
    }

    /// Returns previews of several listings, and the budget of their population with all of them;
    /// an error in a row stands beside it. Reads no data. Cost: of each row that is taken a plan
    /// and a half-width for each level of the price.
    ///
    /// # Errors
    /// `no-such-dataset`, `dataset-gone`, `loss-too-large`.
    pub fn sketch_listings(&self, batch: &BatchReading) -> Result<BatchPreview> {
        let subject = self.subject_of(&batch.shared)?;
        let of_all = batch.of_all.clone();
        let of_all = of_all.or_else(|| check_shared(&batch.shared, &subject).err());
        let mut asked = self.asked(&subject)?;
        let mut rows = Vec::new();
        let mut trials = Vec::new();
        for row in &batch.rows {
            let mut preview = BatchRowPreview::default();
            if let Some(row) = row {
                let shared = &batch.shared;
                let sketched = self.sketch_row(shared, row, &subject, &mut asked, &mut preview);
                match sketched {
                    Ok(trial) => trials.push(trial),
                    // What is wrong with what holds of all is told once.
                    Err(problem) if of_all.is_some() && !is_of_row(&problem, &preview) => {}
                    Err(problem) => preview.problem = Some(problem.view()),
                }
            }
            rows.push(preview);
        }
        Ok(BatchPreview {
            taken: batch.rows.iter().flatten().count() as u64,
            budget: self.sketch_budget(&subject.population.name.parse()?, &trials)?,
            problem: of_all.map(|problem| problem.view()),
            rows,
        })
    }

    fn subject_of(&self, shared: &ListingDraft<()>) -> Result<Subject> {
        match &shared.subject {
            ListingSubject::Dataset(name) => self.subject(name.as_str()),
            ListingSubject::OwnNumbers { .. } => Err(nothing_taken()),
        }
    }

    /// Fills in what a row would be, as far as that is known, and returns it as the planner takes
    /// it.
    ///
    /// # Errors
    /// What is wrong with the row, or with what holds of all.
    fn sketch_row(
        &self,
        shared: &ListingDraft<()>,
        row: &RowReading,
        subject: &Subject,
        asked: &mut Asked,
        preview: &mut BatchRowPreview,
    ) -> Result<BudgetTrial> {
        let question = row.question.as_ref().map_err(Error::clone)?;
        let unpriced = unpriced(shared, row.title.as_ref(), question, row.ceiling);
        let plan = subject.planned(&unpriced)?;
        let (shape, reckoned_with) = reckoned(plan.shape(), unpriced.reckoned_rows);
        preview.query = plan.query().to_string();
        preview.query_parts = Some(plan.question().shortened(LABELS_SHOWN));
        preview.missing_as = missing_as(plan.question());
        preview.dimension = shape.dimension;
        preview.reckoned_rows = reckoned_with;
        let doubts = doubts(&unpriced.question, subject, None);
        preview.listed_before = asked.open.listed_before(plan.question());
        let bins = doubts.undeclared_bins.into_iter();
        preview.undeclared_bins = bins.flat_map(|one| one.bins).collect();
        let mut values = doubts.undeclared_values.into_iter();
        preview.undeclared_value = values.next().map(|one| one.value);
        preview.levels = priced_levels(&unpriced.price, None, &shape)?;
        if let Some(unread) = &row.unread {
            return Err(unread.clone());
        }
        let draft = priced(&unpriced, row.factor)?;
        let terms = Terms::of(&draft, subject.clone())?;
        let Offered {
            tariff,
            currency,
            ceiling,
            grain,
            ..
        } = &terms.offered;
        preview.ceiling = Some(*ceiling);
        preview.levels = priced_levels(&draft.price, Some((tariff, *currency)), &shape)?;
        preview.levels.retain(|level| level.level <= *ceiling);
        preview.at_ceiling = half_widths(&shape, *ceiling, None)?;
        preview.price_at_ceiling = price_at(tariff, *currency, *ceiling);
        check_signable(&draft, &terms, &self.signer()?)?;
        asked.check(&terms)?;
        Ok(BudgetTrial {
            title: draft.title,
            ceiling: Some(ceiling.to_string()),
            price: Some(draft.price),
            currency: Some(currency.to_string()),
            grain: Some(grain.to_string()),
            ..BudgetTrial::default()
        })
    }

    /// Returns what a question of a table of listings is compared with.
    fn asked(&self, subject: &Subject) -> Result<Asked> {
        let dataset = subject.dataset.as_ref();
        let linked = dataset.filter(|dataset| dataset.is_linked());
        let linked =
            linked.map(|dataset| self.source(dataset)?.linked(dataset, &self.context.vault));
        Ok(Asked {
            open: OpenQuestions::of(&self.context.read(), dataset)?,
            above: BTreeSet::new(),
            linked: linked.transpose()?,
        })
    }

    /// Lists several columns: computes x of each, and signs and publishes all of them in one
    /// transaction, or none. Cost: the table is read once.
    ///
    /// # Errors
    /// As [`Seller::begin_listings`], and as [`Seller::create_listing`], named by the row. Nothing
    /// is listed then.
    pub fn create_listings(&self, batch: &ListingBatch) -> Result<ListingsMade> {
        self.begin_listings(batch)?
            .complete(self.home, &Work::silent())
    }

    /// Checks all rows that are taken, and notes what of the dataset they need.
    ///
    /// # Errors
    /// `no-such-dataset`, `dataset-gone`; what is wrong with what holds of all; `no-column` where
    /// no row is taken; what is wrong with a row, named by its place and its title or its column;
    /// `question-open`.
    pub fn begin_listings(&self, batch: &ListingBatch) -> Result<Batch> {
        let subject = self.subject_of(&batch.shared)?;
        let dataset = subject.dataset.as_ref();
        let source = match dataset {
            Some(dataset) => self.source(dataset)?,
            None => return Err(nothing_taken()),
        };
        check_shared(&batch.shared, &subject)?;
        let mut asked = self.asked(&subject)?;
        let drafts: Vec<(ListingDraft, Terms)> = batch
            .rows
            .iter()
            .map(|row| {
                self.checked_row(&batch.shared, row, &subject, &mut asked)
                    .map_err(|problem| row.name.name(problem))
            })
            .collect::<Result<_>>()?;
        if drafts.is_empty() {
            return Err(nothing_taken());
        }
        Ok(Batch {
            drafts,
            source,
            vault: Arc::clone(&self.context.vault),
        })
    }

    fn checked_row(
        &self,
        shared: &ListingDraft<()>,
        row: &BatchRow,
        subject: &Subject,
        asked: &mut Asked,
    ) -> Result<(ListingDraft, Terms)> {
        let unpriced = unpriced(shared, row.title.as_ref(), &row.question, row.ceiling);
        let draft = priced(&unpriced, row.factor)?;
        let terms = Terms::of(&draft, subject.clone())?;
        check_signable(&draft, &terms, &self.signer()?)?;
        asked.check(&terms)?;
        Ok((draft, terms))
    }

    /// Signs, stores and publishes several listings in one transaction.
    ///
    /// # Errors
    /// As for one of them, named by its title. Nothing is listed then.
    fn finish_listings(&self, drawn: &[Drawn]) -> Result<ListingsMade> {
        for one in drawn {
            self.check_may_list(one)?;
        }
        let of_row = |one: &Drawn, problem: Error| named(one.title(), problem);
        let signed: Vec<Signed<Listing>> = drawn
            .iter()
            .map(|one| self.sign_drawn(one).map_err(|problem| of_row(one, problem)))
            .collect::<Result<_>>()?;
        let writing = self.context.db.begin()?;
        for (one, signed) in drawn.iter().zip(&signed) {
            self.insert_drawn(&writing, one, signed)
                .map_err(|problem| of_row(one, problem))?;
        }
        state_levels(self.context, &writing)?;
        self.context.commit_and_send(writing)?;
        let listings: Vec<_> = drawn
            .iter()
            .zip(&signed)
            .map(|(one, signed)| self.listed(one, signed))
            .collect::<Result<_>>()?;
        let population = match listings.first().and_then(|one| one.population.as_deref()) {
            Some(name) => name.parse()?,
            None => return Err(nothing_taken()),
        };
        Ok(ListingsMade {
            budget: self.plan_budget(&population, &[])?,
            listings,
        })
    }
}

impl Job for Batch {
    type Made = BatchDrawn;
    type Answer = ListingsMade;

    const CHECKS_OWN_LOG: bool = true;

    /// Opens the table once, computes x of each and derives the seeds. Needs no home.
    ///
    /// # Errors
    /// What is wrong with the stored table; `stopped`.
    fn run(self, work: &Work<'_>) -> Result<BatchDrawn> {
        let dataset = self.drafts.first().and_then(|(_, terms)| {
            let dataset = terms.subject.dataset.as_ref();
            dataset.cloned()
        });
        let dataset = dataset.ok_or_else(nothing_taken)?;
        let steps = work.through(steps_of(Some(&dataset)));
        let opened = self.source.open(dataset, &self.vault, steps)?;
        let computing = opened.computing(steps);
        let count = u16::try_from(self.drafts.len()).unwrap_or(u16::MAX);
        let drawn = self
            .drafts
            .into_iter()
            .enumerate()
            .map(|(number, (draft, terms))| {
                let part = u16::try_from(number).unwrap_or(u16::MAX).min(count - 1);
                let name = draft.title.clone().unwrap_or_default();
                let computed = opened
                    .compute(&terms, &computing.part(part, count))
                    .map_err(|problem| match problem.code() {
                        ErrorCode::Stopped => problem,
                        _ => named(&name, problem),
                    })?;
                Drawn::new(draft, terms, &computed, Arc::clone(&self.vault))
            })
            .collect::<Result<_>>()?;
        Ok(BatchDrawn(drawn))
    }

    fn finish(home: &Home, made: BatchDrawn) -> Result<ListingsMade> {
        Seller::of(home).finish_listings(&made.0)
    }
}

/// Checks what holds of all rows: price, levels and words.
fn check_shared(shared: &ListingDraft<()>, subject: &Subject) -> Result<()> {
    Offered::of(shared, subject.population.cap)?;
    for (field, text) in [
        ("description", &shared.description),
        ("terms", &shared.terms),
    ] {
        TextRule::PROSE
            .check(text.as_deref().unwrap_or_default())
            .map_err(|fault| text_error(field, fault))?;
    }
    Ok(())
}

/// Returns whether something is wrong with a row, whatever holds of all.
fn is_of_row(problem: &Error, preview: &BatchRowPreview) -> bool {
    // No step is advised without a price or a ceiling.
    let of_price = [ErrorCode::Tariff, QueryErrorCode::NoStepAdvised.into()];
    preview.dimension == 0 && !of_price.contains(&problem.code())
}

/// Returns the proposed listing of a column, by its declaration alone: taken if that says all that
/// the listing needs.
fn proposed(column: &SchemaColumn) -> ProposedRow {
    let kind = kinds_of(column.column_type)[0];
    let question = AttributeSpec::of_declared(kind, column);
    ProposedRow {
        take: question.is_some() && !column.values.is_empty(),
        column: column.name.clone(),
        title: column.name.clone(),
        kind,
        question,
    }
}

/// Returns the listing of a column as a codebook states it, with its name for a title if it has
/// none.
fn as_stated(stated: &CodebookColumn, column: &SchemaColumn) -> ProposedRow {
    let title = match stated.title.as_str() {
        "" => &column.name,
        title => title,
    };
    ProposedRow {
        take: true,
        column: column.name.clone(),
        title: title.to_owned(),
        kind: stated.question.kind(),
        question: Some(stated.question.clone()),
    }
}

fn nothing_taken() -> Error {
    Error::usage(ErrorCode::NoColumn, ListingMessage::NoColumnChosen)
        .hint(Act::ProposeListings.to(ListingMessage::ChooseColumns))
}

/// Returns the error of one of several listings.
fn named(title: &str, problem: Error) -> Error {
    let name = ThingName::Titled {
        title: title.to_owned(),
    };
    problem.about(name).of(title)
}
