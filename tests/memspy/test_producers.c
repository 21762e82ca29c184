/* test_producers.c: the data flow of blocks (memspy/translate/spy_dataflow.h, record/spy_summary.h) and the search for
 * the producers of addresses (memspy/drain/spy_producers.h) against sets of all executed references, with random blocks
 * that are executed in random order.
 *
 *   test_producers [--worlds N] [--seed S]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/drain/spy_producers.h"

#include "memspy/core/spy_platform.h"
#include "memspy/record/spy_lane-inl.h"
#include "memspy/setup/spy_state.h"
#include "memspy/translate/spy_dataflow.h"
#include "tests/memspy/guest.h"
#include "tests/memspy/naive_dataflow.h"
#include "tests/memspy/trial.h"

enum { BLOCKS = 5, STEPS = 150, TEMPORARIES = 6, UNIT = 8, BACK = 64, WORDS_AWAITED = 16, MEMORY = 0x10000 };

enum kind { RUN, RELOAD, EVENT, SKIP, KINDS };
static const char *const kinds[KINDS + 1] = {"run", "the lane is loaded", "event", "part that is not recorded"};
enum { SEARCHES = KINDS, INSIDE, FOUND, SEVERAL, FAR, TOO_MANY, MANY_LOADS, NONE, UNKNOWN, NOT_MADE, SIDE, COUNTERS };
static const char *const others[COUNTERS - KINDS + 1] = {"searches",
                                                         "positions within a run",
                                                         "producers",
                                                         "addresses with several producers",
                                                         "producers with a distance",
                                                         "addresses with too many producers",
                                                         "searches through too many loads",
                                                         "addresses without producer",
                                                         "searches that end too early",
                                                         "references that were not made",
                                                         "runs that leave early"};

static naive_block plain[BLOCKS];
static spy_block *blocks[BLOCKS];
static bin_dependences *dependences;
static UInt line_bits;
static ULong records[STEPS * (NAIVE_SITES + 1)];
static ULong *end;         /* end of the used part of `records` */
static unsigned n_records; /* number of the next record */
static unsigned lowest;    /* first record that a search may see */

/* ---- blocks ---- */

/* The origins of a value, computed by spy_dataflow.c and by plain sets. */
typedef struct {
  spy_origins origins;
  naive_origins plain;
} value;

/* The origins of the guest registers at the current operation of a block. */
static naive_origins now[NAIVE_UNITS];

static Bool is_pointer(UInt unit) {
  return unit == (UInt)SPY_GUEST_STACK_POINTER / UNIT || unit == (UInt)SPY_GUEST_IP / UNIT;
}

static naive_origins both(naive_origins a, naive_origins b) {
  return (naive_origins){a.loads | b.loads, a.units | b.units};
}

static value get(Int offset, Int bytes) {
  value v = {.origins = spy_dataflow_get(offset, bytes)};
  for (Int byte = offset; byte < offset + bytes; byte++) v.plain = both(v.plain, now[byte / UNIT]);
  return v;
}

static void put(Int offset, Int bytes, value v) {
  spy_dataflow_put(offset, bytes, v.origins);
  for (UInt unit = 0; unit < NAIVE_UNITS; unit++) {
    Int covered = 0;
    for (Int byte = offset; byte < offset + bytes; byte++) covered += (UInt)byte / UNIT == unit;
    if (covered == 0 || is_pointer(unit)) continue;
    now[unit] = covered == UNIT ? v.plain : both(now[unit], v.plain);
  }
}

static value load(naive_block *b, unsigned kind, unsigned size, bool guarded, value address) {
  const unsigned site = b->n++;
  b->sites[site].kind = kind;
  b->sites[site].size = size;
  b->sites[site].guarded = guarded;
  b->sites[site].address = address.plain;
  return (value){spy_dataflow_refer(address.origins), {.loads = 1u << site}};
}

static void store(naive_block *b, value v) {
  spy_dataflow_store(v.origins);
  b->sites[b->n - 1].value = both(b->sites[b->n - 1].value, v.plain);
}

static void leave(naive_block *b) {
  spy_dataflow_exit();
  b->exits[b->n_exits].n = b->n;
  for (UInt unit = 0; unit < NAIVE_UNITS; unit++) b->exits[b->n_exits].registers[unit] = now[unit];
  b->n_exits++;
}

