/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_amounts.c: the rules for data that exceed the cache or the TLB, and for data that are used for the first
 * time. */
#include "ui/advice/advice_rule_code.h"

#include <string.h>

#include "ui/advice/advice_reuse.h"
#include "ui/advice/advice_walk.h"
#include "ui/base/ui_text.h"
#include "ui/names/name_user_calls.h"

enum {
  REPLACED = 4, /* replacement misses have at least 1 / REPLACED of the cycles */
  PASSING = 4,  /* minimum ratio of the data's size to the cache's size, for data that pass through the cache */
  HARDLY = 20,  /* at most a 20th */
  LOOKED_AT = 6 /* source lines */
};

/* ---- conditions ---- */

/* Returns whether the program stores to each line of the data and loads from it before the line leaves the cache, and
 * hardly ever afterwards: the data exceed the cache, and yet hardly any miss is a replacement. */
static bool is_used_once(const AdviceContext *context, const AdviceTrouble *trouble, const AdviceDataGroup *data) {
  const ProfileCounts *counts = &data->counts;
  const uint64_t references = profile_counts_references(counts);
  return !trouble->by_code && !context->view->profile->sampled && context->processors == 1 &&
         data->touched > PASSING * context->cache.size && counts->replacement * HARDLY < counts->cold &&
         MIN(counts->reads, counts->writes) * REPLACED >= references &&
         references >= context->cache.line / sizeof(double) * counts->cold;
}

bool advice_is_stack(const AdviceLook *look) {
  if (!look->one || !look->data->stack || look->data->type != NULL) return false;
  look->cause->sure = ADVICE_POSSIBLE;
  look->cause->why = "the profile does not distinguish the variables of the frame";
  look->cause->gain = look->trouble->cycles;
  return true;
}

/* Returns whether the name of a type contains one of the `n` words. */
static bool has_word(const char *type, const char *const *words, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (advice_walk_word(type, words[i]) != NULL) return true;
  return false;
}

/* Returns the size in bytes of the smallest type that could hold the values, if they are small: 4 for floating-point
 * numbers of 8 bytes, 1 for integers. 0: there is no smaller type, or the kind of the type is unknown, for example
 * because the type is a typedef. A complex number of 8 bytes has no smaller type. type: NULL: unknown. */
static uint64_t smaller_type(const NameBinType *type) {
  static const char *const floating[] = {"double", "float", "real", "f32", "f64"};
  static const char *const integers[] = {"char",    "short",    "int",       "long",     "unsigned", "signed",
                                         "enum",    "integer",  "logical",   "i16",      "i32",      "i64",
                                         "isize",   "u16",      "u32",       "u64",      "usize",    "int16_t",
                                         "int32_t", "int64_t",  "uint16_t",  "uint32_t", "uint64_t", "ssize_t",
                                         "size_t",  "intptr_t", "uintptr_t", "ptrdiff_t"};
  if (type == NULL || type->element_size < 2 || type->element_size > sizeof(double) || type->n_fields != 0) return 0;
  const char *name = type->element;
  if (strpbrk(name, "*&<") != NULL || advice_walk_word(name, "complex") != NULL) return 0;
  if (has_word(name, floating, G_N_ELEMENTS(floating))) return type->element_size == sizeof(double) ? 4 : 0;
  return has_word(name, integers, G_N_ELEMENTS(integers)) ? 1 : 0;
}

bool advice_is_streaming(const AdviceLook *look) {
  AdviceTrouble *trouble = look->trouble;
  AdviceCause *cause = look->cause;
  if (trouble->replacement < trouble->cycles / REPLACED) return false;
  cause->sure = ADVICE_LIKELY;
  cause->gain = trouble->replacement;
  cause->why = "the lines are used well while they are in the cache, and there are more than it holds";
  if (trouble->own * 2 < trouble->counts.replacement && trouble->evictors->len != 0) {
    const uint32_t by = g_array_index(trouble->evictors, AdviceTroublePart, 0).group;
    const bool larger = advice_data(look->context->groups, by)->touched > look->context->cache.size;
    if (larger && !trouble->by_code) trouble->other = by;
  }
  return true;
}

bool advice_is_unknown(const AdviceLook *look) {
  if (!look->context->view->profile->sampled) return false;
  look->cause->sure = ADVICE_POSSIBLE;
  look->cause->why = "the simulation did not see the references between the samples";
  look->cause->gain = look->trouble->cycles;
  return true;
}

