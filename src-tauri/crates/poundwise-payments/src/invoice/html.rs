//! An invoice or a credit note as a page to print, in English or in German. It has no script, no
//! font and no picture from anywhere.

use std::fmt::Write as _;

use poundwise_documents::Language;
use poundwise_documents::units::MinorUnits;
use quick_xml::escape::escape;

use super::{Invoice, InvoiceAmounts, InvoiceError, InvoiceLine, Party, Vat};

/// The words of a page.
struct Words {
    language: &'static str,
    invoice: &'static str,
    credit_note: &'static str,
    cancellation: &'static str,
    credit_number: &'static str,
    credits: &'static str,
    reason: &'static str,
    from: &'static str,
    to: &'static str,
    issued: &'static str,
    supplied: &'static str,
    due: &'static str,
    order: &'static str,
    receipt: &'static str,
    code: &'static str,
    your_reference: &'static str,
    vat_id: &'static str,
    tax_number: &'static str,
    item: &'static str,
    amount: &'static str,
    net: &'static str,
    vat: &'static str,
    no_vat: &'static str,
    reverse_charge: &'static str,
    rounding: &'static str,
    total: &'static str,
    paid: &'static str,
    payable: &'static str,
    pay: &'static str,
    nothing: &'static str,
    cancelled: &'static str,
    account: &'static str,
    bank: &'static str,
    holder: &'static str,
    reference: &'static str,
}

const ENGLISH: Words = Words {
    language: "en",
    invoice: "Invoice",
    credit_note: "Credit note",
    cancellation: "Cancellation of invoice",
    credit_number: "Number of this credit note",
    credits: "Cancels",
    reason: "Reason",
    from: "Seller",
    to: "Buyer",
    issued: "Date",
    supplied: "Date of supply",
    due: "Payable by",
    order: "Order",
    receipt: "Receipt",
    code: "Ledger code",
    your_reference: "Your reference",
    vat_id: "VAT identifier",
    tax_number: "Tax number",
    item: "Item",
    amount: "Amount",
    net: "Net amount",
    vat: "VAT",
    no_vat: "No VAT",
    reverse_charge: "Reverse charge: the buyer owes the VAT",
    rounding: "Rounding",
    total: "Total",
    paid: "Paid already",
    payable: "To be paid",
    pay: "How to pay",
    nothing: "Paid already: nothing is to be paid.",
    cancelled: "The invoice is cancelled: nothing is to be paid.",
    account: "Account (IBAN)",
    bank: "Bank (BIC)",
    holder: "Recipient",
    reference: "Payment reference",
};

const GERMAN: Words = Words {
    language: "de",
    invoice: "Rechnung",
    credit_note: "Stornorechnung",
    cancellation: "Stornierung der Rechnung",
    credit_number: "Nummer dieser Stornorechnung",
    credits: "Storniert",
    reason: "Grund",
    from: "Verkäufer",
    to: "Käufer",
    issued: "Datum",
    supplied: "Leistungsdatum",
    due: "Zahlbar bis",
    order: "Bestellung",
    receipt: "Quittung",
    code: "Code des Hauptbuchs",
    your_reference: "Ihr Zeichen",
    vat_id: "USt-IdNr.",
    tax_number: "Steuernummer",
    item: "Leistung",
    amount: "Betrag",
    net: "Nettobetrag",
    vat: "Umsatzsteuer",
    no_vat: "Keine Umsatzsteuer",
    reverse_charge: "Steuerschuldnerschaft des Leistungsempfängers",
    rounding: "Rundung",
    total: "Gesamtbetrag",
    paid: "Bereits bezahlt",
    payable: "Zu zahlen",
    pay: "Zahlung",
    nothing: "Bereits bezahlt: Es ist nichts zu zahlen.",
    cancelled: "Die Rechnung ist storniert: Es ist nichts zu zahlen.",
    account: "Konto (IBAN)",
    bank: "Bank (BIC)",
    holder: "Empfänger",
    reference: "Verwendungszweck",
};

/// The sign of an amount that is taken off.
const MINUS: &str = "\u{2212}";

