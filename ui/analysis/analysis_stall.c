/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/analysis/analysis_stall.h"

#include "ui/profile/profile_machine.h"

AnalysisLatencies analysis_stall_whole_latencies(const Profile *profile) {
  const double memory = (double)profile_machine_number_of(profile, "memory-latency");
  const double remote = (double)profile_machine_number_of(profile, "remote-latency");
  return (AnalysisLatencies){.upgrade = (double)profile_machine_number_of(profile, "upgrade-latency"),
                             .remote = profile_has_nodes(profile) ? MAX(remote - memory, 0) : 0};
}

AnalysisLatencies analysis_stall_latencies(const Profile *profile) {
  const double stall = (double)profile->totals.counts.stall_cycles,
               overlapped = (double)profile->model_totals.overlapped_cycles;
  AnalysisLatencies latencies = analysis_stall_whole_latencies(profile);
  if (overlapped == 0) return latencies;
  latencies.upgrade *= stall / (stall + overlapped);
  latencies.remote *= stall / (stall + overlapped);
  return latencies;
}

AnalysisStall analysis_stall_split(const AnalysisLatencies *latencies, const ProfileCounts *counts) {
  const double all = (double)(counts->stall_cycles - counts->translation_cycles);
  const double misses = (double)profile_counts_misses(counts);
  AnalysisStall stall = {.translation = (double)counts->translation_cycles,
                         .upgrades = (double)counts->upgrades * latencies->upgrade,
                         .remote = (double)counts->remote * latencies->remote};
  const double said = stall.upgrades + stall.remote;
  const double scale = said > all || (misses == 0 && said > 0) ? all / said : 1;
  stall.upgrades *= scale;
  stall.remote *= scale;
  if (misses == 0) {
    stall.upgrades = all;
    return stall;
  }
  stall.per_miss = MAX(all - stall.upgrades - stall.remote, 0) / misses;
  stall.cold = stall.per_miss * (double)counts->cold;
  stall.replacement = stall.per_miss * (double)counts->replacement;
  stall.capacity = stall.per_miss * (double)counts->capacity;
  stall.conflict = stall.per_miss * (double)counts->conflict;
  stall.true_sharing = stall.per_miss * (double)counts->true_sharing;
  stall.false_sharing = stall.per_miss * (double)counts->false_sharing;
  return stall;
}
