/* spy_reserve.h: memory that the tool keeps for the end of recording.
 *
 * A program whose address space is limited can use all of it. The core then ends the run, without a profile, as soon as
 * it needs memory itself. So the tool reserves some where there is a limit. When the core or the tool gets no more, the
 * reserve is given back, and recording ends.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_RESERVE_H
#define MEMSPY_SPY_RESERVE_H

#include "memspy/core/spy_valgrind.h"

/* Reserves memory if the address space is limited. Calls `when_used` as soon as the reserve is needed, once: the
 * function must not allocate. */
void spy_reserve_start(void (*when_used)(void));

/* The program is about to limit its address space. */
void spy_reserve_before_limit(void);

/* Returns whether the reserve was needed. */
Bool spy_reserve_is_used(void);

#endif
