/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_system.c: the life of a machine, and references.
 *
 * The rules of the model
 * ----------------------
 * Here: references, where a line is looked for, causes. Elsewhere, each at the top of its file: coh_protocol.c, the
 * states of a line; coh_memory.c, nodes, last levels, what supplies a line and how long that takes; coh_sharing.c,
 * true and false sharing; coh_shadow.c, capacity and conflicts; coh_tlb.c, translation; coh_prefetcher.c, prefetches;
 * coh_traffic.c, bytes moved; coh_cache.c, replacement.
 *
 * References
 *  - A reference of `size` bytes touches every line from that of its first to that of its last byte, in
 *    ascending order. It counts once. It is a miss if any of the lines misses in the D1; cause, source, what is known
 *    besides of the miss, and `who` are those of the first line that misses. It is an upgrade if any of the lines is
 *    upgraded. Its stall is the largest of its lines' stalls: the accesses overlap. What the translation of its pages
 *    takes is added. (cachegrind counts alike.)
 *  - A modify counts as a read, and needs the line for itself as a write does.
 *  - Caches are write-back and write-allocate. A write-back costs nothing and changes no other cache.
 *  - Only the program's own loads and stores are references: what the kernel writes into the program's memory does not
 *    change a cache.
 *  - Code: what an instruction cache (fetch/) does not hold is read past the D1, from the own L2, which takes it in, or
 *    from outside. It is no reference. The L2 does not contain the instruction cache: a line that leaves the L2 stays
 *    there. A line of data that code pushes out of the L2 was pushed out by filler 0.
 *
 * Where a line is looked for, on a D1 miss
 *  - First the own L2, if there is one (source L2, stall l2_latency). Else it is fetched from outside.
 *  - The L2 contains the D1: a line that leaves the L2 leaves the D1 with it. A D1 hit is not a use of the
 *    line in the L2; a D1 miss that hits the L2 is. On a fetch the L2 takes the line in first, then the D1.
 *  - A processor holds a line if its L2 does, or its D1 when there is no L2. A store that finds the line in the own
 *    D1 or L2 is no fetch. If it is an upgrade, that adds upgrade_latency to its stall. An upgrade that hits the D1 is
 *    no miss; one that misses the D1 and hits the L2 is a miss and an upgrade, and its line's stall is l2_latency +
 *    upgrade_latency.
 *
 * Causes (section 5.3 of the paper: 2 bits per line and processor)
 *  - They are of D1 misses. cold: the line was never in this processor's D1 before. replaced: the line was
 *    pushed out of the D1 by another fill since, directly or by way of the L2. invalidated: another
 *    processor's store took it away since it was last in the D1. A line that was first pushed out of the D1
 *    and then invalidated in the L2 was invalidated; a line in neither cache cannot be invalidated.
 *  - A line pushed out remembers the filler of the reference whose fill did it; an invalidated one the storer of
 *    the store.
 *
 * Time: each processor has a clock, which the caller moves on, coh_access() excepted; see coh_memory.c for its use.
 *
 * Pages that are a processor's own
 *  - A page is a processor's own while nobody else has used a line of it, or is known to be about to (coh_ahead.h). Of
 *    such a page the directory lists no line, nobody is awaited at one (coh_sharing.h), and what the processor is about
 *    to touch is not noted (coh_pending.h).
 *  - When another one uses the page, all that is made up for: what the first one holds of it is listed, and that it may
 *    be about to store to any line of it is noted. Which it is, nobody knows any more. */
#include "coherence/coh_system-inl.h"

coh_system *coh_system_new(const coh_config *config) {
  coh_system *system = plat_alloc(sizeof *system);
  system->config = *config;
  system->processors = plat_alloc(config->processors * sizeof *system->processors);
  system->rules = *coh_rules_of(config->protocol);
  system->observed = config->conflicts || coh_config_has_models(config);
  if (config->traffic) system->traffic = plat_alloc(sizeof *system->traffic);
  coh_memory_init(&system->memory, &system->config);
  return system;
}

void coh_system_place(coh_system *system, const coh_zone *zones, unsigned n) {
  system->memory.zones = zones;
  system->memory.n_zones = n;
}

