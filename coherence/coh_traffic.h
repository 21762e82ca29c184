/* coh_traffic.h: counts the bytes that lines move between caches and memory, if the machine requires it
 * (mach_config.traffic).
 *
 * coh_traffic.c states the rules. The functions are called when lines move. They change no cache, so hits and misses do
 * not depend on them.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_system-inl.h"

/* Attributes all following transfers to a reference of the processor. With `code`, attributes them to a fetch of
 * code. */
void coh_traffic_begin(coh_system *system, unsigned processor, const coh_blame *blame, bool code);

/* Counts the fetch of a line for the processor from `source`. */
void coh_traffic_fetch(coh_system *system, unsigned processor, uint64_t line, coh_source source);

/* As coh_last_level_use(), but also counts the write-back of the line that is evicted. */
bool coh_traffic_use_last_level(coh_system *system, coh_cache *ll, uint64_t line);

/* Counts the fill of an L2 with a fetched line. */
void coh_traffic_fill_l2(coh_system *system);

/* Counts a fill of a D1 with a line in state `state`. `own` is whether the fill is for a store. Returns a flag to add
 * to the line's state in the D1, or 0. */
uint8_t coh_traffic_fill_d1(coh_system *system, const coh_processor *p, uint64_t line, bool own, coh_state state);

/* Records a store that hits the line in `slot` of the D1. Call it before the state of the line changes. */
void coh_traffic_store(coh_system *system, const coh_processor *p, uint64_t slot);

/* Counts the write-back, if any, of the line in `slot` of a D1, or of an L2, before the line is evicted. A line that
 * leaves the L2 also leaves the D1. */
void coh_traffic_leave_d1(coh_system *system, const coh_processor *p, uint64_t slot);
void coh_traffic_leave_l2(coh_system *system, const coh_processor *p, uint64_t slot);

/* Counts the write-back, if any, of a line before its owner gives up ownership because another processor reads it.
 * `acts` are the actions of the state transition. */
void coh_traffic_step_down(coh_system *system, const coh_processor *p, uint64_t line, uint8_t acts);

/* Returns the number of lines that are modified in some cache, so that memory does not have them. It is slow. */
uint64_t coh_modified_lines(const coh_system *system);
