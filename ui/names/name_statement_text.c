/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_statement_text.h"

#include <stdbool.h>
#include <string.h>

static bool is_word(char c) { return g_ascii_isalnum(c) || c == '_' || c == '$' || (c & 0x80) != 0; }

const char *name_statement_text_word(const char *text, const char *word) {
  const size_t n = strlen(word);
  for (const char *at = text; n != 0 && (at = strstr(at, word)) != NULL; at += n)
    if ((at == text || !is_word(at[-1])) && !is_word(at[n])) return at;
  return NULL;
}

/* Returns the bracket that opens the one at `end`; NULL: it is before `start`. */
static const char *matching(const char *start, const char *end) {
  int depth = 0;
  for (const char *p = end; p >= start; p--) {
    depth += strchr(")]}", *p) != NULL;
    depth -= strchr("([{", *p) != NULL;
    if (depth == 0) return p;
  }
  return NULL;
}

/* Returns the start of the assignable expression that ends at `end`; `end`: there is no such expression. */
static const char *expression_start(const char *start, const char *end) {
  const char *p = end;
  while (p > start) {
    if (p[-1] == ']' || (p[-1] == ')' && p == end)) {
      const char *open = matching(start, p - 1);
      if (open == NULL) return end;
      p = open;
      if (*open == '(') return p;
      continue;
    }
    if (!is_word(p[-1])) return end;
    while (p > start && is_word(p[-1])) p--;
    if (p - start >= 2 && ((p[-2] == '-' && p[-1] == '>') || (p[-2] == ':' && p[-1] == ':')))
      p -= 2;
    else if (p > start && (p[-1] == '.' || p[-1] == '%'))
      p--;
    else
      return p;
  }
  return p;
}

/* Returns the expression that ends before `end`, without the contents of subscripts and without blanks; NULL: none. */
static char *expression_before(const char *start, const char *end) {
  while (end > start && end[-1] == ' ') end--;
  const char *from = expression_start(start, end);
  if (from == end || g_ascii_isdigit(*from)) return NULL;
  GString *out = g_string_new(NULL);
  for (const char *p = from; p < end; p++) {
    if (*p == '(' || *p == ')') continue;
    if (*p == '%')
      g_string_append_c(out, '.');
    else if (*p == '[') {
      int depth = 0;
      for (; p < end; p++) {
        depth += (*p == '[') - (*p == ']');
        if (depth == 0) break;
      }
      g_string_append(out, "[]");
    } else if (*p != '*' && *p != '&' && *p != ' ')
      g_string_append_c(out, *p);
  }
  return g_string_free(out, FALSE);
}

/* Returns whether `p` is the start of a statement or of a part of one, so that the type of a declaration can be there. */
static bool begins_statement(const char *start, const char *p) {
  while (p > start && p[-1] == ' ') p--;
  if (p == start || strchr(";:{})(!=", p[-1]) != NULL) return true;
  const char *word = p;
  while (word > start && is_word(word[-1])) word--;
  return (p - word == 4 && strncmp(word, "else", 4) == 0) || (p - word == 2 && strncmp(word, "do", 2) == 0);
}

/* Returns the left side of the assignment at `equals`, in the form of expression_before(). If it is the target of a
 * pointer, as in "*result = malloc(n)", it begins with stars. (The star of a declaration, as in "int *result =
 * malloc(n)", belongs to the type.) */
static char *left_side(const char *start, const char *equals) {
  g_autofree char *plain = expression_before(start, equals);
  if (plain == NULL) return NULL;
  const char *end = equals;
  while (end > start && end[-1] == ' ') end--;
  const char *from = expression_start(start, end), *p = from;
  gsize stars = 0;
  if (*from == '(') {
    for (p = from + 1; *p == '*' || *p == ' '; p++) stars += *p == '*';
  } else {
    for (; p > start && (p[-1] == '*' || p[-1] == ' '); p--) stars += p[-1] == '*';
    if (!begins_statement(start, p)) stars = 0;
  }
  g_autofree char *prefix = g_strnfill(stars, '*');
  return g_strconcat(prefix, plain, NULL);
}

