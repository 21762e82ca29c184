/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_open.h: opens a profile with its names, and with the names and groups that the user has saved. */
#pragma once

#include <stdbool.h>

#include "ui/model/ui_keys.h"
#include "ui/names/ui_names.h"

typedef struct {
  UiProfile *profile;
  UiNames *names;
  UiView *view;
  UiKeys *keys;
} UiOpen;

/* Rows of a table of options that set two gbooleans: see ui_open(). */
#define UI_OPEN_OPTIONS(no_debug_info, no_keys)                                                            \
  {"no-keys", 0, 0, G_OPTION_ARG_NONE, no_keys, "Ignore the names that were saved for the program", NULL}, \
      UI_NAMES_OPTION(no_debug_info)

/* Reads the profile in file `path` and makes its names; debug_info: as for ui_names_new(). Applies the key file in the
 * folder of file `beside`, usually the profile itself, if there is one; NULL: none. Errors of the key file are printed
 * on standard error. Returns false and sets *error if the profile cannot be read. The caller calls ui_open_close() in
 * either case. */
bool ui_open(UiOpen *open, const char *path, bool debug_info, const char *beside, GError **error);
void ui_open_close(UiOpen *open);

/* Applies the key file in the folder of profile `path` to a view of it, as ui_open() does. Returns the names; the caller
 * frees them with ui_keys_free(). */
UiKeys *ui_open_keys(UiView *view, const char *path);
