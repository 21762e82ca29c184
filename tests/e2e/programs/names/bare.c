/* bare.c: functions for caller.c that allocate and are compiled without debug information: one returns its block, one
 * makes an object of two parts.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdlib.h>

struct thing {
  long size;
  char *part;
};

void *bare_malloc(size_t bytes);
struct thing *bare_make(void);

void *bare_malloc(size_t bytes) {
  void *block = malloc(bytes);
  if (block == NULL) abort();
  return block;
}

struct thing *bare_make(void) {
  struct thing *thing = malloc(sizeof *thing);
  if (thing == NULL) abort();
  thing->size = 2001;
  thing->part = calloc(2001, 1);
  return thing;
}
