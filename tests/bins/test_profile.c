/* test_profile.c: compares the profile of a small account with a stored text, and tests the spelling of strings, and
 * sinks that fail.
 *
 * The references and their costs can be worked out by hand; test_profile.expected contains the sums.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "bins/bin_profile.h"
#include "tests/check.h"
#include "tests/coherence/plat_test.h"

/* ---- sinks -------------------------------------------------------------------------------------- */

/* A sink that accepts this many bytes, then refuses more. */
typedef struct {
  char *bytes;
  size_t n, limit;
  unsigned refused;
} store;

static bool sink(void *closure, const char *bytes, size_t n) {
  store *s = closure;
  if (s->n + n > s->limit) {
    s->refused++;
    return false;
  }
  s->bytes = realloc(s->bytes, s->n + n + 1);
  memcpy(s->bytes + s->n, bytes, n);
  s->n += n;
  s->bytes[s->n] = '\0';
  return true;
}

/* ---- a small account ---------------------------------------------------------------------------- */

enum { A = 0x1000, B = 0x1080, VARIABLE = 0x2040, STACK = 0x7000, STACK_END = 0x7040, NOWHERE = 0x90c0 };
enum { BIN_A = 1, BIN_B, BIN_VARIABLE };

/* One line in each of two sets: A, B and the stack are in the first set, the others in the second. */
static const mach_config two_lines = {.processors = 2,
                                      .d1 = {.size = 128, .ways = 1, .line = 64},
                                      .protocol = MACH_MSI,
                                      .memory_latency = 100,
                                      .transfer_latency = 50,
                                      .upgrade_latency = 10,
                                      .cpi = 2};

typedef struct {
  uint32_t more; /* 1: before each record of the table there is one without counts */
  coh_system *system;
  bin_table *table;
  bin_account *account;
  bin_batches *batches; /* NULL: the run is not sampled */
  const bin_stretch *stretches;
  uint32_t n_stretches;
  bin_flow flows[2];
} small;

static bin_id resolve(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  const small *s = closure;
  (void)address;
  *low = VARIABLE;
  *high = VARIABLE + 8;
  return s->more + BIN_VARIABLE;
}

/* Adds records that a profile need not contain: one of each kind, which refer to each other. */
static void make_more(bin_table *t) {
  const uint64_t key = 0x777;
  const uint32_t object = bin_table_object(t, "/lib/more.so"), file = bin_table_file(t, "more.c"),
                 segment = bin_table_segment(t, "more", object, file, 1),
                 call = bin_table_call(t, object, 0x99, bin_table_place(t, segment, file, 2, 0));
  const bin_id bin = bin_table_bin(t, BIN_HEAP, "", &key, 1, &call, 1);
  bin_table_add_receiver(t, bin, &(bin_receiver){.target = bin, .call = call, .offset = 8});
  bin_table_set_variable(t, bin, &(bin_variable){.object = object, .address = 16, .bytes = 8});
}

static void make_table(bin_table *t) {
  const uint32_t object = bin_table_object(t, "/usr/bin/small"), file = bin_table_file(t, "small.c");
  bin_table_file(t, "odd \"name\"\n.h");
  const uint32_t f = bin_table_segment(t, "main", object, file, 3),
                 g = bin_table_segment(t, "g<a, b>()", object, file, 20);
  const uint32_t place = bin_table_place(t, f, file, 4, 0);
  for (uint32_t line = 5; line < 7; line++) bin_table_place(t, f, file, line, 0);
  bin_table_place(t, g, file + 1, 0, 0x2f0);
  bin_table_set_object(t, object, "00ff", 0x100000);
  const uint64_t keys[] = {0x400100, 0x400200, VARIABLE};
  const uint32_t frames[] = {bin_table_call(t, object, 0x1234, place + 1), bin_table_call(t, object, 0x1300, place)};
  bin_table_bin(t, BIN_HEAP, "", keys, 1, frames, 2);
  bin_table_bin(t, BIN_HEAP, "", keys + 1, 1, frames, 1);
  bin_table_bin(t, BIN_STATIC, "counter", keys + 2, 1, NULL, 0);
  const bin_scope function = {false, 0, f, file, 3, 0x1200, 0x1200, 0x1310};
  const bin_scope loop = {true, 1, f, file, 5, 0x1210, 0x1208, 0x1230};
  CHECK(bin_table_scope(t, &function) == 0 && bin_table_scope(t, &loop) == 1 && bin_table_scope(t, &function) == 0);
  bin_table_add_instructions(t, place, 30);
  bin_table_add_instructions(t, place + 2, 12);
}

