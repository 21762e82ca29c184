// Blocks that are filled for long before their addresses are stored, in C++. All are released at the end of the run.
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

enum { N = 5000 };

namespace coast {
struct Bay {
  std::vector<double> depth;
  std::unique_ptr<int[]> buoy;
  ~Bay() { delete[] chart; }
  float *chart = nullptr;
};
static Bay bay;
static std::vector<short> waves;
} // namespace coast

#define CASE __attribute__((noinline))

CASE static std::vector<double> sound(int n) {
  std::vector<double> depths(n);
  for (int i = 0; i < n; i++) depths[i] = i;
  return depths;
}

CASE static std::unique_ptr<int[]> lay(int n) {
  auto buoys = std::make_unique<int[]>(n);
  for (int i = 0; i < n; i++) buoys[i] = i;
  return buoys;
}

CASE static float *draw(int n) {
  auto *drawn = new float[n];
  for (int i = 0; i < n; i++) drawn[i] = 1;
  return drawn;
}

int main() {
  coast::bay.depth = sound(N);
  coast::bay.buoy = lay(N + 1);
  coast::bay.chart = draw(N + 2);
  std::vector<short> counted(N + 3, short(1));
  for (int i = 1; i < N; i++) counted[i] = short(counted[i - 1] + 1);
  coast::waves = std::move(counted);
  double sum = 0;
  for (int i = 0; i < N; i++) sum += coast::bay.depth[i] + coast::bay.buoy[i] + coast::bay.chart[i] + coast::waves[i];
  std::printf("%g\n", sum);
}
