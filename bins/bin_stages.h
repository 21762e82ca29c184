/* bin_stages.h: the stages of a run that the program names (memspy.h).
 *
 * A stage is an interval of simulated time. While a stage is open, the references and instructions of all processors
 * count in it; if several stages are open, in the innermost one. Stages belong to the process, not to the thread that
 * begins them, so that a thread can name a stage in which other threads do the work.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_account.h"

/* The maximum number of open stages, and of different stages of a run. */
enum { BIN_STAGES_OPEN = 32, BIN_STAGES_MOST = 4096 };

/* Why stages are incomplete: the numbers of calls of bin_stages_begin() and bin_stages_end() that had no effect. */
typedef struct {
  uint64_t too_deep; /* beginnings while BIN_STAGES_OPEN stages were open */
  uint64_t too_many; /* beginnings of new stages after BIN_STAGES_MOST others, and of stages inside these */
  uint64_t not_open; /* ends of stages that had not begun */
} bin_stages_ignored;

typedef struct bin_stages bin_stages;

/* Makes the stages of an account, which must outlive them. No stage is open. Free with bin_stages_free(). */
bin_stages *bin_stages_new(bin_account *account);
void bin_stages_free(bin_stages *stages);

/* In the following functions, `clock` is a number of counted cycles (bin_account_cycles()): those of the processor that
 * begins or ends the stage, and otherwise the maximum of all processors. */

/* The next two functions begin and end a stage. The end of a stage also ends the stages that are open inside it. If
 * several open stages have the name, the innermost one ends. If a beginning had no effect, its end has none either.
 * Pending references and instructions of blocks must be flushed before, since they belong to the stage before. */
void bin_stages_begin(bin_stages *stages, const char *name, uint64_t clock);
void bin_stages_end(bin_stages *stages, const char *name, uint64_t clock);

/* Applies the event `stage` of a trace. `stage` is the number of the new innermost open stage + 1; 0: no stage is open.
 * Begins this stage or, if it is open, ends the stages inside it. Returns false if the table has no such stage, if the
 * stage is not directly inside the innermost open one, or if BIN_STAGES_OPEN stages are open. */
bool bin_stages_follow(bin_stages *stages, uint64_t stage, uint64_t clock);

/* Sets the cycles of open stages, as if they ended at the clock. Call it before a profile is written. A later end has
 * the same effect as without this call. */
void bin_stages_settle(const bin_stages *stages, uint64_t clock);

/* Restarts the times of open stages. Call it after the account's counts were set to zero. */
void bin_stages_zero(bin_stages *stages, uint64_t clock);

/* Returns the numbers of calls that had no effect. */
bin_stages_ignored bin_stages_get_ignored(const bin_stages *stages);
