/* bin_contexts.h: the calling contexts of a run of the program, with the counts of each context.
 *
 * A context is a call path: a function, the place of the call, and the calling context. All contexts form a tree. Its
 * root, context 0, has no function; the first function of each thread is a child of the root. The contexts of a thread
 * follow its calls and returns (bin_flow.h), and the functions of the code that it executes.
 *
 * Recursion is folded. A call leads back to an open context of the called function if the call path to that context
 * already contains all functions of the current call path. So a path has each cycle of functions only once, and the set
 * of open functions is exact in each context.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_flow.h"

/* The "way" of a context: how control came to its function. */
typedef enum { BIN_BY_START, BIN_BY_CALL, BIN_BY_JUMP, BIN_BY_SIGNAL, BIN_WAYS } bin_way;

/* Returns the word for a way in profiles: "start", "call", ... */
const char *bin_way_name(bin_way way);

enum { BIN_CONTEXT_ROOT = 0 };

/* Maximum number of contexts, and of contexts in a call path. A call that would exceed them stays in the context of its
 * caller. */
enum { BIN_CONTEXTS = 1 << 19, BIN_CONTEXT_DEPTH = 256 };

/* Numbers of executed instructions, reads and writes. */
typedef struct {
  uint64_t instructions, reads, writes;
} bin_work;

/* These numbers, packed into a word so that one addition adds all of them. The caller keeps each number below its
 * maximum: 2^22 - 1 instructions, 2^21 - 1 reads, 2^21 - 1 writes. */
#define BIN_PACK(instructions, reads, writes) \
  ((uint64_t)(instructions) << 42 | (uint64_t)(writes) << 21 | (uint64_t)(reads))
#define BIN_PACKED_READS(packed) (0x1fffff & (packed))
#define BIN_PACKED_WRITES(packed) ((packed) >> 21 & 0x1fffff)
#define BIN_PACKED_INSTRUCTIONS(packed) ((packed) >> 42)

typedef struct {
  uint32_t parent;   /* the calling context; for context 0, itself */
  uint32_t function; /* segment of the function; BIN_NO_FUNCTION for context 0 */
  uint32_t place;    /* place of the call or jump in the parent's function; BIN_NO_PLACE: none, or unknown */
  uint16_t depth;    /* number of contexts above it */
  uint8_t way;       /* bin_way */
  bool is_linkage;   /* whether the function only jumps to another one (procedure linkage table) */
  uint64_t calls;    /* number of times that control came to the context, without folded calls */
  bin_work work;     /* work of the context itself, without the contexts below it */
} bin_context;

/* Folded calls: the number of calls or jumps from one context, at one place, to one open context. */
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

/* Returns contexts with the root only, for a machine with `processors` processors. Free with bin_contexts_free(). */
bin_contexts *bin_contexts_new(unsigned processors);
void bin_contexts_free(bin_contexts *contexts);

/* In the following functions, `now` is the packed work that the flow's processor has executed so far. Each function
 * adds the work since the previous call for this flow to the context in which the thread has been since that call. */

/* Sets whether the calls that follow do not count, because the code around them is not simulated. At first, calls
 * count. */
void bin_contexts_silence(bin_contexts *contexts, bool silent);

/* Reports that the records of a thread are simulated next on its processor. */
void bin_contexts_resume(bin_contexts *contexts, bin_flow *flow, uint64_t now);

/* Reports that the simulation of a thread pauses: other threads, or none, run on its processor until
 * bin_contexts_resume(). */
void bin_contexts_settle(bin_contexts *contexts, bin_flow *flow, uint64_t now);

/* Subtracts a write or a read, which some `now` includes, from the work of the processor's current context. */
void bin_contexts_subtract(bin_contexts *contexts, unsigned processor, bool writes);

/* A block of code in a function. */
typedef struct {
  uint32_t function;
  bool begins;     /* the block begins the function */
  bool is_linkage; /* as in bin_context */
  uint32_t place;  /* place of the jump, if a jump led to the block; BIN_NO_PLACE: unknown */
} bin_code_block;

/* Reports that the thread executes a block. The call is required only if bin_flow_is_in() is false. Call bin_flow_run()
 * for each block, after bin_contexts_enter(). If the block
 *  - follows a call, the thread is in the context of that call;
 *  - is in the middle of a function of the current call path, the thread has come back to the innermost context of that
 *    function without a return: by longjmp(), an exception, or after a jump;
 *  - is somewhere else, the thread has jumped from its function to that of the block. A jump from an entry of a
 *    linkage table counts as the call of that entry. */
void bin_contexts_enter(bin_contexts *contexts, bin_flow *flow, const bin_code_block *block, uint64_t now);

/* Returns whether bin_contexts_enter() uses the place of a block, because the thread has jumped to the block. */
bool bin_contexts_uses_place(const bin_contexts *contexts, const bin_flow *flow);

/* As bin_flow_call(), for a call at the place `place`. The next block determines the called function. Until then,
 * the thread is in the predicted context: the one to which the previous call from the same context, block and place
 * led. Without a prediction, it stays in the calling context. */
void bin_contexts_call(bin_contexts *contexts, bin_flow *flow, uint64_t base, uint32_t owner, uint32_t place,
                       uint64_t now);

/* Undoes the prediction of bin_contexts_call() if the thread has executed no block since the call. Required before a
 * block that is executed silently; other functions undo it where necessary. */
void bin_contexts_doubt(bin_contexts *contexts, bin_flow *flow);

/* As bin_flow_return(). */
void bin_contexts_return(bin_contexts *contexts, bin_flow *flow, uint64_t base, uint64_t now);

/* The first function reports that the kernel interrupts the thread: the next block begins a signal handler. The second
 * reports that the thread continues where it was last interrupted. */
void bin_contexts_interrupt(bin_contexts *contexts, bin_flow *flow, uint64_t now);
void bin_contexts_continue(bin_contexts *contexts, bin_flow *flow, uint64_t now);

/* Returns the contexts of the processors' current threads, indexed by processor. The array is valid as long as
 * `contexts`. */
const uint32_t *bin_contexts_current(const bin_contexts *contexts);

/* Returns an index of a cell's counts in a context, for the next two functions. */
uint32_t bin_contexts_note(bin_contexts *contexts, uint32_t context, uint32_t cell);

/* Adds `counts` multiplied by `times` (1, or -1 as an unsigned number) to the counts with the index `note`, from
 * bin_contexts_note(). */
void bin_contexts_add(bin_contexts *contexts, uint32_t note, const bin_context_cell *counts, uint64_t times);

/* Adds stall to the counts whose index bin_contexts_note() returned. Returns the number of the cell to which the counts
 * belong. */
uint32_t bin_contexts_charge(bin_contexts *contexts, uint32_t note, uint64_t stall);

/* Sets all counts to zero. */
void bin_contexts_zero(bin_contexts *contexts);

/* The next functions return the number of records of a kind, and one of the records. A record is valid until a function
 * other than these is called. */
uint32_t bin_contexts_number(const bin_contexts *contexts);
const bin_context *bin_contexts_get(const bin_contexts *contexts, uint32_t number);
uint32_t bin_contexts_folds(const bin_contexts *contexts);
const bin_context_fold *bin_contexts_fold(const bin_contexts *contexts, uint32_t number);
uint32_t bin_contexts_cells(const bin_contexts *contexts);
const bin_context_cell *bin_contexts_cell(const bin_contexts *contexts, uint32_t number);

/* Returns the number of calls that stayed in the context of their caller. */
uint64_t bin_contexts_left_out(const bin_contexts *contexts);
