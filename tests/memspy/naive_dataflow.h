/* naive_dataflow.h: the origins of addresses, values and registers of a block as plain sets, and the producers of an
 * address from sets of executed references: every load that a value depends on, without summaries.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { NAIVE_UNITS = 32, NAIVE_SITES = 24, NAIVE_EXITS = 4, NAIVE_INSTANCES = 4096 };

/* Loads of the block, and registers at its entry, as bits. */
typedef struct {
  uint32_t loads, units;
} naive_origins;

/* A block: `n` sites and `n_exits` exits. */
typedef struct {
  unsigned n, n_exits;
  struct {
    unsigned kind, size; /* coh_kind, bytes */
    bool guarded;
    uint64_t code;
    naive_origins address, value;
  } sites[NAIVE_SITES];
  struct {
    unsigned n; /* number of sites before the exit */
    naive_origins registers[NAIVE_UNITS];
  } exits[NAIVE_EXITS];
} naive_block;

/* An executed reference. The sets have a bit for each reference that loads a value on which it depends. */
typedef struct {
  unsigned record; /* number of its run among the records */
  unsigned kind, size;
  bool made;
  uint64_t code, at;
  uint64_t address[NAIVE_INSTANCES / 64], value[NAIVE_INSTANCES / 64];
} naive_instance;

/* Executes a run of a block that leaves at an exit, as record number `record`. Returns the number of the instance of
 * its first reference. */
unsigned naive_execute(const naive_block *block, unsigned exit, const uint64_t *addresses, unsigned record);

const naive_instance *naive_instance_of(unsigned number);

/* The load of an instance misses. */
void naive_miss(unsigned number);

/* The dependences of a load. */
typedef struct {
  unsigned n;
  struct {
    uint64_t code;
    unsigned distance;
  } producers[64];
  unsigned loads; /* number of loads that the search passed */
} naive_producers;

/* Finds the producers of an instance's address in the records from number `lowest` on. A line has 1 << line_bits bytes.
 */
naive_producers naive_find(unsigned number, unsigned lowest, unsigned line_bits);
