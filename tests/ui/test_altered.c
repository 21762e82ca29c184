/* test_altered.c: tests damaged profiles, under the sanitizers: files that are truncated at each byte; files with one
 * changed byte; and files with one changed field and a correct checksum, so that the other checks must find the change.
 *
 * For every damage, the reader must either report one clear error, or return a profile that can be shown.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bins/bin_format.h"
#include "ui/analysis/analysis_resolve.h"
#include "ui/names/name_table.h"
#include "ui/profile/profile.h"
#include "ui/profile/profile_resolved.h"
#include "ui/screens/screen_advice.h"
#include "ui/screens/screen_detail.h"
#include "ui/screens/screen_evictors.h"
#include "ui/screens/screen_fields.h"
#include "ui/screens/screen_first.h"
#include "ui/screens/screen_processors.h"
#include "ui/screens/screen_sharing.h"
#include "ui/screens/screen_source.h"

enum { ALTERED = 6000, SEALED = 20000, SEED = 1992 };

static int file; /* in memory */
static char path[64];

static void put_file(const char *bytes, size_t n) {
  if (ftruncate(file, 0) != 0 || pwrite(file, bytes, n, 0) != (ssize_t)n) abort();
}

/* Computes all sums that a session can show. */
static void show(const Profile *profile) {
  const Screen screen = {.width = 80, .least = -1};
  NameTable *names = name_table_new(profile, true);
  View *view = view_new(profile, name_table_labels(names));
  GString *out = g_string_new(NULL);
  ViewSelection code, data;
  view_select_all(view, VIEW_CODE, &code);
  view_select_all(view, VIEW_DATA, &data);
  screen_first(&screen, view, names, NULL, out);
  screen_detail(&screen, view, &code, &data, out);
  screen_processors(&screen, profile, out);
  screen_sharing(&screen, view, names, NULL, UINT32_MAX, out);
  screen_advice(&screen, view, names, NULL, NULL, NULL, out);
  screen_advice(&screen, view, names, &(AnalysisFocus){&code, &data}, NULL, NULL, out);
  screen_evictors(&screen, view, ANALYSIS_BLAME_EVICTORS, &(AnalysisFocus){&code, &data}, out);
  screen_evictors(&screen, view, ANALYSIS_BLAME_INVALIDATORS, &(AnalysisFocus){&code, &data}, out);
  screen_source(&screen, view, &(AnalysisFocus){&code, NULL}, NULL, out);
  screen_source_lines(&screen, view, &(AnalysisFocus){NULL, &data}, NULL, 3, out);
  screen_fields(&screen, view, names, &(AnalysisFocus){&code, &data}, out);
  view_selection_clear(&code);
  view_selection_clear(&data);
  g_string_free(out, TRUE);
  view_free(view);
  name_table_free(names);
}

/* Loads a profile from these bytes. Returns false if they are no profile; there must then be an error of one line that
 * starts with the file's name. */
static bool load(const char *bytes, size_t n, const char *what) {
  put_file(bytes, n);
  GError *error = NULL;
  Profile *profile = profile_load(path, &error);
  if (profile != NULL) {
    show(profile);
    profile_free(profile);
    return true;
  }
  if (error == NULL || !g_str_has_prefix(error->message, path) || strchr(error->message, '\n') != NULL) {
    printf("FAILED: %s: %s\n", what, error != NULL ? error->message : "no error");
    exit(1);
  }
  g_error_free(error);
  return false;
}

static void expect_error(const char *bytes, size_t n, const char *what) {
  if (!load(bytes, n, what)) return;
  printf("FAILED: %s: no error\n", what);
  exit(1);
}

static void test_cut(const char *sample, size_t n) {
  for (size_t length = 0; length < n; length++) {
    g_autofree char *what = g_strdup_printf("cut after %zu bytes", length);
    expect_error(sample, length, what);
  }
}

/* A file that is truncated at the end of the records is a profile without names. */
static void test_cut_names(const char *named, size_t n, size_t length) {
  for (size_t i = n + 1; i < length; i++) {
    g_autofree char *what = g_strdup_printf("names cut after %zu bytes", i);
    expect_error(named, i, what);
  }
}

