/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_dependence.h: the loads that produce the addresses of other loads, for a machine with instruction windows.
 *
 * The account asks at each load that misses for the completion of the load that produces its address, and then reports
 * the completion of the load itself. Completions are times of the processor's window (coherence/coh_window.h). A window
 * is drained before another thread runs on its processor, so that completions of another thread are in the past. */
#pragma once

#include "bins/bin_site.h"

typedef struct bin_dependences bin_dependences;

/* Makes the dependences of a machine with `processors` processors, none of which is known. Free with
 * bin_dependences_free(). */
bin_dependences *bin_dependences_new(unsigned processors);

/* NULL is allowed. */
void bin_dependences_free(bin_dependences *dependences);

/* Returns the time, in ticks, at which the load has completed that produces the address of a load of `site` by
 * `processor`; 0: none. Call it at each load that misses, before bin_dependences_complete(). */
uint64_t bin_dependences_producer(bin_dependences *dependences, unsigned processor, const bin_site *site,
                                  uint64_t address);

/* Records the time, in ticks, at which a load of `site` by `processor` that missed completes. */
void bin_dependences_complete(bin_dependences *dependences, unsigned processor, const bin_site *site, uint64_t address,
                              uint64_t completion);
