/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_element.c: searches a source line for an element of the data, by the name of the data's variable. Then
 * searches the definitions of the variables in the line, such as "T &b = x[(begin + k) * step];". */
#include "ui/advice/advice_element.h"

#include <string.h>

#include "ui/advice/advice_code.h"

enum { LOOKED_AT = 12 /* lines */, HOT = 4 /* at least a quarter of the hottest line's cycles */, STREAMS = 64 };

/* A source line that is searched for array elements. */
typedef struct {
  const GPtrArray *lines; /* lines of the source file */
  uint64_t line;
  const char *text; /* text of the line, in lower case for Fortran */
  AdviceSyntax syntax;
  bool named; /* only words of the data's name count as arrays, because "f(i, j)" can be a call in C */
} Place;

/* ---- elements of a text ---- */

/* Adds the subscripts between two brackets. Commas separate the subscripts. */
static void add_subscripts(GPtrArray *subscripts, const char *open, const char *end) {
  const char *start = open + 1;
  int depth = 0;
  for (const char *p = start; p < end; p++) {
    depth += (*p == '[' || *p == '(') - (*p == ']' || *p == ')');
    if (p + 1 < end && !(depth == 0 && *p == ',')) continue;
    g_ptr_array_add(subscripts, g_strstrip(g_strndup(start, (gsize)(p - start))));
    start = p + 1;
  }
}

/* Returns whether a C++ method changes the container, instead of returning an element, as in "v.emplace_back(i, j)". */
static bool is_change(const char *method) {
  static const char *const names[] = {"emplace", "push_", "insert", "assign", "resize", "erase", "append", "replace"};
  for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
    if (g_str_has_prefix(method, names[i])) return true;
  return false;
}

/* Returns the position of the brackets after the name of an array that ends at `p`. For an element that a C++ method
 * returns, as in "m.at(i, j)", this is the position of "(i, j)". */
static const char *brackets(const char *p, AdviceSyntax syntax) {
  if (syntax == ADVICE_SYNTAX_FORTRAN || *p == '(' || *p == '[') return p;
  const char *method = *p == '.' ? p + 1 : p[0] == '-' && p[1] == '>' ? p + 2 : NULL;
  if (method == NULL || is_change(method)) return p;
  while (advice_walk_is_word(*method)) method++;
  return *method == '(' ? method : p;
}

/* Sets *element to the array element whose variable name begins at `at` and has `length` characters. Returns false if
 * no subscripts follow the name. */
static bool take_element(const char *at, size_t length, const Place *place, AdviceElement *element) {
  const AdviceSyntax syntax = place->syntax;
  const char *p = brackets(advice_walk_bracket(at, at + length), syntax);
  GPtrArray *subscripts = g_ptr_array_new_with_free_func(g_free);
  while (p != NULL && (*p == '(' || (*p == '[' && syntax != ADVICE_SYNTAX_FORTRAN))) {
    const bool round = *p == '(';
    const guint before = subscripts->len;
    const char *end = advice_walk_closed(p);
    if (end != NULL) add_subscripts(subscripts, p, end);
    /* In C, "f(x)" always counts as a call. "f(x, y)" counts as a call, unless f is a word of the data's name. */
    if (round && syntax != ADVICE_SYNTAX_FORTRAN && (!place->named || subscripts->len - before < 2))
      g_ptr_array_set_size(subscripts, 0);
    p = end != NULL ? advice_walk_bracket(end, end) : NULL;
    if (round) break;
  }
  if (p == NULL || subscripts->len == 0) {
    g_ptr_array_unref(subscripts);
    return false;
  }
  element->text = g_strndup(at, (gsize)(p - at));
  element->subscripts = subscripts;
  element->fortran = syntax == ADVICE_SYNTAX_FORTRAN;
  return true;
}

void advice_element_clear(AdviceElement *element) {
  g_free(element->text);
  g_free(element->inner);
  g_free(element->again);
  g_free(element->computed);
  g_free(element->defined);
  if (element->subscripts != NULL) g_ptr_array_unref(element->subscripts);
  *element = (AdviceElement){0};
}

/* ---- loops around an element ---- */

static bool uses(const AdviceElement *element, const char *variable) {
  for (guint i = 0; i < element->subscripts->len; i++)
    if (advice_walk_word(element->subscripts->pdata[i], variable) != NULL) return true;
  return false;
}

