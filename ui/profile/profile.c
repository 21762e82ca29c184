/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile.c: profile_reader.c reads profiles. */
#include "ui/profile/profile.h"

#include <string.h>

#include "machine/mach_option_value.h"
#include "ui/base/ui_fail.h"
#include "ui/base/ui_search.h"
#include "ui/base/ui_text.h"

G_DEFINE_QUARK(ui - profile - error - quark, profile_error)

static const struct {
  bin_record record;
  guint size;
} row_sizes[] = {
    {BIN_RECORD_OPTION, sizeof(ProfileOption)},
    {BIN_RECORD_BATCH, sizeof(ProfileBatch)},
    {BIN_RECORD_PHASE, sizeof(ProfileSampledPhase)},
    {BIN_RECORD_STRETCH, sizeof(UiStretch)},
    {BIN_RECORD_OBJECT, sizeof(ProfileObject)},
    {BIN_RECORD_FILE, sizeof(ProfileFile)},
    {BIN_RECORD_SEGMENT, sizeof(ProfileSegment)},
    {BIN_RECORD_STAGE, sizeof(ProfileStage)},
    {BIN_RECORD_PLACE, sizeof(ProfilePlace)},
    {BIN_RECORD_CALL, sizeof(ProfileCall)},
    {BIN_RECORD_BIN, sizeof(ProfileBin)},
    {BIN_RECORD_VARIABLE, sizeof(ProfileVariable)},
    {BIN_RECORD_SLOT, sizeof(ProfileSlot)},
    {BIN_RECORD_RECEIVER, sizeof(ProfileReceiver)},
    {BIN_RECORD_SCOPE, sizeof(ProfileTraceScope)},
    {BIN_RECORD_PROCESSOR, sizeof(ProfileProcessor)},
    {BIN_RECORD_CELL, sizeof(ProfileCell)},
    {BIN_RECORD_BATCH_CELL, sizeof(ProfileBatchCell)},
    {BIN_RECORD_EVICTOR, sizeof(ProfileEvictors)},
    {BIN_RECORD_INVALIDATOR, sizeof(ProfileEvictors)},
    {BIN_RECORD_SPREAD, sizeof(ProfileSpread)},
    {BIN_RECORD_REFERENCE, sizeof(ProfileReference)},
    {BIN_RECORD_REFERENCE_EVICTOR, sizeof(ProfileReferenceEvictor)},
    {BIN_RECORD_ICACHE, sizeof(ProfileIcache)},
    {BIN_RECORD_FETCH_MISS, sizeof(ProfileFetchMiss)},
    {BIN_RECORD_FETCH_EVICTOR, sizeof(ProfileFetchEvictor)},
    {BIN_RECORD_MODEL_PROCESSOR, sizeof(ProfileModelProcessor)},
    {BIN_RECORD_MODEL_CELL, sizeof(ProfileModelCell)},
    {BIN_RECORD_HOT_LINE, sizeof(ProfileHotLine)},
    {BIN_RECORD_USE, sizeof(ProfileUse)},
    {BIN_RECORD_RANK, sizeof(ProfileRank)},
    {BIN_RECORD_RANK_CODE, sizeof(ProfileRankCode)},
    {BIN_RECORD_RANK_DATA, sizeof(ProfileRankData)},
    {BIN_RECORD_RANK_CELL, sizeof(ProfileRankCell)},
    {BIN_RECORD_INTERVAL, sizeof(ProfileLaneInterval)},
    {BIN_RECORD_INTERVAL_CELL, sizeof(ProfileIntervalCell)},
    {BIN_RECORD_CONTEXT, sizeof(ProfileContext)},
    {BIN_RECORD_CONTEXT_FOLD, sizeof(ProfileContextFold)},
    {BIN_RECORD_CONTEXT_CELL, sizeof(ProfileContextCell)},
};

Profile *profile_new(void) {
  Profile *profile = g_new0(Profile, 1);
  for (size_t i = 0; i < G_N_ELEMENTS(row_sizes); i++)
    profile->rows[row_sizes[i].record] = g_array_new(FALSE, FALSE, row_sizes[i].size);
  profile->frame_store = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  profile->number_store = g_array_new(FALSE, FALSE, sizeof(uint64_t));
  profile->command_store = g_ptr_array_new();
  profile->left_out = g_ptr_array_new_with_free_func(g_free);
  profile->strings = g_string_chunk_new(64 * 1024);
  return profile;
}

/* Makes each interval of a phase a batch, if the cells have values for each interval. */
static void add_intervals(Profile *profile) {
  const GArray *phases = profile->rows[BIN_RECORD_PHASE];
  if (profile->rows[BIN_RECORD_BATCH_CELL]->len == 0) return;
  for (guint i = 0; i < phases->len; i++) {
    const uint64_t instructions = g_array_index(phases, ProfileSampledPhase, i).instructions;
    const ProfileBatch batch = {instructions != 0, instructions};
    g_array_append_val(profile->rows[BIN_RECORD_BATCH], batch);
  }
}

