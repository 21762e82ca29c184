/* ui_trained_code.h: a function's machine code with what an earlier run knows of each of its instructions: how often it
 * ran, what it missed on, and which ways control took. Without such a run, with what the code suggests of that.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_TRAINED_CODE_H
#define UI_ATTRIBUTE_TRAINED_CODE_H

#include "ui/attribute/ui_attribute_input.h"
#include "ui/attribute/ui_frequencies.h"

/* An instruction. */
typedef struct {
  double times;   /* that it ran in the earlier run; without one, for each time that its function is called */
  double rate;    /* misses each time; without an earlier run relative to others */
  GArray *missed; /* UiTrained, whose misses add up to the rate; none without an earlier run */
  bool ran;       /* its line did, in the earlier run; the times of others are guessed from the ways to them */
} UiTrainedInstruction;

typedef struct {
  guint32 object; /* of the samples */
  const UiShape *shape;
  UiTrainedInstruction *instructions; /* of the shape */
  UiFrequencies *frequencies;
} UiTrainedCode;

/* Of a shape in an object of the samples. `samples`: that were taken at each of its instructions. Free it with
 * ui_trained_code_free(). */
UiTrainedCode *ui_trained_code_new(const UiAttributeInput *input, guint32 object, const UiShape *shape,
                                   const double *samples);
void ui_trained_code_free(UiTrainedCode *code);

#endif
