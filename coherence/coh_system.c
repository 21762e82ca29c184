/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_system.c: makes, configures and frees a machine; activates processors.
 *
 * The rules of the model
 * ----------------------
 * This comment states the rules of references, look-up and causes. The others are at the top of their files:
 * coh_protocol.c, the states of a line; coh_memory.c, nodes, last levels, the source of a line and its latency;
 * coh_sharing.c, true and false sharing; coh_shadow.c, capacity and conflicts; coh_tlb.c, translation;
 * coh_prefetcher.c, prefetches; coh_traffic.c, bytes moved; coh_cache.c, replacement; coh_window.c, stalls of
 * processors with windows; coh_request.c, their requests for lines that several processors use.
 *
 * References
 *  - A reference of `size` bytes touches, in ascending order, every line from the line of its first byte to the line of
 *    its last byte. It counts once, as in cachegrind. It is a miss if any of the lines misses in the D1; the first line
 *    that misses determines cause, source, `who` and the other attributes of the miss. It is an upgrade if any of the
 *    lines is upgraded. Its stall is the largest stall of its lines, since the accesses overlap, plus the time of the
 *    translation of its pages.
 *  - A modify counts as a read, and needs exclusive ownership of the line, as a write does.
 *  - Caches are write-back and write-allocate. A write-back takes no time and changes no other cache.
 *  - Only the program's own loads and stores are references. The kernel's writes to the program's memory change no
 *    cache.
 *  - A line of code that the instruction cache (fetch/) does not hold is fetched without the D1: from the processor's
 *    L2, which fills on a miss, or from outside. A fetch is no reference. The L2 does not contain the instruction
 *    cache: a line that leaves the L2 stays in the instruction cache. A line of data that a fetch evicts from the L2
 *    has filler 0.
 *
 * Look-up of a line after a D1 miss
 *  - The processor looks the line up in its L2, if it has one (source L2, stall l2_latency). If the L2 misses, too, it
 *    fetches the line from outside.
 *  - The L2 contains the D1: a line that leaves the L2 leaves the D1, too. A D1 hit is not a use of the line in the L2;
 *    a D1 miss that hits the L2 is one. A fetch fills the L2 first, then the D1.
 *  - A processor holds a line if its L2 holds it, or its D1 if there is no L2. A store to a line that the processor
 *    holds is no fetch. If it is an upgrade, its stall includes upgrade_latency. An upgrade that hits the D1 is no
 *    miss. An upgrade that misses the D1 and hits the L2 is also a miss, and its line's stall is l2_latency +
 *    upgrade_latency.
 *
 * Causes (section 5.3 of the paper: 2 bits per line and processor)
 *  - Each D1 miss has a cause. cold: the line was never in this processor's D1 before. replaced: another fill evicted
 *    the line from the D1, directly or by evicting it from the L2. invalidated: another processor's store invalidated
 *    the line after it was last in the D1. A line that was evicted from the D1 and then invalidated in the L2 counts as
 *    invalidated; a line in neither cache cannot be invalidated.
 *  - The history of an evicted line records the filler of the reference whose fill evicted it; the history of an
 *    invalidated line records the storer of the store.
 *
 * Time: each processor has a clock, which coh_memory.c uses. coh_access() adds the stall of its reference; otherwise
 * the caller advances the clock.
 *
 * Private pages
 *  - A page is private to a processor while no other processor has used a line of it, or has recorded references to it
 *    (coh_early.h). The directory lists no line of the page, no processor is awaited at one (coh_sharing.h), and the
 *    processor's recorded references to it are not in coh_lookahead.
 *  - When another processor uses the page, share_page() adds the missing entries: the directory then lists the lines
 *    that the first processor holds, and coh_lookahead has recorded stores of that processor to every line of the page,
 *    since the lines of its actual references are unknown. */
#include "coherence/coh_system-inl.h"

coh_system *coh_system_new(const mach_config *config) {
  coh_system *system = plat_alloc(sizeof *system);
  system->config = *config;
  system->processors = plat_alloc(config->processors * sizeof *system->processors);
  system->rules = *coh_rules_of(config->protocol);
  system->observed = config->conflicts || mach_config_observes_misses(config);
  if (config->traffic || mach_config_limits_bandwidth(config)) system->traffic = plat_alloc(sizeof *system->traffic);
  coh_memory_init(&system->memory, &system->config);
  return system;
}

