/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_whatif_suggest.h: suggests changes for the findings of a profile. */
#pragma once

#include "ui/analysis/ui_advice.h"
#include "ui/whatif/ui_whatif_steps.h"

/* A finding that suggests a change. */
typedef struct {
  const UiAdviceRule *rule;
  char *about; /* its data or code, escaped for printing */
} UiWhatifFinding;

/* Changes that apply together. */
typedef struct {
  char **changes;           /* arguments of memspy what-if, ended by NULL */
  char *about;              /* the data or code of the finding, escaped for printing */
  const UiAdviceRule *rule; /* the rule of the finding; NULL: several findings */
  GArray *also;             /* UiWhatifFinding: further findings that suggest the same changes */
  const char *why;          /* a clause: how the changes can help */
  double cycles;            /* stall cycles that the finding explains */
} UiWhatifSuggestion;

/* All suggestions, and the stall of the profile. */
typedef struct {
  GPtrArray *suggestions; /* UiWhatifSuggestion *, by stall of their findings, largest first */
  double stall;           /* cycles */
} UiWhatifSuggested;

/* Returns the suggestions for a view, which ui_view_new() made with `names`; no two have equal changes. steps: the
 * strides of the profile's trace; NULL: no trace. The caller frees `suggestions` with g_ptr_array_unref(). */
UiWhatifSuggested ui_whatif_suggest(const UiView *view, const UiNames *names, const UiWhatifSteps *steps);

/* Combines two suggestions of different findings. Free the result with ui_whatif_suggestion_free(), which accepts NULL.
 */
UiWhatifSuggestion *ui_whatif_suggestion_together(const UiWhatifSuggestion *one, const UiWhatifSuggestion *other);
void ui_whatif_suggestion_free(UiWhatifSuggestion *suggestion);

/* Returns the changes as arguments for a shell: "'pad a[] to 64' 'align a 64'". Owned by the caller. */
char *ui_whatif_suggestion_quoted(const UiWhatifSuggestion *suggestion);
