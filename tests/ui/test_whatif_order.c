/* test_whatif_order.c: tests random traces of several processors in other orders, under the sanitizers: pairs of events
 * that must keep their order keep it, and other events really move.
 *
 * usage: test_whatif_order [SEED]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/coherence/dice.h"
#include "ui/whatif/whatif_order.h"

enum { TRIALS = 120, BATCHES = 160, EVENTS = 3000, PROCESSORS = 4, SLOTS = 6, SLOT = 0x4000, LARGE = 4096 };
static const uint64_t SHARED = 0x10000, OWN = 0x100000, BLOCKS = 0x1000000;

static unsigned failures;

static void check(bool good, const char *what, uint64_t seed) {
  if (good) return;
  if (failures < 20) printf("FAILED: seed %" G_GUINT64_FORMAT ": %s\n", seed, what);
  failures++;
}

/* ---- sources: references of these sizes by kind, then one of each kind of event ---- */

static const uint8_t sizes[] = {1, 2, 4, 8, 16, 40};
enum { SIZES = sizeof sizes, REFERENCES = 3 * SIZES, SOURCES = REFERENCES + TRACE_KINDS };

static void make_sources(trace_source *sources) {
  for (uint32_t i = 0; i < REFERENCES; i++) sources[i] = (trace_source){.kind = i / SIZES, .size = sizes[i % SIZES]};
  for (uint32_t i = 0; i < TRACE_KINDS; i++) sources[REFERENCES + i] = (trace_source){.kind = i, .size = 1};
}

static uint32_t source_of(trace_kind kind) { return REFERENCES + (uint32_t)kind; }

/* An event of the input. */
typedef struct {
  uint64_t value;
  uint64_t start, end; /* the bytes that it touches; equal: none */
  uint32_t processor, source;
  bool stores, is_heap, is_wall, goes_on;
} In;

typedef struct {
  dice d;
  uint64_t seed;
  trace_source sources[SOURCES];
  uint64_t blocks[SLOTS]; /* in bytes; 0: there is no block */
  bool is_known[SLOTS];   /* the processor's events reported that there is one */
  GArray *in;             /* elements In */
  GArray *out;            /* elements In: value, processor and source */
  GArray *batches;        /* elements trace_batch: the output, without the items */
} World;

/* ---- the naive model ---- */

static bool must_stay(const In *first, const In *second) {
  const bool overlap = first->start < second->end && second->start < first->end;
  return first->processor == second->processor || (overlap && (first->stores || second->stores)) ||
         (first->is_heap && second->is_heap) || first->is_wall || second->is_wall || second->goes_on;
}

/* Returns the place of each input event in the output. Free it with g_free(). */
static guint *find_places(World *w) {
  guint *places = g_new0(guint, w->in->len + 1), next[PROCESSORS] = {0};
  check(w->in->len == w->out->len, "as many events as went in", w->seed);
  for (guint i = 0; i < w->in->len && i < w->out->len; i++) {
    const In *in = &g_array_index(w->in, In, i);
    guint *at = &next[in->processor];
    while (*at < w->out->len && g_array_index(w->out, In, *at).processor != in->processor) ++*at;
    const In *out = *at < w->out->len ? &g_array_index(w->out, In, *at) : NULL;
    check(out != NULL && out->source == in->source && out->value == in->value, "a processor's own order", w->seed);
    places[i] = (*at)++;
  }
  return places;
}

/* Checks each pair. Returns how many pairs changed their order. */
static guint check_pairs(World *w) {
  g_autofree guint *places = find_places(w);
  guint moved = 0;
  for (guint j = 0; j < w->in->len && failures == 0; j++)
    for (guint i = 0; i < j; i++) {
      if (places[i] < places[j]) continue;
      moved++;
      check(!must_stay(&g_array_index(w->in, In, i), &g_array_index(w->in, In, j)), "a pair keeps its order", w->seed);
    }
  return moved;
}

/* ---- the output ---- */

