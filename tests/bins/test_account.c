/* test_account.c: compares bin_account with the naive account on random machines, programs and memories.
 *
 * Every few hundred steps it compares all cells and the counts of all processors, and sometimes the evictors,
 * invalidators and shared lines. Each world also runs bounded_sharing.h. A failure prints the seed, the world and the
 * shortest list of steps that it found to fail.
 *
 *   test_account [--worlds N] [--steps N] [--seed S]
 *
 * World i has seed S + i, so that `--worlds 1 --seed X` repeats the world of seed X.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bins/bin_account.h"
#include "coherence/coh_system-inl.h"
#include "tests/bins/account_world.h"
#include "tests/bins/bounded_sharing.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/plat_test.h"

enum { COMPARE_EVERY = 256, EVICTORS_EVERY = 8 /* comparisons */, CHECK_EVERY = 32 /* comparisons */ };
enum { FULL_WORLDS = 160, FULL_STEPS = 20000 };
enum { INSIDE = 12 /* addresses of a stretch that are tested */ };

/* Numbers of events in the runs so far: steps without events would test nothing. */
typedef struct {
  uint64_t steps[STEPS];
  uint64_t cold, replacement, invalidation, true_sharing, false_sharing, remote, capacity, conflict, upgrades;
  uint64_t second_level, last_level, memory, transfers_counted;
  uint64_t evictors_of_others;     /* lines of a bin that were evicted by another bin */
  uint64_t invalidators_of_others; /* lines that were invalidated by a store of a function other than the one that
                                      missed */
  uint64_t events, transfers, known_starts, unknown_starts, known_locations, unknown_locations, equal_spreads,
      wider_spreads, in_slots, in_unknown_slots, carved, moved_stacks;
  bounded_tally bounded;
  uint64_t not_made, fixed, straddling, foreign, calls, returns, in_kind[BIN_KINDS];
} tally;

typedef struct {
  const world *world;
  const world_step *steps;
  size_t n;
  size_t compare_every;
  tally *seen; /* may be NULL */
  bool failed;
  size_t at; /* index of the step after which the failure appeared */
  char what[512];
} run;

/* Both accounts, while they execute the steps. */
typedef struct {
  run *run;
  const world *world;
  naive_account *naive;
  coh_system *system;
  bin_table *table;
  bin_account *account;
  world_site code[WORLD_SITES];
  bin_site sites[WORLD_SITES];
  bin_flow flows[WORLD_FLOWS];
  uint64_t *instructions, *idle; /* by processor, since they were last reset */
  uint64_t blocks[WORLD_BINS], bytes[WORLD_BINS];
  dice d; /* for the resolver's answers */
} pair;

__attribute__((format(printf, 2, 3))) static bool fail(run *r, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  r->failed = true;
  vsnprintf(r->what, sizeof r->what, format, arguments);
  va_end(arguments);
  return false;
}

/* ---- names -------------------------------------------------------------------------------------- */

static bin_kind kind_of(unsigned bin) {
  return bin == 0                                 ? BIN_UNKNOWN
         : bin < WORLD_STATIC                     ? BIN_HEAP
         : bin < WORLD_STATIC + WORLD_STATICS / 2 ? BIN_STATIC
         : bin < WORLD_MAPPING                    ? BIN_TLS
         : bin < WORLD_RANGE                      ? BIN_MMAP
                                                  : BIN_RANGE;
}

static void make_table(pair *t) {
  t->table = bin_table_new();
  const uint32_t object = bin_table_object(t->table, "/bin/program"), file = bin_table_file(t->table, "program.c");
  for (unsigned s = 0; s < WORLD_SEGMENTS; s++) {
    char name[] = {'f', (char)('0' + s), '\0'};
    bin_table_segment(t->table, name, object, file, 10 * s);
  }
  for (unsigned p = 0; p < t->world->shape.n_places; p++)
    bin_table_place(t->table, t->world->segment_of[p], file, p, 0);
  for (uint64_t bin = 1; bin < WORLD_BINS; bin++) {
    const bin_kind kind = kind_of((unsigned)bin);
    bin_table_bin(t->table, kind, kind == BIN_HEAP ? "" : "name", &bin, 1, NULL, 0);
  }
}

/* Returns the number of a bin in the naive account, where stacks have their bins from the start. */
static unsigned naive_bin(const pair *t, bin_id bin) {
  if (bin < WORLD_BINS) return bin;
  const naive_shape *shape = &t->world->shape;
  const bin_data *data = bin_table_get_bin(t->table, bin);
  bin_slot slot = {0};
  if (data->kind != BIN_STACK || bin_table_get_slot(t->table, bin, &slot) != (shape->n_slots != 0)) return 0;
  return naive_stack_bin(shape, (unsigned)data->key[0], slot.below);
}

/* ---- steps -------------------------------------------------------------------------------------- */

/* Returns the symbol that contains the address, or a part of it. */
static bin_id resolve(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  pair *t = closure;
  uint64_t start, end;
  if (!naive_account_is_lazy(t->naive, address)) fail(t->run, "  the resolver is asked about what is not its own\n");
  const unsigned bin = naive_account_symbol(t->naive, address, &start, &end);
  if (dice_chance(&t->d, 20)) {
    start = address - dice_below(&t->d, (uint32_t)(address - start + 1));
    end = address + 1 + dice_below(&t->d, (uint32_t)(end - address));
  }
  *low = start;
  *high = end;
  return bin;
}

