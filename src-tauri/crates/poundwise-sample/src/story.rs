//! The sales of the sample market in order.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::lines::{Facts, same_numbers};
use super::messages::{FactLabel, SampleMessage, StoryText};
use super::sale::Sale;
use super::{Pace, STATE, Sample, SampleOptions, StoryStep, clinic};
use poundwise_documents::units::{Currency, Decimal, DecimalError, LatticeStep};
use poundwise_market::format;
use poundwise_market::view::{
    Condition, FilterOperator, ImportOptions, InboxItem, ListingView, Money, OrderView,
    PopulationDraft,
};
use poundwise_market::{
    AttributeSpec, BinSpec, CountSpec, Error, HistogramSpec, Home, HomeOptions, ListingDraft,
    ListingSubject, MeanSpec, PayTo, PaymentNote, QueryWords, Result, Roles, VectorSpec,
    audit_files, level, write_file,
};

const CLINIC: &str = "Harbour Clinic";
const INSURANCE: &str = "Northern Insurance";
const LAB: &str = "Open Heart Lab";
const WEATHER: &str = "City Weather Office";

/// A participant of the sample, with an open home.
struct Person {
    name: &'static str,
    home: Home,
}

struct Story<'a> {
    dir: &'a Path,
    pace: &'a Pace,
    facts: Facts,
    on_step: &'a mut dyn FnMut(&StoryStep),
}

/// Runs the whole story in `dir`, an empty folder.
pub(super) fn tell(
    dir: &Path,
    SampleOptions {
        passphrase,
        work_factor,
        language,
        ..
    }: SampleOptions,
    pace: &Arc<Pace>,
    on_step: &mut dyn FnMut(&StoryStep),
) -> Result<Sample> {
    let options = HomeOptions {
        market: Some(dir.join("market").display().to_string()),
        clock: pace.clone(),
        work_factor: Some(work_factor),
        state: Some(dir.join(STATE)),
        ..HomeOptions::default()
    };
    let open = |folder: &str, name: &'static str| -> Result<Person> {
        let (home, _) = Home::create(&dir.join(folder), &name.parse()?, &passphrase, &options)?;
        Ok(Person { name, home })
    };
    let clinic = open("harbour-clinic", CLINIC)?;
    let insurance = open("northern-insurance", INSURANCE)?;
    let lab = open("open-heart-lab", LAB)?;
    let weather = open("city-weather-office", WEATHER)?;

    let mut story = Story {
        dir,
        pace,
        facts: Facts { language },
        on_step,
    };
    story.opening(&clinic);
    story.import(&clinic)?;
    let [pressure, ages, smokers] = story.list(&clinic)?;
    story.first_purchases(&clinic, &insurance, &lab, &pressure)?;
    story.other_sales(&clinic, &insurance, &lab, &ages, &smokers)?;
    story.clinic_buys(&clinic, &weather)?;
    story.unanswered(&clinic, &insurance, &pressure, &smokers)?;
    let (ledger_file, bundle_file, report) = story.audit(&clinic, &insurance)?;

    Ok(Sample {
        dir: dir.to_owned(),
        owner_dir: dir.join("harbour-clinic"),
        buyer_dirs: vec![dir.join("northern-insurance"), dir.join("open-heart-lab")],
        market_url: clinic.home.view().market,
        state_dir: dir.join(STATE),
        passphrase,
        ledger_file,
        bundle_file,
        report,
    })
}

