/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_text.c: writes the difference between two profiles as text, except the matrices, which diff_matrix.c writes. */
#include "ui/diff/diff_text.h"

#include <string.h>

#include "ui/base/ui_short_name.h"
#include "ui/base/ui_text.h"
#include "ui/diff/diff_estimate.h"
#include "ui/diff/diff_findings.h"
#include "ui/diff/diff_matrix.h"
#include "ui/screens/screen_columns.h"

enum { SMALL = 200 /* changes of less than a 200th of all stall are small */ };
enum { DEFAULT_TOP = 10, LEAST_NAME = 22, COUNT = 10, CHANGE = 11, ESTIMATE = 9 /* more */, PERCENT = 9 }; /* columns */

static uint32_t top_of(const Screen *screen) { return screen->top != 0 ? screen->top : DEFAULT_TOP; }

static void append_title(const Screen *screen, GString *out, const char *title) {
  g_string_append_c(out, '\n');
  screen_ink(screen, out, SCREEN_INK_TITLE);
  g_string_append(out, title);
  screen_ink(screen, out, SCREEN_INK_PLAIN);
  g_string_append_c(out, '\n');
}

/* Returns the width of the column for changes. If a run was sampled, it has room for the confidence interval. */
static unsigned change_width(const Diff *diff) { return CHANGE + (diff_is_sampled(diff) ? ESTIMATE : 0); }

/* Appends a count in one profile. */
static void append_count(GString *out, const Diff *diff, unsigned side, uint64_t count) {
  screen_columns_estimate(out, diff->views[side]->profile, (double)count, COUNT);
}

/* Appends a change such as "-12.5M". If half the width of its confidence interval is known, appends it, too, such as
 * "-12.5M ± 0.8M". Appends "=" if there is no change. */
static void append_amount(GString *out, const Diff *diff, DiffChange change, double half) {
  if (diff_is_sampled(diff) && half < 0) g_string_append_c(out, '~');
  g_string_append_c(out, change.less ? '-' : '+');
  ui_text_append_count(out, (double)change.amount);
  if (half < 0) return;
  g_string_append(out, view_estimate_sign());
  ui_text_append_count_like(out, half, (double)change.amount);
}

/* As append_amount(), but right-aligned, and with "none" for an insignificant change. `more` is the colour of an
 * increase. */
static void append_change(const Screen *screen, GString *out, const Diff *diff, DiffChange change, double half,
                          ScreenInk more) {
  const bool none = change.amount == 0 || diff_is_none(change, half);
  GString *text = g_string_new(change.amount == 0 ? "=" : none ? "none" : "");
  if (!none) append_amount(text, diff, change, half);
  const bool inked = !none && !change.less && more != SCREEN_INK_PLAIN;
  if (inked) screen_ink(screen, out, more);
  screen_columns_right(out, text->str, change_width(diff));
  if (inked) screen_ink(screen, out, SCREEN_INK_PLAIN);
  g_string_free(text, TRUE);
}

/* Returns the width that remains for names next to the four columns of numbers. */
static unsigned name_width(const Screen *screen, const Diff *diff) {
  const unsigned columns = 2 * COUNT + change_width(diff) + PERCENT;
  return MAX(screen->width, columns + LEAST_NAME) - columns;
}

/* Appends a change in percent of `before`, or "new" if `before` is 0. */
static void append_change_percent(GString *out, DiffChange change, uint64_t before, unsigned width) {
  char text[32] = "";
  if (before != 0)
    g_snprintf(text, sizeof text, "%s%.1f%%",
               change.amount == 0 ? ""
               : change.less      ? "-"
                                  : "+",
               100 * ui_text_ratio((double)change.amount, (double)before));
  else if (change.amount != 0)
    g_strlcpy(text, "new", sizeof text);
  screen_columns_right(out, text, width);
}

/* Appends a line of a table: the counts before and after, the change, and half the width of its confidence interval.
 * `more` is the colour of an increase. */
