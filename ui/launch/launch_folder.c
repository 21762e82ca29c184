/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/launch/launch_folder.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

static GPtrArray *folders; /* that exist */

char *launch_folder_make(GError **error) {
  enum { MOST = 1000000 };
  for (int number = 0; number < MOST; number++) {
    char name[32];
    g_snprintf(name, sizeof name, "memspy-%06d", number);
    g_autofree char *path = g_build_filename(g_get_tmp_dir(), name, NULL);
    if (g_mkdir(path, 0700) == 0) {
      if (folders == NULL) folders = g_ptr_array_new_with_free_func(g_free);
      g_ptr_array_add(folders, g_strdup(path));
      return g_steal_pointer(&path);
    }
    if (errno != EEXIST) break;
  }
  g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno), "cannot make a folder in %s: %s", g_get_tmp_dir(),
              g_strerror(errno));
  return NULL;
}

void launch_folder_remove(const char *path) {
  GDir *files = g_dir_open(path, 0, NULL);
  if (files != NULL) {
    const char *name;
    while ((name = g_dir_read_name(files)) != NULL) {
      g_autofree char *file = g_build_filename(path, name, NULL);
      g_unlink(file);
    }
    g_dir_close(files);
  }
  g_rmdir(path);
  for (guint i = folders != NULL ? folders->len : 0; i-- > 0;)
    if (strcmp(g_ptr_array_index(folders, i), path) == 0) g_ptr_array_remove_index(folders, i);
}

void launch_folder_remove_all(void) {
  while (folders != NULL && folders->len > 0) {
    g_autofree char *path = g_strdup(g_ptr_array_index(folders, 0));
    launch_folder_remove(path);
  }
}