void coh_system_place(coh_system *system, const mach_zone *zones, unsigned n) {
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

void coh_system_on_charge(coh_system *system, coh_charger *charger, void *closure) {
  system->charger = charger;
  system->charger_closure = closure;
}

void coh_system_drain(coh_system *system) {
  for (unsigned i = 0; i < system->config.processors; i++)
    if (system->processors[i].window) coh_drain(&system->processors[i]);
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
    coh_prefetcher_free(p->l2_prefetcher);
    coh_window_free(p->window);
    plat_free(p->flights);
  }
  coh_memory_clear(&system->memory);
  coh_sharing_clear(&system->sharing);
  if (system->traffic) plat_map_clear(&system->traffic->modifiers);
  plat_free(system->traffic);
  coh_directory_free(system->directory);
  coh_pages_free(system->pages);
  coh_lookahead_free(system->pending, system->config.processors);
  plat_free(system->processors);
  plat_free(system);
}

unsigned coh_processors(const coh_system *system) { return system->config.processors; }
bool coh_has_models(const coh_system *system) { return mach_config_has_models(&system->config); }

/* Returns the cache whose lines are the lines that a processor holds: the L2, which contains the D1, or the D1. */
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

/* Makes the page of a line shared. So far, the page is private to the processor. Two processors are active, so there is
 * a directory.
 */
static void share_page(coh_system *system, unsigned processor, uint64_t line) {
  coh_processor *p = &system->processors[processor];
  const uint64_t lines = (uint64_t)1 << system->pages->shift, first = line & ~(lines - 1);
  coh_pages_share(system->pages, line);
  for (uint64_t each = first; each < first + lines; each++) {
    list_line(system, p, each);
    if (system->pending) coh_lookahead_note(system->pending, processor, each, true);
  }
  if (system->pending)
    coh_lookahead_touch_page(system->pending, processor, line >> system->pages->shift)->store |= p->bit;
}

bool coh_claim_anew(coh_system *system, unsigned processor, uint64_t line) {
  const unsigned user = coh_pages_use(system->pages, line, processor);
  if (user == processor) return true;
  if (user != COH_PAGE_SHARED) share_page(system, user, line);
  return false;
}

/* Makes the directory when a second processor becomes active; a single processor does not need one. The pages of all
 * lines of the first processor are private to it, since no other processor has used them. */
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
  if (!p->active || !p->last_level || p->d1.replacement != MACH_LRU || system->config.conflicts ||
      mach_config_observes_misses(&system->config) || system->memory.uneven || system->departure)
    return COH_MISS_GENERAL;
  if (p->pending && !system->directory) return COH_MISS_GENERAL;
  return system->directory ? COH_MISS_SHARED : COH_MISS_SINGLE;
}

/* Returns whether the vector instance supports this host and the geometry of a processor's caches. */
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

/* Under tree-PLRU the filter is never folded: it needs exactly one entry for each set. */
void coh_filter_judge(coh_processor *p) {
  const bool often = (p->d1.clock - p->crowded_at) / COH_CLOCK_STEP < 4 * COH_CROWD;
  p->crowded = 0;
  p->crowded_at = p->d1.clock;
  if (!often || p->filter_fold != COH_NOT_FOLDED || p->d1.replacement == MACH_PLRU) return;
  p->filter_fold = COH_FOLDED;
  coh_filter_empty(p);
}

/* Returns the number of filter entries: at least 2, so that neighbouring lines never share an entry, as
 * bin_account-inl.h requires. */
static uint64_t filter_entries(const coh_cache *d1) {
  const uint64_t sets = d1->set_mask + 1;
  uint64_t entries = sets < 2 ? 2 : sets;
  if (d1->replacement == MACH_PLRU) return entries;
  while (entries < 8 * sets * d1->ways && entries < COH_FILTER_MOST) entries *= 2;
  return entries;
}

void coh_system_charge(void *processor, uint32_t note, uint32_t translation, uint32_t stall, uint32_t latency) {
  coh_processor *p = processor;
  const coh_system *const system = p->system;
  const coh_charge charge = {.stall = stall,
                             .latency = latency,
                             .translation = translation < stall ? translation : stall,
                             .miss = (note & COH_NOTE_MISSES) != 0};
  p->counts.stall_cycles += stall;
  p->counts.overlapped_cycles -= latency;
  p->counts.overlapped_misses -= charge.miss;
  p->counts.translation_cycles += charge.translation;
  if (system->charger) system->charger(system->charger_closure, coh_number(p), note & COH_NOTE_MAX, &charge);
}