static void append_inked(const Screen *screen, GString *out, const Diff *diff, const char *name, uint64_t before,
                         uint64_t after, double half, ScreenInk more) {
  const DiffChange change = diff_change(before, after);
  ui_short_name_append_fitted(out, name, name_width(screen, diff));
  append_count(out, diff, DIFF_BEFORE, before);
  append_count(out, diff, DIFF_AFTER, after);
  append_change(screen, out, diff, change, half, more);
  if (!diff_is_none(change, half)) append_change_percent(out, change, before, PERCENT);
  while (out->str[out->len - 1] == ' ') g_string_truncate(out, out->len - 1);
  g_string_append_c(out, '\n');
}

/* As append_inked(), but uses the colour of a regression if the count has increased. */
static void append_line(const Screen *screen, GString *out, const Diff *diff, const char *name, uint64_t before,
                        uint64_t after, double half) {
  append_inked(screen, out, diff, name, before, after, half, SCREEN_INK_HOT);
}

static void append_table_head(const Screen *screen, GString *out, const Diff *diff, const char *title) {
  GString *line = g_string_new(NULL);
  ui_text_append_fitted(line, title, name_width(screen, diff));
  g_string_append_printf(line, "%*s%*s%*s", COUNT, "Before", COUNT, "After", (int)change_width(diff), "Change");
  append_title(screen, out, line->str);
  g_string_free(line, TRUE);
}

static void append_run(const Screen *screen, GString *out, const char *side, const char *title,
                       const Profile *profile) {
  GString *line = g_string_new(NULL);
  g_string_printf(line, "%s %s:", side, title);
  for (const char *const *word = profile->command; *word != NULL; word++) {
    g_autofree char *printable = ui_text_escaped(*word);
    g_string_append_printf(line, " %s", printable);
  }
  ui_text_append_cut(out, line->str, screen->width);
  g_string_append_c(out, '\n');
  g_string_free(line, TRUE);
}

/* Appends the options that have different values in the two profiles: either those of the machine, or all others. */
static void append_options(const Screen *screen, GString *out, const Diff *diff, bool machine, const char *title) {
  bool titled = false;
  for (guint i = 0; i < diff->options->len; i++) {
    const DiffOption *option = &g_array_index(diff->options, DiffOption, i);
    if (option->machine != machine) continue;
    if (!titled) append_title(screen, out, title);
    titled = true;
    g_autofree char *name = ui_text_escaped(option->name);
    g_string_append_printf(out, "  --%s:", name);
    for (unsigned side = 0; side < DIFF_SIDES; side++) {
      const char *raw = option->value[side];
      g_autofree char *value = raw != NULL ? ui_text_escaped(raw) : g_strdup("not given");
      g_string_append_printf(out, "%s %s", side == DIFF_AFTER ? "," : "", value);
    }
    g_string_append_c(out, '\n');
  }
}

/* Returns whether the totals should show which caches served the misses. Both profiles must have these counts, and
 * memory must not have served all misses. */
static bool tells_served(const ProfileCounts *before, const ProfileCounts *after) {
  return profile_counts_served(before) == profile_counts_misses(before) &&
         profile_counts_served(after) == profile_counts_misses(after) &&
         (before->memory != profile_counts_served(before) || after->memory != profile_counts_served(after));
}

/* Returns the name of a row in the totals. If one of the runs was sampled, first references cannot be distinguished
 * from other misses. The caller owns the name. */
static char *row_name(const Diff *diff, coh_count count, unsigned depth) {
  const ProfileCountText *text = profile_counts_text(count);
  const bool is_server = coh_sum_of(count) == COH_SUM_SERVERS;
  const char *name = count == COH_COUNT_COLD && diff_is_sampled(diff) ? "Unknown, 1st Ref"
                     : is_server                                      ? text->words
                                                                      : text->part;
  return g_strdup_printf("%*s%s%s", (int)(2 * depth), "", is_server ? "Served by " : "", name);
}

