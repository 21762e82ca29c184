/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_vary.h: simulates a trace once unchanged and several times with random changes, to find how much stall depends
 * on chance. */
#pragma once

#include <stdio.h>

#include "ui/whatif/whatif_replay.h"

enum { WHATIF_LEAST_TIMES = 3, WHATIF_MOST_TIMES = 1000 };

/* A value in the unchanged simulation, and the minimum, median and maximum of this value in the random simulations. */
typedef struct {
  double was, least, median, most;
} WhatifSpread;

/* The totals of a simulation: misses, misses by cause, and stall cycles. */
enum {
  WHATIF_MISSES,
  WHATIF_COLD,
  WHATIF_REPLACEMENT,
  WHATIF_INVALIDATION,
  WHATIF_TRUE_SHARING,
  WHATIF_FALSE_SHARING,
  WHATIF_STALL,
  WHATIF_FIGURES
};

/* A part of the stall that is at least 2 % of the total in the unchanged simulation. The names are escaped for
 * printing. A name that does not apply is NULL. */
typedef struct {
  char *data, *code;
  char *cause;        /* cause, such as "false sharing"; for a finding, the title of its rule */
  WhatifSpread stall; /* stall cycles in the simulations */
  bool is_luck;       /* whether the median is at most half of the stall in the unchanged simulation */
} WhatifPart;

/* The texts for one kind of random change. */
typedef struct {
  const char *times;          /* the property in which the random simulations differ, such as "placements" */
  const char *title;          /* title of the list of parts */
  const char *parts, *stall;  /* names of JSON members: for the list of parts, and for the stall of each part */
  const char *luck, *is_luck; /* remark on a part that depends on chance, and name of the JSON member for it */
} WhatifVaryWords;

typedef struct {
  const WhatifVaryWords *words;
  uint32_t n;   /* number of random simulations */
  uint32_t top; /* maximum number of parts and of findings in the text; 0: the default, which is ten */
  WhatifSpread totals[WHATIF_FIGURES];
  GArray *parts;    /* WhatifPart: sorted by decreasing stall in the unchanged simulation */
  GArray *findings; /* WhatifPart: the findings of `memspy advice`, sorted in the same way */
} WhatifVariation;

/* The results of one simulation, divided into parts of the stall. */
typedef struct WhatifOutcome WhatifOutcome;

/* Adds stall to the part with these names. Each name can be NULL. */
void whatif_outcome_add(WhatifOutcome *outcome, const char *data, const char *code, const char *cause, double stall);

/* The functions and texts for one kind of random change. */
typedef struct {
  const WhatifVaryWords *words;

  /* Simulates the trace with the random seed `seed`, from 1; 0: without random changes. Returns NULL and sets *error on
   * failure. */
  Profile *(*simulate)(void *closure, uint32_t seed, GError **error);

  /* Adds the parts of the stall in a simulation to its results. */
  void (*part)(WhatifOutcome *outcome, const View *view);
} WhatifVary;

/* Simulates the trace without random changes, and with the seeds 1 to n. Returns false and sets *error if a simulation
 * fails. In either case, the caller must call whatif_variation_clear(). */
bool whatif_vary(WhatifVariation *variation, const WhatifVary *vary, void *closure, uint32_t n, GError **error);
void whatif_variation_clear(WhatifVariation *variation);

/* Writes a WhatifVariation. The text contains the totals and the first parts and findings; JSON contains all of them.
 * The function is a DiffWriter. */
void whatif_show_variation(void *variation, FILE *file, bool as_json);
