/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/merge/merge_names.h"

#include <string.h>

#include "ui/names/name_kept_names.h"
#include "ui/names/name_table.h"
#include "ui/profile/profile_resolved.h"

/* The names of a bin of the merged profile. The texts are owned by MergeNames.texts. */
typedef struct {
  const char *name, *full, *brief; /* names of the bin; NULL if no input profile contains them */
  uint32_t same;
  bool has_type;
  NameBinType type;
  NamePointers holders;
} Bin;

/* The source lines of a file that input profiles contain. */
typedef struct {
  guint32 newer; /* whether the file is newer than the program, so that none of its lines are stored */
  GTree *lines;  /* texts of the lines, by line number */
} Source;

struct MergeNames {
  bool any; /* whether at least one input profile contained names */
  GStringChunk *texts;
  GArray *bins;       /* array of Bin, indexed by bin */
  GHashTable *fields; /* set of the different lists of fields (GBytes) */
  GTree *sources;     /* key: number of the file; value: Source */
  GArray *users;      /* NameUserLine: the program's lines for inlined library code */
  MergeIndex *index;  /* index of the elements of `users` */
};

static gint compare_numbers(gconstpointer a, gconstpointer b, gpointer closure) {
  (void)closure;
  return GPOINTER_TO_UINT(a) < GPOINTER_TO_UINT(b) ? -1 : GPOINTER_TO_UINT(a) > GPOINTER_TO_UINT(b);
}

static void source_free(gpointer data) {
  Source *source = data;
  g_tree_unref(source->lines);
  g_free(source);
}

MergeNames *merge_names_new(void) {
  MergeNames *names = g_new0(MergeNames, 1);
  names->texts = g_string_chunk_new(64 * 1024);
  names->bins = g_array_new(FALSE, TRUE, sizeof(Bin));
  names->fields = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  names->sources = g_tree_new_full(compare_numbers, NULL, NULL, source_free);
  names->users = g_array_new(FALSE, FALSE, sizeof(NameUserLine));
  names->index = merge_index_new();
  return names;
}

void merge_names_free(MergeNames *names) {
  g_string_chunk_free(names->texts);
  g_array_unref(names->bins);
  g_hash_table_destroy(names->fields);
  g_tree_unref(names->sources);
  g_array_unref(names->users);
  merge_index_free(names->index);
  g_free(names);
}

/* ---- adding ---- */

static const char *text_of(MergeNames *names, const char *text) {
  return g_string_chunk_insert_const(names->texts, text);
}

/* Returns the stored copy of a list of fields. Equal lists have only one copy. */
static const NameField *fields_of(MergeNames *names, const NameBinType *type) {
  if (type->n_fields == 0) return NULL;
  g_autofree NameField *fields = g_new0(NameField, type->n_fields);
  for (uint32_t i = 0; i < type->n_fields; i++)
    fields[i] = (NameField){text_of(names, type->fields[i].name), text_of(names, type->fields[i].type),
                            type->fields[i].offset, type->fields[i].size};
  GBytes *bytes = g_bytes_new(fields, type->n_fields * sizeof *fields);
  gpointer found;
  if (g_hash_table_lookup_extended(names->fields, bytes, &found, NULL)) {
    g_bytes_unref(bytes);
    return g_bytes_get_data(found, NULL);
  }
  g_hash_table_add(names->fields, bytes);
  return g_bytes_get_data(bytes, NULL);
}

static void add_bin(MergeNames *names, Bin *bin, const ViewLabels *labels, uint32_t number, const NameBinType *type,
                    const NamePointers *holders) {
  bin->name = text_of(names, labels->names[number]);
  bin->full = text_of(names, labels->full[number]);
  bin->brief = text_of(names, labels->brief[number]);
  bin->holders = (NamePointers){text_of(names, holders->seen), text_of(names, holders->assigned)};
  bin->has_type = type != NULL;
  if (type == NULL) return;
  bin->type = *type;
  bin->type.data_type = text_of(names, type->data_type);
  bin->type.variable = text_of(names, type->variable);
  bin->type.element = text_of(names, type->element);
  bin->type.fields = fields_of(names, type);
}