const STYLE: &str = "\
@page{size:A4;margin:20mm}\
body{font:11pt/1.45 system-ui,sans-serif;color:#1c1c1c;max-width:170mm;margin:10mm auto;\
padding:0 5mm;overflow-wrap:anywhere}\
h1{font-size:20pt;margin:0 0 8mm}h2{font-size:11pt;margin:0 0 1mm;color:#555}\
.parties{display:flex;gap:10mm;margin-bottom:8mm}.parties section{flex:1}\
p{margin:0}address{font-style:normal}\
dl{display:grid;grid-template-columns:max-content 1fr;gap:1mm 6mm;margin:0 0 8mm}\
dt{color:#555}dd{margin:0}\
table{border-collapse:collapse;width:100%;margin-bottom:8mm}\
th,td{text-align:left;padding:2mm 0;border-bottom:.3mm solid #bbb;vertical-align:top}\
th:last-child,td:last-child{text-align:right;white-space:nowrap;padding-left:6mm}\
.sum td{border-bottom:0;padding:1mm 0}.total td{font-weight:600;border-top:.5mm solid #1c1c1c}\
small{color:#555}\
@media print{body{margin:0;padding:0}}";

/// Returns an invoice as a page of HTML, in its language.
///
/// # Errors
/// As [`Invoice::amounts`].
pub fn invoice_html(invoice: &Invoice) -> Result<String, InvoiceError> {
    let amounts = invoice.amounts()?;
    let language = invoice.language;
    let words = match language {
        Language::English => &ENGLISH,
        Language::German => &GERMAN,
    };
    let own = escape(&*invoice.number);
    let (title, head) = match &invoice.credits {
        None => {
            let title = format!("{} {own}", words.invoice);
            (title.clone(), title)
        }
        Some(of) => {
            let head = format!("{} {}", words.cancellation, escape(&*of.number));
            (format!("{} {own}: {head}", words.credit_note), head)
        }
    };
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{head}</h1>\n\
         <div class=\"parties\">\n",
        words.language
    );
    for (title, of) in [(words.from, &invoice.seller), (words.to, &invoice.buyer)] {
        page.push_str(&party(title, of, invoice, words));
    }
    page.push_str("</div>\n");
    let credited = invoice.credits.as_ref();
    page.push_str(&facts(&[
        (
            words.credit_number,
            credited.map(|_| invoice.number.clone()).unwrap_or_default(),
        ),
        (words.issued, day(&invoice.issued_on, language)),
        (
            words.credits,
            credited.map_or_else(String::new, |one| {
                format!(
                    "{} {}, {}",
                    words.invoice,
                    one.number,
                    day(&one.issued_on, language)
                )
            }),
        ),
        (
            words.reason,
            credited.map(|one| one.reason.clone()).unwrap_or_default(),
        ),
        (
            words.your_reference,
            invoice.buyer.reference.clone().unwrap_or_default(),
        ),
    ]));
    page.push_str(&sums(invoice, &amounts, words));
    page.push_str(&payment(invoice, &amounts, words));
    page.push_str("</body>\n</html>\n");
    Ok(page)
}

fn party(title: &str, party: &Party, invoice: &Invoice, words: &Words) -> String {
    let city = format!("{} {}", party.post_code, party.city);
    let mut lines: Vec<String> = [&party.name, &party.street, city.trim(), &party.country]
        .into_iter()
        .map(|line| escape(line).into_owned())
        .collect();
    let vat_id = party.vat_id.as_deref();
    let vat_id = vat_id.filter(|_| !matches!(invoice.vat, Vat::NotSubject { .. }));
    for (name, id) in [
        (words.vat_id, vat_id),
        (words.tax_number, party.tax_number.as_deref()),
    ] {
        if let Some(id) = id {
            lines.push(format!("{name} {}", escape(id)));
        }
    }
    if let Some(email) = party.email.as_deref() {
        lines.push(escape(email).into_owned());
    }
    format!(
        "<section><h2>{title}</h2><address>{}</address></section>\n",
        lines.join("<br>")
    )
}

fn facts(facts: &[(&str, String)]) -> String {
    let mut list = String::from("<dl>\n");
    for (name, value) in facts.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(list, "<dt>{name}</dt><dd>{}</dd>", escape(&**value));
    }
    list + "</dl>\n"
}

