/* spy_block.h: the static part of translated code: the exits of each superblock and its sites.
 *
 * Translated code stores effective addresses, and at each exit the number of an exit descriptor; all other
 * properties of the references of that run are here.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_account.h"
#include "memspy/core/spy_valgrind.h"

/* The counts of a run of a block up to an exit, packed so that one addition adds all. A drain adds at most as many runs
 * as a queue has words, so no field overflows. */
#define SPY_PACK(instructions, reads, writes) ((ULong)(instructions) << 42 | (ULong)(writes) << 21 | (ULong)(reads))
#define SPY_PACKED_READS(packed) (0x1fffff & (packed))
#define SPY_PACKED_WRITES(packed) ((packed) >> 21 & 0x1fffff)
#define SPY_PACKED_INSTRUCTIONS(packed) ((packed) >> 42)

typedef struct spy_block spy_block;

/* The end of a run: for a call the last reference is the store of the return address, for a return its load. */
typedef enum { SPY_END_PLAIN, SPY_END_CALL, SPY_END_RETURN } spy_end;

/* An exit. It takes half a line of the host's cache, since the drain reads one exit for each run of a block. */
typedef struct {
  bin_site *sites; /* sites of the block; the first n_references of them were executed */
  ULong packed;
  UInt executed; /* runs that left here, since the last flush and while collecting */
  UInt code;     /* code that simulates such a run (drain/spy_block_shapes.h); 0: none */
  UShort n_references;
  UChar end : 2;     /* spy_end */
  UChar guarded : 1; /* some references may not be made (guarded loads and stores) */
  UChar calls : 1;   /* some sites are calls */
  UChar toggles : 4; /* the block starts a function of --toggle-collect or --trace-function */
  UChar tail;        /* instructions after the last reference */
  UInt segment;      /* segment of the calling function, if end is SPY_END_CALL */
} spy_exit;

/* Lower numbers are events (spy_record.h). */
enum { SPY_FIRST_EXIT = 32 };

/* The bits of a record's header below the number. The header is stored as a signed 32-bit constant. */
enum { SPY_HEADER_BITS = 4 };

/* Exits by number. Moves when it grows. */
extern spy_exit *spy_exits;

static inline spy_exit *spy_exit_get(UInt number) { return &spy_exits[number]; }

/* A sequence of instructions of one place. */
typedef struct {
  UInt place;
  UInt instructions;
} spy_run;

typedef struct spy_traced spy_traced; /* spy_trace_source.h */

/* The scope of a block's references from an instruction on (names/spy_functions.h). */
typedef struct {
  UInt scope;
  UShort instruction; /* index in the block */
  UShort reference;   /* index of the next site */
  Bool begins_function;
} spy_scope_change;

/* A block and its arrays are one allocation, since there are many blocks. The block has the offsets of its arrays, in
 * bytes; the functions below return the arrays. */
struct spy_block {
  struct spy_block *next; /* for VgHashTable, with the key: the address of the code */
  UWord key;
  Addr start;     /* address to which the program jumps; differs from the code's if Valgrind redirects it */
  UInt code_hash; /* hash of its bytes at translation, if instruction fetches are simulated */
  UInt scope;     /* scope of the first instruction (spy_scope_of()) */
  UInt traced;    /* offset; 0: not traced */
  UInt stores, runs, exits, scope_changes;
  UShort n_sites, n_stores, n_runs, n_exits, n_scope_changes;
  Bool begins_function;
  UChar pool; /* pool of its memory (spy_block_new()); 0: none */
};

static inline void *spy_block_part(const spy_block *block, UInt from) { return (HChar *)block + from; }
static inline bin_site *spy_block_sites(const spy_block *block) { return spy_block_part(block, sizeof *block); }

/* spy_store() of sites that can store an address, and of calls, by site. */
static inline ULong *spy_block_stores(const spy_block *block) { return spy_block_part(block, block->stores); }

/* All instructions of the block, in order. */
static inline spy_run *spy_block_runs(const spy_block *block) { return spy_block_part(block, block->runs); }

