/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_find.c: divides the stall into a few large bottlenecks.
 *
 * The search divides the latency of each cell's misses into families (analysis_stall.h). A processor with a window waits
 * for a part of the latency only, the stall of the cell. This part is the same for each family of a cell. Bottlenecks are
 * chosen by their stall (or by their latency, if the caller wishes). The rules check shares of the latency, because
 * misses that the window covers are evidence of the cause, too. A finding shows the lines with most stall, because a
 * change of a line without stall saves no time. On blocking processors, the latency is the
 * stall.
 * Each part can belong to two bottlenecks:
 * that of its data group, or that of its code group. The search repeatedly takes the bottleneck with the greatest
 * weight and removes its parts, until each remaining bottleneck has less than 1 / SHARE of the stall. Data take
 * precedence over code (OF_CODE): a bottleneck of code requires a quarter more cycles, since a change of the data helps
 * all code. Data and code without names help the user little, and weigh less (UNNAMED_*). The allocator and the dynamic
 * linker weigh more than the data that only they access (OF_SYSTEM). */
#include "ui/advice/advice_find.h"

#include <string.h>

#include "ui/analysis/analysis_shared.h"
#include "ui/base/ui_text.h"

enum {
  SHARE = 100,
  MOST = 40 /* bottlenecks */,
  LEAST = 1000 /* misses */,
  COOL = 20, /* at least a 20th of the cycles */
  SPREAD = 20 /* events of data are on many lines, if the hottest one has less than 1 / SPREAD of them */,
  ARRAYS = 4 /* blocks */,
  VECTOR = 32 /* bytes of a vector */
};
#define ONCE 1.25 /* times, plus a margin */
#define OF_CODE 0.8
#define UNNAMED_DATA 0.8
#define UNNAMED_MANY 0.15
#define UNNAMED_CODE 0.3
#define OF_SYSTEM 1.1

typedef struct {
  uint32_t cell, data, code; /* cell: number of the cell in the profile; data, code: numbers of the groups */
  AdviceFamily family;
  bool taken;
  double stall, misses;                        /* stall: cycles for which a processor waited */
  double weight;                               /* stall or latency, by which bottlenecks are chosen */
  double cycles, cold, elsewhere, replacement; /* latency of the misses, in cycles */
} Part;

typedef struct {
  const AdviceContext *context;
  const AdviceGroups *groups;
  GArray *parts;             /* Part, sorted by cell */
  uint32_t *first_evictor;   /* indexed by cell: number of its first evictor record; has one more element for the end of
                                the last cell */
  double all;                /* weight of all parts */
  double *by_data, *by_code; /* for each group and family: weight of those parts that are not in a bottleneck yet */
  bool *barred;              /* for each code group and family: whether bottlenecks of the data are more useful than the
                                bottleneck of the code */
} Search;

/* ---- parts ---- */

/* Adds a part of a cell of which the processor waited for the fraction `waited` of the latency. */
static void add_part(Search *search, Part part, double waited) {
  if (part.cycles <= 0) return;
  part.stall = part.cycles * waited;
  part.weight = search->context->by_latency ? part.cycles : part.stall;
  g_array_append_val(search->parts, part);
  search->by_data[part.data * ADVICE_FAMILIES + part.family] += part.weight;
  search->by_code[part.code * ADVICE_FAMILIES + part.family] += part.weight;
}

/* Returns the fraction of the data's first references for which another processor has fetched the cache line before. */
static double elsewhere(const Search *search, const AdviceDataGroup *data) {
  return search->context->processors > 1 && data->shared > 1 ? 1 - 1 / data->shared : 0;
}

/* Adds the cell's part for the cycles of address translation. */
static void part_pages(Search *search, Part part, double cycles, double waited) {
  const ProfileCell *cell = &search->context->view->profile->cells[part.cell];
  if (cycles == 0) return;
  part.family = ADVICE_FAMILY_PAGES;
  part.cycles = cycles;
  part.misses = (double)profile_model_cell(search->context->view->profile, cell->place, cell->bin)->counts.tlb_misses;
  add_part(search, part, waited);
}

