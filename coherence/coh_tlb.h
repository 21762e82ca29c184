/* coh_tlb.h: the translation of addresses at one processor: which pages its TLBs hold.
 *
 * The rules stand at the top of coh_tlb.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_TLB_H
#define COHERENCE_COH_TLB_H

#include "coherence/coh_cache.h"

/* Where a page was found. */
typedef enum { COH_IN_FIRST_TLB, COH_IN_SECOND_TLB, COH_WALKED, COH_TRANSLATIONS } coh_tlb_source;

typedef struct {
  coh_cache first;
  coh_cache second; /* ways == 0: none */
  unsigned line_bits;
  uint64_t page;                     /* bytes, of memory that has no other */
  uint32_t cycles[COH_TRANSLATIONS]; /* that a page takes, by where it was found */
} coh_tlb;

/* Makes the empty TLBs of one processor of a checked machine, which has some. Free with coh_tlb_free(). */
coh_tlb *coh_tlb_new(const coh_config *config);

/* NULL does no harm. */
void coh_tlb_free(coh_tlb *tlb);

/* Looks up the page of a line that a reference uses; `zone`: the one that the line is in, or NULL. */
coh_tlb_source coh_tlb_look_up(coh_tlb *tlb, uint64_t line, const coh_zone *zone);

#endif
