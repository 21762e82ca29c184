/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_walk.h"

#include <string.h>

enum {
  SMALL = 4 /* maximum factor of a variable in a subscript: up to this factor, successive elements are near each other
               in memory */
};

const char *advice_walk_closed(const char *open) {
  int depth = 0;
  for (; *open != '\0'; open++) {
    depth += (*open == '[' || *open == '(') - (*open == ']' || *open == ')');
    if (depth == 0) return open + 1;
  }
  return NULL;
}

const char *advice_walk_word(const char *at, const char *word) {
  const size_t n = strlen(word);
  const char *begin = at;
  while ((at = strstr(at, word)) != NULL) {
    if ((at == begin || !advice_walk_is_word(at[-1])) && !advice_walk_is_word(at[n])) return at;
    at += n;
  }
  return NULL;
}

const char *advice_walk_bracket(const char *at, const char *end) {
  static const char *const keywords[] = {"return", "delete", "in"};
  const char *bracket = end + strspn(end, " \t");
  if (*bracket != '[') return end;
  for (size_t i = 0; i < G_N_ELEMENTS(keywords); i++)
    if ((size_t)(end - at) == strlen(keywords[i]) && strncmp(at, keywords[i], (size_t)(end - at)) == 0) return end;
  return bracket;
}

bool advice_walk_is_indirect(const char *subscript) {
  static const char *const casts[] = {"static_cast", "size_t", "int", "long", "unsigned", "uint64_t", "ptrdiff_t"};
  for (const char *p = subscript; *p != '\0'; p++) {
    if (*p == '[') return true;
    if (*p != '(' || p == subscript || !advice_walk_is_word(p[-1])) continue;
    bool cast = false;
    for (size_t i = 0; i < G_N_ELEMENTS(casts); i++) {
      const size_t n = strlen(casts[i]);
      cast |= (size_t)(p - subscript) >= n && strncmp(p - n, casts[i], n) == 0;
    }
    if (!cast) return true;
  }
  return false;
}

/* How a variable occurs in a subscript. */
typedef enum { ABSENT, ADDED, MULTIPLIED, OTHERWISE } Share;

enum { DEEPEST = 8 /* levels of nested parentheses */ };

static Share share_of_sum(const char *sum, const char *variable, unsigned within);

/* Returns how the variable occurs in a term. A term contains + and - only within parentheses. */
static Share share_of_term(const char *term, const char *variable, unsigned within) {
  if (advice_walk_word(term, variable) == NULL) return ABSENT;
  const char *factor = strchr(term, '*');
  if (factor != NULL || strstr(term, "<<") != NULL) {
    const char *number = factor != NULL ? factor + 1 + strspn(factor + 1, " ") : "";
    const bool literal = g_ascii_isdigit(*number) || (factor != NULL && g_ascii_isdigit(*term));
    const guint64 value = g_ascii_strtoull(g_ascii_isdigit(*number) ? number : term, NULL, 10);
    return literal && value <= SMALL ? ADDED : MULTIPLIED;
  }
  if (strpbrk(term, "/%>&|?^[") != NULL) return OTHERWISE;
  const size_t n = strlen(term);
  if (*term == '(' && term[n - 1] == ')') {
    g_autofree char *inner = g_strndup(term + 1, n - 2);
    return within < DEEPEST ? share_of_sum(inner, variable, within + 1) : OTHERWISE;
  }
  return ADDED;
}

static Share share_of_sum(const char *sum, const char *variable, unsigned within) {
  Share share = ABSENT;
  int depth = 0;
  const char *start = sum;
  for (const char *p = sum;; p++) {
    depth += (*p == '(' || *p == '[') - (*p == ')' || *p == ']');
    if (*p != '\0' && !(depth == 0 && (*p == '+' || *p == '-') && p > start)) continue;
    g_autofree char *term = g_strstrip(g_strndup(start, (gsize)(p - start)));
    share = MAX(share, share_of_term(term, variable, within));
    if (*p == '\0') return share;
    start = p + 1;
  }
}

AdviceWalk advice_walk(const GPtrArray *subscripts, bool first, const char *variable) {
  const guint contiguous = first ? 0 : subscripts->len - 1;
  bool row = false;
  for (guint i = 0; i < subscripts->len; i++) {
    const char *subscript = subscripts->pdata[i];
    if (advice_walk_is_indirect(subscript)) return ADVICE_WALK_INDIRECT;
    if (i != contiguous) row |= advice_walk_word(subscript, variable) != NULL;
  }
  const Share share = share_of_sum(subscripts->pdata[contiguous], variable, 0);
  if (share == OTHERWISE) return ADVICE_WALK_UNKNOWN;
  if (row || share == MULTIPLIED) return ADVICE_WALK_ACROSS;
  return share == ADDED ? ADVICE_WALK_ALONG : ADVICE_WALK_FIXED;
}
