/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice.c: makes the list of all findings. It contains the rules for the program as a whole:
 *
 *   little memory stall  Less than 1 / LITTLE of the busy cycles are stall, in the whole run or, for processors with
 *                        windows, without the dynamic linker. Then no other finding is about the stall, except for
 *                        those about the dynamic linker, about copying and setting memory (is_avoidable_work()), and
 *                        about searches and sorts (misprediction_time()).
 * advice_balance.c and advice_serial.c contain the others.
 *
 * The list is sorted in decreasing order: findings about the stall by their gain, other findings by their cycles.
 * The finding "little memory stall" comes after all others, except for the finding about the dynamic linker. */
#include "ui/advice/advice.h"

#include <string.h>

#include "ui/advice/advice_balance.h"
#include "ui/advice/advice_more.h"
#include "ui/advice/advice_quality.h"
#include "ui/advice/advice_start.h"
#include "ui/advice/advice_trouble.h"
#include "ui/advice/advice_words.h"
#include "ui/analysis/analysis_source_text.h"
#include "ui/base/ui_text.h"
#include "ui/view/view_loader.h"
#include "ui/view/view_ranks.h"

enum { LITTLE = 20 };

/* ---- the context of the search ---- */

static void text_free(gpointer text) { analysis_source_text_free(text); }

/* Returns the largest number of busy processors in one rank. (Ranks share no memory with each other.) */
static unsigned used_processors(const Profile *profile) {
  unsigned most = 0, used = 0;
  for (uint32_t p = 0; p < profile->n_processors; p++) {
    if (view_ranks_processor(profile, p) == 0) used = 0;
    used += profile->processors[p].busy_cycles != 0;
    most = MAX(most, used);
  }
  return most;
}

static AdviceContext make_context(const View *view, const NameTable *names, const AnalysisFocus *focus,
                                  const char *where) {
  const Profile *profile = view->profile;
  AdviceContext context = {.view = view,
                           .names = names,
                           .focus = focus,
                           .where = where,
                           .latencies = analysis_stall_whole_latencies(profile),
                           .cache = profile_machine_cache_of(profile, "D1"),
                           .kinds = profile->totals.counts.capacity != 0 || profile->totals.counts.conflict != 0,
                           .texts = g_hash_table_new_full(NULL, NULL, NULL, text_free)};
  context.processors = used_processors(profile);
  context.groups = advice_groups(view, names, &context.cache);
  context.uses = advice_uses_of_sets(&context);
  for (uint32_t i = 0; i < profile->n_cells; i++)
    if (analysis_focus_has(view, focus, profile->cells[i].place, profile->cells[i].bin))
      context.stall += (double)profile->cells[i].counts.stall_cycles;
  for (uint32_t i = 0; i < profile->n_batch_cells; i++)
    if (analysis_focus_has(view, focus, profile->batch_cells[i].place, profile->batch_cells[i].bin))
      view_estimate_add_values(context.batches, profile, &profile->batch_cells[i], VIEW_METRIC_STALL);
  return context;
}

static void clear_context(AdviceContext *context) {
  advice_groups_free(context->groups);
  g_free(context->uses);
  g_hash_table_destroy(context->texts);
}

/* ---- rules for the program as a whole ---- */

static double busy_cycles(const Profile *profile) {
  double busy = 0;
  for (uint32_t p = 0; p < profile->n_processors; p++) busy += (double)profile->processors[p].busy_cycles;
  return busy;
}

/* Returns the number of misses that a processor can overlap; 0: its processors wait for each miss. */
static uint64_t most_overlapping(const Profile *profile) {
  return profile_machine_number_of(profile, "outstanding-misses");
}

/* The stall and the busy cycles of all processors. */
typedef struct {
  double stall, busy;
} Waiting;

static Waiting waiting_of(const Profile *profile) {
  return (Waiting){(double)profile->totals.counts.stall_cycles, busy_cycles(profile)};
}

/* As waiting_of(), but without the dynamic linker. */
static Waiting waiting_after_start(const Profile *profile) {
  g_autofree double *start = advice_start_cycles(profile);
  Waiting waiting = waiting_of(profile);
  for (uint32_t p = 0; p < profile->n_processors; p++) waiting.busy -= start[p];
  waiting.stall -= advice_start_stall(profile);
  return (Waiting){MAX(waiting.stall, 0), MAX(waiting.busy, 0)};
}

