/* fetch_cache.h: an instruction cache: its lines and their order, the history of lines that it lost, and the paths that
 * are known to hit.
 *
 * A path is marked while all of its lines are in the cache; when one of them leaves, the mark is cleared. So all
 * instructions of a marked path hit, and a run of the path only records the clock. The last use of a line is the latest
 * of its own clock and the clocks of the marked paths that touch it.
 *
 * Alternatively, a path is seated: its seat stores the slots of its lines. A run checks that the lines are still in
 * these slots, and records the clock of each line. A run takes longer than with marks, but there is nothing to do when
 * a line leaves.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "fetch/fetch_code.h"
#include "machine/mach_config.h"
#include "plat/plat.h"
#include "plat/plat_map.h"

/* The line number of an empty slot, and the number of no slot. */
#define FETCH_NO_LINE (~(uint64_t)0)
#define FETCH_NO_SLOT (~(uint32_t)0)

/* The number of no path. */
#define FETCH_NO_PATH (~(uint32_t)0)

/* The history of a line that is not in the cache. */
typedef enum { FETCH_NEVER, FETCH_WAS_REPLACED, FETCH_WAS_INVALIDATED, FETCH_WAS_SWITCHED } fetch_fate;

/* A marked path and one of its lines. Each line and each path has a list of nodes, by number from 1. */
typedef struct {
  uint32_t next, before; /* neighbours in the list of the line */
  uint32_t sibling;      /* next node of the path; in a free node: next free node */
  uint32_t path;
  uint32_t slot; /* slot of the line */
  uint32_t last; /* 1 + the index of the path's last touch of the line */
} fetch_node;

/* The mark of a path, kept small since paths are many. */
typedef struct {
  uint64_t clock;        /* clock before its last run while it was marked */
  uint32_t nodes;        /* list of nodes, one for each line of the path; 0: not marked */
  uint16_t instructions; /* number of instructions of the path */
  uint16_t touches;
} fetch_mark;

/* A line that a path touches, and its slot. */
typedef struct {
  uint32_t line, slot;
} fetch_sitting;

/* The seat of a path, kept small since paths are many. */
typedef struct {
  union {
    uint32_t lines[2];      /* for one or two touches: the first and the last line */
    fetch_sitting *sitting; /* for more touches: all of them, in order; owned by the seat */
  };
  uint16_t instructions; /* number of instructions of the path */
  uint16_t touches;      /* number of touches of the path; 0: not seated */
  uint16_t slots[2];     /* slots of `lines`; FETCH_LISTED: the seat has `sitting` */
} fetch_seat;
enum { FETCH_LISTED = UINT16_MAX };

typedef struct {
  uint64_t line;  /* number of the line, or FETCH_NO_LINE */
  uint64_t used;  /* clock of the last touch other than by marked paths; 0: none */
  uint32_t nodes; /* list of the nodes of marked paths that touch the line */
} fetch_slot;

typedef struct {
  uint32_t ways;
  uint64_t set_mask; /* number of sets - 1 */
  uint64_t clock;    /* advances with each touch */
  fetch_slot *slots; /* all slots, sorted by set */
  fetch_mark *marks; /* by path; NULL: paths are seated */
  fetch_seat *seats; /* by path; NULL: paths are marked */
  bool seated;       /* paths are seated */
  uint32_t newest;   /* the seated path that ran last, if all its lines are still in their slots; FETCH_NO_PATH: none */
  uint32_t room;     /* number of paths for which `marks` or `seats` has room */
  fetch_node *nodes; /* by number; the first one is not used */
  uint32_t n_nodes;  /* number of nodes ever used */
  uint32_t room_nodes;
  uint32_t free_node; /* first free node; `sibling` links the others */
  /* by line: fetch_fate in the low two bits, and above it the place of the instruction whose fetch replaced the line */
  plat_map fates;
} fetch_cache;

/* Makes an empty cache of a checked geometry; free with fetch_cache_clear(). `seated`: paths are seated instead of
 * marked, unless the cache has too many slots. */
void fetch_cache_init(fetch_cache *cache, const mach_geometry *geometry, bool seated);
void fetch_cache_clear(fetch_cache *cache);

/* Returns the slot of a line, or FETCH_NO_SLOT. */
static inline uint32_t fetch_cache_find(const fetch_cache *cache, uint64_t line) {
  const uint32_t first = (uint32_t)(line & cache->set_mask) * cache->ways;
  for (uint32_t slot = first; slot < first + cache->ways; slot++)
    if (cache->slots[slot].line == line) return slot;
  return FETCH_NO_SLOT;
}

/* Touches a line if it is in the cache. Returns whether it is there. */
static inline bool fetch_cache_touch(fetch_cache *cache, uint64_t line) {
  const uint32_t slot = fetch_cache_find(cache, line);
  if (slot == FETCH_NO_SLOT) return false;
  cache->slots[slot].used = ++cache->clock;
  return true;
}

/* Fills a missing line for an instruction of `place`; if the set is full, the line replaces the least recently used
 * one. Returns why the line was missing. Sets *who to the place of the instruction whose fetch replaced it
 * (FETCH_WAS_REPLACED), else to 0. */
fetch_fate fetch_cache_bring(fetch_cache *cache, uint64_t line, uint32_t place, uint32_t *who);

/* Removes a line whose code has changed. */
void fetch_cache_invalidate(fetch_cache *cache, uint64_t line);

/* Removes all lines, for a context switch. */
void fetch_cache_empty(fetch_cache *cache);

/* Makes room for the marks or seats of paths below `paths` (at least 1). */
void fetch_cache_make_room(fetch_cache *cache, uint32_t paths);

/* Marks an unmarked path if all of its lines are in the cache. */
void fetch_cache_mark(fetch_cache *cache, const fetch_code *code, uint32_t path);

/* Seats a path if all of its lines are in the cache and have numbers below 2^32 (so that seats are small). */
void fetch_cache_seat(fetch_cache *cache, const fetch_code *code, uint32_t path);

/* For fetch_cache_run_seated(): runs a seat with more than two touches. */
bool fetch_cache_run_listed(fetch_cache *cache, const fetch_seat *seat);

/* Touches the lines of a seated path if all of them are in their slots; otherwise does nothing. Returns whether all
 * were in their slots. */
static inline bool fetch_cache_run_seated(fetch_cache *cache, const fetch_seat *seat) {
  if (PLAT_UNLIKELY(seat->slots[0] == FETCH_LISTED)) return fetch_cache_run_listed(cache, seat);
  fetch_slot *first = &cache->slots[seat->slots[0]], *last = &cache->slots[seat->slots[1]];
  const uint32_t touches = seat->touches;
  if (PLAT_UNLIKELY((touches == 0) | (first->line != seat->lines[0]) | (last->line != seat->lines[1]))) return false;
  first->used = cache->clock + 1;
  last->used = cache->clock += touches;
  return true;
}

/* Removes the mark or seat of a path; its lines keep their clocks. */
void fetch_cache_leave(fetch_cache *cache, uint32_t path);

/* Asserts the invariants: each line is in its set, once; marked paths have all of their lines in the cache, and their
 * nodes in the lists. Slow; for tests. */
void fetch_cache_check(const fetch_cache *cache, const fetch_code *code);
