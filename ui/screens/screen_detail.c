/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_detail.h"

#include <string.h>

#include "ui/base/ui_short_name.h"
#include "ui/base/ui_text.h"
#include "ui/names/name_table.h"
#include "ui/screens/screen_models.h"
#include "ui/screens/screen_ranked.h"
#include "ui/screens/screen_served.h"
#include "ui/view/view_estimate.h"

enum {
  TITLES = 40,  /* columns */
  NUMBERS = 31, /* width in columns of the part of the line after the elapsed time */
  HOT_LINES = 5,
  CAUSES = 15
};

/* The sums of counts over a selection. */
typedef struct {
  ProfileCounts counts;
  ViewBatchSums batches;  /* sums by batch */
  double instructions;    /* executed in the code */
  double code_stall;      /* stall cycles of the selected code on all data */
  uint64_t *place_metric; /* indexed by place: the view's metric within the selection */
  /* for each rank of an evicting bin, the selection's replacement misses that the bin caused */
  uint64_t *evicted_by;
  /* for each rank of a storing segment, the selection's invalidation misses that the segment caused */
  uint64_t *invalidated_by;
} Sums;

/* Adds up the selection's misses by their evictors or invalidators. The result is indexed by the rank of the latter on
 * `axis`. */
static void sum_blames(const View *view, const ViewSelection *code, const ViewSelection *data,
                       const ProfileEvictors *blames, uint32_t n, ViewAxisKind axis, uint64_t *by_rank) {
  for (uint32_t i = 0; i < n; i++) {
    const ProfileEvictors *blame = &blames[i];
    if (code->picked[view_row(view, blame->place)] && data->picked[view_column(view, blame->bin)])
      by_rank[view->axes[axis].rank_of[blame->who]] += blame->count;
  }
}

static Sums sum_up(const View *view, const ViewSelection *code, const ViewSelection *data) {
  const Profile *profile = view->profile;
  Sums sums = {.place_metric = g_new0(uint64_t, profile->n_places),
               .evicted_by = g_new0(uint64_t, view_size(view, VIEW_DATA)),
               .invalidated_by = g_new0(uint64_t, view_size(view, VIEW_CODE))};
  for (uint32_t rank = 0; rank < view_size(view, VIEW_CODE); rank++) {
    if (!code->picked[rank]) continue;
    const ViewItem *item = view_item(view, VIEW_CODE, rank);
    sums.instructions += (double)item->instructions;
    sums.code_stall += (double)item->counts.stall_cycles;
  }
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const ProfileCell *cell = &profile->cells[i];
    if (!code->picked[view_row(view, cell->place)] || !data->picked[view_column(view, cell->bin)]) continue;
    profile_counts_add(&sums.counts, &cell->counts);
    sums.place_metric[cell->place] += view_metric(view, &cell->counts);
  }
  for (uint32_t i = 0; i < profile->n_batch_cells; i++) {
    const ProfileBatchCell *cell = &profile->batch_cells[i];
    if (code->picked[view_row(view, cell->place)] && data->picked[view_column(view, cell->bin)])
      view_estimate_add(&sums.batches, profile, cell);
  }
  sum_blames(view, code, data, profile->evictors, profile->n_evictors, VIEW_DATA, sums.evicted_by);
  sum_blames(view, code, data, profile->invalidators, profile->n_invalidators, VIEW_CODE, sums.invalidated_by);
  return sums;
}

static void append_head(GString *out, const char *title) { g_string_append_printf(out, "%-*s ", TITLES, title); }

/* `half`: half the width of the confidence interval; VIEW_ESTIMATE_UNKNOWN: there is no interval. The following
 * functions use the same argument. */
static void append_cycles(GString *out, const Profile *profile, const char *title, double cycles, double half) {
  append_head(out, title);
  view_estimate_append_interval(out, profile, cycles, half);
  g_string_append(out, " cycles\n");
}

static void append_percent(GString *out, const char *title, double part, double whole, double half) {
  append_head(out, title);
  if (half < 0)
    ui_text_append_percent(out, part, whole);
  else
    view_estimate_append_percent(out, 100 * ui_text_ratio(part, whole), 100 * half);
  g_string_append_c(out, '\n');
}

/* Appends a text such as " Reads: 12.88M (100.0%)". */
static void append_part(GString *out, const Profile *profile, const char *title, uint64_t part, uint64_t whole) {
  g_string_append_printf(out, "  %s: ", title);
  view_estimate_append(out, profile, (double)part);
  g_string_append(out, " (");
  ui_text_append_percent(out, (double)part, (double)whole);
  g_string_append_c(out, ')');
}

