/* fetch_region.h: techniques D to G: code that stays in the cache during a loop or a function is simulated once.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "fetch/fetch_processor.h"

/* Whether the technique is one of D to G. */
bool fetch_uses_regions(fetch_technique technique);

/* The loops and functions that a processor has executed; free with fetch_regions_free(), NULL is allowed. */
fetch_regions *fetch_regions_new(const mach_geometry *geometry);
void fetch_regions_free(fetch_regions *regions);

/* Makes room for paths below `paths` (at least 1). */
void fetch_regions_make_room(fetch_regions *regions, uint32_t paths);

/* Runs a path on a processor with regions. */
void fetch_run_region(fetch_processor *p, uint32_t number);

/* _leave() removes a path. _forget() must be called after a change of the cache other than by fetches: no path is known
 * to hit any more. */
void fetch_regions_leave(fetch_regions *regions, uint32_t path);
void fetch_regions_forget(fetch_regions *regions);
