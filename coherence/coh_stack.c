/* coh_stack.c: see coh_stack.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_stack.h"

#include "coherence/coh_cache.h"
#include "coherence/plat.h"

void coh_stack_init(coh_stack *stack, uint64_t sets, uint32_t ways, bool clean) {
  *stack = (coh_stack){.set_mask = sets - 1, .depth = ways, .lines = plat_alloc(sets * ways * sizeof *stack->lines)};
  for (uint64_t i = 0; i < sets * ways; i++) stack->lines[i] = COH_NO_LINE;
  if (clean) stack->clean = plat_alloc(sets * ways * sizeof *stack->clean);
}

void coh_stack_clear(coh_stack *stack) {
  plat_free(stack->lines);
  plat_free(stack->clean);
  *stack = (coh_stack){0};
}
