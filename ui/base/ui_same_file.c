/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_same_file.h"

#include <glib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_same(const struct stat *a, const struct stat *b) {
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Returns the path of a file that does not exist yet, after following dangling symbolic links. The caller owns the
 * path. */
static char *target_of(const char *path) {
  enum { LINKS_MOST = 40 };
  char *target = g_strdup(path);
  for (unsigned i = 0; i < LINKS_MOST; i++) {
    g_autofree char *link = g_file_read_link(target, NULL);
    if (link == NULL) break;
    g_autofree char *folder = g_path_get_dirname(target);
    g_free(target);
    target = g_path_is_absolute(link) ? g_strdup(link) : g_build_filename(folder, link, NULL);
  }
  return target;
}

static bool will_be_same(const char *path, const char *other) {
  g_autofree char *target = target_of(path), *other_target = target_of(other);
  g_autofree char *folder = g_path_get_dirname(target), *other_folder = g_path_get_dirname(other_target);
  g_autofree char *name = g_path_get_basename(target), *other_name = g_path_get_basename(other_target);
  struct stat a, b;
  return strcmp(name, other_name) == 0 && stat(folder, &a) == 0 && stat(other_folder, &b) == 0 && is_same(&a, &b);
}

bool ui_same_file(const char *path, const char *other) {
  struct stat a, b;
  const bool is_there = stat(path, &a) == 0, other_is_there = stat(other, &b) == 0;
  if (is_there != other_is_there) return false;
  if (!is_there) return will_be_same(path, other);
  return is_same(&a, &b) && (S_ISREG(a.st_mode) || S_ISDIR(a.st_mode));
}
