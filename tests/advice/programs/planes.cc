// planes.cc: updates cells whose twelve values lie in twelve planes of one block of memory.
//
// Defect: a plane has 65,536 bytes, so that the twelve values of a cell are in the same set of an 8-way cache.
// Expert: the planes push each other out: pad each plane by a line (or store the values of a cell together).
// Remedy: with REPAIRED, a plane is longer by 72 values.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <memory>

constexpr std::size_t CELLS = 8192, PLANES = 12;
#ifdef REPAIRED
constexpr std::size_t PLANE = CELLS + 72;
#else
constexpr std::size_t PLANE = CELLS;
#endif

static void collide(double *f) {
  for (std::size_t i = 0; i < CELLS; i++) {
    double density = 0;
    for (std::size_t p = 0; p < PLANES; p++) density += f[p * PLANE + i];
    density /= PLANES;
    for (std::size_t p = 0; p < PLANES; p++) f[p * PLANE + i] += 0.1 * (density - f[p * PLANE + i]);
  }
}

int main() {
  auto f = std::make_unique<double[]>(PLANES * PLANE);
  for (std::size_t p = 0; p < PLANES; p++)
    for (std::size_t i = 0; i < CELLS; i++) f[p * PLANE + i] = static_cast<double>(p * i % 17);
  for (int step = 0; step < 4; step++) collide(f.get());
  double sum = 0;
  for (std::size_t i = 0; i < CELLS; i++) sum += f[3 * PLANE + i];
  std::printf("%g\n", sum);
}
