/* ui_advice_snippets.c: see ui_advice_snippets.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/analysis/ui_advice_snippets.h"

#include <stdlib.h>
#include <string.h>

#include "ui/analysis/ui_shared.h"

enum { JOINED = 12 /* arrays in one struct */, TWENTIETH = 20 };

typedef struct {
  const UiAdviceContext *context;
  const UiTrouble *trouble;
  const UiCause *cause;
  const UiDataGroup *data;
  const UiBinType *type; /* NULL: unknown */
  const char *variable;  /* NULL: unknown */
  UiLanguage language;
  GString *out;
} Writer;

static void put(const Writer *writer, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void put(const Writer *writer, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_string_append_vprintf(writer->out, format, list);
  va_end(list);
}

static uint64_t line_bytes(const Writer *writer) { return writer->context->cache.line; }

static const char *alignment(const Writer *writer) {
  return writer->language == UI_LANGUAGE_C ? "_Alignas" : "alignas";
}

/* The name of a type without the word in front: "body" of "struct body". */
static const char *bare_type(const char *type) {
  return g_str_has_prefix(type, "struct ") ? type + strlen("struct ") : type;
}

/* ---- data ---- */

/* "double position[3]": the member of the struct that begins at field `from`. */
static void put_member(const Writer *writer, const char *name) {
  const UiBinType *type = writer->type;
  const size_t n = strlen(name);
  const UiField *first = NULL;
  uint32_t parts = 0;
  for (uint32_t f = 0; f < type->n_fields; f++) {
    const char *field = type->fields[f].name;
    if (strncmp(field, name, n) != 0 || (field[n] != '\0' && strchr(".[ :", field[n]) == NULL)) continue;
    if (first == NULL) first = &type->fields[f];
    parts++;
  }
  if (first != NULL && parts == 1)
    put(writer, "  %s %s;\n", first->type, name);
  else if (first != NULL && first->name[n] == '[' && strchr(first->name, '.') == NULL)
    put(writer, "  %s %s[%u];\n", first->type, name, parts);
  else
    put(writer, "  ... %s;\n", name);
}

static void write_fields(const Writer *writer) {
  const UiAdviceFields *fields = &writer->cause->fields;
  if (writer->type == NULL || fields->names->len == 0 || strchr(writer->type->element, '<') != NULL) return;
  const char *element = bare_type(writer->type->element);
  put(writer, "struct %s_used { /* %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " bytes */\n", element, fields->bytes,
      writer->type->element_size);
  for (guint i = 0; i < fields->names->len; i++) put_member(writer, fields->names->pdata[i]);
  put(writer, "};\n%sstruct %s_used *%s_used; /* an array of its own */", "", element,
      writer->variable != NULL ? writer->variable : element);
}

/* The first argument of the template that the type is: "long int" of "std::_List_node<long int>". */
static char *first_argument(const char *type) {
  const char *open = strchr(type, '<');
  if (open == NULL) return NULL;
  int depth = 0;
  const char *p = open + 1;
  for (; *p != '\0' && !(depth == 0 && (*p == ',' || *p == '>')); p++) depth += (*p == '<') - (*p == '>');
  return g_strstrip(g_strndup(open + 1, (gsize)(p - open - 1)));
}

/* The elements of a map have constant keys, which those of a vector cannot have. */
static void drop_constant_key(char *pair) {
  static const char *const places[] = {"std::pair<const ", " const,"};
  for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
    char *constant = g_str_has_prefix(pair, "std::pair<") ? strstr(pair, places[i]) : NULL;
    if (constant == NULL) continue;
    const size_t n = strlen(i == 0 ? "const " : " const");
    constant += i == 0 ? strlen("std::pair<") : 0;
    memmove(constant, constant + n, strlen(constant + n) + 1);
    return;
  }
}

static void write_linked(const Writer *writer) {
  const UiBinType *type = writer->type;
  if (type == NULL || *type->element == '\0') return;
  const char *name = writer->variable != NULL ? writer->variable : "elements";
  if (writer->language == UI_LANGUAGE_C) {
    put(writer, "%s *block = malloc(n * sizeof *block); /* for all of them, in the order of the visits */",
        type->element);
    return;
  }
  g_autofree char *argument = strstr(type->element, "_node<") != NULL ? first_argument(type->element) : NULL;
  if (argument != NULL) drop_constant_key(argument);
  const bool keyed = strstr(type->element, "_List_node<") == NULL && strstr(type->element, "_Fwd_list_node<") == NULL;
  put(writer, "std::vector<%s> %s; /* %s */", argument != NULL ? argument : type->element, name,
      argument == NULL ? "the objects, not pointers to them"
      : keyed          ? "sorted by key, or the key is the number of the element"
                       : "one block instead of a node for each");
}

