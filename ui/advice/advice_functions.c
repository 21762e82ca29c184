/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_functions.c: the rules of advice for system and library functions. */
#include "ui/advice/advice_rule_code.h"

#include <string.h>

#include "ui/base/ui_text.h"

#define COPIED 0.25
enum { BLOCKS = 8, NAMED = 3, HARDLY = 16 /* at most one load for this number of stores */ };
#define FEW_USES 1.0 /* references of other code for each miss of the code that sets the data */

/* ---- conditions ---- */

/* Marks the cause as certain, because the purpose of the code determines it. Returns true. */
static bool is_all(const AdviceLook *look, double gain) {
  look->cause->sure = ADVICE_SURE;
  look->cause->why = "that is all that this code does";
  look->cause->gain = gain;
  return true;
}

/* Sets the cause. Returns true. */
static bool is_likely(const AdviceLook *look, double gain, const char *why) {
  look->cause->sure = ADVICE_LIKELY;
  look->cause->gain = gain;
  look->cause->why = why;
  return true;
}

bool advice_is_start(const AdviceLook *look) {
  return look->code->kind == ADVICE_CODE_LOADER && look->trouble->by_code && is_all(look, 0);
}

bool advice_is_allocator(const AdviceLook *look) {
  return look->code->kind == ADVICE_CODE_ALLOCATOR && look->trouble->by_code && is_all(look, look->trouble->cycles);
}

/* Returns the number of blocks of the data in each rank of a message-passing program, as a mean. */
static double blocks_in_rank(const AdviceDataGroup *data) { return (double)data->blocks / MAX(data->ranks, 1); }

/* Returns whether data are many blocks of one call path that functions copy to each other, as a function does that
 * makes an array larger. */
static bool is_growing(const AdviceContext *context, uint32_t data) {
  const AdviceDataGroup *group = advice_data(context->groups, data);
  return group->heap && !group->apart && blocks_in_rank(group) >= BLOCKS && advice_is_copied_to_next(context, data);
}

/* Returns whether the data were allocated where a std::vector grows. */
static bool is_growing_vector(const AdviceLook *look) {
  static const char *const functions[] = {"_M_realloc_insert", "_M_realloc_append", "_M_default_append"};
  const char *path = look->context->view->labels[VIEW_DATA].full[look->data->bin];
  if (blocks_in_rank(look->data) < 2 || !advice_is_copied_to_next(look->context, look->trouble->data)) return false;
  for (size_t i = 0; i < G_N_ELEMENTS(functions); i++)
    if (strstr(path, functions[i]) != NULL) return true;
  return false;
}

/* The program fills each block of a growing array, and copies each block but the last one. If each block has twice the
 * size of the one before, as in a std::vector, the earlier blocks together have the size of the last one. If the last
 * block is full, the bytes filled and copied are three times the bytes of the elements. If the array has just grown,
 * half of the last block is empty, and they are five times the bytes of the elements. After a call of reserve(), the
 * program only fills one block with the elements. */
#define DOUBLED_LEAST 3.0
#define DOUBLED_MOST 5.0

/* Returns the smallest part of the stall of `blocks` blocks that remains if each block has twice the size of the one
 * before. If the blocks now grow by the same size each time, their mean size is half of that of the last one. Hence,
 * the bytes filled and copied are `blocks` times the last block. */
static double doubled(double blocks) { return MIN(DOUBLED_LEAST / MAX(blocks, 1), 1); }

/* Returns whether the elements of a growing array can fit into the cache. They fill at least half of the last block,
 * which is at least as large as the mean of all blocks. */
static bool can_fit(const AdviceContext *context, const AdviceDataGroup *data) {
  return ui_text_ratio((double)data->bytes, 2 * (double)data->blocks) <= (double)context->cache.size;
}

/* A function that returns which part (0 to 1) of the cycles of a data group a finding is about. */
typedef double PartOf(const AdviceContext *context, uint32_t data);

static double part_growing(const AdviceContext *context, uint32_t data) { return is_growing(context, data) ? 1 : 0; }

/* Returns the part that disappears if each block of a growing array has twice the size of the one before. */
static double part_doubled(const AdviceContext *context, uint32_t data) {
  const AdviceDataGroup *group = advice_data(context->groups, data);
  if (!is_growing(context, data)) return 0;
  return can_fit(context, group) ? 1 : 1 - doubled(blocks_in_rank(group));
}

static double part_temporary(const AdviceContext *context, uint32_t data) {
  return advice_is_temporary(context, data) ? 1 : 0;
}

/* Returns the cycles of a bottleneck that count. */
static double cycles_of(const AdviceContext *context, const AdviceTrouble *trouble, PartOf *part_of) {
  double cycles = 0;
  for (guint i = 0; i < trouble->datas->len; i++) {
    const AdviceTroublePart *part = &g_array_index(trouble->datas, AdviceTroublePart, i);
    cycles += (double)part->count * part_of(context, part->group);
  }
  return cycles;
}

