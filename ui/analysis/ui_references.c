/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/analysis/ui_references.h"

#include <string.h>

#include "ui/analysis/ui_source_text.h"
#include "ui/analysis/ui_source_uses.h"
#include "ui/base/ui_search.h"
#include "ui/base/ui_text.h"
#include "ui/model/ui_machine.h"
#include "ui/names/ui_names.h"

struct UiReferences {
  const UiView *view;
  const UiNames *names;
  const UiProfile *profile;
  UiNamedReference *all;
  uint32_t *order;    /* reference numbers, sorted by function, data before stacks, address */
  uint32_t *position; /* by reference number: its index in `order` */
  char *where;
  GHashTable *texts; /* UiSourceText by number of the file */
};

static const UiPlace *place_of(const UiReferences *references, uint32_t number) {
  return &references->profile->places[references->all[number].record->place];
}

static bool is_stack(const UiReferences *references, uint32_t number) {
  return strcmp(references->profile->bins[references->all[number].record->bin].kind, "stack") == 0;
}

/* ---- names ---- */

/* Orders by function, then data before stacks, then address. */
static int compare_positions(const void *a, const void *b, void *closure) {
  const UiReferences *references = closure;
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  const UiPlace *p = place_of(references, x), *q = place_of(references, y);
  if (p->segment != q->segment) return p->segment < q->segment ? -1 : 1;
  if (is_stack(references, x) != is_stack(references, y)) return is_stack(references, x) ? 1 : -1;
  if (p->address != q->address) return p->address < q->address ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void set_numbers(UiReferences *references, uint32_t n) {
  const uint32_t *order = references->order;
  for (uint32_t i = 0; i < n; i++) {
    UiNamedReference *one = &references->all[order[i]];
    one->number = 0;
    if (i == 0) continue;
    const UiNamedReference *last = &references->all[order[i - 1]];
    if (place_of(references, order[i])->segment == place_of(references, order[i - 1])->segment &&
        is_stack(references, order[i]) == is_stack(references, order[i - 1]))
      one->number = last->number + (one->record->place != last->record->place);
  }
}

/* Returns the user's name of the data; else the variable, if `brief`; else the bin's name. */
static const char *data_name(const UiReferences *references, uint32_t bin, bool brief) {
  const UiView *view = references->view;
  const UiItem *item = ui_view_item(view, UI_DATA, ui_view_column(view, bin));
  const UiLabels *labels = &view->labels[UI_DATA];
  if (item->given != NULL) return item->given;
  return brief && *labels->brief[bin] != '\0' ? labels->brief[bin] : labels->names[bin];
}

static char *make_name(const UiReferences *references, const UiNamedReference *one, bool brief) {
  const char *kind = one->record->kind;
  return g_strdup_printf("%s_%c%s_%u", data_name(references, one->record->bin, brief), g_ascii_toupper(*kind), kind + 1,
                         one->number);
}

/* In `order` the references of one instruction are adjacent. If two of them would have the same name, use the names of
 * their bins, which are unique. */
static void set_names(UiReferences *references, uint32_t n) {
  const uint32_t *order = references->order;
  for (uint32_t i = 0; i < n; i++)
    references->all[order[i]].name = make_name(references, &references->all[order[i]], true);
  for (uint32_t first = 0, end; first < n; first = end) {
    bool alike = false;
    for (end = first + 1; end < n && place_of(references, order[end]) == place_of(references, order[first]); end++)
      alike |= strcmp(references->all[order[end]].name, references->all[order[end - 1]].name) == 0;
    for (uint32_t i = first; alike && i < end; i++) {
      UiNamedReference *one = &references->all[order[i]];
      g_free(one->name);
      one->name = make_name(references, one, false);
    }
  }
}

/* ---- all ---- */

/* Cells and references have the same order. */
static void set_counts(UiReferences *references) {
  const UiProfile *profile = references->profile;
  for (uint32_t i = 0, c = 0; i < profile->n_references; i++) {
    UiNamedReference *one = &references->all[i];
    one->record = &profile->references[i];
    if (c == profile->n_cells || profile->cells[c].place != one->record->place ||
        profile->cells[c].bin != one->record->bin)
      continue;
    const UiCounts *counts = &profile->cells[c++].counts;
    one->reads = counts->reads;
    one->writes = counts->writes;
    one->misses = ui_counts_misses(counts);
  }
}

static void free_text(void *text) { ui_source_text_free(text); }

UiReferences *ui_references_new(const UiView *view, const UiNames *names, const char *where) {
  UiReferences *references = g_new0(UiReferences, 1);
  const uint32_t n = view->profile->n_references;
  references->view = view;
  references->names = names;
  references->profile = view->profile;
  references->all = g_new0(UiNamedReference, n + (gsize)1);
  references->where = g_strdup(where);
  references->texts = g_hash_table_new_full(NULL, NULL, NULL, free_text);
  set_counts(references);
  uint32_t *order = references->order = g_new(uint32_t, n + (gsize)1);
  for (uint32_t i = 0; i < n; i++) order[i] = i;
  g_qsort_with_data(order, (int)n, sizeof *order, compare_positions, references);
  references->position = g_new(uint32_t, n + (gsize)1);
  for (uint32_t i = 0; i < n; i++) references->position[order[i]] = i;
  set_numbers(references, n);
  set_names(references, n);
  return references;
}

void ui_references_free(UiReferences *references) {
  for (uint32_t i = 0; i < references->profile->n_references; i++) g_free(references->all[i].name);
  g_free(references->all);
  g_free(references->order);
  g_free(references->position);
  g_free(references->where);
  g_hash_table_unref(references->texts);
  g_free(references);
}

const UiProfile *ui_references_profile(const UiReferences *references) { return references->profile; }

uint32_t ui_references_count(const UiReferences *references) { return references->profile->n_references; }

const UiNamedReference *ui_references_get(const UiReferences *references, uint32_t number) {
  g_assert(number < references->profile->n_references);
  return &references->all[number];
}

static int compare_pairs(uint32_t place_a, uint32_t bin_a, uint32_t place_b, uint32_t bin_b) {
  if (place_a != place_b) return place_a < place_b ? -1 : 1;
  return bin_a < bin_b ? -1 : bin_a > bin_b;
}

static bool is_not_behind(gconstpointer reference, gconstpointer place) {
  const UiReference *x = reference, *y = place;
  return compare_pairs(x->place, x->bin, y->place, y->bin) <= 0;
}

uint32_t ui_references_find(const UiReferences *references, uint32_t place, uint32_t bin) {
  const UiProfile *profile = references->profile;
  const UiReference of = {.place = place, .bin = bin};
  const guint n = ui_search(profile->references, profile->n_references, sizeof of, is_not_behind, &of);
  return MAX(n, 1) - 1;
}

uint64_t ui_references_line_bytes(const UiProfile *profile) { return ui_machine_cache_of(profile, "D1").line; }

static bool is_of_earlier(gconstpointer evictor, gconstpointer reference) {
  const UiReferenceEvictor *x = evictor;
  const UiReference *y = reference;
  return compare_pairs(x->place, x->bin, y->place, y->bin) < 0;
}

const UiReferenceEvictor *ui_references_evictors(const UiReferences *references, uint32_t number, uint32_t *n) {
  const UiProfile *profile = references->profile;
  const UiReference *record = references->all[number].record;
  const UiReferenceEvictor *all = profile->reference_evictors;
  const uint32_t first = ui_search(all, profile->n_reference_evictors, sizeof *all, is_of_earlier, record);
  uint32_t end = first;
  while (end < profile->n_reference_evictors && all[end].place == record->place && all[end].bin == record->bin) end++;
  *n = end - first;
  return all + first;
}

/* ---- selections ---- */

static int compare_costs(const void *a, const void *b, void *closure) {
  const UiReferences *references = closure;
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  const UiNamedReference *p = &references->all[x], *q = &references->all[y];
  if (p->misses != q->misses) return p->misses > q->misses ? -1 : 1;
  if (ui_reference_hits(p) != ui_reference_hits(q)) return ui_reference_hits(p) > ui_reference_hits(q) ? -1 : 1;
  return x < y ? -1 : x > y;
}

static bool is_shown(const UiReferences *references, uint32_t number) {
  const UiView *view = references->view;
  return ui_view_row(view, references->all[number].record->place) < ui_view_shown(view, UI_CODE) &&
         ui_view_column(view, references->all[number].record->bin) < ui_view_shown(view, UI_DATA);
}

char *ui_references_full_name(const UiReferences *references, uint32_t number) {
  const char *function = references->profile->segments[place_of(references, number)->segment].name;
  g_autofree char *name = ui_text_escaped(references->all[number].name);
  g_autofree char *code = ui_text_escaped(function);
  return g_strdup_printf("%s:%s", code, name);
}

static bool matches(const UiReferences *references, uint32_t number, const char *pattern) {
  g_autofree char *name = ui_text_escaped(references->all[number].name);
  g_autofree char *whole = ui_references_full_name(references, number);
  g_autofree char *valid = g_utf8_make_valid(pattern, -1);
  return strcmp(valid, name) == 0 || strcmp(valid, whole) == 0 || g_pattern_match_simple(valid, name) ||
         g_pattern_match_simple(valid, whole);
}

GArray *ui_references_choose(const UiReferences *references, const char *pattern) {
  GArray *chosen = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  for (uint32_t i = 0; i < references->profile->n_references; i++)
    if (is_shown(references, i) && (pattern == NULL || matches(references, i, pattern))) g_array_append_val(chosen, i);
  g_array_sort_with_data(chosen, compare_costs, (void *)references);
  return chosen;
}

UiReferenceSums ui_references_sums(const UiReferences *references, const GArray *chosen) {
  UiReferenceSums sums = {0};
  for (guint i = 0; i < chosen->len; i++) {
    const UiNamedReference *one = &references->all[g_array_index(chosen, uint32_t, i)];
    sums.reads += one->reads;
    sums.writes += one->writes;
    sums.misses += one->misses;
    sums.temporal_hits += one->record->temporal_hits;
    sums.spatial_hits += one->record->spatial_hits;
    sums.evictions += one->record->evictions;
    sums.used_bytes += one->record->used_bytes;
  }
  return sums;
}

/* ---- expressions ---- */

static const UiSourceText *text_of(UiReferences *references, uint32_t file) {
  UiSourceText *text = g_hash_table_lookup(references->texts, GUINT_TO_POINTER(file));
  if (text == NULL) {
    text = ui_source_text(references->profile, file, references->where);
    g_hash_table_insert(references->texts, GUINT_TO_POINTER(file), text);
  }
  return text;
}

/* Returns the last word of a variable's name: "col" for "M.col"; NULL: the name ends otherwise. Owned by the caller. */
static char *last_word(const char *name) {
  const char *end = name + strlen(name), *start = end;
  while (start > name && (g_ascii_isalnum(start[-1]) || start[-1] == '_')) start--;
  return start < end ? g_strndup(start, (gsize)(end - start)) : NULL;
}

static bool is_of_kind(const UiSourceUse *use, const char *kind) {
  if (strcmp(kind, "read") == 0) return use->reads;
  return strcmp(kind, "write") == 0 ? use->writes : use->reads && use->writes;
}

/* Returns whether two references have the same source line and kind, and refer to data of the same name. */
static bool are_peers(const UiReferences *references, uint32_t a, uint32_t b) {
  const UiReference *x = references->all[a].record, *y = references->all[b].record;
  const UiPlace *p = place_of(references, a), *q = place_of(references, b);
  char **const names = references->view->labels[UI_DATA].brief;
  return p->file == q->file && p->line == q->line && strcmp(x->kind, y->kind) == 0 &&
         strcmp(names[x->bin], names[y->bin]) == 0;
}

/* The instructions with peers of a reference: they decide between the expressions of its line. */
typedef struct {
  guint count;  /* number of instructions */
  guint before; /* those that first touched data at a lower offset than this one: see UiSpread.offset */
  bool apart;   /* all began at different offsets, with the same stride */
} Peers;

static const UiSpread *spread_of(const UiReferences *references, uint32_t number) {
  const UiReference *record = references->all[number].record;
  return ui_profile_spread(references->profile, record->place, record->bin);
}

static void add_peer(const UiReferences *references, uint32_t number, uint32_t other, Peers *peers) {
  const UiSpread *own = spread_of(references, number), *its = spread_of(references, other);
  peers->count++;
  if (other == number) return;
  peers->apart &= own != NULL && its != NULL && own->bin == its->bin && own->offset != its->offset &&
                  own->stride == its->stride;
  peers->before += own != NULL && its != NULL && its->offset < own->offset;
}

static Peers find_peers(const UiReferences *references, uint32_t number) {
  const uint32_t n = references->profile->n_references, segment = place_of(references, number)->segment;
  uint32_t at = references->position[number], last = G_MAXUINT32;
  Peers peers = {.apart = true};
  while (at > 0 && place_of(references, references->order[at - 1])->segment == segment) at--;
  for (; at < n && place_of(references, references->order[at])->segment == segment; at++) {
    const uint32_t other = references->order[at], place = references->all[other].record->place;
    if (!are_peers(references, number, other)) continue;
    if (place != last || other == number) add_peer(references, number, other, &peers);
    if (place == last && other == number) peers.count--;
    last = place;
  }
  return peers;
}

/* Removes duplicate texts. */
static void drop_same(GPtrArray *texts) {
  for (guint i = texts->len; i-- > 1;)
    for (guint k = 0; k < i; k++)
      if (strcmp(texts->pdata[i], texts->pdata[k]) == 0) {
        g_ptr_array_remove_index(texts, i);
        break;
      }
}

/* Returns the expression of the instruction that began at a higher offset than `before` others; NULL: undecided. The
 * expressions differ in a constant in a subscript: the greater the constant, the higher the offset. */
static const char *choose_by_offset(const char *base, const GPtrArray *texts, guint before) {
  g_autofree long *constants = g_new(long, texts->len);
  if (!ui_source_uses_constants(base, (char *const *)texts->pdata, texts->len, constants)) return NULL;
  for (guint i = 0; i < texts->len; i++) {
    guint smaller = 0;
    for (guint k = 0; k < texts->len; k++) smaller += constants[k] < constants[i];
    if (smaller == before) return texts->pdata[i];
  }
  return NULL;
}

static const char *choose_use(const UiReferences *references, uint32_t number, const char *base, const GArray *uses) {
  const char *kind = references->all[number].record->kind;
  g_autoptr(GPtrArray) texts = g_ptr_array_new();
  bool linked = false;
  for (guint i = 0; i < uses->len; i++) {
    const UiSourceUse *use = &g_array_index(uses, UiSourceUse, i);
    if (!is_of_kind(use, kind)) continue;
    g_ptr_array_add(texts, use->text);
    linked |= use->linked;
  }
  const Peers peers = find_peers(references, number);
  if (linked && peers.count > texts->len) return NULL; /* one of them possibly read the pointer */
  drop_same(texts);
  if (texts->len <= 1) return texts->len == 1 ? texts->pdata[0] : NULL;
  return peers.count == texts->len && peers.apart ? choose_by_offset(base, texts, peers.before) : NULL;
}

/* Returns whether the file's name has a Fortran ending, as compilers decide it. */
static bool is_fortran(const char *path) {
  static const char *const endings[] = {".f", ".for", ".ftn", ".f77", ".f90", ".f95", ".f03", ".f08", ".f18"};
  g_autofree char *lower = g_ascii_strdown(path, -1);
  for (size_t i = 0; i < G_N_ELEMENTS(endings); i++)
    if (g_str_has_suffix(lower, endings[i])) return true;
  return false;
}

/* Returns how the source text refers to the data of a reference. */
static UiSourceData data_of(const UiReferences *references, const UiReference *record, const char *base) {
  const UiProfile *profile = references->profile;
  const UiBin *bin = &profile->bins[record->bin];
  const UiBinType *type = ui_names_type(references->names, record->bin);
  UiSourceData data = {.base = base,
                       .pointed = strcmp(bin->kind, "heap") == 0 || strcmp(bin->kind, "mmap") == 0,
                       .fortran = is_fortran(profile->files[profile->places[record->place].file].path),
                       .declared = ""};
  if (type != NULL) data.declared = data.pointed ? type->element : type->data_type;
  /* A variable of at most a pointer's size can be an array or a pointer. */
  if (!data.pointed && *data.declared == '\0' && bin->bytes <= sizeof(void *)) data.declared = "?";
  return data;
}

/* Returns whether the next line continues the expression at the end of the current line. */
static bool goes_on(const char *next) {
  if (next == NULL) return false;
  next += strspn(next, " \t");
  return *next == '[' || *next == '.' || (next[0] == '-' && next[1] == '>');
}

char *ui_references_expression(UiReferences *references, uint32_t number) {
  const UiPlace *place = place_of(references, number);
  const UiReference *record = references->all[number].record;
  g_autofree char *base = last_word(references->view->labels[UI_DATA].brief[record->bin]);
  const UiSourceText *text = base != NULL ? text_of(references, place->file) : NULL;
  const char *line = text != NULL ? ui_source_text_line(text, place->line) : NULL;
  if (line == NULL || goes_on(ui_source_text_line(text, place->line + 1))) return NULL;
  const UiSourceData data = data_of(references, record, base);
  GArray *uses = ui_source_uses(line, &data);
  if (uses == NULL) return NULL;
  char *expression = g_strdup(choose_use(references, number, base, uses));
  ui_source_uses_free(uses);
  return expression;
}
