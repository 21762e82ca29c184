/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_words.c: computes the values of words. Each word has a function that returns the word's value, which the
 * caller owns; NULL: the word has no value. */
#include "ui/whatif/whatif_words.h"

#include <string.h>

#include "bins/bin_table.h"
#include "ui/analysis/analysis_shared.h"
#include "ui/base/ui_number.h"
#include "ui/view/view_select.h"
#include "ui/whatif/whatif_fields.h"
#include "ui/whatif/whatif_place.h"

typedef char *Word(const WhatifSubject *subject, guint number);

static char *of_number(uint64_t value) { return value != 0 ? g_strdup_printf("%" G_GUINT64_FORMAT, value) : NULL; }

/* ---- names ---- */

static bool names_only(const View *view, const char *name, uint32_t rank) {
  ViewSelection selection;
  if (!view_select_exactly(view, VIEW_DATA, name, &selection, NULL)) return false;
  const bool only = selection.count == 1 && selection.picked[rank];
  view_selection_clear(&selection);
  return only;
}

/* Returns the name of the bin's variable if no other bin has it. Otherwise returns the name that all commands show. The
 * caller owns the name. */
static char *name_of(const WhatifSubject *subject, uint32_t bin) {
  const NameBinType *type = name_table_type(subject->names, bin);
  const uint32_t rank = view_column(subject->view, bin);
  if (type != NULL && *type->variable != '\0' && names_only(subject->view, type->variable, rank))
    return g_strdup(type->variable);
  return g_strdup(name_table_labels(subject->names)[VIEW_DATA].names[bin]);
}

static char *word_bin(const WhatifSubject *subject, guint number) {
  (void)number;
  return name_of(subject, subject->bin);
}

/* Returns the name of the data, if they consist of several small heap blocks; otherwise NULL. */
static char *word_blocks(const WhatifSubject *subject, guint number) {
  (void)number;
  const ProfileBin *bin = &subject->view->profile->bins[subject->bin];
  const bool small = bin->blocks > 1 && bin->bytes / bin->blocks < WHATIF_SMALL;
  return small && strcmp(bin->kind, bin_kind_name(BIN_HEAP)) == 0 ? name_of(subject, subject->bin) : NULL;
}

static char *word_other(const WhatifSubject *subject, guint number) {
  (void)number;
  const uint32_t rank = subject->advice->other;
  if (rank == ADVICE_NONE || subject->advice->by_code) return NULL;
  return name_of(subject, g_array_index(view_item(subject->view, VIEW_DATA, rank)->members, uint32_t, 0));
}

static char *word_each(const WhatifSubject *subject, guint number) {
  return number < subject->bins->len ? name_of(subject, g_array_index(subject->bins, uint32_t, number)) : NULL;
}

/* Returns the number of elements of a bin; 0: the bin is not larger than a cache line, or its type is unknown. */
static uint64_t elements_of(const WhatifSubject *subject, uint32_t bin) {
  const NameBinType *type = name_table_type(subject->names, bin);
  const uint64_t bytes = subject->view->profile->bins[bin].bytes;
  return type != NULL && type->element_size != 0 && bytes > subject->line ? bytes / type->element_size : 0;
}

/* Returns whether a bin has the same numbers of elements and of blocks as the data of the finding. */
static bool is_parallel(const WhatifSubject *subject, uint32_t bin) {
  const ProfileBin *bins = subject->view->profile->bins;
  const uint64_t elements = elements_of(subject, subject->bin);
  return elements != 0 && elements_of(subject, bin) == elements && bins[bin].blocks == bins[subject->bin].blocks;
}

static gint compare_bins(gconstpointer one, gconstpointer other) {
  const uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
  return a < b ? -1 : a > b;
}

/* Returns whether the code in the finding's hottest source line stalls on a bin. */
static bool is_in_hot_line(const WhatifSubject *subject, uint32_t bin) {
  const Profile *profile = subject->view->profile;
  if (subject->advice->place == ADVICE_NONE) return false;
  const ProfilePlace *hot = &profile->places[subject->advice->place];
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const ProfilePlace *place = &profile->places[profile->cells[i].place];
    if (profile->cells[i].bin == bin && place->line == hot->line && place->file == hot->file &&
        profile->cells[i].counts.stall_cycles != 0)
      return true;
  }
  return false;
}

