/* workload.h: makes random machines, and random references that use every part of them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdio.h>

#include "coherence/coh_system.h"
#include "tests/coherence/naive.h"

enum { WORKLOAD_REGIONS = 4, WORKLOAD_ZONES = 2 };

/* A machine, and the memory that its references touch. */
typedef struct {
  mach_config config;
  naive_region region[WORKLOAD_REGIONS];
  unsigned regions;
  mach_zone zone[WORKLOAD_ZONES]; /* memory with a placement of its own */
  unsigned zones;
} workload_machine;

typedef struct {
  uint64_t address;
  uint32_t size;
  uint32_t work; /* cycles of work before it */
  coh_blame blame;
  uint8_t processor;
  uint8_t kind; /* coh_kind */
} workload_reference;

/* Makes the machine of a seed. Any 48 consecutive seeds have every combination of protocol, replacement policy, L2 or
 * none and last level or none; the rest is random. Most caches have only a few lines. */
void workload_machine_make(workload_machine *machine, uint64_t seed);

/* Adds parts to a random machine: prefetchers of the L2, limits of the bandwidth, hashed last levels. Call it after all
 * other changes of the machine. */
void workload_machine_extend(workload_machine *machine, uint64_t seed);

/* Chooses the memory for a machine whose config is set. */
void workload_regions_make(workload_machine *machine, uint64_t seed);

/* Fills references[n] with the references of a seed. */
void workload_references_make(const workload_machine *machine, uint64_t seed, workload_reference *references, size_t n);

/* Sorts references into the order of a simulator that always advances the processor with the smallest clock, or of
 * several the one with the lowest number. Each processor's references stay in order. The naive model determines the
 * stalls. */
void workload_order_by_clock(const workload_machine *machine, workload_reference *references, size_t n);

/* Prints a machine as C code that sets a mach_config, and a reference as C code that makes it, so that a failure can be
 * copied into a test. */
void workload_machine_print(const workload_machine *machine, FILE *out);
void workload_reference_print(const workload_reference *reference, FILE *out);
