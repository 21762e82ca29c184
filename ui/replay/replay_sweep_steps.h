/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_steps.h: decodes the events of a trace that a sweep needs, into steps: references in access loops
 * (sweep_access_loop.h), time, and resets of the counts. */
#pragma once

#include "sweep/sweep_engine.h"
#include "ui/replay/replay_sweep_cells.h"

typedef enum {
  REPLAY_STEP_PLAY, /* simulate the pattern; without references, it only advances time */
  REPLAY_STEP_IDLE, /* the pattern's processor is idle for `cycles` cycles */
  REPLAY_STEP_ZERO  /* set all counts to zero */
} ReplayStepKind;

typedef struct {
  ReplayStepKind kind;
  sweep_access_loop pattern;
  uint64_t cycles;
} ReplayStep;

/* The steps of a part of the trace. */
typedef struct {
  ReplayStep *steps;
  sweep_reference *references; /* references of all patterns */
  uint32_t *cells;             /* cell of each reference, if the sweep has cells */
  unsigned n, n_references;
  uint64_t events; /* events of the trace up to the end of the part */
} ReplaySteps;

typedef struct ReplayStepReader ReplayStepReader;

/* Counts the processors of a trace that have events: *busy is their number, *highest the highest processor number plus
 * 1. Returns false and sets *error if the file is damaged or has more processors than can be simulated. */
bool replay_step_processors(const EventsTraceFile *trace, unsigned *highest, unsigned *busy, GError **error);

/* Checks the sizes of all references of a trace. Returns false and sets *error if one is invalid. */
bool replay_step_check_sources(const EventsTraceFile *trace, GError **error);

/* Starts at the first event of a trace, which must stay open and have passed replay_step_processors(). cells: count the
 * references by cell, and store the cells in the patterns; they must outlive the reader; NULL: no cells. Returns NULL
 * and sets *error if the trace is invalid. Free the result with replay_step_reader_free(). */
ReplayStepReader *replay_step_reader_new(const EventsTraceFile *trace, ReplaySweepCells *cells, GError **error);
void replay_step_reader_free(ReplayStepReader *reader);

ReplaySteps *replay_steps_new(void);
void replay_steps_free(ReplaySteps *steps);

/* Decodes the next part. Returns false at the end, without steps, or sets *error if the trace is damaged there. */
bool replay_step_reader_next(ReplayStepReader *reader, ReplaySteps *steps, GError **error);

/* Returns the totals of all parts so far. */
const sweep_totals *replay_step_reader_totals(const ReplayStepReader *reader);
