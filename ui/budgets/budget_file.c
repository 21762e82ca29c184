/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/budgets/budget_file.h"

#include <string.h>

#include "ui/base/ui_input.h"
#include "ui/base/ui_text.h"

static void free_budget(gpointer data) {
  Budget *budget = data;
  if (budget == NULL) return;
  g_free(budget->name);
  g_free(budget->text);
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) g_free(budget->names[axis].name);
  g_free(budget->stage.name);
  g_free(budget);
}

void budget_file_free(BudgetFile *file) {
  if (file == NULL) return;
  g_free(file->path);
  g_free(file->baseline);
  g_ptr_array_unref(file->budgets);
  g_free(file);
}

const Budget *budget_file_of_baseline(const BudgetFile *file) {
  for (guint i = 0; i < file->budgets->len; i++)
    if (((const Budget *)g_ptr_array_index(file->budgets, i))->of_baseline) return g_ptr_array_index(file->budgets, i);
  return NULL;
}

bool budget_is_percent(const Budget *budget) { return budget->share || budget->amount == BUDGET_AMOUNT_RATE; }

static bool fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static bool fail(GError **error, const char *format, ...) {
  va_list values;
  va_start(values, format);
  g_autofree char *message = g_strdup_vprintf(format, values);
  va_end(values);
  g_set_error_literal(error, BUDGET_ERROR, 0, message);
  return false;
}

/* ---- words ---- */

/* The words of a line before its relation. */
typedef struct {
  GArray *tokens; /* BudgetToken */
  guint next;
} Words;

static void clear_token(gpointer token) { g_free(((BudgetToken *)token)->text); }

/* Returns the word that is `ahead` words after the next one. After the last word, returns a token of kind
 * BUDGET_TOKEN_END. */
static BudgetToken peek(const Words *words, guint ahead) {
  const guint index = words->next + ahead;
  return index < words->tokens->len ? g_array_index(words->tokens, BudgetToken, index)
                                    : (BudgetToken){.kind = BUDGET_TOKEN_END};
}

static bool is_word(const Words *words, guint ahead, const char *text) {
  const BudgetToken token = peek(words, ahead);
  return token.kind == BUDGET_TOKEN_WORD && g_ascii_strcasecmp(token.text, text) == 0;
}

static bool take_word(Words *words, const char *text) {
  const bool there = is_word(words, 0, text);
  words->next += there;
  return there;
}

/* Takes the next word or the next two words if they are a word of the table, such as "false-sharing" or "false
 * sharing". Returns NULL and takes nothing if they are not. */
static const BudgetWord *take_of_table(Words *words, BudgetWordKind kind) {
  const BudgetToken first = peek(words, 0), second = peek(words, 1);
  if (first.kind != BUDGET_TOKEN_WORD) return NULL;
  if (second.kind == BUDGET_TOKEN_WORD) {
    g_autofree char *both = g_strdup_printf("%s-%s", first.text, second.text);
    const BudgetWord *word = budget_word_find(kind, both);
    if (word != NULL) {
      words->next += 2;
      return word;
    }
  }
  const BudgetWord *word = budget_word_find(kind, first.text);
  words->next += word != NULL;
  return word;
}

/* Sets *error to a message that the next word is not a `what`. `what` is the name of a kind of words in the table.
 * Returns false. */
static bool fail_unknown(const Words *words, const char *what, BudgetWordKind kind, GError **error) {
  const BudgetToken token = peek(words, 0);
  if (token.kind == BUDGET_TOKEN_END) return fail(error, "the line ends where a %s should stand", what);
  g_autofree char *printable = ui_text_source(token.text);
  const char *near = budget_words_nearest(kind, token.text);
  if (near != NULL) return fail(error, "'%s' is no %s; the nearest is '%s'", printable, what, near);
  return fail(error, "'%s' is no %s (memspy help check lists them)", printable, what);
}

/* ---- amounts ---- */

/* Returns whether a selector contains the number of a legend. Such numbers are valid only for one profile. */
static bool has_number(const char *selector) {
  g_auto(GStrv) parts = g_strsplit(selector, ",", -1);
  for (char **part = parts; *part != NULL; part++)
    if (*g_strstrip(*part) != '\0' && (*part)[strspn(*part, "0123456789")] == '\0') return true;
  return false;
}

