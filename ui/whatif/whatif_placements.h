/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_placements.h: simulates a trace with random addresses of blocks and mappings, to find how much stall depends
 * on the allocator's choice of addresses. */
#pragma once

#include "ui/whatif/whatif_vary.h"

/* Simulates a trace with tables once unchanged, and `n` times with mappings and blocks of at least 4096 bytes at random
 * addresses. The random seeds are 1 to n. The machine is that of the options `given`. The parts of the result are data,
 * with their stall of replacement misses. Returns false and sets *error on failure. The error is a G_OPTION_ERROR if
 * data cannot be moved, or if an option is not valid. In either case, the caller must call whatif_variation_clear(). */
bool whatif_placements(WhatifVariation *variation, const EventsTraceFile *file, char *const *given, uint32_t n,
                       GError **error);
