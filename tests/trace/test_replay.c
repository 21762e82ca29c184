/* test_replay.c: compares replays of random batches, with and without columns, with the same events given to an account
 * one at a time; and tests that events that no program can have are rejected.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bins/bin_profile.h"
#include "coherence/coh_system.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/plat_test.h"
#include "trace/trace_replay.h"

enum { ROUNDS = 400, BATCHES = 120, SOURCES = 48, PLACES = 6, SEGMENTS = 3, BINS = 6, THREADS = 3, PROCESSORS = 3 };
enum { AREA = 1 << 16, BASE = 0x10000, STACK = 0x40000, STACK_BYTES = 0x8000, FRAMES = 0x4000 };

static unsigned failed;

/* ---- what is replayed ---- */

static bin_table *make_table(void) {
  bin_table *table = bin_table_new();
  const uint32_t object = bin_table_object(table, "program"), file = bin_table_file(table, "file.c");
  for (uint32_t i = 0; i < SEGMENTS; i++) {
    const char name[] = {(char)('f' + (int)i), '\0'};
    bin_table_segment(table, name, object, file, i + 1);
  }
  for (uint32_t i = 0; i < PLACES; i++) bin_table_place(table, i % SEGMENTS, file, 10 + i, 0);
  for (uint32_t i = 1; i + 1 < BINS; i++)
    bin_table_bin(table, i % 2 ? BIN_HEAP : BIN_MMAP, "", &(uint64_t){i}, 1, NULL, 0);
  bin_table_restore_bin(table, BIN_STATIC, "variables", NULL, 0); /* their start is not needed */
  return table;
}

static mach_config make_machine(dice *d) {
  mach_config c;
  if (!mach_preset_find(MACH_PRESET_DEFAULT, &c)) abort();
  c.processors = PROCESSORS;
  c.d1 = (mach_geometry){1024u << dice_below(d, 3), 1u << dice_below(d, 3), 32u << dice_below(d, 3)};
  c.ll = dice_below(d, 2) ? (mach_geometry){16384, 4, c.d1.line} : (mach_geometry){0};
  c.replacement = (mach_replacement)dice_below(d, MACH_REPLACEMENTS);
  c.protocol = (mach_protocol)dice_below(d, MACH_PROTOCOLS);
  c.contention = dice_below(d, 4) == 0;
  c.conflicts = dice_below(d, 4) == 0;
  c.cpi = dice_between(d, 1, 2);
  char reason[128];
  if (mach_config_check(&c, reason, sizeof reason)) abort();
  return c;
}

static trace_source make_source(dice *d) {
  static const trace_kind others[] = {TRACE_RUN,      TRACE_ENTER, TRACE_ALLOCATE, TRACE_RELEASE, TRACE_MAP,
                                      TRACE_MAP_LAZY, TRACE_WORD,  TRACE_WORD,     TRACE_UNMAP,   TRACE_NAME,
                                      TRACE_UNNAME,   TRACE_IDLE,  TRACE_CALL,     TRACE_RETURN,  TRACE_THREAD,
                                      TRACE_COLLECT,  TRACE_STACK, TRACE_ZERO};
  if (dice_below(d, 4) == 0)
    return (trace_source){.kind = others[dice_below(d, sizeof others / sizeof *others)],
                          .detail = dice_below(d, SEGMENTS)};
  static const unsigned flags[] = {0, 0, 0, BIN_SITE_GUARDED, BIN_SITE_CALL, BIN_SITE_RETURN};
  return (trace_source){.kind = dice_below(d, 3),
                        .flags = flags[dice_below(d, 6)],
                        .gap = dice_below(d, 5),
                        .size = dice_below(d, 8) == 0 ? dice_between(d, 1, 200) : 1u << dice_below(d, 4),
                        .place = dice_below(d, PLACES),
                        .detail = dice_below(d, SEGMENTS)};
}

/* The first sources refer to variables: the replay gets the variables in that memory before the references. */
enum { SOURCE_BYTES, SOURCE_MAP, SOURCE_VARIABLE, OTHER_SOURCES };

static void make_sources(dice *d, trace_source *sources) {
  sources[SOURCE_BYTES] = (trace_source){.kind = TRACE_WORD};
  sources[SOURCE_MAP] = (trace_source){.kind = TRACE_MAP_LAZY};
  sources[SOURCE_VARIABLE] = (trace_source){.kind = TRACE_VARIABLE, .detail = BINS - 1};
  for (unsigned i = OTHER_SOURCES; i < SOURCES; i++) sources[i] = make_source(d);
}

