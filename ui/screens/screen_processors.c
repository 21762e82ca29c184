/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_processors.h"

#include <string.h>

#include "ui/analysis/analysis_stall.h"
#include "ui/base/ui_text.h"
#include "ui/screens/screen_columns.h"
#include "ui/screens/screen_models.h"
#include "ui/view/view_estimate.h"

enum { LABEL = 5, COLUMN = 9 }; /* columns of the terminal */

/* The columns. */
enum {
  THREADS,
  INSTRUCTIONS,
  BUSY,
  IDLE,
  STALL,
  REFERENCES,
  MISSES,
  COLD,
  REPLACEMENT,
  TRUE_SHARING,
  FALSE_SHARING,
  LOCAL,
  REMOTE,
  UPGRADES,
  COLUMNS
};

static const char cold[] = "1st Ref";

static const char *const titles[COLUMNS] = {
    [THREADS] = "Threads",  [INSTRUCTIONS] = "Instr", [BUSY] = "Busy",           [IDLE] = "Idle",
    [STALL] = "Stall",      [REFERENCES] = "Refs",    [MISSES] = "Misses",       [COLD] = cold,
    [REPLACEMENT] = "Repl", [TRUE_SHARING] = "True",  [FALSE_SHARING] = "False", [LOCAL] = "Local",
    [REMOTE] = "Remote",    [UPGRADES] = "Upgrades"};

typedef struct {
  double values[COLUMNS]; /* floating point, since sums over processors can exceed 64 bits */
} Row;

static Row row_of(const ProfileProcessor *processor) {
  const ProfileCounts *counts = &processor->counts;
  return (Row){{[THREADS] = (double)processor->threads,
                [INSTRUCTIONS] = (double)processor->instructions,
                [BUSY] = (double)processor->busy_cycles,
                [IDLE] = (double)processor->idle_cycles,
                [STALL] = (double)counts->stall_cycles,
                [REFERENCES] = (double)profile_counts_references(counts),
                [MISSES] = (double)profile_counts_misses(counts),
                [COLD] = (double)counts->cold,
                [REPLACEMENT] = (double)counts->replacement,
                [TRUE_SHARING] = (double)counts->true_sharing,
                [FALSE_SHARING] = (double)counts->false_sharing,
                [LOCAL] = (double)counts->local,
                [REMOTE] = (double)counts->remote,
                [UPGRADES] = (double)counts->upgrades}};
}

static bool is_shown(const Profile *profile, unsigned value) {
  if (value == LOCAL || value == REMOTE) return profile_has_nodes(profile);
  if (value == TRUE_SHARING || value == FALSE_SHARING) return profile->totals.counts.invalidation != 0;
  return true;
}

/* Appends the headings of the columns in `shown`, which contains indices of `titles_of`. */
static void append_headings(const Screen *screen, const Profile *profile, const char *const *titles_of,
                            const unsigned *shown, unsigned n, GString *out) {
  screen_ink(screen, out, SCREEN_INK_TITLE);
  screen_columns_right(out, "Proc", LABEL);
  for (unsigned i = 0; i < n; i++) {
    const char *title = titles_of[shown[i]];
    screen_columns_right(out, strcmp(title, cold) == 0 ? view_estimate_cold(profile, cold, "Unknown") : title, COLUMN);
  }
  screen_ink(screen, out, SCREEN_INK_PLAIN);
  g_string_append_c(out, '\n');
}

/* Appends a row of the table, which has `n` columns. */
static void append_row(GString *out, const Profile *profile, const char *label, const Row *row, const unsigned *columns,
                       unsigned n) {
  screen_columns_right(out, label, LABEL);
  for (unsigned c = 0; c < n; c++) {
    const double value = row->values[columns[c]];
    if (columns[c] == THREADS)
      screen_columns_count(out, value, COLUMN);
    else
      screen_columns_estimate(out, profile, value, COLUMN);
  }
  g_string_append_c(out, '\n');
}

static void append_block(const Screen *screen, const Profile *profile, const Row *sums, const unsigned *columns,
                         unsigned n, GString *out) {
  append_headings(screen, profile, titles, columns, n, out);
  for (uint32_t p = 0; p < profile->n_processors; p++) {
    char label[16];
    g_snprintf(label, sizeof label, "%u", p);
    const Row row = row_of(&profile->processors[p]);
    append_row(out, profile, label, &row, columns, n);
  }
  append_row(out, profile, "all", sums, columns, n);
}

/* ---- rates ---- */

/* The columns of the second table. They contain percentages: of the references, of the busy cycles, or of the stall
 * cycles. */
enum {
  MISS_RATE,
  STALL_RATE,
  FROM_COLD,
  FROM_REPLACEMENT,
  FROM_TRUE,
  FROM_FALSE,
  FROM_UPGRADES,
  FROM_REMOTE,
  FROM_TRANSLATION,
  RATES
};

