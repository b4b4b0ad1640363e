//! A party to an invoice, and what must be right of it.

use poundwise_documents::kinds::hidden_in;
use serde::{Deserialize, Serialize};

/// The most characters of a line.
const LINE: usize = 200;

/// The codes of countries (ISO 3166-1), with Kosovo's and Northern Ireland's own of the standard's
/// list.
const COUNTRIES: &str = "\
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT \
BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH \
ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT \
HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS \
LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI \
NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG \
SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG \
UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW 1A XI";

/// A seller or buyer, as an invoice names it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Party {
    /// The name that it is registered by (BT-27, BT-44).
    pub name: String,
    /// Street and number (BT-35, BT-50).
    pub street: String,
    /// Post code (BT-38, BT-53). It may be empty.
    pub post_code: String,
    /// City (BT-37, BT-52).
    pub city: String,
    /// The country's code of two letters (BT-40, BT-55).
    pub country: String,
    /// The VAT identifier, which begins with the country (BT-31, BT-48).
    pub vat_id: Option<String>,
    /// The number by which a tax office knows it (BT-32); of a seller only.
    pub tax_number: Option<String>,
    /// An address for questions (BT-43, BT-58).
    pub email: Option<String>,
    /// Reference that the buyer asks for, such as the number of its order (BT-10).
    pub reference: Option<String>,
    /// Its key in the market (BT-29, BT-46).
    pub id: String,
}

impl Party {
    /// Returns the party with its texts in one form: without space around them, identifiers
    /// without any, what is empty as not stated.
    #[must_use]
    pub fn tidied(&self) -> Self {
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let some =
            |text: &Option<String>| text.as_deref().map(line).filter(|text| !text.is_empty());
        Self {
            name: line(&self.name),
            street: line(&self.street),
            post_code: line(&self.post_code),
            city: line(&self.city),
            country: line(&self.country).to_uppercase(),
            vat_id: some(&self.vat_id).map(|id| tidied_vat_id(&id)),
            tax_number: some(&self.tax_number),
            email: some(&self.email),
            reference: some(&self.reference),
            id: self.id.clone(),
        }
    }

    /// Returns the errors of the party, at most one of each field. An invoice can name it if there
    /// are none.
    #[must_use]
    pub fn problems(&self) -> Vec<PartyProblem> {
        let lines = [
            ("name", &self.name),
            ("street", &self.street),
            ("post_code", &self.post_code),
            ("city", &self.city),
        ]
        .map(|(field, text)| {
            // Some countries have no post codes, and EN 16931 does not ask for one.
            let fault = match text.trim().is_empty() {
                true if field == "post_code" => None,
                true => Some(PartyFault::Missing),
                false => fault_of_line(text),
            };
            (field, fault)
        });
        let country = match self.country.as_str() {
            "" => Some(PartyFault::Missing),
            code => (!is_country(code)).then(|| PartyFault::Wrong(code.to_owned())),
        };
        let vat_id = self.vat_id.as_ref().filter(|id| !is_vat_id(id));
        let vat_id = vat_id.map(|id| PartyFault::Wrong(id.clone()));
        let others = [
            ("tax_number", &self.tax_number),
            ("email", &self.email),
            ("reference", &self.reference),
        ]
        .map(|(field, text)| (field, text.as_deref().and_then(fault_of_line)));
        lines
            .into_iter()
            .chain([("country", country), ("vat_id", vat_id)])
            .chain(others)
            .filter_map(|(field, fault)| fault.map(|fault| PartyProblem { field, fault }))
            .collect()
    }
}

/// A field of a party that an invoice cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartyProblem {
    /// The name of the field.
    pub field: &'static str,
    /// Fault of the field.
    pub fault: PartyFault,
}

/// Fault of a field of a party.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartyFault {
    /// The field is empty.
    Missing,
    /// The field has more characters than a line has.
    TooLong {
        /// Number of characters that it has.
        characters: usize,
        /// Number of characters that it may have.
        most: usize,
    },
    /// The field has a character that is not seen.
    Hidden(char),
    /// The field is no country, or no VAT identifier.
    Wrong(String),
}

fn fault_of_line(text: &str) -> Option<PartyFault> {
    let characters = text.chars().count();
    if characters > LINE {
        return Some(PartyFault::TooLong {
            characters,
            most: LINE,
        });
    }
    let is_hidden = |sign: &char| hidden_in(sign.encode_utf8(&mut [0; 4])).is_some();
    text.chars().find(is_hidden).map(PartyFault::Hidden)
}

fn is_country(code: &str) -> bool {
    COUNTRIES.split(' ').any(|one| one == code)
}

/// Suffixes of Swiss VAT identifiers, which the Swiss VAT act asks for on invoices.
const SWISS: [&str; 3] = ["MWST", "TVA", "IVA"];