/* Returns the largest number of cycles that an array saves of which a part (`rest`) of the bytes filled and copied
 * remains. If the array can fit into the cache, all replacement misses of its bottleneck count as saved. Otherwise, the
 * part of `most` cycles remains. */
static double most_saved(const AdviceLook *look, double rest, double most) {
  const AdviceTrouble *trouble = look->trouble;
  return can_fit(look->context, look->data) ? trouble->cycles - rest * trouble->cold : (1 - rest) * most;
}

bool advice_is_growth(const AdviceLook *look) {
  const AdviceTrouble *trouble = look->trouble;
  if (look->one && trouble->copied >= COPIED * trouble->cycles && is_growing_vector(look)) {
    look->cause->sure = ADVICE_SURE;
    look->cause->gain = most_saved(look, 1 / DOUBLED_MOST, trouble->cycles);
    look->cause->why = "its blocks were allocated where a std::vector grows, and their contents are copied";
    return true;
  }
  if ((!look->one && !trouble->by_code) || trouble->copied * 2 < trouble->cycles) return false;
  const double growing = cycles_of(look->context, trouble, part_growing);
  if (growing * 2 <= trouble->cycles) return false;
  const double copied = MIN(trouble->copied, growing);
  const double gain = look->one ? most_saved(look, doubled(blocks_in_rank(look->data)), copied)
                                : copied * ui_text_ratio(cycles_of(look->context, trouble, part_doubled), growing);
  return is_likely(look, gain, "functions that copy memory load from its blocks, and store to its blocks");
}

bool advice_is_copies(const AdviceLook *look) {
  const AdviceTrouble *trouble = look->trouble;
  if (!trouble->by_code || trouble->copied * 2 <= trouble->cycles) return false;
  const double temporary = cycles_of(look->context, trouble, part_temporary);
  look->cause->temporaries = temporary * 2 > trouble->cycles;
  return is_all(look, look->cause->temporaries ? temporary : trouble->cycles);
}

/* Returns the references of other code to the data for each miss of the functions that set them; -1: these functions
 * have no misses. */
static double uses_for_each_miss(const AdviceSetUses *uses) {
  return uses->set_misses != 0 ? (double)(uses->loads + uses->stores) / (double)uses->set_misses : -1;
}

/* Returns whether other code stores to the data that functions have set, and hardly loads from them: it overwrites what
 * was set. */
static bool is_overwritten(const AdviceSetUses *uses) {
  return uses->set_misses != 0 && uses->stores >= 2 * uses->set_misses && uses->loads * HARDLY < uses->stores;
}

/* Returns whether functions set the lines of the data many times, and the program then uses few words of the lines, or
 * overwrites them. */
bool advice_is_set(const AdviceLook *look) {
  const AdviceTrouble *trouble = look->trouble;
  if (!look->one || trouble->copied * 4 <= trouble->cycles || trouble->replacement * 2 <= trouble->cycles) return false;
  const AdviceSetUses *set = &look->context->uses[trouble->data];
  if (is_overwritten(set)) /* after the change, other code has the first references */
    return is_likely(look, MAX(trouble->copied - trouble->cold, 0),
                     "other code stores to the data after functions have set them, and hardly loads from them");
  const double uses = uses_for_each_miss(set);
  return trouble->copied * 2 > trouble->cycles && uses >= 0 && uses < FEW_USES &&
         is_likely(look, trouble->copied,
                   "most misses are in functions that set memory, and other code uses little of it");
}

/* ---- findings ---- */

/* Writes the names of the first NAMED arrays for which `part_of` is positive, separated by commas. */
static void say_arrays(const AdviceWords *words, PartOf *part_of) {
  const GArray *datas = words->trouble->datas;
  guint named = 0;
  for (guint i = 0; i < datas->len && named < NAMED; i++) {
    const uint32_t number = g_array_index(datas, AdviceTroublePart, i).group;
    const AdviceDataGroup *data = advice_data(words->context->groups, number);
    if (part_of(words->context, number) <= 0) continue;
    advice_say(words, "%s%s (%" G_GUINT64_FORMAT " blocks)", named++ != 0 ? ", " : "", data->name, data->blocks);
  }
}

/* Reports the arrays that grow, if the bottleneck is the code that copies their contents. */
static void say_growing(const AdviceWords *words) {
  advice_say(words, "%s copies the contents of arrays to larger blocks: ", words->data);
  say_arrays(words, part_growing);
  advice_say(words, ". The copies have %.1f%% of this stall.",
             advice_say_percent(words->trouble->copied, words->trouble->cycles));
}

