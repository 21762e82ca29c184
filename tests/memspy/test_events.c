/* test_events.c: compares the events of a trace (memspy/trace/, called by the drain's loops) with plain lists of the
 * execution, for random runs of random blocks by threads of several processors. It compares references in their order,
 * with their instruction, thread and value, and the number of instructions so far; calls, waits and resets of counts;
 * loops; and the start and end of the trace.
 *
 *   test_events [--worlds N] [--seed S]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "memspy/drain/spy_drain_lanes.h"
#include "memspy/drain/spy_drain_thread.h"
#include "memspy/drain/spy_outside.h"
#include "memspy/record/spy_lane.h"
#include "memspy/record/spy_queue.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_control.h"
#include "memspy/trace/spy_trace_emit.h"
#include "memspy/trace/spy_trace_session.h"
#include "memspy/trace/spy_trace_turn.h"
#include "tests/memspy/fake_core.h"
#include "tests/memspy/fake_file.h"
#include "tests/memspy/fake_rooms.h"
#include "tests/memspy/guest.h"
#include "tests/memspy/naive_trace.h"
#include "tests/memspy/trial.h"
#include "tests/trace/legal_order.h"

enum {
  THREADS = 6,
  BLOCKS = 10,
  PLACES = 4,
  STEPS = 120,
  MOST_WORDS = 12000,
  LINES = NAIVE_LINES,
  REFERENCES = 17,
  VARIANTS = 8
};

enum kind { RUN, LOOP, COLLECT, RETURNS, MERGE, FINISH, ALONE, MOVE, IDLE, ZERO, AGAIN, KINDS };
static const char *const kinds[KINDS + 1] = {"run",  "loop", "collect", "event of a return", "merge", "finish", "alone",
                                             "move", "idle", "zero",    "translate again"};
enum {
  BEGAN_LATE = KINDS,
  ENDED_EARLY,
  NOT_MADE,
  PASSED,
  CALLED,
  OTHER_THREAD,
  LOGGED,
  NOTHING_TRACED,
  WHOLE,
  SIMULATED,
  CUT,
  PASSED_OTHERS,
  COUNTERS
};
static const char *const others[COUNTERS - KINDS + 1] = {"traces that began late",
                                                         "traces that ended early",
                                                         "references that were not made",
                                                         "runs passed",
                                                         "calls without a reference",
                                                         "references of another thread than before",
                                                         "logs compared",
                                                         "empty traces",
                                                         "references traced",
                                                         "worlds with a machine",
                                                         "lanes cut",
                                                         "references before others of other processors"};

static mach_config machine;
static naive_lanes lanes;
static naive_items expected;
static guest_shape shapes[BLOCKS];
static guest_block *blocks[BLOCKS];
static Addr codes[BLOCKS];
static naive_records recorded[THREADS + 1]; /* by thread, from 1 */
static UInt processor_of[THREADS + 1];
static uint64_t counted_in[PLACES];
static ThreadId thread_on[NAIVE_PROCESSORS]; /* whose records the processor executes */

/* What is traced, by the rules of --trace-skip and --trace-events. */
static struct {
  Bool began, on;
  uint64_t left; /* references until it starts, or ends */
} tracing;

/* ---- execution ---- */

static void look_at_reference(void) {
  if (tracing.left == 0 && !tracing.began) {
    tracing.began = tracing.on = True;
    tracing.left = fake_options.trace_events != 0 ? fake_options.trace_events : ~0ULL;
    trial_note(BEGAN_LATE);
  } else if (tracing.left == 0 && tracing.on) {
    tracing.on = False;
    trial_note(ENDED_EARLY);
  }
  tracing.left--;
}

