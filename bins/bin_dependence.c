/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_dependence.c: see bin_dependence.h. */
#include "bins/bin_dependence.h"

#include "plat/plat.h"
#include "plat/plat_array.h"
#include "plat/plat_map.h"

enum {
  SEARCHES_UNTIL = 192, /* number of misses of a load after which its producers are no longer searched for */
  CANDIDATES = 8,       /* maximum number of candidates of a load */
  SHARE = 4,    /* a producer must be found by 1 / SHARE of the searches: the other searches fail if its line was
                   cached, or find another producer, on another way through the loop */
  RECENT = 128, /* number of a processor's latest misses that bin_dependences_find() searches */
  CACHED = 2048 /* entries of the cache of sites */
};

/* A producer that searches have found. */
typedef struct {
  uint32_t load; /* number of its instruction */
  uint8_t distance, votes;
} candidate;

/* The latest misses of an instruction on a processor. */
typedef struct {
  uint64_t n; /* number of misses so far; miss i is at index i % BIN_PRODUCER_DISTANCES */
  uint64_t completions[BIN_PRODUCER_DISTANCES];
} history;

typedef struct record record;

/* The producers and candidates of an instruction. */
typedef struct {
  record *sources[BIN_PRODUCERS_MOST];     /* records of `producers` */
  candidate producers[BIN_PRODUCERS_MOST]; /* `votes` is not used */
  candidate candidates[CANDIDATES];
} learned;

/* An instruction that has missed, or produces addresses, or has producers. Small, because each miss uses it. */
struct record {
  uint32_t number;
  uint8_t n_candidates, n_producers;
  uint8_t misses;       /* number of misses, up to SEARCHES_UNTIL + 1 */
  uint8_t searches : 7; /* number of completed searches */
  uint8_t due : 1;      /* the next miss starts a search */
  learned *learned;     /* NULL: it has had no producer and no candidate */
  history *histories[]; /* indexed by processor; NULL: none */
};

/* An entry of the cache of sites; NULL: the entry is empty. */
typedef struct {
  const bin_site *site;
  record *record;
} cached_site;

typedef struct {
  uint64_t code;
  record *record; /* NULL: none yet */
} load;

/* A recent miss of a processor. `load` is the number of its instruction. */
typedef struct {
  uint64_t address;
  uint32_t load;
} miss;

typedef struct {
  uint64_t n; /* number of misses so far; miss i is at index i % RECENT */
  miss misses[RECENT];
} recent;

struct bin_dependences {
  unsigned processors;
  bin_producer_search *search; /* NULL: none */
  bin_producer_change *change; /* NULL: none */
  void *closure;
  plat_map sites; /* number of the load, by site */
  plat_map codes; /* number of the load + 1, by address */
  load *loads;
  uint32_t n_loads, loads_room;
  recent *recents;            /* indexed by processor */
  cached_site cached[CACHED]; /* records by site: most look-ups find them here */
};

bin_dependences *bin_dependences_new(unsigned processors) {
  bin_dependences *dependences = plat_alloc(sizeof *dependences);
  dependences->processors = processors;
  dependences->recents = plat_alloc(processors * sizeof *dependences->recents);
  return dependences;
}

void bin_dependences_free(bin_dependences *dependences) {
  if (!dependences) return;
  for (uint32_t i = 0; i < dependences->n_loads; i++) {
    record *r = dependences->loads[i].record;
    if (!r) continue;
    for (unsigned p = 0; p < dependences->processors; p++) plat_free(r->histories[p]);
    plat_free(r->learned);
    plat_free(r);
  }
  plat_map_clear(&dependences->sites);
  plat_map_clear(&dependences->codes);
  plat_free(dependences->loads);
  plat_free(dependences->recents);
  plat_free(dependences);
}

void bin_dependences_learn(bin_dependences *dependences, bin_producer_search *search, bin_producer_change *change,
                           void *closure) {
  dependences->search = search;
  dependences->change = change;
  dependences->closure = closure;
}

/* ---- loads ---- */

static uint32_t number_of(bin_dependences *dependences, uint64_t code) {
  uint32_t *number = plat_map_add(&dependences->codes, code);
  if (*number == 0) {
    const uint32_t added = dependences->n_loads++;
    *number = added + 1;
    dependences->loads = plat_grow(dependences->loads, added, &dependences->loads_room, sizeof(load));
    dependences->loads[added] = (load){.code = code};
    return added;
  }
  return *number - 1;
}