/* Returns whether one of the profiles was made of hardware samples, so that only misses can be compared. */
static bool is_of_samples(const Diff *diff) {
  return diff->views[DIFF_BEFORE]->profile->of_samples || diff->views[DIFF_AFTER]->profile->of_samples;
}

static void append_misses(const Screen *screen, GString *out, const Diff *diff) {
  const ProfileTotals *before = &diff->views[DIFF_BEFORE]->profile->totals,
                      *after = &diff->views[DIFF_AFTER]->profile->totals;
  append_line(screen, out, diff, "Misses", profile_counts_misses(&before->counts),
              profile_counts_misses(&after->counts), diff_half_of_totals(diff, VIEW_METRIC_MISSES));
}

/* Appends a count to the totals, unless it is 0 in both profiles. Always appends causes, and counts that are not parts
 * of other counts. Omits counts by serving cache if they are unknown. These counts have no colour, because an increase
 * of misses that the L2 serves can be an improvement. */
static void append_total(const Screen *screen, GString *out, const Diff *diff, coh_count count, unsigned depth) {
  const ProfileCounts *before = &diff->views[DIFF_BEFORE]->profile->totals.counts,
                      *after = &diff->views[DIFF_AFTER]->profile->totals.counts;
  const uint64_t was = profile_counts_get(before, count), is = profile_counts_get(after, count);
  const coh_sum sum = coh_sum_of(count);
  const bool always = sum == COH_SUM_CAUSES || coh_count_format_of(count)->whole == COH_COUNT_NOTHING;
  if (!profile_counts_text(count)->is_compared || (sum == COH_SUM_SERVERS && !tells_served(before, after))) return;
  if (!always && was == 0 && is == 0) return;
  g_autofree char *name = row_name(diff, count, depth);
  append_inked(screen, out, diff, name, was, is, VIEW_ESTIMATE_UNKNOWN,
               sum == COH_SUM_SERVERS ? SCREEN_INK_PLAIN : SCREEN_INK_HOT);
}

/* Appends the parts of a count, each of them followed by its own parts. */
static void append_counts(const Screen *screen, GString *out, const Diff *diff, coh_count whole, unsigned depth) {
  coh_count parts[PROFILE_COUNTS];
  const unsigned n = profile_counts_parts(whole, parts);
  for (unsigned i = 0; i < n; i++) {
    if (parts[i] == COH_COUNT_READS || parts[i] == COH_COUNT_WRITES) continue;
    append_total(screen, out, diff, parts[i], depth);
    append_counts(screen, out, diff, parts[i], depth + 1);
  }
}

/* Appends the counts of additional models, unless a count is 0 in both profiles. For some models, appends either all
 * counts or none. */
static void append_models(const Screen *screen, GString *out, const Diff *diff) {
  const ProfileModelCounts *before = &diff->views[DIFF_BEFORE]->profile->model_totals,
                           *after = &diff->views[DIFF_AFTER]->profile->model_totals;
  for (unsigned i = 0; i < PROFILE_MODEL_COUNTS; i++) {
    const ProfileModelCountText *text = profile_models_count_text(COH_COMMON_COUNTS + i);
    const ProfileModelText *model = profile_models_text(text->model);
    const unsigned deciding = model->compares_all ? model->leading - COH_COMMON_COUNTS : i;
    if (*text->compared != '\0' &&
        (profile_models_get(before, deciding) != 0 || profile_models_get(after, deciding) != 0))
      append_line(screen, out, diff, text->compared, profile_models_get(before, i), profile_models_get(after, i),
                  VIEW_ESTIMATE_UNKNOWN);
  }
}

