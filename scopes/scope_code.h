/* scope_code.h: the loops of one function, found in its code.
 *
 * The code is decoded from its entry along its jumps, so that data between instructions do no harm; what is left is
 * then decoded from front to end. Jumps through tables (`switch`, computed goto) go where the tables say: a table is
 * where a %rip-relative address or the displacement of an indexed jump points, and holds addresses of instructions of
 * this function, as 8-byte words or as 4-byte distances from the table.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef SCOPES_SCOPE_CODE_H
#define SCOPES_SCOPE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scopes/scope_loops.h"

/* Copies bytes[0 .. n) from an address of the program. False: not all of them are there. */
typedef bool scope_reader(void *closure, uint64_t address, uint8_t *bytes, size_t n);

/* Instructions in a row: the first one only may be jumped to, the last one only may jump. */
typedef struct {
  uint64_t low, high; /* addresses: [low, high) */
  uint64_t last;      /* of the last instruction */
  uint32_t loop;      /* the innermost one that it is in; SCOPE_NONE: none */
  uint32_t back;      /* the same if it leads to that loop's header again; else SCOPE_NONE */
} scope_block;

typedef struct {
  uint64_t header;    /* address of its first instruction */
  uint64_t low, high; /* all its blocks are in [low, high), others maybe too */
  uint32_t parent;    /* number of the loop around it, smaller than its own; SCOPE_NONE */
} scope_code_loop;

typedef struct {
  scope_block *blocks; /* by address */
  uint32_t n_blocks;
  scope_code_loop *loops;
  uint32_t n_loops;
  uint64_t
      *outside; /* addresses in none of its ranges that its direct jumps go to, in the order in which they were met */
  uint32_t n_outside, outside_room;
} scope_code;

/* A piece of a function's code. Most functions are one; compilers put what is seldom executed elsewhere. */
typedef struct {
  uint64_t low, high; /* addresses: [low, high) */
} scope_range;

enum {
  SCOPE_RANGES_MAX = 2,
  SCOPE_CODE_MAX = 1 << 22 /* bytes of code that are looked at; what is larger has no loops */
};

/* Finds the loops of the function of those ranges, which are in the order of their addresses, that begins at `entry`. A
 * function that cannot be read has none. To be cleared. */
void scope_code_find(scope_code *code, const scope_range *ranges, unsigned n_ranges, uint64_t entry, scope_reader *read,
                     void *closure);
void scope_code_clear(scope_code *code);

/* The number of the innermost loop that an address is in, or SCOPE_NONE. */
uint32_t scope_code_loop_at(const scope_code *code, uint64_t address);

/* The block that the address is in, or NULL. */
const scope_block *scope_code_block_at(const scope_code *code, uint64_t address);

#endif
