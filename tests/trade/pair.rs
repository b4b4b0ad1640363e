//! Two homes that have traded with each other, so that every screen of either has something to
//! show.

use crate::trade::drafts::{dataset, edges};
use poundwise_market::{CountSpec, HistogramSpec};
use std::{
    fs,
    path::{Path, PathBuf},
};

use poundwise_market::{
    Home, Roles, Schema,
    view::{ImportOptions, ListingDraft, PopulationDraft, RuleDraft},
};

use super::{create, paid, parsed};

/// What they and their goods are called. Names of files and columns among them.
pub(crate) struct Words {
    pub(crate) owner: String,
    pub(crate) buyer: String,
    /// What each calls the other.
    pub(crate) contact: String,
    /// A folder inside of the one they are put into.
    pub(crate) folder: String,
    pub(crate) dataset: String,
    pub(crate) population: String,
    pub(crate) unit_name: String,
    pub(crate) column: String,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) pay_to: String,
    pub(crate) payment: String,
    pub(crate) reason: String,
    /// Of the whole, in euros.
    pub(crate) price: String,
    /// The ceiling, the level sold, and the level that is waited for.
    pub(crate) levels: [String; 3],
    pub(crate) grain: String,
}

impl Words {
    /// As people name things.
    pub(crate) fn plain() -> Self {
        let text = str::to_owned;
        Self {
            owner: text("Clinic"),
            buyer: text("Northern Insurance"),
            contact: text("An old friend"),
            folder: text("homes"),
            dataset: text("people"),
            population: text("patients"),
            unit_name: text("patient"),
            column: text("age"),
            title: text("People by age"),
            description: text("How many people of each age there are."),
            pay_to: text("payto://iban/DE75512108001245126199"),
            payment: text("SEPA 1"),
            reason: text("Not this month."),
            price: text("80.00"),
            levels: ["8", "0.5", "1"].map(text),
            grain: text("0.001"),
        }
    }

    /// The longest that may be, hardly anywhere with a place to break.
    pub(crate) fn long() -> Self {
        let run = |word: &str, length: usize| word.chars().cycle().take(length).collect::<String>();
        Self {
            owner: run("Forschungszentrumversorgung", 80),
            buyer: run("Rueckversicherungsgesellschaft", 80),
            contact: run("Landesgesundheitsamt", 100),
            folder: format!(
                "{}/{}",
                run("verzeichnis_der_", 110),
                run("ablage-2026-", 90)
            ),
            dataset: run("befragung_der_versicherten_", 60),
            population: run("Versichertengemeinschaften/", 100),
            unit_name: run("Bedarfsgemeinschaft", 100),
            column: run("lebensalter_bei_der_aufnahme_", 60),
            title: run("Altersverteilung/der/Versicherten/", 200),
            description: run(
                "Zahl der Versicherten nach Altersjahren, gezaehlt am Stichtag. \
                 Donaudampfschifffahrtsgesellschaftskapitaenswitwenrentenanstalt. ",
                2000,
            ),
            pay_to: format!(
                "payto://iban/DE75512108001245126199?message={}",
                run("Rechnung-2026-", 150)
            ),
            payment: run("SEPA-2026-11-21/", 180),
            reason: run(
                "Der Verwendungszweck ist nicht genehmigt. Ethikkommissionsvotumsaktenzeichen-",
                190,
            ),
            price: "9999999999.99".into(),
            levels: ["1099511.627776", "1.234567", "123456.789012"].map(str::to_owned),
            grain: "0.000001".to_owned(),
        }
    }
}

/// The two homes' folders, and their market's.
pub(crate) struct Pair {
    pub(crate) owner: PathBuf,
    pub(crate) buyer: PathBuf,
    pub(crate) market: PathBuf,
}

