/* spy_trace_emit.c: see spy_trace_emit.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/trace/spy_trace_emit.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_file.h"
#include "memspy/core/spy_pack.h"
#include "memspy/core/spy_platform.h"
#include "memspy/drain/spy_drain_alone.h"
#include "memspy/run/spy_output.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_control.h"
#include "memspy/trace/spy_trace_log.h"
#include "memspy/trace/spy_trace_loop.h"
#include "memspy/trace/spy_trace_memory.h"
#include "memspy/trace/spy_trace_scopes.h"

Bool spy_tracing, spy_trace_is_open, spy_trace_drains, spy_trace_logs;
ULong spy_trace_left = SPY_TRACE_NEVER;
trace_compressor *spy_trace_compressor;
trace_turns spy_trace_turns;

static spy_trace_processor processors[COH_MAX_PROCESSORS];
spy_trace_processor *spy_trace_now;

static spy_trace_file *file;
static const spy_queue *turn; /* whose records are drained */
static Bool finished;
static Bool failed; /* the file could not be written */
static Bool forked;
static Bool draining;                 /* references are between their count and their simulation */
static const HChar *ending;           /* why the trace ends, while it does */
static const HChar *finish_when_done; /* the reason for which the trace ends when they are not */

Bool spy_trace_is_wanted(void) { return spy_options_get()->trace_file != NULL; }

Bool spy_trace_is_finished(void) { return finished; }

static void set_drains(void) {
  spy_trace_drains = (spy_trace_is_wanted() && !(forked && finished)) || !spy_options_get()->simulate;
}

void spy_trace_start(void) { set_drains(); }

/* ---- events ---- */

void spy_trace_tell(trace_kind kind, UInt detail, ULong value) {
  spy_trace_event(spy_trace_other_source(kind, detail), value);
}

static void select_processor(UInt number) {
  trace_compressor_select(spy_trace_compressor, number);
  spy_trace_now = &processors[number];
}

void spy_trace_turn(const spy_queue *queue) {
  turn = queue;
  if (!spy_trace_is_open) return;
  const ThreadId thread = spy_queue_thread(queue);
  spy_scopes_turn(thread);
  if (spy_trace_now != &processors[queue->flow.processor]) select_processor(queue->flow.processor);
  if (spy_trace_now->thread == thread) return;
  spy_trace_now->thread = thread;
  spy_trace_tell(TRACE_THREAD, 0, thread);
}

void spy_trace_apart(void) {
  if (spy_trace_is_open) trace_turns_begin(&spy_trace_turns, spy_trace_compressor);
}

void spy_trace_turn_at(const spy_queue *queue, ULong key) {
  if (spy_trace_turns.compressor) {
    select_processor(queue->flow.processor);
    trace_turns_of(&spy_trace_turns, key);
  }
  spy_trace_turn(queue);
}

void spy_trace_together(void) {
  if (!spy_trace_turns.compressor) return;
  trace_turns_end(&spy_trace_turns);
  spy_trace_now = &processors[spy_trace_compressor->processor];
  if (spy_trace_logs) spy_trace_log_write_kept();
}

void spy_trace_thread_ends(const spy_queue *queue) {
  if (!spy_tracing) return;
  spy_trace_turn(queue);
  spy_scopes_end_thread(spy_queue_thread(queue));
}

/* Instructions that are not collected, and those that are since the last reference, pass in any order. */
static void tell_passed(spy_trace_processor *p) {
  if (p->passed == 0) return;
  spy_trace_tell(TRACE_COLLECT, 0, 0);
  spy_trace_tell(TRACE_RUN, 0, p->passed);
  spy_trace_tell(TRACE_COLLECT, 0, 1);
  p->passed = 0;
}

/* All instructions of all processors so far become events. */
static void settle(void) {
  const UInt now = (UInt)(spy_trace_now - processors);
  for (UInt i = 0; i < coh_processors(spy_system); i++) {
    if (processors[i].gap == 0 && processors[i].passed == 0) continue;
    select_processor(i);
    tell_passed(&processors[i]);
    if (processors[i].gap != 0) spy_trace_tell(TRACE_RUN, 0, processors[i].gap);
    processors[i].gap = 0;
  }
  select_processor(now);
}

void spy_trace_idle(UInt processor, ULong cycles) {
  if (!spy_tracing || cycles == 0 || !spy_control_counts_waits()) return;
  const UInt now = (UInt)(spy_trace_now - processors);
  select_processor(processor);
  if (!spy_collecting()) spy_trace_tell(TRACE_COLLECT, 0, 0);
  spy_trace_tell(TRACE_IDLE, 0, cycles);
  if (!spy_collecting()) spy_trace_tell(TRACE_COLLECT, 0, 1);
  select_processor(now);
}

