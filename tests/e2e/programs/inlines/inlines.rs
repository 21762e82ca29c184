// inlines.rs: two levels of functions that the compiler inlines.
// SPDX-License-Identifier: GPL-2.0-or-later
static mut TABLE: [u64; 4096] = [1; 4096];

mod store {
    #[inline(always)]
    pub fn total(table: &[u64]) -> u64 {
        let mut sum = 0u64;
        let mut at = 0usize;
        while at < table.len() {
            sum = sum.wrapping_mul(31) + table[at];
            at += 1;
        }
        sum
    }
}

#[inline(always)]
fn twice(table: &[u64]) -> u64 {
    store::total(table) + store::total(&table[1..])
}

#[allow(static_mut_refs)]
fn main() {
    println!("{}", unsafe { twice(&TABLE) });
}
