/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_shared.c: finds the parts of a cache line to pad. Two parts of a line should lie apart if most of the line's
 * invalidation misses are false sharing, one processor writes one of the parts, and another processor uses the other
 * part. A processor with at most a twentieth of a part's events does not count, because it can be the processor that
 * initialized the data. */
#include "ui/analysis/analysis_shared.h"

#include <string.h>

#include "ui/base/ui_number.h"
#include "ui/base/ui_search.h"
#include "ui/base/ui_text.h"
#include "ui/profile/profile_machine.h"
#include "ui/view/view_ranks.h"

enum {
  FEW = 20 /* at most a 20th of the events is few */,
  NAMED = 4 /* maximum number of parts that a sentence names */
};

static bool is_of_earlier_line(gconstpointer use, gconstpointer line) {
  return ((const ProfileUse *)use)->hot_line < *(const uint32_t *)line;
}

const ProfileUse *analysis_shared_uses(const Profile *profile, uint32_t line, const ProfileUse **end) {
  const ProfileUse *first = profile->uses +
                            ui_search(profile->uses, profile->n_uses, sizeof(ProfileUse), is_of_earlier_line, &line);
  const ProfileUse *last = first;
  while (last < profile->uses + profile->n_uses && last->hot_line == line) last++;
  *end = last;
  return first;
}

/* ---- parts ---- */

/* Returns the name of a part, such as "counters[2].hits", or "counters+16" if the type is unknown. The caller owns the
 * name. */
static char *part_name(const View *view, const NameBinType *type, const NameField *field, uint64_t element,
                       uint64_t within, const ProfileUse *use) {
  const char *bin = view_item(view, VIEW_DATA, view_column(view, use->bin))->name;
  GString *name = g_string_new(bin);
  if (use->start == 0) return g_string_free(name, FALSE);
  const bool typed = type != NULL && type->element_size != 0;
  if (!typed) {
    g_string_append_printf(name, "+%" G_GUINT64_FORMAT, within);
    return g_string_free(name, FALSE);
  }
  const ProfileBin *record = &view->profile->bins[use->bin];
  const bool single = record->blocks == 1 && record->bytes <= type->element_size;
  if (!single) g_string_append_printf(name, "[%" G_GUINT64_FORMAT "]", element);
  if (field != NULL) {
    g_autofree char *printable = ui_text_escaped(field->name);
    g_string_append_printf(name, ".%s", printable);
  }
  return g_string_free(name, FALSE);
}

/* Returns the part of a cache line that a use refers to. The part's events are 0. */
static AnalysisSharedPart make_part(const View *view, const NameTable *names, const ProfileUse *use) {
  const uint64_t line = view->profile->hot_lines[use->hot_line].address, address = line + use->offset;
  const NameBinType *type = names != NULL ? name_table_type(names, use->bin) : NULL;
  const bool known = use->start != 0 && use->start <= address;
  const bool typed = known && type != NULL && type->element_size != 0;
  uint64_t element = 0, within = known ? address - use->start : 0, size = 0;
  const NameField *field = typed ? name_types_field_at(type, within, &element) : NULL;
  if (typed) {
    element = within / type->element_size;
    within = element * type->element_size + (field != NULL ? field->offset : 0);
    size = field != NULL ? field->size : type->element_size;
  }
  const uint64_t from = known ? use->start + within : address;
  return (AnalysisSharedPart){.offset = from > line ? from - line : 0,
                              .size = size,
                              .bin = use->bin,
                              .column = view_column(view, use->bin),
                              .start = use->start,
                              .within = within,
                              .field = field,
                              .bin_name = strlen(view_item(view, VIEW_DATA, view_column(view, use->bin))->name),
                              .name = part_name(view, type, field, element, within, use)};
}

static bool same_part(const AnalysisSharedPart *a, const AnalysisSharedPart *b) {
  return a->bin == b->bin && a->start == b->start && a->within == b->within && a->offset == b->offset;
}

