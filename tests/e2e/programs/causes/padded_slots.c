/* padded_slots.c: each thread counts in slots of its own, which a member keeps on separate lines. The main thread adds
 * up all slots.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, SLOTS = 2000, ROUNDS = 10 };

struct slot {
  long value;
  char pad[64 - sizeof(long)];
};

static struct slot *slots;

static void *count(void *number) {
  for (int round = 0; round < ROUNDS; round++)
    for (int i = (int)(long)number; i < SLOTS; i += THREADS) slots[i].value += i;
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  long sum = 0;
  slots = aligned_alloc(64, SLOTS * sizeof *slots);
  for (int i = 0; i < SLOTS; i++) slots[i].value = 0;
  for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, count, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < SLOTS; i++) sum += slots[i].value;
  printf("%ld\n", sum);
  return 0;
}