static trace_batch make_variable(dice *d, trace_item *items) {
  const uint64_t start = BASE + dice_below(d, AREA), bytes = dice_between(d, 1, 5000),
                 skipped = dice_below(d, (uint32_t)bytes);
  items[0] = (trace_item){bytes, 0, SOURCE_BYTES};
  items[1] = (trace_item){start, 0, SOURCE_MAP};
  items[2] = (trace_item){bytes - skipped, 0, SOURCE_BYTES};
  items[3] = (trace_item){start + skipped, 0, SOURCE_VARIABLE};
  return (trace_batch){items, 4, dice_below(d, PROCESSORS), 1, 0, 0};
}

/* Returns a value that suits the kind. */
static uint64_t make_value(dice *d, const trace_source *source) {
  switch (source->kind) {
    case TRACE_THREAD: return dice_below(d, THREADS);
    case TRACE_COLLECT: return dice_below(d, 4) != 0;
    case TRACE_RUN:
    case TRACE_IDLE: return dice_below(d, 100);
    case TRACE_WORD: return dice_below(d, 5000);
    case TRACE_STACK: return STACK + STACK_BYTES * dice_below(d, THREADS);
    case TRACE_CALL:
    case TRACE_RETURN:
      return STACK + (dice_below(d, 2) ? FRAMES + dice_below(d, 256) : dice_below(d, THREADS * STACK_BYTES));
    default:
      if (dice_below(d, 6) == 0) return STACK + FRAMES + dice_below(d, 256);
      return dice_below(d, 3) == 0 ? STACK + dice_below(d, STACK_BYTES) : BASE + dice_below(d, AREA);
  }
}

static uint64_t make_stride(dice *d, const trace_source *source) {
  static const int64_t strides[] = {0, 0, 1, 4, 8, -8, -4, 16, 64, -200, 1024};
  const bool is_reference = source->kind <= TRACE_MODIFY;
  return is_reference                ? (uint64_t)strides[dice_below(d, sizeof strides / sizeof *strides)]
         : source->kind == TRACE_RUN ? dice_below(d, 3)
                                     : 0;
}

static trace_batch make_batch(dice *d, const trace_source *sources, trace_item *items) {
  if (dice_below(d, 10) == 0) return make_variable(d, items);
  const trace_batch batch = {
      items, dice_between(d, 1, 6), dice_below(d, PROCESSORS), dice_below(d, 3) == 0 ? 1 : dice_between(d, 1, 60), 0,
      0};
  const uint32_t window = OTHER_SOURCES + dice_below(d, SOURCES - OTHER_SOURCES - 8);
  for (uint32_t i = 0; i < batch.n; i++) {
    items[i].source = window + dice_below(d, 8);
    items[i].value = make_value(d, &sources[items[i].source]);
    items[i].stride = make_stride(d, &sources[items[i].source]);
  }
  return batch;
}

/* ---- the same, one event at a time ---- */

typedef struct {
  coh_system *system;
  bin_account *account;
  const trace_source *sources;
  bin_site sites[SOURCES];
  bin_flow flows[THREADS], none[PROCESSORS];
  bin_flow *flow[PROCESSORS];
  uint64_t word[PROCESSORS];
  bool silent[PROCESSORS];
  struct {
    uint64_t start, end;
    bin_id bin;
  } variables[4096];
  unsigned n_variables;
} naive;

static void naive_forget(naive *w, uint64_t start, uint64_t bytes) {
  const unsigned n = w->n_variables;
  for (unsigned i = 0; i < n; i++) {
    if (start >= w->variables[i].end || start + bytes <= w->variables[i].start || bytes == 0) continue;
    if (w->variables[i].end > start + bytes) {
      w->variables[w->n_variables] = w->variables[i];
      w->variables[w->n_variables++].start = start + bytes;
    }
    w->variables[i].end = w->variables[i].start < start ? start : w->variables[i].start;
    if (w->n_variables > 4000) abort();
  }
}

