/* account_world.c: see account_world.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/bins/account_world.h"

#include <inttypes.h>

#include "tests/coherence/dice.h"

/* The accounts keep pages this many bytes apart in the same place of their tables. A change of this many bytes affects
 * more pages than an account keeps. */
enum { FAR_BYTES = 64 << 20 };

enum { STACK_AREA = 3, HUGE_BYTES = FAR_BYTES + WORLD_AREA_BYTES };

/* ---- worlds ------------------------------------------------------------------------------------- */

#define BORDER ((uint64_t)1 << 39)

static const uint64_t area_starts[WORLD_AREAS] = {
    BORDER - 8192,                       /* pages at a border of the map's nodes */
    BORDER - 8192 + FAR_BYTES,           /* pages whose low bits are those of the first area */
    BORDER - 8192 + ((uint64_t)1 << 46), /* lines whose keys are those of the first area */
    0x7ffffff00000,
    0xffffffffff600000, /* beyond the addresses that can be mapped */
};

/* The starts of areas in worlds with low addresses: keys of 32 bits distinguish all their lines, and no area is beyond
 * the addresses that can be mapped. */
static const uint64_t near_starts[WORLD_AREAS] = {
    ((uint64_t)1 << 32) - 8192, ((uint64_t)1 << 32) - 8192 + FAR_BYTES, ((uint64_t)1 << 35) - 8192, 0x1ffff00000,
    0xffffffffff600000,
};

/* Whether a world has several processors with wide caches (see below), and its threads mostly refer to pages of their
 * own. */
static bool is_apart(uint64_t seed) { return seed % 40 == 31; }

/* Whether a world with wide caches has low addresses. Some of these worlds have an L2, or one way less. In some, the
 * last level has fewer sets than the D1; in one of those, the first and the third area have the same keys in the last
 * level, but not in the D1. */
enum { LIKE_SETS = 2 }; /* log2 of the number of sets there */
static bool is_near(uint64_t seed) { return seed % 40 == 10 || seed % 40 == 20 || is_apart(seed); }
static bool has_few_last_sets(uint64_t seed) { return seed % 160 == 130; }
static bool has_like_keys(uint64_t seed) { return seed % 160 == 50; }

static bool is_carved(uint64_t seed) { return seed % 8 == 6; }

static uint64_t area_start(uint64_t seed, unsigned area, uint32_t line) {
  if (!is_near(seed)) return area_starts[area];
  return area == 2 && has_like_keys(seed) ? near_starts[0] + ((uint64_t)line << (32 + LIKE_SETS)) : near_starts[area];
}

static world_site random_site(const world *w, dice *d) {
  static const uint8_t kinds[] = {COH_READ, COH_READ, COH_WRITE, COH_WRITE, COH_MODIFY};
  const uint32_t line = w->machine.config.d1.line;
  world_site s = {.size = 1u << dice_below(d, 5), .flags = kinds[dice_below(d, 5)]};
  if (dice_chance(d, 15)) s.size = dice_between(d, 1, 40);
  if (dice_chance(d, 6)) s.size = dice_between(d, line, 4 * line);
  s.place = (uint16_t)dice_below(d, w->shape.n_places);
  switch (dice_below(d, 10)) {
    case 0: s.flags |= BIN_SITE_GUARDED; break;
    case 1:
      s.flags = BIN_SITE_CALL | COH_WRITE;
      s.size = 8;
      break;
    case 2:
      s.flags = BIN_SITE_RETURN | COH_READ;
      s.size = 8;
      break;
    case 3:
    case 4:
      s.flags |= BIN_SITE_FIXED;
      s.constant = w->areas[dice_chance(d, 50) ? 2 : dice_below(d, WORLD_MEMORY)].start;
      s.constant += dice_below(d, WORLD_AREA_BYTES - s.size);
      break;
    default: break;
  }
  return s;
}

/* Sets the log2 of the numbers of sets of wide caches in worlds with low addresses. The caches are small, since misses
 * are handled differently while a cache has room. */
static void choose_sets(uint64_t seed, unsigned *d1, unsigned *ll) {
  *d1 = has_like_keys(seed) ? LIKE_SETS + 1 : has_few_last_sets(seed) ? 3 : 1;
  *ll = has_like_keys(seed) ? LIKE_SETS : has_few_last_sets(seed) ? 0 : 3;
}

/* Makes caches for the vector instance of the miss routine (coh_miss-inl.h), caches that lack one way for it, or caches
 * with an L2. */
