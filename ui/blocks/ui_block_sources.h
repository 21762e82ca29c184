/* ui_block_sources.h: which instruction the references of each source of a trace are made by.
 *
 * An instruction has a source for each reference that it makes, and more where different numbers of instructions come
 * before it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_BLOCK_SOURCES_H
#define UI_UI_BLOCK_SOURCES_H

#include "ui/trace/ui_trace_file.h"

#define UI_NO_INSTRUCTION UINT32_MAX

typedef struct {
  uint64_t address; /* at run time; 0: unknown */
  uint32_t place, segment;
  bool ends; /* it calls or returns */
} UiBlockInstruction;

typedef struct {
  uint32_t instruction; /* UI_NO_INSTRUCTION: it is no source of references */
  uint32_t operand;     /* which one of all that instructions refer to */
} UiBlockSource;

typedef struct {
  UiBlockSource *sources;           /* by source of the trace */
  UiBlockInstruction *instructions; /* by address, then place */
  uint32_t n_instructions, n_operands;
} UiBlockSources;

/* Finds them. Free with ui_block_sources_free(). */
UiBlockSources *ui_block_sources_new(const UiTraceFile *trace);
void ui_block_sources_free(UiBlockSources *sources);

#endif
