/* ui_merge_lines.h: the shared lines of memory of all ranks, the hottest of them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_MERGE_LINES_H
#define UI_MERGE_LINES_H

#include "ui/merge/ui_merge_rows.h"

typedef struct {
  GPtrArray *lines; /* the hottest, in their order */
} UiMergeLines;

void ui_merge_lines_init(UiMergeLines *lines);
void ui_merge_lines_clear(UiMergeLines *lines);

/* Adds the lines of the part, whose processors are those of the whole from `first_processor` on, and keeps the `most`
 * hottest. Lines of different processes are different lines, whatever their addresses. */
void ui_merge_lines_add(UiMergeLines *lines, UiMergeRows *rows, uint32_t first_processor, uint32_t most);

/* Makes records of the whole of them. */
void ui_merge_lines_end(const UiMergeLines *lines, UiMergeRows *rows);

#endif
