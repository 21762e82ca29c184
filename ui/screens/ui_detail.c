/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/ui_detail.h"

#include <string.h>

#include "ui/base/ui_short_name.h"
#include "ui/base/ui_text.h"
#include "ui/model/ui_estimate.h"
#include "ui/names/ui_names.h"
#include "ui/screens/ui_models_screen.h"
#include "ui/screens/ui_ranked.h"
#include "ui/screens/ui_served.h"

enum {
  TITLES = 40,  /* columns */
  NUMBERS = 31, /* columns of the rest of the line of the elapsed time */
  HOT_LINES = 5,
  CAUSES = 15
};

/* Sums over a selection. */
typedef struct {
  UiCounts counts;
  UiBatchSums batches;      /* sums by batch */
  double instructions;      /* executed in the code */
  double code_stall;        /* stall cycles of the code on all data */
  uint64_t *place_metric;   /* by place: the view's metric within the selection */
  uint64_t *evicted_by;     /* by rank of the evicting bin: replacement misses of the selection */
  uint64_t *invalidated_by; /* by rank of the storing segment: invalidation misses of the selection */
} Sums;

/* Adds up the selection's misses by evictor or invalidator, by their rank on `axis`. */
static void sum_blames(const UiView *view, const UiSelection *code, const UiSelection *data, const UiBlame *blames,
                       uint32_t n, UiAxisKind axis, uint64_t *by_rank) {
  for (uint32_t i = 0; i < n; i++) {
    const UiBlame *blame = &blames[i];
    if (code->picked[ui_view_row(view, blame->place)] && data->picked[ui_view_column(view, blame->bin)])
      by_rank[view->axes[axis].rank_of[blame->who]] += blame->count;
  }
}

static Sums sum_up(const UiView *view, const UiSelection *code, const UiSelection *data) {
  const UiProfile *profile = view->profile;
  Sums sums = {.place_metric = g_new0(uint64_t, profile->n_places),
               .evicted_by = g_new0(uint64_t, ui_view_size(view, UI_DATA)),
               .invalidated_by = g_new0(uint64_t, ui_view_size(view, UI_CODE))};
  for (uint32_t rank = 0; rank < ui_view_size(view, UI_CODE); rank++) {
    if (!code->picked[rank]) continue;
    const UiItem *item = ui_view_item(view, UI_CODE, rank);
    sums.instructions += (double)item->instructions;
    sums.code_stall += (double)item->counts.stall_cycles;
  }
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const UiCell *cell = &profile->cells[i];
    if (!code->picked[ui_view_row(view, cell->place)] || !data->picked[ui_view_column(view, cell->bin)]) continue;
    ui_counts_add(&sums.counts, &cell->counts);
    sums.place_metric[cell->place] += ui_view_metric(view, &cell->counts);
  }
  for (uint32_t i = 0; i < profile->n_batch_cells; i++) {
    const UiBatchCell *cell = &profile->batch_cells[i];
    if (code->picked[ui_view_row(view, cell->place)] && data->picked[ui_view_column(view, cell->bin)])
      ui_estimate_add(&sums.batches, profile, cell);
  }
  sum_blames(view, code, data, profile->evictors, profile->n_evictors, UI_DATA, sums.evicted_by);
  sum_blames(view, code, data, profile->invalidators, profile->n_invalidators, UI_CODE, sums.invalidated_by);
  return sums;
}

static void append_head(GString *out, const char *title) { g_string_append_printf(out, "%-*s ", TITLES, title); }

/* `half`: half the width of the interval; UI_ESTIMATE_UNKNOWN: none (likewise below). */
static void append_cycles(GString *out, const UiProfile *profile, const char *title, double cycles, double half) {
  append_head(out, title);
  ui_estimate_append_interval(out, profile, cycles, half);
  g_string_append(out, " cycles\n");
}

