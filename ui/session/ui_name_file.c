/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/session/ui_name_file.h"

#include <string.h>

#include "ui/base/ui_output.h"
#include "ui/base/ui_text.h"
#include "ui/session/ui_command_error.h"

struct UiNameFile {
  char *path;
  GBytes *known; /* what the file holds as far as this session knows; NULL: it is not there */
  char *saved;   /* the text of the names that were last read or written, to whichever file */
};

/* The text of a file with the session's names. Owned by the caller. */
static char *text_of(const UiSession *session) {
  UiKeys *keys = ui_keys_of_view(session->view, session->keys);
  char *text = ui_keys_text(keys, session->view->profile);
  ui_keys_free(keys);
  return text;
}

UiNameFile *ui_name_file_new(const UiProfile *profile, const char *profile_path) {
  UiNameFile *file = g_new0(UiNameFile, 1);
  file->path = ui_keys_path(profile, profile_path);
  UiKeys *none = ui_keys_new();
  file->saved = ui_keys_text(none, profile);
  ui_keys_free(none);
  return file;
}

void ui_name_file_free(UiNameFile *file) {
  g_free(file->path);
  g_clear_pointer(&file->known, g_bytes_unref);
  g_free(file->saved);
  g_free(file);
}

const char *ui_name_file_path(const UiNameFile *file) { return file->path; }

bool ui_name_file_is_stale(const UiSession *session) {
  g_autofree char *text = text_of(session);
  return strcmp(text, session->name_file->saved) != 0;
}

/* "Names: 3 from FILE; 1 in it names nothing here" */
static void append_loaded(UiSession *session, const char *path, unsigned named) {
  const GPtrArray *entries = session->keys->entries;
  unsigned refused = 0;
  for (guint i = 0; i < entries->len; i++) refused += ((const UiKey *)g_ptr_array_index(entries, i))->refused;
  g_autofree char *printable = ui_text_escaped(path);
  g_string_append_printf(session->out, "Names: %u from %s", named, printable);
  const unsigned absent = entries->len - named - refused;
  if (absent > 0) g_string_append_printf(session->out, "; %u in it name nothing in this profile", absent);
  if (refused > 0) g_string_append_printf(session->out, "; %u in it are names of something else here", refused);
  g_string_append_c(session->out, '\n');
}

bool ui_name_file_load(UiSession *session, const char *path, GError **error) {
  UiNameFile *file = session->name_file;
  if (path == NULL) path = file->path;
  GBytes *bytes = ui_keys_read(path, error);
  if (bytes == NULL) return false;
  UiKeys *keys = ui_keys_parse(bytes, path, error);
  if (keys == NULL) {
    g_bytes_unref(bytes);
    return false;
  }
  ui_keys_free(session->keys);
  session->keys = keys;
  append_loaded(session, path, ui_keys_apply(keys, session->view));
  if (strcmp(path, file->path) == 0) {
    g_clear_pointer(&file->known, g_bytes_unref);
    file->known = g_bytes_ref(bytes);
  }
  g_bytes_unref(bytes);
  g_free(file->saved);
  file->saved = text_of(session);
  return true;
}

/* Is what the file holds known to the session, so that nothing of another user's is lost when it is overwritten? */
static bool check_overwrite(const UiSession *session, const char *path, GError **error) {
  const UiNameFile *file = session->name_file;
  const bool own = strcmp(path, file->path) == 0;
  g_autofree char *printable = ui_text_escaped(path);
  GError *bad = NULL;
  GBytes *there = ui_keys_read(path, &bad);
  if (there == NULL) {
    const bool absent = g_error_matches(bad, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    if (absent)
      g_error_free(bad);
    else
      g_propagate_error(error, bad);
    return absent;
  }
  const bool known = own && file->known != NULL && g_bytes_equal(there, file->known);
  g_bytes_unref(there);
  if (known) return true;
  if (own && file->known != NULL)
    return ui_command_fail(error, "%s was changed since this session read it: load it, or save --force", printable);
  return ui_command_fail(error, "%s is there already, and this session has not read it: load it, or save --force",
                         printable);
}

bool ui_name_file_save(UiSession *session, const char *path, bool force, GError **error) {
  UiNameFile *file = session->name_file;
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
