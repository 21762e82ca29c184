/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_try_show.h: prints suggestions and their results as text and as JSON. */
#pragma once

#include <stdio.h>

#include "ui/whatif/whatif_try.h"

/* Returns the suggestions as text, each with a line of arguments of memspy what-if and a line with its reason. Owned by
 * the caller. */
char *whatif_suggested_text(const WhatifSuggested *suggested);

/* Returns the results of trials, the refused ones, and the number of untried ones. Owned by the caller. */
char *whatif_trials_text(const WhatifTrials *trials);

/* Writes a WhatifSuggested as text or JSON; a DiffWriter. */
void whatif_show_suggested(void *suggested, FILE *file, bool as_json);

/* Writes a WhatifTrials as text or JSON; a DiffWriter. */
void whatif_show_trials(void *trials, FILE *file, bool as_json);