/* Returns whether a subscript is one word, such as a variable or a number. */
static bool is_one_word(const char *subscript) {
  size_t n = 0;
  while (advice_walk_is_word(subscript[n])) n++;
  return n != 0 && subscript[n] == '\0';
}

/* Returns whether a subscript of the element is a variable that the loop reads from memory, as in "node = queue[head]".
 * Sets `defined` of the element. */
static bool is_read_in(const Place *place, const AdviceLoop *loop, AdviceElement *element) {
  for (guint i = 0; i < element->subscripts->len; i++) {
    const char *subscript = element->subscripts->pdata[i];
    if (!is_one_word(subscript) || strcmp(subscript, loop->variable) == 0) continue;
    g_autofree char *definition = advice_loops_definition(place->lines, loop->line, place->line, subscript);
    if (definition == NULL || !advice_walk_is_indirect(definition)) continue;
    if (advice_walk_word(definition, loop->variable) == NULL) continue;
    g_free(element->defined);
    element->defined = g_strdup_printf("%s is %s", subscript, g_strstrip(definition));
    return true;
  }
  return false;
}

/* Replaces each subscript that is a variable assigned in the innermost loop by the definition of the variable. */
static void expand(const Place *place, AdviceElement *element) {
  for (guint i = 0; i < element->subscripts->len; i++) {
    char *subscript = element->subscripts->pdata[i];
    if (!is_one_word(subscript) || strcmp(subscript, element->inner) == 0) continue;
    char *definition = advice_loops_definition(place->lines, element->inner_line, place->line, subscript);
    if (definition == NULL || advice_walk_word(definition, element->inner) == NULL) {
      g_free(definition);
      continue;
    }
    g_free(element->defined);
    element->defined = g_strdup_printf("%s is %s", subscript, g_strstrip(definition));
    g_free(subscript);
    element->subscripts->pdata[i] = definition;
  }
}

/* Returns the value of a name that the line defines as a constant, such as 9 for ROWS in "#define ROWS 9", "enum { ROWS
 * = 9, ..." and "const ROWS: usize = 9;"; 0: the line does not define it. */
static uint64_t constant_in(const char *line, const char *name) {
  static const char *const keywords[] = {"enum", "const", "constexpr", "parameter"};
  const char *at = advice_walk_word(line, name);
  bool constant = false;
  if (at == NULL) return 0;
  if (g_str_has_prefix(line, "#define ")) return at == line + 8 ? g_ascii_strtoull(at + strlen(name), NULL, 10) : 0;
  for (guint i = 0; i < G_N_ELEMENTS(keywords); i++) constant |= advice_walk_word(line, keywords[i]) != NULL;
  const char *equals = at + strlen(name) + strcspn(at + strlen(name), "=,;");
  if (!constant || *equals != '=') return 0;
  const char *number = equals + 1 + strspn(equals + 1, " "), *end = number + strspn(number, "0123456789");
  return end[strspn(end, " ")] == '\0' || strchr(",;}!", end[strspn(end, " ")]) != NULL
             ? g_ascii_strtoull(number, NULL, 10)
             : 0;
}

/* Returns the number at `p`. If a name is at `p`, returns the greatest value of the constants with this name. 0: `p`
 * has neither. */
static uint64_t number_at(const Place *place, const char *p) {
  size_t n = 0;
  if (g_ascii_isdigit(*p)) return g_ascii_strtoull(p, NULL, 10);
  while (advice_walk_is_word(p[n])) n++;
  g_autofree char *name = g_strndup(p, n);
  uint64_t greatest = 0;
  for (guint i = 0; n != 0 && i < place->lines->len; i++)
    if (place->lines->pdata[i] != NULL) greatest = MAX(greatest, constant_in(place->lines->pdata[i], name));
  return greatest;
}

/* Returns the number of iterations of the innermost loop, such as 9 for "for (q = 0; q < 9; q++)" and "do q = 1, 9"; 0:
 * unknown. */
static uint64_t trips_of(const Place *place, const AdviceElement *element) {
  const char *head = element->inner_line <= place->lines->len ? place->lines->pdata[element->inner_line - 1] : NULL;
  if (head == NULL) return 0;
  if (element->fortran) {
    const char *comma = strchr(head, ',');
    return comma != NULL ? number_at(place, comma + 1 + strspn(comma + 1, " ")) : 0;
  }
  for (const char *at = head; (at = advice_walk_word(at, element->inner)) != NULL; at += strlen(element->inner)) {
    const char *less = at + strlen(element->inner) + strspn(at + strlen(element->inner), " ");
    if (*less == '<') return number_at(place, less + 1 + strspn(less + 1, "= "));
  }
  return 0;
}

