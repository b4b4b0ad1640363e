//! Invoices: numbered in one series without a gap, issued once, made of nothing but sales and what
//! the owner says.

use crate::fixture::drafts::ends;
use poundwise_documents::kinds::Settlement;
use poundwise_market::SumSpec;
use poundwise_market::{
    CsvForm, Home, PaidLater, Payment, PaymentNote, ReceiptId, Roles,
    view::{
        InvoiceFormat, InvoiceState, InvoiceTerms, InvoiceView, Invoicing, Language, ListingDraft,
        ListingView, Party, ReceiptView, Vat,
    },
};

use crate::fixture::{Town, copy_folder, histogram, list, mean_income, parsed, sell};

struct Shop {
    town: Town,
    owner: Home,
    ann: Home,
    listing: ListingView,
}

impl Shop {
    fn open() -> Self {
        let town = Town::new();
        let owner = town.owner_with_table(None);
        let ann = town.home("ann");
        let draft = ListingDraft {
            pay_to: Some(parsed("payto://iban/DE75512108001245126199")),
            ..histogram()
        };
        let listing = list(&owner, &draft);
        Self {
            town,
            owner,
            ann,
            listing,
        }
    }

    fn sell(&self, to: &str, settlement: Settlement) -> ReceiptView {
        let order = self.ann.buyer();
        let order = order.order(&parsed(&self.listing.id), parsed(to)).unwrap();
        let payment = Payment {
            settlement: Some(settlement),
            reference: PaymentNote::default(),
        };
        let seller = self.owner.seller();
        let receipt = seller.approve(&parsed(&order.id), payment).unwrap();
        self.ann.buyer().collect().unwrap();
        receipt
    }

    /// Records that a part of a sale on credit was paid.
    fn pay(&self, receipt: &ReceiptView, amount: &str) {
        let part = PaidLater {
            amount: Some(amount.to_owned()),
            ..PaidLater::default()
        };
        let seller = self.owner.seller();
        seller.record_payment(&parsed(&receipt.id), &part).unwrap();
    }
}

fn party(name: &str) -> Party {
    Party {
        name: name.to_owned(),
        street: "Hafenweg 1".to_owned(),
        post_code: "20457".to_owned(),
        city: "Hamburg".to_owned(),
        country: "de".to_owned(),
        vat_id: Some("DE 123 456 789".to_owned()),
        ..Party::default()
    }
}

fn invoicing(percent: &str) -> Invoicing {
    Invoicing {
        seller: party("Harbour Clinic"),
        vat: Vat::Rate {
            percent: percent.to_owned(),
        },
        days: 14,
        prefix: "R-".to_owned(),
        language: Language::German,
    }
}

/// Issues the invoice of a receipt, for tests of what a home stores.
pub(crate) fn issue_one(owner: &Home, receipt: &str) {
    let seller = owner.seller();
    seller.set_invoicing(&invoicing("19")).unwrap();
    let terms = to_buyer(&party("Ann's Institute"));
    seller.issue_invoice(&[parsed(receipt)], &terms).unwrap();
}

fn to_buyer(buyer: &Party) -> InvoiceTerms {
    InvoiceTerms {
        buyer: Some(buyer.clone()),
        ..InvoiceTerms::default()
    }
}

/// Issues the invoice of these receipts to a buyer of full address.
fn issue(owner: &Home, receipts: &[&ReceiptView]) -> poundwise_market::Result<InvoiceView> {
    let ids: Vec<ReceiptId> = receipts.iter().map(|one| parsed(&one.id)).collect();
    owner.seller().issue_invoice(&ids, &to_buyer(&party("Ann")))
}

fn numbers(owner: &Home) -> Vec<String> {
    let invoices = owner.seller().invoices(None).unwrap();
    invoices.into_iter().map(|one| one.invoice.number).collect()
}

#[track_caller]
fn code<T>(refused: poundwise_market::Result<T>) -> &'static str {
    let refused = refused.err().unwrap();
    assert!(refused.message().ends_with('.') && !refused.hints().is_empty());
    refused.code().as_str()
}

