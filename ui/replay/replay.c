/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/replay/replay.h"

#include <stdio.h>
#include <string.h>

#include "coherence/coh_system.h"
#include "ui/base/ui_error.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_progress.h"
#include "ui/replay/replay_ahead.h"

/* The options of the tool that a replay also has. */
static const char instructions_option[] = "instructions", slots_option[] = "stack-vars",
                  references_option[] = "references", hot_lines_option[] = "hot-lines";

/* ---- the options in the profile ---- */

static void add_option(GPtrArray *words, const char *name, const char *value) {
  g_ptr_array_add(words, g_strdup(name));
  g_ptr_array_add(words, g_strdup(value));
}

/* Returns the value of an option for which the replay has its own value; the caller frees it. NULL: the value of the
 * traced run is used. */
static char *own_value(const Replay *replay, const char *name) {
  const bool apart = replay->instructions == REPLAY_INSTRUCTIONS_APART;
  if (strcmp(name, instructions_option) == 0 && replay->instructions != REPLAY_INSTRUCTIONS_AS_TRACED)
    return g_strdup(apart ? "yes" : "no");
  if (strcmp(name, slots_option) == 0) return g_strdup(replay->wish.slots ? "yes" : "no");
  if (strcmp(name, references_option) == 0) return g_strdup(replay->wish.references ? "yes" : "no");
  if (strcmp(name, hot_lines_option) == 0) return g_strdup_printf("%u", replay->hot_lines);
  return NULL;
}

static bool is_machine_option(const char *name) {
  for (unsigned i = 0; i < MACH_OPTIONS; i++)
    if (strcmp(mach_option_get((mach_option)i)->name, name) == 0) return true;
  return false;
}

/* Returns the options of the replay's machine, followed by the options of the traced run that do not describe a
 * machine. */
static GPtrArray *make_options(const Profile *tables, const Replay *replay) {
  GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
  for (unsigned i = 0; i < MACH_OPTIONS; i++) {
    char text[256];
    mach_words value = mach_words_in(text, sizeof text);
    if (mach_option_text(&replay->machine->options, replay->config, (mach_option)i, &value))
      add_option(words, mach_option_get((mach_option)i)->name, text);
  }
  for (uint32_t i = 0; i < tables->n_options; i++) {
    const ProfileOption *option = &tables->options[i];
    g_autofree char *own = own_value(replay, option->name);
    if (!is_machine_option(option->name)) add_option(words, option->name, own != NULL ? own : option->value);
  }
  g_ptr_array_add(words, NULL);
  return words;
}

/* ---- the profile ---- */

static bool write_profile(const EventsTraceFile *file, const Replay *replay, bin_account *account, const char *path,
                          GError **error) {
  const Profile *tables = file->tables;
  UiOutput output;
  if (!ui_output_start(&output, path, error)) return false;
  GPtrArray *options = make_options(tables, replay);
  g_autofree char *creator = g_strdup_printf("memspy " VERSION " replaying a trace of %s", tables->creator);
  bin_profile_info info = replay_tables_info(tables, creator, (const char *const *)options->pdata);
  info.hot_lines = replay->hot_lines;
  /* Write errors are reported later, by ui_output_finish(). */
  (void)bin_profile_write(account, &info, ui_output_bytes, output.file);
  g_ptr_array_free(options, TRUE);
  return ui_output_finish(&output, error);
}

/* ---- the events ---- */

static bool fail(const EventsTraceFile *file, const char *message, GError **error) {
  return ui_error_set(error, EVENTS_TRACE_ERROR, EVENTS_TRACE_ERROR_INVALID, "%s: %s", file->path, message);
}

/* Passes events to a feed, in batches. Returns the error, or NULL. *done: the number of events before the invalid
 * batch. */
static const char *feed_events(const Replay *wanted, trace_replay *replay, const ReplayStretch *stretch,
                               uint32_t *done) {
  trace_item items[TRACE_BATCH];
  const char *wrong = NULL;
  trace_batch batch = {.items = items, .repeats = 1};
  for (*done = 0; *done < stretch->n; *done += batch.n) {
    const trace_event *events = stretch->events + *done;
    const uint32_t most = stretch->n - *done < TRACE_BATCH ? stretch->n - *done : TRACE_BATCH;
    batch.event = stretch->first + *done;
    batch.processor = events->processor;
    for (batch.n = 0; batch.n < most && events[batch.n].processor == batch.processor; batch.n++)
      items[batch.n] = (trace_item){events[batch.n].value, 0, events[batch.n].source};
    wrong = wanted->feed(wanted->closure, replay, &batch);
    if (wrong != NULL) break;
  }
  return wrong;
}

