/* test_references.c: tests the data about references on random machines. It compares them with a record of each stay of
 * a line in a cache that is written to be obviously right: after each reference, it asks the machine which lines its
 * caches hold, and records for each byte which cell touched it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "bins/bin_account-inl.h"
#include "tests/check.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/workload.h"

enum { MACHINES = 96, REFERENCES = 1500, PLACES = 6, BINS = 3, CELLS = PLACES * (BINS + 1), STRETCH = 3 };

/* A stay of a line in the cache of a processor. */
typedef struct {
  bool there;
  bool *bytes;       /* touched bytes; NULL: the line was never in the cache */
  bool users[CELLS]; /* cells that touched the line */
  unsigned filler;
} naive_stay;

typedef struct {
  uint64_t temporal, spatial, evictions, used, lost;
  uint64_t evictors[CELLS];
} naive_reference;

typedef struct {
  workload_machine machine;
  uint64_t lines;    /* lines of all regions */
  naive_stay *stays; /* by processor and line */
  uint64_t *there;   /* lines that a processor holds */
  uint64_t n_there[MACH_MAX_PROCESSORS];
  naive_reference all[CELLS];
  coh_system *system;
  bin_table *table;
  bin_account *account;
  bin_flow flows[MACH_MAX_PROCESSORS];
} world;

static bin_id unknown(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  (void)closure, (void)address, (void)low, (void)high;
  return BIN_ID_UNKNOWN;
}

static uint32_t line_bytes(const world *w) { return w->machine.config.d1.line; }

/* Returns the index of a line in the array; lines: the line is outside of all regions. */
static uint64_t index_of(const world *w, uint64_t line) {
  uint64_t before = 0;
  for (unsigned r = 0; r < w->machine.regions; r++) {
    const naive_region *region = &w->machine.region[r];
    if (line >= region->first && line < region->first + region->lines) return before + (line - region->first);
    before += region->lines;
  }
  return w->lines;
}

/* Returns the bin of an address: stretches of lines belong to the bins in turn. Addresses outside of the program's
 * memory have no bin. */
static bin_id bin_at(const world *w, uint64_t address) {
  if (address >> 47 != 0) return BIN_ID_UNKNOWN;
  return 1 + (bin_id)(index_of(w, address / line_bytes(w)) / STRETCH % BINS);
}

static void map_bins(world *w) {
  for (unsigned r = 0; r < w->machine.regions; r++)
    for (uint32_t i = 0; i < w->machine.region[r].lines; i++) {
      const uint64_t start = (w->machine.region[r].first + i) * line_bytes(w);
      if (bin_at(w, start) != BIN_ID_UNKNOWN) bin_account_map(w->account, start, line_bytes(w), bin_at(w, start));
    }
}

static void make_world(world *w, uint64_t seed) {
  memset(w, 0, sizeof *w);
  workload_machine_make(&w->machine, seed);
  w->machine.config.prefetch = 0; /* the account refuses prefetchers together with references */
  for (unsigned r = 0; r < w->machine.regions; r++) w->lines += w->machine.region[r].lines;
  w->stays = calloc(w->machine.config.processors * (w->lines + 1), sizeof *w->stays);
  w->there = calloc(w->machine.config.processors * w->lines, sizeof *w->there);
  w->system = coh_system_new(&w->machine.config);
  w->table = bin_table_new();
  const uint32_t object = bin_table_object(w->table, ""), file = bin_table_file(w->table, "");
  const uint32_t segment = bin_table_segment(w->table, "f", object, file, 1);
  for (uint32_t i = 0; i < PLACES; i++) bin_table_place(w->table, segment, file, i, 0);
  for (uint64_t i = 0; i < BINS; i++) bin_table_bin(w->table, BIN_MMAP, "", &i, 1, NULL, 0);
  w->account = bin_account_new(w->system, w->table, unknown, NULL);
  bin_account_tell_references(w->account);
  for (unsigned i = 0; i < w->machine.config.processors; i++) w->flows[i].processor = i;
  map_bins(w);
}

static void free_world(world *w) {
  bin_account_free(w->account);
  bin_table_free(w->table);
  coh_system_free(w->system);
  for (uint64_t i = 0; i < w->machine.config.processors * (w->lines + 1); i++) free(w->stays[i].bytes);
  free(w->stays);
  free(w->there);
}

static naive_stay *stay_of(const world *w, unsigned processor, uint64_t index) {
  return &w->stays[processor * (w->lines + 1) + index];
}

static bool holds(const world *w, unsigned processor, uint64_t line) {
  const coh_processor *p = &w->system->processors[processor];
  return p->active && coh_cache_find(&p->d1, line) != COH_NO_SLOT;
}

static void note_eviction(world *w, const naive_stay *s, unsigned cell) {
  w->all[s->filler].evictions++;
  for (unsigned b = 0; b < line_bytes(w); b++) w->all[s->filler].used += s->bytes[b];
  for (unsigned u = 0; u < CELLS; u++)
    if (s->users[u]) {
      w->all[u].lost++;
      w->all[u].evictors[cell]++;
    }
}

/* Ends the stays of lines that a processor no longer holds: evicted by its own reference, or invalidated by another
 * processor's. */
