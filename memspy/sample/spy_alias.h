/* spy_alias.h: addresses outside of any program, for additional translations of blocks.
 *
 * A sampled run needs each block in two forms: plain, with a counter, and recording. The core keeps one translation for
 * each address. So the recording form has another address, the alias: the address of the block with a high bit
 * inverted. For each translation, the core looks up the redirection of an address: an alias is redirected to the
 * address itself. All jumps of a recording block lead to aliases, and are chained like other jumps. A thread changes
 * the form when it enters translated code (run/spy_enter.c).
 *
 * The original (SPY_ORIGINAL_BIT) is a further address of this kind. If the program has wrapped a function by
 * Valgrind's macros, the wrapper calls the function by its original. The core does not redirect an original. An
 * original can have an alias, too.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_platform.h"

/* The first function returns whether an address is an alias. The second returns whether it is an original, or the alias
 * of an original. The third returns the program's address. */
static inline Bool spy_is_alias(Addr address) { return (address >> 62 & 1) != address >> 63; }
static inline Bool spy_is_original(Addr address) { return (address >> 60 & 1) != address >> 63; }
static inline Addr spy_alias_address(Addr alias) { return (Addr)((Long)(alias << 4) >> 4); }

/* spy_alias_of() returns the alias of an address or of an original; it returns an alias unchanged. spy_alias_plain()
 * returns the address, or the original, to which an alias belongs. */
static inline Addr spy_alias_of(Addr start) { return spy_is_alias(start) ? start : start ^ SPY_ALIAS_BIT; }
static inline Addr spy_alias_plain(Addr start) { return spy_is_alias(start) ? start ^ SPY_ALIAS_BIT : start; }

/* Returns the original (SPY_ORIGINAL_BIT) that belongs to an address at which the program enters a function. */
static inline Addr spy_original_of(Addr start) { return spy_is_original(start) ? start : start ^ SPY_ORIGINAL_BIT; }

/* Ends the run with a message if the core has not looked up the redirection of a block. Call it when the block is
 * translated. */
void spy_alias_check(void);

/* Moves a thread that is about to enter an alias or an original to the plain address. For an original, the wrapper then
 * does its remaining work again; it detects the nested call, and reports no block. */
void spy_alias_leave(ThreadId tid);

/* Returns the target of a jump back to a block that was entered at `start` and has its code at `code`. This is `start`,
 * unless the core itself has entered a redirected function. */
Addr spy_alias_entry(Addr start, Addr code);

/* Removes `start` from the jump cache. Call it when the core discards the translation for `start`. The core itself
 * possibly removes only the address of the code, which differs from `start` for an alias or a redirected function. */
void spy_alias_discarded(Addr start, Addr code);

/* Returns whether a debugger was attached at some time. */
Bool spy_alias_debugger_came(void);

/* Converts a statement before the first instruction of the block of an alias or original, whose code is at `code`. In
 * such a statement, the core records the called address for wrappers. Returns the statement for the block itself, or
 * NULL to omit it. */
IRStmt *spy_alias_preamble(IRStmt *st, Addr alias, Addr code);
