/* mach_host.c: see mach_host.h.
 *
 * A simulated machine has processors of one kind, each with a private L2, and nodes of equal size, each with a last
 * level and memory. Hosts are mapped to it as follows:
 * - Each core becomes one processor. The hardware threads of a core share its D1, so they are one processor.
 * - If there are several kinds of cores, only the fastest kind is simulated: the cores with the highest capacity. If the
 * kernel reports no capacities, the maximum frequency decides. If several kinds are equally fast, the largest D1 decides,
 * then the largest part of an L2, then the largest last level.
 * - An L2 that several cores share becomes the last level if there is no other last level. Otherwise, each core gets
 * its share of the L2.
 * - The cores that share a last level form a node. If there are more memory nodes than last levels, the cores of each
 * memory node form a node, with their share of the last level. With a single memory node, all memory has the same
 * latency, and so have the caches of other nodes. The cores of a node without memory use the first node that has
 * memory.
 * - If the host has more cores than a machine can have, the maximum number is simulated, with the nodes that contain
 * these cores.
 * - The number of sets is rounded down to a power of two. The number of ways is chosen so that the cache has its real
 * size, or slightly less.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "machine/mach_host.h"

#include "machine/mach_cpuid.h"
#include "machine/mach_host_cores.h"
#include "machine/mach_option_value.h"
#include "plat/plat.h"

typedef mach_host_core core;

enum {
  FULL_CAPACITY = 1024, /* capacity of the fastest core, on the scale that Linux uses */
  /* cores above this percentage of the highest capacity or frequency are of the same kind, because such cores differ
   * slightly */
  LIKE_FASTEST = 85
};

/* ---- the cores ---- */

static uint32_t l2_of(const core *c) { return c->l2.first; }
static uint32_t ll_of(const core *c) { return c->ll.first; }
static uint32_t node_of(const core *c) { return c->node; }

/* Returns how many cores have the same key as the first core. */
static uint32_t count_like_first(const core *cores, uint32_t n, uint32_t (*key)(const core *)) {
  uint32_t like = 0;
  for (uint32_t i = 0; i < n; i++) like += key(&cores[i]) == key(&cores[0]);
  return like;
}

static uint32_t count_different(const core *cores, uint32_t n, uint32_t (*key)(const core *)) {
  uint32_t different = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t before = 0;
    while (before < i && key(&cores[before]) != key(&cores[i])) before++;
    different += before == i;
  }
  return different;
}

static uint64_t capacity_of(const core *c) { return c->capacity != 0 ? c->capacity : FULL_CAPACITY; }
static uint64_t frequency_of(const core *c) { return c->frequency; }
static uint64_t has_d1(const core *c) { return c->d1.geometry.size != 0; }
static uint64_t d1_size(const core *c) { return c->d1.geometry.size; }

/* Returns the size of the L2, divided by the number of cores that share it. */
static uint64_t l2_part(const core *c) {
  const uint32_t cores = c->d1.sharers != 0 ? c->l2.sharers / c->d1.sharers : 1;
  return cores > 1 ? c->l2.geometry.size / cores : c->l2.geometry.size;
}

static uint64_t ll_size(const core *c) { return c->ll.geometry.size; }

/* A criterion by which cores are selected: a core is simulated only if its figure is at least `percent` of the largest
 * figure. */
typedef struct {
  mach_host_reason reason; /* reason for which the other cores are not simulated */
  uint64_t (*figure)(const core *);
  unsigned percent;
} criterion;

/* Keeps the cores that meet a criterion, and counts the other cores. Returns the number of cores kept. */
static uint32_t keep_largest(core *cores, uint32_t n, const criterion *by, mach_host *host) {
  uint64_t largest = 0, (*const figure)(const core *) = by->figure;
  for (uint32_t i = 0; i < n; i++)
    if (figure(&cores[i]) > largest) largest = figure(&cores[i]);
  uint32_t kept = 0;
  uint64_t *const best = &host->left_out[by->reason].best;
  for (uint32_t i = 0; i < n; i++) {
    if (figure(&cores[i]) * 100 >= largest * by->percent)
      cores[kept++] = cores[i];
    else if (figure(&cores[i]) > *best)
      *best = figure(&cores[i]);
  }
  host->left_out[by->reason].cores = n - kept;
  return kept;
}

/* Returns whether frequencies distinguish the cores: all cores report one, and no core reports a capacity. */
static bool has_frequencies(const core *cores, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (cores[i].frequency == 0 || cores[i].capacity != 0) return false;
  return true;
}

/* Keeps the cores of the fastest kind. Returns the number of cores kept. */
static uint32_t keep_fastest(core *cores, mach_host *host) {
  static const criterion criteria[] = {
      {MACH_REASON_NO_D1, has_d1, 100},
      {MACH_REASON_CAPACITY, capacity_of, LIKE_FASTEST},
      {MACH_REASON_FREQUENCY, frequency_of, LIKE_FASTEST},
      {MACH_REASON_D1, d1_size, 100},
      {MACH_REASON_L2, l2_part, 100},
      {MACH_REASON_LL, ll_size, 100},
  };
  uint32_t n = host->cores;
  for (unsigned i = 0; i < sizeof criteria / sizeof criteria[0]; i++)
    if (criteria[i].figure != frequency_of || has_frequencies(cores, n)) n = keep_largest(cores, n, &criteria[i], host);
  return n;
}

/* ---- notes ---- */

static void add_note(mach_host *host, mach_host_note note, bool applies) {
  if (applies) host->notes |= (uint32_t)1 << note;
}

static uint32_t i1_of(const core *c) { return c->i1.first; }

