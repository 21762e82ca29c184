// rows_of_rows.rs: sums the columns of a table whose rows are vectors.
//
// Defect: the outer loop runs over columns, so that each step goes to another row's vector.
// Expert: loop order: the loop over rows outside.
// Remedy: with `--cfg repaired`, the loop over rows is the outer one.
//
// SPDX-License-Identifier: GPL-2.0-or-later
const ROWS: usize = 1500;
const COLUMNS: usize = 300;

#[inline(never)]
fn column_sums(table: &Vec<Vec<f64>>, sums: &mut Vec<f64>) {
    #[cfg(repaired)]
    for i in 0..ROWS {
        for j in 0..COLUMNS {
            sums[j] += table[i][j];
        }
    }
    #[cfg(not(repaired))]
    for j in 0..COLUMNS {
        for i in 0..ROWS {
            sums[j] += table[i][j];
        }
    }
}

fn main() {
    let table: Vec<Vec<f64>> = (0..ROWS).map(|i| (0..COLUMNS).map(|j| ((i * j) % 19) as f64).collect()).collect();
    let mut sums = vec![0.0; COLUMNS];
    for _ in 0..3 {
        column_sums(&table, &mut sums);
    }
    println!("{}", sums.iter().sum::<f64>());
}
