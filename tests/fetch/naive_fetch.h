/* naive_fetch.h: a plain model of instruction caches, without optimizations: every line has the time of its last use,
 * and every instruction is looked up.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "fetch/fetch_system.h"

typedef struct naive_fetch naive_fetch;

/* Makes an empty instruction cache; line numbers are less than `most_lines`. */
naive_fetch *naive_fetch_new(const fetch_config *config, uint64_t most_lines);
void naive_fetch_free(naive_fetch *naive);

/* Fetches one instruction. Returns whether it missed; then *miss says why. */
bool naive_fetch_one(naive_fetch *naive, const fetch_instruction *instruction, fetch_miss *miss);

/* The code in [start, start + bytes) has changed. */
void naive_fetch_changed(naive_fetch *naive, uint64_t start, uint64_t bytes);

/* The counts, without calls; they can be reset. */
const fetch_counts *naive_fetch_counts(const naive_fetch *naive);
void naive_fetch_zero(naive_fetch *naive);
