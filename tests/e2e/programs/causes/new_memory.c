/* Fills many blocks once, and hardly uses them again. Their misses, and those of malloc, are first references: the data
 * need this memory. LONG: the blocks are arrays.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>
#include <stdlib.h>

#ifdef LONG
enum { BLOCKS = 4000, WORDS = 50 };
static long *blocks[BLOCKS];

int main(void) {
  for (int i = 0; i < BLOCKS; i++) {
    blocks[i] = malloc(WORDS * sizeof *blocks[i]);
    for (int k = 0; k < WORDS; k++) blocks[i][k] = i + k;
  }
  printf("%ld\n", blocks[BLOCKS - 1][WORDS - 1]);
}
#else
enum { BLOCKS = 20000 };
struct object {
  const char *text;
  long kind;
  char room[168];
  const char *owner;
};
static struct object *objects[BLOCKS];

int main(int argc, char **argv) {
  for (int i = 0; i < BLOCKS; i++) {
    struct object *object = malloc(sizeof *object);
    object->text = argv[0];
    object->kind = argc;
    object->owner = argv[0];
    objects[i] = object;
  }
  printf("%ld\n", objects[BLOCKS - 1]->kind);
}
#endif
