/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_text.h"

#include <string.h>

#include "ui/advice/advice_walk.h"
#include "ui/base/ui_text.h"

enum { NAMED = 10, ALONG = 6 /* data that a finding names */, GREAT = 20 /* a 20th */ };

double advice_say_percent(double part, double whole) { return 100 * ui_text_ratio(part, whole); }

double advice_say_misses(const AdviceWords *words) { return (double)profile_counts_misses(words->counts); }

void advice_say(const AdviceWords *words, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_string_append_vprintf(words->finding, format, list);
  va_end(list);
}

void advice_say_remedy(const AdviceWords *words, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_string_append_vprintf(words->remedy, format, list);
  va_end(list);
}

void advice_say_figure(const AdviceWords *words, const char *what, double value, AdviceFigureUnit unit) {
  advice_figure(words->advice->figures, what, value, unit);
}

void advice_say_count(const AdviceWords *words, double count) {
  view_estimate_append(words->finding, words->context->view->profile, count);
}

void advice_say_bytes(const AdviceWords *words, uint64_t bytes) { ui_text_append_bytes(words->finding, bytes); }

void advice_say_kinds(const AdviceWords *words) {
  const ProfileCounts *counts = words->counts;
  if (!words->context->kinds) return;
  advice_say_figure(words, "of its replacement misses, for lack of capacity",
                    advice_say_percent((double)counts->capacity, (double)counts->replacement), ADVICE_FIGURE_PERCENT);
  advice_say_figure(words, "of its replacement misses, conflicts",
                    advice_say_percent((double)counts->conflict, (double)counts->replacement), ADVICE_FIGURE_PERCENT);
}

/* Returns whether the touched memory is known, at least by half. */
static bool is_touched_known(const AdviceWords *words) {
  return words->trouble->by_code || words->facts->touched * 2 > MAX(words->facts->extent, words->facts->most);
}

void advice_say_size(const AdviceWords *words) {
  if (words->trouble->touched != 0 && is_touched_known(words))
    advice_say_figure(words, "memory that was touched", (double)words->trouble->touched, ADVICE_FIGURE_BYTES);
}

void advice_say_references(const AdviceWords *words) {
  advice_say_figure(words, "references for each miss",
                    ui_text_ratio((double)profile_counts_references(words->counts), advice_say_misses(words)),
                    ADVICE_FIGURE_RATIO);
}

void advice_say_hot_line(const AdviceWords *words) {
  words->advice->hot_line = advice_hot_line(words->context, words->trouble->data);
  if (words->advice->hot_line == ADVICE_NONE) return;
  const ProfileHotLine *line = &words->context->view->profile->hot_lines[words->advice->hot_line];
  advice_say_figure(words, "events of its hottest shared line", (double)line->events, ADVICE_FIGURE_COUNT);
}

void advice_say_fetches(const AdviceWords *words) {
  const double fetches = words->facts->fetches;
  if (fetches < 1.05) /* unknown: the memory belonged to other data before, or most of it is not touched */
    advice_say(words, "A line of %s is fetched again after it was replaced", words->data);
  else
    advice_say(words, "Each line of %s is fetched %s%.1f times", words->data, words->facts->at_least ? "at least " : "",
               fetches);
}

void advice_say_sizes(const AdviceWords *words) {
  if (!is_touched_known(words) || words->trouble->touched <= words->context->cache.size) return;
  advice_say(words, " ");
  advice_say_bytes(words, words->trouble->touched);
  advice_say(words, " of it are touched, and the first-level cache (D1) holds ");
  advice_say_bytes(words, words->context->cache.size);
  advice_say(words, ".");
}

/* Returns the parts of data or of code with the most cycles, such as "a (40.0%), b (12.3%)"; "" if no part is large. Sets
 * *most to whether these parts together have at least half of the cycles. The caller owns the text. */
static char *greatest(const AdviceWords *words, ViewAxisKind axis, bool *most) {
  const GArray *parts = axis == VIEW_DATA ? words->trouble->datas : words->trouble->codes;
  const AdviceGroups *groups = words->context->groups;
  GString *out = g_string_new(NULL);
  double cycles = 0;
  for (guint i = 0; i < parts->len && i < NAMED; i++) {
    const AdviceTroublePart *part = &g_array_index(parts, AdviceTroublePart, i);
    if ((double)part->count * GREAT < words->trouble->cycles) break;
    cycles += (double)part->count;
    const char *name = axis == VIEW_DATA ? advice_data(groups, part->group)->name
                                         : advice_code(groups, part->group)->name;
    g_string_append_printf(out, "%s%s (%.1f%%)", i == 0 ? "" : ", ", name,
                           advice_say_percent((double)part->count, words->trouble->cycles));
  }
  *most = cycles * 2 >= words->trouble->cycles;
  return g_string_free(out, FALSE);
}

void advice_say_parts(const AdviceWords *words) {
  const bool by_code = words->trouble->by_code;
  bool most = false;
  g_autofree char *list = greatest(words, by_code ? VIEW_DATA : VIEW_CODE, &most);
  if (*list == '\0') return;
  advice_say(words, most ? " Most of it is %s %s." : " The largest parts of it are %s %s.", by_code ? "on" : "in",
             list);
}

void advice_say_along(const AdviceWords *words, const char *begin) {
  const GArray *along = words->trouble->along;
  advice_say(words, "%s", begin);
  for (guint i = 0; i < MIN(along->len, ALONG); i++)
    advice_say(words, "%s%s",
               i == 0                ? ""
               : i + 1 == along->len ? " and "
                                     : ", ",
               advice_data(words->context->groups, g_array_index(along, uint32_t, i))->name);
  if (along->len > ALONG) advice_say(words, " and %u others", along->len - ALONG);
  advice_say(words, ".");
}

void advice_say_step(const AdviceWords *words) {
  const AdviceTroublePlace *at = advice_place(words->trouble, 0);
  const ProfileSpread *spread = profile_spread(words->context->view->profile, at->place, at->bin);
  if (spread != NULL && spread->stride >= words->context->cache.line / 2)
    advice_say(words,
               " The distances of the references of the instruction with the most of them are multiples of "
               "%" G_GUINT64_FORMAT " bytes.",
               spread->stride);
}

static bool ends_with_operator(const GString *name) { return g_str_has_suffix(name->str, "operator"); }

char *advice_function_name(const Profile *profile, uint32_t segment) {
  static const char anonymous[] = "(anonymous namespace)::";
  const char *name = profile->segments[segment].name;
  g_autoptr(GString) bare = g_string_new(NULL);
  gsize begin = 0;   /* of the name, after the function's type */
  int depth = 0;     /* of the angle brackets */
  bool kept = false; /* the brackets are a part of the name, as in Rust's "<T as Trait>::f" */
  for (const char *p = name; *p != '\0'; p++) {
    if (depth == 0 && g_str_has_prefix(p, anonymous)) p += strlen(anonymous);
    const bool is_operator = depth == 0 && ends_with_operator(bare);
    if (depth == 0 && *p == '(' && !is_operator) break;
    if (*p == '<' && !is_operator && depth++ == 0) kept = p == name || !advice_walk_is_word(p[-1]);
    if (depth == 0 || kept) g_string_append_c(bare, *p);
    if (depth == 0 && *p == ' ' && !is_operator) begin = bare->len;
    if (*p == '>' && depth > 0 && p[-1] != '-') depth--;
  }
  return ui_text_escaped(begin < bare->len ? bare->str + begin : name);
}