/// Returns a VAT identifier without spaces, points and hyphens, and a Swiss one with a suffix as
/// `CHE-123.456.788 MWST`.
fn tidied_vat_id(id: &str) -> String {
    let plain = id.replace([' ', '.', '-'], "").to_uppercase();
    let Some((digits, suffix)) = swiss(&plain) else {
        return plain;
    };
    let part = |range| digits.get(range).unwrap_or_default();
    format!("CHE-{}.{}.{} {suffix}", part(0..3), part(3..6), part(6..9))
}

/// Returns the nine digits and the suffix of a Swiss VAT identifier without separators, if it has a
/// suffix.
fn swiss(plain: &str) -> Option<(&str, &str)> {
    let (digits, suffix) = plain.strip_prefix("CHE")?.split_at_checked(9)?;
    let is_swiss = digits.bytes().all(|byte| byte.is_ascii_digit()) && SWISS.contains(&suffix);
    is_swiss.then_some((digits, suffix))
}

/// Returns whether an identifier begins with a country, Greece as `EL` (BR-CO-09), before letters
/// and digits.
fn is_vat_id(id: &str) -> bool {
    let plain = id.replace([' ', '.', '-'], "");
    if swiss(&plain).is_some() {
        return true;
    }
    let Some((country, rest)) = id.split_at_checked(2) else {
        return false;
    };
    (is_country(country) || country == "EL")
        && (2..=13).contains(&rest.len())
        && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn clinic() -> Party {
        Party {
            name: " Harbour  Clinic ".to_owned(),
            street: "Hafenweg 1".to_owned(),
            post_code: "20457".to_owned(),
            city: "Hamburg".to_owned(),
            country: "de".to_owned(),
            vat_id: Some("de 123 456 789".to_owned()),
            tax_number: Some(" ".to_owned()),
            ..Party::default()
        }
    }

    #[test]
    fn a_party_is_tidied_before_it_is_checked() {
        let tidied = clinic().tidied();
        assert_eq!(tidied.name, "Harbour Clinic");
        assert_eq!(
            (&*tidied.country, tidied.vat_id.as_deref()),
            ("DE", Some("DE123456789"))
        );
        assert_eq!(
            (tidied.tax_number.as_ref(), tidied.problems()),
            (None, vec![])
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        type Change = fn(&mut Party);
        let changes: [(&str, Change); 12] = [
            ("name", |p| p.name.clear()),
            ("street", |p| p.street = "a\u{200b}b".to_owned()),
            ("post_code", |p| p.post_code = "x".repeat(201)),
            ("city", |p| p.city = "x".repeat(201)),
            ("country", |p| p.country = "EU".to_owned()),
            ("country", |p| p.country = "D".to_owned()),
            ("vat_id", |p| p.vat_id = Some("123456789".to_owned())),
            ("vat_id", |p| p.vat_id = Some("D\u{e9}12345".to_owned())),
            ("vat_id", |p| p.vat_id = Some("DE123/456".to_owned())),
            ("vat_id", |p| p.vat_id = Some("DE1".to_owned())),
            ("vat_id", |p| p.vat_id = Some("CHE123456788VATX".to_owned())),
            ("vat_id", |p| p.vat_id = Some("DE12345678901234".to_owned())),
        ];
        for (field, change) in changes {
            let mut party = clinic().tidied();
            change(&mut party);
            let fields: Vec<_> = party.problems().iter().map(|one| one.field).collect();
            assert_eq!(fields, [field]);
        }
        for (country, fault) in [
            ("", PartyFault::Missing),
            ("EU", PartyFault::Wrong("EU".to_owned())),
        ] {
            let mut party = clinic().tidied();
            party.country = country.to_owned();
            let faults: Vec<_> = party.problems().into_iter().map(|one| one.fault).collect();
            assert_eq!(faults, [fault]);
        }
        let mut longest = clinic().tidied();
        longest.city = "x".repeat(200);
        assert_eq!(longest.problems(), vec![]);
        let mut swiss = clinic();
        for (typed, tidied) in [
            ("CHE-123.456.788 MWST", "CHE-123.456.788 MWST"),
            ("che 123 456 788 tva", "CHE-123.456.788 TVA"),
            ("CHE123456788IVA", "CHE-123.456.788 IVA"),
            ("CHE-123.456.788", "CHE123456788"),
        ] {
            swiss.vat_id = Some(typed.to_owned());
            let once = swiss.tidied();
            assert_eq!(once.vat_id.as_deref(), Some(tidied));
            assert_eq!((once.problems(), once.tidied()), (vec![], once));
        }
        let mut without = clinic().tidied();
        without.post_code.clear();
        assert_eq!(without.problems(), vec![]);
        let mut greek = clinic().tidied();
        greek.vat_id = Some("EL123456789".to_owned());
        assert_eq!(greek.problems(), vec![]);
    }
}
