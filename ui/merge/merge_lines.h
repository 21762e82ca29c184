/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_lines.h: merges the hottest shared cache lines of all ranks. */
#pragma once

#include "ui/merge/merge_rows.h"

typedef struct {
  GPtrArray *lines; /* the hottest first */
} MergeLines;

void merge_lines_init(MergeLines *lines);
void merge_lines_clear(MergeLines *lines);

/* Adds the lines of the part and keeps the `most` hottest. The processors of the part have the numbers from
 * `first_processor` on in the whole. Lines of different processes are distinct, even at equal addresses. */
void merge_lines_add(MergeLines *lines, MergeRows *rows, uint32_t first_processor, uint32_t most);

/* Appends the lines to the records of the whole. */
void merge_lines_end(const MergeLines *lines, MergeRows *rows);
