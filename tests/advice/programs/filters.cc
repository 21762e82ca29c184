// filters.cc: applies a chain of filters to a signal.
//
// Defect: each filter returns a new signal, which does not fit into the cache, and the next filter reads it.
// Expert: the signals between the filters are temporaries: apply all filters to one sample after the other.
// Remedy: with REPAIRED, one loop applies the filters.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <vector>

struct Signal {
  explicit Signal(std::size_t n) : samples(n) {}
  std::vector<float> samples;
};

static float clip(float x) { return x > 100 ? 100 : x; }
static float shift(float x) { return x - 3; }
static float scale(float x) { return x * 0.5F; }

#ifndef REPAIRED
template <float (*F)(float)>
static Signal filtered(const Signal &signal) {
  Signal result(signal.samples.size());
  for (std::size_t i = 0; i < signal.samples.size(); i++) result.samples[i] = F(signal.samples[i]);
  return result;
}
#endif

static double energy(const Signal &signal) {
  double sum = 0;
#ifdef REPAIRED
  for (float sample : signal.samples) {
    float x = scale(shift(clip(sample)));
    sum += static_cast<double>(x) * static_cast<double>(x);
  }
#else
  const Signal end = filtered<scale>(filtered<shift>(filtered<clip>(signal)));
  for (float x : end.samples) sum += static_cast<double>(x) * static_cast<double>(x);
#endif
  return sum;
}

int main() {
  Signal signal(70000);
  for (std::size_t i = 0; i < signal.samples.size(); i++) signal.samples[i] = static_cast<float>(i * 31 % 157);
  double sum = 0;
  for (int round = 0; round < 8; round++) sum += energy(signal);
  std::printf("%g\n", sum);
}
