/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_name_file.h: the key file of a session, which holds its names (docs/key-file.md). */
#pragma once

#include "ui/session/session.h"

/* Returns the key file for a profile read from `profile_path`, without reading it. Free it with
 * session_name_file_free(). */
SessionNameFile *session_name_file_new(const Profile *profile, const char *profile_path);
void session_name_file_free(SessionNameFile *file);

/* Returns the path of the session's own key file; it belongs to `file`. */
const char *session_name_file_path(const SessionNameFile *file);

/* Loads the names in file `path`, or in the session's own if NULL, and appends a line about them. Returns false,
 * sets *error (G_FILE_ERROR_NOENT if there is no such file) and changes nothing if they cannot be read. */
bool session_name_file_load(Session *session, const char *path, GError **error);

/* Writes the session's names to file `path`, or to its own if NULL, and appends a line about it. Returns false and
 * sets *error on failure, or if it would, without `force`, overwrite a content that this session has neither read
 * nor written. */
bool session_name_file_save(Session *session, const char *path, bool force, GError **error);

/* Returns whether names have changed since they were last read or written. */
bool session_name_file_is_stale(const Session *session);
