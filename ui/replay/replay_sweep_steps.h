/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_steps.h: decodes those events of a trace that a sweep needs. They become steps: access loops
 * (sweep_access_loop.h), idle time, and resets of the counts. */
#pragma once

#include "sweep/sweep_engine.h"
#include "ui/replay/replay_sweep_cells.h"

typedef enum {
  REPLAY_STEP_PLAY, /* simulate the access loop; if it has no references, it only stands for instructions */
  REPLAY_STEP_IDLE, /* the processor of the access loop is idle for `cycles` cycles */
  REPLAY_STEP_ZERO  /* set all counts to zero */
} ReplayStepKind;

typedef struct {
  ReplayStepKind kind;
  sweep_access_loop pattern;
  uint64_t cycles;
} ReplayStep;

/* The steps into which a part of the trace was decoded. */
typedef struct {
  ReplayStep *steps;
  sweep_reference *references; /* references of all patterns */
  uint32_t *cells;             /* indexed by reference: cell of the reference, if the sweep has cells */
  unsigned n, n_references;
  uint64_t events; /* number of events of the trace up to the end of the part */
} ReplaySteps;

typedef struct ReplayStepReader ReplayStepReader;

/* Finds the processors of a trace that have events. Sets *busy to the number of these processors, and *highest to their
 * highest number plus 1. Returns false and sets *error if the file is damaged, or if it has more processors than can be
 * simulated. */
bool replay_step_processors(const EventsTraceFile *trace, unsigned *highest, unsigned *busy, GError **error);

/* Checks the sizes of all references of a trace. Returns false and sets *error if a size is invalid. */
bool replay_step_check_sources(const EventsTraceFile *trace, GError **error);

/* Starts at the first event of a trace. The trace must stay open and have passed replay_step_processors(). cells: the
 * cells for which references are counted, and whose numbers are stored in the steps; they must outlive the reader;
 * NULL: no cells. Returns NULL and sets *error if the trace is invalid. Free the result with
 * replay_step_reader_free(). */
ReplayStepReader *replay_step_reader_new(const EventsTraceFile *trace, ReplaySweepCells *cells, GError **error);
void replay_step_reader_free(ReplayStepReader *reader);

ReplaySteps *replay_steps_new(void);
void replay_steps_free(ReplaySteps *steps);

/* Decodes the next part of the trace. Returns false, and no steps, at the end. Also returns false if the trace is
 * damaged, and then sets *error. */
bool replay_step_reader_next(ReplayStepReader *reader, ReplaySteps *steps, GError **error);

/* Returns the totals of all parts so far. */
const sweep_totals *replay_step_reader_totals(const ReplayStepReader *reader);
