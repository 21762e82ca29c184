/* mach_config.c: the names of policies, and the check of a machine. SPDX-License-Identifier: GPL-2.0-or-later */
#include "machine/mach_config.h"

#include "plat/plat.h"

#define NAME(symbol, name) name,

const char *mach_protocol_name(mach_protocol protocol) {
  static const char *const names[] = {MACH_PROTOCOL_LIST(NAME)};
  return (unsigned)protocol < MACH_PROTOCOLS ? names[protocol] : NULL;
}

const char *mach_replacement_name(mach_replacement replacement) {
  static const char *const names[] = {MACH_REPLACEMENT_LIST(NAME)};
  return (unsigned)replacement < MACH_REPLACEMENTS ? names[replacement] : NULL;
}

const char *mach_processor_name(mach_processor kind) {
  static const char *const names[] = {MACH_PROCESSOR_LIST(NAME)};
  return (unsigned)kind < MACH_PROCESSOR_KINDS ? names[kind] : NULL;
}

const char *mach_placement_name(mach_placement placement) {
  static const char *const names[] =
      {[MACH_FIRST_TOUCH] = "first-touch", [MACH_ROUND_ROBIN] = "round-robin", [MACH_FIXED_NODE] = "node"};
  return (unsigned)placement < MACH_PLACEMENTS ? names[placement] : NULL;
}

const char *mach_prefetcher_name(unsigned i) {
  static const char *const names[] = {"next-line", "stride", "stream"};
  return i < MACH_PREFETCHERS ? names[i] : NULL;
}

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

uint32_t mach_config_longest_stall(const mach_config *config) {
  const uint32_t near = larger(larger(config->ll_latency, config->memory_latency), config->transfer_latency);
  const uint32_t far = config->nodes > 1 ? larger(config->remote_latency, config->remote_transfer_latency) : 0;
  const uint32_t own = (config->l2.size != 0 ? config->l2_latency : 0) + config->upgrade_latency;
  const uint32_t translation = config->dtlb.n != 0 ? larger(config->tlb_latency, config->walk_latency) : 0;
  return larger(larger(near, far), own) + 2 * translation;
}

static bool power_of_two(uint64_t n) { return n != 0 && (n & (n - 1)) == 0; }

/* Copies a reason to *reason, truncated to the room there. Returns `option`, which mach_config_check() then returns. */
static const char *because(const char *option, char *reason, size_t size, const char *text) {
  size_t n = 0;
  for (; size != 0 && n < size - 1 && text[n]; n++) reason[n] = text[n];
  if (size != 0) reason[n] = '\0';
  return option;
}

const char *mach_geometry_check(const mach_geometry *geometry, mach_replacement replacement) {
  if (!power_of_two(geometry->line) || geometry->line < MACH_MIN_LINE || geometry->line > MACH_MAX_LINE)
    return "the line size must be a power of two from 16 to 1024";
  if (geometry->ways == 0 || geometry->ways > MACH_MAX_WAYS) return "there must be 1 to 4096 ways";
  const uint64_t way = (uint64_t)geometry->ways * geometry->line;
  if (geometry->size > (uint64_t)1 << 40) return "the size must be at most 1 TB";
  if (geometry->size % way != 0 || !power_of_two(geometry->size / way))
    return "the number of sets, size / ways / line, must be a power of two";
  if (replacement == MACH_PLRU && !power_of_two(geometry->ways))
    return "tree-PLRU replacement needs a power of two of ways";
  return NULL;
}

/* The bounds of an option whose value is a number. */
typedef struct {
  const char *name;
  mach_option needs;
  size_t offset;
  uint32_t least, most;
  const char *reason; /* error message for a number outside of the bounds; NULL: the values of the option are not
                         numbers */
} bounds;

#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number
#define BOUNDS_NUMBER(field, least, most, unit) \
  offsetof(mach_config, field), least, most, "there must be " TEXT(least) " to " TEXT(most) " " unit
