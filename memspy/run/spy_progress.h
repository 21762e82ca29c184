/* spy_progress.h: a line on the terminal that says how far the run is, for --progress=yes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_PROGRESS_H
#define MEMSPY_SPY_PROGRESS_H

#include "memspy/core/spy_valgrind.h"

/* Writes the line anew if the last one is a second old. Called whenever a thread is about to run. */
void spy_progress_look(void);

/* Takes the line away: before something else is written to the terminal, and at the end. */
void spy_progress_clear(void);

#endif
