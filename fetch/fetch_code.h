/* fetch_code.h: the static structure of code: blocks, and paths through them.
 *
 * A block is a list of instructions that are executed in that order from the first one on. A path is an execution up to
 * an exit: the first instructions of a block, up to a length. Addresses do not change, so the lines of a path and their
 * order are computed once.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The control flow after an instruction. */
typedef enum {
  FETCH_GOES_ON, /* the next instruction of the block, or the code after the block */
  FETCH_ENDS,    /* end of a basic block: another address can follow */
  FETCH_CALLS,   /* as FETCH_ENDS; the instruction is a call */
  FETCH_RETURNS  /* as FETCH_ENDS; the instruction is a return */
} fetch_flow;

typedef struct {
  uint64_t address;
  uint32_t place; /* a number of the caller, at most COH_WHO_MAX, reported in fetch_miss */
  uint8_t bytes;  /* size of the instruction, 1 .. FETCH_LONGEST */
  uint8_t flow;   /* fetch_flow */
} fetch_instruction;

/* No instruction is longer, and none of Valgrind's special sequences that replace an instruction. */
enum { FETCH_LONGEST = 32 };

/* A line that consecutive instructions of a block touch. */
typedef struct {
  uint64_t line;        /* number of the line */
  uint16_t instruction; /* index in the block of the first of these instructions */
  uint16_t again;       /* index of the block's next touch of this line; FETCH_NOT_AGAIN: none */
} fetch_touch;
enum { FETCH_NOT_AGAIN = UINT16_MAX };

/* Contiguous instructions of a block with the same place. */
typedef struct {
  uint64_t address; /* address of the first instruction */
  uint32_t place;
  uint16_t first; /* index of this instruction in the block */
} fetch_stretch;

/* A block. There are many blocks, of about ten instructions each, so each block is one allocation. After the stretches
 * come the touches, in order and without repetition of a line; then a byte for each instruction, which contains its
 * size - 1 and above it its flow. The functions below read them. */
typedef struct {
  uint16_t n_instructions, n_touches, n_stretches;
  uint16_t paths; /* number of paths through the block */
  fetch_stretch stretches[];
} fetch_block;
enum { FETCH_SHAPE_BITS = 5 }; /* bits of the size in an instruction's byte */

typedef struct {
  fetch_block *block; /* NULL: no path has this number */
  uint16_t n_instructions, n_touches;
} fetch_path;

/* All code. All zero except line_bits: no code. */
typedef struct {
  unsigned line_bits; /* log2 of the line size */
  fetch_path *paths;  /* indexed by numbers that the caller chooses */
  uint32_t room;      /* number of paths for which there is room; all numbers are lower */
} fetch_code;

/* The maximum number of instructions of a block, so that the number of touches fits. */
enum { FETCH_BLOCK_MOST = 16384 };

/* Adds a block of n > 0 instructions, at most FETCH_BLOCK_MOST, which are copied, and its paths: path numbers[i] has
 * the first lengths[i] > 0 instructions. The caller chooses the numbers, which must be small and unused. */
void fetch_code_enter(fetch_code *code, const fetch_instruction *instructions, uint32_t n, const uint32_t *numbers,
                      const uint32_t *lengths, uint32_t n_paths);

/* Removes a path, and its block with the last one. */
void fetch_code_leave(fetch_code *code, uint32_t number);

/* Frees all code. */
void fetch_code_clear(fetch_code *code);

/* Returns the number of the line that contains an address. */
static inline uint64_t fetch_line_of(const fetch_code *code, uint64_t address) { return address >> code->line_bits; }

/* Returns the address after an instruction. */
static inline uint64_t fetch_behind(const fetch_instruction *instruction) {
  return instruction->address + instruction->bytes;
}

/* Return the lines of an instruction's first and last byte. */
static inline uint64_t fetch_first_line(const fetch_code *code, const fetch_instruction *instruction) {
  return fetch_line_of(code, instruction->address);
}
static inline uint64_t fetch_last_line(const fetch_code *code, const fetch_instruction *instruction) {
  return fetch_line_of(code, instruction->address + instruction->bytes - 1);
}

/* ---- the parts of a block ---- */

static inline fetch_touch *fetch_touches(const fetch_block *block) {
  return (fetch_touch *)(uintptr_t)(block->stretches + block->n_stretches);
}
static inline uint8_t *fetch_shapes(const fetch_block *block) {
  return (uint8_t *)(fetch_touches(block) + block->n_touches);
}

/* Return the size, the flow and the stretch of instruction `number`. */
static inline uint32_t fetch_bytes_of(const fetch_block *block, uint32_t number) {
  return (fetch_shapes(block)[number] & ((1u << FETCH_SHAPE_BITS) - 1)) + 1;
}
static inline fetch_flow fetch_flow_of(const fetch_block *block, uint32_t number) {
  return (fetch_flow)(fetch_shapes(block)[number] >> FETCH_SHAPE_BITS);
}
static inline const fetch_stretch *fetch_stretch_of(const fetch_block *block, uint32_t number) {
  const fetch_stretch *stretch = block->stretches + block->n_stretches - 1;
  while (stretch->first > number) stretch--;
  return stretch;
}

/* Returns the complete instruction `number`. */
fetch_instruction fetch_instruction_of(const fetch_block *block, uint32_t number);

/* Returns the address after a path's last instruction. */
static inline uint64_t fetch_path_behind(const fetch_path *path) {
  const fetch_instruction last = fetch_instruction_of(path->block, path->n_instructions - 1u);
  return fetch_behind(&last);
}

/* A position in a block, for a walk over its instructions. */
typedef struct {
  const fetch_block *block;
  const fetch_stretch *next; /* stretch after that of the instruction */
  uint32_t number;           /* number of the instruction */
  fetch_instruction at;      /* the instruction; undefined after the last one */
} fetch_walk;

/* _from() starts a walk at an instruction, and _on() moves to the next instruction. */
fetch_walk fetch_walk_from(const fetch_block *block, uint32_t number);
void fetch_walk_on(fetch_walk *walk);

/* Whether touch `number` is the path's last touch of its line. Each line of the path has exactly one last touch. */
static inline bool fetch_is_last_touch(const fetch_path *path, uint32_t number) {
  return fetch_touches(path->block)[number].again >= path->n_touches;
}
