/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_compare_output.c: The chart is in attr_compare_chart.c. */
#include "ui/attribute/attr_compare_output.h"

#include <math.h>
#include <string.h>

#include "ui/base/ui_json.h"
#include "ui/base/ui_text.h"

static const AttrCompareColumn *column_at(const AttrCompare *compare, guint side) {
  return &g_array_index(compare->columns, AttrCompareColumn, side);
}

static const AttrCompareRow *row_at(const AttrCompare *compare, guint i) {
  return &g_array_index(compare->rows, AttrCompareRow, i);
}

/* Returns the method of a side. For an additional exact profile, returns the name of its file. */
static const char *word_of(const AttrCompare *compare, guint side) {
  const AttrCompareColumn *column = column_at(compare, side);
  return side == ATTR_COMPARE_EXACT ? "direct" : *column->method != '\0' ? column->method : column->title;
}

char *attr_compare_column_name(const AttrCompare *compare, guint side) {
  g_autofree char *word = ui_text_escaped_utf8(word_of(compare, side));
  guint alike = 0;
  for (guint i = 0; i < compare->columns->len; i++) alike += strcmp(word_of(compare, i), word_of(compare, side)) == 0;
  if (alike == 1) return g_steal_pointer(&word);
  g_autofree char *file = g_path_get_basename(column_at(compare, side)->title);
  g_autofree char *printable = ui_text_escaped_utf8(file);
  return g_strdup_printf("%s (%s)", word, printable);
}

/* ---- text ---- */

enum { NAME = 30, CELL = 16 };

static void append_cell(GString *out, const char *text) {
  const unsigned width = ui_text_width(text);
  g_string_append_printf(out, " %*s%s", width < CELL ? (int)(CELL - width) : 0, "", text);
}

static void append_head(const AttrCompare *compare, GString *out) {
  ui_text_append_fitted(out, "Variable", NAME);
  for (guint side = 0; side < compare->columns->len; side++) {
    g_autofree char *name = attr_compare_column_name(compare, side);
    append_cell(out, name);
  }
  g_string_append_c(out, '\n');
}

/* Appends a row with share and rank of each side: "12.3% #4". */
static void append_row(const AttrCompare *compare, const AttrCompareRow *row, GString *out) {
  const AttrProgramVariable *variable = attr_variables_get(compare->variables, row->variable);
  g_autofree char *name = attr_variables_name(variable), *printable = ui_text_escaped(name);
  g_autofree char *title = g_strdup_printf("%s (%s)", printable, attr_variables_letter(variable->kind));
  ui_text_append_fitted(out, title, NAME);
  for (guint side = 0; side < compare->columns->len; side++) {
    g_autofree char *cell = row->ranks[side] == 0
                                ? g_strdup("-    ")
                                : g_strdup_printf("%.1f%% %4u", 100 * row->shares[side], row->ranks[side]);
    append_cell(out, cell);
  }
  g_string_append_c(out, '\n');
}

/* Appends a line of numbers, one for each side other than the exact one; NAN: undefined. */
static void append_figures(const AttrCompare *compare, const char *title, size_t offset, GString *out) {
  ui_text_append_fitted(out, title, NAME);
  append_cell(out, "");
  for (guint side = ATTR_COMPARE_FIRST; side < compare->columns->len; side++) {
    const double number = *(const double *)(const void *)((const char *)column_at(compare, side) + offset);
    g_autofree char *text = isnan(number) ? g_strdup("-") : g_strdup_printf("%.3f", number);
    append_cell(out, text);
  }
  g_string_append_c(out, '\n');
}

static void append_unknown(const AttrCompare *compare, GString *out) {
  ui_text_append_fitted(out, "Not known", NAME);
  for (guint side = 0; side < compare->columns->len; side++) {
    g_autofree char *text = g_strdup_printf("%.1f%%     ", 100 * column_at(compare, side)->unknown);
    append_cell(out, text);
  }
  g_string_append_c(out, '\n');
}

/* ---- joins ---- */