void spy_trace_zero(void) {
  if (!spy_tracing) return;
  settle();
  spy_trace_tell(TRACE_ZERO, 0, 0);
}

/* ---- references ---- */

static Bool is_made(const bin_site *site, ULong address) { return address != 0 || !(site->flags & BIN_SITE_GUARDED); }

static void tell_reference(spy_trace_processor *p, const spy_exit *e, UInt site, const ULong *address) {
  const ULong gap = p->gap;
  p->gap = 0;
  if (UNLIKELY(p->passed != 0)) tell_passed(p);
  spy_trace_recorded(spy_traced_source(spy_block_of(e)->traced, site, gap), *address, address);
}

static void decide(void) {
  draining = True;
  spy_trace_due();
  draining = False;
}

/* The rest of a run was not counted, or was, before it was known that tracing begins or ends within it. */
static void decide_within(const spy_exit *e, const bin_site *site) {
  const Bool before = spy_tracing;
  decide();
  if (spy_tracing != before) spy_count_rest(turn->flow.processor, e, site, spy_tracing ? 1 : -1ULL);
}

void spy_trace_one(const spy_exit *e, const bin_site *site, const ULong *address) {
  const Bool made = is_made(site, *address);
  if (UNLIKELY(made && spy_trace_left == 0)) decide_within(e, site);
  spy_trace_left -= made;
  if (!spy_tracing) return;
  spy_scopes_before(e, (UInt)(site - e->sites));
  spy_trace_processor *p = spy_trace_now;
  p->gap += site->gap;
  if (!made) return;
  tell_reference(p, e, (UInt)(site - e->sites), address);
  if (UNLIKELY(site->flags & BIN_SITE_CALL)) spy_scopes_call(*address);
}

void spy_trace_end_run(const spy_exit *e, const ULong *last) {
  if (!spy_tracing) return;
  spy_trace_now->gap += e->tail;
  spy_scopes_after(e, last);
}

static UInt count_made(const spy_exit *e, const ULong *addresses) {
  UInt n = e->n_references;
  for (UInt i = 0; e->guarded && i < e->n_references; i++) n -= !is_made(&e->sites[i], addresses[i]);
  return n;
}

/* References [from, to) of a run, one by one. */
static void tell_each(const spy_exit *e, UInt from, UInt to, const ULong *addresses) {
  spy_trace_processor *p = spy_trace_now;
  for (UInt i = from; i < to; i++) {
    p->gap += e->sites[i].gap;
    if (LIKELY(is_made(&e->sites[i], addresses[i])))
      tell_reference(p, e, i, &addresses[i]);
    else
      spy_trace_left++;
  }
}

/* The same, all at once where that is the same. */
static inline void tell_references(const spy_exit *e, UInt from, UInt to, const ULong *addresses) {
  spy_trace_processor *p = spy_trace_now;
  if (from == to) return;
  if (UNLIKELY(e->guarded || p->passed != 0 || spy_trace_loop.begin || spy_trace_logs)) {
    tell_each(e, from, to, addresses);
    return;
  }
  spy_traced *traced = spy_block_of(e)->traced;
  if (from == 0) spy_traced_first(traced, p->gap + traced->first);
  if (UNLIKELY(traced->known < to)) spy_traced_know(traced, to);
  p->gap = 0;
  trace_compressor_several(spy_trace_compressor, traced->sources + from, (const uint64_t *)addresses + from, to - from);
}

/* Where behind a reference of a run the scope is another, or a call is made: the number of the next one, or n. */
static UInt next_change(const spy_exit *e, const spy_block *block, UInt from) {
  UInt to = e->n_references;
  for (UInt i = 0; i < block->n_scope_changes; i++) {
    const UInt reference = block->scope_changes[i].reference;
    if (reference > from && reference < to) to = reference;
  }
  for (UInt i = from; e->calls && i < to; i++)
    if (e->sites[i].flags & BIN_SITE_CALL) to = i + 1;
  return to;
}

/* Scopes change in the middle. */
static void run_through_scopes(const spy_exit *e, const spy_block *block, const ULong *addresses) {
  for (UInt from = 0, to; from < e->n_references; from = to) {
    to = next_change(e, block, from);
    spy_scopes_before(e, from);
    tell_references(e, from, to, addresses);
    if (e->sites[to - 1].flags & BIN_SITE_CALL) spy_scopes_call(addresses[to - 1]);
  }
}

void spy_trace_run(const spy_exit *e, const ULong *addresses) {
  const UInt n = e->n_references;
  if (UNLIKELY(!spy_tracing)) {
    spy_trace_left -= count_made(e, addresses);
    return;
  }
  spy_trace_left -= n;
  const spy_block *block = spy_block_of(e);
  if (UNLIKELY(block->n_scope_changes != 0)) {
    run_through_scopes(e, block, addresses);
  } else {
    spy_scopes_before(e, 0);
    tell_references(e, 0, n, addresses);
  }
  spy_trace_now->gap += e->tail;
  spy_scopes_after(e, addresses + n - 1);
}

