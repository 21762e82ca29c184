/* spy_queue.c: see spy_queue.h. The drain loop is the hot spot of the tool.
 *
 * Threads are run by Valgrind in slices, and a queue is drained when another thread is about to run: the
 * references of different threads are simulated in the order in which they were made.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/spy_queue.h"

#include "bins/bin_account-inl.h"
#include "memspy/spy_block.h"
#include "memspy/spy_memory.h"
#include "memspy/spy_options.h"
#include "memspy/spy_state.h"

typedef struct {
  ULong *words; /* aligned to SPY_QUEUE_SPACE; NULL: never used */
  Bool started; /* the thread's cursor has been set */
  Bool inside;  /* a function of --toggle-collect */
  Bool missing; /* many references of the last drain missed: it pays to look ahead */
  bin_flow flow;
} queue;

static queue *queues; /* by thread */
static ThreadId running = VG_INVALID_THREADID;
static SizeT shadow_offset;
static Bool collecting = True;
static Bool collecting_set;

static const UInt event_words[SPY_EVENTS] = {[SPY_EVENT_ALLOCATE] = 3, [SPY_EVENT_RELEASE] = 1,
                                             [SPY_EVENT_MAP] = 3,      [SPY_EVENT_MAP_LAZY] = 2,
                                             [SPY_EVENT_UNMAP] = 2,    [SPY_EVENT_NAME] = 3,
                                             [SPY_EVENT_UNNAME] = 1,   [SPY_EVENT_STACK] = 2,
                                             [SPY_EVENT_COLLECT] = 1};

Bool spy_collecting(void) {
  if (!collecting_set) {
    collecting = spy_options_get()->collect_at_start;
    collecting_set = True;
  }
  return collecting;
}

void spy_queue_layout(SizeT guest_bytes) { shadow_offset = guest_bytes; }

static ULong *cursor_get(ThreadId tid) {
  ULong *cursor;
  VG_(get_shadow_regs_area)(tid, (UChar *)&cursor, 1, SPY_CURSOR_OFFSET, sizeof cursor);
  return cursor;
}

static void cursor_set(ThreadId tid, ULong *cursor) {
  VG_(set_shadow_regs_area)(tid, 1, SPY_CURSOR_OFFSET, sizeof cursor, (const UChar *)&cursor);
}

static void apply_event(queue *q, spy_event event, const ULong *w) {
  switch (event) {
    case SPY_EVENT_ALLOCATE: bin_account_allocate(spy_account, w[0], w[1], (bin_id)w[2]); break;
    case SPY_EVENT_RELEASE: bin_account_release(spy_account, w[0]); break;
    case SPY_EVENT_MAP: bin_account_map(spy_account, w[0], w[1], (bin_id)w[2]); break;
    case SPY_EVENT_MAP_LAZY: bin_account_map_lazy(spy_account, w[0], w[1]); break;
    case SPY_EVENT_UNMAP: bin_account_unmap(spy_account, w[0], w[1]); break;
    case SPY_EVENT_NAME: bin_account_name(spy_account, w[0], w[1], (bin_id)w[2]); break;
    case SPY_EVENT_UNNAME: bin_account_unname(spy_account, w[0]); break;
    case SPY_EVENT_STACK:
      bin_flow_stack(&q->flow, w[0], w[1]);
      bin_account_map_stack(spy_account, &q->flow);
      break;
    case SPY_EVENT_COLLECT:
      spy_collecting();
      collecting = w[0] != 0;
      break;
    default: tl_assert(0);
  }
}

/* Follows the call or return that ends a run; `last` is its last reference. */
static inline void follow_end(bin_flow *flow, const spy_exit *e, const ULong *last) {
  if (e->end == SPY_END_CALL)
    bin_flow_call(flow, *last, e->segment);
  else if (e->end == SPY_END_RETURN)
    bin_flow_return(flow, *last);
}

