/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/profile/profile_of_samples.h"

#include <string.h>

enum { MPKI_DIGITS = 4 };

/* The minimum detail of the profiles that have a count. Counts without a row are unknown in all profiles made of
 * samples. */
static const struct {
  coh_count count;
  ProfileDetail least;
} known[] = {{COH_COUNT_READ_MISSES, PROFILE_EVENTS_ONLY},
             {COH_COUNT_READS, PROFILE_ACCESSES},
             {COH_COUNT_WRITES, PROFILE_ACCESSES},
             {COH_COUNT_WRITE_MISSES, PROFILE_ACCESSES},
             {COH_COUNT_INVALIDATION, PROFILE_ACCESSES},
             {COH_COUNT_LOCAL, PROFILE_ACCESSES},
             {COH_COUNT_REMOTE, PROFILE_ACCESSES},
             {COH_COUNT_STALL, PROFILE_ACCESSES},
             {COH_COUNT_SECOND_LEVEL, PROFILE_ACCESSES_AND_SERVERS},
             {COH_COUNT_LAST_LEVEL, PROFILE_ACCESSES_AND_SERVERS},
             {COH_COUNT_TRANSFERS, PROFILE_ACCESSES_AND_SERVERS},
             {COH_COUNT_MEMORY, PROFILE_ACCESSES_AND_SERVERS}};

bool profile_of_samples_knows(const Profile *profile, unsigned counter) {
  for (size_t i = 0; profile->of_samples && i < G_N_ELEMENTS(known); i++)
    if (known[i].count == counter) return profile->event_kind.detail >= known[i].least;
  return !profile->of_samples;
}

void profile_of_samples_put_counts(UiJson *json, const Profile *profile, const ProfileCounts *counts) {
  for (unsigned i = 0; i < PROFILE_COUNTS; i++) {
    if (profile_of_samples_knows(profile, i))
      ui_json_number(json, profile_counts_name(i), profile_counts_get(counts, i));
    else
      ui_json_null(json, profile_counts_name(i));
  }
}

void profile_of_samples_put_mpki(UiJson *json, const Profile *profile, double mpki) {
  if (profile->of_samples)
    ui_json_null(json, "mpki");
  else
    ui_json_decimal(json, "mpki", mpki, MPKI_DIGITS);
}

void profile_of_samples_put_totals(UiJson *json, const Profile *profile) {
  if (profile->of_samples) {
    ui_json_null(json, "instructions");
    ui_json_null(json, "cycles");
  } else {
    ui_json_number(json, "instructions", profile->totals.instructions);
    ui_json_number(json, "cycles", profile->totals.cycles);
  }
  const double instructions = (double)profile->totals.instructions;
  profile_of_samples_put_mpki(json, profile, profile_counts_mpki(&profile->totals.counts, instructions));
  profile_of_samples_put_counts(json, profile, &profile->totals.counts);
}

uint32_t profile_of_samples_processors(const Profile *profile) {
  return profile->of_samples ? 0 : profile->n_processors;
}

ProfileCounts profile_of_samples_counts(uint64_t events) {
  return (ProfileCounts){.reads = events, .read_misses = events, .cold = events, .local = events};
}

/* The nouns of events, by perf's names without modifiers. */
static const struct {
  const char *event, *unit;
} units[] = {{"cpu-clock", "Nanoseconds"},
             {"task-clock", "Nanoseconds"},
             {"cycles", "Cycles"},
             {"cpu-cycles", "Cycles"},
             {"ref-cycles", "Cycles"},
             {"bus-cycles", "Cycles"},
             {"instructions", "Instructions"},
             {"branches", "Branches"},
             {"branch-instructions", "Branches"},
             {"page-faults", "Page Faults"},
             {"faults", "Page Faults"},
             {"minor-faults", "Page Faults"},
             {"major-faults", "Page Faults"},
             {"D1", "Misses"},
             {"LL", "Misses"},
             {"invalidation", "Misses"}};

const char *profile_of_samples_unit(const Profile *profile) {
  if (profile->event_kind.detail != PROFILE_EVENTS_ONLY) return "Misses";
  const char *event = profile->events.event;
  const size_t n = strcspn(event, ":/");
  for (size_t i = 0; i < G_N_ELEMENTS(units); i++)
    if (strlen(units[i].event) == n && memcmp(units[i].event, event, n) == 0) return units[i].unit;
  g_autofree char *lower = g_ascii_strdown(event, -1);
  return strstr(lower, "miss") != NULL ? "Misses" : "Events";
}

uint64_t profile_of_samples_spread(const Profile *profile) {
  const ProfileEvents *events = &profile->events;
  return MAX(profile->event_kind.spread != 0 ? profile->event_kind.spread : events->period, 1);
}

