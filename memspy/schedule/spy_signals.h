/* spy_signals.h: determines the thread that continues after a signal was sent.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call before `sender` sends a signal to the process. The thread that will get it, if it is blocked in the kernel,
 * continues at the sender's clock. This is the main thread if it does not block the signal, else the only thread that
 * does not block it. If several other threads do not block it, the kernel's choice is unknown, and nothing happens
 * until a thread returns. */
void spy_signals_to_process(UInt signal, ThreadId sender);

/* As spy_signals_to_process(), for a signal to a host thread. */
void spy_signals_to_thread(Int host_thread, ThreadId sender);

/* Call after the signal has been sent. Waits until the continuing thread has left its call, or continues to sleep
 * because it blocks the signal. Otherwise the host's speed would decide whether a further equal signal is merged with
 * this one. */
void spy_signals_sent(void);
