/* coh_shadow.h: a fully associative cache of the D1's size, which distinguishes conflict misses from capacity misses.
 *
 * coh_shadow.c states the rule.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct coh_shadow coh_shadow;

/* Makes an empty cache of `lines` lines (at least 1); free with coh_shadow_free(). */
coh_shadow *coh_shadow_new(uint64_t lines);
void coh_shadow_free(coh_shadow *shadow);

/* Makes a line the most recently used one. Returns whether the cache held the line. If it did not, fills the line; if
 * the cache is full, the line replaces the least recently used one. */
bool coh_shadow_use(coh_shadow *shadow, uint64_t line);

/* Removes a line, if the cache holds it. */
void coh_shadow_drop(coh_shadow *shadow, uint64_t line);

/* Asserts the invariants. */
void coh_shadow_check(const coh_shadow *shadow);
