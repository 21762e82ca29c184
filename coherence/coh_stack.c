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

/* Moves what is above `distance` down by one, and returns what was there. */
static uint16_t take_out(uint16_t *clean, uint32_t distance) {
  const uint16_t taken = clean[distance];
  for (uint32_t i = distance; i > 0; i--) clean[i] = clean[i - 1];
  return taken;
}

uint32_t coh_stack_use_clean(coh_stack *stack, uint64_t line, bool own, uint32_t *clean) {
  uint16_t *const of_set = stack->clean + (line & stack->set_mask) * stack->depth;
  const uint32_t distance = coh_stack_use(stack, line);
  const bool held = distance < stack->depth;
  const uint32_t before = take_out(of_set, held ? distance : stack->depth - 1);
  *clean = !held || before < distance ? distance : before;
  of_set[0] = own ? 0 : (uint16_t)*clean;
  return distance;
}
