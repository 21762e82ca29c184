/* fetch_code.c: see fetch_code.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "fetch/fetch_code.h"

#include "plat/plat.h"
#include "plat/plat_array.h"

/* ---- blocks ---- */

/* Returns whether an instruction is the first one of a stretch of the block. */
static bool begins_stretch(const fetch_instruction *instructions, uint32_t number) {
  const fetch_instruction *before = &instructions[number] - 1;
  return number == 0 || before->place != instructions[number].place ||
         fetch_behind(before) != instructions[number].address;
}

static uint32_t count_stretches(const fetch_instruction *instructions, uint32_t n) {
  uint32_t stretches = 0;
  for (uint32_t i = 0; i < n; i++) stretches += begins_stretch(instructions, i);
  return stretches;
}

/* Writes the touches of n instructions to `to`, or only counts them if `to` is NULL. Returns the number of touches. */
static uint32_t list_touches(const fetch_code *code, const fetch_instruction *instructions, uint32_t n,
                             fetch_touch *to) {
  uint32_t touches = 0;
  uint64_t before = 0;
  for (uint32_t i = 0; i < n; i++) {
    const uint64_t last = fetch_last_line(code, &instructions[i]);
    for (uint64_t line = fetch_first_line(code, &instructions[i]); line <= last; line++) {
      if (touches != 0 && line == before) continue;
      before = line;
      if (to) to[touches] = (fetch_touch){line, (uint16_t)i, FETCH_NOT_AGAIN};
      touches++;
    }
  }
  return touches;
}

/* Links each touch with the next touch of the same line. */
static void link_touches(fetch_touch *touches, uint32_t n) {
  for (uint32_t i = 1; i < n; i++) {
    uint32_t before = i;
    while (before-- > 0 && touches[before].line != touches[i].line) {
    }
    if (before != UINT32_MAX) touches[before].again = (uint16_t)i;
  }
}

static fetch_block *make_block(const fetch_code *code, const fetch_instruction *instructions, uint32_t n) {
  const uint32_t touches = list_touches(code, instructions, n, NULL), stretches = count_stretches(instructions, n);
  fetch_block *block = plat_alloc(sizeof *block + stretches * sizeof(fetch_stretch) + touches * sizeof(fetch_touch) +
                                  n);
  block->n_instructions = (uint16_t)n;
  block->n_touches = (uint16_t)touches;
  block->n_stretches = (uint16_t)stretches;
  fetch_stretch *stretch = block->stretches;
  for (uint32_t i = 0; i < n; i++) {
    const fetch_instruction *one = &instructions[i];
    plat_assert(one->bytes >= 1 && one->bytes <= FETCH_LONGEST);
    if (begins_stretch(instructions, i)) *stretch++ = (fetch_stretch){one->address, one->place, (uint16_t)i};
    fetch_shapes(block)[i] = (uint8_t)((one->bytes - 1u) | (unsigned)one->flow << FETCH_SHAPE_BITS);
  }
  list_touches(code, instructions, n, fetch_touches(block));
  link_touches(fetch_touches(block), touches);
  return block;
}

/* Returns how many touches of a block the first n instructions make. */
static uint16_t touches_of(const fetch_block *block, uint32_t n) {
  uint16_t touches = block->n_touches;
  while (fetch_touches(block)[touches - 1].instruction >= n) touches--;
  return touches;
}

/* ---- instructions ---- */

fetch_instruction fetch_instruction_of(const fetch_block *block, uint32_t number) {
  const fetch_stretch *stretch = fetch_stretch_of(block, number);
  uint64_t address = stretch->address;
  for (uint32_t i = stretch->first; i < number; i++) address += fetch_bytes_of(block, i);
  return (fetch_instruction){address, stretch->place, (uint8_t)fetch_bytes_of(block, number),
                             (uint8_t)fetch_flow_of(block, number)};
}

fetch_walk fetch_walk_from(const fetch_block *block, uint32_t number) {
  return (fetch_walk){block, fetch_stretch_of(block, number) + 1, number, fetch_instruction_of(block, number)};
}

void fetch_walk_on(fetch_walk *walk) {
  const fetch_block *block = walk->block;
  if (++walk->number == block->n_instructions) return;
  walk->at.address = fetch_behind(&walk->at);
  if (walk->next < block->stretches + block->n_stretches && walk->next->first == walk->number) {
    walk->at.address = walk->next->address;
    walk->at.place = walk->next->place;
    walk->next++;
  }
  walk->at.bytes = (uint8_t)fetch_bytes_of(block, walk->number);
  walk->at.flow = (uint8_t)fetch_flow_of(block, walk->number);
}

/* ---- paths ---- */

void fetch_code_enter(fetch_code *code, const fetch_instruction *instructions, uint32_t n, const uint32_t *numbers,
                      const uint32_t *lengths, uint32_t n_paths) {
  plat_assert(n > 0 && n <= FETCH_BLOCK_MOST && n_paths > 0 && n_paths <= UINT16_MAX);
  fetch_block *block = make_block(code, instructions, n);
  block->paths = (uint16_t)n_paths;
  for (uint32_t i = 0; i < n_paths; i++) {
    plat_assert(lengths[i] > 0 && lengths[i] <= n);
    code->paths = plat_grow(code->paths, numbers[i], &code->room, sizeof *code->paths);
    fetch_path *path = &code->paths[numbers[i]];
    plat_assert(!path->block);
    *path = (fetch_path){block, (uint16_t)lengths[i], touches_of(block, lengths[i])};
  }
}

void fetch_code_leave(fetch_code *code, uint32_t number) {
  fetch_path *path = &code->paths[number];
  fetch_block *block = path->block;
  *path = (fetch_path){0};
  if (--block->paths == 0) plat_free(block);
}

void fetch_code_clear(fetch_code *code) {
  for (uint32_t i = 0; i < code->room; i++)
    if (code->paths[i].block) fetch_code_leave(code, i);
  plat_free(code->paths);
  code->paths = NULL;
  code->room = 0;
}
