/* lookup.c: looks up elements of a table in random order. The subscripts are stored in an array; with -DCOMPUTED, a
 * function computes them. With -DCALLED, each call of a function looks one element up. The table is three times as large as the cache; with -DLARGE, 32 times. With -DFIELDS, the elements
 * are structs, of which the loop uses one field.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

enum { LOOKUPS = 100000 };

#ifdef LARGE
enum { BYTES = 1 << 20 };
#else
enum { BYTES = 3 << 15 };
#endif
#ifdef FIELDS
struct element {
  double rate, rest[7];
};
static struct element *table;
#else
static long *table;
#endif
enum { ELEMENTS = BYTES / sizeof *table };
static unsigned short order[LOOKUPS];

static unsigned mix(unsigned number) {
  number *= 0x7feb352d;
  return (number ^ number >> 15) % ELEMENTS;
}

#ifdef CALLED
__attribute__((noinline)) static long entry_of(unsigned number) {
  const unsigned slot = mix(number);
  return table[slot];
}
#endif

int main(void) {
  double sum = 0;
  table = malloc(BYTES);
  for (int i = 0; i < BYTES; i++) ((unsigned char *)table)[i] = 0;
  for (int i = 0; i < LOOKUPS; i++) order[i] = (unsigned short)mix((unsigned)i);
  for (int round = 0; round < 4; round++)
#if defined(CALLED)
    for (int i = 0; i < LOOKUPS; i++) sum += (double)entry_of((unsigned)i);
#elif defined(COMPUTED)
    for (int i = 0; i < LOOKUPS; i++) sum += table[mix((unsigned)i)];
#elif defined(FIELDS)
    for (int i = 0; i < LOOKUPS; i++) sum += table[order[i]].rate;
#else
    for (int i = 0; i < LOOKUPS; i++) sum += table[order[i]];
#endif
  printf("%g\n", sum);
  return 0;
}