static void refer(small *s, unsigned processor, unsigned flags, uint32_t place, uint64_t address) {
  bin_site site;
  const bool writes = (flags & BIN_SITE_KIND) == COH_WRITE;
  bin_site_init(&site, s->account, 8, flags, s->more + place);
  bin_account_executed(s->account, processor, 0, !writes, writes);
  bin_account_reference(s->account, &s->flows[processor], &site, address);
  bin_site_flush(s->account, &site);
}

static void run_program(small *s) {
  refer(s, 0, COH_READ, 0, A);                          /* cold, 100 */
  refer(s, 0, COH_READ, 1, B);                          /* cold, 100; evicts A */
  refer(s, 0, COH_READ, 0, A);                          /* replaced by B, 100 */
  refer(s, 1, COH_READ, 1, A);                          /* cold, 100 */
  refer(s, 0, COH_WRITE, 2, A);                         /* upgrade, 10 */
  refer(s, 1, COH_READ, 1, A + 8);                      /* invalidated, 50 from the other cache */
  refer(s, 0, COH_MODIFY, 2, VARIABLE);                 /* cold, 100 */
  refer(s, 0, COH_WRITE | BIN_SITE_CALL, 0, STACK + 8); /* main calls g: cold, 100; evicts A */
  refer(s, 0, COH_READ, 3, A + 16);                     /* replaced by main's frame, 100 */
  refer(s, 0, COH_READ, 3, STACK + 32);                 /* g reads main's frame: replaced by A, 100 */
  refer(s, 1, COH_WRITE, 3, NOWHERE);                   /* cold, 100 */
  refer(s, 1, COH_READ, 1, A + 24);                     /* a hit */
}

/* The sample is initialised in place, since the account stores pointers to its flows. */
static void make_small_on(small *s, uint32_t more, const mach_config *machine) {
  *s = (small){.more = more, .system = coh_system_new(machine), .table = bin_table_new()};
  if (more) make_more(s->table);
  make_table(s->table);
  s->account = bin_account_new(s->system, s->table, resolve, s);
  bin_account_tell_references(s->account);
  s->flows[1].processor = 1;
  bin_flow_stack(&s->flows[0], STACK, STACK_END);
  bin_account_map_stack(s->account, &s->flows[0]);
  bin_account_map_lazy(s->account, VARIABLE, 64);
  bin_account_allocate(s->account, A, 40, more + BIN_A);
  bin_account_allocate(s->account, B, 16, more + BIN_B);
  bin_account_thread(s->account, 0);
  bin_account_thread(s->account, 1);
  bin_account_thread(s->account, 1);
  bin_account_executed(s->account, 0, 30, 0, 0);
  bin_account_executed(s->account, 1, 12, 0, 0);
  bin_account_idle(s->account, 1, 7);
}

static void make_small_with(small *s, uint32_t more) { make_small_on(s, more, &two_lines); }
static void make_small(small *s) { make_small_with(s, 0); }

static void free_small(small *s) {
  bin_account_free(s->account);
  bin_table_free(s->table);
  coh_system_free(s->system);
  for (unsigned i = 0; i < 2; i++) bin_flow_clear(&s->flows[i]);
}

