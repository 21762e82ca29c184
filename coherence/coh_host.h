/* coh_host.h: the computer that this runs on: its cores, the caches that they share, its nodes of memory; and the
 * machine that stands for it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_HOST_H
#define COHERENCE_COH_HOST_H

#include "coherence/coh_config.h"

/* Reads a file: returns its text, ended by a 0, in memory of plat_alloc(), the caller's; or NULL with what is the
 * matter in *wrong. */
typedef char *coh_file_reader(const char *name, const char **wrong);

/* Where Linux reports what the computer is made of. */
#define COH_HOST_SYS "/sys"

typedef struct {
  coh_config machine; /* what is simulated for it */
  /* What was found. Without /sys, `threads` is 0, and what follows is not known. */
  uint32_t threads;      /* hardware threads that are online */
  uint32_t cores;        /* of them that have a D1 of their own; threads of one core share it */
  uint32_t alike;        /* cores that have the largest D1: those that are simulated, as far as there is room */
  uint32_t l2_cores;     /* of these, how many share an L2 */
  uint32_t last_levels;  /* last levels that they have */
  uint32_t memory_nodes; /* nodes of memory that they belong to */
  coh_geometry l2, ll;   /* one L2, one last level, as reported; size 0: none */
} coh_host;

/* Describes the computer whose /sys is the folder `sys`, by files that `reader` reads; where that reports no D1 (or
 * `reader` is NULL), the one that this runs on, by cpuid. Latencies and protocol are those of the default preset.
 * False: neither reports a D1. */
bool coh_host_describe(const char *sys, coh_file_reader *reader, coh_host *host);

#endif
