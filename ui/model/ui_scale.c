/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_scale.c: Numbers that add up are scaled by their running sum: a number becomes the difference of the scaled
 * sums behind and before it. So no sum is off by more than one, however many numbers were added. To put it in
 * another way: all misses of the samples stand in a row, in the order of the cells, and each stands for a fixed
 * number of misses of the run. A cell is a stretch of that row. However it is divided, into causes, by what served
 * them, into local and remote ones, the parts add up to the same. */
#include "ui/model/ui_scale.h"

__extension__ typedef unsigned __int128 Wide;

/* whole / part. */
typedef struct {
  uint64_t whole, part;
} Scale;

static Scale scale_of(const UiProfile *profile) {
  return (Scale){profile->sampling.instructions, profile->totals.instructions};
}

/* Rounded; the greatest number, where that does not fit. */
static uint64_t scaled(const Scale *scale, uint64_t number) {
  const Wide value = ((Wide)number * scale->whole + scale->part / 2) / scale->part;
  return value <= UINT64_MAX ? (uint64_t)value : UINT64_MAX;
}

/* Scales the next of numbers that add up; *sum is that of those before it. */
static void next(const Scale *scale, uint64_t *sum, uint64_t *number) {
  const uint64_t before = scaled(scale, *sum);
  *sum += *number;
  *number = scaled(scale, *sum) - before;
}

/* Where a cell or processor begins in the rows of all misses, hits, upgrades and stall cycles. */
typedef struct {
  uint64_t misses, hits, upgrades, stall;
} Position;

/* Scales numbers that stand one behind the other from `at` on. */
#define PARTS(scale, at, ...)                                                                      \
  do {                                                                                             \
    uint64_t *const parts[] = {__VA_ARGS__};                                                       \
    uint64_t behind = (at);                                                                        \
    for (size_t part = 0; part < G_N_ELEMENTS(parts); part++) next((scale), &behind, parts[part]); \
  } while (0)

/* Scales the counts, and moves *at behind them. */
static void scale_counts(const Scale *scale, Position *at, UiCounts *c) {
  const Position from = *at;
  at->misses += ui_counts_misses(c);
  at->hits += ui_counts_references(c) - ui_counts_misses(c);
  const uint64_t replaced = from.misses + c->cold, invalidated = replaced + c->replacement;
  c->reads -= c->read_misses;
  c->writes -= c->write_misses;
  PARTS(scale, from.misses, &c->read_misses, &c->write_misses);
  PARTS(scale, from.misses, &c->cold, &c->replacement, &c->invalidation);
  PARTS(scale, replaced, &c->capacity, &c->conflict);
  PARTS(scale, invalidated, &c->true_sharing, &c->false_sharing);
  PARTS(scale, from.misses, &c->local, &c->remote);
  PARTS(scale, from.misses, &c->second_level, &c->last_level, &c->transfers, &c->memory);
  PARTS(scale, from.hits, &c->reads, &c->writes);
  c->reads += c->read_misses;
  c->writes += c->write_misses;
  next(scale, &at->upgrades, &c->upgrades);
  next(scale, &at->stall, &c->stall_cycles);
}

