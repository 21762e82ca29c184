/* tasks.cc: a loop, a reduction, a sort, a pipeline and nested tasks with oneTBB. Prints the number of threads that
 * oneTBB would use, and sums that do not depend on this number.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <cstdio>
#include <numeric>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/concurrent_hash_map.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_sort.h>

namespace {

using Range = tbb::blocked_range<std::size_t>;

long fibonacci(int n) {
  if (n < 2) return n;
  long a, b;
  tbb::parallel_invoke([&] { a = fibonacci(n - 1); }, [&] { b = fibonacci(n - 2); });
  return a + b;
}

unsigned long pass_on(int n) {
  unsigned long sum = 0;
  int next = 0;
  tbb::parallel_pipeline(
      8, tbb::make_filter<void, int>(tbb::filter_mode::serial_in_order, [&](tbb::flow_control &flow) {
           if (next == n) flow.stop();
           return next < n ? next++ : 0;
         }) & tbb::make_filter<int, unsigned long>(tbb::filter_mode::parallel, [](int i) {
           return i * 7919ul % 101;
         }) & tbb::make_filter<unsigned long, void>(tbb::filter_mode::serial_in_order, [&](unsigned long value) {
           sum = sum * 3 + value;
         }));
  return sum;
}

} // namespace

int main() {
  std::printf("%d threads\n", tbb::info::default_concurrency());
  std::vector<unsigned long> words(3000);
  tbb::parallel_for(Range(0, words.size()), [&](const Range &range) {
    for (auto i = range.begin(); i != range.end(); ++i) words[i] = i * 2654435761ul % 100003;
  });
  tbb::parallel_sort(words);
  const auto sum = tbb::parallel_reduce(
      Range(0, words.size()), 0ul,
      [&](const Range &range, unsigned long part) {
        for (auto i = range.begin(); i != range.end(); ++i) part += words[i] * i;
        return part;
      },
      std::plus<>());
  tbb::concurrent_hash_map<unsigned long, int> counts;
  tbb::parallel_for(Range(0, words.size()), [&](const Range &range) {
    for (auto i = range.begin(); i != range.end(); ++i) {
      tbb::concurrent_hash_map<unsigned long, int>::accessor place;
      counts.insert(place, words[i] % 10);
      place->second++;
    }
  });
  std::printf("%lu %zu %lu %ld\n", sum, counts.size(), pass_on(50), fibonacci(8));
  return 0;
}
