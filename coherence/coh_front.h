/* coh_front.h: what goes on to a family of machines (coh_family.h): references that may change something in one of
 * them.
 *
 * A front knows, of each set of the D1 that has the fewest, the line that was used last. All D1s hold it, so that a
 * reference within it hits in all machines, and is dropped, unless it is the first that stores since the line came.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_FRONT_H
#define COHERENCE_COH_FRONT_H

#include "coherence/coh_family.h"

typedef struct {
  coh_family *family;
  coh_family_batch *next; /* the family's */
  unsigned line_bits;
  uint64_t mask;    /* sets - 1 */
  uint64_t *newest; /* the family's */
} coh_front;

/* Makes the front of a family, which must stay. */
void coh_front_init(coh_front *front, coh_family *family);

/* Whether a reference to the bytes from `address` to `last` is dropped since it is within the newest line of its set;
 * kind_reads: 1 if the line's state does not matter to it, else 0. */
__attribute__((always_inline)) static inline bool coh_front_is_newest(const uint64_t *newest, uint64_t mask,
                                                                      unsigned line_bits, uint64_t address,
                                                                      uint64_t last, uint64_t kind_reads) {
  const uint64_t line = address >> line_bits;
  return (newest[line & mask] | (-kind_reads & COH_USE_OWN)) == coh_use_make(line, true) && line == last >> line_bits;
}

/* Makes any other reference to these bytes. Its misses are counted under a cell's number besides (coh_pattern.h). */
void coh_front_pass(coh_front *front, uint64_t address, uint64_t last, coh_kind kind, uint32_t cell);

/* Makes a reference to a line below COH_USE_LINES, or drops it, without a branch: the batch has n references, and room
 * for one more. own: it stores; counted: coh_family_counts(). Returns how many the batch has then, which the caller has
 * to note there. */
__attribute__((always_inline)) static inline uint32_t coh_front_collect(uint64_t *newest, uint64_t mask,
                                                                        coh_family_batch *next, uint32_t n,
                                                                        uint64_t line, bool own, uint64_t *counted) {
  const uint64_t use = coh_use_make(line, own);
  next->uses[n] = use;
  next->counted[n] = counted;
  return n + coh_newest_take(&newest[line & mask], use);
}

#endif