bool advice_is_cold(const AdviceLook *look) {
  look->cause->sure = ADVICE_SURE;
  look->cause->why = "nothing was there before";
  /* If data are used once, the program can reuse one buffer for the part that it needs at a time. The lines of the
   * buffer then stay in the cache. */
  look->cause->gain = is_used_once(look->context, look->trouble, look->data) ? look->trouble->cycles
                                                                             : look->trouble->replacement;
  return true;
}

/* Returns whether the program writes new memory for the first time: replacement misses have hardly any stall, and stores
 * make most misses of the hottest source line, as first references. */
bool advice_look_new_memory(const AdviceLook *look) {
  const AdviceTrouble *trouble = look->trouble;
  const ProfileCounts *hottest = &advice_place(trouble, 0)->counts;
  const uint64_t misses = profile_counts_misses(hottest);
  return look->one && !look->context->view->profile->sampled && trouble->replacement * REPLACED < trouble->cycles &&
         trouble->waited.replacement * REPLACED <= trouble->stall && hottest->cold * 2 > misses &&
         hottest->write_misses * 2 > misses;
}

bool advice_is_translation(const AdviceLook *look) {
  look->cause->sure = ADVICE_SURE;
  look->cause->why = "the simulation knows which pages the TLBs have";
  look->cause->gain = look->trouble->cycles;
  return true;
}

/* ---- findings ---- */

/* Returns whether a chain of calls between two contexts of the profile contains a function. */
static bool is_between(const Profile *profile, uint32_t from, uint32_t to, const char *function) {
  for (uint64_t next = (uint64_t)from + 1; next != 0; next = profile->contexts[next - 1].caller) {
    if (strcmp(profile->segments[profile->contexts[next - 1].segment].name, function) == 0) return true;
    if (next == (uint64_t)to + 1) break;
  }
  return false;
}

/* Returns whether the profile shows that the function of the stack frame calls itself, directly or through others. */
static bool is_recursive(const AdviceWords *words) {
  const Profile *profile = words->context->view->profile;
  const char *function = profile->bins[words->facts->bin].name;
  for (uint32_t f = 0; f < profile->n_context_folds; f++)
    if (is_between(profile, profile->context_folds[f].from, profile->context_folds[f].to, function)) return true;
  return false;
}

void advice_explain_stack(const AdviceWords *words) {
  advice_say(words, "%s misses in the cache ", words->data);
  advice_say_count(words, words->trouble->misses);
  advice_say(words, " times. The references of a frame are those to the local variables of the function.");
  advice_say_remedy(words, words->context->view->profile->n_slots == 0
                               ? "A profile made with --stack-vars=yes shows which variables they are, and what to "
                                 "change."
                               : "The debug information does not show which variables they are.");
  if (is_recursive(words))
    advice_say_remedy(words, " The function calls itself. Do these calls nest deeply? Then smaller frames need fewer "
                             "lines.");
  advice_say_figure(words, "misses", words->trouble->misses, ADVICE_FIGURE_COUNT);
}

void advice_explain_cold(const AdviceWords *words) {
  advice_say(words, "A processor has to fetch each line of %s once: ", words->data);
  advice_say_count(words, (double)words->counts->cold);
  advice_say(words, " first references. There are %.1f references for each miss.",
             ui_text_ratio((double)profile_counts_references(words->counts), advice_say_misses(words)));
  if (is_used_once(words->context, words->trouble, words->facts)) {
    advice_say(words, " After a line has left the cache, it is hardly ever used again.");
    advice_say_remedy(words,
                      " Does the program need only the latest part of these data, such as the last two rows of a "
                      "table? Then store only this part, in memory that is used again for the next one.");
  }
  if (!words->trouble->by_code && words->facts->apart)
    advice_say_remedy(words, " The data are many heap blocks: fewer or smaller blocks have fewer lines.");
  if (words->trouble->by_code || !words->facts->known) advice_say_parts(words);
  advice_say_figure(words, "first references", (double)words->counts->cold, ADVICE_FIGURE_COUNT);
  advice_say_references(words);
  advice_say_size(words);
}

void advice_explain_unknown(const AdviceWords *words) {
  advice_say(words, "No sample had fetched most of the lines of %s before that it missed: ", words->data);
  advice_say_count(words, (double)words->counts->cold);
  advice_say(words,
             " misses. They may be first references, or lines that were replaced between samples. There are %.1f "
             "references for each miss.",
             ui_text_ratio((double)profile_counts_references(words->counts), advice_say_misses(words)));
  if (words->trouble->by_code || !words->facts->known) advice_say_parts(words);
  advice_say_figure(words, "misses of unknown cause", (double)words->counts->cold, ADVICE_FIGURE_COUNT);
  advice_say_references(words);
}

