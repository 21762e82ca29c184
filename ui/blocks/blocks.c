/* SPDX-License-Identifier: GPL-2.0-or-later
 * blocks.c: finds the basic blocks of a trace. In a batch (trace/trace_batch.h), all repetitions from the third one on
 * have the same effect. The first repetition depends on the events before the batch, and the strides in the second one
 * depend on the first one. Therefore, the third repetition also represents all later ones. This does not hold if the
 * batch switches threads, or refers to an operand several times with different strides. */
#include "ui/blocks/blocks.h"

#include "machine/mach_config.h"
#include "ui/base/ui_progress.h"
#include "ui/blocks/blocks_block_path.h"
#include "ui/replay/replay_sweep_steps.h"

enum { APART = 3 }; /* number of repetitions that are processed individually */

/* The last use of an operand in a batch, for checking whether the repetitions are alike. */
typedef struct {
  uint64_t batch; /* number of the batch that contains the use */
  uint64_t stride;
} Use;

typedef struct {
  const EventsTraceFile *trace;
  BlocksBlockSources *sources;
  BlocksBlockPath *path;
  uint64_t (*strides)[BLOCKS_STRIDES];              /* indexed by instruction: number of references in each class of
                                                       strides */
  BlocksStrideState *operands[MACH_MAX_PROCESSORS]; /* indexed by processor: the last reference of each operand; NULL:
                                                       the processor has made no reference yet */
  bool silent[MACH_MAX_PROCESSORS];                 /* indexed by processor: whether collection is off */
  Use *uses;                                        /* indexed by operand */
  uint64_t batch;
} Walk;

static void walk_begin(Walk *walk, const EventsTraceFile *trace) {
  *walk = (Walk){.trace = trace, .sources = blocks_block_sources_new(trace)};
  walk->path = blocks_block_path_new(walk->sources->instructions, walk->sources->n_instructions);
  walk->strides = g_malloc0_n(MAX(walk->sources->n_instructions, 1), sizeof *walk->strides);
  walk->uses = g_new0(Use, MAX(walk->sources->n_operands, 1));
}

