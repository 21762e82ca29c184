/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_kept_names.h"

#include <string.h>

#include "ui/profile/profile_resolved.h"

struct NameKeptNames {
  NameBinType *types;            /* indexed by bin */
  char *known;                   /* indexed by bin: whether its type is known */
  NameField *fields;             /* all lists of fields, one after the other */
  const char **seen, **assigned; /* indexed by bin: names of variables; NULL: the file contains none, because an older
                                    memspy wrote it */
};

/* ---- reading ---- */

/* Returns copies of the texts in part number `part` of the tuple. The caller frees them with g_strfreev(). */
static char **copies_at(GVariant *tuple, gsize part) {
  gsize n;
  g_autofree const char **texts = profile_resolved_texts(tuple, part, &n);
  char **copies = g_new0(char *, n + 1);
  for (gsize i = 0; i < n; i++) copies[i] = g_strdup(texts[i]);
  return copies;
}

/* Returns the numbers in part number `part` of the tuple, which have `size` bytes each, and sets *n to their count. The
 * tuple owns them. */
static gconstpointer numbers_at(GVariant *tuple, gsize part, gsize size, gsize *n) {
  g_autoptr(GVariant) array = g_variant_get_child_value(tuple, part);
  return g_variant_get_fixed_array(array, n, size);
}

ViewLabels name_kept_names_labels(GVariant *resolved) {
  g_autoptr(GVariant) bins = g_variant_get_child_value(resolved, PROFILE_RESOLVED_AT_BINS);
  gsize n;
  const guint32 *same = numbers_at(bins, 3, sizeof *same, &n);
  bool any = false;
  for (gsize i = 0; i < n; i++) any |= same[i] != i;
  return (ViewLabels){.names = copies_at(bins, 0),
                      .full = copies_at(bins, 1),
                      .brief = copies_at(bins, 2),
                      .same = any ? g_memdup2(same, n * sizeof *same) : NULL};
}

/* Reads the fields of all lists. Returns an array with the index of the first field of each list, followed by the total
 * number of fields. The caller owns the array. */
static gsize *take_fields(NameKeptNames *kept, GVariant *fields) {
  gsize n, n_lists;
  g_autofree const char **names = profile_resolved_texts(fields, 1, &n),
                        **types = profile_resolved_texts(fields, 2, &n);
  const guint64 *offsets = numbers_at(fields, 3, sizeof *offsets, &n);
  const guint64 *sizes = numbers_at(fields, 4, sizeof *sizes, &n);
  kept->fields = g_new(NameField, n);
  for (gsize i = 0; i < n; i++) kept->fields[i] = (NameField){names[i], types[i], offsets[i], sizes[i]};
  const guint32 *lengths = numbers_at(fields, 0, sizeof *lengths, &n_lists);
  gsize *first = g_new0(gsize, n_lists + 1);
  for (gsize i = 0; i < n_lists; i++) first[i + 1] = first[i] + lengths[i];
  return first;
}

NameKeptNames *name_kept_names_new(GVariant *resolved) {
  NameKeptNames *kept = g_new0(NameKeptNames, 1);
  g_autoptr(GVariant) types = g_variant_get_child_value(resolved, PROFILE_RESOLVED_AT_TYPES);
  g_autoptr(GVariant) fields = g_variant_get_child_value(resolved, PROFILE_RESOLVED_AT_FIELDS);
  g_autofree gsize *first = take_fields(kept, fields);
  gsize n;
  g_autofree const char **data_types = profile_resolved_texts(types, 1, &n),
                        **variables = profile_resolved_texts(types, 2, &n);
  g_autofree const char **elements = profile_resolved_texts(types, 3, &n);
  const guint64 *sizes = numbers_at(types, 4, sizeof *sizes, &n);
  const guint32 *list = numbers_at(types, 5, sizeof *list, &n);
  kept->known = g_memdup2(numbers_at(types, 0, 1, &n), n);
  kept->types = g_new0(NameBinType, n);
  for (gsize i = 0; i < n; i++) {
    NameBinType *type = &kept->types[i];
    *type = (NameBinType){.data_type = data_types[i],
                          .variable = variables[i],
                          .element = elements[i],
                          .element_size = sizes[i]};
    if (list[i] == 0) continue;
    type->fields = kept->fields + first[list[i] - 1];
    type->n_fields = (uint32_t)(first[list[i]] - first[list[i] - 1]);
  }
  if (g_variant_n_children(resolved) > PROFILE_RESOLVED_AT_HOLDERS) {
    g_autoptr(GVariant) holders = g_variant_get_child_value(resolved, PROFILE_RESOLVED_AT_HOLDERS);
    kept->seen = profile_resolved_texts(holders, 0, &n);
    kept->assigned = profile_resolved_texts(holders, 1, &n);
  }
  return kept;
}

