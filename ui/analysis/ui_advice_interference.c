/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_interference.c: the rules about data that evict each other, or themselves. */
#include "ui/analysis/ui_advice_rule_code.h"

#include <stdlib.h>
#include <string.h>

#include "ui/base/ui_text.h"

enum { FEW_WAYS = 2, REUSED = 10 /* fetches of a line */, REPLACED = 4 /* a quarter of the cycles */ };
#define CLOSE 0.1
#define ONE_WORD 1.25

/* ---- conditions ---- */

static bool is_conflict(const UiLook *look) {
  const UiTrouble *trouble = look->trouble;
  const UiAdviceContext *context = look->context;
  if (trouble->replacement * 2 < trouble->cycles) return false;
  if (context->kinds) {
    look->cause->sure = UI_SURE;
    look->cause->why = "a cache of the same size that can put any line anywhere would have had them";
    return trouble->counts.conflict > trouble->counts.replacement / 2;
  }
  look->cause->sure = UI_LIKELY;
  look->cause->why = "the lines that were fetched would all fit into the cache at once";
  return trouble->extent != 0 && trouble->extent <= context->cache.size;
}

/* Returns the data group that evicts most lines of the data, if the cache has few ways and both groups fit into it;
 * else UI_ADVICE_NONE. */
static uint32_t opponent(const UiLook *look) {
  const UiTrouble *trouble = look->trouble;
  const bool sampled = look->context->view->profile->sampled; /* then the touched memory is unknown */
  if (sampled || look->context->cache.ways > FEW_WAYS || !look->one || trouble->evictors->len == 0)
    return UI_ADVICE_NONE;
  const UiTroublePart *by = &g_array_index(trouble->evictors, UiTroublePart, 0);
  const uint64_t size = look->data->touched + ui_advice_data(look->context->groups, by->group)->touched;
  if (by->count * 3 < trouble->counts.replacement || size > look->context->cache.size) return UI_ADVICE_NONE;
  return by->group;
}

/* Returns whether most of the stall is replacement misses by conflict. They are conflicts if the profile distinguishes
 * them and shows it; if the data and their evictors fit into the cache together; or, in a cache of few ways, if the
 * data and the greatest evictor do. Sets *by_itself if the data evict themselves (the paper, 4.3). */
static bool interferes(const UiLook *look, bool *by_itself) {
  const UiTrouble *trouble = look->trouble;
  UiCause *cause = look->cause;
  const bool conflict = is_conflict(look);
  const uint32_t other = opponent(look);
  if (!conflict && (other == UI_ADVICE_NONE || trouble->replacement * 2 < trouble->cycles || look->context->kinds))
    return false;
  if (!conflict) {
    cause->sure = UI_POSSIBLE;
    cause->why = "the two would fit into the cache together, which has few ways";
  }
  cause->gain = trouble->replacement;
  *by_itself = (conflict && trouble->own * 2 >= trouble->counts.replacement) || trouble->evictors->len == 0;
  return true;
}

/* Returns whether the number of uses per element is close to 1 or 2, as in one or two passes over all elements. */
static bool is_pass(double uses) {
  return (uses > 1 - CLOSE && uses < 1 + CLOSE) || (uses > 2 - CLOSE && uses < 2 + CLOSE);
}

/* Returns whether the code fetches each line of an array again and again, and uses more than a word each time, but not
 * as a pass over all elements does. Then the line would stay in the cache without the eviction. */
static bool is_reused(const UiLook *look) {
  const double words = look->cause->words;
  const bool used = words < UI_FEW_WORDS || look->trouble->replacement >= look->trouble->cycles / REPLACED;
  return used && look->one && !look->context->kinds && look->context->cache.ways <= FEW_WAYS &&
         look->data->fetches >= REUSED && look->trouble->own * 2 > look->trouble->counts.replacement &&
         words > ONE_WORD && !is_pass(words * ui_look_word(look) / (double)look->context->cache.line) &&
         !ui_is_linked(look) && !ui_is_fields(look);
}

