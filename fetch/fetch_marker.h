/* fetch_marker.h: the default technique, slots, and marker: a path whose lines are known to be in the cache is not
 * simulated.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef FETCH_FETCH_MARKER_H
#define FETCH_FETCH_MARKER_H

#include "fetch/fetch_processor.h"

/* A processor runs a path that is neither marked nor seated with all of its lines, or in whose run a context switch may
 * come. */
void fetch_run_marker(fetch_processor *p, const fetch_code *code, uint32_t number);

#endif
