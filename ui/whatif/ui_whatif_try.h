/* ui_whatif_try.h: tries what the findings of a trace suggest.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_TRY_H
#define UI_UI_WHATIF_TRY_H

#include "ui/replay/ui_replay.h"
#include "ui/whatif/ui_whatif_suggest.h"

/* What a suggestion came to. */
typedef struct {
  const UiWhatifSuggestion *suggestion;
  UiWhatifSuggestion *own; /* that, if it is of several findings; NULL: it is one of the list */
  char *refused;           /* why it cannot be tried; NULL: it was */
  uint64_t stall, misses;  /* of the trace with the changes */
} UiWhatifTrial;

typedef struct {
  uint64_t stall, misses; /* as it was */
  GPtrArray *suggestions; /* of UiWhatifSuggestion */
  GArray *trials;         /* UiWhatifTrial: those that win most stall first, refused ones last */
  guint untried;          /* suggestions that were too many */
} UiWhatifTrials;

/* How many suggestions are tried unless the user says otherwise. */
enum { UI_WHATIF_TRIES = 12 };

/* Simulates a trace, which has tables, once as it was, once for each of the first `most` suggestions of the findings,
 * and a few times for the best of several findings together, on the machine of the options `given`, as
 * ui_replay_machine_of() takes them. Returns false and sets *error when the trace is damaged, or an option is wrong.
 * The caller ends with ui_whatif_trials_clear() either way. */
bool ui_whatif_try(UiWhatifTrials *trials, const UiTraceFile *file, char *const *given, guint most, GError **error);
void ui_whatif_trials_clear(UiWhatifTrials *trials);

#endif