fn sums(invoice: &Invoice, amounts: &InvoiceAmounts, words: &Words) -> String {
    let language = invoice.language;
    // What a credit note takes off has a minus sign here. UBL has none: there its type says so.
    let sign = invoice.credits.as_ref().map_or("", |_| MINUS);
    let money = |amount: MinorUnits| format!("{sign}{}", money(invoice, amount));
    let mut rows = format!(
        "<table>\n<thead><tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr></thead>\n\
         <tbody>\n",
        words.item, words.amount,
    );
    for (of, net) in invoice.lines.iter().zip(&amounts.lines) {
        rows.push_str(&line(of, &money(*net), words, language));
    }
    let mut row = |class: &str, name: &str, amount: &str| {
        let _ = writeln!(
            rows,
            "<tr class=\"{class}\"><td>{name}</td><td>{amount}</td></tr>"
        );
    };
    row("sum", words.net, &money(amounts.net));
    let tax = match &invoice.vat {
        Vat::Rate { percent } => {
            let percent = language.decimal(percent);
            format!("{} {}\u{a0}%", words.vat, escape(&*percent))
        }
        Vat::ReverseCharge => words.reverse_charge.to_owned(),
        Vat::Exempt { reason } | Vat::NotSubject { reason } => {
            format!("{}: {}", words.no_vat, escape(&**reason))
        }
    };
    row("sum", &tax, &money(amounts.tax));
    if amounts.rounding != 0 {
        let is_less = (amounts.rounding < 0) != invoice.credits.is_some();
        let sign = if is_less { MINUS } else { "" };
        let one = MinorUnits::new(1).unwrap_or(MinorUnits::ZERO);
        let one = self::money(invoice, one);
        row("sum", words.rounding, &format!("{sign}{one}"));
    }
    row("sum total", words.total, &money(amounts.total));
    if amounts.paid > MinorUnits::ZERO {
        row("sum", words.paid, &money(amounts.paid));
        row("sum total", words.payable, &money(amounts.payable));
    }
    rows + "</tbody>\n</table>\n"
}

fn line(line: &InvoiceLine, net: &str, words: &Words, language: Language) -> String {
    let code = line.code.as_ref().map_or_else(String::new, |code| {
        format!("<br>{}: {}", words.code, escape(&**code))
    });
    format!(
        "<tr><td>{}<br><small>{}<br>{}: {}<br>{}: {}<br>{}: {}, {}{code}</small></td>\
         <td>{net}</td></tr>\n",
        escape(&*line.item),
        escape(&*language.decimal(&line.detail)),
        words.supplied,
        escape(&*day(&line.supplied_on, language)),
        words.order,
        escape(&*line.order),
        words.receipt,
        line.receipt_number,
        escape(&*line.receipt),
    )
}

fn payment(invoice: &Invoice, amounts: &InvoiceAmounts, words: &Words) -> String {
    let language = invoice.language;
    if invoice.credits.is_some() {
        return format!("<p>{}</p>\n", words.cancelled);
    }
    if amounts.payable == MinorUnits::ZERO {
        return format!("<p>{}</p>\n", words.nothing);
    }
    let account = invoice.account.as_ref();
    let due = invoice.due_on.as_deref();
    format!(
        "<h2>{}</h2>\n{}",
        words.pay,
        facts(&[
            (words.payable, money(invoice, amounts.payable)),
            (
                words.due,
                due.map(|due| day(due, language)).unwrap_or_default()
            ),
            (
                words.holder,
                account.map(|one| one.holder.clone()).unwrap_or_default()
            ),
            (
                words.account,
                account.map(|one| in_fours(&one.iban)).unwrap_or_default()
            ),
            (
                words.bank,
                account.and_then(|one| one.bic.clone()).unwrap_or_default()
            ),
            (words.reference, invoice.reference()),
        ])
    )
}

fn in_fours(iban: &str) -> String {
    let letters: Vec<char> = iban.chars().collect();
    let groups: Vec<String> = letters
        .chunks(4)
        .map(|four| four.iter().collect())
        .collect();
    groups.join(" ")
}

fn money(invoice: &Invoice, amount: MinorUnits) -> String {
    let written = invoice.language.decimal(&invoice.currency.format(amount));
    format!("{written}\u{a0}{}", invoice.currency)
}

