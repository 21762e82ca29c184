/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay.h: simulates a trace and writes a profile. */
#pragma once

#include "ui/replay/replay_machine.h"
#include "ui/replay/replay_tables.h"

/* Default limit of shared lines in the profile. */
enum { REPLAY_HOT_LINES = 256 };

/* Passes events to trace_replay_batch(), unchanged or changed. Returns the result of that function, or another phrase
 * if the events cannot be simulated. */
typedef const char *ReplayFeed(void *closure, trace_replay *replay, const trace_batch *batch);

/* Passes the events that a feed has delayed, after the last batch. Returns NULL or a phrase, as ReplayFeed. */
typedef const char *ReplayEnd(void *closure, trace_replay *replay);

/* Parameters of a replay. */
typedef struct {
  const mach_config *config;
  const ReplayMachine *machine; /* the options of `config`, for the profile */
  ReplayInstructions instructions;
  trace_replay_wish wish;
  uint32_t hot_lines;     /* limit of shared lines in the profile */
  ReplayFeed *feed;       /* NULL: events are simulated unchanged */
  ReplayEnd *end;         /* NULL: the feed delays no events */
  void *closure;          /* for feed() and end() */
  const mach_zone *zones; /* ranges of memory with a placement on nodes */
  uint32_t n_zones;
} Replay;

/* Parameters that attribute counts as finely as the run of the tables did. */
Replay replay_as_run(const Profile *tables);

/* Simulates the events of a trace and writes the profile to file `path`; NULL: to standard output. Returns false and
 * sets *error if the trace is damaged or the file cannot be written. */
bool replay_trace(const EventsTraceFile *file, const Replay *replay, const char *path, GError **error);
