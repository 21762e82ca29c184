/* coh_system.c: processors, misses and their causes.
 *
 * The rules of the model
 * ----------------------
 * References
 *  - A reference of `size` bytes touches every line from that of its first to that of its last byte, in
 *    ascending order. It counts once. It is a miss if any of the lines misses in the D1; cause, source and
 *    `who` are those of the first line that misses. It is an upgrade if any of the lines is upgraded. Its
 *    stall is the largest of its lines' stalls: the accesses overlap. (cachegrind counts alike.)
 *  - A modify counts as a read, and needs the line for itself as a write does.
 *  - Caches are write-back and write-allocate. A write-back costs nothing and changes no other cache.
 *  - Only the program's own loads and stores are references: instruction fetches are not simulated, and
 *    what the kernel writes into the program's memory does not change a cache.
 *
 * Where a line is looked for, on a D1 miss
 *  - First the own L2, if there is one (source L2, stall l2_latency).
 *  - Else it is fetched. If another processor holds it modified, that one supplies it (source cache, stall
 *    transfer_latency). Else the shared last level, if there is one and the line is in it, supplies it
 *    (source LL, stall ll_latency). Else memory (source memory, stall memory_latency).
 *  - Every fetch, also one that another cache supplies, is a use of the line in the last level, which takes
 *    the line in if it was not there. Nothing else changes the last level: it neither contains nor excludes
 *    what the private caches hold, and what it evicts stays in them.
 *  - The L2 contains the D1: a line that leaves the L2 leaves the D1 with it. A D1 hit is not a use of the
 *    line in the L2; a D1 miss that hits the L2 is. On a fetch the L2 takes the line in first, then the D1.
 *
 * Coherence (MSI, MESI; a line's state at a processor is invalid, shared, exclusive or modified)
 *  - A read that fetches: another holder in modified or exclusive becomes shared. The reader's state is
 *    shared, but exclusive under MESI when no other processor holds the line.
 *  - A write or modify that fetches: every other copy is invalidated; the state is modified.
 *  - A write or modify that finds the line in the own D1 or L2: modified, nothing more; exclusive becomes
 *    modified silently; shared becomes modified, every other copy is invalidated, and the reference is an
 *    upgrade, which adds upgrade_latency to its stall (also when there is no other copy: the processor
 *    cannot know). An upgrade that hits the D1 is no miss; one that misses the D1 and hits the L2 is a
 *    miss and an upgrade, and its line's stall is l2_latency + upgrade_latency.
 *  - A processor holds a line if its L2 does, or its D1 when there is no L2.
 *
 * Causes (section 5.3 of the paper: 2 bits per line and processor)
 *  - They are of D1 misses. cold: this processor never referenced the line before. replaced: the line was
 *    pushed out of the D1 by another fill since, directly or by way of the L2. invalidated: another
 *    processor's store took it away since it was last in the D1. A line that was first pushed out of the D1
 *    and then invalidated in the L2 was invalidated; a line in neither cache cannot be invalidated.
 *  - A line pushed out remembers the `who` of the reference whose fill did it; an invalidated one the `who`
 *    of the store.
 *
 * Replacement
 *  - A fill takes an empty way if the set has one (the lowest-numbered), else the victim that the policy
 *    names: the least recently used; the first filled (a refilled way counts anew); tree-PLRU; or random:
 *    (next >> 32) * ways >> 32 of the cache's own xorshift64* generator, which starts at
 *    0x9e3779b97f4a7c15 and is stepped only then:
 *      x ^= x >> 12; x ^= x << 25; x ^= x >> 27; next = x * 0x2545f4914f6cdd1d.
 *  - Tree-PLRU keeps a bit for each inner node of a binary tree over the ways (root: node 1, children 2n and
 *    2n + 1). A use of a way sets each node on its path to point away from it (bit 1: the victim is in the
 *    upper half); the victim is found by following the bits. All bits start at 0. Invalidation of a line
 *    changes no bit and no order.
 *  - A set is line number modulo number of sets. Every fill and every hit is a use.
 *
 * Time is not kept here: the caller adds stalls to its clocks.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_system-inl.h"

/* The path of a miss is one function after inlining: where every other reference misses, calls are a third of it. */
#define COH_INLINE __attribute__((always_inline)) inline

coh_system *coh_system_new(const coh_config *config) {
  coh_system *system = plat_alloc(sizeof *system);
  system->config = *config;
  system->processors = plat_alloc(config->processors * sizeof *system->processors);
  if (config->ll.size != 0) coh_cache_init(&system->ll, &config->ll, config->replacement, false);
  return system;
}

