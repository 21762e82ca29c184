/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_functions.c: the rules about system and library functions. */
#include "ui/analysis/ui_advice_rule_code.h"

#include <string.h>

#include "ui/base/ui_text.h"

#define COPIED 0.25

/* ---- conditions ---- */

/* Sets the cause to the purpose of the code, with certainty. Returns true. */
static bool is_all(const UiLook *look, double gain) {
  look->cause->sure = UI_SURE;
  look->cause->why = "that is all that this code does";
  look->cause->gain = gain;
  return true;
}

bool ui_is_start(const UiLook *look) {
  return look->code->kind == UI_CODE_LOADER && look->trouble->by_code && is_all(look, 0);
}

bool ui_is_allocator(const UiLook *look) {
  return look->code->kind == UI_CODE_ALLOCATOR && look->trouble->by_code && is_all(look, look->trouble->cycles);
}

bool ui_is_growth(const UiLook *look) {
  static const char *const functions[] = {"_M_realloc_insert", "_M_realloc_append", "_M_default_append"};
  const char *path = look->context->view->labels[UI_DATA].full[look->data->bin];
  if (!look->one || look->trouble->copied < COPIED * look->trouble->cycles) return false;
  for (size_t i = 0; i < G_N_ELEMENTS(functions); i++) {
    if (strstr(path, functions[i]) == NULL) continue;
    look->cause->sure = UI_SURE;
    look->cause->gain = look->trouble->cycles;
    look->cause->why = "its blocks were allocated where a std::vector grows, and their contents are copied";
    return true;
  }
  return false;
}

bool ui_is_copies(const UiLook *look) {
  const UiTrouble *trouble = look->trouble;
  return trouble->by_code && trouble->copied * 2 > trouble->cycles && is_all(look, trouble->cycles);
}

/* ---- findings ---- */

void ui_explain_growth(const UiWords *words) {
  ui_say(words,
         "%s grows as it is filled: %" G_GUINT64_FORMAT " blocks were allocated for it, and %.1f%% of this stall is in "
         "copying its contents to the next.",
         words->data, words->facts->blocks, ui_say_percent(words->trouble->copied, words->trouble->cycles));
  ui_say_figure(words, "blocks", (double)words->facts->blocks, UI_FIGURE_COUNT);
  ui_say_figure(words, "bytes of all of them", (double)words->facts->bytes, UI_FIGURE_BYTES);
  ui_say_size(words);
}

void ui_explain_copies(const UiWords *words) {
  ui_say(words, "%s copies or sets memory that is not in the cache: ", words->data);
  ui_say_count(words, words->trouble->misses);
  ui_say(words, " misses.");
  ui_say_parts(words);
  ui_say_figure(words, "misses", words->trouble->misses, UI_FIGURE_COUNT);
}

void ui_explain_allocator(const UiWords *words) {
  ui_say(words, "malloc and free themselves miss ");
  ui_say_count(words, words->trouble->misses);
  ui_say(words, " times");
  if (!words->context->view->profile->sampled)
    ui_say(words, "; %.1f%% of this stall is the first touch of new memory",
           ui_say_percent(words->trouble->cold, words->trouble->cycles));
  ui_say(words, ".");
  ui_say_figure(words, "misses", words->trouble->misses, UI_FIGURE_COUNT);
}

void ui_explain_start(const UiWords *words) {
  ui_say(words, "The dynamic linker loads the program's libraries: ");
  ui_say_count(words, words->trouble->misses);
  ui_say(words, " misses. A longer run does not have more of them.");
  ui_say_figure(words, "misses", words->trouble->misses, UI_FIGURE_COUNT);
}

/* ---- snippets ---- */

void ui_write_reserve(const UiWriter *writer) {
  if (writer->variable != NULL)
    ui_write(writer, "%s.reserve(n); /* before the loop that adds n elements */", writer->variable);
}
