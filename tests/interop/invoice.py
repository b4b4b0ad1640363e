"""Checks UBL invoices and credit notes: their structure by the sequences of the UBL 2.1 schemas, and
their content by the rules of EN 16931 as XSLT, with a processor that nobody here wrote.

    python invoice.py RULES FILE...

Prints what each file breaks as JSON, file by file: the ids of rules, and faults of structure.
"""

import json
import re
import sys
from xml.etree import ElementTree

from saxonche import PySaxonProcessor

SVRL = "http://purl.oclc.org/dsdl/svrl"
OASIS = "urn:oasis:names:specification:ubl:schema:xsd:"
CAC = "{" + OASIS + "CommonAggregateComponents-2}"
CBC = "{" + OASIS + "CommonBasicComponents-2}"

# The children of each element in the order of its schema, a part of those that the schema knows:
# `?` may be missing, `*` may be there any number of times, `+` once at least.
PARTIES = """
    AccountingSupplierParty AccountingCustomerParty PayeeParty? TaxRepresentativeParty? Delivery*
    DeliveryTerms* PaymentMeans* PaymentTerms* AllowanceCharge*"""
SEQUENCES = {
    "Invoice": f"""UBLVersionID? CustomizationID? ProfileID? ID CopyIndicator? UUID? IssueDate
        IssueTime? DueDate? InvoiceTypeCode? Note* TaxPointDate? DocumentCurrencyCode?
        TaxCurrencyCode? BuyerReference? InvoicePeriod* OrderReference? BillingReference*
        {PARTIES} TaxTotal* LegalMonetaryTotal InvoiceLine+""",
    "CreditNote": f"""UBLVersionID? CustomizationID? ProfileID? ID CopyIndicator? UUID? IssueDate
        IssueTime? TaxPointDate? CreditNoteTypeCode? Note* DocumentCurrencyCode? TaxCurrencyCode?
        BuyerReference? InvoicePeriod* DiscrepancyResponse* OrderReference? BillingReference*
        {PARTIES} TaxTotal* LegalMonetaryTotal CreditNoteLine+""",
    "InvoicePeriod": "StartDate? StartTime? EndDate? EndTime? DurationMeasure? Description*",
    "OrderReference": "ID SalesOrderID? CopyIndicator? UUID? IssueDate?",
    "BillingReference": "InvoiceDocumentReference? CreditNoteDocumentReference?",
    "InvoiceDocumentReference": "ID CopyIndicator? UUID? IssueDate? IssueTime? DocumentTypeCode?",
    "AccountingSupplierParty": "CustomerAssignedAccountID? Party?",
    "AccountingCustomerParty": "CustomerAssignedAccountID? SupplierAssignedAccountID? Party?",
    "Party": """EndpointID? PartyIdentification* PartyName* PostalAddress? PartyTaxScheme*
        PartyLegalEntity* Contact?""",
    "PartyIdentification": "ID",
    "PostalAddress": """StreetName? AdditionalStreetName? CityName? PostalZone? CountrySubentity?
        AddressLine* Country?""",
    "Country": "IdentificationCode? Name?",
    "PartyTaxScheme": "RegistrationName? CompanyID? TaxLevelCode? ExemptionReason* TaxScheme",
    "TaxScheme": "ID? Name? TaxTypeCode?",
    "PartyLegalEntity": "RegistrationName? CompanyID? RegistrationDate?",
    "Contact": "ID? Name? Telephone? Telefax? ElectronicMail?",
    "Delivery": "ID? Quantity? ActualDeliveryDate? ActualDeliveryTime? DeliveryLocation?",
    "PaymentMeans": """ID? PaymentMeansCode PaymentDueDate? PaymentChannelCode? InstructionID?
        InstructionNote* PaymentID* CardAccount? PayerFinancialAccount? PayeeFinancialAccount?""",
    "PayeeFinancialAccount": "ID? Name? AccountTypeCode? CurrencyCode? FinancialInstitutionBranch?",
    "FinancialInstitutionBranch": "ID? Name? FinancialInstitution?",
    "TaxTotal": "TaxAmount RoundingAmount? TaxEvidenceIndicator? TaxSubtotal*",
    "TaxSubtotal": "TaxableAmount? TaxAmount CalculationSequenceNumeric? Percent? TaxCategory",
    "TaxCategory": """ID? Name? Percent? BaseUnitMeasure? PerUnitAmount? TaxExemptionReasonCode?
        TaxExemptionReason* TierRange? TierRatePercent? TaxScheme""",
    "LegalMonetaryTotal": """LineExtensionAmount? TaxExclusiveAmount? TaxInclusiveAmount?
        AllowanceTotalAmount? ChargeTotalAmount? PrepaidAmount? PayableRoundingAmount?
        PayableAmount""",
    "InvoiceLine": """ID UUID? Note* InvoicedQuantity? LineExtensionAmount TaxPointDate?
        AccountingCost? InvoicePeriod* OrderLineReference* AllowanceCharge* TaxTotal* Item Price?""",
    "CreditNoteLine": """ID UUID? Note* CreditedQuantity? LineExtensionAmount? TaxPointDate?
        AccountingCost? InvoicePeriod* OrderLineReference* AllowanceCharge* TaxTotal* Item? Price?""",
    "Item": """Description* PackQuantity? Name? Keyword* SellersItemIdentification?
        CommodityClassification* ClassifiedTaxCategory* AdditionalItemProperty*""",
    "AdditionalItemProperty": "ID? Name NameCode? TestMethod? Value?",
    "Price": "PriceAmount BaseQuantity? PriceChangeReason*",
}
SEQUENCES["ClassifiedTaxCategory"] = SEQUENCES["TaxCategory"]

