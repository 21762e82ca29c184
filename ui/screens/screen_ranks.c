/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_ranks.h"

#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/screens/screen_columns.h"
#include "ui/view/view_ranks.h"

enum { LABEL = 6, COLUMN = 9, DIFFERENCES = 5, MOST_VALUES = 7 };

typedef uint64_t Values[MOST_VALUES];

/* A table that has a row for each rank. The first value of a row is the load of the rank. */
typedef struct {
  const char *const *titles;
  unsigned n; /* columns */
  Values *values;
} Table;

static void append_headings(const Screen *screen, const char *label, const char *const *titles, unsigned n,
                            GString *out) {
  screen_ink(screen, out, SCREEN_INK_TITLE);
  screen_columns_right(out, label, LABEL);
  for (unsigned c = 0; c < n; c++) screen_columns_right(out, titles[c], COLUMN);
  screen_ink(screen, out, SCREEN_INK_PLAIN);
  g_string_append_c(out, '\n');
}

static void append_rank(GString *out, const Profile *profile, const Table *table, uint32_t rank) {
  g_autofree char *label = g_strdup_printf("%" G_GUINT64_FORMAT, profile->ranks[rank].number);
  screen_columns_right(out, label, LABEL);
  for (unsigned c = 0; c < table->n; c++) screen_columns_count(out, (double)table->values[rank][c], COLUMN);
  g_string_append_c(out, '\n');
}

/* Appends the least, the mean and the greatest value of each column. */
static void append_ranges(GString *out, const Profile *profile, const Table *table) {
  static const char *const labels[] = {"min", "mean", "max", "of"};
  ViewRankRange ranges[MOST_VALUES];
  for (unsigned c = 0; c < table->n; c++)
    ranges[c] = view_ranks_range(&table->values[0][c], sizeof table->values[0], profile->n_ranks);
  for (unsigned i = 0; i < G_N_ELEMENTS(labels); i++) {
    screen_columns_right(out, labels[i], LABEL);
    for (unsigned c = 0; c < table->n; c++) {
      const ViewRankRange *range = &ranges[c];
      const double values[] = {(double)range->least, range->mean, (double)range->most};
      g_autofree char *rank = g_strdup_printf("rank %" G_GUINT64_FORMAT, profile->ranks[range->rank].number);
      if (i < G_N_ELEMENTS(values))
        screen_columns_count(out, values[i], COLUMN);
      else
        screen_columns_right(out, range->most != 0 ? rank : "-", COLUMN);
    }
    g_string_append_c(out, '\n');
  }
}

