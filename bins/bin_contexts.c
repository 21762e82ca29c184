/* bin_contexts.c: see bin_contexts.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_contexts.h"

#include "bins/bin_index.h"
#include "plat/plat.h"
#include "plat/plat_array.h"

/* A step: a call, jump or start from a context. It leads to a new context, or to an open context. */
typedef struct {
  uint32_t from, place, function, way;
} step;

/* Results of look-ups are numbers of contexts, or numbers of folds with this bit. */
#define FOLD 0x80000000u

/* The result of the latest step from a context, a place and a block number. 0: none. The code of a program
 * without line numbers has one place for all calls of a function, so the place alone would not identify the step. */
typedef struct {
  uint32_t from, place, block, result;
} prediction;

enum { RECENT_STEPS = 4096, RECENT_CELL_BITS = 12, PREDICTION_BITS = 12 };

struct bin_contexts {
  bin_context *contexts;
  bin_context_fold *folds;
  bin_context_cell *cells;
  uint32_t n, room, n_folds, fold_room, n_cells, cell_room;
  bin_index index, fold_index, cell_index;
  struct {
    step step;
    uint32_t result;                            /* 0: none */
  } recent[RECENT_STEPS];                       /* cache of look-ups, by hash */
  prediction predictions[1 << PREDICTION_BITS]; /* cache of steps, by hash of context and block */
  uint32_t recent_cells[1 << RECENT_CELL_BITS]; /* cache of look-ups, indexed by hash: an index of `cells` */
  uint64_t left_out;
  bool is_silent;    /* whether calls do not count */
  uint32_t *current; /* indexed by processor: the context of the processor's current thread */
};

const char *bin_way_name(bin_way way) {
  static const char *const names[BIN_WAYS] = {"start", "call", "jump", "signal"};
  return names[way];
}

static bin_context *context_at(const bin_contexts *c, uint32_t number) { return &c->contexts[number]; }

bin_contexts *bin_contexts_new(unsigned processors) {
  bin_contexts *c = plat_alloc(sizeof *c);
  c->current = plat_alloc(processors * sizeof *c->current);
  c->contexts = plat_grow(NULL, 0, &c->room, sizeof *c->contexts);
  c->contexts[c->n++] = (bin_context){.function = BIN_NO_FUNCTION, .place = BIN_NO_PLACE};
  c->cells = plat_grow(NULL, 0, &c->cell_room, sizeof *c->cells);
  c->n_cells = 1; /* counts of cell 0 in the root; waits without a requester are charged to them */
  return c;
}

void bin_contexts_free(bin_contexts *c) {
  if (!c) return;
  bin_index_clear(&c->index);
  bin_index_clear(&c->fold_index);
  bin_index_clear(&c->cell_index);
  plat_free(c->contexts);
  plat_free(c->folds);
  plat_free(c->cells);
  plat_free(c->current);
  plat_free(c);
}

/* ---- the tree ---- */

static uint64_t hash_of(const step *s) {
  return bin_hash_mix(bin_hash_mix(bin_hash_mix(s->way, s->from), s->place), s->function);
}

static bool is_same(const step *a, const step *b) {
  return a->from == b->from && a->place == b->place && a->function == b->function && a->way == b->way;
}

typedef struct {
  const bin_contexts *contexts;
  const step *step;
} query;

static bool is_context(const void *closure, uint32_t number) {
  const query *q = closure;
  const bin_context *found = context_at(q->contexts, number);
  return is_same(q->step, &(step){found->parent, found->place, found->function, found->way});
}

static bool is_fold(const void *closure, uint32_t number) {
  const query *q = closure;
  const bin_context_fold *found = &q->contexts->folds[number];
  const step of_fold = {found->from, found->place, context_at(q->contexts, found->to)->function, found->way};
  return is_same(q->step, &of_fold);
}

/* Returns the innermost context of a function in the call path of a context; the root: there is none. */
static uint32_t open_context(const bin_contexts *c, uint32_t context, uint32_t function) {
  while (context != BIN_CONTEXT_ROOT && context_at(c, context)->function != function)
    context = context_at(c, context)->parent;
  return context;
}

