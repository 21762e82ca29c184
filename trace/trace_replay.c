/* trace_replay.c: see trace_replay.h.
 *
 * A batch that contains only references is simulated in a separate loop. If all references of a repetition were plain
 * hits (bin_account-inl.h), further repetitions do not change the caches, as long as each reference stays in its line:
 * labels stay, and the order of uses repeats. So these repetitions are only counted.
 *
 * References without a stride use the same loop: it sets their next addresses after each repetition.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_replay.h"

#include "bins/bin_account-inl.h"
#include "bins/bin_index.h"
#include "bins/bin_map.h"
#include "bins/bin_stages.h"
#include "coherence/coh_cache-inl.h"
#include "coherence/coh_causes.h"
#include "coherence/coh_stall.h"

enum {
  THREADS_MAX = 1 << 16,
  WORDS = 2,      /* number of an event's operands in addition to its value */
  CHUNK = 1 << 24 /* maximum number of repetitions that are simulated at a time, so that the counts of sites do not
                     overflow */
};

/* The action for the events of a source. */
typedef struct {
  bin_site *site;        /* site of a reference; else NULL */
  uint64_t gap;          /* for a producer: address of the instruction */
  uint64_t instructions; /* counted so far */
  uint32_t detail;
  uint8_t kind; /* trace_kind */
  bool call, is_return;
} action;

/* Sums of events. */
typedef struct {
  uint64_t instructions, reads, writes;
} sums;

typedef struct {
  bin_flow *flow; /* flow of the current thread */
  bin_flow none;  /* the flow that is used before the first event of a thread */
  sums sums;      /* counts that are not yet added to the account */
  uint64_t words[WORDS];
  unsigned n_words;
  bool silent; /* counting is off */
} processor_state;

struct trace_replay {
  coh_system *system;
  bin_table *table;
  bin_account *account;
  bin_stages *stages;
  action *actions; /* indexed by source */
  uint32_t n_sources;
  bin_site *sites;
  uint32_t n_sites;
  bin_map *variables; /* the bins of memory whose variables are named by the program's symbols */
  processor_state *processors;
  bin_flow **flows; /* indexed by thread; NULL: the thread has no event yet */
  uint32_t n_flows;
  uint64_t passed; /* number of references since the sites were flushed */
};

/* ---- sources ---- */

/* Finds sources with equal sites, which differ only in their gaps. */
typedef struct {
  const trace_source *sources;
  const uint32_t *of_site; /* the first source of each site */
  const trace_source *wanted;
} site_query;

static bool match_site(const void *closure, uint32_t site) {
  const site_query *q = closure;
  const trace_source *s = &q->sources[q->of_site[site]], *w = q->wanted;
  return s->address == w->address && s->size == w->size && s->kind == w->kind && s->flags == w->flags &&
         s->place == w->place;
}

static bool is_reference(const trace_source *source) { return source->kind <= TRACE_MODIFY; }

static unsigned site_kind(const trace_source *source) {
  return source->kind == TRACE_READ ? COH_READ : source->kind == TRACE_WRITE ? COH_WRITE : COH_MODIFY;
}

static const char *check_source(const trace_replay *r, const trace_source *source, const uint32_t *place) {
  if (source->kind >= TRACE_KINDS) return "a source is of an unknown kind";
  if (is_reference(source) && (source->size == 0 || source->size > 65536))
    return "a reference is to no bytes, or to too many";
  if (is_reference(source) && (place ? *place : source->place) >= bin_table_places(r->table))
    return "a source refers to a place that is not in the tables";
  const bool has_bin = source->kind == TRACE_ALLOCATE || source->kind == TRACE_MAP || source->kind == TRACE_NAME ||
                       source->kind == TRACE_VARIABLE;
  if (has_bin && source->detail >= bin_table_bins(r->table))
    return "a source refers to a bin that is not in the tables";
  const bool has_segment = source->kind == TRACE_CALL || (is_reference(source) && source->flags & BIN_SITE_CALL);
  if (has_segment && source->detail >= bin_table_segments(r->table))
    return "a source refers to a segment that is not in the tables";
  return NULL;
}

