/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_check.c: Checks each identity at the first record where it can fail: sums over records at the totals, sums of
 * a cell's evictors at the first evictor of a later cell, and so on. Checks all sums for overflow, so that no later sum
 * over parts of a valid profile can overflow.
 *
 * If an identity of one cell's numbers fails, the cell becomes a suspect (profile_suspects.h), and the check continues.
 * Other failures make the profile invalid: a wrong order of records, on which searches depend; references to missing
 * records; wrong sums over all cells, which no single cell explains; wrong counts of processors or totals. */
#include "ui/profile/profile_check.h"

#include <string.h>

#include "bins/bin_stages.h"
#include "ui/profile/profile_check_contexts.h"
#include "ui/profile/profile_check_fetches.h"
#include "ui/profile/profile_check_identities.h"
#include "ui/profile/profile_check_intervals.h"
#include "ui/profile/profile_check_models.h"
#include "ui/profile/profile_check_ranks.h"
#include "ui/profile/profile_check_references.h"
#include "ui/profile/profile_check_samples.h"
#include "ui/profile/profile_of_samples.h"
#include "ui/profile/profile_suspects.h"

/* The evictors or invalidators of the cells. */
typedef struct {
  guint cell;   /* the current cell: all earlier ones are complete */
  uint64_t sum; /* sum over the current cell's records so far */
} Blames;

/* The uses of the hot lines. */
typedef struct {
  guint line;
  uint64_t sum;
  uint64_t events, true_sharing, false_sharing, upgrades; /* sums over all hot lines */
} HotLines;

struct ProfileCheck {
  const Profile *profile;
  GArray *suspects;            /* profile_suspects.h */
  bool lacks_cells;            /* whether the profile omits records of some cells, so that the sum over all cells can be
                                  less than the total */
  uint64_t place_instructions; /* sums, and the maximum, over the records so far */
  uint64_t processor_instructions;
  uint64_t processor_cycles;
  ProfileCounts processors;
  ProfileCounts cells;
  Blames evictors, invalidators;
  guint spread; /* the current cell of the spreads */
  ProfileCheckReferences references;
  ProfileCheckFetches fetches;
  ProfileCheckSamples samples;
  ProfileCheckModels models;
  HotLines hot_lines;
  ProfileCheckRanks ranks;
  uint64_t bytes, blocks; /* sums over the bins */
};

static const char *const bin_kinds[] = {"unknown", "heap", "static", "stack", "mmap", "range", "tls"};

ProfileCheck *profile_check_new(const Profile *profile) {
  ProfileCheck *check = g_new0(ProfileCheck, 1);
  check->profile = profile;
  check->suspects = profile_suspects_new();
  return check;
}

void profile_check_free(ProfileCheck *check) {
  profile_check_ranks_clear(&check->ranks);
  g_array_unref(check->suspects);
  g_free(check);
}

const GArray *profile_check_suspects(const ProfileCheck *check) { return check->suspects; }

/* Handles a contradictory cell. In the profile of a simulated process, adds the cell to the suspects. Other profiles
 * (sums over processes, and estimates from samples of events) become invalid. Takes ownership of `what`, which
 * describes the contradiction (NULL: there is none). Returns NULL, or an error message about the profile. */
static char *suspect(ProfileCheck *check, uint32_t place, uint32_t bin, char *what) {
  if (what == NULL || check->profile->of_ranks || check->profile->of_samples) return what;
  if (check->suspects->len == PROFILE_SUSPECTS_MOST) return what;
  profile_suspects_add(check->suspects, place, bin, what);
  return NULL;
}

/* Adds a number from the file to a sum, which can overflow. */
static char *add(uint64_t *sum, uint64_t more, const char *what) {
  if (!__builtin_add_overflow(*sum, more, sum)) return NULL;
  return g_strdup_printf("the sum of %s does not fit in 64 bits", what);
}