void advice_explain_growth(const AdviceWords *words) {
  if (words->trouble->by_code)
    say_growing(words);
  else
    advice_say(words,
               "%s grows as it is filled: %" G_GUINT64_FORMAT
               " blocks were allocated for it, and %.1f%% of this stall is in "
               "copying its contents to the next.",
               words->data, words->facts->blocks, advice_say_percent(words->trouble->copied, words->trouble->cycles));
  advice_say_remedy(words, words->cause->sure == ADVICE_SURE
                               ? "Call reserve() with the number of elements before the loop that adds them."
                               : "Allocate room for all elements before the loop that adds them. If their number is "
                                 "unknown, let each new block have twice the size of the last one, or 1.5 times its "
                                 "size.");
  if (words->trouble->by_code) return;
  advice_say_figure(words, "blocks", (double)words->facts->blocks, ADVICE_FIGURE_COUNT);
  advice_say_figure(words, "bytes of all of them", (double)words->facts->bytes, ADVICE_FIGURE_BYTES);
  advice_say_size(words);
}

/* Writes the names of the temporary arrays, and how to avoid them. */
static void say_temporaries(const AdviceWords *words) {
  advice_say(words, " Temporary arrays: ");
  say_arrays(words, part_temporary);
  advice_say(words, ". The program fills each of their blocks once and reads it once.");
  advice_say_remedy(
      words, " If the temporary arrays hold intermediate results, for example of an array expression, compute the "
             "whole expression in one loop, element by element. The arrays are then not needed.");
}

void advice_explain_copies(const AdviceWords *words) {
  advice_say(words, "%s copies or sets memory that is not in the cache: ", words->data);
  advice_say_count(words, words->trouble->misses);
  advice_say(words, " misses.");
  advice_say_parts(words);
  if (words->cause->temporaries) say_temporaries(words);
  advice_say_figure(words, "misses", words->trouble->misses, ADVICE_FIGURE_COUNT);
}

/* Writes the finding about data that other code stores to after functions have set them. */
static void explain_overwritten(const AdviceWords *words, const AdviceSetUses *set) {
  advice_say(
      words,
      "%s is set again and again, and other code stores to it: %.1f%% of this stall is in functions that set memory. "
      "For each of their misses, other code has %.1f stores to it, and %.2f loads.",
      words->data, advice_say_percent(words->trouble->copied, words->trouble->cycles),
      (double)set->stores / (double)set->set_misses, (double)set->loads / (double)set->set_misses);
  advice_say_sizes(words);
  advice_say_remedy(
      words, "Does the program store to all of it before it loads from it or writes it to a file? Then remove the "
             "code that sets it. Otherwise, set only what the program does not overwrite.");
  advice_say_figure(words, "misses", words->trouble->misses, ADVICE_FIGURE_COUNT);
  advice_say_size(words);
}

void advice_explain_set(const AdviceWords *words) {
  const AdviceSetUses *set = &words->context->uses[words->trouble->data];
  const double uses = uses_for_each_miss(set);
  if (is_overwritten(set)) {
    explain_overwritten(words, set);
    return;
  }
  advice_say_remedy(words, "Set again only the elements that were changed: list them, or store with each element the "
                           "number of the round that set it. Where new memory is set each time, keep the memory for "
                           "the next use.");
  advice_say(words,
             "%s is set again and again, and little of it is used: %.1f%% of this stall is in functions that set "
             "memory, and ",
             words->data, advice_say_percent(words->trouble->copied, words->trouble->cycles));
  if (uses < 0.05)
    advice_say(words, "other code hardly refers to it.");
  else
    advice_say(words, "other code has %.1f references for each of their misses.", uses);
  advice_say_sizes(words);
  advice_say_figure(words, "misses", words->trouble->misses, ADVICE_FIGURE_COUNT);
  advice_say_size(words);
}

void advice_explain_allocator(const AdviceWords *words) {
  advice_say(words, "malloc and free themselves miss ");
  advice_say_count(words, words->trouble->misses);
  advice_say(words, " times");
  if (!words->context->view->profile->sampled)
    advice_say(words, "; %.1f%% of this stall is the first touch of new memory",
               advice_say_percent(words->trouble->cold, words->trouble->cycles));
  advice_say(words, ".");
  if (!words->context->view->profile->sampled && words->trouble->cold * 2 > words->trouble->cycles)
    advice_say(
        words,
        " The data need most of this memory in any case. The bound below contains only a part of this first touch: "
        "the words that malloc adds to the blocks.");
  advice_say_figure(words, "misses", words->trouble->misses, ADVICE_FIGURE_COUNT);
}

void advice_explain_start(const AdviceWords *words) {
  advice_say(words, "The dynamic linker loads the program's libraries: ");
  advice_say_count(words, words->trouble->misses);
  advice_say(words, " misses. A longer run does not have more of them.");
  advice_say_figure(words, "misses", words->trouble->misses, ADVICE_FIGURE_COUNT);
}