static void make_wide(mach_config *c, uint64_t seed) {
  uint64_t set = c->d1.size / c->d1.ways, last_set = 4 * set; /* bytes of the first ways of all sets */
  if (is_near(seed)) {
    unsigned d1, ll;
    choose_sets(seed, &d1, &ll);
    set = (uint64_t)c->d1.line << d1;
    last_set = (uint64_t)c->d1.line << ll;
    c->dtlb.n = c->stlb.n = 0;
    c->prefetch = 0;
    c->traffic = false;
  }
  c->d1.ways = seed % 3 == 0 ? 7 : 8;
  c->d1.size = c->d1.ways * set;
  c->l2 = seed % 4 == 0 ? (mach_geometry){8 * 2 * set, 8, c->d1.line} : (mach_geometry){0};
  c->ll = (mach_geometry){16 * last_set, 16, c->d1.line};
}

/* The single instance of the miss routine requires one processor and LRU caches: makes machines with both, and machines
 * with only one of the two, more frequent. */
static void make_often_simple(mach_config *c, uint64_t seed) {
  const unsigned way = seed % 5;
  if (way > 2) return;
  if (way != 1) c->processors = c->nodes = 1;
  c->conflicts = c->contention = false;
  const mach_geometry *above = c->l2.size != 0 ? &c->l2 : &c->d1;
  if (c->ll.size == 0) c->ll = (mach_geometry){4 * above->size, above->ways, above->line};
  if (way != 2) c->replacement = MACH_LRU;
  if (is_apart(seed)) {
    c->processors = 2 + seed / 40 % 3;
    c->nodes = 1;
  }
  if ((way == 0 && seed % 2 == 0) || is_apart(seed)) make_wide(c, seed);
}

void world_make(world *w, uint64_t seed) {
  dice d = {seed * 0x9e3779b97f4a7c15 + 7};
  workload_machine_make(&w->machine, seed);
  mach_config *c = &w->machine.config;
  if (c->processors > 5) c->processors = 1 + c->processors % 5;
  if (c->nodes > c->processors) c->nodes = c->processors;
  make_often_simple(c, seed);
  c->fixed_node %= c->nodes;
  for (unsigned a = 0; a < WORLD_AREAS; a++)
    w->areas[a] = (naive_area){area_start(seed, a, c->d1.line), a < WORLD_MEMORY ? WORLD_AREA_BYTES : 4096};
  w->near = is_near(seed);
  w->apart = is_apart(seed);
  w->carved = is_carved(seed);
  w->shape = (naive_shape){.config = *c,
                           .areas = w->areas,
                           .n_areas = WORLD_AREAS,
                           .n_bins = WORLD_BINS,
                           .n_segments = WORLD_SEGMENTS,
                           .n_places = dice_chance(&d, 10) ? WORLD_MOST_PLACES : dice_between(&d, 4, 24),
                           .segment_of = w->segment_of,
                           .n_flows = dice_between(&d, 1, WORLD_FLOWS)};
  if (w->apart) {
    w->shape.n_flows = WORLD_FLOWS;
    w->shape.n_places = 7; /* spreads are not recorded: they would send every reference through the full path */
  }
  /* Only few places, since slots make many bins. */
  w->shape.n_slots = w->shape.n_places == 5 || w->shape.n_places == 6 ? WORLD_SLOTS : 0;
  for (unsigned p = 0; p < WORLD_MOST_PLACES; p++) w->segment_of[p] = dice_below(&d, WORLD_SEGMENTS);
  for (unsigned s = 0; s < WORLD_SITES; s++) w->sites[s] = random_site(w, &d);
}

void world_stack_bounds(const world *w, unsigned number, uint64_t *low, uint64_t *high) {
  const unsigned usual = WORLD_AREA_BYTES / WORLD_STACK_BYTES;
  *low = number < usual ? w->areas[STACK_AREA].start + number * WORLD_STACK_BYTES
                        : w->areas[1].start + (number - usual) * WORLD_STACK_BYTES;
  *high = *low + WORLD_STACK_BYTES;
  if (number % 3 == 1) *high -= 40; /* not at the start of a line */
  if (number % 3 == 2) *low += 24;
}

/* ---- steps -------------------------------------------------------------------------------------- */

enum { WINDOWS = 4, LOOP = 6, RECENT = 16 };

typedef struct {
  uint64_t start;
  uint32_t bytes;
} window;

/* How the program behaves for a while. Values are percentages, unless a comment states a number. */
typedef struct {
  unsigned stay;    /* the thread stays the same */
  unsigned loop;    /* number of sites that are executed in turn */
  unsigned stack;   /* references to stacks */
  unsigned foreign; /* part of `stack`: references to other threads' stacks */
  unsigned memory;  /* steps that change memory */
  unsigned aligned;
  unsigned tiny; /* ranges of a few bytes */
} habits;