static void test_altered(const char *sample, size_t n, GRand *dice) {
  g_autofree char *bytes = g_malloc(n);
  for (unsigned i = 0; i < ALTERED; i++) {
    memcpy(bytes, sample, n);
    const size_t at = i < n ? i : (size_t)g_rand_int_range(dice, 0, (gint32)n);
    bytes[at] = (char)((unsigned char)bytes[at] ^ g_rand_int_range(dice, 1, 256));
    g_autofree char *what = g_strdup_printf("byte %zu is %d", at, bytes[at]);
    expect_error(bytes, n, what);
  }
}

/* Damages a line in one of several ways. */
static void spoil(GString *line, GRand *dice) {
  static const char *const fields[] = {
      "0",    "1",   "18446744073709551615", "18446744073709551616", "4294967296", "-1", "01", "\"x", "\"\\x00\"", "",
      "9999", "\"\""};
  const gint32 at = g_rand_int_range(dice, 0, (gint32)line->len + 1);
  const char *space = memchr(line->str + at, ' ', line->len - (gsize)at);
  const gint32 field = space != NULL ? (gint32)(space - line->str) + 1 : at;
  gint32 length = 0;
  while (field + length < (gint32)line->len && line->str[field + length] != ' ') length++;
  switch (g_rand_int_range(dice, 0, 4)) {
    case 0: g_string_erase(line, field, length); break;
    case 1: g_string_truncate(line, (gsize)at); break;
    case 2: g_string_insert_c(line, at, (char)g_rand_int_range(dice, 1, 256)); break;
    default:
      g_string_erase(line, field, length);
      g_string_insert(line, field, fields[g_rand_int_range(dice, 0, G_N_ELEMENTS(fields))]);
  }
}

/* Damages, removes or repeats a line, and corrects the checksum of the file. */
static void test_sealed(const char *sample, GRand *dice) {
  g_auto(GStrv) lines = g_strsplit(sample, "\n", -1);
  const gint32 n = (gint32)g_strv_length(lines) - 2; /* without the end line and the text after it */
  unsigned good = 0;
  for (unsigned i = 0; i < SEALED; i++) {
    const gint32 chosen = g_rand_int_range(dice, 0, n);
    const gint32 way = g_rand_int_range(dice, 0, 8);
    GString *bytes = g_string_new(NULL);
    gint32 count = 0;
    for (gint32 j = 0; j < n; j++) {
      GString *line = g_string_new(lines[j]);
      if (j == chosen && way > 1) spoil(line, dice);
      g_string_append_c(line, '\n');
      const gint32 times = j != chosen || way > 1 ? 1 : way * 2;
      for (gint32 k = 0; k < times; k++) g_string_append_len(bytes, line->str, (gssize)line->len);
      count += times;
      g_string_free(line, TRUE);
    }
    const uint64_t hash = bin_format_hash(BIN_FORMAT_HASH, bytes->str, bytes->len);
    g_string_append_printf(bytes, "end %d %016" G_GINT64_MODIFIER "x\n", count, hash);
    g_autofree char *what = g_strdup_printf("sealed, seed %d, case %u", SEED, i);
    good += load(bytes->str, bytes->len, what);
    g_string_free(bytes, TRUE);
  }
  /* For example, changed names are valid; changed counts are not. */
  printf("sealed: %u of %d could be read\n", good, SEALED);
  if (good < SEALED / 100 || good > SEALED / 2) {
    printf("FAILED: that is not plausible\n");
    exit(1);
  }
}

/* Returns a profile with names, which a run adds after the records. Returns the file's bytes, owned by the caller. */
static char *with_names(const char *sample, size_t n, size_t *length) {
  put_file(sample, n);
  Profile *profile = profile_load(path, NULL);
  NameTable *names = name_table_new(profile, true);
  GVariant *resolved = analysis_resolve(profile, names);
  GString *part = profile_resolved_text(profile, resolved);
  g_string_prepend_len(part, sample, (gssize)n);
  g_variant_unref(resolved);
  name_table_free(names);
  profile_free(profile);
  *length = part->len;
  return g_string_free(part, FALSE);
}