static void add_what_else(small *s) {
  const uint32_t more = s->more; /* number of records of each kind before the ones here */
  const bin_id a = more + BIN_A, b = more + BIN_B, variable = more + BIN_VARIABLE;
  bin_table_set_variable(s->table, variable, &(bin_variable){.object = more, .address = VARIABLE - 0x1000, .bytes = 8});
  bin_table_add_receiver(s->table, b, &(bin_receiver){.target = a, .call = more + 1, .offset = 8});
  bin_table_add_receiver(s->table, a, &(bin_receiver){.target = variable, .call = more, .offset = 0});
  bin_table_add_receiver(s->table, a,
                         &(bin_receiver){.target = bin_table_stack(s->table, more), .call = more + 1, .offset = 24});
  const bin_id slot = bin_table_slot(s->table, more + 1, 24);
  bin_table_add_receiver(s->table, a, &(bin_receiver){.target = slot, .call = more, .offset = 32});
}

/* Calls bin_profile_write() or bin_profile_write_tables(). */
typedef bool writer(bin_account *account, const bin_profile_info *info, bin_sink *sink, void *closure);

static bool write_with(writer *write, small *s, uint32_t hot_lines, store *to) {
  static const char *const argv[] = {"./small", "an argument", "", NULL};
  static const char *const options[] = {"processors", "2", "D1", "128,1,64", NULL};
  const bin_profile_info info = {.creator = "memspy 1 on Valgrind",
                                 .argv = argv,
                                 .pid = 4711,
                                 .seconds = 1700000000,
                                 .label = "",
                                 .reason = "exit",
                                 .interleaving = "exact",
                                 .quantum = 500,
                                 .hot_lines = hot_lines,
                                 .options = options,
                                 .batches = s->batches,
                                 .stretches = s->stretches,
                                 .n_stretches = s->n_stretches};
  return write(s->account, &info, sink, to);
}

static bool write_profile_with(small *s, uint32_t hot_lines, store *to) {
  return write_with(bin_profile_write, s, hot_lines, to);
}

static bool write_profile(small *s, store *to) { return write_profile_with(s, 256, to); }

/* ---- tests -------------------------------------------------------------------------------------- */

static char *read_expected(void) {
  const char *top = getenv("top_srcdir");
  char name[4096];
  snprintf(name, sizeof name, "%s/tests/bins/test_profile.expected", top ? top : ".");
  FILE *file = fopen(name, "rb");
  char *text = calloc(1, 65536);
  if (!file || fread(text, 1, 65535, file) == 0) printf("cannot read %s\n", name);
  if (file) fclose(file);
  return text;
}

/* Shortens the columns lines to the names of their records, and removes the end line with their checksum:
 * docs/profile-sample.memspy contains them. */
static void keep_records(char *text) {
  char *to = text;
  for (char *line = text, *next; *line != '\0'; line = next) {
    next = strchr(line, '\n') ? strchr(line, '\n') + 1 : line + strlen(line);
    if (!strncmp(line, "end ", 4)) continue;
    const bool columns = !strncmp(line, "columns ", 8);
    const size_t kept = columns ? 8 + strcspn(line + 8, " \n") : (size_t)(next - line);
    memmove(to, line, kept);
    to += kept;
    if (columns) *to++ = '\n';
  }
  *to = '\0';
}

static void test_golden(void) {
  small s;
  make_small(&s);
  store got = {.limit = SIZE_MAX};
  run_program(&s);
  add_what_else(&s);
  CHECK(write_profile(&s, &got));
  char *expected = read_expected();
  store again = {.limit = SIZE_MAX};
  CHECK(write_profile(&s, &again) && again.n == got.n && !memcmp(again.bytes, got.bytes, got.n));
  keep_records(got.bytes);
  const bool same = !strcmp(got.bytes, expected);
  CHECK(same);
  if (!same) printf("---- expected\n%s---- written\n%s", expected, got.bytes);
  free(expected);
  free(got.bytes);
  free(again.bytes);
  free_small(&s);
}

