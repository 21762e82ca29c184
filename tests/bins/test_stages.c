/* test_stages.c: tests stages: which one each reference and instruction counts in, their tree, their times and limits.
 *
 * A naive model follows the same random beginnings, ends and references: it keeps the open stages as texts.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <string.h>

#include "bins/bin_stages.h"
#include "tests/check.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/plat_test.h"

enum { SITES = 6, NAMES = 3, STEPS = 4000, DEEPEST = 4, PATHS = 200, PATH_BYTES = 64 };

static bin_id resolve(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  (void)closure;
  *low = address / 4096 * 4096;
  *high = *low + 4096;
  return BIN_ID_UNKNOWN;
}

typedef struct {
  coh_system *system;
  bin_table *table;
  bin_account *account;
  bin_stages *stages;
  bin_site sites[SITES];
  bin_flow flow;
} world;

static void world_make(world *w) {
  mach_config config;
  mach_preset_find(MACH_PRESET_DEFAULT, &config);
  config.processors = 2;
  memset(w, 0, sizeof *w);
  w->system = coh_system_new(&config);
  w->table = bin_table_new();
  const uint32_t segment = bin_table_segment(w->table, "f", bin_table_object(w->table, "o"),
                                             bin_table_file(w->table, "c"), 1);
  w->account = bin_account_new(w->system, w->table, resolve, NULL);
  w->stages = bin_stages_new(w->account);
  bin_account_map_lazy(w->account, 0x10000, 4096);
  for (unsigned i = 0; i < SITES; i++)
    bin_site_init(&w->sites[i], w->account, 4, i % 2 == 0 ? COH_READ : COH_WRITE,
                  bin_table_place(w->table, segment, 0, 10 + i, 0));
}

static void world_free(world *w) {
  bin_stages_free(w->stages);
  bin_account_free(w->account);
  bin_table_free(w->table);
  coh_system_free(w->system);
}

static void flush(world *w) {
  for (unsigned i = 0; i < SITES; i++) bin_site_flush(w->account, &w->sites[i]);
}

/* The counts of a stage, by the path of its name. */
typedef struct {
  char path[PATH_BYTES];
  uint64_t references[SITES], instructions[SITES], begun, cycles;
} naive_stage;

typedef struct {
  naive_stage all[PATHS]; /* all[0]: outside of all stages, with an empty path */
  unsigned n;
  unsigned open[DEEPEST + 1]; /* indices of the open stages; open[0] is 0 */
  unsigned depth;
  uint64_t since[DEEPEST + 1];
} naive;

static void naive_begin(naive *m, char name, uint64_t clock) {
  char path[PATH_BYTES];
  snprintf(path, sizeof path, "%s/%c", m->all[m->open[m->depth]].path, name);
  unsigned i = 0;
  while (i < m->n && strcmp(m->all[i].path, path) != 0) i++;
  if (i == m->n) {
    m->all[m->n] = (naive_stage){.begun = 0};
    snprintf(m->all[m->n++].path, PATH_BYTES, "%s", path);
  }
  m->all[i].begun++;
  m->open[++m->depth] = i;
  m->since[m->depth] = clock;
}

static void naive_end(naive *m, char name, uint64_t clock) {
  unsigned d = m->depth;
  while (d != 0 && m->all[m->open[d]].path[strlen(m->all[m->open[d]].path) - 1] != name) d--;
  for (; d != 0 && m->depth >= d; m->depth--) m->all[m->open[m->depth]].cycles += clock - m->since[m->depth];
}

/* Returns the naive model's path of a stage of the table; `stage` is its number + 1. */
static void path_of(const bin_table *table, uint32_t stage, char path[PATH_BYTES]) {
  path[0] = '\0';
  for (; stage != 0; stage = bin_table_get_stage(table, stage - 1)->outer) {
    memmove(path + 2, path, strlen(path) + 1); /* names have one character */
    path[0] = '/';
    path[1] = bin_table_get_stage(table, stage - 1)->name[0];
  }
}

static naive_stage *naive_of(naive *m, const bin_table *table, uint32_t stage) {
  char path[PATH_BYTES];
  path_of(table, stage, path);
  for (unsigned i = 0; i < m->n; i++)
    if (strcmp(m->all[i].path, path) == 0) return &m->all[i];
  CHECK(!"the table has a stage that never began");
  return NULL;
}

/* Compares everything, and removes it from the naive model; what is left there is missing in the table. */
static void compare(world *w, naive *m) {
  const bin_cells *cells = bin_account_cells(w->account);
  for (uint32_t i = 0; i < cells->n; i++) {
    const bin_cell *cell = bin_cells_get(cells, i);
    const bin_place *place = bin_table_get_place(w->table, cell->place);
    CHECK(cell->reads + cell->writes == naive_of(m, w->table, place->stage)->references[place->line - 10]);
    naive_of(m, w->table, place->stage)->references[place->line - 10] = 0;
  }
  for (uint32_t i = 0; i < bin_table_places(w->table); i++) {
    const bin_place *place = bin_table_get_place(w->table, i);
    CHECK(place->instructions == naive_of(m, w->table, place->stage)->instructions[place->line - 10]);
    naive_of(m, w->table, place->stage)->instructions[place->line - 10] = 0;
  }
  for (uint32_t i = 0; i < bin_table_stages(w->table); i++) {
    const bin_stage *stage = bin_table_get_stage(w->table, i);
    CHECK(stage->begun == naive_of(m, w->table, i + 1)->begun && stage->cycles == naive_of(m, w->table, i + 1)->cycles);
  }
  CHECK(m->n == bin_table_stages(w->table) + 1);
  for (unsigned i = 0; i < m->n; i++)
    for (unsigned k = 0; k < SITES; k++) CHECK(m->all[i].references[k] == 0 && m->all[i].instructions[k] == 0);
}