/* Returns whether the call path of context `a` has all functions of the call path of context `b`. */
static bool has_all_functions(const bin_contexts *c, uint32_t a, uint32_t b) {
  for (; b != a && b != BIN_CONTEXT_ROOT; b = context_at(c, b)->parent)
    if (open_context(c, a, context_at(c, b)->function) == BIN_CONTEXT_ROOT) return false;
  return true;
}

static uint32_t add_fold(bin_contexts *c, const step *s, uint32_t to) {
  c->folds = plat_grow(c->folds, c->n_folds, &c->fold_room, sizeof *c->folds);
  c->folds[c->n_folds] = (bin_context_fold){.from = s->from, .place = s->place, .to = to, .way = (uint8_t)s->way};
  bin_index_add(&c->fold_index, hash_of(s), c->n_folds);
  return FOLD | c->n_folds++;
}

static uint32_t add_context(bin_contexts *c, const step *s, bool is_linkage) {
  c->contexts = plat_grow(c->contexts, c->n, &c->room, sizeof *c->contexts);
  c->contexts[c->n] = (bin_context){.parent = s->from,
                                    .function = s->function,
                                    .place = s->place,
                                    .depth = (uint16_t)(context_at(c, s->from)->depth + 1),
                                    .way = (uint8_t)s->way,
                                    .is_linkage = is_linkage};
  bin_index_add(&c->index, hash_of(s), c->n);
  return c->n++;
}

/* Returns the result of a step. Makes the result if the step is new. Returns BIN_INDEX_NONE if there is no room. */
static uint32_t find_step(bin_contexts *c, const step *s, bool is_linkage) {
  const query q = {c, s};
  const uint64_t hash = hash_of(s);
  uint32_t found = bin_index_find(&c->index, hash, is_context, &q);
  if (found != BIN_INDEX_NONE) return found;
  found = bin_index_find(&c->fold_index, hash, is_fold, &q);
  if (found != BIN_INDEX_NONE) return FOLD | found;
  const uint32_t open = open_context(c, s->from, s->function);
  if (open != BIN_CONTEXT_ROOT && has_all_functions(c, open, s->from)) return add_fold(c, s, open);
  if (c->n == BIN_CONTEXTS || context_at(c, s->from)->depth == BIN_CONTEXT_DEPTH) return BIN_INDEX_NONE;
  return add_context(c, s, is_linkage);
}

/* As find_step(), with a cache. */
static uint32_t result_of(bin_contexts *c, const step *s, bool is_linkage) {
  const uint64_t slot = hash_of(s) % RECENT_STEPS;
  if (c->recent[slot].result == 0 || !is_same(&c->recent[slot].step, s)) {
    c->recent[slot].step = *s;
    c->recent[slot].result = find_step(c, s, is_linkage);
  }
  return c->recent[slot].result;
}

/* Returns the context to which a result leads. */
static inline uint32_t target_of(const bin_contexts *c, uint32_t result) {
  return result & FOLD ? c->folds[result & ~FOLD].to : result;
}

/* Counts a result of result_of(). Returns the context to which it leads from the context `from`. */
static inline uint32_t count_call(bin_contexts *c, uint32_t from, uint32_t result, uint64_t calls) {
  if (PLAT_UNLIKELY(result == BIN_INDEX_NONE)) {
    c->left_out += calls;
    return from;
  }
  if (!(result & FOLD)) {
    context_at(c, result)->calls += calls;
    return result;
  }
  bin_context_fold *fold = &c->folds[result & ~FOLD];
  fold->calls += calls;
  return fold->to;
}

/* ---- threads ---- */

void bin_contexts_silence(bin_contexts *c, bool silent) { c->is_silent = silent; }

void bin_contexts_resume(bin_contexts *c, bin_flow *flow, uint64_t now) {
  c->current[flow->processor] = flow->at.context;
  flow->counted = now;
}

static inline void settle(bin_contexts *c, bin_flow *flow, uint64_t now) {
  const uint64_t more = now - flow->counted;
  bin_work *work = &context_at(c, flow->at.context)->work;
  work->instructions += BIN_PACKED_INSTRUCTIONS(more);
  work->reads += BIN_PACKED_READS(more);
  work->writes += BIN_PACKED_WRITES(more);
  flow->counted = now;
}