/* Only processors of one rank use a cache line, because a line belongs to one process. */
static void add_use(const Profile *profile, AnalysisSharedPart *part, const ProfileUse *use) {
  const uint32_t processor = view_ranks_processor(profile, use->processor);
  const uint64_t bit = processor < ANALYSIS_SHARED_PROCESSORS ? UINT64_C(1) << processor : 0;
  const uint64_t writing = use->writes + use->modifies;
  if (use->reads != 0) part->readers |= bit;
  if (writing != 0) part->writers |= bit;
  part->reads += use->reads;
  part->writes += use->writes;
  part->modifies += use->modifies;
  if (bit == 0) return;
  part->written_by[processor] += writing;
  part->used_by[processor] += use->reads + writing;
}

static void part_clear(gpointer part) { g_free(((AnalysisSharedPart *)part)->name); }

static gint compare_parts(gconstpointer a, gconstpointer b) {
  const AnalysisSharedPart *x = a, *y = b;
  if (x->offset != y->offset) return x->offset < y->offset ? -1 : 1;
  return x->bin < y->bin ? -1 : x->bin > y->bin;
}

static GArray *make_parts(const View *view, const NameTable *names, uint32_t line) {
  GArray *parts = g_array_new(FALSE, FALSE, sizeof(AnalysisSharedPart));
  g_array_set_clear_func(parts, part_clear);
  const ProfileUse *end;
  for (const ProfileUse *use = analysis_shared_uses(view->profile, line, &end); use < end; use++) {
    AnalysisSharedPart part = make_part(view, names, use);
    guint i = 0;
    while (i < parts->len && !same_part(&g_array_index(parts, AnalysisSharedPart, i), &part)) i++;
    if (i == parts->len)
      g_array_append_val(parts, part);
    else
      g_free(part.name);
    add_use(view->profile, &g_array_index(parts, AnalysisSharedPart, i), use);
  }
  g_array_sort(parts, compare_parts);
  return parts;
}

const AnalysisSharedPart *analysis_shared_part_of(const View *view, const AnalysisSharedLine *line,
                                                  const ProfileUse *use) {
  const uint64_t address = view->profile->hot_lines[line->line].address + use->offset;
  const AnalysisSharedPart *found = NULL;
  for (guint i = 0; i < line->parts->len; i++) {
    const AnalysisSharedPart *part = &g_array_index(line->parts, AnalysisSharedPart, i);
    if (part->bin != use->bin || part->start != use->start || part->offset > use->offset) continue;
    if (part->start != 0 && part->start <= address && address - part->start < part->within) continue;
    found = part; /* parts are sorted by offset, and the last part that matches contains the use */
  }
  return found;
}

/* ---- parts to pad ---- */

static uint64_t events_of(const AnalysisSharedPart *part) { return part->reads + part->writes + part->modifies; }

/* Returns a set of bits, with one for each processor that has more than 1 / FEW of all events. */
static uint64_t significant(const uint64_t *counts, uint64_t all) {
  uint64_t bits = 0;
  for (unsigned p = 0; p < ANALYSIS_SHARED_PROCESSORS; p++)
    if (counts[p] != 0 && counts[p] > all / FEW) bits |= UINT64_C(1) << p;
  return bits;
}

/* Returns whether part `a` has a writer, and part `b` another user, on different processors. Parts with at most 1 / FEW
 * of `most` events do not count. */
static bool in_the_way(const AnalysisSharedPart *a, const AnalysisSharedPart *b, uint64_t most) {
  if (events_of(a) <= most / FEW || events_of(b) <= most / FEW) return false;
  const uint64_t writers = significant(a->written_by, events_of(a)), users = significant(b->used_by, events_of(b));
  /* The writer and the user are different processors, unless both sets consist of the same single processor. */
  return writers != 0 && users != 0 && !(writers == users && (writers & (writers - 1)) == 0);
}