#[test]
fn an_invoice_is_issued_once_and_never_changes() {
    let shop = Shop::open();
    let seller = shop.owner.seller();
    let receipt = shop.sell("0.5", Settlement::Credit);
    let ids = [parsed(&receipt.id)];
    let none = InvoiceTerms::default();
    assert_eq!(code(seller.preview_invoice(&ids, &none)), "no-invoicing");
    let kept = seller.set_invoicing(&invoicing("19")).unwrap();
    assert_eq!(kept.seller.country, "DE");
    assert_eq!(kept.seller.vat_id.as_deref(), Some("DE123456789"));
    assert_eq!(kept.seller.id, shop.owner.view().kid.to_string());

    // As it would be: the buyer by the name of its order, and nothing else.
    let draft = seller.preview_invoice(&ids, &none).unwrap();
    assert!(!draft.issued);
    assert_eq!(
        (&*draft.invoice.number, &*draft.invoice.buyer.name),
        ("R-1", "ann")
    );
    assert_eq!((draft.net.minor, draft.tax.minor), (420, 80));
    assert_eq!((draft.total.minor, draft.payable.minor), (500, 500));
    let account = draft.invoice.account.unwrap();
    assert_eq!(account.iban, "DE75512108001245126199");
    assert_eq!(draft.reference, receipt.payment_reference);
    let file = shop.town.path("invoice.xml");
    let early = seller.export_invoice(&parsed("R-1"), InvoiceFormat::Ubl, &file);
    assert_eq!(code(early), "no-such-invoice");
    for refused in [
        seller.try_invoice(&ids, &none),
        seller.issue_invoice(&ids, &none),
    ] {
        assert_eq!(code(refused), "invoice-party");
    }
    assert!(seller.invoices(None).unwrap().is_empty());

    let buyer = party("Ann's Institute");
    let issued = seller.issue_invoice(&ids, &to_buyer(&buyer)).unwrap();
    assert!(issued.issued);
    assert_eq!(issued.invoice.buyer.id, shop.ann.view().kid.to_string());
    let again = seller.issue_invoice(&ids, &to_buyer(&party("Another")));
    assert_eq!(code(again), "invoice-issued");
    let write = |format| {
        seller
            .export_invoice(&parsed("R-1"), format, &file)
            .unwrap();
        std::fs::read_to_string(&file).unwrap()
    };
    let first = [write(InvoiceFormat::Ubl), write(InvoiceFormat::Html)];
    assert!(first[0].contains("<cbc:Percent>19</cbc:Percent>"));
    assert!(first[1].contains("Rechnung R-1") && first[1].contains("Ann&apos;s Institute"));

    // What is said later counts for later ones: another print is the same bytes.
    seller
        .set_invoicing(&Invoicing {
            seller: party("Another Clinic"),
            language: Language::English,
            ..invoicing("7")
        })
        .unwrap();
    shop.pay(&receipt, "1");
    assert_eq!(
        seller.invoice(&parsed("R-1")).unwrap().invoice,
        issued.invoice
    );
    assert_eq!(
        [write(InvoiceFormat::Ubl), write(InvoiceFormat::Html)],
        first
    );

    // The next one knows the buyer; what was paid asks for nothing.
    let paid = shop.sell("0.7", Settlement::Paid);
    let second = seller.issue_invoice(&[parsed(&paid.id)], &none).unwrap();
    assert_eq!(second.invoice.buyer.name, "Ann's Institute");
    assert_eq!((&*second.invoice.number, second.payable.minor), ("R-2", 0));
    assert_eq!(second.invoice.due_on, None);

    // All of it outlasts the program, and the database itself refuses a change.
    drop(shop.owner);
    let owner = shop.town.reopen("owner");
    assert_eq!(numbers(&owner), ["R-2", "R-1"]);
    drop(owner);
    let path = shop.town.path("owner").join("poundwise.db");
    let database = rusqlite::Connection::open(path).unwrap();
    for change in [
        "DELETE FROM invoices",
        "UPDATE invoices SET issued_at = ''",
        "UPDATE invoices SET number = 7",
    ] {
        let refused = database.execute(change, []).unwrap_err().to_string();
        assert!(refused.contains("never"), "{refused}");
    }
}

