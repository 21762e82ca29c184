/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_help.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#include "ui/base/ui_text.h"

enum { COLUMN = 30, INDENT = 2 };

static unsigned indentation(const char *line) { return (unsigned)strspn(line, " "); }

/* Returns the description in a line such as "  -x, --name=VALUE   Description"; NULL: the line has none. */
static const char *description_of(const char *line) {
  if (indentation(line) != INDENT) return NULL;
  const char *gap = strstr(line + INDENT, "  ");
  return gap != NULL ? gap + indentation(gap) : NULL;
}

static void append_item(GString *out, const char *line, const char *description, unsigned width) {
  g_autofree char *name = g_strchomp(g_strndup(line, (gsize)(description - line)));
  const unsigned wide = ui_text_width(name), column = MIN(COLUMN, width / 2);
  g_autoptr(GString) text = g_string_new(NULL);
  ui_text_wrap(text, description, width, column);
  if (wide + 2 <= column) {
    g_string_append_printf(out, "%s%s", name, text->str + wide);
  } else {
    g_string_append_printf(out, "%s\n%s", name, text->str);
  }
}

static bool too_wide(const char *line, unsigned width) { return ui_text_width(line) > width; }

/* Returns whether the line can belong to a paragraph of several lines, which it can if it is neither empty nor
 * indented. */
static bool in_paragraph(const char *line) { return *line != '\0' && *line != ' '; }

/* Appends the paragraph that begins at `lines`, and returns its number of lines. */
static unsigned append_paragraph(GString *out, char **lines, unsigned width) {
  unsigned n = 1;
  bool wide = too_wide(lines[0], width);
  while (in_paragraph(lines[0]) && lines[n] != NULL && in_paragraph(lines[n])) wide |= too_wide(lines[n++], width);
  const unsigned indent = indentation(lines[0]);
  if (wide) {
    g_autoptr(GString) text = g_string_new(NULL);
    for (unsigned i = 0; i < n; i++) g_string_append_printf(text, "%s%s", i > 0 ? " " : "", lines[i] + indent);
    ui_text_wrap(out, text->str, width, indent);
    return n;
  }
  for (unsigned i = 0; i < n; i++) g_string_append_printf(out, "%s\n", lines[i]);
  return n;
}

char *ui_help_wrapped(const char *help, unsigned width) {
  GString *out = g_string_new(NULL);
  g_auto(GStrv) lines = g_strsplit(help, "\n", -1);
  for (char **line = lines; *line != NULL;) {
    const char *description = description_of(*line);
    if (description != NULL) {
      append_item(out, *line, description, width);
      line++;
    } else if (line[1] == NULL && **line == '\0') {
      break; /* this is the text after the last newline */
    } else {
      line += append_paragraph(out, line, width);
    }
  }
  return g_string_free(out, FALSE);
}

void ui_help_print(const char *help, FILE *file) {
  g_autofree char *wrapped = ui_help_wrapped(help, MAX(ui_text_columns(fileno(file)), UI_HELP_LEAST_WIDTH));
  fputs(wrapped, file);
}