void coh_system_on_true_sharing(coh_system *system, coh_revision *revision, void *closure) {
  system->revision = revision;
  system->revision_closure = closure;
}

void coh_system_free(coh_system *system) {
  for (unsigned i = 0; i < system->config.processors; i++) {
    coh_processor *p = &system->processors[i];
    if (!p->active) continue;
    coh_cache_clear(&p->d1);
    if (p->l2.ways != 0) coh_cache_clear(&p->l2);
    coh_causes_free(p->causes);
    plat_free(p->filter);
    plat_free(p->labels);
    plat_free(p->line_labels);
    plat_free(p->words);
  }
  if (system->ll.ways != 0) coh_cache_clear(&system->ll);
  coh_directory_free(system->directory);
  plat_free(system->processors);
  plat_free(system);
}

unsigned coh_processors(const coh_system *system) { return system->config.processors; }

/* A processor's cache that says what it holds: the L2, which contains the D1, or the D1. */
static coh_cache *outermost(coh_processor *p) { return p->l2.ways != 0 ? &p->l2 : &p->d1; }

/* With one active processor nobody asks who holds a line; the second's first reference is early enough to
 * find out. */
static void make_directory(coh_system *system) {
  system->directory = coh_directory_new();
  for (unsigned i = 0; i < system->config.processors; i++) {
    if (!system->processors[i].active) continue;
    const coh_cache *cache = outermost(&system->processors[i]);
    for (uint64_t slot = 0; slot < (cache->set_mask + 1) * cache->stride; slot++)
      if (slot % cache->stride < cache->ways && cache->tags[slot] != COH_NO_LINE)
        coh_directory_add(system->directory, cache->tags[slot], i, cache->states[slot] != COH_SHARED);
  }
}

/* Neighbouring lines never share an entry: bin_account-inl.h relies on it. */
static uint64_t filter_entries(const coh_cache *d1) {
  const uint64_t sets = d1->set_mask + 1;
  uint64_t entries = sets < 2 ? 2 : sets;
  if (d1->replacement == COH_PLRU) return entries;
  while (entries < 8 * sets * d1->ways && entries < COH_FILTER_MOST) entries *= 2;
  return entries;
}

void coh_activate(coh_system *system, unsigned processor) {
  plat_assert(processor < system->config.processors);
  coh_processor *p = &system->processors[processor];
  if (p->active) return;
  if (system->n_active == 1) make_directory(system);
  const coh_config *config = &system->config;
  p->line_bits = (unsigned)__builtin_ctz(config->d1.line);
  p->label_bits = p->line_bits - COH_LABEL_BITS;
  coh_cache_init(&p->d1, &config->d1, config->replacement, true);
  if (config->l2.size != 0) coh_cache_init(&p->l2, &config->l2, config->replacement, false);
  const uint64_t slots = (p->d1.set_mask + 1) * p->d1.stride;
  p->filter_mask = filter_entries(&p->d1) - 1;
  p->filter = plat_alloc((p->filter_mask + 1) * sizeof *p->filter);
  for (uint64_t i = 0; i <= p->filter_mask; i++) p->filter[i].key = COH_NO_LINE;
  p->labels = plat_alloc((slots << p->label_bits) * sizeof *p->labels);
  p->line_labels = plat_alloc(slots * sizeof *p->line_labels);
  p->words = plat_alloc(slots * sizeof *p->words);
  p->causes = coh_causes_new();
  p->active = true;
  system->n_active++;
}

/* The line left the D1, or is no longer modified there. */
static void filter_forget(coh_processor *p, uint64_t line, bool gone) {
  coh_filter *entry = &p->filter[line & p->filter_mask];
  if (entry->key >> 1 == line) entry->key = gone ? COH_NO_LINE : coh_filter_key(line, false);
}

static void d1_drop(coh_processor *p, uint64_t slot, coh_fate fate, coh_who who) {
  filter_forget(p, p->d1.tags[slot], true);
  *p->words[slot] = coh_word_make(fate, who);
  coh_cache_drop(&p->d1, slot);
}

/* Takes the line away from a processor that holds it. */
static void invalidate(coh_processor *p, uint64_t line, coh_who who) {
  const uint64_t slot = coh_cache_find(&p->d1, line);
  if (slot != COH_NO_SLOT)
    d1_drop(p, slot, COH_WAS_INVALIDATED, who);
  else
    *coh_causes_word(p->causes, line) = coh_word_make(COH_WAS_INVALIDATED, who);
  if (p->l2.ways != 0) coh_cache_drop(&p->l2, coh_cache_find(&p->l2, line));
}