/* The words before names, and where a budget has the names. */
static const struct {
  const char *word;
  size_t names;     /* offset of the BudgetNames in a Budget */
  bool has_numbers; /* whether a number is a name */
} prepositions[] = {
    {"of", offsetof(Budget, names[VIEW_DATA]), false},
    {"in", offsetof(Budget, names[VIEW_CODE]), false},
    {"during", offsetof(Budget, stage), true},
};

/* Returns the number of the next word but `ahead` in `prepositions`; G_N_ELEMENTS(prepositions) if it is none of them. */
static gsize find_preposition(const Words *words, guint ahead) {
  gsize i = 0;
  while (i < G_N_ELEMENTS(prepositions) && !is_word(words, ahead, prepositions[i].word)) i++;
  return i;
}

/* Takes the name that follows a preposition. */
static bool take_names(Words *words, gsize preposition, Budget *budget, GError **error) {
  BudgetNames *names = (BudgetNames *)((char *)budget + prepositions[preposition].names);
  const char *word = prepositions[preposition].word;
  words->next++;
  if (names->name != NULL) return fail(error, "there are two '%s' in one budget", word);
  const BudgetToken after = peek(words, 1);
  names->may_be_none = is_word(words, 0, "any") && after.kind != BUDGET_TOKEN_END &&
                       find_preposition(words, 1) == G_N_ELEMENTS(prepositions);
  words->next += names->may_be_none;
  const BudgetToken token = peek(words, 0);
  if (token.kind == BUDGET_TOKEN_END) return fail(error, "there is no name after '%s'", word);
  if (!prepositions[preposition].has_numbers && has_number(token.text)) {
    g_autofree char *printable = ui_text_source(token.text);
    return fail(error, "'%s' is no name: numbers of legends change from run to run", printable);
  }
  words->next++;
  names->name = g_strdup(token.text);
  return true;
}

/* Returns whether the amount for some code or data can be a percentage of the amount of the whole run. */
static bool has_share(const Budget *budget) {
  return budget->amount != BUDGET_AMOUNT_RATE && budget->amount != BUDGET_AMOUNT_MPKI &&
         budget->amount != BUDGET_AMOUNT_CYCLES;
}

/* Rejects invalid combinations of an amount, a share, a cause and names. */
static bool check_amount(const Budget *budget, bool total, GError **error) {
  const char *word = budget_word_text(budget_word_of(BUDGET_WORD_AMOUNT, (int)budget->amount));
  const bool data = budget->names[VIEW_DATA].name != NULL, code = budget->names[VIEW_CODE].name != NULL;
  if (total && (data || code || budget->stage.name != NULL))
    return fail(error, "a total is that of the whole run: leave out 'total', 'of', 'in' and 'during'");
  if (budget->amount == BUDGET_AMOUNT_CYCLES && (data || code))
    return fail(error, "cycles are those of the whole run, or of a stage");
  if (budget->amount == BUDGET_AMOUNT_INSTRUCTIONS && data)
    return fail(error, "instructions are those of code, not of data");
  if (budget->share && !has_share(budget)) return fail(error, "there is no share of %s", word);
  if (budget->cause == NULL) return true;
  if (budget->amount != (BudgetAmount)VIEW_METRIC_STALL && budget->amount != (BudgetAmount)VIEW_METRIC_MISSES)
    return fail(error, "only stall and misses have causes, not %s", word);
  if (budget->amount == (BudgetAmount)VIEW_METRIC_MISSES && budget->cause->value == VIEW_METRIC_UPGRADES)
    return fail(error, "upgrades are no misses: write 'upgrades', or 'stall ... upgrades'");
  return true;
}

static bool parse_amount(Words *words, Budget *budget, GError **error) {
  const bool total = take_word(words, "total");
  const BudgetWord *amount = take_of_table(words, BUDGET_WORD_AMOUNT);
  if (amount == NULL) return fail_unknown(words, "metric", BUDGET_WORD_AMOUNT, error);
  budget->amount = (BudgetAmount)amount->value;
  budget->share = take_word(words, "share");
  while (peek(words, 0).kind != BUDGET_TOKEN_END) {
    const gsize preposition = find_preposition(words, 0);
    if (preposition < G_N_ELEMENTS(prepositions)) {
      if (!take_names(words, preposition, budget, error)) return false;
    } else if (budget->cause != NULL) {
      g_autofree char *printable = ui_text_source(peek(words, 0).text);
      return fail(error, "'%s' stands where a relation should", printable);
    } else {
      budget->cause = take_of_table(words, BUDGET_WORD_CAUSE);
      if (budget->cause == NULL) return fail_unknown(words, "cause", BUDGET_WORD_CAUSE, error);
    }
  }
  return check_amount(budget, total, error);
}

