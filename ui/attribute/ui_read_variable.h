/* ui_read_variable.h: which variable of the program a read is of.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_READ_VARIABLE_H
#define UI_ATTRIBUTE_READ_VARIABLE_H

#include "ui/attribute/ui_attribute_input.h"

/* The variable that data of a function is; UI_VARIABLE_NONE: not known. `path`: what of that data it is, as in "[]". */
guint32 ui_read_variable(const UiAttributeInput *input, const UiRead *read, const char *path);

/* The data of its function that a read is of. */
const UiUsesData *ui_read_data(const UiRead *read);

/* Data that is called by a parameter, such as A[][] by A, and nothing else is known of: *read becomes the parameter,
 * and what is behind its name goes to the front of `path`. Returns whether the read is that of a parameter then. */
bool ui_read_begin_with_parameter(UiRead *read, GString *path);

/* The data that a parameter is, where the function was called, in a line of `caller`: *read becomes that of the caller.
 * Returns false if it is not known. */
bool ui_read_look_up(const UiUsesFunction *caller, unsigned line, UiRead *read);

#endif
