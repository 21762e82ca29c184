/* put_sampling.h: the sampling of a profile's run: its options and records, and the counts of cells by batch.
 *
 * A kind has the counts of the samples. The number of instructions in all samples precedes its code in the file. So the
 * kind is written twice, with a call of put_sampling_count() in between.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "bins/bin_writer.h"

/* Sets the sampling by the prefix of a kind's name: "sampled-", "phased-", "strata-", or no prefix for a run that is
 * not sampled. Returns the name after the prefix. */
const char *put_sampling_choose(const char *kind);
bool put_is_sampled(void);

/* Returns a writer for profiles of runs with that sampling. The caller owns it. */
bin_writer *put_sampling_writer(bin_sink *sink, void *closure, unsigned parts);

/* Writes the options. This function and the ones below write nothing if the run was not sampled. */
void put_sampling_options(void);

/* Writes the records after the options. A second call writes nothing. */
void put_sampling(void);

/* Writes the batch records of cells (ProfileCell). */
void put_sampling_cells(const GArray *cells);

/* Ends the first pass: the profile has that number of instructions. */
void put_sampling_count(uint64_t instructions);
