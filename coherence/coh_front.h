/* coh_front.h: what goes on to a family of machines (coh_family.h): references that change something in one of them.
 *
 * A front is a small cache that all D1s of the family contain: of each set of the D1 that has the fewest, the line that
 * was used last, and the one before it where no D1 is direct-mapped. A reference within these lines hits in all
 * machines, and is dropped, unless it is the first that stores since the line came.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_FRONT_H
#define COHERENCE_COH_FRONT_H

#include "coherence/coh_engine.h"

enum { COH_FRONT_WIDEST = 512 }; /* bytes of a reference that may be dropped */

/* The line of a set that was used last but one. */
typedef struct {
  uint64_t line;
  bool stored; /* since it came */
  bool turned; /* the family has it as the newest, since uses of the newest were dropped */
} coh_front_older;

typedef struct {
  coh_engine *engine;
  unsigned processor; /* whose references they are; set by the caller before the first */
  unsigned line_bits;
  uint64_t mask;          /* sets - 1 */
  uint64_t *newest;       /* of each set: line << 1, and 1 if it was stored to since it came; COH_NO_LINE: not known */
  coh_front_older *older; /* of each set; NULL: only the newest is known */
  coh_reference *kept;    /* what the family has not been made yet */
  uint32_t *cells;        /* of these, as in a pattern */
  uint32_t n;
} coh_front;

/* Makes the front of an engine that is a family. Free with coh_front_clear(); what it keeps is lost. */
void coh_front_init(coh_front *front, coh_engine *engine);
void coh_front_clear(coh_front *front);

/* Whether a reference to the bytes from `address` to `last` is dropped since it is within the newest line of its set;
 * kind_reads: 1 if the line's state does not matter to it, else 0. */
__attribute__((always_inline)) static inline bool coh_front_is_newest(const uint64_t *newest, uint64_t mask,
                                                                      unsigned line_bits, uint64_t address,
                                                                      uint64_t last, uint64_t kind_reads) {
  return (newest[address >> line_bits & mask] | kind_reads) == (last >> line_bits << 1 | 1) &&
         last - address < COH_FRONT_WIDEST;
}

/* Makes any other reference, sooner or later. Its misses are counted under a cell's number besides (coh_pattern.h). */
void coh_front_pass(coh_front *front, const coh_reference *reference, uint32_t cell);

/* Makes what is kept. */
void coh_front_play(coh_front *front);

/* The same, and puts the lines of the family into their order: for a family that is taken apart. */
void coh_front_end(coh_front *front);

#endif
