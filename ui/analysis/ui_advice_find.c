/* ui_advice_find.c: which rule explains which part of the stall of a cell.
 *
 * The stall of a cell is parted by cause (ui_stall.h), replacements further by evictor, and each part is given to one
 * rule. "The paper" is Martonosi, Gupta and Anderson, SIGMETRICS 1992.
 *
 *   upgrades            upgrades
 *   remote              what remote misses wait more, as far as the misses are first references and replacements:
 *                       those fetch from a page's memory, whose place can be chosen
 *   false sharing       false sharing
 *   true sharing        synchronization: the code reads only, and SPINS times or more for each of these misses (it
 *                       waits for a value to change; the paper, 4.4), or most events of the bin's hottest shared line
 *                       are read-modify-write instructions (locks, counters); else true sharing
 *   first references    of a stack: stack. Poor spatial locality, where few different words are used for each miss:
 *                       at most max(reads, writes) of them (a load and a store of one word count once), and fewer
 *                       than one for WORDS_APART bytes of a line, or than ONE_WORD (the paper, 4.2). Processors, where
 *                       several did something: as many as the data have more first references than lines, which other
 *                       processors fetched before (the paper, 4.2 and 4.3). The others are first references, intrinsic
 *   replacements by     of a stack: stack. Self-interference, where most are conflicts, or the bin is no larger than
 *   the bin itself      the cache (the paper, 3, figure 3). Poor spatial locality, as above, or, where it is not known
 *                       that most are not conflicts, if fewer than ONE_WORD words are used. Self-interference too,
 *                       where each line is fetched REUSED times or more: it would be used again, were it not pushed
 *                       out. Else streaming: more data than the cache holds, used well while they are there, is
 *                       intrinsic
 *   replacements by     Streaming, where the other bin is larger than the cache and comes back for little of what it
 *   another bin         lost to this one (less than a ONE_SIDED-th of what it took), and conflicts are not most: it
 *                       goes through the cache and sweeps it (the paper, 4.5). Poor spatial locality, as above, where
 *                       most are known not to be conflicts. Else cross-interference of the two (the paper, 4.3)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/analysis/ui_advice_find.h"

#include "ui/analysis/ui_shared.h"

enum { WORDS_APART = 32, REUSED = 10, SPINS = 8, ONE_SIDED = 4 };
#define ONE_WORD 1.25

typedef struct {
  const UiAdviceContext *context;
  const UiAdviceCells *cells;
  GHashTable *taken; /* by pair of columns (victim, culprit): replacement misses, as a pointer to uint64_t */
  GArray *troubles;
} Search;

static gint64 pair_key(uint32_t victim, uint32_t culprit) { return (gint64)((uint64_t)victim << 32 | culprit); }

static double taken(const Search *search, uint32_t victim, uint32_t culprit) {
  const gint64 key = pair_key(victim, culprit);
  const uint64_t *count = g_hash_table_lookup(search->taken, &key);
  return count != NULL ? (double)*count : 0;
}

static void add_taken(Search *search, uint32_t victim, uint32_t culprit, uint64_t count) {
  const gint64 key = pair_key(victim, culprit);
  uint64_t *sum = g_hash_table_lookup(search->taken, &key);
  if (sum == NULL) {
    sum = g_new0(uint64_t, 1);
    g_hash_table_insert(search->taken, g_memdup2(&key, sizeof key), sum);
  }
  *sum += count;
}

/* ---- facts of a cell ---- */

static bool mostly_conflicts(const UiCounts *counts) { return counts->conflict > counts->replacement / 2; }

/* Are fewer than `least` different words used for each miss? */
static bool fewer_words(const UiCounts *counts, double least) {
  return (double)MAX(counts->reads, counts->writes) < least * (double)ui_counts_misses(counts);
}

/* Where nothing speaks for interference. */
static bool few_words(const UiAdviceContext *context, const UiCounts *counts) {
  return fewer_words(counts, MAX((double)context->cache.line / WORDS_APART, ONE_WORD));
}

static bool fits(const UiAdviceContext *context, uint32_t column) {
  const UiDataFacts *facts = &context->facts[column];
  return facts->bytes != 0 && facts->bytes <= context->cache.size;
}

