//! Invoices keep the structure of UBL 2.1 and the rules of EN 16931, as the standard's own XSLT has
//! them, run by saxonche from PyPI.

use crate::trade::drafts::filtered;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    interop::python,
    trade::{create, married, offer, parsed},
};
use poundwise_documents::kinds::Settlement;
use poundwise_market::{
    Home, PaidLater, Payment, PaymentNote, ReceiptId, Roles,
    view::{InvoiceFormat, InvoiceTerms, Invoicing, Language, ListingDraft, Party, Vat},
};

const LIBRARY: &str = "saxonche==13.1.1";
/// Sums of an invoice, and the rule that finds each wrong.
const WRONG: [(&str, &str); 5] = [
    ("TaxAmount", "BR-CO-14"),
    ("LineExtensionAmount", "BR-CO-10"),
    ("TaxExclusiveAmount", "BR-CO-13"),
    ("TaxInclusiveAmount", "BR-CO-15"),
    ("PayableAmount", "BR-CO-16"),
];
const RULES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../shared/data/en16931/EN16931-UBL-validation.xslt"
);

fn party(name: &str, vat_id: Option<&str>) -> Party {
    Party {
        name: name.to_owned(),
        street: "Hafenweg 1".to_owned(),
        post_code: "20457".to_owned(),
        city: "Hamburg".to_owned(),
        country: "DE".to_owned(),
        vat_id: vat_id.map(str::to_owned),
        email: Some("books@example.org".to_owned()),
        ..Party::default()
    }
}

fn rate(percent: &str) -> Vat {
    Vat::Rate {
        percent: percent.to_owned(),
    }
}

/// Each VAT treatment, with what the seller is known by.
fn vats() -> Vec<(Vat, Party)> {
    let known = party("Clinic & Sons <1>", Some("DE123456789"));
    let by_number = Party {
        tax_number: Some("12/345/67890".to_owned()),
        ..party("Clinic", None)
    };
    let exempt = Vat::Exempt {
        reason: "Exempt as a <small> business.".to_owned(),
    };
    let outside = Vat::NotSubject {
        reason: "A public body's own task.".to_owned(),
    };
    vec![
        (rate("19"), known.clone()),
        (rate("7"), known.clone()),
        (rate("5.5"), by_number.clone()),
        (exempt.clone(), by_number),
        (exempt, known.clone()),
        (Vat::ReverseCharge, known.clone()),
        (outside.clone(), party("Clinic", None)),
        (outside, known),
    ]
}

/// Two homes, and what the owner sells: in euros to an account, and in yen to none.
struct Shop {
    folder: tempfile::TempDir,
    owner: Home,
    buyer: Home,
    euros: String,
    yen: String,
    /// The last level that was sold, in thousandths.
    level: u32,
    files: Vec<PathBuf>,
}

impl Shop {
    fn open() -> Self {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path();
        let market = folder.join("market");
        let owner = create(&folder.join("owner"), "Owner", &market);
        let buyer = create(&folder.join("buyer"), "Buyer", &market);
        let euros = offer(&owner, folder).id;
        let draft = ListingDraft {
            title: Some("]]> & <all> people".to_owned()),
            currency: Some(parsed("JPY")),
            price: "8:8000".into(),
            pay_to: None,
            ..filtered(married(), Vec::new())
        };
        let yen = owner.seller().create_listing(&draft).unwrap().id;
        Self {
            folder: temporary,
            owner,
            buyer,
            euros: euros.to_string(),
            yen: yen.to_string(),
            level: 0,
            files: Vec::new(),
        }
    }

    /// Sells one step more, settled like this, and returns the receipt.
    fn sell(&mut self, listing: &str, settlement: Settlement) -> ReceiptId {
        self.level += 37;
        let to = format!("{}.{:03}", self.level / 1000, self.level % 1000);
        let order = self.buyer.buyer();
        let order = order.order(&parsed(listing), parsed(&to)).unwrap();
        let payment = Payment {
            settlement: Some(settlement),
            reference: PaymentNote::default(),
        };
        let seller = self.owner.seller();
        let receipt = seller.approve(&parsed(&order.id), payment).unwrap();
        self.buyer.buyer().collect().unwrap();
        parsed(&receipt.id)
    }

    /// Issues the invoice of these receipts, and writes it.
    fn issue(&mut self, receipts: &[ReceiptId], buyer: &Party) -> String {
        let terms = InvoiceTerms {
            buyer: Some(buyer.clone()),
            ..InvoiceTerms::default()
        };
        let issued = self.owner.seller().issue_invoice(receipts, &terms).unwrap();
        self.write(&issued.invoice.number);
        issued.invoice.number
    }

