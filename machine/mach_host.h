/* mach_host.h: describes the host (cores, caches, memory nodes) as a simulated machine.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "machine/mach_config.h"

/* Reads a file. Returns its text, ended by a 0, allocated by plat_alloc() and owned by the caller; or NULL with an
 * error message in *wrong. */
typedef char *mach_file_reader(const char *name, const char **wrong);

/* The folder of Linux with the description of the host. */
#define MACH_HOST_SYS "/sys"

enum { MACH_HOST_WAYS = 8, MACH_HOST_LINE = 64 /* bytes */ };

/* Writes the name of the file with the measurements of this computer to name[size]: memspy/host.machine in the folder
 * `config` ($XDG_CONFIG_HOME) or, if that is NULL or empty, in .config of the folder `home`. Returns false if there is
 * neither, or if the name is too long. */
bool mach_host_file_name(const char *config, const char *home, char *name, size_t size);

typedef struct {
  mach_config machine; /* the simulated machine */
  /* The description of the host. If it was not read from /sys, `threads` is 0, and the following fields are unset. */
  uint32_t threads;      /* hardware threads that are online */
  uint32_t cores;        /* number of cores with these threads: threads that share a D1 are one core */
  uint32_t alike;        /* number of the fastest cores, which are of one kind; they are simulated up to the maximum */
  uint32_t l2_cores;     /* number of these that share an L2 */
  uint32_t last_levels;  /* their last levels */
  uint32_t memory_nodes; /* their memory nodes */
  mach_geometry l2, ll;  /* one core's; size 0: none */
  /* What /sys does not contain, or the simulator cannot represent. */
  bool no_ways;    /* the ways of a cache: MACH_HOST_WAYS are assumed */
  bool no_line;    /* the line size of a cache: MACH_HOST_LINE is assumed */
  bool no_sharing; /* the threads that share a cache: each thread is assumed to have its own */
  bool split_l2;   /* a separate L2 for instructions, which is not simulated */
} mach_host;

/* Describes the computer whose /sys is the folder `sys`, which `reader` reads. If `sys` is MACH_HOST_SYS and reports no
 * D1, or `reader` is NULL, the caches are those that the cpuid instruction of this computer reports. Latencies and
 * protocol are those of the default preset. False: no D1 was found. */
bool mach_host_describe(const char *sys, mach_file_reader *reader, mach_host *host);
