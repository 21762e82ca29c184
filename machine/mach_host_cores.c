/* mach_host_cores.c: see mach_host_cores.h.
 *
 * Kernels before 2.6.26 have no lists: neither of the processors and nodes that are online, nor of the threads of a
 * cache or node. For these kernels, the code tries all numbers, and reads the masks of threads.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "machine/mach_host_cores.h"

#include "machine/mach_host_notes.h"
#include "machine/mach_option_value.h"
#include "plat/plat.h"

enum {
  MOST_CACHES = 10, /* maximum number of caches of a core */
  MOST_NODES = 1024 /* maximum number of nodes of memory whose files are searched for */
};

#define NOTE(name) ((uint32_t)1 << MACH_NOTE_##name)

static bool exists(const mach_host_source *from, const mach_host_file *file) {
  char *text = mach_host_text(from, file);
  const bool found = text != NULL;
  plat_free(text);
  return found;
}

/* ---- hardware threads ---- */

static bool is_thread(const mach_host_source *from, uint32_t thread) {
  static const char *const files[] = {"/topology/physical_package_id", "/topology/core_id", "/cache/index0/type"};
  for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++)
    if (exists(from, &(mach_host_file){"cpu/cpu", thread, files[i]})) return true;
  return false;
}

static bool is_offline(const mach_host_source *from, uint32_t thread) {
  char *text = mach_host_text(from, &(mach_host_file){"cpu/cpu", thread, "/online"});
  const bool offline = text && text[0] == '0';
  plat_free(text);
  return offline;
}

/* Reads the set of online hardware threads. Returns whether the files list them. */
static bool read_online(const mach_host_source *from, mach_numbers *online) {
  const mach_host_file file = {"cpu/online", MACH_NO_NUMBER, ""};
  if (mach_host_list(from, &file, online) || exists(from, &file)) return true;
  for (uint32_t thread = 0; thread < MACH_NUMBERS; thread++)
    if (is_thread(from, thread) && !is_offline(from, thread)) mach_numbers_add(online, thread);
  return false;
}

/* The files that contain the threads that share something with a thread: as a list, and as a mask. */
typedef struct {
  mach_host_file list, mask;
} sharer_files;

/* Returns how many online threads share something with a thread, and sets *first to the first of them. The result is 0
 * if the files do not contain the threads, or if the set is wrong because it lacks the thread itself. Where both files
 * are right, but differ, the mask is used, and `*differ` is set. `differ` can be NULL. */
static uint32_t read_sharers(const mach_host_source *from, uint32_t thread, const sharer_files *files,
                             const mach_numbers *online, uint32_t *first, bool *differ) {
  mach_numbers mask, list;
  (void)mach_host_mask(from, &files->mask, &mask);
  (void)mach_host_list(from, &files->list, &list);
  uint32_t first_of_list;
  uint32_t n = mach_numbers_common(&mask, online, first),
           n_of_list = mach_numbers_common(&list, online, &first_of_list);
  if (!mach_numbers_has(&mask, thread)) n = 0;
  if (!mach_numbers_has(&list, thread)) n_of_list = 0;
  if (n != 0 && n_of_list != 0 && (n != n_of_list || *first != first_of_list) && differ) *differ = true;
  if (n != 0) return n;
  *first = first_of_list;
  return n_of_list;
}

/* Sets *first to the first online hardware thread of the core to which a thread belongs. Returns the number of the
 * core's online threads. Without files, a core has one thread. */
static uint32_t read_siblings(const mach_host_source *from, uint32_t thread, const mach_numbers *online,
                              uint32_t *first) {
  const uint32_t n = read_sharers(from, thread,
                                  &(sharer_files){{"cpu/cpu", thread, "/topology/thread_siblings_list"},
                                                  {"cpu/cpu", thread, "/topology/thread_siblings"}},
                                  online, first, NULL);
  if (n == 0) *first = thread;
  return n != 0 ? n : 1;
}

/* ---- caches ---- */