/* Records without counts are omitted: the profile is the same. */
static void test_kept(void) {
  small plain, other;
  store got = {.limit = SIZE_MAX}, expected = {.limit = SIZE_MAX}, tables = {.limit = SIZE_MAX};
  make_small(&plain);
  make_small_with(&other, 1);
  run_program(&plain);
  run_program(&other);
  add_what_else(&plain);
  add_what_else(&other);
  CHECK(write_profile(&plain, &expected) && write_profile(&other, &got));
  CHECK(got.n == expected.n && !memcmp(got.bytes, expected.bytes, got.n));
  CHECK(write_with(bin_profile_write_tables, &other, 256, &tables));
  static const char *const words[] = {"/lib/more.so",
                                      "more.c",
                                      "\"more\"",
                                      "\ncall 0 0 153 0",
                                      "\nbin 1 \"heap\" \"\" 0 0 0",
                                      "\nreceiver 1 0 1 8 0",
                                      "\nvariable 1 0 16 8"};
  for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) CHECK(strstr(tables.bytes, words[i]));
  free(got.bytes);
  free(expected.bytes);
  free(tables.bytes);
  free_small(&plain);
  free_small(&other);
}

/* After a reset of the counts, the profile has blocks, the counts since the reset, and the bins whose lines were
 * evicted by them. */
static void test_kept_after_zero(void) {
  small s;
  make_small(&s);
  store got = {.limit = SIZE_MAX};
  run_program(&s);
  bin_account_zero(s.account);
  bin_table_zero(s.table);
  refer(&s, 0, COH_READ, 3, NOWHERE); /* place 2 brought the variable there */
  CHECK(write_profile(&s, &got));
  CHECK(got.bytes && strstr(got.bytes, "\nbin 0 \"unknown\" \"unknown\" 0 0\nbin 1 \"heap\" \"\" 16 1 0\n"
                                       "bin 2 \"heap\" \"\" 40 1 0 1\nbin 3 \"static\" \"counter\" 0 0\nprocessor "));
  CHECK(got.bytes && strstr(got.bytes, "\ncell 3 0 1 0 ") && strstr(got.bytes, "\nreference_evictor 2 3 3 0 1\n"));
  free(got.bytes);
  free_small(&s);
}

/* A TLB with one page: main's frame, the variable, nowhere, and A with B evict each other. */
static void test_models(void) {
  mach_config machine = two_lines;
  machine.dtlb = (mach_entries){1, 1};
  machine.page = 4096;
  machine.walk_latency = 30;
  small s;
  make_small_on(&s, 0, &machine);
  store got = {.limit = SIZE_MAX}, zero = {.limit = SIZE_MAX}, tables = {.limit = SIZE_MAX};
  run_program(&s);
  CHECK(write_profile(&s, &got));
  CHECK(strstr(got.bytes, "\ncolumns model_processor processor tlb_misses walks translation_cycles prefetches covered "
                          "late unused displaced d1_bytes_read d1_bytes_written l2_bytes_read l2_bytes_written "
                          "memory_bytes_read memory_bytes_written transferred_bytes "
                          "overlapped_misses overlapped_cycles\n"
                          "columns model_cell place bin tlb_misses walks translation_cycles prefetches covered late "
                          "unused displaced d1_bytes_read d1_bytes_written l2_bytes_read l2_bytes_written "
                          "memory_bytes_read memory_bytes_written transferred_bytes "
                          "overlapped_misses overlapped_cycles\n"));
  CHECK(strstr(got.bytes, "\nmodel_processor 0 5 5 150\nmodel_processor 1 3 3 90\nmodel_cell "));
  unsigned cells = 0;
  for (const char *at = got.bytes; (at = strstr(at, "\nmodel_cell ")) != NULL; at++) cells++;
  CHECK(cells == 7 && strstr(got.bytes, "\nmodel_cell 1 2 2 2 60\n")); /* one of them hits the D1 */
  CHECK(strstr(got.bytes, "\nmodel_totals 8 8 240\nend "));
  CHECK(write_with(bin_profile_write_tables, &s, 256, &tables));
  CHECK(!strstr(tables.bytes, "\nmodel_cell ") && strstr(tables.bytes, "\nmodel_totals\nend "));
  bin_account_zero(s.account);
  CHECK(write_profile(&s, &zero));
  CHECK(!strstr(zero.bytes, "\nmodel_cell ") && strstr(zero.bytes, "\nmodel_totals\nend "));
  free(got.bytes);
  free(zero.bytes);
  free(tables.bytes);
  free_small(&s);
}

