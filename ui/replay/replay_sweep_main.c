/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/replay/replay_sweep_main.h"

#include <stdio.h>

#include "ui/base/ui_output.h"
#include "ui/base/ui_output_files.h"
#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/replay/replay_sweep_output.h"
#include "ui/replay/replay_sweep_parts.h"
#include "ui/replay/replay_sweep_plan.h"
#include "ui/replay/replay_sweep_steps.h"

enum { THREADS_MOST = 1024, LEFT_OUT_SHOWN = 8 };

typedef void Write(const ReplaySweepReport *report, FILE *file);

/* Writes a file. Does nothing if path is NULL. */
static bool write_file(const ReplaySweepReport *report, const char *path, Write *write, GError **error) {
  UiOutput output;
  if (path == NULL) return true;
  if (!ui_output_start(&output, ui_output_file_is_standard(path) ? NULL : path, error)) return false;
  write(report, output.file);
  return ui_output_finish(&output, error);
}

static void write_table(const ReplaySweepReport *report, FILE *file) {
  GString *out = g_string_new(NULL);
  replay_sweep_table(report, out);
  fwrite(out->str, 1, out->len, file);
  g_string_free(out, TRUE);
}

static bool write_all(const ReplaySweepReport *report, const ReplaySweepRequest *request, GError **error) {
  const bool taken = ui_output_file_is_standard(request->csv) || ui_output_file_is_standard(request->json) ||
                     ui_output_file_is_standard(request->plot);
  return (taken || write_file(report, "-", write_table, error)) &&
         write_file(report, request->csv, replay_sweep_csv, error) &&
         write_file(report, request->json, replay_sweep_json, error) &&
         write_file(report, request->plot, replay_sweep_page, error);
}

static bool check_files(const ReplaySweepRequest *request, GError **error) {
  const UiOutputFile files[] = {{"csv", request->csv}, {"json", request->json}, {"plot", request->plot}};
  return ui_output_files_check(files, G_N_ELEMENTS(files), error);
}

void replay_sweep_print_left_out(const sweep_plan *plan) {
  const uint32_t n = plan->n_left_out;
  for (uint32_t i = 0; i < MIN(n, LEFT_OUT_SHOWN); i++) {
    g_autofree char *printable = ui_text_escaped(plan->left_out[i]);
    fprintf(stderr, "memspy: left out: %s\n", printable);
  }
  if (n > LEFT_OUT_SHOWN) fprintf(stderr, "memspy: left out: %u more machines\n", n - LEFT_OUT_SHOWN);
}

/* Makes the cells for --sweep-by. Sets *cells to NULL if the option was not given. Returns false and sets *error on
 * failure. */
static bool make_cells(const EventsTraceFile *trace, const ReplaySweepRequest *request, bool slots, unsigned processors,
                       ReplaySweepCells **cells, GError **error) {
  *cells = NULL;
  if (request->by == NULL) return true;
  const unsigned by = replay_sweep_by(request->by, error);
  if (by != 0) *cells = replay_sweep_cells_new(trace, by, slots, processors, error);
  return *cells != NULL;
}

/* The work on one trace. */
typedef struct {
  const EventsTraceFile *trace;
  const sweep_plan *plan;
  const ReplaySweepRequest *request;
  const ClusterShare *share; /* the share to simulate; NULL: the whole sweep */
  ClusterParts *parts;       /* folder of the shares; NULL: --parts was not given */
  ReplaySweepCells *cells;
} Job;

/* Simulates a share and writes its result to the folder of shares, unless the folder already contains it. (Which
 * machines form a share depends on the number of threads, so this number must not depend on the host.) */
static bool count_share(const Job *job, GError **error) {
  ReplaySweepCounts counts;
  const ReplaySweepWork work = {.threads = MAX((unsigned)job->request->threads, 1), .share = *job->share};
  if (cluster_parts_has(job->parts, work.share)) return true;
  const bool good = replay_sweep(job->trace, job->plan, &work, job->cells, &counts, error) &&
                    replay_sweep_parts_write(job->parts, work.share, job->plan, &counts, error);
  replay_sweep_counts_clear(&counts);
  return good;
}

/* Simulates the machines for which the folder contains no result, and writes the output. */
static bool count_whole(const Job *job, const sweep_plan_base *base, GError **error) {
  ReplaySweepCounts counts;
  ReplaySweepParts *known = replay_sweep_parts_read(job->parts, job->plan);
  const ReplaySweepWork work = {(unsigned)job->request->threads, {1, 1}, replay_sweep_parts_known(known)};
  bool good = replay_sweep(job->trace, job->plan, &work, job->cells, &counts, error) &&
              replay_sweep_parts_take(known, job->plan, &counts, error) &&
              (job->cells == NULL || replay_sweep_cells_name(job->cells, counts.instructions, error));
  const ReplaySweepReport report = {.trace = job->trace,
                                    .source = "Trace",
                                    .path = job->trace->path,
                                    .plan = job->plan,
                                    .options = base->options,
                                    .results = counts.results,
                                    .instructions = counts.instructions,
                                    .cells = job->cells,
                                    .misses = counts.misses};
  good = good && write_all(&report, job->request, error);
  replay_sweep_counts_clear(&counts);
  replay_sweep_parts_free(known);
  return good;
}

/* Opens the folder that --parts names, if the option was given. */
static bool open_parts(Job *job, bool slots, GError **error) {
  if (job->request->launcher.parts == NULL) return true;
  job->parts = cluster_parts_open(job->request->launcher.parts, "sweep", error);
  if (job->parts != NULL) replay_sweep_parts_note(job->parts, job->trace, job->plan, job->request->by, slots);
  return job->parts != NULL;
}

static bool run_job(Job *job, const sweep_plan_base *base, bool slots, GError **error) {
  if (job->share == NULL) replay_sweep_print_left_out(job->plan);
  return open_parts(job, slots, error) &&
         (job->share != NULL ? count_share(job, error) : count_whole(job, base, error));
}

static bool run(const EventsTraceFile *trace, const sweep_plan_base *base, const char *const *terms, unsigned n,
                const ReplaySweepRequest *request, bool slots, const ClusterShare *share, GError **error) {
  sweep_plan_base needed = *base;
  ReplaySweepCells *cells;
  unsigned busy;
  if (!check_files(request, error) || !replay_step_processors(trace, &needed.processors, &busy, error) ||
      !make_cells(trace, request, slots, needed.processors, &cells, error))
    return false;
  sweep_plan *plan = replay_sweep_plan(&needed, terms, n, error);
  Job job = {.trace = trace, .plan = plan, .request = request, .share = share, .cells = cells};
  const bool good = plan != NULL && run_job(&job, base, slots, error);
  cluster_parts_free(job.parts);
  sweep_plan_free(plan);
  replay_sweep_cells_free(cells);
  return good;
}

int replay_sweep_main(const EventsTraceFile *trace, const sweep_plan_base *base, const char *const *terms, unsigned n,
                      const ReplaySweepRequest *request, bool slots, const ClusterShare *share) {
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
