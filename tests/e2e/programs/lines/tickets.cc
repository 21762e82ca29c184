/* tickets.cc: threads whose functions are inlined into the template of the library that starts a std::thread. All of
 * their atomic operations are in headers of the library.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <atomic>
#include <cstdio>
#include <thread>

static std::atomic<long> tickets{0};
static long work[2];

int main() {
  std::thread one([] {
    for (int i = 0; i < 20000; i++) work[0] += tickets.fetch_add(1); /* the hottest line */
  });
  std::thread other([] {
    for (int i = 0; i < 20000; i++) work[1] -= tickets.fetch_add(2); /* the other hottest line */
  });
  one.join();
  other.join();
  std::printf("%ld\n", tickets.load());
  return 0;
}
