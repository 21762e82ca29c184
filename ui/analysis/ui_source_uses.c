/* ui_source_uses.c: see ui_source_uses.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/analysis/ui_source_uses.h"

#include <string.h>

#include "ui/names/ui_statement_text.h"

static bool is_word(char c) { return g_ascii_isalnum(c) || c == '_' || c == '$' || (c & 0x80) != 0; }

/* The line with blanks for what is in quotes, and without what is behind two slashes. Owned by the caller. */
static char *code_of(const char *line) {
  char *code = g_strdup(line);
  char quote = '\0';
  for (char *p = code; *p != '\0'; p++) {
    if (quote == '\0' && p[0] == '/' && p[1] == '/') {
      *p = '\0';
      break;
    }
    const char here = *p;
    if (quote != '\0') *p = ' ';
    if (quote != '\0' && here == '\\' && p[1] != '\0') {
      *++p = ' ';
    } else if (quote != '\0' ? here == quote : here == '"' || here == '\'') {
      quote = quote != '\0' ? '\0' : here;
    }
  }
  return code;
}

/* Behind the subscripts and members that follow; NULL: a bracket is not closed. */
static const char *expression_end(const char *p) {
  for (;;) {
    if (*p == '[') {
      int depth = 0;
      do {
        if (*p == '\0') return NULL;
        depth += (*p == '[') - (*p == ']');
        p++;
      } while (depth != 0);
    } else if ((*p == '.' || (p[0] == '-' && p[1] == '>')) && is_word(p[*p == '.' ? 1 : 2])) {
      p += *p == '.' ? 1 : 2;
      while (is_word(*p)) p++;
    } else {
      return p;
    }
  }
}

/* Where the expression begins whose last part begins at `p`: "M->" and "rows[i]." belong to it. */
static const char *expression_start(const char *line, const char *p) {
  for (;;) {
    const char *before = p;
    if (p > line && p[-1] == '.')
      p -= 1;
    else if (p - line >= 2 && p[-2] == '-' && p[-1] == '>')
      p -= 2;
    else
      return p;
    int depth = 0;
    while (p > line && (depth != 0 || p[-1] == ']')) {
      p--;
      depth += (*p == ']') - (*p == '[');
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

/* Whether "&" in front takes the address, and is no operator between two operands. */
static bool takes_address(const char *line, const char *start) {
  const char *p = skip_back(line, start);
  if (p == line || p[-1] != '&' || (p - line >= 2 && p[-2] == '&')) return false;
  p = skip_back(line, p - 1);
  return p == line || (!is_word(p[-1]) && p[-1] != ')' && p[-1] != ']');
}

/* What an expression from `start` to `end` is there for. */
static void judge(const char *line, const char *start, const char *end, UiSourceUse *use) {
  const char *before = skip_back(line, start), *behind = end + strspn(end, " ");
  const size_t signs = strspn(behind, "+-*/%&|^<>");
  const bool stepped = g_str_has_prefix(behind, "++") || g_str_has_prefix(behind, "--") ||
                       (before - line >= 2 && ((before[-1] == '+' && before[-2] == '+') ||
                                               (before[-1] == '-' && before[-2] == '-')));
  const bool changed =
      signs > 0 && behind[signs] == '=' && (strspn(behind, "<>") == 0 || signs == 2); /* not of "<=" and ">=" */
  const bool assigned = behind[0] == '=' && behind[1] != '=';
  use->writes = stepped || changed || assigned;
  use->reads = !assigned;
}

GArray *ui_source_uses(const char *line, const char *base) {
  GArray *uses = g_array_new(FALSE, FALSE, sizeof(UiSourceUse));
  g_autofree char *code = code_of(line);
  for (const char *at = code; (at = ui_statement_text_word(at, base)) != NULL;) {
    const char *start = expression_start(code, at), *end = expression_end(at + strlen(base));
    if (end == NULL) break;
    if (*end != '(' && !takes_address(code, start)) {
      UiSourceUse use = {.text = g_strndup(start, (gsize)(end - start))};
      judge(code, start, end, &use);
      g_array_append_val(uses, use);
    }
    at += strlen(base);
  }
  return uses;
}