/* The tables without counts: the profile has the same tables, and the scopes. */
static void test_tables(void) {
  small s;
  make_small(&s);
  store got = {.limit = SIZE_MAX};
  run_program(&s);
  CHECK(write_with(bin_profile_write_tables, &s, 256, &got));
  CHECK(got.bytes && strstr(got.bytes, "\nscope 0 \"function\" 0 0 0 3 4608 4608 4880\n"
                                       "scope 1 \"loop\" 1 0 0 5 4624 4616 4656\nprocessor 0 "));
  CHECK(got.bytes && !strstr(got.bytes, "\ncell ") && strstr(got.bytes, "\nsharing 0 0 0\n"));
  free(got.bytes);
  free_small(&s);
}

/* After a reset of the counts, no cell, evictor or shared line remains. */
static void test_zero(void) {
  small s;
  make_small(&s);
  store got = {.limit = SIZE_MAX};
  run_program(&s);
  bin_account_zero(s.account);
  CHECK(write_profile(&s, &got));
  CHECK(got.bytes && !strstr(got.bytes, "\ncell ") && !strstr(got.bytes, "\nevictor ") &&
        !strstr(got.bytes, "\ninvalidator ") && strstr(got.bytes, "\nsharing 0 0 0\ntotals "));
  CHECK(got.bytes && strstr(got.bytes, "\nprocessor 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"));
  CHECK(got.bytes && strstr(got.bytes, "\ntotals 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"));
  free(got.bytes);
  free_small(&s);
}

/* A line that two processors read, one then stores to, and the other reads again: two events. */
static void share(small *s, uint64_t address) {
  refer(s, 0, COH_READ, 0, address);
  refer(s, 1, COH_READ, 1, address);
  refer(s, 0, COH_WRITE, 2, address);
  refer(s, 1, COH_READ, 1, address);
}

/* The profile has the hottest lines, and of lines with equal counts those at the lowest addresses. It has no uses of
 * other lines. */
static void test_hot_lines(void) {
  static const char *const starts[] = {"\nsharing 7 3 0\n", "hot_line 0 37056 3 ", "hot_line 1 4096 2 ",
                                       "hot_line 2 8256 2 "};
  small s;
  make_small(&s);
  share(&s, VARIABLE);
  share(&s, A);
  share(&s, NOWHERE);
  refer(&s, 0, COH_WRITE, 2, NOWHERE);
  for (uint32_t hot_lines = 0; hot_lines < 5; hot_lines++) {
    store got = {.limit = SIZE_MAX};
    CHECK(write_profile_with(&s, hot_lines, &got));
    const char *at = strstr(got.bytes, starts[0]);
    CHECK(at);
    for (uint32_t i = 1; i < 4; i++) {
      const char *line = at ? strstr(at, starts[i]) : NULL;
      CHECK((line != NULL) == (i <= hot_lines));
      if (line) at = line;
    }
    unsigned uses = 0;
    for (const char *use = got.bytes; (use = strstr(use, "\nuse ")); use++) uses++;
    CHECK(uses == (hot_lines < 3 ? 2 * hot_lines : 6));
    free(got.bytes);
  }
  free_small(&s);
}

/* Counts more misses from memory than fit into the bits of a cell itself. */
static void test_many_from_memory(void) {
  small s;
  make_small(&s);
  bin_cells cells = {.table = s.table};
  bin_cell *cell = bin_cells_find(&cells, 1, BIN_A);
  const coh_outcome outcome = {.cause = COH_COLD, .source = COH_FROM_MEMORY};
  cell->memory = UINT32_MAX;
  cell->read_misses = UINT32_MAX;
  for (int i = 0; i < 3; i++) bin_cells_count(&cells, cell, COH_READ, &outcome, true);
  const coh_counts counts = bin_cells_counts(&cells, cell);
  CHECK(counts.memory == (uint64_t)UINT32_MAX + 3 && counts.memory == counts.read_misses && counts.last_level == 0);
  bin_cells_zero(&cells);
  CHECK(bin_cells_counts(&cells, cell).memory == 0);
  bin_cells_clear(&cells);
  free_small(&s);
}