/* While the machine stands still, only the calls are followed. */
static void skip_references(queue *q, const spy_exit *e, const ULong *addresses) {
  for (UInt i = 0; i < e->n_references; i++) {
    const bin_site *site = &e->sites[i];
    if (site->flags & BIN_SITE_CALL)
      bin_flow_call(&q->flow, addresses[i], bin_table_get_place(spy_table, site->place)->segment);
  }
  follow_end(&q->flow, e, addresses + e->n_references - 1);
}

/* A block that starts a function of --toggle-collect, or any block while inside one. */
static Bool follow_toggle(queue *q, const spy_exit *e) {
  if (q->inside && bin_flow_watch_ended(&q->flow)) q->inside = False;
  if (!q->inside && e->toggles) {
    bin_flow_watch(&q->flow);
    q->inside = True;
  }
  return q->inside;
}

/* An event, or a run of a block that is not simulated. Returns where the next record is. */
static const ULong *drain_other(queue *q, const ULong *at) {
  const UInt number = spy_header_number(*at++);
  if (number < SPY_FIRST_EXIT) {
    apply_event(q, (spy_event)number, at);
    return at + event_words[number];
  }
  const spy_exit *e = spy_exit_get(number);
  skip_references(q, e, at);
  return at + e->n_references;
}

/* Whether the run of a block is simulated, where that is not plain. */
static Bool is_simulated(queue *q, const ULong *at) {
  const UInt number = spy_header_number(*at);
  if (number < SPY_FIRST_EXIT) return False;
  if (spy_options_get()->n_toggles != 0 && follow_toggle(q, spy_exit_get(number))) return True;
  return collecting;
}

/* Starts to load what the next references will need, where many miss: some words ahead, so that it is there in time
 * and still near. Returns where to do so again. */
static const ULong *look_ahead(const queue *q, const ULong *at, const ULong *end) {
  enum { STEP = 64 };
  if (!q->missing || end - at <= STEP) return end;
  const ULong *from = at + STEP;
  coh_prefetch(spy_system, q->flow.processor, (const uint64_t *)from, (UInt)(end - from < STEP ? end - from : STEP));
  return from;
}

/* Drains [at, end). One run of a block is one round. What changes rarely stands in constants: the compiler cannot
 * know that a site's counter is not one of them. */
__attribute__((always_inline)) static inline void drain_lines(queue *q, const ULong *at, const ULong *end,
                                                              const bin_lane lane, const unsigned line_bits) {
  const Bool plain = spy_options_get()->n_toggles == 0;
  bin_account *const account = spy_account;
  bin_flow *const flow = &q->flow;
  coh_processor *const p = &spy_system->processors[flow->processor];
  ULong packed = 0;
  ULong clock = p->d1.clock;
  const ULong *ahead = look_ahead(q, at, end);
  while (at < end) {
    if (UNLIKELY(at >= ahead)) ahead = look_ahead(q, at, end);
    if (UNLIKELY((*at < spy_header(SPY_FIRST_EXIT, 0) || !plain || !collecting) && !is_simulated(q, at))) {
      at = drain_other(q, at);
      continue;
    }
    const ULong header = *at++;
    spy_exit *e = spy_exit_get(spy_header_number(header));
    const UInt few = header & SPY_HEADER_MANY;
    packed += e->packed;
    e->executed++;
    bin_site *site = e->sites;
    for (const ULong *const last = at + (LIKELY(few < SPY_HEADER_MANY) ? few : e->n_references); at < last;
         at++, site++)
      bin_reference(account, flow, &lane, line_bits, site, *at, clock += COH_CLOCK_STEP);
    follow_end(flow, e, at - 1);
  }
  p->d1.clock = clock + COH_CLOCK_STEP;
  bin_account_executed(account, flow->processor, SPY_PACKED_INSTRUCTIONS(packed), SPY_PACKED_READS(packed),
                       SPY_PACKED_WRITES(packed));
}

static ULong misses_of(const coh_processor *p) { return p->counts.read_misses + p->counts.write_misses; }

