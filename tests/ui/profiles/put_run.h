/* put_run.h: a profile from its start to its end: the command, the machine, and the totals.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bins/bin_writer.h"

/* Start and end a profile. The end frees the writer, and returns false if a write failed. */
void put_run_start(bin_writer *writer);
bool put_run_end(void);

/* Writes the records before the options. `command` ends with NULL. */
void put_command(const char *const *command, const char *interleaving, uint64_t quantum);
#define PUT_COMMAND(...) put_command((const char *const[]){__VA_ARGS__, NULL}, "slices", 0)

/* Writes the options of a small machine. processors: at most "4". */
void put_machine(const char *processors);

/* Adds instruction caches to the machine, with misses of places 1 to 3. */
void put_icaches(void);

/* Adds TLBs to the machine. In each cell with stall, TLB misses have a part of the stall. */
void put_tlbs(void);

/* Writes all records after the bins: `n` processors, over which the cells and instructions are distributed. */
void put_processors(unsigned n);

/* As put_processors(), for one processor of a profile that is made of samples: without instructions and cycles. */
void put_samples_processor(void);
