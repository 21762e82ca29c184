// whole_table.rs: the length of the longest common subsequence, with a table of all prefixes.
//
// Defect: the whole table is kept (1.9 MB), although each row needs the row before it only.
// Expert: table is written and read once, and does not fit: keep two rows.
// Remedy: with `--cfg repaired`, two rows are kept.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#[inline(never)]
fn longest(a: &[u8], b: &[u8]) -> u32 {
    let width = b.len() + 1;
    #[cfg(repaired)]
    let rows = 2;
    #[cfg(not(repaired))]
    let rows = a.len() + 1;
    let mut table = vec![0u32; rows * width];
    for i in 1..=a.len() {
        let (now, before) = (i % rows * width, (i - 1) % rows * width);
        for j in 1..=b.len() {
            table[now + j] = if a[i - 1] == b[j - 1] {
                table[before + j - 1] + 1
            } else {
                table[before + j].max(table[now + j - 1])
            };
        }
    }
    table[a.len() % rows * width + b.len()]
}

fn main() {
    let a: Vec<u8> = (0..700u32).map(|i| (i * i % 23) as u8).collect();
    let b: Vec<u8> = (0..700u32).map(|i| (i * 7 % 23) as u8).collect();
    println!("{}", longest(&a, &b));
}
