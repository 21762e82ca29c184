/* test_host.c: tests the machines for invented computers. Each test describes a computer; a reader supplies the files
 * that Linux would have in /sys on it; the result must be the machine that the test states.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/mach_host.h"
#include "tests/check.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/plat_test.h"

/* ---- computers that are made up ---- */

enum { KINDS = 2, CACHES = 4, TEXT = 4096 };

typedef struct {
  const char *type; /* NULL: end of the list */
  unsigned level;
  unsigned kb;
  unsigned ways; /* 0: the file does not exist */
  unsigned line;
  unsigned sharing; /* cores that share one; 0: all cores of the computer, of all kinds */
} made_cache;

/* How the files report the threads that share a cache. */
typedef enum { SHARED_LIST, SHARED_MAP, SHARED_NOT } made_sharing;

/* Cores that are alike. Their threads are numbered one after the other. */
typedef struct {
  unsigned cores, threads; /* threads: per core */
  bool apart;              /* the second threads of all cores are numbered after all first threads */
  made_cache caches[CACHES];
  unsigned capacity; /* 0: Linux does not report it */
} made_kind;

typedef struct {
  made_kind kinds[KINDS];
  unsigned nodes;     /* of memory, each with as many threads of the first kind; 0: Linux does not say */
  const char *online; /* NULL: all of them */
  const char *memory; /* nodes with memory; NULL: Linux does not report them */
  made_sharing sharing;
} made_computer;

static const made_computer *computer;

static unsigned threads_of(const made_kind *kind) { return kind->cores * kind->threads; }

/* Returns the kind of a thread. Replaces the thread's number by the number within its kind; `first` is the number of
 * the kind's first thread. NULL: there is no such thread. */
static const made_kind *kind_of(unsigned *thread, unsigned *first) {
  *first = 0;
  for (unsigned k = 0; k < KINDS; k++) {
    const made_kind *kind = &computer->kinds[k];
    if (*thread < threads_of(kind)) return kind;
    *thread -= threads_of(kind);
    *first += threads_of(kind);
  }
  return NULL;
}

static unsigned core_of(const made_kind *kind, unsigned thread) {
  return kind->apart ? thread % kind->cores : thread / kind->threads;
}

/* Lists the threads that share a cache. */
static void print_sharers(char *text, const made_kind *kind, unsigned thread, unsigned first, const made_cache *cache) {
  unsigned all = 0;
  for (unsigned k = 0; k < KINDS; k++) all += threads_of(&computer->kinds[k]);
  if (cache->sharing == 0) {
    snprintf(text, TEXT, "0-%u\n", all - 1);
    return;
  }
  const unsigned group = core_of(kind, thread) / cache->sharing;
  size_t used = 0;
  for (unsigned t = 0; t < threads_of(kind); t++)
    if (core_of(kind, t) / cache->sharing == group)
      used += (size_t)snprintf(text + used, TEXT - used, "%s%u", used ? "," : "", first + t);
  snprintf(text + used, TEXT - used, "\n");
}

/* Makes a list of threads below 96 a mask, as Linux prints one for 96 processors. */
static void list_to_map(char *text) {
  uint32_t words[3] = {0};
  for (char *at = text; *at >= '0' && *at <= '9';) {
    const unsigned long first = strtoul(at, &at, 10), last = *at == '-' ? strtoul(at + 1, &at, 10) : first;
    for (unsigned long t = first; t <= last; t++) words[t / 32] |= (uint32_t)1 << t % 32;
    at += *at == ',';
  }
  snprintf(text, TEXT, "%08x,%08x,%08x\n", words[2], words[1], words[0]);
}

