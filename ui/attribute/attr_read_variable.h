/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_read_variable.h: finds the program variable of a read. */
#pragma once

#include "ui/attribute/attr_input.h"

/* Returns the variable of a read's data; ATTR_VARIABLE_NONE: unknown. path: the part of the data, as "[]". */
guint32 attr_read_variable(const AttrAttributeInput *input, const AttrRead *read, const char *path);

/* Returns the data of a read in its function. */
const UsesData *attr_read_data(const AttrRead *read);

/* If only a parameter names the data, as A names A[][]: *read becomes the parameter, and the rest of the name is
 * prepended to `path`. Returns whether the read is then that of a parameter. */
bool attr_read_begin_with_parameter(AttrRead *read, GString *path);

/* Finds the argument for a parameter, in a call in a line of `caller`: *read becomes that of the caller. Returns false
 * if it is unknown. */
bool attr_read_look_up(const UsesFunction *caller, unsigned line, AttrRead *read);