void coh_system_on_true_sharing(coh_system *system, coh_revision *revision, void *closure) {
  system->revision = revision;
  system->revision_closure = closure;
}

void coh_system_on_waste(coh_system *system, coh_waste *waste, void *closure) {
  system->waste = waste;
  system->waste_closure = closure;
}

void coh_system_on_traffic(coh_system *system, coh_mover *mover, void *closure) {
  system->mover = mover;
  system->mover_closure = closure;
}

void coh_system_on_departure(coh_system *system, coh_departure *departure, void *closure) {
  system->departure = departure;
  system->departure_closure = closure;
  coh_choose_misses(system);
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
    plat_free(p->watches);
    coh_shadow_free(p->shadow);
    coh_tlb_free(p->tlb);
    coh_prefetcher_free(p->prefetcher);
  }
  coh_memory_clear(&system->memory);
  coh_sharing_clear(&system->sharing);
  if (system->traffic) coh_map_clear(&system->traffic->modifiers);
  plat_free(system->traffic);
  coh_directory_free(system->directory);
  coh_pages_free(system->pages);
  coh_pending_free(system->pending, system->config.processors);
  plat_free(system->processors);
  plat_free(system);
}

unsigned coh_processors(const coh_system *system) { return system->config.processors; }
bool coh_has_models(const coh_system *system) { return coh_config_has_models(&system->config); }

/* A processor's cache that says what it holds: the L2, which contains the D1, or the D1. */
static coh_cache *outermost(coh_processor *p) { return p->l2.ways != 0 ? &p->l2 : &p->d1; }

void coh_pages_start(coh_system *system) {
  if (system->pages) return;
  system->pages = coh_pages_new(system->memory.page_shift);
  for (unsigned i = 0; i < system->config.processors; i++) system->processors[i].pages = system->pages;
}

static void list_line(coh_system *system, coh_processor *p, uint64_t line) {
  const coh_cache *outer = outermost(p);
  const uint64_t slot = coh_cache_find(outer, line);
  if (slot == COH_NO_SLOT) return;
  const coh_state state = coh_state_in(outer->states[slot]);
  coh_holding_add(coh_directory_bring(system->directory, line), (unsigned)__builtin_ctzll(p->bit), coh_is_owner(state));
}

/* The page of a line, which was the processor's own, is shared: both are active, so that there is a directory. */
static void share_page(coh_system *system, unsigned processor, uint64_t line) {
  coh_processor *p = &system->processors[processor];
  const uint64_t lines = (uint64_t)1 << system->pages->shift, first = line & ~(lines - 1);
  coh_pages_share(system->pages, line);
  for (uint64_t each = first; each < first + lines; each++) {
    list_line(system, p, each);
    if (system->pending) coh_pending_note(system->pending, processor, each, true);
  }
  if (system->pending)
    coh_pending_touch_page(system->pending, processor, line >> system->pages->shift)->store |= p->bit;
}

bool coh_claim_anew(coh_system *system, unsigned processor, uint64_t line) {
  const unsigned user = coh_pages_use(system->pages, line, processor);
  if (user == processor) return true;
  if (user != COH_PAGE_SHARED) share_page(system, user, line);
  return false;
}

/* With one active processor nobody asks who holds a line; the second's first reference is early enough to
 * find out. The pages of all that the first one holds are its own: nobody else has used any. */
static void make_directory(coh_system *system) {
  system->directory = coh_directory_new();
  coh_pages_start(system);
  system->observed = true;
  for (unsigned i = 0; i < system->config.processors; i++) {
    if (!system->processors[i].active) continue;
    const coh_cache *cache = outermost(&system->processors[i]);
    for (uint64_t slot = 0; slot < (cache->set_mask + 1) * cache->stride; slot++)
      if (slot % cache->stride < cache->ways && cache->tags[slot] != COH_NO_LINE)
        coh_claim(system, i, cache->tags[slot]);
  }
}

static coh_miss_kind misses_of(const coh_system *system, const coh_processor *p) {
  if (!p->active || !p->last_level || p->d1.replacement != COH_LRU || system->config.conflicts ||
      coh_has_models(system) || system->memory.uneven || system->departure)
    return COH_MISS_GENERAL;
  if (p->pending && !system->directory) return COH_MISS_GENERAL;
  return system->directory ? COH_MISS_SHARED : COH_MISS_SINGLE;
}

