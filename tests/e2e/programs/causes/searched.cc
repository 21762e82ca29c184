/* searched.cc: searches strings by their lengths. With IDS, searches elements of a type whose name contains that of a
 * string. With RANGES, equal_range() searches a sorted array, and with UNORDERED, it looks up a hash.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <algorithm>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

static const unsigned N = 50000, LOOKUPS = 200000;

struct StringId {
  unsigned long id;
};

#if defined IDS
static std::vector<StringId> elements(N);
static bool is_less(const StringId &one, unsigned other) { return one.id < other; }
static void set(unsigned i) { elements[i].id = i; }
static unsigned find(unsigned wanted) {
  return std::lower_bound(elements.begin(), elements.end(), wanted, is_less)->id;
}
#elif defined RANGES
static std::vector<unsigned long> elements(N);
static void set(unsigned i) { elements[i] = i; }
static unsigned find(unsigned wanted) {
  return std::equal_range(elements.begin(), elements.end(), wanted).first - elements.begin();
}
#elif defined UNORDERED
static std::unordered_multimap<unsigned, unsigned> elements;
static void set(unsigned i) { elements.insert({i * 7, i}); }
static unsigned find(unsigned wanted) {
  auto found = elements.equal_range(wanted * 3);
  return found.first != found.second;
}
#else
static std::vector<std::string> elements(N);
static bool is_less(const std::string &one, unsigned other) { return one.size() < other; }
static void set(unsigned i) { elements[i] = std::string(i / 250, 'a'); }
static unsigned find(unsigned wanted) {
  return std::lower_bound(elements.begin(), elements.end(), wanted / 250, is_less) - elements.begin();
}
#endif

int main() {
  unsigned state = 7, sum = 0;
  for (unsigned i = 0; i < N; i++) set(i);
  for (unsigned i = 0; i < LOOKUPS; i++) {
    state = state * 1664525 + 1013904223;
    sum += find((state >> 8) % N);
  }
  std::printf("%u\n", sum);
}
