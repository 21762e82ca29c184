/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_config.h"

#include <stdbool.h>
#include <string.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_input.h"

typedef struct {
  const UiSubcommand *subcommand; /* the subcommand or part that runs */
  const char *wanted;             /* the name of its section */
  GHashTable *given;              /* the names of the options in the command line, and their numbers in `words` */
  GPtrArray *words;               /* the words of the command line; NULL in place of a word that has no effect */
} Command;

typedef struct {
  char *path;
  unsigned line;
  const UiSubcommand *const *subcommands;
  const Command *command;
  bool applies;        /* the current section is that of the command */
  bool has_section;    /* there was a section */
  GPtrArray *defaults; /* the options of the section */
} Reader;

/* ---- the command line ---- */

static bool is_flag(const GOptionEntry *option) { return option != NULL && option->arg == G_OPTION_ARG_NONE; }

/* Adds a word with the option `name` to the words. The last word with a flag applies: --FLAG, --FLAG=yes or
 * --FLAG=no. Takes ownership of `name`. Returns false and sets *error if the flag has another value. */
static bool add_named(Command *command, const GOptionEntry *option, char *name, char *word, GError **error) {
  const char *value = strchr(word, '=');
  gpointer earlier;
  bool good = true;
  if (is_flag(option)) {
    const bool no = value != NULL && strcmp(value, "=no") == 0;
    if (value != NULL && !no && strcmp(value, "=yes") != 0)
      good = ui_error_option(error, "bad option %s: expected --%s, --%s=yes or --%s=no", word, name, name, name);
    if (g_hash_table_lookup_extended(command->given, name, NULL, &earlier))
      command->words->pdata[GPOINTER_TO_UINT(earlier)] = NULL;
    if (value != NULL) word = no ? NULL : g_strconcat("--", name, NULL);
  }
  g_hash_table_insert(command->given, name, GUINT_TO_POINTER(command->words->len));
  g_ptr_array_add(command->words, word);
  return good;
}

/* Adds an option, and sets *value to whether the next word is the option's value. Divides flags of one letter: -rq
 * becomes -r -q. Returns false and sets *error if the option is a flag with a wrong value. */
static bool add_option_word(Command *command, char *word, bool *value, GError **error) {
  const GOptionEntry *option = ui_subcommand_option(command->subcommand, word, value);
  while (is_flag(option) && word[1] != '-' && word[2] != '\0' && word[2] != '-') {
    char *rest = g_strconcat("-", word + 2, NULL);
    if (!add_named(command, option, g_strdup(option->long_name), g_strndup(word, 2), error)) return false;
    word = rest;
    option = ui_subcommand_option(command->subcommand, word, value);
  }
  if (option != NULL) return add_named(command, option, g_strdup(option->long_name), word, error);
  if (g_str_has_prefix(word, "--"))
    return add_named(command, NULL, g_strndup(word + 2, strcspn(word + 2, "=")), word, error);
  g_ptr_array_add(command->words, word);
  return true;
}

/* Adds the arguments to the words. Sets *helps to whether they ask for help. Returns false and sets *error if an option
 * is a flag with a wrong value. */
static bool add_arguments(Command *command, char **arg, bool *helps, GError **error) {
  for (; *arg != NULL && strcmp(*arg, "--") != 0 && (**arg == '-' || !command->subcommand->passes); arg++) {
    bool value = false;
    *helps |= strcmp(*arg, "--help") == 0 || strcmp(*arg, "-h") == 0;
    if (!add_option_word(command, *arg, &value, error)) return false;
    if (value && !command->subcommand->passes && arg[1] != NULL) g_ptr_array_add(command->words, *++arg);
  }
  for (; *arg != NULL; arg++) g_ptr_array_add(command->words, *arg);
  return true;
}

/* Returns whether the command line has an option. */
static bool is_given(const Command *command, const char *name) {
  gpointer number;
  return g_hash_table_lookup_extended(command->given, name, NULL, &number) &&
         command->words->pdata[GPOINTER_TO_UINT(number)] != NULL;
}

/* Returns whether the command line has an option that excludes the option `name`. */
static bool is_excluded(const Command *command, const char *name) {
  bool excludes = false, given = false;
  for (const char *const *other = command->subcommand->exclusive; other != NULL && *other != NULL; other++) {
    excludes |= strcmp(*other, name) == 0;
    given |= is_given(command, *other);
  }
  return excludes && given;
}

