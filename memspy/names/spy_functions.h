/* spy_functions.h: the functions and loops of the program, which are the scopes of a trace.
 *
 * A function is a symbol; its loops are found in its code when a block of it is translated (scopes/scope_code.h). Code
 * without a symbol is in no scope. A loop that only executes code of inner loops is not seen.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_flow.h"
#include "memspy/core/spy_valgrind.h"
#include "scopes/scope_stack.h"

/* Returns whether blocks need their scopes. */
Bool spy_scopes_are_wanted(void);

/* The scope of an instruction, SCOPE_NONE if unknown; *entry: whether the function begins there. */
UInt spy_scope_of(Addr code, Bool *entry);

/* The scope in which a call was made: the function, if the stack no longer shows the scope. */
UInt spy_scope_of_call(const bin_call *call);

/* All scopes so far, by number; NULL: none. They move when scopes are added. */
const scope_node *spy_scope_nodes(void);

/* Code in [start, start + bytes) is unloaded. */
void spy_functions_unload(Addr start, SizeT bytes);
