// sieve.rs: the sieve of Eratosthenes over one large table.
//
// Defect: the table does not fit into the first-level cache, and each prime runs over all of it.
// Expert: the loop over primes carries the reuse of the table: sieve segments that fit (blocking).
// Remedy: with `--cfg repaired`, the table is sieved in segments of 16 KB.
//
// SPDX-License-Identifier: GPL-2.0-or-later
const LIMIT: usize = 400_000;

#[cfg(repaired)]
const SEGMENT: usize = 16_384;
#[cfg(not(repaired))]
const SEGMENT: usize = LIMIT;

fn small_primes() -> Vec<usize> {
    (2..633usize).filter(|n| (2..*n).all(|d| n % d != 0)).collect()
}

#[inline(never)]
fn sieve(composite: &mut [u8], primes: &[usize]) {
    let mut next: Vec<usize> = primes.iter().map(|p| p * p).collect();
    let mut from = 0;
    while from < LIMIT {
        let end = LIMIT.min(from + SEGMENT);
        for (k, prime) in primes.iter().enumerate() {
            let mut at = next[k];
            while at < end {
                composite[at] = 1;
                at += prime;
            }
            next[k] = at;
        }
        from = end;
    }
}

fn main() {
    let primes = small_primes();
    let mut composite = vec![0u8; LIMIT];
    sieve(&mut composite, &primes);
    println!("{}", composite.iter().skip(2).filter(|c| **c == 0).count());
}