static void append_percent(GString *out, const char *title, double part, double whole, double half) {
  append_head(out, title);
  if (half < 0)
    ui_text_append_percent(out, part, whole);
  else
    ui_estimate_append_percent(out, 100 * ui_text_ratio(part, whole), 100 * half);
  g_string_append_c(out, '\n');
}

/* Appends " Reads: 12.88M (100.0%)". */
static void append_part(GString *out, const UiProfile *profile, const char *title, uint64_t part, uint64_t whole) {
  g_string_append_printf(out, "  %s: ", title);
  ui_estimate_append(out, profile, (double)part);
  g_string_append(out, " (");
  ui_text_append_percent(out, (double)part, (double)whole);
  g_string_append_c(out, ')');
}

static void append_total(GString *out, const UiProfile *profile, const char *title, uint64_t total, double half) {
  g_string_append_printf(out, "%s: ", title);
  ui_estimate_append_interval(out, profile, (double)total, half);
  g_string_append_c(out, '\n');
}

/* Appends the elapsed time, and the shares of the totals. */
static void append_shares(const UiScreen *screen, GString *out, const UiView *view, const UiSelection *code,
                          const Sums *sums) {
  const UiProfile *profile = view->profile;
  const UiCounts *all = &profile->totals.counts;
  const UiCounts *counts = &sums->counts;
  const UiBatchSums *batches = &sums->batches, whole = ui_estimate_totals(profile);
  GString *elapsed = g_string_new("Elapsed Time in ");
  if (code->count == 1)
    ui_short_name_append(elapsed, ui_view_item(view, UI_CODE, ui_selection_first(code))->name,
                         MAX(screen->width, NUMBERS + 8) - NUMBERS);
  else
    g_string_append(elapsed, "this code");
  g_string_append_c(elapsed, ':');
  append_cycles(out, profile, elapsed->str, sums->instructions * (double)ui_profile_cpi(profile) + sums->code_stall,
                UI_ESTIMATE_UNKNOWN);
  g_string_free(elapsed, TRUE);
  append_cycles(out, profile, "Memory Stall Time in bin:", (double)counts->stall_cycles,
                ui_estimate_half(profile, batches->stall));
  append_percent(out, "Percentage of Total Memory Stall Time:", (double)counts->stall_cycles, (double)all->stall_cycles,
                 ui_estimate_half_share(profile, batches->stall, whole.stall));
  append_percent(out, "Percentage of Total Misses:", (double)ui_counts_misses(counts), (double)ui_counts_misses(all),
                 ui_estimate_half_share(profile, batches->misses, whole.misses));
  append_percent(out, "Percentage of Total Refs:", (double)ui_counts_references(counts),
                 (double)ui_counts_references(all), UI_ESTIMATE_UNKNOWN);
  append_percent(out, "Miss Rate:", (double)ui_counts_misses(counts), (double)ui_counts_references(counts),
                 UI_ESTIMATE_UNKNOWN);
}

/* Appends the parts of a whole; `what` names the whole. */
static void append_parts(GString *out, const UiProfile *profile, const UiPart *parts, size_t n, uint64_t whole,
                         const char *what) {
  for (size_t i = 0; i < n; i++) append_part(out, profile, parts[i].name, parts[i].count, whole);
  if (n != 0) g_string_append_printf(out, "  %s\n", what);
}

/* Appends the kinds of misses that the run has. */
static void append_kinds(GString *out, const UiProfile *profile, const UiCounts *counts) {
  const uint64_t misses = ui_counts_misses(counts);
  UiPart parts[UI_COUNTS];
  if (counts->invalidation != 0)
    append_parts(out, profile, parts, ui_parts(counts, COH_SUM_INVALIDATIONS, parts), counts->invalidation,
                 "of the invalidation misses");
  if (counts->capacity != 0 || counts->conflict != 0)
    append_parts(out, profile, parts, ui_parts(counts, COH_SUM_REPLACEMENTS, parts), counts->replacement,
                 "of the replacement misses");
  if (ui_profile_has_nodes(profile))
    append_parts(out, profile, parts, ui_parts(counts, COH_SUM_NODES, parts), misses, "of all misses");
  append_parts(out, profile, parts, ui_served(counts, parts), misses, "served the misses");
}

