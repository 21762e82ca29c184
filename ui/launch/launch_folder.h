/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_folder.h: makes temporary folders for files that are needed only while a program runs. */
#pragma once

#include <glib.h>

/* Creates a temporary folder under the first free name, and returns its path. The caller ends with
 * launch_folder_remove(). The name is not random: the path is in LD_PRELOAD, and the dynamic linker reads it letter by
 * letter, so a random name would change the profile. On failure, returns NULL and sets *error. */
char *launch_folder_make(GError **error);

/* Removes a temporary folder and all files in it, and frees the path. */
void launch_folder_remove(const char *path);

/* Removes all folders that launch_folder_make() created and that still exist. */
void launch_folder_remove_all(void);
