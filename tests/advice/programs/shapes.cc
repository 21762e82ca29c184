// shapes.cc: sums the areas of shapes that a vector of pointers holds, in an order unlike that of their memory.
//
// Defect: each call of area() follows a pointer to a shape anywhere on the heap.
// Expert: linked data: the shapes; store shapes of one type together, by value.
// Remedy: with REPAIRED, squares and circles are in vectors of their own, by value.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <memory>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
struct Square : Shape {
  explicit Square(double s) : side(s) {}
  double area() const override { return side * side; }
  double side;
};
struct Circle : Shape {
  explicit Circle(double r) : radius(r) {}
  double area() const override { return 3 * radius * radius; }
  double radius;
};

constexpr std::size_t COUNT = 16000;

#ifdef REPAIRED
static std::vector<Square> squares;
static std::vector<Circle> circles;

static double total() {
  double sum = 0;
  for (const Square &s : squares) sum += s.area();
  for (const Circle &c : circles) sum += c.area();
  return sum;
}

static void build() {
  for (std::size_t i = 0; i < COUNT; i += 2) squares.emplace_back(static_cast<double>(i % 10));
  for (std::size_t i = 1; i < COUNT; i += 2) circles.emplace_back(static_cast<double>(i % 10));
}
#else
static std::vector<std::unique_ptr<Shape> > shapes;

static double total() {
  double sum = 0;
  for (const auto &shape : shapes) sum += shape->area();
  return sum;
}

static void build() {
  std::vector<std::unique_ptr<Shape> > made;
  for (std::size_t i = 0; i < COUNT; i++)
    if (i % 2)
      made.push_back(std::make_unique<Circle>(static_cast<double>(i % 10)));
    else
      made.push_back(std::make_unique<Square>(static_cast<double>(i % 10)));
  for (std::size_t i = 0; i < COUNT; i++) shapes.push_back(std::move(made[i * 7919 % COUNT]));
}
#endif

int main() {
  build();
  double sum = 0;
  for (int i = 0; i < 10; i++) sum += total();
  std::printf("%g\n", sum);
}
