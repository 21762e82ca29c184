/* inlines.c: functions that the compiler must inline, at several depths and in several places. Each one reads a table
 * of its own, so that the reads of a table show which function the profile names. With -DAPART the leaf is in another
 * file (apart.c), and only inlined when the program is linked.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#define INLINED static inline __attribute__((always_inline))
#define APART_FROM __attribute__((noinline))

enum { LEAF = 100, MIDDLE = 40, OUTER = 20, OWN = 7 };
volatile long of_leaf[LEAF], of_middle[MIDDLE], of_outer[OUTER], of_main[OWN], of_other[OWN];

#ifdef APART
long leaf(void);
#else
INLINED long leaf(void) {
  long sum = 0;
  for (int i = 0; i < LEAF; i++) sum += of_leaf[i];
  return sum;
}
#endif

INLINED long middle(void) {
  long sum = 0;
  for (int i = 0; i < MIDDLE; i++) sum += of_middle[i];
  return sum + leaf();
}

INLINED long outer(void) {
  long sum = 0;
  for (int i = 0; i < OUTER; i++) sum += of_outer[i];
  return sum + middle();
}

/* The leaf, twice more: in another function. */
APART_FROM long other(void) {
  long sum = 0;
  for (int i = 0; i < OWN; i++) sum += of_other[i];
  return sum + leaf() - leaf();
}

/* The leaf at two depths: once directly, once in `middle` in `outer`. */
int main(void) {
  long sum = 0;
  for (int i = 0; i < OWN; i++) sum += of_main[i];
  return (int)(sum + leaf() + outer() + other());
}
