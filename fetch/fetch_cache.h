/* fetch_cache.h: one instruction cache: which lines it holds, which go next, why others are not there, and which paths
 * are known to hit.
 *
 * A path is marked when all of its lines are in the cache; when one of them leaves, the path's marker is cleared. So a
 * run of a marked path hits in each of its instructions, and notes no more than the time. When a line was used last
 * follows from that: it is the latest of its own clock and those of the marked paths that touch it.
 *
 * Or a path is seated: it knows where its lines were. A run looks whether they are there still, and notes the time of
 * each. That is more to do for a run, and nothing when a line leaves.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef FETCH_FETCH_CACHE_H
#define FETCH_FETCH_CACHE_H

#include "coherence/coh_config.h"
#include "coherence/coh_map.h"
#include "coherence/plat.h"
#include "fetch/fetch_code.h"

/* The line number of an empty slot; no slot. */
#define FETCH_NO_LINE (~(uint64_t)0)
#define FETCH_NO_SLOT (~(uint32_t)0)

/* No path. */
#define FETCH_NO_PATH (~(uint32_t)0)

/* What became of a line that is not in the cache. */
typedef enum { FETCH_NEVER, FETCH_WAS_REPLACED, FETCH_WAS_INVALIDATED, FETCH_WAS_SWITCHED } fetch_fate;

/* A marked path and one of its lines. Each line has a list of them, and each path; nodes are known by their numbers,
 * and 0 is none. */
typedef struct {
  uint32_t next, before; /* in the line's list */
  uint32_t sibling;      /* the next of the path; of a free node: the next free one */
  uint32_t path;
  uint32_t slot; /* of the line */
  uint32_t last; /* 1 + the number of the path's last touch of the line */
} fetch_node;

/* By path: there are many. */
typedef struct {
  uint64_t clock;        /* before its last run while it was marked */
  uint32_t nodes;        /* one for each of its lines; 0: it is not marked */
  uint16_t instructions; /* of the path */
  uint16_t touches;
} fetch_mark;

/* One of the lines that a path touches, in order, and the slot that it was in. */
typedef struct {
  uint32_t line, slot;
} fetch_sitting;

/* By path, in place of its mark: there are many. */
typedef struct {
  union {
    uint32_t lines[2];      /* of the first and the last of one or two touches */
    fetch_sitting *sitting; /* of all touches; the seat's own */
  };
  uint16_t instructions; /* of the path */
  uint16_t touches;      /* 0: it is not seated */
  uint16_t slots[2];     /* where `lines` are; FETCH_LISTED: there is a list */
} fetch_seat;
enum { FETCH_LISTED = UINT16_MAX };

typedef struct {
  uint64_t line;  /* or FETCH_NO_LINE */
  uint64_t used;  /* clock of the last touch, but for those of marked paths; 0: none */
  uint32_t nodes; /* of the marked paths that touch the line */
} fetch_slot;

typedef struct {
  uint32_t ways;
  uint64_t set_mask; /* number of sets - 1 */
  uint64_t clock;    /* of touches: grows with each */
  fetch_slot *slots; /* set by set */
  fetch_mark *marks; /* by path; NULL: they are seated */
  fetch_seat *seats; /* by path; NULL: they are marked */
  bool seated;       /* paths are */
  uint32_t newest; /* the seated path whose run touched lines last, none of which has left since; FETCH_NO_PATH: none */
  uint32_t room;   /* of marks or seats */
  fetch_node *nodes; /* by number; the first one is not used */
  uint32_t n_nodes;  /* that were ever used */
  uint32_t room_nodes;
  uint32_t free_node; /* one that is free, as are its siblings */
  coh_map fates; /* by line: fetch_fate in the low two bits, above it the place of the instruction that replaced it */
} fetch_cache;

/* Makes an empty cache of a checked geometry; free with fetch_cache_clear(). seated: paths are seated where the cache
 * has few enough slots, not marked. */
void fetch_cache_init(fetch_cache *cache, const coh_geometry *geometry, bool seated);
void fetch_cache_clear(fetch_cache *cache);

/* The slot that holds a line, or FETCH_NO_SLOT. */
static inline uint32_t fetch_cache_find(const fetch_cache *cache, uint64_t line) {
  const uint32_t first = (uint32_t)(line & cache->set_mask) * cache->ways;
  for (uint32_t slot = first; slot < first + cache->ways; slot++)
    if (cache->slots[slot].line == line) return slot;
  return FETCH_NO_SLOT;
}

/* Touches a line, if it is there. Returns whether it is. */
static inline bool fetch_cache_touch(fetch_cache *cache, uint64_t line) {
  const uint32_t slot = fetch_cache_find(cache, line);
  if (slot == FETCH_NO_SLOT) return false;
  cache->slots[slot].used = ++cache->clock;
  return true;
}

/* Touches a line that is not there: it is fetched for an instruction of `place` in the stead of the least recently used
 * line of its set. Returns why it was not there; *who: which instruction's place pushed it out (FETCH_WAS_REPLACED;
 * else 0). */
fetch_fate fetch_cache_bring(fetch_cache *cache, uint64_t line, uint32_t place, uint32_t *who);

/* Takes a line away, if it is there: its code has changed. */
void fetch_cache_invalidate(fetch_cache *cache, uint64_t line);

/* Takes all lines away: a context switch. */
void fetch_cache_empty(fetch_cache *cache);

/* Makes room for the marks or seats of paths below that number (at least 1), which are neither marked nor seated. */
void fetch_cache_make_room(fetch_cache *cache, uint32_t paths);

/* Marks a path, which is not marked, if all of its lines are in the cache. */
void fetch_cache_mark(fetch_cache *cache, const fetch_code *code, uint32_t path);

/* Seats a path, if all of its lines are in the cache. (One with lines from number 2^32 on never is: so seats are
 * small.) */
void fetch_cache_seat(fetch_cache *cache, const fetch_code *code, uint32_t path);

/* The rest of fetch_cache_run_seated(). */
bool fetch_cache_run_listed(fetch_cache *cache, const fetch_seat *seat);

/* Touches the lines of a seated path, if all are where they were; else does nothing. Returns whether they were. */
static inline bool fetch_cache_run_seated(fetch_cache *cache, const fetch_seat *seat) {
  if (PLAT_UNLIKELY(seat->slots[0] == FETCH_LISTED)) return fetch_cache_run_listed(cache, seat);
  fetch_slot *first = &cache->slots[seat->slots[0]], *last = &cache->slots[seat->slots[1]];
  const uint32_t touches = seat->touches;
  if (PLAT_UNLIKELY((touches == 0) | (first->line != seat->lines[0]) | (last->line != seat->lines[1]))) return false;
  first->used = cache->clock + 1;
  last->used = cache->clock += touches;
  return true;
}

/* The path goes away: nothing of it is kept but the time of its lines. */
void fetch_cache_leave(fetch_cache *cache, uint32_t path);

/* Walks the invariants and asserts: lines are in their sets, once; marked paths have all of their lines in the cache,
 * and their nodes in the lists. Slow; for tests. */
void fetch_cache_check(const fetch_cache *cache, const fetch_code *code);

#endif
