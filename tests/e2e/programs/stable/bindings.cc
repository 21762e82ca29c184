// Static variables of structured bindings. SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>

enum { N = 1200 };

struct Shores {
  double *north;
  long *south;
};

static Shores survey(int n) { return {new double[n], new long[n]}; }

static auto [north, south] = survey(N);

namespace inland {
struct Lakes {
  int deep[N], shallow[2 * N];
};
static auto [deep, shallow] = Lakes{{1}, {2}};
} // namespace inland

int main() {
  double sum = 0;
  for (int i = 0; i < N; i++) north[i] = i, south[i] = i, inland::deep[i] = i, inland::shallow[2 * i] = i;
  for (int i = 0; i < N; i++) sum += north[i] + double(south[i]) + inland::deep[i] + inland::shallow[i];
  std::printf("%g\n", sum);
}