static void drain_words(queue *q, const ULong *at, const ULong *end) {
  const unsigned processor = q->flow.processor;
  const UInt n = (UInt)(end - at);
  coh_activate(spy_system, processor);
  const coh_processor *p = &spy_system->processors[processor];
  const bin_lane lane = bin_lane_of(p);
  const ULong misses = misses_of(p);
  if (lane.line_bits == 6)
    drain_lines(q, at, end, lane, 6);
  else
    drain_lines(q, at, end, lane, lane.line_bits);
  q->missing = (misses_of(p) - misses) * 8 > n;
}

/* Drains what a thread has queued before `end`. The caller resets the cursor first: what is drained may ask
 * for symbols, and nothing of that may see a queue half drained. */
static void drain(ThreadId tid, const ULong *end) {
  /* A site counts to 2^32, so it must be flushed before as many words have passed. */
  static UInt drains;
  if (UNLIKELY(++drains % ((1u << 31) / (SPY_QUEUE_SPACE / 8)) == 0)) spy_blocks_flush();
  queue *q = &queues[tid];
  if (end > q->words) drain_words(q, q->words, end);
}

void spy_queue_full(void *guest) {
  ULong **cursor = (ULong **)((HChar *)guest + shadow_offset + SPY_CURSOR_OFFSET);
  const ULong *end = *cursor;
  *cursor = queues[running].words;
  drain(running, end);
}

static void drain_thread(ThreadId tid) {
  if (tid == VG_INVALID_THREADID || !queues || !queues[tid].started) return;
  const ULong *end = cursor_get(tid);
  cursor_set(tid, queues[tid].words);
  drain(tid, end);
}

/* Memory for a queue whose parts the bits of an address tell apart. */
static ULong *new_words(void) {
  const Addr raw = (Addr)VG_(am_shadow_alloc)(2 * SPY_QUEUE_SPACE);
  if (raw == 0) VG_(out_of_memory_NORETURN)("spy.queue", 2 * SPY_QUEUE_SPACE);
  const Addr aligned = VG_ROUNDUP(raw, SPY_QUEUE_SPACE);
  const Addr end = aligned + SPY_QUEUE_SPACE;
  if (aligned > raw) VG_(am_munmap_valgrind)(raw, aligned - raw);
  if (raw + 2 * SPY_QUEUE_SPACE > end) VG_(am_munmap_valgrind)(end, raw + 2 * SPY_QUEUE_SPACE - end);
  return (ULong *)aligned;
}

static void start(ThreadId tid) {
  queue *q = &queues[tid];
  if (!q->words) q->words = new_words();
  /* clone copied its parent's shadow area */
  cursor_set(tid, q->words);
  q->started = True;
  q->inside = False;
  q->flow.processor = (tid - 1) % spy_options_get()->machine.processors;
  bin_account_thread(spy_account, q->flow.processor);
  spy_memory_stack(tid);
}

void spy_queue_run(ThreadId tid) {
  if (LIKELY(tid == running && queues[tid].started)) return;
  spy_collecting();
  if (!queues) queues = VG_(calloc)("spy.queues", VG_N_THREADS, sizeof *queues);
  drain_thread(running);
  running = tid;
  if (!queues[tid].started) start(tid);
}

void spy_queue_end(ThreadId tid) {
  drain_thread(tid);
  if (queues) queues[tid].started = False;
}

void spy_queue_event(spy_event event, ULong a, ULong b, ULong c) {
  const ULong words[3] = {a, b, c};
  if (running == VG_INVALID_THREADID || !queues[running].started) {
    tl_assert(event != SPY_EVENT_STACK);
    apply_event(NULL, event, words);
    return;
  }
  ULong *cursor = cursor_get(running);
  if ((Addr)cursor & SPY_QUEUE_FULL) {
    drain_thread(running);
    cursor = queues[running].words;
  }
  *cursor++ = spy_header(event, event_words[event]);
  for (UInt i = 0; i < event_words[event]; i++) *cursor++ = words[i];
  cursor_set(running, cursor);
}

void spy_queues_drain(void) {
  /* Only the running thread's can hold anything: see spy_queue_run(). */
  drain_thread(running);
}

void spy_queues_forget(void) {
  if (running != VG_INVALID_THREADID && queues[running].started) cursor_set(running, queues[running].words);
}
