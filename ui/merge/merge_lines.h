/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_lines.h: merges the hottest shared cache lines of all ranks. */
#pragma once

#include "ui/merge/merge_rows.h"

typedef struct {
  GPtrArray *lines; /* Line *: the hottest cache lines, the hottest one first */
} MergeLines;

void merge_lines_init(MergeLines *lines);
void merge_lines_clear(MergeLines *lines);

/* Adds the hot cache lines of the input profile, and keeps the `most` hottest lines in total. In the merged profile,
 * the numbers of the input profile's processors begin with `first_processor`. Lines of different processes are
 * different, even if their addresses are equal. */
void merge_lines_add(MergeLines *lines, MergeRows *rows, uint32_t first_processor, uint32_t most);

/* Appends the hot cache lines to the records of the merged profile. */
void merge_lines_end(const MergeLines *lines, MergeRows *rows);
