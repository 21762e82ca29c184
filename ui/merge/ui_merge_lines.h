/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_merge_lines.h: merges the hottest shared cache lines of all ranks. */
#pragma once

#include "ui/merge/ui_merge_rows.h"

typedef struct {
  GPtrArray *lines; /* the hottest first */
} UiMergeLines;

void ui_merge_lines_init(UiMergeLines *lines);
void ui_merge_lines_clear(UiMergeLines *lines);

/* Adds the lines of the part and keeps the `most` hottest. The processors of the part have the numbers from
 * `first_processor` on in the whole. Lines of different processes are distinct, even at equal addresses. */
void ui_merge_lines_add(UiMergeLines *lines, UiMergeRows *rows, uint32_t first_processor, uint32_t most);

/* Appends the lines to the records of the whole. */
void ui_merge_lines_end(const UiMergeLines *lines, UiMergeRows *rows);