static GArray *find_pad(const GArray *parts) {
  GArray *pad = g_array_new(FALSE, FALSE, sizeof(guint));
  uint64_t most = 0;
  for (guint i = 0; i < parts->len; i++) most = MAX(most, events_of(&g_array_index(parts, AnalysisSharedPart, i)));
  for (guint i = 0; i < parts->len; i++) {
    const AnalysisSharedPart *a = &g_array_index(parts, AnalysisSharedPart, i);
    bool found = false;
    for (guint j = 0; j < parts->len && !found; j++) {
      const AnalysisSharedPart *b = &g_array_index(parts, AnalysisSharedPart, j);
      found = i != j && (in_the_way(a, b, most) || in_the_way(b, a, most));
    }
    if (found) g_array_append_val(pad, i);
  }
  return pad;
}

static const AnalysisSharedPart *padded(const AnalysisSharedLine *line, guint i) {
  return &g_array_index(line->parts, AnalysisSharedPart, g_array_index(line->pad, guint, i));
}

/* Returns whether several processors write each of the parts to pad. */
static bool are_common(const AnalysisSharedLine *line) {
  for (guint i = 0; i < line->pad->len; i++) {
    const uint64_t writers = significant(padded(line, i)->written_by, events_of(padded(line, i)));
    if ((writers & (writers - 1)) == 0) return false;
  }
  return true;
}

/* Returns whether the parts to pad are in several elements of the type, and only one processor uses each element or all
 * of them write all fields, such as a lock and the data that it guards. */
static bool are_elements(const AnalysisSharedLine *line, uint64_t size) {
  const bool common = are_common(line);
  bool several = false;
  for (guint i = 0; i < line->pad->len; i++)
    for (guint j = 0; j < i; j++) {
      const AnalysisSharedPart *a = padded(line, i), *b = padded(line, j);
      const bool same = a->within / size == b->within / size;
      several |= !same;
      if (same && !common && (in_the_way(a, b, 0) || in_the_way(b, a, 0))) return false;
    }
  return several;
}

/* Returns whether the parts to pad are in several heap blocks, and only one processor uses each block. */
static bool are_blocks(const AnalysisSharedLine *line) {
  bool several = false;
  for (guint i = 0; i < line->pad->len; i++)
    for (guint j = 0; j < i; j++) {
      const AnalysisSharedPart *a = padded(line, i), *b = padded(line, j);
      const bool same = a->start == b->start;
      if (a->start == 0 || b->start == 0 || a->bin != b->bin) return false;
      several |= !same;
      if (same && (in_the_way(a, b, 0) || in_the_way(b, a, 0))) return false;
    }
  return several;
}

/* Returns the length of the array's name at the start of a field's name, and sets *element to the number in brackets.
 * For "stats[2].bytes", the array's name is "stats". Returns 0 if the field's name does not begin with an element of an
 * array. */
static size_t array_of(const NameField *field, uint64_t *element) {
  const char *open = field != NULL ? strchr(field->name, '[') : NULL;
  char *end = NULL;
  if (open == NULL || open == field->name || memchr(field->name, '.', (size_t)(open - field->name)) != NULL) return 0;
  *element = g_ascii_strtoull(open + 1, &end, 10);
  return *end == ']' ? (size_t)(open - field->name) : 0;
}

/* If the parts to pad are elements of an array in one struct, and only one processor uses each element, sets `inner`,
 * `elements` and `stride` of the line. */
static void find_inner(AnalysisSharedLine *line) {
  const AnalysisSharedPart *first = padded(line, 0);
  uint64_t one = 0, stride = 0;
  const size_t length = array_of(first->field, &one);
  if (length == 0) return;
  for (guint i = 0; i < line->pad->len; i++) {
    const AnalysisSharedPart *a = padded(line, i);
    uint64_t number, other;
    if (array_of(a->field, &number) != length || strncmp(a->field->name, first->field->name, length) != 0) return;
    if (a->bin != first->bin || a->start != first->start) return;
    for (guint j = 0; j < i; j++) {
      const AnalysisSharedPart *b = padded(line, j);
      array_of(b->field, &other);
      if (number == other && (in_the_way(a, b, 0) || in_the_way(b, a, 0))) return;
      const bool alike = number != other && strcmp(strchr(a->field->name, ']'), strchr(b->field->name, ']')) == 0;
      if (alike && a->within > b->within && number > other) stride = (a->within - b->within) / (number - other);
    }
  }
  if (stride == 0) return;
  line->inner = g_strndup(first->field->name, length);
  line->elements = true;
  line->stride = stride;
}

