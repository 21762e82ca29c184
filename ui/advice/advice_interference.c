/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_interference.c: the rules of advice for data that evict each other, or themselves. */
#include "ui/advice/advice_rule_code.h"

#include <stdlib.h>
#include <string.h>

#include "ui/base/ui_number.h"
#include "ui/base/ui_text.h"

enum {
  FEW_WAYS = 2,
  REUSED = 10,     /* fetches of a line */
  REPLACED = 4,    /* a quarter of the cycles */
  LEAST_WORDS = 4, /* elements of a line */
  JOINED = 12,     /* arrays that are joined */
  JOINED_PART = 20 /* an array is joined only if it has at least a 20th of the cycles */
};
#define CLOSE 0.1
#define VECTORS 1.6 /* maximum number of references per miss; loops with 32-byte vectors have 2, which is too many */
#define ONE_WORD 1.25
#define FULLY 0.75

/* ---- conditions ---- */

static bool is_conflict(const AdviceLook *look) {
  const AdviceTrouble *trouble = look->trouble;
  const AdviceContext *context = look->context;
  if (trouble->replacement * 2 < trouble->cycles) return false;
  if (context->kinds) {
    look->cause->sure = ADVICE_SURE;
    look->cause->why = "a cache of the same size that can put any line anywhere would have had them";
    return trouble->counts.conflict > trouble->counts.replacement / 2;
  }
  look->cause->sure = ADVICE_LIKELY;
  look->cause->why = "the lines that were fetched would all fit into the cache at once";
  return trouble->extent != 0 && trouble->extent <= context->cache.size;
}

/* Returns the data group that evicts most lines of the data, if the cache has few ways and both data groups fit into it
 * together; otherwise ADVICE_NONE. */
static uint32_t opponent(const AdviceLook *look) {
  const AdviceTrouble *trouble = look->trouble;
  const bool sampled = look->context->view->profile->sampled; /* in a sampled run, the touched memory is unknown */
  if (sampled || look->context->cache.ways > FEW_WAYS || !look->one || trouble->evictors->len == 0) return ADVICE_NONE;
  const AdviceTroublePart *by = &g_array_index(trouble->evictors, AdviceTroublePart, 0);
  const uint64_t size = look->data->extent + advice_data(look->context->groups, by->group)->extent;
  if (by->count * 3 < trouble->counts.replacement || size > look->context->cache.size) return ADVICE_NONE;
  return by->group;
}

/* Returns whether most of the stall is due to conflict misses. If the profile divides replacement misses into capacity
 * and conflict misses, this division decides. Otherwise, replacement misses count as conflicts if the data and all
 * their evictors fit into the cache together. In a cache of few ways, they count as conflicts even if only the data and
 * their main evictor fit. Sets *by_itself if the data evict themselves (the paper, 4.3). */
static bool interferes(const AdviceLook *look, bool *by_itself) {
  const AdviceTrouble *trouble = look->trouble;
  AdviceCause *cause = look->cause;
  const bool conflict = is_conflict(look);
  const uint32_t other = opponent(look);
  if (!conflict && (other == ADVICE_NONE || trouble->replacement * 2 < trouble->cycles || look->context->kinds))
    return false;
  if (!conflict) {
    cause->sure = ADVICE_POSSIBLE;
    cause->why = "the two would fit into the cache together, which has few ways";
  }
  cause->gain = trouble->replacement;
  *by_itself = (conflict && trouble->own * 2 >= trouble->counts.replacement) || trouble->evictors->len == 0;
  return true;
}

/* Returns whether the number of uses per element is close to 1 or 2, as in one pass or two passes over all elements. */
static bool is_pass(double uses) {
  return (uses > 1 - CLOSE && uses < 1 + CLOSE) || (uses > 2 - CLOSE && uses < 2 + CLOSE);
}

/* Returns whether the lines of an array would stay in the cache if the array itself did not evict them. This is assumed
 * if the code fetches each line many times, and uses more than one word of the line each time. It is not assumed for
 * one pass or two passes over all elements (is_pass()). */
