/* fetch_cache.h: an instruction cache. It stores its lines and their LRU order, the history of the lines that left it,
 * and the paths that are known to hit.
 *
 * A path can be marked if all of its lines are in the cache. When one of the lines leaves the cache, the mark is
 * cleared. So all instructions of a marked path hit, and an execution of the path only records the clock. The last use
 * of a line is the latest of the line's own clock and the clocks of the marked paths that touch the line.
 *
 * Alternatively, a path is *seated*: a struct, its seat, contains the cache slots of the path's lines. An execution of
 * the path checks that the lines are still in these slots, and records the clock of each line. This takes longer than
 * with marks. But when a line leaves the cache, nothing must be updated.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "fetch/fetch_code.h"
#include "machine/mach_config.h"
#include "plat/plat.h"
#include "plat/plat_map.h"

/* FETCH_NO_LINE is the line number of an empty slot. FETCH_NO_SLOT stands for no slot. */
#define FETCH_NO_LINE (~(uint64_t)0)
#define FETCH_NO_SLOT (~(uint32_t)0)

/* The path number that stands for no path. */
#define FETCH_NO_PATH (~(uint32_t)0)

/* Why a line is not in the cache: its history. */
typedef enum { FETCH_NEVER, FETCH_WAS_REPLACED, FETCH_WAS_INVALIDATED, FETCH_WAS_SWITCHED } fetch_fate;

/* A marked path and one of its lines. Each line and each path has a list of nodes. Nodes are identified by numbers from
 * 1 on. */
typedef struct {
  uint32_t next, before; /* neighbours in the list of nodes of the line */
  uint32_t sibling;      /* next node of the same path; in a free node, the next free node */
  uint32_t path;
  uint32_t slot; /* slot of the line */
  uint32_t last; /* 1 + the index of the last touch of the line in the path */
} fetch_node;

/* The mark of a path. It is small, since there are many paths. */
typedef struct {
  uint64_t clock; /* value of the clock before the last execution of the marked path */
  /* first node in the list of the path, which has one node for each line; 0: the path is not marked */
  uint32_t nodes;
  uint16_t instructions; /* number of instructions of the path */
  uint16_t touches;
} fetch_mark;

/* A line that a path touches, and its slot. */
typedef struct {
  uint32_t line, slot;
} fetch_sitting;

/* The seat of a path. It is small, since there are many paths. */
typedef struct {
  union {
    uint32_t lines[2];      /* for a path of one or two touches: its first and its last line */
    fetch_sitting *sitting; /* for a path of more touches: all touches, in order; the seat owns the array */
  };
  uint16_t instructions; /* number of instructions of the path */
  uint16_t touches;      /* number of touches of the path; 0: the path is not seated */
  uint16_t slots[2];     /* slots of the lines in `lines`; FETCH_LISTED: the seat uses `sitting`, and not `lines` */
} fetch_seat;
enum { FETCH_LISTED = UINT16_MAX };

typedef struct {
  uint64_t line;  /* number of the line, or FETCH_NO_LINE if the slot is empty */
  uint64_t used;  /* clock of the line's last touch, except touches by marked paths; 0: none */
  uint32_t nodes; /* first node in the list of the marked paths that touch the line */
} fetch_slot;

typedef struct {
  uint32_t ways;
  uint64_t set_mask; /* number of sets - 1 */
  uint64_t clock;    /* number of touches so far */
  fetch_slot *slots; /* all slots, sorted by set */
  fetch_mark *marks; /* mark of each path; NULL: paths are seated */
  fetch_seat *seats; /* seat of each path; NULL: paths are marked */
  bool seated;       /* whether paths are seated, not marked */
  /* the most recently executed seated path, if all its lines are still in their slots; otherwise FETCH_NO_PATH */
  uint32_t newest;
  uint32_t room;     /* number of paths for which `marks` or `seats` has room */
  fetch_node *nodes; /* indexed by node number; element 0 is not used */
  uint32_t n_nodes;  /* number of nodes ever used */
  uint32_t room_nodes;
  uint32_t free_node; /* number of the first free node; `sibling` links the free nodes */
  /* key: line; value: the fetch_fate of the line in the low two bits, and above them the place of the instruction whose
   * fetch replaced the line */
  plat_map fates;
} fetch_cache;

