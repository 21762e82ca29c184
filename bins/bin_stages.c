/* bin_stages.c: see bin_stages.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_stages.h"

#include "bins/bin_index.h"
#include "plat/plat.h"
#include "plat/plat_array.h"

typedef struct {
  uint32_t stage;  /* number in the table */
  uint64_t since;  /* clock of its beginning */
  uint64_t before; /* cycles of the stage before this beginning */
} open_stage;

/* Beginnings that had no effect and have not ended. */
typedef struct {
  uint64_t name;  /* hash of their name */
  uint64_t times; /* their number, one directly inside the other */
} skipped_stage;

struct bin_stages {
  bin_account *account;
  open_stage open[BIN_STAGES_OPEN]; /* outermost first */
  uint32_t n;
  skipped_stage *skipped; /* inside the open stages, outermost first */
  uint32_t n_skipped, skipped_room;
  bin_stages_ignored ignored;
};

bin_stages *bin_stages_new(bin_account *account) {
  bin_stages *stages = plat_alloc(sizeof *stages);
  stages->account = account;
  return stages;
}

void bin_stages_free(bin_stages *stages) {
  plat_free(stages->skipped);
  plat_free(stages);
}

static bool is_named(const bin_table *table, uint32_t stage, const char *name) {
  const char *own = bin_table_get_stage(table, stage)->name;
  for (; *own && *own == *name; own++) name++;
  return *own == *name;
}

/* Returns the number of the innermost open stage + 1; 0: none is open. */
static uint32_t innermost(const bin_stages *stages) {
  return stages->n != 0 ? stages->open[stages->n - 1].stage + 1 : 0;
}

static uint64_t hash_of(const char *name) {
  uint64_t hash = 1;
  while (*name) hash = bin_hash_mix(hash, (unsigned char)*name++);
  return hash;
}

/* Records a beginning that has no effect. */
static void skip(bin_stages *stages, const char *name) {
  const uint64_t hash = hash_of(name);
  if (stages->n_skipped == 0 || stages->skipped[stages->n_skipped - 1].name != hash) {
    stages->skipped = plat_grow(stages->skipped, stages->n_skipped, &stages->skipped_room, sizeof *stages->skipped);
    stages->skipped[stages->n_skipped++] = (skipped_stage){.name = hash};
  }
  stages->skipped[stages->n_skipped - 1].times++;
}

/* Ends the innermost beginning of this name that had no effect. Returns false if there is none. */
static bool end_skipped(bin_stages *stages, const char *name) {
  const uint64_t hash = hash_of(name);
  uint32_t i = stages->n_skipped;
  while (i != 0 && stages->skipped[i - 1].name != hash) i--;
  if (i == 0) return false;
  stages->n_skipped = --stages->skipped[i - 1].times == 0 ? i - 1 : i;
  return true;
}

void bin_stages_begin(bin_stages *stages, const char *name, uint64_t clock) {
  bin_table *table = bin_account_table(stages->account);
  if (stages->n == BIN_STAGES_OPEN) {
    stages->ignored.too_deep++;
    skip(stages, name);
    return;
  }
  const bool is_full = bin_table_stages(table) == BIN_STAGES_MOST;
  if (stages->n_skipped != 0 || (is_full && !bin_table_has_stage(table, innermost(stages), name))) {
    stages->ignored.too_many++;
    skip(stages, name);
    return;
  }
  const uint32_t stage = bin_table_stage(table, innermost(stages), name);
  bin_table_count_stage(table, stage);
  stages->open[stages->n++] = (open_stage){stage, clock, bin_table_get_stage(table, stage)->cycles};
  bin_account_enter(stages->account, stage + 1);
}

/* Sets the cycles of an open stage, whose time lasts up to a clock. The clock can be lower than the clock of the
 * beginning if another processor began the stage. */
static void measure(const bin_stages *stages, const open_stage *one, uint64_t clock) {
  const uint64_t cycles = clock > one->since ? clock - one->since : 0;
  bin_table_time_stage(bin_account_table(stages->account), one->stage, one->before + cycles);
}

/* Ends the innermost stages until `n` stages are open. */
static void end_until(bin_stages *stages, uint32_t n, uint64_t clock) {
  while (stages->n > n) measure(stages, &stages->open[--stages->n], clock);
  bin_account_enter(stages->account, innermost(stages));
}

void bin_stages_end(bin_stages *stages, const char *name, uint64_t clock) {
  if (end_skipped(stages, name)) return;
  uint32_t i = stages->n;
  while (i != 0 && !is_named(bin_account_table(stages->account), stages->open[i - 1].stage, name)) i--;
  if (i == 0) {
    stages->ignored.not_open++;
    return;
  }
  stages->n_skipped = 0;
  end_until(stages, i - 1, clock);
}

bool bin_stages_follow(bin_stages *stages, uint64_t stage, uint64_t clock) {
  const bin_table *table = bin_account_table(stages->account);
  if (stage > bin_table_stages(table)) return false;
  uint32_t before = 0; /* number of open stages outside of the stage */
  while (before < stages->n && stage != 0 && stages->open[before].stage + 1 != stage) before++;
  if (stage == 0 || before < stages->n) {
    end_until(stages, stage == 0 ? 0 : before + 1, clock);
    return true;
  }
  const bin_stage *next = bin_table_get_stage(table, (uint32_t)stage - 1);
  if (next->outer != innermost(stages) || stages->n == BIN_STAGES_OPEN) return false;
  bin_stages_begin(stages, next->name, clock);
  return true;
}

void bin_stages_settle(const bin_stages *stages, uint64_t clock) {
  for (uint32_t i = 0; i < stages->n; i++) measure(stages, &stages->open[i], clock);
}

void bin_stages_zero(bin_stages *stages, uint64_t clock) {
  for (uint32_t i = 0; i < stages->n; i++) {
    stages->open[i].since = clock;
    stages->open[i].before = 0;
    bin_table_count_stage(bin_account_table(stages->account), stages->open[i].stage);
  }
}

bin_stages_ignored bin_stages_get_ignored(const bin_stages *stages) { return stages->ignored; }