static bool is_sum(uint64_t sum, uint64_t a, uint64_t b) {
  uint64_t both;
  return !__builtin_add_overflow(a, b, &both) && both == sum;
}

static char *check_counts(const ProfileCounts *counts) {
  const coh_counts all = profile_models_all(counts, NULL);
  return profile_check_identities(&all, false);
}

static char *add_counts(ProfileCounts *sum, const ProfileCounts *more, const char *what) {
  return profile_counts_add(sum, more) ? NULL : g_strdup_printf("a sum over %s does not fit in 64 bits", what);
}

static char *check_bin(ProfileCheck *check, const ProfileBin *bin) {
  size_t kind = 0;
  while (kind < G_N_ELEMENTS(bin_kinds) && strcmp(bin->kind, bin_kinds[kind]) != 0) kind++;
  if (kind == G_N_ELEMENTS(bin_kinds)) return g_strdup("there is no such kind of bin");
  const bool first = check->profile->rows[BIN_RECORD_BIN]->len == 1;
  if (first && kind != 0) return g_strdup("bin 0 must be of kind \"unknown\"");
  char *wrong = add(&check->bytes, bin->bytes, "bytes");
  return wrong != NULL ? wrong : add(&check->blocks, bin->blocks, "blocks");
}

/* Returns whether a bin has one of two kinds. */
static bool is_kind(const ProfileCheck *check, uint32_t bin, const char *kind, const char *other) {
  const char *found = g_array_index(check->profile->rows[BIN_RECORD_BIN], ProfileBin, bin).kind;
  return strcmp(found, kind) == 0 || strcmp(found, other) == 0;
}

static char *check_variable(const ProfileCheck *check, const ProfileVariable *variable) {
  if (check->profile->rows[BIN_RECORD_VARIABLE]->len > 1 && variable[-1].bin >= variable->bin)
    return g_strdup("the variables are not sorted by bin");
  if (is_kind(check, variable->bin, "static", "tls")) return NULL;
  return g_strdup("the bin of a variable must be of kind \"static\" or \"tls\"");
}

static char *check_slot(const ProfileCheck *check, const ProfileSlot *slot) {
  if (check->profile->rows[BIN_RECORD_SLOT]->len > 1 && slot[-1].bin >= slot->bin)
    return g_strdup("the slots are not sorted by bin");
  return is_kind(check, slot->bin, "stack", "stack") ? NULL : g_strdup("the bin of a slot must be of kind \"stack\"");
}

static char *check_scope(const ProfileCheck *check, const ProfileTraceScope *scope) {
  const GArray *scopes = check->profile->rows[BIN_RECORD_SCOPE];
  if (strcmp(scope->kind, "function") != 0 && strcmp(scope->kind, "loop") != 0)
    return g_strdup("there is no such kind of scope");
  if ((scope->around != 0) != (*scope->kind == 'l')) return g_strdup("a loop, and nothing else, is in another scope");
  if (scope->around >= scopes->len)
    return g_strdup_printf("there is no scope %" G_GUINT64_FORMAT " before this line", scope->around - 1);
  if (scope->low <= scope->address && scope->address < scope->high) return NULL;
  return g_strdup("the address is not between low and high");
}

/* Limits the nesting of stages, because recursive functions follow it. */
static char *check_stage(const ProfileCheck *check, const ProfileStage *stage) {
  const GArray *stages = check->profile->rows[BIN_RECORD_STAGE];
  unsigned depth = 1;
  for (uint32_t outer = stage->outer; outer != 0 && depth <= BIN_STAGES_OPEN; depth++)
    outer = g_array_index(stages, ProfileStage, outer - 1).outer;
  return depth <= BIN_STAGES_OPEN ? NULL : g_strdup_printf("more than %d stages inside each other", BIN_STAGES_OPEN);
}