/* Makes an empty cache with a valid geometry. Free with fetch_cache_clear(). `seated`: paths are seated instead of
 * marked, unless the cache has too many slots. */
void fetch_cache_init(fetch_cache *cache, const mach_geometry *geometry, bool seated);
void fetch_cache_clear(fetch_cache *cache);

/* Returns the slot that contains a line, or FETCH_NO_SLOT. */
static inline uint32_t fetch_cache_find(const fetch_cache *cache, uint64_t line) {
  const uint32_t first = (uint32_t)(line & cache->set_mask) * cache->ways;
  for (uint32_t slot = first; slot < first + cache->ways; slot++)
    if (cache->slots[slot].line == line) return slot;
  return FETCH_NO_SLOT;
}

/* Touches a line if it is in the cache. Returns whether the line is in the cache. */
static inline bool fetch_cache_touch(fetch_cache *cache, uint64_t line) {
  const uint32_t slot = fetch_cache_find(cache, line);
  if (slot == FETCH_NO_SLOT) return false;
  cache->slots[slot].used = ++cache->clock;
  return true;
}

/* Fills a missing line, which an instruction of `place` fetched. If the set is full, the line replaces the least
 * recently used one. Returns why the line was missing. If the result is FETCH_WAS_REPLACED, sets *who to the place of
 * the instruction whose fetch replaced the line, else to 0. */
fetch_fate fetch_cache_bring(fetch_cache *cache, uint64_t line, uint32_t place, uint32_t *who);

/* Removes a line from the cache because its code has changed. */
void fetch_cache_invalidate(fetch_cache *cache, uint64_t line);

/* Removes all lines from the cache, because of a context switch. */
void fetch_cache_empty(fetch_cache *cache);

/* Makes room for the marks or seats of the paths with numbers below `paths` (at least 1). */
void fetch_cache_make_room(fetch_cache *cache, uint32_t paths);

/* Marks a path, which must be unmarked, if all of its lines are in the cache. */
void fetch_cache_mark(fetch_cache *cache, const fetch_code *code, uint32_t path);

/* Seats a path if all of its lines are in the cache and have line numbers below 2^32. (This keeps seats small.) */
void fetch_cache_seat(fetch_cache *cache, const fetch_code *code, uint32_t path);

/* The part of fetch_cache_run_seated() for a seat with more than two touches. */
bool fetch_cache_run_listed(fetch_cache *cache, const fetch_seat *seat);

/* If all lines of a seated path are in their slots, touches them and returns true. Otherwise, does nothing and returns
 * false. */
static inline bool fetch_cache_run_seated(fetch_cache *cache, const fetch_seat *seat) {
  if (PLAT_UNLIKELY(seat->slots[0] == FETCH_LISTED)) return fetch_cache_run_listed(cache, seat);
  fetch_slot *first = &cache->slots[seat->slots[0]], *last = &cache->slots[seat->slots[1]];
  const uint32_t touches = seat->touches;
  if (PLAT_UNLIKELY((touches == 0) | (first->line != seat->lines[0]) | (last->line != seat->lines[1]))) return false;
  first->used = cache->clock + 1;
  last->used = cache->clock += touches;
  return true;
}

/* Removes the mark or seat of a path. The clocks of its lines stay as they are. */
void fetch_cache_leave(fetch_cache *cache, uint32_t path);

/* Asserts the invariants of the cache: each line is in its set, only once; marked paths have all of their lines in the
 * cache, and their nodes in the lists. Slow, so only for tests. */
void fetch_cache_check(const fetch_cache *cache, const fetch_code *code);
