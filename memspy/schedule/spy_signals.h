/* spy_signals.h: determines the thread that continues after a signal was sent.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* `sender` is about to send a signal to the process: the thread that is blocked in the kernel and will get it continues
 * at the sender's clock. That is the main thread, if it does not block the signal; else the only one that does not.
 * Among several others, the kernel's choice is unknown: then nothing happens until the thread returns. */
void spy_signals_to_process(UInt signal, ThreadId sender);

/* As spy_signals_to_process(), for a signal to a host thread. */
void spy_signals_to_thread(Int host_thread, ThreadId sender);

/* The signal has been sent: returns when the continuing thread has left its call, or sleeps on since it blocks the
 * signal. Otherwise it would depend on the host whether a further equal signal is merged with it. */
void spy_signals_sent(void);
