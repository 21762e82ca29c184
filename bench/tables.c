/* tables.c: each thread counts random keys in its own hash table, with open addressing.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

#include "bench/team.h"

enum { SLOTS = 1 << 15, KEYS = 20000, COUNTED = 2000000 };

typedef struct {
  uint32_t key; /* 0: free */
  uint32_t count;
} slot;

static _Alignas(TEAM_LINE) slot tables[TEAM_MOST][SLOTS];
static unsigned counted;

static void count_key(slot *table, uint32_t key) {
  uint32_t i = key * 2654435761u >> 17;
  while (table[i].key != 0 && table[i].key != key) i = (i + 1) % SLOTS;
  table[i].key = key;
  table[i].count++;
}

static void work(unsigned number) {
  uint64_t state = number + 1;
  for (unsigned i = 0; i < counted; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    count_key(tables[number], 1 + (uint32_t)((state >> 32) * KEYS >> 32));
  }
}

int main(int argc, char **argv) {
  const unsigned n = team_size(argc, argv);
  counted = team_amount(argc, argv, COUNTED);
  team_run(n, work);
  unsigned long most = 0;
  for (unsigned i = 0; i < n; i++)
    for (int j = 0; j < SLOTS; j++)
      if (tables[i][j].count > most) most = tables[i][j].count;
  printf("%lu\n", most);
  return 0;
}
