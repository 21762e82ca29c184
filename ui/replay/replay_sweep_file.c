/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/replay/replay_sweep_file.h"

#include <string.h>

#include "bins/bin_sweep.h"
#include "plat/plat.h"
#include "ui/replay/replay_sweep_output.h"
#include "ui/results/results_curves_file.h"
#include "ui/results/results_sweep_rows.h"

enum { PARAMETERS_MOST = 64 };

typedef struct {
  ReplaySweepFile *file;
  uint64_t n_values, n_counts, n_others; /* read so far */
} Reader;

static char *copy_text(const Reader *reader, sqlite3_stmt *row, int column) {
  return g_string_chunk_insert(reader->file->texts, db_text(row, column));
}

/* Reads the number of the machine to which a row belongs. Returns false if the number is invalid. */
static bool take_machine(const Reader *reader, sqlite3_stmt *row, uint64_t *machine) {
  return results_json_rows_number(row, 0, reader->file->plan->n_machines - 1, machine);
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static bool take_head(void *closure, sqlite3_stmt *row) {
  Reader *reader = closure;
  uint64_t version, parameters, machines;
  ReplaySweepFile *file = reader->file;
  if (!results_json_rows_number(row, 0, BIN_SWEEP_VERSION, &version) || version == 0 ||
      !results_json_rows_number(row, 1, PARAMETERS_MOST, &parameters) || parameters == 0 ||
      !results_json_rows_number(row, 2, SWEEP_PLAN_MOST, &machines) || machines == 0 ||
      !results_json_rows_number(row, 3, UINT64_MAX, &file->report.instructions))
    return false;
  const bool traced = sqlite3_column_type(row, 4) == SQLITE_TEXT;
  file->report.source = traced ? "Trace" : "Profile";
  file->report.path = copy_text(reader, row, traced ? 4 : 5);
  file->plan->parameters = plat_alloc(parameters * sizeof *file->plan->parameters);
  file->plan->n_parameters = (uint32_t)parameters;
  file->plan->machines = plat_alloc(machines * sizeof *file->plan->machines);
  file->plan->n_machines = (uint32_t)machines;
  for (uint64_t m = 0; m < machines; m++)
    file->plan->machines[m].values = plat_alloc(parameters * sizeof *file->plan->machines[m].values);
  file->results = g_new0(ReplaySweepResult, machines);
  return true;
}

static bool take_parameter(void *closure, sqlite3_stmt *row) {
  const Reader *reader = closure;
  uint64_t number;
  if (!results_json_rows_number(row, 0, reader->file->plan->n_parameters - 1, &number)) return false;
  const char *name = db_text(row, 1);
  reader->file->plan->parameters[number].name = sweep_copy_text(name, strlen(name));
  return true;
}

static bool take_value(void *closure, sqlite3_stmt *row) {
  Reader *reader = closure;
  const sweep_plan *plan = reader->file->plan;
  uint64_t machine, number;
  if (!take_machine(reader, row, &machine) || !results_json_rows_number(row, 1, plan->n_parameters - 1, &number))
    return false;
  plan->machines[machine].values[number] = copy_text(reader, row, 2);
  reader->n_values++;
  return true;
}

static bool take_count(void *closure, sqlite3_stmt *row) {
  Reader *reader = closure;
  uint64_t machine, count;
  unsigned i = 0;
  while (i < PROFILE_COUNTS && strcmp(profile_counts_name(i), db_text(row, 1)) != 0) i++;
  if (i == PROFILE_COUNTS || !take_machine(reader, row, &machine) ||
      !results_json_rows_number(row, 2, UINT64_MAX, &count))
    return false;
  memcpy((char *)&reader->file->results[machine].counts + i * sizeof count, &count, sizeof count);
  reader->n_counts++;
  return true;
}

/* Reads the misses by source, and the cycles. */
static bool take_other(void *closure, sqlite3_stmt *row) {
  Reader *reader = closure;
  uint64_t machine, number;
  if (!take_machine(reader, row, &machine)) return false;
  ReplaySweepResult *result = &reader->file->results[machine];
  for (unsigned source = COH_FROM_L2; source < SWEEP_SOURCES; source++)
    if (!results_json_rows_number(row, (int)source, UINT64_MAX, &result->from[source])) return false;
  reader->n_others++;
  if (!results_json_rows_number(row, SWEEP_SOURCES, UINT64_MAX, &number)) return false;
  result->cycles = number;
  return true;
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

static bool read_all(const ResultsJsonRows *rows, Reader *reader, GError **error) {
  static const char head[] =
      "SELECT json_extract(?1, '$.version'), json_array_length(?1, '$.parameters'), json_array_length(?1, "
      "'$.machines'), json_extract(?1, '$.instructions'), json_extract(?1, '$.trace'), json_extract(?1, '$.profile')";
  static const char parameters[] = "SELECT key, json_extract(value, '$.name') FROM json_each(?1, '$.parameters')";
  static const char values[] =
      "SELECT m.key, v.key, v.value FROM json_each(?1, '$.machines') m, json_each(m.value, '$.values') v";
  static const char counts[] =
      "SELECT m.key, c.key, c.value FROM json_each(?1, '$.machines') m, json_each(m.value, '$.counts') c";
  static const char others[] =
      "SELECT key, json_extract(value, '$.from.l2'), json_extract(value, '$.from.ll'),"
      " json_extract(value, '$.from.memory'), json_extract(value, '$.from.cache'), json_extract(value, '$.cycles')"
      " FROM json_each(?1, '$.machines')";
  if (!results_json_rows_each(rows, head, take_head, reader, error) ||
      !results_json_rows_each(rows, parameters, take_parameter, reader, error) ||
      !results_json_rows_each(rows, values, take_value, reader, error) ||
      !results_json_rows_each(rows, counts, take_count, reader, error) ||
      !results_json_rows_each(rows, others, take_other, reader, error))
    return false;
  const sweep_plan *plan = reader->file->plan;
  return (reader->n_values == (uint64_t)plan->n_machines * plan->n_parameters &&
          reader->n_counts == (uint64_t)plan->n_machines * PROFILE_COUNTS && reader->n_others == plan->n_machines) ||
         results_json_rows_fail(rows, "counts of machines are missing", error);
}

ReplaySweepFile *replay_sweep_file_read(const char *path, GError **error) {
  ResultsJsonRows rows;
  ReplaySweepFile *file = g_new0(ReplaySweepFile, 1);
  file->texts = g_string_chunk_new(1024);
  file->plan = plat_alloc(sizeof *file->plan);
  Reader reader = {.file = file};
  const bool good = results_sweep_rows_open(&rows, path, error) && read_all(&rows, &reader, error) &&
                    (file->cells = results_curves_of_cells(&rows, error)) != NULL;
  file->text = g_steal_pointer(&rows.text);
  results_json_rows_close(&rows);
  file->report.plan = file->plan;
  file->report.results = file->results;
  if (good) return file;
  replay_sweep_file_free(file);
  return NULL;
}

void replay_sweep_file_free(ReplaySweepFile *file) {
  if (file == NULL) return;
  view_curves_free(file->cells);
  g_free(file->text);
  sweep_plan_free(file->plan);
  g_string_chunk_free(file->texts);
  g_free(file->results);
  g_free(file);
}
