/* ui_block_path.h: which instruction each thread executes after which, of those that refer to memory.
 *
 * Two instructions are of one block if each thread executes the second after each time that it executes the first,
 * never without, and always as many instructions later: so many that no jump is between them. All instructions of a
 * block are executed as often.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_BLOCK_PATH_H
#define UI_UI_BLOCK_PATH_H

#include "ui/blocks/ui_block_sources.h"

typedef struct UiBlockPath UiBlockPath;

/* Starts with nothing executed. The instructions must outlive it. Free with ui_block_path_free(). */
UiBlockPath *ui_block_path_new(const UiBlockInstruction *instructions, uint32_t n);
void ui_block_path_free(UiBlockPath *path);

/* What a processor does is that of a thread from now on. */
void ui_block_path_turn(UiBlockPath *path, unsigned processor, uint64_t thread);

/* A processor executes so many instructions that do not refer to memory. */
void ui_block_path_pass(UiBlockPath *path, unsigned processor, uint64_t instructions);

/* A processor makes a reference of an instruction, `gap` instructions after what came before it; 0: this one made that,
 * too. The execution counts `weight` times. */
void ui_block_path_refer(UiBlockPath *path, unsigned processor, uint32_t instruction, uint64_t gap, uint64_t weight);

/* The processor's thread is no longer followed from where it is, or all threads are not. */
void ui_block_path_leave(UiBlockPath *path, unsigned processor);
void ui_block_path_break(UiBlockPath *path);

/* Sets the executions to zero. */
void ui_block_path_zero(UiBlockPath *path);

/* How often an instruction was executed. */
uint64_t ui_block_path_executions(const UiBlockPath *path, uint32_t instruction);

/* The instruction before one in its block; it has a smaller number. UI_NO_INSTRUCTION: this one is the first. *gap: how
 * many instructions it comes after that one. */
uint32_t ui_block_path_before(const UiBlockPath *path, uint32_t instruction, uint64_t *gap);

#endif
