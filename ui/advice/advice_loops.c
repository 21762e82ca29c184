/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_loops.c: finds loops. The scanner follows the nesting of braces and statements from the beginning of the file,
 * and skips comments, strings and preprocessor directives. */
#include "ui/advice/advice_loops.h"

#include <string.h>

#include "ui/advice/advice_walk.h"

/* A construct of C or Rust that is open at the scanner's position. */
typedef struct {
  bool brace; /* the construct is an open brace; otherwise, it is a loop whose body has not begun, or is a single
                 statement */
  bool loop, by_one, by_value;
  unsigned parentheses; /* number of open parentheses around the brace */
  char *variable;
  uint64_t line;
} Open;

typedef struct {
  AdviceSyntax syntax;
  GArray *open; /* Open: the open constructs, the outermost one first */
  unsigned parentheses;
  GPtrArray *branches; /* GArray of Open: for each #if around the position, the open constructs before it */
  bool comment;        /* whether the position is in a comment that continues on the next line */
  uint64_t line;
} Scanner;

static void clear_open(gpointer open) { g_free(((Open *)open)->variable); }
static void clear_loop(gpointer loop) { g_free(((AdviceLoop *)loop)->variable); }

static Open *top(const Scanner *scanner) {
  return scanner->open->len != 0 ? &g_array_index(scanner->open, Open, scanner->open->len - 1) : NULL;
}

static void push(Scanner *scanner, bool brace, bool loop, char *variable, bool by_one) {
  const Open open = {brace, loop, by_one, false, scanner->parentheses, variable, scanner->line};
  g_array_append_val(scanner->open, open);
}

/* Pushes a loop whose head has been read. */
static void push_head(Scanner *scanner, char *variable, bool by_one, bool by_value) {
  push(scanner, false, true, variable, by_one);
  top(scanner)->by_value = by_value;
}

static void pop(Scanner *scanner) { g_array_set_size(scanner->open, scanner->open->len - 1); }

/* ---- the heads of loops ---- */

/* Returns the last word before `end` in the text that starts at `begin`; NULL: none. The caller owns the word. */
static char *last_word(const char *begin, const char *end) {
  while (end > begin && !advice_walk_is_word(end[-1])) end--;
  const char *start = end;
  while (start > begin && advice_walk_is_word(start[-1])) start--;
  return start < end && !g_ascii_isdigit(*start) ? g_strndup(start, (gsize)(end - start)) : NULL;
}

/* Returns the first word of the text; NULL: none. The caller owns the word. */
static char *first_word(const char *text) {
  while (*text != '\0' && !advice_walk_is_word(*text)) text++;
  size_t n = 0;
  while (advice_walk_is_word(text[n])) n++;
  return n != 0 && !g_ascii_isdigit(*text) ? g_strndup(text, n) : NULL;
}

/* Returns the variable of a C loop, given the head without its parentheses, such as "int i = 0; i < n; i++"; NULL:
 * unknown. The caller owns the variable's name. */
static char *variable_of_head(const char *head) {
  const char *parts[3] = {head, NULL, NULL}, *colon = NULL;
  int depth = 0, n = 1;
  for (const char *p = head; *p != '\0'; p++) {
    depth += (*p == '(' || *p == '[' || *p == '{') - (*p == ')' || *p == ']' || *p == '}');
    if (depth == 0 && *p == ';' && n < 3) parts[n++] = p + 1;
    if (depth == 0 && *p == ':' && p[1] != ':' && (p == head || p[-1] != ':') && colon == NULL) colon = p;
  }
  if (n == 1) return colon != NULL ? last_word(head, colon) : NULL;
  if (n < 3) return NULL;
  g_autofree char *step = g_strndup(parts[2], strcspn(parts[2], ",")); /* that of the first variable */
  const char *equals = strchr(step, '=');
  if (equals == NULL) return strstr(step, "++") != NULL || strstr(step, "--") != NULL ? first_word(step) : NULL;
  return last_word(step, equals);
}

/* Returns the position after the parenthesis on this line that closes the one at `open`; NULL: this line does not
 * contain it. */
static const char *closing(const char *open) {
  int depth = 0;
  for (; *open != '\0'; open++) {
    depth += (*open == '(') - (*open == ')');
    if (depth == 0) return open + 1;
  }
  return NULL;
}