/* Tests an element, or a field, with more bytes than its data have. */
static void test_sizes(const char *sample, size_t n) {
  static const gsize parts[][2] = {{PROFILE_RESOLVED_AT_TYPES, 4},
                                   {PROFILE_RESOLVED_AT_FIELDS, 3},
                                   {PROFILE_RESOLVED_AT_FIELDS, 4}};
  put_file(sample, n);
  Profile *profile = profile_load(path, NULL);
  NameTable *names = name_table_new(profile, true);
  GVariant *resolved = analysis_resolve(profile, names);
  const guchar *data = g_variant_get_data(resolved);
  for (unsigned i = 0; i < G_N_ELEMENTS(parts); i++) {
    g_autoptr(GVariant) whole = g_variant_get_child_value(resolved, parts[i][0]);
    g_autoptr(GVariant) sizes = g_variant_get_child_value(whole, parts[i][1]);
    if (g_variant_n_children(sizes) == 0) continue;
    guchar *bytes = g_memdup2(data, g_variant_get_size(resolved));
    bytes[(const guchar *)g_variant_get_data(sizes) - data + 7] = 0x80;
    GVariant *altered = g_variant_ref_sink(g_variant_new_from_data(G_VARIANT_TYPE(PROFILE_RESOLVED), bytes,
                                                                   g_variant_get_size(resolved), FALSE, g_free, bytes));
    GString *part = profile_resolved_text(profile, altered);
    g_string_prepend_len(part, sample, (gssize)n);
    expect_error(part->str, part->len, "an element of 2^63 bytes");
    g_string_free(part, TRUE);
    g_variant_unref(altered);
  }
  g_variant_unref(resolved);
  name_table_free(names);
  profile_free(profile);
}

/* Returns whether the reader accepts the part with names. The writer's check must have the same result. */
static bool is_accepted(const Profile *profile, const char *sample, size_t n, GVariant *resolved) {
  GString *part = profile_resolved_text(profile, resolved);
  g_string_prepend_len(part, sample, (gssize)n);
  const bool read = load(part->str, part->len, "names at a limit");
  const bool written = profile_resolved_check(profile, resolved, path, NULL);
  if (read != written) {
    printf("FAILED: names are %s by the reader, %s by the writer\n", read ? "accepted" : "refused",
           written ? "accepted" : "refused");
    exit(1);
  }
  g_string_free(part, TRUE);
  return read;
}

