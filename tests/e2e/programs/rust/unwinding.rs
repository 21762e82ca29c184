// unwinding.rs: panics that are caught, in a program with heap blocks and variables.
//
// SPDX-License-Identifier: GPL-2.0-or-later
use std::panic;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const ZERO: AtomicU64 = AtomicU64::new(0);
static CALLS: [AtomicU64; 600] = [ZERO; 600];

#[inline(never)]
fn length(number: usize, words: &[String]) -> usize {
    CALLS[number % 600].store(1, Relaxed); // 200 calls: 200
    if number % 10 == 3 {
        panic!("{}", number);
    }
    words[number % words.len()].len()
}

fn main() {
    panic::set_hook(Box::new(|_| ()));
    let mut words: Vec<String> = (0..400).map(|i| format!("{:04}", i * 37 % 400)).collect();
    words.sort();
    let mut sum = 0;
    for number in 0..200 {
        sum += panic::catch_unwind(|| length(number, &words)).unwrap_or(1);
    }
    println!("{}", sum);
}
