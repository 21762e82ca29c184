/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_fields.c: splits the counts of a bin by field. A place touches the offsets `offset + k * stride` of a block,
 * for integers k. Let E be the size of an element in bytes, and g the greatest common divisor of `stride` and E. Within
 * an element, the place can touch all offsets that are congruent to `offset` modulo g. If E divides `stride`, this is
 * only one offset.
 *
 * The hints: A field is hot if it has at least HOT percent of the bin's misses. Hot and cold fields are mixed if the
 * hot fields occupy at most half of the element, together have most of the misses, and are not all fields. Two fields
 * should lie apart if no processor that writes one of them uses the other one, and both can be in one cache line. */
#include "ui/analysis/analysis_fields.h"

#include "ui/base/ui_number.h"
#include "ui/base/ui_text.h"
#include "ui/profile/profile_machine.h"
#include "ui/view/view_ranks.h"

enum { HOT = 10, LEAST = 1000 /* misses */, PROCESSORS = 64 };

/* Returns the fields of the type, or the element as a whole if the type has none. All counts are 0. */
static GArray *make_fields(const NameBinType *type) {
  GArray *fields = g_array_new(FALSE, FALSE, sizeof(AnalysisFieldCounts));
  for (uint32_t i = 0; i < type->n_fields; i++) {
    const NameField *field = &type->fields[i];
    const AnalysisFieldCounts counts = {.field = field,
                                        .name = ui_text_escaped(field->name),
                                        .offset = field->offset,
                                        .size = field->size};
    g_array_append_val(fields, counts);
  }
  if (type->n_fields == 0) {
    const AnalysisFieldCounts whole = {.name = ui_text_escaped(type->element), .size = type->element_size};
    g_array_append_val(fields, whole);
  }
  return fields;
}

/* Returns the field at a byte offset in a block; NULL: there is none. */
static AnalysisFieldCounts *field_at(const AnalysisFields *fields, uint64_t offset) {
  AnalysisFieldCounts *all = (AnalysisFieldCounts *)(void *)fields->fields->data;
  if (fields->type->n_fields == 0) return &all[0];
  const NameField *field = name_types_field_at(fields->type, offset, NULL);
  return field != NULL ? &all[field - fields->type->fields] : NULL;
}

/* Returns whether the field contains an offset that is congruent to `from` modulo `step`. */
static bool is_touched(const AnalysisFieldCounts *field, uint64_t from, uint64_t step) {
  /* distance from the field's start to the first offset in the field that is congruent to `from` */
  const uint64_t first = (from % step + step - field->offset % step) % step;
  return first < field->size;
}

/* Returns the field that contains all offsets of a spread; NULL: several fields do, or none. */
static AnalysisFieldCounts *field_of(const AnalysisFields *fields, const ProfileSpread *spread) {
  const uint64_t size = fields->type->element_size;
  AnalysisFieldCounts *found = field_at(fields, spread->offset);
  const uint64_t step = spread->stride != 0 ? ui_number_divisor(spread->stride, size) : size;
  if (step == size) return found;
  for (guint i = 0; i < fields->fields->len && found != NULL; i++) {
    const AnalysisFieldCounts *field = &g_array_index(fields->fields, AnalysisFieldCounts, i);
    if (field != found && is_touched(field, spread->offset % size, step)) found = NULL;
  }
  return found;
}

static void add_cell(const Profile *profile, const ProfileCell *cell, AnalysisFields *fields) {
  profile_counts_add(&fields->counts, &cell->counts);
  const ProfileSpread *spread = fields->state == ANALYSIS_FIELDS_SPLIT ? profile_spread(profile, cell->place, cell->bin)
                                                                       : NULL;
  if (spread == NULL) {
    profile_counts_add(&fields->unknown, &cell->counts);
    return;
  }
  AnalysisFieldCounts *field = field_of(fields, spread);
  profile_counts_add(field != NULL ? &field->counts : &fields->several, &cell->counts);
}

