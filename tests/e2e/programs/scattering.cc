/* scattering.cc: stores through an index, and loads of a struct of arrays.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <cstdio>
#include <vector>

namespace {
struct Particles {
  std::vector<double> place, speed;
};

__attribute__((noinline)) void scatter(Particles &all, double *grid, const int *cell, int n) {
  for (int i = 0; i < n; i++) {
    all.place[i] += all.speed[i] * 0.5;
    grid[cell[i]] = all.place[i];
  }
}
} // namespace

int main() {
  const int n = 100000;
  Particles all;
  all.place.resize(n, 1);
  all.speed.resize(n, 2);
  auto *grid = new double[n];
  auto *cell = new int[n];
  for (int i = 0; i < n; i++) cell[i] = static_cast<int>(i * 7919L % n);
  for (int round = 0; round < 5; round++) scatter(all, grid, cell, n);
  std::printf("%g\n", grid[7]);
  delete[] grid;
  delete[] cell;
  return 0;
}
