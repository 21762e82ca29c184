/* fetch_system-inl.h: inline functions for the execution of a path. For a path that is known to hit, they only record
 * the clock.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "fetch/fetch_system.h"
#include "plat/plat.h"

struct fetch_system {
  fetch_config config;
  fetch_code code;
  unsigned n;
  fetch_processor *processors;
};

/* Makes room for all paths that have been entered. */
void fetch_make_room(fetch_system *system, fetch_processor *p);

/* Returns a processor of the system, after it has room for all paths that have been entered. */
static inline fetch_processor *fetch_processor_get(fetch_system *system, unsigned processor) {
  fetch_processor *p = &system->processors[processor];
  if (PLAT_UNLIKELY(p->cache.room < system->code.room)) fetch_make_room(system, p);
  return p;
}

/* The part of fetch_run() for a path that is not known to hit. */
void fetch_run_slowly(fetch_processor *p, uint32_t path);

/* If all lines of a seated path are in their slots and no context switch is due, simulates the execution of the path
 * and returns true. Otherwise, returns false. If the previously executed path was the same one, the order of the lines
 * does not change. */
static inline bool fetch_run_seated(fetch_processor *p, uint32_t path) {
  const fetch_seat *seat = &p->cache.seats[path];
  const uint64_t fetches = p->counts.fetches + seat->instructions;
  if (PLAT_UNLIKELY(fetches >= p->room)) return false;
  if (path != p->cache.newest && PLAT_UNLIKELY(!fetch_cache_run_seated(&p->cache, seat))) return false;
  p->cache.newest = path;
  p->counts.fetches = fetches;
  return true;
}

/* As fetch_run_seated(), but for a marked path. */
static inline bool fetch_run_marked(fetch_processor *p, uint32_t path) {
  fetch_mark *mark = &p->cache.marks[path];
  const uint64_t fetches = p->counts.fetches + mark->instructions;
  if (PLAT_UNLIKELY(mark->nodes == 0 || fetches >= p->room)) return false;
  p->counts.fetches = fetches;
  mark->clock = p->cache.clock;
  p->cache.clock += mark->touches;
  return true;
}

/* If all fetches of a path are known to hit, simulates the execution of the path and returns true. Otherwise, returns
 * false. */
static inline bool fetch_run_if_known(fetch_processor *p, uint32_t path) {
  return PLAT_LIKELY(p->cache.seated) ? fetch_run_seated(p, path) : fetch_run_marked(p, path);
}

/* Simulates the execution of a path that has been entered. */
static inline void fetch_run(fetch_processor *p, uint32_t path) {
  if (PLAT_LIKELY(fetch_run_if_known(p, path))) return;
  p->cache.newest = FETCH_NO_PATH;
  fetch_run_slowly(p, path);
}
