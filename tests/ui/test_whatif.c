/* test_whatif.c: tests data at other addresses, under the sanitizers: each changed event must equal that of a naive
 * model, byte by byte, and moved data must never overlap.
 *
 * usage: test_whatif [SEED]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/coherence/dice.h"
#include "ui/whatif/whatif_map.h"

enum { TRIALS = 2000, BATCHES = 120, SLOTS = 12, SLOT = 0x4000, MOST = 0x3000, PLANS = 3, THREADS = 3 };
static const uint64_t BASE = 0x100000, MOVED = UINT64_C(1) << 47;

static unsigned failures;

static void check(bool good, const char *what, uint64_t seed) {
  if (good) return;
  printf("FAILED: seed %" G_GUINT64_FORMAT ": %s\n", seed, what);
  failures++;
}

/* ---- the events: sources, and in each slot of memory at most one block or variable ---- */

/* Sources: references of these sizes, then other events. */
static const uint8_t sizes[] = {1, 4, 8, 16};
enum {
  S_REFERENCES = 4,
  S_WORD = S_REFERENCES,
  S_RELEASE,
  S_UNMAP,
  S_THREAD,
  S_ALLOCATE,
  S_VARIABLE = S_ALLOCATE + PLANS + 1,
  SOURCES = S_VARIABLE + PLANS + 1,
  OWN = SOURCES + 2 + PLANS /* narrower references, after a map's word, releases and allocations */
};

typedef struct {
  bool used, is_variable;
  uint32_t plan; /* PLANS: the bin is not moved */
  uint64_t bytes;
  uint64_t to[THREADS]; /* 0: there is no copy yet; without copies, only the first is used */
} Block;

typedef struct {
  uint64_t start, bytes;
} Range;

/* An allocation in the output, and the number of other events before it. */
typedef struct {
  uint64_t address, bytes;
  uint32_t source;
  guint behind;
} Made;

typedef struct {
  dice d;
  uint64_t seed;
  trace_source sources[SOURCES];
  WhatifPlan plans[PLANS];
  const WhatifMap *map;
  GRand *random;
  Block blocks[SLOTS];
  uint64_t thread;
  GArray *ranges;        /* elements Range: the data that are in moved memory */
  GArray *out;           /* elements trace_item: the output, except for */
  GArray *made;          /* elements Made */
  guint next, next_made; /* the next element of `out` and of `made` to be examined */
  bool spans;            /* an event accessed memory that it must not access */
} World;

static uint64_t start_of(unsigned slot) { return BASE + (uint64_t)slot * SLOT + (uint64_t)slot * 24; }

static void make_sources(World *w) {
  for (unsigned i = 0; i < S_REFERENCES; i++) w->sources[i] = (trace_source){.kind = i % 3, .size = sizes[i]};
  w->sources[S_WORD].kind = TRACE_WORD;
  w->sources[S_RELEASE].kind = TRACE_RELEASE;
  w->sources[S_UNMAP].kind = TRACE_UNMAP;
  w->sources[S_THREAD].kind = TRACE_THREAD;
  for (unsigned i = 0; i <= PLANS; i++) {
    w->sources[S_ALLOCATE + i] = (trace_source){.kind = TRACE_ALLOCATE, .detail = 10 + i};
    w->sources[S_VARIABLE + i] = (trace_source){.kind = TRACE_VARIABLE, .detail = 10 + i};
  }
}

static WhatifLayout *random_layout(dice *d) {
  const uint64_t unit = 8u << dice_below(d, 5);
  WhatifLayout *layout = whatif_layout_new(unit);
  if (dice_below(d, 3) == 0) {
    whatif_layout_piece(layout, unit, whatif_layout_group(layout, unit + dice_below(d, 2) * 24), 0);
    layout->rows = dice_below(d, 2) * (1 + dice_below(d, 9));
    layout->columns = 1 + dice_below(d, 9);
    return layout;
  }
  const uint32_t groups = 1 + (uint32_t)dice_below(d, 3);
  uint64_t ends[3] = {0};
  for (uint64_t from = 0; from < unit;) {
    const uint64_t wanted = 4 + dice_below(d, 4) * 4, bytes = MIN(wanted, unit - from);
    const uint32_t group = (uint32_t)dice_below(d, groups);
    const uint64_t kept = dice_below(d, 4) == 0 ? 1 + dice_below(d, bytes - 1) : bytes;
    whatif_layout_piece(layout, bytes, group, ends[group]);
    if (kept < bytes) whatif_layout_keep(layout, kept, dice_below(d, 2) == 0);
    ends[group] += kept;
    from += bytes;
  }
  for (uint32_t g = 0; g < groups; g++) whatif_layout_group(layout, MAX(ends[g], 1) + dice_below(d, 2) * 8);
  return layout;
}

static void make_plans(World *w) {
  for (unsigned i = 0; i < PLANS; i++)
    w->plans[i] = (WhatifPlan){.bin = 10 + i,
                               .layout = dice_below(&w->d, 4) != 0 ? random_layout(&w->d) : NULL,
                               .room = dice_below(&w->d, 2) * 64,
                               .is_private = dice_below(&w->d, 4) == 0,
                               .least = dice_below(&w->d, 2) * MOST / 2,
                               .yields = dice_below(&w->d, 3) == 0,
                               .is_placed = dice_below(&w->d, 3) == 0,
                               .home = {MACH_FIXED_NODE, i},
                               .site = {.align = dice_below(&w->d, 2) * 128,
                                        .shift = dice_below(&w->d, 2) * 40,
                                        .header = dice_below(&w->d, 2) * 8,
                                        .scatter = dice_below(&w->d, 3) == 0 ? w->random : NULL}};
}

