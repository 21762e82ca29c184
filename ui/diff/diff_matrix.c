/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_matrix.c: prints three matrices. All of them are in percent of the earlier profile's total. Therefore, the third
 * matrix is the second one minus the first one. */
#include "ui/diff/diff_matrix.h"

#include <math.h>

#include "ui/base/ui_short_name.h"
#include "ui/base/ui_text.h"
#include "ui/diff/diff_estimate.h"

enum { LABEL = 9, CELL = 8 }; /* widths of the label and of a cell, in columns of the terminal */

/* The values of the first rows and columns, and of one additional row and column for the sums of all others. */
typedef struct {
  const Screen *screen;
  const Diff *diff;
  uint32_t shown[VIEW_AXES], all[VIEW_AXES];
  double whole;                  /* the value that is printed as 100 % */
  double *values[DIFF_SIDES];    /* indexed by profile: (shown + 1) * (shown + 1) values, row by row */
  uint64_t *batches[DIFF_SIDES]; /* indexed by profile: values in the batches of a sampled run; NULL: unknown */
} Matrix;

static double *sum_side(const Matrix *matrix, unsigned side) {
  const size_t stride = (size_t)matrix->shown[VIEW_DATA] + 1;
  double *values = g_new0(double, (matrix->shown[VIEW_CODE] + 1) * stride);
  for (guint i = 0; i < matrix->diff->cells->len; i++) {
    const DiffCell *cell = &g_array_index(matrix->diff->cells, DiffCell, i);
    const size_t row = MIN(cell->code, matrix->shown[VIEW_CODE]), column = MIN(cell->data, matrix->shown[VIEW_DATA]);
    values[row * stride + column] += (double)diff_metric(matrix->diff, &cell->counts[side]);
  }
  return values;
}

static uint64_t *sum_batches(const Matrix *matrix, unsigned side) {
  uint32_t *line_of[VIEW_AXES];
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) {
    line_of[axis] = g_new(uint32_t, matrix->all[axis] + 1);
    for (uint32_t i = 0; i < matrix->all[axis]; i++) line_of[axis][i] = MIN(i, matrix->shown[axis]);
  }
  uint64_t *batches = diff_batches(matrix->diff, side, (const uint32_t *const *)line_of, matrix->shown[VIEW_CODE] + 1,
                                   matrix->shown[VIEW_DATA] + 1);
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) g_free(line_of[axis]);
  return batches;
}

static void append_legend(const Matrix *matrix, ViewAxisKind axis, GString *out) {
  g_string_append(out, axis == VIEW_CODE ? "Code Segments:\n" : "Data Bins:\n");
  for (uint32_t i = 0; i < matrix->shown[axis]; i++) {
    const DiffItem *item = diff_item(matrix->diff, axis, i);
    const char *note = !item->in[DIFF_BEFORE]  ? " (only after)"
                       : !item->in[DIFF_AFTER] ? " (only before)"
                       : item->loosely         ? " (moved)"
                                               : "";
    g_string_append_printf(out, "  %2u : ", i);
    const unsigned used = 7 + ui_text_width(note);
    ui_short_name_append(out, item->name, MAX(matrix->screen->width, used + 8) - used);
    g_string_append_printf(out, "%s\n", note);
  }
  if (matrix->all[axis] > matrix->shown[axis])
    g_string_append_printf(out, "  (%u more)\n", matrix->all[axis] - matrix->shown[axis]);
}

/* Appends a value as a percentage. A difference has a sign. Appends a dash for zero, and for a difference of at most
 * `half`, which is half the width of its confidence interval. */
static void append_value(const Matrix *matrix, GString *out, double value, bool difference, double half) {
  const double percent = 100 * (matrix->whole > 0 ? value / matrix->whole : 0);
  const bool none = value == 0 || fabs(value) <= half;
  const ScreenInk ink = difference && !none && percent >= 0.05 ? SCREEN_INK_HOT : SCREEN_INK_PLAIN;
  if (ink != SCREEN_INK_PLAIN) screen_ink(matrix->screen, out, ink);
  if (none)
    g_string_append_printf(out, "%*s", CELL, "-");
  else if (difference && fabs(percent) < 0.05)
    g_string_append_printf(out, "%*s", CELL, percent < 0 ? "-0.0" : "+0.0");
  else
    g_string_append_printf(out, difference ? "%+*.1f" : "%*.1f", CELL, percent);
  if (ink != SCREEN_INK_PLAIN) screen_ink(matrix->screen, out, SCREEN_INK_PLAIN);
}

/* Returns the value of a cell in a profile, or the difference of the two values. */
static double value_of(const Matrix *matrix, unsigned which, size_t cell) {
  if (which < DIFF_SIDES) return matrix->values[which][cell];
  return matrix->values[DIFF_AFTER][cell] - matrix->values[DIFF_BEFORE][cell];
}

/* Returns half the width of the confidence interval of a difference. The difference is the sum over the rows `from` to
 * `to` and the columns `left` to `right`. */
static double half_of(const Matrix *matrix, uint32_t from, uint32_t to, size_t left, size_t right) {
  const size_t stride = (size_t)matrix->shown[VIEW_DATA] + 1;
  uint64_t sums[DIFF_SIDES][PROFILE_BATCHES] = {{0}};
  const uint64_t *values[DIFF_SIDES];
  for (unsigned side = 0; side < DIFF_SIDES; side++) {
    const uint32_t n = matrix->diff->views[side]->profile->n_batches;
    const uint64_t *batches = matrix->batches[side];
    values[side] = batches != NULL ? sums[side] : NULL;
    for (uint32_t r = from; batches != NULL && r <= to; r++)
      for (size_t c = left; c <= right; c++)
        for (uint32_t b = 0; b < n; b++) sums[side][b] += batches[(r * stride + c) * n + b];
  }
  return diff_half(matrix->diff, values);
}

