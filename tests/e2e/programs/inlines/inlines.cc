/* inlines.cc: inlined members of two instances of one template, whose lines are the same, and a lambda.
 * SPDX-License-Identifier: GPL-2.0-or-later */
namespace shop {
template <class T>
struct Shelf {
  volatile T items[50];
  [[gnu::always_inline]] inline T sum(int n) const {
    T all = 0;
    for (int i = 0; i < n; i++) all += items[i];
    return all;
  }
};
} // namespace shop

shop::Shelf<long> whole;
shop::Shelf<double> real;
volatile short seen[30];

int main() {
  const auto look = [&](int n) __attribute__((always_inline)) {
    int all = 0;
    for (int i = 0; i < n; i++) all += seen[i];
    return all;
  };
  return static_cast<int>(whole.sum(50) + static_cast<long>(real.sum(40))) + look(30);
}
