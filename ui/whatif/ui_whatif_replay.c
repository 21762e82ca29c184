/* ui_whatif_replay.c: see ui_whatif_replay.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/whatif/ui_whatif_replay.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "ui/base/ui_text.h"

static const char *simulate(void *closure, const trace_batch *batch) { return trace_replay_batch(closure, batch); }

static const char *feed(void *closure, trace_replay *replay, const trace_batch *batch) {
  return ui_whatif_map_batch(closure, batch, simulate, replay);
}

/* Says why, and what the reference at fault is, if one is: code, and the offset in its block. */
static void set_refusal(const UiTraceFile *file, const UiWhatifPlans *plans, const UiWhatifRefusal *refusal,
                        GError **error) {
  g_autofree char *text = ui_text_escaped(g_ptr_array_index(plans->texts, refusal->plan));
  g_clear_error(error);
  if (refusal->source == UI_WHATIF_NO_SOURCE) {
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "cannot '%s': %s", text, refusal->what);
    return;
  }
  const trace_source *source = &file->sources[refusal->source];
  g_autofree char *place = ui_names_place(file->tables, (uint32_t)source->place);
  g_autofree char *printable = ui_text_escaped(place);
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
              "cannot '%s': %s: %s refers to %u bytes from byte %" G_GUINT64_FORMAT
              " on; allowed are changes that leave these side by side",
              text, refusal->what, printable, (unsigned)source->size, refusal->offset);
}

bool ui_whatif_replay(const UiTraceFile *file, const UiReplay *plain, UiWhatifPlans *plans, const char *path,
                      GError **error) {
  UiWhatifMap *map = ui_whatif_map_new(file->sources, file->n_sources, plans->plans, plans->n);
  UiTraceFile changed = *file;
  UiReplay replay = *plain;
  changed.sources = ui_whatif_map_sources(map, &changed.n_sources);
  replay.zones = ui_whatif_map_zones(map, &replay.n_zones);
  replay.feed = feed;
  replay.closure = map;
  const bool good = ui_replay(&changed, &replay, path, error);
  const UiWhatifRefusal *refusal = ui_whatif_map_refusal(map);
  if (!good && refusal->what != NULL) set_refusal(file, plans, refusal, error);
  ui_whatif_map_free(map);
  return good;
}

UiProfile *ui_whatif_profile(const UiTraceFile *file, const UiReplay *replay, UiWhatifPlans *plans, GError **error) {
  char *path = NULL;
  const int fd = g_file_open_tmp("memspy-what-if-XXXXXX", &path, error);
  if (fd < 0) return NULL;
  (void)close(fd);
  const bool good = plans != NULL ? ui_whatif_replay(file, replay, plans, path, error)
                                  : ui_replay(file, replay, path, error);
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
