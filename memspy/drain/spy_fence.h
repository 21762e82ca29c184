/* spy_fence.h: makes processors with windows (coherence/coh_stall.h) wait for all their references.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Makes a processor, whose lane must be empty, wait until all its earlier references have completed. Also records the
 * wait in the trace. Has no effect on processors without windows. */
void spy_fence(UInt processor);

/* As spy_fence(), but for all processors. Call it before their counts are written. */
void spy_fence_all(void);
