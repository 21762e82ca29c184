/* spy_functions.h: the functions and loops of the program, which are the scopes of a trace.
 *
 * A function is a symbol. The loops of a function are found in its code when a block of the function is translated
 * (scopes/scope_code.h). Code without a symbol is in no scope. A loop that executes only code of inner loops is not
 * found.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_flow.h"
#include "memspy/core/spy_valgrind.h"
#include "scopes/scope_stack.h"

/* Returns whether blocks need their scopes. */
Bool spy_scopes_are_wanted(void);

/* Returns the scope of an instruction, or SCOPE_NONE if it is unknown. Sets *entry to whether the function begins at
 * the instruction. */
UInt spy_scope_of(Addr code, Bool *entry);

/* Returns the scope in which a call was made. If the stack no longer shows this scope, returns the scope of the
 * function. */
UInt spy_scope_of_call(const bin_call *call);

/* Returns the array of all scopes so far, indexed by number, or NULL if there are none. The array moves when scopes are
 * added. */
const scope_node *spy_scope_nodes(void);

/* Removes the functions in [start, start + bytes), because the code there is unloaded. */
void spy_functions_unload(Addr start, SizeT bytes);
