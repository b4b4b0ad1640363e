//! An invoice or a credit note as UBL 2.1, in the order of its schemas and with the business rules
//! of EN 16931.

use std::io;

use poundwise_documents::units::MinorUnits;
use quick_xml::{Writer, events::BytesDecl, events::BytesText, events::Event};

use super::{Invoice, InvoiceAmounts, InvoiceError, InvoiceLine, Party, Vat};

/// The rules that the invoice keeps (BT-24): those of the standard itself.
const RULES: &str = "urn:cen.eu:en16931:2017";
/// One piece, of the codes of UN/ECE Recommendation 20 (BT-130).
const PIECE: &str = "C62";

type Xml = Writer<Vec<u8>>;

/// Returns an invoice as a UBL document.
///
/// # Errors
/// As [`Invoice::amounts`].
pub fn invoice_ubl(invoice: &Invoice) -> Result<String, InvoiceError> {
    let amounts = invoice.amounts()?;
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    // Writing into memory cannot fail, and what is written is text.
    let written = document(&mut xml, invoice, &amounts);
    debug_assert!(written.is_ok());
    Ok(String::from_utf8_lossy(&xml.into_inner()).into_owned() + "\n")
}

/// The element names in which the two kinds of documents differ, and their code (BT-3, UNTDID
/// 1001).
struct Form {
    root: &'static str,
    code: (&'static str, &'static str),
    line: &'static str,
    quantity: &'static str,
}

const INVOICE: Form = Form {
    root: "Invoice",
    code: ("cbc:InvoiceTypeCode", "380"),
    line: "cac:InvoiceLine",
    quantity: "cbc:InvoicedQuantity",
};
const CREDIT_NOTE: Form = Form {
    root: "CreditNote",
    code: ("cbc:CreditNoteTypeCode", "381"),
    line: "cac:CreditNoteLine",
    quantity: "cbc:CreditedQuantity",
};

fn document(xml: &mut Xml, invoice: &Invoice, amounts: &InvoiceAmounts) -> io::Result<()> {
    let form = match invoice.credits {
        None => INVOICE,
        Some(_) => CREDIT_NOTE,
    };
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let oasis = "urn:oasis:names:specification:ubl:schema:xsd:";
    let root = format!("{oasis}{}-2", form.root);
    let cbc = format!("{oasis}CommonBasicComponents-2");
    let cac = format!("{oasis}CommonAggregateComponents-2");
    xml.create_element(form.root)
        .with_attributes([
            ("xmlns", &*root),
            ("xmlns:cbc", &*cbc),
            ("xmlns:cac", &*cac),
        ])
        .write_inner_content(|xml| {
            head(xml, invoice, &form)?;
            let not_subject = matches!(invoice.vat, Vat::NotSubject { .. });
            within(xml, "cac:AccountingSupplierParty", |xml| {
                party(xml, &invoice.seller, not_subject)
            })?;
            within(xml, "cac:AccountingCustomerParty", |xml| {
                party(xml, &invoice.buyer, not_subject)
            })?;
            let (first, last) = invoice.supplied();
            if first == last {
                within(xml, "cac:Delivery", |xml| {
                    leaf(xml, "cbc:ActualDeliveryDate", first)
                })?;
            }
            // One that is paid already, or takes another back, asks for no payment.
            if invoice.credits.is_none() && amounts.payable > MinorUnits::ZERO {
                within(xml, "cac:PaymentMeans", |xml| means(xml, invoice))?;
            }
            tax(xml, invoice, amounts)?;
            within(xml, "cac:LegalMonetaryTotal", |xml| {
                totals(xml, invoice, amounts)
            })?;
            for (number, (of, net)) in (1..).zip(invoice.lines.iter().zip(&amounts.lines)) {
                within(xml, form.line, |xml| {
                    line(xml, invoice, &form, number, of, *net)
                })?;
            }
            Ok(())
        })
        .map(drop)
}