static void set_site(pair *t, unsigned number, const world_site *code) {
  t->code[number] = *code;
  bin_site_init(&t->sites[number], t->account, code->size, code->flags, code->place);
}

static uint64_t address_of(const pair *t, const world_step *s, const world_site *code) {
  const world *w = t->world;
  if (s->where == AT_NULL && code->flags & BIN_SITE_GUARDED) return 0;
  uint64_t address = s->address, low, high;
  if (code->flags & BIN_SITE_FIXED) {
    address = code->constant;
  } else if (s->where == AT_TOP) {
    naive_account_bounds(t->naive, s->whose, &low, &high);
    const uint64_t wanted = naive_account_top(t->naive, s->whose) + (uint64_t)s->offset;
    if (low != high && naive_area_of(&w->shape, wanted)) address = wanted;
  }
  const naive_area *area = naive_area_of(&w->shape, address);
  const uint64_t last = area->start + area->bytes - code->size;
  return address < last ? address : last;
}

static void tally_reference(pair *t, const world_step *s, const world_site *code, uint64_t address) {
  tally *seen = t->run->seen;
  const uint32_t line = t->world->shape.config.d1.line;
  if (!seen) return;
  seen->not_made += address == 0;
  seen->fixed += (code->flags & BIN_SITE_FIXED) != 0;
  seen->straddling += address / line != (address + code->size - 1) / line;
  seen->foreign += s->where == AT_TOP && s->whose != s->flow;
  seen->calls += (code->flags & BIN_SITE_CALL) != 0;
  seen->returns += (code->flags & BIN_SITE_RETURN) != 0;
}

static void reference(pair *t, const world_step *s) {
  const world_site *code = &t->code[s->site];
  const uint64_t address = address_of(t, s, code);
  const unsigned processor = t->flows[s->flow].processor;
  const bool writes = (code->flags & BIN_SITE_KIND) == COH_WRITE;
  tally_reference(t, s, code, address);
  bin_account_executed(t->account, processor, s->instructions, !writes, writes);
  t->instructions[processor] += s->instructions;
  if (s->instructions == 3) {
    bin_account_idle(t->account, processor, s->site);
    t->idle[processor] += s->site;
  }
  bin_account_reference(t->account, &t->flows[s->flow], &t->sites[s->site], address);
  naive_account_reference(t->naive, processor, s->flow, code->place, code->size, code->flags, address);
}

static void set_stack(pair *t, unsigned flow, uint64_t low, uint64_t high) {
  bin_flow_stack(&t->flows[flow], low, high);
  naive_account_stack(t->naive, flow, low, high);
}

static void unmap(pair *t, uint64_t start, uint64_t bytes) {
  bin_account_unmap(t->account, start, bytes);
  naive_account_unmap(t->naive, start, bytes);
}

/* Puts a thread's stack into memory that the program allocated and divided itself. */
static void carve_stack(pair *t, const world_step *s) {
  if (t->run->seen) t->run->seen->carved++;
  set_stack(t, s->flow, s->address, s->address + s->bytes);
  bin_account_map_stack(t->account, &t->flows[s->flow]);
  naive_account_map_stack(t->naive, s->flow);
}

/* A thread starts, perhaps where another one ended; its own old stack is removed. */
static void stack(pair *t, const world_step *s) {
  uint64_t low = 0, high = 0, old_low, old_high;
  if (s->bytes != 0) {
    carve_stack(t, s);
    return;
  }
  naive_account_bounds(t->naive, s->flow, &old_low, &old_high);
  unmap(t, old_low, old_high - old_low);
  if (s->bin < WORLD_STACKS) world_stack_bounds(t->world, s->bin, &low, &high);
  for (unsigned f = 0; f < t->world->shape.n_flows; f++) {
    naive_account_bounds(t->naive, f, &old_low, &old_high);
    if (f != s->flow && low < old_high && old_low < high) set_stack(t, f, 0, 0);
  }
  set_stack(t, s->flow, low, high);
  bin_account_map_stack(t->account, &t->flows[s->flow]);
  naive_account_map_stack(t->naive, s->flow);
}

/* Loads new code with new variables. */
static void map_lazy(pair *t, const world_step *s) {
  dice d = {s->other};
  bin_account_map_lazy(t->account, s->address, s->bytes);
  naive_account_map_lazy(t->naive, s->address, s->bytes);
  const bool large = dice_chance(&d, 30);
  const uint64_t seen = s->bytes < 2 * WORLD_AREA_BYTES ? s->bytes : 2 * WORLD_AREA_BYTES;
  for (uint64_t at = 0; at < seen;) {
    uint64_t bytes = large ? dice_between(&d, 2000, 9000) : dice_between(&d, 1, dice_chance(&d, 70) ? 24 : 400);
    if (bytes > seen - at) bytes = seen - at;
    const unsigned bin = dice_chance(&d, 10) ? BIN_ID_UNKNOWN : WORLD_STATIC + dice_below(&d, WORLD_STATICS);
    naive_account_set_symbol(t->naive, s->address + at, bytes, bin);
    at += bytes;
  }
}