static uint64_t slots_of(const coh_cache *cache) { return (cache->set_mask + 1) * cache->stride; }

static void make_window(coh_system *system, coh_processor *p) {
  const mach_config *const machine = &system->config;
  const coh_window_config config = {.instructions = machine->window,
                                    .outstanding = machine->outstanding_misses,
                                    .stores = machine->store_buffer,
                                    .sets = (unsigned)(p->d1.set_mask + 1),
                                    .set_misses = machine->set_misses,
                                    .step = mach_step(machine)};
  p->system = system;
  p->window = coh_window_new(&config, coh_system_charge, p);
  p->flights = plat_alloc(sizeof *p->flights);
}

static void make_prefetchers(const coh_system *system, coh_processor *p) {
  const mach_config *const config = &system->config;
  if (config->prefetch != 0)
    p->prefetcher = coh_prefetcher_new(&(coh_prefetcher_config){.kinds = config->prefetch,
                                                                .degree = config->prefetch_degree,
                                                                .distance = config->prefetch_distance,
                                                                .line_bits = p->line_bits,
                                                                .next_page = config->prefetch_next_page,
                                                                .streams = COH_STREAMS},
                                       slots_of(&p->d1));
  if (config->l2_prefetch != 0)
    p->l2_prefetcher = coh_prefetcher_new(&(coh_prefetcher_config){.kinds = config->l2_prefetch,
                                                                   .degree = config->l2_prefetch_degree,
                                                                   .distance = config->l2_prefetch_distance,
                                                                   .line_bits = p->line_bits,
                                                                   .streams = COH_L2_STREAMS,
                                                                   .follows = true},
                                          slots_of(&p->l2));
}

void coh_activate(coh_system *system, unsigned processor) {
  plat_assert(processor < system->config.processors);
  coh_processor *p = &system->processors[processor];
  if (p->active) return;
  if (system->n_active == 1) make_directory(system);
  const mach_config *config = &system->config;
  p->line_bits = (unsigned)__builtin_ctz(config->d1.line);
  p->label_bits = p->line_bits - COH_LABEL_BITS;
  coh_cache_init(&p->d1, &config->d1, config->replacement, true);
  if (config->l2.size != 0) coh_cache_init(&p->l2, &config->l2, mach_policy_of(config, config->l2_replacement), false);
  const uint64_t slots = slots_of(&p->d1);
  p->filter_mask = filter_entries(&p->d1) - 1;
  p->filter_fold = COH_NOT_FOLDED;
  p->filter = plat_alloc((p->filter_mask + 1) * sizeof *p->filter);
  coh_filter_empty(p);
  p->labels = plat_alloc((slots << p->label_bits) * sizeof *p->labels);
  p->line_labels = plat_alloc(slots * sizeof *p->line_labels);
  p->words = plat_alloc(slots * sizeof *p->words);
  p->watches = plat_alloc(slots * sizeof *p->watches);
  p->granules = ~(uint64_t)0 >> (config->d1.line < 64 ? 64 - config->d1.line : 0);
  p->node = mach_node_of(config, processor);
  p->last_level = coh_memory_last_level(&system->memory, p->node);
  if (config->conflicts) p->shadow = coh_shadow_new(config->d1.size / config->d1.line);
  if (config->dtlb.n != 0) p->tlb = coh_tlb_new(config);
  if (mach_config_has_window(config)) make_window(system, p);
  make_prefetchers(system, p);
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
  if (p->window) coh_window_disown(p->window);
  for (uint64_t slot = 0; p->active && slot < slots_of(&p->d1); slot++) {
    p->d1.states[slot] = (uint8_t)(p->d1.states[slot] & ~COH_UNDECIDED);
    prefetched += p->d1.tags[slot] != COH_NO_LINE && p->d1.states[slot] & COH_PREFETCHED;
  }
  for (uint64_t slot = 0; p->l2_prefetcher && slot < slots_of(&p->l2); slot++)
    prefetched += p->l2_prefetcher->unused[slot];
  p->carried = counts->covered + counts->unused + prefetched - counts->prefetches;
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
