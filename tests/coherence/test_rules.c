/* test_rules.c: tests the rules at the top of coherence/coh_system.c one by one, on traces whose outcomes were computed
 * by hand.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>

#include "coherence/coh_access.h"
#include "tests/coherence/plat_test.h"

enum { LINE = 64 };

/* Latencies whose sums show which of them were added. */
#define MACHINE(protocol_, replacement_)                                                                   \
  .processors = 3, .protocol = protocol_, .replacement = replacement_, .l2_latency = 10, .ll_latency = 30, \
  .memory_latency = 100, .transfer_latency = 70, .upgrade_latency = 20, .remote_latency = 140,             \
  .remote_transfer_latency = 170, .occupancy = 30, .cpi = 1
/* clang-format off */
#define CACHE(sets, ways_) {.size = (sets) * (ways_) * LINE, .ways = (ways_), .line = LINE}
/* clang-format on */

typedef struct {
  coh_outcome is;
  uint32_t told; /* the `who` of an earlier reference that is now recognised as true sharing; 0: none */
} expectation;

/* A reference and the outcome that it must have. */
typedef struct {
  unsigned processor;
  coh_kind kind;
  uint64_t address;
  uint32_t size; /* 0 ends a list */
  coh_who who;
  expectation expected;
} rule_step;

/* clang-format off */
#define HIT {.is.cause = COH_HIT, .is.source = COH_FROM_D1}
/* The miss of the earlier reference of this `who` is recognised as true sharing. */
#define HIT_THAT_TELLS(who) {.is.cause = COH_HIT, .is.source = COH_FROM_D1, .told = who}
#define UPGRADED {.is.cause = COH_HIT, .is.source = COH_FROM_D1, .is.upgrade = true, .is.stall = 20}
#define MISS(cause_, source_, who_, stall_) \
  {.is.cause = cause_, .is.source = source_, .is.who = who_, .is.stall = stall_}
#define COLD(source, stall) MISS(COH_COLD, source, 0, stall)
#define REPLACED(who, source, stall) MISS(COH_REPLACED, source, who, stall)
/* True sharing, recognised at once. */
#define INVALIDATED(who_, source_, stall_) \
  {.is.cause = COH_INVALIDATED, .is.source = source_, .is.true_sharing = true, .is.who = who_, .is.stall = stall_}
#define FALSELY(who, source, stall) MISS(COH_INVALIDATED, source, who, stall)
#define CONFLICT(who_) \
  {.is.cause = COH_REPLACED, .is.source = COH_FROM_MEMORY, .is.conflict = true, .is.who = who_, .is.stall = 100}
#define CAPACITY(who_) \
  {.is.cause = COH_REPLACED, .is.source = COH_FROM_MEMORY, .is.capacity = true, .is.who = who_, .is.stall = 100}
#define COLD_REMOTE(source_, stall_) {.is.cause = COH_COLD, .is.source = source_, .is.remote = true, .is.stall = stall_}
/* clang-format on */
#define L(number) (UINT64_C(64) * (number)), 8

typedef struct {
  const char *name;
  mach_config config;
  rule_step steps[24];
} rule;

