/* spy_watch_calls.h: instruments calls of allocation functions (memory/spy_allocator_calls.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Adds the reports to a block: at its start, if the instruction at `first` is the first one of an allocation function;
 * and after its last record, if it ends in a return, if it contains a call (`calls`), or if it ends in an indirect
 * jump. `start` is the address of the block, `cursor` is the offset of the queue's cursor in the guest
 * state. */
void spy_watch_add_start(IRSB *out, Addr first, Int cursor);
void spy_watch_add_end(IRSB *out, Addr start, Bool calls, Int cursor);
