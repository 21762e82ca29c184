/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_whatif_replay.h: simulates a trace with some data at other addresses, or with another order of the processors. */
#pragma once

#include "ui/replay/ui_replay.h"
#include "ui/whatif/ui_whatif_plan.h"

/* The difference of a replay from the run. */
typedef struct {
  UiWhatifPlans *plans; /* changes, which receive their results; NULL: none */
  uint32_t schedule;    /* seed of another order of the processors (ui_whatif_order.h); 0: the order of the trace */
} UiWhatifDifference;

/* As ui_replay(), with a difference. Returns false and sets *error, a G_OPTION_ERROR if a change is refused because of a
 * reference. */
bool ui_whatif_replay(const UiTraceFile *file, const UiReplay *plain, const UiWhatifDifference *difference,
                      const char *path, GError **error);

/* As ui_whatif_replay(), but returns the profile, or NULL and sets *error. Free the result with ui_profile_free(). */
UiProfile *ui_whatif_profile(const UiTraceFile *file, const UiReplay *replay, const UiWhatifDifference *difference,
                             GError **error);

/* A replay with the parameters of the run, and its machine. It must not be moved in memory. */
typedef struct {
  UiReplay replay;
  UiReplayMachine machine;
  coh_config config;
} UiWhatifMachine;

/* Makes the machine of a trace with tables, with the options `given` of ui_replay_machine_of(). Returns false and sets
 * *error if one is invalid. The caller calls ui_whatif_machine_free() in either case. */
bool ui_whatif_machine_make(UiWhatifMachine *machine, const UiTraceFile *file, char *const *given, GError **error);
void ui_whatif_machine_free(UiWhatifMachine *machine);
