/* fetch_marker.h: the techniques `slots` (the default) and `marker`. If all lines of a path are known to be in the
 * cache, these techniques do not simulate the path.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "fetch/fetch_processor.h"

/* Simulates the execution of a path if fetch_run_if_known() returned false: some lines are possibly missing, or a
 * context switch can occur during the execution. */
void fetch_run_marker(fetch_processor *p, const fetch_code *code, uint32_t number);
