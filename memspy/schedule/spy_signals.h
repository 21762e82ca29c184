/* spy_signals.h: determines the thread that continues after a signal was sent.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call before `sender` sends a signal to the process. If the thread that will get the signal is blocked in the kernel,
 * it continues at the sender's clock. This thread is the main thread if it does not block the signal, otherwise the
 * only thread that does not block it. If several other threads do not block it, the kernel's choice is unknown, and
 * nothing happens until a thread returns. */
void spy_signals_to_process(UInt signal, ThreadId sender);

/* As spy_signals_to_process(), but for a signal to a host thread. */
void spy_signals_to_thread(Int host_thread, ThreadId sender);

/* Call after the signal was sent. Waits until the thread that continues has left its call, or continues to sleep
 * because it blocks the signal. Without this wait, the kernel could merge this signal with a later signal of the same
 * number, depending on the speed of the host. */
void spy_signals_sent(void);
