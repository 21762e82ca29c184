/* spy_alias.h: addresses that no program has, for translations beside those that a block's own address has.
 *
 * Where a run is sampled, a block is needed in two forms: as it is, with a counter, and with all that records. The core
 * keeps one translation for each address. So the recording form belongs to an address that no program has: the block's
 * own, with high bits set (its alias). The core asks at each translation where an address is redirected to; of an alias
 * that is the block itself. A jump to an alias is a jump like others, and is chained.
 *
 * Another such address is that of the original of a wrapped function, which its wrapper calls (memory/spy_preload.c,
 * SPY_ORIGINAL_BIT): the core does not redirect it. It may have an alias, too.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_ALIAS_H
#define MEMSPY_SPY_ALIAS_H

#include "memspy/core/spy_platform.h"

/* Bits that are those above them in each address that code can be at; turned round in an alias. The second one says
 * that Valgrind redirects the address. */
#define SPY_ALIAS_BIT (1ULL << 62)
#define SPY_ALIAS_REDIRECTED_BIT (1ULL << 61)

/* Whether an address is an alias, and of what is redirected; whether it is an original, or an original's alias; the
 * address that it stands for, or that it is. */
static inline Bool spy_is_alias(Addr address) { return (address >> 62 & 1) != address >> 63; }
static inline Bool spy_alias_is_redirected(Addr alias) { return (alias >> 61 & 1) != alias >> 63; }
static inline Bool spy_is_original(Addr address) { return (address >> 60 & 1) != address >> 63; }
static inline Addr spy_alias_address(Addr alias) { return (Addr)((Long)(alias << 4) >> 4); }

/* The alias of a block that the program enters at `start` and whose code is at `code`: elsewhere if Valgrind redirects
 * it; and back. */
static inline Addr spy_alias_of(Addr start, Addr code) {
  return start ^ SPY_ALIAS_BIT ^ (spy_alias_address(start) != code ? SPY_ALIAS_REDIRECTED_BIT : 0);
}
static inline Addr spy_alias_plain(Addr alias) {
  return alias ^ SPY_ALIAS_BIT ^ (spy_alias_is_redirected(alias) ? SPY_ALIAS_REDIRECTED_BIT : 0);
}

/* Whether a jump to spy_alias_plain() comes to the alias's block: not to the start of an original that a wrapper of
 * the program's own has called. */
Bool spy_alias_can_be_left(Addr alias);

/* A block is translated: ends the run with a message if the core has not asked the tool where it is redirected to. */
void spy_alias_check(void);

/* A thread that is about to enter an alias or an original is to be seen at the address itself. What an original did
 * not do yet the wrapper does again: it finds itself within another, and reports no block. */
void spy_alias_leave(ThreadId tid);

/* A statement that comes before the first instruction of the block of an alias or original: the core notes there for
 * wrappers what they were called as. Returns it as it is to be for the block itself, or NULL: it is to be left out. */
IRStmt *spy_alias_preamble(IRStmt *st, Addr alias);

#endif
