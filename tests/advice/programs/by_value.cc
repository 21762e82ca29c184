// by_value.cc: a function takes a large vector by value.
//
// Defect: each call of median_of() copies the vector of 320 KB, of which it reads a few elements.
// Expert: the copy of the vector in main()/query: pass a const reference.
// Remedy: with REPAIRED, the function takes a const reference.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <vector>

#ifdef REPAIRED
using Samples = const std::vector<double> &;
#else
using Samples = std::vector<double>;
#endif

[[gnu::noinline]] static double peak_near(Samples samples, std::size_t at) {
  double peak = samples[at];
  for (std::size_t i = at; i < at + 20; i++)
    if (samples[i] > peak) peak = samples[i];
  return peak;
}

int main() {
  std::vector<double> samples(40000);
  for (std::size_t i = 0; i < samples.size(); i++) samples[i] = static_cast<double>(i * 37 % 1009);
  double sum = 0;
  for (std::size_t q = 0; q < 40; q++) sum += peak_near(samples, q * 997);
  std::printf("%g\n", sum);
}
