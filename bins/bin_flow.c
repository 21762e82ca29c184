/* bin_flow.c: see bin_flow.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "bins/bin_flow.h"

#include "bins/bin_index.h"
#include "coherence/plat.h"

static void set_top(bin_flow *flow) {
  flow->top = flow->n != 0 ? flow->calls[flow->n - 1].base : flow->high - 1;
  flow->span = flow->high == flow->low ? 0 : flow->top - flow->low + 1;
}

void bin_flow_stack(bin_flow *flow, uint64_t low, uint64_t high) {
  flow->low = low;
  flow->high = high;
  flow->n = 0;
  flow->watch = 0;
  set_top(flow);
}

static void end_calls(bin_flow *flow, uint64_t base) {
  while (flow->n != 0 && flow->calls[flow->n - 1].base <= base) flow->n--;
}

void bin_flow_call(bin_flow *flow, uint64_t base, uint32_t owner) {
  if (!bin_flow_has(flow, base)) return;
  end_calls(flow, base);
  flow->calls = bin_grow(flow->calls, flow->n, &flow->room, sizeof *flow->calls);
  flow->calls[flow->n++] = (bin_call){base, owner};
  set_top(flow);
}

void bin_flow_return(bin_flow *flow, uint64_t base) {
  if (!bin_flow_has(flow, base)) return;
  end_calls(flow, base);
  set_top(flow);
}

uint32_t bin_flow_owner(const bin_flow *flow, uint64_t address, uint32_t running) {
  if (bin_flow_is_innermost(flow, address)) return running;
  /* The owner is noted with the last call whose base is below the address: bases fall with the index. */
  uint32_t low = 0, high = flow->n;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (flow->calls[middle].base < address)
      high = middle;
    else
      low = middle + 1;
  }
  return low < flow->n ? flow->calls[low].owner : running;
}

void bin_flow_watch(bin_flow *flow) {
  if (flow->watch == 0) flow->watch = flow->n != 0 ? flow->calls[flow->n - 1].base : 0;
}

bool bin_flow_watch_ended(bin_flow *flow) {
  if (flow->watch == 0 || (flow->n != 0 && flow->calls[flow->n - 1].base <= flow->watch)) return false;
  flow->watch = 0;
  return true;
}

void bin_flow_clear(bin_flow *flow) {
  plat_free(flow->calls);
  *flow = (bin_flow){0};
}
