/* fetch_config.h: the description of simulated instruction caches. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "machine/mach_config.h"

typedef enum {
#define TECHNIQUE(symbol, name, help) FETCH_##symbol,
#include "fetch/fetch_technique.def"
#undef TECHNIQUE
  FETCH_TECHNIQUES
} fetch_technique;

/* The names of the techniques, as options have them. */
#define FETCH_TECHNIQUE_WORDS "A|B|C|D|E|F|G|marker|slots"

/* The work of a hit and of a miss. Work decides when the processor changes to another program. The numbers are Smith's,
 * which Whalley also uses (Results). */
enum { FETCH_HIT_WORK = 1, FETCH_MISS_WORK = 10 };

typedef struct {
  mach_geometry geometry;    /* geometry of each processor's cache; LRU replacement */
  fetch_technique technique; /* technique of the simulation */
  uint32_t switch_interval;  /* work between two context switches, each of which empties the cache; 0: no switches */
} fetch_config;

/* Returns the name of a technique in options, or NULL outside the enumeration. */
const char *fetch_technique_name(fetch_technique technique);