/* Tests the largest allowed element, an element larger by one byte, and more bytes than the limit of the part. */
static void test_limits(const char *sample, size_t n) {
  static const uint64_t sizes[] = {PROFILE_RESOLVED_LARGEST, PROFILE_RESOLVED_LARGEST + 1};
  put_file(sample, n);
  Profile *profile = profile_load(path, NULL);
  NameTable *names = name_table_new(profile, true);
  g_autoptr(GVariant) resolved = analysis_resolve(profile, names);
  const guchar *data = g_variant_get_data(resolved);
  g_autoptr(GVariant) types = g_variant_get_child_value(resolved, PROFILE_RESOLVED_AT_TYPES);
  g_autoptr(GVariant) of_elements = g_variant_get_child_value(types, 4);
  for (unsigned i = 0; i < G_N_ELEMENTS(sizes); i++) {
    const gsize length = g_variant_get_size(resolved);
    guchar *bytes = g_memdup2(data, length);
    memcpy(bytes + ((const guchar *)g_variant_get_data(of_elements) - data), &sizes[i], sizeof sizes[i]);
    GVariant *altered = g_variant_ref_sink(
        g_variant_new_from_data(G_VARIANT_TYPE(PROFILE_RESOLVED), bytes, length, FALSE, g_free, bytes));
    if (is_accepted(profile, sample, n, altered) != (i == 0)) {
      printf("FAILED: an element of %" G_GUINT64_FORMAT " bytes\n", sizes[i]);
      exit(1);
    }
    g_variant_unref(altered);
  }
  const gsize most = PROFILE_RESOLVED_MOST_BYTES;
  void *much = mmap(NULL, most + 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  GError *error = NULL;
  GVariant *whole = g_variant_ref_sink(
      g_variant_new_from_data(G_VARIANT_TYPE(PROFILE_RESOLVED), much, most + 1, FALSE, NULL, NULL));
  if (much == MAP_FAILED || profile_resolved_check(profile, whole, path, &error) ||
      strstr(error->message, "a profile may have") == NULL) {
    printf("FAILED: names of %" G_GSIZE_FORMAT " bytes\n", most + 1);
    exit(1);
  }
  g_error_free(error);
  g_variant_unref(whole);
  munmap(much, most + 1);
  g_autofree char *end = profile_resolved_end(profile);
  g_autofree char *head = g_strdup_printf("%.*snames %d %" G_GSIZE_FORMAT "\n", (int)n, sample,
                                          PROFILE_RESOLVED_VERSION, most + 1);
  g_autofree char *text = g_strdup_printf("%send %" G_GUINT64_FORMAT " %016" G_GINT64_MODIFIER "x\n", head,
                                          profile->n_lines + 2, bin_format_hash(BIN_FORMAT_HASH, head, strlen(head)));
  expect_error(text, strlen(text), "names that say they are more than a profile may have");
  name_table_free(names);
  profile_free(profile);
}

/* Tests names that do not belong to the profile: alters bytes of the uncompressed part, and corrects the checksum. */
static void test_names(const char *sample, size_t n, GRand *dice) {
  put_file(sample, n);
  Profile *profile = profile_load(path, NULL);
  NameTable *names = name_table_new(profile, true);
  GVariant *resolved = analysis_resolve(profile, names);
  const gsize size = g_variant_get_size(resolved);
  unsigned good = 0;
  for (unsigned i = 0; i < SEALED / 10; i++) {
    guchar *bytes = g_memdup2(g_variant_get_data(resolved), size);
    for (gint k = g_rand_int_range(dice, 0, 3); k >= 0; k--)
      bytes[g_rand_int_range(dice, 0, (gint32)size)] = (guchar)g_rand_int_range(dice, 0, 256);
    GVariant *altered = g_variant_ref_sink(
        g_variant_new_from_data(G_VARIANT_TYPE(PROFILE_RESOLVED), bytes, size, FALSE, g_free, bytes));
    GString *part = profile_resolved_text(profile, altered);
    g_string_prepend_len(part, sample, (gssize)n);
    g_autofree char *what = g_strdup_printf("names, seed %d, case %u", SEED, i);
    good += load(part->str, part->len, what);
    g_string_free(part, TRUE);
    g_variant_unref(altered);
  }
  printf("names: %u of %d could be read\n", good, SEALED / 10);
  if (good == 0 || good == SEALED / 10) {
    printf("FAILED: that is not plausible\n");
    exit(1);
  }
  g_variant_unref(resolved);
  name_table_free(names);
  profile_free(profile);
}

int main(void) {
  const char *top = getenv("top_srcdir");
  g_autofree char *name = g_build_filename(top != NULL ? top : ".", "docs", "profile-sample.memspy", NULL);
  g_autofree char *sample = NULL;
  gsize n;
  if (!g_file_get_contents(name, &sample, &n, NULL)) {
    printf("FAILED: %s cannot be read\n", name);
    return 1;
  }
  file = memfd_create("profile", MFD_CLOEXEC);
  g_snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  GRand *dice = g_rand_new_with_seed(SEED);
  if (!load(sample, n, "as it is")) {
    printf("FAILED: the sample cannot be read\n");
    return 1;
  }
  test_cut(sample, n);
  test_altered(sample, n, dice);
  test_sealed(sample, dice);
  size_t length;
  g_autofree char *named = with_names(sample, n, &length);
  if (!load(named, length, "with names")) {
    printf("FAILED: the sample with names cannot be read\n");
    return 1;
  }
  test_cut_names(named, n, length);
  test_altered(named, length, dice);
  test_sizes(sample, n);
  test_limits(sample, n);
  test_names(sample, n, dice);
  g_rand_free(dice);
  close(file);
  return 0;
}
