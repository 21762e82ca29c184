/* bin_profile.h: writes an account as a profile file.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_PROFILE_H
#define BINS_BIN_PROFILE_H

#include "bins/bin_account.h"
#include "bins/bin_batches.h"
#include "bins/bin_sweep.h"
#include "bins/bin_timeline.h"
#include "bins/bin_writer.h"

/* The part of a profile that the account does not know. Strings belong to the caller. */
typedef struct {
  const char *creator;
  const char *const *argv; /* the program and its arguments; NULL ends them */
  uint64_t pid;
  uint64_t seconds; /* since 1970, when the program was started */
  const char *label;
  const char *reason;
  const char *interleaving;     /* "exact" or "slices" */
  uint64_t quantum;             /* cycles that a thread runs ahead at most; 0 with "slices" */
  uint32_t hot_lines;           /* shared lines that are told of, at most */
  const char *const *options;   /* name, value, name, value, ...; NULL ends them */
  const bin_batches *batches;   /* of the account, if the run was sampled; NULL: it was not */
  const bin_stretch *stretches; /* of the whole run, if it was sampled by phase and they are known */
  uint32_t n_stretches;
  const bin_timeline *timeline; /* of the account, settled, if the run was not sampled; NULL: there is none */
} bin_profile_info;

/* Writes the profile to a sink. All sites must be flushed, and what came behind the last sample dropped. False when the
 * sink refused a byte. */
bool bin_profile_write(bin_account *account, const bin_profile_info *info, bin_sink *sink, void *closure);

/* Writes the tables alone: a profile whose machine had no reference yet. Instructions and clocks are those of the
 * account. */
bool bin_profile_write_tables(bin_account *account, const bin_profile_info *info, bin_sink *sink, void *closure);

/* The same of what a profile of the sweep's cells would hold, under its numbers (bin_kept_find()): names depend on what
 * else there is. */
bool bin_profile_write_swept(bin_account *account, const bin_profile_info *info, const bin_sweep_cells *cells,
                             unsigned by, bin_sink *sink, void *closure);

#endif
