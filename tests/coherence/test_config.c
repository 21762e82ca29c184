/* test_config.c: tests presets, names, and the machines that mach_config_check() refuses.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/mach_config.h"
#include "tests/check.h"

/* ---- refusals ------------------------------------------------------------------------------------ */

static mach_geometry geometry(uint64_t sets, uint32_t ways, uint32_t line) {
  return (mach_geometry){.size = sets * ways * line, .ways = ways, .line = line};
}

/* A valid machine with all three levels. */
static mach_config good_machine(void) {
  mach_config c;
  if (!mach_preset_find(MACH_PRESET_DEFAULT, &c)) abort();
  c.d1 = geometry(64, 8, 64);
  c.l2 = geometry(512, 8, 64);
  c.ll = geometry(8192, 16, 64);
  return c;
}

static void check_accepted(const mach_config *c, int line) {
  char reason[256] = "";
  const char *option = mach_config_check(c, reason, sizeof reason);
  if (!option) return;
  printf("FAILED: line %d: refused: %s: %s\n", line, option, reason);
  check_failures++;
}

static void check_refused(const mach_config *c, const char *expected, int line) {
  char reason[256] = "";
  const char *option = mach_config_check(c, reason, sizeof reason);
  if (!option) {
    printf("FAILED: line %d: accepted, but %s is wrong\n", line, expected);
    check_failures++;
  } else if (strcmp(option, expected) != 0 || reason[0] == '\0') {
    printf("FAILED: line %d: %s: '%s', but %s is wrong\n", line, option, reason, expected);
    check_failures++;
  }
}

/* The good machine with one change. */
#define ACCEPTED(change)            \
  do {                              \
    mach_config c = good_machine(); \
    change;                         \
    check_accepted(&c, __LINE__);   \
  } while (0)
#define REFUSED(option, change)          \
  do {                                   \
    mach_config c = good_machine();      \
    change;                              \
    check_refused(&c, option, __LINE__); \
  } while (0)

static void test_numbers(void) {
  ACCEPTED((void)c);
  ACCEPTED(c.processors = 1);
  ACCEPTED(c.processors = MACH_MAX_PROCESSORS);
  REFUSED("processors", c.processors = 0);
  REFUSED("processors", c.processors = MACH_MAX_PROCESSORS + 1);
  REFUSED("processors", c.processors = UINT32_MAX);
  ACCEPTED(c.cpi = 1);
  ACCEPTED(c.cpi = 1000);
  REFUSED("cpi", c.cpi = 0);
  REFUSED("cpi", c.cpi = 1001);
  REFUSED("protocol", c.protocol = MACH_PROTOCOLS);
  REFUSED("replacement", c.replacement = MACH_REPLACEMENTS);
  REFUSED("L2-replacement", c.l2_replacement = MACH_LEVEL_POLICIES);
  REFUSED("LL-replacement", c.ll_replacement = MACH_LEVEL_POLICIES);
  ACCEPTED(c.ll_replacement = MACH_LEVEL_RRIP);
  REFUSED("L2-replacement", (c.l2_replacement = MACH_LEVEL_FIFO, c.l2.size = 0));
  REFUSED("LL-replacement", (c.ll_replacement = MACH_LEVEL_FIFO, c.ll.size = 0));
  REFUSED("protocol", c.protocol = (mach_protocol)-1);
  ACCEPTED(c.nodes = c.processors);
  ACCEPTED(c.nodes = 0);
  REFUSED("nodes", c.nodes = c.processors + 1);
  REFUSED("placement", c.placement = MACH_PLACEMENTS);
  ACCEPTED((c.nodes = 2, c.placement = MACH_FIXED_NODE, c.fixed_node = 1));
  REFUSED("placement", (c.nodes = 2, c.placement = MACH_FIXED_NODE, c.fixed_node = 2));
  REFUSED("placement", (c.nodes = 0, c.placement = MACH_FIXED_NODE, c.fixed_node = 1));
  ACCEPTED((c.placement = MACH_ROUND_ROBIN, c.fixed_node = 77));
  ACCEPTED(c.occupancy = MACH_MAX_OCCUPANCY);
  REFUSED("occupancy", c.occupancy = MACH_MAX_OCCUPANCY + 1);
  ACCEPTED(c.l2_latency = c.ll_latency = c.memory_latency = c.transfer_latency = c.upgrade_latency = 0);
  ACCEPTED(c.memory_bandwidth = c.processor_bandwidth = MACH_MAX_BANDWIDTH * MACH_TICKS);
  REFUSED("memory-bandwidth", c.memory_bandwidth = MACH_MAX_BANDWIDTH * MACH_TICKS + 1);
  REFUSED("processor-bandwidth", c.processor_bandwidth = MACH_MAX_BANDWIDTH * MACH_TICKS + 1);
}