/* Appends a row of a matrix with its sum and its cells. If `row` is after the last row, appends the sums of all rows
 * instead. */
static void append_row(const Matrix *matrix, unsigned which, const char *label, uint32_t row, GString *out) {
  const size_t stride = (size_t)matrix->shown[VIEW_DATA] + 1;
  const bool more = matrix->all[VIEW_DATA] > matrix->shown[VIEW_DATA];
  const uint32_t from = row <= matrix->shown[VIEW_CODE] ? row : 0;
  const uint32_t to = row <= matrix->shown[VIEW_CODE] ? row : matrix->shown[VIEW_CODE];
  g_autofree double *sums = g_new0(double, stride);
  double sum = 0;
  for (uint32_t r = from; r <= to; r++)
    for (size_t c = 0; c < stride; c++) {
      sums[c] += value_of(matrix, which, r * stride + c);
      sum += value_of(matrix, which, r * stride + c);
    }
  g_string_append_printf(out, "%*s |", LABEL - 1, label);
  const bool difference = which == DIFF_SIDES;
  append_value(matrix, out, sum, difference,
               difference ? half_of(matrix, from, to, 0, stride - 1) : VIEW_ESTIMATE_UNKNOWN);
  g_string_append(out, " |");
  for (size_t c = 0; c < stride - !more; c++)
    append_value(matrix, out, sums[c], difference,
                 difference ? half_of(matrix, from, to, c, c) : VIEW_ESTIMATE_UNKNOWN);
  g_string_append_c(out, '\n');
}

static void append_matrix(const Matrix *matrix, unsigned which, GString *out) {
  static const char *const titles[] = {[DIFF_BEFORE] = "Before", [DIFF_AFTER] = "After", [DIFF_SIDES] = "Change"};
  g_string_append_printf(out, "%-*s|%*s |", LABEL, titles[which], CELL, "Tot%");
  for (uint32_t c = 0; c < matrix->shown[VIEW_DATA]; c++) g_string_append_printf(out, "%*u", CELL, c);
  if (matrix->all[VIEW_DATA] > matrix->shown[VIEW_DATA]) g_string_append_printf(out, "%*s", CELL, "more");
  g_string_append_c(out, '\n');
  append_row(matrix, which, "Tot%", matrix->shown[VIEW_CODE] + 1, out);
  for (uint32_t r = 0; r < matrix->shown[VIEW_CODE]; r++) {
    char label[16];
    g_snprintf(label, sizeof label, "%u", r);
    append_row(matrix, which, label, r, out);
  }
  if (matrix->all[VIEW_CODE] > matrix->shown[VIEW_CODE])
    append_row(matrix, which, "more", matrix->shown[VIEW_CODE], out);
}

/* Returns the number of items on an axis, without the items at the end that have a value of 0 in both profiles. */
static uint32_t count_hot(const Diff *diff, ViewAxisKind axis) {
  uint32_t n = diff->items[axis]->len;
  for (; n > 1; n--) {
    const ProfileCounts *counts = diff_item(diff, axis, n - 1)->counts;
    if (diff_metric(diff, &counts[DIFF_BEFORE]) != 0 || diff_metric(diff, &counts[DIFF_AFTER]) != 0) break;
  }
  return n;
}

void diff_matrix(const Screen *screen, const Diff *diff, GString *out) {
  Matrix matrix = {.screen = screen, .diff = diff};
  const unsigned side_room = screen->width - MIN(screen->width, LABEL + CELL + 3);
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) {
    matrix.all[axis] = diff->items[axis]->len;
    matrix.shown[axis] = MIN(count_hot(diff, axis), screen->top);
  }
  const uint32_t fit = MAX(side_room / CELL, 1);
  if (matrix.all[VIEW_DATA] > fit) matrix.shown[VIEW_DATA] = MIN(matrix.shown[VIEW_DATA], MAX(fit - 1, 1));
  for (unsigned side = 0; side < DIFF_SIDES; side++) matrix.values[side] = sum_side(&matrix, side);
  for (unsigned side = 0; side < DIFF_SIDES; side++) matrix.batches[side] = sum_batches(&matrix, side);
  for (unsigned side = DIFF_SIDES; side-- > 0;) {
    const double all = (double)diff_metric(diff, &diff->views[side]->profile->totals.counts);
    if (all > 0) matrix.whole = all;
  }
  g_autofree char *title = g_strdup_printf("Percentage of the earlier %s, broken down by data and code",
                                           view_metric_name(diff->by));
  g_string_append_c(out, '\n');
  screen_title(screen, out, title);
  append_legend(&matrix, VIEW_DATA, out);
  append_legend(&matrix, VIEW_CODE, out);
  for (unsigned which = 0; which <= DIFF_SIDES; which++) {
    g_string_append_c(out, '\n');
    append_matrix(&matrix, which, out);
  }
  for (unsigned side = 0; side < DIFF_SIDES; side++) {
    g_free(matrix.values[side]);
    g_free(matrix.batches[side]);
  }
}
