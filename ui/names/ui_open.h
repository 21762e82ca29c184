/* ui_open.h: a profile as most commands want it: with its names, and as the user called and combined things before.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_OPEN_H
#define UI_UI_OPEN_H

#include <stdbool.h>

#include "ui/model/ui_keys.h"
#include "ui/names/ui_names.h"

typedef struct {
  UiProfile *profile;
  UiNames *names;
  UiView *view;
  UiKeys *keys;
} UiOpen;

/* Options that both take a gboolean to set: see ui_open(). */
#define UI_OPEN_OPTIONS(no_debug_info, no_keys)                                                            \
  {"no-keys", 0, 0, G_OPTION_ARG_NONE, no_keys, "Ignore the names that were saved for the program", NULL}, \
      UI_NAMES_OPTION(no_debug_info)

/* Reads the profile in file `path`, names what is in it, with `debug_info` from the debug information of its objects,
 * and gives it the names in the key file in the folder of the file `beside`, the profile itself as a rule; NULL: no
 * names. What is wrong with the key file is said on standard error; there need be none. Returns false and sets *error
 * when the profile cannot be read. Either way the caller ends with ui_open_close(). */
bool ui_open(UiOpen *open, const char *path, bool debug_info, const char *beside, GError **error);
void ui_open_close(UiOpen *open);

/* Gives a view of the profile that was read from `path` the names in the key file beside it, as said above. Returns the
 * names; the caller frees them with ui_keys_free(). */
UiKeys *ui_open_keys(UiView *view, const char *path);

#endif