/* ---- the naive model ---- */

/* Returns the piece that contains a byte of an element; *from: where the piece starts. */
static const WhatifPiece *naive_piece(const WhatifLayout *layout, uint64_t within, uint64_t *from) {
  guint p = 0;
  *from = 0;
  for (; *from + g_array_index(layout->pieces, WhatifPiece, p).bytes <= within; p++)
    *from += g_array_index(layout->pieces, WhatifPiece, p).bytes;
  return &g_array_index(layout->pieces, WhatifPiece, p);
}

/* Returns where byte `offset` of a block was moved, counted from the block's new start. */
static uint64_t naive_byte(const WhatifLayout *layout, uint64_t bytes, uint64_t offset) {
  if (layout == NULL) return offset;
  uint64_t base = 0, from, element = offset / layout->unit;
  const uint64_t within = offset % layout->unit, elements = (bytes + layout->unit - 1) / layout->unit;
  if (layout->rows != 0 && element < layout->rows * layout->columns) {
    const uint64_t row = element / layout->columns, column = element % layout->columns;
    element = column * layout->rows + row;
  }
  const WhatifPiece *piece = naive_piece(layout, within, &from);
  for (uint32_t g = 0; g < piece->group; g++)
    base = (base + elements * g_array_index(layout->steps, uint64_t, g) + 63) & ~UINT64_C(63);
  return base + element * g_array_index(layout->steps, uint64_t, piece->group) + piece->to + within - from;
}

static uint64_t naive_room(const WhatifPlan *plan, uint64_t bytes) {
  uint64_t room = bytes, end = 0;
  if (plan->layout != NULL) {
    const uint64_t elements = (bytes + plan->layout->unit - 1) / plan->layout->unit;
    for (guint g = 0; g < plan->layout->steps->len; g++)
      end = ((end + 63) & ~UINT64_C(63)) + elements * g_array_index(plan->layout->steps, uint64_t, g);
    room = end;
  }
  while (plan->room != 0 && room % plan->room != 0) room++;
  return room;
}

static Block *block_of(World *w, uint64_t address, uint64_t *offset) {
  for (unsigned slot = 0; slot < SLOTS; slot++) {
    *offset = address - start_of(slot);
    if (w->blocks[slot].used && *offset < w->blocks[slot].bytes) return &w->blocks[slot];
  }
  return NULL;
}

static bool naive_is_gone(const WhatifLayout *layout, uint64_t offset) {
  uint64_t from;
  const WhatifPiece *piece = naive_piece(layout, offset % layout->unit, &from);
  return offset % layout->unit - from >= piece->kept;
}

/* Returns the bytes of a reference to a piece, reduced by the factor of its first byte; 0: that is impossible. */
static uint64_t naive_narrowed(const WhatifLayout *layout, uint64_t offset, uint64_t size) {
  uint64_t from;
  const uint64_t within = offset % layout->unit;
  const WhatifPiece *piece = naive_piece(layout, within, &from);
  return piece->narrows && within == from && size <= piece->bytes ? piece->kept : 0;
}

/* Returns the bytes of a moved reference: all, if they remain contiguous; bytes after the block's end always do. 0:
 * that is impossible. */
static uint64_t naive_width(const World *w, const Block *block, uint64_t offset, uint64_t size) {
  const WhatifLayout *layout = block->plan < PLANS ? w->plans[block->plan].layout : NULL;
  const uint64_t first = naive_byte(layout, block->bytes, offset), inside = MIN(size, block->bytes - offset);
  if (layout == NULL) return size;
  for (uint64_t i = 0; i < inside; i++)
    if (naive_is_gone(layout, offset + i)) return naive_narrowed(layout, offset, inside);
  for (uint64_t i = 1; i < inside; i++)
    if (naive_byte(layout, block->bytes, offset + i) != first + i) return 0;
  return size;
}

/* Returns the bytes of the next part of a reference that is split: the largest part with a size of a power of two. */
static uint64_t naive_part(const World *w, const Block *block, uint64_t offset, uint64_t left) {
  uint64_t bytes = 32;
  while (bytes > left || naive_width(w, block, offset, bytes) == 0) bytes /= 2;
  return bytes;
}

/* Returns whether a reference whose bytes do not stay side by side can be split: it loses no byte, and no byte of a
 * word is alone. */
static bool naive_splits(const World *w, const Block *block, uint64_t offset, uint64_t size) {
  const WhatifLayout *layout = w->plans[block->plan].layout;
  const uint64_t inside = MIN(size, block->bytes - offset);
  for (uint64_t i = 0; i < inside; i++)
    if (naive_is_gone(layout, offset + i)) return false;
  for (uint64_t done = 0, bytes; done < inside; done += bytes) {
    bytes = naive_part(w, block, offset + done, inside - done);
    if (bytes == 1 && size <= 8) return false;
  }
  return true;
}

/* ---- what came out ---- */

static trace_item take(World *w) {
  const trace_item none = {.source = UINT32_MAX};
  return w->next < w->out->len ? g_array_index(w->out, trace_item, w->next++) : none;
}

