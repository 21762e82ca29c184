/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_sweep_steps.h: decodes the events of a trace that a sweep needs, into steps: references in access loops
 * (coh_pattern.h), time, and resets of the counts. */
#pragma once

#include "coherence/coh_engine.h"
#include "ui/replay/ui_sweep_cells.h"

typedef enum {
  UI_STEP_PLAY, /* simulate the pattern; without references, it only advances time */
  UI_STEP_IDLE, /* the pattern's processor is idle for `cycles` cycles */
  UI_STEP_ZERO  /* set all counts to zero */
} UiStepKind;

typedef struct {
  UiStepKind kind;
  coh_pattern pattern;
  uint64_t cycles;
} UiStep;

/* The steps of a part of the trace. */
typedef struct {
  UiStep *steps;
  coh_reference *references; /* references of all patterns */
  uint32_t *cells;           /* cell of each reference, if the sweep has cells */
  unsigned n, n_references;
  uint64_t events; /* events of the trace up to the end of the part */
} UiSteps;

typedef struct UiStepReader UiStepReader;

/* Counts the processors of a trace that have events: *busy is their number, *highest the highest processor number plus
 * 1. Returns false and sets *error if the file is damaged or has more processors than can be simulated. */
bool ui_step_processors(const UiTraceFile *trace, unsigned *highest, unsigned *busy, GError **error);

/* Checks the sizes of all references of a trace. Returns false and sets *error if one is invalid. */
bool ui_step_check_sources(const UiTraceFile *trace, GError **error);

/* Starts at the first event of a trace, which must stay open and have passed ui_step_processors(). cells: count the
 * references by cell, and store the cells in the patterns; they must outlive the reader; NULL: no cells. Returns NULL
 * and sets *error if the trace is invalid. Free the result with ui_step_reader_free(). */
UiStepReader *ui_step_reader_new(const UiTraceFile *trace, UiSweepCells *cells, GError **error);
void ui_step_reader_free(UiStepReader *reader);

UiSteps *ui_steps_new(void);
void ui_steps_free(UiSteps *steps);

/* Decodes the next part. Returns false at the end, without steps, or sets *error if the trace is damaged there. */
bool ui_step_reader_next(UiStepReader *reader, UiSteps *steps, GError **error);

/* Returns the totals of all parts so far. */
const coh_totals *ui_step_reader_totals(const UiStepReader *reader);
