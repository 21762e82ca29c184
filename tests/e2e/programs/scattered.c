/* scattered.c: threads that refer to random places of a gigabyte, and allocate and free blocks of random sizes, as
 * often as the argument states. The random numbers are the same in each run.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdint.h>
#include <sys/mman.h>

#include "tests/e2e/programs/threads.h"

enum { THREADS = 6, KEPT = 1 << 14 };

static const uint64_t FIELD = (uint64_t)1 << 30;
static uint8_t *field;
static long times;

static uint64_t next(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static void *work(void *seed) {
  static _Thread_local uint64_t *kept[KEPT];
  uint64_t state = (uint64_t)(uintptr_t)seed * 0x9e3779b97f4a7c15u;
  for (long i = 0; i < times; i++) {
    field[next(&state) % FIELD]++;
    if (i % 4 != 0) continue;
    uint64_t **block = &kept[next(&state) % KEPT];
    free(*block);
    *block = malloc(16 + next(&state) % 64);
    (*block)[1] = (uint64_t)i;
  }
  return NULL;
}

int main(int argc, char **argv) {
  times = argc > 1 ? atol(argv[1]) : 1000;
  field = mmap(NULL, FIELD, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (field == MAP_FAILED) return 1;
  pthread_t threads[THREADS];
  for (uintptr_t i = 0; i < THREADS; i++) threads[i] = start(work, (void *)(i + 1));
  for (int i = 0; i < THREADS; i++) join(threads[i]);
  return 0;
}
