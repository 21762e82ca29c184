/* code_world.h: random programs for instruction caches, and what happens while they run.
 *
 * A program has functions of basic blocks with loops, forward branches and calls. It is translated as it runs, as
 * Valgrind does it: what follows on a basic block, also behind a jump, until a call or return is one block, whose exits
 * are paths.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "fetch/fetch_system.h"

typedef enum { WORLD_ENTER, WORLD_RUN, WORLD_LEAVE, WORLD_CHANGE, WORLD_ZERO } world_kind;

typedef struct {
  world_kind kind;
  unsigned processor; /* RUN */
  uint32_t block;     /* ENTER, LEAVE; RUN: of the path */
  uint32_t exit;      /* RUN: its number in the block */
  uint64_t start;     /* CHANGE */
  uint64_t bytes;
} world_step;

enum { WORLD_EXITS = 4, WORLD_BLOCK = 96 /* instructions at most */ };

/* A translated block. Its paths' numbers are its own while it is entered. */
typedef struct {
  fetch_instruction instructions[WORLD_BLOCK];
  uint32_t n;
  uint32_t numbers[WORLD_EXITS], lengths[WORLD_EXITS];
  uint32_t n_exits;
} world_block;

typedef struct {
  fetch_config config;
  unsigned processors;
  uint64_t code_bytes; /* addresses are below */
  world_block *blocks;
  uint32_t n_blocks;
  world_step *steps;
  uint32_t n_steps;
} code_world;

/* Makes a machine, a program, and a run of it of about so many fetches. To be freed with code_world_clear(). */
void code_world_make(code_world *world, uint64_t seed, uint64_t fetches);
void code_world_clear(code_world *world);