static void invalidate_others(coh_system *system, uint64_t line, uint64_t others, coh_who who) {
  for (; others != 0; others &= others - 1) {
    const unsigned other = (unsigned)__builtin_ctzll(others);
    invalidate(&system->processors[other], line, who);
    coh_directory_remove(system->directory, line, other);
  }
}

static uint64_t other_holders(const coh_system *system, unsigned processor, uint64_t line) {
  if (!system->directory) return 0;
  const coh_holding *holding = coh_directory_find(system->directory, line);
  return holding ? holding->holders & ~((uint64_t)1 << processor) : 0;
}

/* Tells whether a holder has the line modified. Its D1 may know more than its L2: exclusive becomes
 * modified there without a word to the L2. */
static bool holds_modified(const coh_processor *p, uint64_t line) {
  const uint64_t slot = coh_cache_find(&p->d1, line);
  if (slot != COH_NO_SLOT && p->d1.states[slot] == COH_MODIFIED) return true;
  if (p->l2.ways == 0) return false;
  return p->l2.states[coh_cache_find(&p->l2, line)] == COH_MODIFIED;
}

static void make_shared(coh_processor *p, uint64_t line) {
  const uint64_t slot = coh_cache_find(&p->d1, line);
  if (slot != COH_NO_SLOT) {
    p->d1.states[slot] = COH_SHARED;
    filter_forget(p, line, false);
  }
  if (p->l2.ways != 0) p->l2.states[coh_cache_find(&p->l2, line)] = COH_SHARED;
}

/* A use of the line in the last level. True: it was there. */
static COH_INLINE bool last_level_use(coh_cache *ll, uint64_t line) {
  const uint64_t set = coh_cache_set(ll, line);
  uint64_t slot = coh_cache_find_in(ll, set * ll->stride, line);
  if (slot != COH_NO_SLOT) {
    coh_cache_use(ll, set, slot);
    return true;
  }
  slot = coh_cache_victim(ll, set);
  coh_cache_fill(ll, slot, line, COH_SHARED);
  return false;
}

/* A fetch while other processors hold the line: a reader makes their copies shared, a writer takes them away. True: one
 * had it modified, and supplies it. */
static bool ask_others(coh_system *system, uint64_t line, uint64_t others, bool own, const coh_blame *blame) {
  const int owner = coh_directory_find(system->directory, line)->owner;
  bool supplied = false;
  if (owner >= 0) {
    supplied = holds_modified(&system->processors[owner], line);
    if (!own) {
      make_shared(&system->processors[owner], line);
      coh_directory_add(system->directory, line, (unsigned)owner, 0);
    }
  }
  if (own) invalidate_others(system, line, others, blame->storer);
  return supplied;
}

/* Gets a line that the processor does not hold. Returns the state in which it gets it. */
static COH_INLINE coh_state fetch(coh_system *system, unsigned processor, uint64_t line, bool own, const coh_blame *blame,
                       coh_outcome *outcome) {
  const coh_config *config = &system->config;
  const uint64_t others = PLAT_UNLIKELY(system->directory) ? other_holders(system, processor, line) : 0;
  const bool supplied = PLAT_UNLIKELY(others != 0) && ask_others(system, line, others, own, blame);
  const bool last_level = system->ll.ways != 0 && last_level_use(&system->ll, line);
  outcome->source = supplied ? COH_FROM_CACHE : last_level ? COH_FROM_LL : COH_FROM_MEMORY;
  outcome->stall = supplied     ? config->transfer_latency
                   : last_level ? config->ll_latency
                                : config->memory_latency;
  const coh_state state = own                                                ? COH_MODIFIED
                          : config->protocol == COH_MESI && others == 0 ? COH_EXCLUSIVE
                                                                             : COH_SHARED;
  if (system->directory) coh_directory_add(system->directory, line, processor, state != COH_SHARED);
  return state;
}

/* The line leaves the processor for good. */
static void leave(coh_system *system, unsigned processor, uint64_t line) {
  if (system->directory) coh_directory_remove(system->directory, line, processor);
}

/* A store found its line shared. */
static void upgrade(coh_system *system, unsigned processor, uint64_t line, const coh_blame *blame,
                    coh_outcome *outcome) {
  if (system->directory) {
    invalidate_others(system, line, other_holders(system, processor, line), blame->storer);
    coh_directory_add(system->directory, line, processor, 1);
  }
  outcome->upgrade = true;
  outcome->stall += system->config.upgrade_latency;
}

