// shortest_paths.cc: all shortest paths of a graph by the algorithm of Floyd and Warshall.
//
// Defect: each step of the outer loop runs over the whole matrix, which does not fit into the first-level cache.
// Expert: the loop over k carries the reuse of distance: process the matrix in tiles.
// Remedy: with REPAIRED, the matrix is processed in tiles of 32 x 32.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <vector>

constexpr int N = 192, TILE = 32;

class Paths {
 public:
  Paths() : d_(N * N) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) at(i, j) = i == j ? 0 : (i * 31 + j * 17) % 1000 + 1;
  }
  int &at(int i, int j) { return d_[static_cast<std::size_t>(i * N + j)]; }
  void relax(int k0, int i0, int j0, int size) {
    for (int k = k0; k < k0 + size; k++)
      for (int i = i0; i < i0 + size; i++) {
        int via = at(i, k);
        for (int j = j0; j < j0 + size; j++)
          if (via + at(k, j) < at(i, j)) at(i, j) = via + at(k, j);
      }
  }

 private:
  std::vector<int> d_;
};

int main() {
  Paths p;
#ifdef REPAIRED
  for (int k = 0; k < N; k += TILE) {
    p.relax(k, k, k, TILE);
    for (int j = 0; j < N; j += TILE)
      if (j != k) p.relax(k, k, j, TILE);
    for (int i = 0; i < N; i += TILE) {
      if (i == k) continue;
      p.relax(k, i, k, TILE);
      for (int j = 0; j < N; j += TILE)
        if (j != k) p.relax(k, i, j, TILE);
    }
  }
#else
  p.relax(0, 0, 0, N);
#endif
  long sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) sum += p.at(i, j);
  std::printf("%ld\n", sum);
}