/* ---- limits ---- */

static bool check_unit(const Budget *budget, GError **error) {
  const bool percent = budget_is_percent(budget);
  const BudgetUnit unit = budget->number.unit;
  if (budget->of_baseline && budget->sign == '\0') return true;
  if (unit == BUDGET_UNIT_POINTS && !(percent && budget->of_baseline))
    return fail(error, "points are added to or taken from a baseline of shares or rates");
  if (percent && unit != BUDGET_UNIT_PERCENT && unit != BUDGET_UNIT_POINTS)
    return fail(error, budget->of_baseline ? "this amount is a percentage: write %% of the baseline's, or points"
                                           : "this amount is a percentage: its limit ends in %%");
  if (!percent && !budget->of_baseline && unit == BUDGET_UNIT_PERCENT && !has_share(budget))
    return fail(error, "%s is no percentage: its limit is a number without %%",
                budget_word_text(budget_word_of(BUDGET_WORD_AMOUNT, (int)budget->amount)));
  if (!percent && !budget->of_baseline && unit == BUDGET_UNIT_PERCENT)
    return fail(error, "this amount is a count: for a percentage write 'share' after the metric");
  return true;
}

static bool parse_limit(const char **at, Budget *budget, GError **error) {
  budget->of_baseline = budget_scan_word(at, "baseline");
  if (budget->of_baseline) budget->sign = budget_scan_sign(at, "+-");
  if (!budget->of_baseline || budget->sign != '\0')
    if (!budget_scan_number(at, &budget->number, error)) return false;
  return check_unit(budget, error);
}

/* ---- lines ---- */

/* Takes the words before the relation, or up to the end of the line. Sets *relation to the token of the relation or of
 * the end. */
static bool take_words(const char **at, Words *words, BudgetToken *relation, GError **error) {
  for (;;) {
    BudgetToken token;
    if (!budget_scan(at, &token, error)) return false;
    if (token.kind == BUDGET_TOKEN_END || token.kind == BUDGET_TOKEN_RELATION) {
      *relation = token;
      return true;
    }
    if (words->tokens->len == 0 && token.kind == BUDGET_TOKEN_QUOTED && **at == ':') {
      ++*at;
      g_autofree char *name = token.text;
      token = (BudgetToken){BUDGET_TOKEN_WORD, token.start, g_strdup_printf("%s:", name)};
    }
    g_array_append_val(words->tokens, token);
  }
}

/* Takes the optional name of the budget, which extends to the first word that ends in a colon. */
static char *take_name(Words *words) {
  guint n = 0;
  while (peek(words, n).kind == BUDGET_TOKEN_WORD && !g_str_has_suffix(peek(words, n).text, ":")) n++;
  if (peek(words, n).kind != BUDGET_TOKEN_WORD) return NULL;
  g_autoptr(GString) name = g_string_new(NULL);
  for (guint i = 0; i <= n; i++) g_string_append_printf(name, "%s%s", i > 0 ? " " : "", peek(words, i).text);
  if (name->len == 1) return NULL;
  words->next += n + 1;
  return g_strndup(name->str, name->len - 1);
}

static bool parse_relation(const BudgetToken *token, BudgetRelation *relation, GError **error) {
  g_autofree char *allowed = budget_words_allowed(BUDGET_WORD_RELATION);
  if (token->kind == BUDGET_TOKEN_END) return fail(error, "there is no relation in the budget: %s", allowed);
  const BudgetWord *word = budget_word_find(BUDGET_WORD_RELATION, token->text);
  if (word == NULL) return fail(error, "'%s' is no relation: they are %s", token->text, allowed);
  *relation = (BudgetRelation)word->value;
  return true;
}

