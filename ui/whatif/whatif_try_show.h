/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_try_show.h: prints suggestions and their results as text and as JSON. */
#pragma once

#include <stdio.h>

#include "ui/whatif/whatif_try.h"

/* Returns the suggestions as text. Each has a line with arguments of `memspy what-if`, and a line with its reason. The
 * caller owns the text. */
char *whatif_suggested_text(const WhatifSuggested *suggested);

/* Returns the results of trials as text, with the refused suggestions and the number of suggestions that were not
 * tried. The caller owns the text. */
char *whatif_trials_text(const WhatifTrials *trials);

/* Writes a WhatifSuggested as text or as JSON. The function is a DiffWriter. */
void whatif_show_suggested(void *suggested, FILE *file, bool as_json);

/* Writes a WhatifTrials as text or as JSON. The function is a DiffWriter. */
void whatif_show_trials(void *trials, FILE *file, bool as_json);
