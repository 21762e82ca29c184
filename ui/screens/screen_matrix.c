/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_matrix.h"

#include <string.h>

#include "ui/base/ui_short_name.h"
#include "ui/base/ui_text.h"
#include "ui/screens/screen_columns.h"
#include "ui/view/view_estimate.h"
#include "ui/view/view_loader.h"

enum {
  DEFAULT_ROWS = 15, /* with this number, the matrix and the totals above it fill a screen of 50 lines */
  DEFAULT_COLUMNS = 10,
  CELL = 6,          /* width of a percentage and the space before it, in columns */
  COUNT_CELL = 7,    /* width of a count and the space before it, in columns */
  ESTIMATE = 7,      /* additional width of an estimate with its confidence interval, in columns */
  TOTAL = 3,         /* width of the characters around the sum of a row, "|" and " |", in columns */
  LABEL = 9,         /* width of "Segments" and the space after it, in columns */
  SIDE_BY_SIDE = 60, /* minimum width for two legends side by side, in columns */
  BEYOND = G_MAXUINT32
};
#define DEFAULT_LEAST 0.5 /* percent */

/* ---- rows and columns ---- */

typedef enum { FOLD_LOADER, FOLD_MORE, FOLDS } Fold;

/* The rows or the columns of the matrix. Both are called lines here. */
typedef struct {
  GArray *ranks; /* ranks (uint32_t) of the items that have a line of their own, ascending */
  /* indexed by rank: the Fold in whose line the item is summed up; BEYOND: the item has a line of its own, or no
   * references */
  uint32_t *fold_of;
  uint32_t folded[FOLDS]; /* indexed by Fold: the number of items that its line sums up; 0: the line is not printed */
  char label[FOLDS][24];  /* "(loader: 12)", "(7 more)" */
  unsigned least;         /* minimum width of a Fold's column in the heading, with the space before it, in columns */
} Lines;

typedef struct {
  Lines axes[VIEW_AXES];
  unsigned label; /* width of the row labels, in columns */
  unsigned cell;  /* width of a number and the space before it, in columns */
  unsigned total; /* width of a row's sum and the space before it, in columns */
} Extent;

static unsigned digits(uint32_t number) {
  unsigned n = 1;
  for (; number >= 10; number /= 10) n++;
  return n;
}

/* Returns the percentage of the total below which an item has no line of its own; 0: each item has one. */
static double least_share(const Screen *screen, const View *view) {
  if (view->up || view->filters->len > 0) return 0;
  if (screen->least >= 0) return screen->least;
  return screen->top != 0 ? 0 : DEFAULT_LEAST;
}

static bool is_small(const View *view, ViewAxisKind axis, uint32_t rank, double least) {
  const double whole = (double)view_metric(view, &view->profile->totals.counts);
  return (double)view_metric(view, &view_item(view, axis, rank)->counts) * 100 < least * whole;
}

/* Returns whether no item, except the dynamic linker's, is large enough for a line of its own. In this case, all items
 * get one. */
static bool are_all_small(const View *view, ViewAxisKind axis, double least) {
  for (uint32_t rank = 0; rank < view_shown(view, axis); rank++)
    if (!is_small(view, axis, rank, least) && !view_loader_has(view, axis, rank)) return false;
  return true;
}

/* Sets lines->fold_of for small items and for the items of the dynamic linker. If only one item would be folded, it is
 * not folded. */
static void mark_folds(const View *view, ViewAxisKind axis, double least, Lines *lines) {
  uint32_t count[FOLDS] = {0}, first[FOLDS] = {0};
  if (least <= 0 || are_all_small(view, axis, least)) return;
  for (uint32_t rank = 0; rank < view_shown(view, axis); rank++) {
    const Fold fold = view_loader_has(view, axis, rank)   ? FOLD_LOADER
                      : is_small(view, axis, rank, least) ? FOLD_MORE
                                                          : FOLDS;
    if (fold == FOLDS) continue;
    lines->fold_of[rank] = fold;
    if (count[fold]++ == 0) first[fold] = rank;
  }
  for (unsigned fold = 0; fold < FOLDS; fold++)
    if (count[fold] == 1) lines->fold_of[first[fold]] = BEYOND;
}

static void count_folds(const View *view, ViewAxisKind axis, Lines *lines) {
  memset(lines->folded, 0, sizeof lines->folded);
  for (uint32_t rank = 0; rank < view_used(view, axis); rank++)
    if (lines->fold_of[rank] != BEYOND) lines->folded[lines->fold_of[rank]]++;
  g_snprintf(lines->label[FOLD_LOADER], sizeof lines->label[0], "(loader: %u)", lines->folded[FOLD_LOADER]);
  g_snprintf(lines->label[FOLD_MORE], sizeof lines->label[0], "(%u more)", lines->folded[FOLD_MORE]);
}

