/* spy_helper.h: the helper, a host thread that simulates the records of the program's only thread in parallel.
 *
 * The program's thread gives its records to the helper, one piece of the queue after the other. A caller that needs
 * results of the simulation, or changes its input, first waits until all pieces are simulated (spy_helper_settle()). So
 * the effect is as if each piece were simulated immediately. When the program starts a second thread, the helper is no
 * longer used, since from then on the clocks decide which thread runs.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"

/* Returns whether the helper takes a piece of `words` words now. Starts the helper when this is worthwhile for the
 * first time, unless the host has only one processor or refuses to make a thread. */
Bool spy_helper_takes(ULong words);

/* Gives the piece [q->begin, end) of a queue to the helper. The queue is then empty, with room for `words` words. Waits
 * while too many pieces are not simulated yet. */
void spy_helper_give(ThreadId tid, const ULong *end, ULong words);

/* Waits until all pieces are simulated. */
void spy_helper_settle(void);

/* Ends the helper and its host thread. */
void spy_helper_end(void);

/* Call in a child after fork: starts the child's own helper. Everything must have been settled before the fork. */
void spy_helper_forked(void);