/* clang-format off */
static const rule rules[] = {
    {"exclusive becomes modified silently, shared needs an upgrade",
     {MACHINE(MACH_MESI, MACH_LRU), .d1 = CACHE(4, 1)},
     {
         {0, COH_READ, L(0), 1, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_WRITE, L(0), 2, HIT},
         {1, COH_READ, L(0), 3, COLD(COH_FROM_CACHE, 70)},
         {2, COH_READ, L(0), 4, COLD(COH_FROM_MEMORY, 100)}, /* no longer modified in any cache */
         {0, COH_MODIFY, L(0), 5, UPGRADED},
         {0, COH_WRITE, L(0), 6, HIT},
         {1, COH_READ, L(0), 7, INVALIDATED(5, COH_FROM_CACHE, 70)},
         {2, COH_WRITE, L(0), 8, INVALIDATED(5, COH_FROM_MEMORY, 100)},
         {1, COH_WRITE, L(0), 9, INVALIDATED(8, COH_FROM_CACHE, 70)},
         {1, COH_WRITE, L(0), 10, HIT},
     }},
    {"without exclusive a first store after a read is an upgrade",
     {MACHINE(MACH_MSI, MACH_LRU), .d1 = CACHE(4, 1)},
     {
         {0, COH_READ, L(0), 1, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_WRITE, L(0), 2, UPGRADED},
         {0, COH_WRITE, L(0), 3, HIT},
         {0, COH_WRITE, L(1), 4, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_MODIFY, L(1), 5, HIT},
     }},
    {"the only copy left may still be shared",
     {MACHINE(MACH_MESI, MACH_LRU), .d1 = CACHE(1, 1)},
     {
         {0, COH_READ, L(0), 1, COLD(COH_FROM_MEMORY, 100)},
         {1, COH_READ, L(0), 2, COLD(COH_FROM_MEMORY, 100)},
         {1, COH_READ, L(1), 3, COLD(COH_FROM_MEMORY, 100)}, /* evicts line 0 */
         {0, COH_WRITE, L(0), 4, UPGRADED},
         {1, COH_READ, L(0), 5, REPLACED(3, COH_FROM_CACHE, 70)}, /* not there, so not invalidated */
     }},
    {"a modified line that is pushed out is memory's",
     {MACHINE(MACH_MESI, MACH_LRU), .d1 = CACHE(1, 1)},
     {
         {0, COH_WRITE, L(0), 1, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(1), 2, COLD(COH_FROM_MEMORY, 100)},
         {1, COH_READ, L(0), 3, COLD(COH_FROM_MEMORY, 100)},
         {1, COH_WRITE, L(0), 4, HIT}, /* exclusive: no other processor held it */
         {0, COH_READ, L(0), 5, REPLACED(2, COH_FROM_CACHE, 70)},
     }},
    {"a straddling reference is one, with the cause of its first missing line",
     {MACHINE(MACH_MESI, MACH_LRU), .d1 = CACHE(4, 1)},
     {
         {0, COH_READ, 60, 8, 1, COLD(COH_FROM_MEMORY, 100)},   /* lines 0, 1 */
         {0, COH_READ, 127, 1, 2, HIT},                         /* in line 1 */
         {0, COH_READ, 127, 2, 3, COLD(COH_FROM_MEMORY, 100)},  /* line 1 hits, 2 misses */
         {0, COH_READ, L(5), 4, COLD(COH_FROM_MEMORY, 100)},    /* evicts line 1 */
         {0, COH_READ, 124, 72, 5, REPLACED(4, COH_FROM_MEMORY, 100)}, /* line 1 replaced, 2 hits, 3 cold */
         {1, COH_READ, L(0), 6, COLD(COH_FROM_MEMORY, 100)},    /* line 0 is shared now */
         {0, COH_WRITE, 0, 64, 7, UPGRADED},
         {1, COH_READ, L(0), 8, INVALIDATED(7, COH_FROM_CACHE, 70)},
         {0, COH_MODIFY, 60, 8, 9, UPGRADED},                   /* line 0 upgraded, 1 exclusive */
         {1, COH_READ, L(3), 10, COLD(COH_FROM_MEMORY, 100)},   /* line 3 is shared now */
         {0, COH_WRITE, 255, 2, 11, /* line 3 upgraded, 4 cold */
          {.is.cause = COH_COLD, .is.source = COH_FROM_MEMORY, .is.upgrade = true, .is.stall = 100}},
         {0, COH_READ, 0, 257, 12, REPLACED(11, COH_FROM_MEMORY, 100)}, /* 4 evicted 0; now 0 evicts 4 */
         {0, COH_READ, L(0), 13, REPLACED(12, COH_FROM_MEMORY, 100)},   /* and 4 evicted 0 again */
     }},
    {"found in the L2; pushed out of the D1, then invalidated in the L2",
     {MACHINE(MACH_MESI, MACH_LRU), .d1 = CACHE(1, 1), .l2 = CACHE(1, 2)},
     {
         {0, COH_READ, L(0), 1, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(1), 2, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(0), 3, REPLACED(2, COH_FROM_L2, 10)}, /* uses 0 in the L2, whose oldest line is now 1 */
         {0, COH_READ, L(2), 4, COLD(COH_FROM_MEMORY, 100)},   /* leaves the L2: 1; leaves the D1: 0 */
         {1, COH_WRITE, L(0), 5, COLD(COH_FROM_MEMORY, 100)},  /* invalidates 0 in the L2 of processor 0 */
         {0, COH_READ, L(0), 6, INVALIDATED(5, COH_FROM_CACHE, 70)},
         {0, COH_READ, L(1), 7, REPLACED(3, COH_FROM_MEMORY, 100)}, /* the D1 lost it earlier, to line 0 */
         {0, COH_WRITE, L(0), 8, /* shared with processor 1 */
          {.is.cause = COH_REPLACED, .is.source = COH_FROM_L2, .is.upgrade = true, .is.who = 7, .is.stall = 30}},
         {1, COH_MODIFY, L(0), 9, INVALIDATED(8, COH_FROM_CACHE, 70)},
     }},
    {"a line that leaves the L2 leaves the D1; a D1 hit is no use of the L2",
     {MACHINE(MACH_MESI, MACH_LRU), .d1 = CACHE(2, 1), .l2 = CACHE(1, 2)},
     {
         {0, COH_READ, L(0), 1, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(1), 2, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(0), 3, HIT},
         {0, COH_READ, L(3), 4, COLD(COH_FROM_MEMORY, 100)}, /* 0 leaves the L2 and D1, 1 the D1 */
         {0, COH_READ, L(1), 5, REPLACED(4, COH_FROM_L2, 10)},
         {1, COH_WRITE, L(0), 6, COLD(COH_FROM_MEMORY, 100)}, /* no other processor holds 0 */
         {0, COH_READ, L(0), 7, REPLACED(4, COH_FROM_CACHE, 70)},
     }},
    {"a line modified in the D1 is modified in the L2, in which it may stay alone",
     {MACHINE(MACH_MESI, MACH_LRU), .d1 = CACHE(1, 1), .l2 = CACHE(1, 4)},
     {
         {0, COH_READ, L(0), 1, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_WRITE, L(0), 2, HIT}, /* without an upgrade */
         {0, COH_READ, L(1), 3, COLD(COH_FROM_MEMORY, 100)},
         {1, COH_READ, L(0), 4, COLD(COH_FROM_CACHE, 70)},
         {0, COH_WRITE, L(1), 5, HIT},
         {1, COH_READ, L(1), 6, COLD(COH_FROM_CACHE, 70)}, /* while it is also in the D1 */
         {0, COH_READ, L(0), 7, REPLACED(3, COH_FROM_L2, 10)},
         {0, COH_WRITE, L(0), 8, UPGRADED},
     }},
    {"every fetch is a use of the last level, and nothing else is",
     {MACHINE(MACH_MESI, MACH_LRU), .d1 = CACHE(2, 1), .ll = CACHE(1, 2)},
     {
         {0, COH_READ, L(0), 1, COLD(COH_FROM_MEMORY, 100)},
         {1, COH_READ, L(0), 2, COLD(COH_FROM_LL, 30)},
         {0, COH_READ, L(1), 3, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_WRITE, L(0), 4, UPGRADED},
         {2, COH_READ, L(2), 5, COLD(COH_FROM_MEMORY, 100)}, /* 0 leaves the last level, but not the D1 */
         {0, COH_READ, L(0), 6, HIT},
         {1, COH_READ, L(0), 7, INVALIDATED(4, COH_FROM_CACHE, 70)}, /* fills the last level: 1 leaves it */
         {2, COH_READ, L(0), 8, COLD(COH_FROM_LL, 30)},
         {2, COH_READ, L(1), 9, COLD(COH_FROM_MEMORY, 100)}, /* an exclusive copy at 0 supplies nothing */
     }},
    {"an L2 can have a policy of its own",
     {MACHINE(MACH_MESI, MACH_LRU), .d1 = CACHE(1, 1), .l2 = CACHE(1, 2), .l2_replacement = MACH_LEVEL_FIFO},
     {
         {0, COH_READ, L(0), 1, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(1), 2, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(0), 3, REPLACED(2, COH_FROM_L2, 10)},
         {0, COH_READ, L(2), 4, COLD(COH_FROM_MEMORY, 100)}, /* the L2 filled 0 before 1: 0 leaves it */
         {0, COH_READ, L(1), 5, REPLACED(3, COH_FROM_L2, 10)},
         {0, COH_READ, L(0), 6, REPLACED(4, COH_FROM_MEMORY, 100)},
     }},
    {"under RRIP, a line that was used again outlives two new lines",
     {MACHINE(MACH_MESI, MACH_LRU), .d1 = CACHE(1, 1), .ll = CACHE(1, 2), .ll_replacement = MACH_LEVEL_RRIP},
     {
         {0, COH_READ, L(0), 1, COLD(COH_FROM_MEMORY, 100)},   /* age 2 */
         {0, COH_READ, L(1), 2, COLD(COH_FROM_MEMORY, 100)},   /* age 2 */
         {0, COH_READ, L(0), 3, REPLACED(2, COH_FROM_LL, 30)}, /* age 0 */
         {0, COH_READ, L(2), 4, COLD(COH_FROM_MEMORY, 100)},   /* the age of 0 is now 1: 1 leaves */
         {0, COH_READ, L(3), 5, COLD(COH_FROM_MEMORY, 100)},   /* the age of 0 is now 2: 2 leaves */
         {0, COH_READ, L(0), 6, REPLACED(4, COH_FROM_LL, 30)},
         {0, COH_READ, L(1), 7, REPLACED(3, COH_FROM_MEMORY, 100)},
     }},
    {"a modified line that is read becomes owned, and goes on supplying",
     {MACHINE(MACH_MOESI, MACH_LRU), .d1 = CACHE(1, 1)},
     {
         {0, COH_WRITE, L(0), 1, COLD(COH_FROM_MEMORY, 100)},
         {1, COH_READ, L(0), 2, COLD(COH_FROM_CACHE, 70)},
         {2, COH_READ, L(0), 3, COLD(COH_FROM_CACHE, 70)},
         {0, COH_READ, L(0), 4, HIT},
         {0, COH_WRITE, L(0), 5, UPGRADED}, /* the owner, too, needs an upgrade */
         {1, COH_READ, L(0), 6, INVALIDATED(5, COH_FROM_CACHE, 70)},
         {1, COH_WRITE, L(0), 7, UPGRADED}, /* invalidates the owner's copy */
         {0, COH_READ, L(0), 8, INVALIDATED(7, COH_FROM_CACHE, 70)},
         {1, COH_READ, L(1), 9, COLD(COH_FROM_MEMORY, 100)}, /* the owner writes line 0 back */
         {2, COH_READ, L(0), 10, INVALIDATED(5, COH_FROM_MEMORY, 100)},
     }},
    {"true sharing: the processor touches what another stored since it lost the line",
     {MACHINE(MACH_MESI, MACH_LRU), .d1 = CACHE(4, 1)},
     {
         {0, COH_READ, 0, 8, 1, COLD(COH_FROM_MEMORY, 100)},
         {1, COH_WRITE, 8, 8, 2, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, 0, 8, 3, FALSELY(2, COH_FROM_CACHE, 70)},
         {0, COH_READ, 4, 4, 4, HIT},
         {0, COH_READ, 15, 1, 5, HIT_THAT_TELLS(3)},
         {0, COH_READ, 8, 8, 6, HIT}, /* true sharing is known already */
         {1, COH_WRITE, 0, 1, 7, UPGRADED},
         {1, COH_WRITE, 32, 1, 8, HIT},
         {0, COH_READ, 32, 1, 9, INVALIDATED(7, COH_FROM_CACHE, 70)},
         {1, COH_WRITE, 40, 1, 10, UPGRADED},
         {0, COH_WRITE, 0, 1, 11, FALSELY(10, COH_FROM_CACHE, 70)}, /* byte 0 was stored to earlier */
         {0, COH_READ, L(4), 12, COLD(COH_FROM_MEMORY, 100)},       /* evicts line 0 */
         {0, COH_READ, 40, 1, 13, REPLACED(12, COH_FROM_MEMORY, 100)}, /* too late for the miss of 11 */
     }},
    {"a conflict is what a fully associative cache would not have missed",
     {MACHINE(MACH_MESI, MACH_LRU), .d1 = CACHE(2, 1), .conflicts = true},
     {
         {0, COH_READ, L(0), 1, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(2), 2, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(0), 3, CONFLICT(2)},
         {0, COH_READ, L(1), 4, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(2), 5, CAPACITY(3)},
         {0, COH_READ, L(1), 6, HIT},
         {0, COH_READ, L(0), 7, CAPACITY(5)},
         {0, COH_READ, L(1), 8, HIT},
         {0, COH_READ, L(2), 9, CAPACITY(7)}, /* the two newest lines are 0 and 1 */
     }},
    /* Processors 0 and 1 are on node 0, processor 2 on node 1. Line 0 is in page 0, line 65 in page 1. */
    {"what is supplied from another node is remote; a store empties other nodes' last levels",
     {MACHINE(MACH_MESI, MACH_LRU), .d1 = CACHE(4, 1), .ll = CACHE(1, 2), .nodes = 2, .placement = MACH_ROUND_ROBIN},
     {
         {0, COH_READ, L(0), 1, COLD(COH_FROM_MEMORY, 100)},
         {2, COH_READ, L(0), 2, COLD_REMOTE(COH_FROM_MEMORY, 140)},
         {1, COH_READ, L(0), 3, COLD(COH_FROM_LL, 30)},
         {0, COH_READ, L(65), 4, COLD_REMOTE(COH_FROM_MEMORY, 140)},
         {2, COH_WRITE, L(65), 5, COLD(COH_FROM_MEMORY, 100)},
         {1, COH_READ, L(65), 6, COLD_REMOTE(COH_FROM_CACHE, 170)}, /* not from the last level of node 0 */
         {0, COH_READ, L(65), 7, INVALIDATED(5, COH_FROM_LL, 30)},
         {2, COH_WRITE, L(65), 8, UPGRADED},
         {0, COH_READ, L(65), 9, {.is.cause = COH_INVALIDATED, .is.source = COH_FROM_CACHE, .is.true_sharing = true,
                                  .is.remote = true, .is.who = 8, .is.stall = 170}},
     }},
    {"a page is at home where it is touched first",
     {MACHINE(MACH_MESI, MACH_LRU), .d1 = CACHE(4, 1), .nodes = 3, .placement = MACH_FIRST_TOUCH},
     {
         {1, COH_READ, L(63), 1, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(0), 2, COLD_REMOTE(COH_FROM_MEMORY, 140)},
         {1, COH_READ, L(2), 3, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(64), 4, COLD(COH_FROM_MEMORY, 100)}, /* the next page */
         {2, COH_READ, L(65), 5, COLD_REMOTE(COH_FROM_MEMORY, 140)},
     }},
    /* In brackets: the clock before the reference, and the time at which the bus becomes free after it. */
    {"transactions wait for the bus",
     {MACHINE(MACH_MESI, MACH_LRU), .d1 = CACHE(4, 1), .contention = true},
     {
         {0, COH_READ, L(0), 1, COLD(COH_FROM_MEMORY, 100)},         /* [0, 30] */
         {1, COH_READ, L(1), 2, COLD(COH_FROM_MEMORY, 130)},         /* [0, 60] */
         {2, COH_READ, L(2), 3, COLD(COH_FROM_MEMORY, 160)},         /* [0, 90] */
         {0, COH_READ, L(3), 4, COLD(COH_FROM_MEMORY, 100)},         /* [100, 130] */
         {1, COH_WRITE, L(0), 5, COLD(COH_FROM_MEMORY, 100)},        /* [130, 160] */
         {2, COH_WRITE, L(2), 6, HIT},                               /* without an upgrade */
         {0, COH_READ, L(0), 7, INVALIDATED(5, COH_FROM_CACHE, 70)}, /* [200, 230] */
         {1, COH_WRITE, L(0), 8, UPGRADED},                          /* [230, 260] */
         {2, COH_READ, L(0), 9, COLD(COH_FROM_CACHE, 170)},          /* [160, 290] */
         {1, COH_WRITE, L(0), 10, /* [250, 320] */
          {.is.cause = COH_HIT, .is.source = COH_FROM_D1, .is.upgrade = true, .is.stall = 60}},
     }},
    /* A line takes 30 cycles. In brackets: the clock before the reference, and the time at which the channel becomes free
     * after it. */
    {"lines from memory wait for its channel",
     {MACHINE(MACH_MESI, MACH_LRU), .d1 = CACHE(4, 1), .ll = CACHE(4, 1), .memory_bandwidth = 64 * 1000 / 30},
     {
         {0, COH_READ, L(0), 1, COLD(COH_FROM_MEMORY, 100)},  /* [0, 30] */
         {1, COH_READ, L(1), 2, COLD(COH_FROM_MEMORY, 130)},  /* [0, 60] */
         {2, COH_WRITE, L(2), 3, COLD(COH_FROM_MEMORY, 160)}, /* [0, 90] */
         {1, COH_READ, L(0), 4, COLD(COH_FROM_LL, 30)},       /* without a transfer */
         {2, COH_READ, L(6), 5, COLD(COH_FROM_MEMORY, 100)},  /* [160, 190]; the write-back of 2 until 220 */
         {1, COH_READ, L(2), 6, COLD(COH_FROM_MEMORY, 160)},  /* [160, 250] */
     }},
    {"least recently used",
     {MACHINE(MACH_MESI, MACH_LRU), .d1 = CACHE(1, 3)},
     {
         {0, COH_READ, L(0), 1, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(1), 2, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(2), 3, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(0), 4, HIT},
         {0, COH_READ, L(3), 5, COLD(COH_FROM_MEMORY, 100)}, /* evicts 1 */
         {0, COH_READ, L(0), 6, HIT},
         {0, COH_READ, L(1), 7, REPLACED(5, COH_FROM_MEMORY, 100)}, /* evicts 2 */
         {0, COH_READ, L(2), 8, REPLACED(7, COH_FROM_MEMORY, 100)},
     }},
    {"first in, first out; a way that was emptied counts anew",
     {MACHINE(MACH_MESI, MACH_FIFO), .d1 = CACHE(1, 3)},
     {
         {0, COH_READ, L(0), 1, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(1), 2, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(2), 3, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(0), 4, HIT},
         {0, COH_READ, L(3), 5, COLD(COH_FROM_MEMORY, 100)}, /* evicts 0 */
         {1, COH_WRITE, L(1), 6, COLD(COH_FROM_MEMORY, 100)}, /* empties the way of 1 */
         {0, COH_READ, L(1), 7, INVALIDATED(6, COH_FROM_CACHE, 70)}, /* fills that way again */
         {0, COH_READ, L(4), 8, COLD(COH_FROM_MEMORY, 100)}, /* evicts 2 */
         {0, COH_READ, L(1), 9, HIT},
         {0, COH_READ, L(3), 10, HIT},
         {0, COH_READ, L(2), 11, REPLACED(8, COH_FROM_MEMORY, 100)}, /* evicts 3 */
         {0, COH_READ, L(3), 12, REPLACED(11, COH_FROM_MEMORY, 100)},
     }},
    {"tree-PLRU",
     {MACHINE(MACH_MESI, MACH_PLRU), .d1 = CACHE(1, 4)},
     {
         {0, COH_READ, L(0), 1, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(1), 2, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(2), 3, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(3), 4, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(0), 5, HIT},                        /* root: upper half; upper half: way 2 */
         {0, COH_READ, L(4), 6, COLD(COH_FROM_MEMORY, 100)}, /* evicts 2, though 1 is older */
         {0, COH_READ, L(1), 7, HIT},
         {0, COH_READ, L(3), 8, HIT},
         {0, COH_READ, L(2), 9, REPLACED(6, COH_FROM_MEMORY, 100)}, /* evicts 0 */
         {0, COH_READ, L(0), 10, REPLACED(9, COH_FROM_MEMORY, 100)},
     }},
    /* The generator's first victims among three ways are 0, 0, 1, 1, 1. */
    {"random, and the lowest empty way first",
     {MACHINE(MACH_MESI, MACH_RANDOM), .d1 = CACHE(1, 3)},
     {
         {0, COH_READ, L(0), 1, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(1), 2, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(2), 3, COLD(COH_FROM_MEMORY, 100)},
         {1, COH_WRITE, L(1), 4, COLD(COH_FROM_MEMORY, 100)}, /* empties way 1 */
         {1, COH_WRITE, L(0), 5, COLD(COH_FROM_MEMORY, 100)}, /* empties way 0 */
         {0, COH_READ, L(3), 6, COLD(COH_FROM_MEMORY, 100)},
         {0, COH_READ, L(4), 7, COLD(COH_FROM_MEMORY, 100)}, /* the ways contain 3, 4, 2 */
         {0, COH_READ, L(5), 8, COLD(COH_FROM_MEMORY, 100)}, /* evicts 3 */
         {0, COH_READ, L(6), 9, COLD(COH_FROM_MEMORY, 100)}, /* evicts 5 */
         {0, COH_READ, L(7), 10, COLD(COH_FROM_MEMORY, 100)}, /* evicts 4 */
         {0, COH_READ, L(2), 11, HIT},
         {0, COH_READ, L(4), 12, REPLACED(10, COH_FROM_MEMORY, 100)}, /* evicts 7 */
         {0, COH_READ, L(6), 13, HIT},
         {0, COH_READ, L(7), 14, REPLACED(12, COH_FROM_MEMORY, 100)},
     }},
};
/* clang-format on */

