/* bin_profile.h: writes an account as a profile file. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_account.h"
#include "bins/bin_batches.h"
#include "bins/bin_sweep.h"
#include "bins/bin_timeline.h"
#include "bins/bin_writer.h"

/* The contents of a profile that the account does not have. The caller owns the strings. */
typedef struct {
  const char *creator;
  const char *const *argv; /* the program and its arguments, terminated by NULL */
  uint64_t pid;
  uint64_t seconds; /* start time of the program, since 1970 */
  const char *label;
  const char *reason;
  const char *interleaving;     /* "exact" or "slices" */
  uint64_t quantum;             /* maximum number of cycles that a thread runs ahead of the others; 0 with "slices" */
  uint32_t hot_lines;           /* maximum number of shared lines in the profile */
  const char *const *options;   /* name, value, name, value, ..., terminated by NULL */
  const bin_batches *batches;   /* batches of the account; NULL: the run was not sampled */
  const bin_stretch *stretches; /* stretches of the whole run; only if it was sampled by phase and the file of phases
                                   has stretches */
  uint32_t n_stretches;
  const bin_timeline *timeline; /* the account's timeline, settled; NULL: none, as in sampled runs */
} bin_profile_info;

/* Writes the profile to a sink. All sites must be flushed, and the counts after the last sample dropped. Returns false
 * if the sink failed. */
bool bin_profile_write(bin_account *account, const bin_profile_info *info, bin_sink *sink, void *closure);

/* Writes only the tables of the profile: the profile contains no references, as if the machine had simulated none. It
 * contains the numbers of instructions and the clocks of the account. */
bool bin_profile_write_tables(bin_account *account, const bin_profile_info *info, bin_sink *sink, void *closure);

/* As bin_profile_write_tables(), but selects and numbers the records for the sweep's cells (bin_kept_find()), since
 * names depend on the other records. */
bool bin_profile_write_swept(bin_account *account, const bin_profile_info *info, const bin_sweep_cells *cells,
                             unsigned by, bin_sink *sink, void *closure);
