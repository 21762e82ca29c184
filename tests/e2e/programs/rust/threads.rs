// threads.rs: threads that share a counter under a mutex, send blocks through a channel, and own a thread-local table.
//
// SPDX-License-Identifier: GPL-2.0-or-later
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{mpsc, Arc, Mutex};
use std::thread;

const ZERO: AtomicU64 = AtomicU64::new(0);
static SHARED: [AtomicU64; 600] = [ZERO; 600];

thread_local! {
    static OWN: RefCell<[u64; 64]> = RefCell::new([0; 64]);
}

fn work(number: usize, counter: &Mutex<u64>, sender: &mpsc::Sender<Vec<u64>>) {
    for i in 0..100 { // times 3 threads, one store each: 300
        SHARED[(i * 7 + number) % 600].store(i as u64, Relaxed);
        *counter.lock().unwrap() += 1;
        OWN.with(|own| own.borrow_mut()[i % 64] += 1);
        sender.send(vec![i as u64; 16]).unwrap();
    }
}

fn main() {
    let counter = Arc::new(Mutex::new(0));
    let (sender, receiver) = mpsc::channel();
    let threads: Vec<_> = (0..3)
        .map(|number| {
            let (counter, sender) = (counter.clone(), sender.clone());
            thread::spawn(move || work(number, &counter, &sender))
        })
        .collect();
    drop(sender);
    let sum: u64 = receiver.iter().map(|block| block[3]).sum();
    for thread in threads {
        thread.join().unwrap();
    }
    println!("{} {}", sum, *counter.lock().unwrap());
}
