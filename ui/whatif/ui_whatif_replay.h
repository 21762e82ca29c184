/* ui_whatif_replay.h: a trace simulated with some data elsewhere.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_REPLAY_H
#define UI_UI_WHATIF_REPLAY_H

#include "ui/replay/ui_replay.h"
#include "ui/whatif/ui_whatif_plan.h"

/* Does what ui_replay() does, with the changes of some plans, which note what was done. Returns false and sets *error,
 * a G_OPTION_ERROR when a change cannot be made of these references. */
bool ui_whatif_replay(const UiTraceFile *file, const UiReplay *plain, UiWhatifPlans *plans, const char *path,
                      GError **error);

/* The profile that ui_whatif_replay() makes, or, if `plans` is NULL, ui_replay(); no file of it stays. NULL: *error.
 * Free with ui_profile_free(). */
UiProfile *ui_whatif_profile(const UiTraceFile *file, const UiReplay *replay, UiWhatifPlans *plans, GError **error);

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