static bool is_reused(const AdviceLook *look) {
  const double words = look->cause->words;
  const bool used = words < ADVICE_FEW_WORDS || look->trouble->replacement >= look->trouble->cycles / REPLACED;
  return used && look->one && !look->context->kinds && look->context->cache.ways <= FEW_WAYS &&
         look->data->fetches >= REUSED && look->trouble->own * 2 > look->trouble->counts.replacement &&
         words > ONE_WORD && !is_pass(words * advice_look_word(look) / (double)look->context->cache.line) &&
         !advice_is_linked(look) && !advice_is_fields(look);
}

/* ---- rows that fall into the same sets ---- */

/* Returns how many lines of one column of an array the cache can hold. The array's rows are `row` bytes apart, and each
 * row is in a different line. */
static uint64_t lines_of_column(const ProfileCache *cache, uint64_t row) {
  const uint64_t way = cache->size / cache->ways;
  return MAX(way / MAX(ui_number_divisor(row, way), cache->line), 1) * cache->ways;
}

/* Returns the size in bytes of a row of an array such as "double [64][512]"; 0: the array does not have two
 * dimensions. */
static uint64_t row_of_type(const NameBinType *type) {
  const char *open = strchr(type->data_type, '[');
  const char *last = strrchr(type->data_type, '[');
  return open != last ? g_ascii_strtoull(last + 1, NULL, 10) * type->element_size : 0;
}

/* Returns the size in bytes of a row of the data; 0: unknown. If an array has rows, and its number of elements is a
 * power of two, the size of its rows is probably a power of two as well. Sets *guess if the size is derived in this way
 * from the size of a block. */
static uint64_t row_of(const AdviceLook *look, bool *guess) {
  const AdviceDataGroup *data = look->data;
  const NameBinType *type = data->type;
  const AdviceTroublePlace *at = advice_place(look->trouble, 0);
  const ProfileSpread *spread = profile_spread(look->context->view->profile, at->place, at->bin);
  *guess = false;
  if (spread != NULL && spread->stride >= look->context->cache.line) return spread->stride;
  if (type == NULL || type->element_size == 0 || look->cause->element.fortran) return 0;
  const uint64_t row = row_of_type(type);
  if (row != 0) return row;
  const uint64_t bytes = data->blocks != 0 ? data->bytes / data->blocks : 0, n = bytes / type->element_size;
  if (!data->heap || n == 0 || (n & (n - 1)) != 0 || n * type->element_size != bytes) return 0;
  *guess = true;
  uint64_t side = 1;
  while (side * side < n) side *= 2;
  return side * type->element_size;
}

/* Returns whether the innermost loop goes down a column, the next outer loop does not leave that column's lines, and
 * these lines would fit into the cache, but fall into too few sets. */
static bool is_column(const AdviceLook *look) {
  const ProfileCache *cache = &look->context->cache;
  if (!look->one || look->context->kinds || look->cause->element.walk != ADVICE_WALK_ACROSS || cache->ways == 0)
    return false;
  if (!look->cause->element.same_column || look->cause->words >= FULLY * (double)cache->line / advice_look_word(look))
    return false;
  bool guess;
  const uint64_t row = row_of(look, &guess), bytes = look->data->bytes / MAX(look->data->blocks, 1);
  if (row < cache->line || look->trouble->replacement * 2 < look->trouble->cycles) return false;
  const uint64_t rows = bytes / row;
  if (rows <= lines_of_column(cache, row) || rows * 2 > cache->size / cache->line) return false;
  look->cause->sure = guess ? ADVICE_POSSIBLE : ADVICE_LIKELY;
  look->cause->why = guess
                         ? "the array has a power of two elements, so that its rows have, too; the profile has no rows"
                         : "the lines of a column fall into few sets of the cache";
  look->cause->gain = look->trouble->replacement;
  look->cause->row = row;
  return true;
}

/* Returns whether the cache evicts the lines of few rows before the next iteration of the outer loop uses their other
 * words. */
static bool are_few_rows_lost(const AdviceLook *look) {
  const double words = (double)look->context->cache.line / advice_look_word(look);
  if (look->context->kinds || !advice_look_few_rows(look) || look->cause->words >= FULLY * words) return false;
  if (look->trouble->replacement * 2 < look->trouble->cycles) return false;
  look->cause->sure = ADVICE_LIKELY;
  look->cause->why = "the cache could hold the lines that an iteration uses, and yet the next one finds them gone";
  look->cause->gain = look->trouble->replacement;
  look->cause->few_rows = true;
  return true;
}

