/* paper_figure.h: the uses of the function in Figure 2 of Rutar and Hollingsworth (2011), section 3.3.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "ui/attribute/attr_reads.h"

/* Numbers of the function's data. */
enum { PAPER_X, PAPER_Y, PAPER_A, PAPER_B, PAPER_I, PAPER_J, PAPER_K, PAPER_VARIABLES };

enum { PAPER_LINES = 4 }; /* 1 to 4 */

/* 1  for (a = 0; a < b; a++) {
 * 2    i = x[a] + y[b]
 * 3    j = y[a] + y[b]
 * 4    k = x[b] + x[b]
 * 5  }
 *
 * x and y are static, the others on the stack of `figure`, in figure.c. The caller frees it with fake_function_free().
 */
UsesFunction *paper_figure(void);

/* The counting rules of the paper. */
extern const AttrReadsRules paper_rules;
