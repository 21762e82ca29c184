/* SPDX-License-Identifier: GPL-2.0-or-later
 * blocks_block_sources.h: finds the instruction of each source of a trace.
 *
 * An instruction has a source for each of its references, and further sources if the gap before it varies. */
#pragma once

#include "ui/trace/events_trace_file.h"

#define BLOCKS_NO_INSTRUCTION UINT32_MAX

typedef struct {
  uint64_t address; /* run-time address; 0: not known */
  uint32_t place, segment;
  bool ends; /* the instruction is a call or a return */
} BlocksBlockInstruction;

typedef struct {
  uint32_t instruction; /* number of the instruction; BLOCKS_NO_INSTRUCTION: the source is not one of references */
  uint32_t operand;     /* number of the memory operand of the instruction, unique in the trace */
} BlocksBlockSource;

typedef struct {
  BlocksBlockSource *sources;           /* by source of the trace */
  BlocksBlockInstruction *instructions; /* sorted by address, then place */
  uint32_t n_instructions, n_operands;
} BlocksBlockSources;

/* Finds the instructions of a trace. Free the result with blocks_block_sources_free(). */
BlocksBlockSources *blocks_block_sources_new(const EventsTraceFile *trace);
void blocks_block_sources_free(BlocksBlockSources *sources);