static void append_total(GString *out, const Profile *profile, const char *title, uint64_t total, double half) {
  g_string_append_printf(out, "%s: ", title);
  view_estimate_append_interval(out, profile, (double)total, half);
  g_string_append_c(out, '\n');
}

/* Appends the elapsed time, and the selection's shares of the totals. */
static void append_shares(const Screen *screen, GString *out, const View *view, const ViewSelection *code,
                          const Sums *sums) {
  const Profile *profile = view->profile;
  const ProfileCounts *all = &profile->totals.counts;
  const ProfileCounts *counts = &sums->counts;
  const ViewBatchSums *batches = &sums->batches, whole = view_estimate_totals(profile);
  GString *elapsed = g_string_new("Elapsed Time in ");
  if (code->count == 1)
    ui_short_name_append(elapsed, view_item(view, VIEW_CODE, view_selection_first(code))->name,
                         MAX(screen->width, NUMBERS + 8) - NUMBERS);
  else
    g_string_append(elapsed, "this code");
  g_string_append_c(elapsed, ':');
  append_cycles(out, profile, elapsed->str, sums->instructions * profile_step(profile) / MACH_TICKS + sums->code_stall,
                VIEW_ESTIMATE_UNKNOWN);
  g_string_free(elapsed, TRUE);
  append_cycles(out, profile, "Memory Stall Time in bin:", (double)counts->stall_cycles,
                view_estimate_half(profile, batches->stall));
  append_percent(out, "Percentage of Total Memory Stall Time:", (double)counts->stall_cycles, (double)all->stall_cycles,
                 view_estimate_half_share(profile, batches->stall, whole.stall));
  append_percent(out, "Percentage of Total Misses:", (double)profile_counts_misses(counts),
                 (double)profile_counts_misses(all), view_estimate_half_share(profile, batches->misses, whole.misses));
  append_percent(out, "Percentage of Total Refs:", (double)profile_counts_references(counts),
                 (double)profile_counts_references(all), VIEW_ESTIMATE_UNKNOWN);
  append_percent(out, "Miss Rate:", (double)profile_counts_misses(counts), (double)profile_counts_references(counts),
                 VIEW_ESTIMATE_UNKNOWN);
  append_head(out, "MPKI:");
  screen_mpki(counts, sums->instructions, out);
}

/* Appends the parts of a count. `what`: the name of the count. */
static void append_parts(GString *out, const Profile *profile, const ScreenPart *parts, size_t n, uint64_t whole,
                         const char *what) {
  for (size_t i = 0; i < n; i++) append_part(out, profile, parts[i].name, parts[i].count, whole);
  if (n != 0) g_string_append_printf(out, "  %s\n", what);
}

/* Appends the misses by kind, for the kinds that the run has. */
static void append_kinds(GString *out, const Profile *profile, const ProfileCounts *counts) {
  const uint64_t misses = profile_counts_misses(counts);
  ScreenPart parts[PROFILE_COUNTS];
  if (counts->invalidation != 0)
    append_parts(out, profile, parts, screen_parts(counts, COH_SUM_INVALIDATIONS, parts), counts->invalidation,
                 "of the invalidation misses");
  if (counts->capacity != 0 || counts->conflict != 0)
    append_parts(out, profile, parts, screen_parts(counts, COH_SUM_REPLACEMENTS, parts), counts->replacement,
                 "of the replacement misses");
  if (profile_has_nodes(profile))
    append_parts(out, profile, parts, screen_parts(counts, COH_SUM_NODES, parts), misses, "of all misses");
  append_parts(out, profile, parts, screen_served(counts, parts), misses, "served the misses");
}

/* Appends the counts that are not a part of the misses. */
static void append_alone(GString *out, const Profile *profile, const ProfileCounts *counts) {
  coh_count alone[PROFILE_COUNTS];
  ScreenPart parts[PROFILE_COUNTS];
  const size_t n = screen_counts_alone(alone);
  for (size_t i = 0; i < n; i++) {
    const uint64_t count = profile_counts_get(counts, alone[i]);
    g_autofree char *title = g_ascii_strup(profile_counts_text(alone[i])->part, -1);
    append_total(out, profile, title, count, VIEW_ESTIMATE_UNKNOWN);
    append_parts(out, profile, parts, screen_parts_of_count(counts, alone[i], parts), count, "of these");
  }
}