/* Writes the name of a file of the cache with number `index` to rest[size], and returns the file. */
static mach_host_file file_of_cache(uint32_t thread, unsigned index, const char *name, char *rest, size_t size) {
  mach_words words = mach_words_in(rest, size);
  mach_words_add(&words, "/cache/index");
  mach_words_number(&words, index);
  mach_words_add(&words, "/");
  mach_words_add(&words, name);
  return (mach_host_file){"cpu/cpu", thread, rest};
}

enum { REST_SIZE = 64 };

static uint64_t number_of_cache(const mach_host_source *from, uint32_t thread, unsigned index, const char *name) {
  char rest[REST_SIZE];
  const mach_host_file file = file_of_cache(thread, index, name, rest, sizeof rest);
  return mach_host_number(from, &file);
}

/* Returns the first letter of the type of a cache (Data, Instruction, Unified); 0: there is no such cache. */
static char type_of_cache(const mach_host_source *from, uint32_t thread, unsigned index) {
  char rest[REST_SIZE];
  const mach_host_file file = file_of_cache(thread, index, "type", rest, sizeof rest);
  char *text = mach_host_text(from, &file);
  const char type = text ? text[0] : '\0';
  plat_free(text);
  return type;
}

/* Reads the online threads that share a cache. If the files do not contain them, `sharers` is 0. */
static void read_sharers_of_cache(const mach_host_source *from, mach_host_core *core, unsigned index,
                                  const mach_numbers *online, mach_host_cache *cache) {
  char list[REST_SIZE], mask[REST_SIZE];
  const sharer_files files = {file_of_cache(core->thread, index, "shared_cpu_list", list, sizeof list),
                              file_of_cache(core->thread, index, "shared_cpu_map", mask, sizeof mask)};
  bool differ = false;
  cache->sharers = read_sharers(from, core->thread, &files, online, &cache->first, &differ);
  if (differ) core->notes |= NOTE(LISTS_DIFFER);
}

static void read_cache(const mach_host_source *from, mach_host_core *core, unsigned index, const mach_numbers *online,
                       mach_host_cache *cache) {
  const uint32_t thread = core->thread;
  const uint64_t ways = number_of_cache(from, thread, index, "ways_of_associativity"),
                 line = number_of_cache(from, thread, index, "coherency_line_size");
  cache->geometry = (mach_geometry){.size = number_of_cache(from, thread, index, "size"),
                                    .ways = ways < UINT32_MAX ? (uint32_t)ways : UINT32_MAX,
                                    .line = line < MACH_MAX_LINE ? (uint32_t)line : MACH_MAX_LINE};
  cache->sets = number_of_cache(from, thread, index, "number_of_sets");
  read_sharers_of_cache(from, core, index, online, cache);
}

/* Reads the caches of a sparc64, which Linux describes in other files. */
static void read_sparc_caches(const mach_host_source *from, mach_host_core *core) {
  const struct {
    const char *size, *line;
    mach_host_cache *cache;
  } files[] = {{"/l1_dcache_size", "/l1_dcache_line_size", &core->d1},
               {"/l1_icache_size", "/l1_icache_line_size", &core->i1},
               {"/l2_cache_size", "/l2_cache_line_size", &core->l2}};
  for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++) {
    mach_geometry *const geometry = &files[i].cache->geometry;
    geometry->size = mach_host_number(from, &(mach_host_file){"cpu/cpu", core->thread, files[i].size});
    geometry->line = (uint32_t)mach_host_number(from, &(mach_host_file){"cpu/cpu", core->thread, files[i].line});
  }
}

/* Returns the cache of a core that has this level and type, or NULL if it cannot be simulated. A cache of the fourth
 * level belongs to the memory, not to the processors. */
static mach_host_cache *cache_at(mach_host_core *core, uint64_t level, char type) {
  if (level == 1) return type == 'I' ? &core->i1 : &core->d1;
  if (level == 2 && type == 'I') core->notes |= NOTE(SPLIT_L2);
  if (level == 2) return type == 'I' ? NULL : &core->l2;
  if (level == 3) return &core->ll;
  if (level > 3) core->notes |= NOTE(FOURTH_LEVEL);
  return NULL;
}

