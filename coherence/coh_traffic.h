/* coh_traffic.h: counts the bytes that lines move between caches and memory, if the machine requires it
 * (coh_config.traffic).
 *
 * coh_traffic.c states the rules. The functions are called when lines move, and change no cache: hits and misses do not
 * depend on them.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_system-inl.h"

/* Attributes all following moves to a reference of the processor, or to a fetch of code. */
void coh_traffic_begin(coh_system *system, unsigned processor, const coh_blame *blame, bool code);

/* A line is fetched for the processor from that source. */
void coh_traffic_fetch(coh_system *system, unsigned processor, uint64_t line, coh_source source);

/* As coh_last_level_use(). */
bool coh_traffic_use_last_level(coh_system *system, coh_cache *ll, uint64_t line);

/* A fetched line fills an L2. */
void coh_traffic_fill_l2(coh_system *system);

/* Counts a fill of a D1 with a line in state `state`; `own`: for a store. Returns the flag for the D1's state, or 0. */
uint8_t coh_traffic_fill_d1(coh_system *system, const coh_processor *p, uint64_t line, bool own, coh_state state);

/* A store hits the line in `slot` of the D1, whose state is not changed yet. */
void coh_traffic_store(coh_system *system, const coh_processor *p, uint64_t slot);

/* The line in `slot` of a D1, or of an L2, is about to be replaced; from the L2 it also leaves the D1. */
void coh_traffic_leave_d1(coh_system *system, const coh_processor *p, uint64_t slot);
void coh_traffic_leave_l2(coh_system *system, const coh_processor *p, uint64_t slot);

/* The owner of a line is about to step down because another processor reads it; `acts`: the actions of its transition.
 */
void coh_traffic_step_down(coh_system *system, const coh_processor *p, uint64_t line, uint8_t acts);

/* Returns the number of lines that are modified in some cache, so that memory does not have them. Slow. */
uint64_t coh_modified_lines(const coh_system *system);
