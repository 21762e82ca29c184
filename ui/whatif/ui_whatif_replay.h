/* ui_whatif_replay.h: a trace simulated with some data elsewhere, or its processors in another order.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_REPLAY_H
#define UI_UI_WHATIF_REPLAY_H

#include "ui/replay/ui_replay.h"
#include "ui/whatif/ui_whatif_plan.h"

/* In what a replay differs from the run. */
typedef struct {
  UiWhatifPlans *plans; /* changes, which note what was done; NULL: data are where they were */
  uint32_t schedule;    /* the seed of another order of the processors (ui_whatif_order.h); 0: as it was */
} UiWhatifDifference;

/* Does what ui_replay() does, with a difference; with none it is ui_replay(). Returns false and sets *error, a
 * G_OPTION_ERROR when a change cannot be made of these references. */
bool ui_whatif_replay(const UiTraceFile *file, const UiReplay *plain, const UiWhatifDifference *difference,
                      const char *path, GError **error);

/* The profile that ui_whatif_replay() makes; no file of it stays. NULL: *error. Free with ui_profile_free(). */
UiProfile *ui_whatif_profile(const UiTraceFile *file, const UiReplay *replay, const UiWhatifDifference *difference,
                             GError **error);

/* A replay as the run was, on a machine of its own; it must not be moved. */
typedef struct {
  UiReplay replay;
  UiReplayMachine machine;
  coh_config config;
} UiWhatifMachine;

/* Makes the machine of a trace, which has tables, with the options `given`, as ui_replay_machine_of() takes them.
 * Returns false and sets *error when one is wrong. The caller ends with ui_whatif_machine_free() either way. */
bool ui_whatif_machine_make(UiWhatifMachine *machine, const UiTraceFile *file, char *const *given, GError **error);
void ui_whatif_machine_free(UiWhatifMachine *machine);

#endif
