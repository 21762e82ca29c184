/* test_contexts.c: compares calling contexts with a naive model, which keeps the list of the open functions of each
 * thread, and adds each piece of work to all of them.
 *
 * Random programs call, return, jump to functions (tail calls), leave several functions at once (longjmp, exceptions),
 * call through linkage tables, and are interrupted by signals. Threads take turns on processors. The numbers of blocks are
 * few, so that different blocks share one, as after code was discarded.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "bins/bin_context_order.h"
#include "bins/bin_contexts.h"
#include "tests/check.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/plat_test.h"

enum { BLOCKS = 9 };
enum { FUNCTIONS = 6, STUB = FUNCTIONS, PLACES = 4, THREADS = 3, PROCESSORS = 2, DEEP = 40, STEPS = 4000 };

/* A frame: the functions that ran in it, one after the other by tail calls; the last one runs. */
typedef struct {
  uint64_t base; /* of the call; 0: a signal handler, or the first function */
  bool is_handler;
  uint32_t functions[8], n;
} frame;

typedef struct {
  bin_flow flow;
  frame frames[DEEP];
  uint32_t n;
  uint64_t sp;
} thread;

typedef struct {
  dice d;
  bin_contexts *contexts;
  thread threads[THREADS];
  uint64_t now;                                           /* packed work of the thread whose turn it is */
  bin_work all[FUNCTIONS + 1], own[FUNCTIONS + 1];        /* by function: of the naive model */
  uint64_t calls[BIN_WAYS][FUNCTIONS + 1][FUNCTIONS + 1]; /* by way, caller and callee */
} world;

static frame *innermost(thread *t) { return &t->frames[t->n - 1]; }

static uint32_t running(thread *t) { return innermost(t)->functions[innermost(t)->n - 1]; }

static bool is_open(const thread *t, uint32_t function) {
  for (uint32_t i = 0; i < t->n; i++)
    for (uint32_t k = 0; k < t->frames[i].n; k++)
      if (t->frames[i].functions[k] == function) return true;
  return false;
}

static void add(bin_work *sum, const bin_work *more) {
  sum->instructions += more->instructions;
  sum->reads += more->reads;
  sum->writes += more->writes;
}

/* Executes a block of a function, as the drain reports it. */
static void block(world *w, thread *t, uint32_t function, bool begins) {
  if (!bin_flow_is_in(&t->flow, function))
    bin_contexts_enter(w->contexts, &t->flow,
                       &(bin_code_block){function, begins, function == STUB, dice_below(&w->d, PLACES)}, w->now);
  bin_flow_run(&t->flow, dice_between(&w->d, 1, BLOCKS));
  const bin_work more = {dice_between(&w->d, 1, 9), dice_below(&w->d, 3), dice_below(&w->d, 2)};
  w->now += BIN_PACK(more.instructions, more.reads, more.writes);
  add(&w->own[function], &more);
  for (uint32_t i = 0; i <= FUNCTIONS; i++)
    if (i == function || is_open(t, i)) add(&w->all[i], &more);
}

static void call(world *w, thread *t) {
  if (t->n == DEEP) return;
  const uint32_t caller = running(t), callee = dice_below(&w->d, FUNCTIONS);
  t->sp -= 8 * dice_between(&w->d, 1, 3);
  bin_contexts_call(w->contexts, &t->flow, t->sp, caller, dice_below(&w->d, PLACES), w->now);
  if (dice_chance(&w->d, 20)) block(w, t, STUB, false);
  t->frames[t->n++] = (frame){.base = t->sp, .functions = {callee}, .n = 1};
  w->calls[BIN_BY_CALL][caller][callee]++;
  block(w, t, callee, !dice_chance(&w->d, 10));
}

static void handler(world *w, thread *t) {
  if (t->n == DEEP || t->flow.n_interrupted == BIN_INTERRUPTS) return;
  t->sp -= 64;
  bin_contexts_interrupt(w->contexts, &t->flow, w->now);
  const uint32_t function = dice_below(&w->d, FUNCTIONS);
  w->calls[BIN_BY_SIGNAL][running(t)][function]++;
  t->frames[t->n++] = (frame){.is_handler = true, .functions = {function}, .n = 1};
  block(w, t, function, true);
}