/* If the parts to pad are elements of one array, sets `elements` and `stride` of the line. This is so in three cases:
 * each processor uses the fields of different elements; the parts are the same field of several elements; or the type
 * is unknown, and the parts are at multiples of one distance in a block. */
static void find_stride(AnalysisSharedLine *line, const NameTable *names) {
  if (line->pad->len < 2) return;
  const AnalysisSharedPart *first = padded(line, 0);
  const NameBinType *type = names != NULL ? name_table_type(names, first->bin) : NULL;
  const uint64_t size = type != NULL ? type->element_size : 0;
  uint64_t stride = 0;
  bool alike = true;
  for (guint i = 1; i < line->pad->len; i++) {
    const AnalysisSharedPart *part = padded(line, i), *before = padded(line, i - 1);
    if (part->bin != first->bin || part->start != first->start || part->start == 0) return;
    alike &= part->field == first->field;
    stride = ui_number_divisor(part->within - before->within, stride);
  }
  if (!alike && (size == 0 || !are_elements(line, size))) return;
  if (alike && size != 0 && stride % size != 0) return;
  if (alike && first->within % MAX(stride, 1) != 0 && first->field == NULL) return;
  line->elements = true;
  line->stride = size != 0 ? size : stride;
}

/* ---- the parts of an array that processors use ---- */

/* Uses of one element of an array, on all hot lines. */
typedef struct {
  uint64_t number; /* index of the element in the array */
  uint64_t all;
  uint64_t used_by[ANALYSIS_SHARED_PROCESSORS];
} ElementUses;

