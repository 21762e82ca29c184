/* fetch_config.h: the description of simulated instruction caches. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FETCH_FETCH_CONFIG_H
#define FETCH_FETCH_CONFIG_H

#include "coherence/coh_config.h"

typedef enum {
#define TECHNIQUE(symbol, name, help) FETCH_##symbol,
#include "fetch/fetch_technique.def"
#undef TECHNIQUE
  FETCH_TECHNIQUES
} fetch_technique;

/* What a hit and a miss are worth where work decides when the processor goes over to another program: Smith's numbers,
 * which Whalley takes (Results). */
enum { FETCH_HIT_WORK = 1, FETCH_MISS_WORK = 10 };

typedef struct {
  coh_geometry geometry;     /* of each processor's cache; LRU replacement */
  fetch_technique technique; /* how it is simulated */
  uint32_t switch_interval;  /* units of work after which the cache is emptied; 0: never */
} fetch_config;

/* The name of a technique as options spell it, or NULL for a number outside the enumeration; and what it does, a
 * phrase. */
const char *fetch_technique_name(fetch_technique technique);
const char *fetch_technique_help(fetch_technique technique);

#endif
