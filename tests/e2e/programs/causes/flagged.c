/* flagged.c: asks for the flag of a customer, in random order, by an inlined function. The line that calls it goes along
 * the orders, and the flags are elsewhere.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

enum { CUSTOMERS = 1 << 18, ORDERS = 100000 };

struct order {
  unsigned customer, amount;
};
struct index {
  int *flags;
};

static int has_flag(const struct index *index, unsigned customer) { return index->flags[customer]; }

__attribute__((noinline)) static unsigned long count(const struct index *index, const struct order *orders) {
  unsigned long sum = 0;
  for (int i = 0; i < ORDERS; i++) sum += has_flag(index, orders[i].customer) ? orders[i].amount : 1;
  return sum;
}

int main(void) {
  struct index index = {calloc(CUSTOMERS, sizeof *index.flags)};
  struct order *orders = malloc(ORDERS * sizeof *orders);
  unsigned random = 1;
  if (index.flags == NULL || orders == NULL) return 1;
  for (int i = 0; i < CUSTOMERS; i += 3) index.flags[i] = 1;
  for (int i = 0; i < ORDERS; i++) {
    random = random * 1664525 + 1013904223;
    orders[i] = (struct order){random >> 14, 2};
  }
  for (int round = 0; round < 4; round++) printf("%lu\n", count(&index, orders));
  free(index.flags);
  free(orders);
  return 0;
}
