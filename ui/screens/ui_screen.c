/* ui_screen.c: see ui_screen.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/screens/ui_screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "ui/model/ui_machine.h"
#include "ui/base/ui_short_name.h"
#include "ui/base/ui_text.h"

enum {
  DEFAULT_WIDTH = 80,
  DEFAULT_ROWS = 15, /* with the totals above, a screen of 50 lines */
  DEFAULT_COLUMNS = 10,
  CELL = 6,          /* columns of a percentage and the space before it */
  COUNT_CELL = 7,    /* columns of a count and the space before it */
  TOTAL = 9,         /* columns of "| 100.0 |" */
  LABEL = 9,         /* columns of "Segments" and the space after it */
  SIDE_BY_SIDE = 60, /* legends stand so from this width on */
  TITLES = 26        /* columns of the titles of totals */
};

UiScreen ui_screen_for(int fd) {
  UiScreen screen = {.width = DEFAULT_WIDTH};
  const bool terminal = isatty(fd);
  const char *columns = getenv("COLUMNS");
  const char *term = getenv("TERM");
  const char *no_color = getenv("NO_COLOR");
  struct winsize size;
  guint64 width;
  if (columns != NULL && g_ascii_string_to_unsigned(columns, 10, 1, 10000, &width, NULL))
    screen.width = (unsigned)width;
  else if (terminal && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col != 0)
    screen.width = size.ws_col;
  screen.width = MAX(screen.width, UI_SCREEN_NARROWEST);
  screen.colour = terminal && (no_color == NULL || *no_color == '\0') && term != NULL && strcmp(term, "dumb") != 0;
  return screen;
}

void ui_screen_ink(const UiScreen *screen, GString *out, UiInk ink) {
  static const char *const sequences[] =
      {[UI_INK_PLAIN] = "\033[0m", [UI_INK_TITLE] = "\033[1m", [UI_INK_WARM] = "\033[33m", [UI_INK_HOT] = "\033[1;31m"};
  if (screen->colour) g_string_append(out, sequences[ink]);
}

static void append_rule(const UiScreen *screen, GString *out) {
  for (unsigned i = 0; i < screen->width; i++) g_string_append_c(out, '-');
  g_string_append_c(out, '\n');
}

static void append_title(const UiScreen *screen, GString *out, const char *title) {
  ui_screen_ink(screen, out, UI_INK_TITLE);
  g_string_append(out, title);
  ui_screen_ink(screen, out, UI_INK_PLAIN);
  g_string_append_c(out, '\n');
}

/* Ends a line, without spaces at its end. */
static void end_line(GString *out) {
  while (out->len > 0 && out->str[out->len - 1] == ' ') g_string_truncate(out, out->len - 1);
  g_string_append_c(out, '\n');
}

/* Where several processors had threads: how these took turns. */
static void append_interleaving(const UiProfile *profile, GString *out) {
  unsigned used = 0;
  for (uint32_t p = 0; p < profile->n_processors; p++) used += profile->processors[p].threads != 0;
  if (used < 2) return;
  if (profile->quantum != 0)
    g_string_append_printf(out, "Threads: by their clocks, at most %" G_GUINT64_FORMAT " cycles ahead\n",
                           profile->quantum);
  else
    g_string_append(out, "Threads: in long slices, so that little sharing shows\n");
}

