/* ui_budget_init.c: see ui_budget_init.h.
 *
 * Each budget is read back and measured before it is written, so that the profile keeps to what was written.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/budgets/ui_budget_init.h"

#include <math.h>
#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/budgets/ui_budget_amount.h"

enum { CELLS = 10 };

static const char head[] =
    "# memspy check compares runs with these budgets; memspy help check describes the language.\n";
static const char exact[] = "# A run of the same program is the same each time, so that limits need no slack.\n";

/* Appends a budget of an amount, with what the profile has of it as its limit; an amount that is 0 has to stay so.
 * Appends nothing, and returns 0, if the profile does not tell; else 1. */
static unsigned append_budget(const UiBudgetProfile *profile, const char *amount, GString *out) {
  g_autofree char *line = g_strdup_printf("%s <= 0", amount);
  UiBudgetFile *file = ui_budget_file_parse("", line, strlen(line), NULL);
  if (file == NULL) return 0;
  unsigned appended = 0;
  const UiBudget *budget = g_ptr_array_index(file->budgets, 0);
  UiBudgetCells cells;
  if (ui_budget_cells_find(profile, budget, &cells, NULL)) {
    UiBudgetValue value;
    if (ui_budget_amount(profile, budget, &cells, &value, NULL) && value.half >= 0) {
      /* A limit within the interval could not be judged. */
      const long double limit = value.half > 0 ? ceill(value.value + value.half) + 1 : value.value;
      g_string_append_printf(out, "%s %s %.0Lf\n", amount, limit == 0 ? "=" : "<=", limit);
      appended = 1;
    }
    ui_budget_cells_clear(&cells);
  }
  ui_budget_file_free(file);
  return appended;
}

static bool is_sharing(UiMetric metric) {
  return metric == UI_METRIC_TRUE_SHARING || metric == UI_METRIC_FALSE_SHARING || metric == UI_METRIC_UPGRADES;
}

/* The metrics that a run of this kind may have. Returns how many were appended. */
static unsigned append_totals(const UiBudgetProfile *profile, GString *out) {
  static const UiMetric metrics[] = {UI_METRIC_MISSES, UI_METRIC_STALL, UI_METRIC_TRUE_SHARING, UI_METRIC_FALSE_SHARING,
                                     UI_METRIC_UPGRADES};
  const UiProfile *run = profile->open.profile;
  unsigned busy = 0, appended = 0;
  for (uint32_t i = 0; i < run->n_processors; i++) busy += run->processors[i].instructions > 0;
  for (unsigned i = 0; i < G_N_ELEMENTS(metrics); i++) {
    if (busy < 2 && is_sharing(metrics[i])) continue;
    g_autofree char *amount = g_strdup_printf("total %s", ui_metric_key(metrics[i]));
    appended += append_budget(profile, amount, out);
  }
  return appended;
}

/* ---- cells ---- */

typedef struct {
  uint32_t row, column;
  uint64_t value;
} Cell;

static int by_value(const void *a, const void *b) {
  const Cell *one = a, *other = b;
  if (one->value != other->value) return one->value < other->value ? 1 : -1;
  if (one->row != other->row) return one->row < other->row ? -1 : 1;
  return one->column < other->column ? -1 : one->column > other->column;
}

/* The number of the program's own object; n_objects: it is none of them, as where a script was run. */
static uint32_t find_own(const UiProfile *profile) {
  uint32_t own = 0;
  while (own < profile->n_objects && profile->command[0] != NULL &&
         strcmp(ui_profile_basename(profile->objects[own].path), ui_profile_basename(profile->command[0])) != 0)
    own++;
  return own;
}

/* Is the code in the program itself, and not in a library? */
static bool is_own(const UiProfile *profile, uint32_t own, const UiItem *code) {
  return own == profile->n_objects || profile->segments[g_array_index(code->members, uint32_t, 0)].object == own;
}

/* The cells of a view in the program's own code, greatest first. */
static GArray *find_cells(const UiView *view) {
  GHashTable *index = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  GArray *cells = g_array_new(FALSE, FALSE, sizeof(Cell));
  const uint32_t own = find_own(view->profile);
  for (uint32_t i = 0; i < view->profile->n_cells; i++) {
    const UiCell *cell = &view->profile->cells[i];
    const uint64_t value = ui_view_metric(view, &cell->counts);
    const Cell sum = {ui_view_row(view, cell->place), ui_view_column(view, cell->bin), value};
    if (value == 0 || !is_own(view->profile, own, ui_view_item(view, UI_CODE, sum.row))) continue;
    const gint64 key = (gint64)(((uint64_t)sum.row << 32) | sum.column);
    gpointer found;
    if (g_hash_table_lookup_extended(index, &key, NULL, &found)) {
      g_array_index(cells, Cell, GPOINTER_TO_UINT(found)).value += value;
      continue;
    }
    g_hash_table_insert(index, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(cells->len));
    g_array_append_val(cells, sum);
  }
  g_hash_table_unref(index);
  g_array_sort(cells, by_value);
  return cells;
}

/* The name of an item, as files spell it. */
static char *quoted_name(const UiView *view, UiAxisKind axis, uint32_t rank) {
  g_autofree char *raw = ui_text_unescaped(ui_view_item(view, axis, rank)->name);
  g_autofree char *name = ui_text_escaped_utf8(raw);
  return strpbrk(name, "\"\\$`") != NULL ? g_shell_quote(name) : g_strdup_printf("\"%s\"", name);
}

static void append_cells(const UiBudgetProfile *profile, GString *out) {
  const UiView *view = profile->views[UI_LEVEL_VARIABLE];
  g_autoptr(GArray) cells = find_cells(view);
  for (guint i = 0; i < cells->len && i < CELLS; i++) {
    const Cell *cell = &g_array_index(cells, Cell, i);
    g_autofree char *data = quoted_name(view, UI_DATA, cell->column);
    g_autofree char *code = quoted_name(view, UI_CODE, cell->row);
    g_autofree char *amount = g_strdup_printf("%s of %s in %s", ui_metric_key(view->metric), data, code);
    append_budget(profile, amount, out);
  }
}

bool ui_budget_init(const UiBudgetProfile *profile, const char *name, GString *out, GError **error) {
  const UiProfile *run = profile->open.profile;
  g_string_append(out, head);
  if (!run->sampled) g_string_append(out, exact);
  g_string_append(out, "#\n# Of:");
  for (const char *const *word = run->command; word != NULL && *word != NULL; word++) {
    g_autofree char *text = ui_text_escaped_utf8(*word);
    g_string_append_printf(out, " %s", text);
  }
  g_string_append(out, "\n\n# The whole run, with what libraries do.\n");
  const unsigned totals = append_totals(profile, out);
  g_string_append(out, "\n# The greatest cells in the program's own code.\n");
  append_cells(profile, out);
  if (totals != 0) return true;
  g_autofree char *printable = ui_text_escaped(name);
  g_set_error(
      error, UI_BUDGET_ERROR, 0,
      "%s: no budgets to begin with: all that this profile tells are estimates of which nobody knows how far they "
      "are off",
      printable);
  return false;
}
