/* ui_advice_words_shared.c: the findings about what processors share, in words.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "ui/analysis/ui_advice_words_rules.h"
#include "ui/analysis/ui_shared.h"
#include "ui/base/ui_text.h"

enum { TENTH = 10 };

void ui_explain_processors(const UiWords *words) {
  ui_say(
      words,
      "A line of %s is fetched by %.1f processors on average, though not for what others store there: lines hold data "
      "of several processors, or several need the same data.",
      words->data, words->facts->shared);
  ui_say_figure(words, "first references", (double)words->counts->cold, UI_FIGURE_COUNT);
  ui_say_figure(words, "of these, to lines that another processor has fetched",
                ui_say_percent(words->trouble->elsewhere, words->trouble->cold), UI_FIGURE_PERCENT);
  ui_say_figure(words, "processors that fetch a line", words->facts->shared, UI_FIGURE_RATIO);
}

/* The hottest line of the data. */
static void tell_hot_line(const UiWords *words) {
  words->advice->hot_line = ui_advice_hot_line(words->context, words->trouble->data);
  if (words->advice->hot_line == UI_ADVICE_NONE) return;
  const UiHotLine *line = &words->context->view->profile->hot_lines[words->advice->hot_line];
  ui_say_figure(words, "events of its hottest shared line", (double)line->events, UI_FIGURE_COUNT);
}

/* "state.limit and state.step are only read, and lie beside state.progress, which is written." */
static void say_read_only(const UiWords *words, const UiSharedLine *line) {
  g_autoptr(GString) read = g_string_new(NULL), written = g_string_new(NULL);
  for (guint i = 0; i < line->pad->len; i++) {
    const UiSharedPart *part = &g_array_index(line->parts, UiSharedPart, g_array_index(line->pad, guint, i));
    const bool is_written = (part->writes + part->modifies) * TENTH > part->reads;
    GString *list = is_written ? written : read;
    g_string_append_printf(list, "%s%s", list->len != 0 ? ", " : "", part->name);
  }
  if (read->len == 0 || written->len == 0) return;
  ui_say(words, " What is read there (%s) lies beside what is written (%s).", read->str, written->str);
}

/* The figures of invalidation misses of one kind. */
static void tell_invalidations(const UiWords *words, const char *what, double misses) {
  ui_say_figure(words, what, misses, UI_FIGURE_COUNT);
  ui_say_figure(words, "of all its misses", ui_say_percent(misses, ui_say_misses(words)), UI_FIGURE_PERCENT);
  ui_say_figure(words, "upgrades", (double)words->counts->upgrades, UI_FIGURE_COUNT);
  tell_hot_line(words);
}

void ui_explain_false_sharing(const UiWords *words) {
  ui_say(words, "Processors take lines of %s from each other without using what the others stored: ", words->data);
  ui_say_count(words, (double)words->counts->false_sharing);
  ui_say(words, " invalidation misses, and ");
  ui_say_count(words, (double)words->counts->upgrades);
  ui_say(words, " upgrades.");
  tell_invalidations(words, "invalidation misses by false sharing", (double)words->counts->false_sharing);
  if (words->advice->hot_line == UI_ADVICE_NONE) {
    ui_say_remedy(words, "Put what different processors use into different lines.");
    return;
  }
  UiSharedLine *line = ui_shared_line(words->context->view, words->context->names, words->advice->hot_line);
  g_autofree char *remedy = ui_shared_remedy(words->context->view, line);
  if (!line->elements) say_read_only(words, line);
  ui_say_remedy(words, "%s",
                line->kind == UI_SHARED_FALSE ? remedy : "Put what different processors use into different lines.");
  ui_shared_free(line);
}

void ui_explain_synchronization(const UiWords *words) {
  ui_say(words, "Processors wait for each other at %s: ", words->data);
  ui_say_count(words, (double)words->counts->true_sharing);
  ui_say(words, " misses for a value that another one stored, %.0f references for each.",
         ui_text_ratio((double)ui_counts_references(words->counts), (double)words->counts->true_sharing));
  ui_say_figure(words, "invalidation misses by true sharing", (double)words->counts->true_sharing, UI_FIGURE_COUNT);
  ui_say_references(words);
  tell_hot_line(words);
}

void ui_explain_true_sharing(const UiWords *words) {
  ui_say(words, "Processors use what others have stored in %s: ", words->data);
  ui_say_count(words, (double)words->counts->true_sharing);
  ui_say(words, " invalidation misses.");
  tell_invalidations(words, "invalidation misses by true sharing", (double)words->counts->true_sharing);
}

void ui_explain_upgrades(const UiWords *words) {
  const char *protocol = ui_profile_option(words->context->view->profile, "protocol");
  ui_say(words, "Stores to %s find the line in other caches too, and wait until it is theirs alone: ", words->data);
  ui_say_count(words, (double)words->counts->upgrades);
  ui_say(words, " upgrades.");
  if (protocol != NULL && strcmp(protocol, "msi") == 0)
    ui_say(words, " With the protocol msi that is so, too, for data that no other processor has used.");
  ui_say_figure(words, "upgrades", (double)words->counts->upgrades, UI_FIGURE_COUNT);
  ui_say_figure(words, "writes", (double)words->counts->writes, UI_FIGURE_COUNT);
  tell_hot_line(words);
}

void ui_explain_remote(const UiWords *words) {
  const char *placement = ui_profile_option(words->context->view->profile, "placement");
  ui_say(words, "%.1f%% of the misses on %s go to the memory of another node, and wait longer for it.",
         ui_say_percent((double)words->counts->remote, ui_say_misses(words)), words->data);
  if (placement != NULL && strcmp(placement, "first-touch") == 0)
    ui_say(words, " Its pages are where they were used first.");
  else if (placement != NULL && strcmp(placement, "round-robin") == 0)
    ui_say(words, " Pages are dealt out to the nodes in turn (--placement=round-robin).");
  ui_say_figure(words, "remote misses", (double)words->counts->remote, UI_FIGURE_COUNT);
  ui_say_figure(words, "local misses", (double)words->counts->local, UI_FIGURE_COUNT);
  ui_say_figure(words, "cycles that a remote miss waits longer", words->context->latencies.remote, UI_FIGURE_CYCLES);
}
