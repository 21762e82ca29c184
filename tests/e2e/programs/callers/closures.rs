// closures.rs: calls through closures and trait objects.
// SPDX-License-Identifier: GPL-2.0-or-later

#[inline(never)]
fn hide<T: Copy>(x: T) -> T {
    unsafe { std::ptr::read_volatile(&x) }
}

trait Shape {
    fn area(&self, n: u64) -> u64;
}
struct Square(Vec<u64>);
struct Nest(Vec<Box<dyn Shape>>);

impl Shape for Square {
    #[inline(never)]
    fn area(&self, n: u64) -> u64 {
        self.0.iter().map(|x| hide(x + n)).sum()
    }
}
impl Shape for Nest {
    #[inline(never)]
    fn area(&self, n: u64) -> u64 {
        self.0.iter().map(|s| s.area(n + 1)).sum()
    }
}

#[inline(never)]
fn measure(shape: &dyn Shape) -> u64 {
    (0..5).map(|n| shape.area(n)).sum()
}

fn main() {
    let squares = || Box::new(Square((0..100).collect())) as Box<dyn Shape>;
    let inner = Nest(vec![squares(), squares(), squares()]);
    let outer = Nest(vec![Box::new(inner), squares()]);
    println!("{}", measure(hide(&outer as &dyn Shape)));
}