static void move(pair *t, const world_step *s) {
  const bool is_stack = naive_account_is_stack(t->naive, s->other);
  if (is_stack && !t->world->carved) return;
  if (t->run->seen) t->run->seen->moved_stacks += is_stack;
  bin_account_move(t->account, s->other, s->address, s->bytes);
  naive_account_move(t->naive, s->other, s->address, s->bytes);
}

static void flush_sites(pair *t) {
  for (unsigned i = 0; i < WORLD_SITES; i++) bin_site_flush(t->account, &t->sites[i]);
}

static void free_site(pair *t, unsigned number) {
  bin_site_flush(t->account, &t->sites[number]);
  bin_account_unfix(t->account);
  memset(&t->sites[number], 0x5a, sizeof t->sites[number]);
}

static void zero(pair *t) {
  flush_sites(t);
  bin_account_zero(t->account);
  naive_account_zero(t->naive);
  for (unsigned p = 0; p < t->world->shape.config.processors; p++) t->instructions[p] = t->idle[p] = 0;
}

static void add_block(pair *t, const world_step *s) {
  t->blocks[s->bin]++;
  t->bytes[s->bin] += s->bytes;
}

static void release(pair *t, const world_step *s) {
  bin_account_release(t->account, s->address);
  naive_account_release(t->naive, s->address);
  if (bin_account_is_block(t->account, s->address) != naive_account_is_block(t->naive, s->address))
    fail(t->run, "  after a release: a block there, or none\n");
}

static void unname(pair *t, const world_step *s) {
  const bool expected = naive_account_unname(t->naive, s->address);
  if (bin_account_unname(t->account, s->address) != expected) fail(t->run, "  unname: naive says %d\n", expected);
}

/* Whether a range contains a static variable whose address is fixed in code: no block is allocated there. */
static bool is_known_variable(const pair *t, uint64_t start, uint64_t bytes) {
  for (unsigned i = 0; i < WORLD_SITES; i++) {
    const world_site *code = &t->code[i];
    if (code->flags & BIN_SITE_FIXED && code->constant - start < bytes + 8 &&
        naive_account_is_lazy(t->naive, code->constant))
      return true;
  }
  return false;
}

static void allocate(pair *t, const world_step *s) {
  if (is_known_variable(t, s->address, s->bytes)) return;
  bin_account_allocate(t->account, s->address, s->bytes, s->bin);
  naive_account_allocate(t->naive, s->address, s->bytes, s->bin);
  add_block(t, s);
}

static void change_memory(pair *t, const world_step *s) {
  switch ((step_type)s->type) {
    case STEP_ALLOCATE: allocate(t, s); break;
    case STEP_MAP:
      bin_account_map(t->account, s->address, s->bytes, s->bin);
      naive_account_map(t->naive, s->address, s->bytes, s->bin);
      add_block(t, s);
      break;
    case STEP_NAME:
      bin_account_name(t->account, s->address, s->bytes, s->bin);
      naive_account_name(t->naive, s->address, s->bytes, s->bin);
      add_block(t, s);
      break;
    case STEP_RELEASE: release(t, s); break;
    case STEP_UNNAME: unname(t, s); break;
    case STEP_UNNAME_ALL:
      bin_account_unname_all(t->account, s->address, s->bytes);
      naive_account_unname_all(t->naive, s->address, s->bytes);
      break;
    case STEP_MAP_LAZY: map_lazy(t, s); break;
    case STEP_UNMAP: unmap(t, s->address, s->bytes); break;
    case STEP_MOVE: move(t, s); break;
    default: break;
  }
}

static void step(pair *t, const world_step *s) {
  if (t->run->seen) t->run->seen->steps[s->type]++;
  switch ((step_type)s->type) {
    case STEP_REFERENCE: reference(t, s); break;
    case STEP_SITE:
      free_site(t, s->site);
      set_site(t, s->site, &s->code);
      break;
    case STEP_FLUSH: bin_site_flush(t->account, &t->sites[s->site]); break;
    case STEP_UNFIX: bin_account_unfix(t->account); break;
    case STEP_STACK: stack(t, s); break;
    case STEP_MIGRATE: t->flows[s->flow].processor = s->bin; break;
    case STEP_ZERO: zero(t); break;
    default: change_memory(t, s); break;
  }
}

/* ---- comparing ---------------------------------------------------------------------------------- */

static bool same_processors(pair *t) {
  uint64_t e, c;
  for (unsigned p = 0; p < t->world->shape.config.processors; p++) {
    const coh_counts expected = naive_account_counts(t->naive, p);
    const char *name = naive_difference(&expected, coh_counts_of(t->system, p), &e, &c);
    if (name) return fail(t->run, "  %s of processor %u: naive %" PRIu64 ", account %" PRIu64 "\n", name, p, e, c);
    const uint64_t cycles = t->instructions[p] * t->world->shape.config.cpi + expected.stall_cycles + t->idle[p];
    if (bin_account_instructions(t->account, p) != t->instructions[p] || bin_account_cycles(t->account, p) != cycles ||
        bin_account_idle_cycles(t->account, p) != t->idle[p])
      return fail(t->run, "  clock of processor %u: naive %" PRIu64 ", account %" PRIu64 "\n", p, cycles,
                  bin_account_cycles(t->account, p));
  }
  return true;
}

