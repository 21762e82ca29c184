// statics.rs: variables in all sections: zeros, initialised ones, constants that are relocated. touch_NAME() stores to
// or reads only NAME, as often as its comment states.
//
// SPDX-License-Identifier: GPL-2.0-or-later
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const ZERO: AtomicU64 = AtomicU64::new(0);
static BEFORE: [AtomicU64; 600] = [ZERO; 600];
static MIDDLE: [AtomicU64; 600] = [ZERO; 600];
static SET: [AtomicU64; 3] = [AtomicU64::new(7), AtomicU64::new(8), AtomicU64::new(9)];
static WORDS: [&str; 4] = ["one", "two", "three", "four"];

#[inline(never)]
fn touch_before() {
    for i in 0..1001 { // 1001
        BEFORE[i % 600].store(1, Relaxed);
    }
}

#[inline(never)]
fn touch_middle() {
    for i in 0..1002 { // 1002
        MIDDLE[i % 600].store(1, Relaxed);
    }
}

#[inline(never)]
fn touch_set() {
    for i in 0..1003 { // 1003
        SET[i % 3].store(1, Relaxed);
    }
}

fn main() {
    touch_before();
    touch_middle();
    touch_set();
    println!("{}", WORDS[std::env::args().count() % 4]);
}
