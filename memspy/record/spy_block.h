/* spy_block.h: the static part of translated code: the exits of each superblock and its sites.
 *
 * Translated code only stores the effective addresses of references and, at each exit, the number of an exit
 * descriptor. All other properties of the references of a run are in the structs of this file.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_account.h"
#include "memspy/core/spy_valgrind.h"

/* The counts of a run of a block up to an exit, packed into a word. A drain adds at most as many runs as a queue has
 * words, so no number overflows. */
#define SPY_PACK BIN_PACK
#define SPY_PACKED_READS BIN_PACKED_READS
#define SPY_PACKED_WRITES BIN_PACKED_WRITES
#define SPY_PACKED_INSTRUCTIONS BIN_PACKED_INSTRUCTIONS

typedef struct spy_block spy_block;

/* How a run ends. If it ends with a call, the last reference is the store of the return address; if it ends with a
 * return, the last reference is the load of this address. */
typedef enum {
  SPY_END_PLAIN,
  SPY_END_CALL,
  SPY_END_RETURN,
  SPY_END_SIGNAL, /* the return from a signal handler; only with contexts */
  SPY_ENDS
} spy_end;

/* SPY_TOGGLE_STARTS: the block starts a function of --toggle-collect, --count or --trace-function. SPY_TOGGLE_BODY: all
 * its instructions are in the body of an inlined function of --toggle-collect or --count. SPY_TOGGLE_UNCOUNTED: the
 * exit belongs to the uncounted copy of a block (spy_block_add_uncounted()). */
typedef enum { SPY_TOGGLE_STARTS = 1, SPY_TOGGLE_BODY = 2, SPY_TOGGLE_UNCOUNTED = 4 } spy_toggles;

/* An exit. It takes half a line of the host's cache, since the drain reads one exit for each run of a block. */
typedef struct {
  bin_site *sites; /* sites of the block; the run executed the first n_references of them */
  ULong packed;
  UInt executed; /* number of runs that left at this exit since the last flush, while collecting */
  UInt code;     /* number of the code that simulates such a run (drain/spy_block_shapes.h); 0: none */
  UShort n_references;
  UChar end : 2;     /* spy_end */
  UChar guarded : 1; /* the program does not necessarily make all references (guarded loads and stores) */
  UChar calls : 1;   /* some sites are calls */
  UChar toggles : 4; /* spy_toggles, as bits */
  UChar tail;        /* number of instructions after the last reference */
  UInt segment; /* if `end` is SPY_END_CALL: segment of the calling function; otherwise, with contexts: `function` of
                        the block */
} spy_exit;

/* Lower numbers belong to events (spy_record.h). */
enum { SPY_FIRST_EXIT = 32 };

/* The distance from an exit's number to the number of the same exit in the uncounted copy of its block. */
enum { SPY_UNCOUNTED_EXIT = 1 };

/* The number of bits of a record's header below the number of the exit. The header is stored as a signed 32-bit
 * constant. */
enum { SPY_HEADER_BITS = 4 };

/* The exits, indexed by number. The array moves when it grows. */
extern spy_exit *spy_exits;

static inline spy_exit *spy_exit_get(UInt number) { return &spy_exits[number]; }

/* A sequence of instructions with the same place. */
typedef struct {
  UInt place;
  UInt instructions;
} spy_run;

typedef struct spy_traced spy_traced; /* spy_trace_source.h */

/* A scope change: the scope of a block's references from an instruction on (names/spy_functions.h). */
typedef struct {
  UInt scope;
  UShort instruction; /* index of the instruction in the block */
  UShort reference;   /* index of the first site from this instruction on */
  Bool begins_function;
} spy_scope_change;

/* A block and its arrays are one allocation, since there are many blocks. The block has the offsets of its arrays, in
 * bytes; the functions below return the arrays. */
struct spy_block {
  struct spy_block *next; /* for VgHashTable, together with the key, which is the address of the code */
  UWord key;
  Addr start;     /* address to which the program jumps; differs from the address of the code if Valgrind redirects
                     it */
  UInt code_hash; /* hash of the code's bytes when it was translated, if instruction fetches are simulated */
  UInt scope;     /* scope of the first instruction (spy_scope_of()) */
  UInt traced;    /* offset; 0: not traced */
  UInt summary;   /* offset; 0: none (spy_summary.h) */
  UInt stores, runs, exits, scope_changes;
  UInt function; /* segment of the function, plus SPY_UNCOUNTED_FUNCTION in an uncounted copy; only with contexts
                    (drain/spy_callers.h), as the next three */
  UShort n_sites, n_stores, n_runs, n_exits, n_scope_changes;
  Bool begins_function;
  Bool begins;     /* the block begins the function */
  Bool is_linkage; /* the function only jumps to another one (bins/bin_contexts.h) */
  UChar pool;      /* pool of its memory (spy_block_new()); 0: none */
};

/* A bit in the function of each uncounted copy of a block. No thread is in such a function, so spy_callers_enter()
 * handles each run of an uncounted copy. */
#define SPY_UNCOUNTED_FUNCTION 0x80000000u

static inline void *spy_block_part(const spy_block *block, UInt from) { return (HChar *)block + from; }
static inline bin_site *spy_block_sites(const spy_block *block) { return spy_block_part(block, sizeof *block); }

/* Returns a spy_store() for each site that can store an address, and for each call, in the order of the sites. */
static inline ULong *spy_block_stores(const spy_block *block) { return spy_block_part(block, block->stores); }