static void leave(world *w, thread *t) {
  if (t->n == 1) return;
  const frame *f = innermost(t);
  if (f->is_handler)
    bin_contexts_continue(w->contexts, &t->flow, w->now);
  else
    bin_contexts_return(w->contexts, &t->flow, f->base, w->now);
  t->sp = f->is_handler ? t->sp + 64 : f->base + 8;
  t->n--;
  block(w, t, running(t), false);
}

/* Jumps to a function. A jump to the running function is a loop. */
static void jump(world *w, thread *t) {
  frame *f = innermost(t);
  const uint32_t from = running(t), to = dice_below(&w->d, FUNCTIONS);
  if (f->n == sizeof f->functions / sizeof *f->functions) return;
  if (to != from) {
    f->functions[f->n++] = to;
    w->calls[BIN_BY_JUMP][from][to]++;
  }
  block(w, t, to, true);
}

/* Leaves all frames above one. Its function must identify the frame. */
static void longjump(world *w, thread *t) {
  const uint32_t target = dice_below(&w->d, t->n), n = t->n;
  const frame *f = &t->frames[target];
  const uint32_t function = f->functions[f->n - 1];
  for (uint32_t i = target; i < n; i++) {
    if (t->frames[i].is_handler) return;
    for (uint32_t k = 0; k < t->frames[i].n; k++)
      if ((i != target || k + 1 != f->n) && t->frames[i].functions[k] == function) return;
  }
  if (target + 1 == n) return;
  t->sp = t->frames[target + 1].base + 8;
  t->n = target + 1;
  block(w, t, function, false);
}

static void step(world *w, thread *t) {
  const uint32_t what = dice_below(&w->d, 100);
  if (what < 40)
    call(w, t);
  else if (what < 78)
    leave(w, t);
  else if (what < 84)
    jump(w, t);
  else if (what < 88)
    handler(w, t);
  else if (what < 92)
    longjump(w, t);
  else
    block(w, t, running(t), dice_chance(&w->d, 10));
}

static void start(world *w, thread *t, uint32_t number) {
  const uint64_t low = 0x10000 * (number + 1);
  bin_flow_stack(&t->flow, low, low + 0x8000);
  t->sp = low + 0x8000 - 16;
  t->frames[t->n++] = (frame){.functions = {dice_below(&w->d, FUNCTIONS)}, .n = 1};
}

static void turn(world *w, thread *t) {
  t->flow.processor = dice_below(&w->d, PROCESSORS);
  w->now = BIN_PACK(dice_below(&w->d, 100), 0, 0);
  bin_contexts_resume(w->contexts, &t->flow, w->now);
  block(w, t, running(t), false);
  for (uint32_t i = dice_below(&w->d, 60); i > 0; i--) step(w, t);
  bin_contexts_settle(w->contexts, &t->flow, w->now);
}

static bool is_above(const world *w, uint32_t context, uint32_t function) {
  while (context != BIN_CONTEXT_ROOT) {
    const bin_context *at = bin_contexts_get(w->contexts, context);
    if (at->function == function) return true;
    context = at->parent;
  }
  return false;
}

static bool is_equal(const bin_work *a, const bin_work *b) {
  return a->instructions == b->instructions && a->reads == b->reads && a->writes == b->writes;
}