static bool is_little(const Waiting *waiting) { return waiting->stall * LITTLE < waiting->busy || waiting->stall == 0; }

static bool is_start(const AdviceFinding *advice) { return advice->rule == &advice_rules()[ADVICE_RULE_START]; }

/* Makes the finding about little stall. `list` contains the other findings. `whole`: the cycles are those of the
 * whole run, not without the dynamic linker. */
static AdviceFinding *little_stall(const AdviceList *list, const Profile *profile, const Waiting *waiting, bool whole) {
  AdviceFinding *advice = advice_finding_new(ADVICE_RULE_LITTLE, waiting->stall);
  bool others = false;
  for (guint i = 0; i < list->findings->len; i++) others |= !is_start(list->findings->pdata[i]);
  advice->finding = g_strdup_printf("The processors wait for memory in %.1f%% of their busy time%s: according to the "
                                    "simulation, little %scan be gained.",
                                    100 * ui_text_ratio(waiting->stall, waiting->busy),
                                    whole ? "" : " after the start of the program", others ? "else " : "");
  advice->remedy = g_strconcat(
      advice->rule->remedy,
      most_overlapping(profile) != 0
          ? " Misses overlap with instructions, of which the simulation does not know how long "
            "they take. A run with --processor=blocking shows the stall of all misses."
          : "",
      NULL);
  advice_figure(advice->figures, "stall cycles", waiting->stall, ADVICE_FIGURE_CYCLES);
  advice_figure(advice->figures, "busy cycles", waiting->busy, ADVICE_FIGURE_CYCLES);
  return advice;
}

/* ---- all findings ---- */

static void advice_free(gpointer advice) { advice_finding_free(advice); }

/* Returns the position of a finding's rule in the list: first all findings with a cause of stall or imbalance, then the
 * work of one thread alone, then little stall, then the start of the program. Many programs read their input in one
 * thread. This is no reason to look at this work before the stall. */
static unsigned order_of(const AdviceFinding *advice, bool little) {
  if (advice->rule == &advice_rules()[ADVICE_RULE_ALONE]) return 1;
  if (advice->rule == &advice_rules()[ADVICE_RULE_LITTLE]) return 2;
  return !is_start(advice) ? 0 : little ? 3 : 1;
}

static gint compare_advice(gconstpointer a, gconstpointer b, gpointer little) {
  const AdviceFinding *x = *(AdviceFinding *const *)a, *y = *(AdviceFinding *const *)b;
  const unsigned x_order = order_of(x, *(const bool *)little), y_order = order_of(y, *(const bool *)little);
  if (x_order != y_order) return x_order < y_order ? -1 : 1;
  const double x_worth = x->is_stall ? x->gain : x->cycles, y_worth = y->is_stall ? y->gain : y->cycles;
  if (x->is_stall != y->is_stall && x_worth != y_worth) return x_worth > y_worth ? -1 : 1;
  if (x->gain != y->gain) return x->gain > y->gain ? -1 : 1;
  if (x->cycles != y->cycles) return x->cycles > y->cycles ? -1 : 1;
  if (x->rule != y->rule) return x->rule < y->rule ? -1 : 1;
  return x->data < y->data ? -1 : x->data > y->data;
}

/* For a bottleneck `number` in which data B evict data A, returns the index of the bottleneck in which A evicts B; -1:
 * there is none. */
static int find_counterpart(const GPtrArray *troubles, guint number) {
  const AdviceTrouble *one = troubles->pdata[number];
  if (one->rule != ADVICE_RULE_CROSS || one->by_code) return -1;
  for (guint i = number + 1; i < troubles->len; i++) {
    const AdviceTrouble *other = troubles->pdata[i];
    if (other->rule == ADVICE_RULE_CROSS && !other->by_code && other->data == one->other && other->other == one->data)
      return (int)i;
  }
  return -1;
}

/* Returns the index of a later bottleneck with the same cause and the same data; -1: none. */
static int find_twin(const GPtrArray *troubles, guint number, const bool *merged) {
  const AdviceTrouble *one = troubles->pdata[number];
  for (guint i = number + 1; i < troubles->len; i++) {
    const AdviceTrouble *other = troubles->pdata[i];
    if (!merged[i] && !one->by_code && !other->by_code && other->rule == one->rule && other->data == one->data &&
        other->family == one->family)
      return (int)i;
  }
  return -1;
}

