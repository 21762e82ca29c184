/* coh_family_batch.h: references of a family (coh_family.h) that are collected, and made together.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_FAMILY_BATCH_H
#define COHERENCE_COH_FAMILY_BATCH_H

#include "coherence/coh_stack.h"

typedef struct coh_family coh_family;

/* References to one line that are collected. */
enum { COH_FAMILY_BATCH = 1 << COH_USE_NUMBER_BITS };
typedef struct {
  uint64_t uses[COH_FAMILY_BATCH];     /* coh_use_make(): of lines below COH_USE_LINES alone */
  uint64_t *counted[COH_FAMILY_BATCH]; /* coh_family_counts() of them */
  uint32_t n;
} coh_family_batch;

#endif