/* Appends the counts that are no part of misses. */
static void append_alone(GString *out, const UiProfile *profile, const UiCounts *counts) {
  coh_count alone[UI_COUNTS];
  UiPart parts[UI_COUNTS];
  const size_t n = ui_counts_alone(alone);
  for (size_t i = 0; i < n; i++) {
    const uint64_t count = ui_counts_get(counts, alone[i]);
    g_autofree char *title = g_ascii_strup(ui_counts_text(alone[i])->part, -1);
    append_total(out, profile, title, count, UI_ESTIMATE_UNKNOWN);
    append_parts(out, profile, parts, ui_parts_of_count(counts, alone[i], parts), count, "of these");
  }
}

static void append_counts(GString *out, const UiProfile *profile, const Sums *sums) {
  const UiCounts *counts = &sums->counts;
  const uint64_t references = ui_counts_references(counts);
  const uint64_t misses = ui_counts_misses(counts);
  append_total(out, profile, "REFERENCES", references, UI_ESTIMATE_UNKNOWN);
  append_part(out, profile, "Reads", counts->reads, references);
  append_part(out, profile, "Writes", counts->writes, references);
  g_string_append_c(out, '\n');
  append_total(out, profile, "MISSES", misses, ui_estimate_half(profile, sums->batches.misses));
  append_part(out, profile, "Read misses", counts->read_misses, misses);
  append_part(out, profile, "Write misses", counts->write_misses, misses);
  g_string_append_c(out, '\n');
  append_part(out, profile, ui_estimate_cold(profile, "1st Ref Miss", "Unknown"), counts->cold, misses);
  append_part(out, profile, "Inval Miss", counts->invalidation, misses);
  append_part(out, profile, "Repl Miss", counts->replacement, misses);
  g_string_append_c(out, '\n');
  append_kinds(out, profile, counts);
  append_alone(out, profile, counts);
  g_string_append(out, "Memory Stall Time (Cycles):\n  Total = ");
  ui_estimate_append_interval(out, profile, (double)counts->stall_cycles,
                              ui_estimate_half(profile, sums->batches.stall));
  g_string_append_printf(out, ", Avg per reference = %.1f\n",
                         ui_text_ratio((double)counts->stall_cycles, (double)references));
  if (!ui_models_has(profile, UI_MODEL_TRANSLATION)) return;
  append_part(out, profile, "Translation", counts->translation_cycles, counts->stall_cycles);
  g_string_append(out, "  of it\n");
}

/* Appends the misses of a profile made of samples. */
static void append_misses(GString *out, const UiProfile *profile, const Sums *sums) {
  const UiBatchSums whole = ui_estimate_totals(profile);
  const uint64_t misses = ui_counts_misses(&sums->counts);
  append_percent(out, "Percentage of Total Misses:", (double)misses, (double)ui_counts_misses(&profile->totals.counts),
                 ui_estimate_half_share(profile, sums->batches.misses, whole.misses));
  append_total(out, profile, "MISSES", misses, ui_estimate_half(profile, sums->batches.misses));
}