/* Puts a fetched line into the L2; what it pushes out leaves the D1 too. */
static void l2_fill(coh_system *system, unsigned processor, uint64_t line, coh_state state, coh_who who) {
  coh_processor *p = &system->processors[processor];
  const uint64_t slot = coh_cache_victim(&p->l2, coh_cache_set(&p->l2, line));
  const uint64_t victim = p->l2.tags[slot];
  if (victim != COH_NO_LINE) {
    const uint64_t held = coh_cache_find(&p->d1, victim);
    if (held != COH_NO_SLOT) d1_drop(p, held, COH_WAS_REPLACED, who);
    leave(system, processor, victim);
  }
  coh_cache_fill(&p->l2, slot, line, state);
}

/* Gets a line that is not in the D1 from the L2 or from outside. */
static COH_INLINE coh_state obtain(coh_system *system, unsigned processor, uint64_t line, bool own, const coh_blame *blame,
                        coh_outcome *outcome) {
  coh_processor *p = &system->processors[processor];
  if (p->l2.ways == 0) return fetch(system, processor, line, own, blame, outcome);
  const uint64_t slot = coh_cache_find(&p->l2, line);
  if (slot == COH_NO_SLOT) {
    const coh_state state = fetch(system, processor, line, own, blame, outcome);
    l2_fill(system, processor, line, state, blame->filler);
    return state;
  }
  coh_cache_use(&p->l2, coh_cache_set(&p->l2, line), slot);
  outcome->source = COH_FROM_L2;
  outcome->stall = system->config.l2_latency;
  if (own) {
    if (p->l2.states[slot] == COH_SHARED) upgrade(system, processor, line, blame, outcome);
    p->l2.states[slot] = COH_MODIFIED;
  }
  return (coh_state)p->l2.states[slot];
}

/* Makes room for a line in the D1 and returns the slot. */
static COH_INLINE uint64_t d1_make_room(coh_system *system, unsigned processor, uint64_t line, coh_who who) {
  coh_processor *p = &system->processors[processor];
  const uint64_t slot = coh_cache_victim(&p->d1, coh_cache_set(&p->d1, line));
  const uint64_t victim = p->d1.tags[slot];
  if (victim == COH_NO_LINE) return slot;
  filter_forget(p, victim, true);
  *p->words[slot] = coh_word_make(COH_WAS_REPLACED, who);
  if (p->l2.ways == 0)
    leave(system, processor, victim);
  else if (p->d1.states[slot] == COH_MODIFIED)
    p->l2.states[coh_cache_find(&p->l2, victim)] = COH_MODIFIED;
  return slot;
}

static COH_INLINE uint64_t miss(coh_system *system, unsigned processor, uint64_t line, bool own, const coh_blame *blame,
                     coh_outcome *outcome) {
  static const coh_cause causes[] = {[COH_NEVER] = COH_COLD,
                                     [COH_WAS_REPLACED] = COH_REPLACED,
                                     [COH_WAS_INVALIDATED] = COH_INVALIDATED};
  coh_processor *p = &system->processors[processor];
  coh_word *word = coh_causes_word(p->causes, line);
  plat_assert(coh_word_fate(*word) != COH_RESIDENT);
  outcome->cause = causes[coh_word_fate(*word)];
  outcome->who = coh_word_who(*word);
  const coh_state state = obtain(system, processor, line, own, blame, outcome);
  const uint64_t slot = d1_make_room(system, processor, line, blame->filler);
  coh_cache_fill(&p->d1, slot, line, state);
  *word = coh_word_make(COH_RESIDENT, 0);
  p->words[slot] = word;
  coh_label_line(p, slot, COH_NO_LABEL);
  return slot;
}

uint64_t coh_line_use(coh_system *system, unsigned processor, uint64_t line, bool own, uint64_t granules,
                      const coh_blame *blame, uint64_t slot, coh_outcome *outcome) {
  coh_processor *p = &system->processors[processor];
  (void)granules;
  *outcome = (coh_outcome){.cause = COH_HIT, .source = COH_FROM_D1, .line = line};
  if (slot == COH_NO_SLOT) {
    slot = miss(system, processor, line, own, blame, outcome);
  } else {
    coh_cache_use(&p->d1, coh_cache_set(&p->d1, line), slot);
    if (own && p->d1.states[slot] != COH_MODIFIED) {
      if (p->d1.states[slot] == COH_SHARED) {
        upgrade(system, processor, line, blame, outcome);
        if (p->l2.ways != 0) p->l2.states[coh_cache_find(&p->l2, line)] = COH_MODIFIED;
      }
      p->d1.states[slot] = COH_MODIFIED;
    }
  }
  coh_filter_note(p, line, slot);
  return slot;
}