/* Adds the processor of a use of a hot line to the readers or writers of the field to which the use refers. */
static void add_use(const Profile *profile, const ProfileUse *use, AnalysisFields *fields) {
  const uint64_t address = profile->hot_lines[use->hot_line].address + use->offset;
  const uint32_t processor = view_ranks_processor(profile, use->processor);
  if (use->start == 0 || use->start > address || processor >= PROCESSORS) return;
  AnalysisFieldCounts *field = field_at(fields, address - use->start);
  if (field == NULL) return;
  if (use->reads != 0) field->readers |= UINT64_C(1) << processor;
  if (use->writes + use->modifies != 0) field->writers |= UINT64_C(1) << processor;
}

static void field_clear(gpointer field) { g_free(((AnalysisFieldCounts *)field)->name); }

/* Returns the split of bin number `bin`, with all counts 0. */
static AnalysisFields *make(const View *view, const NameTable *names, uint32_t bin) {
  const NameBinType *type = names != NULL ? name_table_type(names, bin) : NULL;
  AnalysisFields *fields = g_new0(AnalysisFields, 1);
  fields->bin = bin;
  fields->type = type;
  fields->state = type == NULL || type->element_size == 0 ? ANALYSIS_FIELDS_NO_TYPE
                  : view->profile->n_spreads == 0         ? ANALYSIS_FIELDS_NO_OFFSETS
                                                          : ANALYSIS_FIELDS_SPLIT;
  fields->fields = fields->state == ANALYSIS_FIELDS_NO_TYPE ? g_array_new(FALSE, FALSE, sizeof(AnalysisFieldCounts))
                                                            : make_fields(type);
  g_array_set_clear_func(fields->fields, field_clear);
  return fields;
}

static void split_free(gpointer fields) { analysis_fields_free(fields); }

GPtrArray *analysis_fields_split_all(const View *view, const NameTable *names, const AnalysisFocus *focus,
                                     const GArray *bins) {
  const Profile *profile = view->profile;
  GPtrArray *all = g_ptr_array_new_with_free_func(split_free);
  g_autofree AnalysisFields **of_bin = g_new0(AnalysisFields *, MAX(profile->n_bins, 1));
  for (guint i = 0; i < bins->len; i++) {
    const uint32_t bin = g_array_index(bins, uint32_t, i);
    of_bin[bin] = make(view, names, bin);
    g_ptr_array_add(all, of_bin[bin]);
  }
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const ProfileCell *cell = &profile->cells[i];
    if (of_bin[cell->bin] != NULL && analysis_focus_has(view, focus, cell->place, cell->bin))
      add_cell(profile, cell, of_bin[cell->bin]);
  }
  for (uint32_t i = 0; i < profile->n_uses; i++) {
    AnalysisFields *fields = of_bin[profile->uses[i].bin];
    if (fields != NULL && fields->state != ANALYSIS_FIELDS_NO_TYPE) add_use(profile, &profile->uses[i], fields);
  }
  return all;
}

AnalysisFields *analysis_fields_split(const View *view, const NameTable *names, const AnalysisFocus *focus,
                                      uint32_t bin) {
  g_autoptr(GArray) bins = g_array_new(FALSE, FALSE, sizeof bin);
  g_array_append_val(bins, bin);
  g_autoptr(GPtrArray) all = analysis_fields_split_all(view, names, focus, bins);
  return g_ptr_array_steal_index(all, 0);
}

void analysis_fields_free(AnalysisFields *fields) {
  g_array_free(fields->fields, TRUE);
  g_free(fields);
}