static const char *collect(void *closure, const trace_batch *batch) {
  World *w = closure;
  check(batch->n != 0 && batch->n <= TRACE_BATCH && batch->repeats != 0, "a batch", w->seed);
  g_array_append_val(w->batches, *batch);
  for (uint64_t r = 0; r < batch->repeats && w->out->len < EVENTS; r++)
    for (uint32_t i = 0; i < batch->n; i++) {
      const trace_item *item = &batch->items[i];
      const In out = {.value = item->value + r * item->stride, .processor = batch->processor, .source = item->source};
      g_array_append_val(w->out, out);
    }
  return NULL;
}

/* ---- the input ---- */

static void note_reference(World *w, In *in) {
  const trace_source *source = &w->sources[in->source];
  in->start = in->value;
  in->end = in->value + source->size;
  in->stores = source->kind != TRACE_READ;
}

static void send(World *w, WhatifOrder *order, const trace_batch *batch, const In *notes) {
  for (uint64_t r = 0; r < batch->repeats; r++)
    for (uint32_t i = 0; i < batch->n; i++) {
      In in = notes != NULL ? notes[i] : (In){0};
      in.value = batch->items[i].value + r * batch->items[i].stride;
      in.processor = batch->processor;
      in.source = batch->items[i].source;
      if (in.source < REFERENCES) note_reference(w, &in);
      g_array_append_val(w->in, in);
    }
  check(whatif_order_batch(order, batch, collect, w) == NULL, "no error", w->seed);
}

/* Returns shared bytes, bytes of blocks, or bytes of the processor's own. */
static uint64_t random_address(World *w, uint32_t processor) {
  const uint32_t what = dice_below(&w->d, 8);
  if (what == 0) return SHARED + dice_below(&w->d, 64);
  if (what == 1) return BLOCKS + (uint64_t)dice_below(&w->d, SLOTS) * SLOT + dice_below(&w->d, 256);
  return OWN + processor * 0x1000 + dice_below(&w->d, 256);
}

static void send_references(World *w, WhatifOrder *order, uint32_t processor) {
  static const uint64_t strides[] = {0, 1, 8, 64, (uint64_t)-8};
  trace_item items[5];
  const trace_batch batch = {.items = items,
                             .n = dice_between(&w->d, 1, 5),
                             .processor = processor,
                             .repeats = dice_chance(&w->d, 70) ? 1 : dice_between(&w->d, 2, 12)};
  for (uint32_t i = 0; i < batch.n; i++)
    items[i] = (trace_item){.value = random_address(w, processor),
                            .stride = strides[dice_below(&w->d, G_N_ELEMENTS(strides))],
                            .source = dice_below(&w->d, REFERENCES)};
  send(w, order, &batch, NULL);
}

/* Allocates or frees a block; the block may be a large one, or one that was not reported. */
static void send_block(World *w, WhatifOrder *order, uint32_t processor) {
  const uint32_t slot = dice_below(&w->d, SLOTS);
  const uint64_t start = BLOCKS + (uint64_t)slot * SLOT;
  const bool allocates = w->blocks[slot] == 0, is_large = dice_chance(&w->d, 10);
  if (allocates) w->blocks[slot] = is_large ? 2 * LARGE : dice_between(&w->d, 0, 300);
  const uint64_t bytes = MAX(w->blocks[slot], 1);
  const trace_item items[] = {{.value = w->blocks[slot], .source = source_of(TRACE_WORD)},
                              {.value = start, .source = source_of(allocates ? TRACE_ALLOCATE : TRACE_RELEASE)}};
  const In notes[] = {{0},
                      {.start = start,
                       .end = start + bytes,
                       .stores = true,
                       .is_heap = true,
                       .is_wall = bytes > LARGE || (!allocates && !w->is_known[slot])}};
  w->is_known[slot] = allocates;
  if (!allocates) w->blocks[slot] = 0;
  const uint32_t skip = allocates ? 0 : 1;
  send(w, order, &(trace_batch){.items = items + skip, .n = 2 - skip, .processor = processor, .repeats = 1},
       notes + skip);
}