static const char *const rate_titles[RATES] = {
    [MISS_RATE] = "Miss%",        [STALL_RATE] = "Stall%",  [FROM_COLD] = cold,
    [FROM_REPLACEMENT] = "Repl",  [FROM_TRUE] = "True",     [FROM_FALSE] = "False",
    [FROM_UPGRADES] = "Upgrades", [FROM_REMOTE] = "Remote", [FROM_TRANSLATION] = "Transl"};

static bool is_rate_shown(const Profile *profile, unsigned rate) {
  if (rate == FROM_REMOTE) return profile_has_nodes(profile);
  if (rate == FROM_TRANSLATION) return screen_models_has(profile, PROFILE_MODEL_TRANSLATION);
  if (rate == FROM_TRUE || rate == FROM_FALSE) return profile->totals.counts.invalidation != 0;
  return rate != FROM_UPGRADES || profile->totals.counts.upgrades != 0;
}

static void append_rates_of(GString *out, const Profile *profile, const char *label, const ProfileCounts *counts,
                            double busy, const unsigned *rates, unsigned n) {
  const AnalysisLatencies latencies = analysis_stall_latencies(profile);
  const AnalysisStall stall = analysis_stall_split(&latencies, counts);
  const double parts[RATES] = {[MISS_RATE] = (double)profile_counts_misses(counts),
                               [STALL_RATE] = (double)counts->stall_cycles,
                               [FROM_COLD] = stall.cold,
                               [FROM_REPLACEMENT] = stall.replacement,
                               [FROM_TRUE] = stall.true_sharing,
                               [FROM_FALSE] = stall.false_sharing,
                               [FROM_UPGRADES] = stall.upgrades,
                               [FROM_REMOTE] = stall.remote,
                               [FROM_TRANSLATION] = stall.translation};
  screen_columns_right(out, label, LABEL);
  for (unsigned i = 0; i < n; i++) {
    const double whole = rates[i] == MISS_RATE    ? (double)profile_counts_references(counts)
                         : rates[i] == STALL_RATE ? busy
                                                  : (double)counts->stall_cycles;
    screen_columns_percent(out, parts[rates[i]], whole, COLUMN);
  }
  g_string_append_c(out, '\n');
}

static void append_rates_block(const Screen *screen, const Profile *profile, double busy, const unsigned *rates,
                               unsigned n, GString *out) {
  append_headings(screen, profile, rate_titles, rates, n, out);
  for (uint32_t p = 0; p < profile->n_processors; p++) {
    const ProfileProcessor *processor = &profile->processors[p];
    char label[16];
    g_snprintf(label, sizeof label, "%u", p);
    append_rates_of(out, profile, label, &processor->counts, (double)processor->busy_cycles, rates, n);
  }
  append_rates_of(out, profile, "all", &profile->totals.counts, busy, rates, n);
}

/* Appends the miss rate, the stall rate and the causes of the stall of each processor. */
static void append_rates(const Screen *screen, const Profile *profile, double busy, unsigned at_once, GString *out) {
  unsigned rates[RATES], n = 0;
  for (unsigned i = 0; i < RATES; i++)
    if (is_rate_shown(profile, i)) rates[n++] = i;
  for (unsigned i = 0; i < n; i += at_once)
    append_rates_block(screen, profile, busy, rates + i, MIN(n - i, at_once), out);
  ui_text_wrap(out, "Percent: misses of references, stall of busy cycles; the causes, as estimated, of the stall.",
               screen->width, 0);
  g_string_append_c(out, '\n');
}

/* Appends the imbalance of the processors that executed instructions. */
static void append_imbalance(const Profile *profile, GString *out) {
  double sum = 0, most = 0;
  unsigned n = 0;
  for (uint32_t p = 0; p < profile->n_processors; p++) {
    const double busy = (double)profile->processors[p].busy_cycles;
    if (profile->processors[p].threads == 0 && busy == 0) continue;
    sum += busy;
    most = MAX(most, busy);
    n++;
  }
  if (n == 0) return;
  g_string_append_printf(out, "Imbalance: %.2f (busy cycles: greatest of a processor / mean of %u)\n",
                         sum > 0 ? most / (sum / n) : 1, n);
}

void screen_processors(const Screen *screen, const Profile *profile, GString *out) {
  Row sums = {{0}};
  for (uint32_t p = 0; p < profile->n_processors; p++) {
    const Row row = row_of(&profile->processors[p]);
    for (unsigned i = 0; i < COLUMNS; i++) sums.values[i] += row.values[i];
  }
  unsigned columns[COLUMNS], n = 0;
  for (unsigned i = 0; i < COLUMNS; i++)
    if (is_shown(profile, i)) columns[n++] = i;
  const unsigned at_once = MAX((screen->width - LABEL) / COLUMN, 1);
  for (unsigned c = 0; c < n; c += at_once) {
    append_block(screen, profile, &sums, columns + c, MIN(n - c, at_once), out);
    g_string_append_c(out, '\n');
  }
  append_rates(screen, profile, sums.values[BUSY], at_once, out);
  append_imbalance(profile, out);
}
