/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/analysis/analysis_source_uses.h"

#include <stdlib.h>
#include <string.h>

#include "ui/names/name_statement_text.h"

static bool is_word(char c) { return g_ascii_isalnum(c) || c == '_' || c == '$' || (c & 0x80) != 0; }

/* Returns the length in bytes of the comment that begins at `p`; 0: none; G_MAXSIZE: it extends to the end of the
 * line. */
static size_t comment_at(const char *p, bool fortran) {
  if (fortran) return *p == '!' ? G_MAXSIZE : 0;
  if (p[0] != '/' || (p[1] != '/' && p[1] != '*')) return 0;
  const char *end = p[1] == '*' ? strstr(p + 2, "*/") : NULL;
  return end != NULL ? (size_t)(end + 2 - p) : G_MAXSIZE;
}

/* Returns the line with blanks in place of quoted text and comments, and in lower case for Fortran. The caller owns the
 * text. */
static char *code_of(const char *line, bool fortran) {
  char *code = fortran ? g_ascii_strdown(line, -1) : g_strdup(line);
  char quote = '\0';
  for (char *p = code; *p != '\0'; p++) {
    const size_t comment = quote == '\0' ? comment_at(p, fortran) : 0;
    if (comment == G_MAXSIZE) *p = '\0';
    if (comment == G_MAXSIZE) break;
    for (size_t i = 1; i < comment; i++) *p++ = ' ';
    const char here = *p;
    if (quote != '\0' || comment != 0) *p = ' ';
    if (comment != 0) continue;
    if (quote != '\0' && here == '\\' && p[1] != '\0' && !fortran) {
      *++p = ' ';
    } else if (quote != '\0' ? here == quote : here == '"' || here == '\'') {
      quote = quote != '\0' ? '\0' : here;
    }
  }
  return code;
}

/* The positions of the subscripts and members that follow the name of a variable. */
typedef struct {
  const char *end;     /* the end of all subscripts and members; NULL: a bracket is not closed on the line */
  const char *direct;  /* the end of the subscripts that directly follow the name */
  const char *first;   /* the end of the first subscript that directly follows the name */
  const char *arrow;   /* the position of the first "->"; NULL: none */
  unsigned subscripts; /* number of subscripts that directly follow the name */
  bool nested;         /* whether a member has subscripts */
  bool again;          /* whether there is a second "->" */
} Tail;

static bool is_arrow(const char *p) { return p[0] == '-' && p[1] == '>'; }

static bool is_member(const char *p, bool fortran) {
  return (*p == (fortran ? '%' : '.') && is_word(p[1])) || (!fortran && is_arrow(p) && is_word(p[2]));
}

static const char *bracket_end(const char *p) {
  const char open = *p, close = open == '[' ? ']' : ')';
  for (int depth = 0; *p != '\0'; p++) {
    depth += (*p == open) - (*p == close);
    if (depth == 0) return p + 1;
  }
  return NULL;
}

static Tail tail_of(const char *p, bool fortran) {
  Tail tail = {.direct = p, .first = p};
  for (bool direct = true;;) {
    if (*p == (fortran ? '(' : '[')) {
      p = bracket_end(p);
      if (p == NULL) return tail;
      if (direct) {
        if (tail.subscripts++ == 0) tail.first = p;
        tail.direct = p;
      } else {
        tail.nested = true;
      }
    } else if (is_member(p, fortran)) {
      if (is_arrow(p) && tail.arrow != NULL) tail.again = true;
      if (is_arrow(p) && tail.arrow == NULL) tail.arrow = p;
      p += is_arrow(p) ? 2 : 1;
      while (is_word(*p)) p++;
      direct = false;
    } else {
      tail.end = p;
      return tail;
    }
  }
}

/* Returns the start of the expression whose last part begins at `p`. The expression includes prefixes such as "M->" and
 * "rows[i].". */
static const char *expression_start(const char *line, const char *p, bool fortran) {
  const char close = fortran ? ')' : ']', open = fortran ? '(' : '[';
  for (;;) {
    const char *before = p;
    if (p > line && p[-1] == (fortran ? '%' : '.'))
      p -= 1;
    else if (!fortran && p - line >= 2 && is_arrow(p - 2))
      p -= 2;
    else
      return p;
    int depth = 0;
    while (p > line && (depth != 0 || p[-1] == close)) {
      p--;
      depth += (*p == close) - (*p == open);
    }
    const char *end = p;
    while (p > line && is_word(p[-1])) p--;
    if (p == end) return before;
  }
}

static const char *skip_back(const char *line, const char *p) {
  while (p > line && p[-1] == ' ') p--;
  return p;
}

/* Returns whether the unary operator `sign` directly precedes the expression that begins at `start`. */
static bool has_sign(const char *line, const char *start, char sign) {
  const char *p = skip_back(line, start);
  if (p == line || p[-1] != sign || (sign == '&' && p - line >= 2 && p[-2] == sign)) return false;
  p = skip_back(line, p - 1);
  return p == line || (!is_word(p[-1]) && p[-1] != ')' && p[-1] != ']');
}

