/* guarded.cc: a mutex is next to the numbers that it protects, and is taken for each of them. With REPAIRED: once for
 * all numbers of a thread.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

enum { THREADS = 4, NUMBERS = 4000 };

class Summary {
 public:
  void add(long value) {
    std::lock_guard<std::mutex> guard(mutex_);
    count_++;
    sum_ += value;
  }
  void add(long count, long sum) {
    std::lock_guard<std::mutex> guard(mutex_);
    count_ += count;
    sum_ += sum;
  }
  long mean() const { return sum_ / count_; }

 private:
  std::mutex mutex_;
  long count_ = 0, sum_ = 0;
};

static Summary summary;

static void measure(unsigned seed) {
  long sum = 0;
  for (int i = 0; i < NUMBERS; i++) {
    for (int k = 0; k < 20; k++) seed = seed * 1664525u + 1013904223u;
#ifdef REPAIRED
    sum += seed >> 16;
  }
  summary.add(NUMBERS, sum);
#else
    summary.add(seed >> 16);
  }
  summary.add(0, sum);
#endif
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < THREADS; i++) threads.emplace_back(measure, i);
  for (auto &thread : threads) thread.join();
  std::printf("%ld\n", summary.mean());
  return 0;
}
