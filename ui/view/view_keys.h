/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_keys.h: the user's names for bins and code segments, and combinations, in a file next to the profile. See
 * docs/key-file.md.
 *
 * They are stored by full names, so that they apply to the next run of the program too. Names for items that a profile
 * does not have stay in the file. All texts are printable (ui_text_escaped_utf8()), as in the file. */
#pragma once

#include "ui/view/view.h"

/* A named item. */
typedef struct {
  ViewAxisKind axis;
  char *name;
  char **members; /* keys of the bins or segments, at least one, ended by NULL */
  bool refused;   /* another item in the view has that name */
} ViewKey;

/* Immutable; shared by owners. */
typedef struct {
  unsigned owners;
  GPtrArray *entries; /* ViewKey *; names and members are unique on an axis */
} ViewKeys;

#define VIEW_KEYS_ERROR view_keys_error_quark()
GQuark view_keys_error_quark(void);

/* Create an empty list; add an owner; release an owner (NULL is allowed). */
ViewKeys *view_keys_new(void);
ViewKeys *view_keys_share(ViewKeys *keys);
void view_keys_free(ViewKeys *keys);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ViewKeys, view_keys_free)

/* Returns the key file of a profile: PROGRAM.memspy-keys, in the folder of the profile's file, or in the working
 * folder if that is not a regular file. Owned by the caller. */
char *view_keys_path(const Profile *profile, const char *profile_path);

/* Reads a key file: a regular file of at most VIEW_KEYS_LIMIT bytes. Returns NULL and sets *error on failure:
 * G_FILE_ERROR_NOENT if there is no such file. Owned by the caller. */
enum { VIEW_KEYS_LIMIT = 16 * 1024 * 1024 };
GBytes *view_keys_read(const char *path, GError **error);

/* Parses the bytes of the file `path`. Returns NULL and sets *error ("FILE:LINE: message") on the first error. */
ViewKeys *view_keys_parse(GBytes *bytes, const char *path, GError **error);

/* Returns the text of a file with these names. Owned by the caller. */
char *view_keys_text(const ViewKeys *keys, const Profile *profile);

/* Returns the keys of all segments or bins, by number: full names, with " #2", " #3", ... after repeated ones. Ended
 * by NULL; the caller frees them with g_strfreev(). */
char **view_keys_members(const View *view, ViewAxisKind axis);

/* Applies the names to a view, in place of all names of the user there. Returns the number of names applied, and
 * marks those that were refused. */
unsigned view_keys_apply(ViewKeys *keys, View *view);

/* Returns the names in a view, together with the names in `before` that were refused, or for which its profile has no
 * item. */
ViewKeys *view_keys_collect(const View *view, const ViewKeys *before);
