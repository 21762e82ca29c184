/* fibers.h: threads of a tested program that take turns when the test says so: each runs on a stack of its own until it
 * pauses.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>

typedef struct fiber fiber;

/* Makes a fiber that is going to run body(closure). It is never freed: a trial ends with its process. */
fiber *fiber_new(void (*body)(void *closure), void *closure);

/* Runs it from where it paused until it pauses again, or its body returns. Returns whether it can be resumed. */
bool fiber_resume(fiber *f);

/* In a fiber: goes back to where it was resumed. */
void fiber_pause(void);