/* Returns the names of the finding's data and of all data parallel to these. The order of the names does not depend on
 * the finding. If `in_hot_line` is set, returns only data on which the hottest source line stalls. NULL: there are no
 * parallel data. */
static char *parallel(const WhatifSubject *subject, bool in_hot_line) {
  g_autoptr(GArray) bins = g_array_copy(subject->bins);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  bool own = false;
  g_array_sort(bins, compare_bins);
  for (guint i = 0; i < bins->len; i++) {
    const uint32_t bin = g_array_index(bins, uint32_t, i);
    if (!is_parallel(subject, bin) || (in_hot_line && !is_in_hot_line(subject, bin))) continue;
    own |= bin == subject->bin;
    g_ptr_array_add(names, name_of(subject, bin));
  }
  const bool several = own && names->len > 1;
  g_ptr_array_add(names, NULL);
  return several ? g_strjoinv(",", (char **)names->pdata) : NULL;
}

static char *word_parallel(const WhatifSubject *subject, guint number) {
  (void)number;
  return parallel(subject, false);
}

static char *word_beside(const WhatifSubject *subject, guint number) {
  (void)number;
  return parallel(subject, true);
}

/* ---- bytes ---- */

static char *word_line(const WhatifSubject *subject, guint number) {
  (void)number;
  return of_number(subject->line);
}

static char *word_step(const WhatifSubject *subject, guint number) { return of_number(subject->line * number); }

static uint64_t element_size(const WhatifSubject *subject) {
  return subject->type != NULL ? subject->type->element_size : 0;
}

/* Returns the size in bytes of the variable, or of a heap block. */
static uint64_t object_bytes(const WhatifSubject *subject) {
  const ProfileBin *bin = &subject->view->profile->bins[subject->bin];
  return bin->blocks > 1 ? bin->bytes / bin->blocks : bin->bytes;
}

/* Returns the size of an element, rounded up to whole cache lines. There is no value if the size does not change, or if
 * there is only one element. If the element is unknown, the value is one line, so that trying the change reports the
 * missing type. */
static char *word_whole(const WhatifSubject *subject, guint number) {
  (void)number;
  const uint64_t size = element_size(subject), whole = ui_number_round_up(MAX(size, 1), subject->line);
  const bool is_single = size != 0 && object_bytes(subject) < 2 * size;
  return whole != size && !is_single ? of_number(whole) : NULL;
}

/* Returns the stride of the hottest instruction in bytes; 0: unknown. */
static uint64_t any_stride(const WhatifSubject *subject) {
  const Profile *profile = subject->view->profile;
  const uint32_t place = subject->advice->place;
  if (place == ADVICE_NONE) return 0;
  if (subject->steps != NULL) return whatif_steps_of(subject->steps, profile, place);
  const ProfileSpread *spread = profile_spread(profile, place, subject->bin);
  return spread == NULL || spread->stride > INT64_MAX ? 0 : spread->stride;
}

/* As any_stride(), but returns 0 if the stride is not greater than a cache line. */
static uint64_t stride_of(const WhatifSubject *subject) {
  const uint64_t stride = any_stride(subject);
  return stride > subject->line ? stride : 0;
}

static uint64_t typed_row(const WhatifSubject *subject) {
  return subject->type != NULL ? whatif_row_bytes(subject->type) : 0;
}

static char *word_longer(const WhatifSubject *subject, guint number) {
  (void)number;
  const uint64_t row = typed_row(subject);
  return row != 0 ? of_number(row + subject->line) : NULL;
}

/* Returns the stride as text. There is no value if the type of the data has rows. */
static char *word_stride(const WhatifSubject *subject, guint number) {
  (void)number;
  return typed_row(subject) == 0 ? of_number(stride_of(subject)) : NULL;
}

static char *word_further(const WhatifSubject *subject, guint number) {
  (void)number;
  return of_number(stride_of(subject) + subject->line);
}