static void test_latencies(void) {
#define LATENCY(option, field)                       \
  do {                                               \
    ACCEPTED(c.field = MACH_MAX_LATENCY);            \
    REFUSED(option, c.field = MACH_MAX_LATENCY + 1); \
  } while (0)
  LATENCY("L2-latency", l2_latency);
  LATENCY("LL-latency", ll_latency);
  LATENCY("memory-latency", memory_latency);
  LATENCY("remote-latency", remote_latency);
  LATENCY("transfer-latency", transfer_latency);
  LATENCY("remote-transfer-latency", remote_transfer_latency);
  LATENCY("upgrade-latency", upgrade_latency);
  LATENCY("tlb-latency", tlb_latency);
  LATENCY("walk-latency", walk_latency);
  LATENCY("context-switch", context_switch);
#undef LATENCY
}

static void test_tlbs(void) {
#define TLBS c.dtlb = (mach_entries){64, 4}, c.stlb = (mach_entries){1536, 12}, c.page = 4096
  ACCEPTED((TLBS));
  ACCEPTED((TLBS, c.stlb.n = 0));
  ACCEPTED((TLBS, c.dtlb.ways = 64));
  ACCEPTED((TLBS, c.dtlb = (mach_entries){MACH_MAX_ENTRIES, MACH_MAX_WAYS}));
  REFUSED("DTLB", (TLBS, c.dtlb = (mach_entries){2 * MACH_MAX_ENTRIES, MACH_MAX_WAYS}));
  REFUSED("DTLB", (TLBS, c.dtlb = (mach_entries){2 * MACH_MAX_WAYS, 2 * MACH_MAX_WAYS}));
  REFUSED("DTLB", (TLBS, c.dtlb.ways = 0));
  REFUSED("DTLB", (TLBS, c.dtlb.ways = 5));
  REFUSED("DTLB", (TLBS, c.dtlb = (mach_entries){48, 4}));
  REFUSED("STLB", (TLBS, c.stlb.ways = 8));
  REFUSED("STLB", (TLBS, c.stlb.ways = 0));
  REFUSED("STLB", (TLBS, c.dtlb.n = 0));
  ACCEPTED((TLBS, c.page = MACH_MAX_PAGE));
  REFUSED("DTLB", (TLBS, c.page = MACH_MIN_PAGE / 2));
  REFUSED("DTLB", (TLBS, c.page = MACH_MAX_PAGE * 2));
  REFUSED("DTLB", (TLBS, c.page = 12288));
#undef TLBS
}