/* Returns whether the expression is an operand of sizeof, as in "sizeof x[0]" or "sizeof(x[0])". */
static bool is_measured(const char *line, const char *start) {
  const char *p = skip_back(line, start);
  if (p > line && p[-1] == '(') p = skip_back(line, p - 1);
  const size_t n = strlen("sizeof");
  return (size_t)(p - line) >= n && strncmp(p - n, "sizeof", n) == 0 &&
         ((size_t)(p - line) == n || !is_word(p[-n - 1]));
}

/* Determines whether the statement reads or writes the expression from `start` to `end`. */
static void judge(const char *line, const char *start, const char *end, bool fortran, AnalysisSourceUse *use) {
  const char *before = skip_back(line, start), *behind = end + strspn(end, " ");
  const bool assigned = behind[0] == '=' && behind[1] != '=';
  use->writes = assigned;
  use->reads = !assigned;
  if (fortran) return;
  const size_t signs = strspn(behind, "+-*/%&|^<>");
  const bool stepped = g_str_has_prefix(behind, "++") || g_str_has_prefix(behind, "--") ||
                       (before - line >= 2 &&
                        ((before[-1] == '+' && before[-2] == '+') || (before[-1] == '-' && before[-2] == '-')));
  const bool changed = signs > 0 && behind[signs] == '=' && behind[signs + 1] != '=' &&
                       (strspn(behind, "<>") == 0 || signs == 2); /* accepts "<<=" and ">>=", but not "<=" and ">=" */
  use->writes |= stepped || changed;
}

/* Returns whether the type is a pointer, with or without qualifiers. */
static bool is_pointer(const char *type) {
  static const char *const qualifiers[] = {"const", "volatile", "restrict"};
  g_autofree char *bare = g_strchomp(g_strdup(type));
  for (bool again = true; again;) {
    again = false;
    for (size_t i = 0; i < G_N_ELEMENTS(qualifiers); i++) {
      if (!g_str_has_suffix(bare, qualifiers[i])) continue;
      bare[strlen(bare) - strlen(qualifiers[i])] = '\0';
      g_strchomp(bare);
      again = true;
    }
  }
  return g_str_has_suffix(bare, "*");
}

/* Returns the end of the part of an expression that accesses the data; NULL: the expression does not access the data.
 * Sets *certain to false if the text leaves this open. starred: whether a "*" precedes the expression. */
static const char *extent(const char *base_end, const Tail *tail, const AnalysisSourceData *data, bool starred,
                          bool *certain) {
  const char *declared = data->declared;
  const bool known = *declared != '\0', pointer = is_pointer(declared);
  unsigned dimensions = 0;
  for (const char *p = declared; (p = strchr(p, '[')) != NULL; p++) dimensions++;
  if (data->fortran) return !data->pointed || tail->subscripts > 0 || tail->end == base_end ? tail->end : NULL;
  if (!data->pointed && (tail->arrow == base_end || starred || (tail->subscripts > 0 && pointer && dimensions == 0)))
    return base_end;
  if (tail->nested || tail->again)
    *certain = false; /* the expression contains an array or pointer in a struct, or follows a pointer to the next node
                         of a list */
  if (data->pointed) {
    if (starred && tail->end == base_end) return base_end;
    if (starred) *certain = false;
    if (tail->subscripts == 0) return tail->arrow == base_end ? tail->end : NULL;
    if (tail->subscripts > 1 && pointer) return tail->first;
    if (tail->subscripts > 1 && !known) *certain = false;
    return tail->arrow != NULL ? tail->arrow : tail->end;
  }
  if (tail->subscripts > 0 && known && dimensions == 0) *certain = false; /* an operator */
  if (tail->subscripts > MAX(dimensions, 1)) *certain = false;
  if (tail->end == base_end && dimensions > 0) return NULL; /* its address */
  return tail->arrow != NULL ? tail->arrow : tail->end;
}

/* If the occurrence of the base name at `at` is a use of the data, adds it to the array. Returns false if this is not
 * certain. */
