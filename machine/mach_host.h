/* mach_host.h: describes the host (cores, caches, memory nodes) as a simulated machine.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "machine/mach_config.h"

/* Reads a file. Returns its text, ended by a 0, allocated by plat_alloc() and owned by the caller; or NULL with an
 * error message in *wrong. */
typedef char *mach_file_reader(const char *name, const char **wrong);

/* The folder of Linux with the description of the host. */
#define MACH_HOST_SYS "/sys"

typedef struct {
  mach_config machine; /* the simulated machine */
  /* The description of the host. Without /sys, `threads` is 0, and the following fields are unset. */
  uint32_t threads;      /* hardware threads that are online */
  uint32_t cores;        /* number of cores with these threads: threads that share a D1 are one core */
  uint32_t alike;        /* cores with the largest D1, which are simulated up to the maximum */
  uint32_t l2_cores;     /* number of these that share an L2 */
  uint32_t last_levels;  /* their last levels */
  uint32_t memory_nodes; /* their memory nodes */
  mach_geometry l2, ll;  /* one core's; size 0: none */
} mach_host;

/* Describes the host whose /sys is the folder `sys`, which `reader` reads; if that reports no D1 (or `reader` is NULL),
 * uses the cpuid of the host processor. Latencies and protocol are those of the default preset. False: no D1 was found.
 */
bool mach_host_describe(const char *sys, mach_file_reader *reader, mach_host *host);