typedef struct {
  dice d;
  const world *w;
  world_site sites[WORLD_SITES];
  habits now;
  window windows[WINDOWS];
  unsigned n_windows;
  unsigned loop_sites[LOOP], at;
  uint64_t last;
  unsigned flow;
  uint64_t blocks[RECENT], names[RECENT]; /* start addresses */
  unsigned n_blocks, n_names;
} generator;

static window random_window(generator *g) {
  static const uint32_t lines[] = {1, 1, 2, 3, 6, 12};
  const bool beyond = dice_chance(&g->d, 4) && !g->w->near;
  const unsigned number = beyond ? WORLD_MEMORY : dice_below(&g->d, WORLD_MEMORY);
  const naive_area *area = &g->w->areas[number];
  const uint32_t line = g->w->machine.config.d1.line;
  uint32_t bytes = lines[dice_below(&g->d, 6)] * line;
  if (dice_chance(&g->d, 15)) bytes = 2 * 4096;
  if (bytes > area->bytes) bytes = area->bytes;
  const uint64_t offset = dice_below(&g->d, area->bytes - bytes + 1) / line * line;
  return (window){area->start + offset, bytes};
}

static void change_habits(generator *g) {
  static const unsigned rates[] = {0, 10, 30, 60, 90};
  static const unsigned memory_rates[] = {0, 1, 4, 15, 40};
  dice *d = &g->d;
  g->now = (habits){.stay = rates[dice_below(d, 5)],
                    .loop = dice_between(d, 1, LOOP),
                    .stack = rates[dice_below(d, 4)],
                    .foreign = rates[dice_below(d, 3)],
                    .memory = memory_rates[dice_below(d, 5)],
                    .aligned = rates[dice_below(d, 5)],
                    .tiny = rates[dice_below(d, 5)]};
  g->n_windows = dice_between(d, 1, WINDOWS);
  for (unsigned i = 0; i < g->n_windows; i++) g->windows[i] = random_window(g);
  for (unsigned i = 0; i < g->now.loop; i++) g->loop_sites[i] = dice_below(d, WORLD_SITES);
}

static uint64_t in_windows(generator *g) {
  const window *w = &g->windows[dice_below(&g->d, g->n_windows)];
  return w->start + dice_below(&g->d, w->bytes);
}

static uint64_t in_memory(generator *g) {
  uint64_t address;
  do address = dice_chance(&g->d, 70) ? in_windows(g) : random_window(g).start;
  while (naive_area_of(&g->w->shape, address) == &g->w->areas[WORLD_MEMORY]);
  return address;
}

/* Returns a random number of bytes for a range at an address, so that the range ends in its area. */
static uint64_t range_bytes(generator *g, uint64_t start, uint32_t most) {
  const naive_area *area = naive_area_of(&g->w->shape, start);
  const uint64_t left = area->start + area->bytes - start;
  const uint64_t bytes = dice_between(&g->d, 1, dice_chance(&g->d, g->now.tiny) ? 9 : most);
  return bytes < left ? bytes : left;
}

/* Returns the address at the same offset of a page of the thread's own. */
static uint64_t in_own_page(const generator *g, uint64_t address) {
  const naive_area *area = naive_area_of(&g->w->shape, address);
  return area->start + g->flow * 4096 % area->bytes + address % 4096;
}

static void reference(generator *g, world_step *s) {
  dice *d = &g->d;
  if (!dice_chance(d, g->now.stay)) g->flow = dice_below(d, g->w->shape.n_flows);
  s->flow = (uint8_t)g->flow;
  s->site = (uint16_t)g->loop_sites[g->at++ % g->now.loop];
  s->instructions = (uint8_t)dice_below(d, 10);
  const world_site *site = &g->sites[s->site];
  const bool linkage = site->flags & (BIN_SITE_CALL | BIN_SITE_RETURN);
  s->address = dice_chance(d, 20) ? g->last : in_windows(g);
  if (dice_chance(d, g->now.aligned)) s->address &= ~(uint64_t)7;
  if (g->w->apart && dice_chance(d, 97)) s->address = in_own_page(g, s->address);
  if (site->flags & BIN_SITE_GUARDED && dice_chance(d, 40)) s->where = AT_NULL;
  if (!dice_chance(d, linkage ? 92 : g->now.stack)) return;
  s->where = AT_TOP;
  s->whose = s->flow;
  if (!linkage) {
    if (dice_chance(d, g->now.foreign)) s->whose = (uint8_t)dice_below(d, g->w->shape.n_flows);
    s->offset = (int64_t)dice_below(d, 200) - 60;
    if (dice_chance(d, 5)) s->offset = (int64_t)dice_below(d, WORLD_STACK_BYTES);
  } else if (site->flags & BIN_SITE_CALL) {
    s->offset = dice_chance(d, 90) ? -8 * (int64_t)dice_between(d, 1, 10) : (int64_t)dice_below(d, 400) - 200;
  } else {
    s->offset = dice_chance(d, 85) ? 0 : (int64_t)dice_below(d, 300);
  }
}

