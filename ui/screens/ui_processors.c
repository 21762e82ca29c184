/* ui_processors.c: see ui_processors.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/screens/ui_processors.h"

#include "ui/base/ui_text.h"

enum { LABEL = 5, COLUMN = 9 }; /* columns of the terminal */

/* What a column shows. */
enum { THREADS, INSTRUCTIONS, BUSY, IDLE, STALL, REFERENCES, MISSES, COLD, REPLACEMENT, TRUE_SHARING, FALSE_SHARING,
       LOCAL, REMOTE, UPGRADES, VALUES };

static const char *const titles[VALUES] = {
    [THREADS] = "Threads", [INSTRUCTIONS] = "Instr", [BUSY] = "Busy",          [IDLE] = "Idle",
    [STALL] = "Stall",     [REFERENCES] = "Refs",    [MISSES] = "Misses",      [COLD] = "1st Ref",
    [REPLACEMENT] = "Repl", [TRUE_SHARING] = "True",  [FALSE_SHARING] = "False", [LOCAL] = "Local",
    [REMOTE] = "Remote",   [UPGRADES] = "Upgrades"};

typedef struct {
  double values[VALUES]; /* sums over processors may be beyond 64 bits */
} Row;

static Row row_of(const UiProcessor *processor) {
  const UiCounts *counts = &processor->counts;
  return (Row){{[THREADS] = (double)processor->threads,
                [INSTRUCTIONS] = (double)processor->instructions,
                [BUSY] = (double)processor->busy_cycles,
                [IDLE] = (double)processor->idle_cycles,
                [STALL] = (double)counts->stall_cycles,
                [REFERENCES] = (double)ui_counts_references(counts),
                [MISSES] = (double)ui_counts_misses(counts),
                [COLD] = (double)counts->cold,
                [REPLACEMENT] = (double)counts->replacement,
                [TRUE_SHARING] = (double)counts->true_sharing,
                [FALSE_SHARING] = (double)counts->false_sharing,
                [LOCAL] = (double)counts->local,
                [REMOTE] = (double)counts->remote,
                [UPGRADES] = (double)counts->upgrades}};
}

static bool is_shown(const UiProfile *profile, unsigned value) {
  if (value == LOCAL || value == REMOTE) return ui_profile_has_nodes(profile);
  if (value == TRUE_SHARING || value == FALSE_SHARING) return profile->totals.counts.invalidation != 0;
  return true;
}

static void append_right(GString *out, const char *text, unsigned width) {
  g_string_append_printf(out, "%*s", (int)width, text);
}

/* One line of the table: the `n` columns of it. */
static void append_row(GString *out, const char *label, const Row *row, const unsigned *columns, unsigned n) {
  append_right(out, label, LABEL);
  for (unsigned c = 0; c < n; c++) {
    GString *number = g_string_new(NULL);
    ui_text_append_count(number, row->values[columns[c]]);
    append_right(out, number->str, COLUMN);
    g_string_free(number, TRUE);
  }
  g_string_append_c(out, '\n');
}

static void append_block(const UiScreen *screen, const UiProfile *profile, const Row *sums, const unsigned *columns,
                         unsigned n, GString *out) {
  ui_screen_ink(screen, out, UI_INK_TITLE);
  append_right(out, "Proc", LABEL);
  for (unsigned c = 0; c < n; c++) append_right(out, titles[columns[c]], COLUMN);
  ui_screen_ink(screen, out, UI_INK_PLAIN);
  g_string_append_c(out, '\n');
  for (uint32_t p = 0; p < profile->n_processors; p++) {
    char label[16];
    g_snprintf(label, sizeof label, "%u", p);
    const Row row = row_of(&profile->processors[p]);
    append_row(out, label, &row, columns, n);
  }
  append_row(out, "all", sums, columns, n);
}

/* Over the processors that had something to do. */
static void append_imbalance(const UiProfile *profile, GString *out) {
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
  g_string_append_printf(out, "Imbalance: %.2f (busy cycles: the most of a processor over the mean of %u)\n",
                         sum > 0 ? most / (sum / n) : 1, n);
}

void ui_processors(const UiScreen *screen, const UiProfile *profile, GString *out) {
  Row sums = {{0}};
  for (uint32_t p = 0; p < profile->n_processors; p++) {
    const Row row = row_of(&profile->processors[p]);
    for (unsigned i = 0; i < VALUES; i++) sums.values[i] += row.values[i];
  }
  unsigned columns[VALUES], n = 0;
  for (unsigned i = 0; i < VALUES; i++)
    if (is_shown(profile, i)) columns[n++] = i;
  const unsigned at_once = MAX((screen->width - LABEL) / COLUMN, 1);
  for (unsigned c = 0; c < n; c += at_once) {
    append_block(screen, profile, &sums, columns + c, MIN(n - c, at_once), out);
    g_string_append_c(out, '\n');
  }
  append_imbalance(profile, out);
}
