/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_suggest.h: suggests changes for the findings of a profile. */
#pragma once

#include "ui/advice/advice.h"
#include "ui/whatif/whatif_steps.h"

/* A finding for which a change is suggested. */
typedef struct {
  const AdviceRule *rule;
  char *about; /* name of the data or code of the finding, escaped for printing */
} WhatifFinding;

/* A suggestion, which consists of changes that apply together. */
typedef struct {
  char **changes;         /* the changes, as arguments of `memspy what-if`, ended by NULL */
  char *about;            /* name of the data or code of the finding, escaped for printing */
  const AdviceRule *rule; /* rule of the finding; NULL: the suggestion combines several findings */
  GArray *also;           /* WhatifFinding: other findings for which the same changes are suggested */
  const char *why;        /* how the changes can help, as a clause */
  double cycles;          /* stall cycles that the finding explains */
} WhatifSuggestion;

/* All suggestions, and the stall of the profile. */
typedef struct {
  GPtrArray *suggestions; /* WhatifSuggestion *: sorted by decreasing stall of their findings */
  double stall;           /* cycles */
} WhatifSuggested;

/* Returns the suggestions for the findings of a view, which view_new() has made with `names`. No two suggestions have
 * the same changes. `steps` are the strides in the profile's trace; NULL: there is no trace. The caller frees
 * `suggestions` with g_ptr_array_unref(). */
WhatifSuggested whatif_suggest(const View *view, const NameTable *names, const WhatifSteps *steps);

/* Combines two suggestions for different findings. The caller frees the result with whatif_suggestion_free(), which
 * accepts NULL. */
WhatifSuggestion *whatif_suggestion_together(const WhatifSuggestion *one, const WhatifSuggestion *other);
void whatif_suggestion_free(WhatifSuggestion *suggestion);

/* Returns the changes as arguments for a shell, such as "'pad a[] to 64' 'align a 64'". The caller owns the text. */
char *whatif_suggestion_quoted(const WhatifSuggestion *suggestion);
