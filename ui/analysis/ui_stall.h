/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_stall.h: what the cycles that references waited are for: an estimate, by cause.
 *
 * A profile has the stall cycles of a cell as one number, of which it knows the part that translation of addresses
 * took, and its misses by cause. The rule for the others:
 *   - each upgrade waited --upgrade-latency cycles;
 *   - each remote miss waited --remote-latency minus --memory-latency cycles more than a local one;
 *   - what is left is spread evenly over the misses.
 * Where that comes to more than there is (a machine that overlaps the waits), it is scaled down. With --contention=yes,
 * waiting for the bus is so spread over the misses. */
#pragma once

#include "ui/model/ui_profile.h"

/* Latencies of the run that the estimate needs. */
typedef struct {
  double upgrade; /* cycles of an upgrade; 0 where the profile does not have it */
  double remote;  /* cycles that a miss to another node's memory costs more; 0 on one node */
} UiLatencies;

/* Cycles. The parts add up to the counts' stall_cycles (but for rounding). */
typedef struct {
  double cold;
  double replacement; /* of which capacity and conflict are parts, where the machine distinguishes them */
  double capacity, conflict;
  double true_sharing;
  double false_sharing;
  double remote; /* what remote misses waited more than local ones; not in the five above */
  double upgrades;
  double translation; /* of addresses, by the TLBs: not estimated */
  double per_miss;    /* what a miss waited in the parts by cause: (stall - translation - upgrades - remote) / misses */
} UiStall;

UiLatencies ui_stall_latencies(const UiProfile *profile);

/* The estimate for counts of a run with these latencies. All zeros of counts without stall cycles. Counts of nothing
 * but upgrades and translation are all their wait. */
UiStall ui_stall_split(const UiLatencies *latencies, const UiCounts *counts);
