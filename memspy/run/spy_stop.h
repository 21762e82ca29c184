/* spy_stop.h: ends recording.
 *
 * When recording has ended, the program runs as fast as under a tool that does nothing: all translations are discarded
 * and made again without instrumentation, and the core chooses the threads.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call before a thread runs the program's code: ends recording if that is due (setup/spy_state.h). */
void spy_stop_look(void);

/* Makes translations not follow jumps within a block while recording, since a function is recognized by the block that
 * begins with it. Call it before the first translation. */
void spy_stop_chasing(void);

/* The first function counts a block that is translated, with or without instrumentation. The second prints these
 * counts, for --stats=yes. */
void spy_stop_note_block(Bool records);
void spy_stop_print_stats(void);
