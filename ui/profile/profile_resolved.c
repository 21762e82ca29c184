/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_resolved.c: Files are untrusted input. GLib refuses to read outside of the bytes, and this file checks
 * references to records of the profile. */
#include "ui/profile/profile_resolved.h"

#include <string.h>
#include <zstd.h>

#include "plat/plat.h"
#include "ui/base/ui_text.h"

enum {
  LEVEL = 9, /* Zstandard's; higher levels take longer and save only 2 per cent */
  LINE = 96  /* characters of base64 in a line */
};

/* ---- writing ---- */

GBytes *profile_resolved_pack(GVariant *resolved) {
  const gsize n = g_variant_get_size(resolved), room = ZSTD_compressBound(n);
  g_autofree guchar *packed = g_malloc(room);
  const gsize size = ZSTD_compress(packed, room, g_variant_get_data(resolved), n, LEVEL);
  plat_assert(!ZSTD_isError(size)); /* there is room enough */
  return g_bytes_new(packed, size);
}

/* Returns the number of lines. */
static uint64_t append_packed(GString *out, GBytes *packed) {
  gsize size;
  const guchar *bytes = g_bytes_get_data(packed, &size);
  g_autofree char *text = g_base64_encode(bytes, size);
  const gsize length = strlen(text);
  for (gsize i = 0; i < length; i += LINE) {
    g_string_append_len(out, text + i, (gssize)MIN(LINE, length - i));
    g_string_append_c(out, '\n');
  }
  return (length + LINE - 1) / LINE;
}

static void append_end(GString *out, uint64_t lines, uint64_t hash) {
  g_string_append_printf(out, "end %" G_GUINT64_FORMAT " %016" G_GINT64_MODIFIER "x\n", lines, hash);
}

char *profile_resolved_end(const Profile *profile) {
  GString *end = g_string_new(NULL);
  append_end(end, profile->n_lines, profile->hash);
  return g_string_free(end, FALSE);
}

GString *profile_resolved_text_of(const Profile *profile, GBytes *packed, uint64_t size) {
  g_autofree char *end = profile_resolved_end(profile);
  GString *out = g_string_new(NULL);
  g_string_append_printf(out, "names %d %" G_GUINT64_FORMAT "\n", PROFILE_RESOLVED_VERSION, size);
  const uint64_t lines = append_packed(out, packed);
  const uint64_t hash = bin_format_hash(profile->hash, end, strlen(end));
  append_end(out, profile->n_lines + 2 + lines, bin_format_hash(hash, out->str, out->len));
  return out;
}

GString *profile_resolved_text(const Profile *profile, GVariant *resolved) {
  g_autoptr(GBytes) packed = profile_resolved_pack(resolved);
  return profile_resolved_text_of(profile, packed, g_variant_get_size(resolved));
}

/* ---- checking ---- */

const char **profile_resolved_texts(GVariant *tuple, gsize part, gsize *n) {
  g_autoptr(GVariant) of = g_variant_get_child_value(tuple, part);
  gsize size;
  const char *bytes = g_variant_get_fixed_array(of, &size, 1), *end = bytes + size;
  GPtrArray *texts = g_ptr_array_new();
  for (const char *at = bytes, *zero; at < end && (zero = memchr(at, '\0', (gsize)(end - at))) != NULL; at = zero + 1)
    g_ptr_array_add(texts, (gpointer)at);
  *n = texts->len;
  return (const char **)g_ptr_array_free(texts, FALSE);
}

/* Returns part number `part` of number `whole` of the variant. */
static GVariant *part_of(GVariant *resolved, gsize whole, gsize part) {
  g_autoptr(GVariant) of = g_variant_get_child_value(resolved, whole);
  return g_variant_get_child_value(of, part);
}

/* Returns the number of elements of part number `part` of number `whole`: texts, or numbers. */
static gsize length_of(GVariant *resolved, gsize whole, gsize part) {
  g_autoptr(GVariant) of = part_of(resolved, whole, part);
  if (!g_variant_is_of_type(of, G_VARIANT_TYPE_BYTESTRING)) return g_variant_n_children(of);
  g_autoptr(GVariant) tuple = g_variant_get_child_value(resolved, whole);
  gsize n;
  g_free(profile_resolved_texts(tuple, part, &n));
  return n;
}

