//! Pearson's chi-square tests.

use gradual_release::distribution::ChiSquare;

/// The p-value of `observed` counts against `expected` ones, of equal totals. Cells that expect
/// fewer than 8 are pooled with their neighbours, so that the approximation holds far into the
/// tail.
pub(crate) fn against_law(observed: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(observed.len(), expected.len());
    let (total, sum) = (observed.iter().sum::<f64>(), expected.iter().sum::<f64>());
    assert!(
        (total / sum - 1.0).abs() < 1e-6,
        "{total} observed, {sum} expected"
    );
    let mut cells: Vec<(f64, f64)> = Vec::new();
    let mut open = (0.0, 0.0);
    for (o, e) in observed.iter().zip(expected) {
        open = (open.0 + o, open.1 + e);
        if open.1 >= 8.0 {
            cells.push(open);
            open = (0.0, 0.0);
        }
    }
    match cells.last_mut() {
        Some(last) => *last = (last.0 + open.0, last.1 + open.1),
        None => panic!("nothing to test: {sum} expected in all"),
    }
    if cells.len() == 1 {
        return 1.0;
    }
    let statistic = cells.iter().map(|(o, e)| (o - e).powi(2) / e).sum();
    p_value(statistic, cells.len() - 1)
}

/// The p-value of independence of a contingency table, given by its rows.
pub(crate) fn independence(table: &[Vec<f64>]) -> f64 {
    let rows: Vec<f64> = table.iter().map(|row| row.iter().sum()).collect();
    let columns: Vec<f64> = (0..table[0].len())
        .map(|c| table.iter().map(|row| row[c]).sum())
        .collect();
    let total: f64 = rows.iter().sum();
    let (mut statistic, mut used_rows) = (0.0, 0);
    // Rare classes are left out: their cells are too small for the approximation.
    let rare = |count: f64| count < 0.02 * total;
    let used_columns = columns.iter().filter(|count| !rare(**count)).count();
    for (row, in_row) in table.iter().zip(&rows) {
        if rare(*in_row) {
            continue;
        }
        used_rows += 1;
        for (observed, in_column) in row.iter().zip(&columns) {
            if !rare(*in_column) {
                let expected = in_row * in_column / total;
                statistic += (observed - expected).powi(2) / expected;
            }
        }
    }
    if used_rows < 2 || used_columns < 2 {
        return 1.0;
    }
    // The statistic is a quadratic form with eigenvalues of at most 1 in as many directions as
    // there are cells left: with classes left out that count is the safe one.
    let freedom = if used_rows == rows.len() && used_columns == columns.len() {
        (used_rows - 1) * (used_columns - 1)
    } else {
        used_rows * used_columns
    };
    p_value(statistic, freedom)
}

fn p_value(statistic: f64, freedom: usize) -> f64 {
    let freedom = u32::try_from(freedom).expect("some hundred cells");
    ChiSquare::new(freedom).tail(statistic)
}
