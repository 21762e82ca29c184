/* fetch_cache.c: see fetch_cache.h.
 *
 * The rules
 * - A fill takes an empty slot of the set. If the set has no empty slot, the fill replaces the least recently used
 * line.
 * - The history of a replaced line records the place of the instruction whose fetch replaced it, until the line is
 * fetched again.
 * - A run of a path touches its lines at clock + 1, clock + 2, ... in the order of its touches. This holds for
 * simulated runs and for runs of marked paths. So both give the same order.
 * - When a mark is cleared, the clock of its last run is transferred to the path's lines.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "fetch/fetch_cache.h"

#include "plat/plat.h"
#include "plat/plat_array.h"

void fetch_cache_init(fetch_cache *cache, const mach_geometry *geometry, bool seated) {
  const uint64_t slots = geometry->size / geometry->line;
  *cache = (fetch_cache){.ways = geometry->ways,
                         .set_mask = slots / geometry->ways - 1,
                         .seated = seated && slots <= FETCH_LISTED,
                         .newest = FETCH_NO_PATH};
  cache->slots = plat_alloc(slots * sizeof *cache->slots);
  for (uint64_t i = 0; i < slots; i++) cache->slots[i].line = FETCH_NO_LINE;
}

/* Removes the seat of a path, if the path has one. */
static void rise(fetch_seat *seat) {
  if (seat->slots[0] == FETCH_LISTED) plat_free(seat->sitting);
  *seat = (fetch_seat){0};
}

void fetch_cache_clear(fetch_cache *cache) {
  for (uint32_t path = 0; cache->seated && path < cache->room; path++) rise(&cache->seats[path]);
  plat_free(cache->seats);
  plat_free(cache->marks);
  plat_free(cache->nodes);
  plat_free(cache->slots);
  plat_map_clear(&cache->fates);
}

static uint64_t n_slots(const fetch_cache *cache) { return (cache->set_mask + 1) * cache->ways; }

/* ---- markers ---- */

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

static uint64_t used_by(const fetch_cache *cache, const fetch_node *node) {
  return cache->marks[node->path].clock + node->last;
}

static void clear_mark(fetch_cache *cache, uint32_t path) {
  fetch_mark *mark = &cache->marks[path];
  for (uint32_t number = mark->nodes, sibling; number != 0; number = sibling) {
    fetch_node *node = &cache->nodes[number];
    fetch_slot *slot = &cache->slots[node->slot];
    slot->used = later(slot->used, used_by(cache, node));
    *(node->before != 0 ? &cache->nodes[node->before].next : &slot->nodes) = node->next;
    if (node->next != 0) cache->nodes[node->next].before = node->before;
    sibling = node->sibling;
    node->sibling = cache->free_node;
    cache->free_node = number;
  }
  mark->nodes = 0;
}

void fetch_cache_make_room(fetch_cache *cache, uint32_t paths) {
  if (cache->seated)
    cache->seats = plat_grow(cache->seats, paths - 1, &cache->room, sizeof *cache->seats);
  else
    cache->marks = plat_grow(cache->marks, paths - 1, &cache->room, sizeof *cache->marks);
}

static uint32_t take_node(fetch_cache *cache) {
  const uint32_t number = cache->free_node;
  if (number != 0) {
    cache->free_node = cache->nodes[number].sibling;
    return number;
  }
  cache->nodes = plat_grow(cache->nodes, ++cache->n_nodes, &cache->room_nodes, sizeof *cache->nodes);
  return cache->n_nodes;
}

static bool all_are_there(const fetch_cache *cache, const fetch_path *path) {
  const fetch_touch *touches = fetch_touches(path->block);
  for (uint32_t i = 0; i < path->n_touches; i++)
    if (fetch_cache_find(cache, touches[i].line) == FETCH_NO_SLOT) return false;
  return true;
}

void fetch_cache_mark(fetch_cache *cache, const fetch_code *code, uint32_t path) {
  const fetch_path *p = &code->paths[path];
  const fetch_touch *touches = fetch_touches(p->block);
  if (!all_are_there(cache, p)) return;
  cache->marks[path] = (fetch_mark){.instructions = p->n_instructions, .touches = p->n_touches};
  for (uint32_t i = 0; i < p->n_touches; i++)
    if (fetch_is_last_touch(p, i)) {
      uint32_t slot = fetch_cache_find(cache, touches[i].line);
      uint32_t last = i + 1;
      const uint32_t number = take_node(cache);
      uint32_t *list = &cache->slots[slot].nodes, *siblings = &cache->marks[path].nodes;
      cache->nodes[number] =
          (fetch_node){.next = *list, .sibling = *siblings, .path = path, .slot = slot, .last = last};
      if (*list != 0) cache->nodes[*list].before = number;
      *list = *siblings = number;
    }
}

void fetch_cache_leave(fetch_cache *cache, uint32_t path) {
  if (path >= cache->room) return;
  if (path == cache->newest) cache->newest = FETCH_NO_PATH;
  if (cache->seated)
    rise(&cache->seats[path]);
  else
    clear_mark(cache, path);
}

/* ---- seats ---- */

