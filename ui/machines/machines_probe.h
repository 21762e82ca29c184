/* SPDX-License-Identifier: GPL-2.0-or-later
 * machines_probe.h: loops that measure the computer on which they run.
 *
 * Each function runs its loop once, for a few milliseconds. It returns the processor time of the thread in nanoseconds,
 * so that the time of other processes does not count. The caller runs a loop several times and takes the shortest
 * time. */
#pragma once

#include <glib.h>
#include <stdbool.h>

enum { MACHINES_CHASES = 32 }; /* maximum number of pointer chases in parallel */

/* The memory for pointer chases. Each line of `line` bytes starts with the address of another line. */
typedef struct {
  char *memory;
  gsize bytes, line;
  bool huge; /* whether the kernel was asked for pages of 2 MB */
  char *mapping;
  gsize mapped;
} MachinesMemory;

/* Maps memory for pointer chases. `huge`: whether to ask the kernel for pages of 2 MB. Returns false if the memory is
 * not available. */
bool machines_memory_new(MachinesMemory *memory, gsize bytes, gsize line, bool huge);
void machines_memory_clear(MachinesMemory *memory);

/* Returns whether the kernel provided the memory in pages of 2 MB. */
bool machines_memory_is_huge(const MachinesMemory *memory);

/* Links places in the first `bytes` bytes of the memory to circular lists of equal length, one for each of the `chases`
 * pointer chases. There is one place in each `stride` bytes, and each place is in one list. A list contains its places
 * in random order, or in ascending order if `ascending`. If `spread`, the places are at different offsets in their
 * `stride` bytes, in whole lines. List i begins at starts[i]. */
typedef struct {
  gsize bytes, stride;
  unsigned chases;
  bool ascending, spread;
} MachinesOrder;
void machines_memory_link(const MachinesMemory *memory, const MachinesOrder *order, char **starts);

/* Follows `chases` circular lists in parallel, each for `steps` steps. The number of lists is a power of two up to
 * MACHINES_CHASES. Returns the total time. */
double machines_probe_chase(char **starts, unsigned chases, gsize steps);

/* Reads one word of each line of the memory, in ascending order of addresses. Returns the total time. */
double machines_probe_stream(const MachinesMemory *memory);

/* As machines_probe_stream(), but `n` threads each read a part of the memory at the same time. Returns the time of the
 * slowest thread. */
double machines_probe_streams(const MachinesMemory *memory, unsigned n);

/* Executes `adds` additions. Each addition depends on the previous one, or, if `parallel`, on the eighth addition
 * before it. */
double machines_probe_adds(gsize adds, bool parallel);

/* Passes a cache line from a thread on processor `a` to a thread on processor `b` and back, `times` times. Returns the
 * elapsed time, or a negative number if there is no such processor. */
double machines_probe_passing(unsigned a, unsigned b, gsize times);

/* The kind of the instructions between two loads (machines_probe_code.c). */
typedef enum { MACHINES_NOPS, MACHINES_STORES } MachinesFilling;

/* Follows two circular lists for `steps` steps each, with `n` instructions between a load of one list and the next load
 * of the other list. Returns the total time, or a negative number if this program cannot generate code on this
 * processor. */
double machines_probe_window(char **starts, MachinesFilling filling, unsigned n, gsize steps);

/* Returns the processor time of the calling thread in nanoseconds. */
double machines_probe_time(void);
