/* streams.c: stores to an array line by line, then reads another one, and lets two threads store to one line, for
 * test_traffic.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>

enum { LINE = 64, LINES = 2048, TURNS = 4000 };
static char stored[LINES * LINE] __attribute__((aligned(4096)));
static char read_only[2 * LINES * LINE] __attribute__((aligned(4096)));
typedef struct {
  volatile long mine, theirs;
} pair;
static pair shared __attribute__((aligned(64)));

__attribute__((noinline)) static void store_all(void) {
  for (int at = 0; at < LINES * LINE; at += LINE) *(volatile char *)&stored[at] = 1;
}

__attribute__((noinline)) static void read_all(void) {
  for (int at = 0; at < 2 * LINES * LINE; at += LINE) *(volatile char *)&read_only[at];
}

static void *count_theirs(void *unused) {
  for (int i = 0; i < TURNS; i++) shared.theirs++;
  return unused;
}

int main(void) {
  pthread_t thread;
  store_all();
  read_all();
  if (pthread_create(&thread, NULL, count_theirs, NULL) != 0) return 1;
  for (int i = 0; i < TURNS; i++) shared.mine++;
  return pthread_join(thread, NULL);
}