/* Returns the number of a source's site; makes the site if necessary. */
static uint32_t site_of(trace_replay *r, bin_index *index, uint32_t *of_site, const trace_source *sources,
                        uint32_t number, const uint32_t *places) {
  const trace_source *source = &sources[number];
  const uint64_t hash = bin_hash_mix(bin_hash_mix(bin_hash_mix(1, source->address), source->size << 8 | source->kind),
                                     source->place);
  const site_query query = {sources, of_site, source};
  const uint32_t found = bin_index_find(index, hash, match_site, &query);
  if (found != BIN_INDEX_NONE) return found;
  const uint32_t made = r->n_sites++;
  of_site[made] = number;
  bin_index_add(index, hash, made);
  bin_site_init(&r->sites[made], r->account, (uint32_t)source->size, site_kind(source),
                places ? places[number] : (uint32_t)source->place);
  bin_account_set_code(r->account, &r->sites[made], source->address);
  bin_account_set_atomic(r->account, &r->sites[made], (source->flags & TRACE_ATOMIC) != 0);
  return made;
}

static const char *make_actions(trace_replay *r, const trace_source *sources, uint32_t n, const uint32_t *places) {
  bin_index index = {0};
  uint32_t *of_site = plat_alloc(n * sizeof *of_site);
  const char *wrong = NULL;
  r->actions = plat_alloc(n * sizeof *r->actions);
  r->sites = plat_alloc(n * sizeof *r->sites);
  r->n_sources = n;
  for (uint32_t i = 0; i < n && !wrong; i++) {
    const trace_source *s = &sources[i];
    wrong = check_source(r, s, places ? &places[i] : NULL);
    if (wrong) break;
    r->actions[i] = (action){.gap = s->gap, .detail = (uint32_t)s->detail, .kind = (uint8_t)s->kind};
    if (s->kind == TRACE_PRODUCER) r->actions[i].gap = s->address;
    if (!is_reference(s)) continue;
    r->actions[i].site = &r->sites[site_of(r, &index, of_site, sources, i, places)];
    r->actions[i].call = (s->flags & BIN_SITE_CALL) != 0;
    r->actions[i].is_return = (s->flags & BIN_SITE_RETURN) != 0;
  }
  bin_index_clear(&index);
  plat_free(of_site);
  return wrong;
}

/* ---- the replay ---- */

/* The bin_resolver. Memory without events has the unknown bin. */
static bin_id resolve(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  const trace_replay *r = closure;
  const bin_value value = bin_map_lookup(r->variables, address, low, high);
  if (value == BIN_MAP_NOTHING) return BIN_ID_UNKNOWN;
  const uint64_t start = bin_map_start(r->variables, address);
  const bin_data *bin = bin_table_get_bin(r->table, value);
  if (start != 0) *low = start;
  /* A variable can lie in several parts of memory. */
  if (bin->kind == BIN_STATIC && bin->n_key != 0 && bin->key[0] < *low && address - bin->key[0] < bin->bytes)
    *low = bin->key[0];
  return value;
}

trace_replay *trace_replay_new(coh_system *system, bin_table *table, const trace_replay_wish *wish,
                               const trace_source *sources, uint32_t n, const uint32_t *places, const char **wrong) {
  trace_replay *r = plat_alloc(sizeof *r);
  r->system = system;
  r->table = table;
  r->account = bin_account_new(system, table, resolve, r);
  if (wish->spreads) bin_account_note_spreads(r->account);
  if (wish->slots) bin_account_tell_slots(r->account);
  if (wish->references) bin_account_tell_references(r->account);
  r->stages = bin_stages_new(r->account);
  r->variables = bin_map_new();
  r->processors = plat_alloc(system->config.processors * sizeof *r->processors);
  for (uint32_t i = 0; i < system->config.processors; i++) r->processors[i].flow = &r->processors[i].none;
  *wrong =
      wish->references && mach_config_prefetches(&system->config)
          ? "lines that a prefetcher fetches belong to no reference, so --prefetch cannot be given with --references=yes"
          : make_actions(r, sources, n, places);
  if (!*wrong) return r;
  trace_replay_free(r);
  return NULL;
}

