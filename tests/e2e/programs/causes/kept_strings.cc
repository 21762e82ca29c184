// kept_strings.cc: keeps many strings in blocks of their own, and looks for some of them. Each look-up also makes
// strings that it frees at once.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

constexpr unsigned strings = 20000, lookups = 20000;

static std::vector<std::string> names(strings);

static std::string name_of(unsigned i) {
  char text[48];
  std::snprintf(text, sizeof text, "%08u is the number of this name", i);
  return text;
}

int main() {
  unsigned state = 7;
  long sum = 0;
  for (unsigned i = 0; i < strings; i++) names[i] = name_of(i);
  for (unsigned i = 0; i < lookups; i++) {
    state = state * 1664525 + 1013904223;
    const std::string copy = name_of((state >> 8) % strings), same = copy;
    sum += std::lower_bound(names.begin(), names.end(), same) - names.begin();
  }
  std::printf("%ld\n", sum);
  return 0;
}
