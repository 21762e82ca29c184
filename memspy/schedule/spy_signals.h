/* spy_signals.h: which thread goes on when a signal is sent. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_SIGNALS_H
#define MEMSPY_SPY_SIGNALS_H

#include "memspy/core/spy_valgrind.h"

/* A signal is about to be sent to the process by `sender`: the thread that the kernel keeps, and will give it to, goes
 * on at the sender's clock. That is the main thread, if it does not block the signal; else the only one that does not.
 * Of several others the kernel takes one that nobody else knows: then nothing happens until it comes back. */
void spy_signals_to_process(UInt signal, ThreadId sender);

/* The same for a signal to a thread of the host. */
void spy_signals_to_thread(Int host_thread, ThreadId sender);

/* It has been sent: returns when the thread that goes on has left its call, or sleeps on since it blocks the signal.
 * Else it would depend on the host whether another signal of that kind comes too early to count. */
void spy_signals_sent(void);

#endif
