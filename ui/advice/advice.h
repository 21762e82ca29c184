/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice.h: findings in plain language: the causes of the memory stall, and how to remove them.
 *
 * advice_rules.def lists the rules with their thresholds and sources. The analysis divides the stall into a few
 * large bottlenecks (advice_find.h). Each cycle belongs to at most one bottleneck, and each bottleneck has one cause
 * (advice_causes.h). So findings do not overlap, and their cycles add up to at most the whole stall. */
#pragma once

#include "ui/advice/advice_rules.h"
#include "ui/analysis/analysis_focus.h"
#include "ui/names/name_table.h"

typedef struct {
  GPtrArray *findings; /* AdviceFinding *. Findings about the stall come first, by falling gain; among them, intrinsic
                          ones have no gain and come last. Other findings follow. Can be empty */
  double explained;    /* stall cycles that the findings explain */
  double stall;        /* stall cycles in focus */
  double busy;         /* busy cycles, summed over all processors */
  char *more;          /* command line of a run that makes findings surer, escaped for printing; NULL: no run does */
  GPtrArray *quality;  /* char *: sentences about limits of the findings, such as a short run or missing names, escaped
                          for printing; empty before advice_judge(), or if nothing limits them */
  bool analysed;       /* there is stall, and its causes were searched for */
  bool little;         /* the memory stall is too small a part of the busy time for a worthwhile gain */
} AdviceList;

/* Returns the findings for the cells in focus (NULL: all). Findings about the program as a whole require a focus on the
 * whole matrix. `names` supplies the types (NULL: unknown). `where` lists where to search for source files, in the
 * syntax of analysis_source_text(). The level of the view's data has no influence: the analysis always uses
 * VIEW_LEVEL_PATH, and ranks on VIEW_DATA in the findings are those of a view at that level. The caller frees the list
 * with advice_list_free(). */
AdviceList *advice_make(const View *view, const NameTable *names, const AnalysisFocus *focus, const char *where);

/* Sets the list's `quality`, for the view and the focus of advice_make(). Reads files of the program. */
void advice_judge(AdviceList *list, const View *view, const AnalysisFocus *focus);
void advice_list_free(AdviceList *list);