static void expect(World *w, uint32_t source, uint64_t value, const char *what) {
  const trace_item item = take(w);
  check(item.source == source && item.value == value, what, w->seed);
}

static void drop_range(World *w, uint64_t start) {
  for (guint i = 0; i < w->ranges->len; i++)
    if (g_array_index(w->ranges, Range, i).start == start) g_array_remove_index_fast(w->ranges, i--);
}

/* Returns the node of the memory at an address; PLANS: the memory has no placement of its own. */
static uint32_t naive_node(const World *w, uint64_t address) {
  uint32_t n, node = PLANS;
  const mach_zone *zones = whatif_map_zones(w->map, &n);
  for (uint32_t i = 0; i < n; i++)
    if (address >= zones[i].start && address < zones[i].start + zones[i].bytes) node = zones[i].node;
  return node;
}

/* The output must report a block's new memory, which must be large enough, correctly aligned, and not in use by other
 * data. */
static uint64_t expect_memory(World *w, const Block *block) {
  const WhatifPlan *plan = &w->plans[block->plan];
  const uint64_t room = naive_room(plan, block->bytes);
  const Made none = {.behind = G_MAXUINT};
  const Made made = w->next_made < w->made->len ? g_array_index(w->made, Made, w->next_made++) : none;
  const Range range = {made.address, room};
  check(made.bytes == room && made.source == SOURCES + 2 + block->plan, "a block is allocated", w->seed);
  check(made.behind <= w->next, "it is allocated before it is used", w->seed);
  check(made.address >= MOVED, "moved memory is above the program's", w->seed);
  check(plan->site.align == 0 || (made.address - plan->site.shift) % plan->site.align == 0, "alignment", w->seed);
  const uint32_t node = plan->is_placed ? plan->home.node : PLANS;
  check(naive_node(w, made.address) == node && naive_node(w, made.address + room - 1) == node, "the node", w->seed);
  for (guint i = 0; i < w->ranges->len; i++) {
    const Range *other = &g_array_index(w->ranges, Range, i);
    check(range.start + range.bytes <= other->start || other->start + other->bytes <= range.start, "overlap", w->seed);
  }
  g_array_append_val(w->ranges, range);
  return made.address;
}

static void expect_end(World *w, Block *block) {
  for (unsigned i = 0; i < THREADS; i++) {
    if (block->to[i] == 0) continue;
    expect(w, SOURCES + 1, block->to[i], "the end of a moved block");
    drop_range(w, block->to[i]);
  }
  block->used = false;
}

static void expect_begin(World *w, uint32_t source, uint64_t value, unsigned slot, uint64_t bytes) {
  Block *block = &w->blocks[slot];
  const bool is_variable = source >= S_VARIABLE;
  const uint32_t own = source - (is_variable ? S_VARIABLE : S_ALLOCATE);
  const uint32_t plan = own < PLANS && bytes < w->plans[own].least ? PLANS : own;
  if (is_variable || plan == PLANS || w->plans[plan].yields) expect(w, source, value, "an event that makes memory");
  *block = (Block){.used = true, .is_variable = is_variable, .plan = plan, .bytes = bytes};
  if (plan < PLANS && !w->plans[plan].is_private) block->to[0] = expect_memory(w, block);
}

/* The output contains the reference with fewer bytes. */
static void expect_narrower(World *w, uint32_t source, uint64_t value, uint64_t width) {
  uint32_t n;
  const trace_source *all = whatif_map_sources(w->map, &n);
  const trace_item item = take(w);
  check(item.value == value && item.source < n && item.source >= OWN && all[item.source].size == width &&
            all[item.source].kind == w->sources[source].kind,
        "a narrower reference", w->seed);
}

/* A reference comes out in parts. */
static void expect_parts(World *w, uint32_t source, const Block *block, uint64_t offset, uint64_t to) {
  const uint64_t inside = MIN(sizes[source], block->bytes - offset);
  for (uint64_t done = 0, bytes; done < inside; done += bytes) {
    bytes = naive_part(w, block, offset + done, inside - done);
    expect_narrower(w, source, to + naive_byte(w->plans[block->plan].layout, block->bytes, offset + done), bytes);
  }
}

static void expect_reference(World *w, uint32_t source, uint64_t value) {
  uint64_t offset;
  Block *block = block_of(w, value, &offset);
  if (block == NULL || block->plan == PLANS) {
    expect(w, source, value, "a reference that stays");
    return;
  }
  const WhatifPlan *plan = &w->plans[block->plan];
  uint64_t *to = &block->to[plan->is_private ? w->thread : 0];
  if (*to == 0) *to = expect_memory(w, block);
  const uint64_t byte = naive_byte(plan->layout, block->bytes, offset);
  const uint64_t width = naive_width(w, block, offset, sizes[source]);
  check(byte < naive_room(plan, block->bytes), "what is moved stays in its room", w->seed);
  if (width == sizes[source])
    expect(w, source, *to + byte, "a reference that moves");
  else if (width != 0)
    expect_narrower(w, source, *to + byte, width);
  else
    expect_parts(w, source, block, offset, *to);
}

/* ---- batches ---- */

