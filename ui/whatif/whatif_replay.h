/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_replay.h: simulates a trace with some data at other addresses, or with another order of the processors. */
#pragma once

#include "ui/replay/replay.h"
#include "ui/whatif/whatif_plan.h"

/* The differences between a replay and the traced run. */
typedef struct {
  WhatifPlans *plans; /* plans of changes, in which the results are stored; NULL: none */
  uint32_t schedule;  /* seed of another order of the processors (whatif_order.h); 0: the order of the trace is used */
} WhatifDifference;

/* As replay_trace(), but with the given differences. Returns false and sets *error on failure. If a reference prevents
 * a change, the error is a G_OPTION_ERROR. */
bool whatif_replay(const EventsTraceFile *file, const Replay *plain, const WhatifDifference *difference,
                   const char *path, GError **error);

/* As whatif_replay(), but returns the profile. Returns NULL and sets *error on failure. The caller frees the profile
 * with profile_free(). */
Profile *whatif_profile(const EventsTraceFile *file, const Replay *replay, const WhatifDifference *difference,
                        GError **error);

/* A machine, and a replay with the parameters of the traced run. The structure must not be moved in memory. */
typedef struct {
  Replay replay;
  ReplayMachine machine;
  mach_config config;
} WhatifMachine;

/* Makes the machine for a trace with tables. `given` are the options, as for replay_machine_of(). Returns false and
 * sets *error if an option is not valid. In either case, the caller must call whatif_machine_free(). */
bool whatif_machine_make(WhatifMachine *machine, const EventsTraceFile *file, char *const *given, GError **error);
void whatif_machine_free(WhatifMachine *machine);