/* Gives lines of their own to the first `limit` items that can have one. Items that are filtered out are summed up in
 * FOLD_MORE. */
static Lines choose_lines(const View *view, ViewAxisKind axis, double least, uint32_t limit) {
  Lines lines = {.ranks = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
                 .fold_of = g_new(uint32_t, view_size(view, axis) + 1)};
  for (uint32_t rank = 0; rank < view_size(view, axis); rank++) lines.fold_of[rank] = BEYOND;
  mark_folds(view, axis, least, &lines);
  for (uint32_t rank = 0; rank < view_used(view, axis); rank++) {
    if (lines.fold_of[rank] != BEYOND) continue;
    if (rank < view_shown(view, axis) && lines.ranks->len < limit)
      g_array_append_val(lines.ranks, rank);
    else
      lines.fold_of[rank] = FOLD_MORE;
  }
  count_folds(view, axis, &lines);
  return lines;
}

/* Returns the width of a Fold's column. */
static unsigned fold_width(const Lines *lines, Fold fold) {
  return MAX((unsigned)strlen(lines->label[fold]) + 1, lines->least);
}

static unsigned folds_width(const Lines *lines) {
  unsigned width = 0;
  for (unsigned fold = 0; fold < FOLDS; fold++)
    if (lines->folded[fold] != 0) width += fold_width(lines, (Fold)fold);
  return width;
}

/* Keeps the columns of items that fit into `room` together with the folds; at least one column. */
static void fit_columns(const View *view, Lines *lines, unsigned cell, unsigned room) {
  while (lines->ranks->len > 1 && lines->ranks->len * (uint64_t)cell + folds_width(lines) > room) {
    const uint32_t last = g_array_index(lines->ranks, uint32_t, lines->ranks->len - 1);
    lines->fold_of[last] = FOLD_MORE;
    g_array_set_size(lines->ranks, lines->ranks->len - 1);
    lines->folded[FOLD_MORE]++;
    g_snprintf(lines->label[FOLD_MORE], sizeof lines->label[0], "(%u more)", view_used(view, VIEW_DATA));
  }
  count_folds(view, VIEW_DATA, lines);
}

static Extent choose_extent(const Screen *screen, const View *view) {
  const double least = least_share(screen, view);
  const unsigned more = view->profile->sampled ? ESTIMATE : 0;
  Extent extent = {.cell = (screen->counts ? COUNT_CELL : CELL) + more, .total = CELL + more, .label = LABEL};
  if (view->rows_title != NULL) extent.label = MAX(LABEL, (unsigned)strlen(view->rows_title) + 1);
  extent.axes[VIEW_CODE] = choose_lines(view, VIEW_CODE, least, screen->top != 0 ? screen->top : DEFAULT_ROWS);
  extent.axes[VIEW_DATA] = choose_lines(view, VIEW_DATA, least, screen->top != 0 ? screen->top : DEFAULT_COLUMNS);
  for (unsigned fold = 0; fold < FOLDS; fold++)
    if (extent.axes[VIEW_CODE].folded[fold] != 0)
      extent.label = MAX(extent.label, (unsigned)strlen(extent.axes[VIEW_CODE].label[fold]) + 1);
  if (more != 0) extent.axes[VIEW_DATA].least = extent.cell;
  const unsigned used = extent.label + extent.total + TOTAL;
  fit_columns(view, &extent.axes[VIEW_DATA], extent.cell, MAX(screen->width, used) - used);
  return extent;
}

static void clear_extent(Extent *extent) {
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) {
    g_array_free(extent->axes[axis].ranks, TRUE);
    g_free(extent->axes[axis].fold_of);
  }
}

static uint32_t rank_of_line(const Lines *lines, uint32_t line) { return g_array_index(lines->ranks, uint32_t, line); }

/* Returns the Fold to which line number `line` belongs (the lines of Folds begin at lines->ranks->len), or FOLDS after
 * the last line. */
static Fold fold_of_line(const Lines *lines, uint32_t line) {
  uint32_t number = lines->ranks->len;
  for (unsigned fold = 0; fold < FOLDS; fold++)
    if (lines->folded[fold] != 0 && number++ == line) return (Fold)fold;
  return FOLDS;
}

static uint32_t n_lines(const Lines *lines) {
  return lines->ranks->len + (lines->folded[FOLD_LOADER] != 0) + (lines->folded[FOLD_MORE] != 0);
}

