// temporaries.cc: an expression of vectors makes a vector for each operator.
//
// Defect: each operator writes a temporary vector that does not fit into the cache, and the next one reads it.
// Expert: the temporaries of operator+ and operator* are streamed: evaluate the expression in one loop.
// Remedy: with REPAIRED, one loop evaluates the expression.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <vector>

using Vector = std::vector<double>;
constexpr std::size_t N = 30000;

#ifndef REPAIRED
static Vector operator+(const Vector &a, const Vector &b) {
  Vector sum(N);
  for (std::size_t i = 0; i < N; i++) sum[i] = a[i] + b[i];
  return sum;
}

static Vector operator*(double factor, const Vector &a) {
  Vector product(N);
  for (std::size_t i = 0; i < N; i++) product[i] = factor * a[i];
  return product;
}
#endif

static void step(Vector &x, const Vector &v, const Vector &f) {
#ifdef REPAIRED
  for (std::size_t i = 0; i < N; i++) x[i] = x[i] + 0.5 * v[i] + 0.25 * f[i];
#else
  x = x + 0.5 * v + 0.25 * f;
#endif
}

int main() {
  Vector x(N), v(N), f(N);
  for (std::size_t i = 0; i < N; i++) {
    v[i] = static_cast<double>(i % 8);
    f[i] = static_cast<double>(i % 3);
  }
  for (int i = 0; i < 5; i++) step(x, v, f);
  double sum = 0;
  for (double value : x) sum += value;
  std::printf("%g\n", sum);
}
