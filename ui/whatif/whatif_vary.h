/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_vary.h: simulates a trace unchanged and several times with random changes, to find the stall that depends
 * on chance. */
#pragma once

#include <stdio.h>

#include "ui/whatif/whatif_replay.h"

enum { WHATIF_LEAST_TIMES = 3, WHATIF_MOST_TIMES = 1000 };

/* A figure in the unchanged simulation, and its minimum, median and maximum in the random ones. */
typedef struct {
  double was, least, median, most;
} WhatifSpread;

/* Misses, misses by cause, and stall cycles. */
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

/* A part of the stall, at least 2 % of all in the unchanged simulation. Names are escaped for printing, and NULL if
 * they do not apply. */
typedef struct {
  char *data, *code;
  char *cause;        /* "false sharing"; for a finding, the title of its rule */
  WhatifSpread stall; /* cycles */
  bool is_luck;       /* the median is at most half of the unchanged stall */
} WhatifPart;

/* The texts of one kind of random change. */
typedef struct {
  const char *times;          /* "placements" */
  const char *title;          /* title of the parts */
  const char *parts, *stall;  /* members of the JSON: the parts, and the stall of each */
  const char *luck, *is_luck; /* remark on a part that depends on chance, and its member of the JSON */
} WhatifVaryWords;

typedef struct {
  const WhatifVaryWords *words;
  uint32_t n;   /* number of random simulations */
  uint32_t top; /* limit of parts and of findings in the text; 0: ten */
  WhatifSpread totals[WHATIF_FIGURES];
  GArray *parts;    /* WhatifPart, by unchanged stall, largest first */
  GArray *findings; /* WhatifPart, in the same order: the findings of memspy advice */
} WhatifVariation;

/* The parts of the stall of one simulation. */
typedef struct WhatifOutcome WhatifOutcome;

/* Adds stall to the part with these names, each of which can be NULL. */
void whatif_outcome_add(WhatifOutcome *outcome, const char *data, const char *code, const char *cause, double stall);

/* How to vary. */
typedef struct {
  const WhatifVaryWords *words;

  /* Simulates with a seed from 1 on; 0: unchanged. Returns NULL and sets *error if that fails. */
  Profile *(*simulate)(void *closure, uint32_t seed, GError **error);

  /* Adds the parts of a simulation. */
  void (*part)(WhatifOutcome *outcome, const View *view);
} WhatifVary;

/* Simulates unchanged and with the seeds 1 to n. Returns false and sets *error if a simulation fails. The caller calls
 * whatif_variation_clear() in either case. */
bool whatif_vary(WhatifVariation *variation, const WhatifVary *vary, void *closure, uint32_t n, GError **error);
void whatif_variation_clear(WhatifVariation *variation);

/* Writes the totals and the first parts and findings of a WhatifVariation as text, or all as JSON; a DiffWriter. */
void whatif_show_variation(void *variation, FILE *file, bool as_json);
