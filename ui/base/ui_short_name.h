/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_short_name.h: shortens names of code and data to fit a column. */
#pragma once

#include <glib.h>

/* Appends an escaped name in at most `width` columns. Removes from a longer name, until it fits: template arguments
 * ("<>" stays), function arguments ("()" stays), namespaces and classes from the left. Then cuts it; the name of
 * data in its type, so that the variable stays. */
void ui_short_name_append(GString *out, const char *name, unsigned width);

/* As ui_short_name_append(), then pads with spaces to `width`. */
void ui_short_name_append_fitted(GString *out, const char *name, unsigned width);
