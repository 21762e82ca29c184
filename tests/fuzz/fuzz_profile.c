/* fuzz_profile.c: the reader of profiles, which shows them as a session does.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "ui/names/name_table.h"
#include "ui/screens/screen_advice.h"
#include "ui/screens/screen_detail.h"
#include "ui/screens/screen_evictors.h"
#include "ui/screens/screen_fields.h"
#include "ui/screens/screen_first.h"
#include "ui/screens/screen_processors.h"
#include "ui/screens/screen_sharing.h"

/* The end line of the records counts only them; names that follow the records have an end line of their own, which
 * counts all lines. */
static void seal(GByteArray *input) {
  const char *names = g_strstr_len((const char *)input->data, (gssize)input->len, "\nnames ");
  if (names != NULL) {
    const guint n = (guint)(names + 1 - (const char *)input->data);
    GByteArray *rest = g_byte_array_new();
    g_byte_array_append(rest, input->data + n, input->len - n);
    g_byte_array_set_size(input, n);
    fuzz_seal_lines(input, "end ");
    g_byte_array_append(input, rest->data, rest->len);
    g_byte_array_unref(rest);
  }
  fuzz_seal_lines(input, "end ");
}

/* Calls everything that a session may show. */
static void show(const Profile *profile) {
  const Screen screen = {.width = 80, .least = -1};
  NameTable *names = name_table_new(profile, false);
  View *view = view_new(profile, name_table_labels(names));
  GString *out = g_string_new(NULL);
  ViewSelection code, data;
  view_select_all(view, VIEW_CODE, &code);
  view_select_all(view, VIEW_DATA, &data);
  const AnalysisFocus focus = {&code, &data};
  screen_first(&screen, view, names, NULL, out);
  screen_detail(&screen, view, &code, &data, out);
  screen_processors(&screen, profile, out);
  screen_sharing(&screen, view, names, NULL, UINT32_MAX, out);
  screen_advice(&screen, view, names, &focus, NULL, NULL, out);
  screen_evictors(&screen, view, ANALYSIS_BLAME_EVICTORS, &focus, out);
  screen_fields(&screen, view, names, &focus, out);
  view_selection_clear(&code);
  view_selection_clear(&data);
  g_string_free(out, TRUE);
  view_free(view);
  name_table_free(names);
}

static void put_counts(GString *text, const ProfileCounts *counts) {
  for (unsigned i = 0; i < PROFILE_COUNTS; i++)
    g_string_append_printf(text, " %" G_GUINT64_FORMAT, profile_counts_get(counts, i));
}

/* Returns the profile's command, its numbers and its names. */
static char *text_of(const Profile *profile) {
  GString *text = g_string_new(NULL);
  for (const char *const *word = profile->command; *word != NULL; word++) g_string_append_printf(text, "%s ", *word);
  put_counts(text, &profile->totals.counts);
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    g_string_append_printf(text, "\n%u %u", profile->cells[i].place, profile->cells[i].bin);
    put_counts(text, &profile->cells[i].counts);
  }
  for (uint32_t i = 0; i < profile->n_bins; i++) g_string_append_printf(text, "\n%s", profile->bins[i].name);
  for (uint32_t i = 0; i < profile->n_segments; i++) g_string_append_printf(text, "\n%s", profile->segments[i].name);
  return g_string_free(text, FALSE);
}

static char *read_profile(const GByteArray *input) {
  GError *error = NULL;
  Profile *profile = profile_load_text("profile", (const char *)input->data, input->len, &error);
  if (!fuzz_check_result(profile != NULL, error)) return NULL;
  char *text = text_of(profile);
  if (g_str_hash(text) % 4 == 0) show(profile);
  profile_free(profile);
  return text;
}

const FuzzReader fuzz_profile = {.name = "profile", .seal = seal, .read = read_profile};