/* Returns the size of a row in bytes, from the type or from the stride; 0: a row does not consist of whole elements. */
static uint64_t row_bytes(const WhatifSubject *subject) {
  const uint64_t row = typed_row(subject) != 0 ? typed_row(subject) : stride_of(subject);
  return element_size(subject) != 0 && row > element_size(subject) && row % element_size(subject) == 0 ? row : 0;
}

/* Returns the number of rows, if they fill the variable or heap block exactly; otherwise NULL. */
static char *word_rows(const WhatifSubject *subject, guint number) {
  (void)number;
  const uint64_t row = row_bytes(subject), bytes = object_bytes(subject);
  return row != 0 && bytes % row == 0 && bytes > row ? of_number(bytes / row) : NULL;
}

static char *word_columns(const WhatifSubject *subject, guint number) {
  (void)number;
  const uint64_t row = row_bytes(subject);
  return row != 0 ? of_number(row / element_size(subject)) : NULL;
}

/* Returns by how many bytes to shift data that begin at the start of a cache line, so that the first byte with strided
 * references is at the start of a line. */
static char *word_start(const WhatifSubject *subject, guint number) {
  (void)number;
  const Profile *profile = subject->view->profile;
  uint64_t first = UINT64_MAX;
  for (uint32_t i = 0; i < profile->n_spreads; i++) {
    const ProfileSpread *spread = &profile->spreads[i];
    if (spread->bin == subject->bin && spread->stride != 0) first = MIN(first, spread->offset);
  }
  return first != UINT64_MAX ? of_number((subject->line - first % subject->line) % subject->line) : NULL;
}

/* ---- fields ---- */

/* Returns the name of the member that contains a field, such as "position" for "position.x". The caller owns the
 * name. */
static char *member_of(const char *field) { return g_strndup(field, strcspn(field, ".[")); }

static bool adds_name(GPtrArray *names, const char *field) {
  char *name = member_of(field);
  const bool known = g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL);
  if (known)
    g_free(name);
  else
    g_ptr_array_add(names, name);
  return !known;
}

/* Returns `lists` with an additional list, whose only field is the first one that no list contains. It stands for all
 * remaining fields. NULL: no field remains. */
static char *with_rest(const WhatifSubject *subject, GPtrArray *named, const char *lists) {
  for (uint32_t i = 0; i < subject->type->n_fields; i++)
    if (adds_name(named, subject->type->fields[i].name))
      return g_strdup_printf("%s | %s", lists, (const char *)named->pdata[named->len - 1]);
  return NULL;
}

static bool is_written(const WhatifSubject *subject, const AnalysisSharedPart *part) {
  return part->bin == subject->bin && part->field != NULL && part->writers != 0;
}

/* Returns lists of fields, with one list for each set of processors that write the same fields. */
static char *lists_of_writers(const WhatifSubject *subject, const AnalysisSharedLine *line, GPtrArray *named) {
  GString *lists = g_string_new(NULL);
  for (guint i = 0; i < line->parts->len; i++) {
    const AnalysisSharedPart *first = &g_array_index(line->parts, AnalysisSharedPart, i);
    bool begun = false;
    for (guint j = i; j < line->parts->len; j++) {
      const AnalysisSharedPart *part = &g_array_index(line->parts, AnalysisSharedPart, j);
      if (!is_written(subject, first) || !is_written(subject, part) || part->writers != first->writers) continue;
      if (!adds_name(named, part->field->name)) continue;
      g_string_append_printf(lists, "%s%s",
                             begun             ? ","
                             : lists->len != 0 ? " | "
                                               : "",
                             (const char *)named->pdata[named->len - 1]);
      begun = true;
    }
  }
  return g_string_free(lists, FALSE);
}

