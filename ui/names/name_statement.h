/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_statement.h: names bins by the variable that receives the result of a call, using the debug information after
 * the call and the source line. This is necessary if the tool saw no store of the address, because the address was only
 * in a register. */
#pragma once

#include "ui/names/name_search_context.h"

/* Finds the variable that receives the result of the call in step number `index` of the path, using the result register
 * and the source line. If the function stores the result through a parameter, as in "*result = malloc(n)", returns the
 * variable whose address a caller passes. `callee` is the name of the called function; NULL: the call is the
 * allocation. Sets *passes_on to whether the function of the variable returns the result to its caller. */
NameResult name_statement_receiver(NameSearchContext *finder, uint32_t bin, const GArray *path, guint index,
                                   const char *callee, bool *passes_on);

/* Returns whether the function of the step returns the local variable `variable` to its caller. */
bool name_statement_returns(NameSearchContext *finder, const NamePathStep *step, const char *variable);