/* The hottest shared line of a column: are most of its events those of read-modify-write instructions? */
static bool is_lock(const UiAdviceContext *context, uint32_t column) {
  const uint32_t line = ui_advice_hot_line(context, column);
  if (line == UI_ADVICE_NONE) return false;
  uint64_t modifies = 0, all = 0;
  const UiUse *end;
  for (const UiUse *use = ui_shared_uses(context->view->profile, line, &end); use < end; use++) {
    modifies += use->modifies;
    all += use->reads + use->writes + use->modifies;
  }
  return modifies > all / 2;
}

/* ---- the rules ---- */

static UiRule rule_of_true_sharing(const UiAdviceContext *context, const UiAdviceCell *cell) {
  const UiCounts *counts = &cell->counts;
  const bool spins = counts->writes == 0 && counts->reads / SPINS >= counts->true_sharing;
  return spins || is_lock(context, cell->column) ? UI_RULE_SYNCHRONIZATION : UI_RULE_TRUE_SHARING;
}

static UiRule rule_of_cold(const UiAdviceContext *context, const UiAdviceCell *cell) {
  if (context->facts[cell->column].stack) return UI_RULE_STACK;
  return few_words(context, &cell->counts) ? UI_RULE_SPATIAL : UI_RULE_COLD;
}

static UiRule rule_of_own_replacement(const UiAdviceContext *context, const UiAdviceCell *cell) {
  const UiDataFacts *facts = &context->facts[cell->column];
  if (facts->stack) return UI_RULE_STACK;
  if (mostly_conflicts(&cell->counts) || fits(context, cell->column)) return UI_RULE_SELF;
  const bool few = context->kinds ? few_words(context, &cell->counts) : fewer_words(&cell->counts, ONE_WORD);
  if (few) return UI_RULE_SPATIAL;
  return facts->fetches >= REUSED ? UI_RULE_SELF : UI_RULE_STREAMING;
}

static UiRule rule_of_other_replacement(const Search *search, const UiAdviceCell *cell, uint32_t other) {
  const UiAdviceContext *context = search->context;
  if (context->facts[cell->column].stack) return UI_RULE_STACK;
  const bool swept = taken(search, other, cell->column) * ONE_SIDED < taken(search, cell->column, other);
  const bool larger = context->facts[other].bytes > context->cache.size;
  if (larger && swept && !mostly_conflicts(&cell->counts)) return UI_RULE_STREAMING;
  const bool capacity = context->kinds && !mostly_conflicts(&cell->counts);
  return capacity && few_words(context, &cell->counts) ? UI_RULE_SPATIAL : UI_RULE_CROSS;
}

/* ---- troubles ---- */

static UiTrouble *find_trouble(GArray *troubles, UiRule rule, uint32_t data, uint32_t other) {
  for (guint i = 0; i < troubles->len; i++) {
    UiTrouble *trouble = &g_array_index(troubles, UiTrouble, i);
    if (trouble->rule == rule && trouble->data == data && trouble->other == other) return trouble;
  }
  const UiTrouble trouble = {.rule = rule,
                             .data = data,
                             .other = other,
                             .last_cell = G_MAXUINT,
                             .row = UI_ADVICE_NONE,
                             .place = UI_ADVICE_NONE,
                             .bin = UI_ADVICE_NONE};
  g_array_append_val(troubles, trouble);
  return &g_array_index(troubles, UiTrouble, troubles->len - 1);
}

/* Gives `misses` misses of cell `index`, and the cycles that they waited, to a rule. */
static void give(Search *search, guint index, UiRule rule, uint32_t other, double misses, double cycles) {
  if (cycles <= 0) return;
  const UiAdviceCell *cell = &g_array_index(search->cells->cells, UiAdviceCell, index);
  /* Interference of two bins is one trouble, from whichever side. */
  const bool turned = rule == UI_RULE_CROSS && other < cell->column;
  UiTrouble *trouble = find_trouble(search->troubles, rule, turned ? other : cell->column,
                                    turned ? cell->column : other);
  trouble->cycles += cycles;
  trouble->misses += misses;
  if (turned) trouble->backward += misses;
  if (trouble->last_cell != index) ui_counts_add(&trouble->counts, &cell->counts);
  trouble->last_cell = index;
  if (cycles <= trouble->most) return;
  trouble->most = cycles;
  trouble->row = cell->row;
  trouble->place = cell->place;
  trouble->bin = cell->bin;
}