/* A file of a cache. False: there is none. */
static bool print_cache(char *text, unsigned thread, unsigned index, const char *name) {
  unsigned first;
  const made_kind *kind = kind_of(&thread, &first);
  if (!kind || index >= CACHES || !kind->caches[index].type) return false;
  const made_cache *cache = &kind->caches[index];
  if (!strcmp(name, "type")) return snprintf(text, TEXT, "%s\n", cache->type) > 0;
  if (!strcmp(name, "level")) return snprintf(text, TEXT, "%u\n", cache->level) > 0;
  if (!strcmp(name, "size")) return snprintf(text, TEXT, "%uK\n", cache->kb) > 0;
  if (!strcmp(name, "coherency_line_size")) return snprintf(text, TEXT, "%u\n", cache->line) > 0;
  if (!strcmp(name, "ways_of_associativity")) return cache->ways && snprintf(text, TEXT, "%u\n", cache->ways) > 0;
  if (!strcmp(name, "shared_cpu_map") && computer->sharing == SHARED_MAP) {
    print_sharers(text, kind, thread, first, cache);
    list_to_map(text);
    return true;
  }
  if (strcmp(name, "shared_cpu_list") != 0 || computer->sharing != SHARED_LIST) return false;
  print_sharers(text, kind, thread, first, cache);
  return true;
}

/* Lists the threads of a node: neighbouring cores of the first kind, with all their threads. */
static bool print_node(char *text, unsigned node) {
  const made_kind *kind = &computer->kinds[0];
  if (node >= computer->nodes) return false;
  size_t used = 0;
  for (unsigned t = 0; t < threads_of(kind); t++)
    if (core_of(kind, t) * computer->nodes / kind->cores == node)
      used += (size_t)snprintf(text + used, TEXT - used, "%s%u", used ? "," : "", t);
  return true;
}

static bool print_file(char *text, const char *name) {
  unsigned number, index;
  char rest[64];
  unsigned all = 0;
  for (unsigned k = 0; k < KINDS; k++) all += threads_of(&computer->kinds[k]);
  if (!strcmp(name, "cpu/online"))
    return computer->online ? snprintf(text, TEXT, "%s", computer->online) >= 0
                            : snprintf(text, TEXT, "0-%u\n", all - 1) > 0;
  if (!strcmp(name, "node/online")) return computer->nodes && snprintf(text, TEXT, "0-%u\n", computer->nodes - 1) > 0;
  if (!strcmp(name, "node/has_memory")) return computer->memory && snprintf(text, TEXT, "%s\n", computer->memory) > 0;
  if (sscanf(name, "cpu/cpu%u/%63s", &number, rest) == 2 && !strcmp(rest, "cpu_capacity")) {
    const made_kind *kind = kind_of(&number, &index);
    return kind && kind->capacity && snprintf(text, TEXT, "%u\n", kind->capacity) > 0;
  }
  if (sscanf(name, "node/node%u/cpulist", &number) == 1) return print_node(text, number);
  return sscanf(name, "cpu/cpu%u/cache/index%u/%63s", &number, &index, rest) == 3 &&
         print_cache(text, number, index, rest);
}

/* The mach_file_reader for invented computers. */
static char *read_made(const char *name, const char **wrong) {
  static const char folder[] = "/made/devices/system/";
  char text[TEXT];
  *wrong = "there is no such file";
  if (strncmp(name, folder, sizeof folder - 1) != 0 || !print_file(text, name + sizeof folder - 1)) return NULL;
  char *copy = plat_alloc(strlen(text) + 1);
  memcpy(copy, text, strlen(text) + 1);
  return copy;
}

static mach_host describe(const made_computer *made) {
  const uint64_t before = plat_test_outstanding();
  mach_host host;
  computer = made;
  CHECK(mach_host_describe("/made", read_made, &host));
  CHECK(plat_test_outstanding() == before);
  char reason[128] = "";
  const char *option = mach_config_check(&host.machine, reason, sizeof reason);
  if (option) printf("%s: %s\n", option, reason);
  CHECK(option == NULL);
  return host;
}

static bool has_note(const mach_host *host, mach_host_note note) { return host->notes >> note & 1; }

static bool is_cache(const mach_geometry *cache, uint64_t kb, unsigned ways) {
  if (cache->size == kb * 1024 && cache->ways == ways) return true;
  printf("%" PRIu64 " KB, %u-way\n", cache->size / 1024, cache->ways);
  return false;
}

