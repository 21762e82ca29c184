// prices_map.cc: looks up prices in a std::map, in random order.
//
// Defect: each look-up follows about 14 pointers of a tree, whose nodes lie anywhere on the heap.
// Expert: linked data: the nodes of the std::map prices; use a sorted vector or a flat hash table.
// Remedy: with REPAIRED, the prices are in a table with open addressing.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdint>
#include <cstdio>
#include <map>
#include <vector>

constexpr unsigned ITEMS = 20000, QUERIES = 60000, SLOTS = 1 << 16;

#ifdef REPAIRED
struct Slot {
  unsigned key = ~0U, price = 0;
};
static std::vector<Slot> prices(SLOTS);

static unsigned &price(unsigned key) {
  unsigned at = key * 2654435761U >> 16;
  while (prices[at].key != key && prices[at].key != ~0U) at = (at + 1) % SLOTS;
  prices[at].key = key;
  return prices[at].price;
}
#else
static std::map<unsigned, unsigned> prices;

static unsigned &price(unsigned key) { return prices[key]; }
#endif

int main() {
  for (unsigned i = 0; i < ITEMS; i++) price(i * 7919 % ITEMS) = i % 100;
  std::uint64_t sum = 0;
  unsigned state = 1;
  for (unsigned q = 0; q < QUERIES; q++) {
    state = state * 1664525 + 1013904223;
    sum += price((state >> 8) % ITEMS);
  }
  std::printf("%lu\n", static_cast<unsigned long>(sum));
}
