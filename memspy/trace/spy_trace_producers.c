/* spy_trace_producers.c: see spy_trace_producers.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/trace/spy_trace_producers.h"

#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_emit.h"
#include "plat/plat_map.h"

static plat_map sources; /* key: address of the instruction; value: number of the source + 1 */

static UInt source_of(Addr code) {
  uint32_t *number = plat_map_add(&sources, code);
  const trace_source source = {.kind = TRACE_PRODUCER, .address = code};
  if (*number == 0) *number = spy_trace_new_source(&source) + 1;
  return *number - 1;
}

void spy_trace_producers_change(void *closure, uint64_t code, const bin_producer *producers, unsigned n) {
  (void)closure;
  if (!spy_trace.is_open) return;
  const UInt source = source_of(code);
  spy_trace_event(source, 0);
  for (unsigned i = 0; i < n; i++) spy_trace_event(source, bin_producer_pack(producers[i]));
}

void spy_trace_producers_snapshot(void) {
  const bin_dependences *dependences = bin_account_dependences(spy_account);
  if (dependences) bin_dependences_visit(dependences, spy_trace_producers_change, NULL);
}

void spy_trace_producers_forget(void) { plat_map_clear(&sources); }
