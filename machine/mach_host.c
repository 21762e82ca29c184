/* mach_host.c: see mach_host.h.
 *
 * A simulated machine has processors of one kind, each with a private L2, and nodes of equal size, each with a last
 * level and memory. Hosts are mapped to it as follows:
 * - Each core becomes one processor. The hardware threads of a core share its D1, so they are one processor.
 * - If there are several kinds of cores, only the fastest kind is simulated: the cores with the highest capacity, if
 * the kernel reports capacities. Of these, it is the cores with the largest D1, then those with the largest part of an
 * L2, then those with the largest last level.
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
#include "machine/mach_option_value.h"
#include "plat/plat.h"

enum {
  MOST_CORES = 1024,
  MOST_CACHES = 16, /* maximum number of caches of a core */
  PATH_SIZE = 1024,
  FULL_CAPACITY = 1024, /* capacity of the fastest core, on the scale that Linux uses */
  /* percentage of the highest capacity. The capacities of cores of one kind differ slightly because of their clocks */
  LIKE_FASTEST = 85
};

typedef struct {
  const char *sys;
  mach_file_reader *reader;
} source;

/* A cache, and the first of the hardware threads that share it. */
typedef struct {
  mach_geometry geometry; /* size 0: no cache */
  uint32_t first;
  bool no_ways, no_line, no_sharing; /* as in mach_host */
} shared_cache;

typedef struct {
  uint32_t thread;   /* number of the core's first hardware thread, which identifies the core */
  uint32_t node;     /* node of memory */
  uint32_t capacity; /* capacity that the kernel reports; FULL_CAPACITY: as fast as the fastest core */
  bool split_l2;     /* as in mach_host */
  shared_cache i1, d1, l2, ll;
  uint64_t l2_part; /* size of the L2 in bytes, divided by the number of cores that share it */
} core;

/* ---- files ---- */

#define NO_NUMBER UINT32_MAX

/* Returns the text of the file <sys>/devices/system/<folder><number><rest>, or NULL if it cannot be read. The caller
 * frees the text. */
