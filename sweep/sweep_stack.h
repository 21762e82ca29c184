/* sweep_stack.h: LRU stacks. A stack stores for each set the lines in the order of their last uses. This gives the
 * contents of all caches with that number of sets, for any number of ways.
 *
 * An LRU cache holds the `ways` lines of a set that were used last. The distance of a use is the number of other lines
 * of the set that were used since the line's last use. A use hits in the caches with more ways than its distance
 * (Mattson, Gecsei, Slutz and Traiger, "Evaluation techniques for storage hierarchies", IBM Systems Journal 9(2),
 * 1970). So one pass gives the misses for all numbers of ways. Distances that are at least the largest number of ways
 * are not distinguished, so stacks are short.
 *
 * A line is clean in the caches that fetched it again since the last store to it. The number of ways of these caches is
 * at most the largest distance since the store (after Thompson and Smith, "Efficient (stack) algorithms for analysis of
 * write-back and sector memories", ACM TOCS 7(1), 1989).
 *
 * Inclusion: if the number of sets doubles, each new set contains a part of the lines of one old set, in the same
 * order. So distances can only become smaller. So stacks form a chain by increasing sets, and a use is passed on only
 * if it can matter in later stacks:
 * - A use of the most recent line of a set changes nothing in any stack, unless it stores to a clean line.
 * - If no cache is direct-mapped, a use of the second most recent line hits everywhere, and exchanges the two lines in
 * this stack alone. Before a third line comes to the set, the most recent line is passed on if it is not the most
 * recent line in the next stack. So the lines after the first two are in order in all stacks, and distances from 2 on
 * are correct.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t set_mask; /* sets - 1 */
  uint32_t depth;    /* number of lines of a set, at least the largest number of ways */
  uint32_t quiet;    /* 1 or 2: uses at smaller distances are not passed on */
  bool wide;         /* a set is four lines, processed as one vector, which includes `clean` */
  uint64_t *lines;   /* depth lines for each set; COH_NO_LINE: no line. If `wide`, see sweep_stack.c */
  /* for each line, the largest distance since the last store to it; depth: this distance or more, or no store; NULL:
   * not recorded */
  uint16_t *clean;
  uint8_t *turned; /* by set: 1 if another line is the most recent one in the next stack, else 0 */
} sweep_stack;

/* A use in a batch: a number that the caller chooses, the line, and the bits SWEEP_USE_OWN for a store. (A use that
 * only keeps the order can have some of these bits. It has all of them only if the line is modified in all later
 * caches.) */
enum { SWEEP_USE_NUMBER_BITS = 9, SWEEP_USE_LINE_SHIFT = 4, SWEEP_USE_OWN = 15 };
/* lines from this number on do not fit into a use */
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
  uint32_t distance; /* at most stack->depth; a distance below stack->quiet is not exact */
  /* caches with at most this number of ways do not have the line modified (only if it is at least stack->quiet); a
   * store upgrades the line in those of them that have more ways than the distance */
  uint32_t clean;
  uint64_t before; /* a line to use in the next stack before this one; COH_NO_LINE: none */
  bool goes_on;    /* the next stack needs this use, too */
} sweep_stack_use;

/* Makes a stack of empty sets; free with sweep_stack_clear(). ways: the largest number of ways. least_ways: the
 * smallest number of ways in this stack and in later ones. line_bits: log2 of the line size. clean: whether to record
 * where lines are clean; if not, results about clean lines are invalid. */
void sweep_stack_init(sweep_stack *stack, uint64_t sets, uint32_t ways, uint32_t least_ways, unsigned line_bits,
                      bool clean);
void sweep_stack_clear(sweep_stack *stack);

/* Uses a line; `own`: the use is a store. */
sweep_stack_use sweep_stack_take(sweep_stack *stack, uint64_t line, bool own);

/* Receives the results of uses in a batch. */
typedef struct {
  uint64_t *const *counted; /* by number of the use; `weight` is added to its count [at + distance] */
  uint32_t at;
  uint64_t weight;
  uint16_t *distances, *clean; /* by use, as in sweep_stack_use; both NULL: not wanted */
  uint32_t *asked; /* by number of the use: receives the bits of asks[distance]; NULL: not wanted, as if `distances` is
                      set */
  const uint32_t *asks;
} sweep_stack_tally;

/* Makes uses in order. Writes the uses for the next stack to `on`, which has room for 2 * n. A use that only keeps the
 * order has the number of the use after it. Returns the number of uses written. */
uint32_t sweep_stack_pass(sweep_stack *stack, const uint64_t *uses, uint32_t n, const sweep_stack_tally *tally,
                          uint64_t *on);

/* Returns the most recent line of a set if it is not the most recent line in the next stack. The caller must use it
 * there. Otherwise, returns COH_NO_LINE. */
uint64_t sweep_stack_settle(sweep_stack *stack, uint64_t set);

/* Returns the line of a set at a place, counted from the most recent line; COH_NO_LINE: there is none. *clean: the
 * largest number of ways with which the line is not modified. */
uint64_t sweep_stack_line(const sweep_stack *stack, uint64_t set, uint32_t place, uint32_t *clean);
