//! All authenticated tables.

use super::{
    blocked, bookings, codebooks, contacts, holdings, invoices, ledger, listings, orders, payments,
    populations, rules, secrets, settings, table::Table, trust::KEPT, witness,
};

/// The authenticated tables, each at its place in the state.
pub(super) static KEPT_TABLES: [&Table; KEPT] = [
    &settings::SETTINGS,
    &secrets::SECRETS,
    &populations::POPULATIONS,
    &populations::DATASETS,
    &populations::KNOWN_TABLES,
    &listings::QUESTIONS,
    &listings::LISTINGS,
    &orders::RECEIVED,
    &ledger::RECEIPTS,
    &ledger::GRANTS,
    &orders::PLACED,
    &holdings::HOLDINGS,
    &holdings::COPIES,
    &holdings::COPIES_ENDED,
    &witness::ALARMS,
    &witness::DISMISSALS,
    &contacts::CONTACTS,
    &rules::RULES,
    &rules::USES,
    &blocked::BLOCKED,
    &payments::PAYMENTS,
    &bookings::BOOKINGS,
    &bookings::SETTLED,
    &invoices::INVOICES,
    &codebooks::CODEBOOKS,
    &bookings::ASIDE,
    &ledger::POPULATION_ENTRIES,
    &bookings::REPORTS,
    &bookings::COLLECTIVE,
    &bookings::ENTRIES,
];

/// Returns the tables with values that are sealed anew with the authentication.
#[cfg(test)]
pub fn tables_with_sealed_values() -> impl Iterator<Item = &'static str> {
    let sealed = KEPT_TABLES.iter().filter(|table| !table.sealed.is_empty());
    sealed.map(|table| table.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_its_own_place() {
        for (place, table) in KEPT_TABLES.iter().enumerate() {
            assert_eq!(table.kind.place(), Some(place), "{}", table.name);
        }
    }
}
