/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_request.h: requests of processors with windows (coh_window.h) for lines that several processors use. A line that
 * is on its way to a processor serves that processor before another one can take it away. coh_request.c states the
 * rules.
 *
 * Call these functions only for a processor with a window, and a line in a shared page. */
#pragma once

#include "coherence/coh_system-inl.h"

/* The current reference requests a line. It waits until the line has arrived at the processors `losers`, which must use
 * the line before. coh_stall() records the request. */
void coh_request(const coh_system *system, coh_processor *p, uint64_t line, uint64_t losers);

/* Returns whether a reference needs no request, although the processor has lost the line, or may no longer store to it.
 * This is so if the processor's earlier request, or its store buffer, serves the reference. In this case, the reference
 * is a hit. */
bool coh_request_serves(coh_system *system, coh_processor *p, uint64_t line, uint64_t granules, bool own);

/* Makes a hit of the line in `slot` of the D1, whose state has COH_SEEN, wait until the line arrives. If the line has
 * arrived, clears COH_SEEN. Returns the latency of a further request, in cycles. */
uint32_t coh_request_await(const coh_system *system, coh_processor *p, uint64_t slot, uint64_t granules, bool own);

/* Returns whether the current reference waits for lines that are on their way. If so, its line gets COH_SEEN. */
static inline bool coh_request_waits(const coh_processor *p) {
  return p->flights->since > coh_window_time(p->window, coh_progress(p));
}
