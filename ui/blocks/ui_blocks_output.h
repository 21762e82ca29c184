/* ui_blocks_output.h: what the basic blocks of a trace did and missed, as a table for the terminal and as JSON.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_BLOCKS_OUTPUT_H
#define UI_UI_BLOCKS_OUTPUT_H

#include <stdio.h>

#include "ui/blocks/ui_blocks.h"
#include "ui/model/ui_labels.h"
#include "ui/replay/ui_sweep_report.h"

typedef struct {
  const UiSweepReport *sweep; /* the segment of each of its cells is the number of a block */
  const UiBlocks *blocks;
  const UiLabels *functions; /* by segment */
  unsigned sort;             /* number of a key; see below */
} UiBlocksReport;

/* Addresses are those in the object that the code is of. */

/* A key by which blocks can be sorted, and what it does; NULL: there is no such number. Number 0 is the usual one. */
const char *ui_blocks_sort_key(unsigned number, const char **summary);

/* Appends the table, of at most `most` blocks; 0: of all. */
void ui_blocks_table(const UiBlocksReport *report, unsigned most, GString *out);

/* Writes the document that docs/blocks.schema.json describes. */
void ui_blocks_json(const UiBlocksReport *report, FILE *file);

#endif