/// A sale, an order declined and one that waits; and something of the buyer's own, so that it is an
/// owner too.
pub(crate) fn pair(folder: &Path, words: &Words) -> Pair {
    // The window finds its marks in the desk's folder, not next to the homes.
    let marks = folder.join("user/state/poundwise");
    let folder = folder.join(&words.folder);
    fs::create_dir_all(&folder).unwrap();
    let pair = Pair {
        owner: folder.join("owner"),
        buyer: folder.join("buyer"),
        market: folder.join("market"),
    };
    let owner = create(&pair.owner, &words.owner, &pair.market);
    let buyer = create(&pair.buyer, &words.buyer, &pair.market);
    let [ceiling, sold, waiting] = &words.levels;
    let offer = |home: &Home, title: &str, kind: &str| {
        let question = if kind == "histogram" {
            HistogramSpec::new(&words.column, edges(&["0", "18", "65", "120"])).into()
        } else {
            CountSpec::default().into()
        };
        home.seller()
            .create_listing(&ListingDraft {
                title: Some(title.to_owned()),
                description: Some(words.description.clone()),
                price: format!("{ceiling}:{}", words.price).as_str().into(),
                ceiling: Some(parsed(ceiling)),
                grain: Some(parsed(&words.grain)),
                pay_to: Some(parsed(&words.pay_to)),
                terms: Some(words.description.clone()),
                ..ListingDraft::new(dataset(&words.dataset), question)
            })
            .unwrap()
    };
    for home in [&owner, &buyer] {
        let file = folder.join("table.csv");
        let rows: String = (0..200).map(|i| format!("{}\n", 18 + i * 7 % 70)).collect();
        fs::write(&file, format!("{}\n{rows}", words.column)).unwrap();
        let options = ImportOptions {
            name: Some(words.dataset.clone()),
            schema: Some(Schema::parse_types(&format!("{}:number", words.column)).unwrap()),
            population: Some(words.population.clone()),
            unit_name: Some(words.unit_name.clone()),
            cap: Some(words.levels[0].clone()),
            ..ImportOptions::default()
        };
        home.seller().import_dataset(&file, &options).unwrap();
    }
    // Another one, whose cap was changed for a reason.
    let other = words.population.chars().rev().collect::<String>();
    owner
        .seller()
        .create_population(&PopulationDraft {
            name: other.clone(),
            cap: "4".to_owned(),
            carried: Some(words.levels[1].clone()),
            new_people: true,
            ..PopulationDraft::default()
        })
        .unwrap();
    owner
        .seller()
        .set_cap(&parsed(&other), parsed(&words.levels[0]), &words.reason)
        .unwrap();
    let goods = offer(&owner, &words.title, "histogram");
    offer(&buyer, &words.title, "count");
    for (home, other) in [(&owner, &buyer), (&buyer, &owner)] {
        home.seller()
            .add_contact(
                parsed(&other.view().kid),
                &parsed(&words.contact),
                &parsed(&words.description.chars().take(1000).collect::<String>()),
            )
            .unwrap();
    }
    owner
        .seller()
        .add_rule(&RuleDraft {
            contact: Some(words.contact.clone()),
            anyone: false,
            listing: Some(goods.id.to_string()),
            population: None,
            // Below what is ordered, so that the owner still has something to answer.
            up_to: words.grain.clone(),
            per_order: words.price.clone(),
            per_month: None,
            currency: None,
            payment: words.payment.clone(),
            until: None,
        })
        .unwrap();
    let order = buyer
        .buyer()
        .order(&parsed(&goods.id), parsed(sold))
        .unwrap();
    owner
        .seller()
        .approve(&parsed(&order.id), paid(words.payment.as_str()))
        .unwrap();
    buyer.buyer().collect().unwrap();
    let order = buyer
        .buyer()
        .order(&parsed(&goods.id), parsed(waiting))
        .unwrap();
    owner
        .seller()
        .decline(&parsed(&order.id), &words.reason)
        .unwrap();
    buyer.buyer().collect().unwrap();
    buyer
        .buyer()
        .order(&parsed(&goods.id), parsed(waiting))
        .unwrap();
    drop((owner, buyer));
    fs::create_dir_all(&marks).unwrap();
    for mark in fs::read_dir(folder.join("user/state/poundwise")).unwrap() {
        let mark = mark.unwrap();
        fs::copy(mark.path(), marks.join(mark.file_name())).unwrap();
    }
    pair
}
