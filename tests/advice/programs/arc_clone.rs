// arc_clone.rs: threads clone an Arc for each look-up.
//
// Defect: each clone and drop writes the reference count of the table, which all threads share.
// Expert: the reference count of the Arc is contended, because look_up() clones it: borrow the table instead.
// Remedy: with `--cfg repaired`, the loop borrows the table.
//
// SPDX-License-Identifier: GPL-2.0-or-later
use std::sync::Arc;
use std::thread;

#[inline(never)]
fn look_up(table: &Arc<Vec<u32>>, key: usize) -> u32 {
    #[cfg(not(repaired))]
    let table = Arc::clone(table);
    table[key % table.len()]
}

fn main() {
    let table: Arc<Vec<u32>> = Arc::new((0..1000).map(|i| i * 3 % 17).collect());
    let threads: Vec<_> = (0..4usize)
        .map(|t| {
            let table = Arc::clone(&table);
            thread::spawn(move || (0..15000usize).map(|i| look_up(&table, i * 7 + t) as u64).sum::<u64>())
        })
        .collect();
    println!("{}", threads.into_iter().map(|t| t.join().unwrap()).sum::<u64>());
}