static void add_bins(MergeNames *names, const MergeRows *rows) {
  const Profile *part = rows->part;
  NameTable *known = name_table_new(part, true);
  const ViewLabels *labels = &name_table_labels(known)[VIEW_DATA];
  if (names->bins->len < rows->whole->rows[BIN_RECORD_BIN]->len)
    g_array_set_size(names->bins, rows->whole->rows[BIN_RECORD_BIN]->len);
  for (uint32_t i = 0; i < part->n_bins; i++) {
    const uint32_t number = merge_rows_number(rows, BIN_RECORD_BIN, i);
    Bin *bin = &g_array_index(names->bins, Bin, number);
    if (bin->name != NULL) continue;
    const NamePointers holders = name_table_holders(known, i);
    add_bin(names, bin, labels, i, name_table_type(known, i), &holders);
    bin->same = labels->same != NULL ? merge_rows_number(rows, BIN_RECORD_BIN, labels->same[i]) : number;
  }
  const GArray *users = name_table_user_lines(known);
  for (guint i = 0; i < users->len; i++) {
    NameUserLine user = g_array_index(users, NameUserLine, i);
    user.place = merge_rows_number(rows, BIN_RECORD_PLACE, user.place);
    user.file = merge_rows_number(rows, BIN_RECORD_FILE, user.file);
    const uint64_t key[] = {user.place, user.file, user.line};
    bool is_new;
    merge_index_find(names->index, key, sizeof key, &is_new);
    if (is_new) g_array_append_val(names->users, user);
  }
  name_table_free(known);
}

/* Adds the lines of a source text, whose first line has the number `line`. Lines that are already stored remain
 * unchanged. */
static void add_lines(MergeNames *names, Source *source, guint32 line, const char *text) {
  for (const char *end; (end = strchr(text, '\n')) != NULL; text = end + 1, line++) {
    if (g_tree_lookup(source->lines, GUINT_TO_POINTER(line)) != NULL) continue;
    g_autofree char *one = g_strndup(text, (gsize)(end - text));
    g_tree_insert(source->lines, GUINT_TO_POINTER(line), (gpointer)text_of(names, one));
  }
}

static void add_sources(MergeNames *names, const MergeRows *rows) {
  g_autoptr(GVariant) sources = g_variant_get_child_value(rows->part->resolved, PROFILE_RESOLVED_AT_SOURCES);
  GVariantIter iter;
  guint32 file, newer, line;
  GVariantIter *spans;
  GVariant *text;
  g_variant_iter_init(&iter, sources);
  while (g_variant_iter_next(&iter, "(uua(uay))", &file, &newer, &spans)) {
    void *number = GUINT_TO_POINTER(merge_rows_number(rows, BIN_RECORD_FILE, file));
    Source *source = g_tree_lookup(names->sources, number);
    if (source == NULL) {
      source = g_new(Source, 1);
      *source = (Source){newer, g_tree_new_full(compare_numbers, NULL, NULL, NULL)};
      g_tree_insert(names->sources, number, source);
    }
    for (; g_variant_iter_next(spans, "(u@ay)", &line, &text); g_variant_unref(text))
      add_lines(names, source, line, g_variant_get_bytestring(text));
    g_variant_iter_free(spans);
  }
}

void merge_names_add(MergeNames *names, const MergeRows *rows) {
  if (rows->part->resolved == NULL) return;
  names->any = true;
  add_bins(names, rows);
  add_sources(names, rows);
}

/* ---- writing ---- */

/* Returns a name for bin number `number` that is not in `used`. If another bin has the name `name`, appends the number,
 * as ui/names/ does. The caller owns the result. */
static char *unique(GHashTable *used, const char *name, uint32_t number) {
  char *own = g_strdup(name);
  while (g_hash_table_contains(used, own)) {
    char *longer = g_strdup_printf("%s #%u", own, number);
    g_free(own);
    own = longer;
  }
  return own;
}

/* Returns the names of all n bins. If no input profile contains names of a bin, uses those of `plain`. The caller frees
 * the result with labels_clear(). */
