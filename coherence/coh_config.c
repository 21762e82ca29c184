/* coh_config.c: the names of policies, the presets, and the check of a machine.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_config.h"

#include "coherence/plat.h"

typedef struct {
  const char *name;
  const char *source;
  coh_config config;
} preset;

static const preset presets[] = {
    {"default",
     "no particular machine: 4 processors, 32 KB 8-way D1, 8 MB 16-way last level, 64-byte lines",
     {.processors = 4,
      .d1 = {32 * 1024, 8, 64},
      .ll = {8 * 1024 * 1024, 16, 64},
      .protocol = COH_MESI,
      .replacement = COH_LRU,
      .l2_latency = 12,
      .ll_latency = 40,
      .memory_latency = 200,
      .transfer_latency = 100,
      .upgrade_latency = 40,
      .cpi = 1}},
    {"sgi-4d340",
     "Martonosi, Gupta and Anderson, SIGMETRICS 1992, section 4: 4 processors on a bus, 64 KB caches, "
     "64-byte lines, 50 cycles for every miss",
     {.processors = 4,
      .d1 = {64 * 1024, 1, 64},
      .protocol = COH_MSI,
      .replacement = COH_LRU,
      .memory_latency = 50,
      .transfer_latency = 50,
      .cpi = 1}},
    {"metric-r12000",
     "Marathe et al., METRIC, CGO 2003, section 7: MIPS R12000, 32 KB 2-way, 32-byte lines",
     {.processors = 1,
      .d1 = {32 * 1024, 2, 32},
      .protocol = COH_MSI,
      .replacement = COH_LRU,
      .memory_latency = 100,
      .transfer_latency = 100,
      .cpi = 1}},
};

enum { PRESETS = sizeof presets / sizeof presets[0] };

const char *coh_protocol_name(coh_protocol protocol) {
  static const char *const names[] = {[COH_MSI] = "msi", [COH_MESI] = "mesi"};
  return (unsigned)protocol < COH_PROTOCOLS ? names[protocol] : NULL;
}

const char *coh_replacement_name(coh_replacement replacement) {
  static const char *const names[] = {
      [COH_LRU] = "lru", [COH_FIFO] = "fifo", [COH_RANDOM] = "random", [COH_PLRU] = "plru"};
  return (unsigned)replacement < COH_REPLACEMENTS ? names[replacement] : NULL;
}

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

static bool power_of_two(uint64_t n) { return n != 0 && (n & (n - 1)) == 0; }

/* Copies a reason, cut to the room there is; the result of coh_config_check(). */
static const char *because(const char *option, char *reason, size_t size, const char *text) {
  size_t n = 0;
  for (; size != 0 && n < size - 1 && text[n]; n++) reason[n] = text[n];
  if (size != 0) reason[n] = '\0';
  return option;
}

static const char *check_geometry(const coh_geometry *geometry, coh_replacement replacement) {
  if (!power_of_two(geometry->line) || geometry->line < COH_MIN_LINE || geometry->line > COH_MAX_LINE)
    return "the line size must be a power of two from 16 to 1024";
  if (geometry->ways == 0 || geometry->ways > COH_MAX_WAYS) return "there must be 1 to 4096 ways";
  const uint64_t way = (uint64_t)geometry->ways * geometry->line;
  if (geometry->size > (uint64_t)1 << 40) return "the size must be at most 1 TB";
  if (geometry->size % way != 0 || !power_of_two(geometry->size / way))
    return "the number of sets, size / ways / line, must be a power of two";
  if (replacement == COH_PLRU && !power_of_two(geometry->ways))
    return "tree-PLRU replacement needs a power of two of ways";
  return NULL;
}

const char *coh_config_check(const coh_config *config, char *reason, size_t size) {
  if (config->processors == 0 || config->processors > COH_MAX_PROCESSORS)
    return because("processors", reason, size, "there must be 1 to 64 processors");
  if (config->cpi == 0 || config->cpi > 1000)
    return because("cpi", reason, size, "there must be 1 to 1000 cycles per instruction");
  if (!coh_protocol_name(config->protocol))
    return because("protocol", reason, size, "the protocol must be msi or mesi");
  if (!coh_replacement_name(config->replacement))
    return because("replacement", reason, size, "the policy must be lru, fifo, random or plru");
  if (config->d1.size == 0) return because("D1", reason, size, "the first-level cache cannot be left out");
  const struct {
    const char *name;
    const coh_geometry *geometry;
  } levels[] = {{"D1", &config->d1}, {"L2", &config->l2}, {"LL", &config->ll}};
  for (unsigned i = 0; i < sizeof levels / sizeof levels[0]; i++) {
    if (levels[i].geometry->size == 0) continue;
    const char *wrong = check_geometry(levels[i].geometry, config->replacement);
    if (wrong) return because(levels[i].name, reason, size, wrong);
    if (levels[i].geometry->line != config->d1.line)
      return because(levels[i].name, reason, size, "the line size must be that of D1");
  }
  if (config->l2.size != 0 && config->l2.size < config->d1.size)
    return because("L2", reason, size, "the L2 contains the D1 and cannot be smaller");
  return NULL;
}
