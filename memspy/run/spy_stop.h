/* spy_stop.h: the end of recording.
 *
 * When nothing is to be recorded any more the program goes on as fast as under a tool that does nothing: all
 * translations are thrown away and made again without additions, and threads take turns as they come.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_STOP_H
#define MEMSPY_SPY_STOP_H

#include "memspy/core/spy_valgrind.h"

/* A thread is about to run the program's code: ends recording if that is due (setup/spy_state.h). */
void spy_stop_look(void);

/* While recording, translations do not follow jumps within a block: a function is known by the block that begins with
 * it. Before the first translation. */
void spy_stop_chasing(void);

/* Notes a block that is translated, with additions for recording or not; prints how many were, for --stats=yes. */
void spy_stop_note_block(Bool records);
void spy_stop_print_stats(void);

#endif
