/* plat.h: the external functions of the freestanding rooms (machine/, coherence/, sweep/, fetch/, bins/, ...).
 *
 * They are bound at link time: memspy/ implements them on Valgrind's modules, ui/ and the hosted tests on the C
 * library. These rooms call no other external functions, except memcpy, memmove and memset, which a compiler can
 * insert.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Returns `bytes` zeroed bytes, aligned to 16. Never NULL: without memory, an implementation ends the process with a
 * message. The caller frees the block with plat_free(). */
void *plat_alloc(size_t bytes);

/* Frees a block of plat_alloc(). NULL is allowed. */
void plat_free(void *block);

/* Two threads can use these rooms: one adds to tables (bins/bin_table.h) during the run, the other simulates. Both
 * threads change shared data only between plat_enter() and plat_leave(), which can be nested. The first thread calls
 * plat_settle() before it changes data that the other thread reads at any time, and before it makes a record whose
 * number depends on both threads: plat_settle() waits until the other thread has simulated all its input. In the other
 * thread, or if there is only one, it does nothing. */
void plat_enter(void);
void plat_leave(void);
void plat_settle(void);

/* Reports a violated invariant and does not return. */
void plat_assert_fail(const char *expression, const char *file, int line) __attribute__((noreturn));

/* Prints one finished line of text (without newline) for the user. */
void plat_log(const char *message);

/* Checked in every build, so that a violated invariant cannot become a wrong number. */
#define plat_assert(expression) ((expression) ? (void)0 : plat_assert_fail(#expression, __FILE__, __LINE__))

#define PLAT_LIKELY(x) __builtin_expect(!!(x), 1)
#define PLAT_UNLIKELY(x) __builtin_expect(!!(x), 0)
