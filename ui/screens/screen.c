/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ui/base/ui_text.h"
#include "ui/profile/profile_machine.h"
#include "ui/screens/screen_columns.h"
#include "ui/screens/screen_served.h"
#include "ui/view/view_estimate.h"

enum {
  DEFAULT_WIDTH = 80,
  TITLES = 26 /* width of the titles of totals, in columns */
};

Screen screen_for(int fd) {
  Screen screen = {.width = DEFAULT_WIDTH, .least = -1};
  const bool terminal = isatty(fd);
  const char *columns = getenv("COLUMNS");
  const char *term = getenv("TERM");
  const char *no_color = getenv("NO_COLOR");
  guint64 width;
  if (columns != NULL && g_ascii_string_to_unsigned(columns, 10, 1, 10000, &width, NULL))
    screen.width = (unsigned)width;
  else if (terminal)
    screen.width = ui_text_columns(fd);
  screen.width = MAX(screen.width, SCREEN_NARROWEST);
  screen.colour = terminal && (no_color == NULL || *no_color == '\0') && term != NULL && strcmp(term, "dumb") != 0;
  return screen;
}

void screen_ink(const Screen *screen, GString *out, ScreenInk ink) {
  static const char *const sequences[] = {[SCREEN_INK_PLAIN] = "\033[0m",
                                          [SCREEN_INK_TITLE] = "\033[1m",
                                          [SCREEN_INK_WARM] = "\033[33m",
                                          [SCREEN_INK_HOT] = "\033[1;31m"};
  if (screen->colour) g_string_append(out, sequences[ink]);
}

void screen_bold(const Screen *screen, GString *out, const char *text) {
  screen_ink(screen, out, SCREEN_INK_TITLE);
  g_string_append(out, text);
  screen_ink(screen, out, SCREEN_INK_PLAIN);
}

void screen_title(const Screen *screen, GString *out, const char *title) {
  screen_bold(screen, out, title);
  g_string_append_c(out, '\n');
}

/* Appends how the threads were interleaved, if more than one processor executed threads. */
static void append_interleaving(const Profile *profile, GString *out) {
  unsigned used = 0;
  for (uint32_t p = 0; p < profile->n_processors; p++) used += profile->processors[p].threads != 0;
  if (used < 2) return;
  if (profile->quantum != 0)
    g_string_append_printf(out, "Threads: by their clocks, at most %" G_GUINT64_FORMAT " cycles ahead\n",
                           profile->quantum);
  else
    g_string_append(out, "Threads: in long slices, so that little sharing shows\n");
}

void screen_run(const Screen *screen, const Profile *profile, const char *what, GString *out) {
  g_string_append(out, "Program: ");
  g_autoptr(GString) command = g_string_new(NULL);
  for (const char *const *word = profile->command; *word != NULL; word++) {
    g_autofree char *printable = ui_text_escaped(*word);
    g_string_append_printf(command, "%s%s", word != profile->command ? " " : "", printable);
  }
  ui_text_append_cut(out, command->str, screen->width - 9);

  g_autofree char *reason = ui_text_escaped(profile->reason);
  g_string_append_printf(out, "\n%-9sof process %" G_GUINT64_FORMAT ", written at %s", what, profile->pid, reason);
  if (*profile->label != '\0') {
    g_autofree char *label = ui_text_escaped(profile->label);
    g_string_append_printf(out, ", label %s", label);
  }
  g_autoptr(GDateTime) time = profile->time <= G_MAXINT64 ? g_date_time_new_from_unix_utc((gint64)profile->time) : NULL;
  if (time != NULL) {
    g_autofree char *text = g_date_time_format(time, "%Y-%m-%d %H:%M:%S UTC");
    g_string_append_printf(out, screen->width >= DEFAULT_WIDTH ? ", of %s" : "\n         of %s", text);
  }
  g_string_append_c(out, '\n');
}

static uint32_t count_phases(const Profile *profile) {
  uint32_t n = 0;
  bool seen[BIN_PHASES_MOST + 1] = {false};
  for (uint32_t i = 0; i < profile->n_phases; i++) {
    bool *of = &seen[profile->phases[i].phase];
    n += !*of;
    *of = true;
  }
  return n;
}