/* Returns whether one change repairs both bottlenecks: both are due to the order in which the same innermost loop goes
 * through arrays. */
static bool is_one_change(const AdviceTrouble *a, const AdviceTrouble *b, const AdviceElement *x,
                          const AdviceElement *y) {
  if (a->rule != b->rule || a->by_code || b->by_code || x->text == NULL || y->text == NULL) return false;
  if (a->rule != ADVICE_RULE_LOOPS && a->rule != ADVICE_RULE_SCATTERED) return false;
  return x->inner != NULL && y->inner != NULL && x->walk == y->walk && x->file == y->file &&
         x->inner_line == y->inner_line;
}

/* If loops deal out the elements of arrays to the processors in turn, each processor fetches all lines. If each
 * processor has a contiguous part instead, it fetches only its own lines. If this distribution causes false sharing,
 * adds to the finding about it what contiguous parts would save: first references and replacements of the same
 * source line. */
static void merge_dealt_out(const AdviceContext *context, const GPtrArray *troubles, const GArray *causes, guint number,
                            bool *merged) {
  AdviceTrouble *one = troubles->pdata[number];
  AdviceCause *cause = &g_array_index(causes, AdviceCause, number);
  if (one->rule != ADVICE_RULE_FALSE_SHARING || !cause->dealt_out) return;
  for (guint i = 0; i < troubles->len; i++) {
    const AdviceTrouble *other = troubles->pdata[i];
    const ProfilePlace *a = &context->view->profile->places[advice_place(one, 0)->place],
                       *b = &context->view->profile->places[advice_place(other, 0)->place];
    if (merged[i] || other->family != ADVICE_FAMILY_CACHE) continue;
    if (a->line == 0 || a->file != b->file || a->line != b->line) continue;
    advice_trouble_join(context, one, other);
    cause->gain += other->cycles * (1 - 1.0 / MAX(context->processors, 1));
    merged[i] = true;
    if (other->data != one->data) g_array_append_val(one->along, other->data);
  }
}

/* Adds the first references to the same data to a finding about padding, because structs without padding occupy fewer
 * lines. */
static void merge_first_references(const AdviceContext *context, const GPtrArray *troubles, const GArray *causes,
                                   guint number, bool *merged) {
  AdviceTrouble *one = troubles->pdata[number];
  AdviceCause *cause = &g_array_index(causes, AdviceCause, number);
  if (one->rule != ADVICE_RULE_PADDING) return;
  const double share = ui_text_ratio(cause->gain, one->cycles);
  for (guint i = 0; i < troubles->len; i++) {
    const AdviceTrouble *other = troubles->pdata[i];
    if (merged[i] || other->by_code || other->rule != ADVICE_RULE_COLD || other->data != one->data) continue;
    cause->gain += share * other->cycles;
    advice_trouble_join(context, one, other);
    merged[i] = true;
  }
}

/* Returns the part of the bottleneck on a data group; NULL: the bottleneck is on other data. */
static AdviceTroublePart *part_on(const AdviceTrouble *trouble, uint32_t data) {
  for (guint i = 0; i < trouble->datas->len; i++) {
    AdviceTroublePart *part = &g_array_index(trouble->datas, AdviceTroublePart, i);
    if (part->group == data) return part;
  }
  return NULL;
}

/* If the program avoids the temporary arrays that the code of the bottleneck sets, it saves their misses in all
 * code. */
static void merge_temporaries(const AdviceContext *context, const GPtrArray *troubles, const GArray *causes,
                              guint number, bool *merged) {
  AdviceTrouble *one = troubles->pdata[number];
  AdviceCause *cause = &g_array_index(causes, AdviceCause, number);
  if (!cause->temporaries) return;
  for (guint i = 0; i < troubles->len; i++) {
    AdviceTrouble *other = troubles->pdata[i];
    if (i == number || merged[i] || other->by_code || !advice_is_temporary(context, other->data)) continue;
    if (other->family != ADVICE_FAMILY_CACHE && other->family != ADVICE_FAMILY_PAGES) continue;
    AdviceTroublePart *part = part_on(one, other->data);
    if (part == NULL) continue;
    const uint64_t cycles = (uint64_t)advice_trouble_move(one, other, 1);
    cause->gain += (double)cycles;
    part->count += cycles;
    merged[i] = true;
  }
}