/// Writes the elements before the parties.
fn head(xml: &mut Xml, invoice: &Invoice, form: &Form) -> io::Result<()> {
    leaf(xml, "cbc:CustomizationID", RULES)?;
    leaf(xml, "cbc:ID", &invoice.number)?;
    leaf(xml, "cbc:IssueDate", &invoice.issued_on)?;
    some(xml, "cbc:DueDate", invoice.due_on.as_deref())?;
    leaf(xml, form.code.0, form.code.1)?;
    let reason = invoice.credits.as_ref().map(|one| one.reason.as_str());
    some(xml, "cbc:Note", reason)?;
    leaf(xml, "cbc:DocumentCurrencyCode", invoice.currency.as_str())?;
    let reference = invoice.buyer.reference.as_deref();
    some(xml, "cbc:BuyerReference", reference)?;
    let (first, last) = invoice.supplied();
    if first != last {
        within(xml, "cac:InvoicePeriod", |xml| period(xml, first, last))?;
    }
    if let [only] = &*invoice.lines {
        within(xml, "cac:OrderReference", |xml| {
            leaf(xml, "cbc:ID", &only.order)
        })?;
    }
    let Some(credited) = &invoice.credits else {
        return Ok(());
    };
    within(xml, "cac:BillingReference", |xml| {
        within(xml, "cac:InvoiceDocumentReference", |xml| {
            leaf(xml, "cbc:ID", &credited.number)?;
            leaf(xml, "cbc:IssueDate", &credited.issued_on)
        })
    })
}

fn period(xml: &mut Xml, first: &str, last: &str) -> io::Result<()> {
    leaf(xml, "cbc:StartDate", first)?;
    leaf(xml, "cbc:EndDate", last)
}

fn within(
    xml: &mut Xml,
    name: &str,
    inside: impl FnOnce(&mut Xml) -> io::Result<()>,
) -> io::Result<()> {
    xml.create_element(name)
        .write_inner_content(inside)
        .map(drop)
}

fn leaf(xml: &mut Xml, name: &str, text: &str) -> io::Result<()> {
    xml.create_element(name)
        .write_text_content(BytesText::new(&writable(text)))
        .map(drop)
}

fn some(xml: &mut Xml, name: &str, text: Option<&str>) -> io::Result<()> {
    text.map_or(Ok(()), |text| leaf(xml, name, text))
}

fn amount(xml: &mut Xml, name: &str, invoice: &Invoice, amount: MinorUnits) -> io::Result<()> {
    xml.create_element(name)
        .with_attribute(("currencyID", invoice.currency.as_str()))
        .write_text_content(BytesText::new(&invoice.currency.format(amount)))
        .map(drop)
}

/// Returns a text without the characters that XML cannot have.
fn writable(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\t' | '\n' | '\r' => ' ',
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => '\u{fffd}',
            c => c,
        })
        .collect()
}

/// Writes a party. Where a sale is not subject to VAT, nobody's VAT identifier is stated (BR-O-02).
fn party(xml: &mut Xml, party: &Party, not_subject: bool) -> io::Result<()> {
    within(xml, "cac:Party", |xml| {
        within(xml, "cac:PartyIdentification", |xml| {
            leaf(xml, "cbc:ID", &party.id)
        })?;
        within(xml, "cac:PostalAddress", |xml| {
            leaf(xml, "cbc:StreetName", &party.street)?;
            leaf(xml, "cbc:CityName", &party.city)?;
            if !party.post_code.is_empty() {
                leaf(xml, "cbc:PostalZone", &party.post_code)?;
            }
            within(xml, "cac:Country", |xml| {
                leaf(xml, "cbc:IdentificationCode", &party.country)
            })
        })?;
        let vat_id = party.vat_id.as_deref().filter(|_| !not_subject);
        for (id, scheme) in [(vat_id, "VAT"), (party.tax_number.as_deref(), "TAX")] {
            let Some(id) = id else { continue };
            within(xml, "cac:PartyTaxScheme", |xml| {
                leaf(xml, "cbc:CompanyID", id)?;
                within(xml, "cac:TaxScheme", |xml| leaf(xml, "cbc:ID", scheme))
            })?;
        }
        within(xml, "cac:PartyLegalEntity", |xml| {
            leaf(xml, "cbc:RegistrationName", &party.name)
        })?;
        match party.email.as_deref() {
            None => Ok(()),
            Some(email) => within(xml, "cac:Contact", |xml| {
                leaf(xml, "cbc:ElectronicMail", email)
            }),
        }
    })
}