void trace_replay_free(trace_replay *r) {
  for (uint32_t i = 0; i < r->n_flows; i++) {
    if (r->flows[i]) bin_flow_clear(r->flows[i]);
    plat_free(r->flows[i]);
  }
  for (uint32_t i = 0; i < r->system->config.processors; i++) bin_flow_clear(&r->processors[i].none);
  bin_stages_free(r->stages);
  bin_account_free(r->account);
  bin_map_free(r->variables);
  plat_free(r->flows);
  plat_free(r->processors);
  plat_free(r->actions);
  plat_free(r->sites);
  plat_free(r);
}

bin_account *trace_replay_account(trace_replay *r) { return r->account; }

uint64_t trace_replay_instructions(const trace_replay *r, uint32_t source) { return r->actions[source].instructions; }

void trace_replay_settle(trace_replay *r) {
  for (uint32_t i = 0; i < r->system->config.processors; i++) {
    sums *s = &r->processors[i].sums;
    bin_account_executed(r->account, i, s->instructions, s->reads, s->writes);
    *s = (sums){0};
  }
  for (uint32_t i = 0; i < r->n_sites; i++) bin_site_flush(r->account, &r->sites[i]);
  r->passed = 0;
}

/* Returns the maximum of the counted cycles of all processors. Call it after trace_replay_settle(). */
static uint64_t latest(const trace_replay *r) {
  uint64_t cycles = 0;
  for (uint32_t i = 0; i < r->system->config.processors; i++)
    if (bin_account_cycles(r->account, i) > cycles) cycles = bin_account_cycles(r->account, i);
  return cycles;
}

void trace_replay_finish(trace_replay *r) {
  coh_system_drain(r->system);
  trace_replay_settle(r);
  bin_stages_settle(r->stages, latest(r));
}

static void count_passed(trace_replay *r, uint64_t references) {
  r->passed += references;
  if (PLAT_UNLIKELY(r->passed >= (uint64_t)1 << 31)) trace_replay_settle(r);
}

/* ---- events that are not references ---- */

/* Makes a processor with a window wait for all its references. */
static void fence(coh_processor *p) {
  if (p->window) coh_drain(p);
}

static const char *begin_thread(trace_replay *r, processor_state *state, unsigned processor, uint64_t number) {
  if (number >= THREADS_MAX) return "the number of a thread is too large";
  if (number >= r->n_flows) {
    const uint32_t n = (uint32_t)number + 64;
    bin_flow **flows = plat_alloc(n * sizeof(bin_flow *));
    for (uint32_t i = 0; i < r->n_flows; i++) flows[i] = r->flows[i];
    plat_free(r->flows);
    r->flows = flows;
    r->n_flows = n;
  }
  if (!r->flows[number]) r->flows[number] = plat_alloc(sizeof(bin_flow));
  state->flow = r->flows[number];
  fence(&r->system->processors[processor]);
  state->flow->processor = processor;
  return NULL;
}

/* The range of memory of an event. */
typedef struct {
  uint64_t start, bytes;
} stretch;

/* Reads the operands of a range; the last operand is its length. Returns false if the range is invalid. */
static bool take_stretch(processor_state *state, uint64_t start, stretch *s) {
  const uint64_t limit = (uint64_t)1 << BIN_MAP_BITS, slack = 8; /* allocated blocks are rounded up to granules */
  *s = (stretch){start, state->n_words != 0 ? state->words[0] : 0};
  return start < limit - slack && s->bytes <= limit - slack - start;
}

