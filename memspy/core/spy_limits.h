/* spy_limits.h: limits of Valgrind's core: when the program meets one, one sentence says what the user can do about it.
 *
 * Those that the core reports in its log are noticed there: the linker gives the core this file's function in the place
 * of the one that writes the log. For the others, callers report what happens to the program.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_LIMITS_H
#define MEMSPY_SPY_LIMITS_H

#include "memspy/core/spy_valgrind.h"

/* The core reports a fault of the program, before it is delivered. */
void spy_limits_fault(const vki_siginfo_t *info);

/* The program's mmap call for `bytes` failed. */
void spy_limits_not_mapped(UWord bytes);

#endif
