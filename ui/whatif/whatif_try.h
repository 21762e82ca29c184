/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_try.h: tries the changes that the findings of a trace suggest. */
#pragma once

#include "ui/replay/replay.h"
#include "ui/whatif/whatif_suggest.h"

/* The result of a suggestion. */
typedef struct {
  const WhatifSuggestion *suggestion;
  WhatifSuggestion *own;  /* `suggestion`, if it is a combination, which the trial owns; else NULL */
  char *refused;          /* the reason for which it cannot be tried; NULL: it was tried */
  uint64_t stall, misses; /* stall cycles and misses of the trace with the changes */
} WhatifTrial;

typedef struct {
  uint64_t stall, misses; /* stall cycles and misses of the unchanged trace */
  GPtrArray *suggestions; /* WhatifSuggestion * */
  GArray *trials;         /* WhatifTrial, by saved stall, largest first, refused ones last */
  guint untried;          /* suggestions beyond the limit */
} WhatifTrials;

/* Default limit of suggestions that are tried. */
enum { WHATIF_TRIES = 12 };

/* Simulates a trace with tables once unchanged, once for each of the first `most` suggestions of the findings, and a
 * few times with the best suggestions of several findings together, on the machine of the options `given` of
 * replay_machine_of(). Returns false and sets *error if the trace is damaged or an option is invalid. The caller
 * calls whatif_trials_clear() in either case. */
bool whatif_try(WhatifTrials *trials, const EventsTraceFile *file, char *const *given, guint most, GError **error);
void whatif_trials_clear(WhatifTrials *trials);