impl Story<'_> {
    fn say(&mut self, title: StoryText, lines: Vec<String>) {
        (self.on_step)(&StoryStep {
            title: self.facts.say(title),
            lines,
        });
    }

    fn opening(&mut self, clinic: &Person) {
        let (view, facts) = (clinic.home.view(), self.facts);
        self.say(
            StoryText::FourHomes {
                clinic: CLINIC.to_owned(),
                insurance: INSURANCE.to_owned(),
                lab: LAB.to_owned(),
                weather: WEATHER.to_owned(),
            },
            vec![
                facts.fact(FactLabel::Key, view.kid),
                facts.fact(FactLabel::Folder, view.dir),
                facts.fact(FactLabel::Market, view.market),
            ],
        );
    }

    fn import(&mut self, clinic: &Person) -> Result<()> {
        let file = self.dir.join("clinic.csv");
        write_file(&file, clinic::visits_csv().as_bytes())?;
        let dataset = clinic.home.seller().import_dataset(
            &file,
            &ImportOptions {
                name: Some("clinic".to_owned()),
                schema: Some(clinic::schema()?),
                person_column: Some("patient".to_owned()),
                rows_per_person: Some("1".to_owned()),
                population: Some("patients".to_owned()),
                unit_name: Some("patient".to_owned()),
                adjacency: Some("add-remove".to_owned()),
                cap: Some("6".to_owned()),
                ..ImportOptions::default()
            },
        )?;
        let columns: Vec<&str> = dataset
            .columns
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        let (facts, language) = (self.facts, self.facts.language);
        let rows = format::integer(language, dataset.rows);
        self.say(
            StoryText::Import {
                clinic: CLINIC.to_owned(),
            },
            vec![
                facts.fact(FactLabel::Columns, columns.join(", ")),
                facts.fact(FactLabel::Rows, StoryText::RowsCount { rows }),
                facts.fact(FactLabel::Unit, dataset.unit_parts),
                facts.fact(
                    FactLabel::Cap,
                    StoryText::Cap {
                        cap: format::epsilon(language, dataset.cap_micro_epsilon),
                        population: dataset.population,
                    },
                ),
            ],
        );
        Ok(())
    }

    fn list(&mut self, clinic: &Person) -> Result<[ListingView; 3]> {
        self.pace.pass(60);
        let subject = ListingSubject::Dataset("clinic".parse()?);
        let pay_to: PayTo =
            "payto://iban/DE75512108001245126199?receiver-name=Harbour%20Clinic".parse()?;
        let list = |question: AttributeSpec, [title, description, price, ceiling]: [&str; 4]| {
            clinic.home.seller().create_listing(&ListingDraft {
                title: Some(title.to_owned()),
                description: Some(description.to_owned()),
                price: price.into(),
                currency: Some(Currency::EUR),
                ceiling: Some(level(ceiling)?),
                pay_to: Some(pay_to.clone()),
                // Of a mean whose rows are public; no other question states them.
                rows_known_elsewhere: question.public_rows().is_some(),
                ..ListingDraft::new(subject.clone(), question)
            })
        };
        let mean = MeanSpec {
            step: Some("0.1".parse().map_err(|e: DecimalError| {
                Error::fault(SampleMessage::InvalidStep { why: e.to_string() })
            })?),
            unit: "mmHg".to_owned(),
            public_rows: Some(clinic::PATIENTS.into()),
            ..MeanSpec::new("systolic", [80, 220].map(Decimal::from_integer))
        };
        let pressure = list(
            mean.into(),
            [
                "Mean systolic blood pressure",
                "Of one visit of every patient, readings clamped to 80..220 mmHg.",
                "0.5:40,1:70,2:120,3:160",
                "3",
            ],
        )?;
        let edges = [0, 18, 30, 40, 50, 60, 70, 80, 120].map(Decimal::from_integer);
        let histogram = HistogramSpec {
            unit: "patients".to_owned(),
            ..HistogramSpec::new("age", BinSpec::Edges(edges.to_vec()))
        };
        let ages = list(
            histogram.into(),
            [
                "Age of patients",
                "How many patients are in each age group.",
                "0.5:30,1:55,2:95",
                "2",
            ],
        )?;
        let count = CountSpec {
            filters: vec![Condition::new("smoker", FilterOperator::Equal, "yes")],
            unit: "patients".to_owned(),
        };
        let smokers = list(
            count.into(),
            [
                "Patients who smoke",
                "By their own word.",
                "0.25:10,0.5:18,1:30",
                "1",
            ],
        )?;
        let (facts, language) = (self.facts, self.facts.language);
        let mut lines = Vec::new();
        for listing in [&pressure, &ages, &smokers] {
            let knots = listing.tariff.iter().map(|knot| {
                facts.say(StoryText::AtLevel {
                    price: format::money(language, &Money::new(knot.minor, listing.currency)),
                    level: format::epsilon(language, knot.level),
                })
            });
            let price = knots.collect::<Vec<_>>().join(", ");
            let query = QueryWords::new(&listing.query_parts, listing.dimension);
            lines.push(format!("{}: {}", listing.title, facts.say(query)));
            lines.push(format!("  {}", facts.fact(FactLabel::Price, price)));
        }
        let clinic = CLINIC.to_owned();
        self.say(StoryText::Offers { clinic }, lines);
        Ok([pressure, ages, smokers])
    }

    /// Makes one complete sale: quote, order, approval, collection.
    fn sell(
        &self,
        owner: &Person,
        buyer: &Person,
        listing: &ListingView,
        to: &str,
        payment: &str,
    ) -> Result<Sale> {
        let (id, to) = (listing.id.into(), level(to)?);
        let quote = buyer.home.buyer().quote(&id, to)?;
        let order = buyer.home.buyer().order(&id, to)?;
        self.pace.pass(9 * 60 + 20);
        let item = waiting(owner, &order)?;
        let receipt = owner
            .home
            .seller()
            .approve(&order.id.into(), payment.parse::<PaymentNote>()?)?;
        owner.home.deliver()?;
        self.pace.pass(2 * 60 + 10);
        buyer.home.buyer().collect()?;
        let holding = buyer
            .home
            .buyer()
            .holdings()?
            .into_iter()
            .find(|holding| holding.listing.question == listing.question)
            .filter(|holding| holding.responses.iter().any(|r| r.receipt.id == receipt.id))
            .ok_or_else(|| {
                Error::fault(SampleMessage::NotReceived {
                    document: receipt.id,
                    name: buyer.name.to_owned(),
                })
            })?;
        Ok(Sale {
            quote,
            item,
            receipt,
            holding,
        })
    }

    /// Sells one attribute to two buyers in four purchases, which is the main point of the sample.
    fn first_purchases(
        &mut self,
        clinic: &Person,
        insurance: &Person,
        lab: &Person,
        listing: &ListingView,
    ) -> Result<()> {
        let facts = self.facts;
        let first = self.sell(clinic, insurance, listing, "0.5", "SEPA NI-2041")?;
        let mut lines = facts.sale(&first);
        lines.push(facts.number(&first.holding)?);
        self.say(
            StoryText::Buys {
                buyer: INSURANCE.to_owned(),
                level: facts.level(&first.quote),
                title: listing.title.clone(),
            },
            lines,
        );

        let second = self.sell(clinic, insurance, listing, "2", "SEPA NI-2058")?;
        let mut lines = facts.sale(&second);
        lines.push(facts.number(&second.holding)?);
        lines.push(facts.changed(&second.holding)?);
        self.say(
            StoryText::TopsUp {
                buyer: INSURANCE.to_owned(),
                level: facts.level(&second.quote),
            },
            lines,
        );

        let third = self.sell(clinic, lab, listing, "1", "SEPA OHL-77")?;
        let mut lines = facts.sale(&third);
        lines.push(facts.number(&third.holding)?);
        lines.push(facts.more(StoryText::LossUnmoved));
        self.say(
            StoryText::ComesLater {
                buyer: LAB.to_owned(),
                level: facts.level(&third.quote),
            },
            lines,
        );

        let fourth = self.sell(clinic, lab, listing, "2", "SEPA OHL-81")?;
        same_numbers(&second.holding, &fourth.holding)?;
        let (language, level) = (facts.language, facts.level(&fourth.quote));
        let other = INSURANCE.to_owned();
        let afresh = [&first, &second, &third, &fourth].map(|sale| sale.receipt.to.get());
        let loss = format::epsilon(language, afresh.into_iter().sum::<u64>());
        let paid = format::money(language, &fourth.holding.paid);
        let mut lines = facts.sale(&fourth);
        lines.extend([
            facts.number(&fourth.holding)?,
            facts.fact(
                FactLabel::Same,
                StoryText::Same {
                    other: other.clone(),
                    level: level.clone(),
                },
            ),
            facts.fact(FactLabel::Instead, StoryText::Instead { loss }),
            facts.fact(FactLabel::Paid, StoryText::Paid { paid, other }),
        ]);
        let buyer = LAB.to_owned();
        self.say(StoryText::TopsUpToo { buyer, level }, lines);
        Ok(())
    }

    fn other_sales(
        &mut self,
        clinic: &Person,
        insurance: &Person,
        lab: &Person,
        ages: &ListingView,
        smokers: &ListingView,
    ) -> Result<()> {
        let facts = self.facts;
        self.sell(clinic, insurance, ages, "1", "SEPA NI-2063")?;
        let ages = self.sell(clinic, insurance, ages, "1.5", "SEPA NI-2071")?;
        let smokers = self.sell(clinic, lab, smokers, "0.5", "SEPA OHL-90")?;
        let buys = |buyer: &str, sale: &Sale| StoryText::Buys {
            buyer: buyer.to_owned(),
            level: facts.level(&sale.quote),
            title: sale.receipt.title.clone(),
        };
        let mut lines = facts.sale(&ages);
        lines.push(facts.changed(&ages.holding)?);
        lines.push(String::new());
        lines.push(facts.say(buys(LAB, &smokers)));
        lines.extend(facts.sale(&smokers));
        lines.push(facts.number(&smokers.holding)?);
        self.say(buys(INSURANCE, &ages), lines);
        Ok(())
    }

    /// Lets the clinic buy pollen data, as any home may buy.
    fn clinic_buys(&mut self, clinic: &Person, weather: &Person) -> Result<()> {
        let file = self.dir.join("pollen.txt");
        write_file(&file, clinic::pollen().as_bytes())?;
        weather.home.seller().create_population(&PopulationDraft {
            name: "weekly readings".to_owned(),
            unit_name: Some("week".to_owned()),
            adjacency: Some("replace".to_owned()),
            cap: "4".to_owned(),
            ..PopulationDraft::default()
        })?;
        let pollen = VectorSpec {
            file,
            bounds: [0, 400].map(Decimal::from_integer),
            step: LatticeStep::ONE,
            distance: Decimal::from_integer(40),
            unit: "grains/m³".to_owned(),
        };
        let population = Some("weekly readings".parse()?);
        let listing = weather.home.seller().create_listing(&ListingDraft {
            title: Some("Birch pollen at the harbour, week by week".to_owned()),
            description: Some(
                "Half a year of weekly means; a week's reading is protected to 40 grains/m³."
                    .to_owned(),
            ),
            price: "1:8,4:20".into(),
            currency: Some(Currency::EUR),
            ceiling: Some(level("4")?),
            ..ListingDraft::new(ListingSubject::OwnNumbers { population }, pollen.into())
        })?;
        self.sell(weather, clinic, &listing, "1", "SEPA HC-5")?;
        let sale = self.sell(weather, clinic, &listing, "3", "SEPA HC-6")?;
        let facts = self.facts;
        let mut lines = facts.sale(&sale);
        lines.push(facts.changed(&sale.holding)?);
        self.say(
            StoryText::ClinicBuys {
                clinic: CLINIC.to_owned(),
                seller: WEATHER.to_owned(),
                level: facts.level(&sale.quote),
                title: listing.title,
            },
            lines,
        );
        Ok(())
    }

    /// Declines one order, and leaves one in the inbox.
    fn unanswered(
        &mut self,
        clinic: &Person,
        insurance: &Person,
        pressure: &ListingView,
        smokers: &ListingView,
    ) -> Result<()> {
        let refused = insurance
            .home
            .buyer()
            .order(&smokers.id.into(), level("1")?)?;
        self.pace.pass(5 * 60);
        waiting(clinic, &refused)?;
        clinic.home.seller().decline(
            &refused.id.into(),
            "The board has not allowed the sale of smoking status yet.",
        )?;
        clinic.home.deliver()?;
        let declined = insurance.home.buyer().collect()?.declined;
        let reason = declined
            .iter()
            .find(|order| order.id == refused.id)
            .and_then(|order| order.reason.clone())
            .ok_or_else(|| {
                Error::fault(SampleMessage::NotReceived {
                    document: refused.id,
                    name: INSURANCE.to_owned(),
                })
            })?;
        let open = insurance
            .home
            .buyer()
            .order(&pressure.id.into(), level("3")?)?;
        self.pace.pass(60);
        let item = waiting(clinic, &open)?;
        let (facts, language) = (self.facts, self.facts.language);
        self.say(
            StoryText::Unanswered {
                clinic: CLINIC.to_owned(),
            },
            vec![
                facts.fact(
                    FactLabel::Declined,
                    StoryText::DeclinedOrder {
                        buyer: INSURANCE.to_owned(),
                        title: refused.title,
                        level: format::epsilon(language, refused.to),
                    },
                ),
                facts.more(StoryText::Refusal { reason }),
                facts.fact(
                    FactLabel::Pending,
                    StoryText::PendingOrder {
                        buyer: INSURANCE.to_owned(),
                        title: open.title,
                        level: format::epsilon(language, open.to),
                        price: format::money(language, &open.price),
                    },
                ),
                facts.loss(&item),
            ],
        );
        Ok(())
    }

    fn audit(
        &mut self,
        clinic: &Person,
        insurance: &Person,
    ) -> Result<(PathBuf, PathBuf, poundwise_market::AuditReport)> {
        let ledger_file = self.dir.join("harbour-clinic.ledger");
        let ledger = clinic.home.seller().export_ledger(&ledger_file)?;
        let receipt = insurance
            .home
            .buyer()
            .holdings()?
            .into_iter()
            .filter(|holding| holding.listing.kind.has_own_estimator())
            .find_map(|holding| {
                holding
                    .responses
                    .last()
                    .map(|response| response.receipt.clone())
            })
            .ok_or_else(|| {
                Error::fault(SampleMessage::NoAnswer {
                    title: "Mean systolic blood pressure".to_owned(),
                })
            })?;
        let bundle_file = self
            .dir
            .join(format!("northern-insurance-{}.bundle", receipt.number));
        let bundle = insurance
            .home
            .buyer()
            .export_bundle(&receipt.id.into(), &bundle_file)?;
        let report = audit_files(&[ledger_file.clone(), bundle_file.clone()])?;
        let made = report.checks().iter().map(|check| check.made).sum();
        let books = clinic.home.seller().books()?;
        let (facts, language) = (self.facts, self.facts.language);
        let income = books.income.iter().map(|one| format::money(language, one));
        let income = income.collect::<Vec<_>>().join(", ");
        self.say(
            StoryText::Audit,
            vec![
                facts.fact(
                    FactLabel::Ledger,
                    StoryText::Ledger {
                        file: ledger.file,
                        receipts: books.receipts.len() as u64,
                        size: format::bytes(language, ledger.bytes),
                    },
                ),
                facts.fact(
                    FactLabel::Bundle,
                    format!(
                        "{} ({})",
                        bundle.file,
                        format::bytes(language, bundle.bytes)
                    ),
                ),
                facts.fact(FactLabel::Income, income),
                facts.fact(FactLabel::Checked, StoryText::Checked { comparisons: made }),
                facts.fact(FactLabel::Verdict, report.headline_in(language)),
            ],
        );
        Ok((ledger_file, bundle_file, report))
    }
}

/// Returns the order as it is in the owner's inbox.
fn waiting(owner: &Person, order: &OrderView) -> Result<InboxItem> {
    owner
        .home
        .seller()
        .inbox()?
        .into_iter()
        .find(|item| item.order.id == order.id)
        .ok_or_else(|| {
            Error::fault(SampleMessage::NotReceived {
                document: order.id,
                name: owner.name.to_owned(),
            })
        })
}
