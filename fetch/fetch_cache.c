/* fetch_cache.c: see fetch_cache.h.
 *
 * The rules
 *  - The line of a set that was used longest ago goes first (LRU); empty slots are filled first.
 *  - A line that was pushed out remembers the place of the instruction whose fetch did it, until it is fetched again.
 *  - A path's run touches its lines at clock + 1, clock + 2, ... in the order of its touches, whether the run is
 *    simulated touch by touch or the path is marked. So both give the same order.
 *  - What a marker knows of the time is handed to the path's lines when it is cleared.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fetch/fetch_cache.h"

#include "coherence/coh_array.h"
#include "coherence/plat.h"

void fetch_cache_init(fetch_cache *cache, const coh_geometry *geometry) {
  const uint64_t slots = geometry->size / geometry->line;
  *cache = (fetch_cache){.ways = geometry->ways, .set_mask = slots / geometry->ways - 1};
  cache->slots = plat_alloc(slots * sizeof *cache->slots);
  for (uint64_t i = 0; i < slots; i++) cache->slots[i].line = FETCH_NO_LINE;
}

void fetch_cache_clear(fetch_cache *cache) {
  for (uint32_t i = 0; i < cache->room; i++) plat_free(cache->marks[i].nodes);
  plat_free(cache->marks);
  plat_free(cache->slots);
  coh_map_clear(&cache->fates);
}

static uint64_t n_slots(const fetch_cache *cache) { return (cache->set_mask + 1) * cache->ways; }

/* ---- markers ---- */

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

static uint64_t used_by(const fetch_cache *cache, const fetch_node *node) {
  return cache->marks[node->path].clock + node->last;
}

static void clear_mark(fetch_cache *cache, uint32_t path) {
  fetch_mark *mark = &cache->marks[path];
  for (uint32_t i = 0; i < mark->n_nodes; i++) {
    const fetch_node *node = &mark->nodes[i];
    fetch_slot *slot = &cache->slots[node->slot];
    slot->used = later(slot->used, used_by(cache, node));
    *node->link = node->next;
    if (node->next) node->next->link = node->link;
  }
  mark->is_marked = false;
}

void fetch_cache_make_room(fetch_cache *cache, uint32_t paths) {
  cache->marks = coh_grow(cache->marks, paths - 1, &cache->room, sizeof *cache->marks);
}

static void add_node(fetch_cache *cache, fetch_node *node, uint32_t path, const fetch_use *use, uint32_t slot) {
  fetch_node **list = &cache->slots[slot].nodes;
  *node = (fetch_node){.next = *list, .link = list, .path = path, .last = use->last, .slot = slot};
  if (*list) (*list)->link = &node->next;
  *list = node;
}

void fetch_cache_mark(fetch_cache *cache, const fetch_code *code, uint32_t path) {
  const fetch_path *p = &code->paths[path];
  fetch_mark *mark = &cache->marks[path];
  for (uint32_t i = 0; i < p->n_uses; i++)
    if (fetch_cache_find(cache, p->uses[i].line) == FETCH_NO_SLOT) return;
  if (!mark->nodes) {
    mark->nodes = plat_alloc(p->n_uses * sizeof *mark->nodes);
    mark->n_nodes = p->n_uses;
    mark->instructions = p->n_instructions;
    mark->touches = p->n_touches;
  }
  mark->clock = 0;
  mark->is_marked = true;
  for (uint32_t i = 0; i < p->n_uses; i++)
    add_node(cache, &mark->nodes[i], path, &p->uses[i], fetch_cache_find(cache, p->uses[i].line));
}

void fetch_cache_leave(fetch_cache *cache, uint32_t path) {
  if (path >= cache->room) return;
  fetch_mark *mark = &cache->marks[path];
  if (mark->is_marked) clear_mark(cache, path);
  plat_free(mark->nodes);
  *mark = (fetch_mark){0};
}

/* ---- lines ---- */

