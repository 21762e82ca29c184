/* ui_whatif_suggest.h: changes that could be tried for a profile, by its findings.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_SUGGEST_H
#define UI_UI_WHATIF_SUGGEST_H

#include "ui/analysis/ui_advice.h"
#include "ui/whatif/ui_whatif_steps.h"

/* By which finding a change is suggested. */
typedef struct {
  const UiAdviceRule *rule;
  char *about; /* its data, or its code, fit to print */
} UiWhatifFinding;

/* Changes that apply together. */
typedef struct {
  char **changes;           /* each as memspy what-if takes it; ended by NULL */
  char *about;              /* the data of the finding, or its code, fit to print */
  const UiAdviceRule *rule; /* by which the finding is; NULL: there are several */
  GArray *also;             /* UiWhatifFinding: further ones that suggest the same */
  const char *why;          /* the change may help: a clause */
  double cycles;            /* of stall that the finding explains */
} UiWhatifSuggestion;

/* All of them, and the stall of the profile. */
typedef struct {
  GPtrArray *suggestions; /* UiWhatifSuggestion *: those of the finding that explains most first */
  double stall;           /* cycles */
} UiWhatifSuggested;

/* What the findings of a view suggest, which was made with ui_view_new() of these names: no two with the same changes.
 * `steps` (or NULL) are those of the trace that was replayed. Rules and clauses are constants. The caller frees
 * `suggestions` with g_ptr_array_unref(). */
UiWhatifSuggested ui_whatif_suggest(const UiView *view, const UiNames *names, const UiWhatifSteps *steps);

/* Two suggestions of different findings as one. Free with ui_whatif_suggestion_free(), which takes NULL. */
UiWhatifSuggestion *ui_whatif_suggestion_together(const UiWhatifSuggestion *one, const UiWhatifSuggestion *other);
void ui_whatif_suggestion_free(UiWhatifSuggestion *suggestion);

/* The changes as arguments in a shell: "'pad a[] to 64' 'align a 64'". Owned by the caller. */
char *ui_whatif_suggestion_quoted(const UiWhatifSuggestion *suggestion);

#endif