/* Divides the stall of first references and replacements between the two kinds by the latencies of their sources,
 * because the mean stall of a miss is the mean over all sources of lines. Memory supplies the line of a first
 * reference, unless another processor has fetched the line before. */
static void divide_by_source(const Search *search, const ProfileCounts *counts, AnalysisStall *stall) {
  const Profile *profile = search->context->view->profile;
  const double memory = (double)profile_machine_number_of(profile, "memory-latency"),
               cache = (double)profile_machine_number_of(profile, "LL-latency");
  const uint64_t misses = profile_counts_misses(counts), near = counts->last_level + counts->second_level;
  if (near == 0 || near > misses || memory <= cache) return;
  const uint64_t far = misses - near, cold_far = MIN(counts->cold, far),
                 replaced_far = MIN(counts->replacement, far - cold_far);
  const double cold = (double)cold_far * memory + (double)(counts->cold - cold_far) * cache,
               replaced = (double)replaced_far * memory + (double)(counts->replacement - replaced_far) * cache;
  const double both = stall->cold + stall->replacement;
  stall->cold = both * ui_text_ratio(cold, cold + replaced);
  stall->replacement = both - stall->cold;
}

static void part_cell(Search *search, uint32_t number) {
  const ProfileCell *cell = &search->context->view->profile->cells[number];
  const ProfileCounts *counts = &cell->counts;
  ProfileCounts late = *counts;
  late.stall_cycles = advice_latency(search->context->view->profile, cell);
  const double waited = ui_text_ratio((double)counts->stall_cycles, (double)late.stall_cycles);
  AnalysisStall stall = analysis_stall_split(&search->context->latencies, &late);
  divide_by_source(search, counts, &stall);
  const double misses = (double)profile_counts_misses(counts);
  const double from_memory = ui_text_ratio((double)(counts->cold + counts->replacement), misses);
  Part part = {.cell = number,
               .data = search->groups->of_column[view_column(search->context->view, cell->bin)],
               .code = search->groups->of_row[view_row(search->context->view, cell->place)]};
  const AdviceDataGroup *data = advice_data(search->groups, part.data);
  part_pages(search, part, stall.translation, waited);
  /* Remote stall of invalidation misses belongs to the sharing family below. */
  part.family = ADVICE_FAMILY_NODES;
  part.cycles = stall.remote * from_memory;
  part.misses = (double)counts->remote * from_memory;
  add_part(search, part, waited);
  /* If processors pass the data to each other, a processor's first reference to a line is communication, too. */
  const double apart = elsewhere(search, data);
  const bool moving = data->counts.true_sharing > data->counts.cold / 4;
  part.family = ADVICE_FAMILY_SHARING;
  part.cycles = stall.upgrades + stall.false_sharing + stall.true_sharing + stall.remote * (1 - from_memory);
  part.misses = (double)(counts->invalidation + counts->upgrades);
  if (moving) part.cycles += apart * stall.cold;
  if (moving) part.misses += apart * (double)counts->cold;
  add_part(search, part, waited);
  part.family = ADVICE_FAMILY_CACHE;
  part.cold = moving ? (1 - apart) * stall.cold : stall.cold;
  part.elsewhere = moving ? 0 : apart * stall.cold;
  part.replacement = stall.replacement;
  part.cycles = part.cold + part.replacement;
  part.misses = (double)counts->replacement + (moving ? 1 - apart : 1) * (double)counts->cold;
  add_part(search, part, waited);
}

static void make_parts(Search *search) {
  const View *view = search->context->view;
  const Profile *profile = view->profile;
  uint32_t e = 0;
  search->first_evictor = g_new(uint32_t, profile->n_cells + 1);
  for (uint32_t c = 0; c < profile->n_cells; c++) {
    const ProfileCell *cell = &profile->cells[c];
    /* The evictor records are sorted by place and bin, as the cells are. */
    const ProfileEvictors *const blames = profile->evictors;
    while (e < profile->n_evictors &&
           (blames[e].place < cell->place || (blames[e].place == cell->place && blames[e].bin < cell->bin)))
      e++;
    search->first_evictor[c] = e;
    const uint64_t latency = advice_latency(profile, cell);
    if (latency == 0 || !analysis_focus_has(view, search->context->focus, cell->place, cell->bin)) continue;
    search->all += search->context->by_latency ? (double)latency : (double)cell->counts.stall_cycles;
    part_cell(search, c);
  }
  search->first_evictor[profile->n_cells] = profile->n_evictors;
}

