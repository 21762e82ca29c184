/* fetch_marker.h: the default techniques, `slots` and `marker`: a path whose lines are known to be in the cache is not
 * simulated.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "fetch/fetch_processor.h"

/* Runs a path for which fetch_run_if_known() failed: some of its lines are possibly missing, or a context switch can
 * occur during the run. */
void fetch_run_marker(fetch_processor *p, const fetch_code *code, uint32_t number);
