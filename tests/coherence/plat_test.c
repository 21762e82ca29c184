/* plat_test.c: see plat_test.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/coherence/plat_test.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t outstanding;
static jmp_buf on_assertion;
static bool catching;
static char assertion[512];

void *plat_alloc(size_t bytes) {
  /* Allocates at least one byte: calloc(0) may return NULL. */
  void *block = calloc(1, bytes ? bytes : 1);
  if (!block) {
    fprintf(stderr, "no memory for %zu bytes\n", bytes);
    abort();
  }
  outstanding++;
  return block;
}

void plat_free(void *block) {
  if (!block) return;
  outstanding--;
  free(block);
}

void plat_assert_fail(const char *expression, const char *file, int line) {
  snprintf(assertion, sizeof assertion, "%s:%d: %s", file, line, expression);
  if (catching) longjmp(on_assertion, 1);
  fprintf(stderr, "assertion failed: %s\n", assertion);
  abort();
}

/* There is one thread. */

void plat_log(const char *message) { fprintf(stderr, "%s\n", message); }

uint64_t plat_test_outstanding(void) { return outstanding; }

bool plat_test_try(void (*body)(void *), void *data) {
  if (setjmp(on_assertion) != 0) {
    catching = false;
    return false;
  }
  catching = true;
  body(data);
  catching = false;
  return true;
}

const char *plat_test_assertion(void) { return assertion; }
