/* SPDX-License-Identifier: GPL-2.0-or-later
 * blocks_block_path.h: finds basic blocks from the order in which threads execute instructions that refer to memory.
 *
 * Two instructions are in one block under two conditions. Every thread must execute the second instruction directly
 * after each execution of the first one, and only then. Also, the number of instructions between them must be constant,
 * and so small that there cannot be a jump. Therefore, all instructions of a block have the same number of
 * executions. */
#pragma once

#include "ui/blocks/blocks_block_sources.h"

typedef struct BlocksBlockPath BlocksBlockPath;

/* Returns a new path, without executions. `instructions` has n elements, and must outlive the path. The caller frees
 * the path with blocks_block_path_free(). */
BlocksBlockPath *blocks_block_path_new(const BlocksBlockInstruction *instructions, uint32_t n);
void blocks_block_path_free(BlocksBlockPath *path);

/* Records that a processor switches to a thread. */
void blocks_block_path_turn(BlocksBlockPath *path, unsigned processor, uint64_t thread);

/* Records that a processor executes `instructions` instructions which do not refer to memory. */
void blocks_block_path_pass(BlocksBlockPath *path, unsigned processor, uint64_t instructions);

/* Records that a processor makes a reference of an instruction, `gap` instructions after its last event. If `gap` is 0,
 * the same execution of the instruction has already made another reference. The execution counts as `weight`
 * executions. */
void blocks_block_path_refer(BlocksBlockPath *path, unsigned processor, uint32_t instruction, uint64_t gap,
                             uint64_t weight);

/* The next two functions interrupt the sequence of the processor's thread, or the sequences of all threads. Then the
 * next instruction has no predecessor. */
void blocks_block_path_leave(BlocksBlockPath *path, unsigned processor);
void blocks_block_path_break(BlocksBlockPath *path);

/* Sets the numbers of executions of all instructions to 0. */
void blocks_block_path_zero(BlocksBlockPath *path);

/* Returns the number of times that an instruction was executed. */
uint64_t blocks_block_path_executions(const BlocksBlockPath *path, uint32_t instruction);

/* Returns the predecessor of an instruction in its block, which always has a smaller number; BLOCKS_NO_INSTRUCTION: the
 * instruction is the first one of the block. Sets *gap to the distance from the predecessor, in instructions. */
uint32_t blocks_block_path_predecessor(const BlocksBlockPath *path, uint32_t instruction, uint64_t *gap);