/* Opens a C loop whose keyword ends at `p`. Returns the position where scanning continues. */
static const char *open_c(Scanner *scanner, const char *p, bool is_for) {
  const char *head = p + strspn(p, " \t");
  if (*head != '(') return p;
  const char *end = closing(head);
  g_autofree char *text = g_strndup(head + 1, end != NULL ? (gsize)(end - head - 2) : strlen(head + 1));
  const bool by_one = strstr(text, "++") != NULL || strstr(text, "--") != NULL || strchr(text, ';') == NULL;
  push_head(scanner, is_for ? variable_of_head(text) : NULL, by_one, is_for && strchr(text, ';') == NULL);
  return end != NULL ? end : p;
}

/* Returns whether the text before `end` (NULL: the whole text) has a range of numbers, such as 0..n. */
static bool has_range(const char *text, const char *end) {
  const char *dots = strstr(text, "..");
  return dots != NULL && (end == NULL || dots < end);
}

/* Opens a Rust loop `for i in`, whose keyword ends at `p`. (`impl Trait for Type` has no `in`, and is not a loop.) */
static void open_rust(Scanner *scanner, const char *p) {
  const char *in = strstr(p, " in ");
  const char *brace = strchr(p, '{');
  if (in != NULL && (brace == NULL || in < brace))
    push_head(scanner, last_word(p, in), strstr(in, "step_by") == NULL, !has_range(in, brace));
}

/* ---- C and Rust ---- */

/* Closes the loops whose body is the statement that ends here. */
static void end_statement(Scanner *scanner) {
  while (top(scanner) != NULL && !top(scanner)->brace) pop(scanner);
}

static void open_brace(Scanner *scanner) {
  Open *last = top(scanner);
  if (last != NULL && !last->brace)
    last->brace = true;
  else
    push(scanner, true, false, NULL, false);
  top(scanner)->parentheses = scanner->parentheses;
  scanner->parentheses = 0;
}

static void close_brace(Scanner *scanner) {
  while (top(scanner) != NULL && !top(scanner)->brace) pop(scanner);
  if (top(scanner) == NULL) return;
  scanner->parentheses = top(scanner)->parentheses;
  pop(scanner);
  if (scanner->parentheses == 0) end_statement(scanner);
}

/* Reads a word, and opens a loop if the word is a keyword of loops. Returns the position where scanning continues. */
static const char *read_word(Scanner *scanner, const char *p) {
  size_t n = 0;
  while (advice_walk_is_word(p[n])) n++;
  const bool is_for = n == 3 && strncmp(p, "for", n) == 0;
  const bool is_while = n == 5 && strncmp(p, "while", n) == 0;
  if (scanner->syntax == ADVICE_SYNTAX_RUST) {
    if (is_for) open_rust(scanner, p + n);
    if (is_while || (n == 4 && strncmp(p, "loop", n) == 0)) push(scanner, false, true, NULL, false);
    return p + n;
  }
  if (is_for || is_while) return open_c(scanner, p + n, is_for);
  if (n == 2 && strncmp(p, "do", n) == 0) push(scanner, false, true, NULL, false);
  return p + n;
}

/* Returns the position after a string or character literal that begins at `p`. */
static const char *behind_string(const char *p) {
  const char quote = *p++;
  while (*p != '\0' && *p != quote) p += *p == '\\' && p[1] != '\0' ? 2 : 1;
  return *p == quote ? p + 1 : p;
}

/* Returns the position after the end of the comment, or the end of the line if the comment continues on the next
 * line. */
static const char *behind_comment(Scanner *scanner, const char *p) {
  const char *end = strstr(p, "*/");
  scanner->comment = end == NULL;
  return end != NULL ? end + 2 : p + strlen(p);
}

static bool is_string(const Scanner *scanner, const char *p) {
  if (*p == '"') return true;
  /* a lifetime of Rust, such as 'a, is not a character literal */
  return *p == '\'' && (scanner->syntax == ADVICE_SYNTAX_C || p[1] == '\\' || (p[1] != '\0' && p[2] == '\''));
}

static GArray *copy_of(const GArray *open) {
  GArray *copy = g_array_new(FALSE, FALSE, sizeof(Open));
  g_array_set_clear_func(copy, clear_open);
  for (guint i = 0; i < open->len; i++) {
    Open one = g_array_index(open, Open, i);
    one.variable = g_strdup(one.variable);
    g_array_append_val(copy, one);
  }
  return copy;
}

/* Reads a directive of the preprocessor. Each branch of an #if begins with the constructs that are open before the #if,
 * because only one branch is compiled. After the #endif, those of the last branch are open. */