static cached_site *cached_of(bin_dependences *dependences, const bin_site *site) {
  return &dependences->cached[(uintptr_t)site / sizeof *site % CACHED];
}

void bin_dependences_set_code(bin_dependences *dependences, const bin_site *site, uint64_t code) {
  const uint32_t number = number_of(dependences, code);
  *plat_map_add(&dependences->sites, (uint64_t)(uintptr_t)site) = number;
  cached_of(dependences, site)->site = NULL;
}

static record *record_of(bin_dependences *dependences, uint32_t number) {
  load *l = &dependences->loads[number];
  if (!l->record) {
    l->record = plat_alloc(sizeof *l->record + dependences->processors * sizeof(history *));
    l->record->number = number;
  }
  return l->record;
}

/* Returns the record of the load of a site, or NULL if the instruction of the site is unknown. */
static record *record_of_site(bin_dependences *dependences, const bin_site *site) {
  cached_site *const cached = cached_of(dependences, site);
  if (PLAT_LIKELY(cached->site == site)) return cached->record;
  const uint32_t *number = plat_map_find(&dependences->sites, (uint64_t)(uintptr_t)site);
  if (!number) return NULL;
  *cached = (cached_site){site, record_of(dependences, *number)};
  return cached->record;
}

/* ---- producers ---- */

static unsigned copy_producers(const bin_dependences *dependences, const record *r, bin_producer *to) {
  for (unsigned i = 0; i < r->n_producers; i++)
    to[i] = (bin_producer){dependences->loads[r->learned->producers[i].load].code, r->learned->producers[i].distance};
  return r->n_producers;
}

static void reserve_learned(record *r) {
  if (!r->learned) r->learned = plat_alloc(sizeof *r->learned);
}

static void set_producer(bin_dependences *dependences, record *r, unsigned i, candidate producer) {
  reserve_learned(r);
  r->learned->producers[i] = producer;
  r->learned->sources[i] = record_of(dependences, producer.load);
}

void bin_dependences_clear(bin_dependences *dependences, uint64_t code) {
  record_of(dependences, number_of(dependences, code))->n_producers = 0;
}

void bin_dependences_add(bin_dependences *dependences, uint64_t code, bin_producer producer) {
  record *r = record_of(dependences, number_of(dependences, code));
  plat_assert(producer.distance < BIN_PRODUCER_DISTANCES);
  if (r->n_producers < BIN_PRODUCERS_MOST)
    set_producer(dependences, r, r->n_producers++,
                 (candidate){.load = number_of(dependences, producer.code), .distance = (uint8_t)producer.distance});
}

void bin_dependences_visit(const bin_dependences *dependences, bin_producer_change *visit, void *closure) {
  for (uint32_t i = 0; i < dependences->n_loads; i++) {
    const record *r = dependences->loads[i].record;
    bin_producer producers[BIN_PRODUCERS_MOST];
    if (r && r->n_producers != 0)
      visit(closure, dependences->loads[i].code, producers, copy_producers(dependences, r, producers));
  }
}

/* ---- learning ---- */

/* Adds the vote of a search for a candidate. If the array is full, a new candidate replaces the one with the fewest
 * votes. */
static void vote(record *r, candidate found) {
  reserve_learned(r);
  candidate *fewest = r->learned->candidates;
  for (candidate *c = r->learned->candidates; c < r->learned->candidates + r->n_candidates; c++) {
    if (c->load == found.load && c->distance == found.distance) {
      c->votes++;
      return;
    }
    if (c->votes < fewest->votes) fewest = c;
  }
  found.votes = 1;
  if (r->n_candidates < CANDIDATES)
    r->learned->candidates[r->n_candidates++] = found;
  else
    *fewest = found;
}

/* Returns the votes of all candidates with the load of *c. Sets *best to the candidate with that
 * load and the most votes; if there are several, to the one with the smallest distance. */
static unsigned votes_of_load(const record *r, const candidate *c, const candidate **best) {
  unsigned votes = 0;
  *best = c;
  for (const candidate *other = r->learned->candidates; other < r->learned->candidates + r->n_candidates; other++) {
    if (other->load != c->load) continue;
    votes += other->votes;
    if (other->votes > (*best)->votes || (other->votes == (*best)->votes && other->distance < (*best)->distance))
      *best = other;
  }
  return votes;
}

