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
  uint32_t instruction; /* the first of them: index in the block */
} fetch_touch;

typedef struct {
  fetch_instruction *instructions;
  fetch_touch *touches; /* in order; the same line again only with another between */
  uint32_t n_instructions, n_touches;
  uint32_t paths; /* through it */
} fetch_block;

/* A line of a path, once. */
typedef struct {
  uint64_t line;
  uint32_t last; /* 1 + the index of its last touch */
} fetch_use;

typedef struct {
  fetch_block *block; /* NULL: there is no such path */
  fetch_use *uses;
  uint32_t n_instructions, n_touches, n_uses;
  uint64_t low, high; /* addresses: all of its instructions are in [low, high) */
} fetch_path;

/* All zero but for line_bits: no code. */
typedef struct {
  unsigned line_bits; /* log2 of the line size */
  fetch_path *paths;  /* by the caller's numbers */
  uint32_t room;      /* of paths; numbers are below it */
} fetch_code;

/* Enters a block of n > 0 instructions, which are copied, and its paths: path numbers[i] has the first lengths[i] > 0
 * instructions. The numbers are the caller's, small, and not in use. */
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

#endif
