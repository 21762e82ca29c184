/* bin_phases.h: reads a file of phases (docs/phases-format.md): the intervals that represent the phases of a run.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_batches.h"

/* The first word of the file, and the version of its format. Files of version 1 have no end line. */
#define BIN_PHASES_FORMAT "memspy-phases"
enum { BIN_PHASES_VERSION = 2 };

/* An interval that represents a phase of the run. Intervals do not overlap. */
typedef struct {
  uint64_t phase;        /* number of the phase, from 1 */
  uint64_t interval;     /* number of the interval, from 0 */
  uint64_t begin;        /* number of the run's instructions before the interval */
  uint64_t instructions; /* number of instructions in the interval, at least 1 */
  uint32_t share;        /* share of the run's instructions that the interval represents, in billionths; the shares of
                            all intervals sum to 1 */
} bin_representative;

typedef struct {
  bin_representative *intervals; /* 1 to BIN_PHASES_MOST intervals, sorted by `begin` */
  uint32_t n_intervals;
  bin_stretch *stretches; /* stretches from the start of the run to its end; empty if the file has no stretches */
  uint32_t n_stretches;
} bin_representatives;

/* An error in a file. */
typedef struct {
  uint32_t line; /* number of the line, from 1 */
  char message[200];
} bin_phases_error;

/* Reads the n bytes of a file. On failure, returns false and sets *error. The caller calls bin_phases_clear() in both
 * cases. */
bool bin_phases_read(bin_representatives *all, const char *text, size_t n, bin_phases_error *error);

void bin_phases_clear(bin_representatives *all);