static void append_counts(GString *out, const Profile *profile, const Sums *sums) {
  const ProfileCounts *counts = &sums->counts;
  const uint64_t references = profile_counts_references(counts);
  const uint64_t misses = profile_counts_misses(counts);
  append_total(out, profile, "REFERENCES", references, VIEW_ESTIMATE_UNKNOWN);
  append_part(out, profile, "Reads", counts->reads, references);
  append_part(out, profile, "Writes", counts->writes, references);
  g_string_append_c(out, '\n');
  append_total(out, profile, "MISSES", misses, view_estimate_half(profile, sums->batches.misses));
  append_part(out, profile, "Read misses", counts->read_misses, misses);
  append_part(out, profile, "Write misses", counts->write_misses, misses);
  g_string_append_c(out, '\n');
  append_part(out, profile, view_estimate_cold(profile, "1st Ref Miss", "Unknown"), counts->cold, misses);
  append_part(out, profile, "Inval Miss", counts->invalidation, misses);
  append_part(out, profile, "Repl Miss", counts->replacement, misses);
  g_string_append_c(out, '\n');
  append_kinds(out, profile, counts);
  append_alone(out, profile, counts);
  g_string_append(out, "Memory Stall Time (Cycles):\n  Total = ");
  view_estimate_append_interval(out, profile, (double)counts->stall_cycles,
                                view_estimate_half(profile, sums->batches.stall));
  g_string_append_printf(out, ", Avg per reference = %.1f\n",
                         ui_text_ratio((double)counts->stall_cycles, (double)references));
  if (!screen_models_has(profile, PROFILE_MODEL_TRANSLATION)) return;
  append_part(out, profile, "Translation", counts->translation_cycles, counts->stall_cycles);
  g_string_append(out, "  of it\n");
}

/* Appends the misses of a profile that was made from samples. */
static void append_misses(GString *out, const Profile *profile, const Sums *sums) {
  const ViewBatchSums whole = view_estimate_totals(profile);
  const uint64_t misses = profile_counts_misses(&sums->counts);
  const char *unit = view_estimate_metric_name(profile, VIEW_METRIC_MISSES);
  g_autofree char *title = g_strdup_printf("Percentage of Total %s:", unit), *capitals = g_ascii_strup(unit, -1);
  append_percent(out, title, (double)misses, (double)profile_counts_misses(&profile->totals.counts),
                 view_estimate_half_share(profile, sums->batches.misses, whole.misses));
  append_total(out, profile, capitals, misses, view_estimate_half(profile, sums->batches.misses));
}

/* Appends the references and the stall of sampled accesses, and their misses by operation, invalidation, node and
 * server. */
static void append_accesses(GString *out, const Profile *profile, const ProfileCounts *counts) {
  const uint64_t references = profile_counts_references(counts), misses = profile_counts_misses(counts);
  ScreenPart parts[PROFILE_COUNTS];
  append_part(out, profile, "Read misses", counts->read_misses, misses);
  append_part(out, profile, "Write misses", counts->write_misses, misses);
  append_part(out, profile, "Inval Miss", counts->invalidation, misses);
  g_string_append_c(out, '\n');
  if (profile_has_nodes(profile))
    append_parts(out, profile, parts, screen_parts(counts, COH_SUM_NODES, parts), misses, "of all misses");
  append_parts(out, profile, parts, screen_served(counts, parts), misses, "served the misses");
  append_total(out, profile, "REFERENCES", references, VIEW_ESTIMATE_UNKNOWN);
  append_part(out, profile, "Reads", counts->reads, references);
  append_part(out, profile, "Writes", counts->writes, references);
  g_string_append_c(out, '\n');
  append_cycles(out, profile, "Memory Stall Time in bin:", (double)counts->stall_cycles, VIEW_ESTIMATE_UNKNOWN);
  append_percent(out, "Percentage of Total Memory Stall Time:", (double)counts->stall_cycles,
                 (double)profile->totals.counts.stall_cycles, VIEW_ESTIMATE_UNKNOWN);
}

/* Appends the causes of `misses` misses. The causes are items of an axis, by rank. `kind`: the title of such an
 * item. */
static void append_causes(const Screen *screen, GString *out, const View *view, const char *title, const char *kind,
                          uint64_t misses, ViewAxisKind axis, const uint64_t *by_rank) {
  g_autoptr(GArray) ranked = screen_ranked(by_rank, view_size(view, axis));
  const double all = (double)misses;
  if (ranked->len == 0) return; /* in a profile made of samples, all causes can be unknown */
  g_string_append(out, title);
  double rest = all;
  for (guint i = 0; i < ranked->len && i < CAUSES; i++) {
    const ScreenRanked *one = &g_array_index(ranked, ScreenRanked, i);
    g_string_append_printf(out, "  %s ", kind);
    ui_short_name_append(out, view_item(view, axis, one->index)->name, screen->width - 11 - (unsigned)strlen(kind));
    g_string_append(out, ": ");
    ui_text_append_percent(out, (double)one->amount, all);
    g_string_append_c(out, '\n');
    rest -= (double)one->amount;
  }
  if (ranked->len > CAUSES) {
    g_string_append_printf(out, "  (%u more): ", ranked->len - CAUSES);
    ui_text_append_percent(out, rest, all);
    g_string_append_c(out, '\n');
  }
}