/* Byte by byte, since stretches only make it faster. */
static bin_id naive_resolve(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  const naive *w = closure;
  *low = address;
  *high = address + 1;
  for (unsigned i = 0; i < w->n_variables; i++)
    if (address >= w->variables[i].start && address < w->variables[i].end) return w->variables[i].bin;
  return BIN_ID_UNKNOWN;
}

static void naive_flush(naive *w) {
  for (unsigned i = 0; i < SOURCES; i++)
    if (w->sources[i].kind <= TRACE_MODIFY) bin_site_flush(w->account, &w->sites[i]);
}

static void naive_reference(naive *w, unsigned p, unsigned number, uint64_t value) {
  const trace_source *s = &w->sources[number];
  bin_flow *flow = w->flow[p];
  coh_set_now(w->system, p, coh_now(w->system, p) + s->gap * w->system->config.cpi);
  if (!w->silent[p]) {
    bin_account_executed(w->account, p, s->gap, s->kind != TRACE_WRITE, s->kind == TRACE_WRITE);
    bin_account_reference(w->account, flow, &w->sites[number], value);
  }
  if (s->flags & BIN_SITE_CALL) bin_flow_call(flow, value, (uint32_t)s->detail);
  if (s->flags & BIN_SITE_RETURN) bin_flow_return(flow, value);
}

static void naive_thread(naive *w, unsigned p, uint64_t number) {
  w->flow[p] = &w->flows[number];
  w->flow[p]->processor = p;
}

static void naive_stack(naive *w, unsigned p, uint64_t low, uint64_t bytes) {
  bin_flow_stack(w->flow[p], low, low + bytes);
  bin_account_map_stack(w->account, w->flow[p]);
}

static void naive_pass(naive *w, unsigned p, const trace_source *s, uint64_t value) {
  const uint64_t cycles = s->kind == TRACE_RUN ? value * w->system->config.cpi : value;
  coh_set_now(w->system, p, coh_now(w->system, p) + cycles);
  if (w->silent[p]) return;
  if (s->kind == TRACE_RUN)
    bin_account_executed(w->account, p, value, 0, 0);
  else
    bin_account_idle(w->account, p, value);
}

static void naive_memory(naive *w, const trace_source *s, uint64_t value, uint64_t bytes) {
  const bin_id bin = (bin_id)s->detail;
  if (s->kind == TRACE_MAP || s->kind == TRACE_MAP_LAZY || s->kind == TRACE_UNMAP || s->kind == TRACE_VARIABLE)
    naive_forget(w, value, bytes);
  switch (s->kind) {
    case TRACE_ALLOCATE: bin_account_allocate(w->account, value, bytes, bin); break;
    case TRACE_MAP: bin_account_map(w->account, value, bytes, bin); break;
    case TRACE_MAP_LAZY: bin_account_map_lazy(w->account, value, bytes); break;
    case TRACE_UNMAP: bin_account_unmap(w->account, value, bytes); break;
    case TRACE_NAME: bin_account_name(w->account, value, bytes, bin); break;
    case TRACE_VARIABLE:
      w->variables[w->n_variables].start = value;
      w->variables[w->n_variables].end = value + bytes;
      w->variables[w->n_variables++].bin = bin;
      break;
    default: abort();
  }
}

static void naive_event(naive *w, unsigned p, unsigned number, uint64_t value) {
  const trace_source *s = &w->sources[number];
  const uint64_t bytes = w->word[p];
  if (s->kind <= TRACE_MODIFY) {
    naive_reference(w, p, number, value);
    return;
  }
  switch (s->kind) {
    case TRACE_ENTER: return;
    case TRACE_RUN:
    case TRACE_IDLE: naive_pass(w, p, s, value); return;
    case TRACE_WORD: w->word[p] = value; return;
    case TRACE_RELEASE: bin_account_release(w->account, value); return;
    case TRACE_UNNAME: bin_account_unname(w->account, value); return;
    case TRACE_COLLECT: w->silent[p] = value == 0; return;
    case TRACE_CALL: bin_flow_call(w->flow[p], value, (uint32_t)s->detail); return;
    case TRACE_RETURN: bin_flow_return(w->flow[p], value); return;
    case TRACE_THREAD: naive_thread(w, p, value); return;
    case TRACE_ZERO:
      naive_flush(w);
      bin_account_zero(w->account);
      return;
    case TRACE_STACK: naive_stack(w, p, value, bytes); break;
    default: naive_memory(w, s, value, bytes);
  }
  w->word[p] = 0;
}