void name_kept_names_free(NameKeptNames *kept) {
  if (kept == NULL) return;
  g_free(kept->types);
  g_free(kept->known);
  g_free(kept->fields);
  g_free(kept->seen);
  g_free(kept->assigned);
  g_free(kept);
}

const NameBinType *name_kept_names_type(const NameKeptNames *kept, uint32_t bin) {
  return kept->known[bin] != 0 ? &kept->types[bin] : NULL;
}

NamePointers name_kept_names_holders(const NameKeptNames *kept, uint32_t bin) {
  return kept->seen != NULL ? (NamePointers){kept->seen[bin], kept->assigned[bin]} : (NamePointers){"", ""};
}

GArray *name_kept_names_user_lines(GVariant *resolved) {
  GArray *lines = g_array_new(FALSE, FALSE, sizeof(NameUserLine));
  if (g_variant_n_children(resolved) <= PROFILE_RESOLVED_AT_USER_LINES) return lines;
  g_autoptr(GVariant) part = g_variant_get_child_value(resolved, PROFILE_RESOLVED_AT_USER_LINES);
  gsize n;
  const guint32 *places = numbers_at(part, 0, sizeof *places, &n), *files = numbers_at(part, 1, sizeof *files, &n);
  const guint64 *numbers = numbers_at(part, 2, sizeof *numbers, &n);
  for (gsize i = 0; i < n; i++) {
    const NameUserLine line = {places[i], files[i], numbers[i]};
    g_array_append_val(lines, line);
  }
  return lines;
}

/* ---- writing ---- */

/* Appends a text with its terminating zero byte. */
static void add_text(GString *texts, const char *text) { g_string_append_len(texts, text, (gssize)strlen(text) + 1); }

static GVariant *put_texts(GString *texts) {
  GVariant *put = g_variant_new_fixed_array(G_VARIANT_TYPE_BYTE, texts->str, texts->len, 1);
  g_string_free(texts, TRUE);
  return put;
}

static GVariant *put_strings(char *const *strings, uint32_t n) {
  GString *texts = g_string_new(NULL);
  for (uint32_t i = 0; i < n; i++) add_text(texts, strings[i]);
  return put_texts(texts);
}

static GVariant *put_numbers(const char *type, GArray *numbers) {
  GVariant *put = g_variant_new_fixed_array(G_VARIANT_TYPE(type), numbers->data, numbers->len,
                                            g_array_get_element_size(numbers));
  g_array_unref(numbers);
  return put;
}

static GVariant *put_bins(const ViewLabels *labels, uint32_t n) {
  GArray *same = g_array_sized_new(FALSE, FALSE, sizeof(guint32), n);
  for (guint32 i = 0; i < n; i++) {
    const guint32 first = labels->same != NULL ? labels->same[i] : i;
    g_array_append_val(same, first);
  }
  return g_variant_new("(@ay@ay@ay@au)", put_strings(labels->names, n), put_strings(labels->full, n),
                       put_strings(labels->brief, n), put_numbers("u", same));
}

/* The lists of fields that are being written. */
typedef struct {
  GHashTable *numbers; /* first field of a list -> number of the list, plus 1 */
  GString *names, *types;
  GArray *lengths, *offsets, *sizes;
} Lists;