/* The kinds of evidence: the name of each in JSON, in the table, and in a sentence. */
static const struct {
  const char *key, *title, *text;
} whys[ATTR_COMPARE_WHYS] = {
    [ATTR_COMPARE_BY_LINE] = {"line", "line of allocation", "allocated at"},
    [ATTR_COMPARE_BY_REFERENCES] = {"references", "where references went", "referred to by"},
    [ATTR_COMPARE_BY_HOLDER] = {"holder", "what holds its address", "reached by"},
    [ATTR_COMPARE_BY_ASSIGNMENT] = {"assignment", "an assignment in the code", "assigned to or from"},
    [ATTR_COMPARE_BY_COPIES] = {"copies", "what its pointer is set from", "set from"},
    [ATTR_COMPARE_BY_NAME] = {"name", "name without function", "inlined, only one is called"},
};

static const AttrCompareJoin *join_at(const AttrCompare *compare, guint i) {
  return &g_array_index(compare->joins, AttrCompareJoin, i);
}

/* Returns the number of variables of a side with that evidence, and their share. */
static guint count_joins(const AttrCompare *compare, guint side, AttrCompareWhy why, double *share) {
  guint n = 0;
  *share = 0;
  for (guint i = 0; i < compare->joins->len; i++) {
    const AttrCompareJoin *join = join_at(compare, i);
    if (join->side != side || join->why != why) continue;
    *share += join->share;
    n++;
  }
  return n;
}

static char *variable_text(const AttrCompare *compare, guint32 number) {
  if (number == ATTR_VARIABLE_NONE) return g_strdup("no variable");
  g_autofree char *name = attr_variables_name(attr_variables_get(compare->variables, number));
  return ui_text_escaped(name);
}

/* Appends a join: " bzf.state.block is s.arr2, reached by EState.block: instruction 54.9%". */
static void append_join(const AttrCompare *compare, const AttrCompareJoin *join, GString *out) {
  g_autofree char *own = variable_text(compare, join->variable), *exact = variable_text(compare, join->exact);
  g_autofree char *by = ui_text_escaped(join->by), *side = attr_compare_column_name(compare, join->side);
  g_string_append_printf(out, "  %s is %s, %s %s: %.1f%% of %s\n", own, exact, whys[join->why].text, by,
                         100 * join->share, side);
}

/* Appends the number of variables that have another name in the exact profile, and lists those with large shares. */
static void append_joins(const AttrCompare *compare, GString *out) {
  static const double least = 0.005; /* smaller shares are counted, but not listed */
  if (compare->joins->len == 0) return;
  g_string_append(out, "\nVariables with another name in the exact profile: the same by\n");
  for (guint why = 0; why < ATTR_COMPARE_WHYS; why++) {
    g_autofree char *title = g_strdup_printf("  %s", whys[why].title);
    ui_text_append_fitted(out, title, NAME);
    append_cell(out, "");
    for (guint side = ATTR_COMPARE_FIRST; side < compare->columns->len; side++) {
      double share;
      const guint n = count_joins(compare, side, why, &share);
      g_autofree char *cell = n == 0 ? g_strdup("-    ") : g_strdup_printf("%.1f%% %4u", 100 * share, n);
      append_cell(out, cell);
    }
    g_string_append_c(out, '\n');
  }
  for (guint i = 0; i < compare->joins->len; i++)
    if (join_at(compare, i)->share >= least) append_join(compare, join_at(compare, i), out);
}

void attr_compare_text(const AttrCompare *compare, GString *out) {
  g_string_append_printf(out, "Share and rank of the %u variable%s with the most %s\n\n", compare->top,
                         compare->top == 1 ? "" : "s", view_metric_title(compare->metric));
  append_head(compare, out);
  for (guint i = 0; i < compare->top; i++) append_row(compare, row_at(compare, i), out);
  append_unknown(compare, out);
  g_string_append_c(out, '\n');
  append_figures(compare, "Spearman", offsetof(AttrCompareColumn, spearman), out);
  append_figures(compare, "Kendall", offsetof(AttrCompareColumn, kendall), out);
  append_figures(compare, "Total variation distance", offsetof(AttrCompareColumn, distance), out);
  append_joins(compare, out);
  if (compare->folded_stacks)
    g_string_append(out,
                    "\nVariables of a stack frame are one: the exact profile was made without --stack-vars=yes.\n");
}

