/* SPDX-License-Identifier: GPL-2.0-or-later
 * blocks_output.h: writes the executions and misses of basic blocks, as a table for the terminal and as JSON. Addresses
 * are relative to the object file of the code. */
#pragma once

#include <stdio.h>

#include "ui/blocks/blocks.h"
#include "ui/replay/replay_sweep_report.h"
#include "ui/view/view_labels.h"

typedef struct {
  const ReplaySweepReport *sweep; /* result of the sweep, in which the segment of a cell is the number of a block */
  const Blocks *blocks;
  const ViewLabels *functions; /* names of the functions, by segment */
  unsigned sort;               /* number of the sort key */
} BlocksReport;

/* Returns the name of sort key `number`, and sets *summary to its description. Returns NULL if there is no such key.
 * Key 0 is the default. */
const char *blocks_sort_key(unsigned number, const char **summary);

/* Appends a table of at most `most` blocks; 0: all blocks. */
void blocks_table(const BlocksReport *report, unsigned most, GString *out);

/* Writes a report as a JSON document. docs/blocks.schema.json describes the document. */
void blocks_json(const BlocksReport *report, FILE *file);
