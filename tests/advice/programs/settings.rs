// settings.rs: threads read settings that lie on the line of a counter which they all increment.
//
// Defect: the settings, which never change, are next to `served`, so that each read after an increment is a miss.
// Expert: false sharing of the settings with served in struct Server: served on a line of its own (or counted locally).
// Remedy: with `--cfg repaired`, each thread counts for itself, and adds its count at the end.
//
// SPDX-License-Identifier: GPL-2.0-or-later
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use std::thread;

#[repr(C)]
struct Server {
    limit: u64,
    scale: u64,
    offset: u64,
    served: AtomicU64,
}

#[inline(never)]
fn serve(server: &Server, request: u64) -> u64 {
    request % server.limit * server.scale + server.offset
}

fn main() {
    let server = Arc::new(Server { limit: 100, scale: 3, offset: 7, served: AtomicU64::new(0) });
    let threads: Vec<_> = (0..4u64)
        .map(|t| {
            let server = Arc::clone(&server);
            thread::spawn(move || {
                let mut sum = 0u64;
                #[cfg(repaired)]
                let mut own = 0;
                for i in 0..20000 {
                    sum += serve(std::hint::black_box(&server), i + t);
                    if i % 4 == 0 {
                        #[cfg(repaired)]
                        {
                            own += 1;
                        }
                        #[cfg(not(repaired))]
                        server.served.fetch_add(1, Ordering::Relaxed);
                    }
                }
                #[cfg(repaired)]
                server.served.fetch_add(own, Ordering::Relaxed);
                sum
            })
        })
        .collect();
    let sum: u64 = threads.into_iter().map(|t| t.join().unwrap()).sum();
    println!("{} {}", sum, server.served.load(Ordering::Relaxed));
}