/* Simulates the events of a section, and then its batch. *done: as in trace_replay_events(). */
static const char *replay_stretch(const Replay *wanted, trace_replay *replay, const ReplayStretch *stretch,
                                  uint32_t *done) {
  const char *wrong = wanted->feed != NULL ? feed_events(wanted, replay, stretch, done)
                                           : trace_replay_events(replay, stretch->events, stretch->n, done);
  if (wrong != NULL || stretch->batch == NULL) return wrong;
  return wanted->feed != NULL ? wanted->feed(wanted->closure, replay, stretch->batch)
                              : trace_replay_batch(replay, stretch->batch);
}

static bool replay_events(const EventsTraceFile *file, const Replay *wanted, trace_replay *replay, GError **error) {
  ReplayAhead *ahead = replay_ahead_new(file->reader);
  const ReplayStretch *stretch;
  trace_error damage = {0};
  const char *wrong = NULL;
  uint64_t event = 0; /* number of the first event that is not yet simulated */
  ui_progress_begin("Simulating the trace", trace_reader_events(file->reader));
  while (wrong == NULL && (stretch = replay_ahead_next(ahead, &damage)) != NULL) {
    uint32_t done;
    wrong = replay_stretch(wanted, replay, stretch, &done);
    event = stretch->first + done;
    ui_progress_at(event);
  }
  if (wrong == NULL && damage.message == NULL && wanted->end != NULL) wrong = wanted->end(wanted->closure, replay);
  ui_progress_end();
  replay_ahead_free(ahead);
  /* the feed delays events, so the number of the invalid event is unknown */
  if (wrong != NULL && wanted->end != NULL) return fail(file, wrong, error);
  if (wrong != NULL)
    return ui_error_set(error, EVENTS_TRACE_ERROR, EVENTS_TRACE_ERROR_INVALID, "%s: event %" G_GUINT64_FORMAT ": %s",
                        file->path, event, wrong);
  if (damage.message != NULL) events_trace_file_set_error(file, &damage, error);
  return damage.message == NULL;
}

/* Simulates the trace on a system, attributes the counts to a table, and writes the profile. */
static bool replay_on(const EventsTraceFile *file, const Replay *wanted, coh_system *system, bin_table *table,
                      const char *path, GError **error) {
  g_autofree uint32_t *places = replay_tables_places(file, table, wanted->instructions);
  const char *wrong;
  trace_replay *replay = trace_replay_new(system, table, &wanted->wish, file->sources, file->n_sources, places, &wrong);
  if (replay == NULL) return fail(file, wrong, error);
  bool good = replay_events(file, wanted, replay, error);
  if (good) {
    trace_replay_finish(replay);
    replay_tables_finish(file, replay);
    good = write_profile(file, wanted, trace_replay_account(replay), path, error);
  }
  trace_replay_free(replay);
  return good;
}

static bool run_had(const Profile *tables, const char *option) {
  return g_strcmp0(profile_option(tables, option), "yes") == 0;
}

Replay replay_as_run(const Profile *tables) {
  return (Replay){.instructions = REPLAY_INSTRUCTIONS_AS_TRACED,
                  .wish = {.spreads = run_had(tables, instructions_option),
                           .slots = run_had(tables, slots_option),
                           .references = run_had(tables, references_option)},
                  .hot_lines = REPLAY_HOT_LINES};
}

bool replay_trace(const EventsTraceFile *file, const Replay *replay, const char *path, GError **error) {
  bin_table *table = replay_tables_make(file->tables, error);
  if (table == NULL) return false;
  coh_system *system = coh_system_new(replay->config);
  coh_system_place(system, replay->zones, replay->n_zones);
  const bool good = replay_on(file, replay, system, table, path, error);
  coh_system_free(system);
  bin_table_free(table);
  return good;
}