/* Joins all places of one source line in one function, for example its instructions: adds their metrics to the first of
 * them. */
static void join_lines(const Profile *profile, uint64_t *place_metric) {
  g_autoptr(GHashTable) first = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  for (uint32_t i = 0; i < profile->n_places; i++) {
    const ProfilePlace *place = &profile->places[i];
    const uint64_t line[] = {place->segment, place->file, place->line};
    if (place_metric[i] == 0) continue;
    g_autoptr(GBytes) key = g_bytes_new(line, sizeof line);
    gpointer found;
    if (!g_hash_table_lookup_extended(first, key, NULL, &found)) {
      g_hash_table_insert(first, g_steal_pointer(&key), GUINT_TO_POINTER(i));
      continue;
    }
    place_metric[GPOINTER_TO_UINT(found)] += place_metric[i];
    place_metric[i] = 0;
  }
}

/* Returns half the width of the confidence interval of the metric of a source line, within the selected data. */
static double half_of_line(const View *view, const ViewSelection *data, uint32_t number) {
  const Profile *profile = view->profile;
  const ProfilePlace *line = &profile->places[number];
  ViewBatchSums sums = {{0}, {0}};
  for (uint32_t i = 0; i < profile->n_batch_cells; i++) {
    const ProfileBatchCell *cell = &profile->batch_cells[i];
    const ProfilePlace *place = &profile->places[cell->place];
    if (place->segment == line->segment && place->file == line->file && place->line == line->line &&
        data->picked[view_column(view, cell->bin)])
      view_estimate_add(&sums, profile, cell);
  }
  return view_estimate_half(profile, view_estimate_values(&sums, view->metric));
}

static void append_hot_lines(const Screen *screen, GString *out, const View *view, const ViewSelection *data,
                             const Sums *sums) {
  const Profile *profile = view->profile;
  const uint64_t all = view_metric(view, &sums->counts);
  if (all == 0) return;
  g_string_append_printf(out, "Source Lines with Most %s:\n", view_metric_name(view));
  join_lines(profile, sums->place_metric);
  g_autoptr(GArray) ranked = screen_ranked(sums->place_metric, profile->n_places);
  for (guint i = 0; i < ranked->len && i < HOT_LINES; i++) {
    const ScreenRanked *one = &g_array_index(ranked, ScreenRanked, i);
    g_autofree char *place = name_table_place(profile, one->index);
    g_autofree char *where = ui_text_escaped(place);
    g_string_append(out, "  ");
    ui_text_append_cut(out, where, screen->width - (profile->sampled ? 28 : 18));
    g_string_append(out, ": ");
    view_estimate_append_interval(out, profile, (double)one->amount, half_of_line(view, data, one->index));
    g_string_append(out, " (");
    ui_text_append_percent(out, (double)one->amount, (double)all);
    g_string_append(out, ")\n");
  }
}

void screen_detail(const Screen *screen, const View *view, const ViewSelection *code, const ViewSelection *data,
                   GString *out) {
  Sums sums = sum_up(view, code, data);
  screen_ink(screen, out, SCREEN_INK_TITLE);
  g_string_append(out, "DETAILED OUTPUT: ");
  view_selection_describe(data, view, out);
  g_string_append(out, " in ");
  view_selection_describe(code, view, out);
  screen_ink(screen, out, SCREEN_INK_PLAIN);
  g_string_append_c(out, '\n');
  if (view->profile->of_samples) {
    append_misses(out, view->profile, &sums);
    if (view_metric_known(view->profile, VIEW_METRIC_REFERENCES)) append_accesses(out, view->profile, &sums.counts);
  } else {
    append_shares(screen, out, view, code, &sums);
    append_counts(out, view->profile, &sums);
  }
  append_causes(screen, out, view, "Causes of Replacements:\n", "bin", sums.counts.replacement, VIEW_DATA,
                sums.evicted_by);
  append_causes(screen, out, view, "Causes of Invalidations:\n", "code", sums.counts.invalidation, VIEW_CODE,
                sums.invalidated_by);
  append_hot_lines(screen, out, view, data, &sums);
  g_free(sums.place_metric);
  g_free(sums.evicted_by);
  g_free(sums.invalidated_by);
}
