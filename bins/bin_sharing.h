/* bin_sharing.h: the shared lines and their events.
 *
 * An event is a use of a line that another processor caused: an invalidation miss, a miss supplied by another
 * processor's cache, or an upgrade. A use that is more than one of these counts as one event. Hits are not events.
 *
 * Memory is bounded: at most BIN_SHARING_LINES lines are kept. All counts are exact until more lines have events. In
 * that case, the lines with the fewest events, at least half of all lines, are removed. `forgotten` is the maximum of
 * the removed counts. A line that is added later has possibly had up to this number of events before (`missed`). So:
 * - a line had at least `events`, and at most `events + missed` events;
 * - a line that is not kept had at most `forgotten` events, which is at most 2 N / BIN_SHARING_LINES for N events in
 * all.
 * (Counters that are reduced in batches: the frequent items of Misra and Gries, "Finding repeated elements", Science of
 * Computer Programming 2, 1982, with the median subtracted at once.) The result depends only on the events and their
 * order.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_table.h"
#include "coherence/coh_system.h"

enum {
  BIN_SHARING_LINES = 16384,
  BIN_SHARING_USES = 128,       /* maximum number of distinct uses of a line; events of further uses are `unlisted` */
  BIN_SHARING_ALL_USES = 262144 /* maximum number of distinct uses of all lines; events of further uses are
                                   `unlisted` */
};

/* The events of one place and processor at one byte of a line. */
typedef struct {
  uint32_t place;
  bin_id bin;
  uint16_t offset; /* offset of the byte from the start of the line */
  uint8_t processor;
  uint64_t start;                  /* address of the block or variable that contains the byte; 0: unknown */
  uint64_t counts[COH_MODIFY + 1]; /* number of events, by coh_kind */
} bin_use;

typedef struct {
  uint64_t address; /* address of the line's first byte, which identifies the line */
  uint64_t events, missed;
  uint64_t invalidation, true_sharing; /* numbers of misses; true-sharing misses are a part of the invalidation
                                          misses */
  uint64_t upgrades, transfers;
  uint64_t unlisted;
  bin_use *uses;
  uint32_t n_uses;
  uint32_t use_room;
  uint8_t *use_index; /* hash table with indices of `uses` + 1; 0: the entry is free. The length of the table is 2 *
                         use_room, a power of two */
} bin_shared_line;

typedef struct bin_sharing bin_sharing;

/* Kinds of a use, as bits. A use is an event if one of the first three bits is set. */
enum { BIN_INVALIDATION = 1, BIN_UPGRADE = 2, BIN_TRANSFER = 4, BIN_TRUE_SHARING = 8 };

static inline unsigned bin_event_of(const coh_outcome *outcome) {
  return (outcome->cause == COH_INVALIDATED ? BIN_INVALIDATION : 0u) | (outcome->upgrade ? BIN_UPGRADE : 0u) |
         (outcome->source == COH_FROM_CACHE ? BIN_TRANSFER : 0u) | (outcome->true_sharing ? BIN_TRUE_SHARING : 0u);
}

/* The key of a use of a line, in two numbers for fast comparison. */
typedef struct {
  uint64_t what;  /* place and bin */
  uint64_t where; /* offset and processor */
} bin_user;

static inline bin_user bin_user_of(uint32_t place, bin_id bin, uint64_t offset, unsigned processor) {
  return (bin_user){(uint64_t)place << 32 | bin, offset << 8 | processor};
}

/* Makes an empty record of shared lines; free with bin_sharing_free(). `lines`: maximum number of kept lines,
 * BIN_SHARING_LINES except in tests. */
bin_sharing *bin_sharing_new(uint32_t lines);
void bin_sharing_free(bin_sharing *sharing);

/* Sets the weight with which each following event counts. Initially, it is 1. */
void bin_sharing_weigh(bin_sharing *sharing, uint64_t weight);

/* Counts an event. If its use is new, returns the use with `start` 0; the caller sets `start` before the next event.
 * Otherwise returns NULL. */
bin_use *bin_sharing_event(bin_sharing *sharing, uint64_t line, bin_user user, coh_kind kind, unsigned event);

/* Counts an earlier invalidation miss of the line as true sharing. */
void bin_sharing_revise(bin_sharing *sharing, uint64_t line);

/* Removes all lines and sets all counts to zero. */
void bin_sharing_zero(bin_sharing *sharing);

/* The next functions return the results: numbers of events and lines, and one of the kept lines. */
uint64_t bin_sharing_events(const bin_sharing *sharing);    /* number of events of all lines, kept or not */
uint64_t bin_sharing_forgotten(const bin_sharing *sharing); /* `forgotten`: see the top of this file */
uint32_t bin_sharing_lines(const bin_sharing *sharing);     /* number of kept lines */
const bin_shared_line *bin_sharing_line(const bin_sharing *sharing, uint32_t number);

/* Returns the numbers of all kept lines, sorted by decreasing number of events, then by the number of the line. The
 * caller frees the array. */
uint32_t *bin_sharing_ranked(const bin_sharing *sharing);
