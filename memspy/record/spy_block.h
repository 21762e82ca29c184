/* spy_block.h: what is static about translated code: the exits of each superblock and the sites in it.
 *
 * Translated code stores effective addresses, and at each exit the number of an exit descriptor; all else
 * about the references of that run of the block is here.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_BLOCK_H
#define MEMSPY_SPY_BLOCK_H

#include "bins/bin_account.h"
#include "memspy/core/spy_valgrind.h"

/* Counts of one run of a block up to an exit, packed so that one addition a run adds all up. A drain adds at most
 * as many runs as a queue has words, so that no field overflows. */
#define SPY_PACK(instructions, reads, writes) ((ULong)(instructions) << 42 | (ULong)(writes) << 21 | (ULong)(reads))
#define SPY_PACKED_READS(packed) (0x1fffff & (packed))
#define SPY_PACKED_WRITES(packed) ((packed) >> 21 & 0x1fffff)
#define SPY_PACKED_INSTRUCTIONS(packed) ((packed) >> 42)

typedef struct spy_block spy_block;

/* How a run ends: the last reference is the store of a call's return address, or the load of a return's. */
typedef enum { SPY_END_PLAIN, SPY_END_CALL, SPY_END_RETURN } spy_end;

/* Half a line of the host's cache: the drain loop touches one for each run of a block. */
typedef struct {
  bin_site *sites; /* of the block; the first n_references of them were executed */
  ULong packed;
  UInt executed; /* runs that left here, since the last flush and while collecting */
  UInt code;     /* that simulates such a run (drain/spy_shapes.h); 0: none */
  UShort n_references;
  UChar end : 2;     /* spy_end */
  UChar guarded : 1; /* some of the references may not be made */
  UChar calls : 1;   /* some sites are calls */
  UChar toggles : 4; /* the block is the start of a function that --toggle-collect or --trace-function names */
  UChar tail;        /* instructions after the last reference */
  UInt segment;      /* that calls, when end is SPY_END_CALL */
} spy_exit;

/* Numbers below are events (spy_record.h), not exits. */
enum { SPY_FIRST_EXIT = 32 };

/* Bits of a record's header below the number, which is stored as a signed 32-bit constant. */
enum { SPY_HEADER_BITS = 4 };

/* Exits by number. Moves when it grows. */
extern spy_exit *spy_exits;

static inline spy_exit *spy_exit_get(UInt number) { return &spy_exits[number]; }

/* A run of instructions of one place. */
typedef struct {
  UInt place;
  UInt instructions;
} spy_run;

typedef struct spy_traced spy_traced; /* spy_trace_source.h */

/* From an instruction of a block on, its references are of another scope (names/spy_functions.h). */
typedef struct {
  UInt scope;
  UShort instruction; /* its number in the block */
  UShort reference;   /* of the site that comes next */
  Bool begins_function;
} spy_scope_change;

/* There are many blocks: of its arrays, which lie behind it in one piece of memory with it, a block knows where they
 * begin, in bytes from its own start. The functions below find them. */
struct spy_block {
  struct spy_block *next; /* for VgHashTable, with the key: where the code is */
  UWord key;
  Addr start;     /* address that the program jumps to; not that of the code when Valgrind redirects it */
  UInt code_hash; /* of its bytes when it was translated, where instruction fetches are simulated */
  UInt scope;     /* of the first instruction, as spy_scope_of() says */
  UInt traced;    /* 0: nothing is to be traced */
  UInt stores, runs, exits, scope_changes;
  UShort n_sites, n_stores, n_runs, n_exits, n_scope_changes;
  Bool begins_function;
  UChar pool; /* that its memory is of (spy_block_new()); 0: none */
};

static inline void *spy_block_part(const spy_block *block, UInt from) { return (HChar *)block + from; }
static inline bin_site *spy_block_sites(const spy_block *block) { return spy_block_part(block, sizeof *block); }

/* Of spy_store(), by site: sites that may store an address, and calls. */
static inline ULong *spy_block_stores(const spy_block *block) { return spy_block_part(block, block->stores); }

/* All instructions of the block, in order. */
static inline spy_run *spy_block_runs(const spy_block *block) { return spy_block_part(block, block->runs); }

