/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_counts.h: the counters that a profile keeps for a cell, a processor and the whole run. */
#ifndef UI_UI_COUNTS_H
#define UI_UI_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

/* All are numbers of references, but stall_cycles. The causes add up to the misses, and so do local and remote ones:
 * cold + replacement + invalidation = local + remote = read_misses + write_misses; true_sharing + false_sharing =
 * invalidation; capacity + conflict = replacement, or both are 0; translation_cycles <= stall_cycles; second_level +
 * last_level + memory + transfers are the misses, or all are 0: profiles of older versions do not have them. */
typedef struct {
  uint64_t reads; /* a read-modify-write instruction is one of these */
  uint64_t writes;
  uint64_t read_misses;   /* <= reads */
  uint64_t write_misses;  /* <= writes */
  uint64_t cold;          /* misses on lines that the processor never had */
  uint64_t replacement;   /* misses on lines that were pushed out */
  uint64_t invalidation;  /* misses on lines that another processor took */
  uint64_t capacity;      /* replacement misses that a fully associative cache would have had too */
  uint64_t conflict;      /* replacement misses that it would not have had */
  uint64_t true_sharing;  /* invalidation misses after which something was used that another processor had stored */
  uint64_t false_sharing; /* the other invalidation misses */
  uint64_t local;         /* misses supplied within the node */
  uint64_t remote;        /* misses supplied by another node */
  uint64_t upgrades;      /* stores to a line held shared */
  uint64_t stall_cycles;  /* cycles that the references waited */
  uint64_t last_level;    /* misses that the node's last level served */
  uint64_t second_level;  /* misses that the own L2 served */
  uint64_t transfers;     /* misses that another processor's cache served */
  uint64_t memory;        /* misses that memory served; no column of a profile, as it follows from the others */
  uint64_t translation_cycles; /* of the stall cycles: not by name, as a profile has it apart (ui_models.h) */
} UiCounts;

enum { UI_COUNTS = sizeof(UiCounts) / sizeof(uint64_t) - 1, UI_COUNT_COLUMNS = UI_COUNTS - 1 };

/* Name of counter `index` (0 .. UI_COUNTS - 1, in the order of the struct; below UI_COUNT_COLUMNS the columns of a
 * profile) as profiles and exports spell it. */
const char *ui_counts_name(unsigned index);

/* Counter `index` of *counts. */
uint64_t ui_counts_get(const UiCounts *counts, unsigned index);

/* Adds *more to *sum. Returns false when a counter overflowed; *sum is of no use then. Sums over parts of a
 * profile that was read without error cannot overflow, and need no check. */
bool ui_counts_add(UiCounts *sum, const UiCounts *more);

/* References, misses of which it is known what served them, and misses in all. They cannot overflow in a profile that
 * was read without error. */
static inline uint64_t ui_counts_references(const UiCounts *counts) { return counts->reads + counts->writes; }
static inline uint64_t ui_counts_served(const UiCounts *counts) {
  return counts->second_level + counts->last_level + counts->memory + counts->transfers;
}
static inline uint64_t ui_counts_misses(const UiCounts *counts) { return counts->read_misses + counts->write_misses; }

#endif
