/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_keys.h: the names and combinations of bins and code segments that the user has saved, in a file next to the
 * profile. See docs/key-file.md.
 *
 * They are stored with full names, so that they also apply to later runs of the program. Names for items that a profile
 * does not contain remain in the file. All texts are escaped for printing (ui_text_escaped_utf8()), as in the file. */
#pragma once

#include "ui/view/view.h"

/* An entry of the list, which is an item to which the user gave a name. */
typedef struct {
  ViewAxisKind axis;
  char *name;
  char **members; /* keys of the bins or segments that have this name, at least one, ended by NULL */
  bool refused;   /* whether the name was refused, because another item in the view has it */
} ViewKey;

/* A list of names, which is immutable and can be shared by several owners. */
typedef struct {
  unsigned owners;
  GPtrArray *entries; /* ViewKey *: names and members are unique on an axis */
} ViewKeys;

#define VIEW_KEYS_ERROR view_keys_error_quark()
GQuark view_keys_error_quark(void);

/* view_keys_new() returns an empty list, view_keys_share() adds an owner, and view_keys_free() releases an owner (NULL
 * is allowed). */
ViewKeys *view_keys_new(void);
ViewKeys *view_keys_share(ViewKeys *keys);
void view_keys_free(ViewKeys *keys);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ViewKeys, view_keys_free)

/* Returns the path of a profile's key file: PROGRAM.memspy-keys in the folder of the profile. If the profile is not a
 * regular file, this is the working folder. The caller owns the path. */
char *view_keys_path(const Profile *profile, const char *profile_path);

/* Reads a key file, which must be a regular file of at most VIEW_KEYS_LIMIT bytes. Returns NULL and sets *error on
 * failure; G_FILE_ERROR_NOENT: there is no such file. The caller owns the content. */
enum { VIEW_KEYS_LIMIT = 16 * 1024 * 1024 };
GBytes *view_keys_read(const char *path, GError **error);

/* Parses the content of the key file `path`. On the first error, returns NULL and sets *error ("FILE:LINE:
 * message"). */
ViewKeys *view_keys_parse(GBytes *bytes, const char *path, GError **error);

/* Returns the text of a key file with these names. The caller owns the text. */
char *view_keys_text(const ViewKeys *keys, const Profile *profile);

/* Returns the keys of all segments or bins, by number. These are the full names. If a full name occurs several times, "
 * #2", " #3" and so on are appended to all but the first. The array ends with NULL. The caller frees it with
 * g_strfreev(). */
char **view_keys_members(const View *view, ViewAxisKind axis);

/* Applies the names to a view, and removes all other names of the user there. Returns the number of names applied, and
 * marks the entries that were refused. */
unsigned view_keys_apply(ViewKeys *keys, View *view);

/* Returns the names in a view. Also includes those names in `before` that were refused, or for which the view's profile
 * has no item. */
ViewKeys *view_keys_collect(const View *view, const ViewKeys *before);
