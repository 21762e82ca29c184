/* test_shapes.c: compares runs of blocks that generated code simulates (memspy/drain/spy_block_shapes.c) with the loop
 * over their references. Both get the same records of random blocks with calls, returns and guarded references: to a
 * stack, to blocks of memory that are allocated and freed, across lines. The machine, the cells and the counts must be
 * equal, including the clock of each line.
 *
 *   test_shapes [--worlds N] [--seed S]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/drain/spy_block_shapes.h"
#include "memspy/drain/spy_drain_alone.h"
#include "memspy/drain/spy_outside.h"
#include "memspy/record/spy_queue.h"
#include "memspy/setup/spy_state.h"
#include "tests/memspy/fake_rooms.h"
#include "tests/memspy/guest.h"
#include "tests/memspy/trial.h"

enum {
  BLOCKS = 8,
  PLACES = 5,
  BINS = 6,
  STEPS = 160,
  REFERENCES = 20,
  WORDS = 600, /* words of memory */
  STACK_WORDS = 64,
  MOST_WORDS = 6000
};
static const ULong memory = 0x100000, stack = 0x7f0000;

enum kind { LOOP, ALLOCATE, RELEASE, COLLECT, RETURNS, DRAIN, AGAIN, MOVE, KINDS };
static const char *const kinds[KINDS + 1] = {"loop",  "allocate",        "release", "collect", "event of a return",
                                             "drain", "translate again", "move"};
enum { WITH_CODE = KINDS, MANY, CALLS, RETURNED, NOT_MADE, ACROSS, ON_STACK, COUNTERS };
static const char *const others[COUNTERS - KINDS + 1] = {
    "exits with code",         "runs of too many references", "calls", "returns", "references that were not made",
    "references to two lines", "references to the stack"};

static mach_config machine;
static guest_shape shapes[BLOCKS];
static guest_block blocks[BLOCKS];
static bin_id bins[BINS];
static ULong recorded;

/* The results of a pass, for the comparison. */
typedef struct {
  bin_cell *cells;
  UInt n_cells;
  coh_counts counts[2];
  ULong now[2], instructions[2], places[PLACES];
  ULong *uses[2];
  ULong n_uses;
} outcome;

/* ---- steps ---- */

static ULong address_of(const trial_step *s, UInt turn, UInt r) {
  const ULong number = s->c / 16 + (ULong)turn * (s->c % 5) + r * (s->a % 3);
  const ULong odd = s->b % 7 == 0 ? (turn + r) % 8 : 0;
  if ((s->c + r) % 3 == 0) {
    trial_note(ON_STACK);
    return stack + number % STACK_WORDS * 8 + (odd & 3);
  }
  const ULong address = memory + number % WORDS * 8 + odd;
  /* Far away, and at the same place in the filter. */
  return s->c % 11 == 0 && turn % 2 == 1 ? address + (1 << 22) : address;
}

static void run_once(const trial_step *s, UInt number, UInt turn) {
  const guest_block *b = &blocks[number];
  const unsigned exit = b->n_exits > 1 && (turn * 3 + s->c) % 11 < s->c % 4;
  const naive_run *run = &b->runs[exit];
  ULong addresses[NAIVE_REFERENCES];
  if (run->n > 16) trial_note(MANY);
  for (unsigned r = 0; r < run->n; r++) {
    const Bool missing = run->references[r].guarded && (turn + r + s->c) % 5 < s->c % 3;
    addresses[r] = missing ? 0 : address_of(s, turn, r);
    if (run->references[r].calls || run->references[r].returns)
      addresses[r] = stack + (s->c + turn * 3 + r) % STACK_WORDS * 8;
    if (run->references[r].calls) trial_note(CALLS);
    if (run->references[r].returns) trial_note(RETURNED);
    if (missing) trial_note(NOT_MADE);
    if (addresses[r] / machine.d1.line != (addresses[r] + run->references[r].size - 1) / machine.d1.line)
      trial_note(ACROSS);
  }
  const naive_record record = guest_run(b, exit, addresses);
  guest_record(1, &record);
  recorded += record.n_words;
}

