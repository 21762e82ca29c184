/* ui_sweep_steps.h: the events of a trace as far as counts of machines need them: references in patterns
 * (coh_pattern.h), time, and when counts are set to zero.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SWEEP_STEPS_H
#define UI_UI_SWEEP_STEPS_H

#include "coherence/coh_engine.h"
#include "ui/replay/ui_sweep_cells.h"

typedef enum {
  UI_STEP_PLAY, /* the pattern; one without references is time that passes */
  UI_STEP_IDLE, /* the pattern's processor waits for `cycles` */
  UI_STEP_ZERO  /* counts are set to zero */
} UiStepKind;

typedef struct {
  UiStepKind kind;
  coh_pattern pattern;
  uint64_t cycles;
} UiStep;

/* A part of the steps, all that are in work at a time. */
typedef struct {
  UiStep *steps;
  coh_reference *references; /* of the patterns */
  uint32_t *cells;           /* of the references, where they are told apart */
  unsigned n, n_references;
  uint64_t events; /* of the trace, up to its end */
} UiSteps;

typedef struct UiStepReader UiStepReader;

/* How many processors a trace has: one more than the highest number of one that has events, and how many have events.
 * False: *error says that the file is damaged or has more than can be simulated. */
bool ui_step_processors(const UiTraceFile *trace, unsigned *highest, unsigned *busy, GError **error);

/* Whether each reference of a trace has as many bytes as one can have. False: *error. */
bool ui_step_check_sources(const UiTraceFile *trace, GError **error);

/* Starts at the first event of a trace, which must stay open and have as many processors as can be simulated. cells: in
 * which references are counted, and which their patterns name; they must outlive it. NULL: none. NULL: *error. Free
 * with ui_step_reader_free(). */
UiStepReader *ui_step_reader_new(const UiTraceFile *trace, UiSweepCells *cells, GError **error);
void ui_step_reader_free(UiStepReader *reader);

UiSteps *ui_steps_new(void);
void ui_steps_free(UiSteps *steps);

/* Takes the next part. Returns false, with no steps, at the end; and with *error if the trace is damaged there. */
bool ui_step_reader_next(UiStepReader *reader, UiSteps *steps, GError **error);

/* Of what was read. */
const coh_totals *ui_step_reader_totals(const UiStepReader *reader);

#endif
