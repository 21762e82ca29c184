/* SPDX-License-Identifier: GPL-2.0-or-later
 * machines_probe.h: loops that measure the computer on which they run.
 *
 * Each function runs its loop once, for a few milliseconds, and returns nanoseconds of the thread's processor time, so
 * that time in which other processes run does not count. The caller takes the least of several runs. */
#pragma once

#include <glib.h>
#include <stdbool.h>

enum { MACHINES_CHASES = 32 }; /* maximum number of parallel chases */

/* Memory for chases: lines of `line` bytes, each of which starts with the address of another. */
typedef struct {
  char *memory;
  gsize bytes, line;
  bool huge; /* the kernel was asked for pages of 2 MB */
  char *mapping;
  gsize mapped;
} MachinesMemory;

/* Maps memory; `huge` asks for pages of 2 MB. Returns false if the memory is not available. */
bool machines_memory_new(MachinesMemory *memory, gsize bytes, gsize line, bool huge);
void machines_memory_clear(MachinesMemory *memory);

/* Returns whether the kernel gave the memory pages of 2 MB. */
bool machines_memory_is_huge(const MachinesMemory *memory);

/* Links places in the first `bytes` bytes to `chases` cycles of equal length. Each stride of `stride` bytes has one
 * place, which one cycle visits once per turn. A cycle visits its places in random order, or in ascending order if
 * `ascending`. With `spread`, the offsets of the places in their strides differ, in whole lines. Cycle i begins at
 * starts[i]. */
typedef struct {
  gsize bytes, stride;
  unsigned chases;
  bool ascending, spread;
} MachinesOrder;
void machines_memory_link(const MachinesMemory *memory, const MachinesOrder *order, char **starts);

/* Follows `chases` cycles (a power of two up to MACHINES_CHASES) for `steps` steps each. Returns the total time. */
double machines_probe_chase(char **starts, unsigned chases, gsize steps);

/* Reads one word of each line of the memory, in the order of addresses. Returns the total time. */
double machines_probe_stream(const MachinesMemory *memory);

/* As machines_probe_stream(), but by `n` threads, each of which reads a part. Returns the time of the slowest. */
double machines_probe_streams(const MachinesMemory *memory, unsigned n);

/* Executes `adds` additions. Each depends on the previous one; with `parallel`, on the eighth addition before it. */
double machines_probe_adds(gsize adds, bool parallel);

/* Passes a line `times` times from a thread on processor `a` to one on processor `b` and back. Returns the elapsed
 * time, or a negative number if there is no such processor. */
double machines_probe_passing(unsigned a, unsigned b, gsize times);

/* Instructions between two loads (machines_probe_code.c). */
typedef enum { MACHINES_NOPS, MACHINES_STORES } MachinesFilling;

/* Follows two cycles for `steps` steps each, with `n` instructions between a load of one cycle and the next load of the
 * other cycle. Returns the total time; a negative number if this program cannot generate code here. */
double machines_probe_window(char **starts, MachinesFilling filling, unsigned n, gsize steps);

/* Returns the processor time of the thread in nanoseconds. */
double machines_probe_time(void);
