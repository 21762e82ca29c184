/* ui_whatif_steps.h: in which steps instructions go through data, as a trace has them.
 *
 * A profile knows the greatest common divisor of all distances, which is that of neighbours as soon as loops go through
 * all columns. A trace has the distances themselves.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_STEPS_H
#define UI_UI_WHATIF_STEPS_H

#include "trace/trace_batch.h"
#include "ui/trace/ui_trace_file.h"

typedef struct UiWhatifSteps UiWhatifSteps;

/* Steps of the references of a trace, which must outlive them: none yet. Free with ui_whatif_steps_free(). */
UiWhatifSteps *ui_whatif_steps_new(const UiTraceFile *file);
void ui_whatif_steps_free(UiWhatifSteps *steps);

/* Takes the next events. */
void ui_whatif_steps_batch(UiWhatifSteps *steps, const trace_batch *batch);

/* Bytes of the step, forward or back, that most of the repeated references of a place have, which is an instruction of
 * a profile that the trace was replayed to; 0: none has most. */
uint64_t ui_whatif_steps_of(const UiWhatifSteps *steps, const UiProfile *profile, uint32_t place);

#endif
