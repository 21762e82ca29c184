/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_lookups.h"

#include <string.h>

#include "ui/advice/advice_calls.h"
#include "ui/advice/advice_moves.h"
#include "ui/base/ui_text.h"

enum { OFTEN = 1000 /* calls */, FEW = 2 /* references for each call */, HEAD = 32 /* lines */ };

static uint32_t outer_of(const AdviceContext *context, const AdviceTrouble *trouble) {
  const Profile *profile = context->view->profile;
  return advice_calls_outer(profile, profile->places[advice_place(trouble, 0)->place].segment);
}

/* Returns the head of a function: the text from its first line to the brace of its body; NULL: not available. The caller
 * owns the text. */
static char *head_of(const AdviceContext *context, const ProfileSegment *segment) {
  const AnalysisSourceText *source = advice_text(context, segment->file);
  GString *head = g_string_new(NULL);
  for (uint64_t n = segment->line; segment->line != 0 && n < segment->line + HEAD; n++) {
    const char *line = analysis_source_text_line(source, n);
    if (line == NULL) break;
    g_string_append_len(head, line, (gssize)strcspn(line, "{"));
    g_string_append_c(head, ' ');
    if (strchr(line, '{') != NULL) return g_string_free(head, FALSE);
  }
  g_string_free(head, TRUE);
  return NULL;
}

/* Returns whether the function counts a word of the subscript up or down: its calls then use the elements in order. */
static bool is_counted(const AnalysisSourceText *source, const ProfileSegment *segment, uint64_t line,
                       const char *subscript) {
  bool counted = strstr(subscript, "++") != NULL || strstr(subscript, "--") != NULL;
  g_auto(GStrv) words = g_strsplit_set(subscript, ADVICE_MOVES_BETWEEN_WORDS, -1);
  for (char **word = words; *word != NULL && !counted; word++)
    for (uint64_t n = segment->line; **word != '\0' && n <= line + HEAD && !counted; n++) {
      const char *text = analysis_source_text_line(source, n);
      counted = text != NULL && advice_loops_counts(text, *word);
    }
  return counted;
}

/* Returns whether the function computes the subscript: by a remainder, a mask or a shift, or with a variable that is no
 * argument of the function. Names in capital letters are constants. */
static bool is_computed(const char *subscript, const char *head) {
  if (strpbrk(subscript, "%&") != NULL || strstr(subscript, ">>") != NULL) return true;
  bool computed = false;
  g_auto(GStrv) words = g_strsplit_set(subscript, ADVICE_MOVES_BETWEEN_WORDS, -1);
  for (char **word = words; *word != NULL; word++) {
    g_autofree char *upper = g_ascii_strup(*word, -1);
    if (**word == '\0' || g_ascii_isdigit(**word) || strcmp(upper, *word) == 0) continue;
    if (advice_walk_word(head, *word) != NULL) return false;
    computed = true;
  }
  return computed;
}

bool advice_lookups_is(const AdviceContext *context, const AdviceTrouble *trouble, const AdviceElement *element) {
  const Profile *profile = context->view->profile;
  const AdviceTroublePlace *at = advice_place(trouble, 0);
  const ProfilePlace *place = &profile->places[at->place];
  const ProfileSegment *segment = &profile->segments[place->segment];
  if (element->text == NULL || element->fortran || element->subscripts->len != 1 || element->inner != NULL)
    return false;
  g_autoptr(GArray) loops = advice_loops_at(context, place->file, place->line);
  const AdviceCalls calls = advice_calls(profile, outer_of(context, trouble));
  if (loops->len != 0 || segment->inlined_in != 0 || segment->file != place->file || calls.calls < OFTEN) return false;
  if (profile_counts_references(&at->counts) > FEW * calls.calls) return false;
  const char *subscript = element->subscripts->pdata[0];
  g_autofree char *head = head_of(context, segment);
  return head != NULL && is_computed(subscript, head) &&
         !is_counted(advice_text(context, place->file), segment, place->line, subscript);
}

void advice_lookups_say(const AdviceWords *words) {
  const Profile *profile = words->context->view->profile;
  const uint32_t function = outer_of(words->context, words->trouble);
  const AdviceCalls calls = advice_calls(profile, function);
  g_autofree char *shown = advice_function_name(profile, function);
  g_autofree char *text = ui_text_escaped(words->cause->element.text);
  advice_say(words, " %s computes which element it uses: %s. It is called %s", shown, text,
             calls.exact ? "" : "at least ");
  advice_say_count(words, (double)calls.calls);
  advice_say(words, " times.");
  advice_say_remedy(
      words,
      "Entries of a smaller type, if all values fit into it, or fewer entries need fewer lines. Put what a call uses of several tables "
      "into one entry, if the same subscript selects it. Or prefetch the entry as soon as its subscript is "
      "known, for example that of the next call.");
}
