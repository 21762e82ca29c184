/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_compare_chart.c: the bar chart of attr_compare_output.h, similar to Figures 3 to 12 of Rutar and Hollingsworth
 * (2011).
 */
#include "ui/attribute/attr_compare_output.h"

#include <math.h>

#include "ui/base/ui_text.h"

/* Sizes in the units of the picture. */
enum { MARGIN = 16, AXIS = 48, PLOT = 240, TOP = 36, NAMES = 130, BAR = 12, GAP = 14, LEGEND = 20, LEAST = 480 };

/* The colours of the report's page, which colour-blind readers can distinguish. */
static const char *const colours[] = {"#2878b8", "#e69f00", "#009e73", "#d55e00",
                                      "#cc79a7", "#56b4e9", "#8a949e", "#b5a800"};

static const AttrCompareRow *row_at(const AttrCompare *compare, guint i) {
  return &g_array_index(compare->rows, AttrCompareRow, i);
}

/* Returns the largest share, rounded up to 10 %. */
static double scale_of(const AttrCompare *compare) {
  enum { STEPS = 10 };
  guint steps = 1;
  for (guint i = 0; i < compare->top; i++)
    for (guint side = 0; side < compare->columns->len; side++)
      while (row_at(compare, i)->shares[side] * STEPS > steps && steps < STEPS) steps++;
  return (double)steps / STEPS;
}

static guint group_width(const AttrCompare *compare) { return compare->columns->len * BAR + GAP; }

static guint width_of(const AttrCompare *compare) {
  return MAX(2 * MARGIN + AXIS + compare->top * group_width(compare), LEAST);
}

static guint height_of(const AttrCompare *compare) {
  return TOP + PLOT + NAMES + compare->columns->len * LEGEND + MARGIN;
}

/* Returns the text with the characters escaped that have a meaning in SVG. The caller owns it. */
static char *markup(const char *text) {
  g_autofree char *valid = ui_text_escaped_utf8(text);
  return g_markup_escape_text(valid, -1);
}

static void put_axis(const AttrCompare *compare, double scale, FILE *file) {
  enum { STEPS = 5 };
  for (guint i = 0; i <= STEPS; i++) {
    const double y = TOP + PLOT - (double)PLOT * i / STEPS;
    fprintf(file, "<path d=\"M%d %.2f H%u\" stroke=\"#d8dde3\"/>\n", MARGIN + AXIS, y, width_of(compare) - MARGIN);
    fprintf(file, "<text x=\"%d\" y=\"%.2f\" text-anchor=\"end\">%.0f%%</text>\n", MARGIN + AXIS - 6, y + 4,
            100 * scale * i / STEPS);
  }
}

static void put_bars(const AttrCompare *compare, guint i, double scale, FILE *file) {
  const AttrCompareRow *row = row_at(compare, i);
  const AttrProgramVariable *variable = attr_variables_get(compare->variables, row->variable);
  g_autofree char *name = attr_variables_name(variable), *escaped = markup(name);
  const guint left = MARGIN + AXIS + GAP / 2 + i * group_width(compare);
  for (guint side = 0; side < compare->columns->len; side++) {
    const double height = PLOT * row->shares[side] / scale;
    g_autofree char *column = attr_compare_column_name(compare, side), *title = g_markup_escape_text(column, -1);
    fprintf(file, "<rect x=\"%u\" y=\"%.2f\" width=\"%d\" height=\"%.2f\" fill=\"%s\">", left + side * BAR,
            TOP + PLOT - height, BAR - 1, height, colours[side % G_N_ELEMENTS(colours)]);
    fprintf(file, "<title>%s, %s: %.1f%%</title></rect>\n", escaped, title, 100 * row->shares[side]);
  }
  const guint middle = left + compare->columns->len * BAR / 2;
  fprintf(file, "<text transform=\"translate(%u %d) rotate(-50)\" text-anchor=\"end\">%s (%s)</text>\n", middle,
          TOP + PLOT + 14, escaped, attr_variables_letter(variable->kind));
}

/* Writes a correlation, unless it is undefined. */
static void put_correlation(const char *name, double value, FILE *file) {
  if (isnan(value))
    fprintf(file, ", %s -", name);
  else
    fprintf(file, ", %s %.2f", name, value);
}

static void put_legend(const AttrCompare *compare, FILE *file) {
  for (guint side = 0; side < compare->columns->len; side++) {
    const AttrCompareColumn *column = &g_array_index(compare->columns, AttrCompareColumn, side);
    g_autofree char *name = attr_compare_column_name(compare, side), *escaped = g_markup_escape_text(name, -1);
    const guint y = TOP + PLOT + NAMES + side * LEGEND;
    fprintf(file, "<rect x=\"%d\" y=\"%u\" width=\"12\" height=\"12\" fill=\"%s\"/>\n", MARGIN, y,
            colours[side % G_N_ELEMENTS(colours)]);
    fprintf(file, "<text x=\"%d\" y=\"%u\">%s", MARGIN + 18, y + 11, escaped);
    if (side != ATTR_COMPARE_EXACT) {
      fprintf(file, ": distance %.2f", column->distance);
      put_correlation("Spearman", column->spearman, file);
      put_correlation("Kendall", column->kendall, file);
    }
    fputs("</text>\n", file);
  }
}

void attr_compare_chart(const AttrCompare *compare, FILE *file) {
  const guint width = width_of(compare), height = height_of(compare);
  const double scale = scale_of(compare);
  g_autofree char *title = markup(g_array_index(compare->columns, AttrCompareColumn, ATTR_COMPARE_EXACT).title);
  fprintf(file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" width=\"%u\" height=\"%u\" role=\"img\""
          " font-family=\"system-ui, sans-serif\" font-size=\"13\">\n"
          "<title>%s of variables, %s</title>\n<rect width=\"%u\" height=\"%u\" fill=\"#ffffff\"/>\n"
          "<text x=\"%d\" y=\"20\">%s by variable: %s</text>\n",
          width, height, width, height, view_metric_title(compare->metric), title, width, height, MARGIN,
          view_metric_title(compare->metric), title);
  put_axis(compare, scale, file);
  for (guint i = 0; i < compare->top; i++) put_bars(compare, i, scale, file);
  put_legend(compare, file);
  fputs("</svg>\n", file);
}
