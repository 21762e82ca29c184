/* fetch_range.h: techniques A to C. They make one call of the simulator for each instruction (A), basic block (B), or
 * sequence of contiguous instructions (C).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "fetch/fetch_processor.h"

/* Simulates the execution of a path on a processor. */
void fetch_run_a(fetch_processor *p, const fetch_path *path);
void fetch_run_b(fetch_processor *p, const fetch_path *path);
void fetch_run_c(fetch_processor *p, const fetch_path *path);