static void note_departures(world *w, unsigned processor, bool own, unsigned cell) {
  uint64_t kept = 0;
  uint64_t *there = w->there + processor * w->lines;
  for (uint64_t i = 0; i < w->n_there[processor]; i++) {
    naive_stay *s = stay_of(w, processor, index_of(w, there[i]));
    if (holds(w, processor, there[i])) {
      there[kept++] = there[i];
    } else {
      s->there = false;
      if (own) note_eviction(w, s, cell);
    }
  }
  w->n_there[processor] = kept;
}

/* Returns the unit in which touched bytes of a line are counted: a 64th of the line, or one byte in short lines. */
static unsigned grain(const world *w) { return line_bytes(w) > 64 ? line_bytes(w) / 64 : 1; }

/* A reference touches a line that is in the cache now. Returns whether all its bytes had been touched. */
static bool touch(world *w, uint64_t line, const workload_reference *ref, unsigned cell) {
  naive_stay *s = stay_of(w, ref->processor, index_of(w, line));
  bool before = true;
  if (!s->there) {
    bool *bytes = s->bytes ? s->bytes : malloc(line_bytes(w));
    memset(bytes, 0, line_bytes(w));
    *s = (naive_stay){.there = true, .bytes = bytes, .filler = cell};
    w->there[ref->processor * w->lines + w->n_there[ref->processor]++] = line;
  }
  for (uint64_t b = 0; b < line_bytes(w); b++) {
    const uint64_t first = (line * line_bytes(w) + b) / grain(w) * grain(w);
    if (first + grain(w) <= ref->address || first >= ref->address + ref->size) continue;
    before &= s->bytes[b];
    s->bytes[b] = true;
  }
  s->users[cell] = true;
  return before;
}

/* Shortens a reference, so that it does not evict a line that it touches itself: the test could not notice that. It
 * then touches two lines at most, or only one if all lines are in one set. */
static void shorten(const world *w, workload_reference *ref) {
  const mach_geometry *d1 = &w->machine.config.d1;
  const uint64_t lines = d1->size / d1->line == d1->ways ? 1 : 2;
  const uint64_t room = (ref->address / d1->line + lines) * d1->line - ref->address;
  if (ref->size > room) ref->size = (uint32_t)room;
}

static void refer(world *w, const workload_reference *ref, uint32_t place) {
  const unsigned cell = place * (BINS + 1) + bin_at(w, ref->address);
  const uint64_t first = ref->address / line_bytes(w), last = (ref->address + ref->size - 1) / line_bytes(w);
  bool hit = true, temporal = true;
  for (uint64_t line = first; line <= last; line++) hit &= holds(w, ref->processor, line);
  bin_site site;
  bin_site_init(&site, w->account, ref->size, ref->kind, place);
  bin_account_reference(w->account, &w->flows[ref->processor], &site, ref->address);
  for (unsigned p = 0; p < w->machine.config.processors; p++) note_departures(w, p, p == ref->processor, cell);
  for (uint64_t line = first; line <= last; line++)
    if (holds(w, ref->processor, line)) temporal &= touch(w, line, ref, cell);
  w->all[cell].temporal += hit && temporal;
  w->all[cell].spatial += hit && !temporal;
}

static uint64_t evicted_by(const world *w, uint32_t cell, uint32_t who) {
  const bin_tally *tally = bin_references_evictors(bin_account_references(w->account));
  for (uint32_t i = 0; i < tally->n; i++)
    if (tally->entries[i].cell == cell && tally->entries[i].who == who) return tally->entries[i].count;
  return 0;
}

static unsigned naive_number(const bin_cell *cell) { return cell->place * (BINS + 1) + cell->bin; }

/* Returns how many lines were evicted. */
static uint64_t compare(const world *w) {
  const bin_cells *cells = bin_account_cells(w->account);
  uint64_t evictions = 0;
  for (uint32_t i = 0; i < cells->n; i++) {
    const naive_reference *naive = &w->all[naive_number(bin_cells_get(cells, i))];
    const bin_reference_counts *counts = bin_references_get(bin_account_references(w->account), i);
    CHECK(counts != NULL);
    CHECK(counts->temporal_hits == naive->temporal && counts->spatial_hits == naive->spatial);
    CHECK(counts->evictions == naive->evictions && counts->used_bytes == naive->used && counts->lost == naive->lost);
    for (uint32_t k = 0; k < cells->n; k++)
      CHECK(evicted_by(w, i, k) == naive->evictors[naive_number(bin_cells_get(cells, k))]);
    const bin_cell *cell = bin_cells_get(cells, i);
    CHECK(counts->temporal_hits + counts->spatial_hits ==
          cell->reads + cell->writes - cell->read_misses - cell->write_misses);
    evictions += naive->evictions;
  }
  return evictions;
}

int main(void) {
  uint64_t evictions = 0;
  for (uint64_t seed = 0; seed < MACHINES && check_failures == 0; seed++) {
    static world w;
    static workload_reference references[REFERENCES];
    make_world(&w, seed);
    workload_references_make(&w.machine, seed, references, REFERENCES);
    dice d = {seed};
    const unsigned zeroed = dice_below(&d, 2 * REFERENCES);
    for (unsigned i = 0; i < REFERENCES; i++) {
      if (i == zeroed) bin_account_zero(w.account), memset(w.all, 0, sizeof w.all);
      shorten(&w, &references[i]);
      refer(&w, &references[i], dice_below(&d, PLACES));
    }
    evictions += compare(&w);
    if (check_failures != 0) workload_machine_print(&w.machine, stdout);
    free_world(&w);
  }
  CHECK(evictions > 10000);
  return check_failures != 0;
}