static void collect_one(World *w, trace_item item) {
  Made made = {.bytes = item.value, .behind = w->out->len};
  if (item.source == SOURCES) {
    g_array_append_val(w->made, made);
  } else if (item.source >= SOURCES + 2 && item.source < OWN) {
    Made *last = &g_array_index(w->made, Made, w->made->len - 1);
    last->address = item.value;
    last->source = item.source;
  } else {
    g_array_append_val(w->out, item);
  }
}

static const char *collect(void *closure, const trace_batch *batch, const trace_column *columns, uint32_t n) {
  for (uint64_t r = 0; r < batch->repeats; r++)
    for (uint32_t i = 0, next = 0; i < batch->n; i++) {
      const trace_item *item = &batch->items[i];
      const bool is_free = next < n && columns[next].item == i;
      const uint64_t value = is_free ? columns[next].values[r] : item->value + r * item->stride;
      collect_one(closure, (trace_item){.value = value, .source = item->source});
      next += is_free;
    }
  return NULL;
}

static void send(World *w, WhatifMap *map, const trace_item *items, uint32_t n, uint64_t repeats) {
  const trace_batch batch = {.items = items, .n = n, .repeats = repeats};
  g_array_set_size(w->out, 0);
  g_array_set_size(w->made, 0);
  w->next = w->next_made = 0;
  w->spans = whatif_map_batch(map, &batch, collect, w) != NULL;
}

static uint64_t random_stride(dice *d) {
  static const int64_t strides[] = {0, 1, 4, 8, -8, 12, 16, 32, -64, 64, 128, 256, -256, 1024};
  return (uint64_t)strides[dice_below(d, G_N_ELEMENTS(strides))];
}

/* Whether any reference of the repetitions would be split. */
static bool tears(World *w, const trace_item *items, uint32_t n, uint64_t repeats) {
  for (uint64_t r = 0; r < repeats; r++)
    for (uint32_t i = 0; i < n; i++) {
      uint64_t offset;
      const Block *block = block_of(w, items[i].value + r * items[i].stride, &offset);
      const uint64_t size = sizes[items[i].source];
      if (block != NULL && naive_width(w, block, offset, size) == 0 && !naive_splits(w, block, offset, size))
        return true;
    }
  return false;
}

/* Makes references, many of them repeated. Returns false if some were split, which was reported. */
static bool try_references(World *w, WhatifMap *map) {
  enum { ITEMS = 5 };
  trace_item items[ITEMS];
  const uint32_t n = 1 + (uint32_t)dice_below(&w->d, ITEMS);
  /* A few are passed on with their strides, many in columns (whatif_map.c). */
  const uint64_t repeats = dice_below(&w->d, 2) != 0 ? 1 : 1 + dice_below(&w->d, dice_below(&w->d, 2) != 0 ? 4 : 60);
  for (uint32_t i = 0; i < n; i++)
    items[i] = (trace_item){.value = start_of((unsigned)dice_below(&w->d, SLOTS)) + dice_below(&w->d, MOST / 4) * 4,
                            .stride = random_stride(&w->d),
                            .source = (uint32_t)dice_below(&w->d, S_REFERENCES)};
  const bool torn = tears(w, items, n, repeats);
  if (torn && dice_below(&w->d, 10) != 0) return true;
  send(w, map, items, n, repeats);
  check(w->spans == torn, "what is torn is refused, and nothing else", w->seed);
  for (uint64_t r = 0; r < repeats && !torn; r++)
    for (uint32_t i = 0; i < n; i++) expect_reference(w, items[i].source, items[i].value + r * items[i].stride);
  return !torn;
}

/* Returns whether a block has all elements of the matrix that its plan transposes, unless it is too small to be
 * moved. */
static bool has_matrix(const World *w, uint32_t plan, uint64_t bytes) {
  const WhatifLayout *layout = plan < PLANS && bytes >= w->plans[plan].least ? w->plans[plan].layout : NULL;
  return layout == NULL || layout->rows * layout->columns * layout->unit <= bytes;
}

/* A slot's memory is used or freed, or memory is unmapped. Returns false if a block was too small, which was
 * reported. */
static bool try_memory(World *w, WhatifMap *map) {
  const unsigned slot = (unsigned)dice_below(&w->d, SLOTS);
  Block *block = &w->blocks[slot];
  const uint64_t start = start_of(slot), bytes = 1 + dice_below(&w->d, MOST);
  const bool ends = block->used, unmaps = ends && (block->is_variable || dice_below(&w->d, 4) == 0);
  const uint32_t begin = (dice_below(&w->d, 2) != 0 ? S_ALLOCATE : S_VARIABLE) + (uint32_t)dice_below(&w->d, PLANS + 1);
  const uint32_t source = unmaps ? S_UNMAP : ends ? S_RELEASE : begin;
  const trace_item items[] = {{.value = bytes, .source = S_WORD}, {.value = start, .source = source}};
  const trace_item unmapped[] = {{.value = MOST, .source = S_WORD}, {.value = start, .source = source}};
  const bool is_moved = ends && block->plan < PLANS;
  const bool fits = ends || has_matrix(w, (begin - S_ALLOCATE) % (PLANS + 1), bytes);
  if (!fits && dice_below(&w->d, 30) != 0) return true;
  send(w, map, unmaps ? unmapped : items, 2, 1);
  check(w->spans == !fits, "what is too small is refused, and nothing else", w->seed);
  if (!fits) return false;
  expect(w, S_WORD, unmaps ? MOST : bytes, "an operand");
  if (!ends) {
    expect_begin(w, source, start, slot, bytes);
    return true;
  }
  if (unmaps || !is_moved || w->plans[block->plan].yields) expect(w, source, start, "an event that ends memory");
  expect_end(w, block);
  return true;
}

