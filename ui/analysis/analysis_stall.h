/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_stall.h: estimates the stall cycles by cause.
 *
 * A profile has one number of stall cycles per cell, the part that address translation took, and the misses by cause.
 * The rule for the rest:
 *   - each upgrade waits --upgrade-latency cycles;
 *   - each remote miss waits --remote-latency minus --memory-latency cycles more than a local one;
 *   - the remaining cycles are divided equally among the misses.
 * If upgrades and remote misses exceed the stall (a machine can overlap waits), the estimate scales them down. With
 * --contention=yes the wait for the bus is part of the remaining cycles. */
#pragma once

#include "ui/profile/profile.h"

/* The run's latencies for the estimate. */
typedef struct {
  double upgrade; /* cycles of an upgrade; 0: not in the profile */
  double remote;  /* additional cycles of a miss to another node's memory; 0 on one node */
} AnalysisLatencies;

/* Cycles. The parts add up to the counts' stall_cycles (except for rounding). */
typedef struct {
  double cold;
  double replacement; /* includes capacity and conflict, if the machine distinguishes them */
  double capacity, conflict;
  double true_sharing;
  double false_sharing;
  double remote; /* additional wait of remote misses; not in the five above */
  double upgrades;
  double translation; /* address translation by the TLBs: exact */
  double per_miss;    /* wait per miss in the parts by cause: (stall - translation - upgrades - remote) / misses */
} AnalysisStall;

AnalysisLatencies analysis_stall_latencies(const Profile *profile);

/* Returns the estimate for counts of a run with these latencies. Without stall cycles all parts are 0. Without misses
 * the stall consists of upgrades and translation. */
AnalysisStall analysis_stall_split(const AnalysisLatencies *latencies, const ProfileCounts *counts);
