/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_short_name.h"

#include <stdbool.h>
#include <string.h>

#include "ui/base/ui_text.h"

/* The minimum numbers of columns for "(main:12)" after a name, and for the type before a variable. */
enum { REMARK_LEAST = 8, TYPE_LEAST = 4 };

static bool is_word(char c) { return g_ascii_isalnum(c) || strchr("_$~", c) != NULL || (c & 0x80) != 0; }

/* Returns the bracket that closes the one at `open`; NULL: there is none. The ">" of "->" is not a bracket. */
static char *closing(char *open, char left, char right) {
  int depth = 0;
  for (char *p = open; *p != '\0'; p++) {
    if (*p == right && right == '>' && p[-1] == '-') continue;
    depth += (*p == left) - (*p == right);
    if (depth == 0) return p;
  }
  return NULL;
}

/* Removes the contents of brackets that directly follow a word: the arguments of templates or functions. (Remarks
 * follow a blank, and nested names follow a colon.) */
static void empty_brackets(GString *name, char left, char right) {
  for (gsize i = 1; i < name->len; i++) {
    if (name->str[i] != left || strchr(" :", name->str[i - 1]) != NULL || (left == '<' && !is_word(name->str[i - 1])))
      continue;
    /* these brackets belong to the names operator< and operator() */
    if (i >= 8 && strncmp(name->str + i - 8, "operator", 8) == 0) continue;
    const char *end = closing(name->str + i, left, right);
    if (end != NULL) g_string_erase(name, (gssize)i + 1, end - (name->str + i) - 1);
  }
}

/* Removes the first namespace or class from the name. Returns false if the name has none. */
static bool drop_scope(GString *name) {
  static const char anonymous[] = "(anonymous namespace)::";
  const char *end = strstr(name->str, "::"), *nameless = strstr(name->str, anonymous);
  if (end == NULL) return false;
  if (nameless != NULL) {
    g_string_erase(name, nameless - name->str, (gssize)strlen(anonymous));
    return true;
  }
  const char *begin = end;
  while (begin > name->str && (is_word(begin[-1]) || strchr("<>{}#()", begin[-1]) != NULL)) begin--;
  g_string_erase(name, begin - name->str, end + 2 - begin);
  return true;
}

/* Returns the point in a name of the form "DataType.variable"; NULL: the name has another form. */
static const char *variable_of(const char *name, const char *end) {
  for (const char *p = end; p > name + 1; p--)
    if (*p == '.' && strchr("*>])", p[-1]) != NULL) return p;
  return NULL;
}

/* Appends a name, shortened to at most `width` columns. If it is a name of data, first cuts the type and the remark
 * after the variable. */
static void append_cut(GString *out, const char *name, unsigned width) {
  const char *remark = strstr(name, " (");
  const char *end = remark != NULL ? remark : name + strlen(name), *point = variable_of(name, end);
  g_autofree char *type = g_strndup(name, point != NULL ? (gsize)(point - name) : 0);
  g_autofree char *variable = g_strndup(point != NULL ? point : "", point != NULL ? (gsize)(end - point) : 0);
  const unsigned used = ui_text_width(variable);
  if (point == NULL || used + TYPE_LEAST > width) {
    const bool alone = point != NULL && used - 1 <= width;
    ui_text_append_cut(out, alone ? variable + 1 : name, width);
    return;
  }
  ui_text_append_cut(out, type, width - used);
  g_string_append(out, variable);
  const unsigned room = width - MIN(width, ui_text_width(type) + used);
  if (room >= REMARK_LEAST) ui_text_append_cut(out, end, room);
}

void ui_short_name_append(GString *out, const char *name, unsigned width) {
  GString *brief = g_string_new(name);
  if (ui_text_width(brief->str) > width) empty_brackets(brief, '<', '>');
  if (ui_text_width(brief->str) > width) empty_brackets(brief, '(', ')');
  while (ui_text_width(brief->str) > width && drop_scope(brief)) {
  }
  if (ui_text_width(brief->str) > width)
    append_cut(out, brief->str, width);
  else
    g_string_append(out, brief->str);
  g_string_free(brief, TRUE);
}

void ui_short_name_append_fitted(GString *out, const char *name, unsigned width) {
  GString *brief = g_string_new(NULL);
  ui_short_name_append(brief, name, width);
  ui_text_append_fitted(out, brief->str, width);
  g_string_free(brief, TRUE);
}
