/* code_world.c: see code_world.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/fetch/code_world.h"

#include <stdlib.h>
#include <string.h>

#include "tests/coherence/dice.h"

enum { FUNCTIONS = 12, BASIC_BLOCKS = 240, LONGEST = 12, DEEPEST = 16, THREADS = 3 };

typedef enum { FALLS, BRANCHES, JUMPS, CALLS, RETURNS } ending;

typedef struct {
  fetch_instruction instructions[LONGEST];
  uint32_t n;
  ending ending;
  uint32_t target; /* a basic block */
  unsigned taken;  /* probability in percent */
} basic_block;

typedef struct {
  uint32_t at; /* a basic block */
  uint32_t returns[DEEPEST];
  unsigned depth;
} thread;

typedef struct {
  dice d;
  code_world *world;
  basic_block basics[BASIC_BLOCKS];
  uint32_t functions[FUNCTIONS + 1]; /* their first basic blocks */
  uint32_t block_of[BASIC_BLOCKS];   /* the block that it was translated to, + 1; 0: none */
  uint32_t free_numbers[BASIC_BLOCKS * WORLD_EXITS], n_free, next_number;
  uint32_t room_blocks, room_steps;
  thread threads[THREADS];
  uint64_t fetches;
} maker;

/* ---- the program ---- */

/* The instructions have one place, or a place each. */
static void make_instructions(maker *m, basic_block *basic, uint32_t place, bool is_one, uint64_t *address) {
  basic->n = dice_between(&m->d, 1, LONGEST);
  for (uint32_t i = 0; i < basic->n; i++) {
    const uint32_t bytes = dice_chance(&m->d, 1) ? 19 : dice_between(&m->d, 1, 9);
    basic->instructions[i] = (fetch_instruction){*address, is_one ? place : place + i, (uint8_t)bytes, FETCH_GOES_ON};
    *address += bytes;
  }
}

/* Chooses the end of basic block `number` of the function [first, end). */
static void make_ending(maker *m, basic_block *basic, uint32_t number, uint32_t first, uint32_t end) {
  const uint32_t sort = dice_below(&m->d, 100);
  basic->ending = number + 1 == end ? RETURNS : sort < 25 ? FALLS : sort < 65 ? BRANCHES : sort < 75 ? JUMPS : CALLS;
  basic->target = dice_between(&m->d, number + 1 < end ? number + 1 : first, end - 1);
  basic->taken = dice_between(&m->d, 5, 60);
  if (basic->ending == JUMPS && dice_chance(&m->d, 20)) basic->target = dice_between(&m->d, first, number);
  if (basic->ending == BRANCHES && dice_chance(&m->d, 60)) {
    basic->target = dice_between(&m->d, first, number); /* a loop */
    basic->taken = dice_between(&m->d, 50, 97);
  }
  if (basic->ending == CALLS) basic->target = m->functions[dice_below(&m->d, FUNCTIONS)];
  static const fetch_flow flows[] = {[FALLS] = FETCH_GOES_ON,
                                     [BRANCHES] = FETCH_ENDS,
                                     [JUMPS] = FETCH_ENDS,
                                     [CALLS] = FETCH_CALLS,
                                     [RETURNS] = FETCH_RETURNS};
  basic->instructions[basic->n - 1].flow = (uint8_t)flows[basic->ending];
}

static void make_program(maker *m) {
  uint64_t address = dice_below(&m->d, 64);
  for (uint32_t f = 0; f <= FUNCTIONS; f++) m->functions[f] = f * (BASIC_BLOCKS / FUNCTIONS);
  for (uint32_t f = 0; f < FUNCTIONS; f++) {
    const bool is_one = dice_chance(&m->d, 50);
    for (uint32_t b = m->functions[f]; b < m->functions[f + 1]; b++)
      make_instructions(m, &m->basics[b], (is_one ? m->functions[f] : b) * LONGEST, is_one, &address);
    for (uint32_t b = m->functions[f]; b < m->functions[f + 1]; b++)
      make_ending(m, &m->basics[b], b, m->functions[f], m->functions[f + 1]);
    address += dice_below(&m->d, dice_chance(&m->d, 20) ? 4096 : 32);
  }
  m->world->code_bytes = address + FETCH_LONGEST;
}

static void make_machine(maker *m) {
  fetch_config *config = &m->world->config;
  config->geometry.line = 16u << dice_below(&m->d, 3);
  config->geometry.ways = dice_chance(&m->d, 40) ? 1 : dice_between(&m->d, 1, 9);
  const uint64_t sets = (uint64_t)1 << dice_below(&m->d, dice_chance(&m->d, 20) ? 2 : 9);
  config->geometry.size = sets * config->geometry.ways * config->geometry.line;
  if (dice_chance(&m->d, 50)) config->switch_interval = dice_between(&m->d, 1, dice_chance(&m->d, 30) ? 200 : 20000);
  m->world->processors = dice_between(&m->d, 1, THREADS);
}

/* ---- its run ---- */

static world_step *add_step(maker *m, world_kind kind) {
  code_world *world = m->world;
  if (world->n_steps == m->room_steps) {
    m->room_steps = m->room_steps ? 2 * m->room_steps : 1024;
    world->steps = realloc(world->steps, m->room_steps * sizeof *world->steps);
  }
  world->steps[world->n_steps] = (world_step){.kind = kind};
  return &world->steps[world->n_steps++];
}