static void part_replacements(Search *search, guint index, double per_miss) {
  const UiAdviceCell *cell = &g_array_index(search->cells->cells, UiAdviceCell, index);
  for (guint i = 0; i < cell->n; i++) {
    const UiEvictions *by = &g_array_index(search->cells->evictions, UiEvictions, cell->first + i);
    const bool own = by->by == cell->column;
    const UiRule rule = own ? rule_of_own_replacement(search->context, cell)
                            : rule_of_other_replacement(search, cell, by->by);
    const bool pair = !own && (rule == UI_RULE_CROSS || rule == UI_RULE_STREAMING);
    give(search, index, rule, pair ? by->by : UI_ADVICE_NONE, (double)by->count, (double)by->count * per_miss);
  }
}

static void part_cold(Search *search, guint index, double cycles) {
  const UiAdviceContext *context = search->context;
  const UiAdviceCell *cell = &g_array_index(search->cells->cells, UiAdviceCell, index);
  const UiRule rule = rule_of_cold(context, cell);
  const double shared = context->facts[cell->column].shared, cold = (double)cell->counts.cold;
  const double others = rule == UI_RULE_COLD && context->processors > 1 && shared > 1 ? 1 - 1 / shared : 0;
  give(search, index, UI_RULE_PROCESSORS, UI_ADVICE_NONE, others * cold, others * cycles);
  give(search, index, rule, UI_ADVICE_NONE, (1 - others) * cold, (1 - others) * cycles);
}

static void part_cell(Search *search, guint index) {
  const UiAdviceContext *context = search->context;
  const UiAdviceCell *cell = &g_array_index(search->cells->cells, UiAdviceCell, index);
  const UiCounts *counts = &cell->counts;
  const UiStall stall = ui_stall_split(&context->latencies, counts);
  const double misses = (double)ui_counts_misses(counts);
  /* Of the wait for other nodes, the part of misses by invalidation goes with these. */
  const double from_memory = misses != 0 ? (double)(counts->cold + counts->replacement) / misses : 0;
  const double sharing = counts->invalidation != 0 ? stall.remote * (1 - from_memory) / (double)counts->invalidation
                                                   : 0;
  give(search, index, UI_RULE_UPGRADES, UI_ADVICE_NONE, (double)counts->upgrades, stall.upgrades);
  give(search, index, UI_RULE_REMOTE, UI_ADVICE_NONE, (double)counts->remote * from_memory, stall.remote * from_memory);
  give(search, index, UI_RULE_FALSE_SHARING, UI_ADVICE_NONE, (double)counts->false_sharing,
       (stall.per_miss + sharing) * (double)counts->false_sharing);
  give(search, index, rule_of_true_sharing(context, cell), UI_ADVICE_NONE, (double)counts->true_sharing,
       (stall.per_miss + sharing) * (double)counts->true_sharing);
  part_cold(search, index, stall.cold);
  part_replacements(search, index, stall.per_miss);
}

uint32_t ui_advice_hot_line(const UiAdviceContext *context, uint32_t column) {
  const UiProfile *profile = context->view->profile;
  for (uint32_t i = 0; i < profile->n_uses; i++)
    if (ui_view_column(context->view, profile->uses[i].bin) == column) return profile->uses[i].hot_line;
  return UI_ADVICE_NONE;
}

GArray *ui_advice_find(const UiAdviceContext *context, const UiAdviceCells *cells, const UiAdviceCells *all) {
  Search search = {context, cells, g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free),
                   g_array_new(FALSE, FALSE, sizeof(UiTrouble))};
  for (guint c = 0; c < all->cells->len; c++) {
    const UiAdviceCell *cell = &g_array_index(all->cells, UiAdviceCell, c);
    for (guint i = 0; i < cell->n; i++) {
      const UiEvictions *by = &g_array_index(all->evictions, UiEvictions, cell->first + i);
      add_taken(&search, cell->column, by->by, by->count);
    }
  }
  for (guint c = 0; c < cells->cells->len; c++) part_cell(&search, c);
  g_hash_table_destroy(search.taken);
  return search.troubles;
}
