/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_config.h"

#include <stdbool.h>
#include <string.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_input.h"

typedef struct {
  const char *path;
  unsigned line;
  const UiSubcommand *subcommand;
  const UiSubcommand *const *subcommands;
  const char *wanted; /* the name of the section that is applied */
  bool applies;       /* the current section is the wanted one */
  bool has_section;   /* there was a section */
  GPtrArray *words;
} Reader;

static bool fail(const Reader *reader, GError **error, const char *format, const char *text) G_GNUC_PRINTF(3, 0);
static bool fail(const Reader *reader, GError **error, const char *format, const char *text) {
  g_autofree char *message = g_strdup_printf(format, text);
  return ui_error_option(error, "%s:%u: %s", reader->path, reader->line, message);
}

/* Returns the row of a name; NULL: there is none. */
static const UiSubcommand *find_row(const UiSubcommand *const *rows, const char *name) {
  for (; rows != NULL && *rows != NULL; rows++)
    if (strcmp((*rows)->name, name) == 0) return *rows;
  return NULL;
}

/* Returns whether a section is named after a subcommand, or a part of one: "trace cat". */
static bool is_section(const UiSubcommand *const *subcommands, const char *name) {
  g_auto(GStrv) words = g_strsplit(name, " ", 2);
  const UiSubcommand *row = *words != NULL ? find_row(subcommands, words[0]) : NULL;
  if (row == NULL || words[1] == NULL) return row != NULL;
  return find_row(row->parts, words[1]) != NULL;
}

static const GOptionEntry *find_option(const UiSubcommand *subcommand, const char *name) {
  for (; subcommand != NULL; subcommand = subcommand->also)
    for (const GOptionEntry *option = subcommand->options; option != NULL && option->long_name != NULL; option++)
      if (strcmp(option->long_name, name) == 0) return option;
  return NULL;
}

/* Begins the section of a line "[NAME]". */
static bool begin_section(Reader *reader, char *text, GError **error) {
  const size_t n = strlen(text);
  if (n < 3 || text[n - 1] != ']') return fail(reader, error, "expected [SUBCOMMAND]: '%s'", text);
  text[n - 1] = '\0';
  if (!is_section(reader->subcommands, text + 1)) return fail(reader, error, "there is no subcommand '%s'", text + 1);
  reader->applies = strcmp(text + 1, reader->wanted) == 0;
  return reader->has_section = true;
}

/* Adds an option of the section. Options of memspy run that are not in its table are the tool's, which checks them. */
static bool add_option(Reader *reader, const char *name, const char *value, GError **error) {
  const GOptionEntry *option = find_option(reader->subcommand, name);
  if (option == NULL && strcmp(reader->wanted, "run") != 0)
    return fail(reader, error, "there is no option '%s' of this subcommand", name);
  const bool plain = option != NULL && option->arg == G_OPTION_ARG_NONE;
  if (plain && strcmp(value, "yes") != 0 && strcmp(value, "no") != 0)
    return fail(reader, error, "expected yes or no: '%s'", value);
  if (plain && *value == 'n') return true;
  char *word = plain ? g_strconcat("--", name, NULL) : g_strconcat("--", name, "=", value, NULL);
  g_ptr_array_add(reader->words, word);
  return true;
}

static bool read_line(Reader *reader, char *line, GError **error) {
  char *text = g_strstrip(line);
  if (*text == '\0' || *text == '#') return true;
  if (*text == '[') return begin_section(reader, text, error);
  char *equals = strchr(text, '=');
  if (equals == NULL || equals == text) return fail(reader, error, "expected OPTION = VALUE: '%s'", text);
  if (!reader->has_section) return fail(reader, error, "expected [SUBCOMMAND] before '%s'", text);
  *equals = '\0';
  return !reader->applies || add_option(reader, g_strchomp(text), g_strchug(equals + 1), error);
}

static bool read_file(Reader *reader, GError **error) {
  gsize n;
  g_autofree char *text = ui_input_read(reader->path, &ui_input_text, &n, error);
  bool good = text != NULL;
  for (char *line = text, *next; good && *line != '\0'; line = next) {
    next = line + strcspn(line, "\n");
    if (*next != '\0') *next++ = '\0';
    reader->line++;
    good = read_line(reader, line, error);
  }
  return good;
}

/* Finds the section of a command. Returns its name, owned by the caller, and sets *after to the number of words up to
 * the name of the subcommand or part; NULL: none. */
static char *find_section(Reader *reader, char *const *words, unsigned *after) {
  const UiSubcommand *row = words[0] != NULL ? find_row(reader->subcommands, words[0]) : NULL;
  unsigned at = 1;
  if (row == NULL) return NULL;
  if (row->parts != NULL) {
    while (words[at] != NULL && *words[at] == '-') at++;
    reader->subcommand = words[at] != NULL ? find_row(row->parts, words[at]) : NULL;
  } else {
    reader->subcommand = row;
    at = 0;
  }
  *after = at + 1;
  if (reader->subcommand == NULL) return NULL;
  return at == 0 ? g_strdup(row->name) : g_strconcat(row->name, " ", words[at], NULL);
}

static bool wants_help(const char *word) {
  return word != NULL && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0);
}

char **ui_config_apply(char *const *words, const UiSubcommand *const *subcommands, GError **error) {
  g_autofree char *path = g_build_filename(g_get_user_config_dir(), "memspy", "config", NULL);
  Reader reader = {.path = path, .subcommands = subcommands, .words = g_ptr_array_new()};
  unsigned after = 0;
  g_autofree char *section = find_section(&reader, words, &after);
  bool good = true;
  reader.wanted = section;
  for (unsigned i = 0; i < after && words[i] != NULL; i++) g_ptr_array_add(reader.words, words[i]);
  if (section != NULL && !wants_help(words[after]) && g_file_test(path, G_FILE_TEST_EXISTS))
    good = read_file(&reader, error);
  for (char *const *word = words + MIN(after, g_strv_length((char **)words)); *word != NULL; word++)
    g_ptr_array_add(reader.words, *word);
  g_ptr_array_add(reader.words, NULL);
  return (char **)g_ptr_array_free(reader.words, !good);
}
