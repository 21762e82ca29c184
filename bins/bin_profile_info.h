/* bin_profile_info.h: the contents of a profile that its account does not have. SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "bins/bin_batches.h"
#include "bins/bin_timeline.h"

/* The caller owns the strings. */
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