#define SEAL(record, field)                                                 \
  (profile->field = (const void *)profile->rows[BIN_RECORD_##record]->data, \
   profile->n_##field = profile->rows[BIN_RECORD_##record]->len)

/* Seals the parts that only some profiles have: ranks, intervals, phases, models, contexts. */
static void seal_parts(Profile *profile) {
  if (profile->by_phase) add_intervals(profile);
  SEAL(BATCH, batches);
  SEAL(BATCH_CELL, batch_cells);
  SEAL(PHASE, phases);
  SEAL(STRETCH, stretches);
  SEAL(RANK, ranks);
  SEAL(RANK_CODE, rank_codes);
  SEAL(RANK_DATA, rank_data);
  SEAL(RANK_CELL, rank_cells);
  SEAL(INTERVAL, intervals);
  SEAL(INTERVAL_CELL, interval_cells);
  SEAL(MODEL_PROCESSOR, model_processors);
  SEAL(MODEL_CELL, model_cells);
  SEAL(CONTEXT, contexts);
  SEAL(CONTEXT_FOLD, context_folds);
  SEAL(CONTEXT_CELL, context_cells);
}

/* Sets the translation cycles of the stall. */
static void seal_translation(Profile *profile) {
  ProfileCell *cell = (ProfileCell *)(void *)profile->rows[BIN_RECORD_CELL]->data;
  ProfileProcessor *processors = (ProfileProcessor *)(void *)profile->rows[BIN_RECORD_PROCESSOR]->data;
  for (const ProfileModelCell *of = profile->model_cells; of < profile->model_cells + profile->n_model_cells; of++) {
    if (of->counts.translation_cycles == 0) continue; /* others have a cell */
    while (cell->place != of->place || cell->bin != of->bin) cell++;
    cell->counts.translation_cycles = of->counts.translation_cycles;
  }
  for (uint32_t i = 0; i < profile->n_model_processors; i++)
    processors[profile->model_processors[i].processor].counts.translation_cycles =
        profile->model_processors[i].counts.translation_cycles;
  profile->totals.counts.translation_cycles = profile->model_totals.translation_cycles;
}

void profile_seal(Profile *profile) {
  seal_parts(profile);
  SEAL(OPTION, options);
  SEAL(OBJECT, objects);
  SEAL(FILE, files);
  SEAL(SEGMENT, segments);
  SEAL(STAGE, stages);
  SEAL(PLACE, places);
  SEAL(CALL, calls);
  SEAL(BIN, bins);
  SEAL(VARIABLE, variables);
  SEAL(SLOT, slots);
  SEAL(RECEIVER, receivers);
  SEAL(SCOPE, scopes);
  SEAL(PROCESSOR, processors);
  SEAL(CELL, cells);
  SEAL(EVICTOR, evictors);
  SEAL(INVALIDATOR, invalidators);
  SEAL(SPREAD, spreads);
  SEAL(REFERENCE, references);
  SEAL(REFERENCE_EVICTOR, reference_evictors);
  SEAL(ICACHE, icaches);
  SEAL(FETCH_MISS, fetch_misses);
  SEAL(FETCH_EVICTOR, fetch_evictors);
  SEAL(HOT_LINE, hot_lines);
  SEAL(USE, uses);
  seal_translation(profile);
  g_ptr_array_add(profile->command_store, NULL);
  profile->command = (const char *const *)profile->command_store->pdata;
  profile->frames = (const uint32_t *)(const void *)profile->frame_store->data;
  profile->numbers = (const uint64_t *)(const void *)profile->number_store->data;
}

#undef SEAL

void profile_free(Profile *profile) {
  if (profile == NULL) return;
  for (unsigned r = 0; r < BIN_RECORDS; r++)
    if (profile->rows[r] != NULL) g_array_free(profile->rows[r], TRUE);
  g_array_free(profile->frame_store, TRUE);
  g_array_free(profile->number_store, TRUE);
  g_ptr_array_free(profile->command_store, TRUE);
  g_ptr_array_free(profile->left_out, TRUE);
  g_string_chunk_free(profile->strings);
  if (profile->resolved != NULL) g_variant_unref(profile->resolved);
  g_free(profile);
}

bool profile_is_whole(const Profile *profile, const char *path, GError **error) {
  if (profile->left_out->len == 0) return true;
  g_autofree char *printable = ui_text_escaped(path);
  return ui_fail(error, PROFILE_ERROR, PROFILE_ERROR_INVALID, "%s: numbers of a cell contradict each other: %s",
                 printable, (const char *)profile->left_out->pdata[0]);
}

static const char *find_option(const Profile *profile, const char *name) {
  for (uint32_t i = 0; i < profile->n_options; i++)
    if (strcmp(profile->options[i].name, name) == 0) return profile->options[i].value;
  return NULL;
}

const char *profile_option(const Profile *profile, const char *name) {
  const char *value = find_option(profile, name);
  const bool is_old = value == NULL && strcmp(name, "processor") == 0 && find_option(profile, "D1") != NULL;
  return is_old ? mach_processor_name(MACH_BLOCKING) : value;
}

bool profile_has_nodes(const Profile *profile) {
  const char *nodes = profile_option(profile, "nodes");
  return profile->totals.counts.remote != 0 || (nodes != NULL && strcmp(nodes, "1") != 0);
}

uint32_t profile_step(const Profile *profile) {
  const char *value = profile_option(profile, "cpi");
  uint32_t step = MACH_TICKS;
  if (value != NULL) mach_parse_decimal(value, UINT32_MAX / MACH_TICKS, &step);
  return step != 0 ? step : MACH_TICKS;
}

const ProfileSegment *profile_function(const Profile *profile, uint32_t segment) {
  const uint32_t inlined_in = profile->segments[segment].inlined_in;
  return &profile->segments[inlined_in != 0 ? inlined_in - 1 : segment];
}

const ProfileCall *profile_frame(const Profile *profile, const ProfileBin *bin, uint32_t index) {
  g_assert(index < bin->frames.count);
  return &profile->calls[profile->frames[bin->frames.first + index]];
}

const ProfilePlace *profile_frame_place(const Profile *profile, const ProfileBin *bin, uint32_t index) {
  return &profile->places[profile_frame(profile, bin, index)->place];
}

/* The first numbers of a record are those by which the records are sorted. */
typedef struct {
  const uint32_t *numbers;
  size_t n;
} Key;

static bool is_before_key(gconstpointer record, gconstpointer place) {
  const uint32_t *numbers = record;
  const Key *key = place;
  size_t i = 0;
  while (i + 1 < key->n && numbers[i] == key->numbers[i]) i++;
  return numbers[i] < key->numbers[i];
}

/* Returns the record with a key, among n, or NULL if there is none. */
static const void *find(const void *records, uint32_t n, size_t size, const uint32_t *key, size_t n_key) {
  const guint at = ui_search(records, n, size, is_before_key, &(const Key){key, n_key});
  const void *found = (const char *)records + size * at;
  return at < n && memcmp(found, key, n_key * sizeof *key) == 0 ? found : NULL;
}

#define FIND(field, ...)                                                                            \
  find(profile->field, profile->n_##field, sizeof *profile->field, (const uint32_t[]){__VA_ARGS__}, \
       sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

const ProfileVariable *profile_variable(const Profile *profile, uint32_t bin) { return FIND(variables, bin); }

const ProfileSlot *profile_slot(const Profile *profile, uint32_t bin) { return FIND(slots, bin); }

const ProfileReceiver *profile_receivers(const Profile *profile, uint32_t bin, uint32_t *n) {
  const ProfileReceiver *all = profile->receivers;
  const guint first = ui_search(all, profile->n_receivers, sizeof *all, is_before_key, &(const Key){&bin, 1});
  guint end = first;
  while (end < profile->n_receivers && all[end].bin == bin) end++;
  *n = end - first;
  return all + first;
}

const ProfileSpread *profile_spread(const Profile *profile, uint32_t place, uint32_t bin) {
  return FIND(spreads, place, bin);
}

const ProfileBatchCell *profile_batch_cell(const Profile *profile, uint32_t place, uint32_t bin) {
  return FIND(batch_cells, place, bin);
}

const ProfileReference *profile_reference(const Profile *profile, uint32_t place, uint32_t bin) {
  return FIND(references, place, bin);
}

const ProfileModelCell *profile_model_cell(const Profile *profile, uint32_t place, uint32_t bin) {
  return FIND(model_cells, place, bin);
}
#undef FIND

ProfileIcache profile_fetches(const Profile *profile) {
  ProfileIcache sum = {0};
  for (const ProfileIcache *one = profile->icaches; one < profile->icaches + profile->n_icaches; one++) {
    sum.fetches += one->fetches;
    sum.calls += one->calls;
    sum.runs += one->runs;
    sum.switches += one->switches;
#define ADD(from, name, help) sum.counts.name += (from)->counts.name;
    BIN_FETCH_COUNTS(ADD, one)
#undef ADD
  }
  return sum;
}

const char *profile_basename(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *base = slash != NULL ? slash + 1 : path;
  return *base != '\0' ? base : "???";
}