static char *check_receiver(const ProfileCheck *check, const ProfileReceiver *receiver) {
  const bool first = check->profile->rows[BIN_RECORD_RECEIVER]->len == 1;
  if (!first && receiver[-1].bin > receiver->bin) return g_strdup("the receivers are not sorted by bin");
  const uint64_t order = !first && receiver[-1].bin == receiver->bin ? receiver[-1].order + 1 : 0;
  if (receiver->order != order)
    return g_strdup_printf("the order of this receiver should be %" G_GUINT64_FORMAT, order);
  if (is_kind(check, receiver->bin, "heap", "mmap")) return NULL;
  return g_strdup("the bin of a receiver must be of kind \"heap\" or \"mmap\"");
}

static char *check_processor(ProfileCheck *check, const ProfileProcessor *processor) {
  if (!is_sum(processor->cycles, processor->busy_cycles, processor->idle_cycles))
    return g_strdup("busy_cycles + idle_cycles are not cycles");
  check->processor_cycles = MAX(check->processor_cycles, processor->cycles);
  char *wrong = add(&check->processor_instructions, processor->instructions, "instructions");
  if (wrong == NULL) wrong = check_counts(&processor->counts);
  return wrong != NULL ? wrong : add_counts(&check->processors, &processor->counts, "processors");
}

static int compare_pairs(uint32_t place_a, uint32_t bin_a, uint32_t place_b, uint32_t bin_b) {
  if (place_a != place_b) return place_a < place_b ? -1 : 1;
  return bin_a < bin_b ? -1 : bin_a > bin_b;
}

static char *check_cell(ProfileCheck *check, const ProfileCell *cell) {
  static const ProfileCounts none;
  if (check->profile->rows[BIN_RECORD_CELL]->len > 1 &&
      compare_pairs(cell[-1].place, cell[-1].bin, cell->place, cell->bin) >= 0)
    return g_strdup("the cells are not sorted by place and bin");
  const bool empty = memcmp(&cell->counts, &none, sizeof none) == 0;
  char *wrong = empty ? g_strdup("a cell of nothing but zeros") : check_counts(&cell->counts);
  wrong = suspect(check, cell->place, cell->bin, wrong);
  return wrong != NULL ? wrong : add_counts(&check->cells, &cell->counts, "cells");
}

/* The properties of evictors and invalidators. */
typedef struct {
  bin_record record;
  const char *plural, *who;
  coh_count misses; /* the count to which the numbers of evictors or invalidators add up */
} BlameKind;

static const BlameKind evictor_kind = {BIN_RECORD_EVICTOR, "evictors", "evicting bin", COH_COUNT_REPLACEMENT};
static const BlameKind invalidator_kind = {BIN_RECORD_INVALIDATOR, "invalidators", "storing segment",
                                           COH_COUNT_INVALIDATION};

/* Completes the check of the current cell, and advances to the next cell. */
static char *settle_cell(ProfileCheck *check, const BlameKind *kind, Blames *blames) {
  const ProfileCell *cell = &g_array_index(check->profile->rows[BIN_RECORD_CELL], ProfileCell, blames->cell);
  const uint64_t misses = profile_counts_get(&cell->counts, kind->misses);
  char *wrong = NULL;
  if (blames->sum != misses)
    wrong = g_strdup_printf("the %s of the cell of place %u and bin %u add up to %" G_GUINT64_FORMAT
                            ", not to its %s of %" G_GUINT64_FORMAT,
                            kind->plural, cell->place, cell->bin, blames->sum, profile_counts_name(kind->misses),
                            misses);
  blames->sum = 0;
  blames->cell++;
  return suspect(check, cell->place, cell->bin, wrong);
}

