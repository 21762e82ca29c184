/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_open.h"

#include <stdio.h>

ViewKeys *name_open_keys(View *view, const char *path) {
  g_autofree char *file = view_keys_path(view->profile, path);
  GError *error = NULL;
  GBytes *bytes = view_keys_read(file, &error);
  ViewKeys *keys = bytes != NULL ? view_keys_parse(bytes, file, &error) : NULL;
  if (bytes != NULL) g_bytes_unref(bytes);
  if (keys != NULL) {
    view_keys_apply(keys, view);
    return keys;
  }
  if (!g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    fprintf(stderr, "memspy: %s (names are those of the profile)\n", error->message);
  g_error_free(error);
  return view_keys_new();
}

bool name_open(NameOpen *open, const char *path, bool debug_info, const char *beside, GError **error) {
  *open = (NameOpen){.profile = profile_load(path, error)};
  if (open->profile == NULL) return false;
  open->names = name_table_new(open->profile, debug_info);
  open->view = view_new(open->profile, name_table_labels(open->names));
  open->keys = beside != NULL ? name_open_keys(open->view, beside) : view_keys_new();
  return true;
}

void name_open_close(NameOpen *open) {
  if (open->profile == NULL) return;
  view_keys_free(open->keys);
  view_free(open->view);
  name_table_free(open->names);
  profile_free(open->profile);
}
