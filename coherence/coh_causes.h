/* coh_causes.h: the history of each line at a processor: the "2 bits of state" of section 5.3 of the paper, and the
 * number of the requester that ended the line's last stay.
 *
 * The structure is that of the paper: an array indexed by low bits of the line address, with the remaining bits as a
 * tag. If two lines collide, one of them is in an overflow hash table. A use of the line in the overflow table swaps
 * the two. This implementation stores 32 neighbouring lines in one group, so that the tags take little memory, and
 * doubles the array when the overflow table grows.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A line's word: the state in the low two bits, and above it the number of the requester that replaced or invalidated
 * it. */
typedef uint32_t coh_word;

typedef enum { COH_NEVER, COH_RESIDENT, COH_WAS_REPLACED, COH_WAS_INVALIDATED } coh_fate;

static inline coh_word coh_word_make(coh_fate fate, uint32_t who) { return (coh_word)fate | who << 2; }
static inline coh_fate coh_word_fate(coh_word word) { return (coh_fate)(word & 3); }
static inline uint32_t coh_word_who(coh_word word) { return word >> 2; }

/* A group contains COH_GROUP_LINES consecutive lines. */
enum { COH_GROUP_BITS = 5, COH_GROUP_LINES = 1 << COH_GROUP_BITS };

/* In place of the number of a group: no group. It is larger than the number of each group. */
#define COH_NO_GROUP (~(uint64_t)0)

typedef struct {
  uint64_t number; /* line number / COH_GROUP_LINES; COH_NO_GROUP: the entry is empty */
  coh_word *words; /* COH_GROUP_LINES words */
} coh_group;

typedef struct {
  uint64_t mask;    /* length of the array - 1 */
  coh_group *array; /* indexed by coh_causes_at() */
  struct coh_overflow *overflow;
} coh_causes;

/* Makes an empty table, in which every line is COH_NEVER; free with coh_causes_free(). */
coh_causes *coh_causes_new(void);
void coh_causes_free(coh_causes *causes);

/* Returns the words of a group that is not at its index of the array. If the overflow table has the group, moves it to
 * its index; otherwise makes it there. */
coh_word *coh_causes_bring(coh_causes *causes, uint64_t number);

/* Returns the index of a group in the array. High bits of the number are mixed into the low ones, since otherwise
 * groups at a distance of a power of two would collide. A program that traverses several arrays together has such
 * groups. */
static inline uint64_t coh_causes_at(const coh_causes *causes, uint64_t number) {
  enum { STRETCH = 10, STEP = 299 };
  return (number + (number >> STRETCH) * STEP) & causes->mask;
}

/* Returns a pointer to the word of a line, or NULL if the line's group is not at its index of the array. */
static inline coh_word *coh_causes_peek(const coh_causes *causes, uint64_t line) {
  const uint64_t number = line >> COH_GROUP_BITS;
  const coh_group *at = &causes->array[coh_causes_at(causes, number)];
  return at->number == number ? &at->words[line & (COH_GROUP_LINES - 1)] : NULL;
}

/* Returns a pointer to the word of a line, which it makes if necessary. The pointer is valid until the table is
 * freed. */
static inline coh_word *coh_causes_word(coh_causes *causes, uint64_t line) {
  const uint64_t number = line >> COH_GROUP_BITS;
  const coh_group *at = &causes->array[coh_causes_at(causes, number)];
  coh_word *words = at->number == number ? at->words : coh_causes_bring(causes, number);
  return &words[line & (COH_GROUP_LINES - 1)];
}