#define ROWS(profile, record, type, n) \
  (*(n) = (profile)->rows[BIN_RECORD_##record]->len, (type *)(void *)(profile)->rows[BIN_RECORD_##record]->data)

/* ---- cells ---- */

/* Evictors or invalidators that are not scaled yet. */
typedef struct {
  UiBlame *next, *end;
} Blames;

static Blames blames_of(GArray *rows) {
  UiBlame *first = (UiBlame *)(void *)rows->data;
  return (Blames){first, first + rows->len};
}

/* Scales those of a cell, which stand from `at` on in the row of misses. */
static void scale_blames(const Scale *scale, Blames *blames, const UiCell *cell, uint64_t at) {
  for (; blames->next < blames->end && blames->next->place == cell->place && blames->next->bin == cell->bin;
       blames->next++)
    next(scale, &at, &blames->next->count);
}

static void scale_cells(const Scale *scale, UiProfile *profile) {
  guint n;
  UiCell *cells = ROWS(profile, CELL, UiCell, &n);
  Blames evictors = blames_of(profile->rows[BIN_RECORD_EVICTOR]);
  Blames invalidators = blames_of(profile->rows[BIN_RECORD_INVALIDATOR]);
  Position at = {0, 0, 0, 0};
  profile->totals.counts = (UiCounts){0};
  for (guint i = 0; i < n; i++) {
    UiCounts *counts = &cells[i].counts;
    const uint64_t replaced = at.misses + counts->cold, invalidated = replaced + counts->replacement;
    scale_blames(scale, &evictors, &cells[i], replaced);
    scale_blames(scale, &invalidators, &cells[i], invalidated);
    scale_counts(scale, &at, counts);
    ui_counts_add(&profile->totals.counts, counts);
  }
}

/* Where a cell or processor begins in the rows of counts of models, and of stall cycles and misses. */
typedef struct {
  uint64_t tlb_misses, prefetches, covered, unused, stall, misses;
  uint64_t read, written, l2_written, memory_written; /* bytes */
} ModelPosition;

/* Counts of models are rows of their own, but for those that are a part of others: walks of misses of the TLBs, cycles
 * of the stall of the cell, late lines of those that were covered, misses of displaced lines of those by
 * replacement, which begin `cold` misses into the cell, and of the bytes that D1s read those that came from farther. */
static void scale_model_counts(const Scale *scale, ModelPosition *at, uint64_t cold, UiModelCounts *counts) {
  PARTS(scale, at->stall, &counts->translation_cycles);
  PARTS(scale, at->tlb_misses, &counts->walks);
  PARTS(scale, at->covered, &counts->late);
  PARTS(scale, at->misses + cold, &counts->displaced);
  PARTS(scale, at->read, &counts->memory_bytes_read, &counts->transferred_bytes);
  PARTS(scale, at->read, &counts->l2_bytes_read);
  next(scale, &at->tlb_misses, &counts->tlb_misses);
  next(scale, &at->prefetches, &counts->prefetches);
  next(scale, &at->covered, &counts->covered);
  next(scale, &at->unused, &counts->unused);
  next(scale, &at->read, &counts->d1_bytes_read);
  next(scale, &at->written, &counts->d1_bytes_written);
  next(scale, &at->l2_written, &counts->l2_bytes_written);
  next(scale, &at->memory_written, &counts->memory_bytes_written);
}

static void pass(ModelPosition *at, const UiCounts *counts) {
  at->stall += counts->stall_cycles;
  at->misses += ui_counts_misses(counts);
}

static void scale_models(const Scale *scale, UiProfile *profile) {
  guint n, n_cells;
  UiModelCell *models = ROWS(profile, MODEL_CELL, UiModelCell, &n);
  const UiCell *cell = ROWS(profile, CELL, const UiCell, &n_cells), *end = cell + n_cells;
  ModelPosition at = {0};
  profile->model_totals = (UiModelCounts){0};
  for (guint i = 0; i < n; i++) {
    UiModelCounts *counts = &models[i].counts;
    for (;
         cell < end && (cell->place < models[i].place || (cell->place == models[i].place && cell->bin < models[i].bin));
         cell++)
      pass(&at, &cell->counts);
    const bool has_cell = cell < end && cell->place == models[i].place && cell->bin == models[i].bin;
    scale_model_counts(scale, &at, has_cell ? cell->counts.cold : 0, counts);
    ui_models_add(&profile->model_totals, counts);
  }
  UiModelProcessor *processors = ROWS(profile, MODEL_PROCESSOR, UiModelProcessor, &n);
  at = (ModelPosition){0};
  for (guint i = 0; i < n; i++) {
    const UiCounts *all = &g_array_index(profile->rows[BIN_RECORD_PROCESSOR], UiProcessor, i).counts;
    scale_model_counts(scale, &at, all->cold, &processors[i].counts);
    pass(&at, all);
  }
}

/* In the order of their cells, so that their hits are those of the cells in the row of hits, too. */
static void scale_references(const Scale *scale, UiProfile *profile) {
  guint n, n_evictors;
  UiReference *references = ROWS(profile, REFERENCE, UiReference, &n);
  uint64_t hits = 0, used = 0, lost = 0, evicted = 0;
  for (guint i = 0; i < n; i++) {
    next(scale, &hits, &references[i].temporal_hits);
    next(scale, &hits, &references[i].spatial_hits);
    next(scale, &used, &references[i].used_bytes);
    PARTS(scale, lost, &references[i].evictions);
    next(scale, &lost, &references[i].lost);
  }
  UiReferenceEvictor *evictors = ROWS(profile, REFERENCE_EVICTOR, UiReferenceEvictor, &n_evictors);
  for (guint i = 0; i < n_evictors; i++) next(scale, &evicted, &evictors[i].count);
}

/* ---- code and processors ---- */

static void scale_places(const Scale *scale, UiProfile *profile) {
  guint n;
  UiPlace *places = ROWS(profile, PLACE, UiPlace, &n);
  uint64_t instructions = 0;
  for (guint i = 0; i < n; i++) next(scale, &instructions, &places[i].instructions);
}

static void scale_processors(const Scale *scale, UiProfile *profile) {
  guint n;
  UiProcessor *processors = ROWS(profile, PROCESSOR, UiProcessor, &n);
  uint64_t instructions = 0;
  Position at = {0, 0, 0, 0};
  profile->totals.instructions = profile->sampling.instructions;
  profile->totals.cycles = 0;
  for (guint i = 0; i < n; i++) {
    UiProcessor *one = &processors[i];
    next(scale, &instructions, &one->instructions);
    PARTS(scale, 0, &one->busy_cycles, &one->idle_cycles);
    one->cycles = one->busy_cycles + one->idle_cycles;
    profile->totals.cycles = MAX(profile->totals.cycles, one->cycles);
    scale_counts(scale, &at, &one->counts);
  }
}

/* ---- fetches ---- */

static void scale_fetch_counts(const Scale *scale, uint64_t *misses, uint64_t *stall, UiFetchCounts *c) {
  PARTS(scale, *misses, &c->cold, &c->replacement, &c->invalidation, &c->switched);
  PARTS(scale, *misses, &c->second_level, &c->last_level, &c->memory);
  next(scale, misses, &c->misses);
  next(scale, stall, &c->stall_cycles);
}

static void scale_icaches(const Scale *scale, UiProfile *profile) {
  guint n;
  UiIcache *icaches = ROWS(profile, ICACHE, UiIcache, &n);
  uint64_t misses = 0, hits = 0, stall = 0;
  for (guint i = 0; i < n; i++) {
    UiIcache *one = &icaches[i];
    one->fetches -= one->counts.misses;
    next(scale, &hits, &one->fetches);
    scale_fetch_counts(scale, &misses, &stall, &one->counts);
    one->fetches += one->counts.misses;
    one->calls = scaled(scale, one->calls);
    one->runs = scaled(scale, one->runs);
    one->switches = scaled(scale, one->switches);
  }
}

static void scale_fetch_misses(const Scale *scale, UiProfile *profile) {
  guint n, n_evictors;
  UiFetchMiss *places = ROWS(profile, FETCH_MISS, UiFetchMiss, &n);
  UiFetchEvictor *evictors = ROWS(profile, FETCH_EVICTOR, UiFetchEvictor, &n_evictors), *end = evictors + n_evictors;
  uint64_t misses = 0, stall = 0;
  for (guint i = 0; i < n; i++) {
    uint64_t replaced = misses + places[i].counts.cold;
    for (; evictors < end && evictors->place == places[i].place; evictors++) next(scale, &replaced, &evictors->count);
    scale_fetch_counts(scale, &misses, &stall, &places[i].counts);
  }
}

/* ---- sharing ---- */

/* The kinds of its events are stretches of a line's events. */
static void scale_sharing(const Scale *scale, UiProfile *profile) {
  guint n, n_uses;
  UiHotLine *lines = ROWS(profile, HOT_LINE, UiHotLine, &n);
  UiUse *use = ROWS(profile, USE, UiUse, &n_uses), *end = use + n_uses;
  uint64_t events = 0;
  profile->sharing.events = scaled(scale, profile->sharing.events);
  profile->sharing.forgotten = scaled(scale, profile->sharing.forgotten);
  for (guint i = 0; i < n; i++) {
    UiHotLine *line = &lines[i];
    uint64_t at = events;
    for (; use < end && use->hot_line == i; use++) {
      next(scale, &at, &use->reads);
      next(scale, &at, &use->writes);
      next(scale, &at, &use->modifies);
    }
    next(scale, &at, &line->unlisted);
    PARTS(scale, events, &line->true_sharing, &line->false_sharing);
    PARTS(scale, events, &line->upgrades);
    PARTS(scale, events, &line->transfers);
    next(scale, &events, &line->events);
    line->missed = scaled(scale, line->missed);
  }
}

/* ---- all of it ---- */

bool ui_scale_fits(const UiProfile *profile) {
  const Scale scale = scale_of(profile);
  const UiCounts *counts = &profile->totals.counts;
  guint n;
  const UiIcache *icaches = ROWS(profile, ICACHE, const UiIcache, &n);
  uint64_t greatest = MAX(MAX(profile->totals.cycles, counts->stall_cycles), ui_counts_references(counts));
  greatest = MAX(MAX(greatest, counts->upgrades), profile->sharing.events);
  for (guint i = 0; i < n; i++) greatest = MAX(greatest, MAX(icaches[i].fetches, icaches[i].counts.stall_cycles));
  return scale.part == 0 || scaled(&scale, greatest) != UINT64_MAX;
}

void ui_scale(UiProfile *profile) {
  const Scale scale = scale_of(profile);
  if (scale.part == 0) return;
  scale_models(&scale, profile);
  scale_cells(&scale, profile);
  scale_references(&scale, profile);
  scale_places(&scale, profile);
  scale_processors(&scale, profile);
  scale_icaches(&scale, profile);
  scale_fetch_misses(&scale, profile);
  scale_sharing(&scale, profile);
}
