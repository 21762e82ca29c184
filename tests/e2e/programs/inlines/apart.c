/* apart.c: the leaf of inlines.c, in a file of its own.
 * SPDX-License-Identifier: GPL-2.0-or-later */
extern volatile long of_leaf[];
long leaf(void);
__attribute__((always_inline)) inline long leaf(void) {
  long sum = 0;
  for (int i = 0; i < 100; i++) sum += of_leaf[i];
  return sum;
}
extern long leaf(void);
