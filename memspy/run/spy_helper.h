/* spy_helper.h: the helper, a host thread that simulates what the program's only thread has recorded, while that goes
 * on.
 *
 * The program's thread gives copies of what it has queued away, piece by piece, in order. Whoever needs what the
 * simulation finds, or changes what it reads, settles first: it waits until all pieces are simulated. So all is as if
 * each piece were simulated at once when it was given. As soon as the program has a second thread the helper gets
 * nothing any more, since clocks then say who runs.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_HELPER_H
#define MEMSPY_SPY_HELPER_H

#include "memspy/record/spy_queue.h"

/* Whether the helper takes a piece of so many words now. The first time it is started; where the host has one processor
 * only, or does not allow a thread, it never is. */
Bool spy_helper_takes(ULong words);

/* Gives it [q->begin, end) of a queue, which it takes; the queue is empty then and has room for `words`. Waits while
 * the helper is too far behind. */
void spy_helper_give(ThreadId tid, const ULong *end, ULong words);

/* Waits until it has simulated all that it was given. */
void spy_helper_settle(void);

/* Ends it for good: settles, and the host's thread is gone. */
void spy_helper_end(void);

/* In a child after fork, before which all was settled: it gets a helper of its own. */
void spy_helper_forked(void);

#endif