/* Returns an array, indexed by the rank of an item, with the line of the matrix to which the item's cells are added. A
 * line is a row or a column: that of the item, or that of its Fold. The caller frees the array. */
static uint32_t *line_of_ranks(const View *view, ViewAxisKind axis, const Lines *lines) {
  uint32_t *line_of = g_new0(uint32_t, view_size(view, axis) + 1); /* items without references do not add to any line */
  for (uint32_t line = 0; line < lines->ranks->len; line++) line_of[rank_of_line(lines, line)] = line;
  for (uint32_t rank = 0; rank < view_size(view, axis); rank++)
    if (lines->fold_of[rank] != BEYOND)
      line_of[rank] = lines->ranks->len + (lines->fold_of[rank] == FOLD_MORE && lines->folded[FOLD_LOADER] != 0);
  return line_of;
}

/* ---- legends ---- */

/* If the legend is sorted by a ratio, which the matrix does not show, returns the item's value of it as text; otherwise
 * "". The caller frees the text. */
static char *legend_value(const View *view, ViewAxisKind axis, uint32_t rank) {
  const ViewItem *item = view_item(view, axis, rank);
  if (view->sort == VIEW_SORT_MPKI) return g_strdup_printf(" %.2f", view_mpki(view, axis, item));
  return view->sort == VIEW_SORT_RATE ? g_strdup_printf(" %.1f%%", view_rate(item)) : g_strdup("");
}

/* Appends row `index` of a legend in `width` columns: an item, a Fold, or spaces. Returns false after the end of the
 * legend. */
static bool append_legend_row(GString *out, const View *view, const Extent *extent, ViewAxisKind axis, uint32_t index,
                              unsigned width) {
  const Lines *lines = &extent->axes[axis];
  const uint32_t shown = lines->ranks->len;
  g_autoptr(GString) row = g_string_new(NULL);
  if (index < shown) {
    const uint32_t rank = rank_of_line(lines, index);
    const unsigned n = MAX(digits(rank_of_line(lines, shown - 1)), 2);
    g_autofree char *value = legend_value(view, axis, rank);
    const unsigned taken = n + 5 + (unsigned)strlen(value);
    g_string_printf(row, "  %*u : ", (int)n, rank);
    ui_short_name_append(row, view_item(view, axis, rank)->name, MAX(width, taken + 1) - taken);
    g_string_append(row, value);
  } else if (fold_of_line(lines, index) != FOLDS) {
    g_string_printf(row, "  %s", lines->label[fold_of_line(lines, index)]);
  }
  ui_text_append_fitted(out, row->str, width);
  return index < n_lines(lines);
}

static void append_legends(const Screen *screen, const View *view, const Extent *extent, GString *out) {
  g_autofree char *rows = g_strdup_printf("%s:", view->rows_title != NULL ? view->rows_title : "Code Segments");
  const char *const titles[] = {[VIEW_CODE] = rows, [VIEW_DATA] = "Data Bins:"};
  if (screen->width < SIDE_BY_SIDE) {
    for (unsigned i = 0; i < VIEW_AXES; i++) {
      const ViewAxisKind axis = i == 0 ? VIEW_DATA : VIEW_CODE;
      g_string_append_printf(out, "%s\n", titles[axis]);
      for (uint32_t row = 0; append_legend_row(out, view, extent, axis, row, screen->width); row++)
        screen_columns_end(out);
      g_string_truncate(out, out->len - screen->width); /* the row past the end is blank */
    }
    return;
  }
  const unsigned half = screen->width / 2;
  ui_text_append_fitted(out, titles[VIEW_DATA], half);
  g_string_append_printf(out, "%s\n", titles[VIEW_CODE]);
  for (uint32_t row = 0;; row++) {
    const gsize before = out->len;
    const bool data = append_legend_row(out, view, extent, VIEW_DATA, row, half - 1);
    g_string_append_c(out, ' ');
    const bool code = append_legend_row(out, view, extent, VIEW_CODE, row, screen->width - half);
    if (!data && !code) {
      g_string_truncate(out, before);
      return;
    }
    screen_columns_end(out);
  }
}

/* The total of the matrix. Cells and sums of cells are shown as shares of this total. */
typedef struct {
  const Screen *screen;
  const Profile *profile;
  uint64_t whole;
  uint64_t *batches; /* the part of `whole` in each batch; NULL: unknown */
} Whole;

/* The value of a cell, or of a sum of cells. */
typedef struct {
  uint64_t value;
  const uint64_t *batches; /* the part of `value` in each batch; NULL: unknown */
} Part;

