/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_check_samples.h: the identities of samples and their batches, for ui_check.c. */
#ifndef UI_UI_CHECK_SAMPLES_H
#define UI_UI_CHECK_SAMPLES_H

#include "ui/model/ui_profile.h"

/* How far the check has come. All zero: nowhere. */
typedef struct {
  uint64_t samples, instructions; /* sums over the batches, or the phases that the run came to */
  uint64_t weighed;               /* of phases: the sum of instructions times weights */
  uint64_t share;                 /* the sum of the phases' */
  uint64_t stretches;             /* the sum of their instructions */
  guint cell;                     /* all before it have had their batches */
} UiCheckSamples;

/* Check one more record, the last of its kind in profile->rows; and, when no more follow and the totals are there, what
 * is left open. NULL, or a new sentence on what is wrong. */
char *ui_check_sampling(const UiProfile *profile);
char *ui_check_batch(UiCheckSamples *check, const UiProfile *profile);
char *ui_check_phase(UiCheckSamples *check, const UiProfile *profile);
char *ui_check_stretch(UiCheckSamples *check, const UiProfile *profile);
char *ui_check_batch_cell(UiCheckSamples *check, const UiProfile *profile);
char *ui_check_samples_end(UiCheckSamples *check, const UiProfile *profile);

#endif
