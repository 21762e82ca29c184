/* spy_progress.h: prints the progress of the run in a line on the terminal, for --progress=yes.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Updates the progress line if it is at least a second old. Call whenever a thread is about to run. */
void spy_progress_look(void);

/* Erases the progress line. Call before other output to the terminal, and at the end. */
void spy_progress_clear(void);