static void reference(unsigned p, const naive_record *record, unsigned r) {
  const naive_run *run = record->run;
  const uint64_t address = record->words[1 + r];
  const Bool made = naive_is_made(run, r, address);
  if (made) look_at_reference();
  if (!tracing.on) return;
  expected.counted[p] += run->references[r].gap;
  counted_in[run->place] += run->references[r].gap;
  if (!made) {
    trial_note(NOT_MADE);
    return;
  }
  static const unsigned kind_of[] = {[COH_READ] = TRACE_READ, [COH_WRITE] = TRACE_WRITE, [COH_MODIFY] = TRACE_MODIFY};
  const naive_item item = {.what = ITEM_REFERENCE,
                           .processor = p,
                           .thread = thread_on[p],
                           .kind = kind_of[run->references[r].kind],
                           .size = run->references[r].size,
                           .flags = (run->references[r].guarded ? 4 : 0) | (run->references[r].calls ? 8 : 0) |
                                    (run->references[r].returns ? 16 : 0),
                           .place = run->place,
                           .segment = run->references[r].calls ? bin_table_get_place(spy_table, run->place)->segment
                                                               : 0,
                           .code = run->references[r].code,
                           .value = address};
  if (expected.n != 0 && expected.items[expected.n - 1].thread != thread_on[p]) trial_note(OTHER_THREAD);
  naive_items_add(&expected, &item);
  trial_note(WHOLE);
}

static void pass(unsigned p, const naive_record *record) {
  const naive_run *run = record->run;
  if (!tracing.on) return;
  trial_note(PASSED);
  expected.passed[p] += naive_run_instructions(run);
  for (unsigned r = 0; r < run->n; r++) {
    naive_item item = {.processor = p, .thread = thread_on[p], .value = record->words[1 + r]};
    if (!run->references[r].calls && !run->references[r].returns) continue;
    item.what = run->references[r].calls ? ITEM_CALL : ITEM_RETURN;
    item.segment = run->references[r].calls ? bin_table_get_place(spy_table, run->place)->segment : 0;
    naive_items_add(&expected, &item);
    trial_note(CALLED);
  }
}

static void look_on(naive_happening what, unsigned p, const naive_record *record, unsigned r) {
  switch (what) {
    case NAIVE_REFERENCE: reference(p, record, r); break;
    case NAIVE_END_OF_RUN:
      if (tracing.on) expected.counted[p] += record->run->tail;
      if (tracing.on) counted_in[record->run->place] += record->run->tail;
      break;
    case NAIVE_PASSED: pass(p, record); break;
  }
}

/* A drain ends. */
static void look_at_end(void) {
  if (tracing.left == 0 && tracing.on) {
    tracing.on = False;
    trial_note(ENDED_EARLY);
  }
}

/* ---- steps ---- */

static ULong first_word(void) { return lanes.region.first * machine.d1.line; }

/* Threads refer to few words, which are in as many lines, so that they wait for each other. */
static Bool few_words;

/* They refer to many pages, where nothing is simulated. */
static Bool many_pages;

static ULong word_at(ULong number) {
  enum { PAGE = 4096, PAGES = 16, WORDS = 16 };
  if (many_pages) return first_word() + number / WORDS % PAGES * PAGE + number % WORDS * 8;
  if (few_words) number = number % 4 * (machine.d1.line / 8);
  return first_word() + number / (machine.d1.line / 8) % LINES * machine.d1.line + number % (machine.d1.line / 8) * 8;
}

static void record(ThreadId tid, const naive_record *r) {
  guest_record(tid, r);
  naive_records_add(&recorded[tid], r);
}

static void run_once(ThreadId tid, unsigned number, unsigned turn, const trial_step *s) {
  const guest_block *b = blocks[number];
  const unsigned exit = b->n_exits > 1 && (turn * 3 + s->c) % 11 < s->c % 4;
  ULong addresses[NAIVE_REFERENCES];
  for (unsigned r = 0; r < b->runs[exit].n; r++) {
    const Bool missing = b->runs[exit].references[r].guarded && (turn + r + s->c) % 5 < s->c % 3;
    addresses[r] = missing ? 0 : word_at(s->c / 8 + turn * (s->c % 7) + r * (s->c % 3));
  }
  const naive_record one = guest_run(b, exit, addresses);
  record(tid, &one);
}

