// shapes.cc: overloaded members, to be named without their arguments.
// SPDX-License-Identifier: GPL-2.0-or-later
namespace shapes {
volatile long cells[64];
struct Area {
  [[gnu::noinline]] static long sum(int n) {
    long all = 0;
    for (int i = 0; i < n; i++) all += cells[i];
    return all;
  }
};
} // namespace shapes

int main(int n, char **) { return shapes::Area::sum(59 + n) != 0; }