static void test_full_disk(void) {
  small s;
  make_small(&s);
  store whole = {.limit = SIZE_MAX};
  run_program(&s);
  CHECK(write_profile(&s, &whole));
  for (size_t limit = 0; limit < whole.n; limit++) {
    store cut = {.limit = limit};
    CHECK(!write_profile(&s, &cut) && cut.refused == 1);
    free(cut.bytes);
  }
  store exact = {.limit = whole.n};
  CHECK(write_profile(&s, &exact) && exact.refused == 0);
  free(exact.bytes);
  free(whole.bytes);
  free_small(&s);
}

/* ---- a sampled run ------------------------------------------------------------------------------ */

enum { MISSES = 2, STALL = 14 }; /* the first of their columns in a cell */

/* Adds up `n` columns of the line "PLACE BIN NUMBER ..." that begins after `at`: column `first`, and each `step`
 * columns after it. */
static uint64_t sum_of(const char *at, unsigned first, unsigned step, unsigned n) {
  uint64_t sum = 0;
  for (unsigned i = 0; *at != '\n'; i++) {
    char *end;
    const uint64_t number = strtoull(at, &end, 10);
    if (i >= first + 2 && (i - first) % step == 0 && (i - first - 2) / step < n) sum += number;
    at = end;
  }
  return sum;
}

/* Every cell with misses or stall cycles has the sums of its batches, in the same order. */
static void check_batch_cells(const char *bytes, unsigned batches) {
  const char *one = strstr(bytes, "\nbatch_cell ");
  unsigned cells = 0;
  for (const char *cell = bytes; (cell = strstr(cell, "\ncell ")) != NULL; cell++) {
    const char *numbers = cell + strlen("\ncell ");
    const uint64_t misses = sum_of(numbers, MISSES, 1, 2), stall = sum_of(numbers, STALL, 1, 1);
    if (misses + stall == 0) continue;
    const char *of_batches = one ? one + strlen("\nbatch_cell ") : "\n";
    CHECK(strtoul(numbers, NULL, 10) == strtoul(of_batches, NULL, 10));
    CHECK(sum_of(of_batches, 0, 2, batches) == misses && sum_of(of_batches, 1, 2, batches) == stall);
    if (one) one = strstr(one + 1, "\nbatch_cell ");
    cells++;
  }
  CHECK(cells > 2 && !one);
}

static void execute(const small *s, unsigned processor, uint64_t instructions) {
  bin_account_executed(s->account, processor, instructions, 0, 0);
  bin_table_add_instructions(s->table, processor, instructions);
}

/* References between samples are not in the profile; each reference in a sample is in one batch. */
static void test_sampled(void) {
  small s;
  make_small(&s);
  store got = {.limit = SIZE_MAX}, none = {.limit = SIZE_MAX};
  s.batches = bin_batches_new(s.account);
  run_program(&s);
  bin_batches_drop(s.batches);
  bin_batches_executed(s.batches, 42);
  CHECK(write_profile(&s, &none));
  CHECK(none.bytes && strstr(none.bytes, "\nsampling 0 42 0\nobject ") && !strstr(none.bytes, "\ncell "));
  refer(&s, 0, COH_READ, 0, B); /* evicts A */
  execute(&s, 0, 5);
  bin_batches_keep(s.batches);
  run_program(&s);
  execute(&s, 1, 100);
  bin_batches_drop(s.batches);
  run_program(&s);
  execute(&s, 1, 8);
  bin_batches_keep(s.batches);
  run_program(&s);
  bin_batches_drop(s.batches);
  bin_batches_executed(s.batches, 1000);
  CHECK(write_profile(&s, &got));
  CHECK(got.bytes && !strncmp(got.bytes, "memspy-profile 6\n", 17));
  CHECK(got.bytes && strstr(got.bytes, "\nsampling 2 1000 13\nbatch 0 1 5\nbatch 1 1 8\nobject "));
  CHECK(got.bytes && strstr(got.bytes, "\ntotals 13 "));
  if (got.bytes) check_batch_cells(got.bytes, 2);
  free(got.bytes);
  free(none.bytes);
  bin_batches_free(s.batches);
  free_small(&s);
}

