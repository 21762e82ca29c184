/* bin_flow.c: see bin_flow.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_flow.h"

#include "plat/plat.h"
#include "plat/plat_array.h"

void bin_flow_stack(bin_flow *flow, uint64_t low, uint64_t high) {
  flow->low = low;
  flow->high = high;
  flow->n = 0;
  flow->watch = 0;
  flow->at = (bin_position){.function = BIN_NO_FUNCTION, .place = BIN_NO_PLACE};
  flow->n_interrupted = 0;
  bin_flow_set_top(flow);
}

void bin_flow_yield(bin_flow *flow, uint64_t low, uint64_t high) {
  if (low >= high || low >= flow->high || high <= flow->low) return;
  if (high >= flow->high) {
    bin_flow_stack(flow, 0, 0);
    return;
  }
  flow->low = high;
  while (flow->n != 0 && flow->calls[flow->n - 1].base < high) flow->n--;
  bin_flow_set_top(flow);
}

void bin_flow_grow(bin_flow *flow) { flow->calls = plat_grow(flow->calls, flow->n, &flow->room, sizeof *flow->calls); }

/* The number of innermost calls to compare one by one. */
enum { NEAR_CALLS = 4 };

/* Returns the index of the outermost call whose base is below an address, or n. Bases fall with the index. Tries the
 * innermost calls first. */
static uint32_t call_below(const bin_flow *flow, uint64_t address) {
  uint32_t low = 0, high = flow->n;
  for (unsigned i = 0; i < NEAR_CALLS && high != 0; i++, high--)
    if (flow->calls[high - 1].base >= address) return high;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (flow->calls[middle].base < address)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

uint32_t bin_flow_owner(const bin_flow *flow, uint64_t address, uint32_t running) {
  if (bin_flow_is_innermost(flow, address)) return running;
  const uint32_t call = call_below(flow, address);
  return call < flow->n ? flow->calls[call].owner : running;
}

bool bin_flow_frame(const bin_flow *flow, uint64_t address, uint32_t running, uint32_t *owner, uint64_t *cfa) {
  const uint32_t call = call_below(flow, address);
  if (call == 0) return false;
  *owner = call < flow->n ? flow->calls[call].owner : running;
  *cfa = flow->calls[call - 1].base + sizeof(uint64_t);
  return true;
}

void bin_flow_stretch(const bin_flow *flow, uint64_t address, uint64_t *low, uint64_t *high) {
  const uint32_t call = call_below(flow, address);
  *low = call < flow->n ? flow->calls[call].base + 1 : 0;
  *high = call > 0 ? flow->calls[call - 1].base + 1 : UINT64_MAX;
}

void bin_flow_copy(bin_flow *to, const bin_flow *from, uint32_t most) {
  const uint32_t first = from->n > most ? from->n - most : 0;
  bin_call *calls = to->calls;
  const uint32_t room = to->room;
  *to = *from;
  to->calls = calls;
  to->room = room;
  to->watch = 0;
  for (to->n = 0; first + to->n < from->n; to->n++) {
    if (to->n == to->room) bin_flow_grow(to);
    to->calls[to->n] = from->calls[first + to->n];
  }
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