static void append_intervals(const Profile *profile, GString *words) {
  const uint64_t samples = profile->sampling.samples;
  const uint32_t phases = count_phases(profile);
  if (phases < profile->n_phases)
    g_string_append_printf(words, "estimates from %" G_GUINT64_FORMAT " intervals of %u phase%s, ", samples, phases,
                           phases == 1 ? "" : "s");
  else if (samples == phases)
    g_string_append_printf(words, "estimates from an interval of each of %u phases, ", phases);
  else
    g_string_append_printf(words, "estimates from the intervals of %" G_GUINT64_FORMAT " of %u phases, ", samples,
                           phases);
}

/* Appends the number of samples from which the estimates are computed. */
static void append_samples(const Profile *profile, GString *words) {
  const uint64_t samples = profile->sampling.samples;
  if (profile->by_phase)
    append_intervals(profile, words);
  else
    g_string_append_printf(words, "estimates from %" G_GUINT64_FORMAT " sample%s, ", samples, samples == 1 ? "" : "s");
}

/* Returns a sentence about the counts that a profile made of samples does not have. */
static const char *unknown_counts(const Profile *profile) {
  if (!view_metric_known(profile, VIEW_METRIC_STALL)) return "Stall, hits and causes are not known.";
  return view_metric_known(profile, VIEW_METRIC_MEMORY)
             ? "Causes other than invalidations are not known."
             : "Causes other than invalidations, and the servers of misses, are not known.";
}

/* Appends the event, the period and the attribution of the samples from which a profile was made. */
static void append_events(const Screen *screen, const Profile *profile, GString *out) {
  const ProfileEvents *events = &profile->events;
  g_autofree char *event = ui_text_escaped(events->event), *method = ui_text_escaped(events->method);
  g_autoptr(GString) words = g_string_new("Samples: nothing was simulated; estimates from ");
  ui_text_append_count(words, (double)events->samples);
  g_string_append_printf(words, " sample%s of %s, ", events->samples == 1 ? "" : "s", event);
  if (events->period != 0)
    g_string_append_printf(words, "one in %" G_GUINT64_FORMAT "%s", events->period,
                           profile->event_kind.spread != 0 ? " on average" : "");
  else
    g_string_append(words, "one in an unknown number, so that they stand for themselves");
  g_string_append(words, "; ");
  ui_text_append_percent(words, (double)events->attributed, (double)events->samples);
  g_string_append_printf(
      words,
      " were attributed to data, by method %s. Intervals are of 95%% and of the sampling alone: not of "
      "the method. %s",
      method, unknown_counts(profile));
  ui_text_wrap(out, words->str, screen->width, 0);
}

/* Appends how a run was sampled. */
static void append_sampling(const Screen *screen, const Profile *profile, GString *out) {
  const ProfileSampling *sampling = &profile->sampling;
  if (!profile->sampled) return;
  g_autoptr(GString) words = g_string_new("Sampled: ");
  if (sampling->samples == 0) {
    g_string_append_printf(words, "no %s: no counts for this run's ",
                           profile->by_phase ? "interval of a phase was simulated" : "sample was completed");
    ui_text_append_count(words, (double)sampling->instructions);
    g_string_append(words, " instructions");
  } else {
    append_samples(profile, words);
    ui_text_append_percent(words, (double)sampling->sampled, (double)sampling->instructions);
    g_string_append(words, " of ");
    ui_text_append_count(words, (double)sampling->instructions);
    g_string_append_printf(words, " instructions. %s",
                           view_estimate_tells_spread(profile) ? "Intervals are of 95%. "
                           : profile->by_phase                 ? "One interval of a phase gives no error estimate. "
                                                               : "One sample gives no error estimate. ");
    g_string_append(words, "The cause of misses on lines that no sample had fetched before is unknown.");
  }
  ui_text_wrap(out, words->str, screen->width, 0);
}

static void append_head(GString *out, const char *title) { g_string_append_printf(out, "%-*s", TITLES, title); }

/* Returns a text such as "Reads: 19.99M (74.2%)". The caller frees it. */
static char *describe_part(const Profile *profile, const ScreenPart *part, uint64_t whole) {
  GString *out = g_string_new(part->name);
  g_string_append(out, ": ");
  view_estimate_append(out, profile, (double)part->count);
  g_string_append(out, " (");
  ui_text_append_percent(out, (double)part->count, (double)whole);
  g_string_append_c(out, ')');
  return g_string_free(out, FALSE);
}

