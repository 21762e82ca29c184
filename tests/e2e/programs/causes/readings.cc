// readings.cc: each function of a chain returns a new curve, whose constructor sets all values. The buffers of readings
// are also filled once and read once, but they are no part of the chain.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr std::size_t points = 60000, count = 70000, days = 6, rounds = 8;

struct Curve {
  explicit Curve(std::size_t n) : values(n) {}
  std::vector<float> values;
};

template <int Offset>
static Curve shifted(const Curve &curve) {
  Curve moved(curve.values.size());
  for (std::size_t i = 0; i < curve.values.size(); i++) moved.values[i] = curve.values[i] + Offset;
  return moved;
}

__attribute__((noinline)) static double mean_of(std::size_t day) {
  double sum = 0;
  long *readings = static_cast<long *>(std::malloc(count * sizeof *readings));
  for (std::size_t i = 0; i < count; i++) readings[i] = static_cast<long>((i + day) % 100);
  for (std::size_t i = 0; i < count; i++) sum += static_cast<double>(readings[i]);
  std::free(readings);
  return sum / count;
}

int main() {
  Curve curve(points);
  double sum = 0;
  for (std::size_t round = 0; round < rounds; round++) {
    const Curve last = shifted<3>(shifted<2>(shifted<1>(curve)));
    for (float value : last.values) sum += static_cast<double>(value);
  }
  for (std::size_t day = 0; day < days; day++) sum += mean_of(day);
  std::printf("%g\n", sum);
  return 0;
}
