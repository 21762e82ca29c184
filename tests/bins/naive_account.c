/* naive_account.c: see naive_account.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/bins/naive_account.h"

#include <assert.h>
#include <stdlib.h>

#include "tests/coherence/naive.h"

/* Values of a byte in a layer that are not numbers of bins. */
enum { NOTHING = -1, LAZY = -2, FIRST_STACK = -3 /* the stack of flow f has FIRST_STACK - f */ };

typedef struct {
  int value;
  uint32_t put; /* the number of the operation that stored this value */
  bool first;   /* the first byte of its range */
} byte;

typedef byte *layer; /* all bytes of all areas */

typedef struct {
  uint64_t base;
  unsigned owner;
} call;

typedef struct {
  uint64_t low, high;
  call *calls; /* outermost first */
  unsigned n;
} thread;

static bool on_stack(const thread *t, uint64_t address) { return address >= t->low && address < t->high; }

struct naive_account {
  const naive_shape *shape;
  naive *machine;
  naive_region regions[16];
  layer named, blocks, mapped, symbols;
  uint32_t puts;
  thread *threads;
  coh_counts *cells;     /* indexed by place and bin */
  naive_spread *spreads; /* indexed by place and bin; NULL: spreads are not recorded */
  uint64_t *evicted;     /* indexed by place, bin and evicting bin */
  uint64_t *invalidated; /* indexed by place, bin and segment */
  naive_sharing sharing;
};

/* ---- memory, byte by byte ----------------------------------------------------------------------- */

const naive_area *naive_area_of(const naive_shape *shape, uint64_t address) {
  for (unsigned a = 0; a < shape->n_areas; a++)
    if (address >= shape->areas[a].start && address - shape->areas[a].start < shape->areas[a].bytes)
      return &shape->areas[a];
  return NULL;
}

static uint64_t bytes_of(const naive_shape *shape) {
  uint64_t bytes = 0;
  for (unsigned a = 0; a < shape->n_areas; a++) bytes += shape->areas[a].bytes;
  return bytes;
}

static layer new_layer(const naive_shape *shape) {
  layer l = malloc(bytes_of(shape) * sizeof *l);
  assert(l);
  for (uint64_t i = 0; i < bytes_of(shape); i++) l[i] = (byte){.value = NOTHING};
  return l;
}

/* Returns the element of an address, which must be in an area. */
static byte *at(const naive_account *n, layer l, uint64_t address) {
  uint64_t before = 0;
  for (const naive_area *a = n->shape->areas;; before += a++->bytes) {
    assert(a < n->shape->areas + n->shape->n_areas);
    if (address >= a->start && address - a->start < a->bytes) return &l[before + (address - a->start)];
  }
}

static void put(naive_account *n, layer l, uint64_t start, uint64_t bytes, int value) {
  n->puts++;
  uint64_t before = 0;
  for (const naive_area *a = n->shape->areas; a < n->shape->areas + n->shape->n_areas; before += a++->bytes)
    for (uint64_t i = start > a->start ? start - a->start : 0; i < a->bytes && a->start + i < start + bytes; i++)
      l[before + i] = (byte){value, n->puts, a->start + i == start};
}

/* Removes the range that starts at an address. */
static bool take(naive_account *n, layer l, uint64_t start) {
  const naive_area *area = naive_area_of(n->shape, start);
  if (!area) return false;
  byte *b = at(n, l, start);
  if (b->value == NOTHING || !b->first) return false;
  const uint32_t range = b->put;
  const uint64_t left = area->start + area->bytes - start;
  for (uint64_t i = 0; i < left && b[i].put == range && b[i].value != NOTHING; i++) b[i] = (byte){.value = NOTHING};
  return true;
}

void naive_account_allocate(naive_account *n, uint64_t start, uint64_t bytes, unsigned bin) {
  put(n, n->blocks, start, (bytes + 7) / 8 * 8, (int)bin);
}

void naive_account_release(naive_account *n, uint64_t start) { take(n, n->blocks, start); }

void naive_account_unmap(naive_account *n, uint64_t start, uint64_t bytes) {
  put(n, n->named, start, bytes, NOTHING);
  put(n, n->blocks, start, bytes, NOTHING);
  put(n, n->mapped, start, bytes, NOTHING);
}

static void map(naive_account *n, uint64_t start, uint64_t bytes, int value) {
  naive_account_unmap(n, start, bytes);
  put(n, n->mapped, start, bytes, value);
}

