/* contended.cc: threads add to one atomic counter. With REPAIRED, each thread adds to its own counter, and to the
 * common one at the end.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

alignas(64) std::atomic<long> total{0};

static void work() {
#ifdef REPAIRED
  volatile long own = 0;
  for (int i = 0; i < 20000; i++) own = own + 1;
  total += own;
#else
  for (int i = 0; i < 20000; i++) total++;
#endif
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++) threads.emplace_back(work);
  for (std::thread &thread : threads) thread.join();
  std::printf("%ld\n", total.load());
  return 0;
}