/* ---- choosing ---- */

typedef struct {
  bool by_code;
  uint32_t group;
  AdviceFamily family;
  double weight; /* stall cycles, multiplied by the weight of the group */
} Choice;

static double weight_of_data(const Search *search, uint32_t group) {
  const AdviceDataGroup *data = advice_data(search->groups, group);
  return data->known ? 1 : data->columns == 1 ? UNNAMED_DATA : UNNAMED_MANY;
}

static double weight_of_code(const Search *search, uint32_t group) {
  switch (advice_code(search->groups, group)->kind) {
    case ADVICE_CODE_UNKNOWN: return UNNAMED_CODE;
    case ADVICE_CODE_OWN: return OF_CODE;
    default: return OF_SYSTEM;
  }
}

static Choice choose_data(const Search *search) {
  Choice best = {.by_code = false};
  for (uint32_t g = 0; g < search->groups->data->len; g++)
    for (AdviceFamily f = 0; f < ADVICE_FAMILIES; f++) {
      const double cycles = search->by_data[g * ADVICE_FAMILIES + f];
      const double weight = weight_of_data(search, g) * cycles;
      if (weight > best.weight && cycles * SHARE >= search->all) best = (Choice){false, g, f, weight};
    }
  return best;
}

static Choice choose_code(const Search *search) {
  Choice best = {.by_code = true};
  for (uint32_t g = 0; g < search->groups->code->len; g++)
    for (AdviceFamily f = 0; f < ADVICE_FAMILIES; f++) {
      const double cycles = search->by_code[g * ADVICE_FAMILIES + f];
      const double weight = weight_of_code(search, g) * cycles;
      if (search->barred[g * ADVICE_FAMILIES + f] || weight <= best.weight) continue;
      if (cycles * SHARE >= search->all) best = (Choice){true, g, f, weight};
    }
  return best;
}

/* Returns whether a bottleneck of the code is more useful than the bottlenecks of its data. It is more useful if the
 * code is the dynamic linker or the allocator, or copies for its callers; if most of the data have no names, or are
 * small parts; or if all the data fit into the cache, because they then conflict with each other. */
static bool is_worth(const Search *search, const Choice *choice) {
  const AdviceCodeGroup *code = advice_code(search->groups, choice->group);
  if (code->kind == ADVICE_CODE_LOADER || code->kind == ADVICE_CODE_ALLOCATOR || code->copies) return true;
  g_autofree double *cycles = g_new0(double, search->groups->data->len + 1);
  double all = 0, known = 0, replacement = 0;
  uint64_t extent = 0;
  for (guint i = 0; i < search->parts->len; i++) {
    const Part *part = &g_array_index(search->parts, Part, i);
    if (part->taken || part->family != choice->family || part->code != choice->group) continue;
    cycles[part->data] += part->cycles;
    all += part->cycles;
    replacement += part->replacement;
  }
  for (uint32_t g = 0; g < search->groups->data->len; g++) {
    const AdviceDataGroup *data = advice_data(search->groups, g);
    if (cycles[g] * SHARE < all) continue;
    extent += data->extent;
    if (data->known && search->by_data[g * ADVICE_FAMILIES + choice->family] * SHARE >= search->all) known += cycles[g];
  }
  return known * 2 < all || (replacement * 2 > all && extent <= search->context->cache.size);
}

static Choice choose(const Search *search) {
  const Choice data = choose_data(search);
  for (;;) {
    const Choice code = choose_code(search);
    if (code.weight <= data.weight) return data;
    if (is_worth(search, &code)) return code;
    search->barred[code.group * ADVICE_FAMILIES + code.family] = true;
  }
}