static bool add_use(GArray *uses, const char *line, const char *code, const char *at, const AnalysisSourceData *data) {
  bool certain = true;
  const char *base_end = at + strlen(data->base);
  const char *start = expression_start(code, at, data->fortran);
  const Tail tail = tail_of(base_end, data->fortran);
  if (tail.end == NULL) return false; /* the expression continues on the next line */
  const bool starred = !data->fortran && has_sign(code, start, '*');
  if (*tail.end == '(' || has_sign(code, start, '&') || is_measured(code, start)) return true;
  if (!data->pointed && at > code && (at[-1] == (data->fortran ? '%' : '.') || (at - code >= 2 && is_arrow(at - 2))))
    return true; /* the word is the name of a member, not of the variable */
  const char *end = extent(base_end, &tail, data, starred, &certain);
  if (end == NULL) return true;
  AnalysisSourceUse use = {.linked = data->pointed && start != at};
  /* If the expression continues through a pointer, it reads this pointer, even if the target is written. */
  const bool leads_on = end != tail.end || (starred && !data->pointed);
  if (leads_on)
    use.reads = true;
  else
    judge(code, starred ? skip_back(code, start) - 1 : start, end, data->fortran, &use);
  use.text = g_strdup_printf("%s%.*s", starred && data->pointed ? "*" : "", (int)(end - start), line + (start - code));
  g_array_append_val(uses, use);
  return certain;
}

GArray *analysis_source_uses(const char *line, const AnalysisSourceData *data) {
  GArray *uses = g_array_new(FALSE, FALSE, sizeof(AnalysisSourceUse));
  g_autofree char *code = code_of(line, data->fortran);
  bool certain = !data->fortran || name_statement_text_word(code, "call") == NULL; /* a Fortran procedure gets the
                                                                                      addresses of its arguments */
  for (const char *at = code; certain && (at = name_statement_text_word(at, data->base)) != NULL;
       at += strlen(data->base))
    certain = add_use(uses, line, code, at, data);
  if (certain) return uses;
  analysis_source_uses_free(uses);
  return NULL;
}

void analysis_source_uses_free(GArray *uses) {
  for (guint i = 0; i < uses->len; i++) g_free(g_array_index(uses, AnalysisSourceUse, i).text);
  g_array_unref(uses);
}

/* ---- constants ---- */

static char *without_blanks(const char *text) {
  GString *out = g_string_new(NULL);
  for (; *text != '\0'; text++)
    if (*text != ' ') g_string_append_c(out, *text);
  return g_string_free(out, FALSE);
}

/* Returns the number of characters from `at` to the end of the subscript. */
static size_t subscript_length(const char *text, size_t at) {
  int depth = 0;
  size_t n = 0;
  for (; text[at + n] != '\0'; n++) {
    const char c = text[at + n];
    if (depth == 0 && (c == ']' || c == ')' || c == ',')) break;
    depth += (c == '[' || c == '(') - (c == ']' || c == ')');
  }
  return n;
}

/* Removes the constant at the end of a subscript, and returns the constant. "i-1" becomes "i", and "2" becomes "". */
static long take_constant(char *subscript) {
  const char *end = subscript + strlen(subscript);
  char *p = subscript + (end - subscript);
  while (p > subscript && g_ascii_isdigit(p[-1])) p--;
  if (p == end || end - p > 9) return 0;
  if (p > subscript && p[-1] != '+' && p[-1] != '-') return 0; /* the digits are part of a name, or a factor */
  if (p > subscript) p--;
  if (p > subscript && !is_word(p[-1]) && p[-1] != ')' && p[-1] != ']') return 0;
  const long constant = strtol(p, NULL, 10);
  *p = '\0';
  return constant;
}

/* Returns whether a direct subscript of the data begins at `at`. A subscript within another subscript, or of a pointer
 * to the data, is not a direct one. */
static bool is_own_subscript(const char *text, size_t at, const char *base) {
  int depth = 0;
  for (size_t i = 0; i < at; i++) depth += (text[i] == '[' || text[i] == '(') - (text[i] == ']' || text[i] == ')');
  return depth == 1 && name_statement_text_word(text + at, base) == NULL;
}

bool analysis_source_uses_constants(const char *base, char *const *texts, unsigned n, long *constants) {
  g_auto(GStrv) plain = g_new0(char *, n + 1);
  for (unsigned i = 0; i < n; i++) plain[i] = without_blanks(texts[i]);
  /* Find the first difference between text 0 and another text. The subscript at this difference contains the
   * constant. */
  size_t at = 0;
  unsigned other = 1;
  while (other < n && strcmp(plain[0], plain[other]) == 0) other++;
  if (other >= n) return false;
  while (plain[0][at] == plain[other][at]) at++;
  while (at > 0 && strchr("[(,", plain[0][at - 1]) == NULL) at--;
  if (at == 0 || !is_own_subscript(plain[0], at, base)) return false;
  g_autofree char *first = NULL;
  for (unsigned i = 0; i < n; i++) {
    if (strncmp(plain[i], plain[0], at) != 0) return false;
    const size_t length = subscript_length(plain[i], at);
    const char *rest = plain[i] + at + length;
    g_autofree char *subscript = g_strndup(plain[i] + at, length);
    constants[i] = take_constant(subscript);
    g_autofree char *all = g_strconcat(subscript, "|", rest, NULL);
    if (first != NULL && strcmp(first, all) != 0) return false;
    if (first == NULL) first = g_steal_pointer(&all);
  }
  return true;
}