static void read_directive(Scanner *scanner, const char *directive) {
  const char *word = directive + 1 + strspn(directive + 1, " \t");
  const guint n = scanner->branches->len;
  if (g_str_has_prefix(word, "if")) {
    g_ptr_array_add(scanner->branches, copy_of(scanner->open));
  } else if (g_str_has_prefix(word, "el") && n != 0) {
    g_array_unref(scanner->open);
    scanner->open = copy_of(scanner->branches->pdata[n - 1]);
  } else if (g_str_has_prefix(word, "endif") && n != 0) {
    g_ptr_array_set_size(scanner->branches, (gint)n - 1);
  }
}

/* Scans a line, but not beyond `end`. */
static void read_line(Scanner *scanner, const char *line, const char *end) {
  const char *p = line;
  if (scanner->comment) p = behind_comment(scanner, p);
  if (p[strspn(p, " \t")] == '#' && scanner->syntax == ADVICE_SYNTAX_C) {
    read_directive(scanner, p + strspn(p, " \t"));
    return;
  }
  while (p < end && *p != '\0') {
    if (p[0] == '/' && p[1] == '/') return;
    if (p[0] == '/' && p[1] == '*') {
      p = behind_comment(scanner, p + 2);
    } else if (is_string(scanner, p)) {
      p = behind_string(p);
    } else if (advice_walk_is_word(*p)) {
      p = read_word(scanner, p);
    } else {
      if (*p == '(') scanner->parentheses++;
      if (*p == ')' && scanner->parentheses > 0) scanner->parentheses--;
      if (*p == '{') open_brace(scanner);
      if (*p == '}') close_brace(scanner);
      if (*p == ';' && scanner->parentheses == 0) end_statement(scanner);
      p++;
    }
  }
}

/* ---- Fortran ---- */

/* Returns the position after `word`, if the text at `p` begins with it, in upper or lower case; otherwise NULL. */
static const char *behind_word(const char *p, const char *word) {
  const size_t n = strlen(word);
  return g_ascii_strncasecmp(p, word, n) == 0 && !advice_walk_is_word(p[n]) ? p + n : NULL;
}

static void read_fortran(Scanner *scanner, const char *line) {
  if (*line == '#') {
    read_directive(scanner, line);
    return;
  }
  const char *p = line + strspn(line, " \t0123456789");
  const char *colon = strchr(p, ':');
  const char *end = behind_word(p, "enddo");
  if (end == NULL && behind_word(p, "end") != NULL) end = behind_word(p + 3 + strspn(p + 3, " \t"), "do");
  if (end != NULL || (behind_word(p, "continue") != NULL && p > line)) {
    if (top(scanner) != NULL) pop(scanner);
    return;
  }
  if (behind_word(p, "subroutine") != NULL || behind_word(p, "function") != NULL || behind_word(p, "program") != NULL)
    g_array_set_size(scanner->open, 0);
  if (behind_word(p, "do") == NULL && colon != NULL && colon[1] != ':' &&
      behind_word(colon + 1 + strspn(colon + 1, " "), "do"))
    p = colon + 1 + strspn(colon + 1, " "); /* skip the name of a loop */
  p = behind_word(p, "do");
  if (p == NULL) return;
  p += strspn(p, " \t0123456789");
  const char *equals = strchr(p, '=');
  const bool plain = behind_word(p, "while") == NULL && behind_word(p, "concurrent") == NULL && equals != NULL;
  const char *comma = plain ? strchr(equals, ',') : NULL;
  const bool by_one = comma != NULL && strchr(comma + 1, ',') == NULL;
  push(scanner, false, true, plain ? last_word(p, equals) : NULL, by_one);
}

/* ---- all ---- */

GArray *advice_loops(const GPtrArray *lines, uint64_t line, size_t column, AdviceSyntax syntax) {
  GArray *loops = g_array_new(FALSE, FALSE, sizeof(AdviceLoop));
  Scanner scanner = {.syntax = syntax, .open = g_array_new(FALSE, FALSE, sizeof(Open))};
  g_array_set_clear_func(loops, clear_loop);
  scanner.branches = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  g_array_set_clear_func(scanner.open, clear_open);
  for (scanner.line = 1; scanner.line <= line && scanner.line <= lines->len; scanner.line++) {
    const char *text = lines->pdata[scanner.line - 1];
    if (text == NULL) { /* after an unavailable line, the loops around the next line are unknown */
      g_array_set_size(scanner.open, 0);
      scanner.parentheses = 0;
      scanner.comment = false;
      continue;
    }
    if (syntax == ADVICE_SYNTAX_FORTRAN)
      read_fortran(&scanner, text);
    else
      read_line(&scanner, text, scanner.line == line ? text + MIN(column, strlen(text)) : text + strlen(text));
  }
  if (line > lines->len) g_array_set_size(scanner.open, 0); /* the text of the line itself is unavailable */
  for (guint i = scanner.open->len; i > 0; i--) {
    Open *open = &g_array_index(scanner.open, Open, i - 1);
    const AdviceLoop loop = {open->variable, open->by_one, open->by_value, open->line};
    if (!open->loop) continue;
    open->variable = NULL;
    g_array_append_val(loops, loop);
  }
  g_array_unref(scanner.open);
  g_ptr_array_unref(scanner.branches);
  return loops;
}