/* ---- lines of a bottleneck ---- */

/* The sums of one source line in a bottleneck. */
typedef struct {
  double cycles;
  ProfileCounts counts;
} Line;

static bool is_of(const Choice *choice, const Part *part) {
  return !part->taken && part->family == choice->family && (choice->by_code ? part->code : part->data) == choice->group;
}

static gint64 line_key(const Profile *profile, const Part *part) {
  const ProfilePlace *place = &profile->places[profile->cells[part->cell].place];
  return (gint64)((uint64_t)place->file << 40 ^ (uint64_t)place->segment << 20 ^ place->line);
}

static bool uses_few_words(const Line *line) {
  return (double)MAX(line->counts.reads, line->counts.writes) <
         ADVICE_FEW_WORDS * (double)profile_counts_misses(&line->counts);
}

/* Sums up the parts of a bottleneck by source line. Returns an array of Line, and sets of_part[i] to the index of the
 * line of part i. */
static GArray *sum_lines(const Search *search, const Choice *choice, guint *of_part) {
  const Profile *profile = search->context->view->profile;
  GArray *lines = g_array_new(FALSE, TRUE, sizeof(Line));
  GHashTable *numbers = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < search->parts->len; i++) {
    const Part *part = &g_array_index(search->parts, Part, i);
    if (!is_of(choice, part)) continue;
    const gint64 key = line_key(profile, part);
    guint number = GPOINTER_TO_UINT(g_hash_table_lookup(numbers, &key));
    if (number == 0) {
      g_array_set_size(lines, number = lines->len + 1);
      g_hash_table_insert(numbers, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(number));
    }
    Line *line = &g_array_index(lines, Line, number - 1);
    of_part[i] = number - 1;
    line->cycles += part->cycles;
    profile_counts_add(&line->counts, &profile->cells[part->cell].counts);
  }
  g_hash_table_destroy(numbers);
  return lines;
}

/* Chooses the parts of a bottleneck that have the same cause, and returns a flag for each part. Source lines that use
 * few words of each cache line have another cause than source lines that use many words. Chooses the kind to which the
 * hottest source line belongs. Always chooses source lines with few cycles, too. The caller frees the array. */
static bool *alike(const Search *search, const Choice *choice) {
  bool *chosen = g_new0(bool, search->parts->len + 1);
  g_autofree guint *of_part = g_new0(guint, search->parts->len + 1);
  GArray *lines = sum_lines(search, choice, of_part);
  const bool divided = !choice->by_code && choice->family == ADVICE_FAMILY_CACHE;
  const Line *hottest = NULL;
  double cycles = 0;
  for (guint i = 0; i < lines->len; i++) {
    const Line *line = &g_array_index(lines, Line, i);
    cycles += line->cycles;
    if (hottest == NULL || line->cycles > hottest->cycles) hottest = line;
  }
  for (guint i = 0; i < search->parts->len; i++) {
    if (!is_of(choice, &g_array_index(search->parts, Part, i))) continue;
    const Line *line = &g_array_index(lines, Line, of_part[i]);
    chosen[i] = !divided || line->cycles * COOL < cycles || uses_few_words(line) == uses_few_words(hottest);
  }
  g_array_unref(lines);
  return chosen;
}

/* ---- the contents of a bottleneck ---- */

/* Converts a table of AdviceTroublePart by group into an array, sorted by decreasing counts. Frees the table. */
static GArray *sorted(GHashTable *by_group) {
  GArray *array = g_array_new(FALSE, FALSE, sizeof(AdviceTroublePart));
  GHashTableIter iter;
  gpointer value;
  g_hash_table_iter_init(&iter, by_group);
  while (g_hash_table_iter_next(&iter, NULL, &value)) g_array_append_vals(array, value, 1);
  advice_trouble_sort_parts(array);
  g_hash_table_destroy(by_group);
  return array;
}

static GHashTable *new_sums(void) { return g_hash_table_new_full(NULL, NULL, NULL, g_free); }