/* Compares each cell with that of the naive account. Together the cells must have all references, so that none is
 * missing. */
static bool same_cells(pair *t) {
  uint64_t e, c, references = 0, expected = 0, bytes = 0, expected_bytes = 0;
  const bin_cells *cells = bin_account_cells(t->account);
  for (uint32_t i = 0; i < cells->n; i++) {
    const bin_cell *cell = bin_cells_get(cells, i);
    const unsigned bin = naive_bin(t, cell->bin);
    const coh_counts counts = bin_cells_counts(cells, cell);
    const char *name = naive_difference(naive_account_cell(t->naive, cell->place, bin), &counts, &e, &c);
    if (name)
      return fail(t->run, "  %s of place %u in bin %u: naive %" PRIu64 ", account %" PRIu64 "\n", name, cell->place,
                  bin, e, c);
    references += cell->reads + cell->writes;
    for (unsigned m = 0; m < COH_MOVES; m++) bytes += coh_counts_get(&counts, COH_COUNT_D1_BYTES_READ + m);
  }
  for (unsigned p = 0; p < t->world->shape.config.processors; p++) {
    const coh_counts counts = naive_account_counts(t->naive, p);
    expected += counts.reads + counts.writes;
    for (unsigned m = 0; m < COH_MOVES; m++) expected_bytes += coh_counts_get(&counts, COH_COUNT_D1_BYTES_READ + m);
  }
  if (bytes != expected_bytes)
    return fail(t->run, "  bytes that all cells moved: naive %" PRIu64 ", account %" PRIu64 "\n", expected_bytes,
                bytes);
  if (references == expected) return true;
  return fail(t->run, "  references of all cells: naive %" PRIu64 ", account %" PRIu64 "\n", expected, references);
}

/* Compares the evictors in the same way. */
static bool same_evictors(pair *t) {
  uint64_t evictions = 0, expected = 0;
  const bin_cells *cells = bin_account_cells(t->account);
  for (uint32_t i = 0; i < cells->evictors.n; i++) {
    const bin_tally_entry *evictor = &cells->evictors.entries[i];
    const bin_cell *cell = bin_cells_get(cells, evictor->cell);
    const unsigned bin = naive_bin(t, cell->bin), other = naive_bin(t, evictor->who);
    const uint64_t count = naive_account_evicted(t->naive, cell->place, bin, other);
    if (count != evictor->count)
      return fail(t->run,
                  "  lines of bin %u that bin %u pushed out, at place %u: naive %" PRIu64 ", account %" PRIu64 "\n",
                  bin, other, cell->place, count, evictor->count);
    evictions += count;
    if (t->run->seen && bin != other) t->run->seen->evictors_of_others += count;
  }
  for (unsigned p = 0; p < t->world->shape.config.processors; p++)
    expected += naive_account_counts(t->naive, p).replacement;
  if (evictions == expected) return true;
  return fail(t->run, "  all evictors: naive %" PRIu64 ", account %" PRIu64 "\n", expected, evictions);
}

/* Compares the invalidators in the same way. */
static bool same_invalidators(pair *t) {
  uint64_t invalidations = 0, expected = 0;
  const bin_cells *cells = bin_account_cells(t->account);
  for (uint32_t i = 0; i < cells->invalidators.n; i++) {
    const bin_tally_entry *entry = &cells->invalidators.entries[i];
    const bin_cell *cell = bin_cells_get(cells, entry->cell);
    const unsigned bin = naive_bin(t, cell->bin);
    const uint64_t count = naive_account_invalidated(t->naive, cell->place, bin, entry->who);
    if (count != entry->count)
      return fail(t->run,
                  "  lines of bin %u that segment %u took away from place %u: naive %" PRIu64 ", account %" PRIu64 "\n",
                  bin, entry->who, cell->place, count, entry->count);
    invalidations += count;
    if (t->run->seen && t->world->segment_of[cell->place] != entry->who) t->run->seen->invalidators_of_others += count;
  }
  for (unsigned p = 0; p < t->world->shape.config.processors; p++)
    expected += naive_account_counts(t->naive, p).invalidation;
  if (invalidations == expected) return true;
  return fail(t->run, "  all invalidators: naive %" PRIu64 ", account %" PRIu64 "\n", expected, invalidations);
}

/* A variable may start where the resolver stated the start of its part. */
static bool same_start(const pair *t, uint64_t expected, const bin_shared_line *line, const bin_use *use) {
  const bin_kind kind = bin_table_get_bin(t->table, use->bin)->kind;
  if (kind != BIN_STATIC && kind != BIN_TLS) return use->start == expected;
  return expected == 0 ? use->start == 0 : use->start >= expected && use->start <= line->address + use->offset;
}