char *advice_loops_definition(const GPtrArray *lines, uint64_t first, uint64_t last, const char *variable) {
  const size_t n = strlen(variable);
  for (uint64_t number = MAX(first, 1); number <= last && number <= lines->len; number++) {
    const char *line = lines->pdata[number - 1];
    for (const char *at = line; at != NULL && (at = strstr(at, variable)) != NULL; at += n) {
      if ((at > line && advice_walk_is_word(at[-1])) || advice_walk_is_word(at[n])) continue;
      const char *equals = at + n + strspn(at + n, " \t");
      if (*equals != '=' || equals[1] == '=') continue;
      return g_strndup(equals + 1, strcspn(equals + 1, ";"));
    }
  }
  return NULL;
}

/* Returns whether the variable at `at` is counted: "i++", "--i". */
static bool is_counted(const char *line, const char *at, size_t n) {
  const char *p = at + n + strspn(at + n, " \t");
  if ((*p == '+' || *p == '-') && p[1] == *p) return true;
  return at >= line + 2 && at[-1] == at[-2] && (at[-1] == '+' || at[-1] == '-');
}

/* Returns what is added to the variable at `at`, such as "4" in "p += 4;" and "i = i + 4;", or subtracted from it; NULL:
 * nothing. The caller owns the text. */
static char *amount_at(const char *at, const char *variable) {
  const size_t n = strlen(variable);
  const char *p = at + n + strspn(at + n, " \t");
  if ((*p == '+' || *p == '-') && p[1] == '=') return g_strstrip(g_strndup(p + 2, strcspn(p + 2, ";,)")));
  if (*p != '=') return NULL;
  p += 1 + strspn(p + 1, " \t");
  if (strncmp(p, variable, n) != 0 || advice_walk_is_word(p[n])) return NULL;
  p += n + strspn(p + n, " \t");
  const bool added = (*p == '+' || *p == '-') && p[1] != '>';
  return added ? g_strstrip(g_strndup(p + 1, strcspn(p + 1, ";,)"))) : NULL;
}

/* Returns whether a line after the line `inside` of a loop still belongs to the loop, by its indentation. */
static bool is_inside(const char *line, const char *head) {
  const size_t blanks = strspn(line, " \t");
  return line[blanks] == '\0' || line[blanks] == '{' || line[blanks] == '#' || blanks > strspn(head, " \t");
}

bool advice_loops_counts(const char *line, const char *variable) {
  const size_t n = strlen(variable);
  for (const char *at = line; (at = strstr(at, variable)) != NULL; at += n)
    if ((at == line || !advice_walk_is_word(at[-1])) && !advice_walk_is_word(at[n]) && is_counted(line, at, n))
      return true;
  return false;
}

/* Returns whether an amount is a number, or a variable that the lines `first` to `last` do not set. An amount that they set
 * is no step: "sum += value". */
static bool is_constant(const GPtrArray *lines, uint64_t first, uint64_t last, const char *amount) {
  size_t n = 0;
  while (advice_walk_is_word(amount[n])) n++;
  if (n == 0 || amount[n] != '\0') return false;
  g_autofree char *set = advice_loops_definition(lines, first, last, amount);
  return set == NULL;
}

bool advice_loops_steps(const GPtrArray *lines, uint64_t first, uint64_t inside, const char *variable) {
  const size_t n = strlen(variable);
  const char *head = first != 0 && first <= lines->len ? lines->pdata[first - 1] : NULL;
  for (uint64_t number = first; head != NULL && number <= lines->len; number++) {
    const char *line = lines->pdata[number - 1];
    if (line == NULL || (number > inside && !is_inside(line, head))) return false;
    if (advice_loops_counts(line, variable)) return true;
    for (const char *at = line; (at = strstr(at, variable)) != NULL; at += n) {
      if ((at > line && advice_walk_is_word(at[-1])) || advice_walk_is_word(at[n])) continue;
      g_autofree char *amount = amount_at(at, variable);
      if (amount != NULL && is_constant(lines, first, inside, amount)) return true;
    }
  }
  return false;
}
