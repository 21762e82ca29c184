/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_reuse.h"

#include <string.h>

#include "ui/advice/advice_calls.h"
#include "ui/base/ui_text.h"
#include "ui/names/name_user_calls.h"

enum { LARGE_PART = 4 /* a quarter of the data or more */ };

bool advice_reuse_has_line(const AdviceContext *context, const AdviceTrouble *trouble) {
  return context->view->profile->places[advice_place(trouble, 0)->place].line != 0;
}

bool advice_reuse_has_text(const AdviceContext *context, const AdviceTrouble *trouble) {
  const ProfilePlace *place = &context->view->profile->places[advice_place(trouble, 0)->place];
  return place->line != 0 && analysis_source_text_line(advice_text(context, place->file), place->line) != NULL;
}

bool advice_reuse_is_shown(const AdviceContext *context, const AdviceTrouble *trouble, const AdviceCause *cause) {
  return advice_reuse_has_line(context, trouble) && !(cause->unseen && cause->words < ADVICE_FEW_WORDS);
}

/* Returns the bytes of the lines that a call of the function fetches for the bottleneck, as a mean. */
static double bytes_of_call(const AdviceWords *words, uint32_t function, uint64_t calls) {
  const Profile *profile = words->context->view->profile;
  uint64_t misses = 0;
  for (guint i = 0; i < words->trouble->places->len; i++) {
    const AdviceTroublePlace *at = advice_place(words->trouble, i);
    if (advice_calls_outer(profile, profile->places[at->place].segment) == function)
      misses += profile_counts_misses(&at->counts);
  }
  return ui_text_ratio((double)(misses * words->context->cache.line), (double)calls);
}

/* Returns whether a line of the program, not of a library, has most of the calls. */
static bool is_called_by_program(const Profile *profile, const AdviceCalls *calls) {
  return calls->place != ADVICE_NONE && profile->places[calls->place].line != 0 &&
         !name_user_calls_is_library(profile, calls->place);
}

/* Appends the place from which most of the calls come. The source line is that of the program's code only: the line of
 * the program that is the reason for a call in a library is unknown. */
static void say_caller(const AdviceWords *words, const AdviceCalls *calls) {
  const Profile *profile = words->context->view->profile;
  if (calls->caller == ADVICE_NONE || calls->most * 2 <= calls->calls) return;
  g_autofree char *caller = advice_function_name(profile, calls->caller);
  advice_say(words, calls->most < calls->calls ? ", most often by %s" : ", by %s", caller);
  if (!is_called_by_program(profile, calls)) return;
  const ProfilePlace *place = &profile->places[calls->place];
  g_autofree char *file = ui_text_escaped(profile_basename(profile->files[place->file].path));
  advice_say(words, " in %s:%" G_GUINT64_FORMAT, file, place->line);
}

/* Appends the number of calls of a function, their place, and what a call fetches. */
static AdviceReuse say_calls(const AdviceWords *words, uint32_t function, const AdviceCalls *calls) {
  const AdviceContext *context = words->context;
  g_autofree char *name = advice_function_name(context->view->profile, function);
  const double bytes = bytes_of_call(words, function, calls->calls),
               share = (double)words->trouble->touched / MAX(context->processors, 1);
  advice_say(words, " %s is called %s", name, calls->exact ? "" : "at least ");
  advice_say_count(words, (double)calls->calls);
  advice_say(words, " times");
  say_caller(words, calls);
  advice_say(words, ".");
  /* If a call fetches less than a line, successive calls share lines. */
  if (bytes < (double)context->cache.line) return ADVICE_REUSE_UNKNOWN;
  advice_say(words, " Without the functions that it calls, a call fetches ");
  advice_say_bytes(words, (uint64_t)(bytes + 0.5));
  advice_say(words, " of the data on average.");
  if (share <= 0 || !calls->exact) return ADVICE_REUSE_UNKNOWN;
  if (!is_called_by_program(context->view->profile, calls)) return ADVICE_REUSE_UNKNOWN;
  return bytes * LARGE_PART >= share ? ADVICE_REUSE_LARGE_PARTS : ADVICE_REUSE_SMALL_PARTS;
}

/* Returns whether the function has at least half of the bottleneck's cycles. Its calls otherwise do not explain them. */
static bool has_most(const AdviceWords *words, uint32_t function) {
  const Profile *profile = words->context->view->profile;
  double cycles = 0;
  for (guint i = 0; i < words->trouble->places->len; i++) {
    const AdviceTroublePlace *at = advice_place(words->trouble, i);
    if (advice_calls_outer(profile, profile->places[at->place].segment) == function) cycles += at->cycles;
  }
  return cycles * 2 >= words->trouble->cycles;
}

AdviceReuse advice_reuse_say(const AdviceWords *words) {
  const AdvicePasses *passes = &words->cause->passes;
  const Profile *profile = words->context->view->profile;
  const uint32_t place = advice_place(words->trouble, 0)->place;
  const uint32_t function = advice_calls_outer(profile, profile->places[place].segment);
  const AdviceCalls calls = advice_calls(profile, function);
  g_autofree char *name = advice_function_name(profile, function);
  const bool has_line = advice_reuse_has_line(words->context, words->trouble);
  const bool shown = advice_reuse_has_text(words->context, words->trouble);
  if (has_line && !shown)
    advice_say(words, " The source of %s is not available, so that the loop that uses the data again is unknown.",
               name);
  if (!has_line)
    advice_say(words, " The profile has no line numbers of %s, so that the loop that uses the data again is unknown.",
               name);
  if (passes->call_line != 0) {
    advice_say(
        words,
        " Each iteration of the loop over %s in line %" G_GUINT64_FORMAT
        " probably uses the same elements again: the text shows no subscript in the call in line %" G_GUINT64_FORMAT
        " that depends on %s.",
        passes->again, passes->again_line, passes->call_line, passes->again);
    return ADVICE_REUSE_REPEATED_CALL;
  }
  if (calls.calls == 0 || !has_most(words, function)) {
    if (shown) advice_say(words, " The source lines do not show the loop that uses the data again.");
    return ADVICE_REUSE_UNKNOWN;
  }
  if (!advice_calls_once(profile, function)) return say_calls(words, function, &calls);
  if (shown)
    advice_say(words, " %s is called once, and the source lines do not show which of its loops uses the data again.",
               name);
  return ADVICE_REUSE_ONE_CALL;
}
