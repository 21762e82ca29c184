/* mach_host_cores.h: reads the cores of a computer, their caches and their nodes of memory from its /sys.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "machine/mach_config.h"
#include "machine/mach_host_files.h"

/* A cache. If `geometry.size` is 0, the core has no such cache. */
typedef struct {
  mach_geometry geometry;
  uint64_t sets;    /* 0: the files do not contain the number of sets */
  uint32_t sharers; /* number of online hardware threads that share the cache */
  uint32_t first;   /* lowest number of the threads that share the cache; MACH_NO_NUMBER: there is no cache */
} mach_host_cache;

typedef struct {
  uint32_t thread;    /* number of the core's first hardware thread, which identifies the core */
  uint32_t node;      /* node of memory */
  uint32_t notes;     /* bits of mach_host_note */
  uint64_t capacity;  /* capacity that the kernel reports, of at most 1024; 0: not reported */
  uint64_t frequency; /* maximum clock frequency in kHz; 0: not reported */
  mach_host_cache i1, d1, l2, ll;
} mach_host_core;

enum { MACH_HOST_CORES = 1024 /* maximum number of cores */ };

/* Fills the array cores[MACH_HOST_CORES] with all cores that have an online hardware thread, sorted by first thread. A
 * core without files of a D1 has a D1 of size 0. Returns the number of cores. Sets *threads to the number of online
 * hardware threads, and *notes to the bits of mach_host_note that concern the whole computer. */
uint32_t mach_host_cores(const mach_host_source *from, mach_host_core *cores, uint32_t *threads, uint32_t *notes);
