/* coh_causes.h: what became of each line at one processor: the "2 bits of state" of section 5.3 of the
 * paper, with the number of who did it beside them.
 *
 * The paper's structure: an array indexed by low bits of the (group of the) line address, which keeps
 * the rest of the address to tell whose state it holds; where two collide, one is in an overflow hash table;
 * and one that is touched there moves into the array, the other out. Ours keeps 32 neighbouring lines in
 * one group, so that the addresses cost little, and doubles the array when the overflow grows.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_CAUSES_H
#define COHERENCE_COH_CAUSES_H

#include <stddef.h>
#include <stdint.h>

/* A line's word: the state in the low two bits, above it the number of who replaced or invalidated it. */
typedef uint32_t coh_word;

typedef enum { COH_NEVER, COH_RESIDENT, COH_WAS_REPLACED, COH_WAS_INVALIDATED } coh_fate;

static inline coh_word coh_word_make(coh_fate fate, uint32_t who) { return (coh_word)fate | who << 2; }
static inline coh_fate coh_word_fate(coh_word word) { return (coh_fate)(word & 3); }
static inline uint32_t coh_word_who(coh_word word) { return word >> 2; }

/* The words of neighbouring lines. */
enum { COH_GROUP_BITS = 5, COH_GROUP_LINES = 1 << COH_GROUP_BITS };

/* More than any group's number. */
#define COH_NO_GROUP (~(uint64_t)0)

typedef struct {
  uint64_t number; /* line number / COH_GROUP_LINES; COH_NO_GROUP: no entry */
  coh_word *words; /* COH_GROUP_LINES of them */
} coh_group;

typedef struct {
  uint64_t mask;    /* entries of the array - 1 */
  coh_group *array; /* by coh_causes_at() */
  struct coh_overflow *overflow;
} coh_causes;

/* Makes an empty table, in which every line is COH_NEVER; free with coh_causes_free(). */
coh_causes *coh_causes_new(void);
void coh_causes_free(coh_causes *causes);

/* The words of a group that is not in its place in the array: brings it there, from the overflow table or new. */
coh_word *coh_causes_bring(coh_causes *causes, uint64_t number);

/* Where in the array a group belongs. The higher bits of its number move the low ones, since arrays that lie a power of
 * two apart, walked through together, would have the same place otherwise. */
static inline uint64_t coh_causes_at(const coh_causes *causes, uint64_t number) {
  enum { STRETCH = 10, STEP = 299 };
  return (number + (number >> STRETCH) * STEP) & causes->mask;
}

/* The word of a line, or NULL when its group is not in its place. */
static inline coh_word *coh_causes_peek(const coh_causes *causes, uint64_t line) {
  const uint64_t number = line >> COH_GROUP_BITS;
  const coh_group *at = &causes->array[coh_causes_at(causes, number)];
  return at->number == number ? &at->words[line & (COH_GROUP_LINES - 1)] : NULL;
}

/* The word of a line, made if need be. The pointer is valid until the table is freed. */
static inline coh_word *coh_causes_word(coh_causes *causes, uint64_t line) {
  const uint64_t number = line >> COH_GROUP_BITS;
  const coh_group *at = &causes->array[coh_causes_at(causes, number)];
  coh_word *words = at->number == number ? at->words : coh_causes_bring(causes, number);
  return &words[line & (COH_GROUP_LINES - 1)];
}

#endif
