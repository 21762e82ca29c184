/* scope_code.h: finds the loops of a function in its machine code.
 *
 * The code is first decoded from the entry along its jumps, so that data between instructions are not decoded. Then the
 * remaining code is decoded in ascending order of addresses. For jumps through tables (`switch`, computed goto), the
 * tables are read. A table is at a %rip-relative address, or at the displacement of an indexed jump. It contains
 * addresses of instructions of this function, as 8-byte words or as 4-byte distances from the table.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scopes/scope_loops.h"

/* Copies n bytes from an address of the program to bytes[0 .. n). Returns false if some of them cannot be read. */
typedef bool scope_reader(void *closure, uint64_t address, uint8_t *bytes, size_t n);

/* A basic block: consecutive instructions. Only the first one can be the target of a jump, and only the last one can be
 * a jump. */
typedef struct {
  uint64_t low, high; /* the block is in [low, high) */
  uint64_t last;      /* address of the last instruction */
  uint32_t loop;      /* number of the innermost loop that contains the block; SCOPE_NONE: no loop contains it */
  /* if the block ends in a jump back to the header of this loop: the number of the loop; otherwise SCOPE_NONE */
  uint32_t back;
} scope_block;

typedef struct {
  uint64_t header;    /* address of the first instruction of the loop's header */
  uint64_t low, high; /* bounds: all blocks of the loop are in [low, high), and possibly some other blocks */
  /* number of the enclosing loop, which is smaller than this loop's number; SCOPE_NONE: there is none */
  uint32_t parent;
} scope_code_loop;

typedef struct {
  scope_block *blocks; /* sorted by address */
  uint32_t n_blocks;
  scope_code_loop *loops;
  uint32_t n_loops;
  uint64_t *outside; /* targets of direct jumps to addresses outside of the function, in the order of decoding */
  uint32_t n_outside, outside_room;
} scope_code;

/* A contiguous part of a function's code. Most functions have a single part. Compilers place rarely executed code
 * elsewhere. */
typedef struct {
  uint64_t low, high; /* addresses: [low, high) */
} scope_range;

enum {
  SCOPE_RANGES_MAX = 2,
  /* maximum size of a function's code in bytes; no loops are searched for in larger functions */
  SCOPE_CODE_MAX = 1 << 22
};

/* Finds the loops of a function. ranges: the parts of the function's code, sorted by address. entry: the address at
 * which the function begins. If the code cannot be read, the function gets no loops. Free with scope_code_clear(). */
void scope_code_find(scope_code *code, const scope_range *ranges, unsigned n_ranges, uint64_t entry, scope_reader *read,
                     void *closure);
void scope_code_clear(scope_code *code);

/* Returns the number of the innermost loop that contains an address, or SCOPE_NONE. */
uint32_t scope_code_loop_at(const scope_code *code, uint64_t address);

/* Returns the block that contains an address, or NULL. */
const scope_block *scope_code_block_at(const scope_code *code, uint64_t address);
