/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_stall.h: estimates how many stall cycles each cause of misses has.
 *
 * For each cell, a profile contains the stall cycles, the stall cycles of address translation, and the misses by cause.
 * The stall without address translation is divided by these rules:
 *   - each upgrade waits --upgrade-latency cycles;
 *   - each remote miss waits --remote-latency minus --memory-latency cycles more than a local one;
 *   - the remaining cycles are divided equally among the misses.
 * Processors with windows wait for a part of each latency only. The estimate takes the mean part in the whole run.
 * If the waits of upgrades and remote misses exceed the stall, because the simulated machine overlaps waits, the
 * estimate scales them down. With --contention=yes, the wait for the bus is part of the remaining cycles. */
#pragma once

#include "ui/profile/profile.h"

/* The latencies of the profiled run that the estimate uses. */
typedef struct {
  double upgrade; /* latency of an upgrade in cycles; 0: the profile does not contain it */
  double remote;  /* additional cycles of a miss to another node's memory; 0 on a machine with one node */
} AnalysisLatencies;

/* Stall cycles by cause. The parts add up to the counts' stall_cycles (except for rounding). */
typedef struct {
  double cold;
  double replacement; /* includes capacity and conflict misses, if the machine distinguishes them */
  double capacity, conflict;
  double true_sharing;
  double false_sharing;
  double remote; /* additional wait of remote misses, which the five numbers above do not include */
  double upgrades;
  double translation; /* exact number for address translation by the TLBs */
  double per_miss;    /* mean wait per miss in the parts by cause: (stall - translation - upgrades - remote) / misses */
} AnalysisStall;

AnalysisLatencies analysis_stall_latencies(const Profile *profile);

/* As analysis_stall_latencies(), but returns the whole latencies, including the cycles that windows overlapped. */
AnalysisLatencies analysis_stall_whole_latencies(const Profile *profile);

/* Estimates the stall by cause for counts of a run with these latencies. Without stall cycles, all parts are 0. Without
 * misses, the stall consists of upgrades and address translation. */
AnalysisStall analysis_stall_split(const AnalysisLatencies *latencies, const ProfileCounts *counts);
