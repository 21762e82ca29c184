// Calls that a compiler makes several times of one in the source, in C++. SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>

enum { LAYERS = 4, N = 600 };

struct Layer {
  float *weight;
  short *index;
};

static Layer layers[LAYERS];

static inline void fill(Layer &layer) {
  layer.weight = new float[N];
  layer.index = new short[N]();
  for (int i = 0; i < N; i++) layer.weight[i] = 1;
}

int main() {
#pragma GCC unroll 4
  for (int i = 0; i < LAYERS; i++) fill(layers[i]);
  double sum = 0;
  for (int i = 0; i < LAYERS * N; i++)
    sum += layers[i % LAYERS].weight[i / LAYERS] + layers[i % LAYERS].index[i / LAYERS];
  std::printf("%g\n", sum);
}
