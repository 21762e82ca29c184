/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_sweep.c: The trace is decoded once, into steps. While this thread decodes a part, other threads simulate the
 * part before it on the engines; then this thread helps them. A part ends when all engines have simulated it, so each
 * engine simulates all parts in order. */
#include "ui/replay/ui_sweep.h"

#include <string.h>

#include "bins/bin_format.h"
#include "ui/base/ui_progress.h"

typedef struct {
  coh_engines engines;
  GThread **threads;
  unsigned n_threads; /* number of threads, without the one that decodes */
  GMutex lock;        /* guards the members below */
  GCond work, done;
  const UiSteps *steps; /* the current part */
  unsigned next;        /* next engine to take; engines.n: none */
  unsigned left;        /* engines that have not finished the part */
  bool over;
} Sweep;

static void play_steps(coh_engine *engine, const UiSteps *steps) {
  for (unsigned i = 0; i < steps->n; i++) {
    const UiStep *step = &steps->steps[i];
    switch (step->kind) {
      case UI_STEP_PLAY: coh_engine_play(engine, &step->pattern); break;
      case UI_STEP_IDLE: coh_engine_idle(engine, step->pattern.processor, step->cycles); break;
      case UI_STEP_ZERO: coh_engine_zero(engine); break;
    }
  }
}

/* Simulates the steps on engines until none is left to take. The caller holds the lock; it is released during the
 * simulation. */
static void play(Sweep *sweep) {
  while (sweep->next < sweep->engines.n) {
    coh_engine *engine = sweep->engines.engines[sweep->next++];
    const UiSteps *steps = sweep->steps;
    g_mutex_unlock(&sweep->lock);
    play_steps(engine, steps);
    g_mutex_lock(&sweep->lock);
    if (--sweep->left == 0) g_cond_signal(&sweep->done);
  }
}

static gpointer run_thread(gpointer data) {
  Sweep *sweep = data;
  g_mutex_lock(&sweep->lock);
  while (!sweep->over) {
    play(sweep);
    if (!sweep->over) g_cond_wait(&sweep->work, &sweep->lock);
  }
  g_mutex_unlock(&sweep->lock);
  return NULL;
}

static void hand_out(Sweep *sweep, const UiSteps *steps) {
  g_mutex_lock(&sweep->lock);
  sweep->steps = steps;
  sweep->next = 0;
  sweep->left = sweep->engines.n;
  g_cond_broadcast(&sweep->work);
  g_mutex_unlock(&sweep->lock);
}

/* Helps with the current part, and waits for its end. */
static void finish(Sweep *sweep) {
  g_mutex_lock(&sweep->lock);
  play(sweep);
  while (sweep->left != 0) g_cond_wait(&sweep->done, &sweep->lock);
  g_mutex_unlock(&sweep->lock);
}

/* Simulates all steps. Returns false and sets *error if the trace is damaged. */
static bool play_all(Sweep *sweep, UiStepReader *reader, GError **error) {
  UiSteps *now = ui_steps_new(), *then = ui_steps_new();
  GError *wrong = NULL;
  bool more = ui_step_reader_next(reader, now, &wrong);
  while (more) {
    hand_out(sweep, now);
    more = ui_step_reader_next(reader, then, &wrong);
    finish(sweep);
    ui_progress_at(now->events);
    UiSteps *played = now;
    now = then;
    then = played;
  }
  ui_steps_free(now);
  ui_steps_free(then);
  if (wrong != NULL) g_propagate_error(error, wrong);
  return wrong == NULL;
}

static void begin(Sweep *sweep) {
  g_mutex_init(&sweep->lock);
  g_cond_init(&sweep->work);
  g_cond_init(&sweep->done);
  sweep->threads = g_new(GThread *, sweep->n_threads);
  sweep->next = sweep->engines.n;
  for (unsigned i = 0; i < sweep->n_threads; i++) sweep->threads[i] = g_thread_new("sweep", run_thread, sweep);
}