#[test]
fn numbers_are_one_series_without_a_gap_and_none_is_used_twice() {
    let shop = Shop::open();
    let seller = shop.owner.seller();
    seller.set_invoicing(&invoicing("19")).unwrap();
    let one = shop.sell("0.1", Settlement::Credit);
    let gift = shop.sell("0.2", Settlement::Free);
    let two = shop.sell("0.3", Settlement::Paid);
    let number = |receipts: &[&ReceiptView]| issue(&shop.owner, receipts).unwrap().invoice.number;
    assert_eq!(number(&[&two]), "R-1");
    // What is refused takes no number.
    assert_eq!(code(issue(&shop.owner, &[&gift])), "no-invoice");
    assert_eq!(code(issue(&shop.owner, &[&two])), "invoice-issued");
    let unknown = seller.preview_invoice(&[parsed(&"A".repeat(43))], &InvoiceTerms::default());
    assert_eq!(code(unknown), "no-such-id");
    assert_eq!(number(&[&one]), "R-2");

    // A credit note is of the same series, and its receipt is invoiced anew.
    let shown = |receipt: &ReceiptView| {
        let receipts = seller.receipts().unwrap();
        receipts
            .into_iter()
            .find(|one| one.id == receipt.id)
            .unwrap()
            .invoice
    };
    assert_eq!(shown(&two).as_deref(), Some("R-1"));
    assert_eq!(
        code(seller.credit_invoice(&parsed("R-9"), "so")),
        "no-such-invoice"
    );
    assert_eq!(
        code(seller.credit_invoice(&parsed("R-1"), " ")),
        "invoice-reason"
    );
    let note = seller
        .credit_invoice(&parsed("R-1"), " The name was wrong. ")
        .unwrap();
    assert_eq!(note.invoice.number, "R-3");
    let of = note.invoice.credits.unwrap();
    assert_eq!((&*of.number, &*of.reason), ("R-1", "The name was wrong."));
    assert_eq!(note.total.minor, two.price.minor);
    assert_eq!(shown(&two), None);
    let taken = seller.invoice(&parsed("R-1")).unwrap();
    assert_eq!(taken.credited_by.as_deref(), Some("R-3"));
    for again in ["R-1", "R-3"] {
        assert_eq!(
            code(seller.credit_invoice(&parsed(again), "so")),
            "invoice-credited"
        );
    }
    assert_eq!(number(&[&two]), "R-4");
    assert_eq!(shown(&two).as_deref(), Some("R-4"));
    let of_two = seller.invoices(Some(&parsed(&two.id))).unwrap();
    let of_two: Vec<&str> = of_two.iter().map(|one| &*one.invoice.number).collect();
    assert_eq!(of_two, ["R-4", "R-3", "R-1"]);

    // Another beginning does not begin the series anew, and cannot make one number of two.
    let mut other = invoicing("19");
    other.prefix = "R-1".to_owned();
    assert_eq!(code(seller.set_invoicing(&other)), "invoice-terms");
    other.prefix = "2026-".to_owned();
    seller.set_invoicing(&other).unwrap();
    assert_eq!(number(&[&shop.sell("0.4", Settlement::Paid)]), "2026-5");
    // Earlier numbers of another program are stepped over, and never back.
    assert_eq!(code(seller.set_next_invoice(5)), "invoice-number");
    assert_eq!(seller.set_next_invoice(100).unwrap().next, Some(100));
    assert_eq!(number(&[&shop.sell("0.5", Settlement::Paid)]), "2026-100");
    assert_eq!(number(&[&shop.sell("0.6", Settlement::Paid)]), "2026-101");
    let stands = seller.invoice_numbers().unwrap();
    assert_eq!((stands.last, stands.next), (Some(101), Some(102)));
    let all = ["2026-101", "2026-100", "2026-5", "R-4", "R-3", "R-2", "R-1"];
    assert_eq!(numbers(&shop.owner), all);
}