static void test_prefetchers(void) {
#define PREFETCHERS c.prefetch = MACH_NEXT_LINE | MACH_STREAM, c.prefetch_degree = 2, c.prefetch_distance = 3
  ACCEPTED((PREFETCHERS));
  ACCEPTED((PREFETCHERS, c.prefetch_degree = MACH_MAX_DEGREE, c.prefetch_distance = MACH_MAX_DISTANCE));
  ACCEPTED((PREFETCHERS, c.prefetch_degree = c.prefetch_distance = c.prefetch = 0));
  REFUSED("prefetch", (PREFETCHERS, c.prefetch |= 1u << MACH_PREFETCHERS));
  REFUSED("prefetch-degree", (PREFETCHERS, c.prefetch_degree = 0));
  REFUSED("prefetch-degree", (PREFETCHERS, c.prefetch_degree = MACH_MAX_DEGREE + 1));
  REFUSED("prefetch-distance", (PREFETCHERS, c.prefetch_distance = 0));
  REFUSED("prefetch-distance", (PREFETCHERS, c.prefetch_distance = MACH_MAX_DISTANCE + 1));
#undef PREFETCHERS
#define OF_L2 \
  c.l2 = geometry(1 << 20, 16, 64), c.l2_prefetch = MACH_STREAM, c.l2_prefetch_degree = 2, c.l2_prefetch_distance = 20
  ACCEPTED((OF_L2));
  ACCEPTED((OF_L2, c.l2_prefetch_degree = c.l2_prefetch_distance = c.l2_prefetch = 0));
  REFUSED("L2-prefetch", (OF_L2, c.l2.size = 0));
  REFUSED("L2-prefetch", (OF_L2, c.l2_prefetch |= MACH_STRIDE));
  REFUSED("L2-prefetch-degree", (OF_L2, c.l2_prefetch_degree = 0));
  REFUSED("L2-prefetch-distance", (OF_L2, c.l2_prefetch_distance = MACH_MAX_DISTANCE + 1));
#undef OF_L2
}

/* Every node has processors that are neighbours. Nodes differ by at most one processor. */
static void test_nodes(void) {
  for (unsigned processors = 1; processors <= MACH_MAX_PROCESSORS; processors++)
    for (unsigned nodes = 1; nodes <= processors; nodes++) {
      const mach_config c = {.processors = processors, .nodes = nodes};
      unsigned on[MACH_MAX_PROCESSORS] = {0};
      for (unsigned p = 0; p < processors; p++) {
        const unsigned node = mach_node_of(&c, p);
        CHECK(node < nodes && (p == 0 || node >= mach_node_of(&c, p - 1)));
        if (node < nodes) on[node]++;
      }
      for (unsigned node = 0; node < nodes; node++)
        CHECK(on[node] >= processors / nodes && on[node] <= (processors + nodes - 1) / nodes);
    }
}

/* Tests what holds for any level. `level` is in the machine; its option is called `option`. */
static void test_geometry(const char *option, size_t level) {
#define LEVEL ((mach_geometry *)(void *)((char *)&c + level))
  REFUSED(option, LEVEL->ways = 0);
  REFUSED(option, LEVEL->line = 0);
  REFUSED(option, LEVEL->line = 48);
  REFUSED(option, LEVEL->line = MACH_MIN_LINE / 2);
  REFUSED(option, LEVEL->line = MACH_MAX_LINE * 2);
  REFUSED(option, LEVEL->size += 1);
  REFUSED(option, LEVEL->size -= 64);
  REFUSED(option, LEVEL->size = 64);
  REFUSED(option, LEVEL->ways += 1);                    /* number of sets is not whole */
  REFUSED(option, *LEVEL = geometry(4096 * 3, 16, 64)); /* number of sets is no power of two */
  REFUSED(option, *LEVEL = geometry(4096, MACH_MAX_WAYS + 1, 64));
  REFUSED(option, (c.replacement = MACH_PLRU, *LEVEL = geometry(8192, 12, 64)));
#undef LEVEL
}

static void test_levels(void) {
  REFUSED("LL", (c.ll_replacement = MACH_LEVEL_PLRU, c.ll = geometry(8192, 12, 64)));
  REFUSED("L2", (c.l2_replacement = MACH_LEVEL_PLRU, c.l2 = geometry(512, 12, 64)));
  ACCEPTED((c.replacement = MACH_PLRU, c.ll_replacement = MACH_LEVEL_LRU, c.ll = geometry(512, 12, 64)));
  test_geometry("D1", offsetof(mach_config, d1));
  test_geometry("L2", offsetof(mach_config, l2));
  test_geometry("LL", offsetof(mach_config, ll));
  REFUSED("D1", c.d1.size = 0);
  ACCEPTED(c.l2 = (mach_geometry){0});
  ACCEPTED(c.ll = (mach_geometry){0});
  ACCEPTED(c.l2 = c.ll = (mach_geometry){0});
  ACCEPTED(c.l2.size = 0); /* its ways and line do not matter then */
  ACCEPTED((c.l2.size = c.ll.size = 0, c.d1 = geometry(1, 1, MACH_MIN_LINE)));
  ACCEPTED((c.l2.size = c.ll.size = 0, c.d1 = geometry(2, 1, MACH_MAX_LINE)));
  ACCEPTED((c.l2.size = c.ll.size = 0, c.d1 = geometry(1, MACH_MAX_WAYS, 64)));
  ACCEPTED((c.l2.size = c.ll.size = 0, c.d1 = geometry(4, 12, 64)));
  REFUSED("L2", c.l2 = geometry(512, 8, 128));
  REFUSED("LL", c.ll = geometry(512, 8, 32));
  REFUSED("L2", c.l2 = geometry(32, 8, 64)); /* smaller than the D1 */
  ACCEPTED(c.l2 = c.d1);
  ACCEPTED(c.ll = geometry(1, 1, 64)); /* does not contain the others */
}

