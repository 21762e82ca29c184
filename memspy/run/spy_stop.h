/* spy_stop.h: the end of recording.
 *
 * When nothing is to be recorded any more the program goes on as fast as under a tool that does nothing: all translations
 * are thrown away and made again without additions, allocation functions are not wrapped any more, and threads take
 * turns as they come.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_STOP_H
#define MEMSPY_SPY_STOP_H

#include "memspy/core/spy_valgrind.h"

/* Nothing is to be recorded any more: recording ends with the slice of the running thread, which is over. What is queued
 * has been drained, or is of no use. Asked for by the drain, when the core cannot stand it yet. */
void spy_stop_soon(void);

/* A thread is about to run the program's code: ends recording if that was asked for. */
void spy_stop_look(void);

/* A file was mapped after recording has ended: it may be the library of wrappers. */
void spy_stop_mapped(void);

/* While recording, translations do not follow jumps within a block: a function is known by the block that begins with
 * it. Before the first translation. */
void spy_stop_chasing(void);

/* Whether recording has ended. It does not begin again. */
extern Bool spy_has_stopped;
static inline Bool spy_stopped(void) { return spy_has_stopped; }

/* Notes a block that is translated, with additions for recording or not; prints how many were, for --stats=yes. */
void spy_stop_note_block(Bool records);
void spy_stop_print_stats(void);

#endif