#define BOUNDS_DECIMAL(field, most, unit) NO_BOUNDS
#define BOUNDS_CYCLES(field) BOUNDS_NUMBER(field, 0, MACH_MAX_LATENCY, "cycles")
#define NO_BOUNDS 0, 0, UINT32_MAX, NULL
#define BOUNDS_OWN(text) NO_BOUNDS
#define BOUNDS_BANDWIDTH(field)                                    \
  offsetof(mach_config, field), 0, MACH_MAX_BANDWIDTH *MACH_TICKS, \
      "there must be 0.001 to " TEXT(MACH_MAX_BANDWIDTH) " bytes per cycle"
#define BOUNDS_YES(field) NO_BOUNDS
#define BOUNDS_CHOICE(type, field, words) NO_BOUNDS
#define BOUNDS_GEOMETRY(field) NO_BOUNDS
#define BOUNDS_CACHE(field) NO_BOUNDS
#define BOUNDS_TLB(field, page) NO_BOUNDS
#define BOUNDS_ENTRIES(field) NO_BOUNDS
#define BOUNDS_PLACEMENT(field, node) NO_BOUNDS
#define BOUNDS_PREFETCHERS(field, kinds) NO_BOUNDS

/* Checks the options whose values are numbers, as mach_config_check() does. */
static const char *check_numbers(const mach_config *config, char *reason, size_t size) {
  static const bounds all[MACH_OPTIONS] = {
#define OPTION(symbol, name, type, initial, listed, needs, help) \
  [MACH_OPTION_##symbol] = {name, MACH_OPTION_##needs, BOUNDS_##type},
#include "machine/mach_option_table.def"
#undef OPTION
  };
  for (unsigned i = 0; i < MACH_OPTIONS; i++) {
    const uint32_t *const number = (const uint32_t *)((const char *)config + all[i].offset);
    if (!all[i].reason || (all[i].needs == MACH_OPTION_PREFETCH && config->prefetch == 0) ||
        (all[i].needs == MACH_OPTION_L2_PREFETCH && config->l2_prefetch == 0) ||
        (all[i].needs == MACH_OPTION_PROCESSOR && !mach_config_has_window(config)))
      continue;
    if (i == MACH_OPTION_NODES && *number == 0) continue;
    if (*number < all[i].least || *number > all[i].most) return because(all[i].name, reason, size, all[i].reason);
  }
  return NULL;
}

/* As mach_config_check(), but only checks the nodes. */
static const char *check_nodes(const mach_config *config, char *reason, size_t size) {
  if (config->nodes > config->processors)
    return because("nodes", reason, size, "there must be 1 node to as many as processors");
  if (!mach_placement_name(config->placement))
    return because("placement", reason, size, "the placement must be first-touch, round-robin or node:N");
  if (config->placement == MACH_FIXED_NODE && config->fixed_node != 0 && config->fixed_node >= config->nodes)
    return because("placement", reason, size, "the node must be one of the machine's, which are numbered from 0");
  return NULL;
}

/* Returns the error in the number of entries or ways of a TLB, or NULL if there is none. */
static const char *wrong_entries(const mach_entries *entries) {
  if (entries->n > MACH_MAX_ENTRIES) return "there must be 1 to 1048576 entries";
  if (entries->ways == 0 || entries->ways > MACH_MAX_WAYS) return "there must be 1 to 4096 ways";
  if (entries->n % entries->ways != 0 || !power_of_two(entries->n / entries->ways))
    return "the number of sets, entries / ways, must be a power of two";
  return NULL;
}

/* As mach_config_check(), but only checks the TLBs. */
static const char *check_tlbs(const mach_config *config, char *reason, size_t size) {
  const char *wrong = config->dtlb.n != 0 ? wrong_entries(&config->dtlb) : NULL;
  if (!wrong && config->dtlb.n != 0 &&
      (!power_of_two(config->page) || config->page < MACH_MIN_PAGE || config->page > MACH_MAX_PAGE))
    wrong = "the page size must be a power of two from 4K to 1G";
  if (wrong) return because("DTLB", reason, size, wrong);
  if (config->stlb.n == 0) return NULL;
  wrong = config->dtlb.n == 0 ? "a second level needs a first one, --DTLB" : wrong_entries(&config->stlb);
  return wrong ? because("STLB", reason, size, wrong) : NULL;
}

/* As mach_config_check(), but only checks the processors without their caches. */
static const char *check_processors(const mach_config *config, char *reason, size_t size) {
  if (config->cpi_thousandths >= MACH_TICKS || mach_step(config) == 0 || mach_step(config) > 1000 * MACH_TICKS)
    return because("cpi", reason, size, "there must be 0.001 to 1000 cycles per instruction");
  if ((unsigned)config->processor >= MACH_PROCESSOR_KINDS)
    return because("processor", reason, size, "a processor is blocking or has a window");
  return NULL;
}

/* As mach_config_check(), but only checks the prefetchers. */
static const char *check_prefetchers(const mach_config *config, char *reason, size_t size) {
  if (config->prefetch >> MACH_PREFETCHERS != 0)
    return because("prefetch", reason, size, "there are next-line, stride and stream");
  if ((config->l2_prefetch & ~(uint32_t)MACH_L2_PREFETCHERS) != 0)
    return because("L2-prefetch", reason, size, "the prefetchers of an L2 are next-line and stream");
  if (config->l2_prefetch != 0 && config->l2.size == 0)
    return because("L2-prefetch", reason, size, "the prefetchers of an L2 require an --L2");
  return NULL;
}

static const char *check_policies(const mach_config *config, char *reason, size_t size) {
  const struct {
    const char *option;
    mach_level_policy policy;
    const mach_geometry *level;
    const char *missing;
  } levels[] = {
      {"L2-replacement", config->l2_replacement, &config->l2, "the policy of an L2 requires an --L2"},
      {"LL-replacement", config->ll_replacement, &config->ll, "the policy of a last level requires an --LL"},
  };
  if (!mach_replacement_name(config->replacement))
    return because("replacement", reason, size, "there is no such policy");
  for (unsigned i = 0; i < sizeof levels / sizeof levels[0]; i++) {
    if ((unsigned)levels[i].policy >= MACH_LEVEL_POLICIES)
      return because(levels[i].option, reason, size, "there is no such policy");
    if (levels[i].policy != MACH_LEVEL_SAME && levels[i].level->size == 0)
      return because(levels[i].option, reason, size, levels[i].missing);
  }
  return NULL;
}

const char *mach_config_check(const mach_config *config, char *reason, size_t size) {
  const char *number = check_numbers(config, reason, size);
  if (number) return number;
  const char *wrong = check_processors(config, reason, size);
  if (!wrong) wrong = check_nodes(config, reason, size);
  if (wrong) return wrong;
  if (!mach_protocol_name(config->protocol)) return because("protocol", reason, size, "there is no such protocol");
  wrong = check_policies(config, reason, size);
  if (wrong) return wrong;
  if (config->d1.size == 0) return because("D1", reason, size, "the first-level cache cannot be left out");
  const struct {
    const char *name;
    const mach_geometry *geometry;
    mach_replacement policy;
  } levels[] = {{"D1", &config->d1, config->replacement},
                {"L2", &config->l2, mach_policy_of(config, config->l2_replacement)},
                {"LL", &config->ll, mach_policy_of(config, config->ll_replacement)}};
  for (unsigned i = 0; i < sizeof levels / sizeof levels[0]; i++) {
    if (levels[i].geometry->size == 0) continue;
    wrong = mach_geometry_check(levels[i].geometry, levels[i].policy);
    if (wrong) return because(levels[i].name, reason, size, wrong);
    if (levels[i].geometry->line != config->d1.line)
      return because(levels[i].name, reason, size, "the line size must be that of D1");
  }
  if (config->l2.size != 0 && config->l2.size < config->d1.size)
    return because("L2", reason, size, "the L2 contains the D1 and cannot be smaller");
  wrong = check_tlbs(config, reason, size);
  return wrong ? wrong : check_prefetchers(config, reason, size);
}