static uint64_t recent(generator *g, const uint64_t *starts, unsigned n) {
  if (n == 0 || dice_chance(&g->d, 5)) return in_memory(g);
  return starts[dice_below(&g->d, n < RECENT ? n : RECENT)];
}

static void allocate(generator *g, world_step *s) {
  s->type = STEP_ALLOCATE;
  s->address = dice_chance(&g->d, 30) && g->n_blocks > 0 ? recent(g, g->blocks, g->n_blocks) : in_memory(g);
  if (dice_chance(&g->d, 70)) s->address &= ~(uint64_t)15;
  s->bytes = dice_chance(&g->d, 3) ? 0 : range_bytes(g, s->address, dice_chance(&g->d, 80) ? 120 : 6000);
  s->bin = (uint16_t)(WORLD_HEAP + dice_below(&g->d, WORLD_HEAPS));
  g->blocks[g->n_blocks++ % RECENT] = s->address;
}

static void name(generator *g, world_step *s) {
  s->type = STEP_NAME;
  s->address = in_memory(g);
  s->bytes = range_bytes(g, s->address, 60);
  s->bin = (uint16_t)(WORLD_RANGE + dice_below(&g->d, WORLD_RANGES));
  g->names[g->n_names++ % RECENT] = s->address;
}

/* Makes a range that is mapped: any bytes, whole pages, or more than the first two areas together. */
static void mapping(generator *g, world_step *s) {
  s->address = in_memory(g);
  s->bytes = range_bytes(g, s->address, 600);
  if (dice_chance(&g->d, 30)) {
    s->address &= ~(uint64_t)4095;
    s->bytes = 4096u * dice_between(&g->d, 1, 4);
  }
  if (dice_chance(&g->d, 2)) {
    s->address = g->w->areas[0].start;
    s->bytes = HUGE_BYTES;
  }
  s->bin = (uint16_t)(WORLD_MAPPING + dice_below(&g->d, WORLD_MAPPINGS));
  s->other = dice_next(&g->d);
}

static void change_memory(generator *g, world_step *s) {
  dice *d = &g->d;
  const unsigned what = dice_below(d, 100);
  if (what < 30) {
    allocate(g, s);
  } else if (what < 50) {
    s->type = STEP_RELEASE;
    s->address = recent(g, g->blocks, g->n_blocks);
  } else if (what < 65) {
    name(g, s);
  } else if (what < 77) {
    s->type = STEP_UNNAME;
    s->address = recent(g, g->names, g->n_names);
  } else {
    mapping(g, s);
    s->type = what < 83 ? STEP_MAP : what < 91 ? STEP_MAP_LAZY : what < 95 ? STEP_UNMAP : STEP_MOVE;
    if (s->type == STEP_MOVE) s->other = in_memory(g);
    if (what == 99) s->type = STEP_UNNAME_ALL;
  }
}

/* The range often overlaps other ranges, or lies between them. */
static void carve_stack(generator *g, world_step *s) {
  const unsigned number = dice_chance(&g->d, 70) ? STACK_AREA : dice_below(&g->d, WORLD_MEMORY);
  s->address = g->w->areas[number].start + 8 * dice_below(&g->d, WORLD_AREA_BYTES / 8);
  s->bytes = range_bytes(g, s->address, WORLD_STACK_BYTES);
}

static void change_program(generator *g, world_step *s) {
  dice *d = &g->d;
  const unsigned what = dice_below(d, 100);
  s->site = (uint16_t)dice_below(d, WORLD_SITES);
  s->flow = (uint8_t)dice_below(d, g->w->shape.n_flows);
  if (what < 30) {
    s->type = STEP_SITE;
    s->code = g->sites[s->site] = random_site(g->w, d);
  } else if (what < 45) {
    s->type = STEP_FLUSH;
  } else if (what < 50) {
    s->type = STEP_UNFIX;
  } else if (what < 80) {
    s->type = STEP_STACK;
    s->bin = (uint16_t)dice_below(d, WORLD_STACKS + 1);
    if (g->w->carved && dice_chance(d, 90)) carve_stack(g, s);
  } else if (what < 99) {
    s->type = STEP_MIGRATE;
    s->bin = (uint16_t)dice_below(d, g->w->shape.config.processors);
  } else {
    s->type = STEP_ZERO;
  }
}

