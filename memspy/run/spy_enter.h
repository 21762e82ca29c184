/* spy_enter.h: selects the form of code, recording or plain, when threads of a sampled run enter it.
 *
 * Neither form of code tests whether the other form is now required: this test would take a fifth of the time between
 * samples. A skipping thread gets a value of the core's event counter that makes it return before the end of the skip,
 * each time closer to the end. It can also leave before a large block, since large blocks contain a test. A recording
 * thread leaves when it tests whether its queue is full.
 *
 * The core runs a thread by one function, which is wrapped (memspy/local.mk).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

/* The kind of jump by which a block returns to the core because another form of code, or another thread, is next. */
#define SPY_ENTER_JUMP Ijk_Yield
