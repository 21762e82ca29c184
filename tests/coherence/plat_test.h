/* plat_test.h: implements plat/plat.h for tests in an ordinary process, and gives tests access to its state.
 *
 * It counts the blocks that are allocated and not freed, so that a test notices a leak without help from the compiler.
 * A failed assertion aborts, unless it happens inside plat_test_try().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "plat/plat.h"

/* Number of blocks from plat_alloc() that plat_free() has not freed yet. */
uint64_t plat_test_outstanding(void);

/* Executes body(data). Returns false when an assertion in it failed; the memory that the body allocated until then is
 * lost. Calls cannot be nested. */
bool plat_test_try(void (*body)(void *), void *data);

/* The last assertion that failed inside plat_test_try(), as "file:line: expression". */
const char *plat_test_assertion(void);