/* Compares inclusive and own work of each function, and the numbers of calls. */
static void compare(const world *w) {
  bin_work all[FUNCTIONS + 1] = {{0}}, own[FUNCTIONS + 1] = {{0}};
  uint64_t calls[BIN_WAYS][FUNCTIONS + 1][FUNCTIONS + 1] = {{{0}}};
  for (uint32_t i = 1; i < bin_contexts_number(w->contexts); i++) {
    const bin_context *context = bin_contexts_get(w->contexts, i);
    add(&own[context->function], &context->work);
    for (uint32_t f = 0; f <= FUNCTIONS; f++)
      if (is_above(w, i, f)) add(&all[f], &context->work);
    if (context->parent != BIN_CONTEXT_ROOT && context->function != STUB)
      calls[context->way][bin_contexts_get(w->contexts, context->parent)->function][context->function] +=
          context->calls;
  }
  for (uint32_t i = 0; i < bin_contexts_folds(w->contexts); i++) {
    const bin_context_fold *fold = bin_contexts_fold(w->contexts, i);
    calls[fold->way][bin_contexts_get(w->contexts, fold->from)->function]
         [bin_contexts_get(w->contexts, fold->to)->function] += fold->calls;
  }
  for (uint32_t f = 0; f <= FUNCTIONS; f++) {
    CHECK(is_equal(&own[f], &w->own[f]));
    CHECK(is_equal(&all[f], &w->all[f]));
    for (uint32_t g = 0; g < FUNCTIONS; g++)
      for (uint32_t way = BIN_BY_CALL; way < BIN_WAYS; way++) CHECK(calls[way][f][g] == w->calls[way][f][g]);
  }
  const bin_work none = {0};
  CHECK(is_equal(&bin_contexts_get(w->contexts, BIN_CONTEXT_ROOT)->work, &none));
  CHECK(bin_contexts_left_out(w->contexts) == 0);
}

/* A path has each function at most once for each set of functions before it: so paths are short. */
static void check_depths(const world *w) {
  for (uint32_t i = 1; i < bin_contexts_number(w->contexts); i++)
    CHECK(bin_contexts_get(w->contexts, i)->depth <= (FUNCTIONS + 1) * (FUNCTIONS + 2) / 2);
}

/* The order of a profile: each used context once, after its parent, before the next callee of the parent. */
static void check_order(const world *w) {
  uint32_t places[PLACES], segments[FUNCTIONS + 1];
  for (uint32_t i = 0; i < PLACES; i++) places[i] = PLACES - i;
  for (uint32_t i = 0; i <= FUNCTIONS; i++) segments[i] = i;
  bin_context_order order = bin_context_order_of(w->contexts, places, segments);
  CHECK(order.n == bin_contexts_number(w->contexts) - 1); /* all have work or calls */
  uint32_t open[DEEP * FUNCTIONS] = {BIN_CONTEXT_ROOT}, depth = 0;
  for (uint32_t i = 0; i < order.n; i++) {
    const uint32_t number = order.contexts[i], parent = bin_contexts_get(w->contexts, number)->parent;
    CHECK(order.numbers[number] == i + 1);
    while (depth > 0 && open[depth] != parent) depth--;
    CHECK(open[depth] == parent);
    open[++depth] = number;
  }
  bin_context_order_clear(&order);
}

static void test_random(uint64_t seed) {
  world *w = calloc(1, sizeof *w);
  w->d.state = seed;
  w->contexts = bin_contexts_new(PROCESSORS);
  for (uint32_t i = 0; i < THREADS; i++) start(w, &w->threads[i], i);
  for (uint32_t i = 0; i < STEPS / 30; i++) turn(w, &w->threads[dice_below(&w->d, THREADS)]);
  compare(w);
  check_depths(w);
  check_order(w);
  if (check_failures) printf("seed %" PRIu64 "\n", seed);
  for (uint32_t i = 0; i < THREADS; i++) bin_flow_clear(&w->threads[i].flow);
  bin_contexts_free(w->contexts);
  free(w);
}

/* A call that would exceed the depth stays in the context of its caller, and its return leads back there. */
static void test_depth(void) {
  bin_contexts *contexts = bin_contexts_new(1);
  bin_flow flow = {0};
  uint64_t now = 0;
  enum { DEEPER = BIN_CONTEXT_DEPTH + 20 };
  bin_flow_stack(&flow, 0x1000, 0x9000);
  bin_contexts_resume(contexts, &flow, now);
  for (uint32_t i = 0; i < DEEPER; i++) {
    bin_contexts_enter(contexts, &flow, &(bin_code_block){i, true, false, BIN_NO_PLACE}, now);
    bin_flow_run(&flow, 1);
    now += BIN_PACK(1, 0, 0);
    bin_contexts_call(contexts, &flow, 0x8000 - 8 * i, i, 0, now);
  }
  CHECK(bin_contexts_number(contexts) == BIN_CONTEXT_DEPTH + 1 && bin_contexts_left_out(contexts) == 20);
  for (uint32_t i = DEEPER; i-- > 0;) bin_contexts_return(contexts, &flow, 0x8000 - 8 * i, now);
  CHECK(bin_flow_is_in(&flow, 0));
  uint64_t sum = 0;
  for (uint32_t i = 1; i < bin_contexts_number(contexts); i++) sum += bin_contexts_get(contexts, i)->work.instructions;
  CHECK(sum == DEEPER);
  bin_contexts_zero(contexts);
  CHECK(bin_contexts_left_out(contexts) == 0 && bin_contexts_get(contexts, 1)->work.instructions == 0);
  bin_flow_clear(&flow);
  bin_contexts_free(contexts);
}