/* Removes all variables from a range of memory whose mapping changes. */
static void forget_variables(trace_replay *r, stretch s) { bin_map_remove(r->variables, s.start, s.bytes); }

/* Applies an event on a range of memory. */
static const char *change_memory(trace_replay *r, processor_state *state, const action *a, uint64_t value) {
  stretch s;
  const uint64_t from = state->words[1];
  const bool good = take_stretch(state, value, &s);
  state->n_words = 0;
  if (!good) return "a range of memory is out of bounds";
  bin_account *account = r->account;
  if (a->kind == TRACE_MAP || a->kind == TRACE_MAP_LAZY || a->kind == TRACE_UNMAP || a->kind == TRACE_MOVE)
    forget_variables(r, s);
  switch (a->kind) {
    case TRACE_ALLOCATE: bin_account_allocate(account, s.start, s.bytes, a->detail); break;
    case TRACE_MAP: bin_account_map(account, s.start, s.bytes, a->detail); break;
    case TRACE_MAP_LAZY: bin_account_map_lazy(account, s.start, s.bytes); break;
    case TRACE_UNMAP: bin_account_unmap(account, s.start, s.bytes); break;
    case TRACE_NAME: bin_account_name(account, s.start, s.bytes, a->detail); break;
    case TRACE_UNNAME_ALL: bin_account_unname_all(account, s.start, s.bytes); break;
    case TRACE_STACK:
      bin_flow_stack(state->flow, s.start, s.start + s.bytes);
      bin_account_map_stack(r->account, state->flow);
      break;
    case TRACE_VARIABLE:
      bin_map_insert(r->variables, s.start, s.bytes, a->detail);
      bin_table_restore_start(r->table, a->detail, s.start);
      break;
    case TRACE_MOVE: bin_account_move(account, from, s.start, s.bytes); break;
    default: plat_assert(a->kind < TRACE_KINDS);
  }
  return NULL;
}

static void wait_idle(trace_replay *r, processor_state *state, unsigned processor, uint64_t cycles) {
  fence(&r->system->processors[processor]);
  r->system->processors[processor].now += cycles;
  if (!state->silent) bin_account_idle(r->account, processor, cycles);
}

/* Changes the producers of an instruction, on a machine with windows. */
static void set_producer(const trace_replay *r, uint64_t code, uint64_t value) {
  bin_dependences *dependences = bin_account_dependences(r->account);
  if (!dependences) return;
  if (value == 0)
    bin_dependences_clear(dependences, code);
  else
    bin_dependences_add(dependences, code, bin_producer_unpack(value));
}

static void zero(trace_replay *r) {
  for (uint32_t i = 0; i < r->n_sources; i++) r->actions[i].instructions = 0;
  trace_replay_settle(r);
  bin_account_zero(r->account);
  bin_stages_zero(r->stages, latest(r));
}

static const char *follow_stage(trace_replay *r, unsigned processor, uint64_t stage) {
  coh_processor *p = &r->system->processors[processor];
  if (p->window) coh_catch_up(p);
  trace_replay_settle(r);
  if (bin_stages_follow(r->stages, stage, bin_account_cycles(r->account, processor))) return NULL;
  return "a stage cannot begin inside the innermost open one";
}

/* Applies an event that is neither a reference nor a count of instructions. */
static const char *other_event(trace_replay *r, processor_state *state, unsigned processor, const action *a,
                               uint64_t value) {
  switch (a->kind) {
    case TRACE_WORD:
      state->words[1] = state->words[0];
      state->words[0] = value;
      state->n_words++;
      break;
    case TRACE_RELEASE: bin_account_release(r->account, value); break;
    case TRACE_UNNAME: (void)bin_account_unname(r->account, value); break;
    case TRACE_COLLECT: state->silent = value == 0; break;
    case TRACE_CALL: bin_flow_call(state->flow, value, a->detail); break;
    case TRACE_RETURN: bin_flow_return(state->flow, value); break;
    case TRACE_IDLE: wait_idle(r, state, processor, value); break;
    case TRACE_THREAD: return begin_thread(r, state, processor, value);
    case TRACE_ZERO: zero(r); break;
    case TRACE_FENCE: fence(&r->system->processors[processor]); break;
    case TRACE_STAGE: return follow_stage(r, processor, value);
    case TRACE_PRODUCER: set_producer(r, a->gap, value); break;
    case TRACE_ENTER:
    case TRACE_EXIT: break;
    default: return change_memory(r, state, a, value);
  }
  return NULL;
}

