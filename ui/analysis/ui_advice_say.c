/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/analysis/ui_advice_say.h"

#include "ui/base/ui_text.h"

enum { NAMED = 10, GREAT = 20 /* a 20th */ };

double ui_say_percent(double part, double whole) { return 100 * ui_text_ratio(part, whole); }

double ui_say_misses(const UiWords *words) { return (double)ui_counts_misses(words->counts); }

void ui_say(const UiWords *words, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_string_append_vprintf(words->finding, format, list);
  va_end(list);
}

void ui_say_remedy(const UiWords *words, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_string_append_vprintf(words->remedy, format, list);
  va_end(list);
}

void ui_say_figure(const UiWords *words, const char *what, double value, UiFigureUnit unit) {
  ui_advice_figure(words->advice->figures, what, value, unit);
}

void ui_say_count(const UiWords *words, double count) {
  ui_estimate_append(words->finding, words->context->view->profile, count);
}

void ui_say_bytes(const UiWords *words, uint64_t bytes) { ui_text_append_bytes(words->finding, bytes); }

void ui_say_kinds(const UiWords *words) {
  const UiCounts *counts = words->counts;
  if (!words->context->kinds) return;
  ui_say_figure(words, "of its replacement misses, for lack of capacity",
                ui_say_percent((double)counts->capacity, (double)counts->replacement), UI_FIGURE_PERCENT);
  ui_say_figure(words, "of its replacement misses, conflicts",
                ui_say_percent((double)counts->conflict, (double)counts->replacement), UI_FIGURE_PERCENT);
}

void ui_say_size(const UiWords *words) {
  if (words->trouble->touched != 0 && (words->trouble->by_code || words->facts->touched * 2 > words->facts->extent))
    ui_say_figure(words, "memory that was touched", (double)words->trouble->touched, UI_FIGURE_BYTES);
}

void ui_say_references(const UiWords *words) {
  ui_say_figure(words, "references for each miss",
                ui_text_ratio((double)ui_counts_references(words->counts), ui_say_misses(words)), UI_FIGURE_RATIO);
}

void ui_say_sizes(const UiWords *words) {
  const bool known = words->trouble->by_code || words->facts->touched * 2 > words->facts->extent;
  if (!known || words->trouble->touched <= words->context->cache.size) return;
  ui_say(words, " ");
  ui_say_bytes(words, words->trouble->touched);
  ui_say(words, " of it are touched, and the cache holds ");
  ui_say_bytes(words, words->context->cache.size);
  ui_say(words, ".");
}

/* Returns the greatest parts, of data or of code: "a (40.0%), b (12.3%)"; "" if no part is great. Owned by the
 * caller. */
static char *greatest(const UiWords *words, UiAxisKind axis) {
  const GArray *parts = axis == UI_DATA ? words->trouble->datas : words->trouble->codes;
  const UiAdviceGroups *groups = words->context->groups;
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < parts->len && i < NAMED; i++) {
    const UiTroublePart *part = &g_array_index(parts, UiTroublePart, i);
    if ((double)part->count * GREAT < words->trouble->cycles) break;
    const char *name = axis == UI_DATA ? ui_advice_data(groups, part->group)->name
                                       : ui_advice_code(groups, part->group)->name;
    g_string_append_printf(out, "%s%s (%.1f%%)", i == 0 ? "" : ", ", name,
                           ui_say_percent((double)part->count, words->trouble->cycles));
  }
  return g_string_free(out, FALSE);
}

void ui_say_parts(const UiWords *words) {
  g_autofree char *list = greatest(words, words->trouble->by_code ? UI_DATA : UI_CODE);
  if (*list != '\0') ui_say(words, words->trouble->by_code ? " Most of it is on %s." : " Most of it is in %s.", list);
}

void ui_say_step(const UiWords *words) {
  const UiTroublePlace *at = &g_array_index(words->trouble->places, UiTroublePlace, 0);
  const UiSpread *spread = ui_profile_spread(words->context->view->profile, at->place, at->bin);
  if (spread != NULL && spread->stride >= words->context->cache.line / 2)
    ui_say(words, " The instruction with the most of them goes through it in steps of %" G_GUINT64_FORMAT " bytes.",
           spread->stride);
}
