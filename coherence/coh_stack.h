/* coh_stack.h: the least recently used lines of each set, newest first: what caches of a number of sets hold, whatever
 * their ways.
 *
 * A cache with LRU replacement holds the `ways` lines of a set that were used last, so that a use hits in the caches
 * with more ways than its distance: the number of other lines of the set used since the last use of the line (Mattson,
 * Gecsei, Slutz and Traiger, "Evaluation techniques for storage hierarchies", IBM Systems Journal 9(2), 1970). One pass
 * gives the misses for all ways. Distances from the greatest ways on need not be told apart, so that a set is short.
 *
 * A line is clean in the caches that had to fetch it again since it was last stored to: in those whose ways are at most
 * the greatest distance since then (after Thompson and Smith, "Efficient (stack) algorithms for analysis of write-back
 * and sector memories", ACM TOCS 7(1), 1989).
 *
 * Inclusion: the lines of a set with twice as many sets are a part of those of one set here, in the same order.
 * Distances only shrink as sets double. So stacks stand one behind the other, those with more sets behind, and a use is
 * passed on only where it may matter behind:
 *  - A use of the newest line of a set changes nothing there, nor behind, unless it stores to a line that is clean.
 *  - Where no cache is direct-mapped, a use of the line before the newest hits everywhere, and turns the two round here
 *    alone. Before a third line comes to the set, the newest is passed on, if it is not the newest behind: so lines
 *    beyond the first two are in order in all stacks, and distances from 2 on are right.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_STACK_H
#define COHERENCE_COH_STACK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint64_t set_mask; /* sets - 1 */
  uint32_t depth;    /* lines of a set, at least the greatest ways */
  uint32_t quiet;    /* uses at smaller distances are not passed on: 1, or 2 */
  bool wide;         /* a set is four lines, which are looked at at once: `clean` is a part of these */
  uint64_t *lines;   /* depth of each set; COH_NO_LINE: none. wide: as coh_stack.c says */
  uint16_t *clean;   /* of each of them, the greatest distance since it was stored to; depth: at least that, or never;
                      * NULL: it does not matter */
  uint8_t *turned;   /* of each set, 1: another line is the newest behind; 0 */
} coh_stack;

/* A use of a line, as one of several: a number of the caller's, the line, and COH_USE_OWN if it stores. (A use for the
 * sake of order may have some of these bits: all of them only where the line is modified in all caches behind.) */
enum { COH_USE_NUMBER_BITS = 9, COH_USE_LINE_SHIFT = 4, COH_USE_OWN = 15 };
#define COH_USE_LINES ((uint64_t)1 << (64 - COH_USE_NUMBER_BITS - COH_USE_LINE_SHIFT)) /* smaller ones can be told */

static inline uint64_t coh_use_make(uint64_t line, bool own) {
  return line << COH_USE_LINE_SHIFT | (own ? COH_USE_OWN : 0);
}
static inline uint64_t coh_use_numbered(uint64_t use, uint32_t number) {
  return use | (uint64_t)number << (64 - COH_USE_NUMBER_BITS);
}
static inline bool coh_use_is_own(uint64_t use) { return use & 1; }
static inline uint32_t coh_use_number(uint64_t use) { return (uint32_t)(use >> (64 - COH_USE_NUMBER_BITS)); }
static inline uint64_t coh_use_line(uint64_t use) {
  return use << COH_USE_NUMBER_BITS >> (COH_USE_NUMBER_BITS + COH_USE_LINE_SHIFT);
}

/* What a use found. */
typedef struct {
  uint32_t distance; /* at most stack->depth; below stack->quiet: any such */
  uint32_t clean;    /* the caches with at most so many ways do not hold the line modified, as far as it is not below
                      * stack->quiet; those that have more ways than the distance besides are upgraded by a store */
  uint64_t before;   /* a line that has to be used behind before this; COH_NO_LINE: none */
  bool goes_on;      /* this has to be used behind, too */
} coh_stack_use;

/* Makes a stack of empty sets; free with coh_stack_clear(). ways: the greatest that is asked for; least_ways: the least
 * that is asked of this stack or of those behind; line_bits: log2 of the line size; clean: it matters where lines are
 * clean, else nothing that is told of it is to be read. */
void coh_stack_init(coh_stack *stack, uint64_t sets, uint32_t ways, uint32_t least_ways, unsigned line_bits,
                    bool clean);
void coh_stack_clear(coh_stack *stack);

/* Uses a line; own: to store. */
coh_stack_use coh_stack_take(coh_stack *stack, uint64_t line, bool own);

/* Where uses are counted, and what is told of each. */
typedef struct {
  uint64_t *const *counted; /* by number of the use: [at + distance] grows by `weight` */
  uint32_t at;
  uint64_t weight;
  uint16_t *distances, *clean; /* by use, as in coh_stack_use; NULL, both: not told */
  uint32_t *asked;             /* by number of the use: gets the bits of asks[distance]; NULL: not told, as where
                                * distances are */
  const uint32_t *asks;
} coh_stack_tally;

/* Uses lines one after the other. Puts into `on`, which has room for twice as many, what has to be used behind; what is
 * used only for the sake of order has the number of the one that follows it. Returns how many. */
uint32_t coh_stack_pass(coh_stack *stack, const uint64_t *uses, uint32_t n, const coh_stack_tally *tally, uint64_t *on);

/* The newest line of a set, if it is not so behind; it is from now on. COH_NO_LINE: it is. */
uint64_t coh_stack_settle(coh_stack *stack, uint64_t set);

/* A line of a set, by its place, from the newest on: COH_NO_LINE: none. *clean: the ways at most in which it is not
 * modified. */
uint64_t coh_stack_line(const coh_stack *stack, uint64_t set, uint32_t place, uint32_t *clean);

#endif
