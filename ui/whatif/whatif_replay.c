/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/whatif/whatif_replay.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "ui/base/ui_error.h"
#include "ui/whatif/whatif_order.h"

/* The path of events from the trace to the replay. */
typedef struct {
  WhatifOrder *order; /* changes the order of events; NULL: the order does not change */
  WhatifMap *map;     /* changes the addresses of data; NULL: they do not change */
  trace_replay *replay;
} Way;

static const char *simulate(void *closure, const trace_batch *batch, const trace_column *columns, uint32_t n) {
  return trace_replay_columns(closure, batch, columns, n);
}

/* Handles events after their order was changed. */
static const char *change(void *closure, const trace_batch *batch) {
  const Way *way = closure;
  return way->map != NULL ? whatif_map_batch(way->map, batch, simulate, way->replay)
                          : trace_replay_batch(way->replay, batch);
}

static const char *feed(void *closure, trace_replay *replay, const trace_batch *batch) {
  Way *way = closure;
  way->replay = replay;
  return way->order != NULL ? whatif_order_batch(way->order, batch, change, way) : change(way, batch);
}

static const char *end(void *closure, trace_replay *replay) {
  Way *way = closure;
  way->replay = replay;
  return whatif_order_end(way->order, change, way);
}

/* Sets *error to the reason why a change was refused. If a reference is the reason, includes its code and its
 * offset. */
static void set_refusal(const EventsTraceFile *file, const WhatifPlans *plans, const WhatifRefusal *refusal,
                        GError **error) {
  const char *text = g_ptr_array_index(plans->texts, refusal->plan);
  g_clear_error(error);
  if (refusal->source == WHATIF_NO_SOURCE) {
    ui_error_option(error, "cannot '%s': %s", text, refusal->what);
    return;
  }
  const trace_source *source = &file->sources[refusal->source];
  g_autofree char *place = name_table_place(file->tables, (uint32_t)source->place);
  ui_error_option(error,
                  "cannot '%s': %s: %s refers to %u bytes from byte %" G_GUINT64_FORMAT
                  " on; allowed are changes that keep these contiguous",
                  text, refusal->what, place, (unsigned)source->size, refusal->offset);
}

/* Replays the trace, with the changes applied to its events. */
static bool replay_on_way(const EventsTraceFile *file, const Replay *plain, Way *way, const char *path,
                          GError **error) {
  EventsTraceFile changed = *file;
  Replay replay = *plain;
  if (way->map != NULL) {
    changed.sources = whatif_map_sources(way->map, &changed.n_sources);
    replay.zones = whatif_map_zones(way->map, &replay.n_zones);
  }
  replay.feed = feed;
  replay.end = way->order != NULL ? end : NULL;
  replay.closure = way;
  return replay_trace(&changed, &replay, path, error);
}

bool whatif_replay(const EventsTraceFile *file, const Replay *plain, const WhatifDifference *difference,
                   const char *path, GError **error) {
  const WhatifDraw draw = {WHATIF_WINDOW, WHATIF_DRIFT, difference->schedule};
  WhatifPlans *plans = difference->plans;
  Way way = {0};
  if (plans == NULL && draw.seed == 0) return replay_trace(file, plain, path, error);
  if (draw.seed != 0) way.order = whatif_order_new(file->sources, &draw);
  if (plans != NULL) way.map = whatif_map_new(file->sources, file->n_sources, plans->plans, plans->n);
  const bool good = replay_on_way(file, plain, &way, path, error);
  const WhatifRefusal *refusal = way.map != NULL ? whatif_map_refusal(way.map) : NULL;
  if (!good && refusal != NULL && refusal->what != NULL) set_refusal(file, plans, refusal, error);
  if (way.map != NULL) whatif_map_free(way.map);
  if (way.order != NULL) whatif_order_free(way.order);
  return good;
}

Profile *whatif_profile(const EventsTraceFile *file, const Replay *replay, const WhatifDifference *difference,
                        GError **error) {
  char *path = NULL;
  const int fd = g_file_open_tmp(NULL, &path, error);
  if (fd < 0) return NULL;
  (void)close(fd);
  const bool good = whatif_replay(file, replay, difference, path, error);
  Profile *profile = good ? profile_load(path, error) : NULL;
  (void)g_unlink(path);
  g_free(path);
  return profile;
}

bool whatif_machine_make(WhatifMachine *machine, const EventsTraceFile *file, char *const *given, GError **error) {
  machine->replay = replay_as_run(file->tables);
  machine->replay.config = &machine->config;
  machine->replay.machine = &machine->machine;
  return replay_machine_of(&machine->machine, given, file, &machine->config, error);
}

void whatif_machine_free(WhatifMachine *machine) { replay_machine_free(&machine->machine); }
