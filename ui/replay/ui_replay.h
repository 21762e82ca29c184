/* ui_replay.h: simulates a trace and writes a profile.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_REPLAY_H
#define UI_UI_REPLAY_H

#include "ui/replay/ui_replay_machine.h"
#include "ui/replay/ui_replay_tables.h"

/* Shared lines in the profile, at most, if nobody says another number. */
enum { UI_REPLAY_HOT_LINES = 256 };

/* Hands events on to trace_replay_batch(), as they are or changed, and returns what that does, or another phrase. */
typedef const char *UiReplayFeed(void *closure, trace_replay *replay, const trace_batch *batch);

/* The same with events that a feed kept back, when there are no more. */
typedef const char *UiReplayEnd(void *closure, trace_replay *replay);

/* What to make of a trace. */
typedef struct {
  const coh_config *config;
  const UiReplayMachine *machine; /* for the options that the profile names */
  UiInstructions instructions;
  trace_replay_wish wish;
  uint32_t hot_lines;    /* shared lines in the profile, at most */
  UiReplayFeed *feed;    /* NULL: events are simulated as they are */
  UiReplayEnd *end;      /* NULL: the feed keeps nothing back */
  void *closure;         /* of both */
  const coh_zone *zones; /* memory that has a placement of its own */
  uint32_t n_zones;
} UiReplay;

/* What was found out in the run that the tables are of, for a replay that finds out the same. */
UiReplay ui_replay_as_run(const UiProfile *tables);

/* Simulates the events of a trace and writes the profile to file `path`. Returns false and sets *error when the trace
 * is damaged or the file cannot be written. */
bool ui_replay(const UiTraceFile *file, const UiReplay *replay, const char *path, GError **error);

#endif