/* Appends the misses per thousand instructions in both profiles. */
static void append_mpki(const Screen *screen, GString *out, const Diff *diff) {
  double sides[DIFF_SIDES];
  for (unsigned side = 0; side < DIFF_SIDES; side++) {
    const ProfileTotals *totals = &diff->views[side]->profile->totals;
    sides[side] = profile_counts_mpki(&totals->counts, (double)totals->instructions);
  }
  const double before = sides[DIFF_BEFORE], change = sides[DIFF_AFTER] - before;
  g_autofree char *amount = change == 0 ? g_strdup("=") : g_strdup_printf("%+.2f", change);
  ui_text_append_fitted(out, "MPKI", name_width(screen, diff));
  g_string_append_printf(out, "%*.2f%*.2f", COUNT, before, COUNT, sides[DIFF_AFTER]);
  screen_columns_right(out, amount, change_width(diff));
  if (before > 0) g_string_append_printf(out, change == 0 ? "%*.1f%%" : "%+*.1f%%", PERCENT - 1, 100 * change / before);
  g_string_append_c(out, '\n');
}

static void append_totals(const Screen *screen, GString *out, const Diff *diff) {
  const ProfileTotals *before = &diff->views[DIFF_BEFORE]->profile->totals,
                      *after = &diff->views[DIFF_AFTER]->profile->totals;
  append_table_head(screen, out, diff, "TOTALS");
  if (is_of_samples(diff)) {
    append_misses(screen, out, diff);
    return;
  }
  append_line(screen, out, diff, "Execution Time", before->cycles, after->cycles, VIEW_ESTIMATE_UNKNOWN);
  append_line(screen, out, diff, "Memory Stall Time", before->counts.stall_cycles, after->counts.stall_cycles,
              diff_half_of_totals(diff, VIEW_METRIC_STALL));
  if (before->counts.translation_cycles != 0 || after->counts.translation_cycles != 0)
    append_line(screen, out, diff, "  Translation of addresses", before->counts.translation_cycles,
                after->counts.translation_cycles, VIEW_ESTIMATE_UNKNOWN);
  append_line(screen, out, diff, "Instructions", before->instructions, after->instructions, VIEW_ESTIMATE_UNKNOWN);
  append_line(screen, out, diff, "References", profile_counts_references(&before->counts),
              profile_counts_references(&after->counts), VIEW_ESTIMATE_UNKNOWN);
  append_total(screen, out, diff, COH_COUNT_READS, 1);
  append_total(screen, out, diff, COH_COUNT_WRITES, 1);
  append_mpki(screen, out, diff);
  append_misses(screen, out, diff);
  append_counts(screen, out, diff, COH_COUNT_MISSES, 1);
  append_counts(screen, out, diff, COH_COUNT_NOTHING, 0);
  append_models(screen, out, diff);
}

static void append_processors(const Screen *screen, GString *out, const Diff *diff) {
  const Profile *before = diff->views[DIFF_BEFORE]->profile, *after = diff->views[DIFF_AFTER]->profile;
  static const ProfileProcessor none;
  append_table_head(screen, out, diff, "PROCESSORS");
  for (uint32_t p = 0; p < MAX(before->n_processors, after->n_processors); p++) {
    const ProfileProcessor *was = p < before->n_processors ? &before->processors[p] : &none;
    const ProfileProcessor *is = p < after->n_processors ? &after->processors[p] : &none;
    g_autofree char *busy = g_strdup_printf("%4u Busy", p);
    append_line(screen, out, diff, busy, was->busy_cycles, is->busy_cycles, VIEW_ESTIMATE_UNKNOWN);
    append_line(screen, out, diff, "     Stall", was->counts.stall_cycles, is->counts.stall_cycles,
                VIEW_ESTIMATE_UNKNOWN);
    if (was->idle_cycles != 0 || is->idle_cycles != 0)
      append_line(screen, out, diff, "     Idle", was->idle_cycles, is->idle_cycles, VIEW_ESTIMATE_UNKNOWN);
  }
}