void naive_account_map(naive_account *n, uint64_t start, uint64_t bytes, unsigned bin) {
  map(n, start, bytes, (int)bin);
}

void naive_account_map_lazy(naive_account *n, uint64_t start, uint64_t bytes) { map(n, start, bytes, LAZY); }

/* Removes the part of an old stack that is not above the new stack, if the two overlap. */
static void yield_stack(thread *t, const thread *to) {
  bool overlap = false;
  for (uint64_t address = to->low; address < to->high; address++) overlap |= on_stack(t, address);
  if (!overlap) return;
  const uint64_t low = to->high, high = t->high;
  while (t->n > 0 && (t->calls[t->n - 1].base < low || low >= high)) t->n--;
  t->low = low < high ? low : 0;
  t->high = low < high ? high : 0;
}

void naive_account_map_stack(naive_account *n, unsigned flow) {
  const thread *t = &n->threads[flow];
  for (unsigned f = 0; f < n->shape->n_flows; f++)
    if (f != flow) yield_stack(&n->threads[f], t);
  put(n, n->mapped, t->low, t->high - t->low, FIRST_STACK - (int)flow);
}

void naive_account_move(naive_account *n, uint64_t from, uint64_t to, uint64_t bytes) {
  map(n, to, bytes, at(n, n->mapped, from)->value);
}

void naive_account_name(naive_account *n, uint64_t start, uint64_t bytes, unsigned bin) {
  put(n, n->named, start, bytes, (int)bin);
}

bool naive_account_unname(naive_account *n, uint64_t start) { return take(n, n->named, start); }

void naive_account_unname_all(naive_account *n, uint64_t start, uint64_t bytes) {
  put(n, n->named, start, bytes, NOTHING);
}

bool naive_account_is_block(const naive_account *n, uint64_t address) {
  return at(n, n->blocks, address)->value != NOTHING;
}
bool naive_account_is_lazy(const naive_account *n, uint64_t address) {
  return at(n, n->mapped, address)->value == LAZY;
}
bool naive_account_is_stack(const naive_account *n, uint64_t address) {
  return at(n, n->mapped, address)->value <= FIRST_STACK;
}

void naive_account_set_symbol(naive_account *n, uint64_t start, uint64_t bytes, unsigned bin) {
  put(n, n->symbols, start, bytes, (int)bin);
}

unsigned naive_account_symbol(const naive_account *n, uint64_t address, uint64_t *low, uint64_t *high) {
  const naive_area *area = naive_area_of(n->shape, address);
  const byte *b = at(n, n->symbols, address);
  uint64_t below = 0, above = 1;
  while (address - below > area->start && b[-(int64_t)below - 1].value == b->value) below++;
  while (address + above < area->start + area->bytes && b[above].value == b->value) above++;
  *low = address - below;
  *high = address + above;
  return b->value == NOTHING ? BIN_ID_UNKNOWN : (unsigned)b->value;
}

/* ---- calls -------------------------------------------------------------------------------------- */

void naive_account_stack(naive_account *n, unsigned flow, uint64_t low, uint64_t high) {
  thread *t = &n->threads[flow];
  t->low = low;
  t->high = high;
  t->n = 0;
}

void naive_account_bounds(const naive_account *n, unsigned flow, uint64_t *low, uint64_t *high) {
  *low = n->threads[flow].low;
  *high = n->threads[flow].high;
}

uint64_t naive_account_top(const naive_account *n, unsigned flow) {
  const thread *t = &n->threads[flow];
  return t->n != 0 ? t->calls[t->n - 1].base : t->high - 1;
}

static void end_calls(thread *t, uint64_t base) {
  while (t->n > 0 && t->calls[t->n - 1].base <= base) t->n--;
}

static void begin_call(thread *t, uint64_t base, unsigned owner) {
  end_calls(t, base);
  t->calls = realloc(t->calls, (t->n + 1) * sizeof *t->calls);
  assert(t->calls);
  t->calls[t->n++] = (call){base, owner};
}

unsigned naive_stack_bin(const naive_shape *shape, unsigned segment, uint64_t below) {
  assert(below == 0 || below / 8 < shape->n_slots);
  return shape->n_bins + (shape->n_slots == 0 ? segment : segment * shape->n_slots + (unsigned)(below / 8));
}

/* Returns the bin of an address in a function's frame. The frame's return address is at `base`; the address is below
 * it. */