/* Adds the notes on the cores that are simulated. */
static void note_cores(mach_host *host, const core *cores, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) host->notes |= cores[i].notes;
  const core *const c = &cores[0];
  const uint64_t i1 = c->i1.geometry.size, l2 = c->l2.geometry.size, ll = c->ll.geometry.size;
  const uint32_t line = c->d1.geometry.line;
  add_note(host, MACH_NOTE_NO_I1, i1 == 0);
  add_note(host, MACH_NOTE_SHARED_I1, i1 != 0 && count_like_first(cores, n, i1_of) > 1);
  add_note(host, MACH_NOTE_NO_OUTER, l2 == 0 && ll == 0);
  add_note(host, MACH_NOTE_NO_SHARED, n > 1 && l2 != 0 && ll == 0 && count_like_first(cores, n, l2_of) == 1);
  add_note(host, MACH_NOTE_OTHER_LINES,
           (l2 != 0 && c->l2.geometry.line != line) || (ll != 0 && c->ll.geometry.line != line));
}

/* ---- the machine ---- */

/* Returns the cache that is simulated for `size` bytes of `cache`, with cache lines of `line` bytes. */
static mach_geometry fit(const mach_geometry *cache, uint64_t size, uint32_t line) {
  if (cache->size == 0 || size < line) return (mach_geometry){0};
  uint64_t sets = size / line / cache->ways;
  if (sets == 0) sets = 1;
  while (sets & (sets - 1)) sets &= sets - 1;
  uint64_t ways = size / line / sets;
  if (ways > MACH_MAX_WAYS) ways = MACH_MAX_WAYS;
  return (mach_geometry){sets * ways * line, (uint32_t)ways, line};
}

static void fit_caches(mach_config *machine, uint64_t l2_size, uint64_t ll_size) {
  const uint32_t line = machine->d1.line;
  machine->i1 = fit(&machine->i1, machine->i1.size, machine->i1.line);
  machine->d1 = fit(&machine->d1, machine->d1.size, line);
  machine->l2 = fit(&machine->l2, l2_size, line);
  if (machine->l2.size < machine->d1.size) machine->l2 = (mach_geometry){0};
  machine->ll = fit(&machine->ll, ll_size, line);
}

/* Makes an L2 that several cores share the last level, if there is no other last level. */
static void find_last_level(core *cores, uint32_t n) {
  if (cores[0].ll.geometry.size != 0 || cores[0].l2.geometry.size == 0) return;
  if (count_like_first(cores, n, l2_of) == 1) return;
  for (uint32_t i = 0; i < n; i++) {
    cores[i].ll = cores[i].l2;
    cores[i].l2 = (mach_host_cache){.first = MACH_NO_NUMBER};
  }
}

static void set_processors(mach_host *host, uint32_t nodes) {
  mach_config *const machine = &host->machine;
  machine->processors = host->alike < MACH_MAX_PROCESSORS ? host->alike : MACH_MAX_PROCESSORS;
  machine->nodes = (uint32_t)(((uint64_t)nodes * machine->processors + host->alike - 1) / host->alike);
  if (host->memory_nodes > 1) return;
  machine->remote_latency = machine->memory_latency;
  machine->remote_transfer_latency = machine->memory_latency;
}

static void make_machine(mach_host *host, core *cores) {
  const uint32_t n = host->alike;
  note_cores(host, cores, n);
  find_last_level(cores, n);
  host->l2 = cores[0].l2.geometry;
  host->ll = cores[0].ll.geometry;
  host->l2_cores = host->l2.size != 0 ? count_like_first(cores, n, l2_of) : 0;
  host->last_levels = host->ll.size != 0 ? count_different(cores, n, ll_of) : 0;
  host->memory_nodes = count_different(cores, n, node_of);
  const uint32_t nodes = host->last_levels > host->memory_nodes ? host->last_levels : host->memory_nodes;
  host->machine.i1 = cores[0].i1.geometry;
  host->machine.d1 = cores[0].d1.geometry;
  host->machine.l2 = host->l2;
  host->machine.ll = host->ll;
  fit_caches(&host->machine, host->l2_cores != 0 ? host->l2.size / host->l2_cores : 0,
             host->ll.size * host->last_levels / nodes);
  set_processors(host, nodes);
}

bool mach_host_file_name(const char *config, const char *home, char *name, size_t size) {
  const bool has_config = config && config[0];
  if (!has_config && (!home || !home[0])) return false;
  mach_words words = mach_words_in(name, size);
  mach_words_add(&words, has_config ? config : home);
  mach_words_add(&words, has_config ? "/memspy/host.machine" : "/.config/memspy/host.machine");
  return words.used + 1 < size;
}

/* Reads the cores of a computer, and makes its machine. Returns false if no D1 was found. */
static bool describe_cores(const mach_host_source *from, mach_host *host) {
  core *cores = plat_alloc(MACH_HOST_CORES * sizeof *cores);
  host->cores = mach_host_cores(from, cores, &host->threads, &host->notes);
  host->alike = host->cores != 0 ? keep_fastest(cores, host) : 0;
  const bool found = host->alike != 0 && has_d1(&cores[0]);
  if (found) make_machine(host, cores);
  plat_free(cores);
  return found;
}

bool mach_host_describe(const char *sys, mach_file_reader *reader, mach_host *host) {
  *host = (mach_host){0};
  mach_preset_find(MACH_PRESET_DEFAULT, &host->machine);
  if (reader && describe_cores(&(mach_host_source){sys, reader}, host)) return true;
  /* If `sys` describes another computer, the cpuid instruction of this computer is not used. */
  if (reader && !mach_same_text(sys, MACH_HOST_SYS)) return false;
  host->threads = 0;
  if (!mach_cpuid_caches(&host->machine)) return false;
  fit_caches(&host->machine, host->machine.l2.size, host->machine.ll.size);
  return true;
}
