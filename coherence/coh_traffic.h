/* coh_traffic.h: the bytes that lines move between caches and memory, on machines that count them (coh_config.traffic).
 *
 * The rules stand at the top of coh_traffic.c. The functions are called where lines come and go, and change no cache:
 * what hits and what misses does not depend on them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_TRAFFIC_H
#define COHERENCE_COH_TRAFFIC_H

#include "coherence/coh_system-inl.h"

/* What moves from now on is moved by a reference of the processor, or by a fetch of code. */
void coh_traffic_begin(coh_system *system, unsigned processor, const coh_blame *blame, bool code);

/* A fetch of that source comes to the processor. */
void coh_traffic_fetch(coh_system *system, unsigned processor, uint64_t line, coh_source source);

/* As coh_last_level_use(). */
bool coh_traffic_use_last_level(coh_system *system, coh_cache *ll, uint64_t line);

/* An L2 takes in a line that was fetched. */
void coh_traffic_fill_l2(coh_system *system);

/* A D1 takes in a line in that state: `own`, to store to it. Returns the flag of the D1's state for it, or 0. */
uint8_t coh_traffic_fill_d1(coh_system *system, const coh_processor *p, uint64_t line, bool own, coh_state state);

/* A store hits the line in `slot` of the D1, whose state is still what it was. */
void coh_traffic_store(coh_system *system, const coh_processor *p, uint64_t slot);

/* The line in `slot` of a D1, of an L2, is about to be pushed out; from the L2 it leaves the D1 with it. */
void coh_traffic_leave_d1(coh_system *system, const coh_processor *p, uint64_t slot);
void coh_traffic_leave_l2(coh_system *system, const coh_processor *p, uint64_t slot);

/* A processor that owns a line is about to step down, as another one reads it; `acts` is what its transition does. */
void coh_traffic_step_down(coh_system *system, const coh_processor *p, uint64_t line, uint8_t acts);

/* Whether the D1 of a processor has stored to the line in `slot` what the level behind it does not have. */
bool coh_traffic_is_newer(const coh_system *system, const coh_processor *p, uint64_t slot);

/* How many lines are modified in some cache, so that memory has not got them yet. Slow. */
uint64_t coh_modified_lines(const coh_system *system);

#endif