/* ---- batches of any kind ---- */

static void add_instructions(sums *s, action *a, uint64_t n) {
  s->instructions += n;
  a->instructions += n;
}

static void add_reference(sums *s, action *a, uint64_t times) {
  add_instructions(s, a, a->gap * times);
  if (a->kind == TRACE_WRITE)
    s->writes += times;
  else
    s->reads += times;
}

static void follow(bin_flow *flow, const action *a, uint64_t address) {
  if (a->call)
    bin_flow_call(flow, address, a->detail);
  else if (a->is_return)
    bin_flow_return(flow, address);
}

/* The current processor while events are applied one by one. */
typedef struct {
  processor_state *state;
  coh_processor *processor;
  bin_lane lane;
  uint64_t clock; /* clock for the uses of the processor's lines */
  unsigned number;
} turn;

static inline void begin_turn(trace_replay *r, turn *t, unsigned processor) {
  t->number = processor;
  t->state = &r->processors[processor];
  t->processor = &r->system->processors[processor];
  if (PLAT_UNLIKELY(!t->processor->active)) coh_activate(r->system, processor);
  t->state->flow->processor = processor;
  t->lane = bin_lane_of(t->processor);
  t->clock = t->processor->d1.clock;
}

static inline void end_turn(turn *t) { t->processor->d1.clock = t->clock + COH_CLOCK_STEP; }

/* Applies an event of any kind. */
__attribute__((always_inline)) static inline const char *replay_event(trace_replay *r, turn *t, action *a,
                                                                      uint64_t value) {
  processor_state *state = t->state;
  if (a->site) {
    coh_execute(r->system, t->processor, a->gap);
    if (PLAT_LIKELY(!state->silent)) {
      add_reference(&state->sums, a, 1);
      bin_reference(r->account, state->flow, &t->lane, t->lane.line_bits, a->site, value, t->clock += COH_CLOCK_STEP);
    }
    follow(state->flow, a, value);
  } else if (a->kind == TRACE_RUN) {
    coh_execute(r->system, t->processor, value);
    if (!state->silent) add_instructions(&state->sums, a, value);
  } else {
    return other_event(r, state, t->number, a, value);
  }
  return NULL;
}

static const char TOO_FEW[] = "the machine has too few processors";

const char *trace_replay_events(trace_replay *r, const trace_event *events, uint32_t n, uint32_t *done) {
  const char *wrong = NULL;
  turn t = {.processor = NULL};
  count_passed(r, n);
  uint32_t i = 0;
  for (; i < n; i++) {
    const trace_event *event = &events[i];
    if (!t.processor || event->processor != t.number) {
      if (t.processor) end_turn(&t);
      t.processor = NULL;
      wrong = event->processor < r->system->config.processors ? NULL : TOO_FEW;
      if (wrong) break;
      begin_turn(r, &t, event->processor);
    }
    wrong = replay_event(r, &t, &r->actions[event->source], event->value);
    if (wrong) break;
  }
  if (t.processor) end_turn(&t);
  *done = i;
  return wrong;
}

/* Applies repetitions [first, last) of a batch. */
static const char *replay_repetitions(trace_replay *r, const trace_batch *batch, uint64_t first, uint64_t last) {
  const char *wrong = NULL;
  turn t;
  begin_turn(r, &t, batch->processor);
  for (uint64_t repetition = first; repetition < last && !wrong; repetition++)
    for (uint32_t i = 0; i < batch->n && !wrong; i++) {
      const trace_item *item = &batch->items[i];
      wrong = replay_event(r, &t, &r->actions[item->source], item->value + repetition * item->stride);
    }
  end_turn(&t);
  return wrong;
}

