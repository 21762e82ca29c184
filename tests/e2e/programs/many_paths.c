/* many_paths.c: allocates elements of one list along 32 paths, which only the call path distinguishes in the matrix.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdlib.h>

struct thing {
  long values[8];
  struct thing *next;
};

static struct thing *list;

static void make_thing(void) {
  struct thing *made = calloc(1, sizeof *made);
  made->next = list;
  list = made;
}

/* (Ends so that a semicolon may follow.) */
#define PLACE(name)                                  \
  __attribute__((noinline)) static void name(void) { \
    for (int i = 0; i < 200; i++) make_thing();      \
  }                                                  \
  struct thing
#define PLACES(name) \
  PLACE(name##0);    \
  PLACE(name##1);    \
  PLACE(name##2);    \
  PLACE(name##3)
#define CALL(name) name##0(), name##1(), name##2(), name##3()

PLACES(a);
PLACES(b);
PLACES(c);
PLACES(d);
PLACES(e);
PLACES(f);
PLACES(g);
PLACES(h);

int main(void) {
  CALL(a), CALL(b), CALL(c), CALL(d), CALL(e), CALL(f), CALL(g), CALL(h);
  long sum = 0;
  for (int round = 0; round < 3; round++)
    for (const struct thing *thing = list; thing != NULL; thing = thing->next) sum += thing->values[0];
  return sum != 0;
}
