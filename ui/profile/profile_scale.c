/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_scale.c: Scales numbers that add up by their running sum: each number becomes the difference between the
 * scaled sums after and before it. So each sum is off by at most one, for any number of summands.
 *
 * In other words: all misses of the samples form a sequence, in the order of the cells, and each represents a fixed
 * number of the run's misses. A cell is a range of that sequence. The scaled parts of a cell therefore have the same
 * sum for each division: by cause, by server, or into local and remote. */
#include "ui/profile/profile_scale.h"

__extension__ typedef unsigned __int128 Wide;

/* The factor whole / part. */
typedef struct {
  uint64_t whole, part;
} Scale;

static Scale scale_of(const Profile *profile) {
  return (Scale){profile->sampling.instructions, profile->totals.instructions};
}

/* Returns the scaled number, rounded; UINT64_MAX if it does not fit. */
static uint64_t scaled(const Scale *scale, uint64_t number) {
  const Wide value = ((Wide)number * scale->whole + scale->part / 2) / scale->part;
  return value <= UINT64_MAX ? (uint64_t)value : UINT64_MAX;
}

/* Scales the next summand; *sum is the unscaled sum of the previous ones, and is updated. */
static void next(const Scale *scale, uint64_t *sum, uint64_t *number) {
  const uint64_t before = scaled(scale, *sum);
  *sum += *number;
  *number = scaled(scale, *sum) - before;
}

/* Scales consecutive ranges, of which the first starts at position `at`. */
#define PARTS(scale, at, ...)                                                                      \
  do {                                                                                             \
    uint64_t *const parts[] = {__VA_ARGS__};                                                       \
    uint64_t behind = (at);                                                                        \
    for (size_t part = 0; part < G_N_ELEMENTS(parts); part++) next((scale), &behind, parts[part]); \
  } while (0)

/* The start of a cell's or processor's range in each sequence: those of the counts that are no parts of others, by
 * coh_count, of misses (COH_COUNT_MISSES), and of hits. */
typedef struct {
  uint64_t counts[COH_COUNTS + 1];
  uint64_t hits;
} Position;

/* Moves each position of *at to the end of the range of *counts in its sequence. */
static void pass(Position *at, const coh_counts *counts) {
  const uint64_t misses = counts->read_misses + counts->write_misses;
  for (coh_count i = 0; i < COH_COUNTS; i++)
    if (coh_count_format_of(i)->whole == COH_COUNT_NOTHING) at->counts[i] += coh_counts_get(counts, i);
  at->counts[COH_COUNT_MISSES] += misses;
  at->hits += counts->reads + counts->writes - misses;
}

/* The count is a part of a sum. Returns the sum of the parts before it. */
static uint64_t earlier_parts(const coh_counts *counts, coh_count count) {
  const coh_sum sum = coh_sum_of(count);
  uint64_t before = 0;
  if (sum == COH_SUMS) return 0;
  for (const coh_count *part = coh_sum_format_of(sum)->parts; *part != count; part++)
    before += coh_counts_get(counts, *part);
  return before;
}

/* Sets begins[] to the start of each count's range, for a cell or processor at *at. A whole precedes its parts. */
static void find_begins(const Position *at, const coh_counts *counts, uint64_t begins[COH_COUNTS + 1]) {
  begins[COH_COUNT_MISSES] = at->counts[COH_COUNT_MISSES];
  for (coh_count i = 0; i < COH_COUNTS; i++) {
    const coh_count whole = coh_count_format_of(i)->whole;
    begins[i] = whole == COH_COUNT_NOTHING ? at->counts[i] : begins[whole] + earlier_parts(counts, i);
  }
}

/* Scales the counts, and moves *at to the end of their ranges. */
static void scale_counts(const Scale *scale, Position *at, ProfileCounts *c) {
  const Position from = *at;
  const coh_counts all = profile_models_all(c, NULL);
  uint64_t begins[COH_COUNTS + 1];
  find_begins(&from, &all, begins);
  pass(at, &all);
  c->reads -= c->read_misses;
  c->writes -= c->write_misses;
  for (coh_count i = COH_COUNT_COLD; i < COH_COMMON_COUNTS; i++) PARTS(scale, begins[i], (uint64_t *)c + i);
  PARTS(scale, from.counts[COH_COUNT_MISSES], &c->read_misses, &c->write_misses);
  PARTS(scale, from.hits, &c->reads, &c->writes);
  c->reads += c->read_misses;
  c->writes += c->write_misses;
}