/* The counts of a phase's interval are multiplied. A phase that the run did not reach has no counts. */
static void test_phases(void) {
  static const bin_phase phases[] = {{2, 3, 300, 250000000, 100, 0},
                                     {1, 5, 500, 700000000, 3, 0},
                                     {3, 9, 900, 50000000, 7, 0}};
  small s;
  make_small(&s);
  store got = {.limit = SIZE_MAX};
  s.batches = bin_batches_new_of_phases(s.account, phases, 3);
  s.stretches = (const bin_stretch[]){{1, 700}, {2, 300}};
  s.n_stretches = 2;
  run_program(&s);
  bin_batches_drop(s.batches);
  execute(&s, 0, 5);
  bin_batches_keep_phase(s.batches, 0);
  run_program(&s);
  execute(&s, 1, 100);
  bin_batches_drop(s.batches);
  bin_batches_keep_phase(s.batches, 2);
  refer(&s, 0, COH_READ, 0, B); /* evicts A */
  execute(&s, 1, 8);
  bin_batches_keep_phase(s.batches, 1);
  bin_batches_executed(s.batches, 1000);
  CHECK(write_profile(&s, &got));
  CHECK(got.bytes && !strncmp(got.bytes, "memspy-profile 8\n", 17));
  CHECK(got.bytes && strstr(got.bytes, "\nsampling 2 1000 13\nphase 0 2 3 300 250000000 100 5\n"
                                       "phase 1 1 5 500 700000000 3 8\nphase 2 3 9 900 50000000 7 0\n"
                                       "stretch 1 700\nstretch 2 300\nobject "));
  CHECK(got.bytes && strstr(got.bytes, "\ntotals 524 ") && !strstr(got.bytes, "\nbatch"));
  free(got.bytes);
  bin_batches_free(s.batches);
  free_small(&s);
}

/* If a phase has several intervals, the profile has each interval's counts of the cells, not multiplied. */
static void test_spread_phases(void) {
  static const bin_phase phases[] = {{1, 3, 300, 500000000, 100, 0},
                                     {1, 5, 500, 200000000, 3, 0},
                                     {2, 9, 900, 300000000, 7, 0}};
  small s;
  make_small(&s);
  store got = {.limit = SIZE_MAX};
  s.batches = bin_batches_new_of_phases(s.account, phases, 3);
  run_program(&s);
  bin_batches_drop(s.batches);
  refer(&s, 0, COH_READ, 0, B); /* evicts A */
  execute(&s, 0, 5);
  bin_batches_keep_phase(s.batches, 0);
  refer(&s, 0, COH_READ, 0, A);
  execute(&s, 1, 8);
  bin_batches_keep_phase(s.batches, 2);
  bin_batches_executed(s.batches, 1000);
  CHECK(write_profile(&s, &got));
  CHECK(got.bytes && strstr(got.bytes, "\nsampling 2 1000 13\nphase 0 1 3 300 500000000 100 5\n"
                                       "phase 1 1 5 500 200000000 3 0\nphase 2 2 9 900 300000000 7 8\nobject "));
  CHECK(got.bytes && strstr(got.bytes, "\nbatch_cell 0 1 1 100 0 0 0 0\nbatch_cell 0 2 0 0 0 0 1 100\n"));
  free(got.bytes);
  bin_batches_free(s.batches);
  free_small(&s);
}

int main(void) {
  test_golden();
  test_kept();
  test_kept_after_zero();
  test_tables();
  test_models();
  test_zero();
  test_hot_lines();
  test_many_from_memory();
  test_full_disk();
  test_sampled();
  test_phases();
  test_spread_phases();
  CHECK(plat_test_outstanding() == 0);
  return check_failures != 0;
}