/* Returns the name in a Rust statement such as "let mut name: Type = ..."; NULL: it is another statement. */
static char *let_name(const char *start, const char *equals) {
  const char *let = NULL;
  for (const char *at = start; (at = name_statement_text_word(at, "let")) != NULL && at < equals; at += 3) let = at + 3;
  if (let == NULL) return NULL;
  let += strspn(let, " ");
  if (g_str_has_prefix(let, "mut ")) let += 4;
  let += strspn(let, " ");
  const char *end = let;
  while (is_word(*end)) end++;
  const char *next = end + strspn(end, " ");
  return end > let && (*next == ':' || *next == '=') ? g_strndup(let, (gsize)(end - let)) : NULL;
}

static bool is_assignment(const char *start, const char *p) {
  if (*p != '=' || p[1] == '=' || p[1] == '>') return false;
  return p == start || strchr("=!<>+-*/%&|^~", p[-1]) == NULL;
}

/* Returns the variable with its field that a designated initializer sets. For example, it returns "m.col" for "m =
 * {.rows = n, .col = malloc(...)}" if `equals` is after ".col". */
static char *designated(const char *start, const char *equals) {
  const char *end = equals, *open;
  while (end > start && end[-1] == ' ') end--;
  const char *field = end;
  while (field > start && is_word(field[-1])) field--;
  if (field == end || field == start || field[-1] != '.') return NULL;
  int depth = 1;
  for (open = field - 1; depth != 0 && open-- > start;) depth += (*open == '}') - (*open == '{');
  if (depth != 0) return NULL;
  while (open > start && open[-1] == ' ') open--;
  if (open > start && open[-1] == ')') open = matching(start, open - 1); /* a cast */
  while (open != NULL && open > start && open[-1] == ' ') open--;
  if (open == NULL || open == start || !is_assignment(start, open - 1)) return NULL;
  g_autofree char *variable = expression_before(start, open - 1);
  return variable != NULL ? g_strdup_printf("%s.%.*s", variable, (int)(end - field), field) : NULL;
}

/* Returns the expression to which the result of a call is assigned; NULL: none. */
static char *assigned(const char *start, const char *call) {
  for (const char *p = call; p-- > start;) {
    if (is_assignment(start, p)) {
      char *name = let_name(start, p);
      if (name == NULL) name = designated(start, p);
      return name != NULL ? name : left_side(start, p);
    }
    if (*p == ';' || *p == '{' || *p == '}') return NULL;
    if (strchr(")]", *p) != NULL) {
      const char *open = matching(start, p);
      if (open == NULL) return NULL;
      p = open;
    } else if (*p == ',') {
      return NULL;
    }
  }
  return NULL;
}

/* Returns the target of the only assignment in a statement; NULL: there is no assignment, or there are several. */
static char *only_assigned(const char *statement) {
  const char *first = NULL;
  for (const char *p = statement; *p != '\0'; p++) {
    if (!is_assignment(statement, p)) continue;
    if (first != NULL) return NULL;
    first = p;
  }
  return first != NULL ? assigned(statement, first + 1) : NULL;
}

/* Returns the object whose method is called, such as "buffer" for "buffer.push_back(x)"; NULL: the call is not one of a
 * method. */
static char *object_of(const char *start, const char *call) {
  while (call > start && call[-1] == ' ') call--;
  if (call - start >= 2 && call[-2] == '-' && call[-1] == '>') return expression_before(start, call - 2);
  return call > start && call[-1] == '.' ? expression_before(start, call - 1) : NULL;
}

/* Returns whether the position `at` is in the word or directly after it. As the column of a call, compilers use the
 * column of the name, of the bracket or, for new, of the type. */
static bool is_at(const char *word, size_t n, const char *at) {
  return word <= at && at <= word + n + strspn(word + n, " ");
}

/* Returns whether there is no other call or assignment between a column and the word that follows it. Example: the
 * column of "Vec::with_capacity" leads to the word "with_capacity". */
static bool leads_to(const char *at, const char *word) {
  for (const char *p = at; p < word; p++)
    if (strchr(";=,{}", *p) != NULL) return false;
  return true;
}

