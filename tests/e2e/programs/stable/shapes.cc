// Objects that are kept by pointers to their base class. SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>

struct Shape {
  int sides = 0;
  virtual ~Shape() {}
  virtual long area() const = 0;
};
struct Square : Shape {
  long width = 3, spare[20] = {};
  long area() const override { return width * width; }
};
static Shape *drawing[50];

int main() {
  long sum = 0;
  for (auto &shape : drawing) shape = new Square;
  for (auto *shape : drawing) sum += shape->area();
  std::printf("%ld\n", sum);
}
