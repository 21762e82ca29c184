/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_progress.h: a progress bar on standard error for work that takes longer than a second.
 *
 * It appears only on a terminal that can erase a line, and is erased at the end. There is one bar: nested work is
 * part of the outer one. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Returns whether standard error is a terminal that can erase a line. */
bool ui_progress_may_show(void);

/* Begin and end some work; the end clears the bar. `what` describes it; `whole` is its amount in any unit, or 0 if
 * unknown: then the bar shows the bytes done. */
void ui_progress_begin(const char *what, uint64_t whole);
void ui_progress_end(void);

/* Reports the amount done. Cheap enough for a call every few microseconds. */
void ui_progress_at(uint64_t done);