static void append_number(const Whole *whole, GString *out, const Part *part, double percent) {
  const Profile *profile = whole->profile;
  if (whole->screen->counts)
    view_estimate_append_interval(out, profile, (double)part->value, view_estimate_half(profile, part->batches));
  else if (profile->sampled)
    view_estimate_append_decimal(out, percent, 100 * view_estimate_half_share(profile, part->batches, whole->batches));
  else
    g_string_append_printf(out, "%.1f", percent);
}

/* Appends a percentage or a count, right-aligned in `width` columns. Appends a dash for zero. */
static void append_share(const Whole *whole, GString *out, const Part *part, unsigned width) {
  const Screen *screen = whole->screen;
  const double percent = 100 * ui_text_ratio((double)part->value, (double)whole->whole);
  const ScreenInk ink = percent >= 20 ? SCREEN_INK_HOT : percent >= 5 ? SCREEN_INK_WARM : SCREEN_INK_PLAIN;
  if (ink != SCREEN_INK_PLAIN) screen_ink(screen, out, ink);
  g_autoptr(GString) number = g_string_new(NULL);
  if (part->value == 0)
    g_string_append_c(number, '-');
  else
    append_number(whole, number, part, percent);
  screen_columns_right(out, number->str, width);
  if (ink != SCREEN_INK_PLAIN) screen_ink(screen, out, SCREEN_INK_PLAIN);
}

/* ---- the matrix ---- */

/* Appends a line that separates the heading or the totals from the rows. */
static void append_matrix_rule(const Extent *extent, GString *out) {
  const Lines *columns = &extent->axes[VIEW_DATA];
  for (unsigned i = 0; i < extent->label; i++) g_string_append_c(out, '-');
  g_string_append_c(out, '+');
  for (unsigned i = 0; i <= extent->total; i++) g_string_append_c(out, '-');
  g_string_append_c(out, '+');
  const unsigned cells = columns->ranks->len * extent->cell + folds_width(columns);
  for (unsigned i = 0; i < cells; i++) g_string_append_c(out, '-');
  g_string_append_c(out, '\n');
}

/* Heading of the sums. */
static const char *total_title(const Screen *screen) { return screen->counts ? "Total" : "Tot%"; }

static void append_matrix_head(const Screen *screen, const View *view, const Extent *extent, GString *out) {
  const Lines *columns = &extent->axes[VIEW_DATA];
  const char *above = view->rows_title != NULL ? "" : "Code", *rows = view->rows_title ? view->rows_title : "Segments";
  g_string_append_printf(out, "%-*s|%*s | Data Bins\n", (int)extent->label, above, (int)extent->total, "");
  g_string_append_printf(out, "%-*s|%*s |", (int)extent->label, rows, (int)extent->total, total_title(screen));
  for (uint32_t c = 0; c < columns->ranks->len; c++)
    g_string_append_printf(out, "%*u", (int)extent->cell, rank_of_line(columns, c));
  for (uint32_t c = columns->ranks->len; c < n_lines(columns); c++)
    screen_columns_right(out, columns->label[fold_of_line(columns, c)], fold_width(columns, fold_of_line(columns, c)));
  g_string_append_c(out, '\n');
}

/* Appends a row of cells. `batches`: for each cell, the values of all batches; NULL: they are not known. */
static void append_matrix_cells(const Whole *whole, const Extent *extent, const uint64_t *cells,
                                const uint64_t *batches, GString *out) {
  const Lines *columns = &extent->axes[VIEW_DATA];
  for (uint32_t c = 0; c < n_lines(columns); c++) {
    const unsigned width = c < columns->ranks->len ? extent->cell : fold_width(columns, fold_of_line(columns, c));
    const Part part = {cells[c], batches != NULL ? batches + (size_t)c * whole->profile->n_batches : NULL};
    append_share(whole, out, &part, width);
  }
  g_string_append_c(out, '\n');
}

static void append_row_label(const Extent *extent, uint32_t row, GString *out) {
  const Lines *rows = &extent->axes[VIEW_CODE];
  if (row < rows->ranks->len)
    g_string_append_printf(out, "%*u |", (int)extent->label - 1, rank_of_line(rows, row));
  else
    g_string_append_printf(out, "%*s |", (int)extent->label - 1, rows->label[fold_of_line(rows, row)]);
}

/* Adds up rows or columns of a matrix. Returns the element-wise sums of `of` arrays of `n` numbers, or NULL if the
 * argument is NULL. The caller frees the result. */
