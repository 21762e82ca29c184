/* code_world.h: makes random programs for instruction caches, and the events of their runs.
 *
 * A program has functions of basic blocks with loops, forward branches and calls. It is translated during its run, in
 * the way of Valgrind: a translated block consists of the basic blocks up to a call or return, and may include the
 * target of a jump. The exits of a block are its paths.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "fetch/fetch_system.h"

typedef enum { WORLD_ENTER, WORLD_RUN, WORLD_LEAVE, WORLD_CHANGE, WORLD_ZERO } world_kind;

typedef struct {
  world_kind kind;
  unsigned processor; /* RUN: the processor */
  uint32_t block;     /* ENTER, LEAVE: the block; RUN: the block of the path */
  uint32_t exit;      /* RUN: the exit's number in the block */
  uint64_t start;     /* CHANGE: the first address of the changed code */
  uint64_t bytes;
} world_step;

enum { WORLD_EXITS = 4, WORLD_BLOCK = 96 /* instructions at most */ };

/* A translated block. The numbers of its paths are its own as long as it is entered. */
typedef struct {
  fetch_instruction instructions[WORLD_BLOCK];
  uint32_t n;
  uint32_t numbers[WORLD_EXITS], lengths[WORLD_EXITS];
  uint32_t n_exits;
} world_block;

typedef struct {
  fetch_config config;
  unsigned processors;
  uint64_t code_bytes; /* all addresses are less */
  world_block *blocks;
  uint32_t n_blocks;
  world_step *steps;
  uint32_t n_steps;
} code_world;

/* Makes a machine, a program, and a run of it with about this many fetches. Free it with code_world_clear(). */
void code_world_make(code_world *world, uint64_t seed, uint64_t fetches);
void code_world_clear(code_world *world);
