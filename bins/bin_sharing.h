/* bin_sharing.h: the lines that processors shared, and who did what to them.
 *
 * An event of a line is a use of it that took another processor's doing: a miss because it was invalidated, a miss
 * that another processor's cache supplied, an upgrade. A use that is several of these is one event. Hits are none:
 * they never come here.
 *
 * Memory is bounded: at most BIN_SHARING_LINES lines are kept. As long as no more than that have events, all is
 * exact. When one more comes, the lines with the fewest events are forgotten, at least half of all; the most that any
 * of them had is `forgotten`, and a line that comes later may have had so many events before (`missed`). So:
 *  - a line had at least `events`, and at most `events + missed` of them;
 *  - a line that is not there had at most `forgotten`, which is at most 2 N / BIN_SHARING_LINES for N events in all.
 * (Counters that are cut down in batches: the frequent items of Misra and Gries, "Finding repeated elements", Science
 * of Computer Programming 2, 1982, with the median taken off all at once.) What is kept depends on the events and
 * their order alone.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_SHARING_H
#define BINS_BIN_SHARING_H

#include "bins/bin_table.h"
#include "coherence/coh_system.h"

enum {
  BIN_SHARING_LINES = 16384,
  BIN_SHARING_USES = 128,       /* of a line that are told apart; the events of further ones are `unlisted` */
  BIN_SHARING_ALL_USES = 262144 /* of all lines; the events of further ones likewise */
};

/* What one place did on one processor to one byte of a line. */
typedef struct {
  uint32_t place;
  bin_id bin;
  uint16_t offset; /* in the line */
  uint8_t processor;
  uint64_t start;                  /* address of the block or variable that it is in; 0: unknown */
  uint64_t counts[COH_MODIFY + 1]; /* events, by coh_kind */
} bin_use;

typedef struct {
  uint64_t address; /* of its first byte, which stands for the line everywhere here */
  uint64_t events, missed;
  uint64_t invalidation, true_sharing; /* misses: true sharing is among the invalidation misses */
  uint64_t upgrades, transfers;
  uint64_t unlisted;
  bin_use *uses;
  uint32_t n_uses;
  uint32_t use_room;
  uint8_t *use_index; /* by a hash of a use: its number + 1; 0: free. Twice use_room, which is a power of two */
} bin_shared_line;

typedef struct bin_sharing bin_sharing;

/* What a use of a line was: an event if it was one of the first three. */
enum { BIN_INVALIDATION = 1, BIN_UPGRADE = 2, BIN_TRANSFER = 4, BIN_TRUE_SHARING = 8 };

static inline unsigned bin_event_of(const coh_outcome *outcome) {
  return (outcome->cause == COH_INVALIDATED ? BIN_INVALIDATION : 0u) | (outcome->upgrade ? BIN_UPGRADE : 0u) |
         (outcome->source == COH_FROM_CACHE ? BIN_TRANSFER : 0u) | (outcome->true_sharing ? BIN_TRUE_SHARING : 0u);
}

/* What tells the uses of a line apart, in two numbers that are compared at once. */
typedef struct {
  uint64_t what;  /* place and bin */
  uint64_t where; /* offset and processor */
} bin_user;

static inline bin_user bin_user_of(uint32_t place, bin_id bin, uint64_t offset, unsigned processor) {
  return (bin_user){(uint64_t)place << 32 | bin, offset << 8 | processor};
}

/* Makes an empty one; free with bin_sharing_free(). `lines` is the bound, BIN_SHARING_LINES but in tests. */
bin_sharing *bin_sharing_new(uint32_t lines);
void bin_sharing_free(bin_sharing *sharing);

/* Events count so often from here on: once at first. */
void bin_sharing_weigh(bin_sharing *sharing, uint64_t weight);

/* Counts an event. Returns the use that it is of when that is new: its `start` is 0, and for the caller to set before
 * the next event; else NULL. */
bin_use *bin_sharing_event(bin_sharing *sharing, uint64_t line, bin_user user, coh_kind kind, unsigned event);

/* An invalidation miss on the line, so far not true sharing, turns out to be. */
void bin_sharing_revise(bin_sharing *sharing, uint64_t line);

/* Forgets all. */
void bin_sharing_zero(bin_sharing *sharing);

/* The results. */
uint64_t bin_sharing_events(const bin_sharing *sharing);    /* of all lines, kept or not */
uint64_t bin_sharing_forgotten(const bin_sharing *sharing); /* see above */
uint32_t bin_sharing_lines(const bin_sharing *sharing);     /* how many are kept */
const bin_shared_line *bin_sharing_line(const bin_sharing *sharing, uint32_t number);

/* The numbers of all kept lines, most events first, among equals the lowest first. The caller frees them. */
uint32_t *bin_sharing_ranked(const bin_sharing *sharing);

#endif