static void send_other(World *w, WhatifOrder *order, uint32_t processor) {
  static const trace_kind kinds[] = {TRACE_RUN, TRACE_RUN,   TRACE_CALL, TRACE_ENTER,   TRACE_IDLE, TRACE_THREAD,
                                     TRACE_MAP, TRACE_STACK, TRACE_ZERO, TRACE_COLLECT, TRACE_NAME};
  const trace_kind kind = kinds[dice_below(&w->d, G_N_ELEMENTS(kinds))];
  const In note = {.goes_on = kind == TRACE_IDLE || kind == TRACE_THREAD,
                   .is_wall = kind == TRACE_MAP || kind == TRACE_STACK || kind == TRACE_ZERO || kind == TRACE_COLLECT ||
                              kind == TRACE_NAME};
  const trace_item item = {.value = dice_below(&w->d, 100), .source = source_of(kind)};
  send(w, order, &(trace_batch){.items = &item, .n = 1, .processor = processor, .repeats = 1}, &note);
}

static void send_any(World *w, WhatifOrder *order, uint32_t processors) {
  const uint32_t processor = dice_below(&w->d, processors), what = dice_below(&w->d, 100);
  if (what < 6)
    send_block(w, order, processor);
  else if (what < 12)
    send_other(w, order, processor);
  else
    send_references(w, order, processor);
}

/* ---- trials ---- */

static void start(World *w, uint64_t seed) {
  *w = (World){.seed = seed, .d = {seed}};
  make_sources(w->sources);
  w->in = g_array_new(FALSE, FALSE, sizeof(In));
  w->out = g_array_new(FALSE, FALSE, sizeof(In));
  w->batches = g_array_new(FALSE, FALSE, sizeof(trace_batch));
}

static void clear(World *w) {
  g_array_unref(w->in);
  g_array_unref(w->out);
  g_array_unref(w->batches);
}

/* Returns how many pairs changed their order. */
static guint run_trial(uint64_t seed, WhatifDraw draw) {
  World w;
  start(&w, seed);
  draw.seed = (uint32_t)seed;
  WhatifOrder *order = whatif_order_new(w.sources, &draw);
  const uint32_t processors = dice_between(&w.d, 2, PROCESSORS);
  for (uint32_t i = 0; i < BATCHES && w.in->len < EVENTS - 100; i++) send_any(&w, order, processors);
  check(whatif_order_end(order, collect, &w) == NULL, "no error at the end", seed);
  const guint moved = check_pairs(&w);
  whatif_order_free(order);
  clear(&w);
  return moved;
}

/* In orders in which the draw may move events, most of them move; others do not move at all. */
static void test_orders(uint64_t from, uint64_t to) {
  static const WhatifDraw draws[] = {{.window = WHATIF_WINDOW, .drift = 2}, {.window = WHATIF_WINDOW, .drift = 8},
                                     {.window = 200, .drift = 4},           {.window = 7, .drift = 8},
                                     {.window = WHATIF_WINDOW, .drift = 1}, {.window = 1, .drift = 8}};
  enum { MOVING = 3 };
  guint moving = 0;
  for (uint64_t seed = from; seed < to && failures == 0; seed++) {
    const uint64_t which = seed % G_N_ELEMENTS(draws);
    const guint moved = run_trial(seed, draws[which]);
    moving += which < MOVING && moved > 100;
    check(moved == 0 || which <= MOVING, "the order of the trace", seed);
  }
  if (to - from > 1) check(moving >= (to - from) / 2 * 9 / 10, "orders are others", moving);
}

