/* plat.h: the external functions of the freestanding folders (machine/, coherence/, sweep/, fetch/, bins/, ...).
 *
 * They are bound at link time: memspy/ implements them on Valgrind's modules, ui/ and the hosted tests on the C
 * library. The code of these folders calls no other external functions, except memcpy, memmove and memset, to which a
 * compiler can generate calls.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Returns `bytes` zeroed bytes, aligned to 16. The result is never NULL: if there is no memory left, the implementation
 * prints a message and ends the process. The caller frees the block with plat_free(). */
void *plat_alloc(size_t bytes);

/* Frees a block that plat_alloc() returned. NULL is allowed. */
void plat_free(void *block);

/* Reports a violated invariant, and does not return. */
void plat_assert_fail(const char *expression, const char *file, int line) __attribute__((noreturn));

/* Prints one complete line of text (passed without newline) for the user. */
void plat_log(const char *message);

/* An assertion that every build checks, so that a violated invariant cannot become a wrong number in the results. */
#define plat_assert(expression) ((expression) ? (void)0 : plat_assert_fail(#expression, __FILE__, __LINE__))

#define PLAT_LIKELY(x) __builtin_expect(!!(x), 1)
#define PLAT_UNLIKELY(x) __builtin_expect(!!(x), 0)