bool ui_is_self(const UiLook *look) {
  bool by_itself;
  if (interferes(look, &by_itself)) return by_itself;
  if (!is_reused(look)) return false;
  look->cause->sure = UI_POSSIBLE;
  look->cause->why = "its lines are fetched again and again, and the cache has few ways";
  look->cause->gain = look->trouble->replacement;
  return true;
}

bool ui_is_cross(const UiLook *look) {
  bool by_itself;
  if (!interferes(look, &by_itself)) return false;
  look->trouble->other = g_array_index(look->trouble->evictors, UiTroublePart, 0).group;
  return true;
}

/* ---- findings ---- */

void ui_explain_self(const UiWords *words) {
  ui_say(words, "%s pushes its own lines out of the cache: it is the cause of %.1f%% of its replacement misses.",
         words->data, ui_say_percent((double)words->trouble->own, (double)words->counts->replacement));
  const bool sampled = words->context->view->profile->sampled; /* then the touched memory is unknown */
  if (!sampled && words->trouble->touched <= words->context->cache.size) {
    ui_say(words, " Only ");
    ui_say_bytes(words, words->trouble->touched);
    ui_say(words, " of it are touched, which would fit into the cache: the lines fall into few of its sets.");
  } else if (words->facts->fetches > 1) {
    ui_say(words, " Each of its lines is fetched %.0f times.", words->facts->fetches);
  }
  ui_say_figure(words, "replacement misses by itself", (double)words->trouble->own, UI_FIGURE_COUNT);
  if (!sampled) ui_say_figure(words, "fetches of each line", words->facts->fetches, UI_FIGURE_RATIO);
  ui_say_size(words);
  ui_say_kinds(words);
}

/* Reports the cache sets in which the two variables begin, if both are static. */
static void tell_sets(const UiWords *words) {
  const UiProfile *profile = words->context->view->profile;
  const UiCache *cache = &words->context->cache;
  const uint32_t bins[] = {words->facts->bin, ui_advice_data(words->context->groups, words->trouble->other)->bin};
  uint64_t sets[G_N_ELEMENTS(bins)];
  if (cache->line == 0 || cache->ways == 0 || cache->size / cache->ways / cache->line == 0) return;
  const uint64_t n = cache->size / cache->ways / cache->line;
  for (size_t i = 0; i < G_N_ELEMENTS(bins); i++) {
    const UiVariable *variable = ui_profile_variable(profile, bins[i]);
    if (variable == NULL || strcmp(profile->bins[bins[i]].kind, "static") != 0) return;
    sets[i] = (variable->address + profile->objects[variable->object].bias) / cache->line % n;
  }
  ui_say(words, " %s begins in set %" G_GUINT64_FORMAT ", %s in set %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT ".",
         words->data, sets[0], words->other, sets[1], n);
}

/* Reports that one function uses many data together. */
static void say_together(const UiWords *words) {
  ui_say(words, "Data that %s uses together push each other out of the cache.", words->data);
  ui_say_parts(words);
}

/* Reports how many replacement misses each of two data groups causes to the other. */
static void say_pair(const UiWords *words, const char *a, const char *b, uint64_t by_b, uint64_t by_a) {
  ui_say(words, "%s and %s push each other out of the cache: %s causes ", a, b, b);
  ui_say_count(words, (double)by_b);
  ui_say(words, " replacement misses of %s, and %s ", a, a);
  ui_say_count(words, (double)by_a);
  ui_say(words, " of %s.", b);
}

static void say_one(const UiWords *words, const UiTroublePart *by) {
  if (words->trouble->backward != 0) {
    say_pair(words, words->data, words->other, by->count, words->trouble->backward);
    return;
  }
  ui_say(words, "%s pushes %s out of the cache: it causes ", words->other, words->data);
  ui_say_count(words, (double)by->count);
  ui_say(words, " of its ");
  ui_say_count(words, (double)words->counts->replacement);
  ui_say(words, " replacement misses.");
}