/* If elements with self-interference are few and far apart, storing them next to each other also saves TLB misses. */
static void merge_pages(const AdviceContext *context, const GPtrArray *troubles, const GArray *causes, guint number,
                        bool *merged) {
  AdviceTrouble *one = troubles->pdata[number];
  if (one->rule != ADVICE_RULE_SELF || one->by_code || !advice_is_thin(advice_data(context->groups, one->data))) return;
  for (guint i = 0; i < troubles->len; i++) {
    AdviceTrouble *other = troubles->pdata[i];
    if (merged[i] || other->by_code || other->rule != ADVICE_RULE_TRANSLATION || other->data != one->data) continue;
    g_array_index(causes, AdviceCause, number).gain += advice_trouble_move(one, other, 1);
    merged[i] = true;
  }
}

/* Returns the part of malloc's first references to new memory that remains if one array has the elements of the blocks:
 * the size of a block, divided by the size that malloc reserves for it. If the blocks grow, the program needs the last
 * ones only, which have about half of the bytes. */
static double touched_by_array(const AdviceContext *context, uint32_t group) {
  const AdviceDataGroup *data = advice_data(context->groups, group);
  const double size = ui_text_ratio((double)data->bytes, (double)data->blocks);
  const double reserved = (double)advice_block_size((uint64_t)size);
  return size / reserved / (advice_is_copied_to_next(context, group) ? 2 : 1);
}

/* Returns an estimate of the lines of new memory that malloc refers to for the blocks of the data: at most one for each
 * block, and at most all lines of the blocks. A block that gets the memory of a freed one is not in new memory. The
 * profile does not contain the number of these blocks, but their lines are often still in the cache. Hence, data have
 * about as many lines of new memory as misses, if not fewer. */
static double new_lines(const AdviceContext *context, const AdviceDataGroup *data) {
  const double size = ui_text_ratio((double)data->bytes, (double)data->blocks);
  const double lines = (double)data->blocks * (double)advice_block_size((uint64_t)size) / MAX(context->cache.line, 1);
  return MIN(MIN((double)data->blocks, lines), (double)(data->counts.cold + data->counts.replacement));
}

/* The heap blocks of the program, and the lines of new memory that malloc refers to for them. */
typedef struct {
  double blocks, lines;
} HeapBlocks;

static HeapBlocks heap_blocks(const AdviceContext *context) {
  HeapBlocks all = {0, 0};
  for (guint g = 0; g < context->groups->data->len; g++) {
    const AdviceDataGroup *data = advice_data(context->groups, g);
    if (!data->heap) continue;
    all.blocks += (double)data->blocks;
    all.lines += new_lines(context, data);
  }
  return all;
}

/* Returns the index of the bottleneck in malloc and free that is not merged; troubles->len: there is none. */
static guint find_allocator(const GPtrArray *troubles, const bool *merged) {
  guint i = 0;
  while (i < troubles->len && (merged[i] || ((AdviceTrouble *)troubles->pdata[i])->rule != ADVICE_RULE_ALLOCATOR)) i++;
  return i;
}

/* Returns the part of malloc's first references to new memory that remains if arrays have the elements of all blocks,
 * except for the blocks of the data with the flag `moved`. */
static double touched_by_arrays(const AdviceContext *context, const bool *moved) {
  double lines = 0, remaining = 0;
  for (guint g = 0; g < context->groups->data->len; g++) {
    const AdviceDataGroup *data = advice_data(context->groups, g);
    if (!data->heap || moved[g]) continue;
    lines += new_lines(context, data);
    remaining += new_lines(context, data) * touched_by_array(context, g);
  }
  return ui_text_ratio(remaining, lines);
}

/* Moves the stall in malloc and free to the findings about small heap blocks. The profile does not contain this stall
 * by block. First references are divided by the lines of new memory (new_lines()). For all other stall, each block
 * counts equally. Without the blocks, the moved stall disappears, except for the first references to an array with
 * their elements. The same is true for the stall that is not moved, which determines the bound of the finding about the
 * allocator. In a sampled run, lines that no sample has fetched before count as first references. Therefore, the bound
 * then contains all of the stall. */
