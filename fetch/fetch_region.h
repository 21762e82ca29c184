/* fetch_region.h: techniques D to G: code that stays in the cache while the program is in a loop or a function is
 * simulated once.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef FETCH_FETCH_REGION_H
#define FETCH_FETCH_REGION_H

#include "fetch/fetch_processor.h"

/* Whether a technique is one of these. */
bool fetch_uses_regions(fetch_technique technique);

/* What a processor knows of loops and functions; free with fetch_regions_free(), NULL is allowed. */
fetch_regions *fetch_regions_new(const coh_geometry *geometry);
void fetch_regions_free(fetch_regions *regions);

/* Makes room for paths below that number (at least 1), which were not simulated yet. */
void fetch_regions_make_room(fetch_regions *regions, uint32_t paths);

/* A processor that has regions runs a path. */
void fetch_run_region(fetch_processor *p, uint32_t number);

/* A path goes away; what the cache holds has changed otherwise than by fetches. */
void fetch_regions_leave(fetch_regions *regions, uint32_t path);
void fetch_regions_forget(fetch_regions *regions);

#endif
