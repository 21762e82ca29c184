// reader_locks.cc: threads take a std::shared_mutex for each look-up in a table that hardly ever changes.
//
// Defect: each reader writes the counter of readers in the lock, so that the lock's line moves between the processors.
// Expert: contended lock table.lock in look_up(): take it for many look-ups, or copy the table (a snapshot).
// Remedy: with REPAIRED, a thread takes the lock for 100 look-ups at a time.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <array>
#include <cstdio>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

#ifdef REPAIRED
constexpr int BATCH = 100;
#else
constexpr int BATCH = 1;
#endif

struct Table {
  std::shared_mutex lock;
  std::array<int, 256> entries{};
};
static Table table;

static long look_up(int from) {
  std::shared_lock guard(table.lock);
  long sum = 0;
  for (int i = from; i < from + BATCH; i++) sum += table.entries[static_cast<std::size_t>(i % 256)];
  return sum;
}

int main() {
  for (std::size_t i = 0; i < 256; i++) table.entries[i] = static_cast<int>(i * 3 % 50);
  long sums[4 * 8] = {};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++)
    threads.emplace_back([t, &sums] {
      long sum = 0;
      for (int i = 0; i < 6000; i += BATCH) sum += look_up(i);
      sums[t * 8] = sum;
    });
  for (std::thread &thread : threads) thread.join();
  std::printf("%ld\n", sums[0] + sums[8] + sums[16] + sums[24]);
}