static void drain(void) {
  spy_queue *q = spy_queue_of(1);
  spy_drain_alone(q, q->begin, spy_queue_cursor(1));
  spy_queue_empty(1, MOST_WORDS);
  recorded = 0;
}

static void append(spy_event event, ULong a, ULong b, ULong c) {
  spy_queue_append(1, event, a, b, c);
  recorded += 4;
}

static void take(const trial_step *s) {
  trial_note(s->kind);
  if (recorded > MOST_WORDS / 2) drain();
  switch ((enum kind)s->kind) {
    case LOOP:
      for (UInt i = 0; i < s->b && recorded < MOST_WORDS - 100; i++)
        run_once(s, (s->a + i % (1 + s->c % 3)) % BLOCKS, i);
      break;
    case ALLOCATE: append(SPY_EVENT_ALLOCATE, memory + s->c % WORDS * 8, 8 + s->b % 200, bins[s->a % BINS]); break;
    case RELEASE: append(SPY_EVENT_RELEASE, memory + s->c % WORDS * 8, 0, 0); break;
    case COLLECT: append(SPY_EVENT_COLLECT, s->a % 3 != 0, 0, 0); break;
    case RETURNS: append(SPY_EVENT_RETURN, stack + s->c % STACK_WORDS * 8, 0, 0); break;
    case DRAIN: drain(); break;
    case AGAIN:
      guest_block_make(&blocks[s->a % BLOCKS], &shapes[s->a % BLOCKS], s->a % PLACES, 0x1000 + s->a % BLOCKS, False);
      break;
    case MOVE:
      drain();
      spy_queue_of(1)->flow.processor = s->a % machine.processors;
      break;
    case KINDS: break;
  }
}

/* ---- passes ---- */

static bin_id resolve(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  (void)closure;
  *low = address & ~0xfffULL;
  *high = *low + 0x1000;
  return BIN_ID_UNKNOWN;
}

static void make_world(void) {
  spy_system = coh_system_new(&machine);
  spy_table = bin_table_new();
  for (UInt i = 0; i < PLACES; i++) {
    const HChar name[] = {'f', (HChar)('0' + i), '\0'};
    bin_table_place(spy_table, bin_table_segment(spy_table, name, 0, 0, i), 0, i, 0);
  }
  spy_account = bin_account_new(spy_system, spy_table, resolve, NULL);
  for (UInt i = 0; i < BINS; i++) {
    const uint64_t path[] = {i};
    bins[i] = bin_table_bin(spy_table, BIN_HEAP, "block", path, 1, NULL, 0);
  }
  for (UInt i = 0; i < BLOCKS; i++) guest_block_make(&blocks[i], &shapes[i], i % PLACES, 0x1000 + i, False);
  bin_flow *flow = &spy_queue_of(1)->flow;
  flow->processor = 0;
  bin_flow_stack(flow, stack, stack + STACK_WORDS * 8);
  bin_account_map_stack(spy_account, flow);
  spy_outside_start(True);
  recorded = 0;
}

static void note_exits(void) {
  for (UInt i = 0; i < BLOCKS; i++)
    for (UInt k = 0; k < blocks[i].n_exits; k++)
      if (spy_exit_get(spy_block_exits(blocks[i].block)[k])->code != 0) trial_note(WITH_CODE);
}

static outcome look(void) {
  outcome o = {0};
  spy_blocks_flush();
  const bin_cells *cells = bin_account_cells(spy_account);
  o.n_cells = cells->n;
  o.cells = VG_(calloc)("cells", o.n_cells + 1, sizeof *o.cells);
  for (UInt i = 0; i < o.n_cells; i++) o.cells[i] = *bin_cells_get(cells, i);
  for (UInt i = 0; i < PLACES; i++) o.places[i] = bin_table_get_place(spy_table, i)->instructions;
  for (UInt i = 0; i < machine.processors; i++) {
    const coh_processor *p = &spy_system->processors[i];
    o.counts[i] = *coh_counts_of(spy_system, i);
    o.now[i] = p->now;
    o.instructions[i] = bin_account_instructions(spy_account, i);
    if (!p->active || !p->d1.uses) continue;
    o.n_uses = machine.d1.size / machine.d1.line;
    o.uses[i] = VG_(calloc)("uses", o.n_uses, sizeof(ULong));
    for (ULong k = 0; k < o.n_uses; k++) o.uses[i][k] = p->d1.uses[k];
  }
  return o;
}

