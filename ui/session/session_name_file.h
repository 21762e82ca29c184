/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_name_file.h: the key file of a session, which holds its names (docs/key-file.md). */
#pragma once

#include "ui/session/session.h"

/* Returns the key file for a profile that was read from `profile_path`. Does not read the key file. Free it with
 * session_name_file_free(). */
SessionNameFile *session_name_file_new(const Profile *profile, const char *profile_path);
void session_name_file_free(SessionNameFile *file);

/* Returns the path of the session's own key file. The path belongs to `file`. */
const char *session_name_file_path(const SessionNameFile *file);

/* Loads the names in file `path`, and appends a line about them. If the path is NULL, loads them from the session's own
 * file. If the names cannot be read, changes nothing, returns false, and sets *error (G_FILE_ERROR_NOENT if there is no
 * such file). */
bool session_name_file_load(Session *session, const char *path, GError **error);

/* Writes the session's names to file `path`, and appends a line about this. If the path is NULL, writes them to the
 * session's own file. Returns false and sets *error on failure. Without `force`, it also fails if it would overwrite
 * content that this session has neither read nor written. */
bool session_name_file_save(Session *session, const char *path, bool force, GError **error);

/* Returns whether the names have changed since they were last read or written. */
bool session_name_file_is_stale(const Session *session);