/* Reports two data groups that evict each other, if they have almost the whole bottleneck. Else returns false. */
static bool say_both(const UiWords *words) {
  const GArray *datas = words->trouble->datas, *evictors = words->trouble->evictors;
  const UiAdviceGroups *groups = words->context->groups;
  if (datas->len < 2 || evictors->len < 2) return false;
  const UiTroublePart *first = &g_array_index(datas, UiTroublePart, 0), *second = first + 1;
  if ((double)(first->count + second->count) < words->trouble->cycles * 0.9) return false;
  const UiTroublePart *one = &g_array_index(evictors, UiTroublePart, 0), *other = one + 1;
  const UiTroublePart *by_second = one->group == second->group ? one : other,
                      *by_first = by_second == one ? other : one;
  if (by_first->group != first->group || by_second->group != second->group) return false;
  say_pair(words, ui_advice_data(groups, first->group)->name, ui_advice_data(groups, second->group)->name,
           by_second->count, by_first->count);
  return true;
}

void ui_explain_cross(const UiWords *words) {
  const UiTrouble *trouble = words->trouble;
  const UiTroublePart *by = &g_array_index(trouble->evictors, UiTroublePart, 0);
  const uint64_t both = words->facts->extent + ui_advice_data(words->context->groups, by->group)->extent;
  const bool together = trouble->by_code;
  if (!together)
    say_one(words, by);
  else if (!say_both(words))
    say_together(words);
  if (trouble->extent <= words->context->cache.size)
    ui_say(words, " Together they would fit into the cache: their lines fall into the same sets.");
  else if (!together && both <= words->context->cache.size)
    ui_say(words, " Together they would fit into the cache, so these are conflicts.");
  if (!together) tell_sets(words);
  ui_say_figure(words, "replacement misses", (double)words->counts->replacement, UI_FIGURE_COUNT);
  ui_say_size(words);
  ui_say_kinds(words);
}

/* ---- snippets ---- */

/* Writes "double matrix[64][512 + 8];" for an array of rows. */
void ui_write_longer_rows(const UiWriter *writer) {
  const UiBinType *type = writer->type;
  const char *last = type != NULL ? strrchr(type->data_type, '[') : NULL;
  const char *first = type != NULL ? strchr(type->data_type, '[') : NULL;
  if (last == NULL || last == first || writer->variable == NULL || writer->language == UI_LANGUAGE_FORTRAN) return;
  g_autofree char *element = g_strstrip(g_strndup(type->data_type, (gsize)(first - type->data_type)));
  const uint64_t size = type->element_size != 0 ? type->element_size : 8;
  ui_write(writer, "%s %s%.*s[%ld + %" G_GUINT64_FORMAT "]; /* rows longer by a line */", element, writer->variable,
           (int)(last - first), first, strtol(last + 1, NULL, 10), MAX(writer->context->cache.line / size, 1));
}

/* Writes the arrays of the bottleneck as one array of structs. */
void ui_write_joined(const UiWriter *writer) {
  const GArray *datas = writer->trouble->datas;
  const UiBinType *first = writer->type;
  g_autoptr(GString) names = g_string_new(NULL);
  if (first == NULL || strchr(first->data_type, '[') == NULL) return;
  for (guint i = 0; i < datas->len && i < UI_WRITE_JOINED; i++) {
    const UiTroublePart *data = &g_array_index(datas, UiTroublePart, i);
    const UiBinType *type = ui_advice_data(writer->context->groups, data->group)->type;
    g_autofree char *name = ui_advice_variable(writer->context, data->group);
    if ((double)data->count * UI_WRITE_TWENTIETH < writer->trouble->cycles) break;
    if (type == NULL || name == NULL || strcmp(type->data_type, first->data_type) != 0) return;
    g_string_append_printf(names, "%s%s", i == 0 ? "" : ", ", name);
  }
  if (strchr(names->str, ',') == NULL) return;
  const char *open = strchr(first->data_type, '[');
  ui_write(writer, "struct {\n  %.*s%s;\n} all%s;", (int)(open - first->data_type), first->data_type, names->str, open);
}