static const char *const cause_names[] = {"hit", "cold", "replaced", "invalidated"};
static const char *const source_names[] = {"D1", "L2", "LL", "memory", "cache"};

static void print_outcome(const char *whose, const coh_outcome *o) {
  printf("  %-8s %s from %s, upgrade %d, true sharing %d, remote %d, capacity %d, conflict %d, who %" PRIu32
         ", stall %" PRIu32 "\n",
         whose, cause_names[o->cause], source_names[o->source], o->upgrade, o->true_sharing, o->remote, o->capacity,
         o->conflict, o->who, o->stall);
}

static bool same(const coh_outcome *a, const coh_outcome *b) {
  return a->cause == b->cause && a->source == b->source && a->upgrade == b->upgrade &&
         a->true_sharing == b->true_sharing && a->remote == b->remote && a->capacity == b->capacity &&
         a->conflict == b->conflict && a->who == b->who && a->stall == b->stall;
}

/* The note of a reference is its `who`. */
static void revise(void *closure, unsigned processor, uint64_t line, uint32_t note) {
  (void)processor, (void)line;
  *(uint32_t *)closure = note;
}

static bool rule_holds(const rule *r) {
  coh_system *system = coh_system_new(&r->config);
  uint32_t told;
  coh_system_on_true_sharing(system, revise, &told);
  bool holds = true;
  for (unsigned i = 0; holds && i < sizeof r->steps / sizeof r->steps[0] && r->steps[i].size != 0; i++) {
    const rule_step *s = &r->steps[i];
    const coh_outcome *want = &s->expected.is;
    coh_outcome got;
    told = 0;
    coh_access(system, s->processor, s->address, s->size, s->kind, &(coh_blame){s->who, s->who, s->who, 0}, &got);
    coh_check(system);
    holds = same(&got, want) && told == s->expected.told;
    if (holds) continue;
    printf("FAILED: %s: step %u, who %" PRIu32 ", told of %" PRIu32 "\n", r->name, i + 1, s->who, told);
    print_outcome("expected", want);
    print_outcome("got", &got);
  }
  coh_system_free(system);
  return holds;
}

int main(void) {
  const unsigned n = sizeof rules / sizeof rules[0];
  unsigned failed = 0;
  for (unsigned r = 0; r < n; r++) {
    char reason[256] = "";
    const char *option = mach_config_check(&rules[r].config, reason, sizeof reason);
    if (option) printf("FAILED: %s: refused: %s: %s\n", rules[r].name, option, reason);
    failed += option || !rule_holds(&rules[r]);
  }
  if (plat_test_outstanding() != 0) {
    printf("FAILED: %" PRIu64 " blocks not freed\n", plat_test_outstanding());
    failed++;
  }
  printf("%u rules, %u broken\n", n, failed);
  return failed != 0;
}
