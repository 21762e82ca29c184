/* coh_stack.h: the least recently used lines of each set, newest first: what caches of a number of sets hold, whatever
 * their ways.
 *
 * A cache with LRU replacement holds the `ways` lines of a set that were used last, so that a use hits in the caches
 * with more ways than its distance: the number of other lines of the set used since the last use of the line (Mattson,
 * Gecsei, Slutz and Traiger, "Evaluation techniques for storage hierarchies", IBM Systems Journal 9(2), 1970). One pass
 * gives the misses for all ways. Distances from the greatest ways on need not be told apart, so that a set is short.
 *
 * A line is clean in the caches that had to fetch it again since it was last stored to: in those whose ways are at most
 * the greatest distance since then (after Thompson and Smith, "Efficient (stack) algorithms for analysis of write-back
 * and sector memories", ACM TOCS 7(1), 1989).
 *
 * Inclusion: the lines of a set with twice as many sets are a part of those of one set here, in the same order.
 * Distances only shrink as sets double.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_STACK_H
#define COHERENCE_COH_STACK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t set_mask; /* sets - 1 */
  uint32_t depth;    /* the greatest ways */
  uint64_t *lines;   /* depth of each set; COH_NO_LINE: none */
  uint16_t *clean;   /* of each of them, the greatest distance since it was stored to, depth: at least that or never; or
                      * NULL: not kept */
} coh_stack;

/* Makes a stack of empty sets; free with coh_stack_clear(). ways: the greatest that is asked for. clean: it matters to
 * stores whether a line is clean. */
void coh_stack_init(coh_stack *stack, uint64_t sets, uint32_t ways, bool clean);
void coh_stack_clear(coh_stack *stack);

/* Uses a line. Returns its distance, at most stack->depth. */
static inline uint32_t coh_stack_use(coh_stack *stack, uint64_t line) {
  uint64_t *const lines = stack->lines + (line & stack->set_mask) * stack->depth;
  uint64_t before = lines[0];
  if (before == line) return 0;
  lines[0] = line;
  for (uint32_t i = 1; i < stack->depth; i++) {
    const uint64_t here = lines[i];
    lines[i] = before;
    if (here == line) return i;
    before = here;
  }
  return stack->depth;
}

/* The same where stack->clean is kept. own: a use that stores. *clean: the caches with at most so many ways do not hold
 * the line modified; those that have more ways than the distance besides are upgraded by a store. */
static inline uint32_t coh_stack_use_clean(coh_stack *stack, uint64_t line, bool own, uint32_t *clean) {
  const uint64_t first = (line & stack->set_mask) * stack->depth;
  uint64_t *const lines = stack->lines + first;
  uint16_t *const of_set = stack->clean + first;
  uint64_t before = lines[0];
  uint16_t clean_before = of_set[0];
  uint32_t distance = 0;
  while (before != line && ++distance < stack->depth) {
    const uint64_t here = lines[distance];
    const uint16_t clean_here = of_set[distance];
    lines[distance] = before;
    of_set[distance] = clean_before;
    before = here;
    clean_before = clean_here;
  }
  *clean = distance == stack->depth || clean_before < distance ? distance : clean_before;
  lines[0] = line;
  of_set[0] = own ? 0 : (uint16_t)*clean;
  return distance;
}

#endif
