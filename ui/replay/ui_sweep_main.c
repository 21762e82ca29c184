/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/replay/ui_sweep_main.h"

#include <stdio.h>

#include "ui/base/ui_output.h"
#include "ui/base/ui_output_files.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/replay/ui_sweep_output.h"
#include "ui/replay/ui_sweep_parts.h"
#include "ui/replay/ui_sweep_plan.h"
#include "ui/replay/ui_sweep_steps.h"

enum { THREADS_MOST = 1024, LEFT_OUT_SHOWN = 8 };

typedef void Write(const UiSweepReport *report, FILE *file);

/* Writes a file; path NULL: does nothing. */
static bool write_file(const UiSweepReport *report, const char *path, Write *write, GError **error) {
  UiOutput output;
  if (path == NULL) return true;
  if (!ui_output_start(&output, ui_output_file_is_standard(path) ? NULL : path, error)) return false;
  write(report, output.file);
  return ui_output_finish(&output, error);
}

static void write_table(const UiSweepReport *report, FILE *file) {
  GString *out = g_string_new(NULL);
  ui_sweep_table(report, out);
  fwrite(out->str, 1, out->len, file);
  g_string_free(out, TRUE);
}

static bool write_all(const UiSweepReport *report, const UiSweepRequest *request, GError **error) {
  const bool taken = ui_output_file_is_standard(request->csv) || ui_output_file_is_standard(request->json) ||
                     ui_output_file_is_standard(request->plot);
  return (taken || write_file(report, "-", write_table, error)) &&
         write_file(report, request->csv, ui_sweep_csv, error) &&
         write_file(report, request->json, ui_sweep_json, error) &&
         write_file(report, request->plot, ui_sweep_page, error);
}

static bool check_files(const UiSweepRequest *request, GError **error) {
  const UiOutputFile files[] = {{"csv", request->csv}, {"json", request->json}, {"plot", request->plot}};
  return ui_output_files_check(files, G_N_ELEMENTS(files), error);
}

void ui_sweep_print_left_out(const coh_sweep *plan) {
  const uint32_t n = plan->n_left_out;
  for (uint32_t i = 0; i < MIN(n, LEFT_OUT_SHOWN); i++) {
    g_autofree char *printable = ui_text_escaped(plan->left_out[i]);
    fprintf(stderr, "memspy: left out: %s\n", printable);
  }
  if (n > LEFT_OUT_SHOWN) fprintf(stderr, "memspy: left out: %u more machines\n", n - LEFT_OUT_SHOWN);
}

/* Makes the cells of --sweep-by; *cells is NULL without that option. Returns false and sets *error if that fails. */
static bool make_cells(const UiTraceFile *trace, const UiSweepRequest *request, bool slots, unsigned processors,
                       UiSweepCells **cells, GError **error) {
  *cells = NULL;
  if (request->by == NULL) return true;
  const unsigned by = ui_sweep_by(request->by, error);
  if (by != 0) *cells = ui_sweep_cells_new(trace, by, slots, processors, error);
  return *cells != NULL;
}

/* The work on one trace. */
typedef struct {
  const UiTraceFile *trace;
  const coh_sweep *plan;
  const UiSweepRequest *request;
  const UiShare *share; /* NULL: the whole */
  UiParts *parts;       /* NULL: no --parts */
  UiSweepCells *cells;
} Job;

/* Simulates a share and writes its result to the folder, unless it is there. (The number of threads determines which
 * machines form a share, so it must not depend on the host.) */
static bool count_share(const Job *job, GError **error) {
  UiSweepCounts counts;
  const UiSweepWork work = {.threads = MAX((unsigned)job->request->threads, 1), .share = *job->share};
  if (ui_parts_has(job->parts, work.share)) return true;
  const bool good = ui_sweep(job->trace, job->plan, &work, job->cells, &counts, error) &&
                    ui_sweep_parts_write(job->parts, work.share, job->plan, &counts, error);
  ui_sweep_counts_clear(&counts);
  return good;
}

/* Simulates the machines without a result in the folder, and writes the output. */
static bool count_whole(const Job *job, const coh_sweep_base *base, GError **error) {
  UiSweepCounts counts;
  UiSweepParts *known = ui_sweep_parts_read(job->parts, job->plan);
  const UiSweepWork work = {(unsigned)job->request->threads, {1, 1}, ui_sweep_parts_known(known)};
  bool good = ui_sweep(job->trace, job->plan, &work, job->cells, &counts, error) &&
              ui_sweep_parts_take(known, job->plan, &counts, error) &&
              (job->cells == NULL || ui_sweep_cells_name(job->cells, counts.instructions, error));
  const UiSweepReport report = {.trace = job->trace,
                                .source = "Trace",
                                .path = job->trace->path,
                                .plan = job->plan,
                                .options = base->options,
                                .results = counts.results,
                                .instructions = counts.instructions,
                                .cells = job->cells,
                                .misses = counts.misses};
  good = good && write_all(&report, job->request, error);
  ui_sweep_counts_clear(&counts);
  ui_sweep_parts_free(known);
  return good;
}

/* Opens the folder of --parts, if it was given. */
static bool open_parts(Job *job, bool slots, GError **error) {
  if (job->request->launcher.parts == NULL) return true;
  job->parts = ui_parts_open(job->request->launcher.parts, "sweep", error);
  if (job->parts != NULL) ui_sweep_parts_note(job->parts, job->trace, job->plan, job->request->by, slots);
  return job->parts != NULL;
}

static bool run_job(Job *job, const coh_sweep_base *base, bool slots, GError **error) {
  if (job->share == NULL) ui_sweep_print_left_out(job->plan);
  return open_parts(job, slots, error) &&
         (job->share != NULL ? count_share(job, error) : count_whole(job, base, error));
}

static bool run(const UiTraceFile *trace, const coh_sweep_base *base, const char *const *terms, unsigned n,
                const UiSweepRequest *request, bool slots, const UiShare *share, GError **error) {
  coh_sweep_base needed = *base;
  UiSweepCells *cells;
  unsigned busy;
  if (!check_files(request, error) || !ui_step_processors(trace, &needed.processors, &busy, error) ||
      !make_cells(trace, request, slots, needed.processors, &cells, error))
    return false;
  coh_sweep *plan = ui_sweep_plan(&needed, terms, n, error);
  Job job = {.trace = trace, .plan = plan, .request = request, .share = share, .cells = cells};
  const bool good = plan != NULL && run_job(&job, base, slots, error);
  ui_parts_free(job.parts);
  coh_sweep_free(plan);
  ui_sweep_cells_free(cells);
  return good;
}

int ui_sweep_main(const UiTraceFile *trace, const coh_sweep_base *base, const char *const *terms, unsigned n,
                  const UiSweepRequest *request, bool slots, const UiShare *share) {
  if (request->threads < 0 || request->threads > THREADS_MOST) {
    fprintf(stderr, "memspy replay: --threads=%d: expected a number from 0 to %d\n", request->threads, THREADS_MOST);
    return UI_EXIT_USAGE;
  }
  if (n == 0) {
    fputs("memspy replay: --sweep needs parameters, as in D1=8K..1M:x2 ways=1,2,4\n", stderr);
    return UI_EXIT_USAGE;
  }
  GError *error = NULL;
  if (run(trace, base, terms, n, request, slots, share, &error)) return UI_EXIT_GOOD;
  return ui_subcommand_fail(error);
}
