/* spy_helper.h: the helper, a host thread that simulates the records of the program's only thread in parallel.
 *
 * The program's thread gives copies of its queue, piece by piece, in order. A caller that needs results of the
 * simulation, or changes its input, first waits until all pieces are simulated (spy_helper_settle()). So the effect is
 * as if each piece were simulated at once. When the program has a second thread, the helper is no longer used, since
 * clocks then decide which thread runs.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"

/* Whether the helper takes a piece of `words` words now. Starts it the first time, unless the host has one processor
 * only, or refuses a thread. */
Bool spy_helper_takes(ULong words);

/* Gives the piece [q->begin, end) of a queue to the helper. The queue then is empty, with room for `words`. Waits while
 * too many pieces are not simulated yet. */
void spy_helper_give(ThreadId tid, const ULong *end, ULong words);

/* Waits until all pieces are simulated. */
void spy_helper_settle(void);

/* Ends the helper and its host thread. */
void spy_helper_end(void);

/* In a child after fork, before which all was settled: starts a helper of its own. */
void spy_helper_forked(void);