static char *check_blame(ProfileCheck *check, const BlameKind *kind, Blames *blames, const ProfileEvictors *blame) {
  const GArray *cells = check->profile->rows[BIN_RECORD_CELL];
  if (check->profile->rows[kind->record]->len > 1) {
    const int order = compare_pairs(blame[-1].place, blame[-1].bin, blame->place, blame->bin);
    if (order > 0 || (order == 0 && blame[-1].who >= blame->who))
      return g_strdup_printf("the %s are not sorted by place, bin and %s", kind->plural, kind->who);
  }
  while (blames->cell < cells->len) {
    const ProfileCell *cell = &g_array_index(cells, ProfileCell, blames->cell);
    const int order = compare_pairs(cell->place, cell->bin, blame->place, blame->bin);
    if (order == 0) return add(&blames->sum, blame->count, kind->plural);
    if (order > 0) break;
    char *wrong = settle_cell(check, kind, blames);
    if (wrong != NULL) return wrong;
  }
  check->lacks_cells = true;
  return suspect(check, blame->place, blame->bin,
                 g_strdup_printf("one of the %s is of a cell that does not exist", kind->plural));
}

/* Completes all remaining cells. */
static char *settle_cells(ProfileCheck *check, const BlameKind *kind, Blames *blames) {
  char *wrong = NULL;
  while (wrong == NULL && blames->cell < check->profile->rows[BIN_RECORD_CELL]->len)
    wrong = settle_cell(check, kind, blames);
  return wrong;
}

static char *settle_blames(ProfileCheck *check) {
  char *wrong = settle_cells(check, &evictor_kind, &check->evictors);
  return wrong != NULL ? wrong : settle_cells(check, &invalidator_kind, &check->invalidators);
}

static char *check_spread(ProfileCheck *check, const ProfileSpread *spread) {
  const GArray *cells = check->profile->rows[BIN_RECORD_CELL];
  if (check->profile->rows[BIN_RECORD_SPREAD]->len > 1 &&
      compare_pairs(spread[-1].place, spread[-1].bin, spread->place, spread->bin) >= 0)
    return g_strdup("the spreads are not sorted by place and bin");
  for (; check->spread < cells->len; check->spread++) {
    const ProfileCell *cell = &g_array_index(cells, ProfileCell, check->spread);
    const int order = compare_pairs(cell->place, cell->bin, spread->place, spread->bin);
    if (order == 0) return NULL;
    if (order > 0) break;
  }
  return suspect(check, spread->place, spread->bin, g_strdup("the spread is of a cell that does not exist"));
}

static char *check_interleaving(const Profile *profile) {
  if (strcmp(profile->interleaving, "exact") == 0 || strcmp(profile->interleaving, "slices") == 0) return NULL;
  return g_strdup("there is no such interleaving");
}

/* Lines with equal numbers of events are in the order of addresses; lines of several ranks can have equal addresses. */
static bool is_out_of_order(const ProfileCheck *check, const ProfileHotLine *line) {
  return line[-1].address > line->address || (line[-1].address == line->address && !check->profile->of_ranks);
}

static char *check_hot_line(ProfileCheck *check, const ProfileHotLine *line) {
  const ProfileSharing *sharing = &check->profile->sharing;
  const guint n = check->profile->rows[BIN_RECORD_HOT_LINE]->len;
  if (n > sharing->lines) return g_strdup("there are more hot lines than lines");
  if (n > 1 && (line[-1].events < line->events || (line[-1].events == line->events && is_out_of_order(check, line))))
    return g_strdup("the hot lines are not sorted by events and address");
  if (line->missed > sharing->forgotten) return g_strdup("the line has missed more events than were forgotten");
  uint64_t misses;
  if (__builtin_add_overflow(line->true_sharing, line->false_sharing, &misses) || misses > line->events ||
      line->upgrades > line->events || line->transfers > line->events || line->unlisted > line->events)
    return g_strdup("the line has more of something than events");
  HotLines *all = &check->hot_lines;
  char *wrong = add(&all->events, line->events, "events");
  if (wrong == NULL) wrong = add(&all->true_sharing, line->true_sharing, "true_sharing");
  if (wrong == NULL) wrong = add(&all->false_sharing, line->false_sharing, "false_sharing");
  return wrong != NULL ? wrong : add(&all->upgrades, line->upgrades, "upgrades");
}

