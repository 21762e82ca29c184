/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/analysis/analysis_references.h"

#include <stdlib.h>
#include <string.h>

#include "ui/analysis/analysis_source_text.h"
#include "ui/analysis/analysis_source_uses.h"
#include "ui/base/ui_search.h"
#include "ui/base/ui_text.h"
#include "ui/names/name_table.h"
#include "ui/profile/profile_machine.h"

struct AnalysisReferences {
  const View *view;
  const NameTable *names;
  const Profile *profile;
  AnalysisNamedReference *all;
  ProfileReference *sums; /* indexed by reference: its record */
  uint32_t *first;        /* indexed by reference: its first record in the profile */
  uint32_t n;
  uint32_t *of_record;                /* indexed by record of the profile: the reference */
  AnalysisReferenceEvictor *evictors; /* sorted by reference, then by evicting reference */
  uint32_t n_evictors;
  uint32_t *order;    /* numbers of the references, sorted by function, then data before stacks, then by address */
  uint32_t *position; /* indexed by reference: index of the reference in `order` */
  char *where;
  GHashTable *texts; /* number of a source file -> AnalysisSourceText */
};

static const ProfilePlace *place_of(const AnalysisReferences *references, uint32_t number) {
  return &references->profile->places[references->all[number].record->place];
}

static bool is_stack(const AnalysisReferences *references, uint32_t number) {
  return strcmp(references->profile->bins[references->all[number].record->bin].kind, "stack") == 0;
}

/* ---- stages ---- */

/* Compares two places by their code, and then by number. */
static int compare_code(const void *a, const void *b, void *closure) {
  const Profile *profile = closure;
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  const ProfilePlace *p = &profile->places[x], *q = &profile->places[y];
  const uint64_t keys_p[] = {p->segment, p->file, p->line, p->address, x};
  const uint64_t keys_q[] = {q->segment, q->file, q->line, q->address, y};
  for (size_t i = 0; i < G_N_ELEMENTS(keys_p); i++)
    if (keys_p[i] != keys_q[i]) return keys_p[i] < keys_q[i] ? -1 : 1;
  return 0;
}

static bool is_same_code(const ProfilePlace *p, const ProfilePlace *q) {
  return p->segment == q->segment && p->file == q->file && p->line == q->line && p->address == q->address;
}

/* Returns an array, indexed by place: the lowest place with the same segment, file, line and address. The caller frees
 * the array. */
static uint32_t *first_places(const Profile *profile) {
  const uint32_t n = profile->n_places;
  uint32_t *first = g_new(uint32_t, n + (gsize)1);
  g_autofree uint32_t *order = g_new(uint32_t, n + (gsize)1);
  for (uint32_t i = 0; i < n; i++) order[i] = i;
  g_qsort_with_data(order, (int)n, sizeof *order, compare_code, (void *)profile);
  for (uint32_t i = 0; i < n; i++) {
    const bool is_same = i > 0 && is_same_code(&profile->places[order[i - 1]], &profile->places[order[i]]);
    first[order[i]] = is_same ? first[order[i - 1]] : order[i];
  }
  return first;
}

static void add_record(ProfileReference *to, const ProfileReference *record) {
  if (strcmp(to->kind, record->kind) != 0) to->kind = "modify";
  to->temporal_hits += record->temporal_hits;
  to->spatial_hits += record->spatial_hits;
  to->evictions += record->evictions;
  to->used_bytes += record->used_bytes;
  to->lost += record->lost;
}

/* Makes the references from the records: one for each instruction and bin. */
static void add_records(AnalysisReferences *references) {
  const Profile *profile = references->profile;
  g_autofree uint32_t *first = first_places(profile);
  g_autoptr(GHashTable) known = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  for (uint32_t i = 0; i < profile->n_references; i++) {
    const ProfileReference *record = &profile->references[i];
    const gint64 key = (gint64)first[record->place] << 32 | record->bin;
    const uint32_t found = GPOINTER_TO_UINT(g_hash_table_lookup(known, &key)); /* number of the reference + 1 */
    references->of_record[i] = found != 0 ? found - 1 : references->n;
    if (found != 0) {
      add_record(&references->sums[found - 1], record);
      continue;
    }
    references->sums[references->n] = *record;
    references->sums[references->n].place = first[record->place];
    references->first[references->n++] = i;
    g_hash_table_insert(known, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(references->n));
  }
}

