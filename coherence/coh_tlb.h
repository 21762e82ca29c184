/* coh_tlb.h: the TLBs of a processor. coh_tlb.c states the rules. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_cache.h"

/* Where a page was found. */
typedef enum { COH_IN_FIRST_TLB, COH_IN_SECOND_TLB, COH_WALKED, COH_TRANSLATIONS } coh_tlb_source;

typedef struct {
  coh_cache first;
  coh_cache second; /* ways 0: none */
  unsigned line_bits;
  uint64_t page;                     /* size of a page in bytes, except in zones with another page size */
  uint32_t cycles[COH_TRANSLATIONS]; /* number of cycles of a translation, by its source */
} coh_tlb;

/* Makes the empty TLBs of a processor. The machine must be checked and have TLBs. Free with coh_tlb_free(). */
coh_tlb *coh_tlb_new(const mach_config *config);

/* Frees the TLBs. NULL is allowed. */
void coh_tlb_free(coh_tlb *tlb);

/* Looks up the page of a line that a reference uses. `zone` is the zone of the line, or NULL. */
coh_tlb_source coh_tlb_look_up(coh_tlb *tlb, uint64_t line, const mach_zone *zone);
