/* coh_shadow.h: the fully associative cache beside a D1, which tells conflicts from capacity.
 *
 * The rule stands at the top of coh_shadow.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_SHADOW_H
#define COHERENCE_COH_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

typedef struct coh_shadow coh_shadow;

/* Makes an empty cache that holds up to `lines` lines (at least 1); free with coh_shadow_free(). */
coh_shadow *coh_shadow_new(uint64_t lines);
void coh_shadow_free(coh_shadow *shadow);

/* A reference to the line: the most recently used one from now on. Returns whether the cache held it; else the
 * line comes in, and the least recently used one goes if the cache is full. */
bool coh_shadow_use(coh_shadow *shadow, uint64_t line);

/* The line is taken away, if the cache holds it. */
void coh_shadow_drop(coh_shadow *shadow, uint64_t line);

/* Walks the invariants and asserts. */
void coh_shadow_check(const coh_shadow *shadow);

#endif