/* Returns whether the innermost loop goes along the data, but the cache evicts a line before the loop uses the next
 * word of the line. The reason is that data which the loop uses together evict each other from the same sets. */
static bool is_thrashing(const AdviceLook *look) {
  const ProfileCache *cache = &look->context->cache;
  const AdviceElement *element = &look->cause->element;
  const NameBinType *type = look->data->type;
  const double element_size = type != NULL && type->element_size != 0 ? (double)type->element_size : 8;
  const double words = (double)cache->line / element_size;
  if (!look->one || look->context->kinds || element->walk != ADVICE_WALK_ALONG) return false;
  if (look->cause->words >= VECTORS || words < LEAST_WORDS || look->data->linked) return false;
  if (look->trouble->replacement * 2 < look->trouble->cycles) return false;
  const bool many = cache->ways <= FEW_WAYS || element->streams > cache->ways;
  look->cause->sure = many ? ADVICE_LIKELY : ADVICE_POSSIBLE;
  look->cause->why = "in the source, the innermost loop goes along the array, and yet a line is gone before its next "
                     "element is used";
  look->cause->gain = look->trouble->replacement;
  return true;
}

bool advice_is_self(const AdviceLook *look) {
  bool by_itself;
  if (interferes(look, &by_itself)) return by_itself;
  if (are_few_rows_lost(look) || is_column(look)) return true;
  if (is_thrashing(look)) return look->trouble->own * 2 >= look->trouble->counts.replacement;
  if (!is_reused(look)) return false;
  look->cause->sure = ADVICE_POSSIBLE;
  look->cause->why = "its lines are fetched again and again, and the cache has few ways";
  look->cause->gain = look->trouble->replacement;
  return true;
}

bool advice_is_cross(const AdviceLook *look) {
  bool by_itself;
  if (!interferes(look, &by_itself) && !is_thrashing(look)) return false;
  if (look->trouble->evictors->len == 0) return false;
  look->trouble->other = g_array_index(look->trouble->evictors, AdviceTroublePart, 0).group;
  return true;
}

/* ---- findings ---- */

/* Reports how the loop goes through the rows of the data, and the padding, as a number of elements. */
static void say_rows(const AdviceWords *words) {
  const AdviceCause *cause = words->cause;
  const AdviceElement *element = &cause->element;
  const NameBinType *type = words->facts->type;
  const uint64_t line = words->context->cache.line,
                 size = type != NULL && type->element_size != 0 ? type->element_size : 8;
  const uint64_t more = MAX(line / size, 1);
  if (cause->few_rows) {
    advice_say(
        words,
        " The loop over %s in line %" G_GUINT64_FORMAT " uses one line of each of %" G_GUINT64_FORMAT
        " rows, and the loop around it uses their next words: the rows probably begin in the same sets, a multiple "
        "of a large power of two apart.",
        element->inner, element->inner_line, element->trips);
  } else if (element->walk == ADVICE_WALK_ALONG && element->inner != NULL && cause->row == 0) {
    advice_say(words,
               " The loop over %s in line %" G_GUINT64_FORMAT
               " goes along %u arrays, whose elements fall into the same sets.",
               element->inner, element->inner_line, MAX(element->streams, 2));
    advice_say_remedy(words,
                      " If they are arrays of one block or common block, leave a gap of %" G_GUINT64_FORMAT
                      " elements (one line) or more between them, a different one for each.",
                      more);
  } else if (cause->row != 0 && cause->sure == ADVICE_POSSIBLE) {
    advice_say(words,
               " The loop over %s in line %" G_GUINT64_FORMAT
               " goes down a column, and the rows have probably a power of two elements.",
               element->inner, element->inner_line);
    advice_say_remedy(words, " Here, a line has %" G_GUINT64_FORMAT " elements.", more);
  } else if (cause->row != 0) {
    advice_say(words,
               " The loop over %s in line %" G_GUINT64_FORMAT " goes down a column, and its rows of %" G_GUINT64_FORMAT
               " bytes leave %" G_GUINT64_FORMAT " lines of the cache for it.",
               element->inner, element->inner_line, cause->row, lines_of_column(&words->context->cache, cause->row));
    advice_say_remedy(words,
                      " Here, a line has %" G_GUINT64_FORMAT " elements: a row of %" G_GUINT64_FORMAT
                      " becomes one of %" G_GUINT64_FORMAT ".",
                      more, cause->row / size, cause->row / size + more);
  }
}