/* Returns the number of ways of a cache with line size `line`, or 0 if the files do not contain it. Linux reports a
 * fully associative cache as 1 set and 0 ways. */
static uint64_t ways_of(const mach_host_cache *cache, uint32_t line) {
  if (cache->geometry.ways != 0) return cache->geometry.ways;
  return cache->sets != 0 && cache->geometry.line != 0 ? cache->geometry.size / line / cache->sets : 0;
}

/* Completes a cache. Missing values are derived from the other values, or assumed. */
static void complete_cache(const mach_host_source *from, mach_host_core *core, mach_host_cache *cache,
                           const mach_numbers *online) {
  mach_geometry *const geometry = &cache->geometry;
  if (geometry->size == 0) geometry->size = cache->sets * geometry->ways * geometry->line;
  if (geometry->size == 0) {
    cache->first = MACH_NO_NUMBER;
    return;
  }
  if (cache->sharers == 0) {
    core->notes |= NOTE(NO_SHARING);
    cache->sharers = read_siblings(from, core->thread, online, &cache->first);
  }
  const bool is_line = geometry->line >= MACH_MIN_LINE && (geometry->line & (geometry->line - 1)) == 0;
  const uint32_t of_d1 = core->d1.geometry.line, line = is_line ? geometry->line : of_d1 ? of_d1 : MACH_HOST_LINE;
  const uint64_t ways = ways_of(cache, line);
  if (!is_line) core->notes |= NOTE(NO_LINE);
  if (ways == 0) core->notes |= NOTE(NO_WAYS);
  if (ways > MACH_MAX_WAYS) core->notes |= NOTE(MANY_WAYS);
  geometry->line = line;
  geometry->ways = ways == 0 ? MACH_HOST_WAYS : ways < MACH_MAX_WAYS ? (uint32_t)ways : MACH_MAX_WAYS;
}

static void complete_caches(const mach_host_source *from, mach_host_core *core, const mach_numbers *online) {
  complete_cache(from, core, &core->d1, online); /* the D1 is read first, because the other caches use its line size */
  complete_cache(from, core, &core->i1, online);
  complete_cache(from, core, &core->l2, online);
  complete_cache(from, core, &core->ll, online);
}

/* ---- cores ---- */

/* Reads the core of a thread. Returns false if another thread of this core has a lower number. */
static bool read_core(const mach_host_source *from, uint32_t thread, const mach_numbers *online, mach_host_core *core) {
  *core = (mach_host_core){
      .thread = thread,
      .node = MACH_NO_NUMBER,
      .capacity = mach_host_number(from, &(mach_host_file){"cpu/cpu", thread, "/cpu_capacity"}),
      .frequency = mach_host_number(from, &(mach_host_file){"cpu/cpu", thread, "/cpufreq/cpuinfo_max_freq"}),
      .i1 = {.first = MACH_NO_NUMBER},
      .d1 = {.first = MACH_NO_NUMBER},
      .l2 = {.first = MACH_NO_NUMBER},
      .ll = {.first = MACH_NO_NUMBER}};
  for (unsigned i = 0; i < MOST_CACHES; i++) {
    const char type = type_of_cache(from, thread, i);
    if (type == '\0') continue;
    mach_host_cache *const to = cache_at(core, number_of_cache(from, thread, i, "level"), type);
    if (to) read_cache(from, core, i, online, to);
    if (to == &core->d1 && to->sharers != 0 && to->first != thread) return false;
  }
  if (core->d1.geometry.size == 0 && core->l2.geometry.size == 0) read_sparc_caches(from, core);
  complete_caches(from, core, online);
  uint32_t first = core->d1.first;
  if (core->d1.geometry.size == 0) (void)read_siblings(from, thread, online, &first);
  return first == thread;
}

/* ---- nodes of memory ---- */

/* Returns the rest of a text after the first occurrence of `title`. NULL: there is none. */
static const char *text_after(const char *text, const char *title) {
  for (; *text; text++) {
    unsigned same = 0;
    while (title[same] && text[same] == title[same]) same++;
    if (!title[same]) return text + same;
  }
  return NULL;
}