static char *read_text(const source *from, const char *folder, uint32_t number, const char *rest) {
  char path[PATH_SIZE];
  mach_words words = mach_words_in(path, sizeof path);
  mach_words_add(&words, from->sys);
  mach_words_add(&words, "/devices/system/");
  mach_words_add(&words, folder);
  if (number != NO_NUMBER) mach_words_number(&words, number);
  mach_words_add(&words, rest);
  const char *wrong;
  return words.used + 1 < PATH_SIZE ? from->reader(path, &wrong) : NULL;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Parses the decimal number at *at, and moves *at past it. */
static uint32_t take_number(const char **at) {
  uint64_t number = 0;
  for (; is_digit(**at); ++*at)
    if (number < UINT32_MAX) number = number * 10 + (uint64_t)(**at - '0');
  return number < UINT32_MAX ? (uint32_t)number : UINT32_MAX - 1;
}

/* The unread part of a list of numbers such as "0-3,8": its text, and the current range. */
typedef struct {
  const char *at;
  uint64_t next, last;
} list;

static list list_of(const char *text) { return (list){.at = text, .next = 1}; }

/* Sets *number to the next number of a list. Returns false if there is none. */
static bool list_next(list *l, uint32_t *number) {
  if (l->next > l->last) {
    if (!is_digit(*l->at)) return false;
    l->next = l->last = take_number(&l->at);
    if (*l->at == '-') l->at++, l->last = take_number(&l->at);
    if (*l->at == ',') l->at++;
    if (l->last < l->next) return false;
  }
  *number = (uint32_t)l->next++;
  return true;
}

/* ---- the caches of a hardware thread ---- */

/* Returns the text of a file of the cache with number `index` of a thread. */
static char *read_of_cache(const source *from, uint32_t thread, unsigned index, const char *name) {
  char rest[64];
  mach_words words = mach_words_in(rest, sizeof rest);
  mach_words_add(&words, "/cache/index");
  mach_words_number(&words, index);
  mach_words_add(&words, "/");
  mach_words_add(&words, name);
  return read_text(from, "cpu/cpu", thread, rest);
}

/* Returns the number in a file of a cache, times 1024 if the number ends in K; 0: there is no number. */
static uint64_t number_of_cache(const source *from, uint32_t thread, unsigned index, const char *name) {
  char *text = read_of_cache(from, thread, index, name);
  if (!text) return 0;
  const char *at = text;
  uint64_t number = take_number(&at);
  if (*at == 'K') number *= 1024;
  if (*at == 'M') number *= 1024 * 1024;
  plat_free(text);
  return number;
}

/* Returns the first letter of the type of a cache (Data, Instruction, Unified); 0: there is no such cache. */
static char type_of_cache(const source *from, uint32_t thread, unsigned index) {
  char *text = read_of_cache(from, thread, index, "type");
  const char type = text ? text[0] : '\0';
  plat_free(text);
  return type;
}

/* Returns the value of a hexadecimal digit; 16: the character is not a hexadecimal digit. */
static unsigned hex_digit(char c) {
  if (is_digit(c)) return (unsigned)(c - '0');
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? 10 + (unsigned)(c - 'a') : 16;
}

/* Sets *lowest to the number of the lowest bit that is set in a mask. The mask is a text of hexadecimal digits with
 * commas; the lowest bits are last. Returns false if no bit is set. */
static bool lowest_bit(const char *mask, uint32_t *lowest) {
  const char *end = mask;
  while (*end == ',' || hex_digit(*end) < 16) end++;
  uint32_t bit = 0;
  while (end-- > mask) {
    if (*end == ',') continue;
    if (hex_digit(*end) != 0) {
      *lowest = bit + (uint32_t)__builtin_ctz(hex_digit(*end));
      return true;
    }
    bit += 4;
  }
  return false;
}

/* Reads the number of the first thread that shares a cache. Kernels before 2.6.29 report only a mask of the threads. */
static void read_sharing(const source *from, uint32_t thread, unsigned index, shared_cache *cache) {
  cache->first = thread;
  char *text = read_of_cache(from, thread, index, "shared_cpu_list");
  list sharers = list_of(text ? text : "");
  bool found = list_next(&sharers, &cache->first);
  plat_free(text);
  if (!found) {
    text = read_of_cache(from, thread, index, "shared_cpu_map");
    found = text && lowest_bit(text, &cache->first);
    plat_free(text);
  }
  cache->no_sharing = !found;
}

static shared_cache read_cache(const source *from, uint32_t thread, unsigned index) {
  shared_cache cache = {0};
  read_sharing(from, thread, index, &cache);
  cache.geometry.size = number_of_cache(from, thread, index, "size");
  const uint64_t ways = number_of_cache(from, thread, index, "ways_of_associativity"),
                 line = number_of_cache(from, thread, index, "coherency_line_size");
  cache.no_ways = ways == 0;
  cache.no_line = line == 0;
  cache.geometry.ways = ways == 0 ? MACH_HOST_WAYS : ways < MACH_MAX_WAYS ? (uint32_t)ways : MACH_MAX_WAYS;
  cache.geometry.line = line == 0 ? MACH_HOST_LINE : line < MACH_MAX_LINE ? (uint32_t)line : MACH_MAX_LINE;
  return cache;
}

static uint32_t read_capacity(const source *from, uint32_t thread) {
  char *text = read_text(from, "cpu/cpu", thread, "/cpu_capacity");
  const char *at = text ? text : "";
  const uint32_t capacity = is_digit(*at) ? take_number(&at) : FULL_CAPACITY;
  plat_free(text);
  return capacity;
}

/* Reads the caches of a thread. A cache of the fourth level belongs to the memory, not to the processors, so it is
 * ignored. */
static core read_core(const source *from, uint32_t thread) {
  core found = {.thread = thread, .node = NO_NUMBER, .capacity = read_capacity(from, thread)};
  char type;
  for (unsigned i = 0; i < MOST_CACHES && (type = type_of_cache(from, thread, i)) != '\0'; i++) {
    const uint64_t level = number_of_cache(from, thread, i, "level");
    if (level == 2 && type == 'I') {
      found.split_l2 = true;
      continue;
    }
    shared_cache *const to = level == 1   ? type == 'I' ? &found.i1 : &found.d1
                             : level == 2 ? &found.l2
                             : level == 3 ? &found.ll
                                          : NULL;
    if (to) *to = read_cache(from, thread, i);
    /* This is another hardware thread of a core that has already been read. */
    if (to == &found.d1 && to->first != thread) break;
  }
  return found;
}

/* ---- the cores ---- */

/* Sets `node` of all cores that belong to this memory node. */
static void read_node(const source *from, uint32_t node, core *cores, uint32_t n) {
  char *threads = read_text(from, "node/node", node, "/cpulist");
  list of_node = list_of(threads ? threads : "");
  uint32_t thread;
  while (list_next(&of_node, &thread) && thread <= cores[n - 1].thread)
    for (uint32_t i = 0; i < n; i++)
      if (cores[i].thread == thread) cores[i].node = node;
  plat_free(threads);
}

/* Sets the memory node of each core. Kernels before 2.6.28 do not report which nodes have memory, so all nodes are
 * used. */
static void read_nodes(const source *from, core *cores, uint32_t n) {
  char *text = read_text(from, "node/has_memory", NO_NUMBER, "");
  if (!text) text = read_text(from, "node/online", NO_NUMBER, "");
  list nodes = list_of(text ? text : "");
  uint32_t node, first = NO_NUMBER;
  for (uint32_t seen = 0; seen < MOST_CORES && list_next(&nodes, &node); seen++) {
    if (first == NO_NUMBER) first = node;
    read_node(from, node, cores, n);
  }
  for (uint32_t i = 0; i < n; i++)
    if (cores[i].node == NO_NUMBER) cores[i].node = first;
  plat_free(text);
}

/* Fills the array cores[MOST_CORES], sorted by first thread. Returns the number of cores. */
static uint32_t read_cores(const source *from, core *cores, mach_host *host) {
  char *text = from->reader ? read_text(from, "cpu/online", NO_NUMBER, "") : NULL;
  list online = list_of(text ? text : "");
  uint32_t n = 0, thread;
  while (n < MOST_CORES && host->threads < 8 * MOST_CORES && list_next(&online, &thread)) {
    host->threads++;
    cores[n] = read_core(from, thread);
    if (cores[n].d1.geometry.size != 0 && cores[n].d1.first == thread) n++;
  }
  plat_free(text);
  if (n != 0) read_nodes(from, cores, n);
  return n;
}

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

static uint64_t capacity_of(const core *c) { return c->capacity; }
static uint64_t d1_size(const core *c) { return c->d1.geometry.size; }
static uint64_t l2_part(const core *c) { return c->l2_part; }
static uint64_t ll_size(const core *c) { return c->ll.geometry.size; }

/* Keeps the cores whose figure is at least `percent` of the largest figure. Returns the number of cores kept. */
static uint32_t keep_largest(core *cores, uint32_t n, uint64_t (*figure)(const core *), unsigned percent) {
  uint64_t largest = 0;
  for (uint32_t i = 0; i < n; i++)
    if (figure(&cores[i]) > largest) largest = figure(&cores[i]);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++)
    if (figure(&cores[i]) * 100 >= largest * percent) cores[kept++] = cores[i];
  return kept;
}

