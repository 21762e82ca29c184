/* spy_alias.h: addresses that no program has, for translations beside those that a block's own address has.
 *
 * Where a run is sampled, a block is needed in two forms: as it is, with a counter, and with all that records. The core
 * keeps one translation for each address. So the recording form belongs to an address that no program has: the block's
 * own, with a high bit set (its alias). The core asks at each translation where an address is redirected to; of an
 * alias that is where the address is. All jumps of a recording block are to aliases, and are chained like others: a
 * thread gets from one form to the other where it enters translated code (run/spy_enter.c).
 *
 * Another such address is that of a function that the program has wrapped by Valgrind's macros (SPY_ORIGINAL_BIT),
 * where its wrapper calls it: the core does not redirect it. It may have an alias, too.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_ALIAS_H
#define MEMSPY_SPY_ALIAS_H

#include "memspy/core/spy_platform.h"

/* Whether an address is an alias; whether it is an original, or an original's alias; the address that it stands for, or
 * that it is. */
static inline Bool spy_is_alias(Addr address) { return (address >> 62 & 1) != address >> 63; }
static inline Bool spy_is_original(Addr address) { return (address >> 60 & 1) != address >> 63; }
static inline Addr spy_alias_address(Addr alias) { return (Addr)((Long)(alias << 4) >> 4); }

/* The alias of what the program enters at an address or an original; that of an alias, which stays as it is; and back.
 */
static inline Addr spy_alias_of(Addr start) { return spy_is_alias(start) ? start : start ^ SPY_ALIAS_BIT; }
static inline Addr spy_alias_plain(Addr start) { return spy_is_alias(start) ? start ^ SPY_ALIAS_BIT : start; }

/* The original of what the program enters at an address. */
static inline Addr spy_original_of(Addr start) { return spy_is_original(start) ? start : start ^ SPY_ORIGINAL_BIT; }

/* A block is translated: ends the run with a message if the core has not asked the tool where it is redirected to. */
void spy_alias_check(void);

/* A thread that is about to enter an alias or an original is to be seen at the address itself. What an original did
 * not do yet the wrapper does again: it finds itself within another, and reports no block. */
void spy_alias_leave(ThreadId tid);

/* Where a jump enters a block again that was entered at `start` and has its code at `code`: at `start`, but where the
 * core has entered a redirected function itself. */
Addr spy_alias_entry(Addr start, Addr code);

/* The core throws away the translation of what the program enters at `start`: jumps do not find it any more. The core
 * itself may forget only the address of the code, which is not that of an alias or a redirected function. */
void spy_alias_discarded(Addr start, Addr code);

/* Whether a debugger has looked at the program. */
Bool spy_alias_debugger_came(void);

/* A statement that comes before the first instruction of the block, whose code is at `code`, of an alias or original:
 * the core notes there for wrappers what they were called as. Returns it as it is to be for the block itself, or NULL:
 * it is to be left out. */
IRStmt *spy_alias_preamble(IRStmt *st, Addr alias, Addr code);

#endif
