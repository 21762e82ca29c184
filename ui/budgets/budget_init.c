/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_init.c: creates an initial budget file. Each budget is parsed and measured before it is written. Therefore,
 * the profile meets all budgets. */
#include "ui/budgets/budget_init.h"

#include <math.h>
#include <string.h>

#include "machine/mach_config.h"
#include "ui/base/ui_text.h"
#include "ui/budgets/budget_amount.h"
#include "ui/budgets/budget_own.h"

enum {
  CELLS = 10,
  SLACK = 100,      /* with windows, stall can grow by this part: 1 % */
  LEAST_SLACK = 400 /* but at least by this number of cycles, since few cycles can be more than 1 % */
};

static const char head[] =
    "# memspy check compares runs with these budgets; memspy help check describes the language.\n";
static const char exact[] =
    "# A run of the same program with the same input is the same each time, so that limits need no slack: also with\n"
    "# another environment, in another folder, and as another user.\n";
static const char windows[] =
    "# A run of the same program with the same input has the same misses each time. Where processors have windows, the\n"
    "# stall depends a little on the instructions before: in another environment or folder, it differs by a few cycles.\n"
    "# Limits of stall have a slack of 1 % for this, or of 400 cycles if this is more.\n";
static const char chance[] =
    "# The caches replace lines at random: in another environment or folder they replace others. Raise the limits by\n"
    "# what that may change.\n";
static const char whole[] =
    "# None is known by name. The whole run, with what the dynamic linker and libraries do: this depends on the\n"
    "# environment and on the path of the program.\n";

static bool has_windows(const Profile *run) {
  return g_strcmp0(profile_option(run, "processor"), mach_processor_name(MACH_WINDOW)) == 0;
}

/* Returns the limit for a value of a profile. A limit within the confidence interval would make the verdict unknown. */
static long double limit_of(const Profile *run, BudgetAmount amount, const BudgetValue *value) {
  if (value->half > 0) return ceill(value->value + value->half) + 1;
  if (!has_windows(run) || amount != (BudgetAmount)VIEW_METRIC_STALL) return value->value;
  return ceill(value->value + fmaxl(value->value / SLACK, LEAST_SLACK));
}

/* Appends a budget for an amount, with the profile's value as the limit. A value of 0 must remain exactly 0. Returns
 * the number of budgets appended, which is 0 if the profile does not contain the amount. */
static unsigned append_budget(const BudgetProfile *profile, const char *amount, GString *out) {
  g_autofree char *line = g_strdup_printf("%s <= 0", amount);
  BudgetFile *file = budget_file_parse("", line, strlen(line), NULL);
  if (file == NULL) return 0;
  unsigned appended = 0;
  const Budget *budget = g_ptr_array_index(file->budgets, 0);
  BudgetCells cells;
  if (budget_cells_find(profile, budget, &cells, NULL)) {
    BudgetValue value;
    if (budget_amount(profile, budget, &cells, &value, NULL) && value.half >= 0) {
      const long double limit = limit_of(profile->open.profile, budget->amount, &value);
      g_string_append_printf(out, "%s %s %.0Lf\n", amount, limit == 0 ? "=" : "<=", limit);
      appended = 1;
    }
    budget_cells_clear(&cells);
  }
  budget_file_free(file);
  return appended;
}

/* Appends budgets for the total values of n metrics. Returns the number of budgets appended. */
static unsigned append_totals(const BudgetProfile *profile, const ViewMetric *metrics, size_t n, GString *out) {
  unsigned appended = 0;
  for (size_t i = 0; i < n; i++) {
    g_autofree char *amount = g_strdup_printf("total %s", view_metric_key(metrics[i]));
    appended += append_budget(profile, amount, out);
  }
  return appended;
}

/* Appends budgets for communication between processors. Only the program itself causes it, because there is only one
 * thread before main(). Returns the number of budgets appended. */
static unsigned append_sharing(const BudgetProfile *profile, GString *out) {
  static const ViewMetric metrics[] = {VIEW_METRIC_TRUE_SHARING, VIEW_METRIC_FALSE_SHARING, VIEW_METRIC_UPGRADES};
  const Profile *run = profile->open.profile;
  unsigned busy = 0;
  for (uint32_t i = 0; i < run->n_processors; i++) busy += run->processors[i].instructions > 0;
  if (busy < 2) return 0;
  g_string_append(out, "\n# Between processors.\n");
  return append_totals(profile, metrics, G_N_ELEMENTS(metrics), out);
}

static unsigned append_misses(const BudgetProfile *profile, const char *comment, GString *out) {
  static const ViewMetric metrics[] = {VIEW_METRIC_MISSES, VIEW_METRIC_STALL};
  g_string_append(out, comment);
  return append_totals(profile, metrics, G_N_ELEMENTS(metrics), out);
}