/* The frames of its instructions, in order (names/spy_frames.h), if there is a counter (counter/spy_counter.h). */
static inline UInt *spy_block_frames(const spy_block *block) { return (UInt *)(spy_block_runs(block) + block->n_runs); }

/* The numbers of its exits. */
static inline UInt *spy_block_exits(const spy_block *block) { return spy_block_part(block, block->exits); }

/* The block's scope changes, in the order of its instructions. */
static inline spy_scope_change *spy_block_scope_changes(const spy_block *block) {
  return spy_block_part(block, block->scope_changes);
}

/* The block's data for the trace; NULL: it is not traced. */
static inline spy_traced *spy_block_traced(const spy_block *block) {
  return block->traced != 0 ? spy_block_part(block, block->traced) : NULL;
}

/* A site's index in the block with the address of its instruction. */
static inline ULong spy_store(UInt site, Addr code) { return code << 12 | site; }
static inline UInt spy_store_site(ULong store) { return (UInt)store & 0xfff; }
static inline Addr spy_store_code(ULong store) { return store >> 12; }

/* The block of an exit; its sites follow it. */
static inline spy_block *spy_block_of(const spy_exit *e) { return (spy_block *)e->sites - 1; }

/* Follows the call or return that ends a run; `last` is its last reference. Inline, since most runs end with neither.
 */
void spy_exit_follow_end(bin_flow *flow, const spy_exit *e, const ULong *last);
__attribute__((always_inline)) static inline void spy_exit_follow(bin_flow *flow, const spy_exit *e,
                                                                  const ULong *last) {
  if (UNLIKELY(e->end != SPY_END_PLAIN)) spy_exit_follow_end(flow, e, last);
}

/* Makes a block with these fields, in `bytes` bytes with its arrays, which the caller sets. */
spy_block *spy_block_new(const spy_block *fields, SizeT bytes);

/* Takes over a complete new block. Its exits are made from `exits`, with numbers of spy_block_reserve(). */
void spy_block_add(spy_block *block, const spy_exit *exits);

/* Reserves `n` exit numbers in numbers[0 .. n). */
void spy_block_reserve(UInt *numbers, UInt n);

/* Totals of instrumented code, for each translation of a block. */
typedef struct {
  ULong blocks; /* each tests once whether its queue has room */
  ULong sites;  /* each stores an address */
  ULong exits;  /* each stores a header, and advances the cursor */
} spy_points;
spy_points spy_blocks_points(void);

/* The maximum offset of the last byte of any reference of any block from its first byte. */
UInt spy_blocks_reach(void);

/* Calls `visit` for each block, including discarded ones that are still named. */
void spy_blocks_visit(void (*visit)(spy_block *block));

/* Adds the counts of all blocks to the account. */
void spy_blocks_flush(void);

/* A faster spy_blocks_flush() if few blocks run between two flushes. spy_exit_note() records that a run which leaves at
 * an exit is in a queue; the second function adds the counts of the blocks of all recorded exits. After that call,
 * exits of runs that are not simulated yet must be recorded again (spy_lanes_note()). */
void spy_exit_note(UInt number);
void spy_blocks_flush_noted(void);

/* The next drain has `words` words: flushes before a site's counter can overflow. */
void spy_blocks_keep_small(ULong words);

/* The block that was translated from `code` and that the program enters at `start`; NULL: none. */
spy_block *spy_block_find(Addr code, Addr start);

/* Call when a block's translation is discarded. The block is freed when no record names it any more. `loads`: the
 * number of lane loads so far. `is_named` returns whether records can still name a block that was discarded at the
 * given number of lane loads. */
void spy_block_discard(spy_block *block, ULong loads, Bool (*is_named)(ULong loads));

/* The first adds packed counts of runs to the processor's totals. The second adds the counts of the rest of one run,
 * from a reference on, to these totals and to the places; `times`: a factor, 1 or -1. */
void spy_count_runs(UInt processor, ULong packed);
void spy_count_rest(UInt processor, const spy_exit *e, const bin_site *from, ULong times);
