/* mach_host.h: describes the host (cores, caches, memory nodes) as a simulated machine.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "machine/mach_config.h"
#include "machine/mach_host_files.h"
#include "machine/mach_host_notes.h"

/* The folder in which Linux describes the host. */
#define MACH_HOST_SYS "/sys"

/* Writes the name of the file that contains the measurements of this computer to name[size]. The file is
 * memspy/host.machine in the folder `config` ($XDG_CONFIG_HOME), or in the folder .config of `home` if `config` is NULL
 * or empty. Returns false if there is neither, or if the name is too long. */
bool mach_host_file_name(const char *config, const char *home, char *name, size_t size);

typedef struct {
  mach_config machine; /* the simulated machine */
  /* The following fields describe the host. If the description was not read from /sys, `threads` is 0, and the other
   * fields are unset. */
  uint32_t threads;      /* number of hardware threads that are online */
  uint32_t cores;        /* number of cores of these threads; threads that share a D1 belong to one core */
  uint32_t alike;        /* number of the cores of the fastest kind; only these are simulated, up to the maximum */
  uint32_t l2_cores;     /* number of fastest cores that share an L2 */
  uint32_t last_levels;  /* number of last levels of the fastest cores */
  uint32_t memory_nodes; /* number of memory nodes of the fastest cores */
  mach_geometry l2, ll;  /* caches of one of the fastest cores; size 0: no such cache */
  uint32_t notes;        /* bit set of the mach_host_note that apply: 1 << note */
  struct {
    uint32_t cores; /* number of cores that are not simulated for this reason */
    uint64_t best;  /* largest figure of these cores: a capacity, a frequency in kHz, or a size in bytes */
  } left_out[MACH_REASONS];
} mach_host;

/* Describes a computer from the files of its /sys. `sys`: the folder with these files; `reader`: the function that
 * reads them. If `reader` is NULL, or `sys` is MACH_HOST_SYS and its files report no D1, the caches are those that the
 * cpuid instruction of this computer reports. Latencies and protocol are those of the default preset. Returns false if
 * no D1 was found; `threads` is then the number of online hardware threads that the files contain. */
bool mach_host_describe(const char *sys, mach_file_reader *reader, mach_host *host);
