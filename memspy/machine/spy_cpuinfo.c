/* spy_cpuinfo.c: see spy_cpuinfo.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/machine/spy_cpuinfo.h"

#include "memspy/core/spy_file.h"
#include "memspy/machine/spy_cpuid.h"
#include "memspy/machine/spy_topology.h"
#include "memspy/setup/spy_options.h"

enum { EXTENDED = 0x80000000 };

static spy_cpuid_words ask(UInt leaf, UInt processor) {
  spy_cpuid_words limit = {0}, words = {0};
  spy_cpuid_ask(leaf & EXTENDED, 0, processor, &limit);
  if (leaf <= limit.a) spy_cpuid_ask(leaf, 0, processor, &words);
  return words;
}

/* ---- rows with values from cpuid ---- */

static void append_vendor(XArray *text, UInt processor) {
  const spy_cpuid_words words = ask(0, processor);
  const UInt order[] = {words.b, words.d, words.c, 0};
  VG_(xaprintf)(text, "%s", (const HChar *)order);
}

/* Returns the family: combines the extended fields with the family as Linux does. */
static UInt family(UInt signature) {
  const UInt base = signature >> 8 & 15;
  return base == 15 ? base + (signature >> 20 & 255) : base;
}

static void append_family(XArray *text, UInt processor) { VG_(xaprintf)(text, "%u", family(ask(1, processor).a)); }

static void append_model(XArray *text, UInt processor) {
  const UInt signature = ask(1, processor).a;
  const UInt extended = family(signature) >= 6 ? signature >> 16 & 15 : 0;
  VG_(xaprintf)(text, "%u", extended << 4 | (signature >> 4 & 15));
}

static void append_name(XArray *text, UInt processor) {
  enum { FIRST = 0x80000002, LEAVES = 3 };
  spy_cpuid_words words[LEAVES + 1] = {{0}};
  for (UInt i = 0; i < LEAVES; i++) words[i] = ask(FIRST + i, processor);
  const HChar *name = (const HChar *)words;
  while (*name == ' ') name++;
  VG_(xaprintf)(text, "%s", *name ? name : "unknown");
}

static void append_stepping(XArray *text, UInt processor) { VG_(xaprintf)(text, "%u", ask(1, processor).a & 15); }

static void append_leaves(XArray *text, UInt processor) { VG_(xaprintf)(text, "%u", ask(0, processor).a); }

static void append_flags(XArray *text, UInt processor) {
  const HChar *space = "";
#define FLAG(leaf, reg, bit, name)                       \
  if ((ask(leaf, processor).reg & (1u << (bit))) != 0) { \
    VG_(xaprintf)(text, "%s" name, space);               \
    space = " ";                                         \
  }
#include "memspy/machine/spy_cpu_flags.def"
#undef FLAG
}

static void append_address_sizes(XArray *text, UInt processor) {
  const UInt sizes = ask(0x80000008, processor).a;
  VG_(xaprintf)(text, "%u bits physical, %u bits virtual", sizes & 255, sizes >> 8 & 255);
}

/* ---- rows of the simulated machine ---- */

static void append_number(XArray *text, UInt processor) { VG_(xaprintf)(text, "%u", processor); }
static void append_package(XArray *text, UInt processor) { VG_(xaprintf)(text, "%u", spy_node_of(processor)); }
static void append_core(XArray *text, UInt processor) { VG_(xaprintf)(text, "%u", spy_core_of(processor)); }
static void append_apic(XArray *text, UInt processor) { VG_(xaprintf)(text, "%u", spy_apic_id(processor)); }
static void append_yes(XArray *text, UInt processor) { VG_(xaprintf)(text, "yes"), (void)processor; }
static void append_nothing(XArray *text, UInt processor) { (void)text, (void)processor; }

static void append_cores(XArray *text, UInt processor) {
  VG_(xaprintf)(text, "%d", __builtin_popcountll(spy_processors_of(spy_node_of(processor))));
}

static UInt megahertz(void) { return spy_options_get()->machine.megahertz; }

static void append_megahertz(XArray *text, UInt processor) {
  VG_(xaprintf)(text, "%u.000", megahertz()), (void)processor;
}
static void append_bogomips(XArray *text, UInt processor) {
  VG_(xaprintf)(text, "%u.00", 2 * megahertz()), (void)processor;
}

static void append_cache(XArray *text, UInt processor) {
  spy_seen_cache cache;
  (void)processor;
  if (!spy_cache_seen(3, SPY_SEEN_UNIFIED, &cache) && !spy_cache_seen(2, SPY_SEEN_UNIFIED, &cache))
    spy_cache_seen(1, SPY_SEEN_DATA, &cache);
  VG_(xaprintf)(text, "%llu KB", spy_cache_bytes(&cache) >> 10);
}

static void append_line(XArray *text, UInt processor) {
  spy_seen_cache cache;
  (void)processor;
  spy_cache_seen(1, SPY_SEEN_DATA, &cache);
  VG_(xaprintf)(text, "%u", cache.line);
}

/* ---- the file ---- */

static const struct {
  const HChar *key;
  Bool is_answered; /* whether the value comes from cpuid; otherwise it comes from the simulated machine */
  void (*append)(XArray *text, UInt processor);
} rows[] = {{"processor\t: ", False, append_number},
            {"vendor_id\t: ", True, append_vendor},
            {"cpu family\t: ", True, append_family},
            {"model\t\t: ", True, append_model},
            {"model name\t: ", True, append_name},
            {"stepping\t: ", True, append_stepping},
            {"cpu MHz\t\t: ", False, append_megahertz},
            {"cache size\t: ", False, append_cache},
            {"physical id\t: ", False, append_package},
            {"siblings\t: ", False, append_cores},
            {"core id\t\t: ", False, append_core},
            {"cpu cores\t: ", False, append_cores},
            {"apicid\t\t: ", False, append_apic},
            {"initial apicid\t: ", False, append_apic},
            {"fpu\t\t: ", False, append_yes},
            {"fpu_exception\t: ", False, append_yes},
            {"cpuid level\t: ", True, append_leaves},
            {"wp\t\t: ", False, append_yes},
            {"flags\t\t: ", True, append_flags},
            {"bogomips\t: ", False, append_bogomips},
            {"clflush size\t: ", False, append_line},
            {"cache_alignment\t: ", False, append_line},
            {"address sizes\t: ", True, append_address_sizes},
            {"power management:", False, append_nothing}};

/* Appends the rest of the first line of the host's text that has a key. */
static void append_of_host(XArray *text, const HChar *host, const HChar *key) {
  const HChar *line = host ? VG_(strstr)(host, key) : NULL;
  if (!line) return;
  line += VG_(strlen)(key);
  while (*line && *line != '\n') VG_(addToXA)(text, line++);
}

void spy_append_cpuinfo(XArray *text) {
  const HChar *wrong;
  spy_cpuid_words words;
  const Bool answers = spy_cpuid_ask(0, 0, 0, &words);
  HChar *host = answers ? NULL : spy_file_read("/proc/cpuinfo", 1 << 24, &wrong);
  for (UInt processor = 0; processor < spy_processors_seen(); processor++) {
    for (UInt i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      VG_(xaprintf)(text, "%s", rows[i].key);
      if (rows[i].is_answered && !answers)
        append_of_host(text, host, rows[i].key);
      else
        rows[i].append(text, processor);
      VG_(xaprintf)(text, "\n");
    }
    VG_(xaprintf)(text, "\n");
  }
  if (host) VG_(free)(host);
}
