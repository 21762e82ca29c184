/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_passes.h: finds the loops that go through the data of a bottleneck, in the text of the source files. Only the
 * files of ui/advice use this header. */
#pragma once

#include "ui/advice/advice_find.h"

/* An innermost loop that contains a source line of the bottleneck. */
typedef struct {
  uint32_t file;
  uint64_t line, loop;    /* line: the hottest source line in the loop; loop: the source line where the loop begins */
  uint32_t segment;       /* the function of the loop */
  double times;           /* how often the loop goes through the data; 0: unknown */
  double replaced;        /* number of its replacement misses */
  double stall;           /* stall of these misses */
  uint64_t reads, writes; /* references of the loop to the data, if there are several passes; otherwise 0 */
} AdvicePass;

typedef struct {
  GArray *passes; /* AdvicePass: the passes that have a significant share of the cycles, sorted by source line */
  char *again;    /* variable of the innermost loop that repeats all passes; NULL: unknown. If the loop goes through
                          a block, this is the loop over the blocks */
  uint64_t again_line; /* source line where the loop over `again` begins */
  uint64_t call_line;  /* there is no pass: the source line of a call that the loop over `again` repeats, with the same
                         elements as argument; 0: none */
  bool blocked;    /* loops inside of the loop over `again` go through blocks: the program already works on blocks */
  bool by_calls;   /* there is one pass, no loop in its function repeats it, and yet it goes through the data several
                            times: calls of the function probably repeat it */
  bool apart;      /* the passes are in different functions */
  bool handed_on;  /* some passes only store to the data, the others only load from them, and no pass loads much more
                            often than the data are stored */
  uint32_t needed; /* number of a data group that one pass writes and another pass uses, so that the passes
                            probably depend on each other; ADVICE_NONE: none */
  uint64_t writer, user; /* source lines of the pass that writes, and of the pass that uses, the group `needed` */
} AdvicePasses;

/* Returns the passes through the data of a bottleneck. Call after advice_trouble_wait(): passes for which no processor
 * waits matter only as the ones that fetch the data before. */
AdvicePasses advice_passes(const AdviceContext *context, const AdviceTrouble *trouble);

/* Returns whether the source shows what repeats the loops that go through the data. The user otherwise has no place to
 * change. */
static inline bool advice_passes_known(const AdvicePasses *passes) {
  return passes->passes->len > 1 || (passes->passes->len == 1 && (passes->again != NULL || passes->by_calls));
}

/* Returns whether the same change repairs the passes `one` and `other` of two data. Either several passes of each have a
 * loop in common, so that the change that merges the passes of the one also merges those of the other. Or each has only
 * one pass, of the same loop, which the same loop repeats. */
bool advice_passes_common(const AdvicePasses *one, const AdvicePasses *other);

/* Returns the most stall that merging all passes into one blocked loop can save. The merged loop fetches the data as
 * often as the pass with the most fetches, and waits for each replacement miss as long as the pass that waits least. All
 * first references remain, unless the data are `handed_on`: then the program needs only one block of the data at a
 * time, and all stall counts as saved. `passes` need not contain all loops. Therefore, all other stall counts as saved.
 * All stall of replacement misses is saved if there is only one pass, because the iterations around it can work on a
 * block of the data. The same is true if the data are several blocks, and a pass stores to them: it can compute one
 * block from another one. Also returns all stall of replacement misses if the number of fetches is unknown, or if passes
 * probably depend on each other (`needed`). Call after advice_trouble_wait(). */
double advice_passes_saved(const AdviceContext *context, const AdviceTrouble *trouble, const AdvicePasses *passes);
void advice_passes_clear(AdvicePasses *passes);
