/* scope_code.h: finds the loops of a function in its machine code.
 *
 * The code is decoded from its entry along its jumps, so that data between instructions do no harm; the rest is then
 * decoded from front to end. For jumps through tables (`switch`, computed goto), the tables are read: a table is at a
 * %rip-relative address, or at the displacement of an indexed jump, and has addresses of instructions of this function,
 * as 8-byte words or as 4-byte distances from the table.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scopes/scope_loops.h"

/* Copies bytes[0 .. n) from an address of the program. False: some are unreadable. */
typedef bool scope_reader(void *closure, uint64_t address, uint8_t *bytes, size_t n);

/* Consecutive instructions: only the first can be a target, and only the last can jump. */
typedef struct {
  uint64_t low, high; /* the block is in [low, high) */
  uint64_t last;      /* address of the last instruction */
  uint32_t loop;      /* the innermost loop that contains it; SCOPE_NONE: none */
  uint32_t back;      /* that loop, if the block leads to its header again; else SCOPE_NONE */
} scope_block;

typedef struct {
  uint64_t header;    /* address of its first instruction */
  uint64_t low, high; /* all its blocks are in [low, high), possibly with others */
  uint32_t parent;    /* number of the enclosing loop, smaller than its own; SCOPE_NONE: none */
} scope_code_loop;

typedef struct {
  scope_block *blocks; /* by address */
  uint32_t n_blocks;
  scope_code_loop *loops;
  uint32_t n_loops;
  uint64_t *outside; /* targets of direct jumps outside its ranges, in the order of decoding */
  uint32_t n_outside, outside_room;
} scope_code;

/* A part of a function's code. Most functions have one; compilers move rarely executed code elsewhere. */
typedef struct {
  uint64_t low, high; /* addresses: [low, high) */
} scope_range;

enum {
  SCOPE_RANGES_MAX = 2,
  SCOPE_CODE_MAX = 1 << 22 /* maximum bytes of code; larger functions have no loops */
};

/* Finds the loops of the function with these ranges, sorted by address, that begins at `entry`. A function that cannot
 * be read has none. Free with scope_code_clear(). */
void scope_code_find(scope_code *code, const scope_range *ranges, unsigned n_ranges, uint64_t entry, scope_reader *read,
                     void *closure);
void scope_code_clear(scope_code *code);

/* The number of the innermost loop that contains an address, or SCOPE_NONE. */
uint32_t scope_code_loop_at(const scope_code *code, uint64_t address);

/* The block that contains an address, or NULL. */
const scope_block *scope_code_block_at(const scope_code *code, uint64_t address);