static outcome pass(Bool fast, const trial_step *steps, size_t n) {
  fake_options.fast = fast;
  make_world();
  for (size_t i = 0; i < n; i++) take(&steps[i]);
  drain();
  if (fast) note_exits();
  return look();
}

static void compare_cells(const outcome *a, const outcome *b) {
  if (a->n_cells != b->n_cells) trial_fail("%u cells, not %u", a->n_cells, b->n_cells);
  for (UInt i = 0; i < a->n_cells; i++) {
    const bin_cell *x = &a->cells[i], *y = &b->cells[i];
    if (x->place != y->place || x->bin != y->bin) trial_fail("cell %u is of another place or bin", i);
    if (x->reads != y->reads || x->writes != y->writes)
      trial_fail("cell %u has %llu reads and %llu writes, not %llu and %llu", i, (ULong)x->reads, (ULong)x->writes,
                 (ULong)y->reads, (ULong)y->writes);
    if (x->read_misses != y->read_misses || x->write_misses != y->write_misses || x->replacement != y->replacement ||
        x->stall_cycles != y->stall_cycles)
      trial_fail("cell %u has other misses", i);
  }
}

static void compare(const outcome *a, const outcome *b) {
  for (UInt p = 0; p < machine.processors; p++) {
    if (VG_(memcmp)(&a->counts[p], &b->counts[p], sizeof a->counts[p]) != 0)
      trial_fail("processor %u has counted otherwise", p);
    if (a->now[p] != b->now[p] || a->instructions[p] != b->instructions[p])
      trial_fail("processor %u is at %llu, not %llu", p, a->now[p], b->now[p]);
    for (ULong k = 0; a->uses[p] && b->uses[p] && k < a->n_uses; k++)
      if (a->uses[p][k] != b->uses[p][k]) trial_fail("line %llu of processor %u was used at another time", k, p);
  }
  for (UInt i = 0; i < PLACES; i++)
    if (a->places[i] != b->places[i])
      trial_fail("place %u has %llu instructions, not %llu", i, a->places[i], b->places[i]);
  compare_cells(a, b);
}

/* ---- trials ---- */

static size_t make(uint64_t seed, trial_step *steps) {
  dice d = {seed};
  const size_t n = dice_between(&d, 5, STEPS);
  for (size_t i = 0; i < n; i++)
    steps[i] = (trial_step){.kind = (uint8_t)(dice_chance(&d, 75) ? LOOP : dice_below(&d, KINDS)),
                            .a = (uint16_t)dice_next(&d),
                            .b = (uint16_t)(dice_chance(&d, 60) ? dice_between(&d, 1, 20) : dice_between(&d, 1, 300)),
                            .c = (uint16_t)dice_next(&d)};
  return n;
}

static void make_machine(dice *d) {
  static const UInt lines[] = {16, 32, 64, 64, 64, 128};
  mach_preset_find(MACH_PRESET_DEFAULT, &machine);
  machine.processors = dice_between(d, 1, 2);
  machine.d1.line = machine.ll.line = lines[dice_below(d, 6)];
  machine.d1.ways = dice_chance(d, 50) ? 8 : 1 << dice_below(d, 3);
  machine.d1.size = machine.d1.line * machine.d1.ways << dice_between(d, 0, 4);
}

static void run(uint64_t seed, const trial_step *steps, size_t n) {
  dice d = {seed ^ 0x736861706573};
  make_machine(&d);
  fake_options = (spy_options){.machine = machine, .quantum = 1000, .collect_at_start = True, .simulate = True};
  for (UInt i = 0; i < BLOCKS; i++) shapes[i] = guest_shape_make_calling(&d, REFERENCES, False);
  spy_queues_make();
  spy_queue_start(1, 0, MOST_WORDS);
  const outcome loop = pass(False, steps, n);
  const outcome code = pass(True, steps, n);
  compare(&code, &loop);
}

int main(int argc, char **argv) {
  return trial_main(&(trial_test){"test_shapes", 300, "thread", kinds, others, make, STEPS, run}, argc, argv);
}
