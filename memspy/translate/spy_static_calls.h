/* spy_static_calls.h: where the translated code of a static program reports calls of allocation functions.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_STATIC_CALLS_H
#define MEMSPY_SPY_STATIC_CALLS_H

#include "memspy/core/spy_valgrind.h"

/* Adds the reports to a block: at its start, when the instruction at `first` is one of an allocation function; and
 * behind its last record, when it ends in a return. cursor: offset of the queue's cursor in the guest state. */
void spy_static_add_start(IRSB *out, Addr first, Int cursor);
void spy_static_add_end(IRSB *out, Int cursor);

#endif