    fn write(&mut self, number: &str) {
        let file = self.folder.path().join(format!("{number}.xml"));
        let seller = self.owner.seller();
        seller
            .export_invoice(&parsed(number), InvoiceFormat::Ubl, &file)
            .unwrap();
        self.files.push(file);
    }
}

#[test]
fn invoices_keep_the_rules_of_the_european_standard() {
    let Some(python) = python(LIBRARY) else {
        return;
    };
    if !Path::new(RULES).is_file() {
        eprintln!("skipped: ../shared/data/en16931 is not there");
        return;
    }
    let mut shop = Shop::open();
    let (euros, yen) = (shop.euros.clone(), shop.yen.clone());
    for (vat, own) in vats() {
        let reverse = vat == Vat::ReverseCharge;
        let seller = shop.owner.seller();
        seller
            .set_invoicing(&Invoicing {
                seller: own,
                vat,
                days: 14,
                prefix: "R-".to_owned(),
                language: Language::English,
            })
            .unwrap();
        let known = Party {
            reference: Some("04011000-12345-03".to_owned()),
            ..party("Buyer GmbH", Some("FR12345678901"))
        };
        let unknown = if reverse {
            known.clone()
        } else {
            party("\"Buyer\" & Söhne", None)
        };
        for (of, settlement, buyer) in [
            (&euros, Settlement::Credit, &known),
            (&euros, Settlement::Paid, &unknown),
            (&yen, Settlement::Credit, &unknown),
        ] {
            let receipt = shop.sell(of, settlement);
            shop.issue(&[receipt], buyer);
        }
        // Several lines, of which one is paid and one in part, and what takes the invoice back.
        let receipts = [Settlement::Credit, Settlement::Paid, Settlement::Credit]
            .map(|settlement| shop.sell(&euros, settlement));
        let part = PaidLater {
            amount: Some("0.11".to_owned()),
            ..PaidLater::default()
        };
        let seller = shop.owner.seller();
        seller.record_payment(&receipts[0], &part).unwrap();
        let number = shop.issue(&receipts, &unknown);
        let note = shop
            .owner
            .seller()
            .credit_invoice(&parsed(&number), "Wrong name & address.");
        shop.write(&note.unwrap().invoice.number);
    }
    let free = shop.sell(&euros, Settlement::Free);
    let refused = shop
        .owner
        .seller()
        .preview_invoice(&[free], &InvoiceTerms::default());
    assert_eq!(refused.unwrap_err().code().as_str(), "no-invoice");

    // What is wrong is found out: each sum, and the order of the elements.
    let right = fs::read_to_string(&shop.files[0]).unwrap();
    assert!(right.contains("<cbc:PaymentMeansCode>58</cbc:PaymentMeansCode>"));
    let mut wrong = Vec::new();
    for (number, (element, rule)) in WRONG.into_iter().enumerate() {
        let at = right.find(&format!("</cbc:{element}>")).unwrap();
        let file = shop.folder.path().join(format!("wrong-{number}.xml"));
        // 0.37 becomes 07.37.
        fs::write(&file, format!("{}7{}", &right[..at - 3], &right[at - 3..])).unwrap();
        wrong.push((file, rule));
    }
    let swapped = right
        .replace("cbc:IssueDate>", "cbc:Held>")
        .replace("cbc:DueDate>", "cbc:IssueDate>")
        .replace("cbc:Held>", "cbc:DueDate>");
    wrong.push((
        shop.folder.path().join("swapped.xml"),
        "structure: Invoice of",
    ));
    fs::write(&wrong.last().unwrap().0, swapped).unwrap();

    let out = Command::new(python)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interop/invoice.py"))
        .arg(RULES)
        .args(&shop.files)
        .args(wrong.iter().map(|(file, _)| file))
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.success(), "{told}");
    let broken: Vec<Vec<String>> = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(broken.len(), shop.files.len() + wrong.len());
    let (of_right, of_wrong) = broken.split_at(shop.files.len());
    for (file, broken) in shop.files.iter().zip(of_right) {
        let text = fs::read_to_string(file).unwrap();
        assert_eq!(broken, &Vec::<String>::new(), "{text}");
    }
    for ((file, rule), broken) in wrong.iter().zip(of_wrong) {
        let is_found = broken.iter().any(|one| one.starts_with(rule));
        assert!(is_found, "{}: {rule}: {broken:?}", file.display());
    }
}
