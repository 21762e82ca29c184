/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_keys.h: the user's names for bins and code segments, and combinations, in a file next to the profile. See
 * docs/key-file.md.
 *
 * They are stored by full names, so that they apply to the next run of the program too. Names for items that a profile
 * does not have stay in the file. All texts are printable (ui_text_escaped_utf8()), as in the file. */
#pragma once

#include "ui/model/ui_view.h"

/* A named item. */
typedef struct {
  UiAxisKind axis;
  char *name;
  char **members; /* keys of the bins or segments, at least one, ended by NULL */
  bool refused;   /* another item in the view has that name */
} UiKey;

/* Immutable; shared by owners. */
typedef struct {
  unsigned owners;
  GPtrArray *entries; /* UiKey *; names and members are unique on an axis */
} UiKeys;

#define UI_KEYS_ERROR ui_keys_error_quark()
GQuark ui_keys_error_quark(void);

/* Create an empty list; add an owner; release an owner (NULL is allowed). */
UiKeys *ui_keys_new(void);
UiKeys *ui_keys_share(UiKeys *keys);
void ui_keys_free(UiKeys *keys);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UiKeys, ui_keys_free)

/* Returns the key file of a profile: PROGRAM.memspy-keys, in the folder of the profile's file, or in the working
 * folder if that is not a regular file. Owned by the caller. */
char *ui_keys_path(const UiProfile *profile, const char *profile_path);

/* Reads a key file: a regular file of at most UI_KEYS_LIMIT bytes. Returns NULL and sets *error on failure:
 * G_FILE_ERROR_NOENT if there is no such file. Owned by the caller. */
enum { UI_KEYS_LIMIT = 16 * 1024 * 1024 };
GBytes *ui_keys_read(const char *path, GError **error);

/* Parses the bytes of the file `path`. Returns NULL and sets *error ("FILE:LINE: message") on the first error. */
UiKeys *ui_keys_parse(GBytes *bytes, const char *path, GError **error);

/* Returns the text of a file with these names. Owned by the caller. */
char *ui_keys_text(const UiKeys *keys, const UiProfile *profile);

/* Returns the keys of all segments or bins, by number: full names, with " #2", " #3", ... after repeated ones. Ended
 * by NULL; the caller frees them with g_strfreev(). */
char **ui_keys_members(const UiView *view, UiAxisKind axis);

/* Applies the names to a view, in place of all names of the user there. Returns the number of names applied, and
 * marks those that were refused. */
unsigned ui_keys_apply(UiKeys *keys, UiView *view);

/* Returns the names in a view, and those in `before` that its profile has no item for, or refused. */
UiKeys *ui_keys_of_view(const UiView *view, const UiKeys *before);