/* Asks both accounts about the data at addresses everywhere in the memory. */
static bool same_locations(pair *t) {
  const naive_shape *shape = &t->world->shape;
  for (unsigned a = 0; a < shape->n_areas; a++)
    for (uint64_t byte = dice_below(&t->d, 64); byte < shape->areas[a].bytes; byte += 1 + dice_below(&t->d, 64)) {
      const uint64_t address = shape->areas[a].start + byte;
      unsigned wanted = 0;
      uint64_t expected = 0, offset = 0;
      bin_id bin = 0;
      const bool known = naive_account_locate(t->naive, address, &wanted, &expected);
      bool same = bin_account_locate(t->account, address, &bin, &offset) == known;
      if (same && known) {
        const bin_kind kind = bin_table_get_bin(t->table, bin)->kind;
        same = naive_bin(t, bin) == wanted &&
               (kind == BIN_STATIC || kind == BIN_TLS ? offset <= expected : offset == expected);
      }
      if (!same)
        return fail(t->run, "  0x%" PRIx64 " is at %" PRIu64 " in bin %u, account %" PRIu64 " in %u\n", address,
                    expected, wanted, offset, bin);
      if (t->run->seen) *(known ? &t->run->seen->known_locations : &t->run->seen->unknown_locations) += 1;
    }
  return true;
}

/* Whether the range that an account found is in one bin, as far as the model covers it. Tests its ends, and some
 * addresses in between. */
static bool has_one_bin(pair *t, unsigned flow, unsigned place, uint64_t address, const bin_finding *f) {
  const naive_area *area = naive_area_of(&t->world->shape, address);
  const uint64_t last = area->start + area->bytes - 1;
  const uint64_t low = f->low > area->start ? f->low : area->start, high = f->high - 1 < last ? f->high - 1 : last;
  if (low > address || high < address) return false;
  for (unsigned i = 0; i < INSIDE; i++) {
    const uint64_t other = i == 0 ? low : i == 1 ? high : low + dice_below(&t->d, (uint32_t)(high - low + 1));
    if (naive_account_find(t->naive, flow, place, other) != naive_bin(t, f->bin)) return false;
  }
  return true;
}

/* Asks both accounts for the bins of addresses everywhere in the memory, as a thread sees them from a place. */
static bool same_bins(pair *t) {
  const naive_shape *shape = &t->world->shape;
  for (unsigned a = 0; a < shape->n_areas; a++)
    for (uint64_t byte = dice_below(&t->d, 64); byte < shape->areas[a].bytes; byte += 1 + dice_below(&t->d, 500)) {
      const uint64_t address = shape->areas[a].start + byte;
      const unsigned flow = dice_below(&t->d, shape->n_flows), place = dice_below(&t->d, shape->n_places);
      const unsigned expected = naive_account_find(t->naive, flow, place, address);
      const bin_finding f = bin_account_stretch(t->account, &t->flows[flow], address, place);
      const unsigned found = naive_bin(t, bin_account_find(t->account, &t->flows[flow], address, place));
      if (found != expected || !has_one_bin(t, flow, place, address, &f))
        return fail(t->run,
                    "  0x%" PRIx64 " is in bin %u for flow %u at place %u, account %u, in [0x%" PRIx64 ", 0x%" PRIx64
                    ") of %u\n",
                    address, expected, flow, place, found, f.low, f.high, naive_bin(t, f.bin));
    }
  return true;
}

/* Whether the naive account confirms what the account states about a cell's offsets. Variables are excluded, since the
 * resolver may describe them in parts. */
static bool fits_spread(pair *t, const bin_cell *cell, const bin_spread *spread) {
  const naive_spread *all = naive_account_spread(t->naive, cell->place, naive_bin(t, cell->bin));
  const uint64_t apart = spread->offset > all->first ? spread->offset - all->first : all->first - spread->offset;
  if (t->run->seen)
    *(spread->stride == all->divisor ? &t->run->seen->equal_spreads : &t->run->seen->wider_spreads) += 1;
  if (all->divisor == 0) return all->seen && apart == 0 && spread->stride == 0;
  return all->seen && apart % all->divisor == 0 && spread->stride % all->divisor == 0;
}

static bool spreads_noted(const pair *t) { return t->world->shape.n_places % 16 == 0; }

static bool fitting_spreads(pair *t) {
  const bin_cells *cells = bin_account_cells(t->account);
  for (uint32_t i = 0; spreads_noted(t) && i < cells->n && i < cells->spread_room; i++) {
    const bin_cell *cell = bin_cells_get(cells, i);
    const bin_spread *s = &cells->spreads[i];
    const bin_kind kind = bin_table_get_bin(t->table, cell->bin)->kind;
    if (!s->seen || kind == BIN_STATIC || kind == BIN_TLS || fits_spread(t, cell, s)) continue;
    return fail(t->run, "  offsets of place %u in bin %u: %" PRIu64 " + k * %" PRIu64 "\n", cell->place, cell->bin,
                s->offset, s->stride);
  }
  return true;
}