static void merge_allocations(const AdviceContext *context, const GPtrArray *troubles, const GArray *causes,
                              bool *merged) {
  const guint from = find_allocator(troubles, merged);
  if (from == troubles->len) return;
  AdviceTrouble *other = troubles->pdata[from];
  g_autofree bool *moved = g_new0(bool, context->groups->data->len + 1); /* indexed by data group */
  const HeapBlocks all = heap_blocks(context);
  const double cold = other->cold, rest = other->cycles - other->cold;
  for (guint i = 0; i < troubles->len; i++) {
    AdviceTrouble *one = troubles->pdata[i];
    const AdviceDataGroup *data = advice_data(context->groups, one->data);
    if (merged[i] || one->rule != ADVICE_RULE_LINKED || one->by_code || !data->apart || moved[one->data]) continue;
    const double its_cold = cold * ui_text_ratio(new_lines(context, data), all.lines);
    const double its_rest = rest * ui_text_ratio((double)data->blocks, all.blocks);
    const double part = MIN(ui_text_ratio(its_cold + its_rest, other->cycles), 1), left = other->cold - its_cold;
    one->allocation = advice_trouble_move(one, other, part);
    other->cold = CLAMP(left, 0, other->cycles);
    g_array_index(causes, AdviceCause, i).gain += one->allocation - its_cold * touched_by_array(context, one->data);
    moved[one->data] = true;
    merged[from] = !advice_trouble_matters(context, other);
  }
  const double needed = context->view->profile->sampled ? 0 : other->cold * touched_by_arrays(context, moved);
  g_array_index(causes, AdviceCause, from).gain = other->cycles - needed;
}

/* Merges later bottlenecks of other data into bottleneck `number` if the same change repairs them. */
static void merge_same_change(const AdviceContext *context, const GPtrArray *troubles, const GArray *causes,
                              guint number, bool *merged) {
  AdviceTrouble *one = troubles->pdata[number];
  AdviceCause *cause = &g_array_index(causes, AdviceCause, number);
  for (guint i = number + 1; i < troubles->len; i++) {
    const AdviceTrouble *other = troubles->pdata[i];
    const AdviceCause *its = &g_array_index(causes, AdviceCause, i);
    const bool loops = one->rule == ADVICE_RULE_STREAMING && other->rule == ADVICE_RULE_STREAMING && !one->by_code &&
                       !other->by_code && advice_passes_common(&cause->passes, &its->passes);
    if (merged[i] || !(loops || is_one_change(one, other, &cause->element, &its->element))) continue;
    advice_trouble_join(context, one, other);
    cause->gain += its->gain;
    merged[i] = true;
    if (other->data != one->data) g_array_append_val(one->along, other->data);
  }
}

/* Merges later bottlenecks with the same cause and the same data into bottleneck `number`. Also merges the opposite
 * direction of a cross-interference. */
static void merge_into(const AdviceContext *context, const GPtrArray *troubles, const GArray *causes, guint number,
                       bool *merged) {
  AdviceTrouble *trouble = troubles->pdata[number];
  AdviceCause *cause = &g_array_index(causes, AdviceCause, number);
  for (int twin; (twin = find_twin(troubles, number, merged)) >= 0; merged[twin] = true) {
    const AdviceTrouble *other = troubles->pdata[twin];
    advice_trouble_join(context, trouble, other);
    trouble->own += other->own;
    cause->gain += g_array_index(causes, AdviceCause, twin).gain;
  }
  const int other = find_counterpart(troubles, number);
  if (other < 0 || merged[other]) return;
  const AdviceTrouble *back = troubles->pdata[other];
  merged[other] = true;
  advice_trouble_join(context, trouble, back);
  trouble->backward = g_array_index(back->evictors, AdviceTroublePart, 0).count;
  trouble->touched += back->touched;
  cause->gain += g_array_index(causes, AdviceCause, other).gain;
}

/* Returns the name of the data or of the code that a finding is about; NULL: the finding is about the whole program. */
static char *about_of(const View *view, const AdviceFinding *advice) {
  const uint32_t rank = advice->by_code ? advice->code : advice->data;
  return rank != ADVICE_NONE ? g_strdup(view_item(view, advice->by_code ? VIEW_CODE : VIEW_DATA, rank)->name) : NULL;
}

