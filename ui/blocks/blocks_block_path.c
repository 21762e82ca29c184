/* SPDX-License-Identifier: GPL-2.0-or-later
 * blocks_block_path.c: finds the neighbours of each instruction. The executions of a thread form one sequence, even if
 * the thread runs on several processors. An instruction at an end of a sequence has no neighbour on that side.
 * Therefore, two instructions have the same number of executions if each is always the neighbour of the other.
 *
 * A gap is the number of instructions that a processor executed from one reference to the next one. It is unknown if
 * another thread ran on the processor between these references. */
#include "ui/blocks/blocks_block_path.h"

#include "machine/mach_config.h"

/* Special values for the neighbours of an instruction. */
#define NONE_YET BLOCKS_NO_INSTRUCTION
#define SEVERAL (BLOCKS_NO_INSTRUCTION - 1)

#define GAP_UNKNOWN 0
#define GAPS_DIFFER UINT64_MAX

enum { LONGEST = 15 }; /* size in bytes of the longest instruction on all supported architectures */

typedef struct {
  uint32_t before, after;
  uint64_t gap; /* distance from the previous instruction, in instructions */
  uint64_t executions;
} Step;

typedef struct {
  uint32_t now; /* instruction that the thread has executed last; NONE_YET: none */
} Thread;

typedef struct {
  Thread *thread;
  uint64_t passed; /* number of instructions since the last reference, not including the gap before the next
                      reference */
  bool came;       /* whether the thread has made no reference since the processor switched to it */
} Processor;

struct BlocksBlockPath {
  const BlocksBlockInstruction *instructions;
  Step *steps; /* neighbours and number of executions of each instruction */
  uint32_t n;
  GHashTable *threads; /* Thread by thread number */
  Processor processors[MACH_MAX_PROCESSORS];
};

BlocksBlockPath *blocks_block_path_new(const BlocksBlockInstruction *instructions, uint32_t n) {
  BlocksBlockPath *path = g_new0(BlocksBlockPath, 1);
  path->instructions = instructions;
  path->n = n;
  path->steps = g_new(Step, MAX(n, 1));
  for (uint32_t i = 0; i < n; i++) path->steps[i] = (Step){NONE_YET, NONE_YET, GAP_UNKNOWN, 0};
  path->threads = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
  for (unsigned i = 0; i < MACH_MAX_PROCESSORS; i++) blocks_block_path_turn(path, i, UINT64_MAX - i);
  return path;
}

void blocks_block_path_free(BlocksBlockPath *path) {
  g_hash_table_unref(path->threads);
  g_free(path->steps);
  g_free(path);
}

void blocks_block_path_turn(BlocksBlockPath *path, unsigned processor, uint64_t thread) {
  Thread *found = g_hash_table_lookup(path->threads, &thread);
  if (found == NULL) {
    found = g_new(Thread, 1);
    *found = (Thread){NONE_YET};
    g_hash_table_insert(path->threads, g_memdup2(&thread, sizeof thread), found);
  }
  path->processors[processor].thread = found;
  path->processors[processor].came = true;
}

void blocks_block_path_pass(BlocksBlockPath *path, unsigned processor, uint64_t instructions) {
  path->processors[processor].passed += instructions;
}

static void set_neighbour(uint32_t *neighbour, uint32_t instruction) {
  if (*neighbour == NONE_YET) *neighbour = instruction;
  if (*neighbour != instruction) *neighbour = SEVERAL;
}

static void execute(BlocksBlockPath *path, Thread *thread, uint32_t instruction, uint64_t gap) {
  Step *step = &path->steps[instruction];
  if (thread->now == NONE_YET) {
    step->before = SEVERAL;
  } else {
    set_neighbour(&path->steps[thread->now].after, instruction);
    set_neighbour(&step->before, thread->now);
    if (step->gap == GAP_UNKNOWN) step->gap = gap;
    if (gap != GAP_UNKNOWN && step->gap != gap) step->gap = GAPS_DIFFER;
  }
  thread->now = instruction;
}

void blocks_block_path_refer(BlocksBlockPath *path, unsigned processor, uint32_t instruction, uint64_t gap,
                             uint64_t weight) {
  Processor *p = &path->processors[processor];
  if (gap == 0 && p->thread->now == instruction) return;
  execute(path, p->thread, instruction, p->came ? GAP_UNKNOWN : p->passed + gap);
  path->steps[instruction].executions += weight;
  p->passed = 0;
  p->came = false;
}

static void leave(BlocksBlockPath *path, Thread *thread) {
  if (thread->now != NONE_YET) path->steps[thread->now].after = SEVERAL;
  thread->now = NONE_YET;
}

void blocks_block_path_leave(BlocksBlockPath *path, unsigned processor) {
  leave(path, path->processors[processor].thread);
}

void blocks_block_path_break(BlocksBlockPath *path) {
  GHashTableIter threads;
  gpointer value;
  g_hash_table_iter_init(&threads, path->threads);
  while (g_hash_table_iter_next(&threads, NULL, &value)) {
    leave(path, value);
  }
}

void blocks_block_path_zero(BlocksBlockPath *path) {
  for (uint32_t i = 0; i < path->n; i++) path->steps[i].executions = 0;
}

uint64_t blocks_block_path_executions(const BlocksBlockPath *path, uint32_t instruction) {
  return path->steps[instruction].executions;
}

/* Returns whether b can follow a at a distance of `gap` instructions, without a jump, a call or a return between
 * them. */
static bool is_straight(const BlocksBlockInstruction *a, const BlocksBlockInstruction *b, uint64_t gap) {
  const uint64_t bytes = b->address - a->address;
  return !a->ends && a->segment == b->segment && a->address != 0 && b->address > a->address && gap <= bytes &&
         bytes <= LONGEST * gap;
}

uint32_t blocks_block_path_predecessor(const BlocksBlockPath *path, uint32_t instruction, uint64_t *gap) {
  const Step *step = &path->steps[instruction];
  *gap = step->gap;
  if (step->before >= path->n || path->steps[step->before].after != instruction) return BLOCKS_NO_INSTRUCTION;
  if (step->gap == GAP_UNKNOWN || step->gap == GAPS_DIFFER) return BLOCKS_NO_INSTRUCTION;
  const BlocksBlockInstruction *const i = path->instructions;
  return is_straight(&i[step->before], &i[instruction], step->gap) ? step->before : BLOCKS_NO_INSTRUCTION;
}
