/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/ui_open.h"

#include <stdio.h>

UiKeys *ui_open_keys(UiView *view, const char *path) {
  g_autofree char *file = ui_keys_path(view->profile, path);
  GError *error = NULL;
  GBytes *bytes = ui_keys_read(file, &error);
  UiKeys *keys = bytes != NULL ? ui_keys_parse(bytes, file, &error) : NULL;
  if (bytes != NULL) g_bytes_unref(bytes);
  if (keys != NULL) {
    ui_keys_apply(keys, view);
    return keys;
  }
  if (!g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    fprintf(stderr, "memspy: %s (names are those of the profile)\n", error->message);
  g_error_free(error);
  return ui_keys_new();
}

bool ui_open(UiOpen *open, const char *path, bool debug_info, const char *beside, GError **error) {
  *open = (UiOpen){.profile = ui_profile_load(path, error)};
  if (open->profile == NULL) return false;
  open->names = ui_names_new(open->profile, debug_info);
  open->view = ui_view_new(open->profile, ui_names_labels(open->names));
  open->keys = beside != NULL ? ui_open_keys(open->view, beside) : ui_keys_new();
  return true;
}

void ui_open_close(UiOpen *open) {
  if (open->profile == NULL) return;
  ui_keys_free(open->keys);
  ui_view_free(open->view);
  ui_names_free(open->names);
  ui_profile_free(open->profile);
}
