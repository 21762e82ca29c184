/* put_run.h: a profile from its beginning to its end: what was run, on what machine, and what it counted in all.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bins/bin_writer.h"

/* Begins a profile, and ends it. The writer is freed then; false: not all could be written. */
void put_run_start(bin_writer *writer);
bool put_run_end(void);

/* The records before the options; `command` ends with NULL. */
void put_command(const char *const *command, const char *interleaving, uint64_t quantum);
#define PUT_COMMAND(...) put_command((const char *const[]){__VA_ARGS__, NULL}, "slices", 0)

/* The options of a small machine; `processors`: at most "4". */
void put_machine(const char *processors);

/* The machine has instruction caches, in which places 1 to 3 missed. */
void put_icaches(void);

/* The machine has TLBs, whose misses are a part of the stall of all cells that have some. */
void put_tlbs(void);

/* All behind the bins: everything went on in `n` processors, to which cells and instructions are dealt out. */
void put_processors(unsigned n);