/* ---- batches of references ---- */

typedef struct {
  bin_site *site;
  uint64_t address; /* address of the next reference */
  uint64_t stride;
  const uint64_t *values; /* addresses in the next repetitions, if they have no constant stride; NULL: `stride` gives
                             these addresses */
} step;

/* The steps (references) of a batch. */
typedef struct {
  step steps[TRACE_BATCH];
  uint32_t n, n_free;
  uint8_t free[TRACE_BATCH]; /* indices of steps without a stride */
} step_list;

bool trace_replay_changes(const trace_replay *r, uint32_t source) {
  const action *a = &r->actions[source];
  return a->site ? a->call || a->is_return : a->kind != TRACE_RUN && a->kind != TRACE_ENTER && a->kind != TRACE_EXIT;
}

/* Returns whether all events of a batch are references or counts of instructions. */
static bool has_steps_alone(const trace_replay *r, const trace_batch *batch) {
  for (uint32_t i = 0; i < batch->n; i++)
    if (trace_replay_changes(r, batch->items[i].source)) return false;
  return true;
}

/* Collects the references of such a batch with columns as steps, and adds the batch's counts of instructions. */
static void take_steps(trace_replay *r, const trace_batch *batch, const trace_column *columns, uint32_t n_columns,
                       step_list *list, sums *s) {
  const uint64_t repeats = batch->repeats;
  uint32_t next = 0;
  list->n = list->n_free = 0;
  for (uint32_t i = 0; i < batch->n; i++) {
    const trace_item *item = &batch->items[i];
    action *a = &r->actions[item->source];
    if (a->site) {
      const bool is_free = next < n_columns && columns[next].item == i;
      add_reference(s, a, repeats);
      const uint64_t *values = is_free ? columns[next].values : NULL;
      if (values) list->free[list->n_free++] = (uint8_t)list->n;
      list->steps[list->n++] = (step){a->site, item->value, values ? 0 : item->stride, values};
      next += is_free;
    } else if (a->kind == TRACE_RUN) {
      /* the sum value + (value + stride) + ...; one of the factors in the division is even */
      const uint64_t pairs = repeats % 2 == 0 ? repeats / 2 * (repeats - 1) : (repeats - 1) / 2 * repeats;
      add_instructions(s, a, repeats * item->value + pairs * item->stride);
    }
  }
}

static uint64_t distance(uint64_t stride) { return stride >> 63 ? -stride : stride; }

/* Returns whether each step can refer to the same line in several repetitions: its stride is less than half a line. */
static bool may_stay(const step *steps, uint32_t n, unsigned line_bits) {
  for (uint32_t i = 0; i < n; i++)
    if (distance(steps[i].stride) >> (line_bits - 1) != 0) return false;
  return true;
}

/* Returns the number of further repetitions, at most `most`, in which each step stays in the line that it used last,
 * and in data with the same label. */
static uint32_t repetitions_to_stay(const bin_flow *flow, const bin_lane *lane, unsigned line_bits, const step *steps,
                                    uint32_t n, uint32_t most) {
  for (uint32_t i = 0; i < n && most != 0; i++) {
    const step *at = &steps[i];
    const uint64_t used = at->address - at->stride;
    if (bin_lane_entry(lane, used >> line_bits)->label != at->site->label) return 0;
    if (at->stride == 0) continue;
    const uint32_t offset = (uint32_t)(used & (((uint64_t)1 << line_bits) - 1));
    const uint32_t room = at->stride >> 63 ? offset : (1u << line_bits) - 1 - at->site->last - offset;
    const uint32_t times = room / (uint32_t)distance(at->stride);
    if (times < most) most = times;
    if (at->site->label == BIN_LABEL_STACK && !bin_flow_is_innermost(flow, used + most * at->stride)) return 0;
  }
  return most;
}