static void walk_end(Walk *walk) {
  for (unsigned i = 0; i < MACH_MAX_PROCESSORS; i++) g_free(walk->operands[i]);
  g_free(walk->uses);
  g_free(walk->strides);
  blocks_block_path_free(walk->path);
  blocks_block_sources_free(walk->sources);
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static BlocksStrideState *operand_of(Walk *walk, unsigned processor, uint32_t operand) {
  BlocksStrideState **operands = &walk->operands[processor];
  if (*operands == NULL) *operands = g_new0(BlocksStrideState, walk->sources->n_operands);
  return &(*operands)[operand];
}

static void refer(Walk *walk, unsigned processor, uint32_t number, uint64_t address, uint64_t weight) {
  const trace_source *source = &walk->trace->sources[number];
  const BlocksBlockSource at = walk->sources->sources[number];
  blocks_block_path_refer(walk->path, processor, at.instruction, source->gap, weight);
  const BlocksStride stride = blocks_stride_next(operand_of(walk, processor, at.operand), address, source->size);
  walk->strides[at.instruction][stride] += weight;
}

static void zero(Walk *walk) {
  blocks_block_path_break(walk->path);
  blocks_block_path_zero(walk->path);
  for (uint32_t i = 0; i < walk->sources->n_instructions; i++)
    for (unsigned j = 0; j < BLOCKS_STRIDES; j++) walk->strides[i][j] = 0;
}

/* Processes an event of a processor that represents `weight` equal events. */
static void follow(Walk *walk, unsigned processor, uint32_t number, uint64_t value, uint64_t weight) {
  const trace_source *source = &walk->trace->sources[number];
  switch (source->kind) {
    case TRACE_READ:
    case TRACE_WRITE:
    case TRACE_MODIFY:
      if (!walk->silent[processor]) refer(walk, processor, number, value, weight);
      break;
    case TRACE_RUN:
      if (!walk->silent[processor]) blocks_block_path_pass(walk->path, processor, value);
      break;
    case TRACE_THREAD: blocks_block_path_turn(walk->path, processor, value); break;
    case TRACE_COLLECT:
      walk->silent[processor] = value == 0;
      if (value == 0) blocks_block_path_leave(walk->path, processor);
      break;
    case TRACE_ZERO: zero(walk); break;
    default: break;
  }
}

/* ---- batches ----------------------------------------------------------------------------------------------------- */

/* Returns whether all repetitions of a batch have the same effect from the third one on. */
static bool is_alike(Walk *walk, const trace_batch *batch) {
  walk->batch++;
  for (uint32_t i = 0; i < batch->n; i++) {
    const trace_item *item = &batch->items[i];
    const uint64_t kind = walk->trace->sources[item->source].kind;
    if (kind == TRACE_THREAD || kind == TRACE_COLLECT || kind == TRACE_ZERO) return false;
    if (kind > TRACE_MODIFY) continue;
    Use *use = &walk->uses[walk->sources->sources[item->source].operand];
    if (use->batch == walk->batch && use->stride != item->stride) return false;
    *use = (Use){walk->batch, item->stride};
  }
  return true;
}

/* Sets the last address of each operand of a batch to the operand's address in the last repetition. */
static void move_operands(Walk *walk, const trace_batch *batch) {
  for (uint32_t i = 0; i < batch->n; i++) {
    const trace_item *item = &batch->items[i];
    const BlocksBlockSource at = walk->sources->sources[item->source];
    if (at.instruction == BLOCKS_NO_INSTRUCTION || walk->silent[batch->processor]) continue;
    operand_of(walk, batch->processor, at.operand)->address = item->value + (batch->repeats - 1) * item->stride;
  }
}

static void follow_batch(Walk *walk, const trace_batch *batch) {
  const bool alike = batch->repeats > APART && is_alike(walk, batch);
  const uint64_t repeats = alike ? APART : batch->repeats;
  for (uint64_t r = 0; r < repeats; r++) {
    const uint64_t weight = alike && r == APART - 1 ? batch->repeats - r : 1;
    for (uint32_t i = 0; i < batch->n; i++) {
      const trace_item *item = &batch->items[i];
      follow(walk, batch->processor, item->source, item->value + r * item->stride, weight);
    }
  }
  if (alike) move_operands(walk, batch);
}

static bool follow_all(Walk *walk, GError **error) {
  trace_expander *expander = trace_expander_new(walk->trace->reader, 0);
  trace_batch batch;
  trace_error wrong = {0, NULL};
  ui_progress_begin("finding blocks", trace_reader_events(walk->trace->reader));
  while (trace_expander_next(expander, &batch, &wrong)) {
    follow_batch(walk, &batch);
    ui_progress_at(batch.event);
  }
  blocks_block_path_break(walk->path);
  ui_progress_end();
  trace_expander_free(expander);
  if (wrong.message != NULL) events_trace_file_set_error(walk->trace, &wrong, error);
  return wrong.message == NULL;
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

/* Adds the next instruction to its block, or begins a new block with it. Sets of[instruction] to the number of the
 * block. */
static void add_instruction(Blocks *to, const Walk *walk, uint32_t instruction, uint32_t *of) {
  const BlocksBlockInstruction *here = &walk->sources->instructions[instruction];
  uint64_t gap;
  const uint32_t before = blocks_block_path_predecessor(walk->path, instruction, &gap);
  of[instruction] = before != BLOCKS_NO_INSTRUCTION ? of[before] : to->n++;
  BlocksBlock *block = &to->blocks[of[instruction]];
  if (before == BLOCKS_NO_INSTRUCTION)
    *block = (BlocksBlock){.address = here->address,
                           .place = here->place,
                           .executions = blocks_block_path_executions(walk->path, instruction)};
  block->last = here->address;
  block->instructions += before != BLOCKS_NO_INSTRUCTION ? gap : 1;
  for (unsigned i = 0; i < BLOCKS_STRIDES; i++) block->strides[i] += walk->strides[instruction][i];
}

static Blocks *make_blocks(const Walk *walk) {
  Blocks *made = g_new0(Blocks, 1);
  const BlocksBlockSources *sources = walk->sources;
  g_autofree uint32_t *of = g_new(uint32_t, MAX(sources->n_instructions, 1));
  made->blocks = g_new(BlocksBlock, MAX(sources->n_instructions, 1));
  for (uint32_t i = 0; i < sources->n_instructions; i++) add_instruction(made, walk, i, of);
  made->of_sources = g_new0(uint32_t, MAX(walk->trace->n_sources, 1));
  for (uint32_t i = 0; i < walk->trace->n_sources; i++)
    if (sources->sources[i].instruction != BLOCKS_NO_INSTRUCTION)
      made->of_sources[i] = of[sources->sources[i].instruction];
  return made;
}

Blocks *blocks_new(const EventsTraceFile *trace, GError **error) {
  unsigned highest, busy;
  if (!replay_step_processors(trace, &highest, &busy, error) || !replay_step_check_sources(trace, error)) return NULL;
  Walk walk;
  walk_begin(&walk, trace);
  Blocks *made = follow_all(&walk, error) ? make_blocks(&walk) : NULL;
  walk_end(&walk);
  return made;
}

void blocks_free(Blocks *blocks) {
  if (blocks == NULL) return;
  g_free(blocks->of_sources);
  g_free(blocks->blocks);
  g_free(blocks);
}
