/* pointers.cc: a vector contains pointers to objects, which were allocated one by one and then sorted. With
 * REPAIRED, it contains the objects.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

struct Particle {
  double x = 1, y = 2;
  unsigned key = 0;
};

#ifdef REPAIRED
using Particles = std::vector<Particle>;
static const Particle &get(const Particle &particle) { return particle; }
#else
using Particles = std::vector<std::unique_ptr<Particle> >;
static const Particle &get(const std::unique_ptr<Particle> &particle) { return *particle; }
#endif

static double total(const Particles &particles) {
  double sum = 0;
  for (const auto &particle : particles) sum += get(particle).x + get(particle).y;
  return sum;
}

int main() {
  Particles particles;
  particles.reserve(16384);
  double sum = 0;
  for (unsigned i = 0; i < 16384; i++) {
#ifdef REPAIRED
    particles.emplace_back();
    particles.back().key = i * 7919 % 16384;
#else
    particles.push_back(std::make_unique<Particle>());
    particles.back()->key = i * 7919 % 16384;
#endif
  }
  std::sort(particles.begin(), particles.end(), [](const auto &a, const auto &b) { return get(a).key < get(b).key; });
  for (int sweep = 0; sweep < 20; sweep++) sum += total(particles);
  std::printf("%g\n", sum);
  return 0;
}
