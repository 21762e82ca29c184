/* put_sampling.h: how the run of a profile was sampled: its options and records, and what batches have of cells.
 *
 * A kind is described as what the samples counted. How many instructions there were in all of them stands before its
 * code, so it is described twice: put_sampling_count() in between.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "bins/bin_writer.h"

/* Sampled as the prefix of a kind's name says: "sampled-", "phased-", "strata-", or not at all. Returns what is behind
 * the prefix. */
const char *put_sampling_choose(const char *kind);
bool put_is_sampled(void);

/* A writer of profiles of such runs. The caller owns it. */
bin_writer *put_sampling_writer(bin_sink *sink, void *closure, unsigned parts);

/* The options. Nothing where the run was not sampled, here and below. */
void put_sampling_options(void);

/* The records behind the options; called again, nothing. */
void put_sampling(void);

/* The records of batches, of cells (UiCell). */
void put_sampling_cells(const GArray *cells);

/* The profile is at its end, and had that many instructions. */
void put_sampling_count(uint64_t instructions);
