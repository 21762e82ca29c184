/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_resolve.h: resolves what a profile needs of the program's files, and adds it to the profile's file. */
#pragma once

#include "ui/names/ui_names.h"

/* Lines of text that are kept before and behind one in which something was executed or referred to; so no screen or
 * page may show more. */
enum { UI_RESOLVE_CONTEXT = 8 };

/* Names, types and lines of source, as a UI_RESOLVED (ui/model/ui_resolved.h). `names` are those of the profile, made
 * with debug information. The caller frees it with g_variant_unref(). */
GVariant *ui_resolve(const UiProfile *profile, const UiNames *names);

/* Adds names, types and lines of source to the profile in file `path`, a regular file that holds none and that
 * `profile` was read from. The file appears when it is complete, with its time and permissions. Returns false and sets
 * *error when it cannot be written, or a reader would refuse the names; it is then as it was. */
bool ui_resolve_add(const char *path, const UiProfile *profile, const UiNames *names, GError **error);