/* Checks that the rest of the line contains only a comment. */
static bool check_end(const char *at, GError **error) {
  BudgetToken token;
  if (!budget_scan(&at, &token, error)) return false;
  g_autofree char *printable = token.kind == BUDGET_TOKEN_END ? NULL : ui_text_source(token.text);
  g_free(token.text);
  return printable == NULL || fail(error, "unexpected text at the end of the line: '%s'", printable);
}

static bool parse_budget(const char *at, Words *words, Budget *budget, GError **error) {
  BudgetToken relation = {.text = NULL};
  if (!take_words(&at, words, &relation, error)) return false;
  budget->name = take_name(words);
  const char *start = peek(words, 0).kind != BUDGET_TOKEN_END ? peek(words, 0).start : relation.start;
  bool good = parse_relation(&relation, &budget->relation, error) && parse_amount(words, budget, error);
  g_free(relation.text);
  good = good && parse_limit(&at, budget, error) && check_end(at, error);
  if (good) budget->text = g_strstrip(g_strndup(start, (gsize)(at - start)));
  return good;
}

/* Takes the line if it has the form "baseline RUN". Sets *is_one to whether it has. */
static bool parse_baseline(BudgetFile *file, const char *line, bool *is_one, GError **error) {
  *is_one = budget_scan_word(&line, "baseline");
  if (!*is_one) return true;
  BudgetToken token;
  if (!budget_scan(&line, &token, error)) return false;
  if (token.kind != BUDGET_TOKEN_WORD && token.kind != BUDGET_TOKEN_QUOTED) {
    g_free(token.text);
    return fail(error, "a baseline is a profile or a label: baseline RUN");
  }
  if (file->baseline != NULL) {
    g_free(token.text);
    return fail(error, "there is a second baseline");
  }
  file->baseline = token.text;
  return check_end(line, error);
}

static bool parse_line(BudgetFile *file, const char *line, unsigned number, GError **error) {
  for (const char *p = line; *p != '\0'; p++)
    if (g_ascii_iscntrl(*p) && *p != '\t') return fail(error, "there is a control character");
  const char *text = line + strspn(line, " \t");
  if (*text == '\0' || *text == '#') return true;
  bool is_baseline;
  if (!parse_baseline(file, text, &is_baseline, error)) return false;
  if (is_baseline) return true;
  Budget *budget = g_new0(Budget, 1);
  budget->line = number;
  Words words = {.tokens = g_array_new(FALSE, FALSE, sizeof(BudgetToken))};
  g_array_set_clear_func(words.tokens, clear_token);
  const bool good = parse_budget(text, &words, budget, error);
  g_array_unref(words.tokens);
  if (good)
    g_ptr_array_add(file->budgets, budget);
  else
    free_budget(budget);
  return good;
}

static bool parse_text(BudgetFile *file, const char *text, gsize length, GError **error) {
  unsigned number = 0;
  GError *failure = NULL;
  for (const char *end = text + length; text < end && failure == NULL;) {
    const char *newline = memchr(text, '\n', (gsize)(end - text));
    const char *next = newline != NULL ? newline : end;
    gsize bytes = (gsize)(next - text);
    if (bytes > 0 && text[bytes - 1] == '\r') bytes--;
    g_autofree char *line = g_strndup(text, bytes);
    number++;
    if (!g_utf8_validate_len(text, bytes, NULL))
      g_set_error(&failure, BUDGET_ERROR, 0, "the line is not text in UTF-8");
    else
      parse_line(file, line, number, &failure);
    text = newline != NULL ? newline + 1 : end;
  }
  if (failure == NULL && file->budgets->len > 0) return true;
  g_autofree char *path = ui_text_escaped(file->path);
  if (failure == NULL) return fail(error, "%s: there is no budget in it", path);
  g_propagate_prefixed_error(error, failure, "%s:%u: ", path, number);
  return false;
}

BudgetFile *budget_file_parse(const char *path, const char *text, gsize length, GError **error) {
  BudgetFile *file = g_new(BudgetFile, 1);
  *file = (BudgetFile){.path = g_strdup(path), .budgets = g_ptr_array_new_with_free_func(free_budget)};
  if (parse_text(file, text, length, error)) return file;
  budget_file_free(file);
  return NULL;
}

BudgetFile *budget_file_load(const char *path, GError **error) {
  gsize length;
  g_autofree char *text = ui_input_read(path, &ui_input_text, &length, error);
  if (text == NULL) return NULL;
  return budget_file_parse(path, text, length, error);
}