static unsigned slot_at(const naive_account *n, unsigned owner, uint64_t base, uint64_t address) {
  if (n->shape->n_slots == 0) return naive_stack_bin(n->shape, owner, 0);
  uint64_t below = 8;
  while (address < base + 8 - below) below += 8;
  return naive_stack_bin(n->shape, owner, below);
}

/* The frame between the return addresses of two calls belongs to the function that made the inner call. */
static unsigned stack_bin_of(const naive_account *n, const thread *t, const thread *user, unsigned running,
                             uint64_t address) {
  for (unsigned i = 0; i < t->n; i++)
    if (address > t->calls[i].base)
      return i == 0 ? naive_stack_bin(n->shape, t->calls[0].owner, 0)
                    : slot_at(n, t->calls[i].owner, t->calls[i - 1].base, address);
  return t->n == 0 || t != user ? naive_stack_bin(n->shape, running, 0)
                                : slot_at(n, running, t->calls[t->n - 1].base, address);
}

/* ---- references --------------------------------------------------------------------------------- */

static unsigned bin_of(const naive_account *n, const thread *user, unsigned place, uint64_t address) {
  const int named = at(n, n->named, address)->value;
  const int block = at(n, n->blocks, address)->value;
  const int mapped = at(n, n->mapped, address)->value;
  uint64_t low, high;
  if (named != NOTHING) return (unsigned)named;
  if (block != NOTHING) return (unsigned)block;
  if (mapped == NOTHING) return BIN_ID_UNKNOWN;
  if (mapped == LAZY) return naive_account_symbol(n, address, &low, &high);
  if (mapped > FIRST_STACK) return (unsigned)mapped;
  const thread *t = user && on_stack(user, address) ? user : &n->threads[FIRST_STACK - mapped];
  /* Calls on a stack that its thread has left are ignored. */
  const unsigned running = n->shape->segment_of[place];
  return on_stack(t, address) ? stack_bin_of(n, t, user, running, address) : naive_stack_bin(n->shape, running, 0);
}

unsigned naive_account_find(const naive_account *n, unsigned flow, unsigned place, uint64_t address) {
  return bin_of(n, &n->threads[flow], place, address);
}

static unsigned all_bins(const naive_account *n) { return naive_stack_bin(n->shape, n->shape->n_segments, 0); }

static coh_counts *cell_of(const naive_account *n, unsigned place, unsigned bin) {
  return &n->cells[place * all_bins(n) + bin];
}

static uint64_t *evicted_of(const naive_account *n, unsigned place, unsigned bin, unsigned evictor) {
  return &n->evicted[(place * all_bins(n) + bin) * all_bins(n) + evictor];
}

static uint64_t *invalidated_of(const naive_account *n, unsigned place, unsigned bin, unsigned segment) {
  return &n->invalidated[(place * all_bins(n) + bin) * n->shape->n_segments + segment];
}

/* Returns the number of a line in the array of all lines of all areas. */
static unsigned line_number(const naive_account *n, uint64_t address) {
  unsigned before = 0;
  for (const naive_area *a = n->shape->areas;; before += a++->bytes / n->shape->config.d1.line)
    if (address >= a->start && address - a->start < a->bytes)
      return before + (unsigned)((address - a->start) / n->shape->config.d1.line);
}

/* Returns the address of element `i` of a layer. */
static uint64_t address_at(const naive_account *n, uint64_t i) {
  const naive_area *a = n->shape->areas;
  while (i >= a->bytes) i -= a++->bytes;
  return a->start + i;
}

/* Returns the start of the range that stored a byte; 0 when the range lost its first byte, or a byte between the two. A
 * range may include the gap between two areas. */
static uint64_t start_in(const naive_account *n, layer l, uint64_t address) {
  const byte *here = at(n, l, address), *b = here;
  for (; !b->first; b--)
    if (b == l || b[-1].put != here->put || b[-1].value != here->value) return 0;
  return address_at(n, (uint64_t)(b - l));
}

/* Returns the start of the block or variable of a bin that contains a byte; 0: unknown. */
static uint64_t start_of(const naive_account *n, uint64_t address, unsigned bin) {
  const layer layers[] = {n->named, n->blocks, n->mapped};
  for (unsigned i = 0; i < 3; i++)
    if (at(n, layers[i], address)->value == (int)bin) return start_in(n, layers[i], address);
  uint64_t low, high;
  if (bin == BIN_ID_UNKNOWN || at(n, n->mapped, address)->value != LAZY) return 0;
  return naive_account_symbol(n, address, &low, &high) == bin ? low : 0;
}