/* Reports the loops that go through the data, and the loop that repeats them. */
static void say_passes(const AdviceWords *words, const AdvicePasses *passes) {
  const guint n = passes->passes->len;
  advice_say(words, n == 1 ? " The loop in line " : " The loops in lines ");
  for (guint i = 0; i < n; i++)
    advice_say(words, "%s%" G_GUINT64_FORMAT,
               i == 0      ? ""
               : i + 1 < n ? ", "
                           : " and ",
               g_array_index(passes->passes, AdvicePass, i).loop);
  const char *what = passes->blocked ? "blocks of it" : "it";
  advice_say(words, n == 1 ? " goes through %s" : " go through %s in turn", what);
  if (passes->again != NULL)
    advice_say(words, ", and again in each iteration of the loop over %s in line %" G_GUINT64_FORMAT, passes->again,
               passes->again_line);
  if (passes->by_calls)
    advice_say(words, " about %.0f times, probably in several calls of its function",
               g_array_index(passes->passes, AdvicePass, 0).times);
  advice_say(words, ".");
}

/* Writes the size of a block of the data that the cache can hold together with other data. */
static void say_block(const AdviceWords *words) {
  const NameBinType *type = words->facts->type;
  const uint64_t half = words->context->cache.size / 2;
  advice_say_remedy(words, "a block of at most ");
  ui_text_append_bytes(words->remedy, half);
  if (type != NULL && type->element_size > 1) /* a byte can be a part of anything */
    advice_say_remedy(words, " (%" G_GUINT64_FORMAT " elements)", half / type->element_size);
  advice_say_remedy(words, " of the data, then ");
}

/* Writes the remedy for a loop that is repeated because its function is called repeatedly. */
static void say_calls(const AdviceWords *words) {
  advice_say_remedy(
      words, "Does a call need the results of the previous call for all elements, as in an iterative solver? "
             "Then it cannot work several times on one block. Only fewer elements, or elements of a smaller type "
             "that holds all values, need fewer lines. Otherwise, let a call do the work of "
             "several calls on ");
  say_block(words);
  advice_say_remedy(words, "on the next block.");
}

/* Writes the remedy for loops of different functions. */
static void say_functions(const AdviceWords *words) {
  advice_say_remedy(words,
                    "These loops are in different functions: do their calls follow one another, and does a later loop "
                    "need only those elements of the earlier one that are near its own? Then call the functions for ");
  say_block(words);
  advice_say_remedy(words,
                    "for the next block. If a later loop needs a result of all elements, such as a sum, the misses are "
                    "intrinsic: only elements of a smaller type need fewer lines, if all values fit into it.");
}

/* Writes that the program does not need all of the data at the same time, if some loops only store to the data, and the
 * others only load from them. The bound contains what this saves. */
static void say_handed_on(const AdviceWords *words, const AdvicePasses *passes) {
  if (!passes->handed_on) return;
  advice_say_remedy(words,
                    " Some of these loops only store to %s, the others only load from it. If no code needs all of "
                    "it at the same time, store only the current block, in memory that is used again for the next "
                    "one.",
                    words->data);
}

/* Writes the remedy for data that loops go through several times. */
static void say_blocks(const AdviceWords *words, const AdvicePasses *passes) {
  const bool several = passes->passes->len > 1;
  if (passes->needed != ADVICE_NONE) {
    advice_say_remedy(words,
                      "Line %" G_GUINT64_FORMAT " uses %s, which line %" G_GUINT64_FORMAT
                      " writes: these loops probably cannot be merged. Elements of a smaller type need fewer lines, if "
                      "all values fit into it.",
                      passes->user, advice_data(words->context->groups, passes->needed)->name, passes->writer);
    return;
  }
  if (passes->blocked) {
    advice_say_remedy(
        words, "The program already works on blocks. Larger blocks are fetched less often, as long as the cache "
               "holds all blocks that the loops use together. Otherwise, the misses are intrinsic: only elements "
               "of a smaller type need fewer lines, if all values fit into it.");
    return;
  }
  if (passes->by_calls) {
    say_calls(words);
    return;
  }
  if (passes->apart) {
    say_functions(words);
    say_handed_on(words, passes);
    return;
  }
  advice_say_remedy(words, several
                               ? "Does a later loop need only those elements of the earlier one that are near its own?"
                               : "Does an iteration of that loop need only those results of the previous one that "
                                 "are near its own elements?");
  advice_say_remedy(words, " Then run %s on ", several ? "these loops" : "several iterations");
  say_block(words);
  advice_say_remedy(words, "on the next block. Otherwise, the misses are intrinsic: only elements of a "
                           "smaller type need fewer lines, if all values fit into it.");
  say_handed_on(words, passes);
}

