/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_findings.h: the findings of advice about two profiles, matched. */
#pragma once

#include "ui/diff/diff.h"
#include "ui/names/name_table.h"

/* A finding about stall that one profile has, or both. Findings that no change of the program removes are not
 * compared. */
typedef struct {
  const char *rule, *title;    /* the stable name of its rule; the title */
  char *about;                 /* the data or code, escaped for printing; "": the program as a whole */
  bool in[DIFF_SIDES];         /* whether the profile of this side has the finding */
  uint64_t cycles[DIFF_SIDES]; /* stall cycles that it explains; 0 on a side without the finding */
} DiffFinding;

/* Returns the findings about stall (DiffFinding), with the greatest change first. names: the name tables of both sides.
 * The caller frees the array. */
GArray *diff_findings(const Diff *diff, const NameTable *const names[DIFF_SIDES]);