static void try_thread(World *w, WhatifMap *map) {
  w->thread = dice_below(&w->d, THREADS);
  send(w, map, &(trace_item){.value = w->thread, .source = S_THREAD}, 1, 1);
  expect(w, S_THREAD, w->thread, "a thread");
}

static void run_trial(uint64_t seed) {
  World w = {.seed = seed, .d = {seed}};
  w.ranges = g_array_new(FALSE, FALSE, sizeof(Range));
  w.out = g_array_new(FALSE, FALSE, sizeof(trace_item));
  w.made = g_array_new(FALSE, FALSE, sizeof(Made));
  make_sources(&w);
  w.random = g_rand_new_with_seed((guint32)seed);
  make_plans(&w);
  WhatifMap *map = whatif_map_new(w.sources, SOURCES, w.plans, PLANS);
  bool goes_on = true;
  w.map = map;
  for (unsigned i = 0; i < BATCHES && goes_on && failures == 0; i++) {
    const uint64_t what = dice_below(&w.d, 10);
    if (what == 0)
      try_thread(&w, map);
    else if (what < 4)
      goes_on = try_memory(&w, map);
    else
      goes_on = try_references(&w, map);
    check(!goes_on || (w.next == w.out->len && w.next_made == w.made->len), "nothing else comes out", seed);
  }
  whatif_map_free(map);
  for (unsigned i = 0; i < PLANS; i++) whatif_layout_free(w.plans[i].layout);
  g_rand_free(w.random);
  g_array_free(w.ranges, TRUE);
  g_array_free(w.out, TRUE);
  g_array_free(w.made, TRUE);
}

/* ---- single events ---- */

enum { FIRST_PLANNED = 10, OTHER = 20 };

/* Plans of the bins from FIRST_PLANNED on; the input of a map, and its output. */
typedef struct {
  WhatifPlan plans[2];
  WhatifMap *map;
  GArray *out; /* elements trace_item */
} Small;

static const char *keep_all(void *closure, const trace_batch *batch, const trace_column *columns, uint32_t n) {
  (void)columns, (void)n;
  for (uint32_t i = 0; i < batch->n; i++) g_array_append_val(closure, batch->items[i]);
  return NULL;
}

/* Sources: one for each kind of event; three for each kind that creates data: in the two planned bins, and in another
 * one. */
static uint32_t small_source(trace_kind kind, uint32_t bin) {
  return kind * 3 + (bin == OTHER ? 2 : bin - FIRST_PLANNED);
}

static void small_start(Small *s, WhatifPlan first) {
  trace_source sources[3 * TRACE_KINDS];
  for (uint32_t i = 0; i < G_N_ELEMENTS(sources); i++)
    sources[i] = (trace_source){.kind = i / 3, .size = 8, .detail = i % 3 == 2 ? OTHER : FIRST_PLANNED + i % 3};
  *s = (Small){.plans = {first, first}, .out = g_array_new(FALSE, FALSE, sizeof(trace_item))};
  s->plans[0].bin = FIRST_PLANNED;
  s->plans[1].bin = FIRST_PLANNED + 1;
  s->map = whatif_map_new(sources, G_N_ELEMENTS(sources), s->plans, 2);
}

static void small_end(Small *s) {
  whatif_map_free(s->map);
  whatif_layout_free(s->plans[0].layout);
  g_array_free(s->out, TRUE);
}

/* Sends an event; returns the message about it. */
static const char *small_send(Small *s, trace_kind kind, uint32_t bin, uint64_t value) {
  const trace_item item = {.value = value, .source = small_source(kind, bin)};
  return whatif_map_batch(s->map, &(trace_batch){.items = &item, .n = 1, .repeats = 1}, keep_all, s->out);
}

static const char *small_memory(Small *s, trace_kind kind, uint32_t bin, uint64_t start, uint64_t bytes) {
  (void)small_send(s, TRACE_WORD, OTHER, bytes);
  return small_send(s, kind, bin, start);
}

/* Layouts in which a block has no place, and the messages about them. */
static void test_no_room(void) {
  static const struct {
    uint64_t step, rows, columns, bytes;
    const char *said;
  } cases[] = {{8, 8, 8, 512, NULL},
               {8, 8, 8, 511, "fewer elements"},
               {8, 1, 65, 512, "fewer elements"},
               {UINT64_C(1) << 40, 0, 0, 8 << 6, NULL},
               {UINT64_C(1) << 40, 0, 0, 8 << 7, "do not fit in the addresses"},
               {UINT64_C(1) << 40, 0, 0, (8 << 7) + 1, "more than 2^47"},
               {UINT64_C(1) << 40, 0, 0, UINT64_C(8) << 24, "more than 2^47"}};
  for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
    Small s;
    WhatifLayout *layout = whatif_layout_new(8);
    whatif_layout_piece(layout, 8, whatif_layout_group(layout, cases[i].step), 0);
    layout->rows = cases[i].rows;
    layout->columns = cases[i].columns;
    small_start(&s, (WhatifPlan){.layout = layout});
    const char *said = small_memory(&s, TRACE_ALLOCATE, FIRST_PLANNED, BASE, cases[i].bytes);
    check(cases[i].said == NULL ? said == NULL : said != NULL && strstr(said, cases[i].said) != NULL, "room", i);
    check((said == NULL) == (whatif_map_refusal(s.map)->what == NULL), "a refusal", i);
    small_end(&s);
  }
}