void advice_explain_self(const AdviceWords *words) {
  advice_say(words, "%s pushes its own lines out of the cache: it is the cause of %.1f%% of its replacement misses.",
             words->data, advice_say_percent((double)words->trouble->own, (double)words->counts->replacement));
  const bool sampled = words->context->view->profile->sampled; /* in a sampled run, the touched memory is unknown */
  const uint64_t most = words->facts->most;
  if (!sampled && most <= words->context->cache.size) {
    advice_say(words, most == words->facts->touched ? " Only " : " At most ");
    advice_say_bytes(words, most);
    advice_say(words, " of it are touched, which would fit into the cache: the lines fall into few of its sets.");
  } else if (words->facts->fetches > 1) {
    advice_say(words, " Each of its lines is fetched %s%.0f times.", words->facts->at_least ? "at least " : "",
               words->facts->fetches);
  }
  say_rows(words);
  if (advice_is_thin(words->facts)) {
    advice_say(words, " The program touches little of its ");
    advice_say_bytes(words, words->facts->bytes);
    advice_say(words, ".");
    advice_say_remedy(words,
                      " Or store the elements that are used together in an array of their own: then they also need "
                      "fewer pages.");
  }
  advice_say_figure(words, "replacement misses by itself", (double)words->trouble->own, ADVICE_FIGURE_COUNT);
  if (!sampled && words->facts->fetches >= 1)
    advice_say_figure(words, words->facts->at_least ? "least fetches of a line" : "fetches of each line",
                      words->facts->fetches, ADVICE_FIGURE_RATIO);
  advice_say_size(words);
  advice_say_kinds(words);
}

/* Reports the cache sets in which the two variables begin, if both variables are static. */
static void tell_sets(const AdviceWords *words) {
  const Profile *profile = words->context->view->profile;
  const ProfileCache *cache = &words->context->cache;
  const uint32_t bins[] = {words->facts->bin, advice_data(words->context->groups, words->trouble->other)->bin};
  uint64_t sets[G_N_ELEMENTS(bins)];
  if (cache->line == 0 || cache->ways == 0 || cache->size / cache->ways / cache->line == 0) return;
  const uint64_t n = cache->size / cache->ways / cache->line;
  for (size_t i = 0; i < G_N_ELEMENTS(bins); i++) {
    const ProfileVariable *variable = profile_variable(profile, bins[i]);
    if (variable == NULL || strcmp(profile->bins[bins[i]].kind, "static") != 0) return;
    sets[i] = (variable->address + profile->objects[variable->object].bias) / cache->line % n;
  }
  advice_say(words,
             " %s begins in set %" G_GUINT64_FORMAT ", %s in set %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT ".",
             words->data, sets[0], words->other, sets[1], n);
}

/* Reports that one function uses many data groups together. */
static void say_together(const AdviceWords *words) {
  advice_say(words, "Data that %s uses together push each other out of the cache.", words->data);
  advice_say_parts(words);
}

/* Reports how many replacement misses each of two data groups causes in the other one. */
static void say_pair(const AdviceWords *words, const char *a, const char *b, uint64_t by_b, uint64_t by_a) {
  advice_say(words, "%s and %s push each other out of the cache: %s causes ", a, b, b);
  advice_say_count(words, (double)by_b);
  advice_say(words, " replacement misses of %s, and %s ", a, a);
  advice_say_count(words, (double)by_a);
  advice_say(words, " of %s.", b);
}

static void say_one(const AdviceWords *words, const AdviceTroublePart *by) {
  if (words->trouble->backward != 0) {
    say_pair(words, words->data, words->other, by->count, words->trouble->backward);
    return;
  }
  advice_say(words, "%s pushes %s out of the cache: it causes ", words->other, words->data);
  advice_say_count(words, (double)by->count);
  advice_say(words, " of its ");
  advice_say_count(words, (double)words->counts->replacement);
  advice_say(words, " replacement misses.");
}

