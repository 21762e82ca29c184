/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_blocks_output.h: the executions and misses of basic blocks, as a table for the terminal and as JSON. Addresses are
 * relative to the object file of the code. */
#pragma once

#include <stdio.h>

#include "ui/blocks/ui_blocks.h"
#include "ui/model/ui_labels.h"
#include "ui/replay/ui_sweep_report.h"

typedef struct {
  const UiSweepReport *sweep; /* the segments of its cells are numbers of blocks */
  const UiBlocks *blocks;
  const UiLabels *functions; /* by segment */
  unsigned sort;             /* number of a sort key */
} UiBlocksReport;

/* The name and description of a sort key; NULL: no key has that number. Key 0 is the default. */
const char *ui_blocks_sort_key(unsigned number, const char **summary);

/* Appends the table of at most `most` blocks; 0: all blocks. */
void ui_blocks_table(const UiBlocksReport *report, unsigned most, GString *out);

/* Writes the document that docs/blocks.schema.json describes. */
void ui_blocks_json(const UiBlocksReport *report, FILE *file);