/* Returns whether the statements assign a value to one of the words in the text. */
static bool assigns_word_of(const char *statements, const char *text) {
  bool assigns = false;
  g_auto(GStrv) words = g_strsplit_set(text, " \t()[]+-*/%<>&|^~?:;,.", -1);
  for (char **word = words; *word != NULL && !assigns; word++) {
    if (**word == '\0' || g_ascii_isdigit(**word)) continue;
    for (const char *at = statements; (at = advice_walk_word(at, *word)) != NULL && !assigns; at += strlen(*word)) {
      const char *equals = at + strlen(*word) + strspn(at + strlen(*word), " \t");
      assigns = *equals == '=' && equals[1] != '=';
    }
  }
  return assigns;
}

/* Returns the part of the line that a condition with the element controls: the statements after "if (...)", or the
 * statement that contains "... ? ... : ...". NULL: the line has no such condition. The caller owns the part. */
static char *controlled(const char *line, const char *element) {
  const char *at = strstr(line, element), *question = at != NULL ? strchr(at, '?') : NULL;
  const char *condition = advice_walk_word(line, "if");
  if (condition != NULL && at > condition) {
    const char *open = condition + 2 + strspn(condition + 2, " \t");
    const char *end = *open == '(' ? advice_walk_closed(open) : strchr(at, '{'); /* Rust has no parentheses */
    if (end == NULL || end < at) return NULL;
    const bool several = strchr(end, '{') != NULL || advice_walk_word(end, "else") != NULL;
    return g_strndup(end, several ? strlen(end) : strcspn(end, ";"));
  }
  if (question == NULL || question > at + strcspn(at, ";")) return NULL;
  while (at > line && strchr(";{}", at[-1]) == NULL) at--;
  return g_strndup(at, strcspn(at, ";"));
}

static size_t indentation(const char *line) { return strspn(line, " \t"); }

/* Returns whether a line after a condition belongs to the statements that the condition controls, according to its
 * indentation. A later condition with the same element belongs to them, too. */
static bool is_controlled(const char *line, size_t indent, const char *element) {
  const char *text = line + indentation(line);
  if (*text == '\0' || indentation(line) > indent) return true;
  if (indentation(line) < indent) return false;
  return *text == '{' || *text == '}' || advice_walk_word(text, "else") == text ||
         (advice_walk_word(text, "if") == text && strstr(text, element) != NULL);
}

bool advice_element_is_hashed(const char *computation) {
  for (const char *p = computation; *p != '\0'; p++) {
    if (*p == '%' || (*p == '&' && p[1] != '&')) return true;
    p += *p == '&'; /* a logical "and" */
  }
  return false;
}

/* Returns whether a condition with the element determines the variables of the computation. A processor must then
 * predict the condition before the element arrives. If the computation contains a remainder or a mask, the table is
 * taken for a hash table: most comparisons of a look-up have the same result. */
static bool is_predicted(const Place *place, const AdviceElement *element) {
  g_autofree char *same_line = controlled(place->text, element->text);
  if (same_line == NULL || advice_element_is_hashed(element->computed)) return false;
  const size_t indent = indentation(place->text);
  bool assigned = assigns_word_of(same_line, element->computed);
  for (uint64_t n = place->line; n < place->lines->len && !assigned; n++) { /* line n + 1 */
    const char *line = place->lines->pdata[n];
    if (line == NULL || !is_controlled(line, indent, element->text)) break;
    assigned = assigns_word_of(line, element->computed);
  }
  return assigned;
}

/* If the innermost loop computes a subscript so that it jumps through the array, as bisection does, stores the
 * computation in the element. */
static void set_computed(const Place *place, const AdviceLoop *inner, AdviceElement *element) {
  for (guint i = 0; i < element->subscripts->len && element->computed == NULL; i++) {
    const char *subscript = element->subscripts->pdata[i];
    if (!is_one_word(subscript) || g_ascii_isdigit(*subscript)) continue;
    char *definition = advice_loops_definition(place->lines, inner->line, place->line, subscript);
    const bool jumps = definition != NULL && (strpbrk(definition, "/%") != NULL || strstr(definition, ">>") != NULL);
    if (jumps)
      element->computed = g_strstrip(definition);
    else
      g_free(definition);
  }
  if (element->computed == NULL) return;
  element->walk = ADVICE_WALK_INDIRECT;
  element->predicted = is_predicted(place, element);
}