/* Returns whether a number of events is the number of samples times their period. A mean period is rounded. */
static bool is_product(const Profile *profile, uint64_t all) {
  const ProfileEvents *events = &profile->events;
  const double period = (double)MAX(events->period, 1), off = (double)all - (double)events->samples * period;
  if (profile->event_kind.spread != 0) return off <= (double)events->samples && -off <= (double)events->samples;
  uint64_t product;
  return !__builtin_mul_overflow(events->samples, MAX(events->period, 1), &product) && product == all;
}

bool profile_of_samples_may_have(bin_record record) {
  switch (record) {
    case BIN_RECORD_EVICTOR:
    case BIN_RECORD_INVALIDATOR:
    case BIN_RECORD_SPREAD:
    case BIN_RECORD_REFERENCE:
    case BIN_RECORD_REFERENCE_EVICTOR:
    case BIN_RECORD_ICACHE:
    case BIN_RECORD_FETCH_MISS:
    case BIN_RECORD_FETCH_EVICTOR:
    case BIN_RECORD_MODEL_PROCESSOR:
    case BIN_RECORD_MODEL_CELL:
    case BIN_RECORD_MODEL_TOTALS:
    case BIN_RECORD_HOT_LINE:
    case BIN_RECORD_USE: return false;
    default: return true;
  }
}

/* Returns the name of a count that samples do not provide, but whose total is not 0; NULL: none. The identities of the
 * counts require a cause for each miss, and a kind for each invalidation. */
static const char *unknown_count(const Profile *profile) {
  for (unsigned i = 0; i < PROFILE_COUNTS; i++) {
    const bool is_required = i == COH_COUNT_COLD || i == COH_COUNT_FALSE_SHARING;
    if (!is_required && !profile_of_samples_knows(profile, i) && profile_counts_get(&profile->totals.counts, i) != 0)
      return profile_counts_name(i);
  }
  return NULL;
}

/* Checks which counts the totals have. */
static char *check_counts(const Profile *profile) {
  const ProfileCounts *totals = &profile->totals.counts;
  const ProfileCounts alone = profile_of_samples_counts(totals->read_misses);
  if (profile->totals.instructions != 0 || profile->totals.cycles != 0)
    return g_strdup("a profile made of samples has instructions or cycles");
  if (profile->event_kind.detail == PROFILE_EVENTS_ONLY)
    return memcmp(totals, &alone, sizeof alone) == 0
               ? NULL
               : g_strdup("a profile made of samples has counts other than read_misses");
  const char *unknown = unknown_count(profile);
  return unknown != NULL
             ? g_strdup_printf("the total of %s is not 0, but samples of this detail do not have this count", unknown)
             : NULL;
}

char *profile_of_samples_check(const Profile *profile) {
  const ProfileEvents *events = &profile->events;
  const ProfileCounts *totals = &profile->totals.counts;
  const bool is_plain = profile->event_kind.detail == PROFILE_EVENTS_ONLY;
  if (profile->event_kind.detail > PROFILE_ACCESSES_AND_SERVERS)
    return g_strdup("the detail of the samples is unknown");
  char *wrong = check_counts(profile);
  if (wrong != NULL) return wrong;
  if (profile->sharing.events != 0 || profile->sharing.lines != 0 || profile->sharing.forgotten != 0)
    return g_strdup("a profile made of samples has sharing of lines");
  if (events->attributed > events->samples) return g_strdup("more samples were attributed than taken");
  if (is_product(profile, is_plain ? totals->read_misses : profile_counts_references(totals))) return NULL;
  return g_strdup_printf("the %s of the totals are not the samples, times their period",
                         is_plain ? "misses" : "references");
}

void profile_of_samples_complete(Profile *profile) {
  const GArray *cells = profile->rows[BIN_RECORD_CELL];
  const ProfileBatch all = {.samples = profile->events.samples};
  g_array_append_val(profile->rows[BIN_RECORD_BATCH], all);
  profile->sampling.samples = profile->events.samples;
  for (guint i = 0; i < cells->len; i++) {
    const ProfileCell *cell = &g_array_index(cells, ProfileCell, i);
    const uint64_t counts[] = {profile_counts_misses(&cell->counts), 0};
    const ProfileBatchCell batch = {cell->place, cell->bin, {profile->number_store->len, G_N_ELEMENTS(counts)}};
    g_array_append_vals(profile->number_store, counts, G_N_ELEMENTS(counts));
    g_array_append_val(profile->rows[BIN_RECORD_BATCH_CELL], batch);
  }
}