/* Groups each of which fits alone, and sums that overflow. */
static void test_large_groups(void) {
  uint64_t bases[2];
  WhatifLayout *layout = whatif_layout_new(8);
  for (unsigned i = 0; i < 2; i++) whatif_layout_group(layout, UINT64_C(1) << 40);
  check(whatif_layout_place(layout, 8 << 6, bases) == WHATIF_ROOM, "groups that just have room", bases[1]);
  check(whatif_layout_place(layout, 8 << 23, bases) == UINT64_MAX, "groups that have none", bases[1]);
  whatif_layout_free(layout);
}

/* Small private blocks are contiguous in memory of each thread. */
static void test_small_copies(void) {
  uint64_t to[2][2];
  Small s;
  small_start(&s, (WhatifPlan){.is_private = true});
  for (unsigned i = 0; i < 2; i++) (void)small_memory(&s, TRACE_ALLOCATE, FIRST_PLANNED, BASE + i * 0x1000, 48);
  for (unsigned thread = 0; thread < 2; thread++) {
    (void)small_send(&s, TRACE_THREAD, OTHER, thread);
    for (unsigned i = 0; i < 2; i++) {
      (void)small_send(&s, TRACE_READ, OTHER, BASE + i * 0x1000);
      to[thread][i] = g_array_index(s.out, trace_item, s.out->len - 1).value;
    }
    check(to[thread][1] - to[thread][0] == 48, "copies of a thread are side by side", thread);
  }
  check(to[1][0] - to[0][1] > WHATIF_SMALL, "copies of two threads are not", to[1][0]);
  small_end(&s);
}

/* ---- arrays that become one of structs ---- */

/* Returns the address of a reference in the output. */
static uint64_t comes_out(Small *s, uint64_t address) {
  (void)small_send(s, TRACE_READ, OTHER, address);
  return g_array_index(s->out, trace_item, s->out->len - 1).value;
}

static bool moves(Small *s, uint64_t address) { return comes_out(s, address) != address; }

/* Arrays of fields of 8 and 16 bytes, in structs of 32. */
enum { STRUCT = 32, SECOND_FIELD = 16 };

static WhatifLayout *field_layout(uint64_t bytes, uint64_t to) {
  WhatifLayout *layout = whatif_layout_new(bytes);
  whatif_layout_piece(layout, bytes, whatif_layout_group(layout, STRUCT), to);
  return layout;
}

static void joined_start(Small *s) {
  small_start(s, (WhatifPlan){0});
  for (unsigned i = 0; i < 2; i++) {
    s->plans[i].layout = field_layout(i == 0 ? 8 : 16, i * SECOND_FIELD);
    s->plans[i].column = (WhatifColumn){1, i};
  }
}

static void joined_end(Small *s) {
  whatif_layout_free(s->plans[1].layout);
  small_end(s);
}

/* Returns how many events of allocation, or of release, are in the output so far. */
static unsigned made_so_far(const Small *s, bool releases) {
  unsigned n = 0;
  uint32_t n_sources;
  const trace_source *sources = whatif_map_sources(s->map, &n_sources);
  for (guint i = 0; i < s->out->len; i++) {
    const trace_source *source = &sources[g_array_index(s->out, trace_item, i).source];
    n += source->kind == (releases ? TRACE_RELEASE : TRACE_ALLOCATE) &&
         g_array_index(s->out, trace_item, i).value >= MOVED;
  }
  return n;
}

/* The first block of each array shares memory with the first of the other, then the second; it does not matter which
 * starts first. The last one that ends releases the memory. */
static void test_joined(void) {
  enum { N = 10 };
  Small s;
  joined_start(&s);
  for (unsigned i = 0; i < 2; i++) {
    (void)small_memory(&s, TRACE_ALLOCATE, FIRST_PLANNED + (1 - i), BASE + i * 0x1000, i == 0 ? 16 * N : 8 * N);
    (void)small_memory(&s, TRACE_ALLOCATE, FIRST_PLANNED + (1 - i), BASE + 0x2000 + i * 0x1000, i == 0 ? 16 : 8);
  }
  check(made_so_far(&s, false) == 2, "memory is allocated once", made_so_far(&s, false));
  for (unsigned i = 0; i < N; i++)
    check(comes_out(&s, BASE + 16 * i) - comes_out(&s, BASE + 0x1000 + 8 * i) == SECOND_FIELD, "a struct", i);
  check(comes_out(&s, BASE + 0x1008) - comes_out(&s, BASE + 0x1000) == STRUCT, "the next struct", 0);
  check(comes_out(&s, BASE + 0x2000) - comes_out(&s, BASE + 0x3000) == SECOND_FIELD, "the second array", 0);
  check(s.plans[0].bytes_after == (N + 1) * STRUCT && s.plans[1].bytes_after == 0, "bytes", s.plans[1].bytes_after);
  (void)small_send(&s, TRACE_RELEASE, OTHER, BASE);
  check(made_so_far(&s, true) == 0, "the other half is left", 0);
  (void)small_send(&s, TRACE_RELEASE, OTHER, BASE + 0x1000);
  check(made_so_far(&s, true) == 1, "nothing is left", made_so_far(&s, true));
  joined_end(&s);
}

