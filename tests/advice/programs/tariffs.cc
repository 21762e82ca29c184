// tariffs.cc: finds the tariff of each parcel of each month by the limits of the weights.
//
// Defect: each look-up in limits reads about 17 numbers far apart, in random order.
// Expert: random look-ups in limits by tariff_of(): handle the parcels by weight, or use a layout for searches.
// Remedy: with REPAIRED, the parcels are sorted by weight.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr unsigned TARIFFS = 90000, PARCELS = 25000, MONTHS = 5;

static std::vector<double> limits;

static long tariff_of(double weight) { return std::upper_bound(limits.begin(), limits.end(), weight) - limits.begin(); }

int main() {
  for (unsigned i = 0; i < TARIFFS; i++) limits.push_back(0.25 * i);
  std::vector<double> weights;
  unsigned state = 7;
  for (unsigned p = 0; p < PARCELS; p++) {
    state = state * 22695477 + 1;
    weights.push_back((state >> 9) % (TARIFFS * 10) / 40.0);
  }
#ifdef REPAIRED
  std::sort(weights.begin(), weights.end());
#endif
  long sum = 0;
  for (unsigned month = 0; month < MONTHS; month++)
    for (double weight : weights) sum += tariff_of(weight);
  std::printf("%ld\n", sum);
}
