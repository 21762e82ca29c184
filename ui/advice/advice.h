/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice.h: findings in plain language: the causes of the memory stall, and how to remove them.
 *
 * advice_rules.def lists the rules with their thresholds and sources. The analysis divides the stall into a few
 * large bottlenecks (advice_find.h). Each cycle belongs to at most one bottleneck, and each bottleneck has one cause
 * (advice_causes.h). Therefore, findings do not overlap, and their cycles add up to at most the whole stall. */
#pragma once

#include "ui/advice/advice_rules.h"
#include "ui/analysis/analysis_focus.h"
#include "ui/names/name_table.h"

typedef struct {
  GPtrArray *findings; /* AdviceFinding *, by decreasing gain. The gain of a finding that is not about the stall is its
                          cycles. Of the findings about the stall, intrinsic ones without gain come last. Can be
                          empty */
  double explained;    /* stall cycles that all findings explain together */
  double stall;        /* stall cycles in focus, of all processors */
  double busy;         /* busy cycles, summed over all processors */
  char *more;          /* command line of a run that makes some findings more certain, escaped for printing; NULL: no
                          run does */
  GPtrArray *quality;  /* char *: sentences about limits of the findings, such as a short run or missing names, escaped
                          for printing. Empty before advice_judge(), or if nothing limits the findings */
  bool analysed;       /* there is stall, and advice_make() has searched for its causes */
  bool little;         /* whether the memory stall is such a small part of the busy time that no gain is worthwhile */
} AdviceList;

/* Returns the findings for the cells in focus (NULL: all cells). Findings about the program as a whole require a focus
 * on the whole matrix. `names` supplies the types of the data (NULL: they are unknown). `where` lists where to search
 * for source files, in the syntax of analysis_source_text(). The data level of the view has no influence: the analysis
 * always uses VIEW_LEVEL_PATH, and the findings contain ranks on VIEW_DATA of a view at that level. The caller frees
 * the list with advice_list_free(). */
AdviceList *advice_make(const View *view, const NameTable *names, const AnalysisFocus *focus, const char *where);

/* Sets the list's `quality`. The view and the focus must be the same as for advice_make(). Reads files of the
 * program. */
void advice_judge(AdviceList *list, const View *view, const AnalysisFocus *focus);
void advice_list_free(AdviceList *list);
