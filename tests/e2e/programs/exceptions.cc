// exceptions.cc: frames that an exception leaves, and the heap memory that C++ allocates for it.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <stdexcept>
#include <vector>

enum { WORDS = 100 };

#define APART __attribute__((noinline)) static

APART void fill(volatile long *words, int n) {
  for (int i = 0; i < n; i++) words[i] = i;
}

struct Guard {
  long words[WORDS];
  ~Guard();
};

__attribute__((noinline)) Guard::~Guard() { fill(words, WORDS); }

APART void thrower(int depth) {
  volatile long own[WORDS];
  fill(own, WORDS);
  if (depth == 0) throw std::runtime_error("thrown");
  thrower(depth - 1);
  own[0] = 1;
}

APART void guarded(int depth) {
  Guard guard;
  thrower(depth);
  guard.words[0] = 1;
}

APART void catcher() {
  volatile long own[2 * WORDS];
  try {
    guarded(3);
  } catch (const std::runtime_error &error) {
    std::puts(error.what());
    fill(own, WORDS);
  }
  fill(own, 2 * WORDS);
}

APART void after() {
  volatile long own[WORDS];
  fill(own, WORDS);
}

int main() {
  for (int i = 0; i < 5; i++) {
    catcher();
    after();
  }
  return 0;
}