static bool locate_in_stack(const naive_account *n, const thread *t, uint64_t address, unsigned *bin,
                            uint64_t *offset) {
  if (!on_stack(t, address)) return false;
  for (unsigned i = 1; i < t->n; i++)
    if (address > t->calls[i].base && address <= t->calls[i - 1].base) {
      *bin = slot_at(n, t->calls[i].owner, t->calls[i - 1].base, address);
      *offset = t->calls[i - 1].base + 8 - address;
      return true;
    }
  return false;
}

bool naive_account_locate(const naive_account *n, uint64_t address, unsigned *bin, uint64_t *offset) {
  const bool above = at(n, n->named, address)->value != NOTHING || at(n, n->blocks, address)->value != NOTHING;
  if (!above && naive_account_is_stack(n, address))
    return locate_in_stack(n, &n->threads[FIRST_STACK - at(n, n->mapped, address)->value], address, bin, offset);
  *bin = bin_of(n, NULL, 0, address);
  const uint64_t start = start_of(n, address, *bin);
  *offset = address - start;
  return start != 0;
}

static void share(naive_account *n, unsigned processor, unsigned place, unsigned bin, uint64_t address, coh_kind kind,
                  const coh_outcome *outcome) {
  const uint64_t start = outcome->line * n->shape->config.d1.line;
  const uint64_t first = address > start ? address : start;
  const bin_use use = {.place = place,
                       .bin = bin,
                       .offset = (uint16_t)(first - start),
                       .processor = (uint8_t)processor,
                       .start = start_of(n, first, bin)};
  naive_sharing_event(&n->sharing, line_number(n, start), &use, kind, outcome);
}

/* Each reference's note is the number of its cell. */
static void revise(void *closure, unsigned processor, uint64_t line, uint32_t cell) {
  const naive_account *n = closure;
  (void)processor;
  n->cells[cell].false_sharing--;
  n->cells[cell].true_sharing++;
  n->sharing.lines[line_number(n, line * n->shape->config.d1.line)].true_sharing++;
}

static void waste(void *closure, unsigned processor, uint64_t line, uint32_t cell) {
  const naive_account *n = closure;
  (void)processor;
  (void)line;
  n->cells[cell].unused++;
}

/* Callback: counts the bytes of a line for the cell of the code that moves the line and the data that it moves. */
static void moved(void *closure, unsigned processor, coh_move move, coh_who data, uint32_t note) {
  const naive_account *n = closure;
  (void)processor;
  *coh_counts_moved(&n->cells[note / all_bins(n) * all_bins(n) + data], move) += n->shape->config.d1.line;
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
  if (a == 0 || b == 0) return a + b;
  uint64_t divisor = a < b ? a : b;
  while (a % divisor != 0 || b % divisor != 0) divisor--;
  return divisor;
}

static void note_spread(naive_account *n, unsigned place, unsigned bin, uint64_t address) {
  const uint64_t start = bin < n->shape->n_bins ? start_of(n, address, bin) : 0;
  if (start == 0) return;
  naive_spread *s = &n->spreads[place * all_bins(n) + bin];
  if (!s->seen) *s = (naive_spread){true, address - start, 0};
  const uint64_t difference = address - start > s->first ? address - start - s->first : s->first - (address - start);
  s->divisor = common_divisor(s->divisor, difference);
}

void naive_account_reference(naive_account *n, unsigned processor, unsigned flow, unsigned place, uint32_t size,
                             unsigned flags, uint64_t address) {
  if (flags & BIN_SITE_GUARDED && address == 0) return;
  const coh_kind kind = (coh_kind)(flags & BIN_SITE_KIND);
  const unsigned bin = bin_of(n, &n->threads[flow], place, address);
  if (n->spreads) note_spread(n, place, bin, address);
  coh_outcome outcome;
  const coh_blame blame = {.filler = bin, .storer = n->shape->segment_of[place], .note = place * all_bins(n) + bin};
  naive_access(n->machine, processor, address, size, kind, &blame, &outcome);
  naive_count(cell_of(n, place, bin), kind, &outcome);
  if (outcome.cause == COH_REPLACED) ++*evicted_of(n, place, bin, outcome.who);
  if (outcome.cause == COH_INVALIDATED) ++*invalidated_of(n, place, bin, outcome.who);
  if (outcome.cause == COH_INVALIDATED || outcome.upgrade || outcome.source == COH_FROM_CACHE)
    share(n, processor, place, bin, address, kind, &outcome);
  thread *t = &n->threads[flow];
  if (!on_stack(t, address)) return;
  if (flags & BIN_SITE_CALL) begin_call(t, address, n->shape->segment_of[place]);
  if (flags & BIN_SITE_RETURN) end_calls(t, address);
}