static void naive_batch(naive *w, const trace_batch *batch) {
  for (uint64_t r = 0; r < batch->repeats; r++)
    for (uint32_t i = 0; i < batch->n; i++) {
      const trace_item *item = &batch->items[i];
      w->flow[batch->processor]->processor = batch->processor;
      naive_event(w, batch->processor, item->source, item->value + r * item->stride);
    }
}

static naive *naive_new(const mach_config *config, bin_table *table, const trace_source *sources) {
  naive *w = calloc(1, sizeof *w);
  if (!w) abort();
  w->system = coh_system_new(config);
  w->account = bin_account_new(w->system, table, naive_resolve, w);
  w->sources = sources;
  for (unsigned i = 0; i < PROCESSORS; i++) w->flow[i] = &w->none[i];
  for (unsigned i = 0; i < SOURCES; i++) {
    const trace_source *s = &sources[i];
    static const coh_kind kinds[] = {COH_READ, COH_WRITE, COH_MODIFY};
    if (s->kind <= TRACE_MODIFY)
      bin_site_init(&w->sites[i], w->account, (uint32_t)s->size, kinds[s->kind], (uint32_t)s->place);
  }
  return w;
}

static void naive_free(naive *w) {
  bin_account_free(w->account);
  coh_system_free(w->system);
  for (unsigned i = 0; i < THREADS; i++) bin_flow_clear(&w->flows[i]);
  for (unsigned i = 0; i < PROCESSORS; i++) bin_flow_clear(&w->none[i]);
  free(w);
}

/* ---- comparison ---- */

typedef struct {
  char *bytes;
  size_t n;
} text;

static bool append(void *closure, const char *bytes, size_t n) {
  text *t = closure;
  t->bytes = realloc(t->bytes, t->n + n + 1);
  if (!t->bytes) abort();
  memcpy(t->bytes + t->n, bytes, n);
  t->n += n;
  t->bytes[t->n] = '\0';
  return true;
}

static text profile_of(bin_account *account) {
  static const char *const none[] = {NULL};
  const bin_profile_info info = {.creator = "test",
                                 .argv = none,
                                 .label = "",
                                 .reason = "exit",
                                 .interleaving = "exact",
                                 .hot_lines = 100,
                                 .options = none};
  text t = {0};
  if (!bin_profile_write(account, &info, append, &t)) abort();
  return t;
}

static void fail(uint64_t seed, const char *what, const char *found, const char *expected) {
  printf("FAILED: seed %llu: %s\n  found:    %.200s\n  expected: %.200s\n", (unsigned long long)seed, what, found,
         expected);
  failed++;
}

static void compare(uint64_t seed, const text *found, const text *expected) {
  size_t at = 0, line = 0;
  for (; at < found->n && at < expected->n && found->bytes[at] == expected->bytes[at]; at++)
    if (found->bytes[at] == '\n') line = at + 1;
  if (at < found->n || at < expected->n) fail(seed, "the profiles differ", found->bytes + line, expected->bytes + line);
}

/* A replay and its model, which get the same events. */
typedef struct {
  uint64_t seed;
  bin_table *tables[2];
  coh_system *system;
  trace_replay *replay;
  naive *model;
} both;

static both start(uint64_t seed, const mach_config *config, const trace_source *sources) {
  both b = {.seed = seed, .tables = {make_table(), make_table()}, .system = coh_system_new(config)};
  const char *wrong;
  b.replay = trace_replay_new(b.system, b.tables[0], &(trace_replay_wish){0}, sources, SOURCES, NULL, &wrong);
  if (!b.replay) abort();
  b.model = naive_new(config, b.tables[1], sources);
  return b;
}

static void feed(both *b, const trace_batch *batch) {
  const char *wrong = trace_replay_batch(b->replay, batch);
  if (wrong) fail(b->seed, "a batch is refused", wrong, "");
  naive_batch(b->model, batch);
}

static void finish(both *b) {
  trace_replay_settle(b->replay);
  naive_flush(b->model);
  coh_check(b->system);
  for (unsigned i = 0; i < PROCESSORS; i++)
    if (coh_now(b->system, i) != coh_now(b->model->system, i)) fail(b->seed, "the clocks differ", "", "");
  text found = profile_of(trace_replay_account(b->replay)), expected = profile_of(b->model->account);
  compare(b->seed, &found, &expected);
  free(found.bytes);
  free(expected.bytes);
  trace_replay_free(b->replay);
  naive_free(b->model);
  coh_system_free(b->system);
  for (unsigned i = 0; i < 2; i++) bin_table_free(b->tables[i]);
}

