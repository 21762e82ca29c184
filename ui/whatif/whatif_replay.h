/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_replay.h: simulates a trace with some data at other addresses, or with another order of the processors. */
#pragma once

#include "ui/replay/replay.h"
#include "ui/whatif/whatif_plan.h"

/* The difference of a replay from the run. */
typedef struct {
  WhatifPlans *plans; /* changes, which receive their results; NULL: none */
  uint32_t schedule;  /* seed of another order of the processors (whatif_order.h); 0: the order of the trace */
} WhatifDifference;

/* As replay_trace(), with a difference. Returns false and sets *error. If a change is refused because of a reference,
 * the error is a G_OPTION_ERROR. */
bool whatif_replay(const EventsTraceFile *file, const Replay *plain, const WhatifDifference *difference,
                   const char *path, GError **error);

/* As whatif_replay(), but returns the profile, or NULL and sets *error. Free the result with profile_free(). */
Profile *whatif_profile(const EventsTraceFile *file, const Replay *replay, const WhatifDifference *difference,
                        GError **error);

/* A replay with the parameters of the run, and its machine. It must not be moved in memory. */
typedef struct {
  Replay replay;
  ReplayMachine machine;
  mach_config config;
} WhatifMachine;

/* Makes the machine of a trace with tables, with the options `given` of replay_machine_of(). Returns false and sets
 * *error if one is invalid. The caller calls whatif_machine_free() in either case. */
bool whatif_machine_make(WhatifMachine *machine, const EventsTraceFile *file, char *const *given, GError **error);
void whatif_machine_free(WhatifMachine *machine);
