/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_output_files.h"

#include <string.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_same_file.h"
#include "ui/base/ui_text.h"

bool ui_output_file_is_standard(const char *path) { return path != NULL && strcmp(path, "-") == 0; }

/* Returns whether two paths lead to the same file. "-" is the same file only as another "-". */
static bool is_same(const char *path, const char *other) {
  return strcmp(path, other) == 0 ||
         (!ui_output_file_is_standard(path) && !ui_output_file_is_standard(other) && ui_same_file(path, other));
}

static bool check_name(const UiOutputFile *files, unsigned i, GError **error) {
  if (*files[i].path == '\0') return ui_fail_option(error, "--%s= is not a file name", files[i].option);
  for (unsigned j = 0; j < i; j++) {
    if (files[j].path == NULL || !is_same(files[i].path, files[j].path)) continue;
    g_autofree char *printable = ui_text_escaped(files[i].path);
    return ui_fail_option(error, "--%s and --%s cannot both be %s", files[j].option, files[i].option, printable);
  }
  return true;
}

bool ui_output_files_check(const UiOutputFile *files, unsigned n, GError **error) {
  for (unsigned i = 0; i < n; i++) {
    const char *path = files[i].path;
    if (path == NULL) continue;
    if (!check_name(files, i, error)) return false;
    if (!ui_output_file_is_standard(path) && !ui_output_check(path, error)) return false;
  }
  return true;
}