/* Returns whether a change is less than 1 / SMALL of the total stall, in the profile with more stall. If another metric
 * determines ranks, its total is used instead. */
static bool is_small(const Diff *diff, DiffChange change) {
  const uint64_t before = diff_metric(diff, &diff->views[DIFF_BEFORE]->profile->totals.counts);
  const uint64_t after = diff_metric(diff, &diff->views[DIFF_AFTER]->profile->totals.counts);
  return change.amount < MAX(before, after) / SMALL;
}

/* Appends a line that reports `n` small changes. */
static void append_small(GString *out, const Diff *diff, uint32_t n) {
  if (n != 0)
    g_string_append_printf(out, "(%u that changed by less than %.1f%% of all %s)\n", n, 100.0 / SMALL,
                           view_metric_name(diff->by));
}

/* Appends the findings that are gone, new or changed, sorted by the stall that they explain. */
static void append_findings(const Screen *screen, GString *out, const Diff *diff) {
  if (diff->findings == NULL || diff->findings->len == 0) return;
  append_table_head(screen, out, diff, "FINDINGS, by the stall that they explain");
  uint32_t small = 0;
  for (guint i = 0; i < diff->findings->len; i++) {
    const DiffFinding *finding = &g_array_index(diff->findings, DiffFinding, i);
    const uint64_t before = finding->cycles[DIFF_BEFORE], after = finding->cycles[DIFF_AFTER];
    if (is_small(diff, diff_change(before, after))) {
      small++;
      continue;
    }
    const char *state = !finding->in[DIFF_AFTER] ? "Gone: " : !finding->in[DIFF_BEFORE] ? "New: " : "";
    g_autofree char *name = g_strdup_printf("%s%s%s%s", state, finding->title, *finding->about != '\0' ? ", " : "",
                                            finding->about);
    append_line(screen, out, diff, name, before, after, VIEW_ESTIMATE_UNKNOWN);
  }
  append_small(out, diff, small);
}

/* Appends the items of an axis with the greatest changes. */
static void append_items(const Screen *screen, GString *out, const Diff *diff, ViewAxisKind axis) {
  g_autofree char *title = g_strdup_printf("%s, by change of %s", axis == VIEW_CODE ? "CODE" : "DATA",
                                           view_metric_name(diff->by));
  append_table_head(screen, out, diff, title);
  const uint32_t top = top_of(screen);
  uint32_t changed = 0, none = 0, small = 0;
  for (uint32_t i = 0; i < diff->items[axis]->len; i++) { /* items are sorted by decreasing change */
    const DiffItem *item = diff_item(diff, axis, i);
    const uint64_t before = diff_metric(diff, &item->counts[DIFF_BEFORE]);
    const uint64_t after = diff_metric(diff, &item->counts[DIFF_AFTER]);
    if (before == after) break;
    if (diff_is_none(diff_change(before, after), item->half))
      none++;
    else if (is_small(diff, diff_change(before, after)))
      small++;
    else if (changed++ < top)
      append_line(screen, out, diff, item->name, before, after, item->half);
  }
  if (changed > top) g_string_append_printf(out, "(%u more)\n", changed - top);
  append_small(out, diff, small);
  if (none != 0) g_string_append_printf(out, "(%u that changed less than their intervals)\n", none);
}

/* The sums over all cells that changed in one direction. */
typedef struct {
  uint64_t all;   /* sum of the changes; it cannot overflow, because it is at most a total */
  guint n, small; /* n: number of cells; small: number of cells with a small change */
} Direction;

static bool goes(const Diff *diff, const DiffCell *cell, bool less) {
  const DiffChange change = diff_metric_change(diff, cell->counts);
  return change.amount != 0 && change.less == less && !diff_is_none(change, cell->half);
}

