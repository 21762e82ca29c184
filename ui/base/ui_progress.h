/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_progress.h: a bar on standard error for what takes longer than a second.
 *
 * Only on a terminal that can erase a line, and gone again when the work is done. There is one standard error, so there
 * is one bar; work within work is part of the outer one. */
#ifndef UI_UI_PROGRESS_H
#define UI_UI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Is standard error a terminal that can erase a line? */
bool ui_progress_may_show(void);

/* Begins some work, and ends it, and clears the bar. `what` it is, in words; `whole` is how much there is to do, in any
 * unit, or 0 when that is not known: then the bar shows the bytes that are done. */
void ui_progress_begin(const char *what, uint64_t whole);
void ui_progress_end(void);

/* So much of it is done. Cheap enough for every few microseconds of work. */
void ui_progress_at(uint64_t done);

#endif