/* Returns whether all lines of a path are in the cache, and have numbers that fit into a seat. */
static bool can_be_seated(const fetch_cache *cache, const fetch_path *path) {
  const fetch_touch *touches = fetch_touches(path->block);
  for (uint32_t i = 0; i < path->n_touches; i++)
    if (touches[i].line > UINT32_MAX) return false;
  return all_are_there(cache, path);
}

static fetch_seat make_seat(const fetch_path *path) {
  fetch_seat seat = {.instructions = path->n_instructions, .touches = path->n_touches};
  if (path->n_touches <= 2) return seat;
  seat.sitting = plat_alloc(path->n_touches * sizeof *seat.sitting);
  seat.slots[0] = FETCH_LISTED;
  return seat;
}

void fetch_cache_seat(fetch_cache *cache, const fetch_code *code, uint32_t path) {
  const fetch_path *p = &code->paths[path];
  const fetch_touch *touches = fetch_touches(p->block);
  fetch_seat *seat = &cache->seats[path];
  if (!can_be_seated(cache, p)) return;
  if (seat->touches == 0) *seat = make_seat(p);
  for (uint32_t i = 0; i < p->n_touches; i++) {
    const uint32_t line = (uint32_t)touches[i].line, slot = fetch_cache_find(cache, line);
    if (seat->slots[0] == FETCH_LISTED) {
      seat->sitting[i] = (fetch_sitting){line, slot};
    } else {
      seat->lines[i] = seat->lines[1] = line;
      seat->slots[i] = seat->slots[1] = (uint16_t)slot;
    }
  }
}

bool fetch_cache_run_listed(fetch_cache *cache, const fetch_seat *seat) {
  const fetch_sitting *const sitting = seat->sitting;
  for (uint32_t i = 0; i < seat->touches; i++)
    if (cache->slots[sitting[i].slot].line != sitting[i].line) return false;
  for (uint32_t i = 0; i < seat->touches; i++) cache->slots[sitting[i].slot].used = ++cache->clock;
  return true;
}

/* ---- lines ---- */

static uint64_t last_use(const fetch_cache *cache, const fetch_slot *slot) {
  uint64_t used = slot->used;
  for (uint32_t node = slot->nodes; node != 0; node = cache->nodes[node].next)
    used = later(used, used_by(cache, &cache->nodes[node]));
  return used;
}

/* Returns the slot of a set that the next fill will take. */
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

/* Removes the line in a slot from the cache. */
static void drop(fetch_cache *cache, fetch_slot *slot, fetch_fate fate, uint32_t who) {
  cache->newest = FETCH_NO_PATH;
  while (slot->nodes != 0) clear_mark(cache, cache->nodes[slot->nodes].path);
  *plat_map_add(&cache->fates, slot->line) = who << 2 | fate;
  *slot = (fetch_slot){.line = FETCH_NO_LINE};
}

fetch_fate fetch_cache_bring(fetch_cache *cache, uint64_t line, uint32_t place, uint32_t *who) {
  const uint32_t *word = plat_map_find(&cache->fates, line);
  const fetch_fate fate = word ? (fetch_fate)(*word & 3) : FETCH_NEVER;
  *who = word ? *word >> 2 : 0;
  fetch_slot *slot = &cache->slots[victim(cache, (uint32_t)(line & cache->set_mask) * cache->ways)];
  if (slot->line != FETCH_NO_LINE) drop(cache, slot, FETCH_WAS_REPLACED, place);
  slot->line = line;
  slot->used = ++cache->clock;
  return fate;
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
  uint32_t before = 0;
  for (uint32_t number = slot->nodes; number != 0; number = cache->nodes[number].next) {
    const fetch_node *node = &cache->nodes[number];
    plat_assert(node->before == before && &cache->slots[node->slot] == slot);
    plat_assert(cache->marks[node->path].nodes != 0);
    before = number;
  }
}

/* Asserts that a node's touch is the last touch of the line in the path. */
static void check_last(const fetch_cache *cache, const fetch_node *node, const fetch_path *path) {
  const uint64_t line = cache->slots[node->slot].line;
  plat_assert(fetch_touches(path->block)[node->last - 1].line == line);
  for (uint32_t i = node->last; i < path->n_touches; i++) plat_assert(fetch_touches(path->block)[i].line != line);
}

void fetch_cache_check(const fetch_cache *cache, const fetch_code *code) {
  for (uint32_t i = 0; i < n_slots(cache); i++) {
    const fetch_slot *slot = &cache->slots[i];
    plat_assert(slot->line == FETCH_NO_LINE || fetch_cache_find(cache, slot->line) == i);
    plat_assert(slot->line != FETCH_NO_LINE || slot->nodes == 0);
    plat_assert(slot->used <= cache->clock && last_use(cache, slot) <= cache->clock);
    check_nodes(cache, slot);
  }
  for (uint32_t path = 0; !cache->seated && path < cache->room; path++) {
    for (uint32_t number = cache->marks[path].nodes; number != 0; number = cache->nodes[number].sibling) {
      plat_assert(cache->nodes[number].path == path);
      check_last(cache, &cache->nodes[number], &code->paths[path]);
    }
  }
}
