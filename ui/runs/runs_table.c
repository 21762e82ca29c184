/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/runs/runs_table.h"

#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/profile/profile_machine.h"
#include "ui/view/view_stages.h"

#define OTHERS "(others)"

static void row_free(gpointer data) {
  RunsRow *row = data;
  g_free(row->name);
  g_free(row->values);
  g_free(row);
}

/* Returns the row with a name, and makes it if it does not exist. */
static RunsRow *row_named(const RunsTable *table, RunsGroup group, GHashTable *by_name, const char *name) {
  RunsRow *row = by_name != NULL ? g_hash_table_lookup(by_name, name) : NULL;
  if (row != NULL) return row;
  row = g_new(RunsRow, 1);
  *row = (RunsRow){g_strdup(name), g_new0(uint64_t, table->n)};
  g_ptr_array_add(table->rows[group], row);
  if (by_name != NULL) g_hash_table_insert(by_name, row->name, row);
  return row;
}

/* ---- totals ---- */

static uint64_t cycles_of(const Profile *profile) { return profile->totals.cycles; }
static uint64_t instructions_of(const Profile *profile) { return profile->totals.instructions; }
static uint64_t references_of(const Profile *profile) { return profile_counts_references(&profile->totals.counts); }
static uint64_t misses_of(const Profile *profile) { return profile_counts_misses(&profile->totals.counts); }
static uint64_t stall_of(const Profile *profile) { return profile->totals.counts.stall_cycles; }
static uint64_t cold_of(const Profile *profile) { return profile->totals.counts.cold; }
static uint64_t replacement_of(const Profile *profile) { return profile->totals.counts.replacement; }
static uint64_t true_sharing_of(const Profile *profile) { return profile->totals.counts.true_sharing; }
static uint64_t false_sharing_of(const Profile *profile) { return profile->totals.counts.false_sharing; }
static uint64_t upgrades_of(const Profile *profile) { return profile->totals.counts.upgrades; }

static uint64_t idle_of(const Profile *profile) {
  uint64_t idle = 0;
  for (uint32_t i = 0; i < profile->n_processors; i++) idle += profile->processors[i].idle_cycles;
  return idle;
}

static uint64_t threads_of(const Profile *profile) {
  uint64_t threads = 0;
  for (uint32_t i = 0; i < profile->n_processors; i++) threads += profile->processors[i].threads;
  return threads;
}

static const struct {
  const char *name;
  uint64_t (*of)(const Profile *profile);
} totals[] = {{"Execution time (cycles)", cycles_of},
              {"Memory stall time (cycles)", stall_of},
              {"Idle (cycles)", idle_of},
              {"Instructions", instructions_of},
              {"References", references_of},
              {"Misses", misses_of},
              {"  1st ref", cold_of},
              {"  replacement", replacement_of},
              {"  true sharing", true_sharing_of},
              {"  false sharing", false_sharing_of},
              {"Upgrades", upgrades_of},
              {"Threads", threads_of}};

static void add_totals(const RunsTable *table) {
  for (unsigned i = 0; i < G_N_ELEMENTS(totals); i++) {
    const RunsRow *row = row_named(table, RUNS_TOTALS, NULL, totals[i].name);
    for (unsigned r = 0; r < table->n; r++) row->values[r] = totals[i].of(table->runs[r].view->profile);
  }
}

double runs_table_imbalance(const Profile *profile) {
  uint64_t most = 0, sum = 0, n = 0;
  for (uint32_t i = 0; i < profile->n_processors; i++) {
    const ProfileProcessor *processor = &profile->processors[i];
    if (processor->threads == 0) continue;
    most = MAX(most, processor->busy_cycles);
    sum += processor->busy_cycles;
    n++;
  }
  return ui_text_ratio((double)most * (double)n, (double)sum);
}

/* ---- data, functions and stages ---- */

static void add_items(const RunsTable *table, RunsGroup group, ViewAxisKind axis) {
  g_autoptr(GHashTable) by_name = g_hash_table_new(g_str_hash, g_str_equal);
  for (unsigned r = 0; r < table->n; r++) {
    const View *view = table->runs[r].view;
    for (uint32_t rank = 0; rank < view_used(view, axis); rank++) {
      const ViewItem *item = view_item(view, axis, rank);
      const uint64_t value = view_metric_of(table->metric, &item->counts);
      if (value != 0) row_named(table, group, by_name, item->name)->values[r] += value;
    }
  }
}