#[test]
fn several_receipts_of_one_buyer_stand_on_one_invoice() {
    let shop = Shop::open();
    let seller = shop.owner.seller();
    seller.set_invoicing(&invoicing("19")).unwrap();
    let one = shop.sell("0.1", Settlement::Credit);
    let two = shop.sell("0.3", Settlement::Paid);
    let three = shop.sell("0.5", Settlement::Credit);
    shop.pay(&three, "1");
    // Another buyer, an account of another listing, and a currency of another one.
    let ben = shop.town.home("ben");
    let other_buyer = sell(&shop.owner, &ben, &shop.listing, "0.5");
    let draft = ListingDraft {
        title: Some("Elsewhere".to_owned()),
        pay_to: Some(parsed("payto://iban/DE89370400440532013000")),
        ..mean_income()
    };
    let elsewhere = list(&shop.owner, &draft);
    let other_account = sell(&shop.owner, &shop.ann, &elsewhere, "0.5");
    let draft = ListingDraft {
        title: Some("In dollars".to_owned()),
        pay_to: Some(parsed(&shop.listing.pay_to)),
        currency: Some(parsed("USD")),
        ..mean_income().asking(SumSpec::new("income", ends("0..100000")).into())
    };
    let in_dollars = list(&shop.owner, &draft);
    let other_currency = sell(&shop.owner, &shop.ann, &in_dollars, "0.5");

    let none = InvoiceTerms::default();
    let draft = seller.preview_invoice(&[parsed(&two.id)], &none).unwrap();
    let others: Vec<u64> = draft.others.iter().map(|one| one.number).collect();
    assert_eq!(others, [one.number, three.number]);
    for other in [&other_buyer, &other_account, &other_currency] {
        let refused = issue(&shop.owner, &[&one, other]);
        assert_eq!(code(refused), "invoice-receipts");
    }
    assert_eq!(code(issue(&shop.owner, &[])), "invoice-receipts");

    // Named twice and in any order, each stands on it once, in the order of the ledger.
    let issued = issue(&shop.owner, &[&three, &one, &two, &one]).unwrap();
    assert!(issued.others.is_empty());
    let lines: Vec<u64> = issued
        .invoice
        .lines
        .iter()
        .map(|line| line.receipt_number)
        .collect();
    assert_eq!(lines, [one.number, two.number, three.number]);
    // Each line has the code that a restored home asks for.
    for (line, receipt) in issued.invoice.lines.iter().zip([&one, &two, &three]) {
        assert!(line.code.is_some());
        assert_eq!(line.code, receipt.code);
    }
    let total = one.price.minor + two.price.minor + three.price.minor;
    let left = one.price.minor + three.price.minor - 100;
    assert_eq!((issued.total.minor, issued.payable.minor), (total, left));
    let nets: u64 = issued.lines.iter().map(|line| line.minor).sum();
    assert_eq!(nets, issued.net.minor);
    // A transfer with the text of the invoice names each order that is not paid, and no other.
    let of_both = format!("{} {}", one.payment_reference, three.payment_reference);
    assert_eq!(issued.reference, of_both);
    let unpaid = seller.on_credit(true).unwrap();
    let unpaid: Vec<Option<&str>> = unpaid.iter().map(|one| one.invoice.as_deref()).collect();
    assert_eq!(unpaid, [Some("R-1"), Some("R-1")]);
    let file = shop.town.path("receipts.csv");
    seller.export_receipts(&file, CsvForm::default()).unwrap();
    let table = std::fs::read_to_string(&file).unwrap();
    assert_eq!(table.matches(",R-1,").count(), 3, "{table}");

    // More references than ten have no room in a transfer.
    let many: Vec<ReceiptView> = (1..=11)
        .map(|step| shop.sell(&format!("0.6{step:02}"), Settlement::Credit))
        .collect();
    let many: Vec<&ReceiptView> = many.iter().collect();
    shop.sell("0.7", Settlement::Free);
    let draft = seller.preview_invoice(&[parsed(&many[0].id)], &none);
    let others: Vec<u64> = draft.unwrap().others.iter().map(|it| it.number).collect();
    let numbers: Vec<u64> = many[1..].iter().map(|it| it.number).collect();
    assert_eq!(others, numbers, "none that is on an invoice, or free");
    assert_eq!(code(issue(&shop.owner, &many)), "invoice-receipts");
    let ten = issue(&shop.owner, &many[..10]).unwrap();
    assert!(ten.reference.len() <= 140, "{}", ten.reference);
}

