/* fetch_code.h: the static structure of code: blocks, and paths through them.
 *
 * A block is a list of instructions. An execution of a block begins with its first instruction, and follows the list up
 * to one of the block's exits. A path consists of the instructions up to such an exit. Addresses do not change, so the
 * lines of a path and their order are computed only once.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The control flow after an instruction. */
typedef enum {
  FETCH_GOES_ON, /* execution continues with the next instruction of the block, or with the code after the block */
  FETCH_ENDS,    /* end of a basic block: execution can continue at another address */
  FETCH_CALLS,   /* as FETCH_ENDS, but the instruction is a call */
  FETCH_RETURNS  /* as FETCH_ENDS, but the instruction is a return */
} fetch_flow;

typedef struct {
  uint64_t address;
  uint32_t place; /* a number that the caller chooses, at most COH_WHO_MAX; fetch_miss reports it */
  uint8_t bytes;  /* size of the instruction in bytes, 1 .. FETCH_LONGEST */
  uint8_t flow;   /* fetch_flow */
} fetch_instruction;

/* Maximum length of an instruction in bytes. The special sequences of Valgrind count as one instruction. */
enum { FETCH_LONGEST = 32 };

/* A touch: a line that consecutive instructions of a block use. */
typedef struct {
  uint64_t line;        /* number of the line */
  uint16_t instruction; /* index in the block of the first of the consecutive instructions */
  uint16_t again;       /* index of the block's next touch of the same line; FETCH_NOT_AGAIN: there is none */
} fetch_touch;
enum { FETCH_NOT_AGAIN = UINT16_MAX };

/* A stretch: contiguous instructions of a block with the same place. */
typedef struct {
  uint64_t address; /* address of the first instruction */
  uint32_t place;
  uint16_t first; /* index of the first instruction in the block */
} fetch_stretch;

/* A block. There are many blocks of about ten instructions each, so each block is one allocation. After the stretches
 * come the touches, in order; consecutive touches have different lines. Then comes one byte for each instruction. Its
 * low bits are the instruction's size - 1, and the bits above them are the flow. The functions below read these
 * parts. */
typedef struct {
  uint16_t n_instructions, n_touches, n_stretches;
  uint16_t paths; /* number of paths through the block */
  fetch_stretch stretches[];
} fetch_block;
enum { FETCH_SHAPE_BITS = 5 }; /* number of bits for the size in the byte of an instruction */

typedef struct {
  fetch_block *block; /* NULL: no path has this number */
  uint16_t n_instructions, n_touches;
} fetch_path;

/* All code that was entered. If all fields except line_bits are zero, there is no code. */
typedef struct {
  unsigned line_bits; /* log2 of the line size */
  fetch_path *paths;  /* indexed by path numbers, which the caller chooses */
  uint32_t room;      /* number of paths for which there is room; all path numbers are lower */
} fetch_code;

/* The maximum number of instructions of a block. With this limit, the number of touches fits into 16 bits. */
enum { FETCH_BLOCK_MOST = 16384 };

/* Adds a block and its paths. The block has n instructions, from 1 to FETCH_BLOCK_MOST, which the function copies. The
 * path with the number numbers[i] consists of the first lengths[i] > 0 instructions. The caller chooses the numbers,
 * which must be small and unused. */
void fetch_code_enter(fetch_code *code, const fetch_instruction *instructions, uint32_t n, const uint32_t *numbers,
                      const uint32_t *lengths, uint32_t n_paths);

/* Removes a path. When the last path of a block is removed, the block is removed, too. */
void fetch_code_leave(fetch_code *code, uint32_t number);

/* Frees all code. */
void fetch_code_clear(fetch_code *code);

/* Returns the number of the line that contains an address. */
static inline uint64_t fetch_line_of(const fetch_code *code, uint64_t address) { return address >> code->line_bits; }

/* Returns the address of the byte after an instruction. */
static inline uint64_t fetch_behind(const fetch_instruction *instruction) {
  return instruction->address + instruction->bytes;
}

/* The next two functions return the numbers of the lines that contain the first and the last byte of an instruction. */
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

/* The next three functions return the size, the flow and the stretch of the instruction with index `number`. */
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

/* Returns a complete description of the instruction with index `number`. */
fetch_instruction fetch_instruction_of(const fetch_block *block, uint32_t number);

/* Returns the address of the byte after a path's last instruction. */
static inline uint64_t fetch_path_behind(const fetch_path *path) {
  const fetch_instruction last = fetch_instruction_of(path->block, path->n_instructions - 1u);
  return fetch_behind(&last);
}

/* A position in a block, for a walk over the instructions of the block. */
typedef struct {
  const fetch_block *block;
  const fetch_stretch *next; /* index of the stretch after the one that contains the instruction */
  uint32_t number;           /* number of the instruction */
  fetch_instruction at;      /* the current instruction; undefined after the last one */
} fetch_walk;

/* The next two functions: _from() starts a walk at an instruction. _on() moves to the next instruction. */
fetch_walk fetch_walk_from(const fetch_block *block, uint32_t number);
void fetch_walk_on(fetch_walk *walk);

/* Returns whether touch `number` is the path's last touch of its line. Each line of a path has exactly one last
 * touch. */
static inline bool fetch_is_last_touch(const fetch_path *path, uint32_t number) {
  return fetch_touches(path->block)[number].again >= path->n_touches;
}
