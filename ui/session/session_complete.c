/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_complete.c: The table of commands lists the words for each argument. */
#include "ui/session/session_complete.h"

#include <string.h>

#include "ui/analysis/analysis_references.h"
#include "ui/base/ui_text.h"
#include "ui/session/session_command.h"

/* A word to be completed. */
typedef struct {
  const Session *session;
  char **before;    /* words before it, ended by NULL */
  char *text;       /* text of the word so far, without quotes */
  GPtrArray *words; /* words found so far */
  bool matched;     /* the word is a pattern, and `words` match it */
} Search;

/* Adds the word `lead` + `candidate` if the typed text is the start of it. `lead` is the number of characters at the
 * start of the typed text. */
static void offer(Search *search, gsize lead, const char *candidate) {
  const char *rest = search->text + lead;
  if (g_ascii_strncasecmp(candidate, rest, strlen(rest)) != 0) return;
  g_autofree char *front = g_strndup(search->text, lead);
  g_ptr_array_add(search->words, g_strconcat(front, candidate, NULL));
}

static void offer_axis(Search *search, gsize lead, ViewAxisKind axis) {
  for (uint32_t rank = 0; rank < view_used(search->session->view, axis); rank++)
    offer(search, lead, view_item(search->session->view, axis, rank)->name);
}

/* Offers the names on one axis; with VIEW_AXES, the names on both axes. If no name fits, the word can be a list of
 * names. */
static void offer_names(Search *search, gsize lead, unsigned axis) {
  for (;;) {
    if (axis != VIEW_DATA) offer_axis(search, lead, VIEW_CODE);
    if (axis != VIEW_CODE) offer_axis(search, lead, VIEW_DATA);
    const char *comma = strchr(search->text + lead, ',');
    if (search->words->len > 0 || comma == NULL) return;
    lead = (gsize)(comma + 1 - search->text);
  }
}

/* Offers names after "code:" or "data:". Without such a start, offers the names on both axes. */
static void offer_any(Search *search) {
  if (g_str_has_prefix(search->text, "code:"))
    offer_names(search, strlen("code:"), VIEW_CODE);
  else if (g_str_has_prefix(search->text, "data:"))
    offer_names(search, strlen("data:"), VIEW_DATA);
  else
    offer_names(search, 0, VIEW_AXES);
}

/* Adds the name of a reference if the word is the start of the name, or a pattern that matches its start. */
static void offer_reference(Search *search, const char *name) {
  g_autofree char *valid = g_utf8_make_valid(search->text, -1);
  g_autofree char *pattern = g_strconcat(valid, "*", NULL);
  if (!search->matched)
    offer(search, 0, name);
  else if (g_pattern_match_simple(pattern, name))
    g_ptr_array_add(search->words, g_strdup(name));
}

/* Offers the references that are not filtered out, by NAME or FUNCTION:NAME. */
static void offer_references(Search *search) {
  AnalysisReferences *references = analysis_references_new(search->session->view, search->session->names,
                                                           search->session->settings.source_path);
  g_autoptr(GArray) shown = analysis_references_choose(references, NULL);
  search->matched = strpbrk(search->text, "*?") != NULL && g_utf8_validate(search->text, -1, NULL);
  for (guint i = 0; i < shown->len; i++) {
    const uint32_t number = g_array_index(shown, uint32_t, i);
    g_autofree char *name = ui_text_escaped(analysis_references_get(references, number)->name);
    g_autofree char *whole = strchr(search->text, ':') != NULL ? analysis_references_full_name(references, number)
                                                               : NULL;
    offer_reference(search, name);
    if (whole != NULL) offer_reference(search, whole);
  }
  analysis_references_free(references);
}

static void offer_commands(Search *search) {
  for (const SessionCommand *command = search->session->commands; command->name != NULL; command++)
    offer(search, 0, command->name);
}

