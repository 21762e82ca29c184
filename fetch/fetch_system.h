/* fetch_system.h: the instruction caches of a machine's processors, and the code that they fetch.
 *
 * Each processor has one instruction cache. Instruction caches are not kept coherent, since instructions are only read.
 * The caller reports changed code. The caller also reports, in order, the paths (fetch_code.h) that a processor
 * executes. After Whalley, "Techniques for Fast Instruction Cache Performance Evaluation", Software - Practice and
 * Experience 23(1), 1993.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "fetch/fetch_processor.h"

typedef struct fetch_system fetch_system;

/* Makes a system with empty caches for `processors` processors. The geometry must have passed mach_geometry_check() for
 * LRU. The function copies `config`. The system calls `missed` for each miss, with `closure`. Free with
 * fetch_system_free(). */
fetch_system *fetch_system_new(const fetch_config *config, unsigned processors, fetch_missed *missed, void *closure);
void fetch_system_free(fetch_system *system);

/* The next two functions: _enter() adds a block and its paths, as fetch_code_enter(). _leave() removes a path. */
void fetch_enter(fetch_system *system, const fetch_instruction *instructions, uint32_t n, const uint32_t *numbers,
                 const uint32_t *lengths, uint32_t n_paths);
void fetch_leave(fetch_system *system, uint32_t path);

/* Simulates the execution of a path that has been entered. fetch_run() of fetch_system-inl.h is the inline version. */
void fetch_system_run(fetch_system *system, unsigned processor, uint32_t path);

/* Removes the lines that contain code in [start, start + bytes) from all caches, because this code has changed. */
void fetch_code_changed(fetch_system *system, uint64_t start, uint64_t bytes);

/* Returns the counts of a processor. They are valid until the system is freed. */
const fetch_counts *fetch_counts_of(const fetch_system *system, unsigned processor);

/* Sets all counts to zero. The caches stay as they are. */
void fetch_system_zero(fetch_system *system);

/* Asserts all invariants of the system. Slow, so only for tests. */
void fetch_system_check(const fetch_system *system);