static uint64_t *add_up(const uint64_t *numbers, size_t of, size_t n) {
  if (numbers == NULL) return NULL;
  uint64_t *sums = g_new0(uint64_t, n + 1);
  for (size_t i = 0; i < of; i++)
    for (size_t k = 0; k < n; k++) sums[k] += numbers[i * n + k];
  return sums;
}

static void append_row(const Whole *whole, const Extent *extent, const uint64_t *cells, const uint64_t *batches,
                       GString *out) {
  const uint32_t columns = n_lines(&extent->axes[VIEW_DATA]);
  g_autofree uint64_t *sum = add_up(cells, columns, 1);
  g_autofree uint64_t *of_batches = add_up(batches, columns, whole->profile->n_batches);
  append_share(whole, out, &(Part){*sum, of_batches}, extent->total);
  g_string_append(out, " |");
  append_matrix_cells(whole, extent, cells, batches, out);
}

static void append_cells(const Screen *screen, const View *view, const Extent *extent, GString *out) {
  const uint32_t rows = n_lines(&extent->axes[VIEW_CODE]), columns = n_lines(&extent->axes[VIEW_DATA]);
  const size_t n = view->profile->n_batches;
  g_autofree uint32_t *row_of = line_of_ranks(view, VIEW_CODE, &extent->axes[VIEW_CODE]);
  g_autofree uint32_t *column_of = line_of_ranks(view, VIEW_DATA, &extent->axes[VIEW_DATA]);
  g_autofree uint64_t *matrix = view_matrix(view, row_of, rows, column_of, columns);
  g_autofree uint64_t *batches = view_batches(view, row_of, rows, column_of, columns);
  g_autofree uint64_t *sums = add_up(matrix, rows, columns);
  g_autofree uint64_t *sums_of_batches = add_up(batches, rows, columns * n);
  const Whole whole = {screen, view->profile, view_metric(view, &view->profile->totals.counts),
                       add_up(batches, (size_t)rows * columns, n)};

  append_matrix_head(screen, view, extent, out);
  append_matrix_rule(extent, out);
  g_string_append_printf(out, "%*s |%*s |", (int)extent->label - 1, total_title(screen), (int)extent->total, "");
  append_matrix_cells(&whole, extent, sums, sums_of_batches, out);
  append_matrix_rule(extent, out);
  for (uint32_t r = 0; r < rows; r++) {
    append_row_label(extent, r, out);
    append_row(&whole, extent, matrix + (size_t)r * columns, batches != NULL ? batches + (size_t)r * columns * n : NULL,
               out);
  }
  g_free(whole.batches);
}

/* Appends the sort key, the level of data and the filters of the view, if they differ from the defaults. */
static void append_order(const Screen *screen, const View *view, GString *out) {
  const bool by_name = view->sort == VIEW_SORT_NAME;
  if (view->sort != (ViewSort)view->metric || view->up)
    g_string_append_printf(out, "Sorted by %s, %s first\n", view_sort_title(view, view->sort),
                           by_name ? (view->up ? "A" : "Z") : (view->up ? "least" : "most"));
  const ViewLevel level = view_level(view);
  if (level == VIEW_LEVELS)
    g_string_append(out, "Data at several levels: see help level\n");
  else if (level != VIEW_LEVEL_PATH)
    g_string_append_printf(out, "Data by %s: see help level\n", view_level_key(level));
  if (view->filters->len == 0) return;
  g_string_append_printf(out, "Filtered: %u of %u data bins, %u of %u code segments are shown\n",
                         view_shown(view, VIEW_DATA), view_used(view, VIEW_DATA), view_shown(view, VIEW_CODE),
                         view_used(view, VIEW_CODE));
  for (guint i = 0; i < view->filters->len; i++) {
    g_string_append(out, "  ");
    ui_text_append_cut(out, g_ptr_array_index(view->filters, i), screen->width - 2);
    g_string_append_c(out, '\n');
  }
}

void screen_matrix(const Screen *screen, const View *view, GString *out) {
  Extent extent = choose_extent(screen, view);
  if (view_metric_of(VIEW_METRIC_STALL, &view->profile->totals.counts) == 0 && !view->profile->of_samples)
    g_string_append_printf(out, "No reference stalled on memory: ranked by %s instead.\n",
                           view->metric == VIEW_METRIC_MISSES ? "misses" : "references");
  g_autofree char *title = g_strdup_printf("%s%s, broken down by data and code",
                                           screen->counts ? "Total " : "Percentage of Total ", view_metric_name(view));
  screen_title(screen, out, title);
  append_order(screen, view, out);
  append_legends(screen, view, &extent, out);
  g_string_append_c(out, '\n');
  append_cells(screen, view, &extent, out);
  clear_extent(&extent);
}
