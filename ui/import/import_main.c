/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_main.c: the options of memspy trace import. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/mach_config.h"
#include "ui/base/ui_choice.h"
#include "ui/base/ui_text.h"
#include "ui/import/import.h"

static char *format_name, *output, *symbol_file;
static gint64 base;

static gboolean set_base(const gchar *name, const gchar *value, gpointer data, GError **error) {
  (void)data;
  char *end;
  errno = 0;
  base = (gint64)g_ascii_strtoull(value, &end, 16);
  if (g_ascii_isxdigit(*value) && *end == '\0' && errno == 0) return TRUE;
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
              "bad option %s=%s: expected a number of at most 64 bits in base 16", name, value);
  return FALSE;
}

static const GOptionEntry options[] = {
    {"format", 'f', 0, G_OPTION_ARG_STRING, &format_name, "Format of the files (required)", "FORMAT"},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Write to OUT (the first file's name with .trace)", "OUT"},
    {"symbols", 0, 0, G_OPTION_ARG_FILENAME, &symbol_file, "Names of code and data: the output of nm -S", "FILE"},
    {"base", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer)set_base,
     "Add the hexadecimal number to the addresses of symbols (0)", "ADDRESS"},
    G_OPTION_ENTRY_NULL};

static const char *name_of_format(unsigned i) {
  const ImportFormat *format = import_formats_get(i);
  return format != NULL ? format->name : NULL;
}

/* Returns the row of the format that the user named. On failure, prints an error and returns NULL. */
static const ImportFormat *find_format(void) {
  unsigned index;
  if (format_name == NULL) {
    fputs("memspy trace import: --format is missing (see memspy trace import --help)\n", stderr);
    return NULL;
  }
  if (!ui_choice_find("trace import", "format", format_name, name_of_format, &index)) return NULL;
  return import_formats_get(index);
}

static gint by_name(gconstpointer a, gconstpointer b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Adds the files of a folder that drmemtrace wrote: those in `trace`, if it has such a folder, whose names contain
 * ".trace" or ".memtrace". */
static bool add_folder(GPtrArray *paths, const char *path, GError **error) {
  g_autofree char *inner = g_build_filename(path, "trace", NULL);
  const char *folder = g_file_test(inner, G_FILE_TEST_IS_DIR) ? inner : path;
  g_autoptr(GDir) entries = g_dir_open(folder, 0, error);
  const guint before = paths->len;
  if (entries == NULL) return false;
  for (const char *name; (name = g_dir_read_name(entries)) != NULL;)
    if (strstr(name, ".trace") != NULL || strstr(name, ".memtrace") != NULL)
      g_ptr_array_add(paths, g_build_filename(folder, name, NULL));
  if (paths->len != before) {
    qsort(paths->pdata + before, paths->len - before, sizeof(char *), by_name);
    return true;
  }
  g_autofree char *printable = ui_text_escaped(path);
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "%s: the folder contains no files of a trace", printable);
  return false;
}

/* Returns the files that the arguments name. */
static GPtrArray *find_paths(char **args, unsigned n, GError **error) {
  GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
  bool good = true;
  for (unsigned i = 0; i < n && good; i++) {
    if (g_file_test(args[i], G_FILE_TEST_IS_DIR))
      good = add_folder(paths, args[i], error);
    else
      g_ptr_array_add(paths, g_strdup(args[i]));
  }
  if (good && paths->len <= MACH_MAX_PROCESSORS) return paths;
  if (good)
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "%u files are too many: a machine has at most %d processors", paths->len, MACH_MAX_PROCESSORS);
  g_ptr_array_unref(paths);
  return NULL;
}

static int run(int n, char **args) {
  ui_subcommand_options(&n, &args, &import_subcommand);
  const ImportFormat *format = find_format();
  if (format == NULL) return UI_EXIT_USAGE;
  GError *error = NULL;
  GPtrArray *paths = find_paths(args + 1, (unsigned)n - 1, &error);
  ImportSymbols *symbols = paths != NULL ? import_symbols_read(symbol_file, (uint64_t)base, &error) : NULL;
  bool good = symbols != NULL;
  if (good) {
    g_autofree char *name = g_path_get_basename(args[1]);
    g_autofree char *to = output != NULL ? g_strdup(output) : g_strconcat(name, ".trace", NULL);
    good = import_files(format, (char *const *)paths->pdata, paths->len, symbols, to, &error);
  }
  import_symbols_free(symbols);
  if (paths != NULL) g_ptr_array_unref(paths);
  return good ? UI_EXIT_GOOD : ui_subcommand_fail(error);
}

static UiSubcommandValue format_at(unsigned i) {
  const ImportFormat *format = import_formats_get(i);
  return format != NULL ? (UiSubcommandValue){format->name, format->summary} : (UiSubcommandValue){.name = NULL};
}

const UiSubcommand import_subcommand = {
    .name = "import",
    .arguments = "FILE...",
    .summary = "make a trace from a trace of another program",
    .help =
        "The result OUT is a trace that replay, sweep, what-if and blocks read. Each FILE becomes a processor. A folder\n"
        "stands for the files that drmemtrace wrote into it. Files that gzip, xz, zstd, bzip2, lz4 or zip compressed are\n"
        "decompressed by these programs.\n"
        "A trace of most formats has no names. --symbols reads the names of functions and variables.",
    .options = options,
    .listed_option = "format",
    .listed_value = format_at,
    .examples =
        (const char *const[]){"memspy trace import --format=champsim -o mcf.trace 605.mcf_s-472B.champsimtrace.xz",
                              "a trace of ChampSim",
                              "nm -S ./prog >names; memspy trace import -f lackey --symbols=names lackey.txt",
                              "with the names of the program's functions and variables", NULL},
    .least = 1,
    .most = G_MAXUINT,
    .main = run,
};