/* A block that ends before its other half starts; and an array that grows, which is not the other half of an earlier
 * one. */
static void test_joined_in_turn(void) {
  Small s;
  joined_start(&s);
  (void)small_memory(&s, TRACE_ALLOCATE, FIRST_PLANNED, BASE, 80);
  (void)small_send(&s, TRACE_RELEASE, OTHER, BASE);
  (void)small_memory(&s, TRACE_ALLOCATE, FIRST_PLANNED, BASE, 160);
  check(small_memory(&s, TRACE_ALLOCATE, FIRST_PLANNED + 1, BASE + 0x1000, 160) == NULL, "the first one's half", 0);
  check(moves(&s, BASE + 0x1000) && made_so_far(&s, false) == 3, "it has memory anew", made_so_far(&s, false));
  check(small_memory(&s, TRACE_ALLOCATE, FIRST_PLANNED + 1, BASE + 0x2000, 320) == NULL, "the second one's half", 0);
  check(comes_out(&s, BASE + 0x2010) - comes_out(&s, BASE + 8) == SECOND_FIELD, "they are together", 0);
  (void)small_memory(&s, TRACE_ALLOCATE, FIRST_PLANNED, BASE + 0x3000, 80);
  const char *said = small_memory(&s, TRACE_ALLOCATE, FIRST_PLANNED + 1, BASE + 0x4000, 80);
  check(said != NULL && strstr(said, "different numbers of elements") != NULL, "halves that do not fit", 0);
  joined_end(&s);
}

/* Data moved to BASE, when other memory is made there: as in bins/bin_memory.c. */
static void test_layers(void) {
  static const struct {
    trace_kind first, then;
    bool stays;
  } cases[] = {{TRACE_NAME, TRACE_ALLOCATE, true},    {TRACE_NAME, TRACE_STACK, true},
               {TRACE_ALLOCATE, TRACE_STACK, true},   {TRACE_VARIABLE, TRACE_STACK, false},
               {TRACE_MAP, TRACE_STACK, false},       {TRACE_NAME, TRACE_MAP, false},
               {TRACE_ALLOCATE, TRACE_MAP, false},    {TRACE_ALLOCATE, TRACE_ALLOCATE, false},
               {TRACE_MAP, TRACE_ALLOCATE, false},    {TRACE_NAME, TRACE_UNMAP, false},
               {TRACE_NAME, TRACE_UNNAME_ALL, false}, {TRACE_ALLOCATE, TRACE_UNNAME_ALL, true}};
  for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
    Small s;
    small_start(&s, (WhatifPlan){0});
    (void)small_memory(&s, cases[i].first, FIRST_PLANNED, BASE + 0x100, 0x100);
    check(moves(&s, BASE + 0x1f8), "what is moved", i);
    check(small_memory(&s, cases[i].then, OTHER, BASE, 0x1000) == NULL, "it is taken", i);
    check(moves(&s, BASE + 0x1f8) == cases[i].stays, "names stay over blocks, both on a stack", i);
    small_end(&s);
  }
}

/* An unmapped part of moved data no longer belongs to it, even if it was referred to just before. */
static void test_cut(void) {
  Small s;
  small_start(&s, (WhatifPlan){0});
  (void)small_memory(&s, TRACE_MAP, FIRST_PLANNED, BASE, 0x3000);
  (void)small_memory(&s, TRACE_UNMAP, OTHER, BASE + 0x1000, 0x1000);
  for (unsigned i = 0; i < 6; i++)
    check(moves(&s, BASE + i % 3 * 0x1000) == (i % 3 != 1), "parts that are left are moved", i);
  small_end(&s);
}

static unsigned count_sent(const Small *s, trace_kind kind, uint64_t value) {
  unsigned n = 0;
  for (guint i = 0; i < s->out->len; i++) {
    const trace_item *item = &g_array_index(s->out, trace_item, i);
    n += item->source / 3 == kind && item->value == value;
  }
  return n;
}

/* Data that may move back exists at its old address, too. It moves back when a part of it is named, or when it is
 * moved; small blocks stay. */
static void test_yields(void) {
  Small s;
  small_start(&s, (WhatifPlan){.yields = true, .least = 0x100});
  (void)small_memory(&s, TRACE_ALLOCATE, FIRST_PLANNED, BASE, 0xff);
  (void)small_memory(&s, TRACE_ALLOCATE, FIRST_PLANNED, BASE + 0x1000, 0x100);
  (void)small_memory(&s, TRACE_MAP, FIRST_PLANNED, BASE + 0x2000, 0x1000);
  check(!moves(&s, BASE) && moves(&s, BASE + 0x1000) && moves(&s, BASE + 0x2000), "what is not small is moved", 0);
  check(count_sent(&s, TRACE_ALLOCATE, BASE + 0x1000) == 1, "it is at its old address, too", 0);
  check(small_memory(&s, TRACE_NAME, OTHER, BASE + 0x1040, 0x40) == NULL, "a part of it may be named", 0);
  check(!moves(&s, BASE + 0x1000) && moves(&s, BASE + 0x2000), "then it is back", 0);
  (void)small_send(&s, TRACE_RELEASE, OTHER, BASE + 0x1000);
  check(count_sent(&s, TRACE_RELEASE, BASE + 0x1000) == 1, "its release is told of", 0);
  (void)small_send(&s, TRACE_WORD, OTHER, BASE + 0x2000);
  check(small_memory(&s, TRACE_MOVE, OTHER, BASE + 0x8000, 0x1000) == NULL, "the program may move it", 0);
  check(!moves(&s, BASE + 0x2000), "then it is back, too", 0);
  small_end(&s);
}

