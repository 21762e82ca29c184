/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_try.h: tries the changes that the findings of a trace suggest. */
#pragma once

#include "ui/replay/replay.h"
#include "ui/whatif/whatif_suggest.h"

/* The result of trying a suggestion. */
typedef struct {
  const WhatifSuggestion *suggestion;
  WhatifSuggestion *own;  /* equal to `suggestion`, if it is a combination that the trial owns; otherwise NULL */
  char *refused;          /* the reason why the suggestion cannot be tried; NULL: it was tried */
  uint64_t stall, misses; /* stall cycles and misses of the trace with the changes */
} WhatifTrial;

typedef struct {
  uint64_t stall, misses; /* stall cycles and misses of the trace without changes */
  GPtrArray *suggestions; /* WhatifSuggestion *: all suggestions */
  GArray *trials;         /* WhatifTrial: sorted by decreasing savings; refused ones come last */
  guint untried;          /* number of suggestions that were not tried because of the limit */
} WhatifTrials;

/* The default maximum number of suggestions that are tried. */
enum { WHATIF_TRIES = 12 };

/* Simulates a trace with tables once without changes, and once for each of the first `most` suggestions. Then simulates
 * a few combinations of the best suggestions for different findings. The machine is that of the options `given`, as for
 * replay_machine_of(). Returns false and sets *error if the trace is damaged or an option is not valid. In either case,
 * the caller must call whatif_trials_clear(). */
bool whatif_try(WhatifTrials *trials, const EventsTraceFile *file, char *const *given, guint most, GError **error);
void whatif_trials_clear(WhatifTrials *trials);
