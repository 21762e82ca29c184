/* replay_in_order.c: does the same as memspy replay, but the processors advance through the trace at different speeds.
 *
 *   replay_in_order TRACE DRIFT OUT         DRIFT as in whatif_order.h; 1: OUT is the same as from memspy replay
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>
#include <stdio.h>

#include "ui/whatif/whatif_order.h"
#include "ui/whatif/whatif_replay.h"

static const char *simulate(void *closure, const trace_batch *batch) { return trace_replay_batch(closure, batch); }

static const char *feed(void *closure, trace_replay *replay, const trace_batch *batch) {
  return whatif_order_batch(closure, batch, simulate, replay);
}

static const char *end(void *closure, trace_replay *replay) { return whatif_order_end(closure, simulate, replay); }

static bool replay(const EventsTraceFile *file, double drift, const char *path, GError **error) {
  char *none[MACH_OPTIONS] = {NULL};
  WhatifMachine machine;
  if (!whatif_machine_make(&machine, file, none, error)) return false;
  WhatifOrder *order = whatif_order_new(file->sources, &(WhatifDraw){WHATIF_WINDOW, drift, 1});
  machine.replay.feed = feed;
  machine.replay.end = end;
  machine.replay.closure = order;
  const bool good = replay_trace(file, &machine.replay, path, error);
  whatif_order_free(order);
  whatif_machine_free(&machine);
  return good;
}

int main(int n, char **words) {
  GError *error = NULL;
  if (n != 4) g_error("usage: replay_in_order TRACE DRIFT OUT");
  EventsTraceFile *file = events_trace_file_open(words[1], &error);
  if (file == NULL || !replay(file, g_ascii_strtod(words[2], NULL), words[3], &error)) g_error("%s", error->message);
  events_trace_file_close(file);
  return 0;
}