/* Returns the call of the function `word` to which byte `at` of the statement belongs. Without a column, returns the
 * only call of this function. The name of a constructor is before the column. NULL: there is no such call, or several
 * are possible. */
static const char *find_call(const char *statement, size_t at, bool with_column, const char *word) {
  const char *const here = statement + at;
  const char *found = NULL;
  const size_t n = strlen(word);
  unsigned calls = 0;
  for (const char *next = statement; (next = name_statement_text_word(next, word)) != NULL; next += n) {
    if (with_column && (is_at(next, n, here) || (next >= here && leads_to(here, next)))) return next;
    if (with_column && next > here) break;
    found = next;
    calls++;
  }
  if (with_column) return found != NULL && leads_to(found, here) ? found : NULL;
  return calls == 1 ? found : NULL;
}

/* Returns the variable whose address is the first argument of the call, such as "block" for "posix_memalign(&block,
 * ...)". */
static char *filled_in(const char *call) {
  const char *p = strchr(call, '(');
  if (p == NULL) return NULL;
  p += 1 + strspn(p + 1, " (");
  if (*p == '&') return expression_before(p + 1, p + strcspn(p, ",)"));
  const char *cast = strchr(p, '&'); /* the argument has a cast, as in "(void **)&block" */
  return cast != NULL && memchr(p, ',', (size_t)(cast - p)) == NULL
             ? expression_before(cast + 1, cast + strcspn(cast, ",)"))
             : NULL;
}

/* Returns the variable that the call initializes, such as "items" for "items(new Item[n])" or "items{new Item[n]}";
 * NULL: none. */
static char *initialized(const char *start, const char *call) {
  while (call > start && call[-1] == ' ') call--;
  if (call - start < 2 || (call[-1] != '(' && call[-1] != '{') || !is_word(call[-2])) return NULL;
  return expression_before(start, call - 1);
}

/* Returns the left side of an operator that allocates, as in "tree[i] = 1" or "text += line". For a subscript, the
 * compiler's column `at` is that of the closing bracket or of the start of the left side. For other operators, it is
 * after the left side. */
static char *left_of_operator(const char *statement, size_t at, const char *operator) {
  const bool subscript = strcmp(operator, "[]") == 0;
  const char *const here = statement + at;
  if (subscript && *here == ']') {
    const char *open = matching(statement, here);
    return open != NULL ? expression_before(statement, open) : NULL;
  }
  const char *found = NULL, *next = subscript ? here : statement;
  for (; (next = strstr(next, subscript ? "[" : operator)) != NULL; next += strlen(operator)) {
    if (found == NULL || next <= here) found = next;
    if (subscript) break;
  }
  return found != NULL ? expression_before(statement, found) : NULL;
}

/* Returns the call whose name or bracket is at byte `at` of the statement, whatever its name is; NULL: none. It can be
 * a macro, or a container's method into which the allocating function was inlined. */
static const char *call_at(const char *statement, size_t at) {
  const char *word = statement + at, *end = word;
  if (*end == '(') {
    while (word > statement && word[-1] == ' ') word--;
    while (word > statement && is_word(word[-1])) word--;
  }
  while (is_word(*end)) end++;
  end += strspn(end, " ");
  return *end == '(' && is_word(*word) ? word : NULL;
}

/* Returns the call by which a statement allocates, which is a call of a known allocation function or of new. Sets *word
 * to the name of the function. */
static const char *find_allocation(const char *statement, size_t at, bool with_column, const char **word) {
  static const char *const words[] = {"posix_memalign", "malloc", "calloc",  "realloc", "reallocarray", "aligned_alloc",
                                      "memalign",       "valloc", "pvalloc", "mmap",    "new"};
  const char *found = NULL;
  for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
    const char *call = find_call(statement, at, with_column, words[i]);
    if (call == NULL) continue;
    if (found != NULL && (!with_column || is_at(found, strlen(*word), statement + at))) {
      if (!with_column) return NULL;
      continue;
    }
    found = call;
    *word = words[i];
  }
  return found;
}

