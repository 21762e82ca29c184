/* trace_replay.h: simulates the events of a trace in an account (bins/).
 *
 * A replay repeats the actions of the traced run in their order, possibly on another simulated machine. The clock of a
 * processor is the sum of its instructions, its stalls on the replay's machine, and its idle cycles in the traced run.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_account.h"
#include "trace/trace_expand.h"

typedef struct trace_replay trace_replay;

/* Optional results, as in bin_account.h. */
typedef struct {
  bool spreads, slots, references;
} trace_replay_wish;

/* Makes a replay, with an account, on a machine for events of the given sources. The table must have all records to
 * which the sources refer. `places` has the place of each source's references; if it is NULL, the places in the sources
 * are used. The machine and the table must outlive the replay. Returns NULL on an error, with *wrong set. */
trace_replay *trace_replay_new(coh_system *system, bin_table *table, const trace_replay_wish *wish,
                               const trace_source *sources, uint32_t n, const uint32_t *places, const char **wrong);
void trace_replay_free(trace_replay *replay); /* frees its account, too */

/* The replay's account. Its counts are complete after trace_replay_finish(). */
bin_account *trace_replay_account(trace_replay *replay);

/* Applies the next batch. Returns NULL on success, or else a phrase that describes the error. (A valid trace can
 * contain events that no program makes.) After an error, no function may be called with further events. */
const char *trace_replay_batch(trace_replay *replay, const trace_batch *batch);

/* As trace_replay_batch(), but for n single events. Sets *done to the number of events before the error, or to n. */
const char *trace_replay_events(trace_replay *replay, const trace_event *events, uint32_t n, uint32_t *done);

/* As trace_replay_batch(), but n columns replace the values of n of the batch's items. The columns are in the order of
 * the items. */
const char *trace_replay_columns(trace_replay *replay, const trace_batch *batch, const trace_column *columns,
                                 uint32_t n);

/* Applies one event, for a caller that simulates its own machines: applies changes of memory and calls, without
 * simulating references or time. Returns the result of trace_replay_batch(). */
const char *trace_replay_follow(trace_replay *replay, unsigned processor, uint32_t source, uint64_t value);

/* The first function returns the bin to which a reference of `source` to `address` would belong now. The second
 * function also sets [*low, *high) to an interval around the address that has the same bin until an event changes
 * memory or calls. The processor must be one of the machine. */
bin_id trace_replay_find(trace_replay *replay, unsigned processor, uint32_t source, uint64_t address);
bin_finding trace_replay_stretch(trace_replay *replay, unsigned processor, uint32_t source, uint64_t address);

/* Returns whether an event changes the bins of later references. */
bool trace_replay_changes(const trace_replay *replay, uint32_t source);

/* Returns the number of instructions in the events of a source since the counts were set to zero. */
uint64_t trace_replay_instructions(const trace_replay *replay, uint32_t source);

/* Ends the replay. Processors with windows wait for their outstanding references, as at the end of a run, and all
 * buffered counts are added to the account. */
void trace_replay_finish(trace_replay *replay);

/* Adds all buffered counts to the account. */
void trace_replay_settle(trace_replay *replay);
