/* ui_advice_words.c: how a trouble is put into words and figures.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/analysis/ui_advice_words.h"

#include <string.h>

#include "ui/analysis/ui_shared.h"
#include "ui/base/ui_text.h"

/* A trouble while it is put into words. */
typedef struct {
  const UiAdviceContext *context;
  const UiTrouble *trouble;
  const UiCounts *counts;
  const UiDataFacts *facts; /* of the trouble's data */
  const char *data, *other; /* names; other: NULL where there is none */
  GString *finding, *remedy;
  UiAdvice *advice;
} Words;

static double percent(double part, double whole) { return 100 * ui_text_ratio(part, whole); }

static double misses_of(const Words *words) { return (double)ui_counts_misses(words->counts); }

static void say(const Words *words, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void say(const Words *words, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_string_append_vprintf(words->finding, format, list);
  va_end(list);
}

static void figure(const Words *words, const char *what, double value, UiFigureUnit unit) {
  ui_advice_figure(words->advice->figures, what, value, unit);
}

static void say_count(const Words *words, double count) { ui_text_append_count(words->finding, count); }

static void say_bytes(const Words *words, uint64_t bytes) { ui_text_append_bytes(words->finding, bytes); }

/* Of replacement misses: capacity and conflict, or how to get to know. */
static void tell_kinds(const Words *words) {
  const UiCounts *counts = words->counts;
  if (words->context->kinds) {
    figure(words, "of its replacement misses, for lack of capacity",
           percent((double)counts->capacity, (double)counts->replacement), UI_FIGURE_PERCENT);
    figure(words, "of its replacement misses, conflicts",
           percent((double)counts->conflict, (double)counts->replacement), UI_FIGURE_PERCENT);
  } else {
    g_string_append(words->remedy, " A run with --conflicts=yes tells conflicts from lack of capacity.");
  }
}

static void tell_size(const Words *words, uint32_t column) {
  const uint64_t bytes = words->context->facts[column].bytes;
  g_autofree char *what = g_strdup_printf("size of %s", ui_view_item(words->context->view, UI_DATA, column)->name);
  if (bytes != 0) figure(words, what, (double)bytes, UI_FIGURE_BYTES);
}

static void tell_words_used(const Words *words) {
  figure(words, "references for each miss",
         ui_text_ratio((double)ui_counts_references(words->counts), misses_of(words)), UI_FIGURE_RATIO);
}

/* ---- one function a rule ---- */

static void explain_self(const Words *words) {
  const UiDataFacts *facts = words->facts;
  say(words, "%s pushes its own lines out of the cache: it is the cause of %.1f%% of its replacement misses.",
      words->data, percent(words->trouble->misses, (double)words->counts->replacement));
  if (facts->bytes != 0 && facts->bytes <= words->context->cache.size)
    say(words, " All of it would fit into the cache, so these are conflicts.");
  else if (facts->fetches > 1)
    say(words, " Each of its lines is fetched %.0f times.", facts->fetches);
  figure(words, "replacement misses by itself", words->trouble->misses, UI_FIGURE_COUNT);
  figure(words, "fetches of each line", facts->fetches, UI_FIGURE_RATIO);
  tell_size(words, words->trouble->data);
  tell_kinds(words);
}

/* The sets of the cache in which two static variables begin, if both are such. */
static void tell_sets(const Words *words) {
  const UiProfile *profile = words->context->view->profile;
  const UiCache *cache = &words->context->cache;
  const uint32_t columns[] = {words->trouble->data, words->trouble->other};
  uint64_t sets[G_N_ELEMENTS(columns)];
  if (cache->line == 0 || cache->ways == 0 || cache->size / cache->ways / cache->line == 0) return;
  const uint64_t n = cache->size / cache->ways / cache->line;
  for (size_t i = 0; i < G_N_ELEMENTS(columns); i++) {
    const GArray *members = ui_view_item(words->context->view, UI_DATA, columns[i])->members;
    const UiVariable *variable = members->len == 1 ? ui_profile_variable(profile, g_array_index(members, uint32_t, 0))
                                                   : NULL;
    if (variable == NULL || strcmp(profile->bins[g_array_index(members, uint32_t, 0)].kind, "static") != 0) return;
    sets[i] = (variable->address + profile->objects[variable->object].bias) / cache->line % n;
  }
  say(words, " %s begins in set %" G_GUINT64_FORMAT ", %s in set %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT ".",
      words->data, sets[0], words->other, sets[1], n);
}

static void explain_cross(const Words *words) {
  const UiTrouble *trouble = words->trouble;
  const UiAdviceContext *context = words->context;
  const double forward = trouble->misses - trouble->backward;
  const uint64_t bytes = words->facts->bytes, others = context->facts[trouble->other].bytes;
  say(words, "%s and %s push each other out of the cache: %s causes ", words->data, words->other, words->other);
  say_count(words, forward);
  say(words, " replacement misses of %s, and %s ", words->data, words->data);
  say_count(words, trouble->backward);
  say(words, " of %s.", words->other);
  if (bytes != 0 && others != 0 && bytes <= context->cache.size && others <= context->cache.size - bytes)
    say(words, " Together they would fit into the cache, so these are conflicts.");
  tell_sets(words);
  g_autofree char *first = g_strdup_printf("replacement misses of %s by %s", words->data, words->other);
  g_autofree char *second = g_strdup_printf("replacement misses of %s by %s", words->other, words->data);
  figure(words, first, forward, UI_FIGURE_COUNT);
  figure(words, second, trouble->backward, UI_FIGURE_COUNT);
  tell_size(words, trouble->data);
  tell_size(words, trouble->other);
  tell_kinds(words);
}

static void explain_spatial(const Words *words) {
  const UiTrouble *trouble = words->trouble;
  const UiSpread *spread = ui_profile_spread(words->context->view->profile, trouble->place, trouble->bin);
  say(words,
      "Of each line of %" G_GUINT64_FORMAT " bytes that %s brings into the cache, little is used: %.1f references "
      "for each miss.",
      words->context->cache.line, words->data,
      ui_text_ratio((double)ui_counts_references(words->counts), misses_of(words)));
  if (spread != NULL && spread->stride >= words->context->cache.line / 2)
    say(words, " The instruction with the most of them goes through it in steps of %" G_GUINT64_FORMAT " bytes.",
        spread->stride);
  tell_words_used(words);
  figure(words, "bytes of a line", (double)words->context->cache.line, UI_FIGURE_BYTES);
  tell_size(words, trouble->data);
  g_string_append(words->remedy, " `DisplayAll --fields` shows which fields are used.");
}

static void explain_processors(const Words *words) {
  say(words,
      "A line of %s is fetched by %.1f processors on average, though not for what others store there: lines hold data "
      "of several processors, or several need the same data.",
      words->data, words->facts->shared);
  figure(words, "lines", (double)words->facts->lines, UI_FIGURE_COUNT);
  figure(words, "first references", (double)words->counts->cold, UI_FIGURE_COUNT);
  figure(words, "of these, to lines that another processor has fetched", words->trouble->misses, UI_FIGURE_COUNT);
  figure(words, "processors that fetch a line", words->facts->shared, UI_FIGURE_RATIO);
}

/* The hottest line of the data. */
static void tell_hot_line(const Words *words) {
  words->advice->hot_line = ui_advice_hot_line(words->context, words->trouble->data);
  if (words->advice->hot_line == UI_ADVICE_NONE) return;
  const UiHotLine *line = &words->context->view->profile->hot_lines[words->advice->hot_line];
  figure(words, "events of its hottest shared line", (double)line->events, UI_FIGURE_COUNT);
}

static void explain_false_sharing(const Words *words) {
  say(words, "Processors take lines of %s from each other without using what the others stored: ", words->data);
  say_count(words, words->trouble->misses);
  say(words, " invalidation misses.");
  figure(words, "invalidation misses by false sharing", words->trouble->misses, UI_FIGURE_COUNT);
  figure(words, "of all its misses", percent(words->trouble->misses, misses_of(words)), UI_FIGURE_PERCENT);
  tell_hot_line(words);
  if (words->advice->hot_line == UI_ADVICE_NONE) {
    g_string_append(words->remedy, "What different processors use should lie in different lines.");
    return;
  }
  UiSharedLine *line = ui_shared_line(words->context->view, words->context->names, words->advice->hot_line);
  g_autofree char *remedy = ui_shared_remedy(words->context->view, line);
  g_string_append(words->remedy, line->kind == UI_SHARED_FALSE
                                     ? remedy
                                     : "What different processors use should lie in different lines.");
  ui_shared_free(line);
}

static void explain_synchronization(const Words *words) {
  say(words, "Processors wait for each other at %s: ", words->data);
  say_count(words, words->trouble->misses);
  say(words, " misses for a value that another one stored, %.0f references for each.",
      ui_text_ratio((double)ui_counts_references(words->counts), words->trouble->misses));
  figure(words, "invalidation misses by true sharing", words->trouble->misses, UI_FIGURE_COUNT);
  tell_words_used(words);
  tell_hot_line(words);
}

static void explain_true_sharing(const Words *words) {
  say(words, "Processors use what others have stored in %s: ", words->data);
  say_count(words, words->trouble->misses);
  say(words, " invalidation misses.");
  figure(words, "invalidation misses by true sharing", words->trouble->misses, UI_FIGURE_COUNT);
  figure(words, "of all its misses", percent(words->trouble->misses, misses_of(words)), UI_FIGURE_PERCENT);
  tell_hot_line(words);
}

static void explain_upgrades(const Words *words) {
  const char *protocol = ui_profile_option(words->context->view->profile, "protocol");
  say(words, "Stores to %s find the line in other caches too, and wait until it is theirs alone: ", words->data);
  say_count(words, words->trouble->misses);
  say(words, " upgrades.");
  if (protocol != NULL && strcmp(protocol, "msi") == 0)
    say(words, " With the protocol msi that is so, too, for data that no other processor has used.");
  figure(words, "upgrades", words->trouble->misses, UI_FIGURE_COUNT);
  figure(words, "writes", (double)words->counts->writes, UI_FIGURE_COUNT);
  tell_hot_line(words);
}

static void explain_remote(const Words *words) {
  const char *placement = ui_profile_option(words->context->view->profile, "placement");
  say(words, "%.1f%% of the misses on %s go to the memory of another node, and wait longer for it.",
      percent((double)words->counts->remote, misses_of(words)), words->data);
  if (placement != NULL && strcmp(placement, "first-touch") == 0)
    say(words, " Its pages are where they were used first.");
  else if (placement != NULL && strcmp(placement, "round-robin") == 0)
    say(words, " Pages are dealt out to the nodes in turn (--placement=round-robin).");
  figure(words, "remote misses", (double)words->counts->remote, UI_FIGURE_COUNT);
  figure(words, "local misses", (double)words->counts->local, UI_FIGURE_COUNT);
  figure(words, "cycles that a remote miss waits longer", words->context->latencies.remote, UI_FIGURE_CYCLES);
}

static void explain_stack(const Words *words) {
  say(words, "%s misses in the cache: ", words->data);
  say_count(words, words->trouble->misses);
  say(words, " times.");
  figure(words, "misses", words->trouble->misses, UI_FIGURE_COUNT);
}

static void explain_cold(const Words *words) {
  say(words, "A processor has to fetch each line of %s once: ", words->data);
  say_count(words, words->trouble->misses);
  say(words, " first references. There are %.1f references for each miss.",
      ui_text_ratio((double)ui_counts_references(words->counts), misses_of(words)));
  figure(words, "first references", words->trouble->misses, UI_FIGURE_COUNT);
  tell_words_used(words);
  tell_size(words, words->trouble->data);
}

static void explain_streaming(const Words *words) {
  const uint32_t large = words->other != NULL ? words->trouble->other : words->trouble->data;
  if (words->other != NULL)
    say(words, "%s goes through the cache and sweeps %s out of it.", words->other, words->data);
  else
    say(words, "The program goes through %s, which is more than the cache holds, %.1f times.", words->data,
        words->facts->fetches);
  if (words->context->facts[large].bytes != 0) {
    say(words, " %s has ", words->other != NULL ? words->other : words->data);
    say_bytes(words, words->context->facts[large].bytes);
    say(words, ", the cache ");
    say_bytes(words, words->context->cache.size);
    say(words, ".");
  }
  figure(words, "replacement misses", words->trouble->misses, UI_FIGURE_COUNT);
  tell_words_used(words);
  tell_size(words, large);
  tell_kinds(words);
}

/* NULL: of the program as a whole, see ui_advice.c. */
static void (*const explain[UI_RULES])(const Words *words) = {
    [UI_RULE_SELF] = explain_self,
    [UI_RULE_CROSS] = explain_cross,
    [UI_RULE_SPATIAL] = explain_spatial,
    [UI_RULE_PROCESSORS] = explain_processors,
    [UI_RULE_FALSE_SHARING] = explain_false_sharing,
    [UI_RULE_SYNCHRONIZATION] = explain_synchronization,
    [UI_RULE_TRUE_SHARING] = explain_true_sharing,
    [UI_RULE_UPGRADES] = explain_upgrades,
    [UI_RULE_REMOTE] = explain_remote,
    [UI_RULE_STACK] = explain_stack,
    [UI_RULE_COLD] = explain_cold,
    [UI_RULE_STREAMING] = explain_streaming,
};

UiAdvice *ui_advice_explain(const UiAdviceContext *context, const UiTrouble *trouble) {
  UiAdvice *advice = ui_advice_new(trouble->rule, trouble->cycles);
  const bool pair = trouble->other != UI_ADVICE_NONE;
  const Words words = {.context = context,
                       .trouble = trouble,
                       .counts = &trouble->counts,
                       .facts = &context->facts[trouble->data],
                       .data = ui_view_item(context->view, UI_DATA, trouble->data)->name,
                       .other = pair ? ui_view_item(context->view, UI_DATA, trouble->other)->name : NULL,
                       .finding = g_string_new(NULL),
                       .remedy = g_string_new(advice->rule->remedy),
                       .advice = advice};
  advice->data = trouble->data;
  advice->other = trouble->other;
  advice->code = trouble->row;
  advice->place = trouble->place;
  figure(&words, "stall cycles that this explains", trouble->cycles, UI_FIGURE_CYCLES);
  figure(&words, "of all stall cycles", percent(trouble->cycles, context->stall), UI_FIGURE_PERCENT);
  explain[trouble->rule](&words);
  figure(&words, "miss rate", percent(misses_of(&words), (double)ui_counts_references(&trouble->counts)),
         UI_FIGURE_PERCENT);
  advice->finding = g_string_free(words.finding, FALSE);
  advice->remedy = g_string_free(words.remedy, FALSE);
  return advice;
}