/* Of its instructions, in order, the frames (names/spy_frames.h): where there is a counter (counter/spy_counter.h). */
static inline UInt *spy_block_frames(const spy_block *block) { return (UInt *)(spy_block_runs(block) + block->n_runs); }

/* The numbers of its exits. */
static inline UInt *spy_block_exits(const spy_block *block) { return spy_block_part(block, block->exits); }

/* In order. */
static inline spy_scope_change *spy_block_scope_changes(const spy_block *block) {
  return spy_block_part(block, block->scope_changes);
}

/* NULL: nothing is to be traced. */
static inline spy_traced *spy_block_traced(const spy_block *block) {
  return block->traced != 0 ? spy_block_part(block, block->traced) : NULL;
}

/* A site by its number in the block, and the address of its instruction. */
static inline ULong spy_store(UInt site, Addr code) { return code << 12 | site; }
static inline UInt spy_store_site(ULong store) { return (UInt)store & 0xfff; }
static inline Addr spy_store_code(ULong store) { return store >> 12; }

/* The block of an exit: its sites lie behind it. */
static inline spy_block *spy_block_of(const spy_exit *e) { return (spy_block *)e->sites - 1; }

/* Follows the call or return that ends a run; `last` is its last reference. Most runs end in neither: they are not to
 * cost a call. */
void spy_exit_follow_end(bin_flow *flow, const spy_exit *e, const ULong *last);
__attribute__((always_inline)) static inline void spy_exit_follow(bin_flow *flow, const spy_exit *e,
                                                                  const ULong *last) {
  if (UNLIKELY(e->end != SPY_END_PLAIN)) spy_exit_follow_end(flow, e, last);
}

/* Makes a block with these fields and room for its arrays, which are to be set: so many bytes in all. */
spy_block *spy_block_new(const spy_block *fields, SizeT bytes);

/* Takes over a block that was just made, all set. The exits are made from `exits`; their numbers were reserved with
 * spy_block_reserve(). */
void spy_block_add(spy_block *block, const spy_exit *exits);

/* Reserves `n` exit numbers in numbers[0 .. n). */
void spy_block_reserve(UInt *numbers, UInt n);

/* What was put into translated code so far, each time that a block was translated. */
typedef struct {
  ULong blocks; /* each looks once whether its queue has room */
  ULong sites;  /* each stores an address */
  ULong exits;  /* each stores a header, and moves the cursor */
} spy_points;
spy_points spy_blocks_points(void);

/* How many bytes behind its first one any reference of any block ends, at most. */
UInt spy_blocks_reach(void);

/* Calls `visit` for each block: those that are translated, and those that were thrown away and are named yet. */
void spy_blocks_visit(void (*visit)(spy_block *block));

/* Hands the counts of all blocks to the account. */
void spy_blocks_flush(void);

/* The same in steps, where few blocks run between two of them: notes that a run which leaves at that exit is recorded,
 * and hands the counts of the blocks of all exits noted so far to the account. None is noted then: those of runs that
 * are not simulated yet must be noted again (spy_lanes_note()). */
void spy_exit_note(UInt number);
void spy_blocks_flush_noted(void);

/* So many words are about to be drained: flushes before any site's counter can overflow. */
void spy_blocks_keep_small(ULong words);

/* The block that was translated from `code` and that the program enters at `start`; NULL: there is none. */
spy_block *spy_block_find(Addr code, Addr start);

/* A block's translation is thrown away. The block is freed when no recorded reference names it: `is_named` says whether
 * records may name a block that was thrown away when lanes had been loaded so often, which is `loads` now. */
void spy_block_discard(spy_block *block, ULong loads, Bool (*is_named)(ULong loads));

/* Charges all instructions of a run but the first `from` to their places, so often. */
void spy_exit_charge(const spy_exit *e, UInt from, ULong times);

/* Adds what runs of blocks have counted, packed, to the processor's totals; and, so often, what one run counts from a
 * reference on, to them and to the places. */
void spy_count_runs(UInt processor, ULong packed);
void spy_count_rest(UInt processor, const spy_exit *e, const bin_site *from, ULong times);

#endif
