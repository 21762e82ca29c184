/* spy_block.c: see spy_block.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/record/spy_block.h"

#include "memspy/record/spy_queue.h"
#include "memspy/schedule/spy_schedule.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_source.h"

spy_exit *spy_exits;
static UInt room;
static UInt next_exit = SPY_FIRST_EXIT;
static XArray *free_exits; /* of UInt: numbers of discarded blocks */
static VgHashTable *blocks;

/* Blocks that were thrown away while threads' recorded references may name them, oldest first; their keys tell how often
 * lanes had been loaded. */
static spy_block *discarded;
static spy_block **discarded_end = &discarded;

static UInt reserve_one(void) {
  if (free_exits && VG_(sizeXA)(free_exits) > 0) {
    const Word last = VG_(sizeXA)(free_exits) - 1;
    const UInt number = *(UInt *)VG_(indexXA)(free_exits, last);
    VG_(dropTailXA)(free_exits, 1);
    return number;
  }
  if (next_exit >= room) {
    room = room != 0 ? 2 * room : 4096;
    spy_exits = VG_(realloc)("spy.block.exits", spy_exits, room * sizeof *spy_exits);
  }
  tl_assert(next_exit < 0x7fffffff >> SPY_HEADER_BITS); /* a header is stored as a signed 32-bit constant */
  return next_exit++;
}

void spy_block_reserve(UInt *numbers, UInt n) {
  for (UInt i = 0; i < n; i++) numbers[i] = reserve_one();
}

void spy_block_add(spy_block *block, const spy_exit *exits) {
  if (!blocks) blocks = VG_(HT_construct)("spy.blocks");
  for (UInt i = 0; i < block->n_exits; i++) {
    spy_exit *e = spy_exit_get(block->exits[i]);
    *e = exits[i];
    e->sites = block->sites;
  }
  VG_(HT_add_node)(blocks, block);
}

/* Charges the instructions of `executed` runs that left after the first `instructions` of them. */
static void charge(const spy_block *block, UInt instructions, ULong executed) {
  for (UInt i = 0; i < block->n_runs && instructions != 0; i++) {
    const spy_run *run = &block->runs[i];
    const UInt part = run->instructions < instructions ? run->instructions : instructions;
    bin_table_add_instructions(spy_table, run->place, part * executed);
    instructions -= part;
  }
}

void spy_exit_charge(const spy_exit *e, UInt from, ULong times) {
  charge(spy_block_of(e), (UInt)SPY_PACKED_INSTRUCTIONS(e->packed), times);
  charge(spy_block_of(e), from, -times);
}

static void flush(spy_block *block) {
  for (UInt i = 0; i < block->n_exits; i++) {
    spy_exit *e = spy_exit_get(block->exits[i]);
    if (e->executed != 0) charge(block, (UInt)SPY_PACKED_INSTRUCTIONS(e->packed), e->executed);
    e->executed = 0;
  }
  for (UInt i = 0; i < block->n_sites; i++) bin_site_flush(spy_account, &block->sites[i]);
}

void spy_blocks_flush(void) {
  if (!blocks) return;
  VG_(HT_ResetIter)(blocks);
  for (spy_block *block; (block = VG_(HT_Next)(blocks));) flush(block);
  for (spy_block *block = discarded; block; block = block->next) flush(block);
}

static void forget_sources(spy_block *block) {
  if (!block->traced) return;
  block->traced->gap = SPY_TRACE_NO_GAP;
  block->traced->known = 0;
}

void spy_blocks_forget_sources(void) {
  if (!blocks) return;
  VG_(HT_ResetIter)(blocks);
  for (spy_block *block; (block = VG_(HT_Next)(blocks));) forget_sources(block);
  for (spy_block *block = discarded; block; block = block->next) forget_sources(block);
}

static Word different(const void *a, const void *b) {
  return ((const spy_block *)a)->start != ((const spy_block *)b)->start;
}

static void free_block(spy_block *block) {
  flush(block);
  bin_account_unfix(spy_account);
  if (!free_exits) free_exits = VG_(newXA)(VG_(malloc), "spy.block.free", VG_(free), sizeof(UInt));
  for (UInt i = 0; i < block->n_exits; i++) VG_(addToXA)(free_exits, &block->exits[i]);
  VG_(free)(block);
}

static void keep_discarded(spy_block *block) {
  block->key = spy_schedule_loads();
  block->next = NULL;
  *discarded_end = block;
  discarded_end = &block->next;
}

/* Frees the blocks that no thread's recorded references name any more. */
static void free_unnamed(void) {
  while (discarded && !spy_schedule_may_hold(discarded->key)) {
    spy_block *block = discarded;
    discarded = block->next;
    if (!discarded) discarded_end = &discarded;
    free_block(block);
  }
}

void spy_block_discard(Addr start, VexGuestExtents extents) {
  const spy_block wanted = {.key = extents.base[0], .start = start};
  spy_block *block = blocks ? VG_(HT_gen_lookup)(blocks, &wanted, different) : NULL;
  if (!block) return; /* code that is not recorded */
  spy_queues_drain(); /* the running thread's queue does not name it any more */
  VG_(HT_gen_remove)(blocks, &wanted, different);
  free_unnamed();
  if (spy_schedule_may_hold(spy_schedule_loads()))
    keep_discarded(block);
  else
    free_block(block);
}
