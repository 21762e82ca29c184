/* spy_producers.c: see spy_producers.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_producers.h"

#include "memspy/record/spy_lane-inl.h"
#include "memspy/record/spy_summary.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_producers.h"

enum {
  RUNS_MOST = 64,  /* maximum number of records (block runs or events) that a search goes back */
  WORDS_MOST = 16, /* maximum number of loads whose values the search looks for in stores */
  BITS = 64
};

/* A search. Its state belongs to one position in the records. The position moves back. */
typedef struct {
  const bin_dependences *dependences;
  UInt processor, line_bits;
  bin_producer *found;
  UInt n_found;
  ULong registers[SPY_UNITS / BITS + 1];     /* bit set of registers: the search looks for the producers of their values
                                                at the entry of the current block run */
  ULong loads[SPY_QUEUE_BLOCK_WORDS / BITS]; /* bit set of sites of the current block run: the search looks for the
                                                producers of the values that they load */
  struct {
    Addr first, last; /* bytes of a load; the search looks for the store of its value */
  } words[WORDS_MOST];
  UInt n_words;
} search;

static Bool has_bit(const ULong *bits, UInt i) { return bits[i / BITS] >> i % BITS & 1; }
static void set_bit(ULong *bits, UInt i) { bits[i / BITS] |= 1ULL << i % BITS; }
static void clear_bit(ULong *bits, UInt i) { bits[i / BITS] &= ~(1ULL << i % BITS); }

static Bool wants_nothing(const search *s) {
  ULong registers = 0;
  for (UInt i = 0; i < sizeof s->registers / sizeof *s->registers; i++) registers |= s->registers[i];
  return registers == 0 && s->n_words == 0;
}

static void want(search *s, spy_summary_part origins) {
  for (UInt i = 0; i < origins.n; i++) {
    const spy_origin origin = origins.first[i];
    if (spy_origin_is_load(origin))
      set_bit(s->loads, spy_origin_site(origin));
    else
      set_bit(s->registers, spy_origin_unit(origin));
  }
}

/* ---- references ---- */

/* Processes a store: it produces the values of the awaited loads of these bytes. */
static void pass_store(search *s, const bin_site *site, Addr address, const UShort *head) {
  UInt kept = 0;
  for (UInt i = 0; i < s->n_words; i++) {
    if (s->words[i].first <= address + site->last && address <= s->words[i].last)
      want(s, spy_summary_value(head));
    else
      s->words[kept++] = s->words[i];
  }
  s->n_words = kept;
}

static void add_found(search *s, bin_producer producer) {
  for (UInt i = 0; i < s->n_found; i++)
    if (s->found[i].code == producer.code && s->found[i].distance == producer.distance) return;
  if (s->n_found < BIN_PRODUCERS_MOST) s->found[s->n_found++] = producer;
}

/* Processes a load whose value is wanted. */
static void pass_load(search *s, const bin_site *site, Addr address, const UShort *head) {
  bin_producer producer;
  if (bin_dependences_find(s->dependences, s->processor, address, s->line_bits, &producer))
    add_found(s, producer);
  else
    want(s, spy_summary_address(head));
  if (s->n_words == WORDS_MOST) return;
  s->words[s->n_words].first = address;
  s->words[s->n_words++].last = address + site->last;
}

/* Moves the position back over the first n references of a run. */
static void pass_references(search *s, const spy_exit *e, const ULong *addresses, UInt n, const UShort *const *heads) {
  for (UInt i = n; i-- > 0 && s->n_found < BIN_PRODUCERS_MOST;) {
    const bin_site *site = &e->sites[i];
    const Bool made = addresses[i] != 0 || !(site->flags & BIN_SITE_GUARDED);
    if (made && (site->flags & BIN_SITE_KIND) != COH_READ) pass_store(s, site, addresses[i], heads[i]);
    const Bool wanted = has_bit(s->loads, i);
    clear_bit(s->loads, i);
    if (made && wanted && (site->flags & BIN_SITE_KIND) != COH_WRITE) pass_load(s, site, addresses[i], heads[i]);
  }
}

/* ---- runs ---- */

static const UShort **heads_of(const spy_block *block, UInt n) {
  static const UShort *heads[SPY_QUEUE_BLOCK_WORDS];
  spy_summary_heads(spy_block_summary(block), n, heads);
  return heads;
}

/* Replaces the registers that are wanted at the end of a block run by their origins in the run. */
static void pass_registers(search *s, const spy_block *block, UInt number) {
  const UShort *changes[SPY_UNITS];
  UInt exit = 0;
  while (spy_block_exits(block)[exit] != number) exit++;
  spy_summary_registers(spy_block_summary(block), exit, changes);
  spy_summary_part parts[SPY_UNITS];
  UInt n = 0;
  for (UInt unit = 0; unit < SPY_UNITS; unit++)
    if (has_bit(s->registers, unit) && changes[unit]) {
      parts[n++] = spy_summary_register(changes[unit]);
      clear_bit(s->registers, unit);
    }
  for (UInt i = 0; i < n; i++) want(s, parts[i]);
}