/* Adds a random operation. */
static void operate(dice *d, naive_block *b, value *temporaries) {
  const Int offset = (Int)dice_below(d, 12) * UNIT, wide = dice_chance(d, 20) ? 2 * UNIT : UNIT;
  const Int part = dice_chance(d, 15) ? UNIT / 2 : 0;
  value *const a = &temporaries[dice_below(d, TEMPORARIES)], *const c = &temporaries[dice_below(d, TEMPORARIES)];
  const unsigned size = 1u << dice_below(d, 4);
  const bool guarded = dice_chance(d, 15);
  switch (dice_below(d, 8)) {
    case 0:
    case 1: *a = get(offset + part, part ? part : wide); break;
    case 2: put(offset + part, part ? part : wide, *c); break;
    case 3: *a = (value){spy_dataflow_join(a->origins, c->origins), both(a->plain, c->plain)}; break;
    case 4:
    case 5: *a = load(b, COH_READ, size, guarded, *c); break;
    case 6:
      load(b, COH_WRITE, size, guarded, *a);
      store(b, *c);
      break;
    case 7: {
      const value old = load(b, COH_MODIFY, size, false, *a);
      store(b, (value){spy_dataflow_join(old.origins, c->origins), both(old.plain, c->plain)});
      *a = old;
    } break;
  }
  if (b->n_exits + 1 < NAIVE_EXITS && dice_chance(d, 8)) leave(b);
}

static void make_plain(dice *d, naive_block *b) {
  value temporaries[TEMPORARIES] = {0};
  *b = (naive_block){0};
  for (UInt unit = 0; unit < NAIVE_UNITS; unit++) now[unit].units = is_pointer(unit) ? 0 : 1u << unit;
  for (UInt unit = 0; unit < NAIVE_UNITS; unit++) now[unit].loads = 0;
  spy_dataflow_begin();
  const unsigned n = dice_between(d, 1, 30);
  for (unsigned i = 0; i < n && b->n < NAIVE_SITES; i++) operate(d, b, temporaries);
  leave(b);
  for (unsigned i = 0; i < b->n; i++) b->sites[i].code = 0x1000 + dice_below(d, 40);
}

static spy_block *translate(dice *d, naive_block *b) {
  make_plain(d, b);
  XArray *summary = spy_dataflow_end(b->n);
  const UInt n = (UInt)VG_(sizeXA)(summary), sites = (UInt)(sizeof(spy_block) + b->n * sizeof(bin_site));
  const spy_block fields = {.exits = sites,
                            .summary = sites + b->n_exits * (UInt)sizeof(UInt),
                            .n_sites = (UShort)b->n,
                            .n_exits = (UShort)b->n_exits};
  spy_block *block = spy_block_new(&fields, fields.summary + n * sizeof(UShort));
  for (unsigned i = 0; i < b->n; i++) {
    bin_site *site = &spy_block_sites(block)[i];
    bin_site_init(site, spy_account, b->sites[i].size, b->sites[i].kind | (b->sites[i].guarded ? BIN_SITE_GUARDED : 0),
                  0);
    if (b->sites[i].kind != COH_WRITE) bin_dependences_set_code(dependences, site, b->sites[i].code);
  }
  VG_(memcpy)(spy_block_part(block, fields.summary), VG_(indexXA)(summary, 0), n * sizeof(UShort));
  spy_exit exits[NAIVE_EXITS] = {{0}};
  for (unsigned i = 0; i < b->n_exits; i++) exits[i].n_references = (UShort)b->exits[i].n;
  spy_block_reserve(spy_block_exits(block), b->n_exits);
  spy_block_add(block, exits);
  return block;
}

/* ---- searches ---- */

static Bool is_in(const naive_producers *all, bin_producer p) {
  for (unsigned i = 0; i < all->n; i++)
    if (all->producers[i].code == p.code && all->producers[i].distance == p.distance) return True;
  return False;
}

static void look(const bin_site *site, ULong address, unsigned instance) {
  bin_producer found[BIN_PRODUCERS_MOST];
  const unsigned current = n_records - 1, first = current > lowest + BACK ? current - BACK : lowest;
  const naive_producers wanted = naive_find(instance, first, line_bits);
  const unsigned n = spy_producers_find(dependences, 0, site, address, found);
  trial_note(SEARCHES);
  if (n == BIN_PRODUCERS_UNKNOWN) {
    trial_note(UNKNOWN);
    if (wanted.n != 0 || current - lowest >= BACK) trial_fail("the search has not found %u producers", wanted.n);
    return;
  }
  if (n > 1) trial_note(SEVERAL);
  if (n == 0) trial_note(NONE);
  for (unsigned i = 0; i < n; i++) {
    trial_note(FOUND);
    if (found[i].distance != 0) trial_note(FAR);
    if (!is_in(&wanted, found[i]))
      trial_fail("%llx at distance %u is no producer", (ULong)found[i].code, found[i].distance);
  }
  if (wanted.loads > WORDS_AWAITED) trial_note(MANY_LOADS);
  if (wanted.n > BIN_PRODUCERS_MOST) trial_note(TOO_MANY);
  const unsigned least = wanted.n < BIN_PRODUCERS_MOST ? wanted.n : BIN_PRODUCERS_MOST;
  if (n < least && wanted.loads <= WORDS_AWAITED) trial_fail("%u producers, not %u", n, wanted.n);
}

