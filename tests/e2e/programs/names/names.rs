// names.rs: allocates in each way for which docs/naming.md has a row in its table for Rust. Each block has a different
// size, by which test_names finds its bin.
//
// SPDX-License-Identifier: GPL-2.0-or-later

use std::collections::HashMap;
use std::rc::Rc;

struct Point {
    x: f64,
    y: f64,
}

struct Link {
    next: Option<Box<Link>>,
    weights: [usize; 117],
}

struct Mesh {
    points: Vec<Point>,
    owner: Box<[u32; 1001]>,
}

static mut COUNTS: [u64; 61] = [0; 61];

#[inline(never)]
fn make_mesh(n: usize) -> Mesh {
    let mut points = Vec::with_capacity(n);
    for i in 0..n {
        points.push(Point { x: i as f64, y: 1.0 });
    }
    let owner = Box::new([7; 1001]);
    Mesh { points, owner }
}

#[inline(never)]
fn vectors(n: usize) -> u64 {
    let filled = vec![3u64; 1002 * n];
    let reserved: Vec<f32> = Vec::with_capacity(1003 * n);
    let mut grown = Vec::new();
    for i in 0..2000 * n {
        grown.push(i as u16);
    }
    let mut nested: Vec<Vec<u8>> = Vec::with_capacity(19);
    for _ in 0..19 {
        let inner = vec![1u8; 203 * n];
        nested.push(inner);
    }
    let collected: Vec<i32> = (0..1004 * n as i32).collect();
    filled[1] + reserved.len() as u64 + grown[5] as u64 + nested[3][2] as u64 + collected[2] as u64
}

#[inline(never)]
fn others(n: usize) -> usize {
    let mut text = String::with_capacity(1005 * n);
    text.push_str("text");
    let boxed = Box::new([1u8; 1006]);
    let counted = Rc::new([2u8; 1007]);
    let slice = vec![4u16; 1008 * n].into_boxed_slice();
    let mut map: HashMap<u32, u64> = HashMap::new();
    for i in 0..100 {
        map.insert(i, 1);
    }
    let mut chain: Option<Box<Link>> = None;
    for i in 0..10 * n { chain = Some(Box::new(Link { next: chain, weights: [i; 117] })); }
    let linked = chain.map_or(0, |link| link.weights[n]);
    linked + text.len() + boxed[n] as usize + counted[n] as usize + slice[n] as usize + map.len()
}

fn main() {
    let n = std::env::args().count();
    let mesh = make_mesh(500 * n);
    unsafe { COUNTS[n] += 1 };
    let sum: f64 = mesh.points.iter().map(|p| p.x + p.y).sum();
    println!("{} {} {} {} {}", sum, mesh.owner[n], vectors(n), others(n), unsafe { COUNTS[n] });
}