static void add_sum(GHashTable *sums, uint32_t group, uint64_t count, uint64_t stall) {
  AdviceTroublePart *sum = g_hash_table_lookup(sums, GUINT_TO_POINTER(group));
  if (sum == NULL) {
    sum = g_new0(AdviceTroublePart, 1);
    sum->group = group;
    g_hash_table_insert(sums, GUINT_TO_POINTER(group), sum);
  }
  sum->count += count;
  sum->stall += stall;
}

/* Returns the fraction of the part's latency for which the processor waited. */
static double waited_of(const Part *part) { return ui_text_ratio(part->stall, part->cycles); }

/* Adds the cycles of a part to the sum of its source line. */
static void add_place(const Search *search, AdviceTrouble *trouble, GHashTable *lines, const Part *part) {
  const Profile *profile = search->context->view->profile;
  const ProfileCell *cell = &profile->cells[part->cell];
  const gint64 key = line_key(profile, part);
  guint number = GPOINTER_TO_UINT(g_hash_table_lookup(lines, &key));
  if (number == 0) {
    const AdviceTroublePlace one = {.place = cell->place, .bin = cell->bin};
    g_array_append_val(trouble->places, one);
    number = trouble->places->len;
    g_hash_table_insert(lines, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(number));
  }
  AdviceTroublePlace *line = &g_array_index(trouble->places, AdviceTroublePlace, number - 1);
  line->cycles += part->cycles;
  line->replacement += part->replacement;
  line->latency += part->cycles;
  line->stall += part->stall;
  line->waited += part->replacement * waited_of(part);
  profile_counts_add(&line->counts, &cell->counts);
}

static void add_evictions(const Search *search, AdviceTrouble *trouble, GHashTable *by, const Part *part) {
  const Profile *profile = search->context->view->profile;
  for (uint32_t e = search->first_evictor[part->cell]; e < search->first_evictor[part->cell + 1]; e++) {
    const uint32_t data = search->groups->of_column[view_column(search->context->view, profile->evictors[e].who)];
    if (data == part->data)
      trouble->own += profile->evictors[e].count;
    else
      add_sum(by, data, profile->evictors[e].count, 0);
  }
}

/* Adds the fraction `part` of the cell's stall to the bottleneck, in each batch. The fraction is the same in each batch
 * as in all samples together. */
static void add_batches(AdviceTrouble *trouble, const Profile *profile, const ProfileCell *cell, double part) {
  const ProfileBatchCell *batches = profile_batch_cell(profile, cell->place, cell->bin);
  ViewBatchSums sums = {{0}, {0}};
  if (batches == NULL) return;
  view_estimate_add(&sums, profile, batches);
  for (uint32_t b = 0; b < profile->n_batches; b++) trouble->batches[b] += part * (double)sums.stall[b];
}

static void add_to_trouble(const Search *search, AdviceTrouble *trouble, const Part *part) {
  const Profile *profile = search->context->view->profile;
  const ProfileCell *cell = &profile->cells[part->cell];
  trouble->stall += part->stall;
  trouble->latency += part->cycles;
  trouble->cycles += part->cycles;
  trouble->misses += part->misses;
  trouble->cold += part->cold;
  trouble->elsewhere += part->elsewhere;
  trouble->replacement += part->replacement;
  const char *function = profile->segments[profile->places[cell->place].segment].name;
  const bool copies = advice_copies(function), locks = advice_code(search->groups, part->code)->locks;
  if (copies) trouble->copied += part->cycles;
  if (locks) trouble->locked += part->cycles;
  trouble->waited.cold += part->cold * waited_of(part);
  trouble->waited.elsewhere += part->elsewhere * waited_of(part);
  trouble->waited.replacement += part->replacement * waited_of(part);
  if (copies) trouble->waited.copied += part->stall;
  if (locks) trouble->waited.locked += part->stall;
  profile_counts_add(&trouble->counts, &cell->counts);
  add_batches(trouble, profile, cell, ui_text_ratio(part->stall, (double)cell->counts.stall_cycles));
}

