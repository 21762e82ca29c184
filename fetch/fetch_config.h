/* fetch_config.h: the description of simulated instruction caches. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "machine/mach_config.h"

typedef enum {
#define TECHNIQUE(symbol, name, help) FETCH_##symbol,
#include "fetch/fetch_technique.def"
#undef TECHNIQUE
  FETCH_TECHNIQUES
} fetch_technique;

/* The names of the techniques, separated by | as in the values of options. */
#define FETCH_TECHNIQUE_WORDS "A|B|C|D|E|F|G|marker|slots"

/* The work of a fetch that hits, and of a fetch that misses. When the work since the last context switch reaches
 * fetch_config.switch_interval, a context switch occurs. The numbers are from Smith; Whalley also uses them (section
 * "Results"). */
enum { FETCH_HIT_WORK = 1, FETCH_MISS_WORK = 10 };

typedef struct {
  mach_geometry geometry;    /* geometry of each processor's instruction cache; replacement is LRU */
  fetch_technique technique; /* technique with which the caches are simulated */
  /* work between two context switches; each switch empties the cache; 0: there are no context switches */
  uint32_t switch_interval;
} fetch_config;

/* Returns the name that a technique has in options, or NULL for a value outside the enumeration. */
const char *fetch_technique_name(fetch_technique technique);