/* Returns the address of a step AHEAD repetitions later. `left` repetitions remain, including this one. */
static inline uint64_t address_ahead(const step *at, uint32_t left) {
  enum { AHEAD = 4 };
  if (!at->values) return at->address + AHEAD * at->stride;
  return left > AHEAD ? at->values[AHEAD - 1] : at->address;
}

/* Call after a miss: prefetches the host's data that a miss at `address` would read. */
static inline void load_ahead(const coh_processor *p, const bin_lane *lane, const unsigned line_bits,
                              uint64_t address) {
  const uint64_t line = address >> line_bits;
  const coh_group *group = &p->causes->array[line >> COH_GROUP_BITS & p->causes->mask];
  const uint64_t slot = coh_cache_set(&p->d1, line) * p->d1.stride;
  __builtin_prefetch(bin_lane_entry(lane, line), 1);
  __builtin_prefetch(&p->d1.tags[slot], 1);
  __builtin_prefetch(&p->d1.uses[slot], 1);
  if (group->number == line >> COH_GROUP_BITS && group->words)
    __builtin_prefetch(&group->words[line & (COH_GROUP_LINES - 1)], 1);
}

/* Sets the addresses of steps without a stride for the next repetition. */
static inline void set_free_steps(step_list *list) {
  for (uint32_t i = 0; i < list->n_free; i++) {
    step *at = &list->steps[list->free[i]];
    at->address = *at->values++;
  }
}

/* Simulates `repeats` repetitions of the steps, at most CHUNK. has_free: some steps have no stride. */
__attribute__((always_inline)) static inline void repeat_steps(trace_replay *r, bin_flow *flow, step_list *list,
                                                               uint32_t repeats, const unsigned line_bits,
                                                               const bool has_free) {
  bin_account *const account = r->account;
  coh_processor *p = &r->system->processors[flow->processor];
  const bin_lane lane = bin_lane_of(p);
  step *const steps = list->steps;
  const uint32_t n = list->n;
  const bool stays = !has_free && may_stay(steps, n, line_bits);
  uint64_t clock = p->d1.clock;
  while (repeats != 0) {
    bool plain = stays;
    if (has_free) set_free_steps(list);
    for (uint32_t i = 0; i < n; i++) {
      step *at = &steps[i];
      clock += COH_CLOCK_STEP;
      if (PLAT_UNLIKELY(!bin_reference_plainly(flow, &lane, line_bits, at->site, at->address, clock))) {
        load_ahead(p, &lane, line_bits, address_ahead(at, repeats));
        bin_reference_slowly(account, flow, at->site, at->address, clock);
        plain = false;
      }
      at->address += at->stride;
    }
    repeats--;
    const uint32_t same = plain ? repetitions_to_stay(flow, &lane, line_bits, steps, n, repeats) : 0;
    if (same == 0) continue;
    for (uint32_t i = 0; i < n; i++) {
      steps[i].site->pending += same;
      steps[i].address += same * steps[i].stride;
    }
    repeats -= same;
  }
  p->d1.clock = clock + COH_CLOCK_STEP;
}

/* The function is not inlined, since three loops in one function were slower. */
__attribute__((noinline)) static void repeat_free_steps(trace_replay *r, bin_flow *flow, step_list *list,
                                                        uint32_t repeats, unsigned line_bits) {
  repeat_steps(r, flow, list, repeats, line_bits, true);
}

static void replay_steps(trace_replay *r, bin_flow *flow, step_list *list, uint64_t repeats) {
  const unsigned line_bits = r->system->processors[flow->processor].line_bits;
  while (repeats != 0) {
    const uint32_t chunk = repeats < CHUNK ? (uint32_t)repeats : CHUNK;
    count_passed(r, (uint64_t)list->n * chunk);
    if (list->n_free != 0)
      repeat_free_steps(r, flow, list, chunk, line_bits);
    else if (line_bits == 6)
      repeat_steps(r, flow, list, chunk, 6, false);
    else
      repeat_steps(r, flow, list, chunk, line_bits, false);
    repeats -= chunk;
  }
}