/* Returns the reference of a record with this place and bin. */
static uint32_t find_reference(const AnalysisReferences *references, uint32_t place, uint32_t bin) {
  const ProfileReference *record = profile_reference(references->profile, place, bin);
  return references->of_record[record - references->profile->references];
}

static int compare_evictors(const void *a, const void *b) {
  const AnalysisReferenceEvictor *x = a, *y = b;
  if (x->reference != y->reference) return x->reference < y->reference ? -1 : 1;
  return x->evicting < y->evicting ? -1 : x->evicting > y->evicting;
}

static void add_evictors(AnalysisReferences *references) {
  const Profile *profile = references->profile;
  const uint32_t n = profile->n_reference_evictors;
  AnalysisReferenceEvictor *all = references->evictors = g_new(AnalysisReferenceEvictor, n + (gsize)1);
  for (uint32_t i = 0; i < n; i++) {
    const ProfileReferenceEvictor *one = &profile->reference_evictors[i];
    all[i] = (AnalysisReferenceEvictor){find_reference(references, one->place, one->bin),
                                        find_reference(references, one->evicting_place, one->evicting_bin), one->count};
  }
  qsort(all, n, sizeof *all, compare_evictors);
  for (uint32_t i = 0; i < n; i++) {
    if (i > 0 && compare_evictors(&all[references->n_evictors - 1], &all[i]) == 0)
      all[references->n_evictors - 1].count += all[i].count;
    else
      all[references->n_evictors++] = all[i];
  }
}

/* ---- names ---- */