void spy_trace_skip(const spy_exit *e, const ULong *addresses) {
  if (!spy_tracing) return;
  spy_scopes_skip(e, addresses);
  for (UInt i = 0; e->calls && i < e->n_references; i++) {
    const bin_site *site = &e->sites[i];
    if (site->flags & BIN_SITE_CALL)
      spy_trace_tell(TRACE_CALL, bin_table_get_place(spy_table, site->place)->segment, addresses[i]);
  }
  if (e->end == SPY_END_CALL) spy_trace_tell(TRACE_CALL, e->segment, addresses[e->n_references - 1]);
  if (e->end == SPY_END_RETURN) spy_trace_tell(TRACE_RETURN, 0, addresses[e->n_references - 1]);
  spy_trace_now->passed += SPY_PACKED_INSTRUCTIONS(e->packed);
}

/* ---- the files ---- */

static bool sink(void *closure, const uint8_t *bytes, uint64_t n) {
  return spy_trace_file_write(closure, bytes, n);
}

static bool cut(void *closure, uint64_t size) { return spy_trace_file_cut(closure, size); }

void spy_trace_log(UInt source, ULong value) {
  const UInt processor = (UInt)(spy_trace_now - processors);
  if (spy_trace_turns.compressor)
    spy_trace_log_keep(spy_trace_turns.key, processor, spy_trace_get_source(source), value);
  else
    spy_trace_log_event(processor, spy_trace_get_source(source), value);
}

/* Some of the text of the tables. */
enum { TEXT = 1 << 18 };
typedef struct {
  UChar *bytes;
  UInt used;
  ULong all; /* bytes up to its end */
} text;

static void write_text(text *t) {
  trace_compressor_text(spy_trace_compressor, t->bytes, t->used);
  t->used = 0;
}

static bool add_text(void *closure, const char *bytes, size_t n) {
  text *t = closure;
  t->all += n;
  while (n != 0) {
    const UInt piece = n < TEXT - t->used ? (UInt)n : TEXT - t->used;
    VG_(memcpy)(t->bytes + t->used, bytes, piece);
    t->used += piece;
    bytes += piece;
    n -= piece;
    if (t->used == TEXT) write_text(t);
  }
  return true;
}

/* The tables are written as a whole; returns how many bytes they were. `reason`: why the trace ends. */
static ULong write_tables(const HChar *reason) {
  text t = {.bytes = VG_(malloc)("spy.trace.text", TEXT)};
  spy_output_tables(reason, add_text, &t);
  write_text(&t);
  VG_(free)(t.bytes);
  return t.all;
}

/* The tables that the file has but for drafts. */
static struct {
  UInt sources; /* that they are for */
  ULong next;   /* size of the file from which on they are written again */
} written;

/* Tables stand before the end of the trace, and before the ends of parts: but not if they do not tell more than before,
 * and where parts are many, not before each, so that they are at most an eighth of what is written. */
static void part_ends(void *closure, bool draft) {
  (void)closure;
  const UInt sources = spy_trace_compressor->n_sources;
  const ULong size = trace_compressor_size(spy_trace_compressor);
  if (!ending && (sources == written.sources || (!draft && size < written.next))) return;
  const ULong bytes = write_tables(ending ? ending : "request");
  if (draft) return;
  written.sources = sources;
  written.next = size + 8 * bytes;
}

static Bool open_files(void) {
  const spy_options *options = spy_options_get();
  file = spy_trace_file_open("--trace-file", options->trace_file);
  if (!file) return False;
  spy_trace_logs = options->trace_log != NULL;
  if (!spy_trace_logs || spy_trace_log_open(options->trace_log)) return True;
  spy_trace_file_close(file, False, "");
  return False;
}

static Bool close_files(Bool good, const HChar *suffix) {
  spy_trace_log_close(good, suffix);
  good = spy_trace_file_close(file, good, suffix);
  file = NULL;
  return good;
}

/* ---- begin and end ---- */

/* Tracing begins or pauses while runs are under way. */
static void switch_tracing(Bool on) {
  spy_tracing = on;
  spy_lanes_count_rests(draining ? turn : NULL, on ? 1 : -1ULL);
}

static Bool open_trace(void) {
  const spy_options *options = spy_options_get();
  if (!open_files()) return False;
  const trace_output output = {.sink = sink, .sink_closure = file, .pack = spy_pack,
                               .cut = spy_trace_file_can_cut(file) ? cut : NULL};
  const trace_limits limits = {options->trace_window, options->trace_memory, TRACE_PART, TRACE_DRAFT};
  spy_trace_compressor = trace_compressor_new(&output, &limits);
  trace_compressor_on_part(spy_trace_compressor, part_ends, NULL);
  VG_(memset)(&written, 0, sizeof written);
  VG_(memset)(processors, 0, sizeof processors);
  select_processor(0);
  spy_trace_is_open = True;
  return True;
}