static uint64_t last_use(const fetch_cache *cache, const fetch_slot *slot) {
  uint64_t used = slot->used;
  for (const fetch_node *node = slot->nodes; node; node = node->next) used = later(used, used_by(cache, node));
  return used;
}

/* The slot of a set that is filled next. */
static uint32_t victim(const fetch_cache *cache, uint32_t first) {
  uint32_t oldest = first;
  uint64_t least = ~(uint64_t)0;
  for (uint32_t slot = first; cache->ways > 1 && slot < first + cache->ways; slot++) {
    if (cache->slots[slot].line == FETCH_NO_LINE) return slot;
    const uint64_t used = last_use(cache, &cache->slots[slot]);
    if (used >= least) continue;
    least = used;
    oldest = slot;
  }
  return oldest;
}

/* The line in a slot leaves the cache. */
static void drop(fetch_cache *cache, fetch_slot *slot, fetch_fate fate, uint32_t who) {
  while (slot->nodes) clear_mark(cache, slot->nodes->path);
  *coh_map_add(&cache->fates, slot->line) = who << 2 | fate;
  *slot = (fetch_slot){.line = FETCH_NO_LINE};
}

bool fetch_cache_touch(fetch_cache *cache, uint64_t line, uint32_t place, fetch_fate *fate, uint32_t *who) {
  const uint64_t now = ++cache->clock;
  uint32_t slot = fetch_cache_find(cache, line);
  const bool is_there = slot != FETCH_NO_SLOT;
  if (!is_there) {
    const uint32_t *word = coh_map_find(&cache->fates, line);
    *fate = word ? (fetch_fate)(*word & 3) : FETCH_NEVER;
    *who = word ? *word >> 2 : 0;
    slot = victim(cache, (uint32_t)(line & cache->set_mask) * cache->ways);
    if (cache->slots[slot].line != FETCH_NO_LINE) drop(cache, &cache->slots[slot], FETCH_WAS_REPLACED, place);
    cache->slots[slot].line = line;
  }
  cache->slots[slot].used = now;
  return is_there;
}

void fetch_cache_invalidate(fetch_cache *cache, uint64_t line) {
  const uint32_t slot = fetch_cache_find(cache, line);
  if (slot != FETCH_NO_SLOT) drop(cache, &cache->slots[slot], FETCH_WAS_INVALIDATED, 0);
}

void fetch_cache_empty(fetch_cache *cache) {
  for (uint64_t i = 0; i < n_slots(cache); i++)
    if (cache->slots[i].line != FETCH_NO_LINE) drop(cache, &cache->slots[i], FETCH_WAS_SWITCHED, 0);
}

/* ---- checks ---- */

static void check_nodes(const fetch_cache *cache, const fetch_slot *slot) {
  fetch_node *const *link = &slot->nodes;
  for (const fetch_node *node = slot->nodes; node; node = node->next) {
    plat_assert(node->link == link && &cache->slots[node->slot] == slot);
    plat_assert(cache->marks[node->path].is_marked);
    link = &node->next;
  }
}

void fetch_cache_check(const fetch_cache *cache, const fetch_code *code) {
  for (uint32_t i = 0; i < n_slots(cache); i++) {
    const fetch_slot *slot = &cache->slots[i];
    plat_assert(slot->line == FETCH_NO_LINE || fetch_cache_find(cache, slot->line) == i);
    plat_assert(slot->line != FETCH_NO_LINE || !slot->nodes);
    plat_assert(slot->used <= cache->clock && last_use(cache, slot) <= cache->clock);
    check_nodes(cache, slot);
  }
  for (uint32_t path = 0; path < cache->room; path++) {
    if (!cache->marks[path].is_marked) continue;
    for (uint32_t i = 0; i < code->paths[path].n_uses; i++) {
      const fetch_node *node = &cache->marks[path].nodes[i];
      plat_assert(cache->slots[node->slot].line == code->paths[path].uses[i].line && node->path == path);
    }
  }
}
