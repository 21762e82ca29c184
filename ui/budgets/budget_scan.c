/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/budgets/budget_scan.h"

#include <string.h>

#include "ui/base/ui_text.h"

G_DEFINE_QUARK(ui - budget - error - quark, budget_error)

enum { DIGITS = 18, DECIMALS = 9 };

static const char spaces[] = " \t", relations[] = "<>=!", quotes[] = "\"'";

static void skip_spaces(const char **at) { *at += strspn(*at, spaces); }

/* Returns the end of the quoted text that begins at `at`; NULL: the quote is not closed. A backslash has a special
 * meaning only within double quotes. */
static const char *quoted_end(const char *at) {
  const char quote = *at++;
  while (*at != '\0' && *at != quote) at += *at == '\\' && quote == '"' && at[1] != '\0' ? 2 : 1;
  return *at == quote ? at + 1 : NULL;
}

bool budget_scan(const char **at, BudgetToken *token, GError **error) {
  skip_spaces(at);
  *token = (BudgetToken){.start = *at};
  if (**at == '\0' || **at == '#') return true;
  if (strchr(quotes, **at) != NULL) {
    const char *end = quoted_end(*at);
    if (end == NULL) {
      g_set_error(error, BUDGET_ERROR, 0, "a quote is not closed");
      return false;
    }
    g_autofree char *quoted = g_strndup(*at, (gsize)(end - *at));
    *token = (BudgetToken){BUDGET_TOKEN_QUOTED, *at, g_shell_unquote(quoted, error)};
    *at = end;
    return token->text != NULL;
  }
  const size_t relation = strspn(*at, relations);
  const size_t length = relation != 0 ? relation : strcspn(*at, " \t<>=!");
  *token = (BudgetToken){relation != 0 ? BUDGET_TOKEN_RELATION : BUDGET_TOKEN_WORD, *at, g_strndup(*at, length)};
  *at += length;
  return true;
}

bool budget_scan_word(const char **at, const char *word) {
  skip_spaces(at);
  const size_t length = strlen(word);
  if (strncmp(*at, word, length) != 0 || g_ascii_isalnum((*at)[length])) return false;
  *at += length;
  return true;
}

char budget_scan_sign(const char **at, const char *signs) {
  skip_spaces(at);
  return **at != '\0' && strchr(signs, **at) != NULL ? *(*at)++ : '\0';
}

/* Sets *error to a message about a text that is not a number or a unit. Returns false. */
static bool fail_at(const char *at, const char *what, const char *allowed, GError **error) {
  g_autofree char *found = g_strndup(at, strcspn(at, spaces));
  g_autofree char *printable = ui_text_source(found);
  if (*found == '\0')
    g_set_error(error, BUDGET_ERROR, 0, "the line ends where a %s should stand: %s", what, allowed);
  else
    g_set_error(error, BUDGET_ERROR, 0, "'%s' is no %s: %s", printable, what, allowed);
  return false;
}

static bool scan_unit(const char **at, BudgetUnit *unit, GError **error) {
  skip_spaces(at);
  *unit = BUDGET_UNIT_NONE;
  const size_t length = **at == '%' ? 1 : strcspn(*at, " \t#");
  if (length == 0) return true;
  g_autofree char *text = g_strndup(*at, length);
  const BudgetWord *word = budget_word_find(BUDGET_WORD_UNIT, text);
  if (word == NULL) {
    g_autofree char *allowed = budget_words_allowed(BUDGET_WORD_UNIT);
    g_autofree char *message = g_strdup_printf("units are %s, or there is none", allowed);
    return fail_at(*at, "unit", message, error);
  }
  *unit = (BudgetUnit)word->value;
  *at += length;
  return true;
}

bool budget_scan_number(const char **at, BudgetNumber *number, GError **error) {
  static const char allowed[] = "a limit is a number such as 15000, 2.5M or 5%, or baseline + 1%";
  skip_spaces(at);
  *number = (BudgetNumber){.scale = 1, .unit = BUDGET_UNIT_NONE};
  const char *end = *at;
  unsigned digits = 0, decimals = 0;
  bool point = false;
  for (; g_ascii_isdigit(*end) || (*end == '.' && !point && digits > 0 && g_ascii_isdigit(end[1])); end++) {
    if (*end == '.') {
      point = true;
      continue;
    }
    digits++;
    decimals += point;
    if (digits > DIGITS || decimals > DECIMALS)
      return fail_at(*at, "limit", "numbers have at most 18 digits, 9 of them after the point", error);
    number->digits = 10 * number->digits + (uint64_t)(*end - '0');
    if (point) number->scale *= 10;
  }
  if (digits == 0) return fail_at(*at, "limit", allowed, error);
  *at = end;
  return scan_unit(at, &number->unit, error);
}