/* Returns whether the simulation began later than the start of the program. */
static bool begins_late(const Profile *run) {
  const char *at_start = profile_option(run, "collect-atstart");
  return at_start != NULL && strcmp(at_start, "no") == 0;
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

/* Returns the cells of the program's own code and data, sorted by decreasing value. The caller owns the array. */
static GArray *find_cells(const View *view, const BudgetOwn *own) {
  GHashTable *index = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  GArray *cells = g_array_new(FALSE, FALSE, sizeof(Cell));
  for (uint32_t i = 0; i < view->profile->n_cells; i++) {
    const ProfileCell *cell = &view->profile->cells[i];
    const uint64_t value = view_metric(view, &cell->counts);
    const Cell sum = {view_row(view, cell->place), view_column(view, cell->bin), value};
    if (value == 0 || !budget_own_code(own, view_item(view, VIEW_CODE, sum.row)) ||
        !budget_own_data(own, view_item(view, VIEW_DATA, sum.column)))
      continue;
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

/* Returns an item's name for a budget file. The name must remain unambiguous when the program changes. For a variable,
 * the function returns the full name, because another variable can get the same short name later. The caller owns the
 * name. */
static char *lasting_name(const View *view, ViewAxisKind axis, uint32_t rank) {
  const ViewItem *item = view_item(view, axis, rank);
  const uint32_t member = g_array_index(item->members, uint32_t, 0);
  const bool is_variable = axis == VIEW_DATA && item->members->len == 1 && item->given == NULL &&
                           view->profile->bins[member].frames.count == 0;
  return is_variable ? g_strdup(view->labels[axis].full[member]) : ui_text_unescaped(item->name);
}

/* Returns the name of an item in quotes, as in a budget file. The caller owns the name. */
static char *quoted_name(const View *view, ViewAxisKind axis, uint32_t rank) {
  g_autofree char *raw = lasting_name(view, axis, rank);
  g_autofree char *name = ui_text_escaped_utf8(raw);
  return strpbrk(name, "\"\\$`") != NULL ? g_shell_quote(name) : g_strdup_printf("\"%s\"", name);
}

/* Returns whether the item's name contains a number that distinguishes it from equal names. Such a number can differ in
 * another run. */
static bool is_numbered(const View *view, ViewAxisKind axis, uint32_t rank) {
  const char *name = view_item(view, axis, rank)->name, *number = strrchr(name, '#');
  return number != NULL && number[1] != '\0' && strspn(number + 1, "0123456789") == strlen(number + 1);
}

/* Appends budgets for the cells with the greatest values. Returns the number of budgets appended. */
static unsigned append_cells(const BudgetProfile *profile, GString *out) {
  const View *view = profile->views[VIEW_LEVEL_VARIABLE];
  BudgetOwn *own = budget_own_new(view->profile);
  g_autoptr(GArray) cells = find_cells(view, own);
  unsigned appended = 0;
  for (guint i = 0; i < cells->len && appended < CELLS; i++) {
    const Cell *cell = &g_array_index(cells, Cell, i);
    if (is_numbered(view, VIEW_DATA, cell->column) || is_numbered(view, VIEW_CODE, cell->row)) continue;
    g_autofree char *data = quoted_name(view, VIEW_DATA, cell->column);
    g_autofree char *code = quoted_name(view, VIEW_CODE, cell->row);
    g_autofree char *amount = g_strdup_printf("%s of %s in %s", view_metric_key(view->metric), data, code);
    appended += append_budget(profile, amount, out);
  }
  budget_own_free(own);
  return appended;
}

static void append_head(const Profile *run, GString *out) {
  const char *replacement = profile_option(run, "replacement");
  const bool by_chance = replacement != NULL && strcmp(replacement, "random") == 0;
  g_string_append(out, head);
  if (by_chance)
    g_string_append(out, chance);
  else if (!run->sampled)
    g_string_append(out, has_windows(run) ? windows : exact);
  g_string_append(out, "#\n# Of:");
  for (const char *const *word = run->command; word != NULL && *word != NULL; word++) {
    g_autofree char *text = ui_text_escaped_utf8(*word);
    g_string_append_printf(out, " %s", text);
  }
  g_string_append_c(out, '\n');
}

bool budget_init(const BudgetProfile *profile, const char *name, GString *out, GError **error) {
  const Profile *run = profile->open.profile;
  append_head(run, out);
  unsigned appended = 0;
  if (begins_late(run))
    appended += append_misses(profile, "\n# All that was collected, with what libraries do.\n", out);
  appended += append_sharing(profile, out);
  g_string_append(out, "\n# The greatest cells of the program's own code and data.\n");
  appended += append_cells(profile, out);
  if (appended == 0) appended += append_misses(profile, whole, out);
  if (appended != 0) return true;
  g_autofree char *printable = ui_text_escaped(name);
  g_set_error(
      error, BUDGET_ERROR, 0,
      "%s: no budgets to begin with: all that this profile tells are estimates of which nobody knows how far they "
      "are off",
      printable);
  return false;
}