/* Writes what helps to find the cause of replacements that no loop in the source explains. */
static void say_missing(const AdviceWords *words) {
  const uint32_t place = advice_place(words->trouble, 0)->place;
  const char *before = words->remedy->len != 0 ? " " : "";
  if (!advice_reuse_has_line(words->context, words->trouble))
    advice_say_remedy(words, "%s%s Advice can then look for the loop that uses the data again.", before,
                      name_user_calls_is_library(words->context->view->profile, place)
                          ? "Install the debug information and the source of this library, if it is not in assembly "
                            "language."
                          : "Compile this code with -g.");
  else if (!advice_reuse_has_text(words->context, words->trouble))
    advice_say_remedy(words,
                      "%sIf the source of this code is in another folder, name it with --source-path. Advice can "
                      "then look for the loop that uses the data again.",
                      before);
  else if (!words->context->kinds && words->facts->touched < PASSING * words->context->cache.size)
    advice_say_remedy(
        words, "%sA run with --conflicts=yes shows whether the cache is too small, or only some of its sets are.",
        before);
  else if (*before == '\0')
    advice_say_remedy(words, "The profile does not show what to change.");
}

/* Writes the remedy for data that are used again, if no loop is known that goes through them. */
static void say_reuse(const AdviceWords *words) {
  switch (advice_reuse_say(words)) {
    case ADVICE_REUSE_REPEATED_CALL:
      advice_say_remedy(
          words, "Can one call do the work of several iterations, as a product of two matrices does the work of "
                 "several products of a matrix and a vector? It then fetches the elements once for all of them.");
      return;
    case ADVICE_REUSE_LARGE_PARTS: say_calls(words); break;
    case ADVICE_REUSE_SMALL_PARTS:
      advice_say_remedy(
          words,
          "On average, a call uses a small part of the data. If the order of the calls does not matter, let calls "
          "that use near elements follow one another.");
      break;
    default: break;
  }
  say_missing(words);
}

static bool is_in_brackets(const char *text, const char *at, bool fortran) {
  int depth = 0;
  for (const char *p = text; p < at; p++) {
    if (*p == (fortran ? '(' : '[')) depth++;
    if (*p == (fortran ? ')' : ']')) depth--;
  }
  return depth > 0;
}

/* The use of an element on a source line. */
typedef enum { USE_UNKNOWN, USE_SET, USE_VALUE } Use;

/* Returns whether the text before an element passes it on: returns it, gives it to a call, or lets a loop go over the
 * elements, as in "for (int v : edges)". */
static bool is_passed_on(const char *before, const char *at) {
  g_autofree char *head = g_strndup(before, (gsize)(at - before));
  const char *range = strchr(head, ':');
  if (advice_walk_word(head, "return") != NULL || advice_walk_word(head, "in") != NULL) return true;
  if (range != NULL && range[1] != ':' && (range == head || range[-1] != ':')) return true;
  for (const char *p = head; *p != '\0'; p++)
    if (*p == '(' && p > head && (g_ascii_isalnum(p[-1]) || p[-1] == '_') && strchr(p, ')') == NULL) return true;
  return false;
}

/* Returns how the line uses elements of the variable. An element in a subscript is a position. If the line assigns it to
 * another variable, its meaning is unknown, too. */
static Use use_of_elements(const char *text, const char *variable, bool fortran) {
  const char *at = advice_walk_word(text, variable);
  if (at == NULL || is_in_brackets(text, at, fortran)) return USE_UNKNOWN;
  const char *before = at;
  while (before > text && strchr("=;{", before[-1]) == NULL) before--;
  if (is_passed_on(before, at)) return USE_UNKNOWN;
  if (before - text >= 2 && before[-1] == '=' && strchr("+-*/|&^", before[-2]) == NULL) return USE_UNKNOWN;
  const char *after = at + strcspn(at, "=;");
  return *after == '=' && after[1] != '=' ? USE_SET : USE_VALUE;
}

/* Returns whether the source shows what the program does with the elements, and that they are no positions. */
static bool are_plain_values(const AdviceWords *words) {
  const AdviceContext *context = words->context;
  NameUserLine lines[LOOKED_AT * NAME_USER_LINES_MOST];
  g_autofree char *variable = advice_variable(context, words->trouble->data);
  const guint n = variable != NULL ? advice_lines(context, words->trouble, ADVICE_LINES_HOT, LOOKED_AT, lines, NULL)
                                   : 0;
  bool shown = false;
  for (guint i = 0; i < n; i++) {
    const bool fortran = advice_syntax(context->view->profile->files[lines[i].file].path) == ADVICE_SYNTAX_FORTRAN;
    const char *text = lines[i].line != 0
                           ? analysis_source_text_line(advice_text(context, lines[i].file), lines[i].line)
                           : NULL;
    const Use use = text != NULL ? use_of_elements(text, variable, fortran) : USE_UNKNOWN;
    if (use == USE_UNKNOWN) return false;
    shown |= use == USE_VALUE;
  }
  return shown;
}