static Bool has_room(ThreadId tid) { return naive_records_words(&recorded[tid]) < MOST_WORDS; }

/* A loop of one block or of several, the last of which may be a loop itself. */
static void step_loop(ThreadId tid, const trial_step *s) {
  const unsigned period = s->kind == RUN ? 1 : 2 + s->c % 3, inner = s->kind == RUN ? 1 : 1 + s->c / 64 % 12;
  for (unsigned i = 0; i < s->b && has_room(tid); i++) {
    for (unsigned k = 0; k + 1 < period; k++) run_once(tid, (s->a + k) % BLOCKS, i + k / 2, s);
    for (unsigned k = 0; k < inner; k++) run_once(tid, (s->a + period - 1) % BLOCKS, i, s);
  }
}

static void event(ThreadId tid, spy_event kind, ULong word) {
  const naive_record r = {.event = kind, .n_words = 2, .words = {spy_header(kind, 1), word}};
  spy_queue_append(tid, kind, word, 0, 0);
  naive_records_add(&recorded[tid], &r);
}

static void begin_drain(ThreadId tid, const ULong **at, const ULong **end) {
  *at = spy_queue_of(tid)->begin;
  *end = spy_queue_cursor(tid);
  thread_on[processor_of[tid]] = tid;
}

static void end_drain(ThreadId tid) {
  recorded[tid].n = 0;
  spy_queue_empty(tid, 100);
}

static void load(ThreadId tid) {
  const UInt p = processor_of[tid];
  const ULong *at, *end;
  begin_drain(tid, &at, &end);
  const Bool events = spy_queue_take_events(spy_queue_of(tid));
  spy_lane_load(p, spy_queue_of(tid), at, end, spy_recorded_cycles(at, end), events, spy_trace.drains);
  naive_lane_load(&lanes, p, &recorded[tid]);
}

static ULong never(UInt processor) {
  (void)processor;
  return ~0ULL;
}

/* Each processor executes the records of one of its threads. */
static void step_merge(const trial_step *s) {
  Bool loaded[THREADS + 1] = {False};
  for (unsigned i = 0; i < THREADS; i++) {
    const ThreadId tid = (s->a + i) % THREADS + 1;
    if (recorded[tid].n == 0 || !naive_lane_is_empty(&lanes, processor_of[tid])) continue;
    load(tid);
    loaded[tid] = True;
  }
  spy_lanes_merge(never);
  naive_lanes_merge(&lanes);
  look_at_end();
  for (ThreadId tid = 1; tid <= THREADS; tid++)
    if (loaded[tid]) end_drain(tid);
}

static void step_finish(ThreadId tid) {
  if (recorded[tid].n == 0) return;
  load(tid);
  spy_lane_finish(processor_of[tid]);
  naive_lane_finish(&lanes, processor_of[tid]);
  look_at_end();
  end_drain(tid);
}

static void step_alone(ThreadId tid) {
  const ULong *at, *end;
  if (recorded[tid].n == 0) return;
  begin_drain(tid, &at, &end);
  spy_drain_thread(spy_queue_of(tid), at, end);
  naive_lanes_do(&lanes, processor_of[tid], &recorded[tid]);
  look_at_end();
  end_drain(tid);
}

static void step_move(ThreadId tid, const trial_step *s) {
  step_alone(tid);
  processor_of[tid] = spy_queue_of(tid)->flow.processor = s->a % machine.processors;
}

static void step_idle(const trial_step *s) {
  const UInt p = s->a % machine.processors;
  const ULong cycles = s->b % 9;
  spy_trace_idle(p, spy_collecting() ? cycles : 0, spy_collecting() ? 0 : cycles);
  if (tracing.on && s->b % 9 != 0)
    naive_items_add(&expected,
                    &(naive_item){.what = ITEM_IDLE, .processor = p, .value = s->b % 9, .flags = !lanes.collecting});
}

