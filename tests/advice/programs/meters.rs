// meters.rs: each thread counts in its own atomic counter of a vector.
//
// Defect: the counters are adjacent, so that all threads write to the same lines.
// Expert: false sharing between the elements of the vector of meters; align each to a line (repr(align(64))).
// Remedy: with `--cfg repaired`, each counter has a line of its own.
//
// SPDX-License-Identifier: GPL-2.0-or-later
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use std::thread;

#[cfg_attr(repaired, repr(align(64)))]
struct Meter {
    events: AtomicU64,
    bytes: AtomicU64,
}

fn record(meter: &Meter, rounds: u64) {
    for i in 0..rounds {
        meter.events.fetch_add(1, Ordering::Relaxed);
        meter.bytes.fetch_add(i & 63, Ordering::Relaxed);
    }
}

fn main() {
    let meters: Arc<Vec<Meter>> =
        Arc::new((0..4).map(|_| Meter { events: AtomicU64::new(0), bytes: AtomicU64::new(0) }).collect());
    let threads: Vec<_> = (0..4)
        .map(|i| {
            let meters = Arc::clone(&meters);
            thread::spawn(move || record(&meters[i], 20000))
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    let events: u64 = meters.iter().map(|m| m.events.load(Ordering::Relaxed)).sum();
    let bytes: u64 = meters.iter().map(|m| m.bytes.load(Ordering::Relaxed)).sum();
    println!("{} {}", events, bytes);
}