/* "double matrix[64][512 + 8];" for an array of rows. */
static void write_longer_rows(const Writer *writer) {
  const UiBinType *type = writer->type;
  const char *last = type != NULL ? strrchr(type->data_type, '[') : NULL;
  const char *first = type != NULL ? strchr(type->data_type, '[') : NULL;
  if (last == NULL || last == first || writer->variable == NULL || writer->language == UI_LANGUAGE_FORTRAN) return;
  g_autofree char *element = g_strstrip(g_strndup(type->data_type, (gsize)(first - type->data_type)));
  const uint64_t size = type->element_size != 0 ? type->element_size : 8;
  put(writer, "%s %s%.*s[%ld + %" G_GUINT64_FORMAT "]; /* rows longer by a line */", element, writer->variable,
      (int)(last - first), first, strtol(last + 1, NULL, 10), MAX(line_bytes(writer) / size, 1));
}

/* The arrays concerned as the fields of one array of structs. */
static void write_joined(const Writer *writer) {
  const GArray *datas = writer->trouble->datas;
  const UiBinType *first = writer->type;
  g_autoptr(GString) names = g_string_new(NULL);
  if (first == NULL || strchr(first->data_type, '[') == NULL) return;
  for (guint i = 0; i < datas->len && i < JOINED; i++) {
    const UiTroublePart *data = &g_array_index(datas, UiTroublePart, i);
    const UiBinType *type = ui_advice_data(writer->context->groups, data->group)->type;
    g_autofree char *name = ui_advice_variable(writer->context, data->group);
    if ((double)data->count * TWENTIETH < writer->trouble->cycles) break;
    if (type == NULL || name == NULL || strcmp(type->data_type, first->data_type) != 0) return;
    g_string_append_printf(names, "%s%s", i == 0 ? "" : ", ", name);
  }
  if (strchr(names->str, ',') == NULL) return;
  const char *open = strchr(first->data_type, '[');
  put(writer, "struct {\n  %.*s%s;\n} all%s;", (int)(open - first->data_type), first->data_type, names->str, open);
}

/* Whether it may be an integer; a name that the program gave it does not say. */
static bool may_be_integer(const char *type) {
  static const char *const others[] = {"*",    "double", "float", "bool", "char",
                                       "enum", "struct", "union", "<",    "__int128"};
  for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
    if (strstr(type, others[i]) != NULL) return false;
  return true;
}

static void write_smaller(const Writer *writer) {
  const UiBinType *type = writer->type;
  if (type == NULL || writer->variable == NULL || writer->language == UI_LANGUAGE_FORTRAN || type->element_size < 4)
    return;
  if (type->n_fields != 0 || type->element_size > 8 || !may_be_integer(type->element)) return;
  const char *open = strchr(type->data_type, '[');
  const bool vector = g_str_has_prefix(writer->data->name, "std::vector<");
  put(writer, "%s%s%s; /* if the values fit: 1 byte instead of %" G_GUINT64_FORMAT " */",
      vector         ? "std::vector<unsigned char> "
      : open == NULL ? "unsigned char *"
                     : "unsigned char ",
      writer->variable, open != NULL ? open : "", type->element_size);
}

/* ---- loops ---- */

/* The variable that a subscript goes by. */
static char *loop_variable(const char *subscript) {
  while (*subscript != '\0' && !g_ascii_isalpha(*subscript) && *subscript != '_') subscript++;
  size_t n = 0;
  while (g_ascii_isalnum(subscript[n]) || subscript[n] == '_') n++;
  return n != 0 ? g_strndup(subscript, n) : NULL;
}

