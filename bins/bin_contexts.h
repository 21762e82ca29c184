/* bin_contexts.h: the calling contexts of a run, with the counts of each.
 *
 * A context is a call path: a function, the place of the call, and the calling context. All contexts form a tree. Its
 * root, context 0, has no function; the first function of each thread is a child of the root. The contexts of a thread
 * follow its calls and returns (bin_flow.h), and the functions of the code that it executes.
 *
 * Recursion is folded: a call leads back to an open context of the called function if the call path to that context
 * already has all functions of the current call path. So a path has each cycle of functions only once, and the set of
 * open functions is exact in each context.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_flow.h"

/* How control came to the function of a context. */
typedef enum { BIN_BY_START, BIN_BY_CALL, BIN_BY_JUMP, BIN_BY_SIGNAL, BIN_WAYS } bin_way;

/* Returns the word for a way in profiles: "start", "call", ... */
const char *bin_way_name(bin_way way);

/* Context 0, and "no place". */
enum { BIN_CONTEXT_ROOT = 0 };
#define BIN_NO_PLACE 0xffffffffu

/* Maximum number of contexts, and of contexts in a call path. A call that would exceed them stays in the context of its
 * caller. */
enum { BIN_CONTEXTS = 1 << 19, BIN_CONTEXT_DEPTH = 256 };

/* Numbers of executed instructions, reads and writes. */
typedef struct {
  uint64_t instructions, reads, writes;
} bin_work;

typedef struct {
  uint32_t parent;   /* calling context; context 0: itself */
  uint32_t function; /* segment; context 0: BIN_NO_FUNCTION */
  uint32_t place;    /* place of the call or jump in the parent; BIN_NO_PLACE: none, or unknown */
  uint16_t depth;    /* number of contexts above it */
  uint8_t way;       /* bin_way */
  bool is_stub;      /* the function only jumps to another one (procedure linkage table) */
  uint64_t calls;    /* number of times that control came to it, without folded calls */
  bin_work work;     /* of the context itself, without the contexts below it */
} bin_context;

/* Folded calls: `calls` calls or jumps from a context, at a place, to an open context. */
typedef struct {
  uint32_t from, place, to;
  uint8_t way;
  uint64_t calls;
} bin_context_fold;

/* The counts of the references of a cell (bin_cells.h) in a context. */
typedef struct {
  uint32_t context;
  uint32_t cell; /* number of the cell */
  uint64_t read_misses, write_misses;
  uint64_t memory; /* misses that memory served */
  uint64_t stall_cycles;
} bin_context_cell;

typedef struct bin_contexts bin_contexts;

/* Returns contexts with the root only, for a machine with that number of processors. Free with bin_contexts_free(). */
bin_contexts *bin_contexts_new(unsigned processors);
void bin_contexts_free(bin_contexts *contexts);

/* In the following functions, `now` is the work that the flow's processor has executed so far. The context in which a
 * thread has been gets the difference to the last such report of its processor. */

/* Call when the records of a thread are simulated next on its processor. */
void bin_contexts_resume(bin_contexts *contexts, const bin_flow *flow);

/* Call when no more records of the thread will be simulated for now. */
void bin_contexts_settle(bin_contexts *contexts, const bin_flow *flow, const bin_work *now);

/* A block of code in a function. */
typedef struct {
  uint32_t function;
  bool begins;    /* the block begins the function */
  bool is_stub;   /* see bin_context */
  uint32_t place; /* place of the jump that led to the block, if it was one; BIN_NO_PLACE: unknown */
} bin_code_block;

/* Reports that the thread executes a block. Only required if bin_flow_is_in() does not hold. If the block
 *  - follows a call, the thread is in the context of that call;
 *  - is in the middle of a function of the current call path, the thread has come back to the innermost context of that
 *    function without a return: by longjmp(), an exception, or after a jump;
 *  - is somewhere else, the thread has jumped from its function to that of the block. A jump from a stub is the call of
 *    the stub. */
void bin_contexts_enter(bin_contexts *contexts, bin_flow *flow, const bin_code_block *block, const bin_work *now);

/* As bin_flow_call(), at a place. The next block determines the called function. */
void bin_contexts_call(bin_contexts *contexts, bin_flow *flow, uint64_t base, uint32_t owner, uint32_t place,
                       const bin_work *now);

/* As bin_flow_return(). */
void bin_contexts_return(bin_contexts *contexts, bin_flow *flow, uint64_t base, const bin_work *now);

/* The kernel interrupts the thread: the next block begins a signal handler. And: the thread continues where it was
 * interrupted last. */
void bin_contexts_interrupt(bin_contexts *contexts, bin_flow *flow, const bin_work *now);
void bin_contexts_continue(bin_contexts *contexts, bin_flow *flow, const bin_work *now);

/* Counts the outcome of a reference of a cell, in the context of the processor's current thread. */
void bin_contexts_count(bin_contexts *contexts, unsigned processor, uint32_t cell, const bin_context_cell *counts);

/* Returns the number of the cell's counts in the processor's current context, for bin_contexts_charge(). */
uint32_t bin_contexts_note(bin_contexts *contexts, unsigned processor, uint32_t cell);

/* Adds stall to the counts that bin_contexts_note() returned. Returns the number of their cell. */
uint32_t bin_contexts_charge(bin_contexts *contexts, uint32_t note, uint64_t stall);

/* Sets all counts to zero, as those of the processors are. */
void bin_contexts_zero(bin_contexts *contexts);

/* Return the number of records, and one of them, valid until the next call that is not one of these. */
uint32_t bin_contexts_number(const bin_contexts *contexts);
const bin_context *bin_contexts_get(const bin_contexts *contexts, uint32_t number);
uint32_t bin_contexts_folds(const bin_contexts *contexts);
const bin_context_fold *bin_contexts_fold(const bin_contexts *contexts, uint32_t number);
uint32_t bin_contexts_cells(const bin_contexts *contexts);
const bin_context_cell *bin_contexts_cell(const bin_contexts *contexts, uint32_t number);

/* Returns the number of calls that stayed in the context of their caller. */
uint64_t bin_contexts_left_out(const bin_contexts *contexts);
