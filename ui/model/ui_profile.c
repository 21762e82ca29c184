/* ui_profile.c: see ui_profile.h. Reading is in ui_reader.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/model/ui_profile.h"

#include <string.h>

G_DEFINE_QUARK(ui-profile-error-quark, ui_profile_error)

static const struct {
  bin_record record;
  guint size;
} row_sizes[] = {
    {BIN_RECORD_OPTION, sizeof(UiOption)},   {BIN_RECORD_OBJECT, sizeof(UiObject)},
    {BIN_RECORD_FILE, sizeof(UiFile)},       {BIN_RECORD_SEGMENT, sizeof(UiSegment)},
    {BIN_RECORD_PLACE, sizeof(UiPlace)},     {BIN_RECORD_BIN, sizeof(UiBin)},
    {BIN_RECORD_PROCESSOR, sizeof(UiProcessor)}, {BIN_RECORD_CELL, sizeof(UiCell)},
    {BIN_RECORD_EVICTOR, sizeof(UiBlame)},   {BIN_RECORD_INVALIDATOR, sizeof(UiBlame)},
    {BIN_RECORD_HOT_LINE, sizeof(UiHotLine)}, {BIN_RECORD_USE, sizeof(UiUse)},
};

UiProfile *ui_profile_new(void) {
  UiProfile *profile = g_new0(UiProfile, 1);
  for (size_t i = 0; i < G_N_ELEMENTS(row_sizes); i++)
    profile->rows[row_sizes[i].record] = g_array_new(FALSE, FALSE, row_sizes[i].size);
  profile->frame_store = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  profile->command_store = g_ptr_array_new();
  profile->strings = g_string_chunk_new(64 * 1024);
  return profile;
}

void ui_profile_seal(UiProfile *profile) {
#define SEAL(record, field)                                                  \
  (profile->field = (const void *)profile->rows[BIN_RECORD_##record]->data, \
   profile->n_##field = profile->rows[BIN_RECORD_##record]->len)
  SEAL(OPTION, options);
  SEAL(OBJECT, objects);
  SEAL(FILE, files);
  SEAL(SEGMENT, segments);
  SEAL(PLACE, places);
  SEAL(BIN, bins);
  SEAL(PROCESSOR, processors);
  SEAL(CELL, cells);
  SEAL(EVICTOR, evictors);
  SEAL(INVALIDATOR, invalidators);
  SEAL(HOT_LINE, hot_lines);
  SEAL(USE, uses);
#undef SEAL
  g_ptr_array_add(profile->command_store, NULL);
  profile->command = (const char *const *)profile->command_store->pdata;
  profile->frames = (const uint32_t *)(const void *)profile->frame_store->data;
}

void ui_profile_free(UiProfile *profile) {
  if (profile == NULL) return;
  for (unsigned r = 0; r < BIN_RECORDS; r++)
    if (profile->rows[r] != NULL) g_array_free(profile->rows[r], TRUE);
  g_array_free(profile->frame_store, TRUE);
  g_ptr_array_free(profile->command_store, TRUE);
  g_string_chunk_free(profile->strings);
  g_free(profile);
}

const char *ui_profile_option(const UiProfile *profile, const char *name) {
  for (uint32_t i = 0; i < profile->n_options; i++)
    if (strcmp(profile->options[i].name, name) == 0) return profile->options[i].value;
  return NULL;
}

bool ui_profile_has_nodes(const UiProfile *profile) {
  const char *nodes = ui_profile_option(profile, "nodes");
  return profile->totals.counts.remote != 0 || (nodes != NULL && strcmp(nodes, "1") != 0);
}

uint64_t ui_profile_cpi(const UiProfile *profile) {
  const char *value = ui_profile_option(profile, "cpi");
  guint64 cpi = 1;
  if (value != NULL && !g_ascii_string_to_unsigned(value, 10, 1, G_MAXUINT64, &cpi, NULL)) cpi = 1;
  return cpi;
}

const char *ui_profile_basename(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *base = slash != NULL ? slash + 1 : path;
  return *base != '\0' ? base : "???";
}