/* ---- the position of the drain ---- */

/* For each processor, the starts of the last records before the current record. The start of record i is at index i %
 * RUNS_MOST. */
static struct {
  const ULong *starts[RUNS_MOST];
  ULong n; /* number of records since the lane's records were loaded */
} passed[MACH_MAX_PROCESSORS];

static void pass_start(UInt processor, const ULong *at) {
  passed[processor].starts[passed[processor].n++ % RUNS_MOST] = at;
}

/* The records of a thread that runs alone. */
static struct {
  const ULong *found; /* the first record that is not in `starts` yet; NULL: no thread that runs alone is being
                         drained */
  const ULong *end;
  ULong clock;      /* clock of the D1 before the first reference */
  ULong references; /* number of references before `found` */
} alone;

void spy_producers_alone(UInt processor, const ULong *begin, const ULong *end) {
  alone.found = begin;
  alone.end = end;
  alone.clock = spy_system->processors[processor].d1.clock;
  alone.references = 0;
  passed[processor].n = 0;
}

/* For a thread that runs alone: adds the starts of its records to `passed`, up to the record with the current reference.
 * The D1's clock gives the number of this reference. */
static const ULong *pass_alone(UInt processor) {
  const ULong current = (spy_system->processors[processor].d1.clock - alone.clock) / COH_CLOCK_STEP;
  while (alone.found < alone.end) {
    const ULong n = spy_record_is_event(alone.found) ? 0 : spy_record_words(*alone.found);
    if (alone.references + n >= current) return alone.found;
    alone.references += n;
    pass_start(processor, alone.found);
    alone.found = spy_record_next(alone.found);
  }
  return NULL;
}

/* Adds the starts of the records of a lane, up to the record with its position. */
static const ULong *pass_lane(UInt processor) {
  spy_lane *l = &spy_lanes.lanes[processor];
  if (!l->found) {
    l->found = l->begin;
    passed[processor].n = 0;
  }
  for (const ULong *next; (next = spy_record_next(l->found)) <= l->at; l->found = next) pass_start(processor, l->found);
  return l->found;
}

/* Returns the record with the current reference of a site, and sets *index to the number of the reference in the
 * record. Returns NULL if it is unknown. */
static const ULong *current_record(UInt processor, const bin_site *site, ULong address, UInt *index) {
  const ULong *at = alone.found ? pass_alone(processor) : pass_lane(processor);
  if (!at || spy_record_is_event(at)) return NULL;
  *index = spy_block_index(spy_header_number(*at), site);
  return *index < spy_record_words(*at) && at[1 + *index] == address ? at : NULL;
}

/* ---- the search ---- */

/* Returns whether no more values are wanted. */
static Bool is_complete(const search *s) { return s->n_found == BIN_PRODUCERS_MOST || wants_nothing(s); }

static void pass_record(search *s, const ULong *at) {
  if (spy_record_is_event(at)) return;
  const spy_exit *e = spy_record_exit(*at);
  const spy_block *block = spy_block_of(e);
  pass_registers(s, block, spy_header_number(*at));
  pass_references(s, e, at + 1, e->n_references, heads_of(block, e->n_references));
}

/* Moves back over up to RUNS_MOST records of a processor before the current one. Returns whether the search is over. */
static Bool pass_records(search *s) {
  const ULong n = passed[s->processor].n;
  for (ULong back = 1; !is_complete(s) && back <= RUNS_MOST; back++) {
    const ULong *at = back <= n ? passed[s->processor].starts[(n - back) % RUNS_MOST] : NULL;
    if (!at || (spy_record_is_event(at) && spy_record_event(at) == SPY_EVENT_SKIP)) return False;
    pass_record(s, at);
  }
  return True;
}

unsigned spy_producers_find(void *closure, unsigned processor, const bin_site *site, uint64_t address,
                            bin_producer *found) {
  static search s;
  UInt index;
  const ULong *at = current_record(processor, site, address, &index);
  if (!at) return BIN_PRODUCERS_UNKNOWN;
  const spy_exit *e = spy_record_exit(*at);
  s = (search){.dependences = closure,
               .processor = processor,
               .line_bits = spy_system->processors[processor].line_bits,
               .found = found};
  const UShort **heads = heads_of(spy_block_of(e), index + 1);
  want(&s, spy_summary_address(heads[index]));
  pass_references(&s, e, at + 1, index, heads);
  return pass_records(&s) || s.n_found != 0 ? s.n_found : BIN_PRODUCERS_UNKNOWN;
}

void spy_producers_start(void) {
  bin_dependences *dependences = bin_account_dependences(spy_account);
  if (dependences) bin_dependences_learn(dependences, spy_producers_find, spy_trace_producers_change, dependences);
}