/* Compares two references by function, then data before stacks, then by address. */
static int compare_positions(const void *a, const void *b, void *closure) {
  const AnalysisReferences *references = closure;
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  const ProfilePlace *p = place_of(references, x), *q = place_of(references, y);
  if (p->segment != q->segment) return p->segment < q->segment ? -1 : 1;
  if (is_stack(references, x) != is_stack(references, y)) return is_stack(references, x) ? 1 : -1;
  if (p->address != q->address) return p->address < q->address ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void set_numbers(AnalysisReferences *references, uint32_t n) {
  const uint32_t *order = references->order;
  for (uint32_t i = 0; i < n; i++) {
    AnalysisNamedReference *one = &references->all[order[i]];
    one->number = 0;
    if (i == 0) continue;
    const AnalysisNamedReference *last = &references->all[order[i - 1]];
    if (place_of(references, order[i])->segment == place_of(references, order[i - 1])->segment &&
        is_stack(references, order[i]) == is_stack(references, order[i - 1]))
      one->number = last->number + (one->record->place != last->record->place);
  }
}

/* Returns the name that the user gave to the data. Otherwise returns the name of the variable (if `brief`), or of the
 * bin. */
static const char *data_name(const AnalysisReferences *references, uint32_t bin, bool brief) {
  const View *view = references->view;
  const ViewItem *item = view_item(view, VIEW_DATA, view_column(view, bin));
  const ViewLabels *labels = &view->labels[VIEW_DATA];
  if (item->given != NULL) return item->given;
  return brief && *labels->brief[bin] != '\0' ? labels->brief[bin] : labels->names[bin];
}

static char *make_name(const AnalysisReferences *references, const AnalysisNamedReference *one, bool brief) {
  const char *kind = one->record->kind;
  return g_strdup_printf("%s_%c%s_%u", data_name(references, one->record->bin, brief), g_ascii_toupper(*kind), kind + 1,
                         one->number);
}

/* Sets the names of all references. References of the same instruction are adjacent in `order`. If two of these would
 * have the same name, uses the unique names of their bins instead. */
static void set_names(AnalysisReferences *references, uint32_t n) {
  const uint32_t *order = references->order;
  for (uint32_t i = 0; i < n; i++)
    references->all[order[i]].name = make_name(references, &references->all[order[i]], true);
  for (uint32_t first = 0, end; first < n; first = end) {
    bool alike = false;
    for (end = first + 1; end < n && place_of(references, order[end]) == place_of(references, order[first]); end++)
      alike |= strcmp(references->all[order[end]].name, references->all[order[end - 1]].name) == 0;
    for (uint32_t i = first; alike && i < end; i++) {
      AnalysisNamedReference *one = &references->all[order[i]];
      g_free(one->name);
      one->name = make_name(references, one, false);
    }
  }
}

/* ---- all ---- */

/* Adds the counts of the cells to their references. Cells and records are sorted in the same way. */
static void add_counts(AnalysisReferences *references) {
  const Profile *profile = references->profile;
  for (uint32_t i = 0; i < references->n; i++) references->all[i].record = &references->sums[i];
  for (uint32_t i = 0, c = 0; i < profile->n_references; i++) {
    const ProfileReference *record = &profile->references[i];
    if (c == profile->n_cells || profile->cells[c].place != record->place || profile->cells[c].bin != record->bin)
      continue;
    const ProfileCounts *counts = &profile->cells[c++].counts;
    AnalysisNamedReference *one = &references->all[references->of_record[i]];
    one->reads += counts->reads;
    one->writes += counts->writes;
    one->misses += profile_counts_misses(counts);
  }
}

static void free_text(void *text) { analysis_source_text_free(text); }

AnalysisReferences *analysis_references_new(const View *view, const NameTable *names, const char *where) {
  AnalysisReferences *references = g_new0(AnalysisReferences, 1);
  const uint32_t most = view->profile->n_references;
  references->view = view;
  references->names = names;
  references->profile = view->profile;
  references->all = g_new0(AnalysisNamedReference, most + (gsize)1);
  references->sums = g_new(ProfileReference, most + (gsize)1);
  references->first = g_new(uint32_t, most + (gsize)1);
  references->of_record = g_new(uint32_t, most + (gsize)1);
  references->where = g_strdup(where);
  references->texts = g_hash_table_new_full(NULL, NULL, NULL, free_text);
  add_records(references);
  add_counts(references);
  add_evictors(references);
  const uint32_t n = references->n;
  uint32_t *order = references->order = g_new(uint32_t, n + (gsize)1);
  for (uint32_t i = 0; i < n; i++) order[i] = i;
  g_qsort_with_data(order, (int)n, sizeof *order, compare_positions, references);
  references->position = g_new(uint32_t, n + (gsize)1);
  for (uint32_t i = 0; i < n; i++) references->position[order[i]] = i;
  set_numbers(references, n);
  set_names(references, n);
  return references;
}

void analysis_references_free(AnalysisReferences *references) {
  for (uint32_t i = 0; i < references->n; i++) g_free(references->all[i].name);
  g_free(references->all);
  g_free(references->sums);
  g_free(references->first);
  g_free(references->of_record);
  g_free(references->evictors);
  g_free(references->order);
  g_free(references->position);
  g_free(references->where);
  g_hash_table_unref(references->texts);
  g_free(references);
}

const Profile *analysis_references_profile(const AnalysisReferences *references) { return references->profile; }

uint32_t analysis_references_count(const AnalysisReferences *references) { return references->n; }

const AnalysisNamedReference *analysis_references_get(const AnalysisReferences *references, uint32_t number) {
  g_assert(number < references->n);
  return &references->all[number];
}

uint64_t analysis_references_line_bytes(const Profile *profile) { return profile_machine_cache_of(profile, "D1").line; }

static bool is_of_earlier(gconstpointer evictor, gconstpointer number) {
  return ((const AnalysisReferenceEvictor *)evictor)->reference < *(const uint32_t *)number;
}

const AnalysisReferenceEvictor *analysis_references_evictors(const AnalysisReferences *references, uint32_t number,
                                                             uint32_t *n) {
  const AnalysisReferenceEvictor *all = references->evictors;
  const uint32_t first = ui_search(all, references->n_evictors, sizeof *all, is_of_earlier, &number);
  uint32_t end = first;
  while (end < references->n_evictors && all[end].reference == number) end++;
  *n = end - first;
  return all + first;
}

/* ---- selections ---- */

static int compare_costs(const void *a, const void *b, void *closure) {
  const AnalysisReferences *references = closure;
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  const AnalysisNamedReference *p = &references->all[x], *q = &references->all[y];
  if (p->misses != q->misses) return p->misses > q->misses ? -1 : 1;
  if (analysis_reference_hits(p) != analysis_reference_hits(q))
    return analysis_reference_hits(p) > analysis_reference_hits(q) ? -1 : 1;
  return x < y ? -1 : x > y;
}

static bool is_shown(const AnalysisReferences *references, uint32_t number) {
  const View *view = references->view;
  return view_row(view, references->all[number].record->place) < view_shown(view, VIEW_CODE) &&
         view_column(view, references->all[number].record->bin) < view_shown(view, VIEW_DATA);
}

char *analysis_references_full_name(const AnalysisReferences *references, uint32_t number) {
  const char *function = references->profile->segments[place_of(references, number)->segment].name;
  g_autofree char *name = ui_text_escaped(references->all[number].name);
  g_autofree char *code = ui_text_escaped(function);
  return g_strdup_printf("%s:%s", code, name);
}

static bool matches(const AnalysisReferences *references, uint32_t number, const char *pattern) {
  g_autofree char *name = ui_text_escaped(references->all[number].name);
  g_autofree char *whole = analysis_references_full_name(references, number);
  g_autofree char *valid = g_utf8_make_valid(pattern, -1);
  return strcmp(valid, name) == 0 || strcmp(valid, whole) == 0 || g_pattern_match_simple(valid, name) ||
         g_pattern_match_simple(valid, whole);
}

GArray *analysis_references_choose(const AnalysisReferences *references, const char *pattern) {
  GArray *chosen = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  for (uint32_t i = 0; i < references->n; i++)
    if (is_shown(references, i) && (pattern == NULL || matches(references, i, pattern))) g_array_append_val(chosen, i);
  g_array_sort_with_data(chosen, compare_costs, (void *)references);
  return chosen;
}

AnalysisReferenceSums analysis_references_sums(const AnalysisReferences *references, const GArray *chosen) {
  AnalysisReferenceSums sums = {0};
  for (guint i = 0; i < chosen->len; i++) {
    const AnalysisNamedReference *one = &references->all[g_array_index(chosen, uint32_t, i)];
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

static const AnalysisSourceText *text_of(AnalysisReferences *references, uint32_t file) {
  AnalysisSourceText *text = g_hash_table_lookup(references->texts, GUINT_TO_POINTER(file));
  if (text == NULL) {
    text = analysis_source_text(references->profile, file, references->where);
    g_hash_table_insert(references->texts, GUINT_TO_POINTER(file), text);
  }
  return text;
}

/* Returns the last word of a variable's name, such as "col" for "M.col"; NULL: the name does not end with a word. The
 * caller owns the word. */
static char *last_word(const char *name) {
  const char *end = name + strlen(name), *start = end;
  while (start > name && (g_ascii_isalnum(start[-1]) || start[-1] == '_')) start--;
  return start < end ? g_strndup(start, (gsize)(end - start)) : NULL;
}

static bool is_of_kind(const AnalysisSourceUse *use, const char *kind) {
  if (strcmp(kind, "read") == 0) return use->reads;
  return strcmp(kind, "write") == 0 ? use->writes : use->reads && use->writes;
}

/* Returns whether two references are peers: they have the same source line and kind, and refer to data of the same
 * name. */
static bool are_peers(const AnalysisReferences *references, uint32_t a, uint32_t b) {
  const ProfileReference *x = references->all[a].record, *y = references->all[b].record;
  const ProfilePlace *p = place_of(references, a), *q = place_of(references, b);
  char **const names = references->view->labels[VIEW_DATA].brief;
  return p->file == q->file && p->line == q->line && strcmp(x->kind, y->kind) == 0 &&
         strcmp(names[x->bin], names[y->bin]) == 0;
}

/* The instructions that have peers of a reference. They help to choose between several expressions in the reference's
 * source line. */
typedef struct {
  guint count;  /* number of these instructions */
  guint before; /* number of these instructions whose first access was at a lower offset (ProfileSpread.offset) than the
                   first access of the reference's instruction */
  bool apart;   /* whether the first accesses of all of these instructions have different offsets, and their strides are
                   equal */
} Peers;

static const ProfileSpread *spread_of(const AnalysisReferences *references, uint32_t number) {
  const ProfileReference *record = &references->profile->references[references->first[number]];
  return profile_spread(references->profile, record->place, record->bin);
}

static void add_peer(const AnalysisReferences *references, uint32_t number, uint32_t other, Peers *peers) {
  const ProfileSpread *own = spread_of(references, number), *its = spread_of(references, other);
  peers->count++;
  if (other == number) return;
  peers->apart &= own != NULL && its != NULL && own->bin == its->bin && own->offset != its->offset &&
                  own->stride == its->stride;
  peers->before += own != NULL && its != NULL && its->offset < own->offset;
}

static Peers find_peers(const AnalysisReferences *references, uint32_t number) {
  const uint32_t n = references->n, segment = place_of(references, number)->segment;
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

/* Removes duplicates from an array of texts. */
static void drop_same(GPtrArray *texts) {
  for (guint i = texts->len; i-- > 1;)
    for (guint k = 0; k < i; k++)
      if (strcmp(texts->pdata[i], texts->pdata[k]) == 0) {
        g_ptr_array_remove_index(texts, i);
        break;
      }
}

/* The expressions must differ only in a constant in a subscript. A greater constant means a higher offset. Returns the
 * expression for the instruction whose first access was at a higher offset than the first accesses of `before` other
 * instructions; NULL: undecided. */
static const char *choose_by_offset(const char *base, const GPtrArray *texts, guint before) {
  g_autofree long *constants = g_new(long, texts->len);
  if (!analysis_source_uses_constants(base, (char *const *)texts->pdata, texts->len, constants)) return NULL;
  for (guint i = 0; i < texts->len; i++) {
    guint smaller = 0;
    for (guint k = 0; k < texts->len; k++) smaller += constants[k] < constants[i];
    if (smaller == before) return texts->pdata[i];
  }
  return NULL;
}

static const char *choose_use(const AnalysisReferences *references, uint32_t number, const char *base,
                              const GArray *uses) {
  const char *kind = references->all[number].record->kind;
  g_autoptr(GPtrArray) texts = g_ptr_array_new();
  bool linked = false;
  for (guint i = 0; i < uses->len; i++) {
    const AnalysisSourceUse *use = &g_array_index(uses, AnalysisSourceUse, i);
    if (!is_of_kind(use, kind)) continue;
    g_ptr_array_add(texts, use->text);
    linked |= use->linked;
  }
  const Peers peers = find_peers(references, number);
  if (linked && peers.count > texts->len) return NULL; /* one of the peers possibly read the pointer */
  drop_same(texts);
  if (texts->len <= 1) return texts->len == 1 ? texts->pdata[0] : NULL;
  return peers.count == texts->len && peers.apart ? choose_by_offset(base, texts, peers.before) : NULL;
}

/* Returns whether compilers treat the file as Fortran because of the ending of its name. */
static bool is_fortran(const char *path) {
  static const char *const endings[] = {".f", ".for", ".ftn", ".f77", ".f90", ".f95", ".f03", ".f08", ".f18"};
  g_autofree char *lower = g_ascii_strdown(path, -1);
  for (size_t i = 0; i < G_N_ELEMENTS(endings); i++)
    if (g_str_has_suffix(lower, endings[i])) return true;
  return false;
}

/* Describes how the source text refers to the data of a reference. */
static AnalysisSourceData data_of(const AnalysisReferences *references, const ProfileReference *record,
                                  const char *base) {
  const Profile *profile = references->profile;
  const ProfileBin *bin = &profile->bins[record->bin];
  const NameBinType *type = name_table_type(references->names, record->bin);
  AnalysisSourceData data = {.base = base,
                             .pointed = strcmp(bin->kind, "heap") == 0 || strcmp(bin->kind, "mmap") == 0,
                             .fortran = is_fortran(profile->files[profile->places[record->place].file].path),
                             .declared = ""};
  if (type != NULL) data.declared = data.pointed ? type->element : type->data_type;
  /* A variable that is not larger than a pointer can be an array or a pointer. */
  if (!data.pointed && *data.declared == '\0' && bin->bytes <= sizeof(void *)) data.declared = "?";
  return data;
}

/* Returns whether the next source line continues the expression at the end of the current line. */
static bool goes_on(const char *next) {
  if (next == NULL) return false;
  next += strspn(next, " \t");
  return *next == '[' || *next == '.' || (next[0] == '-' && next[1] == '>');
}

char *analysis_references_expression(AnalysisReferences *references, uint32_t number) {
  const ProfilePlace *place = place_of(references, number);
  const ProfileReference *record = references->all[number].record;
  g_autofree char *base = last_word(references->view->labels[VIEW_DATA].brief[record->bin]);
  const AnalysisSourceText *text = base != NULL ? text_of(references, place->file) : NULL;
  const char *line = text != NULL ? analysis_source_text_line(text, place->line) : NULL;
  if (line == NULL || goes_on(analysis_source_text_line(text, place->line + 1))) return NULL;
  const AnalysisSourceData data = data_of(references, record, base);
  GArray *uses = analysis_source_uses(line, &data);
  if (uses == NULL) return NULL;
  char *expression = g_strdup(choose_use(references, number, base, uses));
  analysis_source_uses_free(uses);
  return expression;
}