static void end(Sweep *sweep) {
  g_mutex_lock(&sweep->lock);
  sweep->over = true;
  g_cond_broadcast(&sweep->work);
  g_mutex_unlock(&sweep->lock);
  for (unsigned i = 0; i < sweep->n_threads; i++) g_thread_join(sweep->threads[i]);
  g_free(sweep->threads);
  g_mutex_clear(&sweep->lock);
  g_cond_clear(&sweep->work);
  g_cond_clear(&sweep->done);
}

static UiSweepResult result_of(const coh_result *from) {
  UiSweepResult result = {.cycles = from->cycles, .counts = ui_counts_of(&from->tally.counts)};
  memcpy(result.from, from->tally.from, sizeof result.from);
  return result;
}

/* Reads the counts of an engine. */
static void collect_engine(const coh_engine *engine, const coh_sweep *plan, const coh_totals *totals,
                           coh_result *results, UiSweepCounts *counts) {
  uint32_t n;
  const uint32_t *machines = coh_engine_machines(engine, &n);
  coh_engine_results(engine, totals, results);
  for (uint32_t i = 0; i < n; i++) counts->simulated[machines[i]] = true;
  for (uint32_t cell = 0; cell < counts->n_cells; cell++)
    coh_engine_cell(engine, cell, counts->misses + (gsize)cell * plan->n_machines);
}

static void collect(const Sweep *sweep, const coh_sweep *plan, const coh_totals *totals, const UiSweepCells *cells,
                    UiSweepCounts *counts) {
  g_autofree coh_result *results = g_new0(coh_result, plan->n_machines);
  counts->n_cells = cells != NULL ? ui_sweep_cells_size(cells) : 0;
  counts->results = g_new(UiSweepResult, plan->n_machines);
  counts->simulated = g_new0(bool, plan->n_machines);
  if (cells != NULL) counts->misses = g_new0(coh_cell_misses, (gsize)MAX(counts->n_cells, 1) * plan->n_machines);
  for (uint32_t i = 0; i < sweep->engines.n; i++)
    collect_engine(sweep->engines.engines[i], plan, totals, results, counts);
  for (uint32_t i = 0; i < plan->n_machines; i++) counts->results[i] = result_of(&results[i]);
  for (unsigned p = 0; p < COH_MAX_PROCESSORS; p++) counts->instructions += totals->instructions[p];
}

/* Simulates the trace on the engines with `threads` threads. Returns false and sets *error if the trace is damaged. */
static bool play_trace(const UiTraceFile *trace, Sweep *sweep, unsigned threads, UiStepReader *reader, GError **error) {
  sweep->n_threads = MAX(MIN(threads, sweep->engines.n), 1) - 1;
  ui_progress_begin("simulating", trace_reader_events(trace->reader));
  begin(sweep);
  const bool good = play_all(sweep, reader, error);
  end(sweep);
  ui_progress_end();
  return good;
}

bool ui_sweep(const UiTraceFile *trace, const coh_sweep *plan, const UiSweepWork *work, UiSweepCells *cells,
              UiSweepCounts *counts, GError **error) {
  unsigned highest, busy;
  *counts = (UiSweepCounts){0};
  if (!ui_step_processors(trace, &highest, &busy, error)) return false;
  UiStepReader *reader = ui_step_reader_new(trace, cells, error);
  if (reader == NULL) return false;
  const unsigned threads = work->threads != 0 ? work->threads : g_get_num_processors();
  const coh_part part = {work->share.number - 1, work->share.of, work->beside};
  /* More engines than threads balance the load if one engine takes long. */
  Sweep sweep = {.engines = coh_engines_new(plan, busy > 1 ? COH_NO_FAMILIES : COH_LONE_FAMILIES,
                                            threads > 1 ? 2 * threads : 1, &part)};
  const bool idle = sweep.engines.n == 0 && cells == NULL;
  const bool good = idle || play_trace(trace, &sweep, threads, reader, error);
  if (good) collect(&sweep, plan, ui_step_reader_totals(reader), cells, counts);
  coh_engines_free(&sweep.engines);
  ui_step_reader_free(reader);
  return good;
}

void ui_sweep_counts_clear(UiSweepCounts *counts) {
  g_free(counts->results);
  g_free(counts->simulated);
  g_free(counts->misses);
  *counts = (UiSweepCounts){0};
}
