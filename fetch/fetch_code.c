/* fetch_code.c: see fetch_code.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fetch/fetch_code.h"

#include "coherence/coh_array.h"
#include "coherence/plat.h"

static void add_touch(fetch_block *block, uint64_t line, uint32_t instruction) {
  if (block->n_touches != 0 && block->touches[block->n_touches - 1].line == line) return;
  block->touches[block->n_touches++] = (fetch_touch){line, instruction};
}

/* How many touches there are at most. */
static size_t most_touches(const fetch_code *code, const fetch_instruction *instructions, uint32_t n) {
  size_t most = 0;
  for (uint32_t i = 0; i < n; i++)
    most += 1 + fetch_last_line(code, &instructions[i]) - fetch_first_line(code, &instructions[i]);
  return most;
}

static fetch_block *make_block(const fetch_code *code, const fetch_instruction *instructions, uint32_t n) {
  fetch_block *block = plat_alloc(sizeof *block);
  block->instructions = plat_alloc(n * sizeof *instructions);
  block->n_instructions = n;
  block->touches = plat_alloc(most_touches(code, instructions, n) * sizeof *block->touches);
  for (uint32_t i = 0; i < n; i++) {
    const fetch_instruction *instruction = &instructions[i];
    plat_assert(instruction->bytes >= 1 && instruction->bytes <= FETCH_LONGEST);
    block->instructions[i] = *instruction;
    for (uint64_t line = fetch_first_line(code, instruction); line <= fetch_last_line(code, instruction); line++)
      add_touch(block, line, i);
  }
  return block;
}

/* How many of a block's touches its first n instructions make. */
static uint32_t touches_of(const fetch_block *block, uint32_t n) {
  uint32_t touches = block->n_touches;
  while (block->touches[touches - 1].instruction >= n) touches--;
  return touches;
}

/* Finds each line of a path once, by its last touch. */
static void find_uses(fetch_path *path) {
  path->uses = plat_alloc(path->n_touches * sizeof *path->uses);
  for (uint32_t last = path->n_touches; last > 0; last--) {
    const uint64_t line = path->block->touches[last - 1].line;
    uint32_t i = 0;
    while (i < path->n_uses && path->uses[i].line != line) i++;
    if (i == path->n_uses) path->uses[path->n_uses++] = (fetch_use){line, last};
  }
}

static void find_bounds(fetch_path *path) {
  const fetch_instruction *instructions = path->block->instructions;
  path->low = instructions[0].address;
  for (uint32_t i = 0; i < path->n_instructions; i++) {
    if (instructions[i].address < path->low) path->low = instructions[i].address;
    if (fetch_behind(&instructions[i]) > path->high) path->high = fetch_behind(&instructions[i]);
  }
}

void fetch_code_enter(fetch_code *code, const fetch_instruction *instructions, uint32_t n, const uint32_t *numbers,
                      const uint32_t *lengths, uint32_t n_paths) {
  plat_assert(n > 0 && n_paths > 0);
  fetch_block *block = make_block(code, instructions, n);
  block->paths = n_paths;
  for (uint32_t i = 0; i < n_paths; i++) {
    plat_assert(lengths[i] > 0 && lengths[i] <= n);
    code->paths = coh_grow(code->paths, numbers[i], &code->room, sizeof *code->paths);
    fetch_path *path = &code->paths[numbers[i]];
    plat_assert(!path->block);
    *path = (fetch_path){.block = block, .n_instructions = lengths[i], .n_touches = touches_of(block, lengths[i])};
    find_uses(path);
    find_bounds(path);
  }
}

void fetch_code_leave(fetch_code *code, uint32_t number) {
  fetch_path *path = &code->paths[number];
  fetch_block *block = path->block;
  plat_free(path->uses);
  *path = (fetch_path){0};
  if (--block->paths != 0) return;
  plat_free(block->instructions);
  plat_free(block->touches);
  plat_free(block);
}

void fetch_code_clear(fetch_code *code) {
  for (uint32_t i = 0; i < code->room; i++)
    if (code->paths[i].block) fetch_code_leave(code, i);
  plat_free(code->paths);
  code->paths = NULL;
  code->room = 0;
}
