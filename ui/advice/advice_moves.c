/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_moves.h"

#include <string.h>

#include "ui/advice/advice_walk.h"

enum { DERIVED = 32 /* words that a loop's variable can determine */ };

/* ---- texts ---- */

const char *advice_moves_behind_heads(const char *text) {
  const char *head;
  while ((head = advice_walk_word(text, "for")) != NULL && head[3 + strspn(head + 3, " ")] == '(') {
    int depth = 0;
    for (text = head + 3; *text != '\0'; text++) {
      depth += (*text == '(') - (*text == ')');
      if (depth == 0 && *text == ')') break;
    }
    if (*text == '\0') break;
    text++;
  }
  return text;
}

GPtrArray *advice_moves_elements(const char *text, const char *variable) {
  GPtrArray *elements = g_ptr_array_new_with_free_func(g_free), *named = g_ptr_array_new_with_free_func(g_free);
  for (const char *p = text; *p != '\0';) {
    const char *start = p;
    while (g_ascii_isalnum(*p) || *p == '_') p++;
    const size_t n = (size_t)(p - start);
    const char *end = advice_walk_bracket(start, p);
    while (n != 0 && (*end == '[' || *end == '(') && (end = advice_walk_closed(end)) != NULL &&
           *(end = advice_walk_bracket(end, end)) == '[')
      continue;
    if (end != NULL && end > p) {
      const bool is_named = variable != NULL && strlen(variable) == n && strncmp(start, variable, n) == 0;
      g_ptr_array_add(is_named ? named : elements, g_strndup(start, (gsize)(end - start)));
    }
    p += n == 0;
  }
  GPtrArray *chosen = named->len != 0 ? named : elements;
  g_ptr_array_unref(chosen == named ? elements : named);
  return chosen;
}

/* ---- loops ---- */

static bool is_keyword(const char *word, size_t n) {
  static const char *const words[] = {"if", "while", "for", "switch", "return", "sizeof"};
  for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
    if (strlen(words[i]) == n && strncmp(words[i], word, n) == 0) return true;
  return false;
}

/* Returns whether each iteration of the loop changes the word by a constant step. */
static bool is_stepped(const AdviceMoves *moves, const char *word) {
  const char *variable = moves->loop->variable, *text = moves->lines->pdata[moves->line - 1];
  if (variable == NULL) return advice_loops_steps(moves->lines, moves->loop->line, moves->line, word);
  const char *head = moves->lines->pdata[moves->loop->line - 1];
  if (advice_loops_counts(head, word) || advice_loops_counts(advice_moves_behind_heads(text), word)) return true;
  return (moves->syntax == ADVICE_SYNTAX_FORTRAN ? g_ascii_strcasecmp(word, variable) : strcmp(word, variable)) == 0;
}

/* Appends the words of a text that are not in the array yet. */
static void add_words(GPtrArray *words, const char *text) {
  g_auto(GStrv) all = g_strsplit_set(text, ADVICE_MOVES_BETWEEN_WORDS, -1);
  for (char **word = all; *word != NULL; word++)
    if (**word != '\0' && !g_ascii_isdigit(**word) && words->len < DERIVED &&
        !g_ptr_array_find_with_equal_func(words, *word, g_str_equal, NULL))
      g_ptr_array_add(words, g_strdup(*word));
}

/* Returns whether the text contains the loop's variable, or a word that the loop derives from it, directly or through other
 * words. For a loop without a variable, a word that the loop changes by steps counts as its variable. */
static bool is_derived(const AdviceMoves *moves, const char *text) {
  g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
  add_words(words, text);
  for (guint i = 0; i < words->len; i++) {
    if (is_stepped(moves, words->pdata[i])) return true;
    g_autofree char *definition = advice_loops_definition(moves->lines, moves->loop->line, moves->line,
                                                          words->pdata[i]);
    if (definition != NULL) add_words(words, definition);
  }
  return false;
}

/* Returns whether one of the elements moves with the loop. */
static bool is_any_derived(const AdviceMoves *moves, const GPtrArray *elements) {
  bool derived = false;
  for (guint i = 0; i < elements->len && !derived; i++) {
    const char *element = elements->pdata[i];
    size_t n = 0;
    while (advice_walk_is_word(element[n])) n++;
    derived = !is_keyword(element, n) && is_derived(moves, element);
  }
  return derived;
}

/* Returns whether one of the arguments or operands in the text moves with the loop. Elements of other arrays than the data
 * do not count. */
static bool is_argument_derived(const AdviceMoves *moves, const char *text) {
  g_auto(GStrv) parts = g_strsplit_set(text, ",;=", -1);
  for (char **part = parts; *part != NULL; part++)
    if ((strchr(*part, '[') == NULL || advice_walk_word(*part, moves->name) != NULL) && is_derived(moves, *part))
      return true;
  return false;
}

bool advice_moves(const AdviceMoves *moves) {
  const AdviceLoop *loop = moves->loop;
  const char *text = moves->line != 0 && moves->line <= moves->lines->len ? moves->lines->pdata[moves->line - 1] : NULL;
  if (text == NULL || (loop->by_value && loop->line == moves->line)) return text != NULL;
  g_autoptr(GPtrArray) elements = advice_moves_elements(text, moves->name);
  if (is_any_derived(moves, elements)) return true;
  const char *body = advice_moves_behind_heads(text);
  const bool named = moves->name != NULL && advice_walk_word(text, moves->name) != NULL;
  return named ? is_argument_derived(moves, body) : is_derived(moves, body);
}

/* Returns the length of the word that ends at `end`, in the text that starts at `begin`. */
static size_t word_before(const char *begin, const char *end) {
  size_t n = 0;
  while (end - n > begin && advice_walk_is_word(end[-1 - (ptrdiff_t)n])) n++;
  return n;
}

bool advice_moves_is_argument(const char *text, const char *name) {
  for (const char *open = text; (open = strchr(open, '(')) != NULL; open++) {
    const char *end = open;
    while (end > text && g_ascii_isspace(end[-1])) end--;
    const size_t n = word_before(text, end);
    const char *at = advice_walk_word(open, name), *close = advice_walk_closed(open);
    if (n != 0 && !is_keyword(end - n, n) && at != NULL && (close == NULL || at < close)) return true;
  }
  return false;
}