/// Writes the payment means: a SEPA transfer in euros, another transfer, or as the parties agree
/// (codes 58, 30 and 1 of UNTDID 4461).
fn means(xml: &mut Xml, invoice: &Invoice) -> io::Result<()> {
    let code = match &invoice.account {
        Some(_) if invoice.currency.as_str() == "EUR" => "58",
        Some(_) => "30",
        None => "1",
    };
    leaf(xml, "cbc:PaymentMeansCode", code)?;
    leaf(xml, "cbc:PaymentID", &invoice.reference())?;
    let Some(account) = &invoice.account else {
        return Ok(());
    };
    within(xml, "cac:PayeeFinancialAccount", |xml| {
        leaf(xml, "cbc:ID", &account.iban)?;
        leaf(xml, "cbc:Name", &account.holder)?;
        match account.bic.as_deref() {
            None => Ok(()),
            Some(bic) => within(xml, "cac:FinancialInstitutionBranch", |xml| {
                leaf(xml, "cbc:ID", bic)
            }),
        }
    })
}

fn tax(xml: &mut Xml, invoice: &Invoice, amounts: &InvoiceAmounts) -> io::Result<()> {
    within(xml, "cac:TaxTotal", |xml| {
        amount(xml, "cbc:TaxAmount", invoice, amounts.tax)?;
        within(xml, "cac:TaxSubtotal", |xml| {
            amount(xml, "cbc:TaxableAmount", invoice, amounts.net)?;
            amount(xml, "cbc:TaxAmount", invoice, amounts.tax)?;
            within(xml, "cac:TaxCategory", |xml| {
                category(xml, &invoice.vat, true)
            })
        })
    })
}

/// Writes the category of VAT; its reason stands with the sums, not with the line.
fn category(xml: &mut Xml, vat: &Vat, with_reason: bool) -> io::Result<()> {
    leaf(xml, "cbc:ID", vat.category())?;
    match vat {
        Vat::Rate { percent } => leaf(xml, "cbc:Percent", percent)?,
        Vat::Exempt { .. } | Vat::ReverseCharge => leaf(xml, "cbc:Percent", "0")?,
        Vat::NotSubject { .. } => {}
    }
    if with_reason {
        if *vat == Vat::ReverseCharge {
            leaf(xml, "cbc:TaxExemptionReasonCode", "VATEX-EU-AE")?;
            leaf(xml, "cbc:TaxExemptionReason", "Reverse charge")?;
        }
        some(xml, "cbc:TaxExemptionReason", vat.reason())?;
    }
    within(xml, "cac:TaxScheme", |xml| leaf(xml, "cbc:ID", "VAT"))
}

fn totals(xml: &mut Xml, invoice: &Invoice, amounts: &InvoiceAmounts) -> io::Result<()> {
    amount(xml, "cbc:LineExtensionAmount", invoice, amounts.net)?;
    amount(xml, "cbc:TaxExclusiveAmount", invoice, amounts.net)?;
    amount(xml, "cbc:TaxInclusiveAmount", invoice, amounts.gross)?;
    if amounts.paid > MinorUnits::ZERO {
        amount(xml, "cbc:PrepaidAmount", invoice, amounts.paid)?;
    }
    if amounts.rounding != 0 {
        let sign = if amounts.rounding < 0 { "-" } else { "" };
        let one = MinorUnits::new(1).unwrap_or(MinorUnits::ZERO);
        xml.create_element("cbc:PayableRoundingAmount")
            .with_attribute(("currencyID", invoice.currency.as_str()))
            .write_text_content(BytesText::new(&format!(
                "{sign}{}",
                invoice.currency.format(one)
            )))?;
    }
    amount(xml, "cbc:PayableAmount", invoice, amounts.payable)
}