/* Two equal processors without common data: each is sometimes ahead. */
static void test_both_lead(void) {
  enum { EACH = 1000 };
  World w;
  guint ahead[2] = {0}, met[2] = {0};
  start(&w, 1);
  WhatifOrder *order = whatif_order_new(w.sources, &(WhatifDraw){WHATIF_WINDOW, WHATIF_DRIFT, 1});
  for (uint32_t i = 0; i < 2 * EACH; i++) {
    const trace_item item = {.value = OWN + i % 2 * 64, .source = 0};
    send(&w, order, &(trace_batch){.items = &item, .n = 1, .processor = i % 2, .repeats = 1}, NULL);
  }
  (void)whatif_order_end(order, collect, &w);
  check(check_pairs(&w) > EACH, "what has nothing in common moves", 1);
  for (guint i = 0; i < w.out->len; i++) {
    const uint32_t processor = g_array_index(w.out, In, i).processor;
    met[processor]++;
    ahead[processor] += met[processor] > met[1 - processor] + 1;
  }
  check(ahead[0] + ahead[1] > EACH / 2, "one of the two is ahead", ahead[0]);
  whatif_order_free(order);
  clear(&w);
}

/* Where one processor is alone, repetitions stay together. */
static void test_alone(void) {
  World w;
  start(&w, 1);
  WhatifOrder *order = whatif_order_new(w.sources, &(WhatifDraw){WHATIF_WINDOW, WHATIF_DRIFT, 1});
  const trace_item item = {.value = OWN, .stride = 8, .source = 0};
  for (uint32_t i = 0; i < 2; i++) {
    const trace_batch batch = {.items = &item, .n = 1, .repeats = i == 0 ? 100 : UINT64_C(1) << 40};
    check(whatif_order_batch(order, &batch, collect, &w) == NULL, "no error", 1);
  }
  (void)whatif_order_end(order, collect, &w);
  uint64_t events = 0;
  for (guint i = 0; i < w.batches->len; i++) events += g_array_index(w.batches, trace_batch, i).repeats;
  check(events == (UINT64_C(1) << 40) + 100, "all events", 1);
  check(w.batches->len <= 3, "in few batches", w.batches->len);
  whatif_order_free(order);
  clear(&w);
}

/* A reference to many bytes does not wait in the window: it is passed on at once, after the events before it. */
static void test_large_references(void) {
  World w;
  start(&w, 1);
  w.sources[0].size = 65536;
  WhatifOrder *order = whatif_order_new(w.sources, &(WhatifDraw){WHATIF_WINDOW, WHATIF_DRIFT, 1});
  for (uint32_t i = 0; i < 100; i++) {
    const trace_item item = {.value = OWN + i, .source = 0};
    send(&w, order, &(trace_batch){.items = &item, .n = 1, .processor = i % 2, .repeats = 1}, NULL);
    check(w.out->len == i + 1 && g_array_index(w.out, In, i).value == item.value, "a large reference stays", i);
  }
  whatif_order_free(order);
  clear(&w);
}

static const char *refuse(void *closure, const trace_batch *batch) {
  (void)closure;
  (void)batch;
  return "refused";
}

/* Errors in events are reported, and nothing follows. */
static void test_refused(void) {
  World w;
  start(&w, 1);
  WhatifOrder *order = whatif_order_new(w.sources, &(WhatifDraw){WHATIF_WINDOW, WHATIF_DRIFT, 1});
  for (uint32_t i = 0; i < 2; i++)
    send(&w, order, &(trace_batch){.items = &(trace_item){.value = OWN}, .n = 1, .processor = i, .repeats = 1}, NULL);
  check(whatif_order_end(order, refuse, NULL) != NULL, "what the sink says", 1);
  check(whatif_order_end(order, collect, &w) != NULL && w.out->len == 0, "nothing follows", 1);
  whatif_order_free(order);
  clear(&w);
}

int main(int n, char **words) {
  const uint64_t from = n > 1 ? strtoull(words[1], NULL, 10) : 1;
  test_orders(from, n > 1 ? from + 1 : TRIALS + 1);
  test_both_lead();
  test_alone();
  test_large_references();
  test_refused();
  printf("%s\n", failures == 0 ? "all well" : "there are failures");
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
