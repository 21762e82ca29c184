/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_folder.h: temporary folders for files that a run needs and does not leave. */
#pragma once

#include <glib.h>

/* Creates a folder, owned by the caller, who ends with launch_folder_remove(), under the first free name: the dynamic
 * linker reads the path, which is in LD_PRELOAD, letter by letter, so a random name would change the profile.
 * Returns NULL and sets *error on failure. */
char *launch_folder_make(GError **error);

/* Removes the folder and the files in it. */
void launch_folder_remove(const char *path);

/* Removes all folders made by launch_folder_make(). */
void launch_folder_remove_all(void);
