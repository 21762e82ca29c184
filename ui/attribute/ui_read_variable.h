/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_read_variable.h: finds the program variable of a read. */
#pragma once

#include "ui/attribute/ui_attribute_input.h"

/* The variable of a read's data; UI_VARIABLE_NONE: unknown. path: the part of the data, as "[]". */
guint32 ui_read_variable(const UiAttributeInput *input, const UiRead *read, const char *path);

/* The data of a read in its function. */
const UiUsesData *ui_read_data(const UiRead *read);

/* If only a parameter names the data, as A names A[][]: *read becomes the parameter, and the rest of the name is prepended
 * to `path`. Returns whether the read is then that of a parameter. */
bool ui_read_begin_with_parameter(UiRead *read, GString *path);

/* Finds the argument for a parameter, in a call in a line of `caller`: *read becomes that of the caller. Returns false if
 * it is unknown. */
bool ui_read_look_up(const UiUsesFunction *caller, unsigned line, UiRead *read);
