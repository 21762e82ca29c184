/* plat_test.h: plat/plat.h for hosted tests, and a look inside it.
 *
 * Blocks that were allocated and not given back are counted, so that a test sees a leak without help from
 * the compiler. A failed assertion aborts, unless it happens inside plat_test_try().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "plat/plat.h"

/* Blocks from plat_alloc() that no plat_free() has taken yet. */
uint64_t plat_test_outstanding(void);

/* Runs body(data). Returns false when an assertion failed in it; what the body allocated until then is
 * lost. Calls do not nest. */
bool plat_test_try(void (*body)(void *), void *data);

/* The last assertion that failed inside plat_test_try(), as "file:line: expression". */
const char *plat_test_assertion(void);