void naive_account_zero(naive_account *n) {
  for (unsigned i = 0; i < n->shape->n_places * all_bins(n); i++) n->cells[i] = (coh_counts){0};
  for (unsigned i = 0; i < n->shape->n_places * all_bins(n) * all_bins(n); i++) n->evicted[i] = 0;
  for (unsigned i = 0; i < n->shape->n_places * all_bins(n) * n->shape->n_segments; i++) n->invalidated[i] = 0;
  for (unsigned i = 0; n->spreads && i < n->shape->n_places * all_bins(n); i++) n->spreads[i].seen = false;
  naive_sharing_zero(&n->sharing);
  naive_counts_zero(n->machine);
}

/* ---- results ------------------------------------------------------------------------------------ */

const coh_counts *naive_account_cell(const naive_account *n, unsigned place, unsigned bin) {
  return cell_of(n, place, bin);
}

void naive_account_note_spreads(naive_account *n) {
  n->spreads = calloc((size_t)n->shape->n_places * all_bins(n), sizeof *n->spreads);
  assert(n->spreads);
}

const naive_spread *naive_account_spread(const naive_account *n, unsigned place, unsigned bin) {
  return &n->spreads[place * all_bins(n) + bin];
}

uint64_t naive_account_evicted(const naive_account *n, unsigned place, unsigned bin, unsigned evictor) {
  return *evicted_of(n, place, bin, evictor);
}

uint64_t naive_account_invalidated(const naive_account *n, unsigned place, unsigned bin, unsigned segment) {
  return *invalidated_of(n, place, bin, segment);
}

const naive_sharing *naive_account_sharing(const naive_account *n) { return &n->sharing; }

const naive_line *naive_account_line(const naive_account *n, uint64_t address) {
  return &n->sharing.lines[line_number(n, address)];
}

coh_counts naive_account_counts(const naive_account *n, unsigned processor) {
  return *naive_counts_of(n->machine, processor);
}

/* ---- life --------------------------------------------------------------------------------------- */

naive_account *naive_account_new(const naive_shape *shape) {
  naive_account *n = calloc(1, sizeof *n);
  assert(n && shape->n_areas <= sizeof n->regions / sizeof n->regions[0]);
  n->shape = shape;
  const uint32_t line = shape->config.d1.line;
  for (unsigned a = 0; a < shape->n_areas; a++)
    n->regions[a] = (naive_region){shape->areas[a].start / line, shape->areas[a].bytes / line};
  n->machine = naive_new(&shape->config, n->regions, shape->n_areas);
  naive_on_true_sharing(n->machine, revise, n);
  naive_on_waste(n->machine, waste, n);
  naive_on_traffic(n->machine, moved, n);
  n->named = new_layer(shape);
  n->blocks = new_layer(shape);
  n->mapped = new_layer(shape);
  n->symbols = new_layer(shape);
  const size_t cells = (size_t)shape->n_places * all_bins(n);
  n->threads = calloc(shape->n_flows, sizeof *n->threads);
  n->cells = calloc(cells, sizeof *n->cells);
  n->evicted = calloc(cells * all_bins(n), sizeof *n->evicted);
  n->invalidated = calloc(cells * shape->n_segments, sizeof *n->invalidated);
  assert(n->threads && n->cells && n->evicted && n->invalidated);
  naive_sharing_make(&n->sharing, (unsigned)(bytes_of(shape) / line));
  for (unsigned a = 0; a < shape->n_areas; a++)
    for (uint64_t at_byte = 0; at_byte < shape->areas[a].bytes; at_byte += line) {
      const uint64_t address = shape->areas[a].start + at_byte;
      n->sharing.lines[line_number(n, address)].address = address;
    }
  return n;
}

void naive_account_free(naive_account *n) {
  naive_free(n->machine);
  free(n->named);
  free(n->blocks);
  free(n->mapped);
  free(n->symbols);
  for (unsigned f = 0; f < n->shape->n_flows; f++) free(n->threads[f].calls);
  free(n->threads);
  free(n->cells);
  free(n->spreads);
  free(n->evicted);
  free(n->invalidated);
  naive_sharing_clear(&n->sharing);
  free(n);
}
