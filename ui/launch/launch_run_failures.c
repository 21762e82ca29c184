/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run_failures.c: collects the reports of failures. A report is a file that exists, even if it is empty:
 * possibly the tool could create it but not write into it. */
#include "ui/launch/launch_run_failures.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/launch/launch_folder.h"

/* The beginnings of the names of reports about functions, after the common prefix. */
#define CALLED ".called"
#define MISSED ".missed"

/* Returns the prefix of the names of all reports to this launcher. If a launcher has ended, the processes that it
 * started can still write reports. The prefix distinguishes these reports from those to another launcher with the same
 * folder. */
static char *make_prefix(void) { return g_strdup_printf("failed.%d", (int)getpid()); }

LaunchRunFailures launch_run_failures_begin(void) {
  GError *error = NULL;
  LaunchRunFailures failures = {.folder = launch_folder_make(&error)};
  if (failures.folder == NULL) {
    ui_subcommand_fail(error);
    return failures;
  }
  g_autofree char *prefix = make_prefix(), *relative = g_build_filename(failures.folder, prefix, NULL);
  /* an absolute path, since the program can change its working directory */
  g_autofree char *path = g_canonicalize_filename(relative, NULL);
  failures.option = g_strconcat("--memspy-failures=", path, NULL);
  return failures;
}

static char *read_report(const LaunchRunFailures *failures, const char *name) {
  g_autofree char *path = g_build_filename(failures->folder, name, NULL), *text = NULL;
  const gboolean there = g_file_get_contents(path, &text, NULL, NULL) && *text != '\0';
  return there ? ui_text_escaped(text) : g_strdup("file");
}

/* Calls `take` for each report, with the name of its file, and the part of the name after the prefix. */
static void each_report(const LaunchRunFailures *failures,
                        void (*take)(const char *name, const char *rest, void *closure), void *closure) {
  GDir *files = failures->folder != NULL ? g_dir_open(failures->folder, 0, NULL) : NULL;
  if (files == NULL) return;
  g_autofree char *prefix = make_prefix();
  const char *name;
  while ((name = g_dir_read_name(files)) != NULL)
    if (g_str_has_prefix(name, prefix)) take(name, name + strlen(prefix), closure);
  g_dir_close(files);
}

/* The patterns of functions that the tool reported. */
typedef struct {
  const LaunchRunFailures *failures;
  GHashTable *called; /* set of patterns */
  GHashTable *missed; /* maps a pattern to the reason */
} Patterns;

static void take_pattern(const char *name, const char *rest, void *closure) {
  Patterns *patterns = closure;
  const bool called = g_str_has_prefix(rest, CALLED);
  if (!called && !g_str_has_prefix(rest, MISSED)) return;
  g_autofree char *path = g_build_filename(patterns->failures->folder, name, NULL), *text = NULL;
  if (!g_file_get_contents(path, &text, NULL, NULL)) return;
  char *reason = strchr(text, '\n');
  if (reason == NULL) return;
  *reason++ = '\0';
  if (called)
    g_hash_table_add(patterns->called, g_strdup(text));
  else
    g_hash_table_insert(patterns->missed, g_strdup(text), ui_text_escaped(reason));
}

static gint compare_texts(gconstpointer a, gconstpointer b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *launch_run_failures_missed(const LaunchRunFailures *failures) {
  GPtrArray *found = g_ptr_array_new_with_free_func(g_free);
  Patterns patterns = {failures, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                       g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)};
  each_report(failures, take_pattern, &patterns);
  GHashTableIter at;
  gpointer pattern, reason;
  g_hash_table_iter_init(&at, patterns.missed);
  while (g_hash_table_iter_next(&at, &pattern, &reason)) {
    g_autofree char *printable = ui_text_escaped(pattern);
    if (!g_hash_table_contains(patterns.called, pattern))
      g_ptr_array_add(found, g_strdup_printf("%s was called: %s", printable, (const char *)reason));
  }
  g_ptr_array_sort(found, compare_texts);
  g_hash_table_destroy(patterns.called);
  g_hash_table_destroy(patterns.missed);
  return found;
}

/* The reports of files that the tool could not write. */
typedef struct {
  const LaunchRunFailures *failures;
  guint n;
  char *first; /* NULL: none */
} Files;

static void take_file(const char *name, const char *rest, void *closure) {
  Files *files = closure;
  if (g_str_has_prefix(rest, CALLED) || g_str_has_prefix(rest, MISSED)) return;
  if (files->n++ == 0) files->first = read_report(files->failures, name);
}

guint launch_run_failures_count(const LaunchRunFailures *failures, char **first) {
  Files files = {.failures = failures};
  each_report(failures, take_file, &files);
  *first = files.first;
  return files.n;
}

void launch_run_failures_end(LaunchRunFailures *failures) {
  if (failures->folder != NULL) launch_folder_remove(failures->folder);
  g_free(failures->folder);
  g_free(failures->option);
  *failures = (LaunchRunFailures){.folder = NULL};
}
