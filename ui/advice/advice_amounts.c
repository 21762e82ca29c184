/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_amounts.c: the rules about the amount of data: more than the cache or the TLB holds, or used for the first
 * time. */
#include "ui/advice/advice_rule_code.h"

#include "ui/base/ui_text.h"

enum { REPLACED = 4 /* a quarter of the cycles */ };

/* ---- conditions ---- */

bool advice_is_stack(const AdviceLook *look) {
  if (!look->one || !look->data->stack) return false;
  look->cause->sure = ADVICE_SURE;
  look->cause->why = "that is all that this code does";
  look->cause->gain = look->trouble->cycles;
  return true;
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
  look->cause->gain = look->trouble->replacement;
  return true;
}

bool advice_is_translation(const AdviceLook *look) {
  look->cause->sure = ADVICE_SURE;
  look->cause->why = "the simulation knows which pages the TLBs have";
  look->cause->gain = look->trouble->cycles;
  return true;
}

/* ---- findings ---- */

void advice_explain_stack(const AdviceWords *words) {
  advice_say(words, "%s misses in the cache ", words->data);
  advice_say_count(words, words->trouble->misses);
  advice_say(words, " times.");
  advice_say_figure(words, "misses", words->trouble->misses, ADVICE_FIGURE_COUNT);
}

void advice_explain_cold(const AdviceWords *words) {
  advice_say(words, "A processor has to fetch each line of %s once: ", words->data);
  advice_say_count(words, (double)words->counts->cold);
  advice_say(words, " first references. There are %.1f references for each miss.",
             ui_text_ratio((double)profile_counts_references(words->counts), advice_say_misses(words)));
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

void advice_explain_streaming(const AdviceWords *words) {
  if (words->other != NULL) {
    advice_say(words, "%s passes through the cache and pushes %s out of it.", words->other, words->data);
  } else if (words->trouble->by_code) {
    advice_say(words, "%s goes through more data than the cache holds.", words->data);
    advice_say_parts(words);
  } else {
    if (words->context->view->profile->sampled)
      advice_say(words, "The lines of %s are fetched again and again, and their words are used while they are there.",
                 words->data);
    else
      advice_say(words, "Each line of %s is fetched %.1f times, and its words are used while it is there.", words->data,
                 words->facts->fetches);
    if (!words->facts->known) advice_say_parts(words);
  }
  advice_say_sizes(words);
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