/* Appends the title `lead` and the parts of a count. If they fit on one line, they are on one line, and the title is
 * moved left if necessary. Otherwise, each part has its own line. */
static void append_parts(const Screen *screen, const Profile *profile, GString *out, const char *title,
                         const char *lead, uint64_t whole, const ScreenPart *parts, size_t n) {
  g_auto(GStrv) words = g_new0(char *, n + 1);
  for (size_t i = 0; i < n; i++) words[i] = describe_part(profile, &parts[i], whole);
  g_autofree char *all = g_strjoinv(", ", words);
  const char *separator = *lead != '\0' && n != 0 ? " - " : "";
  const size_t room = screen->width - MIN(screen->width, ui_text_width(lead) + strlen(separator) + strlen(all));
  if (room > strlen(title)) {
    g_string_append_printf(out, "%-*s%s%s%s\n", (int)MIN(room, TITLES), title, lead, separator, all);
    return;
  }
  append_head(out, title);
  g_string_append(out, lead);
  screen_columns_end(out);
  for (size_t i = 0; i < n; i++) g_string_append_printf(out, "  %s\n", words[i]);
}

/* Appends a count, half the width of its confidence interval (if known), and its parts. */
static void append_whole(const Screen *screen, const Profile *profile, GString *out, const char *title, uint64_t whole,
                         double half, const ScreenPart *parts, size_t n) {
  g_autoptr(GString) count = g_string_new(NULL);
  view_estimate_append_interval(count, profile, (double)whole, half);
  append_parts(screen, profile, out, title, count->str, whole, parts, n);
}

/* Appends the misses by node and by server, if the profile has them. */
static void append_suppliers(const Screen *screen, const Profile *profile, GString *out) {
  const ProfileCounts *counts = &profile->totals.counts;
  ScreenPart parts[PROFILE_COUNTS];
  if (profile_has_nodes(profile))
    append_parts(screen, profile, out, "Supplied by Node:", "", profile_counts_misses(counts), parts,
                 screen_parts(counts, COH_SUM_NODES, parts));
  const size_t n = screen_served(counts, parts);
  if (n != 0) append_parts(screen, profile, out, "Misses Served by:", "", profile_counts_misses(counts), parts, n);
}

/* Appends the misses by kind, for the kinds that the run has: local or remote, true or false sharing, capacity or
 * conflict. */
static void append_kinds_of_misses(const Screen *screen, const Profile *profile, GString *out) {
  const ProfileCounts *counts = &profile->totals.counts;
  ScreenPart parts[PROFILE_COUNTS];
  if (counts->capacity != 0 || counts->conflict != 0)
    append_whole(screen, profile, out, "Replacement Misses:", counts->replacement, VIEW_ESTIMATE_UNKNOWN, parts,
                 screen_parts(counts, COH_SUM_REPLACEMENTS, parts));
  if (counts->invalidation != 0)
    append_whole(screen, profile, out, "Invalidation Misses:", counts->invalidation, VIEW_ESTIMATE_UNKNOWN, parts,
                 screen_parts(counts, COH_SUM_INVALIDATIONS, parts));
  append_suppliers(screen, profile, out);
}

/* Appends the counts that are not a part of the misses. */
static void append_alone(const Screen *screen, const Profile *profile, GString *out) {
  const ProfileCounts *counts = &profile->totals.counts;
  coh_count alone[PROFILE_COUNTS];
  ScreenPart parts[PROFILE_COUNTS];
  const size_t n = screen_counts_alone(alone);
  for (size_t i = 0; i < n; i++) {
    g_autofree char *title = g_strdup_printf("%s:", profile_counts_text(alone[i])->part);
    append_whole(screen, profile, out, title, profile_counts_get(counts, alone[i]), VIEW_ESTIMATE_UNKNOWN, parts,
                 screen_parts_of_count(counts, alone[i], parts));
  }
}