/* Returns whether parts `first` to `last` have n elements. */
static bool have_length(GVariant *resolved, gsize whole, gsize first, gsize last, gsize n) {
  bool good = true;
  for (gsize part = first; part <= last; part++) good &= length_of(resolved, whole, part) == n;
  return good;
}

/* Returns whether all numbers of the part are below `bound`. */
static bool are_below(GVariant *resolved, gsize whole, gsize part, gsize bound) {
  g_autoptr(GVariant) array = part_of(resolved, whole, part);
  gsize n;
  const guint32 *numbers = g_variant_get_fixed_array(array, &n, sizeof *numbers);
  for (gsize i = 0; i < n; i++)
    if (numbers[i] >= bound) return false;
  return true;
}

/* Returns whether all sizes or offsets of the part are plausible. Sums of some of them then fit in 64 bits. */
static bool are_sizes(GVariant *resolved, gsize whole, gsize part) {
  g_autoptr(GVariant) array = part_of(resolved, whole, part);
  gsize n;
  const guint64 *sizes = g_variant_get_fixed_array(array, &n, sizeof *sizes);
  for (gsize i = 0; i < n; i++)
    if (sizes[i] > PROFILE_RESOLVED_LARGEST) return false;
  return true;
}

/* Returns whether each bin has a valid representative. */
static bool check_same(GVariant *resolved) {
  g_autoptr(GVariant) array = part_of(resolved, PROFILE_RESOLVED_AT_BINS, 3);
  gsize n;
  const guint32 *same = g_variant_get_fixed_array(array, &n, sizeof *same);
  for (gsize i = 0; i < n; i++)
    if (same[i] >= n || same[same[i]] != same[i]) return false;
  return true;
}

/* Returns whether bins with equal names have one representative. Call it after check_same(). */
static bool check_names(GVariant *resolved) {
  g_autoptr(GVariant) bins = g_variant_get_child_value(resolved, PROFILE_RESOLVED_AT_BINS),
                      array = part_of(resolved, PROFILE_RESOLVED_AT_BINS, 3);
  gsize n;
  const guint32 *same = g_variant_get_fixed_array(array, &n, sizeof *same);
  g_autofree const char **names = profile_resolved_texts(bins, 0, &n);
  g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal); /* values: the representatives */
  for (gsize i = 0; i < n; i++) {
    gpointer known;
    if (!g_hash_table_lookup_extended(seen, names[i], NULL, &known))
      g_hash_table_insert(seen, (gpointer)names[i], GUINT_TO_POINTER(same[i]));
    else if (GPOINTER_TO_UINT(known) != same[i])
      return false;
  }
  return true;
}

/* Returns whether the lists have the declared number of fields. */
static bool check_fields(GVariant *resolved) {
  g_autoptr(GVariant) lengths = part_of(resolved, PROFILE_RESOLVED_AT_FIELDS, 0);
  gsize n;
  uint64_t all = 0;
  const guint32 *numbers = g_variant_get_fixed_array(lengths, &n, sizeof *numbers);
  for (gsize i = 0; i < n; i++) all += numbers[i];
  return have_length(resolved, PROFILE_RESOLVED_AT_FIELDS, 1, 4, all);
}

/* Returns whether the files, and the lines of each, are in order. */
static bool check_sources(GVariant *sources, uint32_t n_files) {
  GVariantIter iter;
  guint32 file, newer, line;
  uint64_t next_file = 0;
  bool good = true;
  GVariantIter *spans;
  GVariant *text;
  g_variant_iter_init(&iter, sources);
  while (g_variant_iter_next(&iter, "(uua(uay))", &file, &newer, &spans)) {
    good &= file >= next_file && file < n_files && newer <= 1;
    next_file = (uint64_t)file + 1;
    for (uint64_t next = 1; g_variant_iter_next(spans, "(u@ay)", &line, &text); g_variant_unref(text)) {
      const char *bytes = g_variant_get_bytestring(text);
      good &= line >= next;
      next = line;
      for (; (bytes = strchr(bytes, '\n')) != NULL; bytes++) next++;
      good &= next <= PROFILE_RESOLVED_MOST_LINES;
    }
    g_variant_iter_free(spans);
  }
  return good;
}

