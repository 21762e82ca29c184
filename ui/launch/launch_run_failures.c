/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run_failures.c: The existence of a file is the report: the tool is possibly not allowed to write into it. */
#include "ui/launch/launch_run_failures.h"

#include <stdio.h>
#include <unistd.h>

#include "ui/base/ui_subcommand.h"
#include "ui/base/ui_text.h"
#include "ui/launch/launch_folder.h"

/* A process of a run whose launcher has ended can still report: the prefix distinguishes its files from those of
 * another launcher with the same folder. */
static char *make_prefix(void) { return g_strdup_printf("failed.%d", (int)getpid()); }

LaunchRunFailures launch_run_failures_begin(void) {
  GError *error = NULL;
  LaunchRunFailures failures = {.folder = launch_folder_make(&error)};
  if (failures.folder == NULL) {
    ui_subcommand_fail(error);
    return failures;
  }
  g_autofree char *prefix = make_prefix(), *relative = g_build_filename(failures.folder, prefix, NULL);
  g_autofree char *path = g_canonicalize_filename(relative, NULL); /* the program may change its directory */
  failures.option = g_strconcat("--memspy-failures=", path, NULL);
  return failures;
}

static char *read_report(const LaunchRunFailures *failures, const char *name) {
  g_autofree char *path = g_build_filename(failures->folder, name, NULL), *text = NULL;
  const gboolean there = g_file_get_contents(path, &text, NULL, NULL) && *text != '\0';
  return there ? ui_text_escaped(text) : g_strdup("file");
}

guint launch_run_failures_count(const LaunchRunFailures *failures, char **first) {
  guint n = 0;
  *first = NULL;
  GDir *files = failures->folder != NULL ? g_dir_open(failures->folder, 0, NULL) : NULL;
  if (files == NULL) return 0;
  g_autofree char *prefix = make_prefix();
  const char *name;
  while ((name = g_dir_read_name(files)) != NULL) {
    if (!g_str_has_prefix(name, prefix)) continue;
    if (n++ == 0) *first = read_report(failures, name);
  }
  g_dir_close(files);
  return n;
}

void launch_run_failures_end(LaunchRunFailures *failures) {
  if (failures->folder != NULL) launch_folder_remove(failures->folder);
  g_free(failures->folder);
  g_free(failures->option);
  *failures = (LaunchRunFailures){.folder = NULL};
}
