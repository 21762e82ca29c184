/* elements.c: elements that are larger than necessary, or far from data that are used with them. Each of WIDE, NAMED
 * and APART selects some of these; with REPAIRED, their layout is good. With UNEQUAL, the two arrays of APART have
 * different lengths; THIRD adds a third array, which is used alone.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

enum { ENTRIES = 80000, LOOKS = 200000, LINE = 64 };

#ifndef WIDE
/* Returns a different entry each time, in random order. */
static unsigned next(unsigned *at) { return (*at = *at * 1103515245u + 12345u) / 256 % ENTRIES; }
#endif

#if defined WIDE
/* Numbers that would fit into an int. */
static _Alignas(LINE) struct pair {
#ifdef REPAIRED
  int key, count;
#else
  long key, count;
#endif
} pairs[ENTRIES];

static double run(void) {
  double sum = 0;
  for (int i = 0; i < ENTRIES; i++) pairs[i].key = i;
  for (int i = 0; i < LOOKS; i++) {
    struct pair *pair = &pairs[i % ENTRIES];
    sum += (double)pair->key;
    pair->count++;
  }
  return sum;
}

#elif defined NAMED
/* Names that are short, in long arrays of characters. */
#ifdef REPAIRED
enum { ROOM = 16 };
#else
enum { ROOM = 64 };
#endif
static _Alignas(LINE) struct entry {
  char name[ROOM];
  long value;
} entries[ENTRIES];

static void name_entry(struct entry *entry, int number) {
  char *to = entry->name;
  for (int rest = number; rest > 0; rest /= 10) *to++ = (char)('0' + rest % 10);
  *to = '\0';
}

static double run(void) {
  double sum = 0;
  unsigned at = 1;
  for (int i = 0; i < ENTRIES; i++) name_entry(&entries[i], i);
  for (int i = 0; i < LOOKS; i++) {
    struct entry *entry = &entries[next(&at)];
    for (const char *digit = entry->name; *digit != '\0'; digit++) sum += *digit;
    entry->value++;
  }
  return sum;
}

#else
/* The two coordinates of a point are in two arrays. */
#ifdef REPAIRED
typedef struct {
  double x, y;
} point;
static _Alignas(LINE) point points[ENTRIES];
#define X(i) points[i].x
#define Y(i) points[i].y
#else
#ifdef UNEQUAL
enum { MORE = 1 };
#else
enum { MORE = 0 };
#endif
static _Alignas(LINE) double xs[ENTRIES], ys[ENTRIES + MORE];
#define X(i) xs[i]
#define Y(i) ys[i]
#endif
#ifdef THIRD
static _Alignas(LINE) volatile double zs[ENTRIES];
#endif

static double run(void) {
  double sum = 0;
  unsigned at = 1;
  for (int i = 0; i < ENTRIES; i++) X(i) = Y(i) = i;
  for (int i = 0; i < LOOKS; i++) {
    const unsigned point = next(&at);
    sum += X(point) * Y(point);
  }
#ifdef THIRD
  for (int i = 0; i < LOOKS; i++) sum += zs[next(&at)];
#endif
  return sum;
}
#endif

int main(void) {
  printf("%g\n", run());
  return 0;
}
