/* dependent.cc: as dependent.c, with containers of the C++ library.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <cstdint>
#include <cstdio>
#include <list>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#ifdef __clang__
#define APART __attribute__((noinline))
#else
#define APART __attribute__((noipa)) /* neither inlined nor cloned */
#endif

enum { ELEMENTS = 4096, STEPS = 3000 };

struct record {
  long value;
  char pad[120];
};

static unsigned dice(unsigned n) {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)((state >> 33) % n);
}

APART static long serial_list(const std::list<record> &all) {
  long sum = 0;
  for (const record &r : all) sum += r.value;
  return sum;
}

APART static long serial_map(const std::map<unsigned, record> &all) {
  long sum = 0;
  for (unsigned i = 0; i < STEPS / 10; i++) {
    const auto found = all.find(i * 7919 % ELEMENTS);
    sum += found == all.end() ? 0 : found->second.value;
  }
  return sum;
}

APART static long parallel_vector(const std::vector<record> &all, const std::vector<unsigned> &indices) {
  long sum = 0;
  for (unsigned i : indices) sum += all[i].value;
  return sum;
}

APART static long parallel_pointers(const std::vector<const record *> &all) {
  long sum = 0;
  for (const record *r : all) sum += r->value;
  return sum;
}

int main() {
  std::list<record> list;
  std::map<unsigned, record> map;
  std::vector<record> vector(ELEMENTS);
  std::vector<unsigned> indices;
  std::vector<const record *> pointers;
  std::vector<std::list<record>::iterator> places;
  for (unsigned i = 0; i < ELEMENTS; i++) {
    /* Neighbours of the list are not neighbours in memory. */
    const auto where = places.empty() ? list.begin() : places[dice((unsigned)places.size())];
    places.push_back(list.insert(where, record{(long)i, {}}));
    map[dice(ELEMENTS)] = record{(long)i, {}};
    vector[i].value = i;
    indices.push_back(dice(ELEMENTS));
    pointers.push_back(&vector[dice(ELEMENTS)]);
  }
  const long sum = serial_list(list) + serial_map(map) + parallel_vector(vector, indices) + parallel_pointers(pointers);
  std::printf("%d\n", sum != 0);
  return 0;
}
