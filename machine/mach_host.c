/* mach_host.c: see mach_host.h.
 *
 * A simulated machine has processors of one kind, each with a private L2, and nodes of equal size, each with a last
 * level and memory. Hosts are mapped to it as follows:
 * - A processor is a core. Hardware threads of a core share its D1 and are one processor.
 * - If there are several kinds of cores, those with the largest D1 are simulated: the fast ones.
 * - An L2 shared by several cores is the last level if there is no other; else each core has its share of it.
 * - A node is the cores that share a last level; or a node of memory if there are more of these, each with its share of
 * the last level. With one node of memory, all memory is equally far, and so are other nodes' caches.
 * - If there are too many cores, the maximum is simulated, with the nodes that hold them.
 * - Sets are rounded down to a power of two; ways are chosen to give the size of the cache, or slightly less.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "machine/mach_host.h"

#include "machine/mach_cpuid.h"
#include "machine/mach_option_value.h"
#include "plat/plat.h"

enum {
  MOST_CORES = 1024,
  MOST_CACHES = 16, /* caches of a core */
  PATH_SIZE = 1024,
  WAYS = 8 /* ways of a cache that does not report them */
};

typedef struct {
  const char *sys;
  mach_file_reader *reader;
} source;

/* A cache, and the first hardware thread that shares it. */
typedef struct {
  mach_geometry geometry; /* size 0: no cache */
  uint32_t first;
} shared_cache;

typedef struct {
  uint32_t thread; /* first of its hardware threads, which identifies it */
  uint32_t node;   /* node of memory */
  shared_cache i1, d1, l2, ll;
} core;

/* ---- files ---- */

#define NO_NUMBER UINT32_MAX

/* Returns the text of the file <sys>/devices/system/<folder><number><rest>; NULL: none. The caller frees it. */
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

/* Parses a number at *at, and moves past it. */
static uint32_t take_number(const char **at) {
  uint64_t number = 0;
  for (; is_digit(**at); ++*at)
    if (number < UINT32_MAX) number = number * 10 + (uint64_t)(**at - '0');
  return number < UINT32_MAX ? (uint32_t)number : UINT32_MAX - 1;
}

/* A list of numbers, as in "0-3,8": the unread rest, and the current range. */
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

/* Returns the text of a file of cache `index` of a thread. */
static char *read_of_cache(const source *from, uint32_t thread, unsigned index, const char *name) {
  char rest[64];
  mach_words words = mach_words_in(rest, sizeof rest);
  mach_words_add(&words, "/cache/index");
  mach_words_number(&words, index);
  mach_words_add(&words, "/");
  mach_words_add(&words, name);
  return read_text(from, "cpu/cpu", thread, rest);
}

/* Returns the number in such a file, times 1024 if it ends in K; 0: none. */
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

/* Returns the first letter of the cache's type: Data, Instruction, Unified; 0: no such cache. */
static char type_of_cache(const source *from, uint32_t thread, unsigned index) {
  char *text = read_of_cache(from, thread, index, "type");
  const char type = text ? text[0] : '\0';
  plat_free(text);
  return type;
}

static uint32_t first_sharer(const source *from, uint32_t thread, unsigned index) {
  char *text = read_of_cache(from, thread, index, "shared_cpu_list");
  uint32_t first = thread;
  if (text) {
    list sharers = list_of(text);
    list_next(&sharers, &first);
  }
  plat_free(text);
  return first;
}

static shared_cache read_cache(const source *from, uint32_t thread, unsigned index) {
  shared_cache cache = {.first = first_sharer(from, thread, index)};
  cache.geometry.size = number_of_cache(from, thread, index, "size");
  const uint64_t ways = number_of_cache(from, thread, index, "ways_of_associativity"),
                 line = number_of_cache(from, thread, index, "coherency_line_size");
  cache.geometry.ways = ways == 0 ? WAYS : ways < MACH_MAX_WAYS ? (uint32_t)ways : MACH_MAX_WAYS;
  cache.geometry.line = line == 0 ? 64 : line < MACH_MAX_LINE ? (uint32_t)line : MACH_MAX_LINE;
  return cache;
}

/* Reads the caches of a thread. A fourth level belongs to memory, not to the processors. */
static core read_core(const source *from, uint32_t thread) {
  core found = {.thread = thread};
  char type;
  for (unsigned i = 0; i < MOST_CACHES && (type = type_of_cache(from, thread, i)) != '\0'; i++) {
    const uint64_t level = number_of_cache(from, thread, i, "level");
    shared_cache *const to = level == 1   ? type == 'I' ? &found.i1 : &found.d1
                             : level == 2 ? &found.l2
                             : level == 3 ? &found.ll
                                          : NULL;
    if (to) *to = read_cache(from, thread, i);
    /* This is another thread of a core that has been read. */
    if (to == &found.d1 && to->first != thread) break;
  }
  return found;
}

/* ---- the cores ---- */

static void read_nodes(const source *from, core *cores, uint32_t n) {
  char *text = read_text(from, "node/online", NO_NUMBER, "");
  list nodes = list_of(text ? text : "");
  uint32_t node, thread;
  for (uint32_t seen = 0; seen < MOST_CORES && list_next(&nodes, &node); seen++) {
    char *threads = read_text(from, "node/node", node, "/cpulist");
    list of_node = list_of(threads ? threads : "");
    while (list_next(&of_node, &thread) && thread <= cores[n - 1].thread)
      for (uint32_t i = 0; i < n; i++)
        if (cores[i].thread == thread) cores[i].node = node;
    plat_free(threads);
  }
  plat_free(text);
}

/* Fills cores[MOST_CORES] in the order of their threads; returns their number. */
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

/* Keeps the cores with the largest D1; returns their number. */
static uint32_t keep_fastest(core *cores, uint32_t n) {
  uint64_t largest = 0;
  for (uint32_t i = 0; i < n; i++)
    if (cores[i].d1.geometry.size > largest) largest = cores[i].d1.geometry.size;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++)
    if (cores[i].d1.geometry.size == largest) cores[kept++] = cores[i];
  return kept;
}

static uint32_t l2_of(const core *c) { return c->l2.first; }
static uint32_t ll_of(const core *c) { return c->ll.first; }
static uint32_t node_of(const core *c) { return c->node; }

/* Returns the number of cores that share the first one's key. */
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

/* ---- the machine ---- */

/* Returns a cache that can be simulated for `size` bytes of a cache, with lines of `line` bytes. */
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

/* Makes a shared L2 the last level if there is no other. */
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

bool mach_host_describe(const char *sys, mach_file_reader *reader, mach_host *host) {
  *host = (mach_host){0};
  mach_preset_find(MACH_PRESET_DEFAULT, &host->machine);
  core *cores = plat_alloc(MOST_CORES * sizeof *cores);
  host->cores = read_cores(&(source){sys, reader}, cores, host);
  if (host->cores != 0) make_machine(host, cores);
  plat_free(cores);
  if (host->cores != 0) return true;
  host->threads = 0;
  if (!mach_cpuid_caches(&host->machine)) return false;
  fit_caches(&host->machine, host->machine.l2.size, host->machine.ll.size);
  return true;
}