static void step_zero(void) {
  spy_trace_zero();
  if (!tracing.on) return;
  naive_items_total(&expected, machine.processors);
  naive_items_add(&expected, &(naive_item){.what = ITEM_ZERO});
}

static void make_block(unsigned number) {
  blocks[number] = VG_(malloc)("test", sizeof *blocks[number]);
  guest_block_make(blocks[number], &shapes[number], number % PLACES, codes[number], True);
}

static void take(const trial_step *s) {
  const ThreadId tid = s->actor;
  trial_note(s->kind);
  switch ((enum kind)s->kind) {
    case RUN:
    case LOOP: step_loop(tid, s); break;
    case COLLECT: event(tid, SPY_EVENT_COLLECT, s->a % 3 != 0); break;
    case RETURNS: event(tid, SPY_EVENT_RETURN, word_at(s->a)); break;
    case MERGE: step_merge(s); break;
    case FINISH: step_finish(tid); break;
    case ALONE: step_alone(tid); break;
    case MOVE: step_move(tid, s); break;
    case IDLE: step_idle(s); break;
    case ZERO: step_zero(); break;
    case AGAIN: make_block(s->a % BLOCKS); break;
    case KINDS: break;
  }
}

/* ---- the end ---- */

/* A reference may precede references that it does not affect, but no event that counts or waits. */
static bool may_pass(void *closure, uint64_t late, uint64_t early) {
  enum { PAGE_BITS = 12 };
  (void)closure;
  const naive_item *a = &expected.items[late], *b = &expected.items[early];
  if (a->what != ITEM_REFERENCE) return false;
  if (b->what != ITEM_REFERENCE) return b->what == ITEM_CALL || b->what == ITEM_RETURN;
  if (a->kind == TRACE_READ && b->kind == TRACE_READ) return true;
  return (a->value + a->size - 1) >> PAGE_BITS < b->value >> PAGE_BITS ||
         (b->value + b->size - 1) >> PAGE_BITS < a->value >> PAGE_BITS;
}

/* Sorts the expected events into the order of the events in the trace, if that order is allowed. */
static void put_in_order(const naive_items *found) {
  legal_order order = {.may_pass = may_pass};
  naive_item *items = malloc((expected.n + 1) * sizeof *items);
  unsigned n = 0;
  for (unsigned i = 0; i < expected.n; i++) legal_order_tell(&order, expected.items[i].processor);
  for (uint64_t at; n < found->n && n < expected.n; n++) {
    at = legal_order_take(&order, found->items[n].processor);
    if (at == LEGAL_ORDER_NONE) trial_fail("item %u of the trace passes another one", n);
    items[n] = expected.items[at];
  }
  for (uint64_t passed = order.passed; passed > 0; passed--) trial_note(PASSED_OTHERS);
  legal_order_clear(&order);
  if (n == expected.n) memcpy(expected.items, items, n * sizeof *items);
  free(items);
}

static void compare_items(const naive_items *found) {
  if (fake_options.run_ahead) put_in_order(found);
  const unsigned i = naive_items_differ(found, &expected);
  if (i == found->n && i == expected.n) return;
  HChar a[256], b[256];
  naive_item_print(found, i, a, sizeof a);
  naive_item_print(&expected, i, b, sizeof b);
  trial_fail("item %u of the trace is\n    %s\n  not\n    %s", i, a, b);
}

/* The log has all executed events, references and others, in five words each, in the order of the clocks. */
static void compare_log(const fake_file *log) {
  const ULong *at = (const ULong *)log->bytes, *const end = at + log->n / sizeof(ULong);
  for (unsigned i = 0; i < expected.n; i++) {
    const naive_item *item = &expected.items[i];
    if (item->what != ITEM_REFERENCE) continue;
    while (at < end && at[1] > TRACE_MODIFY) at += 5;
    if (at >= end) trial_fail("the log ends before item %u", i);
    if (at[0] != item->processor || at[1] != item->kind || at[2] != item->value || at[3] != item->size ||
        at[4] != item->code)
      trial_fail("item %u is another one in the log", i);
    at += 5;
  }
  trial_note(LOGGED);
}