/* Sums up the sizes of the data, and of the data groups that evict them often. */
static void add_sizes(const Search *search, AdviceTrouble *trouble) {
  g_autofree bool *counted = g_new0(bool, search->groups->data->len + 1);
  for (guint i = 0; i < trouble->datas->len; i++) {
    const uint32_t number = g_array_index(trouble->datas, AdviceTroublePart, i).group;
    trouble->touched += advice_data(search->groups, number)->touched;
    trouble->extent += advice_data(search->groups, number)->extent;
    counted[number] = true;
  }
  for (guint i = 0; i < trouble->evictors->len; i++) {
    const AdviceTroublePart *by = &g_array_index(trouble->evictors, AdviceTroublePart, i);
    if (by->count * SHARE < trouble->counts.replacement) break;
    if (!counted[by->group]) trouble->extent += advice_data(search->groups, by->group)->extent;
  }
}

static AdviceTrouble *take(Search *search, const Choice *choice) {
  g_autofree bool *chosen = alike(search, choice);
  AdviceTrouble *trouble = g_new0(AdviceTrouble, 1);
  GHashTable *lines = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  GHashTable *by = new_sums(), *datas = new_sums(), *codes = new_sums();
  trouble->family = choice->family;
  trouble->by_code = choice->by_code;
  trouble->other = ADVICE_NONE;
  trouble->places = g_array_new(FALSE, FALSE, sizeof(AdviceTroublePlace));
  trouble->along = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  for (guint i = 0; i < search->parts->len; i++) {
    Part *part = &g_array_index(search->parts, Part, i);
    if (!chosen[i]) continue;
    part->taken = true;
    search->by_data[part->data * ADVICE_FAMILIES + part->family] -= part->weight;
    search->by_code[part->code * ADVICE_FAMILIES + part->family] -= part->weight;
    add_to_trouble(search, trouble, part);
    add_place(search, trouble, lines, part);
    add_evictions(search, trouble, by, part);
    add_sum(datas, part->data, (uint64_t)part->cycles, (uint64_t)part->stall);
    add_sum(codes, part->code, (uint64_t)part->cycles, (uint64_t)part->stall);
  }
  g_hash_table_destroy(lines);
  advice_trouble_sort_places(trouble);
  trouble->evictors = sorted(by);
  trouble->datas = sorted(datas);
  trouble->codes = sorted(codes);
  trouble->data = g_array_index(trouble->datas, AdviceTroublePart, 0).group;
  trouble->code = g_array_index(trouble->codes, AdviceTroublePart, 0).group;
  add_sizes(search, trouble);
  return trouble;
}

static void trouble_free(gpointer data) {
  AdviceTrouble *trouble = data;
  g_array_free(trouble->places, TRUE);
  g_array_free(trouble->along, TRUE);
  g_array_free(trouble->evictors, TRUE);
  g_array_free(trouble->codes, TRUE);
  g_array_free(trouble->datas, TRUE);
  g_free(trouble);
}

GPtrArray *advice_find(const AdviceContext *context) {
  GPtrArray *troubles = g_ptr_array_new_with_free_func(trouble_free);
  const AdviceGroups *groups = context->groups;
  Search search = {.context = context,
                   .groups = groups,
                   .parts = g_array_new(FALSE, FALSE, sizeof(Part)),
                   .by_data = g_new0(double, groups->data->len *ADVICE_FAMILIES + 1),
                   .by_code = g_new0(double, groups->code->len *ADVICE_FAMILIES + 1),
                   .barred = g_new0(bool, groups->code->len *ADVICE_FAMILIES + 1)};
  make_parts(&search);
  while (troubles->len < MOST) {
    const Choice choice = choose(&search);
    if (choice.weight <= 0) break;
    AdviceTrouble *trouble = take(&search, &choice);
    if (trouble->misses >= LEAST && (context->by_latency || trouble->stall > 0))
      g_ptr_array_add(troubles, trouble);
    else
      trouble_free(trouble);
  }
  g_array_free(search.parts, TRUE);
  g_free(search.first_evictor);
  g_free(search.by_data);
  g_free(search.by_code);
  g_free(search.barred);
  return troubles;
}

