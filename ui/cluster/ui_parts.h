/* ui_parts.h: finished shares of some work as files of a folder, each there under its name only when it is complete.
 *
 * What the work is goes into the names: files of other work, or of the same on data that have changed since, are not
 * found. Several processes may write at once, also on several machines that share the folder.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_CLUSTER_PARTS_H
#define UI_CLUSTER_PARTS_H

#include "ui/cluster/ui_share.h"

typedef struct UiParts UiParts;

/* The parts in a folder, which is made if there is none; kind: a word for the names. NULL: *error. Free with
 * ui_parts_free(). */
UiParts *ui_parts_open(const char *folder, const char *kind, GError **error);
void ui_parts_free(UiParts *parts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UiParts, ui_parts_free)

/* Something on which the work depends: n bytes; a file by its name, size and time. All of it is noted before the
 * functions below are called. */
void ui_parts_note(UiParts *parts, const void *bytes, gsize n);
void ui_parts_note_file(UiParts *parts, const char *path);

/* The path of a share's file, whether it is there or not. Owned by the caller. */
char *ui_parts_path(UiParts *parts, UiShare share);
bool ui_parts_has(UiParts *parts, UiShare share);

/* The paths of all that are there (char *), sorted. Owned by the caller. */
GPtrArray *ui_parts_list(UiParts *parts);

/* Writes a share's file. False: *error. */
bool ui_parts_write(UiParts *parts, UiShare share, const GString *bytes, GError **error);

/* Checks what the user gave for --share and --parts: a share needs a folder. False: *error. */
bool ui_parts_check(const char *folder, UiShare share, GError **error);

#endif