/* Sets the loops of an element that begins at a column of the line, and how the innermost loop uses the array. */
static void set_walk(const Place *place, size_t column, AdviceElement *element) {
  GArray *loops = advice_loops(place->lines, place->line, column, place->syntax);
  guint i = 0;
  bool is_next = true;
  while (i < loops->len && g_array_index(loops, AdviceLoop, i).variable == NULL) i++;
  if (i < loops->len) {
    const AdviceLoop *inner = &g_array_index(loops, AdviceLoop, i);
    element->inner = place->syntax == ADVICE_SYNTAX_FORTRAN ? g_ascii_strdown(inner->variable, -1)
                                                            : g_strdup(inner->variable);
    element->inner_line = inner->line;
    element->trips = trips_of(place, element);
    expand(place, element);
    element->walk = advice_walk(element->subscripts, element->fortran, element->inner);
    element->steps = element->walk == ADVICE_WALK_ALONG && !inner->by_one;
    if (element->steps) element->walk = ADVICE_WALK_UNKNOWN;
    element->by_value = inner->by_value && element->walk == ADVICE_WALK_ALONG;
    if (element->by_value) element->walk = ADVICE_WALK_INDIRECT;
  }
  if (loops->len != 0 && (element->walk == ADVICE_WALK_UNKNOWN || element->walk == ADVICE_WALK_FIXED))
    set_computed(place, &g_array_index(loops, AdviceLoop, 0), element);
  for (i++; i < loops->len && element->again == NULL; i++) {
    const AdviceLoop *loop = &g_array_index(loops, AdviceLoop, i);
    if (loop->variable == NULL) continue;
    if (is_next && element->walk == ADVICE_WALK_FIXED && is_read_in(place, loop, element))
      element->walk = ADVICE_WALK_INDIRECT;
    if (is_next) {
      element->next_along = advice_walk(element->subscripts, element->fortran, loop->variable) == ADVICE_WALK_ALONG;
      element->same_column = !element->next_along;
    }
    is_next = false;
    if (uses(element, loop->variable)) continue;
    element->again = g_strdup(loop->variable);
    element->again_line = loop->line;
  }
  g_array_unref(loops);
}

/* ---- elements of a line ---- */

/* Returns whether the element `one` explains the misses better than the element `other`. */
static bool is_better(const AdviceElement *one, const AdviceElement *other) {
  static const int worth[] = {[ADVICE_WALK_UNKNOWN] = 0,
                              [ADVICE_WALK_FIXED] = 0,
                              [ADVICE_WALK_ALONG] = 1,
                              [ADVICE_WALK_INDIRECT] = 2,
                              [ADVICE_WALK_ACROSS] = 3};
  return other->text == NULL || worth[one->walk] > worth[other->walk];
}

static void keep_better(AdviceElement *best, AdviceElement *element) {
  const bool along = best->walk == ADVICE_WALK_ALONG || element->walk == ADVICE_WALK_ALONG;
  const bool across = best->walk == ADVICE_WALK_ACROSS || element->walk == ADVICE_WALK_ACROSS;
  best->mixed = element->mixed = best->mixed || element->mixed || (along && across);
  if (!is_better(element, best)) {
    advice_element_clear(element);
    return;
  }
  advice_element_clear(best);
  *best = *element;
}

/* Finds the elements of the variable `name` in a text. If the text is a part of the place's source line, it begins at
 * `column`. Otherwise, `column` is where to look for loops. */
static void find_named(const Place *place, const char *text, size_t column, bool part, const char *name,
                       AdviceElement *best) {
  for (const char *at = text; (at = advice_walk_word(at, name)) != NULL; at += strlen(name)) {
    AdviceElement element = {0};
    if (!take_element(at, strlen(name), place, &element)) continue;
    set_walk(place, part ? column + (size_t)(at - text) : column, &element);
    keep_better(best, &element);
  }
}

