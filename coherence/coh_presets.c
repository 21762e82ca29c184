/* coh_presets.c: machines by name.
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
      .nodes = 1,
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
     "64-byte lines, 50 cycles for every miss",
     {.processors = 4,
      .nodes = 1,
      .d1 = {64 * 1024, 1, 64},
      .protocol = COH_MSI,
      .replacement = COH_LRU,
      .memory_latency = 50,
      .remote_latency = 50,
      .transfer_latency = 50,
      .remote_transfer_latency = 50,
      .cpi = 1}},
    {"metric-r12000",
     "Marathe et al., METRIC, CGO 2003, section 7: MIPS R12000, 32 KB 2-way, 32-byte lines",
     {.processors = 1,
      .nodes = 1,
      .d1 = {32 * 1024, 2, 32},
      .protocol = COH_MSI,
      .replacement = COH_LRU,
      .memory_latency = 100,
      .remote_latency = 100,
      .transfer_latency = 100,
      .remote_transfer_latency = 100,
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
