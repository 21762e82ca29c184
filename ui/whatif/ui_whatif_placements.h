/* ui_whatif_placements.h: a trace simulated with its blocks and mappings at other addresses: what depends on where the
 * allocator happened to put them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_PLACEMENTS_H
#define UI_UI_WHATIF_PLACEMENTS_H

#include "ui/replay/ui_replay.h"

enum { UI_WHATIF_LEAST_PLACEMENTS = 3, UI_WHATIF_MOST_PLACEMENTS = 1000 };

/* A figure as it was, and the least, the median and the most of all placements. */
typedef struct {
  double was, least, median, most;
} UiWhatifSpread;

/* Misses, those by cause, and cycles of stall. */
enum {
  UI_WHATIF_MISSES,
  UI_WHATIF_COLD,
  UI_WHATIF_REPLACEMENT,
  UI_WHATIF_INVALIDATION,
  UI_WHATIF_STALL,
  UI_WHATIF_FIGURES
};

/* Data of which replacement misses are 2 % of all stall or more, as it was. */
typedef struct {
  char *name;           /* fit to print */
  UiWhatifSpread stall; /* of replacement misses, cycles */
  bool is_luck;         /* the median is half of what it was, or less */
} UiWhatifPlaced;

typedef struct {
  uint32_t n; /* placements */
  UiWhatifSpread totals[UI_WHATIF_FIGURES];
  GArray *data; /* UiWhatifPlaced, the most stall as it was first */
} UiWhatifPlacements;

/* Simulates a trace with tables as it was, and `n` times with blocks of 4096 bytes or more and mappings at random
 * addresses, on the machine of the options `given`; those of time i come from seed i, from 1. Returns false and sets
 * *error, a G_OPTION_ERROR when something of the trace cannot be moved, or an option is wrong. The caller ends with
 * ui_whatif_placements_clear() either way. */
bool ui_whatif_placements(UiWhatifPlacements *placements, const UiTraceFile *file, char *const *given, uint32_t n,
                          GError **error);
void ui_whatif_placements_clear(UiWhatifPlacements *placements);

#endif