/* Adds counts of cell 7 in the current context. Returns their note. */
static uint32_t count_cell(bin_contexts *contexts, const bin_context_cell *counts) {
  const uint32_t note = bin_contexts_note(contexts, bin_contexts_current(contexts)[0], 7);
  bin_contexts_add(contexts, note, counts, 1);
  return note;
}

/* The counts of a cell in two contexts; a charge reaches the context of the note, not the current one. */
static void test_cells(void) {
  bin_contexts *contexts = bin_contexts_new(1);
  bin_flow flow = {0};
  bin_flow_stack(&flow, 0x1000, 0x2000);
  bin_contexts_resume(contexts, &flow, 0);
  bin_contexts_enter(contexts, &flow, &(bin_code_block){1, true, false, BIN_NO_PLACE}, 0);
  bin_flow_run(&flow, 1);
  const uint32_t note = count_cell(contexts, &(bin_context_cell){.read_misses = 1, .stall_cycles = 10});
  bin_contexts_call(contexts, &flow, 0x1800, 1, 3, 0);
  bin_contexts_enter(contexts, &flow, &(bin_code_block){2, true, false, BIN_NO_PLACE}, 0);
  count_cell(contexts, &(bin_context_cell){.write_misses = 1, .memory = 1});
  CHECK(bin_contexts_charge(contexts, note, 5) == 7);
  for (uint32_t i = 1; i < bin_contexts_cells(contexts); i++) {
    const bin_context_cell *cell = bin_contexts_cell(contexts, i);
    const bool outer = bin_contexts_get(contexts, cell->context)->function == 1;
    CHECK(cell->cell == 7 && cell->read_misses == outer && cell->write_misses != outer);
    CHECK(cell->stall_cycles == (outer ? 15 : 0) && cell->memory != outer);
  }
  CHECK(bin_contexts_cells(contexts) == 3);
  bin_flow_clear(&flow);
  bin_contexts_free(contexts);
}

/* A call that is made silently does not count, even if the same call has been predicted before. */
static void test_silence(void) {
  bin_contexts *contexts = bin_contexts_new(1);
  bin_flow flow = {0};
  bin_flow_stack(&flow, 0x1000, 0x2000);
  bin_contexts_resume(contexts, &flow, 0);
  bin_contexts_enter(contexts, &flow, &(bin_code_block){1, true, false, BIN_NO_PLACE}, 0);
  for (uint32_t round = 0; round < 4; round++) {
    bin_flow_run(&flow, 1);
    bin_contexts_call(contexts, &flow, 0x1800, 1, 3, 0);
    CHECK(bin_flow_is_in(&flow, 2) == (round != 0)); /* predicted */
    bin_contexts_silence(contexts, round == 2);
    bin_contexts_doubt(contexts, &flow);
    if (!bin_flow_is_in(&flow, 2))
      bin_contexts_enter(contexts, &flow, &(bin_code_block){2, true, false, BIN_NO_PLACE}, 0);
    bin_flow_run(&flow, 2);
    bin_contexts_silence(contexts, false);
    bin_contexts_return(contexts, &flow, 0x1800, 0);
    CHECK(bin_flow_is_in(&flow, 1));
  }
  CHECK(bin_contexts_number(contexts) == 3 && bin_contexts_get(contexts, 2)->calls == 3);
  bin_flow_clear(&flow);
  bin_contexts_free(contexts);
}

int main(void) {
  test_depth();
  test_cells();
  test_silence();
  for (uint64_t seed = 1; seed <= 600 && !check_failures; seed++) test_random(seed);
  CHECK(plat_test_outstanding() == 0);
  return check_failures != 0;
}