/* Calls call(place, word, data) for each word of the text. A word does not begin with a digit. */
static void each_word(const char *text, void (*call)(const Place *, const char *word, void *data), const Place *place,
                      void *data) {
  for (const char *p = text; *p != '\0';) {
    size_t n = 0;
    while (advice_walk_is_word(p[n])) n++;
    if (n != 0 && !g_ascii_isdigit(*p)) {
      g_autofree char *word = g_strndup(p, n);
      call(place, word, data);
    }
    p += MAX(n, 1);
  }
}

/* The array elements in a line, or in the definitions of a line's variables. */
typedef struct {
  const AdviceLoop *inner;
  const char *definition;
  AdviceElement best;
  bool unlike; /* whether the loop goes through some of their arrays in different ways */
} Defined;

static void find_in_definition(const Place *place, const char *word, void *data) {
  Defined *defined = data;
  AdviceElement element = {0};
  find_named(place, defined->definition, strlen(place->text), false, word, &element);
  if (element.text == NULL) return;
  defined->unlike |= defined->best.text != NULL && defined->best.walk != element.walk;
  keep_better(&defined->best, &element);
}

static void find_definition(const Place *place, const char *word, void *data) {
  Defined *defined = data;
  g_autofree char *definition = advice_loops_definition(place->lines, defined->inner->line, place->line, word);
  if (definition == NULL) return;
  defined->definition = definition;
  each_word(definition, find_in_definition, place, defined);
}

/* Finds elements in the definitions of the line's variables, within the innermost loop. They count only if the loop
 * goes across the rows of all of their arrays, because any of these arrays can be the data. */
static void find_defined(const Place *place, AdviceElement *best) {
  GArray *loops = advice_loops(place->lines, place->line, strlen(place->text), place->syntax);
  Defined defined = {.inner = loops->len != 0 ? &g_array_index(loops, AdviceLoop, 0) : NULL};
  if (defined.inner != NULL) each_word(place->text, find_definition, place, &defined);
  if (defined.best.walk == ADVICE_WALK_ACROSS && !defined.unlike)
    keep_better(best, &defined.best);
  else
    advice_element_clear(&defined.best);
  g_array_unref(loops);
}

static void find_in_line(const Place *place, const char *word, void *data) {
  Defined *any = data;
  AdviceElement element = {0};
  find_named(place, place->text, 0, true, word, &element);
  if (element.walk == ADVICE_WALK_FIXED) advice_element_clear(&element);
  if (element.text == NULL) return;
  any->unlike |= any->best.text != NULL && any->best.walk != element.walk;
  keep_better(&any->best, &element);
}

/* Returns whether the line contains a call, with a name directly before the parenthesis. The references of the line can
 * then be in the called function, if the compiler has inlined it. In Fortran, such a text can be an element. */
static bool has_call(const Place *place) {
  static const char *const keywords[] = {"if", "while", "for", "return", "sizeof", "switch"};
  if (place->syntax == ADVICE_SYNTAX_FORTRAN) return false;
  for (const char *p = place->text; *p != '\0';) {
    size_t n = 0;
    while (advice_walk_is_word(p[n])) n++;
    bool is_keyword = n == 0 || g_ascii_isdigit(*p);
    for (guint i = 0; i < G_N_ELEMENTS(keywords); i++)
      is_keyword |= strlen(keywords[i]) == n && strncmp(p, keywords[i], n) == 0;
    if (!is_keyword && p[n] == '(') return true;
    p += MAX(n, 1);
  }
  return false;
}

/* Finds the elements of all variables in the line. They count only if the loop goes through all of their arrays in the
 * same way, because any of these arrays can be the data, for example as a member of a common block. */
static void find_any(const Place *place, AdviceElement *best) {
  Defined any = {0};
  if (has_call(place)) return;
  each_word(place->text, find_in_line, place, &any);
  if ((any.best.walk == ADVICE_WALK_ACROSS || any.best.walk == ADVICE_WALK_ALONG) && !any.unlike)
    keep_better(best, &any.best);
  else
    advice_element_clear(&any.best);
}

/* The different arrays in a source line that the loop goes along. */
typedef struct {
  GPtrArray *names;
} Streams;

static void add_stream(const Place *place, const char *word, void *data) {
  const Streams *streams = data;
  AdviceElement element = {0};
  find_named(place, place->text, 0, true, word, &element);
  if (element.walk == ADVICE_WALK_ALONG && !g_ptr_array_find_with_equal_func(streams->names, word, g_str_equal, NULL))
    g_ptr_array_add(streams->names, g_strdup(word));
  advice_element_clear(&element);
}