#define ROWS(profile, record, type, n) \
  (*(n) = (profile)->rows[BIN_RECORD_##record]->len, (type *)(void *)(profile)->rows[BIN_RECORD_##record]->data)

/* ---- cells ---- */

/* The evictors or invalidators that are not scaled yet. */
typedef struct {
  ProfileEvictors *next, *end;
} Blames;

static Blames blames_of(GArray *rows) {
  ProfileEvictors *first = (ProfileEvictors *)(void *)rows->data;
  return (Blames){first, first + rows->len};
}

/* Scales the counts of a cell whose misses start at `at`. */
static void scale_blames(const Scale *scale, Blames *blames, const ProfileCell *cell, uint64_t at) {
  for (; blames->next < blames->end && blames->next->place == cell->place && blames->next->bin == cell->bin;
       blames->next++)
    next(scale, &at, &blames->next->count);
}

static void scale_cells(const Scale *scale, Profile *profile) {
  guint n;
  ProfileCell *cells = ROWS(profile, CELL, ProfileCell, &n);
  Blames evictors = blames_of(profile->rows[BIN_RECORD_EVICTOR]);
  Blames invalidators = blames_of(profile->rows[BIN_RECORD_INVALIDATOR]);
  Position at = {0};
  profile->totals.counts = (ProfileCounts){0};
  for (guint i = 0; i < n; i++) {
    ProfileCounts *counts = &cells[i].counts;
    const uint64_t replaced = at.counts[COH_COUNT_MISSES] + counts->cold, invalidated = replaced + counts->replacement;
    scale_blames(scale, &evictors, &cells[i], replaced);
    scale_blames(scale, &invalidators, &cells[i], invalidated);
    scale_counts(scale, &at, counts);
    profile_counts_add(&profile->totals.counts, counts);
  }
}

/* Scales the optional models' counts of a cell or processor, and moves *at to the end of their ranges. `others` has its
 * other counts (NULL: there are none). */
static void scale_model_counts(const Scale *scale, Position *at, const ProfileCounts *others,
                               ProfileModelCounts *counts) {
  const coh_counts all = profile_models_all(others, counts), models = profile_models_all(NULL, counts);
  uint64_t begins[COH_COUNTS + 1];
  find_begins(at, &all, begins);
  pass(at, &models);
  for (unsigned i = 0; i < PROFILE_MODEL_COUNTS; i++)
    PARTS(scale, begins[COH_COMMON_COUNTS + i], (uint64_t *)counts + i);
}

static void pass_counts(Position *at, const ProfileCounts *counts) {
  const coh_counts all = profile_models_all(counts, NULL);
  pass(at, &all);
}

static void scale_models(const Scale *scale, Profile *profile) {
  guint n, n_cells;
  ProfileModelCell *models = ROWS(profile, MODEL_CELL, ProfileModelCell, &n);
  const ProfileCell *cell = ROWS(profile, CELL, const ProfileCell, &n_cells), *end = cell + n_cells;
  Position at = {0};
  profile->model_totals = (ProfileModelCounts){0};
  for (guint i = 0; i < n; i++) {
    ProfileModelCounts *counts = &models[i].counts;
    for (;
         cell < end && (cell->place < models[i].place || (cell->place == models[i].place && cell->bin < models[i].bin));
         cell++)
      pass_counts(&at, &cell->counts);
    const bool has_cell = cell < end && cell->place == models[i].place && cell->bin == models[i].bin;
    scale_model_counts(scale, &at, has_cell ? &cell->counts : NULL, counts);
    profile_models_add(&profile->model_totals, counts);
  }
  ProfileModelProcessor *processors = ROWS(profile, MODEL_PROCESSOR, ProfileModelProcessor, &n);
  at = (Position){0};
  for (guint i = 0; i < n; i++) {
    const ProfileCounts *all = &g_array_index(profile->rows[BIN_RECORD_PROCESSOR], ProfileProcessor, i).counts;
    scale_model_counts(scale, &at, all, &processors[i].counts);
    pass_counts(&at, all);
  }
}

/* References have the order of their cells, so their hits have the positions of the cells' hits. */
static void scale_references(const Scale *scale, Profile *profile) {
  guint n, n_evictors;
  ProfileReference *references = ROWS(profile, REFERENCE, ProfileReference, &n);
  uint64_t hits = 0, used = 0, lost = 0, evicted = 0;
  for (guint i = 0; i < n; i++) {
    next(scale, &hits, &references[i].temporal_hits);
    next(scale, &hits, &references[i].spatial_hits);
    next(scale, &used, &references[i].used_bytes);
    PARTS(scale, lost, &references[i].evictions);
    next(scale, &lost, &references[i].lost);
  }
  ProfileReferenceEvictor *evictors = ROWS(profile, REFERENCE_EVICTOR, ProfileReferenceEvictor, &n_evictors);
  for (guint i = 0; i < n_evictors; i++) next(scale, &evicted, &evictors[i].count);
}

/* ---- code and processors ---- */

static void scale_places(const Scale *scale, Profile *profile) {
  guint n;
  ProfilePlace *places = ROWS(profile, PLACE, ProfilePlace, &n);
  uint64_t instructions = 0;
  for (guint i = 0; i < n; i++) next(scale, &instructions, &places[i].instructions);
}

static void scale_processors(const Scale *scale, Profile *profile) {
  guint n;
  ProfileProcessor *processors = ROWS(profile, PROCESSOR, ProfileProcessor, &n);
  uint64_t instructions = 0;
  Position at = {0};
  profile->totals.instructions = profile->sampling.instructions;
  profile->totals.cycles = 0;
  for (guint i = 0; i < n; i++) {
    ProfileProcessor *one = &processors[i];
    next(scale, &instructions, &one->instructions);
    PARTS(scale, 0, &one->busy_cycles, &one->idle_cycles);
    one->cycles = one->busy_cycles + one->idle_cycles;
    profile->totals.cycles = MAX(profile->totals.cycles, one->cycles);
    scale_counts(scale, &at, &one->counts);
  }
}

/* ---- fetches ---- */

static void scale_fetch_counts(const Scale *scale, uint64_t *misses, uint64_t *stall, ProfileFetchCounts *c) {
  PARTS(scale, *misses, &c->cold, &c->replacement, &c->invalidation, &c->switched);
  PARTS(scale, *misses, &c->second_level, &c->last_level, &c->memory);
  next(scale, misses, &c->misses);
  next(scale, stall, &c->stall_cycles);
}

static void scale_icaches(const Scale *scale, Profile *profile) {
  guint n;
  ProfileIcache *icaches = ROWS(profile, ICACHE, ProfileIcache, &n);
  uint64_t misses = 0, hits = 0, stall = 0;
  for (guint i = 0; i < n; i++) {
    ProfileIcache *one = &icaches[i];
    one->fetches -= one->counts.misses;
    next(scale, &hits, &one->fetches);
    scale_fetch_counts(scale, &misses, &stall, &one->counts);
    one->fetches += one->counts.misses;
    one->calls = scaled(scale, one->calls);
    one->runs = scaled(scale, one->runs);
    one->switches = scaled(scale, one->switches);
  }
}

static void scale_fetch_misses(const Scale *scale, Profile *profile) {
  guint n, n_evictors;
  ProfileFetchMiss *places = ROWS(profile, FETCH_MISS, ProfileFetchMiss, &n);
  ProfileFetchEvictor *evictors = ROWS(profile, FETCH_EVICTOR, ProfileFetchEvictor, &n_evictors),
                      *end = evictors + n_evictors;
  uint64_t misses = 0, stall = 0;
  for (guint i = 0; i < n; i++) {
    uint64_t replaced = misses + places[i].counts.cold;
    for (; evictors < end && evictors->place == places[i].place; evictors++) next(scale, &replaced, &evictors->count);
    scale_fetch_counts(scale, &misses, &stall, &places[i].counts);
  }
}

/* ---- sharing ---- */

/* The kinds of a line's events are ranges of its events. */
static void scale_sharing(const Scale *scale, Profile *profile) {
  guint n, n_uses;
  ProfileHotLine *lines = ROWS(profile, HOT_LINE, ProfileHotLine, &n);
  ProfileUse *use = ROWS(profile, USE, ProfileUse, &n_uses), *end = use + n_uses;
  uint64_t events = 0;
  profile->sharing.events = scaled(scale, profile->sharing.events);
  profile->sharing.forgotten = scaled(scale, profile->sharing.forgotten);
  for (guint i = 0; i < n; i++) {
    ProfileHotLine *line = &lines[i];
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

/* ---- all counts ---- */

bool profile_scale_fits(const Profile *profile) {
  const Scale scale = scale_of(profile);
  const ProfileCounts *counts = &profile->totals.counts;
  guint n;
  const ProfileIcache *icaches = ROWS(profile, ICACHE, const ProfileIcache, &n);
  uint64_t greatest = MAX(profile->totals.cycles, profile_counts_references(counts));
  greatest = MAX(greatest, profile->sharing.events);
  for (unsigned i = 0; i < PROFILE_COUNTS; i++) greatest = MAX(greatest, profile_counts_get(counts, i));
  for (guint i = 0; i < n; i++) greatest = MAX(greatest, MAX(icaches[i].fetches, icaches[i].counts.stall_cycles));
  return scale.part == 0 || scaled(&scale, greatest) != UINT64_MAX;
}

void profile_scale(Profile *profile) {
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
