/* trace_kernels.h: streams of events for the tests of trace/.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "tests/coherence/dice.h"
#include "tests/trace/trace_world.h"

enum { KERNEL_SOURCES = 64 };

/* Makes the events of a kernel, at most `limit`; n is its size, d supplies its random choices. */
typedef void kernel_run(world *w, uint64_t n, uint64_t limit, dice *d);

typedef struct {
  const char *name;
  kernel_run *run;
  uint64_t n;
  uint64_t limit;
  bool regular; /* a nest of loops with constant bounds: its trace has constant size */
} kernel;

/* All kernels; the last element has no name (NULL). */
extern const kernel kernels[];
