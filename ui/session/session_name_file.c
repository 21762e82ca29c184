/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/session/session_name_file.h"

#include <string.h>

#include "ui/base/ui_output.h"
#include "ui/base/ui_text.h"
#include "ui/session/session_command_error.h"

struct SessionNameFile {
  char *path;
  GBytes *known; /* content of the file when this session last read or wrote it; NULL: the file did not exist */
  char *saved;   /* text of the names that were last read from or written to any file */
};

/* Returns the text of a key file that contains the session's names. Owned by the caller. */
static char *text_of(const Session *session) {
  g_autoptr(ViewKeys) keys = view_keys_collect(session->view, session->keys);
  return view_keys_text(keys, session->view->profile);
}

SessionNameFile *session_name_file_new(const Profile *profile, const char *profile_path) {
  SessionNameFile *file = g_new0(SessionNameFile, 1);
  file->path = view_keys_path(profile, profile_path);
  g_autoptr(ViewKeys) none = view_keys_new();
  file->saved = view_keys_text(none, profile);
  return file;
}

void session_name_file_free(SessionNameFile *file) {
  g_free(file->path);
  g_clear_pointer(&file->known, g_bytes_unref);
  g_free(file->saved);
  g_free(file);
}

const char *session_name_file_path(const SessionNameFile *file) { return file->path; }

bool session_name_file_is_stale(const Session *session) {
  g_autofree char *text = text_of(session);
  return strcmp(text, session->name_file->saved) != 0;
}

/* Appends a line such as "Names: 3 from FILE; 1 in it names nothing in this profile". */
static void append_loaded(Session *session, const char *path, unsigned named) {
  const GPtrArray *entries = session->keys->entries;
  unsigned refused = 0;
  for (guint i = 0; i < entries->len; i++) refused += ((const ViewKey *)g_ptr_array_index(entries, i))->refused;
  g_autofree char *printable = ui_text_escaped(path);
  g_string_append_printf(session->out, "Names: %u from %s", named, printable);
  const unsigned absent = entries->len - named - refused;
  if (absent > 0) g_string_append_printf(session->out, "; %u in it name nothing in this profile", absent);
  if (refused > 0) g_string_append_printf(session->out, "; %u in it are names of something else here", refused);
  g_string_append_c(session->out, '\n');
}

bool session_name_file_load(Session *session, const char *path, GError **error) {
  SessionNameFile *file = session->name_file;
  if (path == NULL) path = file->path;
  g_autoptr(GBytes) bytes = view_keys_read(path, error);
  ViewKeys *keys = bytes != NULL ? view_keys_parse(bytes, path, error) : NULL;
  if (keys == NULL) return false;
  view_keys_free(session->keys);
  session->keys = keys;
  append_loaded(session, path, view_keys_apply(keys, session->view));
  if (strcmp(path, file->path) == 0) {
    g_clear_pointer(&file->known, g_bytes_unref);
    file->known = g_steal_pointer(&bytes);
  }
  g_free(file->saved);
  file->saved = text_of(session);
  return true;
}

/* Checks that the session has read the current content of the file, so that overwriting the file loses no names of
 * other users. */
static bool check_overwrite(const Session *session, const char *path, GError **error) {
  const SessionNameFile *file = session->name_file;
  const bool own = strcmp(path, file->path) == 0;
  g_autofree char *printable = ui_text_escaped(path);
  GError *bad = NULL;
  g_autoptr(GBytes) there = view_keys_read(path, &bad);
  if (there == NULL) {
    const bool absent = g_error_matches(bad, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    if (absent)
      g_error_free(bad);
    else
      g_propagate_error(error, bad);
    return absent;
  }
  const bool was_read = own && file->known != NULL;
  if (was_read && g_bytes_equal(there, file->known)) return true;
  return session_command_fail(error,
                              was_read ? "%s was changed since this session read it: load it, or save --force"
                                       : "%s exists, and this session has not read it: load it, or save --force",
                              printable);
}

bool session_name_file_save(Session *session, const char *path, bool force, GError **error) {
  SessionNameFile *file = session->name_file;
  if (path == NULL) path = file->path;
  if (!force && !check_overwrite(session, path, error)) return false;
  g_autofree char *text = text_of(session);
  UiOutput output;
  if (!ui_output_start(&output, path, error)) return false;
  fputs(text, output.file);
  if (!ui_output_finish(&output, error)) return false;
  if (strcmp(path, file->path) == 0) {
    g_clear_pointer(&file->known, g_bytes_unref);
    file->known = g_bytes_new(text, strlen(text));
  }
  g_free(file->saved);
  file->saved = g_steal_pointer(&text);
  g_autofree char *printable = ui_text_escaped(path);
  g_string_append_printf(session->out, "Names saved to %s\n", printable);
  return true;
}
