/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_findings.h: compares the findings that advice makes about two profiles. */
#pragma once

#include "ui/diff/diff.h"
#include "ui/names/name_table.h"

/* A finding about stall that one profile or both profiles have. Findings that no change of the program can remove are
 * not compared. */
typedef struct {
  const char *rule, *title;    /* stable identifier of the finding's rule, and title of the rule */
  char *about;                 /* name of the data or code, escaped for printing; "": the finding is about the program
                                  as a whole */
  bool in[DIFF_SIDES];         /* indexed by profile: whether it has the finding */
  uint64_t cycles[DIFF_SIDES]; /* indexed by profile: stall cycles that the finding explains; 0 for a profile without
                                  the finding */
} DiffFinding;

/* Returns the findings about stall (DiffFinding), sorted by decreasing change. `names` contains the name tables of both
 * profiles. The caller frees the array. */
GArray *diff_findings(const Diff *diff, const NameTable *const names[DIFF_SIDES]);