/* Returns whether a node has memory: by its file meminfo, or else by `listed`. */
static bool has_memory(const mach_host_source *from, uint32_t node, bool listed) {
  char *text = mach_host_text(from, &(mach_host_file){"node/node", node, "/meminfo"});
  const char *total = text ? text_after(text, "MemTotal:") : NULL;
  while (total && *total == ' ') total++;
  const bool has = total ? *total != '0' : listed;
  plat_free(text);
  return has;
}

/* Sets `node` of the cores that belong to a node. Returns false if the files do not contain the node's threads. */
static bool read_node(const mach_host_source *from, uint32_t node, mach_host_core *cores, uint32_t n, uint32_t *notes) {
  mach_numbers threads;
  if (!mach_host_list(from, &(mach_host_file){"node/node", node, "/cpulist"}, &threads) &&
      !mach_host_mask(from, &(mach_host_file){"node/node", node, "/cpumap"}, &threads))
    return false;
  for (uint32_t i = 0; i < n; i++) {
    if (!mach_numbers_has(&threads, cores[i].thread)) continue;
    if (cores[i].node == MACH_NO_NUMBER)
      cores[i].node = node;
    else
      *notes |= NOTE(SEVERAL_NODES);
  }
  if (exists(from, &(mach_host_file){"node/node", node, "/memory_side_cache/index1/size"}))
    *notes |= NOTE(MEMORY_SIDE_CACHE);
  return true;
}

/* The lists of nodes. `has_online`, `has_memory`: whether the files contain the list. */
typedef struct {
  mach_numbers online, memory;
  bool has_online, has_memory;
} node_lists;

static void read_node_lists(const mach_host_source *from, node_lists *lists) {
  static const char *const names[] = {"node/has_memory", "node/has_high_memory", "node/has_normal_memory"};
  const mach_host_file online = {"node/online", MACH_NO_NUMBER, ""};
  lists->has_online = mach_host_list(from, &online, &lists->online);
  lists->has_memory = false;
  for (unsigned i = 0; i < sizeof names / sizeof names[0] && !lists->has_memory; i++)
    lists->has_memory = mach_host_list(from, &(mach_host_file){names[i], MACH_NO_NUMBER, ""}, &lists->memory);
}

/* Sets the node of memory of each core. */
static void read_nodes(const mach_host_source *from, mach_host_core *cores, uint32_t n, uint32_t *notes) {
  node_lists lists;
  read_node_lists(from, &lists);
  uint32_t first = MACH_NO_NUMBER;
  for (uint32_t node = 0; node < MOST_NODES; node++) {
    if (lists.has_online && !mach_numbers_has(&lists.online, node)) continue;
    if (!has_memory(from, node, !lists.has_memory || mach_numbers_has(&lists.memory, node))) continue;
    if (read_node(from, node, cores, n, notes) && first == MACH_NO_NUMBER) first = node;
  }
  if (first == MACH_NO_NUMBER) *notes |= NOTE(NO_NODES);
  for (uint32_t i = 0; i < n; i++) {
    if (cores[i].node != MACH_NO_NUMBER) continue;
    if (first != MACH_NO_NUMBER) cores[i].notes |= NOTE(NO_MEMORY);
    cores[i].node = first;
  }
}

uint32_t mach_host_cores(const mach_host_source *from, mach_host_core *cores, uint32_t *threads, uint32_t *notes) {
  mach_numbers online;
  *threads = *notes = 0;
  if (!read_online(from, &online)) *notes |= NOTE(NO_ONLINE);
  uint32_t n = 0;
  for (uint32_t thread = 0; thread < MACH_NUMBERS && n < MACH_HOST_CORES; thread++) {
    if (!mach_numbers_has(&online, thread)) continue;
    ++*threads;
    n += read_core(from, thread, &online, &cores[n]);
  }
  if (n != 0) read_nodes(from, cores, n, notes);
  return n;
}
