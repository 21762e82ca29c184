/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/whatif/ui_whatif_replay.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "ui/base/ui_error.h"
#include "ui/whatif/ui_whatif_order.h"

/* The path of events to a replay. */
typedef struct {
  UiWhatifOrder *order; /* NULL: no change of the order */
  UiWhatifMap *map;     /* NULL: no change of data */
  trace_replay *replay;
} Way;

static const char *simulate(void *closure, const trace_batch *batch, const trace_column *columns, uint32_t n) {
  return trace_replay_columns(closure, batch, columns, n);
}

/* Handles events after the change of their order. */
static const char *change(void *closure, const trace_batch *batch) {
  const Way *way = closure;
  return way->map != NULL ? ui_whatif_map_batch(way->map, batch, simulate, way->replay)
                          : trace_replay_batch(way->replay, batch);
}

static const char *feed(void *closure, trace_replay *replay, const trace_batch *batch) {
  Way *way = closure;
  way->replay = replay;
  return way->order != NULL ? ui_whatif_order_batch(way->order, batch, change, way) : change(way, batch);
}

static const char *end(void *closure, trace_replay *replay) {
  Way *way = closure;
  way->replay = replay;
  return ui_whatif_order_end(way->order, change, way);
}

/* Sets *error to the reason of a refusal, with the code and offset of the reference if there is one. */
static void set_refusal(const UiTraceFile *file, const UiWhatifPlans *plans, const UiWhatifRefusal *refusal,
                        GError **error) {
  const char *text = g_ptr_array_index(plans->texts, refusal->plan);
  g_clear_error(error);
  if (refusal->source == UI_WHATIF_NO_SOURCE) {
    ui_error_option(error, "cannot '%s': %s", text, refusal->what);
    return;
  }
  const trace_source *source = &file->sources[refusal->source];
  g_autofree char *place = ui_names_place(file->tables, (uint32_t)source->place);
  ui_error_option(error,
                  "cannot '%s': %s: %s refers to %u bytes from byte %" G_GUINT64_FORMAT
                  " on; allowed are changes that keep these contiguous",
                  text, refusal->what, place, (unsigned)source->size, refusal->offset);
}

/* Replays the trace through the changes. */
static bool replay_on_way(const UiTraceFile *file, const UiReplay *plain, Way *way, const char *path, GError **error) {
  UiTraceFile changed = *file;
  UiReplay replay = *plain;
  if (way->map != NULL) {
    changed.sources = ui_whatif_map_sources(way->map, &changed.n_sources);
    replay.zones = ui_whatif_map_zones(way->map, &replay.n_zones);
  }
  replay.feed = feed;
  replay.end = way->order != NULL ? end : NULL;
  replay.closure = way;
  return ui_replay(&changed, &replay, path, error);
}

bool ui_whatif_replay(const UiTraceFile *file, const UiReplay *plain, const UiWhatifDifference *difference,
                      const char *path, GError **error) {
  const UiWhatifDraw draw = {UI_WHATIF_WINDOW, UI_WHATIF_DRIFT, difference->schedule};
  UiWhatifPlans *plans = difference->plans;
  Way way = {0};
  if (plans == NULL && draw.seed == 0) return ui_replay(file, plain, path, error);
  if (draw.seed != 0) way.order = ui_whatif_order_new(file->sources, &draw);
  if (plans != NULL) way.map = ui_whatif_map_new(file->sources, file->n_sources, plans->plans, plans->n);
  const bool good = replay_on_way(file, plain, &way, path, error);
  const UiWhatifRefusal *refusal = way.map != NULL ? ui_whatif_map_refusal(way.map) : NULL;
  if (!good && refusal != NULL && refusal->what != NULL) set_refusal(file, plans, refusal, error);
  if (way.map != NULL) ui_whatif_map_free(way.map);
  if (way.order != NULL) ui_whatif_order_free(way.order);
  return good;
}

UiProfile *ui_whatif_profile(const UiTraceFile *file, const UiReplay *replay, const UiWhatifDifference *difference,
                             GError **error) {
  char *path = NULL;
  const int fd = g_file_open_tmp(NULL, &path, error);
  if (fd < 0) return NULL;
  (void)close(fd);
  const bool good = ui_whatif_replay(file, replay, difference, path, error);
  UiProfile *profile = good ? ui_profile_load(path, error) : NULL;
  (void)g_unlink(path);
  g_free(path);
  return profile;
}

bool ui_whatif_machine_make(UiWhatifMachine *machine, const UiTraceFile *file, char *const *given, GError **error) {
  machine->replay = ui_replay_as_run(file->tables);
  machine->replay.config = &machine->config;
  machine->replay.machine = &machine->machine;
  return ui_replay_machine_of(&machine->machine, given, file, &machine->config, error);
}

void ui_whatif_machine_free(UiWhatifMachine *machine) { ui_replay_machine_free(&machine->machine); }