static bool same_uses(pair *t, const bin_shared_line *line, const naive_line *expected) {
  if (line->n_uses != expected->n_uses)
    return fail(t->run, "  uses of line 0x%" PRIx64 ": naive %u, account %u\n", line->address, expected->n_uses,
                line->n_uses);
  for (uint32_t i = 0; i < line->n_uses; i++) {
    const bin_use *use = &line->uses[i];
    bin_use wanted = *use;
    wanted.bin = naive_bin(t, use->bin);
    const bin_use *known = naive_sharing_use(expected, &wanted);
    if (!known || memcmp(known->counts, use->counts, sizeof use->counts) != 0 ||
        !same_start(t, known->start, line, use))
      return fail(t->run,
                  "  line 0x%" PRIx64 ", use at %u by processor %u at place %u in bin %u, which starts at 0x%" PRIx64
                  "\n",
                  line->address, use->offset, use->processor, use->place, wanted.bin, use->start);
    if (t->run->seen) *(use->start ? &t->run->seen->known_starts : &t->run->seen->unknown_starts) += 1;
  }
  return true;
}

static bool same_line(pair *t, const bin_shared_line *line) {
  const naive_line *expected = naive_account_line(t->naive, line->address);
  if (line->address != expected->address || line->events != expected->events || line->missed != 0 ||
      line->invalidation != expected->invalidation || line->true_sharing != expected->true_sharing ||
      line->upgrades != expected->upgrades || line->transfers != expected->transfers ||
      line->unlisted != expected->unlisted)
    return fail(t->run, "  events of line 0x%" PRIx64 ": naive %" PRIu64 ", account %" PRIu64 "\n", line->address,
                expected->events, line->events);
  if (t->run->seen) t->run->seen->transfers += line->transfers;
  return same_uses(t, line, expected);
}

/* Compares each line with that of the naive account. Together the lines must have all events, so that none is
 * missing. */
static bool same_sharing(pair *t) {
  const bin_sharing *sharing = bin_account_sharing(t->account);
  uint64_t events = 0;
  for (uint32_t i = 0; i < bin_sharing_lines(sharing); i++) {
    if (!same_line(t, bin_sharing_line(sharing, i))) return false;
    events += bin_sharing_line(sharing, i)->events;
  }
  const uint64_t expected = naive_account_sharing(t->naive)->events;
  if (t->run->seen) t->run->seen->events += events;
  if (events == expected && bin_sharing_events(sharing) == expected && bin_sharing_forgotten(sharing) == 0) return true;
  return fail(t->run, "  all events: naive %" PRIu64 ", account %" PRIu64 "\n", expected, events);
}

static bool same_blocks(pair *t) {
  for (unsigned b = 0; b < WORLD_BINS; b++) {
    const bin_data *data = bin_table_get_bin(t->table, b);
    if (data->blocks != t->blocks[b] || data->bytes != t->bytes[b]) return fail(t->run, "  blocks of bin %u\n", b);
  }
  return true;
}

static void tally_counts(pair *t) {
  tally *seen = t->run->seen;
  if (!seen) return;
  for (unsigned p = 0; p < t->world->shape.config.processors; p++) {
    const coh_counts c = naive_account_counts(t->naive, p);
    seen->cold += c.cold;
    seen->replacement += c.replacement;
    seen->invalidation += c.invalidation;
    seen->true_sharing += c.true_sharing;
    seen->false_sharing += c.false_sharing;
    seen->remote += c.remote;
    seen->capacity += c.capacity;
    seen->conflict += c.conflict;
    seen->upgrades += c.upgrades;
    seen->second_level += c.second_level;
    seen->last_level += c.last_level;
    seen->memory += c.memory;
    seen->transfers_counted += c.transfers;
  }
  const bin_cells *cells = bin_account_cells(t->account);
  for (uint32_t i = 0; i < cells->n; i++) {
    const bin_cell *cell = bin_cells_get(cells, i);
    seen->in_kind[bin_table_get_bin(t->table, cell->bin)->kind] += cell->reads + cell->writes;
    bin_slot slot;
    if (bin_table_get_slot(t->table, cell->bin, &slot))
      *(slot.below != 0 ? &seen->in_slots : &seen->in_unknown_slots) += cell->reads + cell->writes;
  }
}

/* ---- one run ------------------------------------------------------------------------------------ */

static void begin(pair *t, run *r) {
  *t = (pair){.run = r, .world = r->world, .d = {r->n}};
  const naive_shape *shape = &r->world->shape;
  make_table(t);
  t->system = coh_system_new(&shape->config);
  t->account = bin_account_new(t->system, t->table, resolve, t);
  t->naive = naive_account_new(shape);
  if (shape->n_slots != 0) bin_account_tell_slots(t->account);
  if (spreads_noted(t)) {
    bin_account_note_spreads(t->account);
    naive_account_note_spreads(t->naive);
  }
  t->instructions = calloc(shape->config.processors, sizeof *t->instructions);
  t->idle = calloc(shape->config.processors, sizeof *t->idle);
  for (unsigned i = 0; i < WORLD_SITES; i++) set_site(t, i, &r->world->sites[i]);
  for (unsigned f = 0; f < shape->n_flows; f++) {
    t->flows[f].processor = f % shape->config.processors;
    set_stack(t, f, 0, 0);
  }
}