static gint compare_load(gconstpointer a, gconstpointer b, gpointer closure) {
  const Table *table = closure;
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  const uint64_t load_x = table->values[x][0], load_y = table->values[y][0];
  if (load_x != load_y) return load_x > load_y ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void append_table(const Screen *screen, const Profile *profile, const Table *table, uint32_t most,
                         GString *out) {
  append_headings(screen, "Rank", table->titles, table->n, out);
  g_autoptr(GArray) order = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  for (uint32_t r = 0; r < profile->n_ranks; r++) g_array_append_val(order, r);
  if (profile->n_ranks > most) g_array_sort_with_data(order, compare_load, (gpointer)table);
  const uint32_t shown = MIN(profile->n_ranks, most);
  for (uint32_t i = 0; i < shown; i++) append_rank(out, profile, table, g_array_index(order, uint32_t, i));
  if (profile->n_ranks > shown) g_string_append_printf(out, "(%u more)\n", profile->n_ranks - shown);
  append_ranges(out, profile, table);
  const ViewRankRange load = view_ranks_range(&table->values[0][0], sizeof table->values[0], profile->n_ranks);
  if (load.mean > 0)
    g_string_append_printf(out, "Most loaded: rank %" G_GUINT64_FORMAT ", %.2f of the mean (%s)\n",
                           profile->ranks[load.rank].number, (double)load.most / load.mean, table->titles[0]);
}

/* ---- all of the run ---- */

static void append_totals(const Screen *screen, const Profile *profile, uint32_t most, GString *out) {
  static const char *const titles[] = {"Work", "MPI", "Idle", "Stall", "Refs", "Misses"};
  g_autofree ViewRankTotals *totals = view_ranks_totals(profile);
  g_autofree Values *values = g_new0(Values, profile->n_ranks);
  for (uint32_t r = 0; r < profile->n_ranks; r++) {
    const ViewRankTotals *of = &totals[r];
    const uint64_t mpi = MIN(of->mpi_cycles, of->busy_cycles);
    const uint64_t row[G_N_ELEMENTS(titles)] = {of->busy_cycles - mpi,
                                                mpi,
                                                of->idle_cycles,
                                                of->counts.stall_cycles,
                                                profile_counts_references(&of->counts),
                                                profile_counts_misses(&of->counts)};
    memcpy(values[r], row, sizeof row);
  }
  append_table(screen, profile, &(Table){titles, G_N_ELEMENTS(titles), values}, most, out);
  ui_text_wrap(out,
               "Work and MPI are busy cycles: MPI those in code of the message-passing library, which also polls while "
               "it waits.",
               screen->width, 0);
}

/* The range of the values that an item of an axis has in the ranks. */
typedef struct {
  uint32_t item;
  ViewRankRange range;
} Difference;

static gint compare_differences(gconstpointer a, gconstpointer b) {
  const Difference *x = a, *y = b;
  const double more_x = (double)x->range.most - x->range.mean, more_y = (double)y->range.most - y->range.mean;
  if (more_x != more_y) return more_x > more_y ? -1 : 1;
  return x->item < y->item ? -1 : x->item > y->item;
}

/* Returns, for each item and rank, the cycles in the code or the stall cycles on the data. The caller frees the
 * array. */
static uint64_t *values_of(const View *view, ViewAxisKind axis) {
  const Profile *profile = view->profile;
  const uint32_t n = profile->n_ranks, *item_of = view->axes[axis].rank_of;
  uint64_t *values = g_new0(uint64_t, MAX((gsize)view_size(view, axis) * n, 1));
  for (uint32_t i = 0; i < profile->n_rank_codes && axis == VIEW_CODE; i++) {
    const ProfileRankCode *code = &profile->rank_codes[i];
    if (!view_ranks_is_mpi(profile, code->segment))
      values[(gsize)item_of[code->segment] * n + code->rank] += code->cycles;
  }
  for (uint32_t i = 0; i < profile->n_rank_data && axis == VIEW_DATA; i++) {
    const ProfileRankData *data = &profile->rank_data[i];
    values[(gsize)item_of[data->bin] * n + data->rank] += data->stall_cycles;
  }
  return values;
}

/* Appends those shown items of an axis for which the most loaded rank exceeds the mean of the ranks most. */
static void append_differences(const Screen *screen, const View *view, ViewAxisKind axis, GString *out) {
  static const char *const titles[] = {"min", "mean", "max", "rank", ""};
  const Profile *profile = view->profile;
  g_autofree uint64_t *values = values_of(view, axis);
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(Difference));
  for (uint32_t i = 0; i < view_shown(view, axis); i++) {
    const Difference one = {i,
                            view_ranks_range(values + (gsize)i * profile->n_ranks, sizeof *values, profile->n_ranks)};
    if ((double)one.range.most > one.range.mean) g_array_append_val(all, one);
  }
  if (all->len == 0) return;
  g_array_sort(all, compare_differences);
  g_string_append_c(out, '\n');
  screen_title(screen, out,
               axis == VIEW_CODE ? "Code in which ranks differ most (cycles, without MPI):"
                                 : "Data on which ranks differ most (stall cycles):");
  append_headings(screen, "", titles, 4, out);
  for (guint i = 0; i < MIN(all->len, DIFFERENCES); i++) {
    const Difference *one = &g_array_index(all, Difference, i);
    screen_columns_right(out, "", LABEL);
    screen_columns_count(out, (double)one->range.least, COLUMN);
    screen_columns_count(out, one->range.mean, COLUMN);
    screen_columns_count(out, (double)one->range.most, COLUMN);
    g_autofree char *rank = g_strdup_printf("%" G_GUINT64_FORMAT, profile->ranks[one->range.rank].number);
    screen_columns_right(out, rank, COLUMN);
    g_string_append_printf(out, "  %s\n", view_item(view, axis, one->item)->name);
  }
}

/* ---- a part of the matrix ---- */

static void append_part(const Screen *screen, const View *view, const ViewSelection *code, const ViewSelection *data,
                        uint32_t most, GString *out) {
  static const char *const of_code[] = {"Cycles", "Stall", "Misses"};
  const Profile *profile = view->profile;
  const bool has_cycles = data == NULL;
  uint64_t missing;
  g_autofree ViewRankFigures *figures = view_ranks_figures(view, code, data, &missing);
  g_autofree Values *values = g_new0(Values, profile->n_ranks);
  for (uint32_t r = 0; r < profile->n_ranks; r++) {
    uint64_t *value = values[r];
    if (has_cycles) *value++ = figures[r].cycles;
    *value++ = figures[r].stall_cycles;
    *value = figures[r].misses;
  }
  g_autoptr(GString) title = g_string_new(NULL);
  if (code != NULL) view_selection_describe(code, view, title);
  if (code != NULL && data != NULL) g_string_append(title, " on ");
  if (data != NULL) view_selection_describe(data, view, title);
  screen_title(screen, out, title->str);
  append_table(screen, profile, &(Table){of_code + !has_cycles, 3 - !has_cycles, values}, most, out);
  if (missing == 0) return;
  g_autoptr(GString) words = g_string_new(NULL);
  ui_text_append_count(words, (double)missing);
  g_string_append(words,
                  " stall cycles of this part are not known by rank: the profile has those of the pairs of code and "
                  "data with the most stall. The ranks' own profiles have all.");
  ui_text_wrap(out, words->str, screen->width, 0);
}

void screen_ranks(const Screen *screen, const View *view, const ViewSelection *code, const ViewSelection *data,
                  uint32_t most, GString *out) {
  if (code != NULL || data != NULL) {
    append_part(screen, view, code, data, most, out);
    return;
  }
  append_totals(screen, view->profile, most, out);
  append_differences(screen, view, VIEW_CODE, out);
  append_differences(screen, view, VIEW_DATA, out);
}