static void write_loops(const Writer *writer) {
  const UiAdviceElement *element = &writer->cause->element;
  if (element->text == NULL || element->subscripts->len < 2) return;
  const guint n = element->subscripts->len;
  g_autofree char *first = loop_variable(element->subscripts->pdata[0]);
  g_autofree char *last = loop_variable(element->subscripts->pdata[n - 1]);
  if (first == NULL || last == NULL || strcmp(first, last) == 0) return;
  if (element->fortran)
    put(writer, "do %s = ...\n  do %s = ... ! innermost: the first subscript\n    ... %s ...", last, first,
        element->text);
  else
    put(writer, "for (%s ...)\n  for (%s ...) /* innermost: the last subscript */\n    ... %s ...", first, last,
        element->text);
}

static void write_sorted(const Writer *writer) {
  const UiAdviceElement *element = &writer->cause->element;
  for (guint i = 0; element->text != NULL && i < element->subscripts->len; i++) {
    const char *subscript = element->subscripts->pdata[i];
    const size_t n = strcspn(subscript, element->fortran ? "(" : "[");
    if (subscript[n] == '\0' || writer->language == UI_LANGUAGE_FORTRAN) continue;
    if (writer->language == UI_LANGUAGE_C)
      put(writer, "qsort(%.*s, n, sizeof *%.*s, compare); /* once, before %s is used */", (int)n, subscript, (int)n,
          subscript, element->text);
    else
      put(writer, "std::sort(std::begin(%.*s), std::end(%.*s)); // once, before %s is used", (int)n, subscript, (int)n,
          subscript, element->text);
    return;
  }
}

/* Where a line is "for (...) statement;": its head, up to the closing bracket; else NULL. */
static const char *end_of_head(const char *line) {
  if (!g_str_has_prefix(line, "for (") || line[strlen(line) - 1] != ';') return NULL;
  int depth = 0;
  for (const char *p = line + 4; *p != '\0'; p++) {
    depth += (*p == '(') - (*p == ')');
    if (depth == 0) return p + 1;
  }
  return NULL;
}

static gint compare_lines(gconstpointer a, gconstpointer b, gpointer profile) {
  const UiTroublePlace *x = *(UiTroublePlace *const *)a, *y = *(UiTroublePlace *const *)b;
  const uint64_t of_x = ((const UiProfile *)profile)->places[x->place].line;
  const uint64_t of_y = ((const UiProfile *)profile)->places[y->place].line;
  return of_x < of_y ? -1 : of_x > of_y;
}

/* One loop of several that have the same head. */
static void write_fused(const Writer *writer) {
  const GArray *places = writer->trouble->places;
  g_autoptr(GPtrArray) order = g_ptr_array_new();
  g_autofree char *head = NULL;
  g_autoptr(GString) body = g_string_new(NULL);
  unsigned loops = 0;
  for (guint i = 0; i < places->len && i < JOINED; i++) {
    UiTroublePlace *place = &g_array_index(places, UiTroublePlace, i);
    if (place->cycles * TWENTIETH >= writer->trouble->cycles) g_ptr_array_add(order, place);
  }
  g_ptr_array_sort_with_data(order, compare_lines, (gpointer)writer->context->view->profile);
  for (guint i = 0; i < order->len; i++) {
    g_autofree char *line = ui_advice_line(writer->context, ((const UiTroublePlace *)order->pdata[i])->place);
    const char *end = line != NULL ? end_of_head(line) : NULL;
    if (end == NULL) continue;
    if (head == NULL) head = g_strndup(line, (gsize)(end - line));
    if (strncmp(head, line, (gsize)(end - line)) != 0) continue;
    g_string_append_printf(body, "  %s\n", end + strspn(end, " "));
    loops++;
  }
  if (loops >= 2) put(writer, "%s { /* one pass instead of %u */\n%s}", head, loops, body->str);
}

/* ---- threads ---- */

static void write_elements(const Writer *writer, const UiSharedLine *line) {
  const UiBinType *type = writer->type;
  const char *name = writer->variable != NULL ? writer->variable : "elements";
  if (type == NULL || *type->element == '\0') return;
  const char *element = bare_type(type->element), *open = strchr(type->data_type, '[');
  if (type->n_fields != 0 && strchr(element, '<') == NULL) {
    if (writer->language == UI_LANGUAGE_C)
      put(writer, "struct %s {\n  _Alignas(%" G_GUINT64_FORMAT ") %s %s; /* each element begins a line */\n  ...\n};",
          element, line->apart, type->fields[0].type, type->fields[0].name);
    else
      put(writer, "struct alignas(%" G_GUINT64_FORMAT ") %s { ... }; // each element begins a line", line->apart,
          element);
    return;
  }
  put(writer, "struct {\n  %s(%" G_GUINT64_FORMAT ") %s value; /* each begins a line */\n} %s%s;", alignment(writer),
      line->apart, type->element, name, open != NULL && !writer->data->heap ? open : "[n]");
}