static char *word_written(const WhatifSubject *subject, guint number) {
  (void)number;
  if (subject->advice->hot_line == ADVICE_NONE || subject->type == NULL) return NULL;
  AnalysisSharedLine *line = analysis_shared_line(subject->view, subject->names, subject->advice->hot_line);
  g_autoptr(GPtrArray) named = g_ptr_array_new_with_free_func(g_free);
  g_autofree char *lists = lists_of_writers(subject, line, named);
  analysis_shared_free(line);
  if (*lists == '\0') return NULL;
  g_autofree char *all = with_rest(subject, named, lists);
  if (strchr(lists, '|') == NULL) return all != NULL ? g_steal_pointer(&lists) : NULL;
  return all != NULL ? g_steal_pointer(&all) : g_steal_pointer(&lists);
}

/* Returns the names of the fields that the code uses; NULL: it uses all fields, or they are unknown. */
static char *word_used(const WhatifSubject *subject, guint number) {
  (void)number;
  if (subject->advice->used == NULL || subject->type == NULL) return NULL;
  g_autoptr(GPtrArray) named = g_ptr_array_new_with_free_func(g_free);
  g_auto(GStrv) fields = g_strsplit(subject->advice->used, ",", -1);
  for (guint i = 0; fields[i] != NULL; i++) (void)adds_name(named, fields[i]);
  g_autofree char *all = with_rest(subject, named, "");
  return all != NULL ? g_strdup(subject->advice->used) : NULL;
}

/* Returns whether field i is an 8-byte integer that no other field overlaps. */
static bool is_long(const WhatifSubject *subject, uint32_t i) {
  static const char *const names[] = {"long int",      "long unsigned int",
                                      "long long int", "long long unsigned int",
                                      "size_t",        "ssize_t",
                                      "ptrdiff_t",     "int64_t",
                                      "uint64_t",      "i64",
                                      "u64",           "isize",
                                      "usize",         NULL};
  const NameField *fields = subject->type->fields, *field = &fields[i];
  return field->size == 8 && g_strv_contains(names, field->type) &&
         (i == 0 || fields[i - 1].offset + fields[i - 1].size <= field->offset) &&
         (i + 1 == subject->type->n_fields || field->offset + field->size <= fields[i + 1].offset);
}

static char *word_longs(const WhatifSubject *subject, guint number) {
  (void)number;
  GString *longs = g_string_new(NULL);
  for (uint32_t i = 0; subject->type != NULL && i < subject->type->n_fields; i++)
    if (is_long(subject, i))
      g_string_append_printf(longs, "%s%s", longs->len != 0 ? "," : "", subject->type->fields[i].name);
  const bool any = longs->len != 0;
  return g_string_free(longs, !any);
}

/* ---- the words ---- */

static const char each[] = "EACH";

static const struct {
  const char *word;
  Word *value;
} words[] = {{"BIN", word_bin},     {"BLOCKS", word_blocks},   {"PARALLEL", word_parallel}, {"BESIDE", word_beside},
             {"OTHER", word_other}, {each, word_each},         {"LINE", word_line},         {"STEP", word_step},
             {"WHOLE", word_whole}, {"LONGER", word_longer},   {"STRIDE", word_stride},     {"FURTHER", word_further},
             {"ROWS", word_rows},   {"COLUMNS", word_columns}, {"START", word_start},       {"WRITTEN", word_written},
             {"USED", word_used},   {"LONGS", word_longs}};

static char *value_of(const WhatifSubject *subject, const char *word, gsize length, guint number) {
  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    if (strlen(words[i].word) == length && strncmp(words[i].word, word, length) == 0)
      return words[i].value(subject, number);
  g_assert_not_reached();
}

char *whatif_words_fill(const WhatifSubject *subject, const char *pattern, guint number) {
  static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  GString *filled = g_string_new(NULL);
  for (const char *at = pattern; *at != '\0';) {
    const gsize length = strspn(at, capitals), plain = strcspn(at, capitals);
    g_autofree char *value = length != 0 ? value_of(subject, at, length, number) : g_strndup(at, plain);
    if (value == NULL) {
      g_string_free(filled, TRUE);
      return NULL;
    }
    g_string_append(filled, value);
    at += length != 0 ? length : plain;
  }
  return g_string_free(filled, FALSE);
}

bool whatif_words_repeat(const char *pattern) { return strstr(pattern, each) != NULL; }
