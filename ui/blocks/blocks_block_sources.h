/* SPDX-License-Identifier: GPL-2.0-or-later
 * blocks_block_sources.h: finds the instruction of each source of a trace.
 *
 * An instruction has one source for each of its references. It has more sources if the gap before the instruction
 * varies. */
#pragma once

#include "ui/trace/events_trace_file.h"

#define BLOCKS_NO_INSTRUCTION UINT32_MAX

typedef struct {
  uint64_t address; /* run-time address; 0: unknown */
  uint32_t place, segment;
  bool ends; /* whether the instruction is a call or a return, which ends a block */
} BlocksBlockInstruction;

typedef struct {
  uint32_t instruction; /* number of the instruction; BLOCKS_NO_INSTRUCTION: the source is not a source of references */
  uint32_t operand;     /* number of the instruction's memory operand, unique in the trace */
} BlocksBlockSource;

typedef struct {
  BlocksBlockSource *sources;           /* instruction and operand of each source of the trace */
  BlocksBlockInstruction *instructions; /* the instructions, sorted by address, then by place */
  uint32_t n_instructions, n_operands;
} BlocksBlockSources;

/* Finds the instructions of a trace. The caller frees the result with blocks_block_sources_free(). */
BlocksBlockSources *blocks_block_sources_new(const EventsTraceFile *trace);
void blocks_block_sources_free(BlocksBlockSources *sources);
