/* spy_block.c: see spy_block.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/record/spy_block.h"

#include "memspy/setup/spy_state.h"
#include "plat/plat.h"
#include "plat/plat_array.h"

spy_exit *spy_exits;
static UInt room;
static UInt next_exit = SPY_FIRST_EXIT;
static XArray *free_exits; /* array of UInt: exit numbers of discarded blocks */
static VgHashTable *blocks;
static UInt numbers_of_exit = 1; /* 2 if each exit also has a number in the uncounted copy of its block */
static spy_points points;
static UInt reach, most_sites;

/* Discarded blocks to which recorded references can still belong, the oldest first. The key of a block is the number of
 * lane loads at the time of its discard. */
static spy_block *discarded;
static spy_block **discarded_end = &discarded;

static UInt reserve_one(void) {
  if (free_exits && VG_(sizeXA)(free_exits) > 0) {
    const Word last = VG_(sizeXA)(free_exits) - 1;
    const UInt number = *(UInt *)VG_(indexXA)(free_exits, last);
    VG_(dropTailXA)(free_exits, 1);
    return number;
  }
  const UInt number = next_exit;
  next_exit += numbers_of_exit;
  if (next_exit > room) {
    enum { FIRST_ROOM = 4096 };
    const Bool first = room == 0;
    spy_exits = plat_grow(spy_exits, first ? FIRST_ROOM - 1 : next_exit - 1, &room, sizeof *spy_exits);
    /* Events have the lowest exit numbers. Their exits have no sites, but their field `sites` is the end of a block, so
     * that the drain can prefetch the data of the next record without a test of the record's kind. */
    if (first) {
      static spy_block nothing;
      for (UInt i = 0; i < SPY_FIRST_EXIT; i++) spy_exits[i] = (spy_exit){.sites = (bin_site *)(&nothing + 1)};
    }
  }
  tl_assert(next_exit <= 0x7fffffff >> SPY_HEADER_BITS);
  return number;
}

void spy_exit_follow_end(bin_flow *flow, const spy_exit *e, const ULong *last) {
  if (e->end == SPY_END_CALL)
    bin_flow_call(flow, *last, e->segment);
  else if (e->end == SPY_END_RETURN)
    bin_flow_return(flow, *last);
}

void spy_block_reserve(UInt *numbers, UInt n) {
  for (UInt i = 0; i < n; i++) numbers[i] = reserve_one();
}

/* Blocks of similar size are allocated from a pool. A large program has a hundred thousand blocks of a few hundred
 * bytes, and VG_(malloc) would add 32 bytes to each. */
enum { POOL_STEP = 16, POOLS = 32, OF_POOL = 100 };
static PoolAlloc *pools[POOLS];

spy_block *spy_block_new(const spy_block *fields, SizeT bytes) {
  const SizeT steps = (bytes + POOL_STEP - 1) / POOL_STEP;
  const UChar pool = steps < POOLS ? (UChar)steps : 0;
  if (pool != 0 && !pools[pool])
    pools[pool] = VG_(newPA)(steps * POOL_STEP, OF_POOL, VG_(malloc), "spy.block", VG_(free));
  spy_block *block = pool != 0 ? VG_(allocEltPA)(pools[pool]) : VG_(malloc)("spy.block", bytes);
  *block = *fields;
  block->pool = pool;
  return block;
}

void spy_block_add(spy_block *block, const spy_exit *exits) {
  if (!blocks) blocks = VG_(HT_construct)("spy.blocks");
  for (UInt i = 0; i < block->n_exits; i++) {
    spy_exit *e = spy_exit_get(spy_block_exits(block)[i]);
    *e = exits[i];
    e->sites = spy_block_sites(block);
  }
  VG_(HT_add_node)(blocks, block);
  for (UInt i = 0; i < block->n_sites; i++)
    if (spy_block_sites(block)[i].last > reach) reach = spy_block_sites(block)[i].last;
  if (block->n_sites > most_sites) most_sites = block->n_sites;
  points.blocks++;
  points.sites += block->n_sites;
  points.exits += block->n_exits;
}

