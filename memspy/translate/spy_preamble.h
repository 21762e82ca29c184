/* spy_preamble.h: the statements before a block's first instruction. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Adds the first `n` statements of `in`. If the block is entered at an alias or an original (sample/spy_alias.h) of
 * `code`, adds a statement that sets the thread's instruction pointer to the address of the block's code. */
void spy_preamble_add(IRSB *out, const IRSB *in, Int n, Addr start, Addr code);

/* Returns a copy of the block `in`, with the result of spy_preamble_add() instead of its first `n` statements. */
IRSB *spy_preamble_replace(const IRSB *in, Int n, Addr start, Addr code);
