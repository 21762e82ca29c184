/* ui_whatif_vary.h: a trace simulated as it was and several times with something left to chance: what came of it by
 * luck.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_VARY_H
#define UI_UI_WHATIF_VARY_H

#include <stdio.h>

#include "ui/whatif/ui_whatif_replay.h"

enum { UI_WHATIF_LEAST_TIMES = 3, UI_WHATIF_MOST_TIMES = 1000 };

/* A figure as it was, and the least, the median and the most of all times. */
typedef struct {
  double was, least, median, most;
} UiWhatifSpread;

/* Misses, those by cause, and cycles of stall. */
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

/* A part of the stall that is 2 % of all or more, as it was. Names are fit to print; NULL: it is not by that. */
typedef struct {
  char *data, *code;
  char *cause;          /* "false sharing"; of a finding, the title of its rule */
  UiWhatifSpread stall; /* cycles */
  bool is_luck;         /* the median is half of what it was, or less */
} UiWhatifPart;

/* What is left to chance, in words. */
typedef struct {
  const char *times;          /* "placements" */
  const char *title;          /* of the parts */
  const char *parts, *stall;  /* members of the JSON: the parts, and the stall of each */
  const char *luck, *is_luck; /* what is said of a part that was luck, and the member of the JSON */
} UiWhatifVaryWords;

typedef struct {
  const UiWhatifVaryWords *words;
  uint32_t n;   /* times */
  uint32_t top; /* parts and findings to show as text, at most; 0: ten */
  UiWhatifSpread totals[UI_WHATIF_FIGURES];
  GArray *parts;    /* UiWhatifPart, the most stall as it was first */
  GArray *findings; /* likewise: what memspy advice finds */
} UiWhatifVariation;

/* Parts of the stall of one simulation, collected. */
typedef struct UiWhatifOutcome UiWhatifOutcome;

/* Adds to a part; each of its names may be NULL. */
void ui_whatif_outcome_add(UiWhatifOutcome *outcome, const char *data, const char *code, const char *cause,
                           double stall);

/* How to vary. */
typedef struct {
  const UiWhatifVaryWords *words;

  /* Simulates for the time `seed`, from 1; 0: as it was. NULL: *error. */
  UiProfile *(*simulate)(void *closure, uint32_t seed, GError **error);

  /* Adds the parts of a simulation. */
  void (*part)(UiWhatifOutcome *outcome, const UiView *view);
} UiWhatifVary;

/* Simulates as it was and `n` times. Returns false and sets *error as the simulation does. The caller ends with
 * ui_whatif_variation_clear() either way. */
bool ui_whatif_vary(UiWhatifVariation *variation, const UiWhatifVary *vary, void *closure, uint32_t n, GError **error);
void ui_whatif_variation_clear(UiWhatifVariation *variation);

/* Writes the totals and the first parts and findings of a UiWhatifVariation, or all as JSON: a UiDiffWriter. */
void ui_whatif_show_variation(void *variation, FILE *file, bool as_json);

#endif
