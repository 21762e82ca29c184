/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_folder.h: a temporary folder, for what a run needs and does not leave. */
#ifndef UI_UI_FOLDER_H
#define UI_UI_FOLDER_H

#include <glib.h>

/* Makes a folder for this run alone, of the first name that is free: the dynamic linker reads it letter by letter in
 * what the program is to load first, so a random name would give each run another profile. NULL: it cannot be made, and
 * the error is set. Owned by the caller, who ends with ui_folder_remove(). */
char *ui_folder_make(GError **error);

/* Removes the folder and the files in it. */
void ui_folder_remove(const char *path);

/* Removes all folders that were made. */
void ui_folder_remove_all(void);

#endif
