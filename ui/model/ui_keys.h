/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_keys.h: the names that a user gave to bins and code segments, and what was combined, in a file beside the profile.
 * See docs/key-file.md.
 *
 * They are kept by full names, so that they apply to the next run of the program too. What a profile does not have
 * stays in the file. All texts are printable ones (ui_text_escaped_utf8()), as the file holds them. */
#ifndef UI_UI_KEYS_H
#define UI_UI_KEYS_H

#include "ui/model/ui_view.h"

/* What carries a name. */
typedef struct {
  UiAxisKind axis;
  char *name;
  char **members; /* keys of the bins or segments, at least one, ended by NULL */
  bool refused;   /* something else in the view has that name */
} UiKey;

/* Unchanged once made; shared by owners. */
typedef struct {
  unsigned owners;
  GPtrArray *entries; /* UiKey *; no name and no member is there twice on an axis */
} UiKeys;

#define UI_KEYS_ERROR ui_keys_error_quark()
GQuark ui_keys_error_quark(void);

/* No names; one more owner of some; an owner less (NULL is allowed). */
UiKeys *ui_keys_new(void);
UiKeys *ui_keys_share(UiKeys *keys);
void ui_keys_free(UiKeys *keys);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UiKeys, ui_keys_free)

/* Where the names of a profile are: PROGRAM.memspy-keys, in the folder of the profile's file, or in the working
 * folder if that is no regular file. Owned by the caller. */
char *ui_keys_path(const UiProfile *profile, const char *profile_path);

/* Reads a key file's bytes: at most UI_KEYS_LIMIT of a regular file. Returns NULL and sets *error when that fails:
 * G_FILE_ERROR_NOENT if there is no such file. Owned by the caller. */
enum { UI_KEYS_LIMIT = 16 * 1024 * 1024 };
GBytes *ui_keys_read(const char *path, GError **error);

/* The names in the bytes of the file `path`. Returns NULL and sets *error ("FILE:LINE: message") when one thing in it
 * is wrong. */
UiKeys *ui_keys_parse(GBytes *bytes, const char *path, GError **error);

/* The text of a file with these names. Owned by the caller. */
char *ui_keys_text(const UiKeys *keys, const UiProfile *profile);

/* The keys of all segments or bins, by number: full names, with " #2", " #3", ... behind those that stood before.
 * Ended by NULL; the caller frees them with g_strfreev(). */
char **ui_keys_members(const UiView *view, UiAxisKind axis);

/* Gives the names to a view, and takes all others that the user gave there away. Returns how many found something to
 * name, and marks those that were refused. */
unsigned ui_keys_apply(UiKeys *keys, UiView *view);

/* The names in a view, and besides them those in `before` that its profile has nothing for, or refused. */
UiKeys *ui_keys_of_view(const UiView *view, const UiKeys *before);

#endif