static void do_work(world *w, naive *m, dice *d) {
  const unsigned site = (unsigned)dice_below(d, SITES);
  naive_stage *now = &m->all[m->open[m->depth]];
  bin_account_reference(w->account, &w->flow, &w->sites[site], 0x10000 + 8 * dice_below(d, 100));
  bin_table_add_instructions(w->table, w->sites[site].place, 3);
  coh_set_now(w->system, 0, coh_now(w->system, 0) + dice_below(d, 100));
  now->references[site]++;
  now->instructions[site] += 3;
}

static void test_random(uint64_t seed) {
  world w;
  static naive m;
  dice d = {seed};
  world_make(&w);
  memset(&m, 0, sizeof m);
  m.n = 1;
  for (unsigned step = 0; step < STEPS; step++) {
    const char name[2] = {(char)('a' + dice_below(&d, NAMES)), '\0'};
    const unsigned which = (unsigned)dice_below(&d, 20);
    const uint64_t clock = coh_now(w.system, 0);
    if (which <= 1) flush(&w);
    if (which == 0 && m.depth < DEEPEST) {
      bin_stages_begin(w.stages, name, clock);
      naive_begin(&m, *name, clock);
    } else if (which == 1) {
      bin_stages_end(w.stages, name, clock);
      naive_end(&m, *name, clock);
    } else {
      do_work(&w, &m, &d);
    }
  }
  flush(&w);
  bin_stages_settle(w.stages, coh_now(w.system, 0));
  for (; m.depth != 0; m.depth--) m.all[m.open[m.depth]].cycles += coh_now(w.system, 0) - m.since[m.depth];
  compare(&w, &m);
  world_free(&w);
}

/* A beginning or end that cannot take effect changes nothing, and is counted. */
static void test_limits(void) {
  world w;
  world_make(&w);
  bin_stages_end(w.stages, "none", 0);
  for (unsigned i = 0; i < BIN_STAGES_OPEN + 2; i++) bin_stages_begin(w.stages, "deep", 0);
  CHECK(bin_table_stages(w.table) == BIN_STAGES_OPEN && bin_table_entered(w.table) == BIN_STAGES_OPEN);
  for (unsigned i = 0; i < 2; i++) bin_stages_end(w.stages, "deep", 0);
  CHECK(bin_table_entered(w.table) == BIN_STAGES_OPEN); /* the ends of the two stages that did not begin */
  for (unsigned i = 0; i < BIN_STAGES_OPEN; i++) bin_stages_end(w.stages, "deep", 0);
  CHECK(bin_table_entered(w.table) == 0);
  char name[16];
  for (unsigned i = 0; i < BIN_STAGES_MOST; i++) {
    snprintf(name, sizeof name, "%u", i);
    bin_stages_begin(w.stages, name, 0);
    bin_stages_end(w.stages, name, 0);
  }
  CHECK(bin_table_stages(w.table) == BIN_STAGES_MOST);
  bin_stages_begin(w.stages, "0", 0);
  CHECK(bin_table_entered(w.table) == BIN_STAGES_OPEN + 1);
  const bin_stages_ignored ignored = bin_stages_get_ignored(w.stages);
  CHECK(ignored.too_deep == 2 && ignored.too_many == BIN_STAGES_OPEN);
  CHECK(ignored.not_open == 1);
  world_free(&w);
}

/* Stages inside a stage that did not begin do not begin either. Their ends end nothing else, in any order. */
static void test_skipped(void) {
  world w;
  world_make(&w);
  char name[16];
  bin_stages_begin(w.stages, "outer", 0);
  for (unsigned i = 1; i < BIN_STAGES_MOST; i++) {
    snprintf(name, sizeof name, "%u", i);
    bin_stages_begin(w.stages, name, 0);
    bin_stages_end(w.stages, name, 0);
  }
  CHECK(bin_table_stages(w.table) == BIN_STAGES_MOST && bin_table_entered(w.table) == 1);
  bin_stages_begin(w.stages, "new", 0);
  bin_stages_begin(w.stages, "1", 0);
  bin_stages_begin(w.stages, "outer", 0);
  CHECK(bin_table_entered(w.table) == 1);
  bin_stages_end(w.stages, "outer", 0);
  bin_stages_end(w.stages, "1", 0);
  CHECK(bin_table_entered(w.table) == 1);
  bin_stages_begin(w.stages, "1", 0); /* it does not end before the stage around it */
  bin_stages_end(w.stages, "new", 0);
  bin_stages_begin(w.stages, "1", 0);
  CHECK(bin_table_entered(w.table) == 2);
  bin_stages_begin(w.stages, "new", 0);
  bin_stages_end(w.stages, "outer", 0); /* also ends the stages inside, whether they began or not */
  CHECK(bin_table_entered(w.table) == 0);
  bin_stages_begin(w.stages, "outer", 0);
  CHECK(bin_table_entered(w.table) == 1 && bin_stages_get_ignored(w.stages).not_open == 0);
  CHECK(bin_stages_get_ignored(w.stages).too_many == 5);
  world_free(&w);
}

