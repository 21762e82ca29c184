/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_plat.c: implements plat/plat.h with the C library, for the analyser. */
#include "plat/plat.h"

#include <stdio.h>
#include <stdlib.h>

void *plat_alloc(size_t bytes) {
  void *block = calloc(1, bytes != 0 ? bytes : 1);
  if (block == NULL) {
    fprintf(stderr, "memspy: out of memory (%zu bytes)\n", bytes);
    exit(1);
  }
  return block;
}

void plat_free(void *block) { free(block); }

void plat_assert_fail(const char *expression, const char *file, int line) {
  fprintf(stderr, "memspy: %s:%d: assertion failed: %s\n", file, line, expression);
  abort();
}

void plat_log(const char *message) { fprintf(stderr, "memspy: %s\n", message); }