/* Offers the words of a choice. If a word ends with a colon, names come after it, and are offered, too. */
static void offer_choice(Search *search, const SessionArgument *argument) {
  const char *word;
  bool names = false;
  for (unsigned i = 0; (word = argument->choice(search->session, search->before + 1, i)) != NULL; i++) {
    offer(search, 0, word);
    names |= strcmp(word, "code:") == 0;
  }
  if (names && strchr(search->text, ':') != NULL) {
    g_ptr_array_set_size(search->words, 0);
    if (g_str_has_prefix(search->text, "code:") || g_str_has_prefix(search->text, "data:")) offer_any(search);
  }
}

static void offer_options(Search *search, const SessionCommand *command) {
  for (const SessionArgument *argument = command->arguments; argument->name != NULL; argument++) {
    if (argument->kind != SESSION_ARGUMENT_OPTION) continue;
    const char *value = strchr(argument->name, '=');
    g_autofree char *name = value != NULL ? g_strndup(argument->name, (gsize)(value + 1 - argument->name)) : NULL;
    offer(search, 0, name != NULL ? name : argument->name);
  }
}

/* Returns argument number `n` of a command, not counting options, or NULL after the last one. */
static const SessionArgument *argument_at(const SessionCommand *command, unsigned n) {
  for (const SessionArgument *argument = command->arguments; argument->name != NULL; argument++) {
    if (argument->kind == SESSION_ARGUMENT_OPTION) continue;
    if (n == 0 || argument->form == SESSION_MANY || argument->form == SESSION_ANY_NUMBER) return argument;
    n--;
  }
  return NULL;
}

/* Returns whether the argument is the name of a file. */
static bool offer_argument(Search *search, const SessionArgument *argument) {
  switch (argument->kind) {
    case SESSION_ARGUMENT_CODE: offer_names(search, 0, VIEW_CODE); break;
    case SESSION_ARGUMENT_DATA: offer_names(search, 0, VIEW_DATA); break;
    case SESSION_ARGUMENT_ANY: offer_any(search); break;
    case SESSION_ARGUMENT_REFERENCE: offer_references(search); break;
    case SESSION_ARGUMENT_VICTIM:
      offer_names(search, 0, VIEW_DATA);
      offer_references(search);
      break;
    case SESSION_ARGUMENT_COMMAND: offer_commands(search); break;
    case SESSION_ARGUMENT_WORD:
      if (argument->choice != NULL) offer_choice(search, argument);
      break;
    case SESSION_ARGUMENT_FILE: return true;
    default: break;
  }
  return false;
}

/* Finds all words that can complete the text. Returns whether the text is the name of a file. */
static bool find_words(Search *search) {
  if (*search->before == NULL) {
    offer_commands(search);
    return false;
  }
  const SessionCommand *command = session_command_find(search->session->commands, *search->before, NULL);
  if (command == NULL) return false;
  if (g_str_has_prefix(search->text, "--")) {
    offer_options(search, command);
    return false;
  }
  unsigned n = 0;
  for (char **word = search->before + 1; *word != NULL; word++) n += !g_str_has_prefix(*word, "--");
  const SessionArgument *argument = argument_at(command, n);
  return argument != NULL && offer_argument(search, argument);
}

/* Removes quotes and backslashes from a word. `quote` is the open quotation mark before the word, or 0. Owned by the
 * caller. */
static char *dequote(const char *word, gsize length, char quote) {
  GString *text = g_string_new(NULL);
  for (gsize i = 0; i < length; i++) {
    const bool escape = word[i] == '\\' && i + 1 < length && quote != '\'' &&
                        (quote == 0 || strchr("\"\\$`", word[i + 1]) != NULL);
    g_string_append_c(text, word[i += escape]);
  }
  return g_string_free(text, FALSE);
}

/* Appends `text`, quoted for a place within quotation marks `quote`. */
static void append_quoted(GString *out, const char *text, char quote) {
  for (; *text != '\0'; text++) {
    if (quote == '\'' && *text == '\'')
      g_string_append(out, "'\\'");
    else if (quote == '"' && strchr("\"\\$`", *text) != NULL)
      g_string_append_c(out, '\\');
    g_string_append_c(out, *text);
  }
}