/* Returns the number of a type's list of fields, plus 1; 0: it has none. All bins of one type use the same list. */
static guint32 list_of(Lists *lists, const NameBinType *type) {
  if (type == NULL || type->n_fields == 0) return 0;
  guint32 number = GPOINTER_TO_UINT(g_hash_table_lookup(lists->numbers, type->fields));
  if (number != 0) return number;
  g_array_append_val(lists->lengths, type->n_fields);
  number = lists->lengths->len;
  g_hash_table_insert(lists->numbers, (gpointer)type->fields, GUINT_TO_POINTER(number));
  for (uint32_t i = 0; i < type->n_fields; i++) {
    add_text(lists->names, type->fields[i].name);
    add_text(lists->types, type->fields[i].type);
    g_array_append_val(lists->offsets, type->fields[i].offset);
    g_array_append_val(lists->sizes, type->fields[i].size);
  }
  return number;
}

static GVariant *put_types(Lists *lists, const NameBinType *const *types, uint32_t n) {
  static const NameBinType nothing = {"", "", "", 0, NULL, 0};
  GString *data_types = g_string_new(NULL), *variables = g_string_new(NULL), *elements = g_string_new(NULL);
  GArray *known = g_array_sized_new(FALSE, FALSE, 1, n), *sizes = g_array_sized_new(FALSE, FALSE, sizeof(guint64), n);
  GArray *list = g_array_sized_new(FALSE, FALSE, sizeof(guint32), n);
  for (uint32_t i = 0; i < n; i++) {
    const NameBinType *type = types[i] != NULL ? types[i] : &nothing;
    const guchar is_known = types[i] != NULL;
    const guint64 size = type->element_size;
    const guint32 number = list_of(lists, types[i]);
    g_array_append_val(known, is_known);
    add_text(data_types, type->data_type);
    add_text(variables, type->variable);
    add_text(elements, type->element);
    g_array_append_val(sizes, size);
    g_array_append_val(list, number);
  }
  return g_variant_new("(@ab@ay@ay@ay@at@au)", put_numbers("b", known), put_texts(data_types), put_texts(variables),
                       put_texts(elements), put_numbers("t", sizes), put_numbers("u", list));
}

void name_kept_names_put(GVariantBuilder *resolved, const ViewLabels *labels, const NameBinType *const *types,
                         uint32_t n) {
  Lists lists = {g_hash_table_new(NULL, NULL),
                 g_string_new(NULL),
                 g_string_new(NULL),
                 g_array_new(FALSE, FALSE, sizeof(guint32)),
                 g_array_new(FALSE, FALSE, sizeof(guint64)),
                 g_array_new(FALSE, FALSE, sizeof(guint64))};
  g_variant_builder_add_value(resolved, put_bins(labels, n));
  g_variant_builder_add_value(resolved, put_types(&lists, types, n));
  g_variant_builder_add(resolved, "(@au@ay@ay@at@at)", put_numbers("u", lists.lengths), put_texts(lists.names),
                        put_texts(lists.types), put_numbers("t", lists.offsets), put_numbers("t", lists.sizes));
  g_hash_table_destroy(lists.numbers);
}

GVariant *name_kept_names_put_user_lines(const GArray *lines) {
  GArray *places = g_array_new(FALSE, FALSE, sizeof(guint32)), *files = g_array_new(FALSE, FALSE, sizeof(guint32));
  GArray *numbers = g_array_new(FALSE, FALSE, sizeof(guint64));
  for (guint i = 0; i < lines->len; i++) {
    const NameUserLine *line = &g_array_index(lines, NameUserLine, i);
    g_array_append_val(places, line->place);
    g_array_append_val(files, line->file);
    g_array_append_val(numbers, line->line);
  }
  return g_variant_new("(@au@au@at)", put_numbers("u", places), put_numbers("u", files), put_numbers("t", numbers));
}

GVariant *name_kept_names_put_holders(const NamePointers *holders, uint32_t n) {
  GString *seen = g_string_new(NULL), *assigned = g_string_new(NULL);
  for (uint32_t i = 0; i < n; i++) {
    add_text(seen, holders[i].seen);
    add_text(assigned, holders[i].assigned);
  }
  return g_variant_new("(@ay@ay)", put_texts(seen), put_texts(assigned));
}
