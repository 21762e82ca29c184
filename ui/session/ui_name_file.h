/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_name_file.h: the key file of a session: where its names are read from and saved to (docs/key-file.md). */
#ifndef UI_UI_NAME_FILE_H
#define UI_UI_NAME_FILE_H

#include "ui/session/ui_session.h"

/* Where the key file of the session's profile, which was read from `profile_path`, is; nothing of it is read yet. */
UiNameFile *ui_name_file_new(const UiProfile *profile, const char *profile_path);
void ui_name_file_free(UiNameFile *file);

/* The path of the session's own key file; it belongs to `file`. */
const char *ui_name_file_path(const UiNameFile *file);

/* Gives the session the names in the file `path`, or in its own if that is NULL, and says so in a line. Returns false
 * and sets *error (G_FILE_ERROR_NOENT if there is no such file), and changes nothing, when they cannot be read. */
bool ui_name_file_load(UiSession *session, const char *path, GError **error);

/* Writes the session's names to the file `path`, or to its own if that is NULL, and says so. Returns false and sets
 * *error when that fails, or when it would, without `force`, overwrite what this session has neither read nor written.
 */
bool ui_name_file_save(UiSession *session, const char *path, bool force, GError **error);

/* Are there names, or were some taken away, since names were last read or written? */
bool ui_name_file_is_stale(const UiSession *session);

#endif