#[test]
fn an_invoice_asks_for_what_is_to_be_paid_today_and_a_cancellation_for_nothing() {
    let shop = Shop::open();
    let seller = shop.owner.seller();
    seller.set_invoicing(&invoicing("19")).unwrap();
    let paid = shop.sell("0.5", Settlement::Paid);
    let owed = shop.sell("1", Settlement::Credit);
    let told = |view: &InvoiceView| (view.state, view.open.minor);
    let stored = |number: &str| told(&seller.invoice(&parsed(number)).unwrap());
    let page = |number: &str| {
        let file = shop.town.path("page.html");
        let html = InvoiceFormat::Html;
        seller.export_invoice(&parsed(number), html, &file).unwrap();
        std::fs::read_to_string(file).unwrap()
    };
    let iban = "DE75 5121 0800 1245 1261 99";

    let issued = issue(&shop.owner, &[&paid]).unwrap();
    assert_eq!(told(&issued), (InvoiceState::Paid, 0));
    assert_eq!(stored("R-1"), (InvoiceState::Paid, 0));
    let of_paid = page("R-1");
    assert!(of_paid.contains("Bereits bezahlt: Es ist nichts zu zahlen."));
    assert!(!of_paid.contains(iban));

    let issued = issue(&shop.owner, &[&owed]).unwrap();
    assert_eq!(told(&issued), (InvoiceState::Open, 500));
    let as_issued = page("R-2");
    assert!(as_issued.contains(iban));
    shop.pay(&owed, "2");
    assert_eq!(stored("R-2"), (InvoiceState::Open, 300));
    shop.pay(&owed, "3");
    assert_eq!(stored("R-2"), (InvoiceState::Paid, 0));
    assert_eq!(page("R-2"), as_issued);

    let note = seller.credit_invoice(&parsed("R-2"), "Falsch.").unwrap();
    assert_eq!(told(&note), (InvoiceState::Cancellation, 0));
    assert_eq!(stored("R-3"), (InvoiceState::Cancellation, 0));
    assert_eq!(stored("R-2"), (InvoiceState::Cancelled, 0));
    let cancellation = page("R-3");
    for part in [
        "<h1>Stornierung der Rechnung R-2</h1>",
        "\u{2212}5,00\u{a0}EUR",
    ] {
        assert!(cancellation.contains(part), "{part}: {cancellation}");
    }
    assert!(!cancellation.contains(iban) && !cancellation.contains("Zu zahlen"));
}

#[test]
fn where_the_buyer_owes_the_vat_both_are_named_by_theirs() {
    let shop = Shop::open();
    let seller = shop.owner.seller();
    let ids = [parsed(&shop.sell("0.5", Settlement::Credit).id)];
    let mut own = invoicing("19");
    own.seller.vat_id = None;
    own.seller.tax_number = Some("12/345/67890".to_owned());
    seller.set_invoicing(&own).unwrap();
    let mut terms = to_buyer(&party("Ann"));
    terms.vat = Some(Vat::ReverseCharge);
    assert_eq!(code(seller.preview_invoice(&ids, &terms)), "invoice-vat-id");
    seller.set_invoicing(&invoicing("19")).unwrap();
    terms.buyer.as_mut().unwrap().vat_id = None;
    assert_eq!(code(seller.issue_invoice(&ids, &terms)), "invoice-vat-id");
    terms.vat = Some(Vat::Rate {
        percent: "100".to_owned(),
    });
    assert_eq!(code(seller.issue_invoice(&ids, &terms)), "invoice-vat");
    // A comma is told of only where a point makes a rate of it.
    for (percent, way) in [
        ("5,5", "Write it with a point: 5.5."),
        ("1,2,3", "Write it as 19 or 5.5."),
        ("100,5", "Write it as 19 or 5.5."),
        ("100", "Write it as 19 or 5.5."),
    ] {
        let percent = percent.to_owned();
        terms.vat = Some(Vat::Rate { percent });
        let refused = seller.issue_invoice(&ids, &terms).unwrap_err();
        assert_eq!(refused.hints()[0].to_string(), way);
    }
    assert!(numbers(&shop.owner).is_empty());

    // All of the price is the seller's, for this invoice alone.
    let mut terms = to_buyer(&party("Ann"));
    terms.vat = Some(Vat::ReverseCharge);
    terms.language = Some(Language::English);
    let issued = seller.issue_invoice(&ids, &terms).unwrap();
    assert_eq!((issued.net.minor, issued.tax.minor), (500, 0));
    assert_eq!(issued.invoice.language, Language::English);
    let next = shop.sell("0.7", Settlement::Credit);
    let next = seller.preview_invoice(&[parsed(&next.id)], &InvoiceTerms::default());
    assert_eq!(next.unwrap().invoice.vat, invoicing("19").vat);
}