static gint compare_elements(gconstpointer a, gconstpointer b) {
  const ElementUses *x = a, *y = b;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Returns the elements of the array with the first part to pad that are on hot lines, except those with few events, by
 * number: an array of ElementUses, owned by the caller. */
static GArray *sum_elements(const Profile *profile, const AnalysisSharedPart *first, uint64_t size) {
  GArray *elements = g_array_new(FALSE, TRUE, sizeof(ElementUses));
  uint64_t most = 0;
  for (uint32_t u = 0; u < profile->n_uses; u++) {
    const ProfileUse *use = &profile->uses[u];
    const uint32_t processor = view_ranks_processor(profile, use->processor);
    if (use->bin != first->bin || use->start != first->start || processor >= ANALYSIS_SHARED_PROCESSORS) continue;
    const uint64_t number = (profile->hot_lines[use->hot_line].address + use->offset - use->start) / size;
    guint i = 0;
    while (i < elements->len && g_array_index(elements, ElementUses, i).number != number) i++;
    if (i == elements->len) g_array_set_size(elements, i + 1);
    ElementUses *element = &g_array_index(elements, ElementUses, i);
    element->number = number;
    element->used_by[processor] += use->reads + use->writes + use->modifies;
    element->all += use->reads + use->writes + use->modifies;
    most = MAX(most, element->all);
  }
  for (guint i = elements->len; i > 0; i--)
    if (g_array_index(elements, ElementUses, i - 1).all <= most / (FEW * FEW))
      g_array_remove_index_fast(elements, i - 1);
  g_array_sort(elements, compare_elements);
  return elements;
}

/* Returns the number of the only processor that uses the element; -1: several processors use it. */
static int owner(const ElementUses *element) {
  int most = 0;
  for (int p = 0; p < ANALYSIS_SHARED_PROCESSORS; p++)
    if (element->used_by[p] > element->used_by[most]) most = p;
  return significant(element->used_by, element->all) == UINT64_C(1) << most ? most : -1;
}

/* If each processor uses several neighbouring elements: returns the distance in bytes between the first elements of two
 * successive processors; otherwise 0. The elements of the first processor can begin on a line that is not hot. */
static uint64_t distance_of_parts(const Profile *profile, const AnalysisSharedPart *first, uint64_t size) {
  g_autoptr(GArray) elements = sum_elements(profile, first, size);
  uint64_t distance = 0, begin = 0, seen = 0;
  guint parts = 0;
  int last = -1;
  for (guint i = 0; i < elements->len; i++) {
    const ElementUses *element = &g_array_index(elements, ElementUses, i);
    const int now = owner(element);
    if (now < 0 || (now != last && (seen >> now & 1) != 0)) return 0;
    const bool next = i > 0 && element->number == g_array_index(elements, ElementUses, i - 1).number + 1;
    if (next && now != last) {
      if (parts == 1) distance = 0; /* the first part can be cut */
      distance = ui_number_divisor(element->number - begin, distance);
      begin = element->number;
      parts++;
    }
    seen |= UINT64_C(1) << now;
    last = now;
  }
  return distance > 1 ? distance * size : 0;
}

AnalysisSharedLine *analysis_shared_line(const View *view, const NameTable *names, uint32_t number) {
  const ProfileHotLine *hot = &view->profile->hot_lines[number];
  const uint64_t misses = hot->true_sharing + hot->false_sharing;
  AnalysisSharedLine *line = g_new0(AnalysisSharedLine, 1);
  line->line = number;
  line->kind = misses < hot->events / 4                 ? ANALYSIS_SHARED_OTHER
               : hot->false_sharing > hot->true_sharing ? ANALYSIS_SHARED_FALSE
                                                        : ANALYSIS_SHARED_TRUE;
  line->parts = make_parts(view, names, number);
  line->pad = line->kind == ANALYSIS_SHARED_FALSE ? find_pad(line->parts) : g_array_new(FALSE, FALSE, sizeof(guint));
  line->apart = profile_machine_cache_of(view->profile, "D1").line;
  line->blocks = are_blocks(line);
  find_stride(line, names);
  if (!line->elements && line->pad->len > 1) find_inner(line);
  if (line->pad->len == 0) return line;
  const AnalysisSharedPart *first = padded(line, 0);
  line->type = names != NULL ? name_table_type(names, first->bin) : NULL;
  line->common = line->elements && are_common(line);
  const uint64_t size = line->type != NULL ? line->type->element_size : 0;
  if (line->elements && line->inner == NULL && size != 0 && first->start != 0)
    line->part = distance_of_parts(view->profile, first, size);
  return line;
}

void analysis_shared_free(AnalysisSharedLine *line) {
  g_array_free(line->parts, TRUE);
  g_array_free(line->pad, TRUE);
  g_free(line->inner);
  g_free(line);
}

bool analysis_shared_has(const View *view, const AnalysisFocus *focus, uint32_t line) {
  const ProfileUse *end;
  for (const ProfileUse *use = analysis_shared_uses(view->profile, line, &end); use < end; use++)
    if (analysis_focus_has(view, focus, use->place, use->bin)) return true;
  return false;
}

/* ---- text ---- */

/* Returns whether all parts to pad have the same name, as parts of one variable on the stack have. */
static bool have_one_name(const AnalysisSharedLine *line) {
  for (guint i = 1; i < line->pad->len; i++)
    if (strcmp(padded(line, i)->name, padded(line, 0)->name) != 0) return false;
  return line->pad->len > 1;
}

/* Appends the names of the parts to pad, such as "a, b and 2 more". */
static void append_padded(GString *out, const AnalysisSharedLine *line) {
  const guint n = line->pad->len, named = n <= NAMED ? n : NAMED - 1;
  for (guint i = 0; i < named; i++)
    g_string_append_printf(out, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " and ", padded(line, i)->name);
  if (named < n) g_string_append_printf(out, " and %u more", n - named);
}

/* Appends what to change if each processor uses a part of several elements of an array. */
static void append_remedy_of_parts(GString *out, const AnalysisSharedLine *line, const char *name) {
  const uint64_t size = line->type->element_size;
  const char *type = line->type->data_type;
  const bool fortran = strchr(type, '(') != NULL && strchr(type, ',') != NULL;
  const bool several = fortran || strchr(type, '[') != strrchr(type, '[');
  g_string_append_printf(out,
                         "Each processor uses a part of %s, and the parts begin %" G_GUINT64_FORMAT
                         " bytes apart: two of them share a line. Let each part begin a line of %" G_GUINT64_FORMAT
                         " bytes",
                         name, line->part, line->apart);
  if (several && line->apart % size == 0)
    g_string_append_printf(out, " (make the %s dimension a multiple of %" G_GUINT64_FORMAT " elements)",
                           fortran ? "first" : "last", line->apart / size);
  g_string_append(out, ", or let each thread keep a part of its own, and combine the parts at the end.");
}

/* Appends what to change if the parts to pad are elements of one array. */
static void append_remedy_of_elements(GString *out, const AnalysisSharedLine *line, const char *name) {
  g_autofree char *field = ui_text_escaped(line->inner != NULL ? line->inner : "");
  const char *what = padded(line, 0)->size != 0 ? "elements" : "parts";
  if (line->part != 0) {
    append_remedy_of_parts(out, line, name);
    return;
  }
  g_string_append_printf(out,
                         "Different processors use %s of %s%s%s, which are %" G_GUINT64_FORMAT " bytes apart: ", what,
                         name, *field != '\0' ? "." : "", field, line->stride);
  g_string_append_printf(out,
                         line->common ? "put each of them into a line of its own, %" G_GUINT64_FORMAT " bytes apart."
                                      : "they should lie %" G_GUINT64_FORMAT
                                        " bytes apart or be put together by processor; or each thread keeps its own in "
                                        "a local variable.",
                         line->apart);
}

char *analysis_shared_remedy(const View *view, const AnalysisSharedLine *line) {
  GString *out = g_string_new(NULL);
  if (line->kind == ANALYSIS_SHARED_TRUE) {
    g_string_append(out,
                    "Processors use what others have written: only less communication, or fewer processors that write "
                    "there, helps.");
  } else if (line->kind == ANALYSIS_SHARED_OTHER) {
    g_string_append(out, "Hardly anything is lost to invalidation here; stores find the line shared, or another cache "
                         "supplies it.");
  } else if (line->elements) {
    append_remedy_of_elements(out, line, view_item(view, VIEW_DATA, padded(line, 0)->column)->name);
  } else if (line->blocks) {
    g_string_append_printf(
        out,
        "Different processors use different blocks of %s, which lie in one line: allocate each block "
        "in the thread that uses it, or begin each one at a multiple of %" G_GUINT64_FORMAT
        " bytes and make it as long (aligned_alloc()).",
        view_item(view, VIEW_DATA, padded(line, 0)->column)->name, line->apart);
  } else if (line->pad->len != 0 && have_one_name(line)) {
    g_string_append_printf(out,
                           "Different processors use parts of %s: what each of them uses should begin at a multiple of "
                           "%" G_GUINT64_FORMAT " bytes, and no other processor should use the rest of its lines.",
                           padded(line, 0)->name, line->apart);
  } else if (line->pad->len != 0) {
    g_string_append(out, "Different processors use ");
    append_padded(out, line);
    g_string_append_printf(out, ": they should lie %" G_GUINT64_FORMAT " bytes apart.", line->apart);
  } else {
    g_string_append_printf(out,
                           "What different processors use here should lie %" G_GUINT64_FORMAT
                           " bytes apart; the uses in the profile do not show which data these are.",
                           line->apart);
  }
  return g_string_free(out, FALSE);
}
