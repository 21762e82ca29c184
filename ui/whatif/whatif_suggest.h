/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_suggest.h: suggests changes for the findings of a profile. */
#pragma once

#include "ui/advice/advice.h"
#include "ui/whatif/whatif_steps.h"

/* A finding that suggests a change. */
typedef struct {
  const AdviceRule *rule;
  char *about; /* its data or code, escaped for printing */
} WhatifFinding;

/* Changes that apply together. */
typedef struct {
  char **changes;         /* arguments of memspy what-if, ended by NULL */
  char *about;            /* the data or code of the finding, escaped for printing */
  const AdviceRule *rule; /* the rule of the finding; NULL: several findings */
  GArray *also;           /* WhatifFinding: further findings that suggest the same changes */
  const char *why;        /* a clause: how the changes can help */
  double cycles;          /* stall cycles that the finding explains */
} WhatifSuggestion;

/* All suggestions, and the stall of the profile. */
typedef struct {
  GPtrArray *suggestions; /* WhatifSuggestion *, by stall of their findings, largest first */
  double stall;           /* cycles */
} WhatifSuggested;

/* Returns the suggestions for a view, which view_new() made with `names`; no two have equal changes. steps: the
 * strides of the profile's trace; NULL: no trace. The caller frees `suggestions` with g_ptr_array_unref(). */
WhatifSuggested whatif_suggest(const View *view, const NameTable *names, const WhatifSteps *steps);

/* Combines two suggestions of different findings. Free the result with whatif_suggestion_free(), which accepts NULL.
 */
WhatifSuggestion *whatif_suggestion_together(const WhatifSuggestion *one, const WhatifSuggestion *other);
void whatif_suggestion_free(WhatifSuggestion *suggestion);

/* Returns the changes as arguments for a shell: "'pad a[] to 64' 'align a 64'". Owned by the caller. */
char *whatif_suggestion_quoted(const WhatifSuggestion *suggestion);