static void append_total_stall(const Profile *profile, GString *out, double half) {
  append_head(out, "Total Memory Stall Time:");
  view_estimate_append_interval(out, profile, (double)profile->totals.counts.stall_cycles, half);
  g_string_append(out, " cycles\n");
}

static void append_total_references(const Screen *screen, const Profile *profile, GString *out) {
  const ProfileCounts *counts = &profile->totals.counts;
  append_whole(screen, profile, out, "Total References:", profile_counts_references(counts), VIEW_ESTIMATE_UNKNOWN,
               (const ScreenPart[]){{"Reads", counts->reads}, {"Writes", counts->writes}}, 2);
}

static void append_total_misses(const Screen *screen, const Profile *profile, GString *out, double half) {
  const ProfileCounts *counts = &profile->totals.counts;
  append_whole(screen, profile, out, "Total Misses:", profile_counts_misses(counts), half,
               (const ScreenPart[]){{"Reads", counts->read_misses}, {"Writes", counts->write_misses}}, 2);
}

/* Appends the totals of sampled accesses. Kinds of invalidations are unknown. */
static void append_total_accesses(const Screen *screen, const Profile *profile, GString *out, double half) {
  const uint64_t invalidation = profile->totals.counts.invalidation;
  append_total_stall(profile, out, VIEW_ESTIMATE_UNKNOWN);
  append_total_references(screen, profile, out);
  append_total_misses(screen, profile, out, half);
  if (invalidation != 0)
    append_whole(screen, profile, out, "Invalidation Misses:", invalidation, VIEW_ESTIMATE_UNKNOWN, NULL, 0);
  append_suppliers(screen, profile, out);
}

/* Appends the totals of a profile that was made from samples. */
static void append_total_events(const Screen *screen, const Profile *profile, GString *out) {
  const ViewBatchSums batches = view_estimate_totals(profile);
  append_events(screen, profile, out);
  g_string_append_c(out, '\n');
  screen_title(screen, out, "TOTAL APPLICATION STATISTICS");
  if (view_metric_known(profile, VIEW_METRIC_REFERENCES)) {
    append_total_accesses(screen, profile, out, view_estimate_half(profile, batches.misses));
    return;
  }
  g_autofree char *title = g_strdup_printf("Total %s:", view_estimate_metric_name(profile, VIEW_METRIC_MISSES));
  append_head(out, title);
  view_estimate_append_interval(out, profile, (double)profile_counts_misses(&profile->totals.counts),
                                view_estimate_half(profile, batches.misses));
  g_string_append_c(out, '\n');
}

void screen_mpki(const ProfileCounts *counts, double instructions, GString *out) {
  g_string_append_printf(out, "%.2f\n", profile_counts_mpki(counts, instructions));
}

void screen_totals(const Screen *screen, const Profile *profile, GString *out) {
  if (profile->of_samples) {
    append_total_events(screen, profile, out);
    return;
  }
  const ProfileCounts *counts = &profile->totals.counts;
  const uint64_t references = profile_counts_references(counts), misses = profile_counts_misses(counts);
  const ViewBatchSums batches = view_estimate_totals(profile);
  append_interleaving(profile, out);
  append_sampling(screen, profile, out);
  g_string_append_c(out, '\n');
  screen_title(screen, out, "TOTAL APPLICATION STATISTICS");
  append_head(out, "Execution Time:");
  view_estimate_append(out, profile, (double)profile->totals.cycles);
  g_string_append(out, " cycles\n");
  append_total_stall(profile, out, view_estimate_half(profile, batches.stall));
  append_head(out, "Overall Miss Rate:");
  ui_text_append_percent(out, (double)misses, (double)references);
  g_string_append_c(out, '\n');
  append_head(out, "Overall MPKI:");
  screen_mpki(counts, (double)profile->totals.instructions, out);
  append_total_references(screen, profile, out);
  append_total_misses(screen, profile, out, view_estimate_half(profile, batches.misses));
  ScreenPart parts[PROFILE_COUNTS];
  const size_t n = screen_parts(counts, COH_SUM_CAUSES, parts);
  parts[0].name = view_estimate_cold(profile, parts[0].name, "Unknown");
  append_parts(screen, profile, out, "Causes of Misses:", "", misses, parts, n);
  append_kinds_of_misses(screen, profile, out);
  append_alone(screen, profile, out);
}
