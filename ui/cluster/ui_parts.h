/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_parts.h: the results of finished shares, as files of a folder. A file appears under its name when it is complete.
 *
 * The names contain a checksum of everything on which the work depends, so results of other work, or of files that have
 * changed since, are not found. Several processes can write at the same time, also on several machines that share the
 * folder. */
#pragma once

#include "ui/cluster/ui_share.h"

typedef struct UiParts UiParts;

/* Opens a folder, or makes it. kind: the first word of the names. Returns NULL and sets *error if that fails. Free the
 * result with ui_parts_free(). */
UiParts *ui_parts_open(const char *folder, const char *kind, GError **error);
void ui_parts_free(UiParts *parts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UiParts, ui_parts_free)

/* Adds something on which the work depends to the checksum: n bytes, or a file's name, size and time. Call these
 * functions before those below. */
void ui_parts_note(UiParts *parts, const void *bytes, gsize n);
void ui_parts_note_file(UiParts *parts, const char *path);

/* The path of a share's file, existing or not. Owned by the caller. */
char *ui_parts_path(UiParts *parts, UiShare share);
bool ui_parts_has(UiParts *parts, UiShare share);

/* The sorted paths of all existing files (char *). Owned by the caller. */
GPtrArray *ui_parts_list(UiParts *parts);

/* Writes a share's file. Returns false and sets *error if that fails. */
bool ui_parts_write(UiParts *parts, UiShare share, const GString *bytes, GError **error);

/* Checks the user's --share and --parts: a share needs a folder. Returns false and sets *error if it is missing. */
bool ui_parts_check(const char *folder, UiShare share, GError **error);