static Direction sum_direction(const Diff *diff, bool less) {
  Direction sum = {0, 0, 0};
  for (guint i = 0; i < diff->cells->len; i++) {
    const DiffCell *cell = &g_array_index(diff->cells, DiffCell, i);
    if (!goes(diff, cell, less)) continue;
    sum.all += diff_metric_change(diff, cell->counts).amount;
    sum.n++;
    sum.small += is_small(diff, diff_metric_change(diff, cell->counts));
  }
  return sum;
}

static void append_cell(const Screen *screen, GString *out, const Diff *diff, const DiffCell *cell) {
  const unsigned used = 2 * COUNT + change_width(diff) + 2;
  for (unsigned side = 0; side < DIFF_SIDES; side++)
    append_count(out, diff, side, diff_metric(diff, &cell->counts[side]));
  append_change(screen, out, diff, diff_metric_change(diff, cell->counts), cell->half, SCREEN_INK_HOT);
  g_autofree char *name = g_strdup_printf("%s on %s", diff_item(diff, VIEW_CODE, cell->code)->name,
                                          diff_item(diff, VIEW_DATA, cell->data)->name);
  g_string_append(out, "  ");
  ui_text_append_cut(out, name, MAX(screen->width, used + LEAST_NAME) - used);
  g_string_append_c(out, '\n');
}

/* Appends the cells with the greatest changes in one direction, which are improvements if `less` is set. */
static void append_direction(const Screen *screen, GString *out, const Diff *diff, bool less) {
  const Direction sum = sum_direction(diff, less);
  const guint top = top_of(screen);
  GString *title = g_string_new(less ? "BETTER: " : "WORSE: ");
  if (sum.n != 0) {
    append_amount(title, diff, (DiffChange){less, sum.all}, VIEW_ESTIMATE_UNKNOWN);
    g_string_append_printf(title, " of %s in %u cell%s", view_metric_name(diff->by), sum.n, sum.n == 1 ? "" : "s");
  } else {
    g_string_append(title, "nothing");
  }
  append_title(screen, out, title->str);
  g_string_free(title, TRUE);
  if (sum.n == sum.small) {
    append_small(out, diff, sum.small);
    return;
  }
  g_string_append_printf(out, "%*s%*s%*s  Code on Data\n", COUNT, "Before", COUNT, "After", (int)change_width(diff),
                         "Change");
  for (guint i = 0, shown = 0; i < diff->cells->len && shown < top; i++) {
    const DiffCell *cell = &g_array_index(diff->cells, DiffCell, i);
    if (!goes(diff, cell, less) || is_small(diff, diff_metric_change(diff, cell->counts))) continue;
    append_cell(screen, out, diff, cell);
    shown++;
  }
  if (sum.n - sum.small > top) g_string_append_printf(out, "(%u more)\n", sum.n - sum.small - top);
  append_small(out, diff, sum.small);
}

void diff_text(const Screen *screen, const Diff *diff, const char *const titles[DIFF_SIDES], GString *out) {
  append_run(screen, out, "Before", titles[DIFF_BEFORE], diff->views[DIFF_BEFORE]->profile);
  append_run(screen, out, "After ", titles[DIFF_AFTER], diff->views[DIFF_AFTER]->profile);
  if (diff_is_sampled(diff))
    ui_text_wrap(
        out, "Sampled: counts with ~ and changes are estimates; a change that is less than its interval of 95% is none",
        screen->width, 0);
  append_options(screen, out, diff, true, "THE MACHINES DIFFER: what changed may be theirs");
  append_options(screen, out, diff, false, "Other options that differ");
  append_totals(screen, out, diff);
  if (!is_of_samples(diff)) append_processors(screen, out, diff);
  append_findings(screen, out, diff);
  append_items(screen, out, diff, VIEW_DATA);
  append_items(screen, out, diff, VIEW_CODE);
  append_direction(screen, out, diff, true);
  append_direction(screen, out, diff, false);
  Screen matrix = *screen;
  matrix.top = top_of(screen);
  diff_matrix(&matrix, diff, out);
}