/* The reason must fit the text that the caller puts before it. */
static void test_short_reasons(void) {
  mach_config c = good_machine();
  c.d1.line = 48;
  for (size_t size = 0; size < 80; size++) {
    char reason[96];
    memset(reason, '#', sizeof reason);
    CHECK(mach_config_check(&c, reason, size) != NULL);
    CHECK(size == 0 || memchr(reason, '\0', size) != NULL);
    for (size_t i = size; i < sizeof reason; i++) CHECK(reason[i] == '#');
  }
}

/* ---- presets and names --------------------------------------------------------------------------- */

static void test_presets(void) {
  unsigned n = 0;
  const char *name;
  for (; (name = mach_preset_name(n)) != NULL; n++) {
    mach_config c;
    char reason[256] = "";
    const char *source = mach_preset_source(n);
    CHECK(source != NULL && source[0] != '\0' && strchr(source, '\n') == NULL);
    CHECK(mach_preset_find(name, &c));
    const char *option = mach_config_check(&c, reason, sizeof reason);
    if (option) printf("preset %s: %s: %s\n", name, option, reason);
    CHECK(option == NULL);
    for (unsigned other = 0; other < n; other++) CHECK(strcmp(mach_preset_name(other), name) != 0);
    CHECK(c.l2.size == 0 || c.l2_latency > 0);
    CHECK(c.ll.size == 0 || (c.ll_latency > c.l2_latency && c.ll_latency < c.memory_latency));
    CHECK(c.memory_latency <= c.remote_latency && c.transfer_latency <= c.remote_transfer_latency);
  }
  CHECK(n >= 32);
  CHECK(mach_preset_source(n) == NULL);
  CHECK(mach_preset_name(n + 1) == NULL && mach_preset_source(UINT32_MAX) == NULL);
}

/* With windows, a preset changes in its width, prefetchers and bandwidth only. The machines of papers change in their width
 * only. */