bool advice_trouble_matters(const AdviceContext *context, const AdviceTrouble *trouble) {
  return trouble->misses >= LEAST && trouble->stall * SHARE >= context->stall;
}

/* Returns the first use from number `first` on that is of the data group; profile->n_uses: there is none. */
static uint32_t use_of(const AdviceContext *context, uint32_t data, uint32_t first) {
  const Profile *profile = context->view->profile;
  while (first < profile->n_uses &&
         context->groups->of_column[view_column(context->view, profile->uses[first].bin)] != data)
    first++;
  return first;
}

/* Returns whether a hot line contains only data of the group. */
static bool is_line_of(const AdviceContext *context, uint32_t data, uint32_t line) {
  const ProfileUse *end;
  for (const ProfileUse *use = analysis_shared_uses(context->view->profile, line, &end); use < end; use++)
    if (context->groups->of_column[view_column(context->view, use->bin)] != data) return false;
  return true;
}

uint32_t advice_hot_line(const AdviceContext *context, uint32_t data) {
  const Profile *profile = context->view->profile;
  const ProfileCounts *counts = &advice_data(context->groups, data)->counts;
  uint32_t use = use_of(context, data, 0);
  if (use == profile->n_uses) return ADVICE_NONE;
  const uint32_t hottest = profile->uses[use].hot_line;
  if (profile->hot_lines[hottest].events >= (counts->invalidation + counts->upgrades) / SPREAD) return hottest;
  for (; use < profile->n_uses; use = use_of(context, data, use + 1))
    if (is_line_of(context, data, profile->uses[use].hot_line)) return profile->uses[use].hot_line;
  return hottest;
}

/* Whether a function sets or copies memory for its callers. */
typedef struct {
  bool sets, copies;
} Service;

/* Returns the services of all segments, indexed by segment. The caller frees the array. */
static Service *services_of(const Profile *profile) {
  Service *services = g_new(Service, profile->n_segments + 1);
  for (uint32_t s = 0; s < profile->n_segments; s++)
    services[s] = (Service){advice_sets(profile->segments[s].name), advice_copies(profile->segments[s].name)};
  return services;
}

AdviceSetUses *advice_uses_of_sets(const AdviceContext *context) {
  const Profile *profile = context->view->profile;
  AdviceSetUses *all = g_new0(AdviceSetUses, context->groups->data->len + 1);
  g_autofree Service *services = services_of(profile);
  for (uint32_t c = 0; c < profile->n_cells; c++) {
    const ProfileCell *cell = &profile->cells[c];
    const Service *service = &services[profile->places[cell->place].segment];
    AdviceSetUses *uses = &all[context->groups->of_column[view_column(context->view, cell->bin)]];
    if (service->sets) {
      uses->set_misses += profile_counts_misses(&cell->counts);
      continue;
    }
    uses->loads += cell->counts.reads;
    uses->stores += cell->counts.writes;
    if (!service->copies) continue;
    uses->copied_loads += cell->counts.reads;
    uses->copied_stores += cell->counts.writes;
  }
  return all;
}

bool advice_is_copied_to_next(const AdviceContext *context, uint32_t data) {
  const AdviceSetUses *uses = &context->uses[data];
  const uint64_t less = MIN(uses->copied_loads, uses->copied_stores),
                 more = MAX(uses->copied_loads, uses->copied_stores);
  return less * 2 > more;
}

bool advice_is_temporary(const AdviceContext *context, uint32_t data) {
  const AdviceDataGroup *group = advice_data(context->groups, data);
  if (!group->heap || group->apart || group->blocks < ARRAYS || group->type == NULL || group->type->element_size == 0)
    return false;
  const AdviceSetUses *uses = &context->uses[data];
  const double elements = (double)group->bytes / (double)group->type->element_size,
               vectors = (double)group->bytes / VECTOR;
  return (double)uses->loads <= ONCE * elements && (double)uses->stores <= ONCE * elements &&
         (double)uses->loads * ONCE >= vectors && (double)uses->stores * ONCE >= vectors;
}
