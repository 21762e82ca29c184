// product.cc: the product of two matrices in vectors, by rows and columns.
//
// Defect: the inner loop of multiply() runs down a column of b, which comes into the cache again for each row of a.
// Expert: blocking (or loop order) for b in multiply().
// Remedy: with REPAIRED, the loops work on tiles of b.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <vector>

class Matrix {
 public:
  Matrix(int rows, int columns) : columns_(columns), values_(static_cast<std::size_t>(rows) * columns) {}
  double &at(int i, int j) { return values_[static_cast<std::size_t>(i) * columns_ + j]; }
  double at(int i, int j) const { return values_[static_cast<std::size_t>(i) * columns_ + j]; }

 private:
  int columns_;
  std::vector<double> values_;
};

constexpr int N = 150, TILE = 30;

void multiply(const Matrix &a, const Matrix &b, Matrix &c) {
#ifdef REPAIRED
  for (int kk = 0; kk < N; kk += TILE)
    for (int jj = 0; jj < N; jj += TILE)
      for (int i = 0; i < N; i++)
        for (int k = kk; k < kk + TILE; k++) {
          double factor = a.at(i, k);
          for (int j = jj; j < jj + TILE; j++) c.at(i, j) += factor * b.at(k, j);
        }
#else
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++) sum += a.at(i, k) * b.at(k, j);
      c.at(i, j) = sum;
    }
#endif
}

int main() {
  Matrix a(N, N), b(N, N), c(N, N);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a.at(i, j) = i % 7 - j % 3;
      b.at(i, j) = j % 5 + i % 2;
    }
  multiply(a, b, c);
  double trace = 0;
  for (int i = 0; i < N; i++) trace += c.at(i, i);
  std::printf("%g\n", trace);
}