/* Returns the size in bytes of the smallest type that advice offers for the elements; 0: none. Integers can be positions
 * in other data, unless the source shows another use of them. A type for positions must be able to count the elements of
 * the data. */
static uint64_t offered_type(const AdviceWords *words) {
  const NameBinType *type = words->facts->type;
  const uint64_t smaller = words->trouble->by_code ? 0 : smaller_type(type);
  if (smaller != 1 || are_plain_values(words)) return smaller;
  const uint64_t elements = words->facts->bytes / MAX(words->facts->blocks, 1) / type->element_size;
  const uint64_t size = elements == 0                   ? 8
                        : elements <= UINT64_C(1) << 8  ? 1
                        : elements <= UINT64_C(1) << 16 ? 2
                        : elements <= UINT64_C(1) << 32 ? 4
                                                        : 8;
  return size < type->element_size ? size : 0;
}

/* Returns the cycles that elements of `smaller` bytes save at most. They also save first references. If all elements
 * then fit into the cache, they stay there. */
static double saved_by_smaller(const AdviceWords *words, uint64_t smaller) {
  const double part = (double)smaller / (double)words->facts->type->element_size;
  const bool fit = (double)words->facts->extent * part <= (double)words->context->cache.size;
  return words->trouble->replacement * (fit ? 1 : 1 - part) + words->trouble->cold * (1 - part);
}

/* Writes how much of the stall of the data a smaller type saves at most. */
static void say_smaller_type(const AdviceWords *words) {
  const NameBinType *type = words->facts->type;
  const uint64_t smaller = offered_type(words);
  if (smaller == 0) return;
  advice_say_remedy(words,
                    " If all values fit into it, a type of %" G_GUINT64_FORMAT " byte%s instead of %" G_GUINT64_FORMAT
                    " for the elements of %s saves at most %.1f%% of their stall.",
                    smaller, smaller == 1 ? "" : "s", type->element_size, words->data,
                    advice_say_percent(saved_by_smaller(words, smaller), words->trouble->cycles));
}

void advice_explain_streaming(const AdviceWords *words) {
  if (words->other != NULL) {
    advice_say(words, "%s passes through the cache and pushes %s out of it.", words->other, words->data);
  } else if (words->trouble->by_code) {
    advice_say(words, "%s goes through more data than the cache holds.", words->data);
    advice_say_parts(words);
  } else {
    advice_say_fetches(words);
    const bool well = advice_reuse_is_shown(words->context, words->trouble, words->cause);
    advice_say(words, well ? ", and its words are used while it is there." : ".");
    if (!words->facts->known) advice_say_parts(words);
  }
  advice_say_sizes(words);
  if (words->trouble->replacement * REPLACED < words->trouble->cycles)
    advice_say(words, " First references have %.1f%% of this stall.",
               advice_say_percent(words->trouble->cold, words->trouble->cycles));
  const AdvicePasses *passes = &words->cause->passes;
  const bool known = advice_passes_known(passes);
  if (known) say_passes(words, passes);
  if (words->trouble->along->len != 0)
    advice_say_along(words, passes->passes->len == 1 ? " This loop also goes through "
                                                     : " Some of these loops also go through ");
  if (known)
    say_blocks(words, passes);
  else
    say_reuse(words);
  say_smaller_type(words);
  advice_say_figure(words, "replacement misses", (double)words->counts->replacement, ADVICE_FIGURE_COUNT);
  advice_say_references(words);
  advice_say_size(words);
  advice_say_kinds(words);
}

void advice_explain_translation(const AdviceWords *words) {
  const double pages = words->trouble->misses;
  advice_say(words, "References to %s use more pages than the TLBs have: the first one did not have a page ",
             words->data);
  advice_say_count(words, pages);
  advice_say(words, " times, which took %.1f cycles each.", ui_text_ratio(words->trouble->cycles, pages));
  if (words->trouble->by_code || !words->facts->known) advice_say_parts(words);
  advice_say_step(words);
  advice_say_figure(words, "misses of the first TLB", pages, ADVICE_FIGURE_COUNT);
  advice_say_references(words);
  advice_say_size(words);
}