void ui_screen_run(const UiScreen *screen, const UiProfile *profile, const char *what, GString *out) {
  g_string_append(out, "Program: ");
  GString *command = g_string_new(NULL);
  for (const char *const *word = profile->command; *word != NULL; word++) {
    g_autofree char *printable = ui_text_escaped(*word);
    g_string_append_printf(command, "%s%s", word != profile->command ? " " : "", printable);
  }
  ui_text_append_cut(out, command->str, screen->width - 9);
  g_string_free(command, TRUE);

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

static void append_head(GString *out, const char *title) { g_string_append_printf(out, "%-*s", TITLES, title); }

typedef struct {
  const char *name;
  uint64_t count;
} Part;

/* "Reads: 19.99M (74.2%)". Owned by the caller. */
static char *describe_part(const Part *part, uint64_t whole) {
  GString *out = g_string_new(part->name);
  g_string_append(out, ": ");
  ui_text_append_count(out, (double)part->count);
  g_string_append(out, " (");
  ui_text_append_percent(out, (double)part->count, (double)whole);
  g_string_append_c(out, ')');
  return g_string_free(out, FALSE);
}

/* Appends a title, what `lead` says, and what a count is made up of: all on one line, for which the title may move
 * closer, or, where that gets too long, the parts on a line each. */
static void append_parts(const UiScreen *screen, GString *out, const char *title, const char *lead, uint64_t whole,
                         const Part *parts, size_t n) {
  g_auto(GStrv) words = g_new0(char *, n + 1);
  for (size_t i = 0; i < n; i++) words[i] = describe_part(&parts[i], whole);
  g_autofree char *all = g_strjoinv(", ", words);
  const char *separator = *lead != '\0' ? " - " : "";
  const size_t room = screen->width - MIN(screen->width, strlen(lead) + strlen(separator) + strlen(all));
  if (room > strlen(title)) {
    g_string_append_printf(out, "%-*s%s%s%s\n", (int)MIN(room, TITLES), title, lead, separator, all);
    return;
  }
  append_head(out, title);
  g_string_append(out, lead);
  end_line(out);
  for (size_t i = 0; i < n; i++) g_string_append_printf(out, "  %s\n", words[i]);
}

/* A count and its parts. */
static void append_whole(const UiScreen *screen, GString *out, const char *title, uint64_t whole, const Part *parts,
                         size_t n) {
  GString *count = g_string_new(NULL);
  ui_text_append_count(count, (double)whole);
  append_parts(screen, out, title, count->str, whole, parts, n);
  g_string_free(count, TRUE);
}

/* What kinds of misses there are, where there may be several: local or remote, true or false sharing, capacity or
 * conflict. */
static void append_kinds_of_misses(const UiScreen *screen, const UiProfile *profile, GString *out) {
  const UiCounts *counts = &profile->totals.counts;
  if (counts->capacity != 0 || counts->conflict != 0)
    append_whole(screen, out, "Replacement Misses:", counts->replacement,
                 (const Part[]){{"Capacity", counts->capacity}, {"Conflict", counts->conflict}}, 2);
  if (counts->invalidation != 0)
    append_whole(screen, out, "Invalidation Misses:", counts->invalidation,
                 (const Part[]){{"True sharing", counts->true_sharing}, {"False sharing", counts->false_sharing}}, 2);
  if (ui_profile_has_nodes(profile))
    append_parts(screen, out, "Supplied by Node:", "", ui_counts_misses(counts),
                 (const Part[]){{"Local", counts->local}, {"Remote", counts->remote}}, 2);
}

static void append_totals(const UiScreen *screen, const UiProfile *profile, GString *out) {
  const UiCounts *counts = &profile->totals.counts;
  const uint64_t references = ui_counts_references(counts), misses = ui_counts_misses(counts);
  append_title(screen, out, "TOTAL APPLICATION STATISTICS");
  append_head(out, "Execution Time:");
  ui_text_append_count(out, (double)profile->totals.cycles);
  g_string_append(out, " cycles\n");
  append_head(out, "Total Memory Stall Time:");
  ui_text_append_count(out, (double)counts->stall_cycles);
  g_string_append(out, " cycles\n");
  append_head(out, "Overall Miss Rate:");
  ui_text_append_percent(out, (double)misses, (double)references);
  g_string_append_c(out, '\n');
  append_whole(screen, out, "Total References:", references,
               (const Part[]){{"Reads", counts->reads}, {"Writes", counts->writes}}, 2);
  append_whole(screen, out, "Total Misses:", misses,
               (const Part[]){{"Reads", counts->read_misses}, {"Writes", counts->write_misses}}, 2);
  append_parts(
      screen, out, "Causes of Misses:", "", misses,
      (const Part[]){{"1st Ref", counts->cold}, {"Repl", counts->replacement}, {"Inval", counts->invalidation}}, 3);
  append_kinds_of_misses(screen, profile, out);
  append_head(out, "Upgrades:");
  ui_text_append_count(out, (double)counts->upgrades);
  g_string_append_c(out, '\n');
}

/* How much of the view the matrix shows. */
typedef struct {
  uint32_t shown[UI_AXES];
  uint32_t more[UI_AXES];       /* left out, summed up in one row or column */
  char more_label[UI_AXES][24]; /* "(7 more)" */
  unsigned label;               /* columns of the row labels */
  unsigned cell;                /* columns of a number and the space before it */
} Extent;

static unsigned digits(uint32_t number) {
  unsigned n = 1;
  for (; number >= 10; number /= 10) n++;
  return n;
}

static void set_extent(Extent *extent, UiAxisKind axis, uint32_t size, uint32_t shown) {
  extent->shown[axis] = MIN(size, shown);
  extent->more[axis] = size - extent->shown[axis];
  g_snprintf(extent->more_label[axis], sizeof extent->more_label[axis], "(%u more)", extent->more[axis]);
}

/* As many columns as fit; where some are left out, the sum over them must fit too. */
static Extent choose_extent(const UiScreen *screen, const UiView *view) {
  Extent extent = {.cell = screen->counts ? COUNT_CELL : CELL};
  const uint32_t size = ui_view_used(view, UI_DATA);
  const uint32_t rows = MIN(ui_view_shown(view, UI_CODE), screen->top != 0 ? screen->top : DEFAULT_ROWS);
  set_extent(&extent, UI_CODE, ui_view_used(view, UI_CODE), rows);
  extent.label = LABEL;
  if (extent.more[UI_CODE] != 0) extent.label = MAX(extent.label, (unsigned)strlen(extent.more_label[UI_CODE]) + 1);
  const unsigned room = screen->width - extent.label - TOTAL;
  uint32_t shown = MIN(ui_view_shown(view, UI_DATA), screen->top != 0 ? screen->top : DEFAULT_COLUMNS);
  const unsigned more = (unsigned)strlen("( more)") + digits(size) + 1;
  if (shown * (uint64_t)extent.cell + (shown < size ? more : 0) > room)
    shown = room > more ? (room - more) / extent.cell : 0;
  set_extent(&extent, UI_DATA, size, MAX(shown, 1));
  return extent;
}

/* Row `index` of a legend, in `width` columns: an item, or how many are left out, or nothing. Returns false
 * past its end. */
static bool append_legend_row(GString *out, const UiView *view, const Extent *extent, UiAxisKind axis, uint32_t index,
                              unsigned width) {
  const uint32_t shown = extent->shown[axis];
  GString *row = g_string_new(NULL);
  if (index < shown) {
    const unsigned n = MAX(digits(shown - 1), 2);
    g_string_printf(row, "  %*u : ", (int)n, index);
    ui_short_name_append(row, ui_view_item(view, axis, index)->name, MAX(width, n + 6) - n - 5);
  } else if (index == shown && extent->more[axis] != 0) {
    g_string_printf(row, "  %s", extent->more_label[axis]);
  }
  ui_text_append_fitted(out, row->str, width);
  g_string_free(row, TRUE);
  return index < shown || (index == shown && extent->more[axis] != 0);
}

static void append_legends(const UiScreen *screen, const UiView *view, const Extent *extent, GString *out) {
  static const char *const titles[] = {[UI_CODE] = "Code Segments:", [UI_DATA] = "Data Bins:"};
  if (screen->width < SIDE_BY_SIDE) {
    for (unsigned i = 0; i < UI_AXES; i++) {
      const UiAxisKind axis = i == 0 ? UI_DATA : UI_CODE;
      g_string_append_printf(out, "%s\n", titles[axis]);
      for (uint32_t row = 0; append_legend_row(out, view, extent, axis, row, screen->width); row++) end_line(out);
      g_string_truncate(out, out->len - screen->width); /* the row past the end is blank */
    }
    return;
  }
  const unsigned half = screen->width / 2;
  ui_text_append_fitted(out, titles[UI_DATA], half);
  g_string_append_printf(out, "%s\n", titles[UI_CODE]);
  for (uint32_t row = 0;; row++) {
    const gsize before = out->len;
    const bool data = append_legend_row(out, view, extent, UI_DATA, row, half - 1);
    g_string_append_c(out, ' ');
    const bool code = append_legend_row(out, view, extent, UI_CODE, row, screen->width - half);
    if (!data && !code) {
      g_string_truncate(out, before);
      return;
    }
    end_line(out);
  }
}

/* A percentage or count, right-aligned in `width` columns, or a dash for nothing at all. */
static void append_share(const UiScreen *screen, GString *out, uint64_t part, uint64_t whole, unsigned width) {
  const double percent = 100 * ui_text_ratio((double)part, (double)whole);
  const UiInk ink = percent >= 20 ? UI_INK_HOT : percent >= 5 ? UI_INK_WARM : UI_INK_PLAIN;
  if (ink != UI_INK_PLAIN) ui_screen_ink(screen, out, ink);
  GString *number = g_string_new(NULL);
  if (part == 0)
    g_string_append_c(number, '-');
  else if (screen->counts)
    ui_text_append_count(number, (double)part);
  else
    g_string_printf(number, "%.1f", percent);
  g_string_append_printf(out, "%*s", (int)width, number->str);
  g_string_free(number, TRUE);
  if (ink != UI_INK_PLAIN) ui_screen_ink(screen, out, UI_INK_PLAIN);
}

static unsigned more_width(const Extent *extent) { return (unsigned)strlen(extent->more_label[UI_DATA]) + 1; }

/* Separates the head, and the line of totals, from the rows. */
static void append_matrix_rule(const Extent *extent, GString *out) {
  for (unsigned i = 0; i < extent->label; i++) g_string_append_c(out, '-');
  g_string_append(out, "+-------+");
  const unsigned cells = extent->shown[UI_DATA] * extent->cell + (extent->more[UI_DATA] != 0 ? more_width(extent) : 0);
  for (unsigned i = 0; i < cells; i++) g_string_append_c(out, '-');
  g_string_append_c(out, '\n');
}

/* The head of the sums. */
static const char *total_title(const UiScreen *screen) { return screen->counts ? "Total" : "Tot%"; }

static void append_matrix_head(const UiScreen *screen, const Extent *extent, GString *out) {
  g_string_append_printf(out, "%-*s|       | Data Bins\n", (int)extent->label, "Code");
  g_string_append_printf(out, "%-*s| %5s |", (int)extent->label, "Segments", total_title(screen));
  for (uint32_t c = 0; c < extent->shown[UI_DATA]; c++) g_string_append_printf(out, "%*u", (int)extent->cell, c);
  if (extent->more[UI_DATA] != 0) g_string_append_printf(out, " %s", extent->more_label[UI_DATA]);
  g_string_append_c(out, '\n');
}

/* A row of cells, the last of which stands for those left out. */
static void append_matrix_cells(const UiScreen *screen, const Extent *extent, const uint64_t *cells, uint64_t whole,
                                GString *out) {
  for (uint32_t c = 0; c < extent->shown[UI_DATA]; c++) append_share(screen, out, cells[c], whole, extent->cell);
  if (extent->more[UI_DATA] != 0) append_share(screen, out, cells[extent->shown[UI_DATA]], whole, more_width(extent));
  g_string_append_c(out, '\n');
}

static void append_cells(const UiScreen *screen, const UiView *view, const Extent *extent, GString *out) {
  const uint32_t rows = extent->shown[UI_CODE], columns = extent->shown[UI_DATA];
  const size_t stride = (size_t)columns + 1;
  const uint64_t whole = ui_view_metric(view, &view->profile->totals.counts);
  g_autofree uint64_t *matrix = ui_view_matrix(view, rows, columns);
  g_autofree uint64_t *sums = g_new0(uint64_t, stride);
  for (uint32_t r = 0; r <= rows; r++)
    for (size_t c = 0; c < stride; c++) sums[c] += matrix[r * stride + c];

  append_matrix_head(screen, extent, out);
  append_matrix_rule(extent, out);
  g_string_append_printf(out, "%*s |       |", (int)extent->label - 1, total_title(screen));
  append_matrix_cells(screen, extent, sums, whole, out);
  append_matrix_rule(extent, out);
  for (uint32_t r = 0; r < rows + (extent->more[UI_CODE] != 0); r++) {
    if (r < rows)
      g_string_append_printf(out, "%*u |", (int)extent->label - 1, r);
    else
      g_string_append_printf(out, "%*s |", (int)extent->label - 1, extent->more_label[UI_CODE]);
    uint64_t total = 0;
    for (size_t c = 0; c < stride; c++) total += matrix[r * stride + c];
    append_share(screen, out, total, whole, CELL);
    g_string_append(out, " |");
    append_matrix_cells(screen, extent, matrix + r * stride, whole, out);
  }
}

/* Where they are not what they are without the user: how rows and columns are sorted, and which are shown. */
static void append_order(const UiScreen *screen, const UiView *view, GString *out) {
  const bool by_name = view->sort == UI_SORT_NAME;
  if (view->sort != (UiSort)view->metric || view->up)
    g_string_append_printf(out, "Sorted by %s, %s first\n",
                           view->sort < UI_SORT_RATE ? ui_metric_name((UiMetric)view->sort)
                           : by_name                 ? "name"
                                                     : "miss rate",
                           by_name ? (view->up ? "A" : "Z") : (view->up ? "least" : "most"));
  if (view->filters->len == 0) return;
  g_string_append_printf(out, "Filtered: %u of %u data bins, %u of %u code segments are shown\n",
                         ui_view_shown(view, UI_DATA), ui_view_used(view, UI_DATA), ui_view_shown(view, UI_CODE),
                         ui_view_used(view, UI_CODE));
  for (guint i = 0; i < view->filters->len; i++) {
    g_string_append(out, "  ");
    ui_text_append_cut(out, g_ptr_array_index(view->filters, i), screen->width - 2);
    g_string_append_c(out, '\n');
  }
}

void ui_screen_matrix(const UiScreen *screen, const UiView *view, GString *out) {
  const Extent extent = choose_extent(screen, view);
  if (ui_metric_of(UI_METRIC_STALL, &view->profile->totals.counts) == 0)
    g_string_append_printf(out, "No reference waited for memory: ranked by %s instead.\n",
                           view->metric == UI_METRIC_MISSES ? "misses" : "references");
  g_autofree char *title = g_strdup_printf("%s%s, broken down by data and code",
                                           screen->counts ? "Total " : "Percentage of Total ",
                                           ui_view_metric_name(view->metric));
  append_title(screen, out, title);
  append_order(screen, view, out);
  append_legends(screen, view, &extent, out);
  g_string_append_c(out, '\n');
  append_cells(screen, view, &extent, out);
}

void ui_screen_first(const UiScreen *screen, const UiView *view, GString *out) {
  ui_screen_run(screen, view->profile, "Profile:", out);
  ui_machine_describe(view->profile, screen->width, out);
  append_interleaving(view->profile, out);
  g_string_append_c(out, '\n');
  append_totals(screen, view->profile, out);
  append_rule(screen, out);
  ui_screen_matrix(screen, view, out);
}
