//! The sales of the sample market in order.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::lines::{at, changed_line, loss_line, numbers_line, sale_lines, same_numbers};
use super::messages::SampleMessage;
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
    ListingSubject, MeanSpec, PayTo, PaymentNote, Result, Roles, VectorSpec, audit_files, level,
    write_file,
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
    on_step: &'a mut dyn FnMut(&StoryStep),
}

/// Runs the whole story in `dir`, an empty folder.
pub(super) fn tell(
    dir: &Path,
    SampleOptions {
        passphrase,
        work_factor,
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

    let mut story = Story { dir, pace, on_step };
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
    fn say(&mut self, title: impl Into<String>, lines: Vec<String>) {
        (self.on_step)(&StoryStep {
            title: title.into(),
            lines,
        });
    }

    fn opening(&mut self, clinic: &Person) {
        let view = clinic.home.view();
        self.say(
            format!("{CLINIC} opens a home; so do {INSURANCE}, {LAB} and the {WEATHER}"),
            vec![
                format!("key      {}", view.kid),
                format!("folder   {}", view.dir),
                format!("market   {}", view.market),
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
        self.say(
            format!("{CLINIC} imports a table, which never leaves its home"),
            vec![
                format!("columns  {}", columns.join(", ")),
                format!(
                    "rows     {}; of each patient's visits one counts in each question, so that \
                     each counts once",
                    format::integer(dataset.rows),
                ),
                format!("protects {}", dataset.privacy_unit),
                format!(
                    "cap      {} for the population “{}”: the most that may ever be known of one \
                     patient, all sales together",
                    format::epsilon(dataset.cap_micro_epsilon),
                    dataset.population,
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
        let mut lines = Vec::new();
        for listing in [&pressure, &ages, &smokers] {
            let price = listing
                .tariff
                .iter()
                .map(|knot| {
                    let amount = format::money(&Money::new(knot.minor, listing.currency));
                    format!("{amount} at {}", format::epsilon(knot.level))
                })
                .collect::<Vec<_>>()
                .join(", ");
            lines.push(format!("{}: {}", listing.title, listing.query));
            lines.push(format!("  price  {price}"));
        }
        self.say(format!("{CLINIC} offers three numbers by the pound"), lines);
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
        let first = self.sell(clinic, insurance, listing, "0.5", "SEPA NI-2041")?;
        let mut lines = sale_lines(&first);
        lines.push(numbers_line(&first.holding)?);
        self.say(
            format!("{INSURANCE} buys {}: {}", at(&first.quote), listing.title),
            lines,
        );

        let second = self.sell(clinic, insurance, listing, "2", "SEPA NI-2058")?;
        let mut lines = sale_lines(&second);
        lines.push(numbers_line(&second.holding)?);
        lines.push(changed_line(&second.holding)?);
        self.say(
            format!("{INSURANCE} tops up to {}", at(&second.quote)),
            lines,
        );

        let third = self.sell(clinic, lab, listing, "1", "SEPA OHL-77")?;
        let mut lines = sale_lines(&third);
        lines.push(numbers_line(&third.holding)?);
        lines.push(
            "         the loss has not moved: all buyers together know what the best informed of \
             them knows"
                .to_owned(),
        );
        self.say(
            format!("{LAB} comes later and buys {}", at(&third.quote)),
            lines,
        );

        let fourth = self.sell(clinic, lab, listing, "2", "SEPA OHL-81")?;
        let mut lines = sale_lines(&fourth);
        lines.push(numbers_line(&fourth.holding)?);
        same_numbers(&second.holding, &fourth.holding)?;
        lines.push(format!(
            "same     number for number what {INSURANCE} holds at {}, though it came by other \
             steps",
            at(&fourth.quote),
        ));
        let afresh = [&first, &second, &third, &fourth].map(|sale| sale.receipt.to);
        lines.push(format!(
            "instead  of {}, had each of the four answers been drawn afresh",
            format::epsilon(afresh.iter().map(|level| level.get()).sum::<u64>()),
        ));
        lines.push(format!(
            "paid     {} in all, and so has {INSURANCE}: however a purchase is split, it costs the \
             same",
            format::money(&fourth.holding.paid),
        ));
        self.say(format!("{LAB} tops up to {} too", at(&fourth.quote)), lines);
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
        self.sell(clinic, insurance, ages, "1", "SEPA NI-2063")?;
        let ages = self.sell(clinic, insurance, ages, "1.5", "SEPA NI-2071")?;
        let smokers = self.sell(clinic, lab, smokers, "0.5", "SEPA OHL-90")?;
        let mut lines = sale_lines(&ages);
        lines.push(changed_line(&ages.holding)?);
        lines.push(String::new());
        lines.push(format!(
            "{LAB} buys {}: {}",
            at(&smokers.quote),
            smokers.receipt.title
        ));
        lines.extend(sale_lines(&smokers));
        lines.push(numbers_line(&smokers.holding)?);
        self.say(
            format!(
                "{INSURANCE} buys {}: {}",
                at(&ages.quote),
                ages.receipt.title
            ),
            lines,
        );
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
        let mut lines = sale_lines(&sale);
        lines.push(changed_line(&sale.holding)?);
        self.say(
            format!(
                "{CLINIC} buys as well, {} from the {WEATHER}: {}",
                at(&sale.quote),
                listing.title
            ),
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
        self.say(
            format!("{CLINIC} declines one order and leaves one in its inbox"),
            vec![
                format!(
                    "declined {INSURANCE}, {} at {}",
                    refused.title,
                    format::epsilon(refused.to)
                ),
                format!("         “{reason}”, signed; no money and no number changed hands"),
                format!(
                    "waiting  {INSURANCE}, {} at {}, {}",
                    open.title,
                    format::epsilon(open.to),
                    format::money(&open.price),
                ),
                loss_line(&item),
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
        let income: Vec<String> = books.income.iter().map(format::money).collect();
        self.say(
            "An auditor takes the clinic's ledger and a buyer's bundle, offline, with no key and \
             no data",
            vec![
                format!(
                    "ledger   {} ({}, {})",
                    ledger.file,
                    format::count(books.receipts.len() as u64, "receipt", "receipts"),
                    format::bytes(ledger.bytes),
                ),
                format!("bundle   {} ({})", bundle.file, format::bytes(bundle.bytes)),
                format!("income   {}", income.join(", ")),
                format!(
                    "checked  {}: signatures, links, log, prices, levels, losses, totals, values",
                    format::count(made, "comparison", "comparisons"),
                ),
                format!("verdict  {}", report.headline()),
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