static void end(pair *t) {
  bin_account_free(t->account);
  bin_table_free(t->table);
  coh_system_free(t->system);
  naive_account_free(t->naive);
  for (unsigned f = 0; f < t->world->shape.n_flows; f++) bin_flow_clear(&t->flows[f]);
  free(t->instructions);
  free(t->idle);
}

static bool compare(pair *t, unsigned number, bool last) {
  flush_sites(t);
  if (!same_processors(t) || !same_cells(t)) return false;
  if ((last || number % EVICTORS_EVERY == 0) && (!same_evictors(t) || !same_invalidators(t) || !same_sharing(t)))
    return false;
  if (!last && t->world->carved && !same_bins(t)) return false;
  if (last || number % CHECK_EVERY == 0) coh_check(t->system);
  /* Acts as if too many lines had shared entries. */
  if (number == CHECK_EVERY && t->system->processors[0].active) coh_filter_judge(&t->system->processors[0]);
  return !last || (same_blocks(t) && same_locations(t) && same_bins(t) && fitting_spreads(t));
}

static void run_body(void *data) {
  run *r = data;
  static pair t;
  begin(&t, r);
  unsigned comparisons = 0;
  for (r->at = 0; r->at < r->n && !r->failed; r->at++) {
    step(&t, &r->steps[r->at]);
    if ((r->at + 1) % r->compare_every == 0 && !compare(&t, ++comparisons, false)) break;
  }
  if (!r->failed && compare(&t, 0, true)) tally_counts(&t);
  end(&t);
}

/* Executes the steps in both accounts. Returns whether they agree. */
static bool run_agrees(run *r) {
  const uint64_t before = plat_test_outstanding();
  r->failed = false;
  if (!plat_test_try(run_body, r))
    fail(r, "  assertion failed: %s\n", plat_test_assertion());
  else if (!r->failed && plat_test_outstanding() != before)
    fail(r, "  blocks not freed: %" PRIu64 "\n", plat_test_outstanding() - before);
  if (r->failed && r->at >= r->n) r->at = r->n - 1;
  return !r->failed;
}

/* ---- shrinking failing steps -------------------------------------------------------------------- */

static bool fails(const run *original, const world_step *steps, size_t n, size_t *failing_length) {
  run r = {.world = original->world, .steps = steps, .n = n, .compare_every = 1 + n / 16};
  if (n == 0 || run_agrees(&r)) return false;
  *failing_length = r.at + 1;
  return true;
}

/* Removes every chunk without which the steps still fail. Returns the new length. */
static size_t drop_chunks(const run *original, world_step *steps, size_t n, size_t chunk) {
  world_step *candidate = malloc(n * sizeof *candidate);
  for (size_t from = 0; from < n;) {
    const size_t to = from + chunk < n ? from + chunk : n;
    memcpy(candidate, steps, from * sizeof *steps);
    memcpy(candidate + from, steps + to, (n - to) * sizeof *steps);
    size_t length;
    if (fails(original, candidate, from + n - to, &length)) {
      memcpy(steps, candidate, length * sizeof *steps);
      n = length;
    } else {
      from = to;
    }
  }
  free(candidate);
  return n;
}

static size_t shrink(const run *original, world_step *steps, size_t n) {
  for (size_t chunk = n / 2; chunk > 0; chunk /= 2) n = drop_chunks(original, steps, n, chunk);
  for (size_t before = n + 1; before > n && n < 300;) {
    before = n;
    n = drop_chunks(original, steps, n, 1);
  }
  return n;
}

static void report(const run *failing, uint64_t seed) {
  enum { LONGEST = 200 };
  printf("FAILED: seed %" PRIu64 ", step %zu\n%s", seed, failing->at, failing->what);
  world_print(failing->world, stdout);
  fflush(stdout);
  if (getenv("TRIAL_QUICK")) return; /* it is enough to know that it fails */
  printf("shrinking %zu steps ...\n", failing->at + 1);
  fflush(stdout);
  size_t n = failing->at + 1;
  world_step *steps = malloc(n * sizeof *steps);
  memcpy(steps, failing->steps, n * sizeof *steps);
  n = shrink(failing, steps, n);
  run shrunk = {.world = failing->world, .steps = steps, .n = n, .compare_every = 1};
  run_agrees(&shrunk);
  printf("%zu steps are enough:\n", n);
  for (size_t i = 0; i < n && i < LONGEST; i++) world_step_print(&steps[i], stdout);
  if (n > LONGEST) printf("... and %zu more\n", n - LONGEST);
  printf("%s", shrunk.what);
  fflush(stdout);
  free(steps);
}

/* ---- the command -------------------------------------------------------------------------------- */

typedef struct {
  uint64_t worlds, steps, seed;
} options;

static bool parse(options *o, int argc, char **argv) {
  *o = (options){.worlds = FULL_WORLDS, .steps = FULL_STEPS, .seed = 1};
  for (int i = 1; i < argc; i += 2) {
    uint64_t *value = !strcmp(argv[i], "--worlds")  ? &o->worlds
                      : !strcmp(argv[i], "--steps") ? &o->steps
                      : !strcmp(argv[i], "--seed")  ? &o->seed
                                                    : NULL;
    if (!value || i + 1 == argc) return false;
    char *rest;
    *value = strtoull(argv[i + 1], &rest, 0);
    if (*rest != '\0' || rest == argv[i + 1]) return false;
  }
  return o->worlds > 0 && o->steps > 0;
}

