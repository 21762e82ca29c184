/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_fields.c: A place that touched the offsets offset + k * stride, for some k, can touch in an element of E bytes the
 * offsets congruent to offset modulo g, where g is the greatest common divisor of stride and E. If E divides stride,
 * that is only one offset.
 *
 * The hints: Fields are mixed if the hot fields (each with HOT percent of the bin's misses or more) take up at most
 * half of the element and together have most of all misses, and other fields exist. Fields of different processors lie
 * together if no processor that writes one uses the other, and both can lie in one line. */
#include "ui/analysis/ui_fields.h"

#include "ui/base/ui_number.h"
#include "ui/base/ui_text.h"
#include "ui/model/ui_machine.h"
#include "ui/model/ui_ranks.h"

enum { HOT = 10, LEAST = 1000 /* misses */, PROCESSORS = 64 };

/* Returns the fields of the type, or the element as a whole, without counts. */
static GArray *make_fields(const UiBinType *type) {
  GArray *fields = g_array_new(FALSE, FALSE, sizeof(UiFieldCounts));
  for (uint32_t i = 0; i < type->n_fields; i++) {
    const UiField *field = &type->fields[i];
    const UiFieldCounts counts = {.field = field,
                                  .name = ui_text_escaped(field->name),
                                  .offset = field->offset,
                                  .size = field->size};
    g_array_append_val(fields, counts);
  }
  if (type->n_fields == 0) {
    const UiFieldCounts whole = {.name = ui_text_escaped(type->element), .size = type->element_size};
    g_array_append_val(fields, whole);
  }
  return fields;
}

/* Returns the field at an offset in a block; NULL: none. */
static UiFieldCounts *field_at(const UiFields *fields, uint64_t offset) {
  UiFieldCounts *all = (UiFieldCounts *)(void *)fields->fields->data;
  if (fields->type->n_fields == 0) return &all[0];
  const UiField *field = ui_types_field_at(fields->type, offset, NULL);
  return field != NULL ? &all[field - fields->type->fields] : NULL;
}

/* Returns whether an offset congruent to `from` modulo `step` lies in the field. */
static bool is_touched(const UiFieldCounts *field, uint64_t from, uint64_t step) {
  const uint64_t first = (from % step + step - field->offset % step) % step; /* relative to the field's start */
  return first < field->size;
}

/* Returns the field that contains all offsets of a spread; NULL: several fields, or none. */
static UiFieldCounts *field_of(const UiFields *fields, const UiSpread *spread) {
  const uint64_t size = fields->type->element_size;
  UiFieldCounts *found = field_at(fields, spread->offset);
  const uint64_t step = spread->stride != 0 ? ui_number_divisor(spread->stride, size) : size;
  if (step == size) return found;
  for (guint i = 0; i < fields->fields->len && found != NULL; i++) {
    const UiFieldCounts *field = &g_array_index(fields->fields, UiFieldCounts, i);
    if (field != found && is_touched(field, spread->offset % size, step)) found = NULL;
  }
  return found;
}

static void add_cell(const UiProfile *profile, const UiCell *cell, UiFields *fields) {
  ui_counts_add(&fields->counts, &cell->counts);
  const UiSpread *spread = fields->state == UI_FIELDS_SPLIT ? ui_profile_spread(profile, cell->place, cell->bin) : NULL;
  if (spread == NULL) {
    ui_counts_add(&fields->unknown, &cell->counts);
    return;
  }
  UiFieldCounts *field = field_of(fields, spread);
  ui_counts_add(field != NULL ? &field->counts : &fields->several, &cell->counts);
}

/* Records the processor in the readers or writers of the field that the use of a hot line refers to. */
static void add_use(const UiProfile *profile, const UiUse *use, UiFields *fields) {
  const uint64_t address = profile->hot_lines[use->hot_line].address + use->offset;
  const uint32_t processor = ui_ranks_processor(profile, use->processor);
  if (use->start == 0 || use->start > address || processor >= PROCESSORS) return;
  UiFieldCounts *field = field_at(fields, address - use->start);
  if (field == NULL) return;
  if (use->reads != 0) field->readers |= UINT64_C(1) << processor;
  if (use->writes + use->modifies != 0) field->writers |= UINT64_C(1) << processor;
}

static void field_clear(gpointer field) { g_free(((UiFieldCounts *)field)->name); }

/* Returns the split of bin `bin`, without counts. */
static UiFields *make(const UiView *view, const UiNames *names, uint32_t bin) {
  const UiBinType *type = names != NULL ? ui_names_type(names, bin) : NULL;
  UiFields *fields = g_new0(UiFields, 1);
  fields->bin = bin;
  fields->type = type;
  fields->state = type == NULL || type->element_size == 0 ? UI_FIELDS_NO_TYPE
                  : view->profile->n_spreads == 0         ? UI_FIELDS_NO_OFFSETS
                                                          : UI_FIELDS_SPLIT;
  fields->fields = fields->state == UI_FIELDS_NO_TYPE ? g_array_new(FALSE, FALSE, sizeof(UiFieldCounts))
                                                      : make_fields(type);
  g_array_set_clear_func(fields->fields, field_clear);
  return fields;
}

static void split_free(gpointer fields) { ui_fields_free(fields); }

GPtrArray *ui_fields_split_all(const UiView *view, const UiNames *names, const UiFocus *focus, const GArray *bins) {
  const UiProfile *profile = view->profile;
  GPtrArray *all = g_ptr_array_new_with_free_func(split_free);
  g_autofree UiFields **of_bin = g_new0(UiFields *, MAX(profile->n_bins, 1));
  for (guint i = 0; i < bins->len; i++) {
    const uint32_t bin = g_array_index(bins, uint32_t, i);
    of_bin[bin] = make(view, names, bin);
    g_ptr_array_add(all, of_bin[bin]);
  }
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const UiCell *cell = &profile->cells[i];
    if (of_bin[cell->bin] != NULL && ui_focus_has(view, focus, cell->place, cell->bin))
      add_cell(profile, cell, of_bin[cell->bin]);
  }
  for (uint32_t i = 0; i < profile->n_uses; i++) {
    UiFields *fields = of_bin[profile->uses[i].bin];
    if (fields != NULL && fields->state != UI_FIELDS_NO_TYPE) add_use(profile, &profile->uses[i], fields);
  }
  return all;
}

