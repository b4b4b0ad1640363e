//! The sample market's made-up data: a clinic's visits and a weather office's weekly readings.
//!
//! Every row depends only on its number (SHA-256 in counter mode), so the files are the same on
//! every machine and in every run. The people in them do not exist.

use std::fmt::Write as _;

use poundwise_documents::units::Digest;

use poundwise_query::Schema;

use poundwise_market::Result;

/// Number of patients in the file.
pub(super) const PATIENTS: u32 = 2000;

/// Number of weeks in the weather office's file.
pub(super) const WEEKS: u32 = 26;

const DISTRICTS: [&str; 5] = ["Harbour", "Old Town", "Hillside", "Marsh", "Islands"];

/// Returns the types of the columns of [`visits_csv`].
pub(super) fn schema() -> Result<Schema> {
    Ok(Schema::parse_types(
        "patient:text,age:number,systolic:number,smoker:text,district:text",
    )?)
}

/// Returns one to four visits of each patient as comma-separated values (CSV):
/// `patient,age,systolic,smoker,district`. Age and systolic blood pressure (mmHg) are whole
/// numbers; older people and smokers have higher pressure, as in reality.
pub(super) fn visits_csv() -> String {
    let mut csv = String::from("patient,age,systolic,smoker,district\n");
    for patient in 0..PATIENTS {
        let who = draw("patient", patient, 0);
        let age = 18 + (bell(&who[0..3]) * 76) / 766;
        let smokes = u32::from(who[4]) < if age < 60 { 62 } else { 36 };
        let district = DISTRICTS[usize::from(who[5]) % DISTRICTS.len()];
        for visit in 0..=u32::from(who[6] % 4) {
            let reading = draw("visit", patient, visit);
            let usual = 78 + age / 2 + if smokes { 5 } else { 0 } + bell(&who[7..11]) / 22;
            let systolic = usual + bell(&reading[0..3]) / 40;
            let smoker = if smokes { "yes" } else { "no" };
            // Writing to a string cannot fail.
            let _ = writeln!(
                csv,
                "P{:04},{age},{systolic},{smoker},{district}",
                patient + 1
            );
        }
    }
    csv
}

/// Returns the birch pollen (grains per cubic metre) in each week of half a year, one number a
/// line, with a peak in spring.
pub(super) fn pollen() -> String {
    let mut lines = String::new();
    for week in 0..WEEKS {
        let noise = u32::from(draw("week", week, 0)[0]) % 30;
        let from_peak = week.abs_diff(9);
        let season = 330 / (1 + from_peak * from_peak / 3);
        let _ = writeln!(lines, "{}", season + noise);
    }
    lines
}

/// Returns the 32 pseudorandom bytes of a numbered item.
fn draw(what: &str, number: u32, part: u32) -> [u8; 32] {
    let name = format!("poundwise sample market: {what} {number}, {part}");
    *Digest::of(name.as_bytes()).as_bytes()
}

/// Returns the sum of the bytes, whose distribution is roughly bell-shaped.
fn bell(bytes: &[u8]) -> u32 {
    bytes.iter().map(|&byte| u32::from(byte)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clinic_is_the_same_everywhere_and_looks_like_one() {
        let csv = visits_csv();
        assert_eq!(csv, visits_csv());
        let rows: Vec<Vec<&str>> = csv
            .lines()
            .skip(1)
            .map(|line| line.split(',').collect())
            .collect();
        assert!(rows.iter().all(|row| row.len() == 5));
        assert!(
            (4_500..5_500).contains(&rows.len()),
            "{} visits",
            rows.len()
        );
        let ages: Vec<u32> = rows.iter().map(|row| row[1].parse().unwrap()).collect();
        assert!(ages.iter().all(|age| (18..=94).contains(age)));
        let pressures: Vec<u32> = rows.iter().map(|row| row[2].parse().unwrap()).collect();
        assert!(
            pressures
                .iter()
                .all(|pressure| (85..=210).contains(pressure))
        );
        let mean = pressures.iter().sum::<u32>() / u32::try_from(rows.len()).unwrap();
        assert!((125..=145).contains(&mean), "mean pressure {mean}");
        let smokers = rows.iter().filter(|row| row[3] == "yes").count() * 100 / rows.len();
        assert!((12..=30).contains(&smokers), "{smokers}% smokers");
        assert_eq!(pollen().lines().count(), WEEKS as usize);
    }

    /// Pins the bytes: a change of the generator must be deliberate, since people compare what they
    /// see.
    #[test]
    fn the_files_are_pinned() {
        let digest = |text: &str| Digest::of(text.as_bytes()).to_string();
        assert_eq!(
            digest(&visits_csv()),
            "kQ4-2fMRKajhEcxe2IdXAiZ_ljfvvt7-F57Fmy0DrvA"
        );
        assert_eq!(
            digest(&pollen()),
            "77Z2aG_KeCh419isNBPv5lqy_mVgLvXraN-azP0pUJk"
        );
    }
}