void spy_blocks_copy(void) { numbers_of_exit = 1 + SPY_UNCOUNTED_EXIT; }

spy_block *spy_block_add_uncounted(const spy_block *block, SizeT bytes) {
  spy_block *copy = spy_block_new(block, bytes);
  VG_(memcpy)(copy + 1, block + 1, bytes - sizeof *block);
  copy->function |= SPY_UNCOUNTED_FUNCTION;
  for (UInt i = 0; i < copy->n_sites; i++) {
    bin_site *site = &spy_block_sites(copy)[i];
    site->place = bin_table_uncounted(spy_table, site->place);
  }
  for (UInt i = 0; i < copy->n_exits; i++) {
    const UInt number = spy_block_exits(block)[i];
    spy_exit *e = spy_exit_get(number + SPY_UNCOUNTED_EXIT);
    *e = *spy_exit_get(number);
    e->sites = spy_block_sites(copy);
    e->toggles |= SPY_TOGGLE_UNCOUNTED;
    spy_block_exits(copy)[i] = number + SPY_UNCOUNTED_EXIT;
  }
  return copy;
}

/* Returns the uncounted copy of a block; NULL: it has none. */
static spy_block *uncounted_copy(const spy_block *block) {
  return numbers_of_exit == 1 ? NULL : spy_block_of(spy_exit_get(spy_block_exits(block)[0] + SPY_UNCOUNTED_EXIT));
}

UInt spy_block_index(UInt number, const bin_site *site) {
  for (UInt i = 0; i < numbers_of_exit; i++) {
    const spy_exit *e = spy_exit_get(number + i);
    if (site >= e->sites && site < e->sites + e->n_references) return (UInt)(site - e->sites);
  }
  return spy_exit_get(number)->n_references;
}

spy_points spy_blocks_points(void) { return points; }

UInt spy_blocks_reach(void) { return reach; }
UInt spy_blocks_most_sites(void) { return most_sites; }

/* Charges the instructions of `executed` runs, each of which executed the block's first `instructions` instructions. */
static void charge(const spy_block *block, UInt instructions, ULong executed) {
  for (UInt i = 0; i < block->n_runs && instructions != 0; i++) {
    const spy_run *run = &spy_block_runs(block)[i];
    const UInt part = run->instructions < instructions ? run->instructions : instructions;
    bin_table_add_instructions(spy_table, run->place, part * executed);
    instructions -= part;
  }
}

static void flush(spy_block *block) {
  for (UInt i = 0; i < block->n_exits; i++) {
    spy_exit *e = spy_exit_get(spy_block_exits(block)[i]);
    if (e->executed != 0 && !(e->toggles & SPY_TOGGLE_UNCOUNTED))
      charge(block, (UInt)SPY_PACKED_INSTRUCTIONS(e->packed), e->executed);
    e->executed = 0;
  }
  for (UInt i = 0; i < block->n_sites; i++) bin_site_flush(spy_account, &spy_block_sites(block)[i]);
}

/* Calls `visit` for a block, and for its uncounted copy if it has one. */
static void visit_both(spy_block *block, void (*visit)(spy_block *block)) {
  spy_block *copy = uncounted_copy(block);
  visit(block);
  if (copy) visit(copy);
}

void spy_blocks_visit(void (*visit)(spy_block *block)) {
  if (!blocks) return;
  VG_(HT_ResetIter)(blocks);
  for (spy_block *block; (block = VG_(HT_Next)(blocks));) visit_both(block, visit);
  for (spy_block *block = discarded; block; block = block->next) visit_both(block, visit);
}

void spy_blocks_flush(void) { spy_blocks_visit(flush); }

/* The recorded exits, and an array that is indexed by exit: whether the exit is recorded. */
static XArray *noted; /* array of UInt */
static UChar *is_noted;
static UInt noted_room;

void spy_exit_note(UInt number) {
  if (number >= noted_room) is_noted = plat_grow(is_noted, number, &noted_room, sizeof *is_noted);
  if (LIKELY(is_noted[number])) return;
  is_noted[number] = 1;
  if (!noted) noted = VG_(newXA)(VG_(malloc), "spy.block.noted", VG_(free), sizeof number);
  VG_(addToXA)(noted, &number);
}