/* Named ranges that are in other data that is moved. */
static void test_names_within(void) {
  static const struct {
    trace_kind first, then;
    uint32_t bin;
    uint64_t offset, bytes;
    bool is_refused;
  } cases[] = {{TRACE_ALLOCATE, TRACE_NAME, FIRST_PLANNED + 1, 0x40, 0x40, true},
               {TRACE_ALLOCATE, TRACE_NAME, FIRST_PLANNED, 0, 0x100, true},
               {TRACE_VARIABLE, TRACE_NAME, OTHER, 0x40, 0x40, true},
               {TRACE_MAP, TRACE_NAME, OTHER, 0x80, 0x1000, true},
               {TRACE_NAME, TRACE_NAME, FIRST_PLANNED + 1, 0x40, 0x40, true},
               {TRACE_NAME, TRACE_NAME, FIRST_PLANNED, 0, 0x100, false},
               {TRACE_NAME, TRACE_NAME, FIRST_PLANNED + 1, 0x100, 0x100, false},
               {TRACE_NAME, TRACE_ALLOCATE, FIRST_PLANNED + 1, 0, 0x100, true},
               {TRACE_NAME, TRACE_MAP, FIRST_PLANNED + 1, 0, 0x100, false}};
  for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
    Small s;
    small_start(&s, (WhatifPlan){0});
    (void)small_memory(&s, cases[i].first, FIRST_PLANNED, BASE, 0x100);
    const char *said = small_memory(&s, cases[i].then, cases[i].bin, BASE + cases[i].offset, cases[i].bytes);
    check(cases[i].is_refused == (said != NULL && strstr(said, "a separate named range") != NULL), "a range within", i);
    small_end(&s);
  }
}

/* Operands belong to one event. */
static void test_operands(void) {
  Small s;
  small_start(&s, (WhatifPlan){0});
  check(small_memory(&s, TRACE_UNMAP, OTHER, 0x1000, 0x7fffffffff00) == NULL, "much is unmapped", 0);
  check(small_send(&s, TRACE_ALLOCATE, FIRST_PLANNED, 0xfffffffff000) == NULL, "a block of no bytes", 0);
  check(s.plans[0].objects == 0, "nothing is moved", s.plans[0].objects);
  small_end(&s);
}

/* The report counts those references that are collected. */
static void test_counts(void) {
  Small s;
  small_start(&s, (WhatifPlan){0});
  (void)small_memory(&s, TRACE_ALLOCATE, FIRST_PLANNED, BASE, 0x100);
  for (unsigned i = 0; i < 3; i++) (void)moves(&s, BASE);
  check(s.plans[0].references == 3, "references", s.plans[0].references);
  (void)small_send(&s, TRACE_ZERO, OTHER, 0);
  (void)moves(&s, BASE);
  (void)small_send(&s, TRACE_COLLECT, OTHER, 0);
  check(moves(&s, BASE), "what is not counted moves, too", 0);
  (void)small_send(&s, TRACE_COLLECT, OTHER, 1);
  (void)moves(&s, BASE);
  check(s.plans[0].references == 2, "references that are counted", s.plans[0].references);
  small_end(&s);
}

/* ---- addresses ---- */

/* Blocks of several bins keep their distance in the sets of a large cache; blocks of one bin are contiguous in more
 * than one of its ways. */
static void test_places(void) {
  enum { BLOCKS = 1 << 18, BYTES = 48, WAY = 1 << 24 };
  WhatifPlaces *places = whatif_places_new(1);
  WhatifSite sites[2] = {{.header = 8}, {.header = 8}};
  uint64_t last = whatif_places_take(places, &sites[0], 0x1234560, BYTES, true);
  const uint64_t other = whatif_places_take(places, &sites[1], 0x1abcde0, BYTES, true);
  check((other - last) % WAY == 0x1abcde0 - 0x1234560, "blocks of bins keep their distance", other);
  for (unsigned i = 1; i < BLOCKS; i++) {
    const uint64_t next = whatif_places_take(places, &sites[0], 0x1234560, BYTES, true);
    check(next - last == 64, "blocks of a bin are side by side", i);
    last = next;
  }
  uint64_t large = 1;
  unsigned n = 0;
  for (; large != 0 && n < 8; n++) large = whatif_places_take(places, &sites[0], 0, UINT64_C(1) << 45, false);
  check(large == 0 && n == 4, "addresses end", n);
  whatif_places_free(places);
}

int main(int n, char **args) {
  const uint64_t first = n > 1 ? g_ascii_strtoull(args[1], NULL, 10) : 1;
  for (uint64_t seed = first; seed < first + (n > 1 ? 1 : TRIALS) && failures == 0; seed++) run_trial(seed);
  test_no_room();
  test_large_groups();
  test_small_copies();
  test_joined();
  test_joined_in_turn();
  test_layers();
  test_cut();
  test_yields();
  test_names_within();
  test_operands();
  test_counts();
  test_places();
  printf("%s\n", failures == 0 ? "all well" : "there are failures");
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
