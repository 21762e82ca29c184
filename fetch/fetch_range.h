/* fetch_range.h: techniques A to C: a call for each instruction, basic block, or run of contiguous instructions.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "fetch/fetch_processor.h"

/* A processor runs a path. */
void fetch_run_a(fetch_processor *p, const fetch_path *path);
void fetch_run_b(fetch_processor *p, const fetch_path *path);
void fetch_run_c(fetch_processor *p, const fetch_path *path);