# The form of a text by the end of its element's name, and the attributes that it has.
FORMS = [
    ("Amount", r"-?\d+(\.\d+)?", {"currencyID"}),
    ("Quantity", r"-?\d+(\.\d+)?", {"unitCode"}),
    ("Percent", r"\d+(\.\d+)?", set()),
    ("Date", r"\d{4}-\d\d-\d\d", set()),
    ("", r"[^\n]+", set()),
]


def sequence(text):
    terms = [re.fullmatch(r"(\w+)([?*+]?)", term).groups() for term in text.split()]
    return re.compile("".join(f"(?:{name} ){count}" for name, count in terms))


def faults(element, name):
    """What is wrong with an element of that name and all below it."""
    if name in SEQUENCES:
        children = []
        for child in element:
            local = child.tag.removeprefix(CAC).removeprefix(CBC)
            space = CAC if local in SEQUENCES else CBC
            if child.tag != space + local:
                yield f"structure: {child.tag} in {name}"
            children.append(local)
            yield from faults(child, local)
        if not sequence(SEQUENCES[name]).fullmatch("".join(f"{child} " for child in children)):
            yield f"structure: {name} of {' '.join(children)}"
        if (element.text or "").strip() or element.attrib:
            yield f"structure: {name} has text or attributes"
        return
    form, attributes = next((form, has) for end, form, has in FORMS if name.endswith(end))
    if len(element) or not re.fullmatch(form, element.text or "") or set(element.attrib) != attributes:
        yield f"structure: {name} is {element.text!r} with {sorted(element.attrib)}"


def structure(file):
    root = ElementTree.parse(file).getroot()
    for name in ("Invoice", "CreditNote"):
        if root.tag == f"{{{OASIS}{name}-2}}{name}":
            return list(faults(root, name))
    return [f"structure: {root.tag} is no document of UBL"]


def broken(processor, rules, file):
    report = rules.transform_to_value(source_file=file)
    xpath = processor.new_xpath_processor()
    xpath.declare_namespace("svrl", SVRL)
    xpath.set_context(xdm_item=report.item_at(0))
    if xpath.evaluate("//svrl:fired-rule") is None:
        return ["no rule was tried"]
    found = xpath.evaluate("//svrl:failed-assert/string(@id)")
    return [] if found is None else [str(item) for item in found]


with PySaxonProcessor(license=False) as processor:
    rules = processor.new_xslt30_processor().compile_stylesheet(stylesheet_file=sys.argv[1])
    told = [structure(file) + broken(processor, rules, file) for file in sys.argv[2:]]
    json.dump(told, sys.stdout)
