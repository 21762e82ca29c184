/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_short_name.h: shortens names of code and data to the width of a column. */
#pragma once

#include <glib.h>

/* Appends an escaped name in at most `width` columns. Until the name fits, removes the arguments of templates ("<>"
 * stays), then the arguments of functions ("()" stays), then namespaces and classes from the left. If the name is still
 * too wide, cuts it. Names of data are cut in their type, so that the variable remains readable. */
void ui_short_name_append(GString *out, const char *name, unsigned width);

/* As ui_short_name_append(), but then adds spaces up to `width` columns. */
void ui_short_name_append_fitted(GString *out, const char *name, unsigned width);