/* The source of a reference is one of a few. */
static void compare_sources(unsigned sources) {
  unsigned most = 0;
  for (unsigned i = 0; i < BLOCKS; i++) most += shapes[i].n * (VARIANTS + 1);
  enum { OTHERS = 5 * PLACES + 10 };
  if (sources > most + OTHERS) trial_fail("the trace has %u sources", sources);
}

static void compare_trace(void) {
  const fake_file *trace = fake_file_find(fake_options.trace_file);
  naive_items found = {0};
  unsigned sources = 0;
  if (!trace || !trace->closed) trial_fail("the trace is not complete");
  const char *wrong = naive_items_read(&found, trace->bytes, trace->n, machine.processors, &sources);
  if (wrong) trial_fail("the trace: %s", wrong);
  if (expected.n == 0) trial_note(NOTHING_TRACED);
  naive_items_total(&found, machine.processors);
  naive_items_total(&expected, machine.processors);
  const Bool in_order = !fake_options.simulate; /* the log is in the order of execution, a trace in an order of its
                                                   own */
  if (fake_options.trace_log && in_order) compare_log(fake_file_find(fake_options.trace_log));
  compare_items(&found);
  if (fake_options.trace_log && !in_order) compare_log(fake_file_find(fake_options.trace_log));
  compare_sources(sources);
}

/* Instructions are counted from the reference with which tracing starts, up to the one with which it ends. */
static void compare_counts(void) {
  spy_blocks_flush();
  for (UInt i = 0; i < PLACES; i++) {
    const ULong counted = bin_table_get_place(spy_table, i)->instructions;
    if (counted != counted_in[i])
      trial_fail("place %u has counted %llu instructions, not %llu", i, counted, (ULong)counted_in[i]);
  }
  for (UInt p = 0; p < machine.processors; p++) {
    const ULong counted = bin_account_instructions(spy_account, p);
    if (counted != expected.counted[p])
      trial_fail("processor %u has counted %llu instructions, not %llu", p, counted, (ULong)expected.counted[p]);
    if (coh_now(spy_system, p) != lanes.clocks[p])
      trial_fail("processor %u is at %llu, not %llu", p, (ULong)coh_now(spy_system, p), (ULong)lanes.clocks[p]);
  }
}

/* ---- trials ---- */

static size_t make(uint64_t seed, trial_step *steps) {
  dice d = {seed};
  const unsigned threads = dice_between(&d, 1, THREADS), blocks_used = dice_between(&d, 1, BLOCKS);
  const size_t n = dice_between(&d, 5, STEPS);
  static const uint8_t often[] = {RUN, RUN, RUN, RUN, LOOP, LOOP, LOOP, MERGE, MERGE, FINISH, ALONE, ALONE, COLLECT};
  for (size_t i = 0; i < n; i++)
    steps[i] = (trial_step){
        .kind = (uint8_t)(dice_chance(&d, 85) ? often[dice_below(&d, sizeof often)] : dice_below(&d, KINDS)),
        .actor = (uint8_t)dice_between(&d, 1, threads),
        .a = (uint16_t)dice_below(&d, blocks_used),
        .b = (uint16_t)(dice_chance(&d, 70) ? dice_between(&d, 1, 12) : dice_between(&d, 1, 200)),
        .c = (uint16_t)(dice_chance(&d, 40) ? dice_below(&d, 1000) * 84 : dice_next(&d))};
  return n;
}