/* Processors share a line across stages, so the users of the line do not depend on stages. */
static void test_sharing(void) {
  world w;
  world_make(&w);
  bin_flow other = {.processor = 1};
  for (unsigned i = 0; i < 10; i++) {
    const char name[2] = {(char)('a' + i), '\0'};
    bin_stages_begin(w.stages, name, 0);
    bin_account_reference(w.account, &w.flow, &w.sites[1], 0x10000);
    bin_account_reference(w.account, &other, &w.sites[3], 0x10008);
    flush(&w);
    bin_stages_end(w.stages, name, 0);
  }
  CHECK(bin_sharing_lines(bin_account_sharing(w.account)) == 1);
  const bin_shared_line *line = bin_sharing_line(bin_account_sharing(w.account), 0);
  CHECK(line->n_uses == 2 && line->uses[0].place == w.sites[3].place && line->uses[1].place == w.sites[1].place);
  bin_flow_clear(&other);
  world_free(&w);
}

/* A trace has only the number of the innermost stage. */
static void test_follow(void) {
  world w;
  world_make(&w);
  const uint32_t outer = bin_table_stage(w.table, 0, "outer") + 1, inner = bin_table_stage(w.table, outer, "inner") + 1;
  CHECK(!bin_stages_follow(w.stages, inner, 0)); /* it can only begin inside the other one */
  CHECK(!bin_stages_follow(w.stages, inner + 1, 0) && bin_table_entered(w.table) == 0);
  CHECK(bin_stages_follow(w.stages, outer, 0) && bin_stages_follow(w.stages, inner, 0));
  CHECK(bin_table_entered(w.table) == inner && bin_table_get_stage(w.table, inner - 1)->begun == 1);
  CHECK(bin_stages_follow(w.stages, outer, 70) && bin_table_entered(w.table) == outer);
  CHECK(bin_table_get_stage(w.table, inner - 1)->cycles == 70 && bin_table_get_stage(w.table, outer - 1)->cycles == 0);
  CHECK(bin_stages_follow(w.stages, inner, 70) && bin_stages_follow(w.stages, 0, 70));
  CHECK(bin_table_entered(w.table) == 0 && bin_table_get_stage(w.table, outer - 1)->cycles == 70);
  CHECK(bin_table_get_stage(w.table, outer - 1)->begun == 1 && bin_table_get_stage(w.table, inner - 1)->begun == 2);
  world_free(&w);
}

/* After the counts are set to zero, an open stage has begun once, now. */
static void test_zero(void) {
  world w;
  world_make(&w);
  bin_stages_begin(w.stages, "a", 0);
  flush(&w);
  bin_account_zero(w.account);
  bin_stages_zero(w.stages, 50);
  bin_stages_settle(w.stages, 90);
  CHECK(bin_table_get_stage(w.table, 0)->begun == 1 && bin_table_get_stage(w.table, 0)->cycles == 40);
  world_free(&w);
}

/* A profile that is written while stages are open does not change their later times. */
static void test_settle(void) {
  world w;
  world_make(&w);
  bin_stages_begin(w.stages, "a", 10);
  bin_stages_begin(w.stages, "b", 20);
  bin_stages_settle(w.stages, 90);
  CHECK(bin_table_get_stage(w.table, 0)->cycles == 80 && bin_table_get_stage(w.table, 1)->cycles == 70);
  bin_stages_end(w.stages, "b", 30);
  bin_stages_end(w.stages, "a", 50);
  CHECK(bin_table_get_stage(w.table, 0)->cycles == 40 && bin_table_get_stage(w.table, 1)->cycles == 10);
  bin_stages_begin(w.stages, "a", 60);
  bin_stages_settle(w.stages, 70);
  CHECK(bin_table_get_stage(w.table, 0)->cycles == 50);
  bin_stages_settle(w.stages, 75);
  CHECK(bin_table_get_stage(w.table, 0)->cycles == 55);
  /* A processor with a lower clock than that of the beginning ends the stage: no time is added. */
  bin_stages_end(w.stages, "a", 55);
  CHECK(bin_table_get_stage(w.table, 0)->cycles == 40);
  world_free(&w);
}

int main(void) {
  for (uint64_t seed = 1; seed <= 20; seed++) test_random(seed);
  test_limits();
  test_skipped();
  test_sharing();
  test_follow();
  test_zero();
  test_settle();
  return check_failures != 0 || plat_test_outstanding() != 0;
}