/* Completes the check of the current hot line, and advances to the next one. */
static char *settle_line(ProfileCheck *check) {
  HotLines *lines = &check->hot_lines;
  const ProfileHotLine *line = &g_array_index(check->profile->rows[BIN_RECORD_HOT_LINE], ProfileHotLine, lines->line);
  if (!is_sum(line->events, lines->sum, line->unlisted))
    return g_strdup_printf("the uses of hot line %u add up to %" G_GUINT64_FORMAT ", which with %" G_GUINT64_FORMAT
                           " unlisted ones are not its %" G_GUINT64_FORMAT " events",
                           lines->line, lines->sum, line->unlisted, line->events);
  lines->sum = 0;
  lines->line++;
  return NULL;
}

static int compare_uses(const ProfileUse *a, const ProfileUse *b) {
  const uint64_t keys_a[] = {a->hot_line, a->offset, a->processor, a->place, a->bin};
  const uint64_t keys_b[] = {b->hot_line, b->offset, b->processor, b->place, b->bin};
  for (size_t i = 0; i < G_N_ELEMENTS(keys_a); i++)
    if (keys_a[i] != keys_b[i]) return keys_a[i] < keys_b[i] ? -1 : 1;
  return 0;
}

static char *check_use(ProfileCheck *check, const ProfileUse *use) {
  if (check->profile->rows[BIN_RECORD_USE]->len > 1 && compare_uses(&use[-1], use) >= 0)
    return g_strdup("the uses are not sorted by hot line, offset, processor, place and bin");
  char *wrong = NULL;
  while (wrong == NULL && check->hot_lines.line < use->hot_line) wrong = settle_line(check);
  const uint64_t counts[] = {use->reads, use->writes, use->modifies};
  for (size_t i = 0; i < G_N_ELEMENTS(counts) && wrong == NULL; i++)
    wrong = add(&check->hot_lines.sum, counts[i], "uses");
  return wrong;
}

/* Checks a sum over hot lines. It must equal the sum over all lines if `all`; otherwise, it must be at most this
 * sum. */
static char *check_part(const char *name, bool all, uint64_t part, uint64_t whole) {
  if (all ? part == whole : part <= whole) return NULL;
  return g_strdup_printf("%s of all hot lines add up to %" G_GUINT64_FORMAT ", but there are %" G_GUINT64_FORMAT, name,
                         part, whole);
}

/* Completes the hot lines, and checks their sums. */
static char *check_sharing(ProfileCheck *check) {
  const ProfileSharing *sharing = &check->profile->sharing;
  const ProfileCounts *totals = &check->profile->totals.counts;
  const HotLines *hot = &check->hot_lines;
  const guint n = check->profile->rows[BIN_RECORD_HOT_LINE]->len;
  const bool all = sharing->forgotten == 0 && sharing->lines == n && !check->profile->of_samples;
  char *wrong = NULL;
  while (wrong == NULL && hot->line < n) wrong = settle_line(check);
  if (wrong == NULL) wrong = check_part("events", all, hot->events, sharing->events);
  if (wrong == NULL) wrong = check_part("true_sharing", all, hot->true_sharing, totals->true_sharing);
  if (wrong == NULL) wrong = check_part("false_sharing", all, hot->false_sharing, totals->false_sharing);
  return wrong != NULL ? wrong : check_part("upgrades", all, hot->upgrades, totals->upgrades);
}

static char *check_sum(const char *name, const char *what, uint64_t sum, uint64_t total) {
  if (sum == total) return NULL;
  return g_strdup_printf("%s of all %s add up to %" G_GUINT64_FORMAT ", not to the total of %" G_GUINT64_FORMAT, name,
                         what, sum, total);
}

