// slots.cc: each thread adds to an accumulator of its own. All accumulators are in one block, and a vector has pointers
// to them.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

constexpr int threads = 4, rounds = 20000;

template <typename T>
struct Accumulator {
  std::atomic<T> sum, count;
};

template <typename T>
class Pool {
 public:
  explicit Pool(int n) {
    auto *all = new Accumulator<T>[n]();
    for (int i = 0; i < n; i++) slots.push_back(all + i);
  }
  std::vector<Accumulator<T> *> slots;
};

template <typename T>
static void add(Accumulator<T> **slot) {
  for (int i = 0; i < rounds; i++) {
    (*slot)->sum.store((*slot)->sum.load(std::memory_order_relaxed) + i, std::memory_order_relaxed);
    (*slot)->count.store(i, std::memory_order_relaxed);
  }
}

int main() {
  Pool<long> pool(threads);
  std::vector<std::thread> workers;
  for (int i = 0; i < threads; i++) workers.emplace_back(add<long>, &pool.slots[i]);
  for (auto &worker : workers) worker.join();
  std::printf("%ld\n", pool.slots[0]->sum.load());
  return 0;
}