/* ---- the file ---- */

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

/* Checks that a section is named after a subcommand without parts, or after a part: "trace cat". */
static bool check_section(const Reader *reader, const char *name, GError **error) {
  if (reader->subcommands == NULL) return true;
  g_auto(GStrv) words = g_strsplit(name, " ", 2);
  const UiSubcommand *row = *words != NULL ? find_row(reader->subcommands, words[0]) : NULL;
  if (row != NULL && row->parts != NULL && words[1] == NULL)
    return fail(reader, error, "'%s' has parts, and each part has a section", name);
  const bool good = row != NULL && (words[1] == NULL || find_row(row->parts, words[1]) != NULL);
  return good || fail(reader, error, "there is no subcommand '%s'", name);
}

/* Begins the section of a line "[NAME]". */
static bool begin_section(Reader *reader, char *text, GError **error) {
  const size_t n = strlen(text);
  if (n < 3 || text[n - 1] != ']') return fail(reader, error, "expected [SUBCOMMAND]: '%s'", text);
  text[n - 1] = '\0';
  if (!check_section(reader, text + 1, error)) return false;
  reader->applies = strcmp(text + 1, reader->command->wanted) == 0;
  return reader->has_section = true;
}

/* Adds the word of a default. The last line with a flag applies. */
static void add_default(Reader *reader, const char *word, bool flag, const char *value) {
  guint earlier;
  if (flag && g_ptr_array_find_with_equal_func(reader->defaults, word, g_str_equal, &earlier))
    g_ptr_array_remove_index(reader->defaults, earlier);
  if (!flag) g_ptr_array_add(reader->defaults, g_strconcat(word, "=", value, NULL));
  if (flag && *value == 'y') g_ptr_array_add(reader->defaults, g_strdup(word));
}

/* Adds an option of the section, unless the command line overrides it. Accepts unknown options if the subcommand passes
 * them to the tool, because the subcommand then checks them itself. */
static bool add_option(Reader *reader, const char *name, const char *value, GError **error) {
  g_autofree char *word = g_strconcat("--", name, NULL);
  bool needs_value;
  const GOptionEntry *option = ui_subcommand_option(reader->command->subcommand, word, &needs_value);
  if (option == NULL && !reader->command->subcommand->passes)
    return fail(reader, error, "there is no option '%s' of this subcommand", name);
  if (is_flag(option) && strcmp(value, "yes") != 0 && strcmp(value, "no") != 0)
    return fail(reader, error, "expected yes or no: '%s'", value);
  const bool overridden = g_hash_table_contains(reader->command->given, name) || is_excluded(reader->command, name);
  if (!overridden) add_default(reader, word, is_flag(option), value);
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

/* Returns the path of the file; NULL: there is no file. The caller owns the path. */
static char *find_file(void) {
  const char *named = g_getenv("MEMSPY_CONFIG");
  if (named != NULL) return *named != '\0' ? g_strdup(named) : NULL;
  g_autofree char *usual = g_build_filename(g_get_user_config_dir(), "memspy", "config", NULL);
  return g_file_test(usual, G_FILE_TEST_EXISTS) ? g_steal_pointer(&usual) : NULL;
}

char **ui_config_apply(const UiSubcommand *subcommand, char **args, const UiSubcommand *const *subcommands,
                       GError **error) {
  g_autoptr(GHashTable) given = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GPtrArray) words = g_ptr_array_new();
  g_autofree char *path = find_file();
  Command command = {subcommand, args[0], given, words};
  Reader reader = {path, 0, subcommands, &command, false, false, g_ptr_array_new()};
  g_ptr_array_add(reader.defaults, args[0]);
  bool helps = false;
  const bool good = add_arguments(&command, args + 1, &helps, error) &&
                    (helps || path == NULL || read_file(&reader, error));
  for (guint i = 0; i < words->len; i++)
    if (words->pdata[i] != NULL) g_ptr_array_add(reader.defaults, words->pdata[i]);
  g_ptr_array_add(reader.defaults, NULL);
  return (char **)g_ptr_array_free(reader.defaults, !good);
}