/* Chooses the producers. Returns whether they have changed. */
static bool elect(bin_dependences *dependences, record *r) {
  if (!r->learned) return false;
  candidate chosen[BIN_PRODUCERS_MOST];
  unsigned n = 0;
  for (const candidate *c = r->learned->candidates;
       c < r->learned->candidates + r->n_candidates && n < BIN_PRODUCERS_MOST; c++) {
    const candidate *best;
    if (votes_of_load(r, c, &best) * SHARE >= r->searches && best == c) chosen[n++] = *c;
  }
  bool changed = n != r->n_producers;
  for (unsigned i = 0; i < n; i++) {
    changed |= chosen[i].load != r->learned->producers[i].load ||
               chosen[i].distance != r->learned->producers[i].distance;
    set_producer(dependences, r, i, chosen[i]);
  }
  r->n_producers = (uint8_t)n;
  return changed;
}

static void search(bin_dependences *dependences, unsigned processor, const bin_site *site, uint64_t address,
                   record *r) {
  bin_producer found[BIN_PRODUCERS_MOST];
  const unsigned n = dependences->search(dependences->closure, processor, site, address, found);
  if (n == BIN_PRODUCERS_UNKNOWN) return;
  r->due = false;
  r->searches++;
  for (unsigned i = 0; i < n; i++)
    vote(r, (candidate){.load = number_of(dependences, found[i].code), .distance = (uint8_t)found[i].distance});
  if (!elect(dependences, r) || !dependences->change) return;
  bin_producer producers[BIN_PRODUCERS_MOST];
  const unsigned changed = copy_producers(dependences, r, producers);
  dependences->change(dependences->closure, dependences->loads[r->number].code, producers, changed);
}

static bool is_power_of_two(unsigned n) { return (n & (n - 1)) == 0; }

/* Counts one of the first misses of a load. Returns whether a search is due. */
static bool is_due(record *r) {
  r->misses++;
  if (r->misses > 1 && (is_power_of_two(r->misses) || (r->misses % 3 == 0 && is_power_of_two(r->misses / 3u))))
    r->due = true;
  return r->due;
}

/* ---- misses ---- */

/* Returns the completion of the `distance`th miss before the latest one of a load. */
static uint64_t completion_of(const record *r, unsigned processor, unsigned distance) {
  const history *h = r->histories[processor];
  if (!h || h->n <= distance) return 0;
  return h->completions[(h->n - 1 - distance) % BIN_PRODUCER_DISTANCES];
}

uint64_t bin_dependences_producer(bin_dependences *dependences, unsigned processor, const bin_site *site,
                                  uint64_t address) {
  record *r = record_of_site(dependences, site);
  if (!r) return 0;
  uint64_t last = 0;
  for (unsigned i = 0; i < r->n_producers; i++) {
    const uint64_t completion = completion_of(r->learned->sources[i], processor, r->learned->producers[i].distance);
    if (completion > last) last = completion;
  }
  if (PLAT_UNLIKELY(r->misses <= SEARCHES_UNTIL) && dependences->search && is_due(r))
    search(dependences, processor, site, address, r);
  return last;
}

void bin_dependences_complete(bin_dependences *dependences, unsigned processor, const bin_site *site, uint64_t address,
                              uint64_t completion) {
  record *r = record_of_site(dependences, site);
  if (!r) return;
  if (PLAT_UNLIKELY(!r->histories[processor])) r->histories[processor] = plat_alloc(sizeof(history));
  history *h = r->histories[processor];
  h->completions[h->n++ % BIN_PRODUCER_DISTANCES] = completion;
  recent *latest = &dependences->recents[processor];
  latest->misses[latest->n++ % RECENT] = (miss){address, r->number};
}

/* Returns the number of misses of an instruction among the latest `n` misses of a processor. */
static uint32_t count_misses(const recent *latest, uint64_t n, uint32_t number) {
  uint32_t found = 0;
  for (uint64_t i = 1; i <= n; i++) found += latest->misses[(latest->n - i) % RECENT].load == number;
  return found;
}

bool bin_dependences_find(const bin_dependences *dependences, unsigned processor, uint64_t address, unsigned line_bits,
                          bin_producer *producer) {
  const recent *latest = &dependences->recents[processor];
  const uint64_t line = address >> line_bits;
  for (uint64_t i = 1; i <= RECENT && i <= latest->n; i++) {
    const miss *m = &latest->misses[(latest->n - i) % RECENT];
    if (m->address >> line_bits != line) continue;
    *producer = (bin_producer){dependences->loads[m->load].code, count_misses(latest, i - 1, m->load)};
    return producer->distance < BIN_PRODUCER_DISTANCES;
  }
  return false;
}