/* clang-format off */
#define SMALL_L1 {"Data", 1, 32, 8, 64, 1}, {"Instruction", 1, 32, 8, 64, 1}
/* clang-format on */

/* ---- the tests ---- */

/* Two sockets, each with two complexes of four cores with two threads; each complex has a last level. */
static void test_complexes(void) {
  static const made_computer made = {
      .kinds = {{16, 2, true, {SMALL_L1, {"Unified", 2, 512, 8, 64, 1}, {"Unified", 3, 16384, 16, 64, 4}}}},
      .nodes = 2};
  const mach_host host = describe(&made);
  CHECK(host.threads == 32 && host.cores == 16 && host.alike == 16);
  CHECK(host.l2_cores == 1 && host.last_levels == 4 && host.memory_nodes == 2);
  CHECK(host.machine.processors == 16 && host.machine.nodes == 4);
  CHECK(is_cache(&host.machine.d1, 32, 8) && is_cache(&host.machine.i1, 32, 8));
  CHECK(is_cache(&host.machine.l2, 512, 8) && is_cache(&host.machine.ll, 16384, 16));
  CHECK(host.machine.remote_latency > host.machine.memory_latency);
}

/* A computer with one socket: all memory is equally distant. */
static void test_equally_far(void) {
  static const made_computer made = {
      .kinds = {{8, 1, false, {SMALL_L1, {"Unified", 2, 512, 8, 64, 1}, {"Unified", 3, 16384, 16, 64, 4}}}},
      .nodes = 1};
  const mach_host host = describe(&made);
  CHECK(host.machine.processors == 8 && host.machine.nodes == 2);
  CHECK(host.machine.remote_latency == host.machine.memory_latency);
  CHECK(host.machine.remote_transfer_latency == host.machine.memory_latency);
}

/* Fast cores with two threads that are numbered consecutively, and slow cores, four per L2; a last level whose number
 * of sets is no power of two. */
static void test_two_kinds(void) {
  static const made_computer made = {.kinds = {{8,
                                                2,
                                                false,
                                                {{"Data", 1, 48, 12, 64, 1},
                                                 {"Instruction", 1, 32, 8, 64, 1},
                                                 {"Unified", 2, 1280, 10, 64, 1},
                                                 {"Unified", 3, 30720, 12, 64, 0}}},
                                               {8,
                                                1,
                                                false,
                                                {{"Data", 1, 32, 8, 64, 1},
                                                 {"Instruction", 1, 64, 8, 64, 1},
                                                 {"Unified", 2, 2048, 16, 64, 4},
                                                 {"Unified", 3, 30720, 12, 64, 0}}}},
                                     .nodes = 1};
  const mach_host host = describe(&made);
  CHECK(host.threads == 24 && host.cores == 16 && host.alike == 8);
  CHECK(host.machine.processors == 8 && host.machine.nodes == 1);
  CHECK(is_cache(&host.machine.d1, 48, 12) && is_cache(&host.machine.l2, 1280, 10));
  CHECK(is_cache(&host.machine.ll, 30720, 15) && is_cache(&host.ll, 30720, 12));
}

/* The slow cores are first if the kernel numbers them so. */
static void test_slow_cores_first(void) {
  static const made_computer made = {
      .kinds = {{4, 1, false, {{"Data", 1, 32, 4, 64, 1}, {"Unified", 2, 512, 8, 64, 4}}},
                {2, 1, false, {{"Data", 1, 64, 4, 64, 1}, {"Unified", 2, 1024, 8, 64, 2}}}}};
  const mach_host host = describe(&made);
  CHECK(host.alike == 2 && host.machine.processors == 2 && host.machine.nodes == 1);
  CHECK(is_cache(&host.machine.d1, 64, 4) && is_cache(&host.machine.ll, 1024, 8));
}