fn line(
    xml: &mut Xml,
    invoice: &Invoice,
    form: &Form,
    number: usize,
    line: &InvoiceLine,
    net: MinorUnits,
) -> io::Result<()> {
    leaf(xml, "cbc:ID", &number.to_string())?;
    xml.create_element(form.quantity)
        .with_attribute(("unitCode", PIECE))
        .write_text_content(BytesText::new("1"))?;
    amount(xml, "cbc:LineExtensionAmount", invoice, net)?;
    within(xml, "cac:InvoicePeriod", |xml| {
        period(xml, &line.supplied_on, &line.supplied_on)
    })?;
    within(xml, "cac:Item", |xml| {
        leaf(xml, "cbc:Description", &line.detail)?;
        leaf(xml, "cbc:Name", &line.item)?;
        within(xml, "cac:ClassifiedTaxCategory", |xml| {
            category(xml, &invoice.vat, false)
        })?;
        let receipt = format!("{}: {}", line.receipt_number, line.receipt);
        let code = line.code.as_ref().map(|code| ("Ledger code", code));
        let stated = [("Receipt", &receipt), ("Order", &line.order)];
        for (name, value) in stated.into_iter().chain(code) {
            within(xml, "cac:AdditionalItemProperty", |xml| {
                leaf(xml, "cbc:Name", name)?;
                leaf(xml, "cbc:Value", value)
            })?;
        }
        Ok(())
    })?;
    within(xml, "cac:Price", |xml| {
        amount(xml, "cbc:PriceAmount", invoice, net)
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::tests::{at, credit_note, invoice, two_lines};
    use super::*;

    /// The files of an invoice of two lines and of a credit note: another byte in them is another
    /// document under the number of one that was sent.
    #[test]
    fn an_invoice_is_the_same_bytes_as_ever() {
        let two = invoice_ubl(&two_lines()).unwrap();
        assert_eq!(two, include_str!("../../tests/invoices/two-lines.xml"));
        let credit = invoice_ubl(&credit_note()).unwrap();
        assert_eq!(credit, include_str!("../../tests/invoices/credit-note.xml"));
        assert_eq!(invoice_ubl(&two_lines()).unwrap(), two);
    }

    #[test]
    fn the_reference_that_a_buyer_wants_is_in_it() {
        let mut referred = invoice(11_900, at("19"));
        referred.buyer.reference = Some("PO-7".to_owned());
        let file = invoice_ubl(&referred).unwrap();
        assert!(file.contains("<cbc:BuyerReference>PO-7</cbc:BuyerReference>"));
        referred.buyer.reference = None;
        assert!(!invoice_ubl(&referred).unwrap().contains("BuyerReference"));
    }

    /// Of not every price there is a net amount that comes to it with its tax (BR-CO-16).
    #[test]
    fn a_price_without_an_exact_tax_is_met_by_its_rounding() {
        let rounding = "cbc:PayableRoundingAmount";
        for (price, gross, rounded) in [
            (3, "0.04", Some("-0.01")),
            (16, "0.15", Some("0.01")),
            (11_900, "119.00", None),
        ] {
            let told = invoice(price, at("19"));
            let xml = invoice_ubl(&told).unwrap();
            let gross = format!(">{gross}</cbc:TaxInclusiveAmount>");
            assert!(xml.contains(&gross), "{xml}");
            let price = told.currency.format(told.lines[0].price);
            let payable = format!(">{price}</cbc:PayableAmount>");
            assert!(xml.contains(&payable), "{xml}");
            let stated = rounded
                .map(|amount| format!("<{rounding} currencyID=\"EUR\">{amount}</{rounding}>"));
            assert_eq!(xml.contains(rounding), stated.is_some(), "{xml}");
            assert!(stated.is_none_or(|stated| xml.contains(&stated)), "{xml}");
        }
    }

    /// Without its reason an invoice of no tax is refused by who reads it (BR-E-10, BR-O-10,
    /// BR-AE-10).
    #[test]
    fn no_tax_has_its_reason() {
        let law = "Exempt by law.".to_owned();
        let reason = "<cbc:TaxExemptionReason>";
        for (vat, category, stated) in [
            (at("19"), "S", None),
            (
                Vat::Exempt {
                    reason: law.clone(),
                },
                "E",
                Some(&*law),
            ),
            (
                Vat::NotSubject {
                    reason: law.clone(),
                },
                "O",
                Some(&*law),
            ),
            (Vat::ReverseCharge, "AE", Some("Reverse charge")),
        ] {
            let is_reverse = vat == Vat::ReverseCharge;
            let xml = invoice_ubl(&invoice(100, vat)).unwrap();
            assert!(
                xml.contains(&format!("<cbc:ID>{category}</cbc:ID>")),
                "{xml}"
            );
            let reasons = xml.matches(reason).count();
            assert_eq!(reasons, usize::from(stated.is_some()), "{xml}");
            let text = stated.map(|text| format!("{reason}{text}</"));
            assert!(text.is_none_or(|text| xml.contains(&text)), "{xml}");
            let code = "<cbc:TaxExemptionReasonCode>VATEX-EU-AE</cbc:TaxExemptionReasonCode>";
            assert_eq!(xml.contains(code), is_reverse, "{xml}");
            // What is not subject to VAT states nobody's identifier (BR-O-02).
            assert_eq!(xml.contains("DE123456789"), category != "O", "{xml}");
        }
    }

    /// A SEPA transfer is of euros only.
    #[test]
    fn by_what_it_is_paid_follows_from_account_and_currency() {
        for (currency, has_account, code) in [
            ("EUR", true, "58"),
            ("CHF", true, "30"),
            ("EUR", false, "1"),
            ("CHF", false, "1"),
        ] {
            let mut told = invoice(100, at("19"));
            told.currency = currency.parse().unwrap();
            told.account = told.account.filter(|_| has_account);
            let xml = invoice_ubl(&told).unwrap();
            let stated = format!("<cbc:PaymentMeansCode>{code}</cbc:PaymentMeansCode>");
            assert!(xml.contains(&stated), "{xml}");
        }
    }

    #[test]
    fn what_asks_for_no_payment_says_no_means_of_one() {
        let means = "cac:PaymentMeans";
        assert!(
            invoice_ubl(&invoice(100, at("19")))
                .unwrap()
                .contains(means)
        );
        let mut paid = invoice(100, at("19"));
        paid.lines[0].paid = paid.lines[0].price;
        paid.due_on = None;
        for told in [paid, credit_note()] {
            let xml = invoice_ubl(&told).unwrap();
            assert!(
                !xml.contains(means) && !xml.contains("DE75512108001245126199"),
                "{xml}"
            );
        }
    }

    /// Without what was paid the amount that is left to pay does not follow (BR-CO-16).
    #[test]
    fn what_was_paid_before_is_stated_where_something_was() {
        let mut told = invoice(11_900, at("19"));
        let prepaid = "<cbc:PrepaidAmount";
        assert!(!invoice_ubl(&told).unwrap().contains(prepaid));
        told.lines[0].paid = MinorUnits::new(4_000).unwrap();
        let xml = invoice_ubl(&told).unwrap();
        let stated = format!("{prepaid} currencyID=\"EUR\">40.00</cbc:PrepaidAmount>");
        assert!(xml.contains(&stated), "{xml}");
        assert!(xml.contains(">79.00</cbc:PayableAmount>"), "{xml}");
    }

    #[test]
    fn a_text_cannot_leave_its_element() {
        let mut told = invoice(100, at("19"));
        told.lines[0].item = "</cbc:Name>\u{1}<cbc:Name>\n&amp;".to_owned();
        told.seller.name = "]]>\"'<!--\u{fffe}\u{ffff}".to_owned();
        let xml = invoice_ubl(&told).unwrap();
        let shown = "&lt;/cbc:Name&gt;\u{fffd}&lt;cbc:Name&gt; &amp;amp;";
        assert!(xml.contains(shown), "{xml}");
        assert_eq!(xml.matches("<cbc:Name>").count(), 4, "{xml}");
        assert!(!xml.contains("<!--"), "{xml}");
        // No XML has these two (production 2, Char).
        assert!(!xml.contains(['\u{fffe}', '\u{ffff}']), "{xml}");
        assert!(xml.contains("--\u{fffd}\u{fffd}</"), "{xml}");
    }
}