/* ---- elements of a bottleneck ---- */

/* Returns the words of the variable's name, the last word first, such as "data_" and "b". The caller owns the array. */
static GPtrArray *names_of(const AdviceContext *context, uint32_t data) {
  const NameBinType *type = advice_data(context->groups, data)->type;
  GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
  char *last = advice_variable(context, data);
  if (last != NULL) g_ptr_array_add(names, last);
  const char *path = type != NULL ? type->variable : "";
  for (const char *end = path + strlen(path); end > path;) {
    const char *start = end;
    while (start > path && advice_walk_is_word(start[-1])) start--;
    char *word = g_strndup(start, (gsize)(end - start));
    if (*word != '\0' && !g_ascii_isdigit(*word) && !g_ptr_array_find_with_equal_func(names, word, g_str_equal, NULL))
      g_ptr_array_add(names, word);
    else
      g_free(word);
    end = start > path ? start - 1 : start;
  }
  return names;
}

/* A search for elements of the data through pointers that the function has set. */
typedef struct {
  const char *name; /* last word of the variable's name */
  uint64_t first;   /* first line of the function */
  AdviceElement *best;
} Pointers;

/* If the function sets the word to a pointer to the data, as in "row = matrix[i]", finds the element of this pointer.
 * */
static void find_pointer(const Place *place, const char *word, void *data) {
  const Pointers *pointers = data;
  if (pointers->best->text != NULL || strcmp(word, pointers->name) == 0) return;
  g_autofree char *definition = advice_loops_definition(place->lines, pointers->first, place->line, word);
  if (definition != NULL && advice_walk_word(definition, pointers->name) != NULL)
    find_named(place, place->text, 0, true, word, pointers->best);
}

/* Finds an element of the data in the line: by the words of the variable's name, then by pointers to the data. */
static void find_of_data(const AdviceContext *context, const NameUserLine *line, const GPtrArray *names, Place *place,
                         AdviceElement *best) {
  const Profile *profile = context->view->profile;
  const ProfileSegment *function = &profile->segments[profile->places[line->place].segment];
  place->named = true;
  for (guint k = 0; k < names->len && best->text == NULL; k++)
    find_named(place, place->text, 0, true, names->pdata[k], best);
  const Pointers pointers = {names->len != 0 ? names->pdata[0] : NULL, function->line, best};
  if (names->len != 0 && function->file == line->file && function->line != 0)
    each_word(place->text, find_pointer, place, (void *)&pointers);
  place->named = false;
}

AdviceElement advice_element(const AdviceContext *context, const AdviceTrouble *trouble) {
  AdviceElement best = {0};
  NameUserLine lines[LOOKED_AT * NAME_USER_LINES_MOST];
  const AdviceTroublePlace *of[G_N_ELEMENTS(lines)];
  const guint n = advice_lines(context, trouble, ADVICE_LINES_HOT, LOOKED_AT, lines, of);
  g_autoptr(GPtrArray) names = names_of(context, trouble->data);
  /* Colder lines, such as those that set the data up, can visit the elements in another order than the hottest one. */
  for (guint i = 0; i < n && best.text == NULL && of[i]->cycles * HOT >= of[0]->cycles; i++) {
    const AnalysisSourceText *source = advice_text(context, lines[i].file);
    const char *line = lines[i].line != 0 ? analysis_source_text_line(source, lines[i].line) : NULL;
    if (line == NULL) continue;
    const AdviceSyntax syntax = advice_syntax(context->view->profile->files[lines[i].file].path);
    g_autofree char *text = syntax == ADVICE_SYNTAX_FORTRAN ? g_ascii_strdown(line, -1) : g_strdup(line);
    Place place = {source->lines, lines[i].line, text, syntax, .named = false};
    find_of_data(context, &lines[i], names, &place, &best);
    if (best.text == NULL) find_defined(&place, &best);
    if (best.text == NULL) find_any(&place, &best);
    if (best.text == NULL) continue;
    const Streams streams = {g_ptr_array_new_with_free_func(g_free)};
    each_word(text, add_stream, &place, (void *)&streams);
    best.streams = MIN(streams.names->len, STREAMS);
    best.file = lines[i].file;
    g_ptr_array_unref(streams.names);
  }
  return best;
}
