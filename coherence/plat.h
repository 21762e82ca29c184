/* plat.h: what the freestanding rooms (coherence/, fetch/, bins/, ...) ask of their surroundings.
 *
 * A few functions, bound at link time: memspy/ implements them on Valgrind's modules, ui/ and the hosted
 * tests on the C library. Nothing else from outside may be called by coherence/ or bins/, save memcpy,
 * memmove and memset, which a compiler may call on its own account.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_PLAT_H
#define COHERENCE_PLAT_H

#include <stddef.h>
#include <stdint.h>

/* Returns `bytes` zeroed bytes, aligned to 16. Never NULL: an implementation that has no memory ends the
 * process with a message. The caller owns the block and gives it back with plat_free(). */
void *plat_alloc(size_t bytes);

/* Returns a block of plat_alloc() to the system. NULL is allowed and does nothing. */
void plat_free(void *block);

/* Two threads may use what is here: one adds to tables (bins/bin_table.h) as the program runs, the other simulates.
 * What both change is changed between plat_enter() and plat_leave(), which may be nested. Before the first of them
 * changes what the other may read at any time, or makes a record whose number depends on what both have done, it calls
 * plat_settle(): then the other has simulated all that it was given. It does nothing in that other one, or where there
 * is none. */
void plat_enter(void);
void plat_leave(void);
void plat_settle(void);

/* A broken invariant: reports it and does not return. */
void plat_assert_fail(const char *expression, const char *file, int line) __attribute__((noreturn));

/* Shows one finished line of text (no newline at its end) to the user. */
void plat_log(const char *message);

/* Checked in every build: an invariant that does not hold must not become a wrong number. */
#define plat_assert(expression) ((expression) ? (void)0 : plat_assert_fail(#expression, __FILE__, __LINE__))

#define PLAT_LIKELY(x) __builtin_expect(!!(x), 1)
#define PLAT_UNLIKELY(x) __builtin_expect(!!(x), 0)

#endif
