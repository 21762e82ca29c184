/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_open.h: opens a profile with its names, and with the names and groups that the user has saved. */
#pragma once

#include <stdbool.h>

#include "ui/names/name_table.h"
#include "ui/view/view_keys.h"

typedef struct {
  Profile *profile;
  NameTable *names;
  View *view;
  ViewKeys *keys;
} NameOpen;

/* The rows for the options --no-debug-info and --no-keys in a table of options. Each option sets a gboolean (see
 * name_open()). */
#define NAME_OPEN_OPTIONS(no_debug_info, no_keys)                                                          \
  {"no-keys", 0, 0, G_OPTION_ARG_NONE, no_keys, "Ignore the names that were saved for the program", NULL}, \
      NAME_TABLE_OPTION(no_debug_info)

/* Reads the profile in the file `path` and makes its names. `debug_info` is as for name_table_new(). Applies the key
 * file in the folder of the file `beside`, if there is one; NULL: none is applied. Usually `beside` is the profile
 * itself. Errors in the key file are printed on standard error. Returns false and sets *error if the profile cannot be
 * read. In either case, the caller must call name_open_close(). */
bool name_open(NameOpen *open, const char *path, bool debug_info, const char *beside, GError **error);
void name_open_close(NameOpen *open);

/* Applies the key file in the folder of the profile `path` to a view of this profile, as name_open() does. Returns the
 * names that the user has saved. The caller frees them with view_keys_free(). */
ViewKeys *name_open_keys(View *view, const char *path);
