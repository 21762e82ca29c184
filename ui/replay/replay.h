/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay.h: simulates the events of a trace, and writes a profile. */
#pragma once

#include "ui/replay/replay_machine.h"
#include "ui/replay/replay_tables.h"

/* Default of the maximum number of shared lines in the profile. */
enum { REPLAY_HOT_LINES = 256 };

/* A feed: passes events to trace_replay_batch(), unchanged or changed. Returns the result of that function, or another
 * error text if the events cannot be simulated. */
typedef const char *ReplayFeed(void *closure, trace_replay *replay, const trace_batch *batch);

/* Passes the events that a feed has delayed. Called after the last batch. Returns NULL or an error text, as
 * ReplayFeed. */
typedef const char *ReplayEnd(void *closure, trace_replay *replay);

/* Parameters of a replay. */
typedef struct {
  const mach_config *config;
  const ReplayMachine *machine; /* the machine whose options are written to the profile; they describe `config` */
  ReplayInstructions instructions;
  trace_replay_wish wish;
  uint32_t hot_lines;     /* maximum number of shared lines in the profile */
  ReplayFeed *feed;       /* NULL: events are simulated as they are in the trace */
  ReplayEnd *end;         /* NULL: the feed does not delay events */
  void *closure;          /* argument for feed() and end() */
  const mach_zone *zones; /* ranges of memory that have their own placement on nodes */
  uint32_t n_zones;
} Replay;

/* Returns parameters with which counts are attributed as finely as in the traced run, which `tables` describes. */
Replay replay_as_run(const Profile *tables);

/* Simulates the events of a trace, and writes the profile to the file `path` (NULL: to standard output). If the trace
 * is damaged or the file cannot be written, returns false and sets *error. */
bool replay_trace(const EventsTraceFile *file, const Replay *replay, const char *path, GError **error);