void bin_contexts_settle(bin_contexts *c, bin_flow *flow, uint64_t now) { settle(c, flow, now); }

void bin_contexts_subtract(bin_contexts *c, unsigned processor, bool writes) {
  bin_work *work = &context_at(c, c->current[processor])->work;
  if (writes)
    work->writes--;
  else
    work->reads--;
}

/* Moves a thread to another context. */
static inline void move(bin_contexts *c, bin_flow *flow, uint32_t context, uint32_t function) {
  flow->at.context = c->current[flow->processor] = context;
  flow->at.function = function;
}

void bin_contexts_doubt(bin_contexts *c, bin_flow *flow) {
  if (flow->at.left_at != 0 || flow->at.predicted == 0) return;
  count_call(c, flow->at.caller, flow->at.predicted, -1ULL);
  move(c, flow, flow->at.caller, BIN_NO_FUNCTION);
  flow->at.predicted = 0;
}

static inline prediction *prediction_of(bin_contexts *c, uint32_t from, uint32_t block) {
  return &c->predictions[(from * 0x9e3779b1u + block * 0x85ebca6bu) >> (32 - PREDICTION_BITS)];
}

/* Returns the result of the latest step like this one, or 0. The way is compared, because a block number can be reused
 * for another block, which leaves its function in another way. */
static inline uint32_t predicted(bin_contexts *c, uint32_t from, uint32_t place, uint32_t way, uint32_t block) {
  const prediction *found = prediction_of(c, from, block);
  if (found->from != from || found->place != place || found->block != block) return 0;
  const uint32_t result = found->result;
  const uint8_t its_way = result & FOLD ? c->folds[result & ~FOLD].way : context_at(c, result)->way;
  return its_way == way ? result : 0;
}

/* Moves the thread, after a call, to the predicted context. */
static inline void predict(bin_contexts *c, bin_flow *flow) {
  const uint32_t from = flow->at.context;
  const uint32_t result = c->is_silent ? 0 : predicted(c, from, flow->at.place, BIN_BY_CALL, flow->at.called_at);
  flow->at.caller = from;
  flow->at.predicted = result;
  flow->at.function = BIN_NO_FUNCTION;
  if (result == 0) return;
  const uint32_t to = count_call(c, from, result, 1);
  move(c, flow, to, context_at(c, to)->function);
}

/* For a thread that is in the middle of a function without a return: returns the context to which the thread has come
 * back, or the root if it did not come back. Sets the open calls of the thread. Tries these functions, innermost first:
 * those from which the running function came by jumps and signals within its frame, then those of the open calls, then
 * those of the call path. */
static uint32_t came_back(const bin_contexts *c, bin_flow *flow, uint32_t function) {
  const uint32_t own = flow->at.context, n = flow->at.calls;
  const uint32_t caller = n != 0 ? flow->calls[n - 1].from : BIN_CONTEXT_ROOT;
  for (uint32_t i = own; context_at(c, i)->way == BIN_BY_JUMP || context_at(c, i)->way == BIN_BY_SIGNAL;) {
    i = context_at(c, i)->parent;
    if (context_at(c, i)->function == function && has_all_functions(c, i, caller)) return i;
  }
  for (uint32_t i = n; i-- > 0;) {
    if (context_at(c, flow->calls[i].from)->function != function) continue;
    flow->at.calls = i;
    return flow->calls[i].from;
  }
  return open_context(c, own, function);
}

/* Returns the step by which a thread came to a block. */
static step step_to(const bin_contexts *c, const bin_flow *flow, const bin_code_block *block) {
  const bin_position *at = &flow->at;
  const bin_context *from = context_at(c, at->context);
  if (at->function == BIN_NO_FUNCTION) return (step){at->context, at->place, block->function, at->way};
  if (from->is_linkage) return (step){from->parent, from->place, block->function, from->way};
  return (step){at->context, block->place, block->function, BIN_BY_JUMP};
}

bool bin_contexts_uses_place(const bin_contexts *c, const bin_flow *flow) {
  return flow->at.function != BIN_NO_FUNCTION && !context_at(c, flow->at.context)->is_linkage;
}

