/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice.h: findings in plain language: what the stall time is spent on, and what one would do.
 *
 * The rules are one table, ui_advice_rules.def, each with its thresholds and where it comes from. The stall is parted
 * into troubles, few that explain much (ui_advice_find.h): each cycle is in one, and each trouble has one cause
 * (ui_advice_causes.h). So findings do not overlap, and what they explain adds up to at most the whole. */
#pragma once

#include "ui/analysis/ui_advice_rules.h"
#include "ui/analysis/ui_focus.h"
#include "ui/names/ui_names.h"

typedef struct {
  GPtrArray *findings; /* UiAdvice *: about the stall, those with the most to win first, what is worth no action
                          (intrinsic) last; then others. May be empty */
  double explained;    /* stall cycles that the findings explain */
  double stall;        /* stall cycles in focus */
  double busy;         /* cycles that all processors are busy */
  char *more;          /* the command that would tell more of what is not sure, fit to print; NULL: none would */
  bool bare;           /* most of the stall is in code without line numbers */
  bool little;         /* memory stall is so small a part of the time that there is nothing to gain */
} UiAdviceList;

/* What there is to say of the cells in focus (NULL: all); of a narrowed focus nothing about the program as a whole.
 * `names` has the types (NULL: nothing is known of them). `where` is where source files are looked for, as
 * ui_source_text() takes it. It is the same at whatever level of data the view is: ranks on UI_DATA in the findings are
 * those of the view with all data at UI_LEVEL_PATH, and do not fit a view that is at another level. The caller frees
 * the list with ui_advice_free(). */
UiAdviceList *ui_advice(const UiView *view, const UiNames *names, const UiFocus *focus, const char *where);
void ui_advice_free(UiAdviceList *list);