/* The simulated time of each stage, by its path. */
static void add_stages(const RunsTable *table) {
  g_autoptr(GHashTable) by_name = g_hash_table_new(g_str_hash, g_str_equal);
  for (unsigned r = 0; r < table->n; r++) {
    const Profile *profile = table->runs[r].view->profile;
    for (uint32_t i = 0; i < profile->n_stages; i++) {
      g_autofree char *path = view_stages_path(profile, i), *name = ui_text_escaped(path);
      row_named(table, RUNS_STAGES, by_name, name)->values[r] += profile->stages[i].cycles;
    }
  }
}

static gint compare_rows(gconstpointer a, gconstpointer b, gpointer n) {
  const RunsRow *x = *(const RunsRow *const *)a, *y = *(const RunsRow *const *)b;
  uint64_t greatest[2] = {0, 0};
  for (unsigned r = 0; r < GPOINTER_TO_UINT(n); r++) {
    greatest[0] = MAX(greatest[0], x->values[r]);
    greatest[1] = MAX(greatest[1], y->values[r]);
  }
  if (greatest[0] != greatest[1]) return greatest[0] > greatest[1] ? -1 : 1;
  return strcmp(x->name, y->name);
}

static void sort_rows(const RunsTable *table, RunsGroup group, uint32_t most) {
  GPtrArray *rows = table->rows[group];
  g_ptr_array_sort_with_data(rows, compare_rows, GUINT_TO_POINTER(table->n));
  if (rows->len <= most + 1) return;
  RunsRow *others = g_new(RunsRow, 1);
  *others = (RunsRow){g_strdup(OTHERS), g_new0(uint64_t, table->n)};
  for (guint i = most; i < rows->len; i++)
    for (unsigned r = 0; r < table->n; r++) others->values[r] += ((RunsRow *)g_ptr_array_index(rows, i))->values[r];
  g_ptr_array_set_size(rows, (gint)most);
  g_ptr_array_add(rows, others);
}

/* Removes all stages except the `most` with the greatest values. */
static void limit_stages(const RunsTable *table, uint32_t most) {
  GPtrArray *rows = table->rows[RUNS_STAGES];
  if (rows->len <= most) return;
  g_autoptr(GPtrArray) sorted = g_ptr_array_new();
  g_ptr_array_extend(sorted, rows, NULL, NULL);
  g_ptr_array_sort_with_data(sorted, compare_rows, GUINT_TO_POINTER(table->n));
  for (guint i = rows->len; i-- > 0;)
    if (compare_rows(&rows->pdata[i], &sorted->pdata[most - 1], GUINT_TO_POINTER(table->n)) > 0)
      g_ptr_array_remove_index(rows, i);
}

RunsTable *runs_table_new(const RunsRun *runs, unsigned n, ViewMetric metric, uint32_t most) {
  RunsTable *table = g_new(RunsTable, 1);
  *table = (RunsTable){.runs = runs, .n = n, .metric = metric};
  for (unsigned group = 0; group < RUNS_GROUPS; group++) table->rows[group] = g_ptr_array_new_with_free_func(row_free);
  add_totals(table);
  add_items(table, RUNS_DATA, VIEW_DATA);
  add_items(table, RUNS_CODE, VIEW_CODE);
  add_stages(table);
  sort_rows(table, RUNS_DATA, most);
  sort_rows(table, RUNS_CODE, most);
  table->n_stages = table->rows[RUNS_STAGES]->len;
  limit_stages(table, most);
  return table;
}

void runs_table_free(RunsTable *table) {
  for (unsigned group = 0; group < RUNS_GROUPS; group++) g_ptr_array_free(table->rows[group], TRUE);
  g_free(table);
}

bool runs_table_machines_differ(const RunsTable *table) {
  for (unsigned r = 1; r < table->n; r++)
    if (profile_machine_differs(table->runs[0].view->profile, table->runs[r].view->profile)) return true;
  return false;
}

char *runs_table_title(const RunsTable *table, RunsGroup group) {
  switch (group) {
    case RUNS_TOTALS: return g_strdup("Totals");
    case RUNS_DATA: return g_strdup_printf("%s by data", view_metric_title(table->metric));
    case RUNS_CODE: return g_strdup_printf("%s by function", view_metric_title(table->metric));
    default: break;
  }
  const guint shown = table->rows[RUNS_STAGES]->len;
  if (shown == table->n_stages) return g_strdup("Cycles by stage");
  return g_strdup_printf("Cycles by stage (%u of %u stages)", shown, table->n_stages);
}