static const char *replay_any(trace_replay *r, const trace_batch *batch) {
  const char *wrong = NULL;
  for (uint64_t first = 0; first < batch->repeats && !wrong; first += CHUNK) {
    const uint64_t last = batch->repeats - first < CHUNK ? batch->repeats : first + CHUNK;
    count_passed(r, batch->n * (last - first));
    wrong = replay_repetitions(r, batch, first, last);
  }
  return wrong;
}

/* Adds a repetition of a batch with columns to `items`. */
static void add_repetition(trace_item *items, const trace_batch *batch, const trace_column *columns, uint32_t n,
                           uint64_t repetition) {
  for (uint32_t i = 0; i < batch->n; i++) {
    items[i] = batch->items[i];
    items[i].value += repetition * items[i].stride;
  }
  for (uint32_t i = 0; i < n; i++) items[columns[i].item].value = columns[i].values[repetition];
}

/* Applies a batch of any kind with columns: makes batches without columns of some of its repetitions at a time. */
static const char *replay_any_columns(trace_replay *r, const trace_batch *batch, const trace_column *columns,
                                      uint32_t n) {
  trace_item items[TRACE_BATCH];
  trace_batch some = {.items = items, .processor = batch->processor, .repeats = 1};
  const char *wrong = NULL;
  if (n == 0) return replay_any(r, batch);
  for (uint64_t repetition = 0; repetition < batch->repeats && !wrong;) {
    for (some.n = 0; repetition < batch->repeats && some.n + batch->n <= TRACE_BATCH; some.n += batch->n)
      add_repetition(items + some.n, batch, columns, n, repetition++);
    wrong = replay_any(r, &some);
  }
  return wrong;
}

const char *trace_replay_batch(trace_replay *r, const trace_batch *batch) {
  return trace_replay_columns(r, batch, NULL, 0);
}

const char *trace_replay_columns(trace_replay *r, const trace_batch *batch, const trace_column *columns, uint32_t n) {
  if (batch->processor >= r->system->config.processors) return TOO_FEW;
  processor_state *state = &r->processors[batch->processor];
  coh_activate(r->system, batch->processor);
  state->flow->processor = batch->processor;
  if (batch->repeats == 1 || mach_config_is_timed(&r->system->config) || state->silent || !has_steps_alone(r, batch))
    return replay_any_columns(r, batch, columns, n);
  step_list list;
  sums s = {0};
  take_steps(r, batch, columns, n, &list, &s);
  replay_steps(r, state->flow, &list, batch->repeats);
  coh_execute(r->system, &r->system->processors[batch->processor], s.instructions);
  bin_account_executed(r->account, batch->processor, s.instructions, s.reads, s.writes);
  return NULL;
}

/* ---- events one by one, for a caller that simulates its own machine ---- */

const char *trace_replay_follow(trace_replay *r, unsigned processor, uint32_t source, uint64_t value) {
  if (processor >= r->system->config.processors) return TOO_FEW;
  processor_state *state = &r->processors[processor];
  const action *a = &r->actions[source];
  state->flow->processor = processor;
  if (!a->site) return a->kind == TRACE_RUN ? NULL : other_event(r, state, processor, a, value);
  follow(state->flow, a, value);
  return NULL;
}

bin_id trace_replay_find(trace_replay *r, unsigned processor, uint32_t source, uint64_t address) {
  return bin_account_find(r->account, r->processors[processor].flow, address, r->actions[source].site->place);
}

bin_finding trace_replay_stretch(trace_replay *r, unsigned processor, uint32_t source, uint64_t address) {
  return bin_account_stretch(r->account, r->processors[processor].flow, address, r->actions[source].site->place);
}
