/* two_lists.c: two lists with equally many nodes, which malloc made in turn, but which the program visits in another
 * order.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 20000, STEP = 7919, ROUNDS = 2 };

struct guest {
  struct guest *next;
  long age, room[5];
};

struct meal {
  struct meal *next;
  long price, parts[5];
};

static struct guest *guests[NODES];
static struct meal *meals[NODES];

/* Links the nodes so that each step of a list goes STEP blocks further. */
static void link_nodes(void) {
  for (int i = 0, at = 0; i < NODES; i++) {
    const int next = (at + STEP) % NODES;
    guests[at]->next = i + 1 < NODES ? guests[next] : NULL;
    meals[at]->next = i + 1 < NODES ? meals[next] : NULL;
    at = next;
  }
}

int main(void) {
  long sum = 0;
  for (int i = 0; i < NODES; i++) {
    guests[i] = malloc(sizeof *guests[i]);
    meals[i] = malloc(sizeof *meals[i]);
    guests[i]->age = meals[i]->price = i;
  }
  link_nodes();
  for (int round = 0; round < ROUNDS; round++) {
    for (const struct guest *guest = guests[0]; guest != NULL; guest = guest->next) sum += guest->age;
    for (const struct meal *meal = meals[0]; meal != NULL; meal = meal->next) sum += meal->price;
  }
  printf("%ld\n", sum);
  return 0;
}
