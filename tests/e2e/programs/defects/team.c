/* team.c: the members' statistics are an array in a struct, and lie in the same lines. With REPAIRED: each element
 * begins a line.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <stdio.h>

enum { MEMBERS = 4, ROUNDS = 60000 };

struct member {
#ifdef REPAIRED
  _Alignas(64) long done;
#else
  long done;
#endif
  int failed;
};

static struct team {
  pthread_t threads[MEMBERS];
  const char *name;
  struct member members[MEMBERS];
} team = {.name = "checkers"};

static void *check(void *argument) {
  volatile struct member *own = &team.members[(long)argument];
  for (long i = 0; i < ROUNDS; i++) {
    own->done++;
    if (i % 1000 == 999) own->failed++;
  }
  return NULL;
}

int main(void) {
  long done = 0;
  for (long i = 0; i < MEMBERS; i++) pthread_create(&team.threads[i], NULL, check, (void *)i);
  for (int i = 0; i < MEMBERS; i++) pthread_join(team.threads[i], NULL);
  for (int i = 0; i < MEMBERS; i++) done += team.members[i].done;
  printf("%s: %ld\n", team.name, done);
  return 0;
}
