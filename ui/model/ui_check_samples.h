/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_check_samples.h: the identities of samples and their batches, for ui_check.c. */
#pragma once

#include "ui/model/ui_profile.h"

/* State of the check; starts as zeros. */
typedef struct {
  uint64_t samples, instructions; /* sums over the batches, or the phases that the run reached */
  uint64_t weighed;               /* sum over phases of instructions times weights */
  uint64_t share;                 /* sum over phases */
  uint64_t stretches;             /* sum of their instructions */
  guint cell;                     /* all earlier ones have had their batches */
} UiCheckSamples;

/* Check the last record of its kind in profile->rows; the last function completes the check after the totals. Return
 * NULL, or a message, owned by the caller. */
char *ui_check_sampling(const UiProfile *profile);
char *ui_check_batch(UiCheckSamples *check, const UiProfile *profile);
char *ui_check_phase(UiCheckSamples *check, const UiProfile *profile);
char *ui_check_stretch(UiCheckSamples *check, const UiProfile *profile);
char *ui_check_batch_cell(UiCheckSamples *check, const UiProfile *profile);
char *ui_check_samples_end(UiCheckSamples *check, const UiProfile *profile);