static char *check_count_sums(const ProfileCheck *check) {
  const ProfileCounts *totals = &check->profile->totals.counts;
  char *wrong = NULL;
  for (unsigned i = 0; i < PROFILE_COUNTS && wrong == NULL; i++) {
    const char *name = profile_counts_name(i);
    const uint64_t total = profile_counts_get(totals, i);
    const uint64_t of_cells = profile_counts_get(&check->cells, i);
    if (!check->lacks_cells || of_cells > total) wrong = check_sum(name, "cells", of_cells, total);
    if (wrong == NULL) wrong = check_sum(name, "processors", profile_counts_get(&check->processors, i), total);
  }
  return wrong;
}

static char *check_totals(ProfileCheck *check, const ProfileTotals *totals) {
  char *wrong = check->profile->of_samples ? NULL : settle_blames(check);
  if (wrong == NULL) wrong = profile_check_references_end(&check->references, check->profile);
  if (wrong == NULL) wrong = profile_check_fetches_end(&check->fetches, check->profile);
  if (wrong == NULL) wrong = check_sharing(check);
  if (wrong == NULL && check->profile->sampled && !check->profile->of_samples)
    wrong = profile_check_samples_end(&check->samples, check->profile);
  uint64_t references;
  if (wrong == NULL && __builtin_add_overflow(totals->counts.reads, totals->counts.writes, &references))
    wrong = g_strdup("the sum of reads and writes does not fit in 64 bits");
  if (wrong == NULL) wrong = check_counts(&totals->counts);
  if (wrong == NULL) wrong = check_count_sums(check);
  if (wrong == NULL && check->profile->of_samples) wrong = profile_of_samples_check(check->profile);
  if (wrong == NULL) wrong = check_sum("instructions", "places", check->place_instructions, totals->instructions);
  if (wrong == NULL)
    wrong = check_sum("instructions", "processors", check->processor_instructions, totals->instructions);
  if (wrong == NULL && check->processor_cycles != totals->cycles)
    wrong = g_strdup_printf("the greatest cycles of a processor are %" G_GUINT64_FORMAT
                            ", not the total of %" G_GUINT64_FORMAT,
                            check->processor_cycles, totals->cycles);
  return wrong;
}

/* Checks a reference. The cell becomes a suspect if the hits of the reference differ from those of the cell. */
static char *check_reference(ProfileCheck *check, const ProfileReference *reference) {
  char *wrong = profile_check_reference(&check->references, check->profile);
  if (wrong != NULL) return wrong;
  return suspect(check, reference->place, reference->bin, profile_check_hits(&check->references, check->profile));
}

/* Checks model counts of a cell. The cell becomes a suspect if they exceed the counts of which they are a part. */
static char *check_model_cell(ProfileCheck *check, const ProfileModelCell *cell) {
  char *wrong = profile_check_model_cell(&check->models, check->profile);
  if (wrong != NULL) return wrong;
  return suspect(check, cell->place, cell->bin, profile_check_model_part(&check->models, check->profile));
}