/* Returns all instructions of the block, in order. */
static inline spy_run *spy_block_runs(const spy_block *block) { return spy_block_part(block, block->runs); }

/* Returns the frames of the instructions, in order (names/spy_frames.h). Only with a counter
 * (counter/spy_counter.h). */
static inline UInt *spy_block_frames(const spy_block *block) { return (UInt *)(spy_block_runs(block) + block->n_runs); }

/* Returns the numbers of the block's exits. */
static inline UInt *spy_block_exits(const spy_block *block) { return spy_block_part(block, block->exits); }

/* Returns the block's scope changes, in the order of its instructions. */
static inline spy_scope_change *spy_block_scope_changes(const spy_block *block) {
  return spy_block_part(block, block->scope_changes);
}

/* Returns the block's data for the trace; NULL: it is not traced. */
static inline spy_traced *spy_block_traced(const spy_block *block) {
  return block->traced != 0 ? spy_block_part(block, block->traced) : NULL;
}

/* The block's summary, if it has one. */
static inline const UShort *spy_block_summary(const spy_block *block) { return spy_block_part(block, block->summary); }

/* A site's index in the block with the address of its instruction. */
static inline ULong spy_store(UInt site, Addr code) { return code << 12 | site; }
static inline UInt spy_store_site(ULong store) { return (UInt)store & 0xfff; }
static inline Addr spy_store_code(ULong store) { return store >> 12; }

/* Returns the block of an exit. The sites follow the block in memory. */
static inline spy_block *spy_block_of(const spy_exit *e) { return (spy_block *)e->sites - 1; }

/* Follows the call or return that ends a run; `last` is its last reference. Inline, since most runs end with neither.
 */
void spy_exit_follow_end(bin_flow *flow, const spy_exit *e, const ULong *last);
__attribute__((always_inline)) static inline void spy_exit_follow(bin_flow *flow, const spy_exit *e,
                                                                  const ULong *last) {
  if (UNLIKELY(e->end != SPY_END_PLAIN)) spy_exit_follow_end(flow, e, last);
}

/* Makes a block with these fields, in `bytes` bytes, which include its arrays. The caller sets the arrays. */
spy_block *spy_block_new(const spy_block *fields, SizeT bytes);

/* Takes ownership of a complete new block. Makes its exits from `exits`, with the numbers from spy_block_reserve(). */
void spy_block_add(spy_block *block, const spy_exit *exits);

/* Call before the first block is translated, if each block gets an uncounted copy. */
void spy_blocks_copy(void);

/* Adds the uncounted copy of a block that spy_block_add() has just added. `bytes` as in spy_block_new(). The copy has
 * the same code, and uncounted places (bin_table_uncounted()) for its references. For uncounted runs of the block, the
 * drain uses the exits of the copy. The copy is freed together with its block. Returns the copy; the caller sets the
 * codes and atomics of its sites. */
spy_block *spy_block_add_uncounted(const spy_block *block, SizeT bytes);

/* Returns the index of a site among those of the exit `number`, or of the same exit of the uncounted copy. Returns the
 * number of the exit's references if the site is elsewhere. */
UInt spy_block_index(UInt number, const bin_site *site);

/* Reserves `n` exit numbers, and stores them in numbers[0 .. n). */
void spy_block_reserve(UInt *numbers, UInt n);

/* Totals of the instrumented code; each translation of a block counts. */
typedef struct {
  ULong blocks; /* number of blocks; the code of each block tests once whether the queue has room */
  ULong sites;  /* number of sites; each stores an address */
  ULong exits;  /* number of exits; each stores a header, and advances the cursor */
} spy_points;
spy_points spy_blocks_points(void);

/* Returns the maximum size of all references of all blocks, minus 1. */
UInt spy_blocks_reach(void);

/* Returns the maximum number of sites of all blocks. */
UInt spy_blocks_most_sites(void);

/* Calls `visit` for each block, including uncounted copies, and discarded blocks to which records can still belong. */
void spy_blocks_visit(void (*visit)(spy_block *block));

/* Adds the counts of all blocks to the account. */
void spy_blocks_flush(void);

/* Faster than spy_blocks_flush() if few blocks run between two flushes. spy_exit_note() records that a queue contains a
 * run that leaves at an exit. spy_blocks_flush_noted() adds the counts of the blocks of all recorded exits; afterwards,
 * the exits of runs that are not simulated yet must be recorded again (spy_lanes_note()). */
void spy_exit_note(UInt number);
void spy_blocks_flush_noted(void);

/* Call before a drain of `words` words. Flushes the counters of the sites if one of them could overflow during the
 * drain. */
void spy_blocks_keep_small(ULong words);

/* Returns the block that was translated from `code` and that the program enters at `start`; NULL: there is none. */
spy_block *spy_block_find(Addr code, Addr start);

/* Call when the translation of a block is discarded. The block is freed as soon as no record belongs to it any more.
 * `loads`: number of loads of lanes so far. The function calls `is_named` with the number of loads at which a block was
 * discarded; the callback returns whether a record can still belong to this block. */
void spy_block_discard(spy_block *block, ULong loads, Bool (*is_named)(ULong loads));

/* spy_count_runs() adds packed counts of runs to the processor's totals. spy_count_rest() adds the counts of the rest
 * of one run, from a reference on, to these totals and to the places, multiplied by `times` (1 or -1). */
void spy_count_runs(UInt processor, ULong packed);
void spy_count_rest(UInt processor, const spy_exit *e, const bin_site *from, ULong times);
