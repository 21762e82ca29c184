/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_read_variable.h: finds the program variable of a read. */
#pragma once

#include "ui/attribute/attr_input.h"

/* Returns the variable that a read accesses, or ATTR_VARIABLE_NONE if it is unknown. `path` is the part of the data,
 * such as "[]". */
guint32 attr_read_variable(const AttrInput *input, const AttrRead *read, const char *path);

/* Returns the data that a read accesses, as its function names them. */
const UsesData *attr_read_data(const AttrRead *read);

/* Handles data whose name begins with a parameter: for example, the parameter A in A[][]. For such data, sets *read to
 * the parameter, and prepends the rest of the name to `path`. Returns whether *read is now a parameter. */
bool attr_read_begin_with_parameter(AttrRead *read, GString *path);

/* Finds the argument that a call in a line of `caller` passes for the parameter *read. Sets *read to this argument.
 * Returns false if the argument is unknown. */
bool attr_read_look_up(const UsesFunction *caller, unsigned line, AttrRead *read);