/// Returns a day as the language writes it.
fn day(day: &str, language: Language) -> String {
    let parts: Vec<&str> = day.split('-').collect();
    match (language, &parts[..]) {
        (Language::German, [year, month, day]) => format!("{day}.{month}.{year}"),
        _ => day.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::tests::{at, credit_note, invoice, two_lines};
    use super::*;

    #[test]
    fn a_page_says_all_of_it_and_runs_nothing() {
        let mut told = invoice(11_900, at("19"));
        told.lines[0].item = "<script>alert(1)</script>".to_owned();
        told.buyer.reference = Some("\"><img src=x>".to_owned());
        let page = invoice_html(&told).unwrap();
        assert!(!page.contains("<script") && !page.contains("<img"));
        for part in [
            "Invoice R-1",
            "Clinic &amp; Sons",
            "Northern &lt;Insurance&gt;",
            "Hafenweg 1",
            "20457 Hamburg",
            "DE123456789",
            "Date of supply: 2026-11-20",
            "100.00\u{a0}EUR",
            "VAT 19\u{a0}%",
            "19.00\u{a0}EUR",
            "119.00\u{a0}EUR",
            "DE75 5121 0800 1245 1261 99",
            "00RXQAP226MFC",
            "2026-12-05",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        told.language = Language::German;
        let page = invoice_html(&told).unwrap();
        for part in [
            "Rechnung R-1",
            "119,00\u{a0}EUR",
            "05.12.2026",
            "Leistungsdatum: 20.11.2026",
            "ε 0 → ε 0,5",
            "lang=\"de\"",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
    }

    #[test]
    fn a_page_is_the_same_bytes_as_ever() {
        let page = invoice_html(&two_lines()).unwrap();
        assert_eq!(page, include_str!("../../tests/invoices/two-lines.html"));
    }

    #[test]
    fn a_rounding_stands_between_tax_and_total() {
        for (price, rounding) in [
            (3, Some("\u{2212}0.01\u{a0}EUR")),
            (16, Some("0.01\u{a0}EUR")),
            (11_900, None),
        ] {
            let page = invoice_html(&invoice(price, at("19"))).unwrap();
            let row = "<td>Rounding</td>";
            assert_eq!(page.contains(row), rounding.is_some(), "{page}");
            let told = rounding.map(|amount| format!("{row}<td>{amount}</td>"));
            assert!(told.is_none_or(|told| page.contains(&told)), "{page}");
        }
    }

    #[test]
    fn what_is_not_subject_to_vat_states_no_identifier() {
        let outside = Vat::NotSubject {
            reason: "Outside of the Union.".to_owned(),
        };
        let page = invoice_html(&invoice(11_900, outside)).unwrap();
        assert!(page.contains("Outside of the Union."), "{page}");
        assert!(!page.contains("DE123456789"), "{page}");
    }

    #[test]
    fn what_was_paid_before_stands_below_the_total_where_something_was() {
        let mut told = invoice(11_900, at("19"));
        told.lines[0].paid = MinorUnits::new(4_000).unwrap();
        let page = invoice_html(&told).unwrap();
        let (_, below) = page.split_once("<td>119.00\u{a0}EUR</td></tr>").unwrap();
        let (paid, left) = ("<td>40.00\u{a0}EUR</td>", "<td>79.00\u{a0}EUR</td>");
        let paid_at = below.find(paid).unwrap();
        assert!(below[paid_at..].contains(left), "{page}");
        told.lines[0].paid = MinorUnits::ZERO;
        let page = invoice_html(&told).unwrap();
        assert!(!page.contains("<td>0.00\u{a0}EUR</td>"), "{page}");
    }

    #[test]
    fn a_paid_one_asks_for_nothing() {
        let mut told = invoice(11_900, at("19"));
        told.lines[0].paid = MinorUnits::new(11_900).unwrap();
        told.due_on = None;
        let page = invoice_html(&told).unwrap();
        assert!(page.contains("Paid already: nothing"), "{page}");
        assert!(!page.contains("How to pay") && !page.contains("Account (IBAN)"));
    }

    #[test]
    fn a_credit_note_names_its_invoice_and_asks_for_nothing() {
        let mut told = credit_note();
        told.vat = Vat::ReverseCharge;
        let page = invoice_html(&told).unwrap();
        for part in [
            "<h1>Cancellation of invoice R-1</h1>",
            "<title>Credit note R-2: Cancellation of invoice R-1</title>",
            "<dt>Number of this credit note</dt><dd>R-2</dd>",
            "Invoice R-1, 2026-11-21",
            "The buyer&apos;s name was wrong.",
            "Reverse charge",
            "Net amount</td><td>\u{2212}119.00\u{a0}EUR",
            "Total</td><td>\u{2212}119.00\u{a0}EUR",
            "The invoice is cancelled: nothing is to be paid.",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(!page.contains("How to pay") && !page.contains("To be paid"));
        told.language = Language::German;
        let page = invoice_html(&told).unwrap();
        for part in [
            "Stornorechnung R-2",
            "Rechnung R-1, 21.11.2026",
            "Steuerschuldnerschaft des Leistungsempfängers",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
    }
}