/* Two clusters with an L2 each, which is the last level. */
static void test_clusters(void) {
  static const made_computer made = {.kinds = {{8, 1, false, {SMALL_L1, {"Unified", 2, 512, 16, 64, 4}}}}, .nodes = 1};
  const mach_host host = describe(&made);
  CHECK(host.last_levels == 2 && host.l2_cores == 0);
  CHECK(host.machine.processors == 8 && host.machine.nodes == 2);
  CHECK(host.machine.l2.size == 0 && is_cache(&host.machine.ll, 512, 16));
}

/* A private L2 without a further level remains an L2. */
static void test_private_l2(void) {
  static const made_computer made = {.kinds = {{4, 2, true, {SMALL_L1, {"Unified", 2, 512, 16, 64, 1}}}}};
  const mach_host host = describe(&made);
  CHECK(host.machine.processors == 4 && host.machine.nodes == 1);
  CHECK(host.machine.ll.size == 0 && is_cache(&host.machine.l2, 512, 16));
}

/* An L2 that four cores share, and memory nodes that share a last level: each core and each node gets a share. */
static void test_parts(void) {
  static const made_computer made = {.kinds = {{64,
                                                1,
                                                false,
                                                {{"Data", 1, 64, 2, 64, 1},
                                                 {"Instruction", 1, 64, 2, 64, 1},
                                                 {"Unified", 2, 1024, 16, 64, 4},
                                                 {"Unified", 3, 65536, 16, 64, 64}}}},
                                     .nodes = 4};
  const mach_host host = describe(&made);
  CHECK(host.l2_cores == 4 && host.last_levels == 1 && host.memory_nodes == 4);
  CHECK(host.machine.processors == 64 && host.machine.nodes == 4);
  CHECK(is_cache(&host.machine.l2, 256, 16) && is_cache(&host.machine.ll, 16384, 16));
}

/* A share of an L2 that is smaller than the D1 is omitted. */
static void test_small_share(void) {
  static const made_computer made = {
      .kinds = {{8, 1, false, {SMALL_L1, {"Unified", 2, 128, 8, 64, 8}, {"Unified", 3, 4096, 16, 64, 8}}}}};
  CHECK(describe(&made).machine.l2.size == 0);
}

/* More cores than memspy can simulate. */
static void test_many_cores(void) {
  static const made_computer made = {
      .kinds = {{128, 2, true, {SMALL_L1, {"Unified", 2, 1024, 8, 64, 1}, {"Unified", 3, 32768, 16, 64, 8}}}},
      .nodes = 2};
  const mach_host host = describe(&made);
  CHECK(host.threads == 256 && host.cores == 128 && host.last_levels == 16);
  CHECK(host.machine.processors == 64 && host.machine.nodes == 8 && is_cache(&host.machine.ll, 32768, 16));
}

/* Two sockets of 48 cores: both are necessary for 64 processors. */
static void test_two_sockets(void) {
  static const made_computer made = {
      .kinds = {{96, 2, true, {SMALL_L1, {"Unified", 2, 2048, 16, 64, 1}, {"Unified", 3, 98304, 16, 64, 48}}}},
      .nodes = 2};
  const mach_host host = describe(&made);
  CHECK(host.cores == 96 && host.last_levels == 2);
  CHECK(host.machine.processors == 64 && host.machine.nodes == 2);
}

/* Cores that differ in their last level only: the larger one is simulated, as it is. */
static void test_unequal_last_levels(void) {
  static const made_computer made = {
      .kinds = {{6, 1, false, {SMALL_L1, {"Unified", 2, 1024, 8, 64, 1}, {"Unified", 3, 32768, 16, 64, 6}}},
                {6, 1, false, {SMALL_L1, {"Unified", 2, 1024, 8, 64, 1}, {"Unified", 3, 98304, 16, 64, 6}}}},
      .nodes = 1};
  const mach_host host = describe(&made);
  CHECK(host.cores == 12 && host.alike == 6 && host.last_levels == 1);
  CHECK(host.machine.processors == 6 && host.machine.nodes == 1 && host.ll.size == 98304 * 1024);
}