char *profile_check_record(ProfileCheck *check, bin_record record) {
  const GArray *rows = check->profile->rows[record];
  if (check->profile->of_samples && !profile_of_samples_may_have(record))
    return g_strdup("profiles made of samples have no records of this kind");
#define LAST(type) (&g_array_index(rows, type, rows->len - 1))
  switch (record) {
    case BIN_RECORD_INTERLEAVING: return check_interleaving(check->profile);
    case BIN_RECORD_SAMPLING: return profile_check_sampling(check->profile);
    case BIN_RECORD_BATCH: return profile_check_batch(&check->samples, check->profile);
    case BIN_RECORD_PHASE: return profile_check_phase(&check->samples, check->profile);
    case BIN_RECORD_STRETCH: return profile_check_stretch(&check->samples, check->profile);
    case BIN_RECORD_STAGE: return check_stage(check, LAST(ProfileStage));
    case BIN_RECORD_PLACE: return add(&check->place_instructions, LAST(ProfilePlace)->instructions, "instructions");
    case BIN_RECORD_BIN: return check_bin(check, LAST(ProfileBin));
    case BIN_RECORD_VARIABLE: return check_variable(check, LAST(ProfileVariable));
    case BIN_RECORD_SLOT: return check_slot(check, LAST(ProfileSlot));
    case BIN_RECORD_RECEIVER: return check_receiver(check, LAST(ProfileReceiver));
    case BIN_RECORD_SCOPE: return check_scope(check, LAST(ProfileTraceScope));
    case BIN_RECORD_PROCESSOR: return check_processor(check, LAST(ProfileProcessor));
    case BIN_RECORD_CELL: return check_cell(check, LAST(ProfileCell));
    case BIN_RECORD_BATCH_CELL: return profile_check_batch_cell(&check->samples, check->profile);
    case BIN_RECORD_EVICTOR: return check_blame(check, &evictor_kind, &check->evictors, LAST(ProfileEvictors));
    case BIN_RECORD_INVALIDATOR:
      return check_blame(check, &invalidator_kind, &check->invalidators, LAST(ProfileEvictors));
    case BIN_RECORD_SPREAD: return check_spread(check, LAST(ProfileSpread));
    case BIN_RECORD_REFERENCE: return check_reference(check, LAST(ProfileReference));
    case BIN_RECORD_REFERENCE_EVICTOR: return profile_check_reference_evictor(&check->references, check->profile);
    case BIN_RECORD_ICACHE: return profile_check_icache(&check->fetches, check->profile);
    case BIN_RECORD_FETCH_MISS: return profile_check_fetch_miss(&check->fetches, check->profile);
    case BIN_RECORD_FETCH_EVICTOR: return profile_check_fetch_evictor(&check->fetches, check->profile);
    case BIN_RECORD_MODEL_PROCESSOR: return profile_check_model_processor(&check->models, check->profile);
    case BIN_RECORD_MODEL_CELL: return check_model_cell(check, LAST(ProfileModelCell));
    case BIN_RECORD_HOT_LINE: return check_hot_line(check, LAST(ProfileHotLine));
    case BIN_RECORD_USE: return check_use(check, LAST(ProfileUse));
    case BIN_RECORD_TOTALS: return check_totals(check, &check->profile->totals);
    case BIN_RECORD_MODEL_TOTALS: return profile_check_model_totals(&check->models, check->profile);
    case BIN_RECORD_RANK: return profile_check_rank(&check->ranks, check->profile);
    case BIN_RECORD_RANK_CODE: return profile_check_rank_code(&check->ranks, check->profile);
    case BIN_RECORD_RANK_DATA: return profile_check_rank_data(&check->ranks, check->profile);
    case BIN_RECORD_RANK_CELL: return profile_check_rank_cell(&check->ranks, check->profile);
    case BIN_RECORD_TIMELINE: return profile_check_timeline(check->profile);
    case BIN_RECORD_INTERVAL: return profile_check_interval(check->profile);
    case BIN_RECORD_INTERVAL_CELL: return profile_check_interval_cell(check->profile);
    case BIN_RECORD_CONTEXT: return profile_check_context(check->profile);
    case BIN_RECORD_CONTEXT_FOLD: return profile_check_context_fold(check->profile);
    case BIN_RECORD_CONTEXT_CELL: return profile_check_context_cell(check->profile);
    default: return NULL;
  }
#undef LAST
}

char *profile_check_end(ProfileCheck *check) {
  if (check->profile->of_ranks) return profile_check_ranks_end(&check->ranks, check->profile);
  char *wrong = check->profile->has_callers ? profile_check_contexts_end(check->profile, !check->lacks_cells) : NULL;
  if (wrong != NULL || check->profile->timeline.intervals == 0) return wrong;
  return profile_check_intervals_end(check->profile, !check->lacks_cells);
}
