/* fetch_region.h: techniques D to G. If the code of a loop or a function stays in the cache, they simulate it only
 * once.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "fetch/fetch_processor.h"

/* Returns whether a technique is one of D to G. */
bool fetch_uses_regions(fetch_technique technique);

/* The loops and functions that a processor has executed. Free with fetch_regions_free(); NULL is allowed there. */
fetch_regions *fetch_regions_new(const mach_geometry *geometry);
void fetch_regions_free(fetch_regions *regions);

/* Makes room for the paths with numbers below `paths` (at least 1). */
void fetch_regions_make_room(fetch_regions *regions, uint32_t paths);

/* Simulates the execution of a path on a processor with regions. */
void fetch_run_region(fetch_processor *p, uint32_t number);

/* The next two functions: _leave() removes a path. Call _forget() after the cache has been changed other than by
 * fetches. After _forget(), no path is known to hit. */
void fetch_regions_leave(fetch_regions *regions, uint32_t path);
void fetch_regions_forget(fetch_regions *regions);
