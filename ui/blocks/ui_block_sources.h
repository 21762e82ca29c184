/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_block_sources.h: finds the instruction of each source of a trace.
 *
 * An instruction has a source for each of its references, and more if the gap before it varies. */
#pragma once

#include "ui/trace/ui_trace_file.h"

#define UI_NO_INSTRUCTION UINT32_MAX

typedef struct {
  uint64_t address; /* at run time; 0: unknown */
  uint32_t place, segment;
  bool ends; /* a call or return */
} UiBlockInstruction;

typedef struct {
  uint32_t instruction; /* its number; UI_NO_INSTRUCTION: not a source of references */
  uint32_t operand;     /* number of the instruction's memory operand, unique in the trace */
} UiBlockSource;

typedef struct {
  UiBlockSource *sources;           /* by source of the trace */
  UiBlockInstruction *instructions; /* sorted by address, then place */
  uint32_t n_instructions, n_operands;
} UiBlockSources;

/* Free the result with ui_block_sources_free(). */
UiBlockSources *ui_block_sources_new(const UiTraceFile *trace);
void ui_block_sources_free(UiBlockSources *sources);
