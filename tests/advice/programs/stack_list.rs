// stack_list.rs: sums a linked list of boxes, whose order in memory is not the order of the list.
//
// Defect: the nodes are allocated one by one, and linked in another order: each step waits for a miss.
// Expert: linked data: the nodes of the list; use a Vec (or allocate the nodes in the order of the list).
// Remedy: with `--cfg repaired`, the values are in a Vec.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#[cfg(not(repaired))]
struct Node {
    value: u64,
    next: Option<Box<Node>>,
}

#[cfg(repaired)]
type List = Vec<u64>;
#[cfg(not(repaired))]
type List = Option<Box<Node>>;

const COUNT: usize = 20000;

#[cfg(repaired)]
fn build() -> List {
    (0..COUNT).rev().map(|i| (i * 7919 % COUNT) as u64).collect()
}

#[cfg(not(repaired))]
fn build() -> List {
    let mut nodes: Vec<List> = (0..COUNT).map(|i| Some(Box::new(Node { value: i as u64, next: None }))).collect();
    let mut list = None;
    for i in 0..COUNT {
        let mut node = nodes[i * 7919 % COUNT].take().unwrap();
        node.next = list.take();
        list = Some(node);
    }
    list
}

#[inline(never)]
fn total(list: &List) -> u64 {
    #[cfg(repaired)]
    return list.iter().sum();
    #[cfg(not(repaired))]
    {
        let mut sum = 0;
        let mut at = list;
        while let Some(node) = at {
            sum += node.value;
            at = &node.next;
        }
        sum
    }
}

#[cfg(not(repaired))]
fn discard(mut list: List) {
    while let Some(mut node) = list {
        list = node.next.take();
    }
}

fn main() {
    let list = build();
    let mut sum = 0;
    for _ in 0..30 {
        sum += total(&list);
    }
    println!("{}", sum);
    #[cfg(not(repaired))]
    discard(list);
}
