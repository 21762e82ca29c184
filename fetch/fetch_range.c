/* fetch_range.c: see fetch_range.h.
 *
 * The rules (Whalley, Techniques A to C)
 * - B passes a basic block as one large instruction. If a context switch is possible during the fetch of the block, B
 * passes single instructions instead. After the first touch of a line, all other fetches of the block from this line
 * hit.
 * - C works as B, but passes contiguous instructions of any basic blocks as one large instruction. Code that starts
 * where the previous call ended continues that call.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "fetch/fetch_range.h"

void fetch_run_a(fetch_processor *p, const fetch_path *path) {
  p->counts.calls += path->n_instructions;
  fetch_each(p, path->block, 0, path->n_instructions);
}

/* Passes the instructions with indices [from, to) of a block to the simulator in one call, or as a continuation of the
 * previous call. *touch: as in fetch_together(). */
static void fetch_large(fetch_processor *p, const fetch_block *block, uint32_t from, uint32_t to, uint32_t *touch,
                        bool goes_on) {
  uint32_t end = *touch;
  while (end < block->n_touches && fetch_touches(block)[end].instruction < to) end++;
  if (fetch_is_undisturbed(p, to - from, 1 + end - *touch)) {
    p->counts.calls += !goes_on;
    fetch_together(p, block, from, to, touch);
    return;
  }
  p->counts.calls += to - from;
  fetch_each(p, block, from, to);
  *touch = end;
}

void fetch_run_b(fetch_processor *p, const fetch_path *path) {
  uint32_t touch = 0;
  for (uint32_t from = 0, to; from < path->n_instructions; from = to) {
    for (to = from + 1; to < path->n_instructions && fetch_flow_of(path->block, to - 1) == FETCH_GOES_ON;) to++;
    fetch_large(p, path->block, from, to, &touch, false);
  }
}

void fetch_run_c(fetch_processor *p, const fetch_path *path) {
  uint32_t touch = 0;
  for (fetch_walk walk = fetch_walk_from(path->block, 0); walk.number < path->n_instructions;) {
    const uint32_t from = walk.number;
    const uint64_t address = walk.at.address;
    uint64_t behind;
    do {
      behind = fetch_behind(&walk.at);
      fetch_walk_on(&walk);
    } while (walk.number < path->n_instructions && walk.at.address == behind);
    fetch_large(p, path->block, from, walk.number, &touch, address == p->behind);
    p->behind = behind;
  }
}