/* Whether this host, and the geometry of a processor's caches, suit the vector instance. */
static bool has_vectors(const coh_processor *p) {
  const coh_cache *const d1 = &p->d1, *const ll = p->last_level;
  return p->l2.ways == 0 && d1->wide && d1->ways == COH_VECTOR && ll->stride == 2 * COH_VECTOR && ll->orders;
}

void coh_choose_misses(coh_system *system) {
  for (unsigned i = 0; i < system->config.processors; i++) {
    coh_processor *p = &system->processors[i];
    p->misses = misses_of(system, p);
    p->vector = p->misses != COH_MISS_GENERAL && has_vectors(p);
  }
}

void coh_filter_empty(coh_processor *p) {
  for (uint64_t i = 0; i <= p->filter_mask; i++) p->filter[i].key = COH_NO_LINE;
}

/* Of Tree-PLRU the filter has one entry for each set, and must. */
void coh_filter_judge(coh_processor *p) {
  const bool often = (p->d1.clock - p->crowded_at) / COH_CLOCK_STEP < 4 * COH_CROWD;
  p->crowded = 0;
  p->crowded_at = p->d1.clock;
  if (!often || p->filter_fold != COH_NOT_FOLDED || p->d1.replacement == COH_PLRU) return;
  p->filter_fold = COH_FOLDED;
  coh_filter_empty(p);
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
  p->filter_fold = COH_NOT_FOLDED;
  p->filter = plat_alloc((p->filter_mask + 1) * sizeof *p->filter);
  coh_filter_empty(p);
  p->labels = plat_alloc((slots << p->label_bits) * sizeof *p->labels);
  p->line_labels = plat_alloc(slots * sizeof *p->line_labels);
  p->words = plat_alloc(slots * sizeof *p->words);
  p->watches = plat_alloc(slots * sizeof *p->watches);
  p->granules = ~(uint64_t)0 >> (config->d1.line < 64 ? 64 - config->d1.line : 0);
  p->node = coh_node_of(config, processor);
  p->last_level = coh_memory_last_level(&system->memory, p->node);
  if (config->conflicts) p->shadow = coh_shadow_new(config->d1.size / config->d1.line);
  if (config->dtlb.n != 0) p->tlb = coh_tlb_new(config);
  if (config->prefetch != 0) p->prefetcher = coh_prefetcher_new(config, slots);
  p->causes = coh_causes_new();
  p->bit = (uint64_t)1 << processor;
  p->active = true;
  system->n_active++;
  coh_choose_misses(system);
}

uint64_t coh_now(const coh_system *system, unsigned processor) {
  plat_assert(processor < system->config.processors);
  return system->processors[processor].now;
}

void coh_set_now(coh_system *system, unsigned processor, uint64_t now) {
  plat_assert(processor < system->config.processors);
  system->processors[processor].now = now;
}

const coh_counts *coh_counts_of(const coh_system *system, unsigned processor) {
  plat_assert(processor < system->config.processors);
  return &system->processors[processor].counts;
}

coh_counts coh_counts_of_all(const coh_system *system) {
  coh_counts sum = {0};
  for (unsigned i = 0; i < system->config.processors; i++) coh_counts_add(&sum, coh_counts_of(system, i));
  return sum;
}

void coh_counts_restore(coh_system *system, unsigned processor, const coh_counts *counts) {
  coh_processor *p = &system->processors[processor];
  uint64_t prefetched = 0;
  p->counts = *counts;
  for (uint64_t slot = 0; p->active && slot < (p->d1.set_mask + 1) * p->d1.stride; slot++) {
    p->d1.states[slot] = (uint8_t)(p->d1.states[slot] & ~COH_UNDECIDED);
    prefetched += p->d1.tags[slot] != COH_NO_LINE && p->d1.states[slot] & COH_PREFETCHED;
  }
  if (p->prefetcher) p->prefetcher->carried = counts->covered + counts->unused + prefetched - counts->prefetches;
}

void coh_counts_zero(coh_system *system) {
  for (unsigned i = 0; i < system->config.processors; i++) coh_counts_restore(system, i, &(coh_counts){0});
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
