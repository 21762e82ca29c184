/* coh_presets.c: machines by name.
 *
 * Latencies of current machines are what programs that chase pointers, or pass a line to and fro, measure, turned
 * into cycles at the clock that the source line names. Real processors hide a part of them, which is not simulated.
 * A store that finds its line shared asks the last level, so an upgrade costs what that does. A transaction keeps
 * the node's bus busy for as long as a line takes at the bandwidth of its memory; a context switch takes a
 * microsecond. Where sets are no power of two, the nearest cache that can be simulated stands in, and the source
 * line says so.
 *
 * docs/tables.py reads this table: an entry has a name, its source, and .field = value, one a line.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_config.h"

typedef struct {
  const char *name;
  const char *source;
  coh_config config;
} preset;

static const preset presets[] = {
    {"default",
     "no particular machine: 4 processors, 32 KB 8-way D1, 8 MB 16-way last level, 64-byte lines",
     {.processors = 4,
      .megahertz = 1000,
      .nodes = 1,
      .i1 = {32 * 1024, 8, 64},
      .d1 = {32 * 1024, 8, 64},
      .ll = {8 * 1024 * 1024, 16, 64},
      .protocol = COH_MESI,
      .replacement = COH_LRU,
      .l2_latency = 12,
      .ll_latency = 40,
      .memory_latency = 200,
      .remote_latency = 300,
      .transfer_latency = 100,
      .remote_transfer_latency = 350,
      .upgrade_latency = 40,
      .occupancy = 10,
      .context_switch = 1000,
      .cpi = 1}},
    {"sgi-4d340",
     "Martonosi, Gupta and Anderson, SIGMETRICS 1992, section 4: 4 processors on a bus, 64 KB caches, "
     "64-byte lines, 50 cycles for every miss; its bus moves 64 MB/s at 33 MHz",
     {.processors = 4,
      .megahertz = 33,
      .nodes = 1,
      .i1 = {64 * 1024, 1, 64},
      .d1 = {64 * 1024, 1, 64},
      .protocol = COH_MSI,
      .replacement = COH_LRU,
      .memory_latency = 50,
      .remote_latency = 50,
      .transfer_latency = 50,
      .remote_transfer_latency = 50,
      .occupancy = 33,
      .context_switch = 1000,
      .cpi = 1}},
    {"dash",
     "Lenoski et al., The Stanford Dash multiprocessor, IEEE Computer 25(3), 1992: the prototype of 4 clusters of "
     "4 processors (33 MHz), 16-byte lines, a read 15 cycles from the second level, 30 in the cluster, 100 from "
     "the home cluster, 135 from a dirty copy in a third; the bus moves 64 MB/s",
     {.processors = 16,
      .megahertz = 33,
      .nodes = 4,
      .i1 = {64 * 1024, 1, 16},
      .d1 = {64 * 1024, 1, 16},
      .l2 = {256 * 1024, 1, 16},
      .protocol = COH_MSI,
      .replacement = COH_LRU,
      .l2_latency = 15,
      .memory_latency = 30,
      .remote_latency = 100,
      .transfer_latency = 30,
      .remote_transfer_latency = 135,
      .upgrade_latency = 30,
      .occupancy = 8,
      .context_switch = 1000,
      .cpi = 1}},
    {"metric-r12000",
     "Marathe et al., METRIC, CGO 2003, section 7: MIPS R12000, 32 KB 2-way, 32-byte lines",
     {.processors = 1,
      .megahertz = 300,
      .nodes = 1,
      .i1 = {32 * 1024, 2, 64},
      .d1 = {32 * 1024, 2, 32},
      .protocol = COH_MSI,
      .replacement = COH_LRU,
      .memory_latency = 100,
      .remote_latency = 100,
      .transfer_latency = 100,
      .remote_transfer_latency = 100,
      .cpi = 1}},
    {"intel-alder-lake",
     "Core i9-12900K, its 8 P cores at 5 GHz; L2 15 cycles (chipsandcheese.com, A Preview of Raptor Lake's Improved "
     "L2 Caches), between cores 35 ns (github.com/nviennot/core-to-core-latency), L3 taken as 70 cycles, memory "
     "as 90 ns; its L3 of 30 MB, 12-way, as 32 MB, 16-way",
     {.processors = 8,
      .megahertz = 5000,
      .nodes = 1,
      .i1 = {32 * 1024, 8, 64},
      .d1 = {48 * 1024, 12, 64},
      .l2 = {1280 * 1024, 10, 64},
      .ll = {32 * 1024 * 1024, 16, 64},
      .protocol = COH_MESI,
      .replacement = COH_LRU,
      .l2_latency = 15,
      .ll_latency = 70,
      .memory_latency = 450,
      .remote_latency = 450,
      .transfer_latency = 175,
      .remote_transfer_latency = 175,
      .upgrade_latency = 70,
      .occupancy = 4,
      .context_switch = 5000,
      .cpi = 1}},
    {"intel-ice-lake-sp",
     "two sockets of 32 cores of Ice Lake SP at 3 GHz; memory 89 ns, of the other socket 143 ns, modified in "
     "another core 64 ns, in the other socket 127 ns (Intel's Memory Latency Checker, "
     "github.com/gjbex/Code-optimization, info/icelake_mlc.txt), L2 taken as 14 cycles, L3 as 70; its L3 of 54 MB "
     "as 48 MB, both 12-way",
     {.processors = 64,
      .megahertz = 3000,
      .nodes = 2,
      .i1 = {32 * 1024, 8, 64},
      .d1 = {48 * 1024, 12, 64},
      .l2 = {1280 * 1024, 20, 64},
      .ll = {48 * 1024 * 1024, 12, 64},
      .protocol = COH_MESI,
      .replacement = COH_LRU,
      .l2_latency = 14,
      .ll_latency = 70,
      .memory_latency = 267,
      .remote_latency = 429,
      .transfer_latency = 192,
      .remote_transfer_latency = 381,
      .upgrade_latency = 70,
      .occupancy = 1,
      .context_switch = 3000,
      .cpi = 1}},
    {"amd-zen3",
     "Ryzen 7 5700X, 8 cores at 4.6 GHz; L2 12 and L3 46 cycles (AMD, Software Optimization Guide for the family "
     "19h), between cores 18 ns (github.com/nviennot/core-to-core-latency), memory taken as 75 ns",
     {.processors = 8,
      .megahertz = 4600,
      .nodes = 1,
      .i1 = {32 * 1024, 8, 64},
      .d1 = {32 * 1024, 8, 64},
      .l2 = {512 * 1024, 8, 64},
      .ll = {32 * 1024 * 1024, 16, 64},
      .protocol = COH_MOESI,
      .replacement = COH_LRU,
      .l2_latency = 12,
      .ll_latency = 46,
      .memory_latency = 345,
      .remote_latency = 345,
      .transfer_latency = 83,
      .remote_transfer_latency = 83,
      .upgrade_latency = 46,
      .occupancy = 6,
      .context_switch = 4600,
      .cpi = 1}},
    {"amd-milan",
     "EPYC 7003 at 3.5 GHz, of each of two sockets one complex of 8 cores, which share an L3; L2 12 and L3 46 "
     "cycles (AMD, Software Optimization Guide for the family 19h), between cores 23 ns, between sockets 197 ns "
     "(EPYC 7R13, github.com/nviennot/core-to-core-latency), memory taken as 100 ns, of the other socket as 190 ns",
     {.processors = 16,
      .megahertz = 3500,
      .nodes = 2,
      .i1 = {32 * 1024, 8, 64},
      .d1 = {32 * 1024, 8, 64},
      .l2 = {512 * 1024, 8, 64},
      .ll = {32 * 1024 * 1024, 16, 64},
      .protocol = COH_MOESI,
      .replacement = COH_LRU,
      .l2_latency = 12,
      .ll_latency = 46,
      .memory_latency = 350,
      .remote_latency = 665,
      .transfer_latency = 80,
      .remote_transfer_latency = 690,
      .upgrade_latency = 46,
      .occupancy = 4,
      .context_switch = 3500,
      .cpi = 1}},
    {"arm-graviton2",
     "AWS Graviton2, 64 cores Neoverse N1 at 2.5 GHz; L2 11 cycles, memory 81 ns (anandtech.com, Amazon's Arm-based "
     "Graviton2 Against AMD and Intel), between cores 47 ns (github.com/nviennot/core-to-core-latency), last level "
     "taken as 30 ns",
     {.processors = 64,
      .megahertz = 2500,
      .nodes = 1,
      .i1 = {64 * 1024, 4, 64},
      .d1 = {64 * 1024, 4, 64},
      .l2 = {1024 * 1024, 8, 64},
      .ll = {32 * 1024 * 1024, 16, 64},
      .protocol = COH_MOESI,
      .replacement = COH_LRU,
      .l2_latency = 11,
      .ll_latency = 75,
      .memory_latency = 203,
      .remote_latency = 203,
      .transfer_latency = 118,
      .remote_transfer_latency = 118,
      .upgrade_latency = 75,
      .occupancy = 1,
      .context_switch = 2500,
      .cpi = 1}},
};

enum { PRESETS = sizeof presets / sizeof presets[0] };

static bool same_text(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

bool coh_preset_find(const char *name, coh_config *config) {
  for (unsigned i = 0; i < PRESETS; i++)
    if (same_text(presets[i].name, name)) {
      *config = presets[i].config;
      return true;
    }
  return false;
}

const char *coh_preset_name(unsigned index) { return index < PRESETS ? presets[index].name : NULL; }
const char *coh_preset_source(unsigned index) { return index < PRESETS ? presets[index].source : NULL; }
