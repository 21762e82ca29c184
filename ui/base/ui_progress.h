/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_progress.h: shows a progress bar on standard error, for work that takes longer than a second.
 *
 * The bar appears only on a terminal that can erase a line, and is erased at the end. There is only one bar at a time.
 * Nested work is part of the outer work. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Returns whether standard error is a terminal that can erase a line. */
bool ui_progress_may_show(void);

/* The next two functions begin and end a piece of work. `what` describes the work. `whole` is the total amount of work
 * in any unit; 0: it is unknown, and the amount done is shown in bytes. ui_progress_end() erases the bar. */
void ui_progress_begin(const char *what, uint64_t whole);
void ui_progress_end(void);

/* Reports the amount of work done. The function is cheap enough for a call every few microseconds. */
void ui_progress_at(uint64_t done);