char *name_statement_text_receiver(const char *statement, size_t at, bool with_column, const char *callee) {
  if (callee != NULL && g_str_has_prefix(callee, "operator") && !is_word(callee[8]))
    return left_of_operator(statement, at, callee + strlen("operator"));
  const char *call = callee != NULL ? find_call(statement, at, with_column, callee)
                                    : find_allocation(statement, at, with_column, &callee);
  if (call == NULL && with_column) call = call_at(statement, at);
  if (call == NULL && callee != NULL && name_statement_text_word(statement, callee) != NULL) return NULL;
  if (call == NULL) return name_statement_text_word(statement, "return") == NULL ? only_assigned(statement) : NULL;
  if (callee != NULL && strcmp(callee, "posix_memalign") == 0) return filled_in(call);
  char *name = assigned(statement, call);
  if (name == NULL) name = object_of(statement, call);
  return name != NULL ? name : initialized(statement, call);
}

/* Returns the argument between `from` and `end` without its casts, in the form of expression_before(). It begins with
 * "&" if it is the address of the expression. NULL: it is another expression. */
static char *argument_text(const char *from, const char *end) {
  while (end > from && end[-1] == ' ') end--;
  for (;;) {
    while (from < end && *from == ' ') from++;
    if (*from != '(') break;
    while (from < end && *from != ')') from++;
    if (from == end) return NULL;
    from++;
  }
  const bool is_address = *from == '&';
  from += is_address;
  while (from < end && *from == ' ') from++;
  if (from >= end || !is_word(*from) || expression_start(from, end) != from) return NULL;
  g_autofree char *plain = expression_before(from, end);
  return plain != NULL ? g_strconcat(is_address ? "&" : "", plain, NULL) : NULL;
}

char *name_statement_text_argument(const char *statement, size_t at, bool with_column, const char *callee,
                                   unsigned number) {
  const char *call = find_call(statement, at, with_column, callee);
  if (call == NULL) return NULL;
  const char *p = call + strlen(callee);
  p += strspn(p, " ");
  if (*p != '(') return NULL;
  const char *from = ++p;
  unsigned before = 0;
  for (int depth = 0; *p != '\0' && *p != '<'; p++) {
    if (depth == 0 && (*p == ',' || *p == ')')) {
      if (before++ == number) return argument_text(from, p);
      if (*p == ')') return NULL;
      from = p + 1;
    }
    depth += strchr("([{", *p) != NULL;
    depth -= strchr(")]}", *p) != NULL;
  }
  return NULL;
}

/* Returns the array in an item of an allocate statement, such as "swarm[].trace" for "swarm(i)%trace(100)"; NULL: the
 * item is not an array, but a type or an option such as "stat=error". */
static char *array_of(const char *item, const char *end) {
  GString *name = g_string_new(NULL);
  const char *behind = end; /* end of the array's bounds, which are last in the item */
  while (behind > item && behind[-1] == ' ') behind--;
  const char *bounds = behind > item && behind[-1] == ')' ? matching(item, behind - 1) : behind;
  for (const char *p = item; bounds != NULL && p < bounds; p++) {
    if (*p == '(') {
      int depth = 0;
      for (; p < bounds; p++) {
        depth += (*p == '(') - (*p == ')');
        if (depth == 0) break;
      }
      g_string_append(name, "[]");
    } else if (*p == '%') {
      g_string_append_c(name, '.');
    } else if (is_word(*p)) {
      g_string_append_c(name, *p);
    } else if (*p != ' ') {
      g_string_truncate(name, 0);
      break;
    }
  }
  return g_string_free(name, name->len == 0);
}

char *name_statement_text_allocated(const char *statement, unsigned nth, unsigned *n) {
  char *found = NULL;
  *n = 0;
  const char *p = name_statement_text_word(statement, "allocate");
  p = p != NULL ? strchr(p, '(') : NULL;
  while (p != NULL && *p != ')' && *p != '\0') {
    const char *item = ++p;
    int depth = 0;
    for (; *p != '\0' && !(depth == 0 && (*p == ',' || *p == ')')); p++) depth += (*p == '(') - (*p == ')');
    char *name = array_of(item, p);
    if (name != NULL && (*n)++ == nth)
      found = name;
    else
      g_free(name);
  }
  return found;
}
