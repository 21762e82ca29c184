/* spy_alias.h: addresses outside of any program, for additional translations of blocks.
 *
 * In a sampled run, a block is needed in two forms: plain with a counter, and recording. The core keeps one translation
 * for each address. So the recording form has another address, its alias: the block's own with a high bit set. For each
 * translation the core looks up the redirection of an address; that of an alias is the address itself. All jumps of a
 * recording block are to aliases, and are chained like others: a thread changes the form when it enters translated code
 * (run/spy_enter.c).
 *
 * A further such address, the original (SPY_ORIGINAL_BIT), is that of a function that the program has wrapped by
 * Valgrind's macros, when its wrapper calls it. The core does not redirect an original. An original can have an alias,
 * too.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_platform.h"

/* The first: whether an address is an alias. The second: whether it is an original, or the alias of an original. The
 * third: the program's address. */
static inline Bool spy_is_alias(Addr address) { return (address >> 62 & 1) != address >> 63; }
static inline Bool spy_is_original(Addr address) { return (address >> 60 & 1) != address >> 63; }
static inline Addr spy_alias_address(Addr alias) { return (Addr)((Long)(alias << 4) >> 4); }

/* The first: the alias of an address or an original (an alias is returned unchanged). The second: the address or
 * original of an alias. */
static inline Addr spy_alias_of(Addr start) { return spy_is_alias(start) ? start : start ^ SPY_ALIAS_BIT; }
static inline Addr spy_alias_plain(Addr start) { return spy_is_alias(start) ? start ^ SPY_ALIAS_BIT : start; }

/* The original of an address that the program enters. */
static inline Addr spy_original_of(Addr start) { return spy_is_original(start) ? start : start ^ SPY_ORIGINAL_BIT; }

/* Call when a block is translated: ends the run with a message if the core has not looked up the block's redirection.
 */
void spy_alias_check(void);

/* Moves a thread that is about to enter an alias or an original to the plain address. The wrapper repeats the remaining
 * work of an original: it detects the nested call, and reports no block. */
void spy_alias_leave(ThreadId tid);

/* The target of a jump back to a block that was entered at `start` and has its code at `code`: `start`, except if the
 * core has entered a redirected function itself. */
Addr spy_alias_entry(Addr start, Addr code);

/* The core discards the translation for `start`: removes it from the jump cache, since the core itself may only remove
 * the address of the code, which differs for an alias or a redirected function. */
void spy_alias_discarded(Addr start, Addr code);

/* Whether a debugger was attached at some time. */
Bool spy_alias_debugger_came(void);

/* Converts a statement that precedes the first instruction of the block of an alias or original, whose code is at
 * `code`: in it the core records the called address for wrappers. Returns the statement for the block itself, or NULL
 * to omit it. */
IRStmt *spy_alias_preamble(IRStmt *st, Addr alias, Addr code);