/* Some references of a batch have random addresses; the model gets the batch's repetitions one by one. */
static void feed_columns(both *b, dice *d, const trace_source *sources, const trace_batch *batch) {
  uint64_t values[TRACE_BATCH];
  trace_column columns[TRACE_BATCH];
  uint32_t n = 0;
  for (uint32_t i = 0, next = 0; i < batch->n; i++) {
    const trace_item *item = &batch->items[i];
    if (sources[item->source].kind > TRACE_MODIFY || dice_below(d, 2)) continue;
    columns[n++] = (trace_column){values + next, i};
    for (uint64_t r = 0; r < batch->repeats; r++)
      values[next++] = dice_below(d, 3) ? item->value + r * item->stride : make_value(d, &sources[item->source]);
  }
  const char *wrong = trace_replay_columns(b->replay, batch, columns, n);
  if (wrong) fail(b->seed, "a batch with columns is refused", wrong, "");
  for (uint64_t r = 0; r < batch->repeats; r++) {
    trace_item items[TRACE_BATCH];
    for (uint32_t i = 0; i < batch->n; i++) {
      items[i] = batch->items[i];
      items[i].value += r * items[i].stride;
    }
    for (uint32_t i = 0; i < n; i++) items[columns[i].item].value = columns[i].values[r];
    naive_batch(b->model, &(trace_batch){.items = items, .n = batch->n, .processor = batch->processor, .repeats = 1});
  }
}

/* Events of small batches, one after the other, of any processors. */
typedef struct {
  trace_event events[4 * TRACE_BATCH];
  uint32_t n;
} collected;

static void feed_events(both *b, collected *c) {
  uint32_t done;
  const char *wrong = trace_replay_events(b->replay, c->events, c->n, &done);
  if (wrong || done != c->n) fail(b->seed, "events are refused", wrong ? wrong : "too few", "");
  for (uint32_t i = 0; i < c->n; i++) {
    const trace_item item = {c->events[i].value, 0, c->events[i].source};
    naive_batch(b->model, &(trace_batch){.items = &item, .n = 1, .processor = c->events[i].processor, .repeats = 1});
  }
  c->n = 0;
}

static void collect(both *b, collected *c, const trace_batch *batch) {
  const bool is_small = batch->n * batch->repeats <= TRACE_BATCH;
  if (!is_small || c->n + batch->n * batch->repeats > 4 * TRACE_BATCH) feed_events(b, c);
  if (!is_small) feed(b, batch);
  for (uint64_t r = 0; is_small && r < batch->repeats; r++)
    for (uint32_t i = 0; i < batch->n; i++)
      c->events[c->n++] = (trace_event){batch->items[i].value + r * batch->items[i].stride, batch->items[i].source,
                                        batch->processor};
}

typedef enum { BATCHES_ALONE, WITH_COLUMNS, AS_EVENTS } way;

static void test_random(uint64_t seed, way way) {
  dice d = {seed};
  trace_source sources[SOURCES];
  make_sources(&d, sources);
  const mach_config config = make_machine(&d);
  both b = start(seed, &config, sources);
  collected c = {.n = 0};
  for (unsigned i = 0; i < BATCHES; i++) {
    trace_item items[TRACE_BATCH];
    const trace_batch batch = make_batch(&d, sources, items);
    if (way == AS_EVENTS)
      collect(&b, &c, &batch);
    else if (way == WITH_COLUMNS && batch.n * batch.repeats <= TRACE_BATCH)
      feed_columns(&b, &d, sources, &batch);
    else
      feed(&b, &batch);
  }
  feed_events(&b, &c);
  finish(&b);
}