void spy_blocks_flush_noted(void) {
  if (!noted) return;
  for (Word i = 0; i < VG_(sizeXA)(noted); i++) {
    const UInt number = *(UInt *)VG_(indexXA)(noted, i);
    is_noted[number] = 0;
    if (spy_exit_get(number)->sites) flush(spy_block_of(spy_exit_get(number)));
  }
  VG_(dropTailXA)(noted, VG_(sizeXA)(noted));
}

/* A site's counter has 32 bits, so the sites must be flushed before 2^32 references. */
void spy_blocks_keep_small(ULong words) {
  static ULong passed;
  passed += words;
  if (LIKELY(passed < 1u << 31)) return;
  spy_blocks_flush();
  passed = 0;
}

void spy_count_rest(UInt processor, const spy_exit *e, const bin_site *from, ULong times) {
  UInt before = 0, reads = 0, writes = 0;
  for (const bin_site *site = e->sites; site < from; site++) before += site->gap;
  for (const bin_site *site = from; site < e->sites + e->n_references; site++)
    *((site->flags & BIN_SITE_KIND) == COH_WRITE ? &writes : &reads) += 1;
  const ULong instructions = (SPY_PACKED_INSTRUCTIONS(e->packed) - before) * times;
  bin_account_executed(spy_account, processor, instructions, reads * times, writes * times);
  if (e->toggles & SPY_TOGGLE_UNCOUNTED) {
    bin_account_executed_uncounted(spy_account, processor, instructions, reads * times, writes * times);
    return;
  }
  charge(spy_block_of(e), (UInt)SPY_PACKED_INSTRUCTIONS(e->packed), times);
  charge(spy_block_of(e), before, -times);
}

void spy_count_runs(UInt processor, ULong packed) {
  bin_account_executed(spy_account, processor, SPY_PACKED_INSTRUCTIONS(packed), SPY_PACKED_READS(packed),
                       SPY_PACKED_WRITES(packed));
}

/* ---- discarded blocks ---- */

static Word different(const void *a, const void *b) {
  return ((const spy_block *)a)->start != ((const spy_block *)b)->start;
}

spy_block *spy_block_find(Addr code, Addr start) {
  const spy_block wanted = {.key = code, .start = start};
  return blocks ? VG_(HT_gen_lookup)(blocks, &wanted, different) : NULL;
}

/* Flushes the counts of a block, and frees its memory. */
static void free_memory(spy_block *block) {
  flush(block);
  for (UInt i = 0; i < block->n_exits; i++) spy_exit_get(spy_block_exits(block)[i])->sites = NULL;
  if (block->pool != 0)
    VG_(freeEltPA)(pools[block->pool], block);
  else
    VG_(free)(block);
}

static void free_block(spy_block *block) {
  spy_block *copy = uncounted_copy(block);
  bin_account_unfix(spy_account);
  if (!free_exits) free_exits = VG_(newXA)(VG_(malloc), "spy.block.free", VG_(free), sizeof(UInt));
  for (UInt i = 0; i < block->n_exits; i++) {
    const UInt number = spy_block_exits(block)[i];
    if (spy_caches) fetch_leave(spy_caches, number);
    VG_(addToXA)(free_exits, &number);
  }
  free_memory(block);
  if (copy) free_memory(copy);
}

static void keep(spy_block *block, ULong loads) {
  block->key = loads;
  block->next = NULL;
  *discarded_end = block;
  discarded_end = &block->next;
}

void spy_block_discard(spy_block *block, ULong loads, Bool (*is_named)(ULong loads)) {
  VG_(HT_gen_remove)(blocks, block, different);
  while (discarded && !is_named(discarded->key)) {
    spy_block *oldest = discarded;
    discarded = oldest->next;
    if (!discarded) discarded_end = &discarded;
    free_block(oldest);
  }
  if (is_named(loads))
    keep(block, loads);
  else
    free_block(block);
}