GArray *analysis_fields_bins(const View *view, const AnalysisFocus *focus) {
  const Profile *profile = view->profile;
  GArray *bins = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  g_autofree bool *has = g_new0(bool, MAX(profile->n_bins, 1));
  for (uint32_t i = 0; i < profile->n_cells; i++)
    if (analysis_focus_has(view, focus, profile->cells[i].place, profile->cells[i].bin))
      has[profile->cells[i].bin] = true;
  for (uint32_t rank = 0; rank < view_size(view, VIEW_DATA); rank++) {
    const GArray *members = view_item(view, VIEW_DATA, rank)->members;
    for (guint i = 0; i < members->len; i++)
      if (has[g_array_index(members, uint32_t, i)]) g_array_append_val(bins, g_array_index(members, uint32_t, i));
  }
  return bins;
}

bool analysis_fields_share_line(const AnalysisFieldCounts *a, const AnalysisFieldCounts *b, uint64_t line) {
  const uint64_t end = a->offset < b->offset ? a->offset + MAX(a->size, 1) - 1 : b->offset + MAX(b->size, 1) - 1;
  const uint64_t begin = MAX(a->offset, b->offset);
  return begin <= end || begin - end < line;
}

/* ---- hints ---- */

static const AnalysisFieldCounts *field_number(const AnalysisFields *fields, guint i) {
  return &g_array_index(fields->fields, AnalysisFieldCounts, i);
}

static bool is_hot(const AnalysisFields *fields, const AnalysisFieldCounts *field) {
  return (double)profile_counts_misses(&field->counts) * 100 >= HOT * (double)profile_counts_misses(&fields->counts);
}

static void hint_mixed(const AnalysisFields *fields, GPtrArray *hints) {
  uint64_t hot = 0, misses = 0;
  guint n_hot = 0;
  GString *names = g_string_new(NULL);
  for (guint i = 0; i < fields->fields->len; i++) {
    const AnalysisFieldCounts *field = field_number(fields, i);
    if (!is_hot(fields, field)) continue;
    g_string_append_printf(names, "%s%s", n_hot++ == 0 ? "" : ", ", field->name);
    hot += field->size;
    misses += profile_counts_misses(&field->counts);
  }
  const uint64_t size = fields->type->element_size;
  const bool most = misses > profile_counts_misses(&fields->counts) / 2; /* false if most misses are by references to
                                                                            several fields (`several`) */
  if (most && n_hot < fields->fields->len && hot <= size / 2)
    g_ptr_array_add(hints, g_strdup_printf("Hot and cold fields are mixed: most misses are in %s, %" G_GUINT64_FORMAT
                                           " of the %" G_GUINT64_FORMAT " bytes of an element. Put the other fields "
                                           "elsewhere, or each of these in an array of its own.",
                                           names->str, hot, size));
  g_string_free(names, TRUE);
}

static void hint_processors(const AnalysisFields *fields, uint64_t line, GPtrArray *hints) {
  for (guint i = 0; i < fields->fields->len; i++)
    for (guint j = 0; j < fields->fields->len; j++) {
      const AnalysisFieldCounts *a = field_number(fields, i), *b = field_number(fields, j);
      const uint64_t users = b->readers | b->writers;
      const bool twice = j < i && b->writers != 0 && ((a->readers | a->writers) & b->writers) == 0;
      if (i == j || twice || a->writers == 0 || users == 0 || (a->writers & users) != 0) continue;
      if (analysis_fields_share_line(a, b, line))
        g_ptr_array_add(hints,
                        g_strdup_printf("%s and %s can lie in one line, and %s is written by other processors than "
                                        "those that use %s: they should lie %" G_GUINT64_FORMAT " bytes apart.",
                                        a->name, b->name, a->name, b->name, line));
    }
}

GPtrArray *analysis_fields_hints(const View *view, const AnalysisFields *fields) {
  GPtrArray *hints = g_ptr_array_new_with_free_func(g_free);
  if (fields->state == ANALYSIS_FIELDS_NO_TYPE) return hints;
  if (fields->state == ANALYSIS_FIELDS_SPLIT && profile_counts_misses(&fields->counts) >= LEAST)
    hint_mixed(fields, hints);
  hint_processors(fields, profile_machine_cache_of(view->profile, "D1").line, hints);
  return hints;
}
