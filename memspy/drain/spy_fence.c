/* spy_fence.c: see spy_fence.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_fence.h"

#include "coherence/coh_stall.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_turn.h"

void spy_fence(UInt processor) {
  coh_processor *p = &spy_system->processors[processor];
  if (LIKELY(!p->window)) return;
  coh_drain(p);
  spy_trace_fence(processor);
}

void spy_fence_all(void) {
  for (UInt i = 0; i < spy_system->config.processors; i++) spy_fence(i);
}
