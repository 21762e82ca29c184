/* SPDX-License-Identifier: GPL-2.0-or-later
 * blocks_block_path.h: finds basic blocks from the order in which threads execute instructions that refer to memory.
 *
 * Two instructions are in one block if every thread executes the second one after each execution of the first one, and
 * only then, and the number of instructions between them is constant and leaves no room for a jump. All instructions of
 * a block therefore have equal numbers of executions. */
#pragma once

#include "ui/blocks/blocks_block_sources.h"

typedef struct BlocksBlockPath BlocksBlockPath;

/* Starts without executions. The n instructions must outlive the result. Free the result with
 * blocks_block_path_free(). */
BlocksBlockPath *blocks_block_path_new(const BlocksBlockInstruction *instructions, uint32_t n);
void blocks_block_path_free(BlocksBlockPath *path);

/* Call when a processor switches to a thread. */
void blocks_block_path_turn(BlocksBlockPath *path, unsigned processor, uint64_t thread);

/* Call when a processor executes `instructions` instructions that do not refer to memory. */
void blocks_block_path_pass(BlocksBlockPath *path, unsigned processor, uint64_t instructions);

/* Call when a processor makes a reference of an instruction, `gap` instructions after its last event. gap 0: the same
 * execution has already made another reference. The execution counts as `weight` executions. */
void blocks_block_path_refer(BlocksBlockPath *path, unsigned processor, uint32_t instruction, uint64_t gap,
                             uint64_t weight);

/* Interrupt the sequence of the processor's thread, or the sequences of all threads: the next instruction has no
 * predecessor. */
void blocks_block_path_leave(BlocksBlockPath *path, unsigned processor);
void blocks_block_path_break(BlocksBlockPath *path);

/* Sets the numbers of executions to zero. */
void blocks_block_path_zero(BlocksBlockPath *path);

/* Returns the number of executions of an instruction. */
uint64_t blocks_block_path_executions(const BlocksBlockPath *path, uint32_t instruction);

/* Returns the predecessor of an instruction in its block, which has a smaller number; BLOCKS_NO_INSTRUCTION: the
 * instruction is the first. Sets *gap to the distance from the predecessor, in instructions. */
uint32_t blocks_block_path_predecessor(const BlocksBlockPath *path, uint32_t instruction, uint64_t *gap);
