/* bin_context_order.h: the calling contexts that a profile contains, and their order in it.
 *
 * A profile contains the contexts with counts, and the contexts that call them. A context comes directly after its
 * caller, or after all contexts below an earlier callee of that caller. The callees of a context are ordered by place,
 * function and way, regardless of the order in which the run made them.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_contexts.h"

/* Returns an array that is indexed by context: whether a profile contains the context. The caller frees the array with
 * plat_free(). */
bool *bin_contexts_used(const bin_contexts *contexts);

/* The numbers of the contexts in a profile. A profile does not contain the root. */
typedef struct {
  uint32_t *contexts; /* maps a context's number in the profile to its number in the account */
  uint32_t *numbers;  /* maps a context's number in the account to its number in the profile + 1; 0: the profile does
                         not contain it */
  uint32_t n;
} bin_context_order;

/* Returns the order. `places` and `segments` map the number of a place or segment in the table to its number in the
 * profile. Free with bin_context_order_clear(). */
bin_context_order bin_context_order_of(const bin_contexts *contexts, const uint32_t *places, const uint32_t *segments);
void bin_context_order_clear(bin_context_order *order);