/* ---- JSON ---- */

enum { VERSION_OF_SCHEMA = 1, DECIMALS = 6 };

static void put_decimal(UiJson *json, const char *key, double number) {
  if (isnan(number))
    ui_json_null(json, key);
  else
    ui_json_decimal(json, key, number, DECIMALS);
}

static void put_columns(UiJson *json, const AttrCompare *compare) {
  ui_json_begin_array(json, "sides");
  for (guint side = 0; side < compare->columns->len; side++) {
    const AttrCompareColumn *column = column_at(compare, side);
    g_autofree char *name = attr_compare_column_name(compare, side);
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "name", name);
    ui_json_string(json, "file", column->title);
    if (*column->method != '\0')
      ui_json_string(json, "method", column->method);
    else
      ui_json_null(json, "method");
    ui_json_number(json, "misses", (guint64)column->misses);
    ui_json_decimal(json, "unknown", column->unknown, DECIMALS);
    put_decimal(json, "spearman", column->spearman);
    put_decimal(json, "kendall", column->kendall);
    ui_json_decimal(json, "distance", column->distance, DECIMALS);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_exact(UiJson *json, const AttrCompare *compare, guint32 number) {
  g_autofree char *name = attr_variables_name(attr_variables_get(compare->variables, number));
  if (number == ATTR_VARIABLE_NONE)
    ui_json_null(json, "is");
  else
    ui_json_string(json, "is", name);
}

static void put_joins(UiJson *json, const AttrCompare *compare) {
  ui_json_begin_array(json, "joins");
  for (guint i = 0; i < compare->joins->len; i++) {
    const AttrCompareJoin *join = join_at(compare, i);
    g_autofree char *own = attr_variables_name(attr_variables_get(compare->variables, join->variable));
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "side", join->side);
    ui_json_string(json, "name", own);
    put_exact(json, compare, join->exact);
    ui_json_string(json, "why", whys[join->why].key);
    ui_json_string(json, "by", join->by);
    ui_json_decimal(json, "share", join->share, DECIMALS);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_row(UiJson *json, const AttrCompare *compare, const AttrCompareRow *row) {
  static const char *const kinds[ATTR_VARIABLE_KINDS] = {"unknown", "heap", "static", "stack", "mapping"};
  const AttrProgramVariable *variable = attr_variables_get(compare->variables, row->variable);
  g_autofree char *name = attr_variables_name(variable);
  ui_json_begin_object(json, NULL);
  ui_json_string(json, "name", name);
  ui_json_string(json, "kind", kinds[variable->kind]);
  ui_json_begin_array(json, "shares");
  for (guint side = 0; side < compare->columns->len; side++) ui_json_decimal(json, NULL, row->shares[side], DECIMALS);
  ui_json_end_array(json);
  ui_json_begin_array(json, "ranks");
  for (guint side = 0; side < compare->columns->len; side++) {
    if (row->ranks[side] != 0)
      ui_json_number(json, NULL, row->ranks[side]);
    else
      ui_json_null(json, NULL);
  }
  ui_json_end_array(json);
  ui_json_end_object(json);
}

void attr_compare_json(const AttrCompare *compare, FILE *file) {
  UiJson json;
  ui_json_start(&json, file);
  ui_json_begin_object(&json, NULL);
  ui_json_number(&json, "version", VERSION_OF_SCHEMA);
  ui_json_string(&json, "metric", view_metric_key(compare->metric));
  ui_json_number(&json, "top", compare->top);
  ui_json_boolean(&json, "stack_variables", !compare->folded_stacks);
  put_columns(&json, compare);
  ui_json_begin_array(&json, "variables");
  for (guint i = 0; i < compare->rows->len; i++) put_row(&json, compare, row_at(compare, i));
  ui_json_end_array(&json);
  put_joins(&json, compare);
  ui_json_end_object(&json);
}
