// shared_config.cc: threads copy a std::shared_ptr to the configuration for each request.
//
// Defect: each copy increments and decrements the reference count, an atomic that all threads write.
// Expert: the reference count of config is contended, because handle() copies the pointer: pass a reference.
// Remedy: with REPAIRED, handle() takes a const reference.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

struct Config {
  int limit = 100, step = 3;
};

#ifdef REPAIRED
using Argument = const std::shared_ptr<Config> &;
#else
using Argument = std::shared_ptr<Config>;
#endif

[[gnu::noinline]] static int handle(Argument config, int request) { return request % config->limit + config->step; }

static void serve(const std::shared_ptr<Config> &config, long *sum) {
  long own = 0;
  for (int i = 0; i < 15000; i++) own += handle(config, i);
  *sum = own;
}

int main() {
  auto config = std::make_shared<Config>();
  long sums[4 * 8];
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++) threads.emplace_back(serve, std::cref(config), &sums[t * 8]);
  for (std::thread &thread : threads) thread.join();
  std::printf("%ld\n", sums[0] + sums[8] + sums[16] + sums[24]);
}
