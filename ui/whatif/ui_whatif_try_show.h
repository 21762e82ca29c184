/* ui_whatif_try_show.h: suggestions, and what they came to, as text and as JSON.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_TRY_SHOW_H
#define UI_UI_WHATIF_TRY_SHOW_H

#include <stdio.h>

#include "ui/whatif/ui_whatif_try.h"

/* Suggestions, each as a line of arguments of memspy what-if and one that says why; owned by the caller. */
char *ui_whatif_suggested_text(const UiWhatifSuggested *suggested);

/* What was tried, what could not be, and how much was left out; owned by the caller. */
char *ui_whatif_trials_text(const UiWhatifTrials *trials);

/* Writes the text of suggestions, a UiWhatifSuggested, or all as JSON: a UiDiffWriter. */
void ui_whatif_show_suggested(void *suggested, FILE *file, bool as_json);

/* The same of trials, a UiWhatifTrials. */
void ui_whatif_show_trials(void *trials, FILE *file, bool as_json);

#endif