static uint64_t current_seed;

static void say_where(void) { fprintf(stderr, "in the world of seed %" PRIu64 "\n", current_seed); }

/* The sanitizers' runtime, if it is linked, defines this function. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static bool test_world(uint64_t seed, world_step *steps, size_t n, tally *seen) {
  static world w;
  current_seed = seed;
  world_make(&w, seed);
  world_steps_make(&w, seed, steps, n);
  run r = {.world = &w, .steps = steps, .n = n, .compare_every = COMPARE_EVERY, .seen = seen};
  if (!run_agrees(&r)) {
    report(&r, seed);
    return false;
  }
  const char *wrong = bounded_sharing_run(seed, &seen->bounded);
  if (wrong) printf("FAILED: seed %" PRIu64 ", bounded sharing: %s\n", seed, wrong);
  return wrong == NULL;
}

static bool tally_line(const char *what, uint64_t count) {
  printf("  %-32s %10" PRIu64 "\n", what, count);
  return count > 0;
}

/* Prints what happened. Returns false when an event that is possible did not occur. */
static bool tally_print(const tally *seen) {
  bool all = tally_line("cold misses", seen->cold);
  all &= tally_line("replacement misses", seen->replacement);
  all &= tally_line("  of lines that another bin took", seen->evictors_of_others);
  all &= tally_line("  by capacity", seen->capacity);
  all &= tally_line("  by conflict", seen->conflict);
  all &= tally_line("remote misses", seen->remote);
  all &= tally_line("misses served by the L2", seen->second_level);
  all &= tally_line("  by the last level", seen->last_level);
  all &= tally_line("  by memory", seen->memory);
  all &= tally_line("  by another cache", seen->transfers_counted);
  all &= tally_line("invalidation misses", seen->invalidation);
  all &= tally_line("  by true sharing", seen->true_sharing);
  all &= tally_line("  by false sharing", seen->false_sharing);
  all &= tally_line("  of lines that others' stores took", seen->invalidators_of_others);
  all &= tally_line("upgrades", seen->upgrades);
  all &= tally_line("events of shared lines", seen->events);
  all &= tally_line("  supplied by a cache", seen->transfers);
  all &= tally_line("uses whose start is known", seen->known_starts);
  all &= tally_line("uses whose start is unknown", seen->unknown_starts);
  all &= tally_line("addresses located", seen->known_locations);
  all &= tally_line("addresses not located", seen->unknown_locations);
  all &= tally_line("spreads as of all references", seen->equal_spreads);
  all &= tally_line("spreads of fewer references", seen->wider_spreads);
  all &= tally_line("runs that forgot lines", seen->bounded.lines_forgotten);
  all &= tally_line("lines that came back", seen->bounded.come_back);
  all &= tally_line("events of too many uses", seen->bounded.unlisted);
  all &= tally_line("revisions of what was forgotten", seen->bounded.revised_late);
  all &= tally_line("references not made", seen->not_made);
  all &= tally_line("references at constant addresses", seen->fixed);
  all &= tally_line("straddling references", seen->straddling);
  all &= tally_line("references to others' stacks", seen->foreign);
  all &= tally_line("references to slots of frames", seen->in_slots);
  all &= tally_line("references to unknown slots", seen->in_unknown_slots);
  all &= tally_line("stacks anywhere in memory", seen->carved);
  all &= tally_line("parts of stacks that were moved", seen->moved_stacks);
  all &= tally_line("calls", seen->calls);
  all &= tally_line("returns", seen->returns);
  for (unsigned k = 0; k < BIN_KINDS; k++) all &= tally_line(bin_kind_name((bin_kind)k), seen->in_kind[k]);
  for (unsigned s = 0; s < STEPS; s++) all &= seen->steps[s] > 0;
  return all;
}

int main(int argc, char **argv) {
  options o;
  if (!parse(&o, argc, argv)) {
    fprintf(stderr, "usage: test_account [--worlds N] [--steps N] [--seed S]\n");
    return 2;
  }
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(say_where);
  static tally seen;
  world_step *steps = malloc(o.steps * sizeof *steps);
  bool good = steps != NULL;
  for (uint64_t i = 0; good && i < o.worlds; i++) good = test_world(o.seed + i, steps, o.steps, &seen);
  free(steps);
  if (!good) {
    fflush(stdout);
    _exit(1); /* A failed assertion loses the world's memory: print no leak report in addition. */
  }
  printf("%" PRIu64 " worlds x %" PRIu64 " steps: all cells, evictors and counters equal\n", o.worlds, o.steps);
  /* Some events are rare: a short run need not contain them. */
  const bool full = o.worlds >= FULL_WORLDS && o.steps >= FULL_STEPS;
  if (tally_print(&seen) || !full) return 0;
  printf("FAILED: not everything happened\n");
  return 1;
}