static void add_finding(AdviceList *list, const AdviceContext *context, const AdviceTrouble *trouble,
                        const AdviceCause *cause) {
  AdviceFinding *advice = advice_explain(context, trouble, cause);
  advice->about = about_of(context->view, advice);
  g_ptr_array_add(list->findings, advice);
  list->explained += trouble->cycles;
}

/* Returns the cause of a bottleneck, with the loops of a streaming one. From then on, the bottleneck and its cause
 * contain stall, not latency. */
static AdviceCause cause_of(const AdviceContext *context, AdviceTrouble *trouble) {
  AdviceCause cause = advice_cause(context, trouble);
  cause.gain = advice_trouble_wait(context, trouble, cause.gain);
  if (cause.rule != ADVICE_RULE_STREAMING) return cause;
  advice_cause_loops(context, trouble, &cause);
  return cause;
}

/* Returns the time in cycles that the misses of a bottleneck take, if as many of them overlap as the machine allows. */
static double least_time(const Profile *profile, const AdviceTrouble *trouble) {
  return trouble->latency / (double)MAX(most_overlapping(profile), 1);
}

/* Returns whether a bottleneck is worth a finding although the program has little stall: the code copies or sets
 * memory, so that a repair saves the whole work of the misses, whether the processor waits for them or not. */
static bool is_avoidable_work(const Profile *profile, const AdviceTrouble *trouble) {
  const bool work = trouble->rule == ADVICE_RULE_GROWTH || trouble->rule == ADVICE_RULE_COPIES ||
                    trouble->rule == ADVICE_RULE_SET;
  return work && least_time(profile, trouble) * LITTLE >= busy_cycles(profile);
}

/* Returns the time in cycles that the misses of a bottleneck take if comparisons of their elements decide which
 * elements come next. The simulated processor predicts each result correctly. In a search or a sort, both results are
 * about equally likely: a processor mispredicts about every second one, and then waits for the miss. */
static double misprediction_time(const AdviceTrouble *trouble) { return trouble->latency / 2; }

/* Appends to the finding why it is worthwhile although the program has little stall. */
static void say_worthwhile(AdviceFinding *advice, const Profile *profile, const AdviceTrouble *trouble, bool work) {
  g_autofree char *before = advice->finding;
  GString *text = g_string_new(before);
  if (work) {
    g_string_append_printf(text,
                           " The processor waits for few of these misses, but even if as many of them overlap as "
                           "possible, they take %.0f%% of the busy time.",
                           100 * ui_text_ratio(least_time(profile, trouble), busy_cycles(profile)));
  } else {
    g_string_append(text,
                    " Comparisons of the elements decide which elements come next. The simulated processor predicts "
                    "each comparison correctly, and hence waits for few of these misses. A real processor "
                    "mispredicts about every second comparison, and then waits for the miss: about ");
    view_estimate_append(text, profile, misprediction_time(trouble));
    g_string_append(text, " cycles in all. The simulated busy time is ");
    view_estimate_append(text, profile, busy_cycles(profile));
    g_string_append(text, " cycles.");
  }
  advice->finding = g_string_free(text, FALSE);
}

/* Adds the finding about a bottleneck to the list. If the program has little stall, adds only findings about avoidable
 * work and about misses after mispredictions; also about the start of the program, unless the whole run has little
 * stall. */
static void add_worthwhile(AdviceList *list, const AdviceContext *context, const AdviceTrouble *trouble,
                           const AdviceCause *cause) {
  const Profile *profile = context->view->profile;
  if (!context->by_latency) {
    add_finding(list, context, trouble, cause);
    return;
  }
  const bool work = is_avoidable_work(profile, trouble);
  const bool predicted = cause->predicted && misprediction_time(trouble) * LITTLE >= busy_cycles(profile);
  if (!work && !predicted && (list->little || trouble->rule != ADVICE_RULE_START)) return;
  add_finding(list, context, trouble, cause);
  AdviceFinding *advice = list->findings->pdata[list->findings->len - 1];
  if (work || predicted) say_worthwhile(advice, profile, trouble, work);
  if (predicted && !work) advice->gain = misprediction_time(trouble); /* for the order of findings: it has no bound */
}

