/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_placements.h: simulates a trace with random addresses of blocks and mappings, to find the stall that
 * depends on the allocator's choice of addresses. */
#pragma once

#include "ui/whatif/whatif_vary.h"

/* Simulates a trace with tables unchanged, and `n` times with mappings and blocks of at least 4096 bytes at random
 * addresses, with the seeds 1 to n, on the machine of the options `given`. Parts are data, with their stall of
 * replacement misses. Returns false and sets *error, a G_OPTION_ERROR if data cannot be moved or an option is invalid.
 * The caller calls whatif_variation_clear() in either case. */
bool whatif_placements(WhatifVariation *variation, const EventsTraceFile *file, char *const *given, uint32_t n,
                       GError **error);