/* Cores that differ in their L2 only, or in their capacity only: the larger part, the higher capacity. */
static void test_unequal_cores(void) {
  static const made_computer made = {
      .kinds = {{8, 1, false, {SMALL_L1, {"Unified", 2, 2048, 8, 64, 8}, {"Unified", 3, 8192, 16, 64, 0}}},
                {4, 1, false, {SMALL_L1, {"Unified", 2, 512, 8, 64, 1}, {"Unified", 3, 8192, 16, 64, 0}}}}};
  const mach_host host = describe(&made);
  CHECK(host.alike == 4 && is_cache(&host.l2, 512, 8));
  made_computer told = made;
  told.kinds[0].capacity = 1000;
  told.kinds[1].capacity = 700;
  CHECK(describe(&told).alike == 8 && describe(&told).l2_cores == 8);
  told.kinds[1].capacity = 900; /* a core of the same kind with another clock */
  CHECK(describe(&told).alike == 4);
}

/* A node without memory: its cores use the first one that has some. */
static void test_node_without_memory(void) {
  made_computer made = {
      .kinds = {{8, 1, false, {SMALL_L1, {"Unified", 2, 512, 8, 64, 1}, {"Unified", 3, 8192, 16, 64, 4}}}},
      .nodes = 2};
  CHECK(describe(&made).memory_nodes == 2);
  made.memory = "1";
  const mach_host host = describe(&made);
  CHECK(host.memory_nodes == 1 && host.last_levels == 2);
  CHECK(host.machine.remote_latency == host.machine.memory_latency);
}

/* Masks in place of lists, with threads beyond the first word; and no report of sharing at all. */
static void test_masks(void) {
  made_computer made = {
      .kinds = {{24, 4, false, {SMALL_L1, {"Unified", 2, 512, 8, 64, 2}, {"Unified", 3, 10240, 20, 64, 12}}}},
      .sharing = SHARED_MAP};
  mach_host host = describe(&made);
  CHECK(host.threads == 96 && host.cores == 24 && host.last_levels == 2 && host.l2_cores == 2 &&
        !has_note(&host, MACH_NOTE_NO_SHARING));
  made.sharing = SHARED_NOT;
  host = describe(&made);
  CHECK(host.cores == 96 && has_note(&host, MACH_NOTE_NO_SHARING));
}

/* A second level for data and one for instructions, as on z. */
static void test_split_l2(void) {
  static const made_computer made = {.kinds = {{4,
                                                1,
                                                false,
                                                {{"Data", 1, 128, 8, 256, 1},
                                                 {"Data", 2, 4096, 8, 256, 1},
                                                 {"Instruction", 2, 2048, 8, 256, 1},
                                                 {"Unified", 3, 131072, 32, 256, 0}}}}};
  const mach_host host = describe(&made);
  CHECK(has_note(&host, MACH_NOTE_SPLIT_L2) && is_cache(&host.machine.l2, 4096, 8) && host.machine.d1.line == 256);
}

/* A fourth level is not a processor's; ways that are not reported; cores that are switched off. */
static void test_odd_files(void) {
  static const made_computer fourth = {.kinds = {{4,
                                                  1,
                                                  false,
                                                  {{"Data", 1, 32, 0, 64, 1},
                                                   {"Unified", 2, 256, 0, 64, 1},
                                                   {"Unified", 3, 8192, 16, 64, 4},
                                                   {"Unified", 4, 131072, 16, 64, 4}}}},
                                       .online = "0,2-3\n"};
  const mach_host host = describe(&fourth);
  CHECK(host.threads == 3 && host.machine.processors == 3);
  CHECK(is_cache(&host.machine.d1, 32, 8) && is_cache(&host.machine.l2, 256, 8) &&
        is_cache(&host.machine.ll, 8192, 16));
  CHECK(has_note(&host, MACH_NOTE_NO_WAYS) && !has_note(&host, MACH_NOTE_NO_LINE) &&
        !has_note(&host, MACH_NOTE_NO_SHARING) && !has_note(&host, MACH_NOTE_SPLIT_L2));
}

