/* spy_limits.h: explains limits of Valgrind's core. When the program reaches a limit, it prints one sentence on what
 * the user can do.
 *
 * The core reports some limits in its log. The tool wraps the function that writes the log, and detects these limits in
 * the text. Callers report the other limits.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call when the core reports a fault of the program, before the fault is delivered. */
void spy_limits_fault(const vki_siginfo_t *info);

/* Call after the program's mmap call for `bytes` bytes failed. */
void spy_limits_not_mapped(UWord bytes);