static void make_machine(dice *d) {
  mach_preset_find(MACH_PRESET_DEFAULT, &machine);
  machine.processors = dice_between(d, 1, 4);
  machine.cpi = dice_between(d, 1, 3);
  spy_system = coh_system_new(&machine);
  spy_table = bin_table_new();
  for (UInt i = 0; i < PLACES; i++) {
    const HChar name[] = {'f', (HChar)('0' + i), '\0'};
    bin_table_place(spy_table, bin_table_segment(spy_table, name, 0, 0, i), 0, i, 0);
  }
}

static bin_id resolve(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  (void)closure, (void)address;
  *low = 0;
  *high = ~0ULL;
  return BIN_ID_UNKNOWN;
}

static void set_options(dice *d) {
  fake_options = (spy_options){.machine = machine,
                               .quantum = 1000,
                               .collect_at_start = True,
                               .trace_file = "trace",
                               .trace_at_start = True,
                               .trace_window = TRACE_WINDOW,
                               .trace_memory = TRACE_MEMORY,
                               .trace_callees = True};
  fake_options.simulate = dice_chance(d, 30);
  if (dice_chance(d, 20)) fake_options.trace_log = "log";
  fake_options.run_ahead = dice_chance(d, 60);
  if (fake_options.simulate) {
    trial_note(SIMULATED);
    return;
  }
  if (dice_chance(d, 40)) fake_options.trace_skip = dice_below(d, dice_chance(d, 10) ? 200000 : 2000);
  if (dice_chance(d, 40)) fake_options.trace_events = dice_between(d, 1, 4000);
}

static void make_threads(dice *d) {
  const Bool stacks = dice_chance(d, 50);
  spy_queues_make();
  for (ThreadId tid = 1; tid <= THREADS; tid++) {
    processor_of[tid] = (tid - 1) % machine.processors;
    spy_queue_start(tid, processor_of[tid], 100);
    if (!stacks) continue;
    bin_flow_stack(&spy_queue_of(tid)->flow, word_at(0), word_at(0) + LINES * machine.d1.line);
  }
}

static void start(void) {
  static const naive_events events = {.collect = SPY_EVENT_COLLECT, .name = ~0u, .unname = ~0u};
  naive_lanes_init(&lanes, &machine, (naive_region){.first = 1 << 20, .lines = LINES}, fake_options.simulate, &events);
  lanes.onlooker = look_on;
  tracing.left = fake_options.trace_skip;
  if (tracing.left == 0) look_at_reference(), tracing.left++;
  spy_outside_start(True);
  spy_trace_start();
  spy_control_start();
  spy_control_begin();
}

static void run(uint64_t seed, const trial_step *steps, size_t n) {
  dice d = {seed ^ 0x6576656e7473};
  few_words = False;
  make_machine(&d);
  set_options(&d);
  many_pages = !fake_options.simulate && dice_chance(&d, 60);
  spy_account = bin_account_new(spy_system, spy_table, resolve, NULL);
  start();
  for (unsigned i = 0; i < BLOCKS; i++) {
    shapes[i] = guest_shape_make_calling(&d, REFERENCES, i % 4 == 3);
    codes[i] = 0x1000 * (i + 1);
    make_block(i);
  }
  make_threads(&d);
  lanes.looks_for_spins = dice_chance(&d, 50);
  few_words = lanes.looks_for_spins && dice_chance(&d, 50);
  if (fake_options.run_ahead) lanes.looks_for_spins = True;
  if (lanes.looks_for_spins) spy_lanes_start();
  for (size_t i = 0; i < n; i++) take(&steps[i]);
  for (ThreadId tid = 1; tid <= THREADS; tid++) step_alone(tid);
  spy_control_end();
  spy_trace_finish("exit");
  compare_trace();
  compare_counts();
  for (unsigned cuts = lanes.cuts; cuts > 0; cuts--) trial_note(CUT);
}

int main(int argc, char **argv) {
  return trial_main(&(trial_test){"test_events", 150, "thread", kinds, others, make, STEPS, run}, argc, argv);
}