/* Quotes `text` for a line. With `whole`, also closes the quotation mark. Owned by the caller. */
static char *quote_text(const char *text, char quote, bool whole) {
  static const char special[] = " \t\n\\\"'`$#;&|<>()*?[]~{}!";
  GString *out = g_string_new(NULL);
  if (quote == 0 && strpbrk(text, special) == NULL) {
    g_string_append(out, text);
  } else {
    if (quote == 0) g_string_append_c(out, '"');
    append_quoted(out, text, quote == 0 ? '"' : quote);
    if (quote == 0 && whole) g_string_append_c(out, '"');
  }
  return g_string_free(out, FALSE);
}

/* Returns the length in bytes of the longest common start of all words, ignoring case. It consists of whole
 * characters. */
static gsize common_length(const GPtrArray *words) {
  const char *first = g_ptr_array_index(words, 0);
  gsize length = strlen(first);
  for (guint i = 1; i < words->len; i++) {
    const char *other = g_ptr_array_index(words, i);
    gsize same = 0;
    while (same < length && g_ascii_tolower(first[same]) == g_ascii_tolower(other[same])) same++;
    length = same;
  }
  while (length > 0 && ((unsigned char)first[length] & 0xc0) == 0x80) length--;
  return length;
}

static gint compare_words(gconstpointer a, gconstpointer b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void sort_unique(GPtrArray *words) {
  g_ptr_array_sort(words, compare_words);
  for (guint i = words->len; i-- > 1;)
    if (strcmp(g_ptr_array_index(words, i), g_ptr_array_index(words, i - 1)) == 0) g_ptr_array_remove_index(words, i);
}

/* Returns the number of bytes before the open quotation mark at `mark` that belong to the same word as the text after
 * it. */
static gsize glued_length(const char *line, gsize mark) {
  gsize n = 0;
  while (n < mark && strchr(" \t\n", line[mark - n - 1]) == NULL) n++;
  return n;
}

SessionCompletion session_complete(const Session *session, const char *line, size_t start, size_t end, char quote) {
  SessionCompletion completion = {.words = g_ptr_array_new_with_free_func(g_free)};
  const gsize mark = quote != 0 && start > 0 ? start - 1 : start;
  const gsize glued = quote != 0 ? glued_length(line, mark) : 0;
  g_autofree char *front = g_strndup(line, mark - glued);
  g_auto(GStrv) before = NULL;
  if (!g_shell_parse_argv(front, NULL, &before, NULL)) before = g_new0(char *, 1);
  if (*before == NULL && front[strspn(front, " \t")] != '\0') return completion; /* unpaired quotation marks */

  g_autofree char *lead = g_strndup(line + mark - glued, glued);
  g_autofree char *word = dequote(line + start, end - start, quote);
  g_autofree char *text = g_strconcat(lead, word, NULL);
  Search search = {.session = session, .before = before, .text = text, .words = completion.words};
  completion.file = find_words(&search);
  if (completion.words->len == 0) return completion;
  sort_unique(completion.words);
  const char *first = g_ptr_array_index(completion.words, 0);
  const gsize length = common_length(completion.words);
  const bool one = completion.words->len == 1;
  g_autofree char *common = g_strndup(first + MIN(glued, length), length - MIN(glued, length));
  completion.complete = one && strchr(":=", first[strlen(first) - 1]) == NULL;
  /* If a pattern matches several names, the word stays: the common start of the names can be shorter than the
   * pattern. */
  completion.replacement = search.matched && !one ? g_strndup(line + start, end - start)
                                                  : quote_text(common, quote, completion.complete);
  return completion;
}

void session_completion_clear(SessionCompletion *completion) {
  g_ptr_array_unref(completion->words);
  g_free(completion->replacement);
}
