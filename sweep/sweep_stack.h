/* sweep_stack.h: LRU stacks. A stack stores for each set the lines in the order of their last uses. This gives the
 * contents of all caches with that number of sets, for any number of ways.
 *
 * An LRU cache holds the `ways` lines of a set that were used last. The distance of a use is the number of other lines
 * of the set that were used since the line's last use. A use hits in the caches with more ways than its distance
 * (Mattson, Gecsei, Slutz and Traiger, "Evaluation techniques for storage hierarchies", IBM Systems Journal 9(2),
 * 1970). So one pass gives the misses for all numbers of ways. Distances that are at least the largest number of ways
 * are not distinguished, so stacks are short.
 *
 * A line is clean in a cache if the cache has fetched the line again since the last store to the line. A cache has done
 * so if its number of ways is at most the largest distance of a use since the store (after Thompson and Smith,
 * "Efficient (stack) algorithms for analysis of write-back and sector memories", ACM TOCS 7(1), 1989).
 *
 * Inclusion: if the number of sets doubles, each new set contains a part of the lines of one old set, in the same
 * order. So the distance of a use can only become smaller. Therefore the stacks form a chain, in the order of their
 * numbers of sets, and a use is passed on to the next stack only if it can matter there:
 * - A use of the most recent line of a set changes nothing in any stack, unless it stores to a clean line.
 * - If no cache is direct-mapped, a use of the second most recent line hits everywhere, and only exchanges the two
 * lines. Before a third line comes to the set, the most recent line is passed on if it is not the most recent line in
 * the next stack. So in all stacks, the lines after the first two are in the correct order, and distances from 2 on are
 * exact.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t set_mask; /* sets - 1 */
  uint32_t depth;    /* number of lines that are stored for a set; at least the largest number of ways */
  uint32_t quiet;    /* 1 or 2; uses at distances below this are not passed on */
  bool wide;         /* whether a set has four lines and is processed as one vector, which includes `clean` */
  /* `depth` lines for each set; COH_NO_LINE: no line. If `wide`, the format is described in sweep_stack.c */
  uint64_t *lines;
  /* one element for each stored line: the largest distance since the last store to the line; `depth`: at least this
   * distance, or no store; NULL: not recorded */
  uint16_t *clean;
  uint8_t *turned; /* indexed by set: 1 if another line is the most recent one in the next stack, else 0 */
} sweep_stack;

/* A use in a batch is a word. It contains a number that the caller chooses, and the number of the line. If the use is
 * a store, all bits of SWEEP_USE_OWN are set. A stack can also add uses that only correct the order of lines in the
 * next stack. Such a use can have some of these bits. It has all of them only if the line is modified in all later
 * caches. */
enum { SWEEP_USE_NUMBER_BITS = 9, SWEEP_USE_LINE_SHIFT = 4, SWEEP_USE_OWN = 15 };
/* The numbers of lines in uses must be below this. */
#define SWEEP_USE_LINES ((uint64_t)1 << (64 - SWEEP_USE_NUMBER_BITS - SWEEP_USE_LINE_SHIFT))

static inline uint64_t sweep_use_make(uint64_t line, bool own) {
  return line << SWEEP_USE_LINE_SHIFT | (own ? SWEEP_USE_OWN : 0);
}
static inline uint64_t sweep_use_numbered(uint64_t use, uint32_t number) {
  return use | (uint64_t)number << (64 - SWEEP_USE_NUMBER_BITS);
}
static inline bool sweep_use_is_own(uint64_t use) { return use & 1; }
static inline uint32_t sweep_use_number(uint64_t use) { return (uint32_t)(use >> (64 - SWEEP_USE_NUMBER_BITS)); }
static inline uint64_t sweep_use_line(uint64_t use) {
  return use << SWEEP_USE_NUMBER_BITS >> (SWEEP_USE_NUMBER_BITS + SWEEP_USE_LINE_SHIFT);
}

/* The result of a use. */
typedef struct {
  uint32_t distance; /* at most stack->depth; not exact if below stack->quiet */
  /* the line is not modified in caches with at most this number of ways (if the value is at least stack->quiet). A
   * store upgrades the line in those of them that have more ways than the distance */
  uint32_t clean;
  uint64_t before; /* line that must be used in the next stack before this use; COH_NO_LINE: none */
  bool goes_on;    /* whether the use must be passed on to the next stack */
} sweep_stack_use;

/* Makes a stack of empty sets; free with sweep_stack_clear(). ways: the largest number of ways of a cache. least_ways:
 * the smallest number of ways in this stack and in later ones. line_bits: log2 of the line size. clean: whether to
 * record in which caches lines are clean. If not, `clean` in results is invalid. */
void sweep_stack_init(sweep_stack *stack, uint64_t sets, uint32_t ways, uint32_t least_ways, unsigned line_bits,
                      bool clean);
void sweep_stack_clear(sweep_stack *stack);

/* Uses a line, and returns the result. `own`: whether the use is a store. */
sweep_stack_use sweep_stack_take(sweep_stack *stack, uint64_t line, bool own);

/* Where the results of the uses in a batch are stored. */
typedef struct {
  /* indexed by the number of a use: an array of counts; a use adds `weight` to element [at + distance] */
  uint64_t *const *counted;
  uint32_t at;
  uint64_t weight;
  uint16_t *distances, *clean; /* indexed by use: the fields of sweep_stack_use with these names; both NULL: not
                                  wanted */
  /* indexed by the number of a use: receives the bits of asks[distance]; NULL: the bits are not wanted, or `distances`
   * is not NULL */
  uint32_t *asked;
  const uint32_t *asks;
} sweep_stack_tally;

/* Makes n uses in order. Writes the uses for the next stack to `on`, which must have room for 2 * n uses. A use that
 * only corrects the order of lines in the next stack has the number of the use after it. Returns the number of uses
 * written. */
uint32_t sweep_stack_pass(sweep_stack *stack, const uint64_t *uses, uint32_t n, const sweep_stack_tally *tally,
                          uint64_t *on);

/* If the most recent line of a set is not the most recent one in the next stack, returns it, and the caller must use it
 * there. Otherwise, returns COH_NO_LINE. */
uint64_t sweep_stack_settle(sweep_stack *stack, uint64_t set);

/* Returns the line of a set at a position, counted from the most recent line; COH_NO_LINE: there is no line. Sets
 * *clean to the largest number of ways with which the line is not modified. */
uint64_t sweep_stack_line(const sweep_stack *stack, uint64_t set, uint32_t place, uint32_t *clean);