static void close_trace(void) {
  trace_turns_clear(&spy_trace_turns);
  spy_trace_compressor = NULL;
  spy_tracing = spy_trace_is_open = False;
  finish_when_done = NULL;
  finished = True;
  set_drains();
  spy_trace_sources_forget();
  spy_trace_memory_forget();
  spy_scopes_forget();
  spy_pack_free();
}

Bool spy_trace_begin(void) {
  if (spy_tracing) return True;
  spy_trace_loop_break();
  if (finished || finish_when_done || !spy_trace_is_wanted()) return False;
  const Bool first = !spy_trace_is_open;
  const spy_queue *const drained = turn;
  if (first && !open_trace()) {
    finished = failed = True;
    set_drains();
    return False;
  }
  spy_lanes_settle();
  if (first) spy_trace_memory_snapshot();
  spy_trace_threads_snapshot(first);
  spy_scopes_begin();
  if (drained) spy_trace_turn(drained);
  switch_tracing(True);
  return True;
}

void spy_trace_pause(void) {
  if (!spy_tracing) return;
  const spy_queue *const drained = turn;
  spy_scopes_end();
  if (drained) spy_trace_turn(drained);
  settle();
  spy_trace_loop_break();
  switch_tracing(False);
}

/* With --stats=yes. */
static void print_stats(void) {
  VG_(message)(Vg_DebugMsg, "memspy: trace: %llu events of %u sources; compressing them took at most %llu bytes\n",
               (ULong)trace_compressor_events(spy_trace_compressor), spy_trace_compressor->n_sources,
               (ULong)spy_trace_compressor->memory.peak);
}

static Bool finish(const HChar *reason) {
  spy_trace_pause();
  spy_lanes_settle();
  ending = reason;
  if (VG_(clo_stats)) print_stats();
  Bool good = trace_compressor_finish(spy_trace_compressor);
  ending = NULL;
  good = close_files(good, VG_STREQ(reason, "exec") ? ".exec" : "");
  close_trace();
  failed = !good;
  return good;
}

Bool spy_trace_finish(const HChar *reason) {
  if (!spy_trace_is_open) return !failed;
  if (!draining) return finish(reason);
  spy_trace_pause();
  finish_when_done = reason;
  return True;
}

/* The trace is given up. */
static void abandon(void) {
  if (spy_tracing) switch_tracing(False);
  trace_compressor_free(spy_trace_compressor);
  close_files(False, "");
  close_trace();
}

void spy_trace_check(void) {
  spy_control_look();
  if (!spy_trace_is_open) return;
  if (finish_when_done) {
    finish(finish_when_done);
    return;
  }
  spy_trace_memory_wait();
  trace_compressor_check(spy_trace_compressor);
  if (spy_trace_file_has_failed(file)) {
    abandon();
    failed = True;
  } else if (!spy_trace_source_room()) {
    VG_(umsg)("the trace ends here: it has as many sources of events as there may be\n");
    finish("limit");
  }
}

static Bool may_be_executed(const HChar *path) {
  enum { MAY_BE_EXECUTED = 1 };
  struct vg_stat file;
  if (!SPY_CORE_CALLS) return !sr_isError(VG_(stat)(path, &file)) && (file.mode & 0111) != 0;
  return spy_core_syscall(SPY_SYS_ACCESS, (UWord)path, MAY_BE_EXECUTED, 0, 0, 0, 0) == 0;
}

/* Many a program tries one path after the other, and to search a directory is to execute it. */
static Bool will_fail(const HChar *path) {
  return path && VG_(am_is_valid_for_client)((Addr)path, 1, VKI_PROT_READ) &&
         (!may_be_executed(path) || spy_output_is_directory(path));
}

void spy_trace_exec(const HChar *path) {
  if (will_fail(path)) return;
  if (forked && spy_trace_is_open)
    abandon(); /* between fork and exec a child does nothing that anyone wants to see */
  else
    spy_trace_finish("exec");
}

/* The trace stays its parent's. */
static void leave_trace(void) {
  trace_compressor_free(spy_trace_compressor);
  spy_trace_file_leave(file);
  spy_trace_log_leave();
  file = NULL;
  close_trace();
}

void spy_trace_forked(void) {
  const Bool went_on = spy_tracing;
  forked = True;
  turn = NULL;
  if (spy_trace_is_wanted() && !finished) {
    if (spy_trace_is_open) leave_trace();
    finished = !VG_(strstr)(spy_options_get()->trace_file, "%p");
  }
  set_drains();
  if (went_on) spy_trace_begin();
  spy_control_forked();
}