void coh_further_lines_use(coh_system *system, unsigned processor, uint64_t first, uint64_t last, bool own,
                           const coh_blame *blame, coh_outcome *outcome) {
  const coh_processor *p = &system->processors[processor];
  for (uint64_t line = (first >> p->line_bits) + 1; line <= last >> p->line_bits; line++) {
    coh_outcome one;
    coh_line_use(system, processor, line, own, coh_granules(p, line, first, last), blame,
                 coh_cache_find(&p->d1, line), &one);
    coh_outcome_join(outcome, &one);
  }
}

void coh_access(coh_system *system, unsigned processor, uint64_t address, uint32_t size, coh_kind kind,
                const coh_blame *blame, coh_outcome *outcome) {
  plat_assert(processor < system->config.processors && size > 0);
  plat_assert(blame->filler <= COH_WHO_MAX && blame->storer <= COH_WHO_MAX);
  coh_activate(system, processor);
  coh_processor *p = &system->processors[processor];
  p->counts.reads += kind != COH_WRITE;
  p->counts.writes += kind == COH_WRITE;
  const bool own = coh_kind_owns(kind);
  const uint64_t final = address + size - 1;
  const uint64_t first = address >> p->line_bits;
  const coh_filter *entry = &p->filter[first & p->filter_mask];
  if (PLAT_LIKELY(first == final >> p->line_bits && (entry->key | (own ? 0 : 1)) == coh_filter_key(first, true))) {
    *outcome = (coh_outcome){.cause = COH_HIT, .source = COH_FROM_D1, .line = first};
    p->d1.uses[entry->slot] = ++p->d1.clock;
    return;
  }
  coh_line_use(system, processor, first, own, coh_granules(p, first, address, final), blame,
               coh_cache_find(&p->d1, first), outcome);
  coh_further_lines_use(system, processor, address, final, own, blame, outcome);
  coh_count_outcome(&p->counts, kind, outcome);
  p->now += outcome->stall;
}

uint64_t coh_now(const coh_system *system, unsigned processor) {
  plat_assert(processor < system->config.processors);
  return system->processors[processor].now;
}

void coh_set_now(coh_system *system, unsigned processor, uint64_t now) {
  plat_assert(processor < system->config.processors);
  system->processors[processor].now = now;
}

/* What the host's caches hold anyway need not be loaded ahead. */
enum { PREFETCH_GROUPS = 8192 }; /* of 32 lines: 16 MB of the program's memory */

void coh_prefetch(const coh_system *system, unsigned processor, const uint64_t *addresses, unsigned n) {
  const coh_processor *p = &system->processors[processor];
  const coh_cache *ll = &system->ll;
  if (p->causes->mask < PREFETCH_GROUPS) return;
  uint64_t before = COH_NO_LINE;
  for (unsigned i = 0; i < n; i++) {
    const uint64_t line = addresses[i] >> p->line_bits;
    if (line == before) continue;
    before = line;
    const coh_group *group = &p->causes->array[line >> COH_GROUP_BITS & p->causes->mask];
    if (group->number == line >> COH_GROUP_BITS && group->words)
      __builtin_prefetch(&group->words[line & (COH_GROUP_LINES - 1)], 1);
    if (ll->ways != 0) __builtin_prefetch(&ll->keys[coh_cache_set(ll, line) * ll->stride]);
  }
}

const coh_counts *coh_counts_of(const coh_system *system, unsigned processor) {
  plat_assert(processor < system->config.processors);
  return &system->processors[processor].counts;
}

void coh_counts_zero(coh_system *system) {
  for (unsigned i = 0; i < system->config.processors; i++) system->processors[i].counts = (coh_counts){0};
}

void coh_labels_forget(coh_system *system, uint64_t start, uint64_t bytes) {
  if (bytes == 0) return;
  for (unsigned i = 0; i < system->config.processors; i++) {
    coh_processor *p = &system->processors[i];
    if (!p->active) continue;
    const uint64_t first = start >> p->line_bits;
    const uint64_t last = (start + bytes - 1) >> p->line_bits;
    const uint64_t slots = (p->d1.set_mask + 1) * p->d1.stride;
    if (last - first < p->d1.set_mask) {
      for (uint64_t line = first; line <= last; line++) {
        const uint64_t slot = coh_cache_find(&p->d1, line);
        if (slot != COH_NO_SLOT) coh_label_line(p, slot, COH_NO_LABEL);
      }
    } else {
      for (uint64_t slot = 0; slot < slots; slot++)
        if (p->d1.tags[slot] >= first && p->d1.tags[slot] <= last) coh_label_line(p, slot, COH_NO_LABEL);
    }
  }
}
