/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/profile/profile_suspects.h"

#include <string.h>

#include "ui/base/ui_text.h"

static void clear(gpointer suspect) { g_free(((ProfileSuspect *)suspect)->what); }

GArray *profile_suspects_new(void) {
  GArray *suspects = g_array_new(FALSE, FALSE, sizeof(ProfileSuspect));
  g_array_set_clear_func(suspects, clear);
  return suspects;
}

bool profile_suspects_add(GArray *suspects, uint32_t place, uint32_t bin, char *what) {
  const ProfileSuspect suspect = {place, bin, what};
  for (guint i = 0; i < suspects->len; i++) {
    const ProfileSuspect *one = &g_array_index(suspects, ProfileSuspect, i);
    if (one->place != place || one->bin != bin) continue;
    g_free(what);
    return false;
  }
  g_array_append_val(suspects, suspect);
  return true;
}

/* ---- names ---- */

static const ProfilePlace *place_at(const Profile *profile, uint32_t place) {
  return &g_array_index(profile->rows[BIN_RECORD_PLACE], ProfilePlace, place);
}

static const char *segment_name(const Profile *profile, uint32_t place) {
  const uint32_t segment = place_at(profile, place)->segment;
  return g_array_index(profile->rows[BIN_RECORD_SEGMENT], ProfileSegment, segment).name;
}

/* Returns "f (file.c:12)". */
static char *code_text(const Profile *profile, uint32_t number) {
  const ProfilePlace *place = place_at(profile, number);
  const char *file = g_array_index(profile->rows[BIN_RECORD_FILE], ProfileFile, place->file).path;
  if (place->line == 0) return g_strdup(segment_name(profile, number));
  return g_strdup_printf("%s (%s:%" G_GUINT64_FORMAT ")", segment_name(profile, number), profile_basename(file),
                         place->line);
}

/* Returns "(stack) f", "heap memory of f". */
static char *data_text(const Profile *profile, uint32_t number) {
  const ProfileBin *bin = &g_array_index(profile->rows[BIN_RECORD_BIN], ProfileBin, number);
  if (*bin->name != '\0') return g_strdup_printf("%s %s", bin->kind, bin->name);
  if (bin->frames.count == 0) return g_strdup(bin->kind);
  const uint32_t call = g_array_index(profile->frame_store, uint32_t, bin->frames.first);
  const uint32_t place = g_array_index(profile->rows[BIN_RECORD_CALL], ProfileCall, call).place;
  return g_strdup_printf("%s memory of %s", bin->kind, segment_name(profile, place));
}

static char *suspect_text(const Profile *profile, const ProfileSuspect *suspect) {
  g_autofree char *code = code_text(profile, suspect->place), *data = data_text(profile, suspect->bin);
  g_autofree char *names = g_strdup_printf("code %s, data %s", code, data), *printable = ui_text_escaped(names);
  return g_strdup_printf("%s: %s", printable, suspect->what);
}

/* ---- leaving out ---- */

/* A set of pairs of numbers. */
static void add_pair(GHashTable *pairs, uint32_t first, uint32_t second) {
  gint64 *key = g_new(gint64, 1);
  *key = (gint64)((uint64_t)first << 32 | second);
  g_hash_table_add(pairs, key);
}

static bool has_pair(GHashTable *pairs, const uint32_t *pair) {
  const gint64 key = (gint64)((uint64_t)pair[0] << 32 | pair[1]);
  return g_hash_table_contains(pairs, &key);
}

static GHashTable *new_pairs(void) { return g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL); }

/* Keeps the rows of a kind of record whose pair of numbers, at offset `at` in the row, is not in the set. */
static void filter_rows(Profile *profile, bin_record record, size_t at, GHashTable *pairs) {
  GArray *rows = profile->rows[record];
  if (rows == NULL) return;
  const guint size = g_array_get_element_size(rows);
  guint kept = 0;
  for (guint i = 0; i < rows->len; i++) {
    const char *row = rows->data + (size_t)i * size;
    const uint32_t *pair = (const uint32_t *)(const void *)(row + at);
    if (!has_pair(pairs, pair)) memmove(rows->data + (size_t)kept++ * size, row, size);
  }
  g_array_set_size(rows, kept);
}

/* Removes the records of interval cells (a segment on a bin over time) that include such a cell. */
static void filter_intervals(Profile *profile, const GArray *suspects) {
  g_autoptr(GHashTable) pairs = new_pairs();
  for (guint i = 0; i < suspects->len; i++) {
    const ProfileSuspect *one = &g_array_index(suspects, ProfileSuspect, i);
    add_pair(pairs, place_at(profile, one->place)->segment, one->bin);
  }
  filter_rows(profile, BIN_RECORD_INTERVAL_CELL, offsetof(ProfileIntervalCell, segment), pairs);
}

void profile_suspects_leave_out(Profile *profile, const GArray *suspects) {
  static const struct {
    bin_record record;
    size_t at;
  } kinds[] = {
      {BIN_RECORD_CELL, offsetof(ProfileCell, place)},
      {BIN_RECORD_EVICTOR, offsetof(ProfileEvictors, place)},
      {BIN_RECORD_INVALIDATOR, offsetof(ProfileEvictors, place)},
      {BIN_RECORD_SPREAD, offsetof(ProfileSpread, place)},
      {BIN_RECORD_BATCH_CELL, offsetof(ProfileBatchCell, place)},
      {BIN_RECORD_MODEL_CELL, offsetof(ProfileModelCell, place)},
      {BIN_RECORD_REFERENCE, offsetof(ProfileReference, place)},
      {BIN_RECORD_REFERENCE_EVICTOR, offsetof(ProfileReferenceEvictor, place)},
      {BIN_RECORD_REFERENCE_EVICTOR, offsetof(ProfileReferenceEvictor, evicting_place)},
      {BIN_RECORD_CONTEXT_CELL, offsetof(ProfileContextCell, place)},
  };
  g_autoptr(GHashTable) pairs = new_pairs();
  for (guint i = 0; i < suspects->len; i++) {
    const ProfileSuspect *one = &g_array_index(suspects, ProfileSuspect, i);
    g_ptr_array_add(profile->left_out, suspect_text(profile, one));
    add_pair(pairs, one->place, one->bin);
  }
  for (size_t k = 0; k < G_N_ELEMENTS(kinds); k++) filter_rows(profile, kinds[k].record, kinds[k].at, pairs);
  filter_intervals(profile, suspects);
}
