// arguments.cc: as arguments.c, for parameters of C++: references, and methods.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdlib>

struct Mesh {
  int number;
  double *points;
};

static __attribute__((noinline)) void *cleared(std::size_t bytes) {
  volatile char *block = static_cast<char *>(std::malloc(bytes));
  if (block == nullptr) std::abort();
  for (std::size_t i = 0; i < bytes; i++) block[i] = 0;
  return const_cast<char *>(block);
}

__attribute__((noinline)) void touch(void *block) { __asm__ volatile("" : : "r"(block) : "memory"); }

struct Maker {
  int factor;
  __attribute__((noinline)) void make(int *&result, int n) {
    result = static_cast<int *>(cleared(n * factor * sizeof(int)));
    touch(result);
  }
};

__attribute__((noinline)) void make_points(int n, double *&result) {
  result = static_cast<double *>(cleared(n * sizeof(double)));
  touch(result);
}

__attribute__((noinline)) void fill(Mesh &mesh, int n) {
  mesh.points = static_cast<double *>(cleared(n * sizeof(double)));
  touch(mesh.points);
}

int main() {
  Maker maker = {1};
  int *numbers;
  maker.make(numbers, 3001);
  Mesh coarse, fine;
  make_points(3002, coarse.points);
  fill(fine, 3003);
  float *values;
  touch(&maker);
  auto captured = [&](int n) {
    values = static_cast<float *>(cleared(n * sizeof(float)));
    touch(values);
  };
  captured(3004);
  touch(&coarse);
  touch(&fine);
  touch(numbers);
  return 0;
}
