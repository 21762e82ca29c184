/* fibers.h: threads of a tested program that alternate when the test requests it: each runs on a stack of its own until
 * it pauses.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>

typedef struct fiber fiber;

/* Makes a fiber that will execute body(closure). It is never freed: the process of a trial ends. */
fiber *fiber_new(void (*body)(void *closure), void *closure);

/* Resumes the fiber where it paused, until it pauses again or its body returns. Returns whether it can be resumed
 * again. */
bool fiber_resume(fiber *f);

/* Called in a fiber: returns to the code that resumed it. */
void fiber_pause(void);
