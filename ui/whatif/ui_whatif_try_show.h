/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_whatif_try_show.h: prints suggestions and their results as text and as JSON. */
#pragma once

#include <stdio.h>

#include "ui/whatif/ui_whatif_try.h"

/* Returns the suggestions as text, each with a line of arguments of memspy what-if and a line with its reason. Owned by
 * the caller. */
char *ui_whatif_suggested_text(const UiWhatifSuggested *suggested);

/* Returns the results of trials, the refused ones, and the number of untried ones. Owned by the caller. */
char *ui_whatif_trials_text(const UiWhatifTrials *trials);

/* Writes a UiWhatifSuggested as text or JSON; a UiDiffWriter. */
void ui_whatif_show_suggested(void *suggested, FILE *file, bool as_json);

/* Writes a UiWhatifTrials as text or JSON; a UiDiffWriter. */
void ui_whatif_show_trials(void *trials, FILE *file, bool as_json);