/* Returns whether places are in order, and each line has a file and a number. */
static bool check_user_lines(const Profile *profile, GVariant *resolved) {
  const gsize n = length_of(resolved, PROFILE_RESOLVED_AT_USER_LINES, 0);
  g_autoptr(GVariant) array = part_of(resolved, PROFILE_RESOLVED_AT_USER_LINES, 0);
  const guint32 *places = g_variant_get_fixed_array(array, &(gsize){0}, sizeof *places);
  for (gsize i = 1; i < n; i++)
    if (places[i] < places[i - 1]) return false;
  return (n == 0 || places[n - 1] < profile->rows[BIN_RECORD_PLACE]->len) &&
         have_length(resolved, PROFILE_RESOLVED_AT_USER_LINES, 1, 2, n) &&
         are_below(resolved, PROFILE_RESOLVED_AT_USER_LINES, 1, profile->rows[BIN_RECORD_FILE]->len);
}

/* (During reading, the profile is not sealed yet.) */
static bool check(const Profile *profile, GVariant *resolved) {
  const gsize n = profile->rows[BIN_RECORD_BIN]->len;
  g_autoptr(GVariant) sources = g_variant_get_child_value(resolved, PROFILE_RESOLVED_AT_SOURCES);
  const gsize n_lists = length_of(resolved, PROFILE_RESOLVED_AT_FIELDS, 0);
  return have_length(resolved, PROFILE_RESOLVED_AT_BINS, 0, 3, n) && check_same(resolved) && check_names(resolved) &&
         have_length(resolved, PROFILE_RESOLVED_AT_TYPES, 0, 5, n) &&
         are_below(resolved, PROFILE_RESOLVED_AT_TYPES, 5, n_lists + 1) && check_fields(resolved) &&
         are_sizes(resolved, PROFILE_RESOLVED_AT_TYPES, 4) && are_sizes(resolved, PROFILE_RESOLVED_AT_FIELDS, 3) &&
         are_sizes(resolved, PROFILE_RESOLVED_AT_FIELDS, 4) &&
         check_sources(sources, profile->rows[BIN_RECORD_FILE]->len) &&
         (g_variant_n_children(resolved) <= PROFILE_RESOLVED_AT_USER_LINES || check_user_lines(profile, resolved)) &&
         (g_variant_n_children(resolved) <= PROFILE_RESOLVED_AT_HOLDERS ||
          have_length(resolved, PROFILE_RESOLVED_AT_HOLDERS, 0, 1, n));
}

static const char too_large[] = "the names take %" G_GUINT64_FORMAT " bytes, and a profile may have %d";

/* Returns the error in the part, or NULL if there is none. Owned by the caller. */
static char *problem_of(const Profile *profile, GVariant *resolved) {
  const uint64_t size = g_variant_get_size(resolved);
  if (size > PROFILE_RESOLVED_MOST_BYTES) return g_strdup_printf(too_large, size, PROFILE_RESOLVED_MOST_BYTES);
  return g_variant_is_normal_form(resolved) && check(profile, resolved)
             ? NULL
             : g_strdup("the names are not those of the bins");
}

bool profile_resolved_check(const Profile *profile, GVariant *resolved, const char *path, GError **error) {
  g_autofree char *problem = problem_of(profile, resolved), *printable = ui_text_escaped(path);
  if (problem != NULL) g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: %s", printable, problem);
  return problem == NULL;
}

char *profile_resolved_take(Profile *profile, uint64_t version, const void *packed, gsize n, uint64_t size) {
  if (size > PROFILE_RESOLVED_MOST_BYTES) return g_strdup_printf(too_large, size, PROFILE_RESOLVED_MOST_BYTES);
  if (ZSTD_getFrameContentSize(packed, n) != size) return g_strdup("the names cannot be unpacked");
  g_autofree char *bytes = g_try_malloc(MAX(size, 1));
  if (bytes == NULL || ZSTD_decompress(bytes, size, packed, n) != size) return g_strdup("the names cannot be unpacked");
  g_autoptr(GBytes) owned = g_bytes_new_take(g_steal_pointer(&bytes), size);
  static const char *const types[PROFILE_RESOLVED_VERSION] = {PROFILE_RESOLVED_1, PROFILE_RESOLVED_2, PROFILE_RESOLVED};
  const GVariantType *type = G_VARIANT_TYPE(types[version - 1]);
  GVariant *resolved = g_variant_ref_sink(g_variant_new_from_bytes(type, owned, FALSE));
  profile->resolved = resolved;
  return problem_of(profile, resolved);
}