/* References that start in the innermost frame and continue in its caller's frame, within a line. */
static void test_frames(uint64_t seed) {
  dice d = {seed};
  const mach_config config = make_machine(&d);
  trace_source sources[SOURCES] = {{.kind = TRACE_WORD}, {.kind = TRACE_STACK}, {.kind = TRACE_CALL, .detail = 1}};
  for (unsigned i = 3; i < SOURCES; i++) sources[i] = (trace_source){.kind = TRACE_READ, .size = 4, .gap = 1};
  both b = start(seed, &config, sources);
  const uint64_t line = STACK + FRAMES + dice_below(&d, 8) * 128;
  trace_item before[] = {{STACK_BYTES, 0, 0}, {STACK, 0, 1}, {line + dice_below(&d, 4) * 8, 0, 2}};
  trace_item references[] = {{line, 4, 3}};
  feed(&b, &(trace_batch){before, 3, 0, 1, 0, 0});
  feed(&b, &(trace_batch){references, 1, 0, dice_between(&d, 2, 20), 0, 0});
  finish(&b);
}

/* ---- what is refused ---- */

/* As a batch that repeats, or event by event. */
static void test_refused_as(bool events, uint64_t word, const trace_source *source, unsigned processor, uint64_t value,
                            const char *expected) {
  dice d = {1};
  const mach_config config = make_machine(&d);
  bin_table *table = make_table();
  coh_system *system = coh_system_new(&config);
  const char *wrong;
  trace_replay *replay = trace_replay_new(system, table, &(trace_replay_wish){0},
                                          (trace_source[]){*source, {.kind = TRACE_WORD}}, 2, NULL, &wrong);
  const trace_batch batch = {(trace_item[]){{word, 0, 1}, {value, 8, 0}}, 2, processor, 3, 0, 0};
  const trace_event one_by_one[] = {{word, 1, 0}, {value, 0, processor}, {value, 0, 0}};
  uint32_t done = 1;
  if (replay) wrong = events ? trace_replay_events(replay, one_by_one, 3, &done) : trace_replay_batch(replay, &batch);
  if (done != 1) fail(0, "another event is refused", "", expected);
  if (!wrong || !strstr(wrong, expected)) fail(0, "this must be refused", wrong ? wrong : "nothing", expected);
  if (replay) trace_replay_free(replay);
  coh_system_free(system);
  bin_table_free(table);
}

static void test_refused_after(uint64_t word, const trace_source *source, unsigned processor, uint64_t value,
                               const char *expected) {
  test_refused_as(false, word, source, processor, value, expected);
  test_refused_as(true, word, source, processor, value, expected);
}

static void test_refused(const trace_source *source, unsigned processor, uint64_t value, const char *expected) {
  test_refused_after(0, source, processor, value, expected);
}

static void test_all_refused(void) {
  const uint64_t limit = (uint64_t)1 << 48;
  test_refused(&(trace_source){.kind = TRACE_KINDS}, 0, 0, "unknown kind");
  test_refused(&(trace_source){.kind = TRACE_READ}, 0, 0, "to no bytes");
  test_refused(&(trace_source){.kind = TRACE_READ, .size = 65537}, 0, 0, "too many");
  test_refused(&(trace_source){.kind = TRACE_READ, .size = 1, .place = PLACES}, 0, 0, "place");
  test_refused(&(trace_source){.kind = TRACE_ALLOCATE, .detail = BINS}, 0, 0, "bin");
  test_refused(&(trace_source){.kind = TRACE_CALL, .detail = SEGMENTS}, 0, 0, "segment");
  test_refused(&(trace_source){.kind = TRACE_READ, .size = 1}, PROCESSORS, 0, "processors");
  test_refused(&(trace_source){.kind = TRACE_THREAD}, 0, 1 << 16, "number of a thread");
  test_refused(&(trace_source){.kind = TRACE_MAP_LAZY}, 0, limit, "out of bounds");
  test_refused(&(trace_source){.kind = TRACE_STACK}, 0, UINT64_MAX, "out of bounds");
  test_refused_after(limit, &(trace_source){.kind = TRACE_NAME}, 0, BASE, "out of bounds");
  test_refused_after(UINT64_MAX, &(trace_source){.kind = TRACE_MOVE}, 0, BASE, "out of bounds");
}

int main(void) {
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) test_random(seed, BATCHES_ALONE);
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) test_random(seed, WITH_COLUMNS);
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) test_random(seed, AS_EVENTS);
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) test_frames(seed);
  test_all_refused();
  if (plat_test_outstanding() != 0) fail(0, "memory is left", "", "");
  if (failed == 0) puts("all checks hold");
  return failed != 0;
}