UiFields *ui_fields_split(const UiView *view, const UiNames *names, const UiFocus *focus, uint32_t bin) {
  g_autoptr(GArray) bins = g_array_new(FALSE, FALSE, sizeof bin);
  g_array_append_val(bins, bin);
  g_autoptr(GPtrArray) all = ui_fields_split_all(view, names, focus, bins);
  return g_ptr_array_steal_index(all, 0);
}

void ui_fields_free(UiFields *fields) {
  g_array_free(fields->fields, TRUE);
  g_free(fields);
}

GArray *ui_fields_bins(const UiView *view, const UiFocus *focus) {
  const UiProfile *profile = view->profile;
  GArray *bins = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  g_autofree bool *has = g_new0(bool, MAX(profile->n_bins, 1));
  for (uint32_t i = 0; i < profile->n_cells; i++)
    if (ui_focus_has(view, focus, profile->cells[i].place, profile->cells[i].bin)) has[profile->cells[i].bin] = true;
  for (uint32_t rank = 0; rank < ui_view_size(view, UI_DATA); rank++) {
    const GArray *members = ui_view_item(view, UI_DATA, rank)->members;
    for (guint i = 0; i < members->len; i++)
      if (has[g_array_index(members, uint32_t, i)]) g_array_append_val(bins, g_array_index(members, uint32_t, i));
  }
  return bins;
}

bool ui_fields_share_line(const UiFieldCounts *a, const UiFieldCounts *b, uint64_t line) {
  const uint64_t end = a->offset < b->offset ? a->offset + MAX(a->size, 1) - 1 : b->offset + MAX(b->size, 1) - 1;
  const uint64_t begin = MAX(a->offset, b->offset);
  return begin <= end || begin - end < line;
}

/* ---- hints ---- */

static const UiFieldCounts *field_number(const UiFields *fields, guint i) {
  return &g_array_index(fields->fields, UiFieldCounts, i);
}

static bool is_hot(const UiFields *fields, const UiFieldCounts *field) {
  return (double)ui_counts_misses(&field->counts) * 100 >= HOT * (double)ui_counts_misses(&fields->counts);
}

static void hint_mixed(const UiFields *fields, GPtrArray *hints) {
  uint64_t hot = 0, misses = 0;
  guint n_hot = 0;
  GString *names = g_string_new(NULL);
  for (guint i = 0; i < fields->fields->len; i++) {
    const UiFieldCounts *field = field_number(fields, i);
    if (!is_hot(fields, field)) continue;
    g_string_append_printf(names, "%s%s", n_hot++ == 0 ? "" : ", ", field->name);
    hot += field->size;
    misses += ui_counts_misses(&field->counts);
  }
  const uint64_t size = fields->type->element_size;
  const bool most = misses > ui_counts_misses(&fields->counts) / 2; /* `several` can have the most */
  if (most && n_hot < fields->fields->len && hot <= size / 2)
    g_ptr_array_add(hints, g_strdup_printf("Hot and cold fields are mixed: most misses are in %s, %" G_GUINT64_FORMAT
                                           " of the %" G_GUINT64_FORMAT " bytes of an element. Put the other fields "
                                           "elsewhere, or each of these in an array of its own.",
                                           names->str, hot, size));
  g_string_free(names, TRUE);
}

static void hint_processors(const UiFields *fields, uint64_t line, GPtrArray *hints) {
  for (guint i = 0; i < fields->fields->len; i++)
    for (guint j = 0; j < fields->fields->len; j++) {
      const UiFieldCounts *a = field_number(fields, i), *b = field_number(fields, j);
      const uint64_t users = b->readers | b->writers;
      const bool twice = j < i && b->writers != 0 && ((a->readers | a->writers) & b->writers) == 0;
      if (i == j || twice || a->writers == 0 || users == 0 || (a->writers & users) != 0) continue;
      if (ui_fields_share_line(a, b, line))
        g_ptr_array_add(hints,
                        g_strdup_printf("%s and %s can lie in one line, and %s is written by other processors than "
                                        "those that use %s: they should lie %" G_GUINT64_FORMAT " bytes apart.",
                                        a->name, b->name, a->name, b->name, line));
    }
}

GPtrArray *ui_fields_hints(const UiView *view, const UiFields *fields) {
  GPtrArray *hints = g_ptr_array_new_with_free_func(g_free);
  if (fields->state == UI_FIELDS_NO_TYPE) return hints;
  if (fields->state == UI_FIELDS_SPLIT && ui_counts_misses(&fields->counts) >= LEAST) hint_mixed(fields, hints);
  hint_processors(fields, ui_machine_cache_of(view->profile, "D1").line, hints);
  return hints;
}
