/* fetch_code.h: what is static about fetched code: code blocks, and the paths through them.
 *
 * A code block is a list of instructions that are executed in that order, from the first one on. A path is such an
 * execution up to an exit: the first so many instructions of a block. Addresses do not change, so the lines that a path
 * touches, and in which order, are found once.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef FETCH_FETCH_CODE_H
#define FETCH_FETCH_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How the program goes on behind an instruction. */
typedef enum {
  FETCH_GOES_ON, /* with the next one of the block, or with code that lies behind it */
  FETCH_ENDS,    /* a basic block ends: what follows may be elsewhere */
  FETCH_CALLS,   /* the same: a call */
  FETCH_RETURNS  /* the same: a return */
} fetch_flow;

typedef struct {
  uint64_t address;
  uint32_t place; /* the caller's own, at most COH_WHO_MAX: it comes back in fetch_miss */
  uint8_t bytes;  /* 1 .. FETCH_LONGEST */
  uint8_t flow;   /* fetch_flow */
} fetch_instruction;

/* More than any instruction has, or the marks for Valgrind in its place. */
enum { FETCH_LONGEST = 32 };

/* A line that instructions of a block touch one after the other. */
typedef struct {
  uint64_t line;        /* number */
  uint16_t instruction; /* the first of them: number in the block */
  uint16_t again;       /* the block's next touch of the line: its number; FETCH_NOT_AGAIN: there is none */
} fetch_touch;
enum { FETCH_NOT_AGAIN = UINT16_MAX };

/* Instructions of a block that lie one behind the other and are of one place. */
typedef struct {
  uint64_t address; /* of the first of them */
  uint32_t place;
  uint16_t first; /* its number in the block */
} fetch_stretch;

/* There are many blocks, of some ten instructions, so each is one piece of memory: behind the stretches come the
 * touches, in order, the same line again only with another between, and a byte for each instruction: its bytes - 1, and
 * above them its flow. The functions below find them. */
typedef struct {
  uint16_t n_instructions, n_touches, n_stretches;
  uint16_t paths; /* through it */
  fetch_stretch stretches[];
} fetch_block;
enum { FETCH_SHAPE_BITS = 5 }; /* of an instruction's byte: those of its bytes */

typedef struct {
  fetch_block *block; /* NULL: there is no such path */
  uint16_t n_instructions, n_touches;
} fetch_path;

/* All zero but for line_bits: no code. */
typedef struct {
  unsigned line_bits; /* log2 of the line size */
  fetch_path *paths;  /* by the caller's numbers */
  uint32_t room;      /* of paths; numbers are below it */
} fetch_code;

/* The most instructions of a block, so that its touches can be counted, too. */
enum { FETCH_BLOCK_MOST = 16384 };

/* Enters a block of n > 0 instructions, at most FETCH_BLOCK_MOST, which are copied, and its paths: path numbers[i] has
 * the first lengths[i] > 0 instructions. The numbers are the caller's, small, and not in use. */
void fetch_code_enter(fetch_code *code, const fetch_instruction *instructions, uint32_t n, const uint32_t *numbers,
                      const uint32_t *lengths, uint32_t n_paths);

/* Takes a path away, and its block with the last one. */
void fetch_code_leave(fetch_code *code, uint32_t number);

/* Frees all code. */
void fetch_code_clear(fetch_code *code);

/* The number of the line that an address is in. */
static inline uint64_t fetch_line_of(const fetch_code *code, uint64_t address) { return address >> code->line_bits; }

/* The address behind an instruction. */
static inline uint64_t fetch_behind(const fetch_instruction *instruction) {
  return instruction->address + instruction->bytes;
}

/* The lines of an instruction: of its first and of its last byte. */
static inline uint64_t fetch_first_line(const fetch_code *code, const fetch_instruction *instruction) {
  return fetch_line_of(code, instruction->address);
}
static inline uint64_t fetch_last_line(const fetch_code *code, const fetch_instruction *instruction) {
  return fetch_line_of(code, instruction->address + instruction->bytes - 1);
}

/* ---- what a block holds ---- */

static inline fetch_touch *fetch_touches(const fetch_block *block) {
  return (fetch_touch *)(uintptr_t)(block->stretches + block->n_stretches);
}
static inline uint8_t *fetch_shapes(const fetch_block *block) {
  return (uint8_t *)(fetch_touches(block) + block->n_touches);
}

/* Instruction `number`: how many bytes it has, how the program goes on behind it, in which stretch it is. */
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

/* All of instruction `number`. */
fetch_instruction fetch_instruction_of(const fetch_block *block, uint32_t number);

/* The address behind a path's last instruction. */
static inline uint64_t fetch_path_behind(const fetch_path *path) {
  const fetch_instruction last = fetch_instruction_of(path->block, path->n_instructions - 1u);
  return fetch_behind(&last);
}

/* Where a walk through a block is. */
typedef struct {
  const fetch_block *block;
  const fetch_stretch *next; /* the stretch that begins next */
  uint32_t number;           /* of the instruction */
  fetch_instruction at;      /* it; undefined behind the last one */
} fetch_walk;

/* A walk that begins at an instruction; goes on to the next one. */
fetch_walk fetch_walk_from(const fetch_block *block, uint32_t number);
void fetch_walk_on(fetch_walk *walk);

/* Whether a path does not touch the line of its touch `number` again: so each of its lines has one such touch, the last
 * one. */
static inline bool fetch_is_last_touch(const fetch_path *path, uint32_t number) {
  return fetch_touches(path->block)[number].again >= path->n_touches;
}

#endif