static void test_windows_of_presets(void) {
  const char *name;
  for (unsigned n = 0; (name = mach_preset_name(n)) != NULL; n++) {
    mach_config c, blocking;
    char reason[256] = "";
    CHECK(mach_preset_find(name, &blocking) && mach_preset_find_window(name, &c));
    CHECK(mach_config_check(&c, reason, sizeof reason) == NULL);
    CHECK(mach_config_has_window(&c) && !mach_config_has_window(&blocking));
    CHECK(mach_step(&blocking) == MACH_TICKS && !mach_config_prefetches(&blocking));
    CHECK(!mach_config_limits_bandwidth(&blocking));
    CHECK(mach_step(&c) >= MACH_TICKS / 8 && mach_step(&c) <= MACH_TICKS / 2);
    const bool of_paper = n < 4; /* the default, and the machines of papers */
    CHECK(of_paper == (mach_step(&c) == MACH_TICKS / 4 && !mach_config_prefetches(&c) && c.memory_bandwidth == 0));
    CHECK(c.processor_bandwidth <= c.memory_bandwidth);
    c.processor = MACH_BLOCKING;
    c.cpi = 1;
    c.cpi_thousandths = 0;
    c.prefetch = c.l2_prefetch = c.memory_bandwidth = c.processor_bandwidth = 0;
    /* Both are copies of the same entry, with its padding bytes. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
    CHECK(memcmp(&c, &blocking, sizeof c) == 0);
  }
}

static void test_unknown_preset(void) {
  static const char *const unknown[] = {"", "nothing", "SGI-4D340", "sgi-4d34", "sgi-4d3400"};
  for (unsigned i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
    mach_config c, before;
    memset(&c, 0x5a, sizeof c);
    before = c;
    CHECK(!mach_preset_find(unknown[i], &c) && !mach_preset_find_window(unknown[i], &c));
    /* Compares also padding bytes, which must not be written. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
    CHECK(memcmp(&c, &before, sizeof c) == 0);
  }
}

static void test_machines_of_papers(void) {
  mach_config c;
  CHECK(mach_preset_find("sgi-4d340", &c));
  CHECK(c.processors == 4 && c.d1.size == 64 * 1024 && c.d1.ways == 1 && c.d1.line == 64);
  CHECK(c.memory_latency == 50);
  CHECK(mach_preset_find("dash", &c));
  CHECK(c.processors == 16 && c.nodes == 4 && c.d1.line == 16 && c.l2.size == 256 * 1024);
  CHECK(c.memory_latency == 30 && c.remote_latency == 100 && c.remote_transfer_latency == 135);
  CHECK(mach_preset_find("metric-r12000", &c));
  CHECK(c.d1.size == 32 * 1024 && c.d1.ways == 2 && c.d1.line == 32);
}

static void test_default(void) {
  mach_config machine = {0};
  const mach_config *c = &machine;
  CHECK(mach_preset_find(MACH_PRESET_DEFAULT, &machine));
  CHECK(c->processors == 4 && c->d1.size == 32 * 1024 && c->d1.ways == 8 && c->d1.line == 64);
  CHECK(c->l2.size == 0 && c->ll.size == 8 << 20 && c->ll.ways == 16);
  CHECK(c->protocol == MACH_MESI && c->replacement == MACH_LRU);
}

static void test_names(void) {
  CHECK(strcmp(mach_protocol_name(MACH_MSI), "msi") == 0);
  CHECK(strcmp(mach_protocol_name(MACH_MESI), "mesi") == 0);
  CHECK(strcmp(mach_protocol_name(MACH_MOESI), "moesi") == 0);
  CHECK(mach_protocol_name(MACH_PROTOCOLS) == NULL);
  CHECK(strcmp(mach_placement_name(MACH_FIRST_TOUCH), "first-touch") == 0);
  CHECK(strcmp(mach_placement_name(MACH_ROUND_ROBIN), "round-robin") == 0);
  CHECK(strcmp(mach_placement_name(MACH_FIXED_NODE), "node") == 0);
  CHECK(mach_placement_name(MACH_PLACEMENTS) == NULL);
  CHECK(mach_protocol_name((mach_protocol)1000) == NULL);
  CHECK(strcmp(mach_prefetcher_name(0), "next-line") == 0);
  CHECK(strcmp(mach_prefetcher_name(1), "stride") == 0);
  CHECK(strcmp(mach_prefetcher_name(2), "stream") == 0);
  CHECK(mach_prefetcher_name(MACH_PREFETCHERS) == NULL);
  CHECK(strcmp(mach_replacement_name(MACH_LRU), "lru") == 0);
  CHECK(strcmp(mach_replacement_name(MACH_FIFO), "fifo") == 0);
  CHECK(strcmp(mach_replacement_name(MACH_RANDOM), "random") == 0);
  CHECK(strcmp(mach_replacement_name(MACH_PLRU), "plru") == 0);
  CHECK(mach_replacement_name(MACH_REPLACEMENTS) == NULL);
  CHECK(mach_replacement_name((mach_replacement)-1) == NULL);
}

int main(void) {
  test_numbers();
  test_latencies();
  test_tlbs();
  test_prefetchers();
  test_nodes();
  test_levels();
  test_short_reasons();
  test_presets();
  test_windows_of_presets();
  test_unknown_preset();
  test_machines_of_papers();
  test_default();
  test_names();
  printf("machines and presets: %d failed\n", check_failures);
  return check_failures != 0;
}
