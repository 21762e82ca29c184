/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/launch/launch_run_files.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_out_name.h"
#include "ui/base/ui_text.h"

/* Returns a regular expression that matches the file names of a template. `part`: the last part of the template. */
static GRegex *make_pattern(const char *part) {
  g_autoptr(GString) pattern = g_string_new("^");
  while (*part != '\0') {
    if (part[0] == '%' && (part[1] == 'p' || part[1] == 'n')) {
      g_string_append(pattern, "[0-9]+");
      part += 2;
      continue;
    }
    const char *end = part[0] == '%' && part[1] == '%' ? part + 2 : part + 1;
    if (g_str_has_prefix(part, "%q{") && strchr(part, '}') != NULL) end = strchr(part, '}') + 1;
    g_autofree char *piece = g_strndup(part, (gsize)(end - part));
    g_autofree char *plain = ui_out_name(piece, 0, 0), *escaped = g_regex_escape_string(plain, -1);
    g_string_append(pattern, escaped);
    part = end;
  }
  g_string_append(pattern, "(\\.exec)?$");
  return g_regex_new(pattern->str, G_REGEX_RAW, 0, NULL);
}

static gint compare_paths(gconstpointer a, gconstpointer b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *launch_run_files(const char *template, pid_t pid, time_t started) {
  GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
  g_autofree char *folder_template = g_path_get_dirname(template);
  g_autofree char *folder = ui_out_name(folder_template, pid, 1), *last = g_path_get_basename(template);
  g_autoptr(GRegex) pattern = make_pattern(last);
  g_autoptr(GDir) directory = pattern != NULL ? g_dir_open(folder, 0, NULL) : NULL;
  const char *name;
  while (directory != NULL && (name = g_dir_read_name(directory)) != NULL) {
    g_autofree char *path = strcmp(folder, ".") == 0 ? g_strdup(name) : g_build_filename(folder, name, NULL);
    struct stat status;
    if (g_regex_match(pattern, name, 0, NULL) && stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_mtime + 1 >= started)
      g_ptr_array_add(files, g_steal_pointer(&path));
  }
  g_ptr_array_sort(files, compare_paths);
  return files;
}

bool launch_run_file_check(const char *path, GError **error) {
  g_autofree char *folder = g_path_get_dirname(path);
  const bool is_folder = g_file_test(path, G_FILE_TEST_IS_DIR);
  if (!is_folder && access(g_file_test(path, G_FILE_TEST_EXISTS) ? path : folder, W_OK) == 0) return true;
  const int reason = is_folder ? EISDIR : errno;
  g_autofree char *printable = ui_text_escaped(path);
  return ui_fail(error, G_FILE_ERROR, (gint)g_file_error_from_errno(reason), "the profile cannot be written to %s: %s",
                 printable, g_strerror(reason));
}
