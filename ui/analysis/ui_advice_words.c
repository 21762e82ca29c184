/* ui_advice_words.c: how a trouble is put into words and figures.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/analysis/ui_advice_words.h"

#include <string.h>

#include "ui/analysis/ui_advice_say.h"
#include "ui/analysis/ui_advice_snippets.h"
#include "ui/analysis/ui_advice_words_rules.h"
#include "ui/base/ui_text.h"

enum { QUOTES = 3 };

/* ---- one function a rule ---- */

static void explain_self(const UiWords *words) {
  ui_say(words, "%s pushes its own lines out of the cache: it is the cause of %.1f%% of its replacement misses.",
         words->data, ui_say_percent((double)words->trouble->own, (double)words->counts->replacement));
  const bool sampled = words->context->view->profile->sampled; /* then it is not known how much of it is touched */
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

/* The sets of the cache in which two static variables begin, if both are such. */
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

/* Data of which one function uses many together. */
static void say_together(const UiWords *words) {
  ui_say(words, "Data that %s uses together push each other out of the cache.", words->data);
  ui_say_parts(words);
}

/* What each of two groups of data does to the other. */
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

/* Of code that uses two groups of data: each evicts the other one. */
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

static void explain_cross(const UiWords *words) {
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

static void explain_linked(const UiWords *words) {
  if (words->facts->linked)
    ui_say(words, "The elements of %s have pointers to each other, and each step goes to another line: ", words->data);
  else
    ui_say(words, "%s is made of small heap blocks, and each step goes to another line: ", words->data);
  ui_say(words, "%.1f references for each miss.",
         ui_text_ratio((double)ui_counts_references(words->counts), ui_say_misses(words)));
  ui_say_sizes(words);
  if (words->facts->type != NULL && words->facts->type->element_size != 0)
    ui_say_figure(words, "bytes of an element", (double)words->facts->type->element_size, UI_FIGURE_BYTES);
  ui_say_references(words);
  ui_say_size(words);
}

static void explain_fields(const UiWords *words) {
  const UiAdviceFields *fields = &words->cause->fields;
  const uint64_t size = words->facts->type->element_size;
  if (fields->names->len != 0) {
    ui_say(words, "Of each element of %s, %" G_GUINT64_FORMAT " bytes, this code uses ", words->data, size);
    for (guint i = 0; i < fields->names->len; i++) {
      g_autofree char *name = ui_text_escaped(fields->names->pdata[i]);
      ui_say(words, "%s%s", i == 0 ? "" : i + 1 < fields->names->len ? ", " : " and ", name);
    }
    ui_say(words, ": %" G_GUINT64_FORMAT " bytes. The others are fetched with them.", fields->bytes);
  } else {
    ui_say(words, "Of each element of %s, %" G_GUINT64_FORMAT " bytes, little is used: %.1f references for each miss.",
           words->data, size, ui_text_ratio((double)ui_counts_references(words->counts), ui_say_misses(words)));
  }
  ui_say_step(words);
  ui_say_figure(words, "bytes of an element", (double)size, UI_FIGURE_BYTES);
  ui_say_references(words);
  ui_say_size(words);
}

static void explain_spatial(const UiWords *words) {
  ui_say(words,
         "Of each line of %" G_GUINT64_FORMAT " bytes that %s brings into the cache, little is used: %.1f references "
         "for each miss.",
         words->context->cache.line, words->data,
         ui_text_ratio((double)ui_counts_references(words->counts), ui_say_misses(words)));
  ui_say_step(words);
  ui_say_references(words);
  ui_say_figure(words, "bytes of a line", (double)words->context->cache.line, UI_FIGURE_BYTES);
  ui_say_size(words);
}

static void explain_loops(const UiWords *words) {
  explain_spatial(words);
  const UiAdviceElement *element = &words->cause->element;
  g_autofree char *text = ui_text_escaped(element->text);
  const guint n = element->subscripts->len;
  g_autofree char *along = ui_text_escaped(element->subscripts->pdata[element->fortran ? 0 : n - 1]);
  if (n > 1)
    ui_say(words, " Of %s, neighbours in memory differ in the %s subscript, %s.", text,
           element->fortran ? "first" : "last", along);
}

static void explain_scattered(const UiWords *words) {
  explain_spatial(words);
  if (words->cause->element.text == NULL) {
    ui_say(words, " Its elements are reached by pointers that lie in other data.");
    return;
  }
  g_autofree char *text = ui_text_escaped(words->cause->element.text);
  ui_say(words, " Which element comes next is itself read from memory: %s.", text);
}

static void explain_growth(const UiWords *words) {
  ui_say(words,
         "%s grows as it is filled: %" G_GUINT64_FORMAT " blocks were allocated for it, and %.1f%% of this stall is in "
         "copying its contents to the next.",
         words->data, words->facts->blocks, ui_say_percent(words->trouble->copied, words->trouble->cycles));
  ui_say_figure(words, "blocks", (double)words->facts->blocks, UI_FIGURE_COUNT);
  ui_say_figure(words, "bytes of all of them", (double)words->facts->bytes, UI_FIGURE_BYTES);
  ui_say_size(words);
}

static void explain_copies(const UiWords *words) {
  ui_say(words, "%s copies or sets memory that is not in the cache: ", words->data);
  ui_say_count(words, words->trouble->misses);
  ui_say(words, " misses.");
  ui_say_parts(words);
  ui_say_figure(words, "misses", words->trouble->misses, UI_FIGURE_COUNT);
}

static void explain_allocator(const UiWords *words) {
  ui_say(words, "malloc and free themselves miss ");
  ui_say_count(words, words->trouble->misses);
  ui_say(words, " times");
  if (!words->context->view->profile->sampled)
    ui_say(words, "; %.1f%% of this stall is the first touch of new memory",
           ui_say_percent(words->trouble->cold, words->trouble->cycles));
  ui_say(words, ".");
  ui_say_figure(words, "misses", words->trouble->misses, UI_FIGURE_COUNT);
}

static void explain_start(const UiWords *words) {
  ui_say(words, "The dynamic linker loads the program's libraries: ");
  ui_say_count(words, words->trouble->misses);
  ui_say(words, " misses. A longer run does not have more of them.");
  ui_say_figure(words, "misses", words->trouble->misses, UI_FIGURE_COUNT);
}

static void explain_stack(const UiWords *words) {
  ui_say(words, "%s misses in the cache ", words->data);
  ui_say_count(words, words->trouble->misses);
  ui_say(words, " times.");
  ui_say_figure(words, "misses", words->trouble->misses, UI_FIGURE_COUNT);
}

static void explain_cold(const UiWords *words) {
  ui_say(words, "A processor has to fetch each line of %s once: ", words->data);
  ui_say_count(words, (double)words->counts->cold);
  ui_say(words, " first references. There are %.1f references for each miss.",
         ui_text_ratio((double)ui_counts_references(words->counts), ui_say_misses(words)));
  if (words->trouble->by_code || !words->facts->known) ui_say_parts(words);
  ui_say_figure(words, "first references", (double)words->counts->cold, UI_FIGURE_COUNT);
  ui_say_references(words);
  ui_say_size(words);
}

static void explain_unknown(const UiWords *words) {
  ui_say(words, "No sample had fetched most of the lines of %s before that it missed: ", words->data);
  ui_say_count(words, (double)words->counts->cold);
  ui_say(words,
         " misses. They may be first references, or lines that were replaced between samples. There are %.1f "
         "references for each miss.",
         ui_text_ratio((double)ui_counts_references(words->counts), ui_say_misses(words)));
  if (words->trouble->by_code || !words->facts->known) ui_say_parts(words);
  ui_say_figure(words, "misses of unknown cause", (double)words->counts->cold, UI_FIGURE_COUNT);
  ui_say_references(words);
}

static void explain_streaming(const UiWords *words) {
  if (words->other != NULL) {
    ui_say(words, "%s passes through the cache and pushes %s out of it.", words->other, words->data);
  } else if (words->trouble->by_code) {
    ui_say(words, "%s goes through more data than the cache holds.", words->data);
    ui_say_parts(words);
  } else {
    if (words->context->view->profile->sampled)
      ui_say(words, "The lines of %s are fetched again and again, and their words are used while they are there.",
             words->data);
    else
      ui_say(words, "Each line of %s is fetched %.1f times, and its words are used while it is there.", words->data,
             words->facts->fetches);
    if (!words->facts->known) ui_say_parts(words);
  }
  ui_say_sizes(words);
  ui_say_figure(words, "replacement misses", (double)words->counts->replacement, UI_FIGURE_COUNT);
  ui_say_references(words);
  ui_say_size(words);
  ui_say_kinds(words);
}

static void explain_translation(const UiWords *words) {
  const double pages = words->trouble->misses;
  ui_say(words, "References to %s use more pages than the TLBs have: the first one did not have a page ", words->data);
  ui_say_count(words, pages);
  ui_say(words, " times, which took %.1f cycles each.", ui_text_ratio(words->trouble->cycles, pages));
  if (words->trouble->by_code || !words->facts->known) ui_say_parts(words);
  ui_say_step(words);
  ui_say_figure(words, "misses of the first TLB", pages, UI_FIGURE_COUNT);
  ui_say_references(words);
  ui_say_size(words);
}

/* NULL: of the program as a whole, see ui_advice.c. */
static void (*const explain[UI_RULES])(const UiWords *words) = {
    [UI_RULE_SELF] = explain_self,
    [UI_RULE_CROSS] = explain_cross,
    [UI_RULE_LINKED] = explain_linked,
    [UI_RULE_FIELDS] = explain_fields,
    [UI_RULE_SCATTERED] = explain_scattered,
    [UI_RULE_LOOPS] = explain_loops,
    [UI_RULE_SPATIAL] = explain_spatial,
    [UI_RULE_GROWTH] = explain_growth,
    [UI_RULE_COPIES] = explain_copies,
    [UI_RULE_ALLOCATOR] = explain_allocator,
    [UI_RULE_START] = explain_start,
    [UI_RULE_PROCESSORS] = ui_explain_processors,
    [UI_RULE_FALSE_SHARING] = ui_explain_false_sharing,
    [UI_RULE_SYNCHRONIZATION] = ui_explain_synchronization,
    [UI_RULE_TRUE_SHARING] = ui_explain_true_sharing,
    [UI_RULE_UPGRADES] = ui_explain_upgrades,
    [UI_RULE_REMOTE] = ui_explain_remote,
    [UI_RULE_TRANSLATION] = explain_translation,
    [UI_RULE_STACK] = explain_stack,
    [UI_RULE_COLD] = explain_cold,
    [UI_RULE_UNKNOWN] = explain_unknown,
    [UI_RULE_STREAMING] = explain_streaming,
};

/* The code, and its data; or the data, and the code with the most of it. */
static void set_where(const UiWords *words) {
  const UiTroublePlace *at = &g_array_index(words->trouble->places, UiTroublePlace, 0);
  UiAdvice *advice = words->advice;
  advice->data = words->facts->main;
  advice->other = words->other != NULL ? ui_advice_data(words->context->groups, words->trouble->other)->main
                                       : UI_ADVICE_NONE;
  advice->code = ui_view_row(words->context->view, at->place);
  advice->place = at->place;
  advice->by_code = words->trouble->by_code;
}

/* How far the cycles may be off. */
static void set_halves(const UiWords *words) {
  const UiProfile *profile = words->context->view->profile;
  uint64_t values[UI_BATCHES];
  for (uint32_t b = 0; b < profile->n_batches; b++) values[b] = (uint64_t)(words->trouble->batches[b] + 0.5);
  words->advice->half = ui_estimate_half(profile, values);
  words->advice->half_share = ui_estimate_half_share(profile, values, words->context->batches);
}

/* Lines, each fit to print. Owned by the caller. */
static char *printable_lines(const char *text) {
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (char **line = lines; *line != NULL; line++) {
    char *printable = ui_text_escaped(*line);
    g_free(*line);
    *line = printable;
  }
  return g_strjoinv("\n", lines);
}

/* With commas between them; NULL: there are none. Owned by the caller. */
static char *join_fields(const UiAdviceFields *fields) {
  GString *list = g_string_new(NULL);
  for (guint i = 0; i < fields->names->len; i++)
    g_string_append_printf(list, "%s%s", i > 0 ? "," : "", (const char *)fields->names->pdata[i]);
  return g_string_free(list, list->len == 0);
}

UiAdvice *ui_advice_explain(const UiAdviceContext *context, const UiTrouble *trouble, const UiCause *cause) {
  UiAdvice *advice = ui_advice_new(trouble->rule, trouble->cycles);
  const UiAdviceGroups *groups = context->groups;
  const bool pair = trouble->other != UI_ADVICE_NONE;
  const UiWords words = {.context = context,
                         .trouble = trouble,
                         .cause = cause,
                         .counts = &trouble->counts,
                         .facts = ui_advice_data(groups, trouble->data),
                         .data = trouble->by_code ? ui_advice_code(groups, trouble->code)->name
                                                  : ui_advice_data(groups, trouble->data)->name,
                         .other = pair ? ui_advice_data(groups, trouble->other)->name : NULL,
                         .finding = g_string_new(NULL),
                         .remedy = g_string_new(advice->rule->remedy),
                         .advice = advice};
  set_where(&words);
  advice->gain = MIN(cause->gain, trouble->cycles);
  set_halves(&words);
  advice->sure = cause->sure;
  advice->why = cause->why;
  advice->used = join_fields(&cause->fields);
  g_ptr_array_unref(advice->quotes);
  advice->quotes = ui_advice_quotes(context, trouble, QUOTES);
  ui_say_figure(&words, "stall cycles that this explains", trouble->cycles, UI_FIGURE_CYCLES);
  ui_say_figure(&words, "of all stall cycles", ui_say_percent(trouble->cycles, context->stall), UI_FIGURE_PERCENT);
  explain[trouble->rule](&words);
  ui_say_figure(&words, "miss rate",
                ui_say_percent(ui_say_misses(&words), (double)ui_counts_references(&trouble->counts)),
                UI_FIGURE_PERCENT);
  g_autofree char *snippet = ui_advice_snippet(context, trouble, cause);
  if (snippet != NULL) advice->snippet = printable_lines(snippet);
  advice->finding = g_string_free(words.finding, FALSE);
  advice->remedy = g_string_free(words.remedy, FALSE);
  return advice;
}