/* Reports that two data groups evict each other, if the two have almost all cycles of the bottleneck. Otherwise returns
 * false. */
static bool say_both(const AdviceWords *words) {
  const GArray *datas = words->trouble->datas, *evictors = words->trouble->evictors;
  const AdviceGroups *groups = words->context->groups;
  if (datas->len < 2 || evictors->len < 2) return false;
  const AdviceTroublePart *first = &g_array_index(datas, AdviceTroublePart, 0), *second = first + 1;
  if ((double)(first->count + second->count) < words->trouble->cycles * 0.9) return false;
  const AdviceTroublePart *one = &g_array_index(evictors, AdviceTroublePart, 0), *other = one + 1;
  const AdviceTroublePart *by_second = one->group == second->group ? one : other,
                          *by_first = by_second == one ? other : one;
  if (by_first->group != first->group || by_second->group != second->group) return false;
  say_pair(words, advice_data(groups, first->group)->name, advice_data(groups, second->group)->name, by_second->count,
           by_first->count);
  return true;
}

void advice_explain_cross(const AdviceWords *words) {
  const AdviceTrouble *trouble = words->trouble;
  const AdviceTroublePart *by = &g_array_index(trouble->evictors, AdviceTroublePart, 0);
  const uint64_t both = words->facts->extent + advice_data(words->context->groups, by->group)->extent;
  const bool together = trouble->by_code;
  if (!together)
    say_one(words, by);
  else if (!say_both(words))
    say_together(words);
  if (trouble->extent <= words->context->cache.size)
    advice_say(words, " Together they would fit into the cache: their lines fall into the same sets.");
  else if (!together && both <= words->context->cache.size)
    advice_say(words, " Together they would fit into the cache, so these are conflicts.");
  if (!together) tell_sets(words);
  advice_say_figure(words, "replacement misses", (double)words->counts->replacement, ADVICE_FIGURE_COUNT);
  advice_say_size(words);
  advice_say_kinds(words);
}

/* ---- snippets ---- */

/* Writes a declaration with longer rows for an array, such as "double matrix[64][512 + 8];". */
void advice_write_longer_rows(const AdviceWriter *writer) {
  const NameBinType *type = writer->type;
  const char *last = type != NULL ? strrchr(type->data_type, '[') : NULL;
  const char *first = type != NULL ? strchr(type->data_type, '[') : NULL;
  if (last == NULL || last == first || writer->variable == NULL) return;
  g_autofree char *element = g_strstrip(g_strndup(type->data_type, (gsize)(first - type->data_type)));
  const uint64_t size = type->element_size != 0 ? type->element_size : 8;
  advice_write(writer, "%s %s%.*s[%ld + %" G_GUINT64_FORMAT "]; /* rows longer by a line */", element, writer->variable,
               (int)(last - first), first, strtol(last + 1, NULL, 10), MAX(writer->context->cache.line / size, 1));
}

/* Writes a declaration that joins the arrays of the bottleneck to one array of structs. */
void advice_write_joined(const AdviceWriter *writer) {
  const GArray *datas = writer->trouble->datas;
  const NameBinType *first = writer->type;
  g_autoptr(GString) names = g_string_new(NULL);
  if (first == NULL || strchr(first->data_type, '[') == NULL) return;
  for (guint i = 0; i < datas->len && i < JOINED; i++) {
    const AdviceTroublePart *data = &g_array_index(datas, AdviceTroublePart, i);
    const NameBinType *type = advice_data(writer->context->groups, data->group)->type;
    g_autofree char *name = advice_variable(writer->context, data->group);
    if ((double)data->count * JOINED_PART < writer->trouble->cycles) break;
    if (type == NULL || name == NULL || strcmp(type->data_type, first->data_type) != 0) return;
    g_string_append_printf(names, "%s%s", i == 0 ? "" : ", ", name);
  }
  if (strchr(names->str, ',') == NULL) return;
  const char *open = strchr(first->data_type, '[');
  advice_write(writer, "struct {\n  %.*s%s;\n} all%s;", (int)(open - first->data_type), first->data_type, names->str,
               open);
}
