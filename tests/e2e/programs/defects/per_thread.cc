/* per_thread.cc: each thread has its own struct in an array; the struct is smaller than a line. With REPAIRED, it is
 * aligned to lines.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <cstdio>
#include <thread>
#include <vector>

#ifdef REPAIRED
struct alignas(64) Stats {
#else
struct Stats {
#endif
  volatile long hits = 0, bytes = 0;
};

static void work(Stats &stats) {
  for (int i = 0; i < 20000; i++) {
    stats.hits = stats.hits + 1;
    stats.bytes = stats.bytes + i;
  }
}

int main() {
  std::vector<Stats> all_stats(4);
  std::vector<std::thread> threads;
  for (Stats &stats : all_stats) threads.emplace_back(work, std::ref(stats));
  for (std::thread &thread : threads) thread.join();
  std::printf("%ld\n", all_stats[0].hits);
  return 0;
}
