/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_short_name.h: long names of code and data, made fit for a column of a screen. */
#ifndef UI_BASE_UI_SHORT_NAME_H
#define UI_BASE_UI_SHORT_NAME_H

#include <glib.h>

/* Appends a name (an escaped one) in at most `width` columns. A longer one loses what says least, until it fits:
 * template arguments ("<>" stays), arguments of functions ("()" stays), namespaces and classes from the left; then it
 * is cut, a name of data in its type, so that the variable stays. */
void ui_short_name_append(GString *out, const char *name, unsigned width);

/* The same, and spaces up to that width. */
void ui_short_name_append_fitted(GString *out, const char *name, unsigned width);

#endif
