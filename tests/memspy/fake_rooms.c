/* fake_rooms.c: see fake_rooms.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/fake_rooms.h"

#include "memspy/core/spy_pack.h"
#include "memspy/drain/spy_receivers.h"
#include "memspy/names/spy_code.h"
#include "memspy/names/spy_functions.h"
#include "memspy/names/spy_paths.h"
#include "memspy/phases/spy_vectors.h"
#include "memspy/trace/spy_tables.h"
#include "memspy/trace/spy_trace_memory.h"

spy_options fake_options;

const spy_options *spy_options_get(void) { return &fake_options; }

/* ---- names/ ---- */

bin_id spy_heap_bin(void) { return BIN_ID_UNKNOWN; }
Bool spy_scopes_are_wanted(void) { return False; }
const scope_node *spy_scope_nodes(void) { return NULL; }

UInt spy_scope_of_call(const bin_call *call) {
  (void)call;
  return SCOPE_NONE;
}

void spy_place_begin(void) {}

UInt spy_place_of(Addr address, UInt bytes) {
  (void)address, (void)bytes;
  return 0;
}

/* ---- phases/ ---- */

Bool spy_vectors_are_of_cycles(void) { return False; }

ULong spy_vectors_cycles(ULong now) {
  (void)now;
  return 1;
}

/* ---- drain/ ---- */

void spy_receivers_look(ThreadId tid) { (void)tid; }
void spy_receivers_forget(ThreadId tid) { (void)tid; }
void spy_receivers_resume(ThreadId tid) { (void)tid; }
void spy_receivers_forget_all(void) {}

/* ---- trace/ ---- */

void spy_trace_calls_begin(const spy_queue *queue) { (void)queue; }

Bool spy_trace_calls_are_known(const spy_queue *queue) {
  (void)queue;
  return True;
}

void spy_trace_memory(const spy_queue *queue, spy_event event, const ULong *words) {
  (void)queue, (void)event, (void)words;
}

void spy_trace_memory_snapshot(void) {}
void spy_trace_threads_snapshot(Bool first) { (void)first; }
void spy_trace_calls_lose(const spy_queue *queue) { (void)queue; }
void spy_trace_calls_emit(const spy_queue *queue) { (void)queue; }
void spy_trace_memory_wait(void) {}
void spy_trace_memory_forget(void) {}

bool spy_tables_write(const HChar *reason, bin_sink *sink, void *closure) {
  (void)reason, (void)sink, (void)closure;
  return true;
}

/* ---- core/ ---- */

uint32_t spy_pack(void *closure, uint8_t *to, uint32_t room, const uint8_t *from, uint32_t n) {
  (void)closure, (void)to, (void)room, (void)from, (void)n;
  return 0;
}

void spy_pack_free(void) {}