/// A backup that lacks invoices gives no number again: neither before it has caught up nor after.
#[test]
fn an_old_copy_gives_no_number_twice() {
    let shop = Shop::open();
    let one = shop.sell("0.1", Settlement::Paid);
    let two = shop.sell("0.3", Settlement::Paid);
    issue_one(&shop.owner, &one.id.to_string());
    drop(shop.owner);
    let (home, backup) = (shop.town.path("owner"), shop.town.path("backup"));
    copy_folder(&home, &backup);
    let owner = shop.town.reopen("owner");
    assert_eq!(issue(&owner, &[&two]).unwrap().invoice.number, "R-2");
    drop(owner);
    std::fs::remove_dir_all(&home).unwrap();
    copy_folder(&backup, &home);

    let owner = shop.town.reopen("owner");
    let seller = owner.seller();
    assert_eq!(code(issue(&owner, &[&two])), "behind-mark");
    assert_eq!(
        code(seller.credit_invoice(&parsed("R-1"), "so")),
        "behind-mark"
    );
    seller.catch_up().unwrap();
    assert_eq!(seller.invoice_numbers().unwrap().next, None);
    assert_eq!(code(issue(&owner, &[&two])), "invoice-number");
    assert_eq!(
        code(seller.credit_invoice(&parsed("R-1"), "so")),
        "invoice-number"
    );
    assert_eq!(numbers(&owner), ["R-1"]);
    seller.set_next_invoice(3).unwrap();
    assert_eq!(issue(&owner, &[&two]).unwrap().invoice.number, "R-3");
}

#[test]
fn what_is_wrong_is_told_by_its_field() {
    type Change = fn(&mut Invoicing);
    let changes: [(&str, Change); 12] = [
        ("invoice-party", |i| i.seller.name.clear()),
        ("invoice-party", |i| i.seller.city = "\u{200b}".to_owned()),
        ("invoice-country", |i| i.seller.country = "EU".to_owned()),
        ("invoice-vat-id", |i| i.seller.vat_id = Some("1".to_owned())),
        ("invoice-vat-id", |i| i.seller.vat_id = None),
        ("invoice-vat-id", |i| {
            i.seller.vat_id = None;
            i.seller.tax_number = Some("12/345/67890".to_owned());
            i.vat = Vat::ReverseCharge;
        }),
        ("invoice-vat", |i| {
            i.vat = Vat::Rate {
                percent: "0".to_owned(),
            };
        }),
        ("invoice-vat", |i| {
            i.vat = Vat::Exempt {
                reason: " ".to_owned(),
            };
        }),
        ("invoice-terms", |i| i.days = 0),
        ("invoice-terms", |i| i.prefix = "x".repeat(21)),
        ("invoice-terms", |i| i.prefix = "R\u{200b}-".to_owned()),
        ("invoice-terms", |i| i.prefix = "2026".to_owned()),
    ];
    let shop = Shop::open();
    let seller = shop.owner.seller();
    for (expected, change) in changes {
        let mut wrong = invoicing("19");
        change(&mut wrong);
        let refused = seller.set_invoicing(&wrong).unwrap_err();
        assert_eq!(refused.code().as_str(), expected);
        assert!(refused.message().ends_with('.') && !refused.hints().is_empty());
    }
    assert!(seller.invoicing().unwrap().is_none());
    // Who is not subject to VAT needs no number.
    let mut outside = invoicing("19");
    outside.seller.vat_id = None;
    outside.vat = Vat::NotSubject {
        reason: "A public body's own task.".to_owned(),
    };
    outside.prefix = "x".repeat(20);
    seller.set_invoicing(&outside).unwrap();
}
