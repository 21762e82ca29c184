/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_l2_prefetch.c: see coh_l2_prefetch.h. */
#include "coherence/coh_l2_prefetch.h"

#include "coherence/coh_miss-inl.h"

/* Fetches a line into the L2 unless the L2 holds it. Returns the number of fetched lines: 0 or 1. */
static unsigned fetch(coh_system *system, coh_processor *p, uint64_t line, const coh_blame *blame) {
  if (coh_cache_find(&p->l2, line) != COH_NO_SLOT) return 0;
  const coh_blame by_prefetch = {.filler = blame->filler | COH_BY_PREFETCH};
  const coh_use use = {.line = line, .blame = &by_prefetch, .label = COH_NO_LABEL};
  coh_outcome read = {0};
  coh_miss_obtain(system, p, &use, NULL, coh_miss_is_shared(system, p, line), &read, COH_MISS_GENERAL);
  const uint64_t slot = coh_cache_find(&p->l2, line);
  p->l2_prefetcher->arrivals[slot] = p->now + read.stall;
  p->l2_prefetcher->notes[slot] = blame->note;
  p->l2_prefetcher->unused[slot] = true;
  return 1;
}

unsigned coh_l2_prefetch_train(coh_system *system, coh_processor *p, uint64_t line, const coh_blame *blame) {
  coh_requests requests;
  unsigned n = 0;
  coh_prefetcher_train(p->l2_prefetcher, line << p->line_bits, blame->code, &requests);
  for (unsigned i = 0; i < requests.n; i++) n += fetch(system, p, requests.lines[i], blame);
  return n;
}