static ViewLabels labels_of(const MergeNames *names, const ViewLabels *plain, uint32_t n) {
  ViewLabels labels = {g_new0(char *, n + 1), g_new0(char *, n + 1), g_new0(char *, n + 1), g_new0(uint32_t, n + 1)};
  g_autoptr(GHashTable) used = g_hash_table_new(g_str_hash, g_str_equal);
  static const Bin unknown;
  for (uint32_t i = 0; i < n; i++) {
    const Bin *bin = i < names->bins->len ? &g_array_index(names->bins, Bin, i) : &unknown;
    const bool is_known = bin->name != NULL;
    labels.full[i] = g_strdup(is_known ? bin->full : plain->full[i]);
    labels.brief[i] = g_strdup(is_known ? bin->brief : plain->brief[i]);
    labels.names[i] = unique(used, is_known ? bin->name : plain->names[i], i);
    labels.same[i] = is_known ? bin->same : i;
    g_hash_table_add(used, labels.names[i]);
  }
  /* Several bins can have the same name, and the input profiles can disagree about which of these bins represents all
   * of them. Use the one with the lowest number. */
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t next; (next = labels.same[labels.same[i]]) < labels.same[i];) labels.same[i] = next;
  for (uint32_t i = 0; i < n; i++)
    if (labels.same[labels.same[i]] != labels.same[i]) labels.same[i] = i;
  return labels;
}

static void labels_clear(ViewLabels *labels) {
  g_strfreev(labels->names);
  g_strfreev(labels->full);
  g_strfreev(labels->brief);
  g_free(labels->same);
}

/* The spans of consecutive lines of a source file, while they are being made. */
typedef struct {
  GVariantBuilder spans;
  GString *text;      /* text of the span that is being made */
  guint32 from, next; /* the span contains the lines from `from` to `next` - 1 */
} Spans;

static void end_span(Spans *spans) {
  if (spans->text->len != 0)
    g_variant_builder_add(&spans->spans, "(u@ay)", spans->from, g_variant_new_bytestring(spans->text->str));
  g_string_truncate(spans->text, 0);
}

static gboolean put_line(gpointer key, gpointer value, gpointer closure) {
  Spans *spans = closure;
  const guint32 line = GPOINTER_TO_UINT(key);
  if (spans->text->len == 0 || line != spans->next) {
    end_span(spans);
    spans->from = line;
  }
  g_string_append_printf(spans->text, "%s\n", (const char *)value);
  spans->next = line + 1;
  return FALSE;
}

static gboolean put_source(gpointer key, gpointer value, gpointer closure) {
  const Source *source = value;
  Spans spans = {.text = g_string_new(NULL)};
  g_variant_builder_init(&spans.spans, G_VARIANT_TYPE("a(uay)"));
  g_tree_foreach(source->lines, put_line, &spans);
  end_span(&spans);
  g_variant_builder_add(closure, "(uu@a(uay))", GPOINTER_TO_UINT(key), source->newer,
                        g_variant_builder_end(&spans.spans));
  g_string_free(spans.text, TRUE);
  return FALSE;
}

static gint compare_users(gconstpointer a, gconstpointer b) {
  const NameUserLine *x = a, *y = b;
  return x->place < y->place ? -1 : x->place > y->place;
}

GVariant *merge_names_put(const MergeNames *names, const Profile *whole) {
  if (!names->any) return NULL;
  const uint32_t n = whole->n_bins;
  NameTable *plain = name_table_new(whole, false);
  ViewLabels labels = labels_of(names, &name_table_labels(plain)[VIEW_DATA], n);
  g_autofree const NameBinType **types = g_new0(const NameBinType *, MAX(n, 1));
  g_autofree NamePointers *holders = g_new(NamePointers, MAX(n, 1));
  for (uint32_t i = 0; i < n; i++) {
    const Bin *bin = i < names->bins->len ? &g_array_index(names->bins, Bin, i) : NULL;
    const bool is_known = bin != NULL && bin->name != NULL;
    holders[i] = is_known ? bin->holders : (NamePointers){"", ""};
    if (is_known && bin->has_type) types[i] = &bin->type;
  }
  GVariantBuilder resolved, sources;
  g_variant_builder_init(&resolved, G_VARIANT_TYPE(PROFILE_RESOLVED));
  name_kept_names_put(&resolved, &labels, types, n);
  g_variant_builder_init(&sources, G_VARIANT_TYPE(PROFILE_RESOLVED_SOURCES));
  g_tree_foreach(names->sources, put_source, &sources);
  g_variant_builder_add_value(&resolved, g_variant_builder_end(&sources));
  g_array_sort(names->users, compare_users);
  g_variant_builder_add_value(&resolved, name_kept_names_put_user_lines(names->users));
  g_variant_builder_add_value(&resolved, name_kept_names_put_holders(holders, n));
  labels_clear(&labels);
  name_table_free(plain);
  return g_variant_ref_sink(g_variant_builder_end(&resolved));
}
