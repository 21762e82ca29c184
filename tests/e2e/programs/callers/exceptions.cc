// exceptions.cc: functions that throw through others; as callers.c, it counts by itself.
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

enum Name { catches, throws, passes, destroyed, ALL };
static const char *const names[] = {"catches", "throws", "passes", "Guard::~Guard"};
static volatile int words[1024], open_calls[ALL];
static volatile long calls[ALL], inside[ALL];

__attribute__((noinline)) static int unit(int n) {
  int sum = 0;
  for (int i = 0; i < 8; i++) sum += words[(n * 16 + i) % 1024];
  for (int i = 0; i < ALL; i++)
    if (open_calls[i] > 0) inside[i] = inside[i] + 1;
  return sum;
}

struct Open {
  Name name;
  explicit Open(Name of) : name(of) {
    calls[name] = calls[name] + 1;
    open_calls[name] = open_calls[name] + 1;
  }
  ~Open() { open_calls[name] = open_calls[name] - 1; }
};

struct Guard {
  __attribute__((noinline)) ~Guard() {
    Open open(destroyed);
    unit(1);
  }
};

__attribute__((noinline, noclone)) static int throws_(int n) {
  Open open(throws);
  unit(n);
  if (n % 2 == 0) throw std::runtime_error("even");
  return n;
}

__attribute__((noinline, noclone)) static int passes_(int n) {
  Open open(passes);
  Guard guard;
  const int sum = n > 3 ? passes_(n - 3) : throws_(n);
  return sum + unit(n);
}

__attribute__((noinline, noclone)) static int catches_(int n) {
  Open open(catches);
  int sum = 0;
  for (int i = 0; i < n; i++) {
    try {
      sum += passes_(i);
    } catch (const std::runtime_error &) {
      sum += unit(i);
    }
  }
  return sum;
}

int main() {
  catches_(12);
  for (int i = 0; i < ALL; i++) std::printf("%s%s %ld %ld\n", names[i], i < destroyed ? "_" : "", calls[i], inside[i]);
  return 0;
}
