/* orders.c: sums the price of all open orders.
 *
 * Defect: an order has 128 bytes, of which total() uses 12 (state and price).
 * Expert: struct order has cold fields; keep state and price in an array (or arrays) of their own.
 * Remedy: with REPAIRED, the other fields are in a second array.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

enum { ORDERS = 12000, ROUNDS = 8 };

struct details {
  char customer[40];
  char address[56];
  long placed, shipped;
};

#ifdef REPAIRED
struct order {
  int state;
  double price;
};
static struct details *all_details;
#else
struct order {
  int state;
  struct details details;
  double price;
};
#endif
static struct order *orders;

static struct details *details_of(int i) {
#ifdef REPAIRED
  return &all_details[i];
#else
  return &orders[i].details;
#endif
}

static void fill(void) {
  for (int i = 0; i < ORDERS; i++) {
    orders[i].state = i % 4;
    orders[i].price = i * 0.5;
    struct details *d = details_of(i);
    snprintf(d->customer, sizeof d->customer, "c%d", i % 100);
    d->placed = i;
    d->shipped = 0;
  }
}

static double total(void) {
  double sum = 0;
  for (int i = 0; i < ORDERS; i++)
    if (orders[i].state != 3) sum += orders[i].price;
  return sum;
}

int main(void) {
  orders = calloc(ORDERS, sizeof *orders);
#ifdef REPAIRED
  all_details = calloc(ORDERS, sizeof *all_details);
#endif
  fill();
  double sum = 0;
  for (int round = 0; round < ROUNDS; round++) sum += total();
  printf("%g %s\n", sum, details_of(17)->customer);
  return 0;
}
