/* probes.c: looks up keys in a table. The search by comparisons bisects the table: each result selects the next element.
 * With BRACES, the condition controls a block of statements. With CHOSEN, the condition is that of an expression with
 * "?". With TWO, a first condition with the element ends the search, and a second one selects the next element.
 * With HASHED, the element is that of a hash, and the condition selects no element. With PROBED, the condition selects
 * the element after a collision, but there are few collisions. With MASKED, the same is true, but a mask
 * replaces the remainder.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

#if defined MASKED
enum { SIZE = 65536, QUERIES = 60000 };
#else
enum { SIZE = 40009, QUERIES = 60000 };
#endif
static unsigned table[SIZE];

static unsigned next_of(unsigned x) {
  for (int i = 0; i < 4; i++) x = x * 1664525 + 1013904223;
  return x ^ x >> 15;
}

int main(void) {
  unsigned state = 5;
  long hits = 0;
  for (unsigned i = 0; i < SIZE; i++) table[i] = i * 7;
  for (int q = 0; q < QUERIES; q++) {
#if defined HASHED
    unsigned slot = state / 107375;
    if (table[slot] != 0) hits++;
    state = next_of(state);
#elif defined PROBED || defined MASKED
    unsigned step = 0;
    for (;;) {
#if defined PROBED
      unsigned slot = (state + step) % SIZE;
#else
      unsigned slot = (state + step) >> 3 & (SIZE - 1);
#endif
      if (table[slot] % 64 == 0)
        step = step * 2 + 1;
      else
        break;
    }
    hits += step;
    state = next_of(state);
#else
    unsigned low = 0, high = SIZE, key = state % (SIZE * 7);
    while (low < high) {
      unsigned middle = (low + high) / 2;
#if defined BRACES
      if (table[middle] < key) {
        hits++;
        low = middle + 1;
      } else {
        high = middle;
      }
#elif defined CHOSEN
      low = table[middle] < key ? middle + 1 : low;
      high = table[middle] < key ? high : middle;
#elif defined TWO
      if (table[middle] == key) break;
      if (table[middle] < key)
        low = middle + 1;
      else
        high = middle;
#else
      if (table[middle] < key)
        low = middle + 1;
      else
        high = middle;
#endif
    }
    hits += low;
    state = next_of(state);
#endif
  }
  printf("%ld\n", hits);
  return 0;
}