static const UiSharedPart *part_number(const UiSharedLine *line, guint i) {
  return &g_array_index(line->parts, UiSharedPart, g_array_index(line->pad, guint, i));
}

/* The parts that are written, each at the begin of a line. */
static void write_parts(const Writer *writer, const UiSharedLine *line) {
  guint written = 0;
  for (guint i = 0; i < line->pad->len; i++) {
    const UiSharedPart *part = part_number(line, i);
    const bool is_field = part->field != NULL;
    const UiBinType *type = writer->context->names != NULL ? ui_names_type(writer->context->names, part->bin) : NULL;
    const char *declared = is_field                                               ? part->field->type
                           : type != NULL && strchr(type->data_type, '[') == NULL ? type->data_type
                                                                                  : "";
    const char *name = is_field ? part->field->name : part->name;
    if (part->writers == 0 || *declared == '\0') continue;
    if (written++ != 0) put(writer, "\n");
    put(writer, "%s(%" G_GUINT64_FORMAT ") %s %s; /* written: a line of its own, with nothing else behind it */",
        alignment(writer), line->apart, declared, name);
  }
}

static void write_apart(const Writer *writer) {
  const uint32_t number = ui_advice_hot_line(writer->context, writer->trouble->data);
  if (number == UI_ADVICE_NONE || writer->language == UI_LANGUAGE_FORTRAN) return;
  UiSharedLine *line = ui_shared_line(writer->context->view, writer->context->names, number);
  if (line->elements)
    write_elements(writer, line);
  else
    write_parts(writer, line);
  ui_shared_free(line);
}

/* A counter that all threads add to. */
static void write_own(const Writer *writer) {
  const UiTrouble *trouble = writer->trouble;
  if (writer->variable == NULL || writer->language == UI_LANGUAGE_FORTRAN ||
      trouble->counts.writes > trouble->counts.reads / 2)
    return;
  const uint32_t place = g_array_index(trouble->places, UiTroublePlace, 0).place;
  g_autofree char *line = ui_advice_line(writer->context, place);
  const bool adds = line != NULL &&
                    (strstr(line, "++") != NULL || strstr(line, "+=") != NULL || strstr(line, "_add") != NULL);
  if (!adds) return;
  put(writer,
      "long own = 0; /* in each thread */\nown++;        /* or what is added, instead of on %s */\n%s += own; /* once, when the thread is done */",
      writer->variable, writer->variable);
}

static void write_reserve(const Writer *writer) {
  if (writer->variable != NULL)
    put(writer, "%s.reserve(n); /* before the loop that adds n elements */", writer->variable);
}

static void write_streaming(const Writer *writer) {
  write_fused(writer);
  if (writer->out->len == 0) write_smaller(writer);
}

char *ui_advice_snippet(const UiAdviceContext *context, const UiTrouble *trouble, const UiCause *cause) {
  static void (*const write[UI_RULES])(const Writer *writer) = {
      [UI_RULE_SELF] = write_longer_rows,    [UI_RULE_CROSS] = write_joined,
      [UI_RULE_LINKED] = write_linked,       [UI_RULE_FIELDS] = write_fields,
      [UI_RULE_SCATTERED] = write_sorted,    [UI_RULE_LOOPS] = write_loops,
      [UI_RULE_SPATIAL] = write_smaller,     [UI_RULE_GROWTH] = write_reserve,
      [UI_RULE_STREAMING] = write_streaming, [UI_RULE_FALSE_SHARING] = write_apart,
      [UI_RULE_SYNCHRONIZATION] = write_own,
  };
  if (write[cause->rule] == NULL) return NULL;
  g_autofree char *variable = ui_advice_variable(context, trouble->data);
  const UiDataGroup *data = ui_advice_data(context->groups, trouble->data);
  const Writer writer = {
      context, trouble, cause, data, data->type, variable, ui_advice_language(context, trouble), g_string_new(NULL)};
  write[cause->rule](&writer);
  return g_string_free(writer.out, writer.out->len == 0);
}