static void add_exit(maker *m, world_block *block) {
  block->lengths[block->n_exits] = block->n;
  block->numbers[block->n_exits++] = m->n_free ? m->free_numbers[--m->n_free] : m->next_number++;
}

/* Returns the basic block that follows a basic block in a translated block; also the target of a jump. */
static uint32_t behind(const maker *m, uint32_t at) {
  return m->basics[at].ending == JUMPS ? m->basics[at].target : at + 1;
}

/* Returns the block that starts at a basic block, and translates it if necessary. */
static uint32_t block_at(maker *m, uint32_t basic) {
  code_world *world = m->world;
  if (m->block_of[basic]) return m->block_of[basic] - 1;
  if (world->n_blocks == m->room_blocks) {
    m->room_blocks = m->room_blocks ? 2 * m->room_blocks : 64;
    world->blocks = realloc(world->blocks, m->room_blocks * sizeof *world->blocks);
  }
  world_block *block = &world->blocks[world->n_blocks];
  *block = (world_block){.n = 0};
  for (uint32_t at = basic;; at = behind(m, at)) {
    const basic_block *b = &m->basics[at];
    memcpy(&block->instructions[block->n], b->instructions, b->n * sizeof b->instructions[0]);
    block->n += b->n;
    const bool goes_on = b->ending == FALLS || b->ending == JUMPS;
    if (!goes_on || block->n_exits + 1 == WORLD_EXITS || block->n + LONGEST > WORLD_BLOCK) add_exit(m, block);
    if (b->ending > JUMPS || block->n_exits == WORLD_EXITS || block->n + LONGEST > WORLD_BLOCK) break;
  }
  add_step(m, WORLD_ENTER)->block = world->n_blocks;
  m->block_of[basic] = ++world->n_blocks;
  return world->n_blocks - 1;
}

static void leave(maker *m, uint32_t basic) {
  if (!m->block_of[basic]) return;
  const world_block *block = &m->world->blocks[m->block_of[basic] - 1];
  for (uint32_t i = 0; i < block->n_exits; i++) m->free_numbers[m->n_free++] = block->numbers[i];
  add_step(m, WORLD_LEAVE)->block = m->block_of[basic] - 1;
  m->block_of[basic] = 0;
}

/* A thread takes the jump at the end of a basic block. */
static void follow(maker *m, thread *t, const basic_block *b) {
  if (b->ending == CALLS && t->depth < DEEPEST) {
    t->returns[t->depth++] = t->at + 1;
    t->at = b->target;
  } else if (b->ending == RETURNS) {
    t->at = t->depth > 0 ? t->returns[--t->depth] : m->functions[dice_below(&m->d, FUNCTIONS)];
  } else {
    t->at = b->ending == CALLS ? t->at + 1 : b->target;
  }
}

/* A thread executes a block, up to one of its exits. */
static void run(maker *m, unsigned processor) {
  thread *t = &m->threads[processor];
  const uint32_t number = block_at(m, t->at);
  uint32_t n = 0, exit = 0;
  for (;; t->at = behind(m, t->at)) {
    const world_block *block = &m->world->blocks[number];
    const basic_block *b = &m->basics[t->at];
    n += b->n;
    while (block->lengths[exit] < n) exit++;
    const bool taken = b->ending > JUMPS || (b->ending == BRANCHES && dice_chance(&m->d, b->taken));
    if (taken)
      follow(m, t, b);
    else if (n == block->n)
      t->at = behind(m, t->at);
    if (taken || n == block->n) break;
  }
  world_step *step = add_step(m, WORLD_RUN);
  step->processor = processor;
  step->block = number;
  step->exit = exit;
  m->fetches += n;
}

static void disturb(maker *m) {
  if (dice_chance(&m->d, 1) && dice_chance(&m->d, 5)) add_step(m, WORLD_ZERO);
  if (dice_chance(&m->d, 1))
    leave(m, dice_chance(&m->d, 50) ? dice_below(&m->d, BASIC_BLOCKS) : m->threads[dice_below(&m->d, THREADS)].at);
  if (!dice_chance(&m->d, 1) || !dice_chance(&m->d, 20)) return;
  world_step *step = add_step(m, WORLD_CHANGE);
  step->start = dice_below(&m->d, (uint32_t)m->world->code_bytes);
  if (dice_chance(&m->d, 50)) /* changes code that is executed next, perhaps again */
    step->start = m->basics[m->threads[dice_below(&m->d, THREADS)].at].instructions[0].address;
  step->bytes = dice_between(&m->d, 1, 100);
  if (step->start + step->bytes > m->world->code_bytes) step->bytes = m->world->code_bytes - step->start;
}

void code_world_make(code_world *world, uint64_t seed, uint64_t fetches) {
  *world = (code_world){.processors = 1};
  maker *m = calloc(1, sizeof *m);
  m->d.state = seed;
  m->world = world;
  make_machine(m);
  make_program(m);
  for (unsigned i = 0; i < THREADS; i++) m->threads[i].at = m->functions[dice_below(&m->d, FUNCTIONS)];
  const bool is_calm = dice_chance(&m->d, 30);
  while (m->fetches < fetches) {
    run(m, dice_below(&m->d, world->processors));
    if (!is_calm) disturb(m);
  }
  free(m);
}

void code_world_clear(code_world *world) {
  free(world->blocks);
  free(world->steps);
}