/* Appends the causes of `misses` misses: items of an axis, by rank; `kind` is the title of an item. */
static void append_causes(const UiScreen *screen, GString *out, const UiView *view, const char *title, const char *kind,
                          uint64_t misses, UiAxisKind axis, const uint64_t *by_rank) {
  if (misses == 0) return;
  const double all = (double)misses;
  g_string_append(out, title);
  g_autoptr(GArray) ranked = ui_ranked(by_rank, ui_view_size(view, axis));
  double rest = all;
  for (guint i = 0; i < ranked->len && i < CAUSES; i++) {
    const UiRanked *one = &g_array_index(ranked, UiRanked, i);
    g_string_append_printf(out, "  %s ", kind);
    ui_short_name_append(out, ui_view_item(view, axis, one->index)->name, screen->width - 11 - (unsigned)strlen(kind));
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

/* Adds the metric of all places of one source line in one function, such as its instructions, to the first of them. */
static void join_lines(const UiProfile *profile, uint64_t *place_metric) {
  g_autoptr(GHashTable) first = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  for (uint32_t i = 0; i < profile->n_places; i++) {
    const UiPlace *place = &profile->places[i];
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

/* Returns half the width of the interval of a source line's metric, within the data. */
static double half_of_line(const UiView *view, const UiSelection *data, uint32_t number) {
  const UiProfile *profile = view->profile;
  const UiPlace *line = &profile->places[number];
  UiBatchSums sums = {{0}, {0}};
  for (uint32_t i = 0; i < profile->n_batch_cells; i++) {
    const UiBatchCell *cell = &profile->batch_cells[i];
    const UiPlace *place = &profile->places[cell->place];
    if (place->segment == line->segment && place->file == line->file && place->line == line->line &&
        data->picked[ui_view_column(view, cell->bin)])
      ui_estimate_add(&sums, profile, cell);
  }
  return ui_estimate_half(profile, ui_estimate_values(&sums, view->metric));
}

static void append_hot_lines(const UiScreen *screen, GString *out, const UiView *view, const UiSelection *data,
                             const Sums *sums) {
  const UiProfile *profile = view->profile;
  const uint64_t all = ui_view_metric(view, &sums->counts);
  if (all == 0) return;
  g_string_append_printf(out, "Source Lines with Most %s:\n", ui_view_metric_name(view));
  join_lines(profile, sums->place_metric);
  g_autoptr(GArray) ranked = ui_ranked(sums->place_metric, profile->n_places);
  for (guint i = 0; i < ranked->len && i < HOT_LINES; i++) {
    const UiRanked *one = &g_array_index(ranked, UiRanked, i);
    g_autofree char *place = ui_names_place(profile, one->index);
    g_autofree char *where = ui_text_escaped(place);
    g_string_append(out, "  ");
    ui_text_append_cut(out, where, screen->width - (profile->sampled ? 28 : 18));
    g_string_append(out, ": ");
    ui_estimate_append_interval(out, profile, (double)one->amount, half_of_line(view, data, one->index));
    g_string_append(out, " (");
    ui_text_append_percent(out, (double)one->amount, (double)all);
    g_string_append(out, ")\n");
  }
}

void ui_detail(const UiScreen *screen, const UiView *view, const UiSelection *code, const UiSelection *data,
               GString *out) {
  Sums sums = sum_up(view, code, data);
  ui_screen_ink(screen, out, UI_INK_TITLE);
  g_string_append(out, "DETAILED OUTPUT: ");
  ui_selection_describe(data, view, out);
  g_string_append(out, " in ");
  ui_selection_describe(code, view, out);
  ui_screen_ink(screen, out, UI_INK_PLAIN);
  g_string_append_c(out, '\n');
  if (view->profile->of_samples) {
    append_misses(out, view->profile, &sums);
  } else {
    append_shares(screen, out, view, code, &sums);
    append_counts(out, view->profile, &sums);
  }
  append_causes(screen, out, view, "Causes of Replacements:\n", "bin", sums.counts.replacement, UI_DATA,
                sums.evicted_by);
  append_causes(screen, out, view, "Causes of Invalidations:\n", "code", sums.counts.invalidation, UI_CODE,
                sums.invalidated_by);
  append_hot_lines(screen, out, view, data, &sums);
  g_free(sums.place_metric);
  g_free(sums.evicted_by);
  g_free(sums.invalidated_by);
}