/* The first steps: every thread gets a stack, and the areas are mapped at random. */
static bool first_step(generator *g, world_step *s, size_t i) {
  const unsigned n_flows = g->w->shape.n_flows;
  if (i < n_flows) {
    s->type = STEP_STACK;
    s->flow = (uint8_t)i;
    s->bin = (uint16_t)(2 * i % WORLD_STACKS);
    return true;
  }
  if (i >= n_flows + 3) return false;
  s->type = i - n_flows == 2 || dice_chance(&g->d, 30) ? STEP_MAP_LAZY : STEP_MAP;
  s->address = g->w->areas[i - n_flows].start;
  s->bytes = WORLD_AREA_BYTES;
  s->bin = WORLD_MAPPING;
  s->other = dice_next(&g->d);
  return true;
}

void world_steps_make(const world *w, uint64_t seed, world_step *steps, size_t n) {
  generator g = {.d = {seed ^ 0x7374657073}, .w = w, .last = w->areas[0].start};
  for (unsigned i = 0; i < WORLD_SITES; i++) g.sites[i] = w->sites[i];
  size_t until = 0;
  for (size_t i = 0; i < n; i++) {
    world_step *s = &steps[i];
    *s = (world_step){0};
    if (i == until) {
      change_habits(&g);
      until += dice_between(&g.d, 30, 600);
    }
    if (first_step(&g, s, i)) continue;
    if (dice_chance(&g.d, g.now.memory))
      change_memory(&g, s);
    else if (dice_below(&g.d, 150) == 0)
      change_program(&g, s);
    else
      reference(&g, s);
    if (s->type == STEP_REFERENCE && s->where == AT_ADDRESS) g.last = s->address;
  }
}

/* ---- printing ----------------------------------------------------------------------------------- */

static void print_site(const world_site *s, FILE *out) {
  static const char *const kinds[] = {"read", "write", "modify", "?"};
  fprintf(out, "%s of %" PRIu32 " at place %u%s%s%s%s", kinds[s->flags & BIN_SITE_KIND], s->size, s->place,
          s->flags & BIN_SITE_GUARDED ? " guarded" : "", s->flags & BIN_SITE_CALL ? " call" : "",
          s->flags & BIN_SITE_RETURN ? " return" : "", s->flags & BIN_SITE_FIXED ? " fixed" : "");
  if (s->flags & BIN_SITE_FIXED) fprintf(out, " 0x%" PRIx64, s->constant);
}

void world_print(const world *w, FILE *out) {
  workload_machine_print(&w->machine, out);
  fprintf(out, "%u flows, %u places\n", w->shape.n_flows, w->shape.n_places);
  for (unsigned i = 0; i < WORLD_SITES; i++) {
    fprintf(out, "site %u: ", i);
    print_site(&w->sites[i], out);
    fprintf(out, ", segment %" PRIu32 "\n", w->segment_of[w->sites[i].place]);
  }
}

void world_step_print(const world_step *s, FILE *out) {
  static const char *const names[STEPS] = {"reference",  "site",     "flush",   "unfix", "allocate", "release",
                                           "map",        "map-lazy", "unmap",   "move",  "name",     "unname",
                                           "unname-all", "stack",    "migrate", "zero"};
  static const char *const wheres[] = {"", " top", " null"};
  fprintf(out, "%s:", names[s->type]);
  if (s->type == STEP_REFERENCE)
    fprintf(out, " flow %u, site %u,%s of %u %+" PRId64 ",", s->flow, s->site, wheres[s->where], s->whose, s->offset);
  else if (s->type == STEP_STACK || s->type == STEP_MIGRATE)
    fprintf(out, " flow %u,", s->flow);
  else if (s->type == STEP_SITE || s->type == STEP_FLUSH)
    fprintf(out, " site %u,", s->site);
  fprintf(out, " [0x%" PRIx64 ", +%" PRIu64 ") %u", s->address, s->bytes, s->bin);
  if (s->type == STEP_MOVE) fprintf(out, " from 0x%" PRIx64, s->other);
  if (s->type == STEP_SITE) {
    fprintf(out, ": ");
    print_site(&s->code, out);
  }
  fprintf(out, "\n");
}
