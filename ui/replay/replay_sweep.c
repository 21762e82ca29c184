/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep.c: implements the sweep. The trace is decoded only once, into steps. While the main thread decodes one
 * part of the trace, other threads simulate the previous part on the engines. When the main thread has decoded its
 * part, it helps the others. The next part begins when all engines have simulated the current one, so each engine
 * simulates all parts in order. */
#include "ui/replay/replay_sweep.h"

#include <string.h>

#include "bins/bin_format.h"
#include "ui/base/ui_progress.h"

typedef struct {
  sweep_engines engines;
  GThread **threads;
  unsigned n_threads; /* number of threads, except the one that decodes */
  GMutex lock;        /* guards the members below */
  GCond work, done;
  const ReplaySteps *steps; /* the current part */
  unsigned next;            /* index of the next engine that a thread takes; engines.n: all are taken */
  unsigned left;            /* number of engines that have not finished the current part */
  bool over;
} Sweep;

static void play_steps(sweep_engine *engine, const ReplaySteps *steps) {
  for (unsigned i = 0; i < steps->n; i++) {
    const ReplayStep *step = &steps->steps[i];
    switch (step->kind) {
      case REPLAY_STEP_PLAY: sweep_engine_play(engine, &step->pattern); break;
      case REPLAY_STEP_IDLE: sweep_engine_idle(engine, step->pattern.processor, step->cycles); break;
      case REPLAY_STEP_ZERO: sweep_engine_zero(engine); break;
    }
  }
}

/* Simulates the current part on engines until all engines are taken. The caller holds the lock. The function releases
 * it during the simulation. */
static void play(Sweep *sweep) {
  while (sweep->next < sweep->engines.n) {
    sweep_engine *engine = sweep->engines.engines[sweep->next++];
    const ReplaySteps *steps = sweep->steps;
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

static void hand_out(Sweep *sweep, const ReplaySteps *steps) {
  g_mutex_lock(&sweep->lock);
  sweep->steps = steps;
  sweep->next = 0;
  sweep->left = sweep->engines.n;
  g_cond_broadcast(&sweep->work);
  g_mutex_unlock(&sweep->lock);
}

/* Helps to simulate the current part, and waits until all engines have finished it. */
static void finish(Sweep *sweep) {
  g_mutex_lock(&sweep->lock);
  play(sweep);
  while (sweep->left != 0) g_cond_wait(&sweep->done, &sweep->lock);
  g_mutex_unlock(&sweep->lock);
}

/* Simulates all steps of the trace. Returns false and sets *error if the trace is damaged. */
static bool play_all(Sweep *sweep, ReplayStepReader *reader, GError **error) {
  ReplaySteps *now = replay_steps_new(), *then = replay_steps_new();
  GError *wrong = NULL;
  bool more = replay_step_reader_next(reader, now, &wrong);
  while (more) {
    hand_out(sweep, now);
    more = replay_step_reader_next(reader, then, &wrong);
    finish(sweep);
    ui_progress_at(now->events);
    ReplaySteps *played = now;
    now = then;
    then = played;
  }
  replay_steps_free(now);
  replay_steps_free(then);
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

static ReplaySweepResult result_of(const sweep_result *from) {
  ReplaySweepResult result = {.cycles = from->cycles, .counts = profile_counts_of(&from->tally.counts)};
  memcpy(result.from, from->tally.from, sizeof result.from);
  return result;
}

/* Copies the counts of an engine to the results. */
static void collect_engine(const sweep_engine *engine, const sweep_plan *plan, const sweep_totals *totals,
                           sweep_result *results, ReplaySweepCounts *counts) {
  uint32_t n;
  const uint32_t *machines = sweep_engine_machines(engine, &n);
  sweep_engine_results(engine, totals, results);
  for (uint32_t i = 0; i < n; i++) counts->simulated[machines[i]] = true;
  for (uint32_t cell = 0; cell < counts->n_cells; cell++)
    sweep_engine_cell(engine, cell, counts->misses + (gsize)cell * plan->n_machines);
}

static void collect(const Sweep *sweep, const sweep_plan *plan, const sweep_totals *totals,
                    const ReplaySweepCells *cells, ReplaySweepCounts *counts) {
  g_autofree sweep_result *results = g_new0(sweep_result, plan->n_machines);
  counts->n_cells = cells != NULL ? replay_sweep_cells_size(cells) : 0;
  counts->results = g_new(ReplaySweepResult, plan->n_machines);
  counts->simulated = g_new0(bool, plan->n_machines);
  if (cells != NULL) counts->misses = g_new0(sweep_cell_misses, (gsize)MAX(counts->n_cells, 1) * plan->n_machines);
  for (uint32_t i = 0; i < sweep->engines.n; i++)
    collect_engine(sweep->engines.engines[i], plan, totals, results, counts);
  for (uint32_t i = 0; i < plan->n_machines; i++) counts->results[i] = result_of(&results[i]);
  for (unsigned p = 0; p < MACH_MAX_PROCESSORS; p++) counts->instructions += totals->instructions[p];
}

/* Simulates the trace on the engines with `threads` threads. Returns false and sets *error if the trace is damaged. */
static bool play_trace(const EventsTraceFile *trace, Sweep *sweep, unsigned threads, ReplayStepReader *reader,
                       GError **error) {
  sweep->n_threads = MAX(MIN(threads, sweep->engines.n), 1) - 1;
  ui_progress_begin("simulating", trace_reader_events(trace->reader));
  begin(sweep);
  const bool good = play_all(sweep, reader, error);
  end(sweep);
  ui_progress_end();
  return good;
}

bool replay_sweep(const EventsTraceFile *trace, const sweep_plan *plan, const ReplaySweepWork *work,
                  ReplaySweepCells *cells, ReplaySweepCounts *counts, GError **error) {
  unsigned highest, busy;
  *counts = (ReplaySweepCounts){0};
  if (!replay_step_processors(trace, &highest, &busy, error)) return false;
  ReplayStepReader *reader = replay_step_reader_new(trace, cells, error);
  if (reader == NULL) return false;
  const unsigned threads = work->threads != 0 ? work->threads : g_get_num_processors();
  const sweep_part part = {work->share.number - 1, work->share.of, work->excluded};
  /* If one engine takes long, the load is balanced better with more engines than threads. */
  Sweep sweep = {.engines = sweep_engines_new(plan, busy > 1 ? SWEEP_NO_FAMILIES : SWEEP_LONE_FAMILIES,
                                              threads > 1 ? 2 * threads : 1, &part)};
  const bool idle = sweep.engines.n == 0 && cells == NULL;
  const bool good = idle || play_trace(trace, &sweep, threads, reader, error);
  if (good) collect(&sweep, plan, replay_step_reader_totals(reader), cells, counts);
  sweep_engines_free(&sweep.engines);
  replay_step_reader_free(reader);
  return good;
}

void replay_sweep_counts_clear(ReplaySweepCounts *counts) {
  g_free(counts->results);
  g_free(counts->simulated);
  g_free(counts->misses);
  *counts = (ReplaySweepCounts){0};
}
