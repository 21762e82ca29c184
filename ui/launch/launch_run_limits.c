/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/launch/launch_run_limits.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_text.h"

static bool has_mode(const char *path, mode_t mode) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISREG(about.st_mode) && (about.st_mode & mode) != 0;
}

static bool changes_user(const char *path) { return has_mode(path, S_ISUID); }

static bool changes_group(const char *path) { return has_mode(path, S_ISGID); }

static bool has_capabilities(const char *path) { return getxattr(path, "security.capability", NULL, 0) > 0; }

/* The kinds of programs that Valgrind cannot run, and a remedy for each. */
static const struct {
  bool (*is)(const char *path);
  const char *what, *advice;
} limits[] = {{changes_user, "is setuid, and Valgrind does not run such programs",
               "profile a copy, which cp makes without that bit"},
              {changes_group, "is setgid, and Valgrind does not run such programs",
               "profile a copy, which cp makes without that bit"},
              {has_capabilities, "has capabilities of its own, and Valgrind does not run such programs",
               "profile a copy, which cp makes without them"}};

bool launch_run_limits_check(const char *program, GError **error) {
  g_autofree char *path = strchr(program, '/') != NULL ? g_strdup(program) : g_find_program_in_path(program);
  for (size_t i = 0; path != NULL && i < G_N_ELEMENTS(limits); i++) {
    if (!limits[i].is(path)) continue;
    g_autofree char *printable = ui_text_escaped(path);
    return ui_fail(error, G_FILE_ERROR, G_FILE_ERROR_PERM, "%s %s: %s", printable, limits[i].what, limits[i].advice);
  }
  return true;
}