/* ---- steps ---- */

static ULong some_address(dice *d, bool guarded) {
  if (guarded && dice_chance(d, 40)) {
    trial_note(NOT_MADE);
    return 0;
  }
  const ULong line = dice_chance(d, 80) ? dice_below(d, 12) : dice_below(d, 400);
  return MEMORY + (line << line_bits) + 4 * dice_below(d, 8);
}

/* Makes the references of a run, in order. Each load can start a search, and can miss. */
static void refer(dice *d, const ULong *at, const spy_block *block, unsigned n, unsigned first) {
  spy_lane *l = &spy_lanes.lanes[0];
  l->at = at;
  for (unsigned i = 0; i < n; i++) {
    const bin_site *site = &spy_block_sites(block)[i];
    const naive_instance *instance = naive_instance_of(first + i);
    if (instance->kind == COH_WRITE || !instance->made) continue;
    if (dice_chance(d, 10)) {
      l->at = at + 1 + i;
      trial_note(INSIDE);
    }
    if (dice_chance(d, 40)) look(site, at[1 + i], first + i);
    if (!dice_chance(d, 15)) continue;
    naive_miss(first + i);
    bin_dependences_complete(dependences, 0, site, at[1 + i], 1);
  }
}

static void run_block(const trial_step *s) {
  dice d = {s->c};
  const unsigned b = s->a % BLOCKS, exit = s->b % plain[b].n_exits, n = plain[b].exits[exit].n;
  uint64_t addresses[NAIVE_SITES];
  if (exit + 1 < plain[b].n_exits) trial_note(SIDE);
  for (unsigned i = 0; i < n; i++) addresses[i] = some_address(&d, plain[b].sites[i].guarded);
  const unsigned first = naive_execute(&plain[b], exit, addresses, n_records++);
  ULong *const at = end;
  *end++ = spy_header(spy_block_exits(blocks[b])[exit], n);
  for (unsigned i = 0; i < n; i++) *end++ = addresses[i];
  refer(&d, at, blocks[b], n, first);
}

static void take(const trial_step *s) {
  static const ULong words[SPY_EVENT_WORDS_MOST];
  trial_note(s->kind);
  switch ((enum kind)s->kind) {
    case RUN: run_block(s); break;
    case RELOAD:
      spy_lanes.lanes[0] = (spy_lane){.begin = end, .at = end};
      lowest = n_records;
      break;
    case EVENT:
      end = spy_record_write(end, SPY_EVENT_RELEASE, words);
      n_records++;
      break;
    case SKIP:
      end = spy_record_write(end, SPY_EVENT_SKIP, words);
      lowest = ++n_records;
      break;
    case KINDS: break;
  }
}

static size_t make(uint64_t seed, trial_step *steps) {
  dice d = {seed};
  const size_t n = dice_between(&d, 5, STEPS);
  for (size_t i = 0; i < n; i++)
    steps[i] = (trial_step){.kind = (uint8_t)(dice_chance(&d, 97) ? RUN : dice_below(&d, KINDS)),
                            .a = (uint16_t)(dice_chance(&d, 70) ? i % 2 : dice_next(&d)),
                            .b = (uint16_t)dice_next(&d),
                            .c = (uint16_t)dice_next(&d)};
  return n;
}

static void run(uint64_t seed, const trial_step *steps, size_t n) {
  dice d = {~seed};
  guest_account_make();
  line_bits = spy_system->processors[0].line_bits;
  dependences = bin_dependences_new(1);
  end = records;
  for (UInt i = 0; i < BLOCKS; i++) blocks[i] = translate(&d, &plain[i]);
  spy_lanes.lanes[0] = (spy_lane){.begin = end, .at = end};
  for (size_t i = 0; i < n; i++) take(&steps[i]);
  bin_dependences_free(dependences);
}

int main(int argc, char **argv) {
  static const trial_test test = {.name = "test_producers",
                                  .worlds = 3000,
                                  .actor = "-",
                                  .kinds = kinds,
                                  .others = others,
                                  .make = make,
                                  .most_steps = STEPS,
                                  .run = run};
  return trial_main(&test, argc, argv);
}