/* Without files, or with senseless ones, the processor itself is asked; otherwise the machine is unknown. */
static void test_no_files(void) {
  static const made_computer senseless[] = {{.online = ""},
                                            {.online = "x"},
                                            {.online = "3-1"},
                                            {.online = "0-4294967295"},
                                            {.online = "99999999999999999999"}};
  mach_host asked, host;
  const bool known = mach_host_describe("/made", NULL, &asked);
  CHECK(!known || (asked.threads == 0 && asked.machine.d1.size != 0));
  for (unsigned i = 0; i < sizeof senseless / sizeof senseless[0]; i++) {
    computer = &senseless[i];
    CHECK(!mach_host_describe("/made", read_made, &host));
    CHECK(mach_host_describe(MACH_HOST_SYS, read_made, &host) == known);
    CHECK(!known || is_cache(&host.machine.d1, asked.machine.d1.size / 1024, asked.machine.d1.ways));
    CHECK(host.threads == 0 && host.machine.processors == asked.machine.processors);
  }
  char deep[4096] = {0};
  memset(deep, 'x', sizeof deep - 1);
  CHECK(!mach_host_describe(deep, read_made, &host));
}

/* ---- random computers ---- */

static made_computer random_computer(dice *d) {
  made_computer made = {.nodes = dice_below(d, 5)};
  const unsigned kinds = dice_between(d, 1, KINDS);
  for (unsigned k = 0; k < kinds; k++) {
    made_kind *kind = &made.kinds[k];
    kind->cores = dice_between(d, 1, 80);
    kind->threads = dice_between(d, 1, 2);
    kind->apart = dice_chance(d, 50);
    const unsigned line = 16u << dice_below(d, 4);
    for (unsigned i = 0; i < CACHES && (i == 0 || dice_chance(d, 90)); i++)
      kind->caches[i] = (made_cache){i == 1   ? "Instruction"
                                     : i == 0 ? "Data"
                                              : "Unified",
                                     i < 2 ? 1 : i,
                                     dice_between(d, 1, 64 << (4 * (i < 2 ? 0 : i - 1))),
                                     dice_below(d, 20),
                                     line,
                                     i < 2 ? 1 : dice_below(d, 16)};
  }
  return made;
}

/* Checks what holds for every computer: the machine can be simulated, and has no more of anything than the computer. */
static void test_random(void) {
  dice d = {1};
  for (unsigned i = 0; i < 300 && !check_failures; i++) {
    const made_computer made = random_computer(&d);
    const mach_host host = describe(&made);
    const mach_config *m = &host.machine;
    unsigned cores = 0;
    for (unsigned k = 0; k < KINDS; k++) cores += made.kinds[k].cores;
    CHECK(host.cores == cores && host.alike <= cores && m->processors <= host.alike && m->nodes <= m->processors);
    CHECK(m->processors == (host.alike < MACH_MAX_PROCESSORS ? host.alike : MACH_MAX_PROCESSORS));
    CHECK(m->ll.size * m->nodes <= host.ll.size * host.last_levels);
    CHECK(m->l2.size * host.l2_cores <= host.l2.size);
    CHECK(m->ll.size == 0 || m->nodes > 1 || host.memory_nodes > 1 || m->ll.size * 2 > host.ll.size);
    if (check_failures) printf("computer %u\n", i);
  }
}

int main(void) {
  test_complexes();
  test_equally_far();
  test_two_kinds();
  test_slow_cores_first();
  test_clusters();
  test_private_l2();
  test_parts();
  test_small_share();
  test_many_cores();
  test_two_sockets();
  test_unequal_last_levels();
  test_unequal_cores();
  test_node_without_memory();
  test_masks();
  test_split_l2();
  test_odd_files();
  test_no_files();
  test_random();
  if (check_failures == 0) puts("all machines are what the computers are made of");
  return check_failures != 0;
}