/* Makes a step from a block to a function. `from`: the context of the block. */
static void go(bin_contexts *c, bin_flow *flow, const step *s, bool is_linkage, uint32_t from, uint32_t block) {
  uint32_t result = predicted(c, from, s->place, s->way, block);
  if (result == 0 || context_at(c, target_of(c, result))->function != s->function) {
    result = result_of(c, s, is_linkage);
    if (result != BIN_INDEX_NONE) *prediction_of(c, from, block) = (prediction){from, s->place, block, result};
  }
  move(c, flow, count_call(c, s->from, result, !c->is_silent), s->function);
}

void bin_contexts_enter(bin_contexts *c, bin_flow *flow, const bin_code_block *block, uint64_t now) {
  settle(c, flow, now);
  bin_contexts_doubt(c, flow);
  if (bin_contexts_uses_place(c, flow) && !block->begins && !block->is_linkage) {
    const uint32_t open = came_back(c, flow, block->function);
    if (open != BIN_CONTEXT_ROOT) {
      move(c, flow, open, block->function);
      return;
    }
  }
  const step s = step_to(c, flow, block);
  go(c, flow, &s, block->is_linkage, flow->at.context,
     flow->at.function == BIN_NO_FUNCTION ? flow->at.called_at : flow->at.left_at);
}

/* A call or return at `base` ends open calls. Moves the thread back to the context of the outermost of these calls,
 * unless the thread has left that call before. */
__attribute__((noinline)) static void end_calls(bin_contexts *c, bin_flow *flow, uint64_t base) {
  uint32_t n = flow->n;
  while (n != 0 && flow->calls[n - 1].base <= base) n--;
  while (flow->n_interrupted != 0 && flow->interrupted[flow->n_interrupted - 1].calls > n) flow->n_interrupted--;
  if (n >= flow->at.calls) return;
  const uint32_t from = flow->calls[n].from;
  move(c, flow, from, context_at(c, from)->function);
  flow->at.calls = n;
}

/* Returns whether the thread has left no open call and no signal handler without a return. */
static inline bool is_innermost(const bin_flow *flow) { return flow->at.calls == flow->n && flow->n_interrupted == 0; }

void bin_contexts_call(bin_contexts *c, bin_flow *flow, uint64_t base, uint32_t owner, uint32_t place, uint64_t now) {
  settle(c, flow, now);
  if (PLAT_LIKELY(bin_flow_has(flow, base))) {
    if (PLAT_UNLIKELY(!is_innermost(flow) || (flow->n != 0 && flow->calls[flow->n - 1].base <= base)))
      end_calls(c, flow, base);
    for (uint32_t i = flow->at.calls; i < flow->n; i++) flow->calls[i].from = flow->at.context; /* left by longjmp() */
    bin_flow_call(flow, base, owner);
    bin_flow_mark(flow, base, flow->at.context);
    flow->at.calls = flow->n;
  }
  flow->at.place = place;
  flow->at.way = BIN_BY_CALL;
  flow->at.called_at = flow->at.left_at;
  flow->at.left_at = 0;
  predict(c, flow);
}

void bin_contexts_return(bin_contexts *c, bin_flow *flow, uint64_t base, uint64_t now) {
  if (!bin_flow_has(flow, base)) return;
  settle(c, flow, now);
  bin_contexts_doubt(c, flow);
  if (PLAT_LIKELY(is_innermost(flow) && flow->n != 0 && flow->calls[flow->n - 1].base == base)) {
    const uint32_t from = flow->calls[--flow->n].from;
    move(c, flow, from, context_at(c, from)->function);
    flow->at.calls = flow->n;
    bin_flow_set_top(flow);
    return;
  }
  end_calls(c, flow, base);
  bin_flow_return(flow, base);
}

void bin_contexts_interrupt(bin_contexts *c, bin_flow *flow, uint64_t now) {
  settle(c, flow, now);
  bin_contexts_doubt(c, flow);
  if (flow->n_interrupted == BIN_INTERRUPTS) {
    for (uint32_t i = 1; i < BIN_INTERRUPTS; i++) flow->interrupted[i - 1] = flow->interrupted[i];
    flow->n_interrupted--;
  }
  flow->interrupted[flow->n_interrupted++] = flow->at;
  flow->at.function = BIN_NO_FUNCTION;
  flow->at.place = BIN_NO_PLACE;
  flow->at.way = BIN_BY_SIGNAL;
  flow->at.left_at = flow->at.called_at = flow->at.predicted = 0;
}