static void divide_l2(core *cores, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    uint32_t sharers = 0;
    for (uint32_t k = 0; k < n; k++) sharers += l2_of(&cores[k]) == l2_of(&cores[i]);
    cores[i].l2_part = cores[i].l2.geometry.size / sharers;
  }
}

/* Keeps the cores of the fastest kind. Returns the number of cores kept. */
static uint32_t keep_fastest(core *cores, uint32_t n) {
  divide_l2(cores, n);
  n = keep_largest(cores, n, capacity_of, LIKE_FASTEST);
  n = keep_largest(cores, n, d1_size, 100);
  n = keep_largest(cores, n, l2_part, 100);
  return keep_largest(cores, n, ll_size, 100);
}

static void note_missing(mach_host *host, const core *c) {
  const shared_cache *const caches[] = {&c->i1, &c->d1, &c->l2, &c->ll};
  for (unsigned i = 0; i < sizeof caches / sizeof caches[0]; i++) {
    if (caches[i]->geometry.size == 0) continue;
    host->no_ways |= caches[i]->no_ways;
    host->no_line |= caches[i]->no_line;
    host->no_sharing |= caches[i]->no_sharing;
  }
  host->split_l2 = c->split_l2;
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
  if (cores[0].ll.geometry.size != 0 || count_like_first(cores, n, l2_of) == 1) return;
  for (uint32_t i = 0; i < n; i++) {
    cores[i].ll = cores[i].l2;
    cores[i].l2 = (shared_cache){.first = cores[i].thread};
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
  const uint32_t n = host->alike = keep_fastest(cores, host->cores);
  note_missing(host, &cores[0]);
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

bool mach_host_describe(const char *sys, mach_file_reader *reader, mach_host *host) {
  *host = (mach_host){0};
  mach_preset_find(MACH_PRESET_DEFAULT, &host->machine);
  core *cores = plat_alloc(MOST_CORES * sizeof *cores);
  host->cores = read_cores(&(source){sys, reader}, cores, host);
  if (host->cores != 0) make_machine(host, cores);
  plat_free(cores);
  if (host->cores != 0) return true;
  host->threads = 0;
  /* If `sys` describes another computer, the cpuid instruction of this computer does not help. */
  if (reader && !mach_same_text(sys, MACH_HOST_SYS)) return false;
  if (!mach_cpuid_caches(&host->machine)) return false;
  fit_caches(&host->machine, host->machine.l2.size, host->machine.ll.size);
  return true;
}
