/* trace_replay.h: simulates the events of a trace: what the expander gives back goes to an account (bins/).
 *
 * A replay does what the run did, in the order in which it did it; only the machine may be another one. The clock of a
 * processor is that of its instructions, its stalls on this machine, and the cycles that it waited in the run.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_REPLAY_H
#define TRACE_TRACE_REPLAY_H

#include "bins/bin_account.h"
#include "trace/trace_expand.h"

typedef struct trace_replay trace_replay;

/* What is to be found out besides (bin_account.h). */
typedef struct {
  bool spreads, slots, references;
} trace_replay_wish;

/* Makes a replay on a machine for events of these sources, and an account for it. The table has all records that the
 * sources refer to. places: the place of each source's references; NULL: the one in the source. Machine and table must
 * outlive it. NULL: *wrong says why. */
trace_replay *trace_replay_new(coh_system *system, bin_table *table, const trace_replay_wish *wish,
                               const trace_source *sources, uint32_t n, const uint32_t *places, const char **wrong);
void trace_replay_free(trace_replay *replay); /* its account too */

/* The replay's account. Its counts are complete after trace_replay_settle(). */
bin_account *trace_replay_account(trace_replay *replay);

/* The next batch. Returns NULL, or a phrase that says what is wrong with them: that a trace holds together does not
 * mean that it is one of a program. Nothing may follow then. */
const char *trace_replay_batch(trace_replay *replay, const trace_batch *batch);

/* The same with n events. *done: how many there were before the one that is wrong; n: none is. */
const char *trace_replay_events(trace_replay *replay, const trace_event *events, uint32_t n, uint32_t *done);

/* The same with a batch and n columns in the place of as many of the batch's items, in the order of these. */
const char *trace_replay_columns(trace_replay *replay, const trace_batch *batch, const trace_column *columns,
                                 uint32_t n);

/* For a caller that simulates machines of its own, and takes the events one by one. The first does what an event does
 * besides referring to memory and taking time: it changes what is in memory, and follows calls. It returns as
 * trace_replay_batch() does. */
const char *trace_replay_follow(trace_replay *replay, unsigned processor, uint32_t source, uint64_t value);

/* The bin that a reference of that source to an address would be counted in now; and the same with a stretch [low,
 * high) around the address for which it holds until an event changes memory or the calls. The processor must be one of
 * the machine. */
bin_id trace_replay_find(trace_replay *replay, unsigned processor, uint32_t source, uint64_t address);
bin_finding trace_replay_stretch(trace_replay *replay, unsigned processor, uint32_t source, uint64_t address);

/* Whether an event changes what later references are counted at. */
bool trace_replay_changes(const trace_replay *replay, uint32_t source);

/* Instructions that the events of a source counted, since counts were set to zero. */
uint64_t trace_replay_instructions(const trace_replay *replay, uint32_t source);

/* Hands what is still counted elsewhere to the account. */
void trace_replay_settle(trace_replay *replay);

#endif