void bin_contexts_continue(bin_contexts *c, bin_flow *flow, uint64_t now) {
  if (flow->n_interrupted == 0) return;
  settle(c, flow, now);
  flow->at = flow->interrupted[--flow->n_interrupted];
  c->current[flow->processor] = flow->at.context;
}

/* ---- cells ---- */

typedef struct {
  const bin_contexts *contexts;
  uint32_t context, cell;
} cell_query;

static bool is_cell(const void *closure, uint32_t number) {
  const cell_query *q = closure;
  const bin_context_cell *found = &q->contexts->cells[number];
  return found->context == q->context && found->cell == q->cell;
}

/* As bin_contexts_note(), for counts that are not in the cache of look-ups. */
__attribute__((noinline)) static uint32_t search_cell(bin_contexts *c, uint32_t context, uint32_t cell,
                                                      uint32_t *recent) {
  const cell_query q = {c, context, cell};
  const uint64_t hash = bin_hash_mix(bin_hash_mix(1, context), cell);
  uint32_t found = bin_index_find(&c->cell_index, hash, is_cell, &q);
  if (found == BIN_INDEX_NONE) {
    c->cells = plat_grow(c->cells, c->n_cells, &c->cell_room, sizeof *c->cells);
    c->cells[c->n_cells] = (bin_context_cell){.context = context, .cell = cell};
    bin_index_add(&c->cell_index, hash, c->n_cells);
    found = c->n_cells++;
  }
  *recent = found;
  return found;
}

uint32_t bin_contexts_note(bin_contexts *c, uint32_t context, uint32_t cell) {
  uint32_t *const recent = &c->recent_cells[(context * 0x9e3779b1u + cell * 0x85ebca6bu) >> (32 - RECENT_CELL_BITS)];
  const bin_context_cell *found = &c->cells[*recent];
  if (PLAT_LIKELY(found->context == context && found->cell == cell)) return *recent;
  return search_cell(c, context, cell, recent);
}

const uint32_t *bin_contexts_current(const bin_contexts *c) { return c->current; }

void bin_contexts_add(bin_contexts *c, uint32_t note, const bin_context_cell *counts, uint64_t times) {
  bin_context_cell *to = &c->cells[note];
  to->read_misses += counts->read_misses * times;
  to->write_misses += counts->write_misses * times;
  to->memory += counts->memory * times;
  to->stall_cycles += counts->stall_cycles * times;
}

uint32_t bin_contexts_charge(bin_contexts *c, uint32_t note, uint64_t stall) {
  c->cells[note].stall_cycles += stall;
  return c->cells[note].cell;
}

void bin_contexts_zero(bin_contexts *c) {
  for (uint32_t i = 0; i < c->n; i++) {
    c->contexts[i].calls = 0;
    c->contexts[i].work = (bin_work){0};
  }
  for (uint32_t i = 0; i < c->n_folds; i++) c->folds[i].calls = 0;
  for (uint32_t i = 0; i < c->n_cells; i++)
    c->cells[i] = (bin_context_cell){.context = c->cells[i].context, .cell = c->cells[i].cell};
  c->left_out = 0;
}

uint32_t bin_contexts_number(const bin_contexts *c) { return c->n; }
const bin_context *bin_contexts_get(const bin_contexts *c, uint32_t number) { return &c->contexts[number]; }
uint32_t bin_contexts_folds(const bin_contexts *c) { return c->n_folds; }
const bin_context_fold *bin_contexts_fold(const bin_contexts *c, uint32_t number) { return &c->folds[number]; }
uint32_t bin_contexts_cells(const bin_contexts *c) { return c->n_cells; }
const bin_context_cell *bin_contexts_cell(const bin_contexts *c, uint32_t number) { return &c->cells[number]; }
uint64_t bin_contexts_left_out(const bin_contexts *c) { return c->left_out; }
