/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_whatif_vary.h: simulates a trace unchanged and several times with random changes, to find the stall that depends
 * on chance. */
#pragma once

#include <stdio.h>

#include "ui/whatif/ui_whatif_replay.h"

enum { UI_WHATIF_LEAST_TIMES = 3, UI_WHATIF_MOST_TIMES = 1000 };

/* A figure in the unchanged simulation, and its minimum, median and maximum in the random ones. */
typedef struct {
  double was, least, median, most;
} UiWhatifSpread;

/* Misses, misses by cause, and stall cycles. */
enum {
  UI_WHATIF_MISSES,
  UI_WHATIF_COLD,
  UI_WHATIF_REPLACEMENT,
  UI_WHATIF_INVALIDATION,
  UI_WHATIF_TRUE_SHARING,
  UI_WHATIF_FALSE_SHARING,
  UI_WHATIF_STALL,
  UI_WHATIF_FIGURES
};

/* A part of the stall, at least 2 % of all in the unchanged simulation. Names are escaped for printing, and NULL if they
 * do not apply. */
typedef struct {
  char *data, *code;
  char *cause;          /* "false sharing"; for a finding, the title of its rule */
  UiWhatifSpread stall; /* cycles */
  bool is_luck;         /* the median is at most half of the unchanged stall */
} UiWhatifPart;

/* The texts of one kind of random change. */
typedef struct {
  const char *times;          /* "placements" */
  const char *title;          /* title of the parts */
  const char *parts, *stall;  /* members of the JSON: the parts, and the stall of each */
  const char *luck, *is_luck; /* remark on a part that depends on chance, and its member of the JSON */
} UiWhatifVaryWords;

typedef struct {
  const UiWhatifVaryWords *words;
  uint32_t n;   /* number of random simulations */
  uint32_t top; /* limit of parts and of findings in the text; 0: ten */
  UiWhatifSpread totals[UI_WHATIF_FIGURES];
  GArray *parts;    /* UiWhatifPart, by unchanged stall, largest first */
  GArray *findings; /* UiWhatifPart, in the same order: the findings of memspy advice */
} UiWhatifVariation;

/* The parts of the stall of one simulation. */
typedef struct UiWhatifOutcome UiWhatifOutcome;

/* Adds stall to the part with these names, each of which can be NULL. */
void ui_whatif_outcome_add(UiWhatifOutcome *outcome, const char *data, const char *code, const char *cause,
                           double stall);

/* How to vary. */
typedef struct {
  const UiWhatifVaryWords *words;

  /* Simulates with a seed from 1 on; 0: unchanged. Returns NULL and sets *error if that fails. */
  UiProfile *(*simulate)(void *closure, uint32_t seed, GError **error);

  /* Adds the parts of a simulation. */
  void (*part)(UiWhatifOutcome *outcome, const UiView *view);
} UiWhatifVary;

/* Simulates unchanged and with the seeds 1 to n. Returns false and sets *error if a simulation fails. The caller calls
 * ui_whatif_variation_clear() in either case. */
bool ui_whatif_vary(UiWhatifVariation *variation, const UiWhatifVary *vary, void *closure, uint32_t n, GError **error);
void ui_whatif_variation_clear(UiWhatifVariation *variation);

/* Writes the totals and the first parts and findings of a UiWhatifVariation as text, or all as JSON; a UiDiffWriter. */
void ui_whatif_show_variation(void *variation, FILE *file, bool as_json);