static void add_troubles(AdviceList *list, const AdviceContext *context) {
  list->stall = context->stall;
  g_autoptr(GPtrArray) troubles = advice_find(context);
  g_autoptr(GArray) causes = g_array_new(FALSE, FALSE, sizeof(AdviceCause));
  g_autofree bool *merged = g_new0(bool, troubles->len + 1);
  for (guint i = 0; i < troubles->len; i++) {
    const AdviceCause cause = cause_of(context, troubles->pdata[i]);
    g_array_append_val(causes, cause);
  }
  for (guint i = 0; i < troubles->len; i++)
    if (!merged[i]) {
      merge_dealt_out(context, troubles, causes, i, merged);
      merge_first_references(context, troubles, causes, i, merged);
      merge_temporaries(context, troubles, causes, i, merged);
      merge_pages(context, troubles, causes, i, merged);
    }
  merge_allocations(context, troubles, causes, merged);
  for (guint i = 0; i < troubles->len; i++) {
    AdviceTrouble *trouble = troubles->pdata[i];
    AdviceCause *cause = &g_array_index(causes, AdviceCause, i);
    if (!merged[i]) merge_into(context, troubles, causes, i, merged);
    if (!merged[i]) merge_same_change(context, troubles, causes, i, merged);
    if (!merged[i]) add_worthwhile(list, context, trouble, cause);
  }
  for (guint i = 0; i < troubles->len; i++) advice_cause_clear(&g_array_index(causes, AdviceCause, i));
}

/* As advice_make(), but the view must be at VIEW_LEVEL_PATH. */
static AdviceList *advice_of_paths(const View *view, const NameTable *names, const AnalysisFocus *focus,
                                   const char *where) {
  const Profile *profile = view->profile;
  const bool whole = focus == NULL || (focus->code == NULL && focus->data == NULL);
  AdviceList *list = g_new0(AdviceList, 1);
  list->findings = g_ptr_array_new_with_free_func(advice_free);
  list->stall = (double)profile->totals.counts.stall_cycles;
  list->busy = busy_cycles(profile);
  const Waiting all = waiting_of(profile), own = waiting_after_start(profile);
  list->little = is_little(&all);
  /* the stall of the program is unknown */
  const bool nothing = (profile->sampled && profile->sampling.samples == 0) || profile->of_samples || list->busy == 0;
  const bool window = most_overlapping(profile) != 0, all_little = list->little && whole;
  const bool little = window && whole && is_little(&own);
  if (!nothing && (!all_little || window)) {
    AdviceContext context = make_context(view, names, focus, where);
    context.by_latency = little || all_little;
    add_troubles(list, &context);
    list->more = advice_more(&context, list->findings);
    list->analysed = !all_little;
    clear_context(&context);
  }
  if (!nothing && (all_little || little))
    g_ptr_array_add(list->findings, little_stall(list, profile, all_little ? &all : &own, all_little));
  list->little |= little;
  list->quality = g_ptr_array_new_with_free_func(g_free);
  if (whole) advice_balance(profile, list->findings);
  g_ptr_array_sort_with_data(list->findings, compare_advice, &list->little);
  return list;
}

AdviceList *advice_make(const View *view, const NameTable *names, const AnalysisFocus *focus, const char *where) {
  if (view_level(view) == VIEW_LEVEL_PATH) return advice_of_paths(view, names, focus, where);
  View *paths = view_copy(view);
  view_set_level(paths, NULL, VIEW_LEVEL_PATH);
  AnalysisFocus moved = {NULL, NULL};
  ViewSelection data = {.picked = NULL};
  if (focus != NULL) moved = *focus;
  if (moved.data != NULL) {
    view_selection_move(moved.data, view, paths, &data);
    moved.data = &data;
  }
  AdviceList *list = advice_of_paths(paths, names, focus != NULL ? &moved : NULL, where);
  view_selection_clear(&data);
  view_free(paths);
  return list;
}

void advice_judge(AdviceList *list, const View *view, const AnalysisFocus *focus) {
  if (!list->analysed) return;
  g_ptr_array_unref(list->quality);
  list->quality = advice_quality(view, focus);
}

void advice_list_free(AdviceList *list) {
  g_ptr_array_unref(list->findings);
  g_ptr_array_unref(list->quality);
  g_free(list->more);
  g_free(list);
}
